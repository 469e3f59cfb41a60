"""The kinds of ludemes, their bare values, and the words of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import RESULTS, Limits, Ludeme, Word, words
from boardless.ir.expressions import TRUE

if TYPE_CHECKING:
    from typing import NoReturn

    from boardless.games.building.builder import Builder, Candidates, SiteSet
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.loops.bitboards import OwnerBits
    from boardless.games.loops.directions import DirectionMeaning
    from boardless.ir.expressions import Bool, EngineFunction, Int, Site


def _refuse(node: Ludeme, b: Builder) -> NoReturn:
    """Raise because a ludeme is not known before the first move, or not supported here."""
    b.playing(node)
    node.reject("is valid, but cannot be compiled in this place yet")


class Graph(Ludeme):
    """The vertices, edges and cells of a fixed board."""

    kind = "the shape of a board"
    source = "Ludii, game.functions.graph"
    facts = STATIC


_Part = TypeVar("_Part")
#: A list with at least one entry.
OneOrMore = Annotated[tuple[_Part, ...], Limits(1)]
#: Names of things of a game; unknown names get a warning.
ComponentName = Annotated[str, Limits(1, of="component")]
RegionName = Annotated[str, Limits(1, of="region")]
TrackName = Annotated[str, Limits(1, of="track")]

#: The source of a concept that Ludii lacks.
OURS = "Of this program"


class OfThisProgram(Ludeme):
    """A concept of this program that Ludii lacks."""

    source = OURS


class Integer(Ludeme):
    """A whole number, a site, a component or a player: an expression over the state."""

    kind = "an integer"
    source = "Ludii, game.functions.ints"
    in_play = True

    @property
    def constant(self) -> int | None:
        """The value of numbers, sums and products of numbers, or None."""
        return None

    @property
    def reach_as_site(self) -> float:
        """The distance in steps from ``(to)`` to the site; a number may mean any site."""
        return self.reach() if self.facts.place else inf

    def meaning(self, b: Builder) -> Int:
        """Return the value; the value of a site is its number in the language."""
        return self.meaning_in_play(b.playing(self))

    def meaning_in_play(self, b: Scope) -> Int:
        """Return the value, if it is unknown before the first move."""
        _refuse(self, b)

    def as_site(self, b: Builder) -> Site:
        """Return the site, or `NONE` without one."""
        return b.site_of(b.integer(self))

    def may_be_held(self, b: Scope) -> bool:
        """Return True if the value may be a site of a hand."""
        return not self.facts.on_board

    def is_component(self) -> bool:
        """Return True if the value is the number of a component, never an empty cell's."""
        return False


class Numbered(Protocol):
    """A player with a number."""

    @property
    def number(self) -> Integer:
        """The number."""


class NamedSite(Integer):
    """A site by its name in a rule."""

    def meaning(self, b: Builder) -> Int:
        """Return the number of the site."""
        return b.number(self.as_site(b))


class Integers(Ludeme):
    """Several integers."""

    kind = "a list of integers"
    source = "Ludii, game.functions.intArray"
    in_play = True

    def each_value(self, b: Builder) -> Iterator[Int]:
        """Iterate over the integers, in order."""
        _refuse(self, b)

    def sees_border_for(self, value: Integer) -> bool:
        """Return True if membership of a value depends on the border of a growing board."""
        return self.sees_border() or value.sees_border()


class Condition(Ludeme):
    """A condition: true or false in a state."""

    kind = "a condition"
    source = "Ludii, game.functions.booleans"
    in_play = True

    def meaning(self, b: Builder) -> Bool:
        """Return the test that the condition holds."""
        return self.meaning_in_play(b.playing(self))

    def meaning_in_play(self, b: Scope) -> Bool:
        """Return the test, if it is unknown before the first move."""
        _refuse(self, b)

    def stands(self) -> bool | None:
        """Return True if (site) must first be occupied, False if empty, None if neither."""
        return None

    def wants_empty(self) -> bool:
        """Return True if it requires that (to) is empty."""
        return False

    def wants_no_friend(self) -> bool:
        """Return True if it requires that (to) has no piece of the mover."""
        return False


class Region(Ludeme):
    """A set of sites."""

    kind = "a region"
    source = "Ludii, game.functions.region"
    in_play = True

    #: Whether a loop finds its sites along directions, in no order.
    along: ClassVar[bool] = False
    #: Whether sites of hands come after the sites of the board.
    held_last: ClassVar[bool] = False

    @property
    def centre(self) -> Integer | None:
        """The site in the middle, if the region consists of the neighbours of one site."""
        return None

    @property
    def only(self) -> Integer | None:
        """The integer for its site, if the region has one site."""
        return None

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites of the region."""
        return b.playing(self).gone_through(self)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        """Return a loop over its sites, if the region has a special one."""
        return None

    def simpler(self, b: Scope) -> Region:
        """Return a region of the same sites with a simpler loop, if there is one."""
        return self

    def bitboard(self, b: Scope) -> OwnerBits | None:
        """Return the bitboard that contains the region, if the program keeps one."""
        return None

    def has(self, what: Int, b: Scope) -> Bool:
        """Return the test that an occupied site of its bitboard belongs to the region."""
        return TRUE

    def span(self, b: Scope, few: int = 0) -> tuple[Int, Int] | None:
        """Return the first site and the end of one player's hand with more than `few` places."""
        return None

    def is_held(self, asked: bool, b: Scope) -> bool:
        """Return True if the region contains sites of hands; `asked`: hands were requested."""
        return False

    def is_of_hands(self) -> bool:
        """Return True if all of its sites are sites of hands."""
        return False

    def is_free(self) -> bool:
        """Return True if all sites are empty, or all belong to hands."""
        return self.is_of_hands()

    def is_near(self) -> bool:
        """Return True if all of its sites are next to pieces, which every growing board has."""
        return False

    def target_sees_border(self) -> bool:
        """Return True if membership of (to) depends on the border of a growing board.

        Reads on (to), or next to it, do not depend on it.
        """
        return self.facts.reach > 1 and self.sees_border()

    def from_regions(self) -> tuple[Region, ...]:
        """Return the regions that supply its sites unchanged."""
        return ()

    def typed_by(self, model: Model) -> tuple[Region, ...]:
        """Return the regions that determine the type of its sites."""
        return self.from_regions()

    def is_few(self) -> bool:
        """Return True if its sites are few, and a loop over it visits only them."""
        return False


