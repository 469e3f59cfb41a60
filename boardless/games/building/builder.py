"""Builders and candidates: the interface that the meaning of a ludeme is written against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, overload

from boardless.games.language.kinds import Integer, Integers, Region, Role
from boardless.games.language.ludeme import Ludeme, read_in
from boardless.ir.expressions import NONE, Bool, Int, Site, as_int, every, folded, some
from boardless.ir.statement_builder import Statements

if TYPE_CHECKING:
    from typing import NoReturn, Self

    from boardless.games.building.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.kinds import (
        Condition,
        Consequence,
        Moves,
        Numbered,
        SiteType,
        Ways,
    )
    from boardless.ir.expressions import Value
    from boardless.ir.statements import Block


@dataclass(frozen=True)
class LoopRange:
    """The numbers from one up to another, exclusive; a loop names them by `stem`."""

    first: Int | int
    end: Int | int
    stem: str = "n"


@dataclass(frozen=True)
class SpanOfSites(LoopRange):
    """The sites from one up to another, exclusive."""

    stem: str = "x"


@dataclass(frozen=True)
class Steps:
    """The sites one step from a site, by adjacent steps unless `ways` gives others."""

    at: Site
    ways: Ways | None = None


#: Several sites, or several numbers.
Domain = Region | Integers | LoopRange | Steps


class SiteSet(ABC):
    """The sites of a region: a test in the program, or the sites before the first move."""

    @abstractmethod
    def contains(self, at: Site) -> Bool:
        """Return the test that a site belongs to the set."""

    @abstractmethod
    def __or__(self, other: SiteSet) -> SiteSet:
        """Return the union of two sets."""

    @abstractmethod
    def __and__(self, other: SiteSet) -> SiteSet:
        """Return the intersection of two sets."""

    @abstractmethod
    def __sub__(self, other: SiteSet) -> SiteSet:
        """Return the difference of two sets."""

    @abstractmethod
    def where(self, test: Callable[[Site], Bool]) -> SiteSet:
        """Return the sites that pass a test."""


class Builder(Statements, ABC):
    """The place of a meaning: a new function, or the position before the first move.

    A combinator computes a constant if all of its inputs are constant, as before the first move
    (`InitialPosition`). In a function (`Scope`) it writes statements.
    """

    @property
    def scope(self) -> Scope | None:
        """The scope of a game in play, or None before the first move."""
        return None

    @abstractmethod
    def start(self, node: Ludeme) -> InitialPosition:
        """Return the position before the first move; its board never changes."""

    def playing(self, node: Ludeme) -> Scope:
        """Return the scope of a game in play; reject a ludeme before the first move."""
        return self.scope or unknown(node)

    @abstractmethod
    def binding(self, **names: object) -> Self:
        """Return a builder with other names bound."""

    @abstractmethod
    def bound_integer(self, name: str, node: Ludeme) -> Int:
        """Return the number bound to a name."""

    @abstractmethod
    def bound_site(self, name: str, node: Ludeme) -> Site:
        """Return the site bound to a name."""

    @abstractmethod
    def integer(self, node: Integer) -> Int:
        """Return an integer; sites have their numbers in the language."""

    @abstractmethod
    def condition(self, node: Condition) -> Bool:
        """Return a condition."""

    @abstractmethod
    def site(self, node: Integer) -> Site:
        """Return the site of an integer, on the board or in a hand."""

    def board_site(self, node: Integer) -> Site:
        """Return the site of an integer on the board, or `NONE` for a site in a hand."""
        return self.site(node)

    @abstractmethod
    def site_of(self, number: Int) -> Site:
        """Return the site with a number of the language."""

    @abstractmethod
    def site_numbered(self, number: int, node: Ludeme) -> Site:
        """Return the site of a number in the rules."""

    @abstractmethod
    def number(self, site: Site) -> Int:
        """Return the number of a site in the language."""

    @abstractmethod
    def region(self, node: Region) -> SiteSet:
        """Return the sites of a region."""

    @abstractmethod
    def listed(self, *sites: Callable[[], Site]) -> SiteSet:
        """Return a set of listed sites, each computed on request; `NONE` adds no site."""

    @abstractmethod
    def listed_in(self, numbers: Integers) -> SiteSet:
        """Return the sites with given numbers of the language."""

    @abstractmethod
    def tested(self, node: Region, test: Callable[[Site], Bool]) -> SiteSet:
        """Return the sites of a region that pass a test; before the first move they are unknown."""

    @abstractmethod
    def fixed(
        self,
        node: Region,
        numbers: Callable[[InitialPosition], Iterable[int]],
        otherwise: Callable[[Site], Bool] | None = None,
    ) -> SiteSet:
        """Return the sites of a region that never changes, by their numbers at the start.

        `otherwise` is the test of a site if the region depends on play, unless it has a loop.
        """

    @abstractmethod
    def united(self, domain: Domain, region: Callable[..., SiteSet]) -> SiteSet:
        """Return the union of the regions for each of several sites."""

    @abstractmethod
    def either_region(self, test: Condition, yes: Region, no: Region | None) -> SiteSet:
        """Return the sites of one region if a condition holds, else of the other, if any."""

    def inside(self, region: Region, at: Site) -> Bool:
        """Return the test that a site is in a region."""
        return self.region(region).contains(at)

    @abstractmethod
    def member_of(self, region: Region, node: Integer) -> Bool:
        """Return the test that the site of an integer is in a region."""

    @abstractmethod
    def role(self, role: Role, node: Ludeme) -> Int:
        """Return the player of a role."""

    def let(self, value: Value, stem: str = "x") -> Value:
        """Return a value that is computed here, once."""
        return self.variable(stem, value) if value.constant is None else value

    def either(
        self, test: Bool, yes: Callable[[], Value], no: Callable[[], Value], stem: str = "value"
    ) -> Value:
        """Return one of two values by a test; the program computes only that one."""
        if test.constant is not None:
            return yes() if test.constant else no()
        name = self.out.name(stem)
        with self.where(test):
            value = yes()
            chosen = value.named(name)
            self.set(chosen, value)
        with self.otherwise():
            self.set(chosen, no())
        return chosen

    def all_of(self, parts: Iterable[Callable[[], Bool]]) -> Bool:
        """Return the test that all tests hold; evaluation stops at the first false one."""
        return self._in_turn(parts, stop=False)

    def any_of(self, parts: Iterable[Callable[[], Bool]]) -> Bool:
        """Return the test that any test holds; evaluation stops at the first true one."""
        return self._in_turn(parts, stop=True)

    def _in_turn(self, parts: Iterable[Callable[[], Bool]], stop: bool) -> Bool:
        """Return a conjunction, or a disjunction (`stop`), evaluated from the left."""
        # Each part is compiled once; twice at each level would be exponential for nested
        # conditions.
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
    def loop(self, domain: Integers | LoopRange, hands: bool = False) -> Iterator[Int]: ...

    def loop(self, domain: Domain, hands: bool = False) -> Iterator[Int]:
        """Iterate over several sites or numbers; `hands` includes sites of hands."""
        return self._loop(domain, hands)

    @abstractmethod
    def _loop(self, domain: Domain, hands: bool) -> Iterator[Int]: ...

    def any(self, domain: Domain, test: Callable[..., Bool], hands: bool = False) -> Bool:
        """Return the test that any of several sites or numbers passes a test."""
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
        """Return the number at an index among several, counted from 0, or -1 beyond the end."""
        values, place = tuple(self.loop(domain, hands)), index.constant
        if place is None or not 0 <= place < len(values):
            return Int.of(-1)
        entry = values[place]
        return self.number(entry) if isinstance(entry, Site) else entry

    def count(
        self, domain: Domain, test: Callable[..., Bool] | None = None, hands: bool = False
    ) -> Int:
        """Return how many of several sites or numbers pass a test."""

        def one(value: Site) -> Int:
            return as_int(1) if test is None else test(value).choose(as_int(1), as_int(0))

        return self.total(domain, one, hands, stem="count")

    def entry(self, stem: str, values: list[int], place: Int) -> Int:
        """Return an entry of a constant list, or 0 beyond its ends."""
        at = place.constant or 0
        return Int.of(values[at] if 0 <= at < len(values) else 0)

    @abstractmethod
    def by_site(self, at: Site, value: Callable[[int], int]) -> Int:
        """Return a function of the number of a site of the board, or -1 for another site."""

    @abstractmethod
    def what(self, at: Site, node: Ludeme, kind: SiteType | None = None) -> Int:
        """Return the component on a site of a type, or 0 if the site is empty."""

    def fold(
        self, domains: Iterable[Integer | Integers], none: int, both: Callable[[Int, Int], Int]
    ) -> Int:
        """Return the fold of numbers, and of numbers in lists, or `none` without numbers."""
        numbers: list[Int] = []
        for domain in domains:
            numbers += self.loop(domain) if isinstance(domain, Integers) else [self.integer(domain)]
        return folded(both, numbers) if numbers else Int.of(none)

    def who(self, value: Integer | Role | Numbered, node: Ludeme) -> Int:
        """Return an integer, or the number of the player of a role."""
        if isinstance(value, Role):
            return self.role(value, node)
        return self.integer(value if isinstance(value, Integer) else value.number)


def known(value: Value, node: object) -> Value:
    """Return a constant value; reject a ludeme without one before the first move."""
    if value.constant is None:
        assert isinstance(node, Ludeme)
        unknown(node)
    return value


def unknown(node: Ludeme) -> NoReturn:
    """Raise because a ludeme has no value before the first move."""
    node.reject("is not known before the first move")


def unsupported(node: Ludeme) -> NoReturn:
    """Raise because a ludeme cannot be compiled here."""
    node.reject("is valid, but cannot be compiled in this place yet")


@dataclass(frozen=True)
class Candidate:
    """A move inside the blocks that test whether it is allowed."""

    scope: Scope
    origin: Site
    to: Site
    #: Makes the move without the effects `beside`; `origin`, `to` and all `reads` are bound.
    act: Callable[[Scope], None]
    reads: tuple[Ludeme | None, ...] = ()
    then: tuple[Consequence, ...] = ()
    #: Bound names that `act` needs in addition to `reads`.
    carries: tuple[str, ...] = ()
    #: Integers that are computed here, and read by `act` as ``number1``, ...
    numbers: tuple[Int, ...] = ()
    #: Whether consequences follow twice, as in Ludii after a move that it lists twice.
    twice: bool = False
    #: An untested condition.
    requirement: Requirement | None = None
    #: Its rule, if all moves of that rule are of one sort.
    rule: Ludeme | None = None
    #: Its rule without consequences, if a row describes the whole move.
    by: Ludeme | None = None
    #: The player who may choose it in a game of simultaneous moves; None for the mover.
    player: Int | None = None
    #: Whether it removes the piece on its target.
    takes: bool = False
    #: The additional effect, before the move and with all its consequences.
    beside: Moves | None = None

    @property
    def leaves(self) -> Site | None:
        """The site that loses its piece by the move, or None."""
        stays = self.origin is self.to or self.origin is NONE
        return self.origin if self.takes or not stays else None

    def make(self, scope: Scope) -> None:
        """Make the move, with its additional effects."""
        if self.beside is not None:
            do_first(self.beside, scope)
        self.act(scope)

    def followed(self, then: Consequence | None) -> Self:
        """Return the move with one more consequence."""
        if then is None:
            return self
        return replace(self, then=(*self.then, *[then] * (1 + self.twice)))


#: The moves of a rule, one after another.
Candidates = Iterator[Candidate]


@dataclass(frozen=True)
class Requirement:
    """A condition on a move, tested only for moves that are sampled or listed."""

    condition: Condition
    #: The move, with the consequences that belong to the trial.
    tried: Candidate
    #: The player who asks, possibly about moves of another player's pieces.
    mover: Int


def do_first(effect: Moves, b: Scope) -> None:
    """Carry out the additional effect of a move first, with all its consequences."""
    queued = b.builder.queue(effect, b)
    if "pending" in read_in(effect):
        # Pending values are forgotten after the question, which is late for a move's own.
        b.do_if(Int.named("row") == 0, "forget_all", b.pending[0])
    b.builder.run(queued, b)
