"""The kinds of ludemes, their bare values, and the words of the language."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import RESULTS, Limits, Ludeme, Word, words
from boardless.ir.expressions import TRUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

    from boardless.games.building.builder import Builder, SiteSet
    from boardless.games.building.candidates import Candidates
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.loops.directions import View
    from boardless.games.loops.owner_bitboards import OwnerBits
    from boardless.ir.expressions import Bool, Function, Int, Site


def _refuse(node: Ludeme, b: Builder) -> NoReturn:
    """Complain that a ludeme is not known before the first move, or cannot be compiled here."""
    b.playing(node)
    node.reject("is read, but cannot be compiled in this place yet")


class Graph(Ludeme):
    """The vertices, edges and cells of a fixed board."""

    kind = "the shape of a board"
    source = "Ludii, game.functions.graph"
    facts = STATIC


_Part = TypeVar("_Part")
#: A list with at least one entry.
OneOrMore = Annotated[tuple[_Part, ...], Limits(1)]
#: Names of things of a game; a name that nothing bears gets a warning.
ComponentName = Annotated[str, Limits(1, of="component")]
RegionName = Annotated[str, Limits(1, of="region")]
TrackName = Annotated[str, Limits(1, of="track")]

#: Where the concept is not one of Ludii's.
OURS = "Of this program"


class OfThisProgram(Ludeme):
    """A concept that is not one of Ludii's."""

    source = OURS


class Integer(Ludeme):
    """A whole number, a site, a component or a player: an expression over the state."""

    kind = "an integer"
    source = "Ludii, game.functions.ints"
    in_play = True

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

    def may_be_held(self, b: Scope) -> bool:
        """Tell whether it may mean a site of a hand."""
        return not self.facts.on_board

    def is_component(self) -> bool:
        """Tell whether it is the number of a component, which no empty cell has."""
        return False


class Numbered(Protocol):
    """A player who has a number."""

    @property
    def number(self) -> Integer:
        """The number."""


class NamedSite(Integer):
    """A site by its name in a rule."""

    def meaning(self, b: Builder) -> Int:
        """Return its number."""
        return b.number(self.as_site(b))


class Integers(Ludeme):
    """Several integers."""

    kind = "a list of integers"
    source = "Ludii, game.functions.intArray"
    in_play = True

    def each_value(self, b: Builder) -> Iterator[Int]:
        """Go through them, in order."""
        _refuse(self, b)

    def sees_border_for(self, value: Integer) -> bool:
        """Tell whether it depends on the border of a growing board that a value is among them."""
        return self.sees_border() or value.sees_border()


class Condition(Ludeme):
    """A condition: true or false in a state."""

    kind = "a condition"
    source = "Ludii, game.functions.booleans"
    in_play = True

    def meaning(self, b: Builder) -> Bool:
        """Return whether it holds."""
        _refuse(self, b)

    def stands(self) -> bool | None:
        """Tell whether it says first that a piece stands on (site), or that none does."""
        return None

    def wants_empty(self) -> bool:
        """Tell whether it says that nothing stands on (to)."""
        return False

    def wants_no_friend(self) -> bool:
        """Tell whether it says that what stands on (to) is none of the mover's."""
        return False


