"""Deduction puzzles: constraints on the values of sites, and moves that satisfy them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from itertools import accumulate

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    MOVER,
    TO,
    TRIES,
    TRUE,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    EngineFunction,
    InitialPosition,
    Int,
    IntArray,
    Integer,
    Ludeme,
    Moves,
    OneOrMore,
    Region,
    S,
    Scope,
    ScopeMode,
    Site,
    SiteType,
    SpanOfSites,
    Word,
    as_int,
    carried,
    every,
    lesser,
    lifted,
    ludeme,
    needs,
    reads,
    wide,
)
from boardless.games.ludemes.moves import does
from boardless.games.ludemes.owned_regions import Regions, hints_of, regions_of_type
from boardless.games.ludemes.puzzle_values import (
    possible,
    puzzle_of,
    row,
    settled,
    single_regions,
    sites_in,
    table_of,
)

Constraints = OneOrMore[Condition]


@ludeme("satisfy", concepts="DeductionPuzzle CopyContext")
class Satisfy(Moves):
    """Give a constrained site a value that breaks no constraint, exclude one, or restore one.

    Example: (satisfy {(all Different) (is Sum 15)})
    """

    facts = EFFECT | TRIES | needs("puzzles")
    constraints: Constraints

    def legal(self, b: Scope) -> Candidates:
        puzzle, (first, every) = puzzle_of(b.model, self), possible(b, self)
        holds = _holds(self, b)
        for at in each_variable(b, self):
            for value in b.numbers(puzzle.high + 1, puzzle.low, stem="value"):
                # The arrays get the value for the test, and then their old value again.
                bits, here = S.numbers[first + at], S.what[at]
                ruled = b.variable("ruled", wide(bits))
                what = b.variable("what", wide(here))
                b.set(bits, as_int(every) & ~(1 << value))
                b.set(here, value)
                allowed = b.variable("allowed", holds(MOVER, at))
                b.set(bits, ruled)
                b.set(here, what)
                differs = ~(settled(at, b, self) & (what == value))
                for kernel, test in (("give_value", allowed), ("toggle_value", differs)):
                    with b.where(test):
                        act = does(kernel, first, every, TO, carried(1))
                        yield Candidate(b.binding(to=at), at, at, act, numbers=(value,))


class Element(Word):
    """Things that a constraint ranges over."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
    HINT = "Hint"


@ludeme("forAll", concepts="DeductionPuzzle")
class ForAll(Condition):
    """A constraint holds for every site of a type, as (from), or hint, as (from), (to) and (hint).

    Example: (forAll Hint (is Count (sites Around (from)) of:1 (hint)))
    """

    facts = GLOBAL
    of: Element
    constraint: Condition

    def meaning_in_play(self, b: Scope) -> Bool:
        scene, model, holds = _scene(b, self), b.model, b.variable("holds", TRUE)

        def check(b: Scope) -> None:
            b.set(holds, holds & b.condition(self.constraint))

        if self.of is not Element.HINT:
            first, count = model.hand_size + 1, len(scene.board.sites_of(str(self.of)))
            for at in b.loop(SpanOfSites(first, first + count)):
                check(b.binding(origin=at))
            return holds
        hints = hints_of(scene, scene.board.use)
        if hints:
            ends = [model.numbered(listed[:2]) for listed, _ in hints]
            table = b.table("HINTED", [end for pair in ends for end in (*pair, 0)[:2]])
            numbers = b.table("HINTS", [number for _, number in hints])
            for n in b.numbers(len(hints)):
                at, to = (b.let(lifted(wide(table[2 * n + end]), Site)) for end in (0, 1))
                hint = b.let(wide(numbers[n]), "hint")
                check(b.binding(origin=at, to=to, hint=hint, hinted=n))
        return holds


