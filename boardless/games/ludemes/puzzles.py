"""Deduction puzzles: constraints on the values of sites, and moves that satisfy them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.builder import Span
from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.source import SourceWriter
from boardless.games.language.facts import EFFECT, GLOBAL, TRIES, needs, reads
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, SiteType
from boardless.games.ludemes.owned_regions import Regions, RegionType, hints_of, regions_of_type
from boardless.games.ludemes.puzzle_values import (
    possible,
    puzzle_of,
    row,
    settled,
    single_regions,
    table_of,
)
from boardless.ir.expressions import FALSE, TRUE, Int, S, Site, as_int, every, wide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.expressions import Bool

Constraints = Annotated[tuple[Condition, ...], Limits(1)]


@ludeme(
    "satisfy",
    example="(satisfy {(all Different) (is Sum 15)})",
    concepts="DeductionPuzzle CopyContext",
)
class Satisfy(Moves):
    """Give a constrained site a value that breaks no constraint, rule one out, or readmit it."""

    facts = EFFECT | TRIES | needs("puzzles")
    constraints: Constraints

    def each_move(self, scope: Scope, found: Found) -> None:
        puzzle, out = puzzle_of(scope.model, self), scope.out
        first, every = possible(scope, self)
        holds = _holds(self, scope)
        value, ruled, what = out.name("value"), out.name("ruled"), out.name("what")

        def act(kernel: str) -> Candidate:
            def write(inner: Scope) -> None:
                inner.out.add(f"{kernel}(s, {first}, {every}, site, number1)")

            return Candidate(scope.binding(to=at), at, at, write, numbers=(value,))

        with (
            each_variable(scope, self) as variable,
            out.block(f"for {value} in range({puzzle.low}, {puzzle.high + 1}):"),
        ):
            at = str(variable)
            # The value is tried in the arrays, and what was there put back.
            out.add(f"{ruled} = int64(s.numbers[{first} + {at}])")
            out.add(f"{what} = int64(s.what[{at}])")
            out.add(f"s.numbers[{first} + {at}] = {every} & ~(1 << {value})")
            out.add(f"s.what[{at}] = {value}")
            allowed = out.assign("allowed", f"{holds}(s, mover, {at})")
            out.add(f"s.numbers[{first} + {at}] = {ruled}")
            out.add(f"s.what[{at}] = {what}")
            with out.block(f"if {allowed}:"):
                found(act("give_value"))
            with out.block(f"if not ({settled(at, scope, self)} and {what} == {value}):"):
                found(act("toggle_value"))


class Element(Word):
    """Things that a constraint is asked of."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
    HINT = "Hint"


@ludeme(
    "forAll",
    example="(forAll Hint (is Count (sites Around (from)) of:1 (hint)))",
    concepts="DeductionPuzzle",
)
class ForAll(Condition):
    """A constraint holds for every site of a type, as (from), or hint: (from), (to), (hint)."""

    facts = GLOBAL
    of: Element
    constraint: Condition

    def meaning(self, b: Builder) -> Bool:
        scope, scene = b.playing(self), _scene(b.playing(self), self)
        out, model, holds = scope.out, scope.model, scope.variable("holds", TRUE)

        def check(inner: Scope) -> None:
            out.add(f"{holds} = {every(holds, inner.condition(self.constraint)).text}")

        if self.of is not Element.HINT:
            first, count = model.hand_size + 1, len(scene.board.sites_of(str(self.of)))
            with scope.loop(Span(first, first + count, "x")) as at:
                check(scope.binding(origin=at))
            return holds
        hints = hints_of(scene, scene.board.use)
        if hints:
            ends = [model.numbered(listed[:2]) for listed, _ in hints]
            table = scope.table("HINTED", [end for pair in ends for end in (*pair, 0)[:2]])
            numbers = scope.table("HINTS", [number for _, number in hints])
            with scope.loop(Span(0, len(hints))) as n:
                at, to = (scope.let(wide(table[2 * n + end])) for end in (0, 1))
                hint = scope.let(wide(numbers[n]), "hint")
                check(scope.binding(origin=at, to=to, hint=hint, hinted=n))
        return holds


