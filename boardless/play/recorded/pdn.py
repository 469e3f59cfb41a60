"""Games of draughts in the Portable Draughts Notation.

Squares are labels, such as c3, or numbers. Numbers run along the rows of dark squares, from the far
left one for White. A capture may name all squares on its way.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardless.play.recorded.turn import PlayedGame, Turn
from boardless.topo import InputError
from boardless.util.inputs import shown


@dataclass(frozen=True)
class Variant:
    """A kind of draughts."""

    game: str
    #: Squares along a side.
    size: int
    #: Whether numbers run from the first player's near right square, as black moves first.
    from_first: bool = False


#: Kinds of draughts by the number in the tag GameType.
VARIANTS = {
    20: Variant("International Draughts", 10),
    21: Variant("English Draughts", 8, from_first=True),
    23: Variant("American Pool Checkers", 8, from_first=True),
    25: Variant("Shashki", 8),
    26: Variant("Brazilian Draughts", 8),
    27: Variant("Canadian Draughts", 12),
    40: Variant("Frisian Draughts", 10),
}
#: The kind of a game that names none.
DEFAULT = 20
_TAG = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
#: What is read over: tags, comments, variations without others in them, annotations.
_BESIDE = re.compile(r"\[[^\]]*\]|\{[^}]*\}|;[^\n]*|\([^()]*\)|\$\d+")
_NUMBER = re.compile(r"\d+\.+")
_RESULT = re.compile(r"\*|(?:[012]|1/2)-(?:[012]|1/2)")
_SQUARE = r"(?:[a-l]\d{1,2}|\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}(?:[-x:]{_SQUARE})+[!?*]*")


def pdn_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text, which begin with tags, or end with a result."""
    tags: dict[str, str] = {}
    for part in re.split(r"(?m)(?<!\]\n)^(?=[ \t]*\[)", text.replace("\r", "")):
        tags = dict(_TAG.findall(part))
        body = part
        while (cleared := _BESIDE.sub(" ", body)) != body:
            body = cleared
        yield from _games(tags, _NUMBER.sub(" ", body).split())


def _games(tags: dict[str, str], words: list[str]) -> Iterator[PlayedGame]:
    """Yield the games of the words below some tags."""
    kind = re.match(r"\d+", tags.get("GameType", str(DEFAULT)))
    variant = VARIANTS.get(int(kind[0])) if kind else None
    if variant is None:
        raise InputError(
            f"GameType {shown(tags['GameType'])}: choose one of {', '.join(map(str, VARIANTS))}"
        )
    turns: list[Turn] = []
    for word in words:
        if _RESULT.fullmatch(word) or not _MOVE.fullmatch(word):
            if not _RESULT.fullmatch(word):
                raise InputError(f"move {shown(word)}: give such as 32-28, 19x28 or c3-d4")
            if turns:
                yield PlayedGame(variant.game, (), tuple(turns))
            turns = []
        else:
            turns.append(_turn(word, variant))
    if turns:
        yield PlayedGame(variant.game, (), tuple(turns))


def _turn(text: str, variant: Variant) -> Turn:
    squares = re.findall(_SQUARE, text)
    return Turn(tuple(_label(square, variant) for square in squares), text=text)


def _label(square: str, variant: Variant) -> str:
    """Return the label of a square.

    Examples
    --------
    >>> [_label(square, VARIANTS[20]) for square in ("1", "6", "46", "50", "c3")]
    ['B10', 'A9', 'A1', 'I1', 'C3']
    >>> [_label(square, VARIANTS[21]) for square in ("1", "32")]
    ['G1', 'B8']
    """
    if not square.isdecimal():
        return square.upper()
    number, count = int(square), variant.size * variant.size // 2
    if not 1 <= number <= count:
        raise InputError(f"square {square}: choose one from 1 to {count}")
    return square_label(count + 1 - number if variant.from_first else number, variant.size)


def square_label(number: int, size: int) -> str:
    """Return the label of a dark square by its number, along the rows from the far left one."""
    row, place = divmod(number - 1, size // 2)
    column = 2 * place + (1 - row % 2)
    return f"{chr(ord('A') + column)}{size - row}"
