"""Notations: moves of a state as text."""

import re
from typing import Protocol

from boardless.games import Game
from boardless.games.ludemes.pieces import Segment, Tile
from boardless.games.ludemes.segment_tiles import LayDrawn
from boardless.play.state import State
from boardless.state import ADD, BOARD, OPTION, SET_ROTATION, SET_STATE, Action, Cell, Move
from boardless.topo import InputError
from boardless.util.inputs import shown


class AbsentPieceError(InputError):
    """A well-formed move names a piece that is not there: it cannot be legal."""


class Notation(Protocol):
    """A notation for the moves of a game, without a state of its own."""

    def split(self, text: str) -> list[str]:
        """Return the texts of the moves of a game, in order."""

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text in a state; it need not be legal."""

    def write(self, state: State, move: Move) -> str:
        """Return a move of a state as text."""


def move_of_all_games(state: State, text: str, form: str) -> Move:
    """Return the move of a text of actions; the error says which `form` the notation takes."""
    try:
        return state.parse(text)
    except InputError:
        raise InputError(f"move {shown(text)}: give {form}") from None


class ActionsNotation:
    """The text of all games, the actions of a move; see `state.move`.

    Examples
    --------
    >>> ActionsNotation().split("+1@0,0 +2@1,0")
    ['+1@0,0', '+2@1,0']
    """

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Read as `State.parse`."""
        return state.parse(text)

    def write(self, state: State, move: Move) -> str:
        """Return ``str(move)``."""
        return str(move)


_FORM = re.compile(r"(-?\d{1,9}),(-?\d{1,9})([NESW])(\+[^\s+]{1,99})?")

#: The form of a move, in words.
_OWN = "a tile from the bag, or column, row and direction, such as 0,1S+City"


class SegmentTilesNotation:
    """Moves of a game where chance takes tiles with segments."""

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text, of this form or of actions; it need not be legal."""
        match = _FORM.fullmatch(text)
        named = [component.name for component in state.components]
        if match is None and text not in named:
            return move_of_all_games(state, text, _OWN)
        for move in state.legal_moves:
            if self.write(state, move) == text:
                return move
        if match is None:
            # No such tile is taken now: no bag has as many sites.
            return Move(state.mover, (Action(OPTION, BOARD, 0, len(named)),))
        cell = Cell(int(match[1]), int(match[2]), 0)
        return Move(state.mover, (Action(ADD, BOARD, cell, 1),))

    def write(self, state: State, move: Move) -> str:
        """Return a legal move of a state as text."""
        actions = {action.kind: action for action in move.actions if action.container == BOARD}
        if actions.keys() == {OPTION}:
            return _taken_tile(state, actions[OPTION].value)
        if not {ADD, SET_ROTATION} <= actions.keys():
            return str(move)
        put = actions[ADD]
        assert isinstance(put.site, tuple)
        text = f"{put.site[0]},{put.site[1]}{'NESW'[actions[SET_ROTATION].value // 2]}"
        if SET_STATE not in actions:
            return text
        return f"{text}+{_segment(state, put.value, actions[SET_STATE].value)}"


def draws_tiles(game: Game) -> bool:
    """Return True if a game takes square tiles with segments by chance."""
    return game.module.model.uses(LayDrawn) and game.tiling.name == "square"


def _taken_tile(state: State, outcome: int) -> str:
    """Return the name of a tile of the bag."""
    owners = [owner for owner, _ in state.game.module.model.hands]
    bag = state.containers[1 + owners.index(0)]
    return state.components[bag.chunk("what").nonzero()[outcome] - 1].name


def _segment(state: State, what: int, number: int) -> str:
    """Return the name of a segment of a tile; segments are counted from 1."""
    tile = state.game.module.model.items[what - 1]
    assert isinstance(tile, Tile)
    names = [segment.name for segment in tile.segments if isinstance(segment, Segment)]
    name = names[number - 1]
    return f"{name}{names[:number].count(name)}" if names.count(name) > 1 else name
