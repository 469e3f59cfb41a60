"""Deduction puzzles: constraints on the values of sites, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.puzzle_sites import puzzle_of, single_regions
from boardless.games.compiler.puzzle_values import each_variable, row, satisfied, settled, table_of
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import puzzles as z
from boardless.games.ludemes.equipment import Regions, RegionType
from boardless.games.ludemes.kinds import SiteType
from boardless.games.placing.equipment_regions import hints_of, regions_of_type
from boardless.games.placing.scene import Scene


@contextmanager
def _each_listed(
    lists: list[tuple[int, ...]], scope: Scope, numbers: list[int] | None = None
) -> Iterator[tuple[str, str, str]]:
    """Open a loop over lists of sites; yield which one, and where in the table it begins and ends.

    In place of which one, the number that it has is yielded if `numbers` are given.
    """
    out, n = scope.out, scope.out.name("n")
    starts = [sum(map(len, lists[:number])) for number in range(len(lists) + 1)]
    start = scope.constant("START", starts)
    with out.block(f"for {n} in range({len(lists)}):"):
        which = n
        if numbers is not None:
            which = out.name("number")
            out.add(f"{which} = whole({scope.constant('NUMBERS', numbers)}[{n}])")
        yield which, f"whole({start}[{n}])", f"whole({start}[{n} + 1])"


def _joined(lists: list[tuple[int, ...]], scope: Scope) -> str:
    return table_of(tuple(at for listed in lists for at in listed), scope)


def _played(type_: SiteType | None, node: Ludeme, scope: Scope) -> None:
    """Complain of a type of sites that is not played on."""
    if not scope.model.plays_on(type_):
        node.reject(f"expected {scope.model.layout_use}, which has the values")


def _scene(scope: Scope, node: Ludeme) -> Scene:
    puzzle_of(scope.model, node)
    assert scope.model.scene is not None
    return scope.model.scene


@condition.register
def _(node: z.IsSolved, scope: Scope) -> str:
    out, marks = scope.out, row(scope)
    with each_variable(scope, node) as at:
        once = settled(at, scope, node)
        with out.block(f"if not {once}:"):
            out.add(f"s.aside[{marks}, {at}] = 1")
    holds = satisfied(scope, node)
    with each_variable(scope, node) as at:
        out.add(f"s.aside[{marks}, {at}] = 0")
    return holds


@condition.register
def _(node: z.ForAll, scope: Scope) -> str:
    out, holds, at = scope.out, scope.out.name("holds"), scope.out.name("x")
    scene = _scene(scope, node)
    out.add(f"{holds} = True")
    if node.of is not z.Element.HINT:
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
        out.add(f"{at} = whole({table}[2 * {n}])")
        out.add(f"{to} = whole({table}[2 * {n} + 1])")
        out.add(f"{hint} = whole({numbers}[{n}])")
        inner = scope.binding(origin=at, to=to, hint=hint)
        out.add(f"{holds} = {holds} and {condition(node.constraint, inner)}")
    return holds


@condition.register
def _(node: z.AllDifferent, scope: Scope) -> str:
    out, differ, seen = scope.out, scope.out.name("differ"), scope.out.name("seen")
    _played(node.type, node, scope)
    excepted = [
        integer(one, scope)
        for one in (*([] if node.except_ is None else [node.except_]), *node.excepts)
    ]
    out.add(f"{differ} = True")

    def look(at: str) -> None:
        value = out.name("value")
        with out.block(f"if {settled(at, scope, node)}:"):
            out.add(f"{value} = whole(s.what[{at}])")
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
            out.add(f"{at} = whole({table}[{m}])")
            look(at)
        with out.block(f"if not {differ}:"):
            out.add("break")
    return differ


@condition.register
def _(node: z.IsSum, scope: Scope) -> str:
    out, holds = scope.out, scope.out.name("holds")
    total, open_ = out.name("total"), out.name("open")
    assert node.result is not None
    _played(node.type or (None if node.region else SiteType.CELL), node, scope)
    out.add(f"{holds} = True")

    def look(at: str) -> None:
        with out.block(f"if {settled(at, scope, node)}:"):
            out.add(f"{total} += whole(s.what[{at}])")
        with out.block("else:"):
            out.add(f"{open_} = True")

    def begin() -> None:
        out.add(f"{total} = 0")
        out.add(f"{open_} = False")

    def check(wanted: str) -> None:
        with out.block(f"if {total} > {wanted} or (not {open_} and {total} != {wanted}):"):
            out.add(f"{holds} = False")

    if isinstance(node.region, k.Region):
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
    of_hints = node.result == z.HintNumber()
    wanted = "" if of_hints else integer(node.result, scope)
    table, m, at = _joined(lists, scope), out.name("m"), out.name("x")
    with _each_listed(lists, scope, numbers) as (number, start, end):
        begin()
        with out.block(f"for {m} in range({start}, {end}):"):
            out.add(f"{at} = whole({table}[{m}])")
            look(at)
        check(wanted or number)
    return holds


@condition.register
def _(node: z.IsCount, scope: Scope) -> str:
    out, count, open_ = scope.out, scope.out.name("count"), scope.out.name("open")
    _played(node.type, node, scope)
    wanted, value = out.name("wanted"), "1" if node.of is None else integer(node.of, scope)
    out.add(f"{wanted} = {integer(node.result, scope)}")
    out.add(f"{count} = 0")
    out.add(f"{open_} = False")
    with each(node.region, scope) as at:
        with out.block(f"if not {settled(at, scope, node)}:"):
            out.add(f"{open_} = True")
        with out.block(f"elif s.what[{at}] == {value}:"):
            out.add(f"{count} += 1")
    return f"({count} == {wanted} or ({open_} and {count} < {wanted}))"


@condition.register
def _(node: z.IsUnique, scope: Scope) -> str:
    out, unique, alike = scope.out, scope.out.name("unique"), scope.out.name("alike")
    _played(node.type or SiteType.CELL, node, scope)
    scene = _scene(scope, node)
    out.add(f"{unique} = True")
    for item in scene.inventory.items:
        if not isinstance(item, Regions):
            continue
        for sort in item.types:
            lists = list(regions_of_type(sort, scene))
            table, m, n = _joined(lists, scope), out.name("m"), out.name("n")
            one, other = out.name("x"), out.name("x")
            with _each_listed(lists, scope) as (which, start, end):
                starts = start.split("[")[0].removeprefix("whole(")
                with out.block(f"for {n} in range({which} + 1, {len(lists)}):"):
                    out.add(f"{alike} = True")
                    with out.block(f"for {m} in range({end} - {start}):"):
                        out.add(f"{one} = whole({table}[{start} + {m}])")
                        out.add(f"{other} = whole({table}[whole({starts}[{n}]) + {m}])")
                        both = f"{settled(one, scope, node)} and {settled(other, scope, node)}"
                        with out.block(f"if not ({both}) or s.what[{one}] != s.what[{other}]:"):
                            out.add(f"{alike} = False")
                    out.add(f"{unique} = {unique} and not {alike}")
    return unique


@integer.register
def _(node: z.HintNumber, scope: Scope) -> str:
    if node.at is None:
        return scope.bound("hint", node)
    scene, out, at = _scene(scope, node), scope.out, scope.out.name("at")
    kind = scene.kind(node.type)
    numbers = [-1] * len(scene.board.sites_of(kind))
    for listed, number in reversed(hints_of(scene, kind)):
        numbers[listed[0]] = number
    out.add(f"{at} = {integer(node.at, scope)}")
    table = scope.constant("HINTS", numbers)
    return f"(whole({table}[{at}]) if 0 <= {at} < {len(numbers)} else -1)"


def compared(node: c.Less | c.AtMost | c.Greater | c.AtLeast, sign: str, scope: Scope) -> str:
    """Return the condition that the values of two sites compare, as far as both are settled."""
    out, one, other = scope.out, scope.out.name("x"), scope.out.name("x")
    for name, value in ((one, node.left), (other, node.right)):
        if not isinstance(value, k.Integer):
            node.reject("in puzzles sites are compared by their values")
        out.add(f"{name} = {site(value, scope)}")
    both = f"{settled(one, scope, node)} and {settled(other, scope, node)}"
    return f"(not ({both}) or s.what[{one}] {sign} s.what[{other}])"