class FixedRegion(Region):
    """A region that is known before the first move; a loop may find more."""

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        """Return the sites."""
        raise NotImplementedError

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites, by their numbers at the start."""
        return b.fixed(self, self.at_start)


class Ways(Ludeme):
    """Directions of the board, by default the adjacent ones."""

    kind = "directions"
    source = "Ludii, game.functions.directions"

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        """Return the names of directions of the board, seen from a site before the first move."""
        self.reject("is not known before the first move")

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        """Return the names of directions of the board, or of classes of them, in a view."""
        return ("Adjacent",)

    def is_relative(self) -> bool:
        """Return True if the directions depend on the facing of a piece."""
        return False

    def changing(self) -> Iterator[ChangingWays]:
        """Yield the parts that change from move to move."""
        yield from ()


#: The directions of a description without any.
USUAL = Ways()


class ChangingWays(Ways):
    """A set of directions that depends on the move: one of several alternatives."""

    def options(self, labels: tuple[str, ...]) -> int:
        """Return the number of alternatives on a board with some directions."""
        raise NotImplementedError

    def choice(self, heading: Callable[[], EngineFunction[Int]], b: Scope) -> Int:
        """Return the number of the current alternative; a function computes directions."""
        raise NotImplementedError


class Range(Ludeme):
    """A range of whole numbers, from its first number to its last."""

    kind = "a range of integers"
    source = "Ludii, game.functions.range"


class Moves(Ludeme):
    """A rule that generates the legal moves of a state; each move is a list of actions."""

    kind = "a rule that makes moves"
    source = "Ludii, game.rules.play.moves"
    in_play = True

    @property
    def takes_from(self) -> Region | None:
        """The start sites of the moved pieces, if the rule names them."""
        return None

    def joins(self) -> bool:
        """Return True if a piece may join one of its component, or be added to any other."""
        return False

    def bare(self) -> Moves:
        """Return a rule with the same moves, without consequences."""
        parts: dict[str, Any] = {field: getattr(self, field, None) for field in ("between", "to")}
        bare = {
            name: replace(part, apply=None)
            for name, part in parts.items()
            if (apply := getattr(part, "apply", None)) is not None and apply.if_ is None
        }
        return replace(self, **bare).without("then")

    def as_mover(self, b: Scope) -> tuple[Moves, Scope]:
        """Return a rule that other places share, and the scope for its moves."""
        return self, b

    def finds_one(self) -> bool:
        """Return True if it moves one site's piece to one other site, without a loop."""
        return False

    def without(self, name: str) -> Moves:
        """Return the rule without one of its arguments, if it has that argument."""
        gone: dict[str, Any] = {name: None}
        return replace(self, **gone) if getattr(self, name, None) is not None else self

    def legal(self, b: Scope) -> Candidates:
        """Iterate over its moves; the code of each is written into the open blocks."""
        return followed(self.own_moves(b), getattr(self, "then", None))

    def own_moves(self, b: Scope) -> Candidates:
        """Iterate over its moves without the consequences ``then``, which follow each of them."""
        self.reject("is valid, but cannot be compiled yet")


def followed(moves: Candidates, then: Consequence | None) -> Candidates:
    """Iterate over moves with one more consequence."""
    return (move.followed(then) for move in moves)


RESULTS |= {
    "Int": (Integer, "meaning"),
    "Site": (NamedSite, "as_site"),
    "Bool": (Condition, "meaning"),
    "SiteSet": (Region, "meaning"),
    "Iterator[Site]": (Region, "own_loop"),
    "Iterator[Int]": (Integers, "each_value"),
    "Candidates": (Moves, "legal"),
}


class Consequence(Protocol):
    """The consequence of a move, computed after the move."""

    @property
    def moves(self) -> Moves:
        """The rule for the moves that follow."""

    @property
    def apply_after_all_moves(self) -> bool:
        """Return True if it waits for the moves of all players, in a game of simultaneous moves."""


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
    """Tilings: regular and other Archimedean ones, as in Ludii, their duals, and bricks."""

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
        """Return the concept of play on sites of the type."""
        return frozenset((self.value,))


class SeenBy(Word):
    """The players who see the contents of a container by default."""

    ALL = "All"
    OWNER = "Owner"
    OTHERS = "Others"
    NOBODY = "Nobody"


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
        """Return the concept of the directions."""
        return frozenset((f"{self.value}Direction{'s' * (self is Directions.ALL)}",))

    @property
    def relation(self) -> str:
        """The name of the class among the relations of boards."""
        return "off" if self is Directions.OFF_DIAGONAL else self.value.lower()


class Around(Word):
    """A selection of the sites around a site."""

    EMPTY = "Empty"
    NOT_EMPTY = "NotEmpty"
    OWN = "Own"
    ENEMY = "Enemy"
    NOT_OWN = "NotOwn"
    NOT_ENEMY = "NotEnemy"
