"""Moves of deduction puzzles, as source: values are given, ruled out and readmitted."""

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.puzzle_sites import puzzle_of
from boardless.games.compiler.puzzle_values import each_variable, possible, satisfied, settled
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.ludemes.puzzles import Satisfy


@moves.register
def _(node: Satisfy, scope: Scope, found: Found) -> None:
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
        out.add(f"{ruled} = whole(s.numbers[{first} + {at}])")
        out.add(f"{what} = whole(s.what[{at}])")
        out.add(f"s.numbers[{first} + {at}] = {every} & ~(1 << {value})")
        out.add(f"s.what[{at}] = {value}")
        allowed = out.name("allowed")
        out.add(f"{allowed} = {holds}(s, mover, {at})")
        out.add(f"s.numbers[{first} + {at}] = {ruled}")
        out.add(f"s.what[{at}] = {what}")
        with out.block(f"if {allowed}:"):
            found(act("give_value"))
        with out.block(f"if not ({settled(at, scope, node)} and {what} == {value}):"):
            found(act("toggle_value"))


def _holds(node: Satisfy, scope: Scope) -> str:
    """Return the name of a function that tells whether all constraints hold."""
    out = Source(depth=1)
    inner = scope.binding(out=out, mover="mover", last="last", shares=False)
    out.add(f"return {satisfied(inner, node)}")
    name: str = scope.made.helper("s: Arrays, mover: int, last: int", "bool", out.text())
    return name
