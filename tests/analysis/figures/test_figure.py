"""Tables as figures: numbers of a column stand with their points below one another."""

import pandas as pd
import pytest

from boardless.analysis.figures.figure import draw_table


def _lefts_and_rights(texts: list[str]) -> dict[str, tuple[str, float]]:
    """Return the side on which each text is anchored, and where."""
    figure = draw_table("title", pd.DataFrame({"": ["a"] * len(texts), "column": texts}))
    return {it.get_text(): (str(it.get_ha()), it.get_position()[0]) for it in figure.axes[0].texts}


def test_points_of_numbers_stand_below_one_another() -> None:
    placed = _lefts_and_rights(["45,945*", "0.33", "7 (12x)", ""])
    points = {placed[name] for name in ("45,945", "0", "7")}
    assert len(points) == 1
    assert points.pop()[0] == "right"
    rests = {placed[name] for name in ("*", ".33", " (12x)")}
    assert rests == {("left", placed["0"][1])}


@pytest.mark.parametrize("texts", [["0, 1, 4", ""], ["2: 3, 3: 2", "7"], ["3.4.6.4", "12"]])
def test_what_is_no_number_stands_on_the_left(texts: list[str]) -> None:
    placed = _lefts_and_rights(texts)
    assert {placed[text][0] for text in texts if text} == {"left"}
