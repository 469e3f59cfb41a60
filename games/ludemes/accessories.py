"""What some games have besides: dice, dominoes, maps and hints."""

from dataclasses import KW_ONLY
from itertools import combinations_with_replacement
from typing import Annotated, ClassVar

from boardless.games.language.facts import DATA, EFFECT, GOES_ON, STATIC, needs, numbers
from boardless.games.language.ludeme import Limits, Ludeme, Word, bare, ludeme
from boardless.games.ludemes.equipment import Item, Piece, Tile
from boardless.games.ludemes.kinds import Integer, Integers, Listed, Role, SiteType
from boardless.games.ludemes.sizes import Whole


class Faces(Ludeme):
    """The faces of a die: ``{1 2 5 6}``."""

    kind: ClassVar[str] = "the faces of a die {...}"
    facts = STATIC


@bare
class FacesOfDie(Faces):
    """What is on each face."""

    values: Annotated[tuple[Whole, ...], Limits(1, 100)]


@ludeme("dice", example="(dice d:4 faces:{1 2 5 6} num:3)")
class DiceItem(Item):
    """Dice, beside the board, of so many faces (6), from 1 on or from another number.

    All may have faces of their own, the same for each die or others by die. They may belong to a
    role, and some faces may come up more often than others.
    """

    facts = GOES_ON | needs("dice") | numbers("states")
    role: Role = Role.SHARED
    _: KW_ONLY
    d: Annotated[int, Limits(1, 100)] | None = None
    faces: Faces | None = None
    faces_by_die: Annotated[tuple[Faces, ...], Limits(1)] | None = None
    from_: Whole | None = None
    num: Annotated[int, Limits(1, 100)]
    biased: Faces | None = None

    def __post_init__(self) -> None:
        if self.faces_by_die is not None and len(self.faces_by_die) != self.num:
            self.reject(f"expected the faces of {self.num} dice, here are {len(self.faces_by_die)}")


@ludeme("dominoes", example="(dominoes upTo:6)")
class Dominoes(Item):
    """A set of dominoes, each pair of numbers up to one (6) once."""

    facts = (
        EFFECT
        | needs("covers", "large_tiles", "dominoes")
        | numbers("states", "values", "rotations")
    )
    _: KW_ONLY
    up_to: Annotated[int, Limits(0, 16)] = 6

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of each domino, in the order of the components."""
        return tuple(combinations_with_replacement(range(self.up_to + 1), 2))


#: What components are made of.
AnyComponent = Piece | Tile | Dominoes


class Landmark(Word):
    """Sites that every board has."""

    CENTRE_SITE = "CentreSite"
    LEFT_SITE = "LeftSite"
    RIGHT_SITE = "RightSite"
    TOP_SITE = "Topsite"
    BOTTOM_SITE = "BottomSite"
    FIRST_SITE = "FirstSite"
    LAST_SITE = "LastSite"


class Entry(Ludeme):
    """An entry of a map."""

    kind: ClassVar[str] = "an entry of a map"
    source: ClassVar[str] = "Ludii, game.util.math"
    facts = STATIC


@ludeme("pair", example='(pair P1 "D1")', facts=DATA)
class Pair(Entry):
    """A key and its value.

    A role stands for the number of its player; a name for the site of this label or, as a value,
    for the component of this name.
    """

    key: Role | Integer | str
    value: Role | Landmark | Integer | str


@ludeme("map", example='(map "Port" {(pair P1 "A1") (pair P2 "E5")})')
class Map(Item):
    """Integers that stand for others: entries one by one, or keys and their values."""

    name: str | None = None
    entries: Annotated[tuple[Entry, ...], Limits(1)] | None = None
    keys: Integers | None = None
    values: Integers | None = None

    def __post_init__(self) -> None:
        given = [part is not None for part in (self.entries, self.keys, self.values)]
        if given not in ([True, False, False], [False, True, True]):
            self.reject("expected entries, or keys and values")
        if self.keys == Listed(()):
            self.reject("expected at least one key")


class AHint(Ludeme):
    """A hint of a puzzle."""

    kind: ClassVar[str] = "a hint"
    source: ClassVar[str] = "Ludii, game.util.equipment"
    facts = STATIC


class Hinted(Ludeme):
    """What a hint is about: a site, or several."""

    kind: ClassVar[str] = "a site, or a list {...} of sites"
    facts = STATIC


@bare
class HintedSites(Hinted):
    """Sites by their numbers."""

    sites: Annotated[tuple[Whole, ...], Limits(1)]


@ludeme("hint", example="(hint {0 1} 3)")
class Hint(AHint):
    """A number that says something about a site or some sites."""

    about: Hinted
    number: Whole = 0


@ludeme("hints", example="(hints {(hint 1 0) (hint 3 3)})")
class Hints(Item):
    """The hints of a puzzle, about its cells unless another type of sites is given."""

    name: str | None
    hints: Annotated[tuple[AHint, ...], Limits(1)]
    type: SiteType = SiteType.CELL