@ludeme("all", "Different", facts=reads("regions"), concepts="DeductionPuzzle")
def all_different(
    node: Condition,
    b: Scope,
    type: SiteType | None = None,
    region: Region | None = None,
    *,
    except_: Integer | None = None,
    excepts: tuple[Integer, ...] = (),
) -> Bool:
    """No value occurs twice in the region, or in any region, or is 0; excepted values may.

    Example: (all Different (sites Board) except:0)
    """
    _played(type, node, b)
    excepted = [b.integer(one) for one in (except_, *excepts) if one is not None]
    differ, seen = b.variable("differ", TRUE), b.named(seen=Int)[0]

    def look(at: Site) -> None:
        with b.where(settled(at, b, node)):
            value = b.variable("value", wide(S.what[at]))
            with b.where(every(*(value != one for one in excepted))):
                b.set(differ, every(differ, value != 0, (seen >> value) & 1 == 0))
                b.set(seen, seen | (1 << value))

    if region is not None:
        b.set(seen, 0)
        for at in b.loop(region):
            look(at)
        return differ
    regions = list(single_regions(_scene(b, node)))
    lists = [listed for listed, _ in regions]
    stars = [int(str(sort) == "AllDirections") for _, sort in regions]
    table, numbers = _joined(lists, b), b.table("NUMBERS", stars)
    for n, start, end in _each_list(lists, b):
        star = b.variable("star", wide(numbers[n]))
        b.set(seen, 0)
        # The search follows no way from an empty site.
        with b.where((star == 0) | (S.what[table[start]] != 0)):
            for at in sites_in(table, start, end, b):
                look(at)
        b.leave(~differ)
    return differ


@ludeme("is", "Sum", facts=reads("regions"), concepts="DeductionPuzzle")
class IsSum(Condition):
    """The values of a region have a sum, or still can have it.

    With a name, this holds for all regions with the name; (hint) is the hint of each region.

    Example: (is Sum "Cages" (hint))
    """

    type: SiteType | None = None
    region: Integer | Region | None = None
    name: str | None = None
    result: Integer | None = None

    def __post_init__(self) -> None:
        if self.result is None and isinstance(self.region, Integer):
            object.__setattr__(self, "result", self.region)
            object.__setattr__(self, "region", None)
        if self.result is None:
            self.reject("expected the sum")

    def meaning_in_play(self, b: Scope) -> Bool:
        """Return the test, as far as the values are settled."""
        assert self.result is not None
        _played(self.type or (None if self.region else SiteType.CELL), self, b)
        holds = b.variable("holds", TRUE)

        def look(sites: Iterable[Site]) -> tuple[Int, Bool]:
            total, open_ = b.variable("total", 0), b.variable("open", FALSE)
            for at in sites:
                with b.where(settled(at, b, self)):
                    b.add(total, wide(S.what[at]))
                with b.otherwise():
                    b.set(open_, TRUE)
            return total, open_

        def check(total: Int, open_: Bool, wanted: Int) -> None:
            b.set_if((total > wanted) | (~open_ & (total != wanted)), holds, FALSE)

        if isinstance(self.region, Region):
            check(*look(b.loop(self.region)), b.integer(self.result))
            return holds
        scene = _scene(b, self)
        hints = [number for _, number in hints_of(scene, "Cell")]
        lists, numbers = list[tuple[int, ...]](), list[int]()
        for item in scene.inventory.items:
            if isinstance(item, Regions) and (self.name or "") in (item.name or ""):
                for sort in item.types:
                    regions = regions_of_type(sort, scene)
                    lists += regions
                    numbers += (hints + [0] * len(regions))[: len(regions)]
        wanted = None if self.result == HintNumber() else b.integer(self.result)
        table, hinted = _joined(lists, b), b.table("NUMBERS", numbers)
        for n, start, end in _each_list(lists, b):
            number = b.variable("number", wide(hinted[n]))
            values = look(sites_in(table, start, end, b))
            check(*values, number if wanted is None else wanted)
        return holds


@ludeme("is", "Count", facts=GLOBAL, concepts="DeductionPuzzle")
def is_count(
    node: Condition,
    b: Scope,
    type: SiteType | None,
    region: Region,
    name: str | None,
    result: Integer,
    *,
    of: Integer | None = None,
) -> Bool:
    """N sites of a region have a value (1), or still can have it; the name has no effect.

    Example: (is Count (sites Around (from)) of:1 3)
    """
    _played(type, node, b)
    value = as_int(1) if of is None else b.integer(of)
    wanted = b.let(b.integer(result), "wanted")
    count, open_ = b.variable("count", 0), b.variable("open", FALSE)
    for at in b.loop(region):
        with b.where(~settled(at, b, node)):
            b.set(open_, TRUE)
        with b.otherwise(S.what[at] == value):
            b.add(count, 1)
    # Fewer sites suffice while values are open.
    return (count == wanted) | (open_ & (count < wanted))


