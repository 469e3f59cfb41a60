"""Outlining: repeated runs of statements become functions (hash-consing of statements)."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.joining import named
from boardless.games.compiler.repeated_runs import (
    CountedFunction,
    functions_of,
    repeated_runs,
    saved,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boardless.games.compiler.repeated_runs import RepeatedRun


@dataclass(frozen=True)
class Flow:
    """Reads and writes of names by a run of statements (data flow)."""

    #: Names that may be read as they were before.
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    #: Names that are set on every path.
    always: frozenset[str] = frozenset()


def flow(nodes: Iterable[ast.AST]) -> Flow:
    """Return the data flow of statements, or of the parts of one, in sequence."""
    return _in_order(map(_flow, nodes))


def _in_order(flows: Iterable[Flow]) -> Flow:
    reads: set[str] = set()
    writes: set[str] = set()
    always: set[str] = set()
    for does in flows:
        reads |= does.reads - always
        writes |= does.writes
        always |= does.always
    return Flow(frozenset(reads), frozenset(writes), frozenset(always))


def _flow(node: ast.AST) -> Flow:
    # Each statement is a part of many runs, so its flow is cached.
    known = vars(node)
    if "flow" not in known:
        known["flow"] = _worked_out(node)
    found: Flow = known["flow"]
    return found


def _worked_out(node: ast.AST) -> Flow:
    if isinstance(node, ast.If):
        yes, no = flow(node.body), flow(node.orelse)
        branches = Flow(yes.reads | no.reads, yes.writes | no.writes, yes.always & no.always)
        return _in_order((_flow(node.test), branches))
    if isinstance(node, ast.For | ast.While):
        head = [node.iter] if isinstance(node, ast.For) else [node.test]
        target = [node.target] if isinstance(node, ast.For) else []
        body = flow([*target, *node.body])
        # It may not be entered at all.
        return _in_order((flow(head), Flow(body.reads, body.writes), flow(node.orelse)))
    reads: set[str] = set()
    writes: set[str] = set()
    for name in named(node):
        (reads if isinstance(name.ctx, ast.Load) else writes).add(name.id)
    if isinstance(node, ast.AugAssign):
        reads |= writes
    return Flow(frozenset(reads), frozenset(writes), frozenset(writes))


def names_set(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements set, wherever in them."""
    for node in statements:
        targets = [node.target] if isinstance(node, ast.For | ast.AugAssign | ast.AnnAssign) else []
        for target in node.targets if isinstance(node, ast.Assign) else targets:
            yield from (name.id for name in named(target) if isinstance(name.ctx, ast.Store))
        for block in inner(node):
            yield from names_set(block)


def leaves(statements: Iterable[ast.stmt], inside: bool = False) -> bool:
    """Tell whether control may leave a run of statements; `inside` a loop of its own or not."""
    return any(_leaves(node, inside) for node in statements)


def _leaves(node: ast.stmt, inside: bool) -> bool:
    if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not inside):
        return True
    looped = inside or isinstance(node, ast.For | ast.While)
    return any(leaves(block, looped) for block in inner(node))


