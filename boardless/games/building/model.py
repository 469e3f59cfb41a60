"""The model of a game: its equipment as numbers, and places in the numbers of a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, Any

from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import Ludeme, inside, ludemes_in
from boardless.state.equipment import MAX_LEVELS, Component
from boardless.topo.boards.board import Board

if TYPE_CHECKING:
    from boardless.games.initial.contents import Put, StartContents
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.facts import Facts
    from boardless.games.language.kinds import Moves
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.owned_regions import Regions
    from boardless.state.engine.geometry import LayoutGeometry
    from boardless.topo.layouts.regions import BoardTrack
    from boardless.topo.tilings.incidence import Key
    from boardless.topo.tilings.tiling import Tiling


#: Room for values remembered under a name, or pending, in addition to one for each site.
SPARE = 64
#: Names of the variable without a name, of teams and of pending values.
VARIABLE, TEAMS, PENDING = "variable ", "team", "pending"
#: Names of the plies of the last action at each site.
TARGETS = "targets"
#: Names of the numbers of ghosts, see `state.engine.undo`.
GHOSTS = "ghosts"


@dataclass
class StateNumbers:
    """Places in ``s.numbers``, by name."""

    #: The first place of each name.
    places: dict[str, int] = field(default_factory=dict)
    #: Values before the first move, if not 0.
    begun: dict[int, int] = field(default_factory=dict)
    #: Names of variables and remembered values in the rules.
    names: list[str] = field(default_factory=list)
    size: int = 0

    def place(self, what: str, count: int = 1, begin: int = 0) -> int:
        """Return the first of `count` places for a purpose; new places start with `begin`."""
        if what not in self.places:
            self.places[what] = self.size
            if begin:
                self.begun |= dict.fromkeys(range(self.size, self.size + count), begin)
            self.size += count
        return self.places[what]

    def without(self, excluded: Collection[str]) -> list[int]:
        """Return all places except the ones of some names."""
        bounds = [*self.places.values(), self.size]
        named = zip(self.places, pairwise(bounds), strict=True)
        return [
            n for what, (first, end) in named if what not in excluded for n in range(first, end)
        ]

    def name(self, name: str | None) -> int:
        """Return the number of a name; None is the empty name."""
        name = name or ""
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def variable(self, name: str | None) -> int:
        """Return the place of a variable."""
        return self.place(VARIABLE + (name or ""), 1, -1)

    def of_players(self, what: str, players: int) -> int:
        """Return the place of a number for nobody; the numbers of the players follow."""
        begin = -1 if what == "value" else 0
        new = what not in self.places
        first = self.place(what, players + 1, begin)
        if new and what == TEAMS:
            self.begun |= {first + player: player for player in range(1, players + 1)}
        return first

    def values(self, name: str | None, sites: int) -> tuple[int, int]:
        """Return the place of the values remembered under a name, and their room."""
        room = sites + SPARE
        return self.place(f"values {name or ''}", 1 + room), room

    def pending(self, sites: int) -> tuple[int, int]:
        """Return the place of pending values, and their room."""
        room = sites + SPARE
        return self.place(PENDING, 1 + room), room


@dataclass(frozen=True)
class Model(ABC):
    """A game's equipment as numbers."""

    game: GameTree
    #: None on a laid-out board.
    tiling: Tiling | None
    #: The fixed board of a game with consequences.
    layout: LayoutGeometry | None
    growing: bool
    #: The cells represent the vertices of a board of squares.
    on_vertices: bool
    #: For a fixed board, row by row; empty for a growing one.
    cells: tuple[Key, ...]
    #: Component n has number n + 1.
    components: tuple[Component, ...]
    #: Owner and size of each hand; sites of hands are numbered from 0 through all of them.
    hands: tuple[tuple[int, int], ...]
    regions: tuple[Regions, ...]
    #: The rotation of a fixed board, anticlockwise, in degrees.
    turn: float
    #: For a laid-out board.
    scene: InitialPosition | None = None

    @property
    @abstractmethod
    def effects(self) -> bool:
        """Return True if moves have consequences; games on laid-out boards always do."""

    @property
    @abstractmethod
    def leaves_ghosts(self) -> bool:
        """Return True if Ludii's lists of pieces may differ visibly from the pieces."""

    @property
    @abstractmethod
    def uncounts_moves(self) -> bool:
        """Return True if a prior effect of a tried move counts as a move."""

    @property
    @abstractmethod
    def goes_through_pieces(self) -> bool:
        """Return True if consequences iterate over pieces one by one."""

    @property
    @abstractmethod
    def items(self) -> list[Any]:
        """The item of the equipment for each component."""

    @property
    @abstractmethod
    def facings(self) -> tuple[str, ...]:
        """The facing of each component: its own, else its owner's, else north."""

    @property
    @abstractmethod
    def placing(self) -> InitialPosition:
        """The scene of the start rules: with the board, or only the hands if the board grows."""

    @property
    @abstractmethod
    def start(self) -> StartContents:
        """Contents before the first move, with the first option of each chance."""

    @property
    def tracks(self) -> tuple[BoardTrack, ...]:
        """The tracks of a laid-out board."""
        return () if self.scene is None else self.scene.tracks

    @cached_property
    def has_teams(self) -> bool:
        """Return True if players are in teams."""
        return "teams" in self.facts.changes

    @cached_property
    def moves_others(self) -> bool:
        """Return True if rules ask for the moves of players out of turn."""
        asked = {
            getattr(ludeme, "role", None) for ludeme in ludemes_in(self.game) if ludeme.facts.pieces
        }
        return not asked <= {None, Role.MOVER}

    @cached_property
    def _kinds(self) -> frozenset[type]:
        return frozenset(map(type, inside(self.game)))

    @cached_property
    def facts(self) -> Facts:
        """The union of the facts of all ludemes of the game."""
        return reduce(or_, {kind.facts for kind in self._kinds if issubclass(kind, Ludeme)})

    @cached_property
    def site_numbers(self) -> frozenset[str]:
        """Numbers of sites that ludemes of the game read or set."""
        return frozenset().union(*(node.site_numbers() for node in ludemes_in(self.game)))

    def uses(self, *classes: type[Ludeme]) -> bool:
        """Return True if the game has a ludeme of one of the classes."""
        return any(issubclass(kind, classes) for kind in self._kinds)

    @property
    def starts_by_chance(self) -> bool:
        """Return True if the contents before the first move depend on chance."""
        return bool(self.start.choices)

    @cached_property
    def start_pieces(self) -> dict[int, tuple[Put, ...]]:
        """Pieces on the sites of the arrays before the first move, lowest first."""
        return self.on_sites(self.start)

    def on_sites(self, contents: StartContents) -> dict[int, tuple[Put, ...]]:
        """Return the pieces of a start by the sites of the arrays, lowest first."""
        pieces = {}
        for (kind, number), puts in contents.pieces.items():
            (site,) = self.numbered([number], kind)
            pieces[site] = puts
        return pieces

    @property
    def layout_use(self) -> str:
        """The type of sites that the game is played on; cells if the board grows."""
        if self.layout is None:
            return "Cell"
        return self.layout.types[0]

    def plays_on(self, type_: object) -> bool:
        """Return True if pieces lie on sites of a type, or it is None."""
        return type_ is None or str(type_) == self.layout_use or str(type_) in self.types

    def numbered(self, sites: Iterable[int], kind: str | None = None) -> tuple[int, ...]:
        """Return the sites of the arrays for some numbers of the language, by their type."""
        hands = self.placing.inventory.containers[0].size
        first, end = self.span(kind)
        count = 0 if self.growing else end - first
        return tuple(
            first + site if site < count else 1 + site - hands
            for site in sites
            if 0 <= site < count or hands <= site < hands + self.hand_size
        )

    @property
    def types(self) -> tuple[str, ...]:
        """The types of sites that hold pieces, with the type of the play first."""
        return ("Cell",) if self.layout is None else self.layout.types

    @property
    def has_several_types(self) -> bool:
        """Return True if pieces lie on sites of several types."""
        return len(self.types) > 1

    def span(self, kind: str | None = None) -> tuple[int, int]:
        """Return the first site of a type in the arrays, and the end of these sites."""
        first, count = 1 + self.hand_size, len(self.cells)
        if self.layout is None or not self.has_several_types:
            return first, first + count
        kind = kind if kind in self.types else self.layout_use
        first += self.layout.first[kind]
        return first, first + len(self.layout.board.sites_of(kind))

    def held_site(self, number: int) -> int:
        """Return the site in the arrays for a hand's number in the language, or 0."""
        assert self.scene is not None
        index = number - self.scene.inventory.containers[0].size
        return index + 1 if 0 <= index < self.hand_size else 0

    @property
    def players(self) -> int:
        """Number of players."""
        return self.game.players.seats

    @cached_property
    def board(self) -> Board:
        """The fixed board of a tiling."""
        assert self.tiling is not None
        return Board(self.tiling, self.cells)

    @property
    def at_once(self) -> bool:
        """Return True if all players choose their moves before any is made."""
        return self.game.is_at_once

    @cached_property
    def stacking(self) -> bool:
        """Return True if pieces can form stacks."""
        return any(node.stacks() for node in ludemes_in(self.game))

    @property
    def levels(self) -> int:
        """The most pieces on a site; 0 without stacks."""
        return MAX_LEVELS if self.stacking else 0

    def moves_of(self, component: int) -> Moves | None:
        """Return the moves of a component's own rule."""
        return getattr(self.items[component - 1], "moves", None)

    @cached_property
    def has_covers(self) -> bool:
        """Return True if a component covers several sites of a laid-out board."""
        return self.layout is not None and any(getattr(item, "forms", ()) for item in self.items)

    @property
    def states_lie(self) -> bool:
        """Return True if states of sites store the orientation of large pieces, or of dominoes."""
        return self.has_covers or any(getattr(item, "pairs", ()) for item in self.items)

    def named(self, name: str, ludeme: Ludeme) -> list[int]:
        """Return the numbers of the components with a name; raise if there are none."""
        return self.bearers(name) or [self.component(name, ludeme)]

    def bearers(self, name: str) -> list[int]:
        """Return the numbers of the components with a name, with or without their owners'."""
        return [
            number
            for number, each in enumerate(self.components, 1)
            if name in (each.name, each.name.rstrip("0123456789"))
            or (each.owner == 0 and name == f"{each.name}0")
        ]

    def hand_sites(self, player: int) -> list[int]:
        """Return the numbers of the sites of a player's hands."""
        sites: list[int] = []
        first = 0
        stores = () if self.scene is None else self.scene.inventory.containers[1:]
        for n, (owner, size) in enumerate(self.hands):
            if owner == player and not (stores and stores[n].pile):
                sites += range(first, first + size)
            first += size
        return sites

    @property
    def hand_size(self) -> int:
        """Number of sites of all hands."""
        return sum(size for _, size in self.hands)

    def component(self, name: str, ludeme: Ludeme, owner: int | None = None) -> int:
        """Return the number of a component by its name, with or without its owner's number."""
        for number, component in enumerate(self.components, 1):
            numbered = f"{name}{component.owner if owner is None else owner}"
            if component.name == name or (owner is not None and component.name == numbered):
                return number
            if component.owner == 0 and f"{component.name}0" == name:
                return number
        names = ", ".join(component.name for component in self.components)
        return ludeme.reject(f"no component is called {name!r}: choose one of {names}")

    def component_id(self, name: str, owner: int | None) -> int:
        """Return the number of a component, of an owner by a part of its name, or -1."""
        for number, component in enumerate(self.components, 1):
            if owner is None and component.name == name:
                return number
            if owner is not None and name in component.name and component.owner == owner:
                return number
        return -1

    def first_component(self, player: int, ludeme: Ludeme) -> int:
        """Return the first component of a player."""
        for number, component in enumerate(self.components, 1):
            if component.owner == player:
                return number
        return ludeme.reject(f"player {player} owns no component")
