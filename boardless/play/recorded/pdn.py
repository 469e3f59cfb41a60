"""Games of draughts in the Portable Draughts Notation.

Squares are labels, such as c3, or numbers, which run along the rows of playing squares. Programs
differ in the corner where the numbers begin, and often declare another corner than they use. The
first player's first move shows whether the corner is on that player's side. Simple moves, which are
diagonal, show whether it is on the left or the right. A capture may name all squares on its way.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardless.play.recorded.turn import Movetext, PlayedGame, Reading, Turn, split, tokens_of
from boardless.topo import InputError
from boardless.util.inputs import integer_between, refuse


@dataclass(frozen=True)
class DraughtsVariant:
    """A kind of draughts."""

    game: str
    #: Squares along a side.
    size: int = 8
    #: The player who moves first.
    first: str = "W"


#: Kinds of draughts by the number in the tag GameType.
VARIANTS = {
    20: DraughtsVariant("International Draughts", 10),
    21: DraughtsVariant("English Draughts", first="B"),
    22: DraughtsVariant("Dama (Italy)"),
    23: DraughtsVariant("American Pool Checkers", first="B"),
    24: DraughtsVariant("Spanish Draughts"),
    25: DraughtsVariant("Shashki"),
    26: DraughtsVariant("Brazilian Draughts"),
    27: DraughtsVariant("Canadian Draughts", 12),
    28: DraughtsVariant("Portuguese Draughts"),
    29: DraughtsVariant("Czech Draughts"),
    40: DraughtsVariant("Frisian Draughts", 10),
}
_SQUARE = re.compile(r"[a-l]\d{1,2}|\d{1,2}")
_TOKENS = tokens_of(
    r"1/2-1/2|[012]-[012]",
    rf"(?:(?:{_SQUARE.pattern})(?:\s*[-x:]\s*(?:{_SQUARE.pattern}))+|[a-l]\d[a-l]\d)(?!\w)",
)


def split_pdn(text: str) -> Iterator[Movetext]:
    """Yield the games of a text, which begin with tags, or end with a result."""
    return split(text, _TOKENS)


def read_pdn(part: Movetext, game: str | None) -> Reading:
    """Read a game of the kind that its tag names, else of `game`, else of its squares."""
    words = [(kind, text) for kind, text in part.main() if kind != "number"]
    moves = [_SQUARE.findall(text) for kind, text in words if kind == "word"]
    if not moves:
        raise InputError("there are no moves")
    variant = _variant(part.tags, moves, game)
    tags, first, about = part.tags, variant.first, part.about()
    if "FEN" in tags or tags.get("SetUp", tags.get("Setup", "0")) != "0":
        first = _first_of(tags.get("FEN", ""), variant.size)
    steps = [_SQUARE.findall(text) for kind, text in words if kind == "word" and "-" in text]
    label = _Numbering(variant.size, moves[0][0], steps)
    for kind, text in words:
        if kind != "word":
            refuse("move", text, "give such as 32-28, 19x28 or c3-d4")
        yield Turn(tuple(map(label, _SQUARE.findall(text))), text=text)
    players = about[:2] if first == "W" else about[1::-1]
    return PlayedGame(variant.game, (), (*players, *about[2:]))


def _variant(tags: dict[str, str], moves: Sequence[list[str]], game: str | None) -> DraughtsVariant:
    """Return the kind of draughts: by its tag, the game that is asked for, or the squares."""
    if "GameType" in tags:
        said = tags["GameType"].partition(",")[0].strip()
        kinds = {str(number): variant for number, variant in VARIANTS.items()}
        return kinds.get(said) or refuse("GameType", said, f"choose one of {', '.join(kinds)}")
    squares = [square for move in moves for square in move]
    numbers = [int(square) for square in squares if square.isdecimal()]
    size = next((size for size in (8, 10) if max(numbers, default=0) <= size * size // 2), 12)
    if game is not None:
        named = {variant.game.casefold(): variant for variant in VARIANTS.values()}
        return named.get(game.casefold(), DraughtsVariant(game, size))
    # Men of the first player stand on 1 to 12, 21 to 32, or on larger boards 31 to 50 or more.
    if len(numbers) < len(squares) or (size == 8 and 12 < numbers[0] < 25):
        raise InputError("no tag GameType: name the game, such as --game 'Shashki'")
    return VARIANTS[27 if size == 12 else 21 if numbers[0] <= 12 and size == 8 else 20]


def _first_of(fen: str, size: int) -> str:
    """Return the first mover in the usual start; InputError if a position is another one."""
    first, *sides = fen.strip(' ."').split(":")
    squares = [
        [
            n
            for a, b in re.findall(r"(\d{1,2})(?:-(\d{1,2}))?", side)
            for n in range(int(a), int(b or a) + 1)
        ]
        for side in sides
    ]
    count, men = size * size // 2, size // 2 * (size // 2 - 1)
    usual = [[*range(1, men + 1)], [*range(count - men + 1, count + 1)]]
    if "K" in fen or first not in ("W", "B") or sorted(map(sorted, squares)) != usual:
        refuse("FEN", fen, "only games from the usual start are read")
    return first


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
        diagonal = []
        for self._is_mirrored in (False, True):
            diagonal.append(sum(map(self._is_diagonal, steps)))
        self._is_mirrored = diagonal[1] > diagonal[0]

    def _is_diagonal(self, move: list[str]) -> bool:
        try:
            (a, b), (c, d) = ((ord(label[0]), int(label[1:])) for label in map(self, move))
        except ValueError:
            return False
        return abs(a - c) == abs(b - d)

    def __call__(self, square: str) -> str:
        """Return the label of a square."""
        if not square.isdecimal():
            return square.upper()
        number = integer_between(int(square), "square", 1, self._count)
        number = self._count + 1 - number if self._is_near else number
        if self._is_mirrored:
            half = self._size // 2
            number += half - 1 - 2 * ((number - 1) % half)
        return square_label(number, self._size)


def square_label(number: int, size: int) -> str:
    """Return the label of a dark square by its number, along the rows from the far left one."""
    row, place = divmod(number - 1, size // 2)
    column = 2 * place + (1 - row % 2)
    return f"{chr(ord('A') + column)}{size - row}"
