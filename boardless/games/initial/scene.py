"""The scene before the first move, the context for constant evaluation of descriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from boardless.games.building.builder import Builder, LoopRange, SiteSet, Steps, known, unknown
from boardless.games.building.scope import number_of
from boardless.games.initial.contents import ChanceChoice
from boardless.games.language.kinds import Integer, Integers, Role
from boardless.ir.expressions import NONE, Bool, Int, Site, as_int
from boardless.ir.statement_builder import Body
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from boardless.games.building.builder import Domain
    from boardless.games.initial.contents import InitialContents, Inventory, Spot
    from boardless.games.language.kinds import Condition, Region, SiteType
    from boardless.games.language.ludeme import Ludeme
    from boardless.topo.layouts.fixed_board import FixedBoard
    from boardless.topo.layouts.regions import BoardTrack
    from boardless.topo.layouts.sites import Sites


def first_option(choice: ChanceChoice) -> int:
    """Return the first option of a choice."""
    return 0


class KnownSites(SiteSet):
    """Sites before the first move: their numbers in ascending order, without negative ones."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(sorted({int(number) for number in numbers if number >= 0}))

    def each(self) -> tuple[Site, ...]:
        return tuple(Site.of(number + 1) for number in self.numbers)

    def contains(self, at: Site) -> Bool:
        return Bool.of(at.constant is not None and at.constant - 1 in self.numbers)

    def __or__(self, other: SiteSet) -> KnownSites:
        return KnownSites({*self.numbers, *_numbers(other)})

    def __and__(self, other: SiteSet) -> KnownSites:
        return KnownSites({*self.numbers} & {*_numbers(other)})

    def __sub__(self, other: SiteSet) -> KnownSites:
        return KnownSites({*self.numbers} - {*_numbers(other)})

    def where(self, test: Callable[[Site], Bool]) -> KnownSites:
        return KnownSites((at.constant or 0) - 1 for at in self.each() if test(at).constant)


def _numbers(sites: SiteSet) -> tuple[int, ...]:
    assert isinstance(sites, KnownSites)
    return sites.numbers


