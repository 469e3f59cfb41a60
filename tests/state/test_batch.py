"""Trials become batches, and come back, whatever their moves and boards are."""

from pathlib import Path

import pytest

from boardless.state import (
    ACTIONS,
    OPTION,
    SELECT,
    SET_COUNT,
    SET_HIDDEN,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
    Action,
    Component,
    Equipment,
    FreeState,
    Hand,
    Location,
    Move,
    Trial,
)
from boardless.state.batch import PASS, PLAY, SWAP, batches_of
from boardless.state.move import BOARD
from boardless.store import Store
from boardless.store.frames import packed, unpacked
from boardless.strategies import ZONE_APPEND, ZONE_SHRINK
from boardless.topo import SQUARE, InputError, Tiling

#: Bricks, under the name of another tiling.
BRICKS = Tiling.from_table(
    "square",
    periods=[(2, 0), (1, 1)],
    vertices=[(0, 0), (1, 0)],
    faces=[[(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0), (-1, 1, 1)]],
)


def everything() -> Trial:
    """A game with every kind of action, on a tiling of one's own."""
    setup = Equipment(BRICKS, (Component("tile"), Component("red", 1)), 2, (Hand(1, ((2, 3),)),))
    numbers = (SET_STATE, SET_ROTATION, SET_VALUE, SET_HIDDEN, SET_COUNT)
    state = FreeState(setup, ZONE_APPEND)
    for move in (
        Move.transfer(1, 2, Location(1, 0), Location(BOARD, (0, 0, 0))),
        Move(2, tuple(Action(kind, BOARD, (0, 0, 0), 3) for kind in numbers)),
        Move(1, (Action(ACTIONS["remove"], BOARD, (0, 0, 0), 2),)),
        Move(2, ()),
        Move(1, (Action(ACTIONS["set mover"], BOARD, 0, 1),)),
        Move(1, (Action(SET_COUNT, 1, 0, 7), Action(OPTION, BOARD, 0, 3))),
    ):
        state.push(move)
    return Trial.of(state, "everything")


def test_every_action_is_kept(tmp_path: Path) -> None:
    trial = everything()
    named = {SELECT}  # only moves of games with effects name sites
    assert {a.kind for move in trial.moves for a in move.actions} == set(ACTIONS.values()) - named
    (batch,) = batches_of([trial], ZONE_APPEND)
    assert [*unpacked(packed(batch))] == [*batch] == [trial]
    assert batch.kinds.tolist() == [PLAY, PLAY, PLAY, PASS, SWAP, PLAY]
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([trial])
        assert store.trial(0) == Trial.loads(trial.dumps()) == trial
        assert store.board(0).tiling == BRICKS != SQUARE
        assert not len(store.check())


def test_a_board_that_walks_away_from_its_anchor_is_kept() -> None:
    setup = Equipment(SQUARE, (Component("tile"),), start=(((0, 0, 0), 1),))
    state = FreeState(setup, ZONE_SHRINK)
    for i in range(6):
        source, target = (Location(BOARD, (n, 0, 0)) for n in (i, i + 1))
        state.push(Move.transfer(state.mover, 1, source, target))
    assert state.anchor < 0
    trial = Trial.of(state)
    (batch,) = batches_of([trial], ZONE_SHRINK)
    assert list(batch) == [trial]
    here = set(map(tuple, batch.boards.tolist()))
    went, came = iter(batch.removes.tolist()), iter(batch.adds.tolist())
    for removed, added in zip(batch.removed.tolist(), batch.added.tolist(), strict=True):
        here -= {tuple(next(went)) for _ in range(removed)}
        here |= {tuple(next(came)[:3]) for _ in range(added)}
    assert here == {state.cell(site) for site in state.board}
    assert batch.cells.tolist() == [len(state.board)]


def test_what_is_no_technique_is_refused() -> None:
    with pytest.raises(InputError, match=r"^technique 'zone': give one"):
        next(batches_of([everything()], "zone"))  # type: ignore[arg-type]
