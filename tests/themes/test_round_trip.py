"""Whatever can be played can be written, read back, stored, and replayed: every game there is."""

from pathlib import Path
from random import Random

import pytest

from boardless.games import Game, load
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.state import ADD, BOARD, REMOVE, Trial
from boardless.state.cell import AnyCell
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


@pytest.mark.parametrize("name", PACKAGED.names)
def test_games_are_the_same_written_read_stored_and_replayed(name: str, tmp_path: Path) -> None:
    game = load(name, jit=False)
    state = some_game(game)
    trial = state.trial(seed=4)
    assert (trial.text, trial.options) == (game.description.text, tuple(game.description.options))
    trial.save(tmp_path / "game.jsonl")
    read = Trial.load(tmp_path / "game.jsonl")
    assert read == trial
    assert read.dumps() == trial.dumps()
    assert standing_by(read) == state.pieces
    with Store.open(tmp_path / "runs.lbug") as store:
        assert store.add([read]) == 1
        assert store.add([trial]) == 0  # it is there already
        (kept,) = store.trials()
        cells = store.board(0)
        assert len(store.to_networkx(0)) == len(cells)
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
