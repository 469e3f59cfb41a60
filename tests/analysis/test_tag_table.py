"""TAG's table for Tic-Tac-Toe beside ours."""

from pathlib import Path

import pandas as pd

from boardless.agents import Standings
from boardless.agents.schedule import GameResult
from boardless.analysis.tag_table import AGENTS, DIFFERENCES, draw_tag_table, tag_table

FIGURES = Path(__file__).parents[2] / "figures"


def test_a_row_stands_for_each_agent() -> None:
    names = tuple(spec for _, spec, _ in AGENTS)
    # Whoever comes later beats whoever comes before, but the first two draw.
    games = [(a, b) for b in range(4) for a in range(b)]
    results = tuple(
        GameResult(
            n, 0, n, pair, (0.5, 0.5) if pair == (0, 1) else (0.0, 1.0), 9,
            (5, 4), (1, 1), (1, 1), (0.0, 0.0),
        )
        for n, pair in enumerate(games)
    )  # fmt: skip
    table = tag_table(Standings(("Tic-Tac-Toe",), names, 1, results))
    assert table["agent"].tolist() == ["Random", "OSLA", "RHEA", "MCTS"]
    assert table["published"].tolist() == [0.12, 0.45, 0.44, 0.98]
    assert [round(rate, 3) for rate in table["ours"]] == [0, 0, 0.667, 1]
    assert [round(rate, 3) for rate in table["draws"]] == [0.333, 0.333, 0, 0]
    assert (table["ours low"] <= table["ours"]).all()


def test_the_table_that_was_made_is_of_this_form() -> None:
    kept = pd.read_csv(FIGURES / "tag-table-1.csv")
    assert kept["agent"].tolist() == [name for name, _, _ in AGENTS]
    assert kept["published"].tolist() == [rate for _, _, rate in AGENTS]
    assert (kept["ours low"] <= kept["ours"]).all()
    assert (kept["ours"] <= kept["ours high"]).all()


def test_the_picture_names_every_agent_and_difference() -> None:
    figure = draw_tag_table(pd.read_csv(FIGURES / "tag-table-1.csv"))
    above, below = figure.axes
    assert [label.get_text() for label in above.get_yticklabels()] == [name for name, *_ in AGENTS]
    assert {"0.98", "0.12"} < {text.get_text() for text in above.texts}
    assert below.texts[0].get_text().splitlines() == list(DIFFERENCES)
