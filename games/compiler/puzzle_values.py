"""The values of the sites of a deduction puzzle, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition
from boardless.games.compiler.puzzle_sites import puzzle_of
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.language.ludeme import Ludeme
from boardless.games.placing.start_contents import SetGiven

#: Where they are kept, among the numbers of a state.
POSSIBLE = "possible"


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
    return f"is_decided(s, {first}, {every}, {row(scope)}, {at})"


def possible(scope: Scope, node: Ludeme) -> tuple[int, int]:
    """Return where the values of sites are kept that are ruled out, and all values, as bits."""
    size = 1 + scope.model.hand_size + len(scope.model.cells)
    first: int = scope.made.numbers.place(POSSIBLE, size)
    return first, puzzle_of(scope.model, node).every


def row(scope: Scope) -> int:
    """Return the row of ``s.aside`` where sites are marked that count as having 0."""
    if scope.made.puzzle_row is None:
        scope.made.puzzle_row = scope.made.row()
    marks: int = scope.made.puzzle_row
    return marks


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
