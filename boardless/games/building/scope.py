"""Scopes: the game, the statements so far, and the bound names around a ludeme."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from boardless.games.building.builder import Builder, SiteSet, unsupported
from boardless.games.building.model import TEAMS
from boardless.games.language.kinds import Integers, Region, Role
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    FALSE,
    NONE,
    TRUE,
    Bool,
    EngineFunction,
    Int,
    IntArray,
    S,
    Site,
    lifted,
    some,
    wide,
)
from boardless.ir.statement_builder import Body

if TYPE_CHECKING:
    from boardless.games.building.builder import Domain
    from boardless.games.building.model import Model
    from boardless.games.building.move_functions import ModuleBuilder
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.kinds import Condition, Integer, SiteType
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.loops.flood_fill import Filling
    from boardless.state.engine.geometry import Geometry, LayoutGeometry

T = TypeVar("T")


def player_of(role: Role) -> int:
    """Return the number of a role that is a certain player, or 0 for nobody or all."""
    name = str(role)
    return int(name[1:]) if name[1:].isdigit() else 0


def number_of(role: Role, players: int) -> int | None:
    """Return the number of a role as Ludii's `RoleType.toIntFunction`, or None if it varies."""
    if role in (Role.SHARED, Role.ALL, Role.EACH):
        return players + 1
    if role in (Role.ENEMY, Role.FRIEND, Role.ALLY, Role.NON_MOVER):
        return -1
    if role in (Role.MOVER, Role.NEXT, Role.PREVIOUS, Role.PLAYER, Role.TEAM_MOVER):
        return None
    return int(str(role).strip("PTeam")) if role is not Role.NEUTRAL else 0


#: The names of sites.
_SITES = ("to", "origin", "iterated")
_site_of = EngineFunction("site_of", Site, state=True)
_number_of = EngineFunction("number_of", Int, state=True, one_to_one=True)
_site_of_type = EngineFunction("site_of_type", Site, state=True)
_number_of_type = EngineFunction("number_of_type", Int, state=True)
seat = EngineFunction("seat", Int, state=True)
_on_board = EngineFunction("on_board", Site, state=True)


class ScopeMode(Flag):
    """Modes of a scope, several at once: the purpose and the context of the rules."""

    #: The moves that the mover may choose.
    MOVES = 0
    #: ``(from)`` may be a site of a hand.
    HELD = auto()
    #: Threats of other players are in question.
    THREATENING = auto()
    #: The test concerns the number of moves that the mover can continue, or their existence.
    MEASURING = auto()
    #: The test concerns a move of the next player.
    LOOKING = auto()
    #: A move is being made.
    MAKING = auto()
    #: Additional effects are computed with their moves, because all moves come before the first.
    AHEAD = auto()
    #: Requirements of moves may be tested after a move has been sampled or listed.
    LATE = auto()
    #: If the variable ``draws`` is true, one move sampled by ``number`` is enough.
    SAMPLING = auto()
    #: Rules do not become functions, because functions do not nest.
    INSIDE = auto()


class Name(Generic[T]):
    """A name of a scope: its bound value, or None if it is unbound."""

    def __set_name__(self, owner: type[Scope], name: str) -> None:
        self._name = name

    def __get__(self, scope: Scope, owner: type[Scope]) -> T | None:
        return scope.names.get(self._name)


