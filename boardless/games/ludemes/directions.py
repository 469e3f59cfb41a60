"""Directions: absolute ones, and ones relative to the facing of a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    GLOBAL,
    Builder,
    ChangingWays,
    Compass,
    Condition,
    DirectionMeaning,
    Directions,
    EngineFunction,
    InitialPosition,
    Int,
    Integer,
    Integers,
    OneOrMore,
    Scope,
    SiteType,
    Ways,
    Word,
    bare,
    frozen,
    ludeme,
    words,
)
from boardless.topo.layouts.regions import corners_of
from boardless.topo.layouts.relative_directions import RELATIVE, absolute_directions


class DirectionGroup(Word):
    """Several directions at once; the graphs of boards have no axial or angled steps."""

    AXIAL = "Axial"
    ANGLED = "Angled"
    SAME_LAYER = "SameLayer"
    UPWARD = "Upward"
    DOWNWARD = "Downward"
    ROTATIONAL = "Rotational"
    BASE = "Base"
    SUPPORT = "Support"

    def concepts(self) -> frozenset[str]:
        """Return the concept of the directions, if it has a name."""
        named = self in (DirectionGroup.ROTATIONAL, DirectionGroup.SAME_LAYER)
        return frozenset((f"{self.value}Direction",) if named else ())


class Relative(Word):
    """Directions relative to a piece that faces forward."""

    FORWARD = "Forward"
    vars().update(
        words(
            "Backward Rightward Leftward Forwards Backwards Rightwards Leftwards FL FLL FLLL BL "
            "BLL BLLL FR FRR FRRR BR BRR BRRR"
        )
    )
    SAME_DIRECTION = "SameDirection"
    OPPOSITE_DIRECTION = "OppositeDirection"

    def concepts(self) -> frozenset[str]:
        """Return the concept of the directions; directions between the named ones lack a name."""
        if self in (Relative.SAME_DIRECTION, Relative.OPPOSITE_DIRECTION):
            return frozenset((self.value,))
        if self.name.isalpha() and len(self.value) > 4:
            return frozenset((f"{self.value}Direction",))
        slanted = {
            "FL": "ForwardLeft",
            "FR": "ForwardRight",
            "BL": "BackwardLeft",
            "BR": "BackwardRight",
        }
        return frozenset((f"{slanted[self.value]}Direction",) if self.value in slanted else ())


class Spatial(Word):
    """Directions up and down, straight or along one of eight compass points."""

    vars().update(words("U UN UNE UE USE US USW UW UNW D DN DNE DE DSE DS DSW DW DNW"))


class Turning(Word):
    """Directions around a pivot, away from it and towards it."""

    OUT = "Out"
    CW = "CW"
    IN = "In"
    CCW = "CCW"


#: The facing of a piece or a player.
Facing = Compass | Spatial | Turning
#: A direction, or several, of the board.
Absolute = Directions | Compass | Spatial | Turning | DirectionGroup


@frozen
class WaysByName(Ways):
    """Directions by their names: of the board, relative to a piece, or of the last move."""

    names: OneOrMore[Absolute | Relative]
    #: The class that relative names belong to, and whether they are relative to the site alone.
    of = Directions.ADJACENT
    by_site = False

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        """Return directions as seen by the piece on a site, or as seen when facing north."""
        if Relative.SAME_DIRECTION in self.names or Relative.OPPOSITE_DIRECTION in self.names:
            self.reject("the direction of the last move is not known before the first move")
        names = tuple(map(str, self.names))
        if not set(names) & set(RELATIVE):
            return names
        facing, rotation = "N", 0
        if site is not None and start.contents is not None:
            pieces = start.contents.pieces.get(start.spot(site))
            if pieces:
                facing = start.inventory.components[pieces[-1].component - 1].facing or "N"
                rotation = pieces[-1].rotation or 0
        at, among = site if self.by_site else None, self.of.relation
        sites = start.sites()
        return absolute_directions(sites, names, facing, rotation=rotation, among=among, at=at)

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        names: list[str] = []
        for name in self.names:
            if name in LAST_WAY:
                names += LAST_WAY[name].labels(view)
            elif str(name) in RELATIVE:
                names += view.seen(str(name), str(self.of), self.by_site)
            else:
                names.append(str(name))
        return tuple(names)

    def is_relative(self) -> bool:
        return any(str(name) in RELATIVE for name in self.names)

    def changing(self) -> Iterator[ChangingWays]:
        return (LAST_WAY[name] for name in self.names if name in LAST_WAY)


@bare
class NamedWays(WaysByName):
    """Directions by their names."""

    phrase = "{names}"
    facts = GLOBAL


@ludeme("directions", facts=GLOBAL)
class RelativeWays(WaysByName):
    """Directions by their names within a class, and optionally only the ones that a site has.

    Example: (directions {FR FL} of:Orthogonal)
    """

    untold = ("of",)
    names: OneOrMore[Relative | Absolute] = (Relative.FORWARD,)
    _: KW_ONLY
    of: Directions = Directions.ADJACENT
    by_site: bool = False


@ludeme("directions", "Random", facts=CHANCE, concepts="Stochastic")
class RandomWays(Ways):
    """N of the directions, chosen at random.

    Example: (directions Random Orthogonal num:2)
    """

    among: Absolute | Relative
    _: KW_ONLY
    num: Integer

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        self.reject("is valid, but cannot be compiled yet")


@ludeme("directions", facts=GLOBAL)
class WaysAlong(ChangingWays):
    """The direction of the straight way from a site to another; no direction without a way.

    Example: (directions Cell from:(last From) to:(last To))
    """

    type: SiteType
    _: KW_ONLY
    from_: Integer
    to: Integer

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        return view.chosen.label(self)

    def changing(self) -> Iterator[ChangingWays]:
        yield self

    def options(self, labels: tuple[str, ...]) -> int:
        return len(labels) + 1

    def choice(self, heading: Callable[[], EngineFunction[Int]], b: Scope) -> Int:
        return heading()(b.board_site(self.from_), b.board_site(self.to))


@frozen
class TwoWays(Ways):
    """Directions that combine two others."""

    first: Ways
    second: Ways

    def is_relative(self) -> bool:
        return self.first.is_relative() or self.second.is_relative()

    def changing(self) -> Iterator[ChangingWays]:
        yield from self.first.changing()
        yield from self.second.changing()


@ludeme("union", facts=GLOBAL)
class EitherWays(TwoWays):
    """The directions in either of two sets.

    Example: (union N (directions {FR FL}))
    """

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.first.labels(view), *self.second.labels(view))))

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        both = self.first.seen_from(site, start) + self.second.seen_from(site, start)
        return tuple(dict.fromkeys(both))


@ludeme("difference", facts=GLOBAL)
class OtherWays(TwoWays):
    """The directions of the first set that are not in the second.

    Example: (difference Adjacent N)
    """

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        first, without = (view.each(part.labels(view)) for part in (self.first, self.second))
        return tuple(name for name in first if name not in without)

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        without = self.second.seen_from(site, start)
        return tuple(name for name in self.first.seen_from(site, start) if name not in without)


@ludeme("if", facts=GLOBAL, concepts="ConditionalStatement")
class WaysIf(ChangingWays):
    """The first directions if the condition holds, else the second.

    Example: (if (is Mover P1) N S)
    """

    condition: Condition
    then: Ways
    otherwise: Ways

    def labels(self, view: DirectionMeaning) -> tuple[str, ...]:
        return (self.otherwise if view.chosen.of[self] else self.then).labels(view)

    def is_relative(self) -> bool:
        return self.then.is_relative() or self.otherwise.is_relative()

    def changing(self) -> Iterator[ChangingWays]:
        yield self
        yield from self.then.changing()
        yield from self.otherwise.changing()

    def options(self, labels: tuple[str, ...]) -> int:
        return 2

    def choice(self, heading: Callable[[], EngineFunction[Int]], b: Scope) -> Int:
        return EngineFunction("int", Int, int)(~b.condition(self.condition))

    def seen_from(self, site: int | None, start: InitialPosition) -> tuple[str, ...]:
        chosen = self.then if start.holds(self.condition) else self.otherwise
        return chosen.seen_from(site, start)


def named_directions(name: Absolute | None) -> Ways | None:
    """Return one direction, or a class of them, as directions."""
    return None if name is None else NamedWays((name,))


@ludeme("rotations", facts=EFFECT)
def rotation_numbers(node: Integers, b: Builder, ways: Ways) -> Iterator[Int]:
    """The numbers of the rotations that face in directions, or in a relation's directions.

    Example: (rotations {N E})
    """
    if not isinstance(ways, NamedWays):
        node.reject("expected directions by their names")
    board = b.start(node).board
    sites = b.start(node).sites()
    edges = max(len(corners_of(board, "Cell", cell)) for cell in board.sites_of("Cell"))
    # As in Ludii, directions are numbered within their sort.
    unit = max(1, len(sites.directions["all"]) // edges)
    numbers: dict[int, None] = {}
    for word in ways.names:
        named = [str(word)]
        if isinstance(word, Directions):
            named = list(sites.directions[word.relation])
        if not isinstance(word, DirectionGroup | Relative):
            numbers |= {_number_among(name) // unit: None for name in named}
    for number in numbers:
        yield Int.of(number)


def _number_among(direction: str) -> int:
    """Return the number of a direction within its sort, from 0 on."""
    sort = next(
        words for words in (Compass, Spatial, Turning) if direction in [str(w) for w in words]
    )
    names = [str(word) for word in sort]
    if sort is Spatial:
        around = ["", *(name for name in map(str, Compass) if len(name) <= 2)]
        names = [end + name for end in "DU" for name in around]
    return names.index(direction)


#: The way of the last move, and the way back; `sites` has the ludemes of their ends.
LAST_WAY: dict[Absolute | Relative, WaysAlong] = {}