class Region(Ludeme):
    """A set of sites."""

    kind = "a region"
    source = "Ludii, game.functions.region"
    in_play = True

    #: Whether a loop finds its sites along directions, in no order.
    along: ClassVar[bool] = False
    #: Whether sites of hands come behind those of the board.
    held_last: ClassVar[bool] = False

    @property
    def centre(self) -> Integer | None:
        """The site whose neighbours these are, if they are those of one site."""
        return None

    @property
    def only(self) -> Integer | None:
        """The integer that means its site, if it is the region of one site."""
        return None

    def meaning(self, b: Builder) -> SiteSet:
        """Return its sites."""
        return b.playing(self).gone_through(self)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        """Return a loop over its sites, if it has one of its own."""
        return None

    def simpler(self, b: Scope) -> Region:
        """Return a region of the same sites through which a loop is simpler, if there is one."""
        return self

    def bitboard(self, b: Scope) -> OwnerBits | None:
        """Return the bitboard that contains it, if one is kept."""
        return None

    def has(self, what: Int, b: Scope) -> Bool:
        """Return the test that a site of its bitboard, where a component stands, is one of them."""
        return TRUE

    def span(self, b: Scope, few: int = 0) -> tuple[Int, Int] | None:
        """Return the first site of one player's hand of more than a `few` places, and the end."""
        return None

    def is_held(self, asked: bool, b: Scope) -> bool:
        """Tell whether sites of hands are among them, which may be `asked` for."""
        return False

    def is_of_hands(self) -> bool:
        """Tell whether all of its sites are sites of hands."""
        return False

    def is_free(self) -> bool:
        """Tell whether pieces are in no site of it, or it is of hands."""
        return self.is_of_hands()

    def is_near(self) -> bool:
        """Tell whether all of its sites lie beside pieces, so that every growing board has them."""
        return False

    def target_sees_border(self) -> bool:
        """Tell whether it depends on the border of a growing board that (to) is one of its sites.

        Reads on (to), or beside it, do not.
        """
        return self.facts.reach > 1 and self.sees_border()

    def from_regions(self) -> tuple[Region, ...]:
        """Return the regions from which its sites come, as they are."""
        return ()

    def typed_by(self, model: Model) -> tuple[Region, ...]:
        """Return the regions that have sites of its type."""
        return self.from_regions()

    def is_few(self) -> bool:
        """Tell whether its sites are few, and a loop over it goes through them alone."""
        return False


class Ways(Ludeme):
    """Directions of the board: the adjacent ones, unless a class says others."""

    kind = "directions"
    source = "Ludii, game.functions.directions"

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        """Return the names of directions of the board, seen from a site before the first move."""
        self.reject("is not known before the first move")

    def labels(self, view: View) -> tuple[str, ...]:
        """Return the names of directions of the board, or of classes of them, in a view."""
        return ("Adjacent",)

    def is_relative(self) -> bool:
        """Tell whether they depend on where a piece looks."""
        return False

    def changing(self) -> Iterator[ChangingWays]:
        """Yield the parts that change from move to move."""
        yield from ()


#: Directions where a description gives none.
USUAL = Ways()


class ChangingWays(Ways):
    """Directions that change from move to move: one of several alternatives."""

    def options(self, labels: tuple[str, ...]) -> int:
        """Return how many alternatives there are, on a board with some directions."""
        raise NotImplementedError

    def choice(self, heading: Callable[[], Function[Int]], b: Scope) -> Int:
        """Return the number of the alternative that holds; a function finds directions."""
        raise NotImplementedError


class Range(Ludeme):
    """The whole numbers from one to another."""

    kind = "a range of integers"
    source = "Ludii, game.functions.range"


class Moves(Ludeme):
    """A rule that makes the legal moves of a state; each move is a list of actions."""

    kind = "a rule that makes moves"
    source = "Ludii, game.rules.play.moves"
    in_play = True

    @property
    def takes_from(self) -> Region | None:
        """The sites from which it takes what it moves, if it says so."""
        return None

    def joins(self) -> bool:
        """Tell whether a piece may come to one of its component, or be added to any other."""
        return False

    def bare(self) -> Moves:
        """Return a rule that finds the same moves without consequences."""
        parts: dict[str, Any] = {it: getattr(self, it, None) for it in ("between", "to")}
        bare = {
            name: replace(part, apply=None)
            for name, part in parts.items()
            if (apply := getattr(part, "apply", None)) is not None and apply.if_ is None
        }
        return replace(self, **bare).without("then")

    def as_mover(self, b: Scope) -> tuple[Moves, Scope]:
        """Return a rule that other places share, and the scope in which it finds its moves."""
        return self, b

    def finds_one(self) -> bool:
        """Tell whether it moves what stands on one site to another: it is short, without a loop."""
        return False

    def without(self, name: str) -> Moves:
        """Return it without one of its arguments, if it has that one."""
        gone: dict[str, Any] = {name: None}
        return replace(self, **gone) if getattr(self, name, None) is not None else self

    def legal(self, b: Scope) -> Candidates:
        """Go through its moves: each is yielded where it is found, in blocks that are open."""
        self.reject("is read, but cannot be compiled yet")


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
    """The consequence of a move, worked out when it has been made."""

    @property
    def moves(self) -> Moves:
        """The rule whose moves follow."""

    @property
    def apply_after_all_moves(self) -> bool:
        """Whether it waits for the moves of others, where all players move at the same time."""


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


class SeenBy(Word):
    """The players who see what lies in a container, unless it is shown or hidden by the rules."""

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
