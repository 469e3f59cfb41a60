"""Builders: what the meaning of a ludeme is written with, whether it is printed or evaluated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from boardless.games.language.kinds import Integer, Integers, Region, Role
from boardless.games.language.ludeme import Ludeme
from boardless.ir.expressions import Bool, Int, Site, as_int, every, folded, some
from boardless.ir.writer import Statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import NoReturn, Self

    from boardless.games.building.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.kinds import Condition, Numbered, SiteType, Ways
    from boardless.ir.expressions import Value
    from boardless.ir.statements import Block


@dataclass(frozen=True)
class Span:
    """The numbers from one up to another, that one excluded; a loop names them by `stem`."""

    first: Int | int
    end: Int | int
    stem: str = "n"


@dataclass(frozen=True)
class SpanOfSites(Span):
    """The sites from one up to another, that one excluded."""

    stem: str = "x"


@dataclass(frozen=True)
class Steps:
    """The sites to which steps lead from a site, to the adjacent ones unless `ways` says others."""

    at: Site
    ways: Ways | None = None


#: Several sites, or several numbers.
Domain = Region | Integers | Span | Steps


class SiteSet(ABC):
    """The sites of a region: a test that is printed, or the sites before the first move."""

    @abstractmethod
    def contains(self, at: Site) -> Bool:
        """Return the test that a site is one of them."""

    @abstractmethod
    def __or__(self, other: SiteSet) -> SiteSet:
        """Return the sites in the one or the other."""

    @abstractmethod
    def __and__(self, other: SiteSet) -> SiteSet:
        """Return the sites in both."""

    @abstractmethod
    def __sub__(self, other: SiteSet) -> SiteSet:
        """Return the sites that are not in the other."""

    @abstractmethod
    def where(self, test: Callable[[Site], Bool]) -> SiteSet:
        """Return the sites that pass a test."""


class Builder(Statements, ABC):
    """The place of a meaning: a function that is printed, or the position before the first move.

    A combinator works out a constant if all that it is given is constant, as before the first move
    (`InitialPosition`). In a function (`Scope`) it writes statements.
    """

    @property
    def scope(self) -> Scope | None:
        """The scope of a game that is played, None before the first move."""
        return None

    @abstractmethod
    def start(self, node: Ludeme) -> InitialPosition:
        """Return the position before the first move; its board never changes."""

    def playing(self, node: Ludeme) -> Scope:
        """Return the scope of a game that is played; reject a ludeme before the first move."""
        return self.scope or unknown(node)

    @abstractmethod
    def binding(self, **names: object) -> Self:
        """Return a builder with other names bound."""

    @abstractmethod
    def bound_integer(self, name: str, node: Ludeme) -> Int:
        """Return the number that has a name."""

    @abstractmethod
    def bound_site(self, name: str, node: Ludeme) -> Site:
        """Return the site that has a name."""

    @abstractmethod
    def integer(self, node: Integer) -> Int:
        """Return an integer; sites have the numbers of the language."""

    @abstractmethod
    def condition(self, node: Condition) -> Bool:
        """Return a condition."""

    @abstractmethod
    def site(self, node: Integer) -> Site:
        """Return the site that an integer means, of the board or of a hand."""

    def board_site(self, node: Integer) -> Site:
        """Return the site of the board that an integer means; none where it means one of a hand."""
        return self.site(node)

    @abstractmethod
    def site_of(self, number: Int) -> Site:
        """Return the site that has a number of the language."""

    @abstractmethod
    def site_numbered(self, number: int, node: Ludeme) -> Site:
        """Return the site of a number that stands in the rules."""

    @abstractmethod
    def number(self, site: Site) -> Int:
        """Return the number of the language that a site has."""

    @abstractmethod
    def region(self, node: Region) -> SiteSet:
        """Return the sites of a region."""

    @abstractmethod
    def listed(self, *sites: Callable[[], Site]) -> SiteSet:
        """Return sites one by one, each worked out where it is asked for; `NONE` is none."""

    @abstractmethod
    def listed_in(self, numbers: Integers) -> SiteSet:
        """Return the sites that have numbers of the language."""

    @abstractmethod
    def tested(self, node: Region, test: Callable[[Site], Bool]) -> SiteSet:
        """Return the sites of a region that passes a test in play, and is not known before."""

    @abstractmethod
    def fixed(
        self,
        node: Region,
        numbers: Callable[[InitialPosition], Iterable[int]],
        otherwise: Callable[[Site], Bool] | None = None,
    ) -> SiteSet:
        """Return the sites of a region that never changes, by their numbers at the start.

        `otherwise` is the test of a site where the region depends on play, unless it has a loop.
        """

    @abstractmethod
    def united(self, domain: Domain, region: Callable[..., SiteSet]) -> SiteSet:
        """Return the sites of the regions that follow from several sites, together."""

    @abstractmethod
    def either_region(self, test: Condition, yes: Region, no: Region | None) -> SiteSet:
        """Return the sites of the one region where a condition holds, else of the other, if any."""

    def inside(self, region: Region, at: Site) -> Bool:
        """Return the test that a site is in a region."""
        return self.region(region).contains(at)

    @abstractmethod
    def member_of(self, region: Region, node: Integer) -> Bool:
        """Return the test that the site that an integer means is in a region."""

    @abstractmethod
    def role(self, role: Role, node: Ludeme) -> Int:
        """Return the player whom a role means."""

    def let(self, value: Value, stem: str = "x") -> Value:
        """Return a value that is worked out here, once."""
        return self.variable(stem, value) if value.constant is None else value

    def either(
        self, test: Bool, yes: Callable[[], Value], no: Callable[[], Value], stem: str = "value"
    ) -> Value:
        """Return the one value where a test holds, else the other; only one is worked out."""
        if test.constant is not None:
            return yes() if test.constant else no()
        name = self.out.name(stem)
        with self.where(test):
            value = yes()
            found = value.renamed(name)
            self.set(found, value)
        with self.otherwise():
            self.set(found, no())
        return found

    def all_of(self, parts: Iterable[Callable[[], Bool]]) -> Bool:
        """Return the test that all hold; none is worked out behind one that does not."""
        return self._in_turn(parts, stop=False)

    def any_of(self, parts: Iterable[Callable[[], Bool]]) -> Bool:
        """Return the test that one holds; none is worked out behind one that does."""
        return self._in_turn(parts, stop=True)

    def _in_turn(self, parts: Iterable[Callable[[], Bool]], stop: bool) -> Bool:
        """Return a conjunction, or a disjunction (`stop`), evaluated from the left."""
        # Each part is compiled once: twice at each level would be endless for nested conditions.
        compiled: list[tuple[Block, Bool]] = []
        for part in parts:
            start = self.out.mark
            test = part()
            compiled.append((self.out.cut(start), test))
            if test.constant is stop:
                break
        if not any(block for block, _ in compiled):
            return (some if stop else every)(*(test for _, test in compiled))
        result = self.variable("c", Bool.of(stop))
        with ExitStack() as nested:
            for block, test in compiled:
                self.out.add(*block)
                nested.enter_context(self.where(~test if stop else test))
            self.set(result, Bool.of(not stop))
        return result

    @overload
    def loop(self, domain: Region | Steps | SpanOfSites, hands: bool = False) -> Iterator[Site]: ...

    @overload
    def loop(self, domain: Integers | Span, hands: bool = False) -> Iterator[Int]: ...

    def loop(self, domain: Domain, hands: bool = False) -> Iterator[Int]:
        """Go through several sites or numbers; `hands`: sites of hands as well."""
        return self._loop(domain, hands)

    @abstractmethod
    def _loop(self, domain: Domain, hands: bool) -> Iterator[Int]: ...

    def any(self, domain: Domain, test: Callable[..., Bool], hands: bool = False) -> Bool:
        """Return the test that one of several sites or numbers passes a test."""
        tests = (known(test(value), domain) for value in self.loop(domain, hands))
        return Bool.of(any(one.constant for one in tests))

    def all(self, domain: Domain, test: Callable[..., Bool], hands: bool = False) -> Bool:
        """Return the test that all of several sites or numbers pass a test."""
        return ~self.any(domain, lambda value: ~test(value), hands)

    def total(
        self, domain: Domain, amount: Callable[..., Int], hands: bool = False, stem: str = "total"
    ) -> Int:
        """Return the sum of an amount over several sites or numbers."""
        amounts = (known(amount(value), domain) for value in self.loop(domain, hands))
        return folded(Int.__add__, (Int.of(0), *amounts))

    def nth(self, domain: Domain, index: Int, hands: bool = False) -> Int:
        """Return the number at a place among several, counted from 0; -1 where there is none."""
        values, place = tuple(self.loop(domain, hands)), index.constant
        if place is None or not 0 <= place < len(values):
            return Int.of(-1)
        found = values[place]
        return self.number(found) if isinstance(found, Site) else found

    def count(
        self, domain: Domain, test: Callable[..., Bool] | None = None, hands: bool = False
    ) -> Int:
        """Return how many of several sites or numbers pass a test."""

        def one(value: Site) -> Int:
            return as_int(1) if test is None else test(value).choose(as_int(1), as_int(0))

        return self.total(domain, one, hands, stem="count")

    def entry(self, stem: str, values: list[int], place: Int) -> Int:
        """Return an entry of a list that never changes; 0 beyond its ends, where none is meant."""
        at = place.constant or 0
        return Int.of(values[at] if 0 <= at < len(values) else 0)

    @abstractmethod
    def by_site(self, at: Site, value: Callable[[int], int]) -> Int:
        """Return what a function makes of the number of a site of the board; -1 of no such site."""

    @abstractmethod
    def what(self, at: Site, node: Ludeme, kind: SiteType | None = None) -> Int:
        """Return the component on a site of a type, 0 where there is none."""

    def fold(
        self, domains: Iterable[Integer | Integers], none: int, both: Callable[[Int, Int], Int]
    ) -> Int:
        """Return what an operation makes of numbers and lists of them, `none` if there are none."""
        found: list[Int] = []
        for domain in domains:
            found += self.loop(domain) if isinstance(domain, Integers) else [self.integer(domain)]
        return folded(both, found) if found else Int.of(none)

    def who(self, value: Integer | Role | Numbered, node: Ludeme) -> Int:
        """Return an integer, or the number of the player whom a role means."""
        if isinstance(value, Role):
            return self.role(value, node)
        return self.integer(value if isinstance(value, Integer) else value.number)


def known(value: Value, node: object) -> Value:
    """Return a value that is constant, or complain that a ludeme has none before the first move."""
    if value.constant is None:
        assert isinstance(node, Ludeme)
        unknown(node)
    return value


def unknown(node: Ludeme) -> NoReturn:
    """Complain that a ludeme has no value before the first move."""
    node.reject("is not known before the first move")


def unsupported(node: Ludeme) -> NoReturn:
    """Complain that a ludeme cannot be compiled here."""
    node.reject("is read, but cannot be compiled in this place yet")
