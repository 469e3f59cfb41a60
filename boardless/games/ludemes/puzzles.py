"""Deduction puzzles: constraints on the values of sites, and moves that satisfy them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.candidates import Candidate, moves
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.regions import each
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme

Constraints = Annotated[tuple[Condition, ...], Limits(1)]


@ludeme("satisfy", example="(satisfy {(all Different) (is Sum 15)})")
class Satisfy(Moves):
    """Give a constrained site a value that breaks no constraint, rule one out, or readmit it."""

    facts = EFFECT | TRIES | needs("puzzles")
    constraints: Constraints


class Element(Word):
    """Things that a constraint is asked of."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
    HINT = "Hint"


@ludeme("forAll", example="(forAll Hint (is Count (sites Around (from)) of:1 (hint)))")
class ForAll(Condition):
    """A constraint holds for every site of a type, as (from), or hint: (from), (to), (hint)."""

    facts = GLOBAL
    of: Element
    constraint: Condition


@ludeme("all", "Different", example="(all Different (sites Board) except:0)")
class AllDifferent(Condition):
    """No value but those excepted comes twice, and 0 never, in a region or any of the equipment."""

    facts = reads("regions")
    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    except_: Integer | None = None
    excepts: tuple[Integer, ...] = ()


@ludeme("is", "Sum", example='(is Sum "Cages" (hint))', facts=reads("regions"))
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


@ludeme("is", "Count", example="(is Count (sites Around (from)) of:1 3)", facts=GLOBAL)
class IsCount(Condition):
    """So many sites of a region have a value (1), or may still."""

    type: SiteType | None
    region: Region
    result: Integer
    _: KW_ONLY
    of: Integer | None = None


@ludeme("is", "Unique", example="(is Unique)", facts=reads("regions"))
class IsUnique(Condition):
    """No two regions of a sort of the equipment have the same values."""

    type: SiteType | None = None


@ludeme("is", "Solved", example="(is Solved)", facts=GLOBAL)
class IsSolved(Condition):
    """The constraints hold, where a site that may have several values counts as having 0."""


