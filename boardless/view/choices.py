"""Choices: the steps by which a person makes a move, from the actions of the move."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, islice, pairwise
from typing import Any, TypeAlias

from boardless.play.state import State
from boardless.state import BOARD, Action, FreeState, Move
from boardless.state.engine.actions import (
    ADD,
    OPTION,
    REMOVE,
    SELECT,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
)
from boardless.state.move import on_cell, place_text
from boardless.view.seen import is_on_board

#: The most cells named; a move that changes more cells names only these.
MAX_NAMED = 40

#: The places to click for a move, in order, then its component and rotation; and behind them, where
#: a move has more to it, a dict of some of
#:
#: ``covers``
#:     the cells under the squares of a large tile, any of which may be clicked as the last place
#: ``puts``
#:     all that is put down, each a place, component, rotation and value
#: ``spot``
#:     the segment of the tile, counted from 1, on which a piece comes to stand
#: ``option``
#:     the number of the move among those that differ in what follows
Choice: TypeAlias = (
    tuple[tuple[str, ...], int, int] | tuple[tuple[str, ...], int, int, dict[str, Any]]
)
#: Components as `view.scene.Scene` has them.
Kinds: TypeAlias = Sequence[Mapping[str, Any]]


def choice_of(move: Move, kinds: Kinds = ()) -> Choice:
    """Return the steps of a move: origin and target, or the first place that it names.

    Of several pieces that are put down the first one is chosen, and the others follow from it,
    unless they are the squares of a large tile.
    """
    if len(move.actions) == 1 and move.actions[0].kind == ADD:  # most moves are, on large boards
        (action,) = move.actions
        return (_place(action),), action.value, 0
    puts = [action for action in move.actions if action.kind == ADD]
    taken, at = first_taken(move), puts[-1] if puts else None
    what = puts[0].value if puts else 0
    covers: tuple[str, ...] = ()
    if taken is None:
        at = puts[0] if puts else None
        named = puts[:1] or [action for action in move.actions if action.kind == SELECT]
        places = tuple(dict.fromkeys(map(_place, named))) or places_of(move)[:1]
    elif covers := _covered(puts, taken, kinds):
        what, places = taken.value, (_place(taken), covers[0])
    else:
        later = _moved_later(move, taken, kinds)
        what = later[0].value if later else what
        # A piece that changes in place, as in a promotion, is pressed once.
        places = tuple(dict.fromkeys(map(_place, later or (taken, *puts[-1:]))))
    #: The last numbers that the move sets at each place, by the kinds of actions.
    numbers: dict[tuple[int, object], dict[int, int]] = {}
    for action in move.actions:
        numbers.setdefault((action.container, action.site), {})[action.kind] = action.value
    more: dict[str, Any] = {}
    if covers:
        more["covers"] = covers
    if len(puts) > 1:
        laid = [(one, numbers[one.container, one.site]) for one in puts]
        more["puts"] = tuple(
            [
                (_place(one), one.value, there.get(SET_ROTATION, 0), there.get(SET_VALUE, 0))
                for one, there in laid
            ]
        )
    own = {} if at is None else numbers[at.container, at.site]
    if at is not None and (spot := own.get(SET_STATE)) and has_segments(kinds, at.value):
        more["spot"] = spot
    for action in move.actions:
        if action.kind == OPTION:
            more["option"] = action.value
    turn = own.get(SET_ROTATION, 0)
    return (places, what, turn, more) if more else (places, what, turn)


def _moved_later(move: Move, first: Action, kinds: Kinds) -> tuple[Action, Action] | None:
    """Return the actions that move the mover's piece after another piece is taken away.

    Rules may take or move a captured piece first, and that is not the one to click.
    """
    pairs = [
        (taken, put)
        for taken, put in pairwise(move.actions)
        if (taken.kind, put.kind) == (REMOVE, ADD) and taken.value == put.value
    ]
    own = (pair for pair in pairs if kinds and kinds[pair[0].value - 1]["owner"] == move.mover)
    moved = next(own, pairs[0] if pairs else None)
    return None if moved is None or moved[0] is first else moved


def first_taken(move: Move) -> Action | None:
    """Return the first action of a move that takes a piece away."""
    for action in move.actions:
        if action.kind == REMOVE:
            return action
    return None


def has_segments(kinds: Kinds, what: int) -> bool:
    """Return True if a component is a tile with segments that pieces stand on."""
    tile = kinds[what - 1]["tile"] if kinds else None
    return bool(tile and tile["anchors"])


def _covered(puts: Sequence[Action], taken: Action, kinds: Kinds) -> tuple[str, ...]:
    """Return the cells under the squares of a large tile; empty if no large tile is laid."""
    if not kinds or not kinds[taken.value - 1]["parts"]:
        return ()
    parts = kinds[taken.value - 1]["parts"]
    return tuple(map(_place, puts)) if len(puts) == len(parts) else ()


@lru_cache(4096)
def _place(action: Action) -> str:
    return place_text(action.container, action.site)


def places_of(move: Move | None) -> tuple[str, ...]:
    """Return the places that a move names, each once, in order."""
    actions = () if move is None else move.actions
    named = [_place(action) for action in actions if action.container or on_cell(action)]
    return tuple(dict.fromkeys(named))


def cells_named(move: Move) -> tuple[str, ...]:
    """Return the cells that a player's move names, at most `MAX_NAMED`; empty for chance.

    >>> from boardless.state import Move
    >>> cells_named(Move.add(1, 1, (2, -1, 0)))
    ('2,-1',)
    """
    places = () if is_by_chance(move) else places_of(move)
    return tuple(islice(filter(is_on_board, places), MAX_NAMED))


def last_places(state: FreeState, seat: int) -> tuple[str, ...]:
    """Return the places of a player's last move, before later moves of chance.

    The cell of the last piece put comes first. The choices of others in an unfinished round are
    left out, unless seat 0 looks.
    """
    if not isinstance(state, State):
        move = state.by_cell(state.peek()) if state.ply else None
    else:
        known = (
            move
            for ply, move in zip(count(state.ply - 1, -1), reversed(state.move_stack), strict=False)
            if is_told(state, ply, move.mover, seat) and not is_by_chance(move)
        )
        move = next(known, None)
    first = () if move is None or move.cell is None else (place_text(BOARD, move.cell),)
    return tuple(dict.fromkeys((*first, *places_of(move))))


def is_told(state: FreeState, ply: int, mover: int, seat: int) -> bool:
    """Return True if a seat may know the move of a ply; choices of this round are hidden."""
    held = state.position.held_choices if isinstance(state, State) else 0
    return seat in (0, mover) or ply < state.ply - held


def is_by_chance(move: Move) -> bool:
    """Return True if a move is an outcome of chance."""
    kinds = [action.kind for action in move.actions if action.kind != SET_MOVER]
    return kinds == [OPTION]