@ludeme(
    "all", "Different", example="(all Different (sites Board) except:0)", concepts="DeductionPuzzle"
)
class AllDifferent(Condition):
    """No value but those excepted comes twice, and 0 never, in a region or any of the equipment."""

    facts = reads("regions")
    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    except_: Integer | None = None
    excepts: tuple[Integer, ...] = ()

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        out, seen = scope.out, scope.out.name("seen")
        _played(self.type, self, scope)
        excepted = [b.integer(one) for one in (self.except_, *self.excepts) if one is not None]
        differ = scope.variable("differ", TRUE)

        def look(at: str) -> None:
            value = out.name("value")
            with out.block(f"if {settled(at, scope, self)}:"):
                out.add(f"{value} = int64(s.what[{at}])")
                counts = every(*(Int.named(value) != one for one in excepted))
                with out.block(f"if {counts.text}:"):
                    out.add(f"{differ} = {differ} and {value} != 0 and {seen} >> {value} & 1 == 0")
                    out.add(f"{seen} |= 1 << {value}")

        if self.region is not None:
            out.add(f"{seen} = 0")
            with scope.loop(self.region) as site:
                look(str(site))
            return differ
        regions = list(single_regions(_scene(scope, self)))
        lists = [listed for listed, _ in regions]
        stars = [int(sort is RegionType.ALL_DIRECTIONS) for _, sort in regions]
        table, m, at = _joined(lists, scope), out.name("m"), out.name("x")
        with _each_listed(lists, scope, stars) as (star, start, end):
            out.add(f"{seen} = 0")
            # Of a site that has nothing no way from it is looked at.
            with (
                out.block(f"if {star} == 0 or s.what[{table}[{start}]] != 0:"),
                out.block(f"for {m} in range({start}, {end}):"),
            ):
                out.add(f"{at} = int64({table}[{m}])")
                look(at)
            out.when(f"not {differ}", "break")
        return differ