@ludeme("hint", example="(hint Cell at:(from))", facts=GLOBAL)
class HintNumber(Integer):
    """The number of the hint in question, or of the one about a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None


def satisfied(scope: Scope, node: Ludeme) -> str:
    """Return the condition that all constraints hold, after statements that find out."""
    out = scope.out
    holds = out.assign("holds", "True")
    for constraint in puzzle_of(scope.model, node).constraints:
        with out.block(f"if {holds}:"):
            out.add(f"{holds} = {condition(constraint, scope)}")
    return holds


@contextmanager
def each_variable(scope: Scope, node: Ludeme) -> Iterator[str]:
    """Open a loop over the sites that change; yield the site."""
    sites = puzzle_of(scope.model, node).sites
    n, at = scope.out.name("n"), scope.out.name("x")
    with scope.out.block(f"for {n} in range({len(sites)}):"):
        scope.out.add(f"{at} = int64({table_of(sites, scope)}[{n}])")
        yield at


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


@condition.register(IsSolved)
def _compile_is_solved(node: IsSolved, scope: Scope) -> str:
    out, marks = scope.out, row(scope)
    with each_variable(scope, node) as at:
        once = settled(at, scope, node)
        out.when(f"not {once}", f"s.scratch[{marks}, {at}] = 1")
    holds = satisfied(scope, node)
    with each_variable(scope, node) as at:
        out.add(f"s.scratch[{marks}, {at}] = 0")
    return holds


@condition.register(ForAll)
def _compile_for_all(node: ForAll, scope: Scope) -> str:
    out, at = scope.out, scope.out.name("x")
    scene = _scene(scope, node)
    holds = out.assign("holds", "True")
    if node.of is not Element.HINT:
        first, count = scope.model.hand_size + 1, len(scene.board.sites_of(str(node.of)))
        with out.block(f"for {at} in range({first}, {first + count}):"):
            inner = scope.binding(origin=at)
            out.add(f"{holds} = {holds} and {condition(node.constraint, inner)}")
        return holds
    hints = hints_of(scene, scene.board.use)
    if not hints:
        return "True"
    ends = [scope.model.numbered(listed[:2]) for listed, _ in hints]
    table = scope.constant("HINTED", [end for pair in ends for end in (*pair, 0)[:2]])
    numbers = scope.constant("HINTS", [number for _, number in hints])
    n, to, hint = out.name("n"), out.name("to"), out.name("hint")
    with out.block(f"for {n} in range({len(hints)}):"):
        out.add(f"{at} = int64({table}[2 * {n}])")
        out.add(f"{to} = int64({table}[2 * {n} + 1])")
        out.add(f"{hint} = int64({numbers}[{n}])")
        inner = scope.binding(origin=at, to=to, hint=hint)
        out.add(f"{holds} = {holds} and {condition(node.constraint, inner)}")
    return holds


@condition.register(AllDifferent)
def _compile_all_different(node: AllDifferent, scope: Scope) -> str:
    out, seen = scope.out, scope.out.name("seen")
    _played(node.type, node, scope)
    excepted = [
        integer(one, scope)
        for one in (*([] if node.except_ is None else [node.except_]), *node.excepts)
    ]
    differ = out.assign("differ", "True")

    def look(at: str) -> None:
        value = out.name("value")
        with out.block(f"if {settled(at, scope, node)}:"):
            out.add(f"{value} = int64(s.what[{at}])")
            counts = " and ".join(f"{value} != {one}" for one in excepted) or "True"
            with out.block(f"if {counts}:"):
                out.add(f"{differ} = {differ} and {value} != 0 and {seen} >> {value} & 1 == 0")
                out.add(f"{seen} |= 1 << {value}")

    if node.region is not None:
        out.add(f"{seen} = 0")
        with each(node.region, scope) as at:
            look(at)
        return differ
    regions = list(single_regions(_scene(scope, node)))
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


@condition.register(IsSum)
def _compile_is_sum(node: IsSum, scope: Scope) -> str:
    out = scope.out
    total, open_ = out.name("total"), out.name("open")
    assert node.result is not None
    _played(node.type or (None if node.region else SiteType.CELL), node, scope)
    holds = out.assign("holds", "True")

    def look(at: str) -> None:
        out.when(f"{settled(at, scope, node)}", f"{total} += int64(s.what[{at}])")
        with out.block("else:"):
            out.add(f"{open_} = True")

    def begin() -> None:
        out.add(f"{total} = 0")
        out.add(f"{open_} = False")

    def check(wanted: str) -> None:
        out.when(f"{total} > {wanted} or (not {open_} and {total} != {wanted})", f"{holds} = False")

    if isinstance(node.region, Region):
        begin()
        with each(node.region, scope) as at:
            look(at)
        check(integer(node.result, scope))
        return holds
    scene = _scene(scope, node)
    hints = [number for _, number in hints_of(scene, "Cell")]
    lists, numbers = list[tuple[int, ...]](), list[int]()
    for item in scene.inventory.items:
        if isinstance(item, Regions) and (node.name or "") in (item.name or ""):
            for sort in item.types:
                found = regions_of_type(sort, scene)
                lists += found
                numbers += (hints + [0] * len(found))[: len(found)]
    of_hints = node.result == HintNumber()
    wanted = "" if of_hints else integer(node.result, scope)
    table, m, at = _joined(lists, scope), out.name("m"), out.name("x")
    with _each_listed(lists, scope, numbers) as (number, start, end):
        begin()
        with out.block(f"for {m} in range({start}, {end}):"):
            out.add(f"{at} = int64({table}[{m}])")
            look(at)
        check(wanted or number)
    return holds


@condition.register(IsCount)
def _compile_is_count(node: IsCount, scope: Scope) -> str:
    out = scope.out
    _played(node.type, node, scope)
    value = "1" if node.of is None else integer(node.of, scope)
    wanted = out.assign("wanted", integer(node.result, scope))
    count = out.assign("count", "0")
    open_ = out.assign("open", "False")
    with each(node.region, scope) as at:
        out.when(f"not {settled(at, scope, node)}", f"{open_} = True")
        with out.block(f"elif s.what[{at}] == {value}:"):
            out.add(f"{count} += 1")
    return f"({count} == {wanted} or ({open_} and {count} < {wanted}))"


@condition.register(IsUnique)
def _compile_is_unique(node: IsUnique, scope: Scope) -> str:
    out, alike = scope.out, scope.out.name("alike")
    _played(node.type or SiteType.CELL, node, scope)
    scene = _scene(scope, node)
    unique = out.assign("unique", "True")
    for item in scene.inventory.items:
        if not isinstance(item, Regions):
            continue
        for sort in item.types:
            lists = list(regions_of_type(sort, scene))
            table, m, n = _joined(lists, scope), out.name("m"), out.name("n")
            one, other = out.name("x"), out.name("x")
            with _each_listed(lists, scope) as (which, start, end):
                starts = start.split("[")[0].removeprefix("int64(")
                with out.block(f"for {n} in range({which} + 1, {len(lists)}):"):
                    out.add(f"{alike} = True")
                    with out.block(f"for {m} in range({end} - {start}):"):
                        out.add(f"{one} = int64({table}[{start} + {m}])")
                        out.add(f"{other} = int64({table}[int64({starts}[{n}]) + {m}])")
                        both = f"{settled(one, scope, node)} and {settled(other, scope, node)}"
                        out.when(
                            f"not ({both}) or s.what[{one}] != s.what[{other}]",
                            f"{alike} = False",
                        )
                    out.add(f"{unique} = {unique} and not {alike}")
    return unique


@integer.register(HintNumber)
def _compile_hint_number(node: HintNumber, scope: Scope) -> str:
    if node.at is None:
        return scope.bound("hint", node)
    scene, out = _scene(scope, node), scope.out
    kind = scene.kind(node.type)
    numbers = [-1] * len(scene.board.sites_of(kind))
    for listed, number in reversed(hints_of(scene, kind)):
        numbers[listed[0]] = number
    at = out.assign("at", integer(node.at, scope))
    table = scope.constant("HINTS", numbers)
    return f"(int64({table}[{at}]) if 0 <= {at} < {len(numbers)} else -1)"


@moves.register(Satisfy)
def _find_satisfy(node: Satisfy, scope: Scope, found: Found) -> None:
    puzzle, out = puzzle_of(scope.model, node), scope.out
    first, every = possible(scope, node)
    holds = _holds(node, scope)
    value, ruled, what = out.name("value"), out.name("ruled"), out.name("what")

    def act(kernel: str) -> Candidate:
        def write(inner: Scope) -> None:
            inner.out.add(f"{kernel}(s, {first}, {every}, site, number1)")

        return Candidate(scope.binding(to=at), at, at, write, numbers=(value,))

    with (
        each_variable(scope, node) as at,
        out.block(f"for {value} in range({puzzle.low}, {puzzle.high + 1}):"),
    ):
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
        with out.block(f"if not ({settled(at, scope, node)} and {what} == {value}):"):
            found(act("toggle_value"))


def _holds(node: Satisfy, scope: Scope) -> str:
    """Return the name of a function that tells whether all constraints hold."""
    out = SourceWriter(depth=1)
    inner = scope.binding(out=out, mover="mover", last="last", shares=False)
    out.add(f"return {satisfied(inner, node)}")
    name: str = scope.builder.helper("s: Arrays, mover: int, last: int", "bool", out.text())
    return name
