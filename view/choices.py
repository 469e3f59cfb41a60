"""Which places are clicked for a move."""

from typing import TypeAlias

from boardless.play.state import State
from boardless.state import FreeState, Move
from boardless.state.engine.actions import ADD, OPTION, SET_ROTATION
from boardless.state.move import on_cell
from boardless.state.move_text import place_text

#: The places to click for a move, in order, then its component and rotation.
Choice: TypeAlias = tuple[tuple[str, ...], int, int]


def choice_of(move: Move) -> Choice:
    """Return what is clicked for a move: from and to, or the first place that it names.

    Of several pieces that are put down the first one is chosen, and the others follow from it.
    """
    puts = [action for action in move.actions if action.kind == ADD]
    what = puts[0].value if puts else 0
    turns = [action for action in move.actions if action.kind == SET_ROTATION]
    if len(puts) > 1 and move.from_ is None:
        chosen = puts[0]
        turns = [turn for turn in turns if turn.site == chosen.site]
        places: tuple[str, ...] = (place_text(chosen.container, chosen.site),)
    else:
        ends = [end for end in (move.from_, move.to) if end is not None]
        places = tuple(place_text(*end) for end in ends) or places_of(move)[:1]
    return places, what, turns[-1].value if turns else 0


def places_of(move: Move | None) -> tuple[str, ...]:
    """Return the places that a move names, each once, in order."""
    named = (
        place_text(action.container, action.site)
        for action in (move.actions if move else ())
        if action.container or on_cell(action)
    )
    return tuple(dict.fromkeys(named))


def last_places(state: State | FreeState) -> tuple[str, ...]:
    """Return the places of the last move of a player, whatever chance has done since."""
    if isinstance(state, FreeState):
        return places_of(state.by_cell(state.peek())) if state.ply else ()
    moves = reversed(state.move_stack)
    return places_of(next((move for move in moves if not is_by_chance(move)), None))


def is_by_chance(move: Move) -> bool:
    """Tell whether a move is an outcome of chance."""
    return [action.kind for action in move.actions] == [OPTION]
