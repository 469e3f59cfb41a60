"""Every function of the plane takes a tiling as it is, or by one of its names."""

from collections.abc import Callable
from typing import Any

import pytest

from boardless.topo import (
    SQUARE,
    TILINGS,
    Board,
    InputError,
    Shape,
    contour_added,
    contour_index,
    polyforms,
    shape_keys,
    symmetries,
    tiling_graph,
    tiling_of,
)

DOORS: dict[str, Callable[[Any], Any]] = {
    "Board": lambda tiling: Board(tiling, [(0, 0, 0)]).keys.tolist(),
    "Board.regular": lambda tiling: Board.regular(tiling, 2).keys.tolist(),
    "Shape": lambda tiling: Shape(tiling, [(0, 0, 0), (1, 0, 0)]).orientations,
    "contour_added": lambda tiling: contour_added(tiling, 3),
    "contour_index": lambda tiling: contour_index(tiling, 3, 4, 1),
    "polyforms": lambda tiling: polyforms(tiling, 3),
    "shape_keys": lambda tiling: shape_keys(tiling, 3).tolist(),
    "symmetries": symmetries,
    "tiling_graph": lambda tiling: list(tiling_graph(tiling, 2, "dual").edges),
    "tiling_of": tiling_of,
}

doors = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)


@doors
def test_a_name_is_as_good_as_the_tiling(door: Callable[[Any], Any]) -> None:
    expected = door(SQUARE)
    for name in ("square", "SQUARE", "4.4.4.4"):
        assert door(name) == expected


@doors
@pytest.mark.parametrize("wrong", ["squares", "", 4, None, Board, ["square"]], ids=str)
def test_what_is_neither_is_refused_in_one_line(door: Callable[[Any], Any], wrong: Any) -> None:
    with pytest.raises(InputError, match="tiling") as error:
        door(wrong)
    assert len(str(error.value).splitlines()) == 1


def test_every_tiling_has_its_name() -> None:
    for name, tiling in TILINGS.items():
        assert tiling_of(name) is tiling_of(tiling) is tiling
