"""Pictures tell a seat nothing of what it may not see, by their symbols or by their order."""

import json

import pytest

from boardless.games import load
from boardless.play import State
from boardless.view import scene_of
from boardless.view.seen import WATCHER
from tools.sheet import position

GAMES = ("Love Letter", "Uno", "Hanabi", "Virus!", "Minesweeper", "Block")


def told(state: State, seat: int) -> str:
    """Return the picture that a seat is sent, as text."""
    return json.dumps(scene_of(state, seat, choices=False).data()["picture"])


@pytest.mark.parametrize("name", GAMES)
def test_what_other_seats_looked_at_before_changes_no_picture(name: str) -> None:
    first = told(position(name), WATCHER)
    state = position(name)
    everything = told(state, 0)
    assert told(state, WATCHER) == first
    looks = set(json.loads(first)["symbols"]) - {"back", "covered"}
    assert looks <= set(json.loads(everything)["symbols"])


def test_covered_cards_have_one_back() -> None:
    state = State(load("Love Letter", ["Players/2"], jit=False))
    while state.seat == 0:
        state.push(next(iter(state.chances())))
    scene = scene_of(state, WATCHER, choices=False)
    hidden = [
        place for place, pile in scene.piles.items() if place not in scene.cells and not pile[0]
    ]
    assert len(hidden) > 10
    assert all(scene.picture.held[place][0]["symbol"] == "back" for place in hidden)
    faces = {str(what) for what, kind in enumerate(scene.kinds, 1) if kind["card"]}
    assert not faces & scene.picture.symbols.keys()
