"""Games of draughts in the Portable Draughts Notation.

Squares are labels, such as c3, or numbers, which run along the rows of playing squares. Programs
differ in the corner where they begin, and often say another one than they use: the first player's
first move tells whether that is on his side, and simple moves, which are diagonal, tell whether it
is left or right. A capture may name all squares on its way.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardless.play.recorded.movetext import Movetext, split, tokens_of
from boardless.play.recorded.turn import PlayedGame, Turn, error_at, turns_of
from boardless.topo import InputError
from boardless.util.inputs import shown


@dataclass(frozen=True)
class Variant:
    """A kind of draughts."""

    game: str
    #: Squares along a side.
    size: int = 8
    #: Men of a player at the start; they fill the rows on his side.
    men: int = 12
    #: Who moves first.
    first: str = "W"


#: Kinds of draughts by the number in the tag GameType.
VARIANTS = {
    20: Variant("International Draughts", 10, 20),
    21: Variant("English Draughts", first="B"),
    22: Variant("Dama (Italy)"),
    23: Variant("American Pool Checkers", first="B"),
    24: Variant("Spanish Draughts"),
    25: Variant("Shashki"),
    26: Variant("Brazilian Draughts"),
    27: Variant("Canadian Draughts", 12, 30),
    28: Variant("Portuguese Draughts"),
    29: Variant("Czech Draughts"),
    40: Variant("Frisian Draughts", 10, 20),
}
_SQUARE = r"(?:[a-l]\d{1,2}|\d{1,2})"
_TOKENS = tokens_of(
    r"1/2-1/2|[012]-[012]",
    rf"(?:{_SQUARE}(?:\s*[-x:]\s*{_SQUARE})+|[a-l]\d[a-l]\d)(?!\w)",
)


def split_pdn(text: str) -> Iterator[Movetext]:
    """Yield the games of a text, which begin with tags, or end with a result."""
    return split(text, _TOKENS)


def read_pdn(part: Movetext, game: str | None) -> PlayedGame:
    """Return a game of the kind that its tag names, else of `game`, else of its squares."""
    words: list[str] = []
    for kind, text in part.main():
        if kind == "word":
            words.append(text)
        elif kind == "other":
            move = f"move {shown(text)}: give such as 32-28, 19x28 or c3-d4"
            raise error_at(len(words) + 1, move)
    if not words:
        raise InputError("there are no moves")
    moves = turns_of(words, lambda word: re.findall(_SQUARE, word))
    variant = _variant(part.tags, moves, game)
    first, about = variant.first, part.about()
    if "FEN" in part.tags or part.tags.get("SetUp", part.tags.get("Setup", "0")) != "0":
        first = _first_of(part.tags.get("FEN", ""), variant)
    steps = [move for move, word in zip(moves, words, strict=True) if not set("x:") & set(word)]
    labels = _Numbering(variant.size, moves[0][0], steps)
    turns = turns_of(
        words, lambda word: Turn(tuple(map(labels, re.findall(_SQUARE, word))), text=word)
    )
    if first == "B":
        about = (about[1], about[0], *about[2:])
    return PlayedGame(variant.game, (), turns, about)


def _variant(tags: dict[str, str], moves: Sequence[list[str]], game: str | None) -> Variant:
    """Return the kind of draughts: by its tag, the game that is asked for, or the squares."""
    squares = [square for move in moves for square in move]
    most = max((int(square) for square in squares if square.isdecimal()), default=0)
    size = next((size for size in (8, 10) if most <= size * size // 2), 12)
    if "GameType" in tags:
        said = tags["GameType"].partition(",")[0].strip()
        if not said.isdecimal() or int(said) not in VARIANTS:
            kinds = ", ".join(map(str, VARIANTS))
            raise InputError(f"GameType {shown(tags['GameType'])}: choose one of {kinds}")
        return VARIANTS[int(said)]
    if game is not None:
        named = [it for it in VARIANTS.values() if it.game.casefold() == game.casefold()]
        return named[0] if named else Variant(game, size)
    if len(squares) and all(square.isdecimal() for square in squares):
        first = int(moves[0][0])
        if size > 8:
            return VARIANTS[20 if size == 10 else 27]
        if first > 24:
            return VARIANTS[20]
        if first <= 12:
            return VARIANTS[21]
    raise InputError("no tag GameType: name the game, such as --game 'Shashki'")


def _first_of(fen: str, variant: Variant) -> str:
    """Return who moves first in the usual start; InputError if a position is another one."""
    count = variant.size * variant.size // 2
    sides: dict[str, set[int]] = {}
    mover, _, listed = fen.strip(' ."').partition(":")
    for side in listed.split(":"):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", side):
            numbers = range(int(first), min(int(last or first), count) + 1)
            sides.setdefault(side[:1], set()).update(numbers)
    low, high = set(range(1, variant.men + 1)), set(range(count - variant.men + 1, count + 1))
    usual = ({"W": high, "B": low}, {"W": low, "B": high})
    if "K" in listed or sides not in usual or mover not in sides:
        raise InputError(f"FEN {shown(fen)}: only games from the usual start are read")
    return mover


class _Numbering:
    """Labels of the squares of a game by their numbers.

    Examples
    --------
    >>> ten = _Numbering(10, "32", [["32", "28"]])
    >>> [ten(square) for square in ("1", "6", "46", "50", "c3")]
    ['B10', 'A9', 'A1', 'I1', 'C3']
    >>> english = _Numbering(8, "11", [["11", "15"]])
    >>> english("1"), english("32")
    ('G1', 'B8')
    """

    def __init__(self, size: int, first: str, steps: Sequence[list[str]]) -> None:
        self._size, self._count = size, size * size // 2
        self._is_near = first.isdecimal() and int(first) <= self._count // 2
        self._is_mirrored = False
        straight = sum(map(self._is_diagonal, steps))
        self._is_mirrored = True
        self._is_mirrored = sum(map(self._is_diagonal, steps)) > straight

    def _is_diagonal(self, move: list[str]) -> bool:
        if not "".join(move).isdecimal() or not all(1 <= int(it) <= self._count for it in move):
            return False
        start, end = self(move[0]), self(move[-1])
        return abs(ord(start[0]) - ord(end[0])) == abs(int(start[1:]) - int(end[1:]))

    def __call__(self, square: str) -> str:
        """Return the label of a square."""
        if not square.isdecimal():
            return square.upper()
        number = int(square)
        if not 1 <= number <= self._count:
            raise InputError(f"square {square}: choose one from 1 to {self._count}")
        number = self._count + 1 - number if self._is_near else number
        if self._is_mirrored:
            row, place = divmod(number - 1, self._size // 2)
            number = (row + 1) * (self._size // 2) - place
        return square_label(number, self._size)


def square_label(number: int, size: int) -> str:
    """Return the label of a dark square by its number, along the rows from the far left one."""
    row, place = divmod(number - 1, size // 2)
    column = 2 * place + (1 - row % 2)
    return f"{chr(ord('A') + column)}{size - row}"
