"""Whatever can be played can be written, read back, stored, and replayed: every game there is."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from boardless.games import Game, load
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.state import ADD, BOARD, REMOVE, Trial
from boardless.state.move import AnyCell
from boardless.store import Store

PLIES = 8
#: A technique each, beside the usual one, in which sites have other numbers.
OTHER = {"Kingdomino": "BASE", "Block": "BASE", "Lost Valley": "BASE"}


def some_game(game: Game) -> State:
    """Return a random game of a few moves, those of chance included."""
    state, random = State(game), Random(4)
    while state.ply < PLIES and state.outcome() is None:
        state.push(random.choice(list(state.legal_moves)))
    return state


def standing_by(trial: Trial) -> dict[AnyCell, int]:
    """Return what stands where after a trial, by what each move did, without rules."""
    piles: dict[AnyCell, list[int]] = {}
    for cell, what in trial.setup.start:
        piles.setdefault(cell, []).append(what)
    for actions in trial.did or [move.actions for move in trial.moves]:
        for action in actions:
            if action.container == BOARD and action.kind in (ADD, REMOVE):
                pile = piles.setdefault(action.site, [])
                if action.kind == ADD:
                    pile.insert(action.level, action.value)
                else:
                    assert pile.pop(action.level) == action.value
    return {cell: pile[-1] for cell, pile in piles.items() if pile}


class Played(NamedTuple):
    """A random game, and its trial as it is read from a file."""

    state: State
    trial: Trial
    read: Trial


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    """A random game of each that there is, written and read."""
    found, path = {}, tmp_path_factory.mktemp("games") / "game.jsonl"
    for name in PACKAGED.names:
        state = some_game(load(name, jit=False))
        trial = state.trial(seed=4)
        trial.save(path)
        found[name] = Played(state, trial, Trial.load(path))
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, games: dict[str, Played]) -> Iterator[Store]:
    """A store with all of them, which go into the graph together."""
    with Store.open(tmp_path_factory.mktemp("store") / "runs.lbug") as opened:
        assert opened.add(played.read for played in games.values()) == len(games)
        assert opened.add(played.trial for played in games.values()) == 0  # they are there already
        yield opened


@pytest.mark.parametrize("name", PACKAGED.names)
def test_games_are_the_same_written_read_stored_and_replayed(
    name: str, games: dict[str, Played], store: Store
) -> None:
    state, trial, read = games[name]
    described = state.game.description
    assert (trial.text, trial.options) == (described.text, tuple(described.options))
    assert read == trial
    assert read.dumps() == trial.dumps()
    assert standing_by(read) == state.pieces
    number = PACKAGED.names.index(name)
    kept, cells = store.trial(number), store.board(number)
    assert len(store.to_networkx(number)) == len(cells)
    assert kept == trial
    ways = (None, OTHER.get(name, "ZONE-MAP"))
    for technique in ways:
        again = kept.replay(technique)
        assert isinstance(again, State)
        assert (again.key, again.mover, again.outcome()) == (
            state.key,
            state.mover,
            state.outcome(),
        )
        assert again.trial(seed=4) == trial
    assert {cells.key(site) for site in cells} == {state.board.key(site) for site in state.board}
    assert kept.at(3).key == state.at(3).key