@ludeme("is", "Unique", facts=reads("regions"), concepts="DeductionPuzzle")
def is_unique(node: Condition, b: Scope, type: SiteType | None = None) -> Bool:
    """No two regions of a sort of the equipment have the same values.

    Example: (is Unique)
    """
    _played(type or SiteType.CELL, node, b)
    scene = _scene(b, node)
    unique, alike = b.variable("unique", TRUE), b.named(alike=Bool)[0]
    for item in scene.inventory.items:
        if not isinstance(item, Regions):
            continue
        for sort in item.types:
            lists = list(regions_of_type(sort, scene))
            table, unequal = _joined(lists, b), len(set(map(len, lists))) > 1
            for which, start, end in _each_list(lists, b):
                for other, start_of_other, end_of_other in _each_list(lists, b, which + 1):
                    b.set(alike, TRUE)
                    length = end - start
                    if unequal:
                        # Of lists with different lengths the shorter one counts.
                        length = lesser(length, end_of_other - start_of_other)
                    for m in b.numbers(length, stem="m"):
                        starts = (start, start_of_other)
                        at, other = (
                            b.variable("x", lifted(wide(table[x + m]), Site)) for x in starts
                        )
                        both = settled(at, b, node) & settled(other, b, node)
                        b.set_if(~both | (S.what[at] != S.what[other]), alike, FALSE)
                    b.set(unique, unique & ~alike)
    return unique


@ludeme("is", "Solved", facts=GLOBAL, concepts="DeductionPuzzle CopyContext SolvedEnd")
def is_solved(node: Condition, b: Scope) -> Bool:
    """The constraints hold; a site with several possible values counts as 0.

    Example: (is Solved)
    """
    marks = row(b)
    for at in each_variable(b, node):
        b.set_if(~settled(at, b, node), marks[at], 1)
    holds = satisfied(b, node)
    for at in each_variable(b, node):
        b.set(marks[at], 0)
    return holds


@ludeme("hint", facts=GLOBAL)
class HintNumber(Integer):
    """The number of the hint in question, or of the hint about a site; else -1.

    Example: (hint Cell at:(from))
    """

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        if self.at is None:
            return b.playing(self).bound_integer("hint", self)
        scene = _scene(b.playing(self), self)
        kind = scene.kind(self.type)
        numbers = [-1] * len(scene.board.sites_of(kind))
        for listed, number in reversed(hints_of(scene, kind)):
            numbers[listed[0]] = number
        at = b.let(b.integer(self.at), "at")
        inside = every(at >= 0, at < len(numbers))
        return inside.choose(b.entry("HINTS", numbers, at), -1)


def satisfied(b: Scope, node: Ludeme) -> Bool:
    """Return the test that all constraints hold, after the statements that compute it."""
    holds = b.variable("holds", TRUE)
    for constraint in puzzle_of(b.model, node).constraints:
        with b.where(holds):
            b.set(holds, b.condition(constraint))
    return holds


def each_variable(b: Scope, node: Ludeme) -> Iterator[Site]:
    """Iterate over the sites that change."""
    sites = puzzle_of(b.model, node).sites
    return sites_in(table_of(sites, b), Int.of(0), Int.of(len(sites)), b)


def _each_list(
    lists: list[tuple[int, ...]], b: Scope, first: Int | int = 0
) -> Iterator[tuple[Int, Int, Int]]:
    """Iterate over joined lists of sites: the index of each, its first place and its end."""
    start = b.table("START", [*accumulate(map(len, lists), initial=0)])
    for n in b.numbers(len(lists), first):
        yield n, wide(start[n]), wide(start[n + 1])


def _joined(lists: list[tuple[int, ...]], b: Scope) -> IntArray:
    return table_of(tuple(at for listed in lists for at in listed), b)


def _played(type_: SiteType | None, node: Ludeme, b: Scope) -> None:
    """Raise if the game does not use a type of sites."""
    if not b.model.plays_on(type_):
        node.reject(f"expected {b.model.layout_use}, which has the values")


def _scene(b: Scope, node: Ludeme) -> InitialPosition:
    puzzle_of(b.model, node)
    assert b.model.scene is not None
    return b.model.scene


def _holds(node: Satisfy, b: Scope) -> EngineFunction[Bool]:
    """Return a function that tests all constraints."""
    last = Site.named("last")
    inner = b.elsewhere(mover=MOVER, last=last).switched(ScopeMode.INSIDE)
    inner.give(satisfied(inner, node))
    return EngineFunction(
        b.builder.helper((MOVER, last), "bool", inner.statements), Bool, state=True
    )
