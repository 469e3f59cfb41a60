"""Games whose moves bring cells, or say less than follows from them, are written and stored."""

from pathlib import Path
from random import Random

import pytest

from boardless.games import Game, load
from boardless.play import State, record_playouts, replayed
from boardless.state import ADD, BOARD, SELECT, Action, Component, Equipment, Move, Trial
from boardless.store import Store
from boardless.topo import SQUARE, InputError


def after(game: Game, moves: int) -> State:
    """Return a random game of so many moves, those of chance included."""
    state, random = State(game), Random(1)
    while state.ply < moves and state.outcome() is None:
        state.push(random.choice(list(state.legal_moves)))
    return state


@pytest.mark.parametrize("name", ["Block", "Kingdomino", "Trax"])
def test_playouts_are_the_same_stored_written_and_played_again(name: str, tmp_path: Path) -> None:
    game = load(name, jit=False)
    batch = record_playouts(game, 0, 1)
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([batch])
        (trial,) = store.trials()
        kept = store.board(0)
    assert trial == batch[0] == Trial.loads(trial.dumps())
    state = replayed(trial, game)
    board = state.board
    assert [kept.key(site) for site in kept] == [board.key(site) for site in board]


def test_what_moves_do_to_the_board_does_not_depend_on_how_sites_are_numbered() -> None:
    game = load("Trax", jit=False)
    batch, mapped = (
        record_playouts(game, 1, 2, technique=name) for name in ("ZONE-APPEND", "ZONE-MAP")
    )
    for column in ("actions", "added", "adds", "removes", "boards"):
        assert getattr(batch, column).tolist() == getattr(mapped, column).tolist()


@pytest.mark.parametrize(("name", "tiling"), [("Kingdomino", '"square"'), ("Othello", "null")])
def test_trials_that_only_rules_can_replay_have_sums(name: str, tiling: str) -> None:
    game = load(name, jit=False)
    trial = after(game, 12).trial()
    text = trial.dumps()
    assert f'"tiling": {tiling}' in text
    again = Trial.loads(text)
    assert again == trial
    assert replayed(again, game).move_stack == after(game, 12).move_stack
    lines = text.splitlines()
    for damaged, line in (
        (text.replace('{"mover": 1', '{"mover": 2', 1), 3),
        ("\n".join(lines[:3] + lines[4:-1] + [lines[-1].replace("12", "11")]), 4),
        (text.replace('"sum"', '"key"', 1), 3),
    ):
        with pytest.raises(InputError, match=rf"^line {line}: "):
            Trial.loads(damaged)


def test_a_component_may_be_called_sum() -> None:
    trial = Trial(
        Equipment(SQUARE, (Component("sum"),)), (Move.add(1, component=1, site=(0, 0, 0)),)
    )
    assert Trial.loads(trial.dumps()) == trial


def test_to_select_changes_nothing_without_rules() -> None:
    moves = tuple(
        Move(1 + n % 2, (Action(kind, BOARD, (0, 0, 0), value),))
        for n, (kind, value) in enumerate(((SELECT, 0), (ADD, 1), (SELECT, 0)))
    )
    trial = Trial(Equipment(SQUARE, (Component("tile"),)), moves)
    assert Trial.loads(trial.dumps()) == trial
    assert trial.at(1).key == trial.at(0).after(Move(1, ())).key
    assert trial.at(3).owned.places(1) == trial.at(2).owned.places(1)