@dataclass(frozen=True)
class Scope(Builder):
    """The place of an expression: a function under construction, and its bound names."""

    #: The game and its slots, shared by all scopes of a module.
    model: Model
    geometry: Geometry | LayoutGeometry
    #: The target of statements, used by this function only.
    out: Body
    #: The player of the moves that this function generates or makes.
    mover: Int
    #: Other functions of the module, shared by all its scopes.
    builder: ModuleBuilder
    #: The values of bound names, all known in this function.
    names: Mapping[str, Any] = field(default_factory=dict)
    #: The purpose of the rules; functions of equal rules and different modes differ.
    modes: ScopeMode = ScopeMode.MOVES
    #: The type of sites that numbers mean, if pieces lie on several; None for any.
    kind: str | None = None
    #: A condition of this function that makes further moves unnecessary.
    enough: Bool | None = None
    #: Integer arrays of the module, shared by all scopes.
    tables: dict[str, list[int]] = field(default_factory=dict)
    #: The types of the named sites of this function, as far as they are known.
    kinds: dict[Site, str] = field(default_factory=dict)

    # Names that several files use; ludemes may bind others, and read them by `bound_integer`.
    #: ``(to)``, ``(from)``, ``(last To)``, ``(between)`` and ``(site)``.
    to = Name[Site]()
    origin = Name[Site]()
    last = Name[Site]()
    between = Name[Site]()
    iterated = Name[Site]()
    #: The first slot of a move.
    way = Name[Int]()
    #: The variable for the last level of ``(forEach Level ...)``.
    left_level = Name[Int]()
    #: Number of the direction of a piece along its way: of the board, then others of pieces.
    looks = Name[Int]()
    #: The group of ``(sites)``, filled in this function or at the generation of the move; there
    #: the group of `member` is the same.
    group: ClassVar[Name[Filling]] = Name()
    member = Name[Site]()

    def binding(self, **names: Any) -> Scope:
        own = {name: names.pop(name) for name in names.keys() & vars(self).keys()}
        bound = {**self.names, **names}.items()
        return replace(self, names={name: v for name, v in bound if v is not None}, **own)

    def elsewhere(self, **names: Any) -> Scope:
        """Return the scope of a new function, with other names bound."""
        return self.binding(**{"out": Body(), "enough": None, "left_level": None} | names)

    def switched(self, mode: ScopeMode, on: bool = True) -> Scope:
        """Return a scope with a mode on, or off."""
        return replace(self, modes=self.modes | mode if on else self.modes & ~mode)

    def trying_at_once(self) -> Scope:
        """Return the scope of moves with requirements that are tested immediately."""
        return self.switched(ScopeMode.LATE, on=False)

    @property
    def is_making(self) -> bool:
        """Return True if a move is being made."""
        return bool(self.modes & ScopeMode.MAKING)

    @property
    def site_type(self) -> str:
        """The type of sites that numbers mean, by default the type of the play."""
        return self.kind or self.model.layout_use

    def parameters(self, names: Iterable[str]) -> dict[str, Int]:
        """Return parameters of a function for the bound names among some names."""
        return {
            name: type(self.names[name]).named(f"given_{name.rstrip('_')}")
            for name in names
            if name in self.names
        }

    @property
    def in_group(self) -> bool:
        """Return True if this function has filled the group of ``(sites)``."""
        return self.group is not None and self.group.out is self.out

    def start(self, node: Ludeme) -> InitialPosition:
        if self.model.scene is None:
            node.reject("needs a board that is laid out")
        return self.model.scene

    @property
    def scope(self) -> Scope:
        return self

    def bound_integer(self, name: str, node: Ludeme) -> Int:
        """Return the value of a name; with consequences unbound sites are `NONE`."""
        if name not in self.names and not (name in _SITES and self.model.effects):
            node.reject("has no meaning here")
        value: Int = self.names.get(name, NONE)
        return value

    def bound_site(self, name: str, node: Ludeme) -> Site:
        return lifted(self.bound_integer(name, node), Site)

    def retyped(self, at: Site, kind: str | None) -> Site:
        """Return the site of another type with the same number."""
        if kind is None or not self.model.has_several_types or at.constant is not None:
            return at
        if self.kinds.get(at) == kind:
            return at
        site = self.let(self._of_type(_number_of_type(at), kind))
        self.kinds[site] = kind
        return site

    def is_of_type(self, at: Site, kind: str) -> Bool:
        """Return the test that a site is one of a type; sites of hands are cells."""
        model = self.model
        if not model.has_several_types:
            return Bool.of(model.plays_on(kind))
        if kind not in model.types:
            return FALSE
        matches = Bool.call("is_of_type", at, model.types.index(kind))
        return matches | (at <= ENGINE.HELD) if kind == "Cell" else matches

    def _of_type(self, number: Int, kind: str) -> Site:
        if kind not in self.model.types:
            kind = self.model.layout_use
        return _site_of_type(number, self.model.types.index(kind))

    def given(self, name: str) -> Site:
        """Return the site bound to a name, or `NONE`."""
        site: Site = self.names.get(name, NONE)
        return site

    @property
    def last_site(self) -> Site:
        """Return the site of ``(last To)``."""
        return lifted(wide(COUNTERS.LAST), Site) if self.last is None else self.last

    def holds(self, test: Condition | None, default: Bool = TRUE) -> Bool:
        """Return a condition, or the default for None."""
        return default if test is None else self.condition(test)

    def integer(self, node: Integer) -> Int:
        return node.meaning(self.of(node))

    def integer_or(self, node: Integer | None, default: int) -> Int:
        """Return an integer, or the default for None."""
        return Int.of(default) if node is None else self.integer(node)

    def condition(self, node: Condition) -> Bool:
        return node.meaning(self.of(node))

    def site(self, node: Integer) -> Site:
        return self.retyped(node.as_site(self), self.kind)

    def board_site(self, node: Integer) -> Site:
        at = self.site(node)
        return _on_board(at) if node.may_be_held(self) else at

    def site_of(self, number: Int) -> Site:
        if self.model.has_several_types:
            return self._of_type(number, self.site_type)
        if number.operation == "call" and number.parts[0] == _number_of.name:
            return number.parts[-1]  # type: ignore[return-value]
        return _site_of(number)

    def site_numbered(self, number: int, node: Ludeme) -> Site:
        model = self.model
        first, end = model.span(self.kind)
        count = end - first
        if 0 <= number < count:
            return Site.of(first + number)
        held = 0 if model.scene is None else model.scene.inventory.sites
        if model.growing or count <= number < held:
            return _site_of(number)
        if model.scene is not None and (own := model.held_site(number)):
            return Site.of(own)
        return node.reject(f"{number} is not a site: the board has sites 0 to {count - 1}")

    def number(self, site: Site) -> Int:
        return (_number_of_type if self.model.has_several_types else _number_of)(site)

    def listed(self, *sites: Callable[[], Site]) -> TestedSites:
        return TestedSites(self, lambda at: some(*[at == site() for site in sites]))

    def listed_in(self, numbers: Integers) -> TestedSites:
        return TestedSites(self, lambda at: self.any(numbers, lambda n: self.site_of(n) == at))

    def tested(self, node: Region, test: Callable[[Site], Bool]) -> TestedSites:
        return TestedSites(self, test)

    def gone_through(self, node: Region) -> TestedSites:
        """Return the sites of a region that only its loop can list."""

        def test(at: Site) -> Bool:
            if type(node).own_loop is Region.own_loop:
                if self.model.growing:
                    node.reject("needs a board of fixed size")
                unsupported(node)
            return self.any(node, lambda site: site == at)

        return TestedSites(self, test)

    def united(self, domain: Domain, region: Callable[..., SiteSet]) -> TestedSites:
        return TestedSites(
            self, lambda at: self.any(domain, lambda of: region(of).contains(at), hands=True)
        )

    def either_region(self, test: Condition, yes: Region, no: Region | None) -> TestedSites:

        def contains(at: Site) -> Bool:
            return self.either(
                self.condition(test),
                lambda: self.inside(yes, at),
                lambda: FALSE if no is None else self.inside(no, at),
                stem="c",
            )

        return TestedSites(self, contains)

    def role(self, role: Role, node: Ludeme) -> Int:
        """Return the number of a role as in Ludii; it may be the number of no single player."""
        number = number_of(role, self.model.players)
        if number is not None:
            return Int.of(number)
        if role is Role.TEAM_MOVER:
            return self.team_of(self.mover) if self.model.has_teams else self.mover
        if role is Role.PLAYER and "player_" not in self.names:
            return Int.of(-1)
        return self.player(role, node)

    @property
    def pending(self) -> tuple[int, int]:
        """The place of pending values in ``s.numbers``, and their room."""
        return self.builder.numbers.pending(len(self.model.cells))

    @property
    def teams(self) -> int:
        """The place of nobody's team; the teams of the players follow."""
        return self.builder.numbers.of_players(TEAMS, self.model.players)

    def team_of(self, player: Int) -> Int:
        """Return a player's team."""
        return wide(S.numbers[self.teams + seat(player)])

    @abstractmethod
    def of(self, node: Ludeme) -> Scope:
        """Return the scope of a ludeme, with numbers of sites of its type."""

    def table(self, stem: str, values: list[int]) -> IntArray:
        """Return an array of whole numbers stored in the module."""
        for name, entries in self.tables.items():
            if entries == values:
                return IntArray.named(name)
        name = f"{stem}{len(self.tables) + 1}"
        self.tables[name] = values
        return IntArray.named(name)

    def any(self, domain: Domain, test: Callable[..., Bool], hands: bool = False) -> Bool:
        return self._decided(domain, FALSE, test, hands)

    def all(self, domain: Domain, test: Callable[..., Bool], hands: bool = False) -> Bool:
        return self._decided(domain, TRUE, lambda one: ~test(one), hands)

    def _decided(self, domain: Domain, usual: Bool, test: Callable[..., Bool], hands: bool) -> Bool:
        """Note in a loop that an element passes a test, and leave a loop over a region."""
        out, decided = self.out, self.variable("c", usual)
        outside = out.loops

        for one in self.loop(domain, hands):
            for _ in self.when(test(one)):
                self.set(decided, ~usual)
                # A loop over one site is not a loop.
                if isinstance(domain, Region) and out.loops > outside:
                    self.leave()
        return decided

    def total(
        self, domain: Domain, amount: Callable[..., Int], hands: bool = False, stem: str = "total"
    ) -> Int:
        total = self.variable(stem, Int.of(0))
        for one in self.loop(domain, hands):
            self.add(total, amount(one))
        return total

    def nth(self, domain: Domain, index: Int, hands: bool = False) -> Int:
        index = self.let(index, "index")
        nth, n = self.variable("value", -1), self.variable("n", 0)
        outside = self.out.loops

        for value in self.loop(domain, hands):
            number = self.number(value) if isinstance(value, Site) else value
            with self.where(n == index):
                self.set(nth, number)
                if isinstance(domain, Region) and self.out.loops > outside:
                    self.leave()
            self.add(n, 1)
        return nth

    def entry(self, stem: str, values: list[int], place: Int) -> Int:
        return wide(self.table(stem, values)[place])

    def by_site(self, at: Site, value: Callable[[int], int]) -> Int:
        first, end = self.model.span(self.kind)
        if at.constant is not None:
            return Int.of(-1 if at.constant < first else value(at.constant - first))
        # -1 for a missing site and sites of hands; a table has no signs.
        numbers = [value(number) + 1 for number in range(end - first)]
        beyond = [0] * (self.model.hand_size + len(self.model.cells) + 1 - end)
        return wide(self.table("LINES", [0] * first + numbers + beyond)[at]) - 1

    def what(self, at: Site, node: Ludeme, kind: SiteType | None = None) -> Int:
        return S.what[at]

    def fold(
        self, domains: Iterable[Integer | Integers], none: int, both: Callable[[Int, Int], Int]
    ) -> Int:
        domains = list(domains)
        if not any(isinstance(domain, Integers) for domain in domains):
            return super().fold(domains, none, both)
        result, some_yet = self.variable("best", Int.of(none)), self.variable("any", FALSE)

        for domain in domains:
            listed = self.loop(domain) if isinstance(domain, Integers) else (self.integer(domain),)
            for value in listed:
                self.set(result, some_yet.choose(both(result, value), value))
                self.set(some_yet, TRUE)
        return result

    def stop_if_enough(self) -> None:
        """Leave a loop over moves as soon as a suitable one is found."""
        if self.enough is not None:
            self.leave(self.enough)

    def player(self, role: Role, ludeme: Ludeme) -> Int:
        """Return the player of a role."""
        if role is Role.MOVER:
            return self.mover
        if role is Role.NEXT and self.model.effects:
            return self.in_turn("NEXT")
        if role is Role.NEXT:
            return following(self.mover, self.model.players)
        if role is Role.PREVIOUS:
            return self.in_turn("PREVIOUS")
        if role is Role.PLAYER:
            return self.bound_integer("player_", ludeme)
        if role is Role.NEUTRAL and self.model.effects:
            return Int.of(0)
        number = player_of(role)
        if not 1 <= number <= self.model.players:
            ludeme.reject(f"{role} is not a single player of {self.model.players}")
        return Int.of(number)

    def in_turn(self, which: str) -> Int:
        """Return the ``NEXT`` or ``PREVIOUS`` player; out of turn it is the mover."""
        player, mover = wide(S.n[which]), COUNTERS.MOVER
        if not self.model.moves_others:
            return player
        return (self.mover == mover).choose(player, wide(mover))

    @property
    def board_span(self) -> tuple[Int, Int]:
        """The first site of the board, of the type in question, and the end."""
        if not self.model.has_several_types:
            return ENGINE.HELD + 1, COUNTERS.COUNT + 1
        first, end = self.model.span(self.kind)
        return Int.of(first), Int.of(end)

    def passing(
        self,
        test: Callable[[Site], Bool],
        first: Int | int | None = None,
        end: Int | None = None,
    ) -> Iterator[Site]:
        """Iterate over the sites of the board, or a range of them, that pass a test."""
        at, span = Site.named(self.out.name("x")), self.board_span
        if self.model.has_several_types:
            self.kinds[at] = self.site_type
        ends = span[1] if end is None else end
        for _ in self.numbers(ends, span[0] if first is None else first, name=at):
            with self.where(test(at)):
                yield at

    def neighbours(self, site: Site, of_class: str = "Adjacent") -> Iterator[Site]:
        """Iterate over the neighbours of a site, if it exists."""
        geometry = self.geometry
        slots = geometry.of_class(of_class)
        slot, other = self.named(t=Int, x=Site)
        width = ENGINE.SLOTS
        with self.where(site != NONE):
            for _ in self.numbers(width, name=slot):
                if not slots.all():
                    mask = self.table("MASK", slots.ravel().tolist())
                    kind = wide(S.kind[site]) * width if geometry.kinds > 1 else Int.of(0)
                    self.leave(mask[kind + slot] == 0, "continue")
                self.set(other, wide(S.step[site * width + slot]))
                with self.where(other != NONE):
                    yield other


@dataclass(frozen=True)
class TestedSites(SiteSet):
    """Sites of an unknown state: a test that the program applies to a site."""

    scope: Scope
    test: Callable[[Site], Bool]

    def contains(self, at: Site) -> Bool:
        return self.test(at)

    def __or__(self, other: SiteSet) -> TestedSites:
        return self._joined(other, self.scope.any_of)

    def __and__(self, other: SiteSet) -> TestedSites:
        return self._joined(other, self.scope.all_of)

    def _joined(
        self, other: SiteSet, join: Callable[[Iterable[Callable[[], Bool]]], Bool]
    ) -> TestedSites:
        def test(at: Site) -> Bool:
            return join((lambda: self.contains(at), lambda: other.contains(at)))

        return TestedSites(self.scope, test)

    def __sub__(self, other: SiteSet) -> TestedSites:
        return self.where(lambda at: ~other.contains(at))

    def where(self, test: Callable[[Site], Bool]) -> TestedSites:
        return self._joined(TestedSites(self.scope, test), self.scope.all_of)


def following(player: Int, players: int) -> Int:
    """Return the player with the turn after the turn of `player`."""
    if player.constant is not None:
        return Int.of(player.constant % players + 1)
    return Int.call("following", player)
