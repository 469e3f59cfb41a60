"""Tiles with paths: how they are laid, whether their sides match, and what their paths do."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, GROWS, NEAR, PUTS, TILES, TRIES, numbers
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.integers import LastTo
from boardless.games.ludemes.kinds import OURS, Condition, Integer, Moves
from boardless.games.ludemes.moves import MovedPiece, Then, To


@ludeme("move", "Lay", example='(move Lay (piece {"Cross" "Curve"}) (to (sites Playable)))')
class Lay(Moves):
    """Lay a tile of some kinds, each turned in every way that makes a difference.

    The colours of its sides are those of the sides beside it; there are tiles enough. Where it is
    forced, a free site beside the tiles that just one tile fits, turned in one way, gets that tile
    in the same move, again and again, and a move after which no tile fits such a site is not legal.
    """

    facts = NEAR | EFFECT | PUTS | TRIES | GROWS | TILES | numbers("rotations")
    source: ClassVar[str] = OURS
    piece: MovedPiece
    to: To
    then: Then | None = None
    _: KW_ONLY
    forced: bool = False


@ludeme("is", "SidesMatch", example="(is SidesMatch)", facts=NEAR | TILES)
class IsSidesMatch(Condition):
    """The sides of the tile on a site, that of the last move, have the colours beside them."""

    at: Integer = LastTo()


@ludeme("pathExtent", example="(pathExtent (mover))", facts=NEAR | TILES)
class PathExtent(Integer):
    """How many rows or columns away the farthest site is that a path leads to, empty ones included.

    It is a path of a colour, the mover's number unless given, on a tile that the last move laid.
    """

    colour: Integer | None = None
    start: Integer | None = None


@ludeme("is", "Across", example="(is Across 8 (mover))", facts=NEAR | TILES)
class IsAcross(Condition):
    """A path on a tile that the last move laid joins opposite sides of all that lies on the board.

    It goes from one of the outermost sides to the opposite one, over so many rows or columns at
    least; it has a colour, the mover's number unless given.
    """

    source: ClassVar[str] = OURS
    length: Annotated[int, Limits(1, 1_000_000)]
    colour: Integer | None = None


class Lines(Word):
    """What the squares of a board are counted in."""

    ROWS = "Rows"
    COLUMNS = "Columns"


@ludeme("span", example="(span Rows (to))", facts=NEAR | TILES)
class Span(Integer):
    """How many rows or columns of a board of squares pieces lie on, from the first to the last.

    With a site, as if there lay a piece as well. Where there are several boards it is that of the
    site.
    """

    source: ClassVar[str] = OURS
    lines: Lines
    at: Integer | None = None
