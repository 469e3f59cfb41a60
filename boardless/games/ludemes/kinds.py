"""The kinds of ludemes, their bare values, and the words of the language."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import RESULTS, Ludeme, Word, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.scope import Scope
    from boardless.ir.expressions import Bool, Int, Site


def _refuse(node: Ludeme, b: Builder) -> NoReturn:
    """Complain that a ludeme is not known before the first move, or cannot be compiled here."""
    b.playing(node)
    node.reject("is read, but cannot be compiled in this place yet")


class Graph(Ludeme):
    """The vertices, edges and cells of a fixed board."""

    kind: ClassVar[str] = "the shape of a board"
    source: ClassVar[str] = "Ludii, game.functions.graph"
    facts = STATIC


#: Where the concept is not one of Ludii's.
OURS = "Of this program"


class OfThisProgram(Ludeme):
    """A concept that is not one of Ludii's."""

    source: ClassVar[str] = OURS


class Integer(Ludeme):
    """A whole number, a site, a component or a player: an expression over the state."""

    kind: ClassVar[str] = "an integer"
    source: ClassVar[str] = "Ludii, game.functions.ints"
    in_play: ClassVar[bool] = True

    @property
    def constant(self) -> int | None:
        """The value of numbers, sums and products of numbers; None of anything else."""
        return None

    @property
    def reach_as_site(self) -> float:
        """The distance in steps from ``(to)`` to the site meant; a number may mean any site."""
        return self.reach() if self.facts.place else inf

    def meaning(self, b: Builder) -> Int:
        """Return its value, of a site the number in the language."""
        _refuse(self, b)

    def as_site(self, b: Builder) -> Site:
        """Return the site that it means, `NONE` where there is none."""
        return b.site_of(b.integer(self))


class NamedSite(Integer):
    """A site by its name in a rule."""

    def meaning(self, b: Builder) -> Int:
        """Return its number."""
        return b.number(self.as_site(b))


class Integers(Ludeme):
    """Several integers."""

    kind: ClassVar[str] = "a list of integers"
    source: ClassVar[str] = "Ludii, game.functions.intArray"
    in_play: ClassVar[bool] = True

    def each_value(self, b: Builder) -> Iterator[Int]:
        """Go through them, in order."""
        _refuse(self, b)


class Condition(Ludeme):
    """A condition: true or false in a state."""

    kind: ClassVar[str] = "a condition"
    source: ClassVar[str] = "Ludii, game.functions.booleans"
    in_play: ClassVar[bool] = True

    def meaning(self, b: Builder) -> Bool:
        """Return whether it holds."""
        _refuse(self, b)


class Region(Ludeme):
    """A set of sites."""

    kind: ClassVar[str] = "a region"
    source: ClassVar[str] = "Ludii, game.functions.region"
    in_play: ClassVar[bool] = True

    @property
    def centre(self) -> Integer | None:
        """The site whose neighbours these are, if they are those of one site."""
        return None

    def meaning(self, b: Builder) -> SiteSet:
        """Return its sites."""
        return b.playing(self).gone_through(self)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        """Return a loop over its sites, if it has one of its own."""
        return None

    def is_of_hands(self) -> bool:
        """Tell whether all of its sites are sites of hands."""
        return False

    def from_regions(self) -> tuple[Region, ...]:
        """Return the regions from which its sites come, as they are."""
        return ()

    def is_few(self) -> bool:
        """Tell whether its sites are few, and a loop over it goes through them alone."""
        return False


class Range(Ludeme):
    """The whole numbers from one to another."""

    kind: ClassVar[str] = "a range of integers"
    source: ClassVar[str] = "Ludii, game.functions.range"


class Moves(Ludeme):
    """A rule that makes the legal moves of a state; each move is a list of actions."""

    kind: ClassVar[str] = "a rule that makes moves"
    source: ClassVar[str] = "Ludii, game.rules.play.moves"
    in_play: ClassVar[bool] = True

    @property
    def takes_from(self) -> Region | None:
        """The sites from which it takes what it moves, if it says so."""
        return None

    def legal(self, b: Scope) -> Iterator[Candidate]:
        """Go through its moves: each is yielded where it is found, in blocks that are open."""
        self.reject("is read, but cannot be compiled yet")


RESULTS |= {
    "Int": (Integer, "meaning"),
    "Site": (NamedSite, "as_site"),
    "Bool": (Condition, "meaning"),
    "SiteSet": (Region, "meaning"),
    "Iterator[Candidate]": (Moves, "legal"),
}


class Role(Word):
    """The role of a player: owner or actor."""

    NEUTRAL = "Neutral"
    vars().update({f"P{n}": f"P{n}" for n in range(1, 17)})
    SHARED = "Shared"
    EACH = "Each"
    ALL = "All"
    MOVER = "Mover"
    NEXT = "Next"
    PREVIOUS = "Prev"
    NON_MOVER = "NonMover"
    ENEMY = "Enemy"
    FRIEND = "Friend"
    ALLY = "Ally"
    PLAYER = "Player"
    TEAM_MOVER = "TeamMover"
    vars().update({f"TEAM{n}": f"Team{n}" for n in range(1, 17)})


class Outcome(Word):
    """The outcome of a game for a role."""

    WIN = "Win"
    LOSS = "Loss"
    DRAW = "Draw"
    TIE = "Tie"
    ABANDON = "Abandon"
    CRASH = "Crash"


class TilingName(Word):
    """Tilings: regular and other Archimedean ones, as Ludii names them, their duals, and bricks."""

    vars().update(
        words(
            "Hexagonal Square Triangular T33336 T33344 T33434 T3464 T3636 T31212 T4612 T488 "
            "Floret Prismatic Cairo Deltoidal Rhombille Triakis Kisrhombille Tetrakis Brick"
        )
    )


class SiteType(Word):
    """The types of sites of a board."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"

    def concepts(self) -> frozenset[str]:
        """Return that there is play on sites of the type."""
        return frozenset((self.value,))


class Compass(Word):
    """The sixteen compass points, clockwise from north."""

    N = "N"
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"


class Directions(Word):
    """A class of directions: the steps across an edge, a corner, either, or any step."""

    ORTHOGONAL = "Orthogonal"
    DIAGONAL = "Diagonal"
    OFF_DIAGONAL = "OffDiagonal"
    ADJACENT = "Adjacent"
    ALL = "All"

    def concepts(self) -> frozenset[str]:
        """Return that there are such directions."""
        return frozenset((f"{self.value}Direction{'s' * (self is Directions.ALL)}",))


class Around(Word):
    """The part of the sites around that is meant."""

    EMPTY = "Empty"
    NOT_EMPTY = "NotEmpty"
    OWN = "Own"
    ENEMY = "Enemy"
    NOT_OWN = "NotOwn"
    NOT_ENEMY = "NotEnemy"


@dataclass(frozen=True)
class SiteOrRegion(Integer):
    """A number of a site, or of all sites of a region together."""

    #: Whether a place has to be named; else it is (last To).
    names_place: ClassVar[bool] = False
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        from boardless.games.ludemes.sites import LastTo

        if self.at is None and self.in_ is None and not self.names_place:
            object.__setattr__(self, "at", LastTo())
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")