@ludeme(
    "is",
    "Sum",
    example='(is Sum "Cages" (hint))',
    facts=reads("regions"),
    concepts="DeductionPuzzle",
)
class IsSum(Condition):
    """The values of a region come to a sum, or may still.

    Or those of all regions with this in their name; there (hint) is that in the region's place.
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

    def meaning(self, b: Builder) -> Bool:
        """Return whether they do, as far as they are settled."""
        scope = b.playing(self)
        out = scope.out
        total, open_ = out.name("total"), out.name("open")
        assert self.result is not None
        _played(self.type or (None if self.region else SiteType.CELL), self, scope)
        holds = scope.variable("holds", TRUE)

        def look(at: str) -> None:
            out.when(settled(at, scope, self), f"{total} += int64(s.what[{at}])")
            with out.block("else:"):
                out.add(f"{open_} = True")

        def begin() -> None:
            out.add(f"{total} = 0")
            out.add(f"{open_} = False")

        def check(wanted: str) -> None:
            out.when(
                f"{total} > {wanted} or (not {open_} and {total} != {wanted})", f"{holds} = False"
            )

        if isinstance(self.region, Region):
            begin()
            with scope.loop(self.region) as site:
                look(str(site))
            check(str(b.integer(self.result)))
            return holds
        scene = _scene(scope, self)
        hints = [number for _, number in hints_of(scene, "Cell")]
        lists, numbers = list[tuple[int, ...]](), list[int]()
        for item in scene.inventory.items:
            if isinstance(item, Regions) and (self.name or "") in (item.name or ""):
                for sort in item.types:
                    found = regions_of_type(sort, scene)
                    lists += found
                    numbers += (hints + [0] * len(found))[: len(found)]
        of_hints = self.result == HintNumber()
        wanted = "" if of_hints else str(b.integer(self.result))
        table, m, at = _joined(lists, scope), out.name("m"), out.name("x")
        with _each_listed(lists, scope, numbers) as (number, start, end):
            begin()
            with out.block(f"for {m} in range({start}, {end}):"):
                out.add(f"{at} = int64({table}[{m}])")
                look(at)
            check(wanted or number)
        return holds


@ludeme(
    "is",
    "Count",
    example="(is Count (sites Around (from)) of:1 3)",
    facts=GLOBAL,
    concepts="DeductionPuzzle",
)
class IsCount(Condition):
    """So many sites of a region have a value (1), or may still; its name says nothing."""

    type: SiteType | None
    region: Region
    name: str | None
    result: Integer
    _: KW_ONLY
    of: Integer | None = None

    def meaning(self, b: Builder) -> Bool:
        """Return whether so many have, or fewer while values are open."""
        scope = b.playing(self)
        _played(self.type, self, scope)
        value = as_int(1) if self.of is None else b.integer(self.of)
        wanted = b.let(b.integer(self.result), "wanted")
        count, open_ = scope.variable("count", Int.of(0)), scope.variable("open", FALSE)
        with scope.loop(self.region) as at:
            scope.out.when(~settled(at, scope, self), f"{open_} = True")
            with scope.out.block(f"elif {S.what[at] == value}:"):
                scope.out.add(f"{count} += 1")
        return (count == wanted) | (open_ & (count < wanted))


@ludeme("is", "Unique", example="(is Unique)", facts=reads("regions"), concepts="DeductionPuzzle")
class IsUnique(Condition):
    """No two regions of a sort of the equipment have the same values."""

    type: SiteType | None = None

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        out, alike = scope.out, scope.out.name("alike")
        _played(self.type or SiteType.CELL, self, scope)
        scene = _scene(scope, self)
        unique = scope.variable("unique", TRUE)
        for item in scene.inventory.items:
            if not isinstance(item, Regions):
                continue
            for sort in item.types:
                lists = list(regions_of_type(sort, scene))
                table, m, n = _joined(lists, scope), out.name("m"), out.name("n")
                unequal = len(set(map(len, lists))) > 1
                one, other = out.name("x"), out.name("x")
                with _each_listed(lists, scope) as (which, start, end):
                    starts = start.split("[")[0].removeprefix("int64(")
                    with out.block(f"for {n} in range({which} + 1, {len(lists)}):"):
                        out.add(f"{alike} = True")
                        length = f"{end} - {start}"
                        if unequal:
                            # Of lists that are not equally long the shorter one counts.
                            both = f"int64({starts}[{n} + 1]) - int64({starts}[{n}])"
                            length = f"min({length}, {both})"
                        with out.block(f"for {m} in range({length}):"):
                            out.add(f"{one} = int64({table}[{start} + {m}])")
                            out.add(f"{other} = int64({table}[int64({starts}[{n}]) + {m}])")
                            both = f"{settled(one, scope, self)} and {settled(other, scope, self)}"
                            out.when(
                                f"not ({both}) or s.what[{one}] != s.what[{other}]",
                                f"{alike} = False",
                            )
                        out.add(f"{unique} = {unique} and not {alike}")
        return unique


@ludeme(
    "is",
    "Solved",
    example="(is Solved)",
    facts=GLOBAL,
    concepts="DeductionPuzzle CopyContext SolvedEnd",
)
class IsSolved(Condition):
    """The constraints hold, where a site that may have several values counts as having 0."""

    def meaning(self, b: Builder) -> Bool:
        """Return whether they do, while such sites are marked."""
        scope = b.playing(self)
        out, marks = scope.out, row(scope)
        with each_variable(scope, self) as at:
            out.when(~settled(at, scope, self), f"s.scratch[{marks}, {at}] = 1")
        holds = satisfied(scope, self)
        with each_variable(scope, self) as at:
            out.add(f"s.scratch[{marks}, {at}] = 0")
        return holds


@ludeme("hint", example="(hint Cell at:(from))", facts=GLOBAL)
class HintNumber(Integer):
    """The number of the hint in question, or of the one about a site; -1 where there is none."""

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
        return inside.choose(b.entry("HINTS", numbers, at), Int.of(-1))


def satisfied(scope: Scope, node: Ludeme) -> Bool:
    """Return the test that all constraints hold, after statements that find out."""
    holds = scope.variable("holds", TRUE)
    for constraint in puzzle_of(scope.model, node).constraints:
        with scope.out.block(f"if {holds}:"):
            scope.out.add(f"{holds} = {scope.condition(constraint).text}")
    return holds


@contextmanager
def each_variable(scope: Scope, node: Ludeme) -> Iterator[Site]:
    """Open a loop over the sites that change; yield the site."""
    sites = puzzle_of(scope.model, node).sites
    with scope.loop(Span(0, len(sites))) as n:
        yield Site.named(scope.out.assign("x", f"int64({table_of(sites, scope)}[{n}])"))


@contextmanager
def _each_listed(
    lists: list[tuple[int, ...]], scope: Scope, numbers: list[int] | None = None
) -> Iterator[tuple[str, str, str]]:
    """Open a loop over lists of sites; yield its index, or its number, and its table bounds."""
    out, n = scope.out, scope.out.name("n")
    starts = [sum(map(len, lists[:number])) for number in range(len(lists) + 1)]
    start = scope.constant("START", starts)
    with out.block(f"for {n} in range({len(lists)}):"):
        which = n
        if numbers is not None:
            which = out.assign("number", f"int64({scope.constant('NUMBERS', numbers)}[{n}])")
        yield which, f"int64({start}[{n}])", f"int64({start}[{n} + 1])"


def _joined(lists: list[tuple[int, ...]], scope: Scope) -> str:
    return table_of(tuple(at for listed in lists for at in listed), scope)


def _played(type_: SiteType | None, node: Ludeme, scope: Scope) -> None:
    """Complain of a type of sites that is not played on."""
    if not scope.model.plays_on(type_):
        node.reject(f"expected {scope.model.layout_use}, which has the values")


def _scene(scope: Scope, node: Ludeme) -> InitialPosition:
    puzzle_of(scope.model, node)
    assert scope.model.scene is not None
    return scope.model.scene


def _holds(node: Satisfy, scope: Scope) -> str:
    """Return the name of a function that tells whether all constraints hold."""
    out = SourceWriter(depth=1)
    inner = scope.binding(out=out, mover="mover", last="last", shares=False)
    out.add(f"return {satisfied(inner, node)}")
    name: str = scope.builder.helper("s: Arrays, mover: int, last: int", "bool", out.text())
    return name
