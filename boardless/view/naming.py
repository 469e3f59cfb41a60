"""Names of moves for people, the same in the list of a page, the terminal and `boardless replay`.

Games with a notation of their own (`play.notations`) use it: Hive, Trax, and Carcassonne, with the
name of the tile in front unless words say it. In other games a move is named by squares of the
board: ``e2-e4`` if a piece goes from square to square, ``b2`` or ``2,-2`` if only one kind of piece
can be put there. All other moves are words such as ``Spider to 2,-2``.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from boardless.games import Game
from boardless.play.notations import (
    AbsentPieceError,
    ActionsNotation,
    SegmentTilesNotation,
    notation_of,
)
from boardless.play.state import State
from boardless.state import FreeState, Move
from boardless.state.engine.actions import ADD
from boardless.topo import InputError
from boardless.util.inputs import refuse
from boardless.view.choices import is_by_chance
from boardless.view.seen import cell_names, hides, seen_piles, with_dice
from boardless.view.words import Reader, move_name, move_words

#: A text of two squares, with or without a stroke between them.
_SQUARES = re.compile(r"([a-z]+\d+)-?([a-z]+\d+.*)")


def has_notation(game: Game) -> bool:
    """Return True if a game has a notation of its players."""
    return not isinstance(notation_of(game), ActionsNotation)


def own_name(state: FreeState, move: Move) -> str:
    """Return a move of a state in the notation of the game's players; "" without a notation.

    >>> from boardless.games import load
    >>> state = State(load("Hive", jit=False))
    >>> own_name(state, state.parse("3@h1.1>0,0"))
    'wS1'
    """
    if not isinstance(state, State) or not has_notation(state.game):
        return ""
    text = notation_of(state.game).write(state, move)
    return "" if text == str(move) and move.actions else text


def _with_tile(state: State, move: Move) -> str:
    """Return the own name of a move, after the name of the tile that it lays."""
    name = own_name(state, move)
    put = next((action for action in move.actions if action.kind == ADD), None)
    if not name or put is None or not isinstance(notation_of(state.game), SegmentTilesNotation):
        return name
    return f"{state.components[put.value - 1].name} {name}"


def names_of(state: State, moves: Sequence[Move], seat: int) -> list[str]:
    """Return the names of the moves of a state, as far as a seat sees the pieces.

    If several moves have one name, their texts are used.
    """
    reader = _reader(state, seat)
    names = [_with_tile(state, move) or move_name(move, reader) for move in moves]
    times = Counter(map(_folded, names))
    return [
        str(move) if times[_folded(name)] > 1 or name.isdecimal() else name
        for name, move in zip(names, moves, strict=True)
    ]


def name_of(state: State, move: Move, seat: int) -> str:
    """Return the name of a legal move of a state, as far as a seat sees the pieces.

    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> name_of(state, state.parse("+1@0,0"), 1)
    'b2'
    """
    if is_by_chance(move):
        return own_name(state, move) or str(move)
    moves = list(state.legal_moves)
    return names_of(state, moves, seat)[moves.index(move)]


def names_in(game: Game, text: str) -> list[str]:
    """Return the texts of the moves of a game, split at ``;`` and a space, else by its notation.

    >>> from boardless.games import load
    >>> names_in(load("Hive", jit=False), "wS1; bS1 wS1-")
    ['wS1', 'bS1 wS1-']
    >>> names_in(load("Hex", jit=False), "b2 c3")
    ['b2', 'c3']
    """
    if re.search(r";\s", text):
        return [part for part in map(str.strip, re.split(r";(?:\s+|$)", text)) if part]
    return notation_of(game).split(text)


def named_move(state: State, text: object) -> Move:
    """Return the move that a text means: its actions, the notation of its game, or its name.

    Upper and lower case are the same in names, and ``e2e4`` is ``e2-e4``. A move that is given by
    its actions or in a notation need not be legal.

    Raises
    ------
    InputError
        If the text does not mean exactly one legal move.

    Examples
    --------
    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> print(named_move(state, "B2"))
    +1@0,0
    """
    if not isinstance(text, str):
        refuse("move", text, "give a text")
    readers: tuple[Callable[[State, str], Move], ...] = (notation_of(state.game).read, State.parse)
    refused: InputError | None = None
    for read in readers:
        try:
            return read(state, text)
        except AbsentPieceError:
            raise
        except InputError as error:
            refused = refused or error
    moves = tuple(state.legal_moves) if state.seat and state.outcome() is None else ()
    reader = _reader(state, state.seat)
    wanted, matches = _folded(text), []
    for move in moves:
        named = {_with_tile(state, move), move_name(move, reader), move_words(move, reader)}
        if wanted in map(_folded, named):
            matches.append(move)
    if len(matches) > 1:
        texts = " or ".join(map(str, matches[:3]))
        refuse("move", text, f"{len(matches)} moves have this name, give {texts}")
    if not matches:
        assert refused is not None
        if not moves or "@" in text:  # a game that is replayed, or actions
            raise refused
        names = names_of(state, moves[:3], state.seat)
        few = ("; " if "," in "".join(names) else ", ").join(names)
        more = f" and {len(moves) - 3} more" if len(moves) > 3 else ""
        refuse("move", text, f"no legal move has this name; choose from {few}{more}")
    return matches[0]


def _reader(state: State, seat: int) -> Reader:
    """Return what a seat sees before a move."""
    piles = seen_piles(state, seat, cell_names(state))
    return Reader.of(state, with_dice(state, piles)[0], all_seen=not hides(state.game))


def _folded(text: str) -> str:
    """Return the form in which all texts of one name are equal.

    >>> _folded("E2-E4"), _folded("e2e4"), _folded("Disc to  2,-2")
    ('e2e4', 'e2e4', 'disc to 2,-2')
    """
    folded = " ".join(text.split()).casefold()
    squares = _SQUARES.fullmatch(folded)
    return squares[1] + squares[2] if squares else folded
