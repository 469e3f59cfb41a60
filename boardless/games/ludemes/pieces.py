"""Pieces and tiles as equipment, and the piece on a site."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import (
    PURE,
    STATIC,
    TILES,
    Builder,
    ComponentName,
    Int,
    Integer,
    Inventory,
    Limits,
    Ludeme,
    Moves,
    OfThisProgram,
    OneOrMore,
    Role,
    S,
    Word,
    bare,
    entry,
    ludeme,
    needs,
    player_of,
    wide,
)
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.arithmetic import Standing
from boardless.games.ludemes.directions import Facing
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.literals import OFF, Constant
from boardless.games.ludemes.stacks import TopLevel, on_level
from boardless.topo.layouts.relative_directions import LEFT, RIGHT

if TYPE_CHECKING:
    from boardless.topo.layouts.sites import Sites


@ludeme(
    "piece", concepts="Piece", phrase="{role} has pieces {name}[; they move as follows: {moves}]."
)
class Piece(Item):
    """A piece with a facing, two states and own moves; Each makes one for each player (N1, ...).

    Example: (piece "Pawn" P1 N maxState:3)
    """

    name: str
    role: Role = Role.EACH
    facing: Facing | None = None
    flips: TwoStates | None = None
    moves: Moves | None = None
    _: KW_ONLY
    max_state: Largest | None = None
    max_count: Largest | None = None
    max_value: Largest | None = None


@ludeme("die", concepts="Dice")
class LooseDie(Piece):
    """A piece with the faces of a die, outside all sets of dice; its state is the shown face.

    Example: (die "Die6" All numFaces:6)
    """

    _: KW_ONLY
    num_faces: Annotated[int, Limits(1, 100)]


@ludeme(
    "tile",
    facts=needs("covers"),
    concepts="Tile walk:LargePiece",
    phrase="{role} has tiles {name}[ with {num_sides} sides][ and paths: {paths}].",
)
class Tile(Item):
    """A tile with a number of sides; Each makes one for each player, named N1, N2, ...

    It may cover several cells; its parts then lie on them in the order of its walk. It may have
    paths, or segments that end at its sides.

    Example: (tile "Hex" Each numSides:6)
    """

    name: str
    role: Role = Role.SHARED
    walk: Walk | Walks | None = None
    paths: tuple[Path, ...] = ()
    segments: tuple[Segment, ...] = ()
    flips: TwoStates | None = None
    moves: Moves | None = None
    _: KW_ONLY
    num_sides: Annotated[int, Limits(3, 64)] | None = None
    slots: OneOrMore[Largest] | None = None
    slots_per_side: Largest | None = None
    max_state: Largest | None = None
    max_count: Largest | None = None
    max_value: Largest | None = None
    parts: Annotated[tuple[TilePart, ...], Limits(1, MAX_PARTS)] | None = None

    @property
    def forms(self) -> Forms:
        """The walks of its forms, if it covers several sites."""
        if self.walk is None or self.parts:
            return ()
        walks = self.walk.walks if isinstance(self.walk, Walks) else (self.walk,)
        return tuple(walk.steps for walk in walks if isinstance(walk, WalkOfSteps))

    def has_effects(self) -> bool:
        """Return True if the tile covers several sites."""
        return self.walk is not None and not self.parts


@ludeme("what", phrase="the piece on {at}[, level {level}]")
class What(Standing):
    """The component on a site, or on one level of it (the lowest, 0); 0 if the site is empty.

    Example: (what at:(last To))
    """

    def meaning(self, b: Builder) -> Int:
        uppermost = isinstance(self.level, TopLevel) and self.level.at == self.at
        if b.scope is not None and b.scope.model.stacking and not uppermost:
            # As in Ludii, the lowest piece, although the owner is the owner of the uppermost.
            return on_level("what_at", self.at, self.level or Constant(0), b)
        return wide(b.what(b.site(self.at), self))


@ludeme("who", phrase="the owner of the piece on {at}")
class Who(Standing):
    """The owner of the piece on a site, or on one level of it; 0 if the site is empty.

    Example: (who at:(to))
    """

    def meaning(self, b: Builder) -> Int:
        scope = b.scope
        if scope is None:
            what = b.what(b.site(self.at), self).constant
            return Int.of(b.start(self).inventory.components[what - 1].owner if what else 0)
        if self.level is not None and scope.model.stacking:
            return on_level("who_at", self.at, self.level, b)
        return wide(S.who[b.site(self.at)])


@ludeme("id", facts=PURE, phrase="the piece {component}[ of {role}]")
class ComponentId(Integer):
    """The number of a component by its name, complete unless an owner is given; else -1.

    Example: (id "Disc" P1)
    """

    component: ComponentName
    role: Role | None = None

    def is_component(self) -> bool:
        return True

    def meaning(self, b: Builder) -> Int:
        """Return the number; before the first move, containers also have numbers.

        With the role Player it is the number of the player, as in Ludii (`Id.eval`).
        """
        role, scope = self.role, b.scope
        if role is Role.PLAYER:
            return b.role(role, self)
        if scope is None:
            owner = None if role is None else b.role(role, self).constant
            return Int.of(self._in(b.start(self).inventory, owner))
        model = scope.model
        if role in (Role.MOVER, Role.NEXT, Role.PREVIOUS):
            owners = range(1, model.players + 1)
            numbers = [model.component_id(self.component, owner) for owner in owners]
            return entry(numbers, b.role(role, self) - 1)
        owner = player_of(role) if role else None
        if role is Role.SHARED and model.scene is not None:
            # Shared pieces belong to a player after the last.
            owner = model.players + 1
        return Int.of(model.component_id(self.component, owner))

    def _in(self, inventory: Inventory, owner: int | None) -> int:
        if owner is not None:
            for number, component in enumerate(inventory.components, 1):
                if component.owner == owner and self.component in component.name:
                    return number
            return OFF
        for number, container in enumerate(inventory.containers):
            if container.name == self.component:
                return number
        return inventory.component(self.component) or OFF


#: The most cells that a tile with parts covers.
MAX_PARTS = 8
#: The largest number that a piece may have as its state, count or value.
Largest = Annotated[int, Limits(0, MAX_INTEGER)]


class TwoStates(Ludeme):
    """The two states of a piece that flips."""

    kind = "two states"
    source = "Ludii, game.util.moves"
    facts = STATIC


class Stride(Word):
    """A part of a walk: a step forward, or a turn to the left or to the right."""

    F = "F"
    L = "L"
    R = "R"


#: The walks of a component, one for each of its forms.
Forms = tuple[tuple[Stride, ...], ...]


class Walk(Ludeme):
    """The walk over the cells that a piece covers."""

    kind = "a walk {...}"
    facts = STATIC


@bare
class WalkOfSteps(Walk):
    """Steps and turns one by one: ``{F R F}``."""

    steps: OneOrMore[Stride]


@bare
class Walks(Ludeme):
    """The walks of the forms of a piece: ``{{F R F} {F L F}}``."""

    kind = "walks {{...} ...}"
    facts = STATIC
    walks: OneOrMore[Walk]


class TilePart(OfThisProgram, Ludeme):
    """The component of one cell of a tile that covers several cells."""

    kind = "a part of a tile"
    facts = STATIC


@ludeme("path", facts=TILES, phrase="a path of colour {colour} from side {from_} to side {to}")
class Path(Ludeme):
    """A line from one side of a tile to another, at the slots with the given numbers (0).

    Example: (path from:0 to:2 colour:1)
    """

    kind = "a path"
    source = "Ludii, game.equipment.component.tile"
    _: KW_ONLY
    from_: Largest
    slots_from: Largest = 0
    to: Largest
    slots_to: Largest = 0
    colour: Largest


@ludeme("segment", facts=TILES | needs("segments"))
class Segment(OfThisProgram, Ludeme):
    """A part of a tile, of a kind, that ends at sides, counted from 0, clockwise from the top.

    The kinds at sides that meet are the same. Side n has the halves 2n and 2n + 1. It touches the
    segments at its ``beside`` sides, and may have marks.

    Example: (segment "Road" {0 2})
    """

    kind = "a segment"
    name: str
    sides: tuple[Largest, ...] = ()
    _: KW_ONLY
    halves: tuple[Largest, ...] = ()
    beside: tuple[Largest, ...] = ()
    marks: Largest = 0


#: As in Ludii, where a walk down to the north-west leads down to the south-west.
_WALKED_INSTEAD = {"DNW": "DSW"}


def walked(sites: Sites, site: int, walk: tuple[Stride, ...], heading: str) -> list[int]:
    """Return the sites along the steps of a walk, as far as the board goes."""
    headings = sites.directions["orthogonal"]
    path, at = [], site
    for stride in walk:
        if stride is Stride.F:
            at = _step(sites, at, heading)
            if at < 0:
                break
            path.append(at)
        else:
            turn = RIGHT if stride is Stride.R else LEFT
            heading = turn[heading]
            while heading not in headings:
                heading = turn[heading]
    return path


def _step(sites: Sites, site: int, heading: str) -> int:
    """Return the last site that a step in a direction leads to, or -1."""
    return sites.next_sites(site).get(_WALKED_INSTEAD.get(heading, heading), [-1])[-1]