@dataclass(frozen=True, eq=False)
class InitialPosition(Builder):
    """A board with tracks, inventory and contents so far; the scope of constant evaluation.

    Sites have the numbers of the language here. As a `Site`, each has one more, and 0 means a
    missing site.
    """

    board: FixedBoard
    inventory: Inventory
    tracks: tuple[BoardTrack, ...] = ()
    #: None if rules may not ask for them.
    contents: InitialContents | None = None
    #: Returns the place of an option of a choice, or raises an `UndecidedError`.
    choose: Callable[[ChanceChoice], int] = first_option
    #: ``(site)``, ``(value)``, ``(player)`` and the number of ``(team)``.
    iterated: int | None = None
    value: int | None = None
    player_: int | None = None
    team: int | None = None
    #: Regions of the equipment under evaluation.
    open_regions: frozenset[int] = field(default=frozenset())
    #: No statement is written: all values are constants.
    out: Body = field(default_factory=Body, repr=False)
    #: The entries of evaluated maps, by the identity of their items.
    maps: dict[int, dict[int, int]] = field(default_factory=dict)

    def binding(self, **names: object) -> InitialPosition:
        values = {name: _number(value) for name, value in names.items()}
        return replace(self, **values)  # type: ignore[arg-type]

    def start(self, node: Ludeme) -> InitialPosition:
        return self

    def bound_integer(self, name: str, node: Ludeme) -> Int:
        number: int | None = getattr(self, name, None)
        if number is None:
            node.reject("has no meaning here")
        return Int.of(number)

    def bound_site(self, name: str, node: Ludeme) -> Site:
        return self.site_of(self.bound_integer(name, node))

    def value_of(self, value: Int | Bool, node: Ludeme) -> int:
        """Return the value of a constant expression; raise if it is not constant."""
        return known(value, node).constant or 0

    def evaluate(self, node: Ludeme | None, default: int = 0) -> int:
        """Return the value of an integer, or the default without one."""
        if node is None:
            return default
        if not isinstance(node, Integer):
            unknown(node)
        return self.value_of(self.integer(node), node)

    def evaluate_all(self, node: Integers) -> tuple[int, ...]:
        """Return the values of several integers, in order."""
        return tuple(self.value_of(value, node) for value in self.values(node))

    def holds(self, node: Condition) -> bool:
        """Return the truth of a condition."""
        return bool(self.value_of(self.condition(node), node))

    def integer(self, node: Integer) -> Int:
        return known(node.meaning(self), node)

    def condition(self, node: Condition) -> Bool:
        return known(node.meaning(self), node)

    def site(self, node: Integer) -> Site:
        return known(node.as_site(self), node)

    def site_of(self, number: Int) -> Site:
        return NONE if number.constant is None else Site.of(max(number.constant, -1) + 1)

    def site_numbered(self, number: int, node: Ludeme) -> Site:
        return self.site_of(Int.of(number))

    def number(self, site: Site) -> Int:
        return site - 1

    def region(self, node: Region) -> KnownSites:
        return KnownSites(self.sites_of(node))

    def listed(self, *sites: Callable[[], Site]) -> KnownSites:
        return KnownSites((site().constant or 0) - 1 for site in sites)

    def listed_in(self, numbers: Integers) -> KnownSites:
        return KnownSites(number.constant or 0 for number in self.values(numbers))

    def tested(self, node: Region, test: Callable[[Site], Bool]) -> KnownSites:
        return unknown(node)

    def fixed(
        self,
        node: Region,
        numbers: Callable[[InitialPosition], Iterable[int]],
        otherwise: Callable[[Site], Bool] | None = None,
    ) -> KnownSites:
        return KnownSites(numbers(self))

    def united(self, domain: Domain, region: Callable[..., SiteSet]) -> SiteSet:
        return reduce(or_, [region(at) for at in self.values(domain)], KnownSites(()))

    def either_region(self, test: Condition, yes: Region, no: Region | None) -> KnownSites:
        if self.condition(test).constant:
            return self.region(yes)
        return KnownSites(()) if no is None else self.region(no)

    def member_of(self, region: Region, node: Integer) -> Bool:
        return self.inside(region, self.site(node))

    def sites_of(self, region: Region) -> tuple[int, ...]:
        """Return the numbers of the sites of a region."""
        sites = region.meaning(self)
        return sites.numbers if isinstance(sites, KnownSites) else unknown(region)

    def role(self, role: Role, node: Ludeme) -> Int:
        return Int.of(self.number_of(role, node))

    def values(self, domain: Domain) -> tuple[Int, ...]:
        """Return several sites or numbers."""
        if isinstance(domain, Integers):
            return tuple(known(value, domain) for value in domain.each_value(self))
        if isinstance(domain, LoopRange):
            first, end = as_int(domain.first).constant, as_int(domain.end).constant
            assert first is not None
            assert end is not None
            return tuple(map(Int.of, range(first, end)))
        if isinstance(domain, Steps):
            return self._beside(domain)
        return self.region(domain).each()

    def _beside(self, steps: Steps) -> tuple[Site, ...]:
        board, at = self.sites(), self.number(steps.at).constant
        if at is None or at not in board:
            return ()
        ways = steps.ways
        names = ("Adjacent",) if ways is None else ways.seen_from(at, self)
        walks = [walk for name in names for walk in walks_along(board, at, name)]
        return tuple(dict.fromkeys(Site.of(int(walk[1]) + 1) for walk in walks if len(walk) > 1))

    def _loop(self, domain: Domain, hands: bool) -> Iterator[Int]:
        return iter(self.values(domain))

    def among(self, values: Iterable[Int | int], stem: str = "value") -> Iterator[Int]:
        return map(as_int, values)

    def by_site(self, at: Site, value: Callable[[int], int]) -> Int:
        number = self.number(at).constant
        return Int.of(-1 if number is None or number < 0 else value(number))

    def what(self, at: Site, node: Ludeme, kind: SiteType | None = None) -> Int:
        return Int.of(self.lying(node).what(self.spot((at.constant or 0) - 1, kind)))

    def kind(self, of_type: SiteType | None) -> str:
        """Return the name of a type of sites, by default of the type of the play."""
        return self.board.use if of_type is None else str(of_type)

    def sites(self, of_type: SiteType | None = None) -> Sites:
        """Return the sites of a type, by default of the type of the play."""
        return self.board.sites_of(self.kind(of_type))

    def spot(self, site: int, of_type: SiteType | None = None) -> Spot:
        """Return the spot of a site; sites beyond the board are cells of hands."""
        kind = self.kind(of_type)
        return (kind if site < len(self.board.sites_of(kind)) else "Cell", site)

    def number_of(self, role: Role, node: Ludeme) -> int:
        """Return the player of a role: 0 for nobody, and the last plus one for all."""
        number = number_of(role, self.inventory.players)
        if number is not None:
            return number
        # Player 1 moves first.
        known = {
            Role.MOVER: 1, Role.TEAM_MOVER: 1, Role.NEXT: min(self.inventory.players, 2),
            Role.PREVIOUS: 0, Role.PLAYER: -1 if self.player_ is None else self.player_,
        }  # fmt: skip
        if self.contents is None or role not in known:
            node.reject(f"{role} is not known before the first move")
        return known[role]

    def lying(self, node: Ludeme) -> InitialContents:
        """Return the contents so far; raise if they are unknown."""
        if self.contents is None:
            node.reject("is not known before the first move")
        return self.contents

    def chosen(self, what: str, options: Iterable[int], node: Ludeme) -> int:
        """Return the option that chance takes; see `ChanceChoice`."""
        choice = ChanceChoice(what, tuple(options))
        self.lying(node).choices.append(choice)
        return choice.options[self.choose(choice)]


def _number(value: object) -> object:
    """Return the number in the language of a bound value."""
    if isinstance(value, Int):
        return (value - 1 if isinstance(value, Site) else value).constant
    return value
