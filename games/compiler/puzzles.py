"""Deduction puzzles: constraints on the values of sites, as source."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.model import Model
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import puzzles as z
from boardless.games.ludemes.equipment import BoardItem, Regions, RegionType
from boardless.games.ludemes.kinds import SiteType
from boardless.games.ludemes.start_settings import Given, SetGivens
from boardless.games.ludemes.tracks import Values
from boardless.games.placing.equipment_regions import hints_of, regions_of_type
from boardless.games.placing.evaluating import static_region
from boardless.games.placing.known_integers import span
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import SetGiven

#: The largest value of a site: values are the bits of one number.
MAX_VALUE = 61
#: The constraints that are about the regions of the equipment where no region is given.
_OF_REGIONS = (z.AllDifferent, z.IsSum, z.IsUnique)


@dataclass(frozen=True)
class Puzzle:
    """What the values of the sites of a puzzle follow.

    Attributes
    ----------
    low, high : int
        The least and the largest value that a site may be given; 0 it may have besides.
    constraints : tuple of Condition
        What has to hold.
    sites : tuple of int
        The sites that change, by their numbers in the language.
    """

    low: int
    high: int
    constraints: tuple[k.Condition, ...]
    sites: tuple[int, ...]

    @property
    def every(self) -> int:
        """All values, as bits."""
        return (1 << (self.high + 1)) - 1


def puzzle_of(model: Model, node: Ludeme) -> Puzzle:
    """Return the puzzle that a game is.

    Raises
    ------
    LudemeError
        If it is none, or its values are too large.
    """
    rules = next((part for part in inside(model.game) if isinstance(part, z.Satisfy)), None)
    boards = [item for item in model.game.equipment.items if isinstance(item, BoardItem)]
    values = [part for board in boards for part in board.details if isinstance(part, Values)]
    if rules is None or model.scene is None or not values:
        node.reject("expected a puzzle: a board with (values ...), and moves (satisfy ...)")
    low, high = span(values[0].values, model.scene)
    if not 0 <= low <= high <= MAX_VALUE:
        values[0].reject(f"expected values from 0 to {MAX_VALUE}")
    given = _given(model)
    sites = tuple(s for s in _constrained(rules.constraints, model.scene) if s not in given)
    return Puzzle(low, high, rules.constraints, sites)


def _given(model: Model) -> set[int]:
    start = model.game.rules.start
    if start is None or not start.rules or not isinstance(start.rules[0], SetGivens):
        return set()
    return {one.numbers[0] for one in start.rules[0].givens if isinstance(one, Given)}


def _constrained(constraints: tuple[k.Condition, ...], scene: Scene) -> list[int]:
    """Return the sites that constraints are about, each once, in order."""
    found: dict[int, None] = {}
    for constraint in constraints:
        if isinstance(constraint, z.ForAll):
            return list(dict.fromkeys((*found, *scene.sites())))
        region = getattr(constraint, "region", None)
        if isinstance(constraint, _OF_REGIONS) and region is None:
            for listed, _ in _regions(scene):
                found |= dict.fromkeys(listed)
        elif isinstance(constraint, _OF_REGIONS):
            found |= dict.fromkeys(static_region(region, scene))
    return list(found)


def _regions(scene: Scene) -> Iterator[tuple[tuple[int, ...], RegionType | None]]:
    """Yield the regions of the equipment, one by one, and the sort of each that is of one."""
    for item in scene.inventory.items:
        if isinstance(item, Regions):
            yield from ((static_region(region, scene), None) for region in item.regions)
            yield from _of_sorts(item, scene)


def _of_sorts(item: Regions, scene: Scene) -> Iterator[tuple[tuple[int, ...], RegionType]]:
    for sort in item.types:
        yield from ((listed, sort) for listed in regions_of_type(sort, scene))


def values_at_start(out: Source, scope: Scope) -> None:
    """Add statements that give sites the values that they have from the start."""
    model = scope.model
    given = [action for action in model.start.actions if isinstance(action, SetGiven)]
    if not given:
        return
    first, every = possible(scope, model.game.rules)
    sites = table_of(tuple(action.spot[1] for action in given), scope)
    values = scope.constant("VALUES_OF", [action.value for action in given])
    n = out.name("n")
    with out.block(f"for {n} in range({len(given)}):"):
        left = f"1 << whole({values}[{n}])"
        out.add(f"leave_at(s, {first}, {every}, whole({sites}[{n}]), {left})")


def settled(at: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a site has one value."""
    first, every = possible(scope, node)
    return f"is_settled(s, {first}, {every}, {_row(scope)}, {at})"


def possible(scope: Scope, node: Ludeme) -> tuple[int, int]:
    """Return where the values of sites are kept that are ruled out, and all values, as bits."""
    size = 1 + scope.model.hand_size + len(scope.model.cells)
    first: int = scope.made.numbers.place("possible", size)
    return first, puzzle_of(scope.model, node).every


def _row(scope: Scope) -> int:
    """Return the row of ``s.aside`` where sites are marked that count as having 0."""
    if scope.made.puzzle_row is None:
        scope.made.puzzle_row = scope.made.row()
    row: int = scope.made.puzzle_row
    return row


def satisfied(scope: Scope, node: Ludeme) -> str:
    """Return the condition that all constraints hold, after statements that find out."""
    out, holds = scope.out, scope.out.name("holds")
    out.add(f"{holds} = True")
    for constraint in puzzle_of(scope.model, node).constraints:
        with out.block(f"if {holds}:"):
            out.add(f"{holds} = {condition(constraint, scope)}")
    return holds


def table_of(sites: tuple[int, ...], scope: Scope) -> str:
    """Return the name of a table of sites."""
    return scope.constant("SITES", list(scope.model.numbered(sites)))


@contextmanager
def each_variable(scope: Scope, node: Ludeme) -> Iterator[str]:
    """Open a loop over the sites that change; yield the site."""
    sites = puzzle_of(scope.model, node).sites
    n, at = scope.out.name("n"), scope.out.name("x")
    with scope.out.block(f"for {n} in range({len(sites)}):"):
        scope.out.add(f"{at} = whole({table_of(sites, scope)}[{n}])")
        yield at


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
    if type_ is not None and str(type_) != scope.model.layout_use:
        node.reject(f"expected {scope.model.layout_use}, which has the values")


def _scene(scope: Scope, node: Ludeme) -> Scene:
    puzzle_of(scope.model, node)
    assert scope.model.scene is not None
    return scope.model.scene


@condition.register
def _(node: z.IsSolved, scope: Scope) -> str:
    out, row = scope.out, _row(scope)
    with each_variable(scope, node) as at:
        once = settled(at, scope, node)
        with out.block(f"if not {once}:"):
            out.add(f"s.aside[{row}, {at}] = 1")
    holds = satisfied(scope, node)
    with each_variable(scope, node) as at:
        out.add(f"s.aside[{row}, {at}] = 0")
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
    regions = list(_regions(_scene(scope, node)))
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
