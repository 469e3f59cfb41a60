"""Lines that bound how far kingdoms may reach."""

from random import Random

from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.boards import limits_of
from tests.view.games import uncompiled

SIDE = 5


def lines(state: State) -> list[list[int]]:
    """Return the ends of each line: x, y, x, y."""
    scene = scene_of(state)
    found = limits_of(state, scene.cells, scene.piles)
    return [[int(n) for n in d.replace("M", "").replace("L", ",").split(",")] for d, *_ in found]


def test_lines_bound_five_rows_and_columns_once_they_are_in_sight() -> None:
    state = State(uncompiled("Kingdomino"))
    session, random = Session(state, seed=2, forced=True), Random(2)
    assert lines(state) == []  # nothing but castles: the bounds are far away
    seen = 0
    while state.outcome() is None:
        scene = scene_of(state)
        for x, y, u, v in lines(state):
            seen += 1
            axis, at = (1, x) if x == u else (2, y)
            assert x == u or y == v
            # No move of anybody and no piece crosses a line near to it.
            near = [
                cell
                for name, cell in scene.cells.items()
                if name in scene.piles
                and min(x, u) - 250 < cell[1] < max(x, u) + 250
                and min(y, v) - 250 < cell[2] < max(y, v) + 250
            ]
            centres = [cell[axis] for cell in near]
            assert all(c < at for c in centres) or all(c > at for c in centres)
            assert all(abs(c - at) < 100 * SIDE for c in centres)
        session.play(random.choice(list(scene.moves)))
    assert seen > 20
    assert limits_of(State(uncompiled("Trax")), {}, ()) == ()