def inner(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement."""
    for name in ("body", "orelse"):
        if block := getattr(node, name, None):
            yield block


#: The fewest lines that are written once, and the fewest that are no longer written then.
MIN_LINES, MIN_SAVED = 6, 24
#: The longest that is put in place of its calls in machine code, in lines: calls would show.
MAX_INLINE = 32
#: The most names that such a function sets for those who call it.
MAX_RESULTS = 3


def written_once(source: str) -> str:
    """Return functions without long repeated runs; each function uses a name for one thing."""
    functions, number = functions_of(source), 0
    while found := _chosen(functions):
        edits: dict[CountedFunction, list[tuple[int, int, str]]] = {}
        made: list[CountedFunction] = []
        for shared in found:
            made.append(shared.function(f"repeated_{number}"))
            for run, call in shared.calls(f"repeated_{number}"):
                edits.setdefault(run.function, []).append((*run.lines, call))
            number += 1
        # Unchanged functions are not parsed again.
        functions = [_edited(it, edits[it]) if it in edits else it for it in functions] + made
    return "".join("\n".join(it.lines) for it in functions)


def _edited(function: CountedFunction, edits: list[tuple[int, int, str]]) -> CountedFunction:
    """Return a function in which lines have given way to calls."""
    lines = function.lines.copy()
    for first, end, call in sorted(edits, reverse=True):
        lines[first:end] = [call]
    return CountedFunction(lines)


@dataclass(frozen=True)
class _Shared:
    """Equivalent runs, at least two."""

    runs: list[RepeatedRun]
    #: Numbers of the names that are parameters, and that are results.
    given: list[int]
    results: list[int]

    def function(self, name: str) -> CountedFunction:
        """Return the function."""
        run = self.runs[0]
        (first, end), names = run.lines, run.names
        depth = run.nodes[0].col_offset
        head = ", ".join(
            f"{names[n]}: {'Arrays' if names[n] == 's' else 'int'}" for n in self.given
        )
        kinds = ", ".join(["int"] * len(self.results)) or "None"
        returned = ", ".join(names[n] for n in self.results)
        lines = [
            "@kernel" if end - first <= MAX_INLINE else "@routine",
            f"def {name}({head}) -> {f'tuple[{kinds}]' if len(self.results) > 1 else kinds}:",
            *("    " + line[depth:] for line in run.function.lines[first:end]),
            *([f"    return {returned}"] if returned else []),
            "",
            "",
            "",
        ]
        return CountedFunction(lines)

    def calls(self, name: str) -> Iterator[tuple[RepeatedRun, str]]:
        """Yield each run, and the call that takes its place."""
        for run in self.runs:
            names = run.names
            call = f"{name}({', '.join(names[n] for n in self.given)})"
            if self.results:
                call = f"{', '.join(names[n] for n in self.results)} = {call}"
            yield run, " " * run.nodes[0].col_offset + call


def _chosen(functions: list[CountedFunction]) -> list[_Shared]:
    """Return runs that are repeated and do not overlap, those first that save most."""
    taken = {function: bytearray(len(function.lines)) for function in functions}
    found: list[_Shared] = []
    for runs in sorted(repeated_runs(functions, MIN_LINES, MIN_SAVED), key=saved, reverse=True):
        free: list[RepeatedRun] = []
        for run in runs:
            first, end = run.lines
            if not any(taken[run.function][first:end]):
                free.append(run)
                taken[run.function][first:end] = b"\1" * (end - first)
        shared = _shared(free) if saved(free) >= MIN_SAVED else None
        kept = [] if shared is None else shared.runs
        for run in free:
            first, end = run.lines
            if run not in kept:
                taken[run.function][first:end] = bytes(end - first)
        if shared is not None:
            found.append(shared)
    return found


def _shared(runs: list[RepeatedRun]) -> _Shared | None:
    """Return parameters and results of a function of some runs; None if it cannot be one."""
    if leaves(runs[0].nodes):
        return None
    flows = [flow(run.nodes) for run in runs]
    numbers = {name: number for number, name in enumerate(runs[0].names)}
    always = {numbers[name] for name in flows[0].always}
    results: set[int] = set()
    for run, does in zip(runs, flows, strict=True):
        own = run.names
        results |= {own.index(name) for name in run.results(does)}
    read = {numbers[name] for name in flows[0].reads if name in numbers}
    names = runs[0].names
    given = sorted(read | results - always, key=lambda n: (names[n] != "s", n))
    able = [run for run in runs if {run.names[n] for n in given} <= run.set_before()]
    if len(results) > MAX_RESULTS or saved(able) < MIN_SAVED:
        return None
    return _Shared(able, given, sorted(results))
