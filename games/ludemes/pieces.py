"""What pieces and tiles have: states between which they flip, walks and paths."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import STATIC, TILES, needs, numbers
from boardless.games.language.ludeme import Limits, Ludeme, Word, bare, ludeme
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.kinds import OURS

#: The most cells that a tile with parts covers.
MAX_PARTS = 8

#: The largest number that a piece may have as its state, count or value.
Largest = Annotated[int, Limits(0, MAX_INTEGER)]


class TwoStates(Ludeme):
    """The two states between which a piece flips."""

    kind: ClassVar[str] = "two states"
    source: ClassVar[str] = "Ludii, game.util.moves"
    facts = STATIC


@ludeme("flips", example="(flips 1 2)")
class Flips(TwoStates):
    """A piece of the first state flips to the second, and back."""

    first: Largest
    second: Largest


class Stride(Word):
    """A part of a walk: a step forward, or a turn to the left or to the right."""

    F = "F"
    L = "L"
    R = "R"


class Walk(Ludeme):
    """The walk over the cells that a piece covers."""

    kind: ClassVar[str] = "a walk {...}"
    facts = STATIC


@bare
class WalkOfSteps(Walk):
    """Steps and turns one by one: ``{F R F}``."""

    steps: Annotated[tuple[Stride, ...], Limits(1)]


class Walks(Ludeme):
    """The walks of the several forms of a piece."""

    kind: ClassVar[str] = "walks {{...} ...}"
    facts = STATIC


@bare
class WalkOfEachForm(Walks):
    """A walk for each form: ``{{F R F} {F L F}}``."""

    walks: Annotated[tuple[Walk, ...], Limits(1)]


class TilePath(Ludeme):
    """A line on a tile."""

    kind: ClassVar[str] = "a path"
    source: ClassVar[str] = "Ludii, game.equipment.component.tile"
    facts = STATIC


class TilePart(Ludeme):
    """What a tile that covers several cells puts on one of them."""

    kind: ClassVar[str] = "a part of a tile"
    source: ClassVar[str] = OURS
    facts = STATIC


@ludeme("part", example='(part "Forest" value:1)', facts=TILES | numbers("values"))
class PartOfTile(TilePart):
    """A component without an owner, and its value there (0)."""

    component: str
    _: KW_ONLY
    value: Largest = 0


@ludeme("path", example="(path from:0 to:2 colour:1)", facts=TILES)
class Path(TilePath):
    """A line from a side of a tile to another, from the slots of those numbers (0)."""

    _: KW_ONLY
    from_: Largest
    slots_from: Largest = 0
    to: Largest
    slots_to: Largest = 0
    colour: Largest


class TileSegment(Ludeme):
    """A part of a tile that those of tiles beside it continue."""

    kind: ClassVar[str] = "a segment"
    source: ClassVar[str] = "Of this program"
    facts = STATIC


@ludeme("segment", example='(segment "Road" {0 2})')
class Segment(TileSegment):
    """A part of a tile, of a kind, that ends at some sides, counted from 0, clockwise from the top.

    Tiles fit where the kinds at the sides that meet are the same. It may end at halves of sides:
    side n has the halves 2n and 2n + 1, clockwise. It touches the segments that end at the sides
    ``beside`` it, and may have marks that count.
    """

    facts = TILES | needs("segments", "joined_features")
    name: str
    sides: tuple[Largest, ...] = ()
    _: KW_ONLY
    halves: tuple[Largest, ...] = ()
    beside: tuple[Largest, ...] = ()
    marks: Largest = 0
