"""Boards of scenes: several side by side, sites of other types, sides of players."""

import pytest

from boardless.games import load
from boardless.play import State
from boardless.view import scene_of
from tests.view.games import uncompiled


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kingdoms_lie_side_by_side(players: int) -> None:
    game = load("Kingdomino", options=[f"Players/{players}"], jit=False)
    scene = scene_of(State(game))
    places = [(x, y) for _, x, y in scene.cells.values()]
    assert len(set(places)) == len(places) == 9 * players
    assert max(x for x, _ in places) - min(x for x, _ in places) == 700  # 3, 2 apart, 3


def test_edges_beside_cells_are_sites_with_a_size_of_none() -> None:
    scene = scene_of(State(uncompiled("Dots and Boxes")))
    sizes = [scene.ground.sizes[shape] for shape, _, _ in scene.cells.values()]
    assert (sizes.count(1.0), sizes.count(0.0)) == (35, 82)
    assert scene.labels["0,0,35"] == "edge 0"
    assert {choice[0][0] for choice in scene.moves.values()} <= scene.cells.keys()


def test_sides_of_hex_have_owners_and_its_corners_none() -> None:
    scene = scene_of(State(uncompiled("Hex")))
    owners = [owner for owner, _ in scene.ground.sides]
    assert owners.count(1) == owners.count(2) == 36  # 9 cells a side, two edges each
    assert scene_of(State(uncompiled("Tic-Tac-Toe"))).ground.sides == ()
    assert scene_of(State(uncompiled("Andantino"))).labels == {}
    assert sorted(scene.labels.values())[:2] == ["a1", "a10"]
