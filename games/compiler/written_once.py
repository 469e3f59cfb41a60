"""Statements that stand in several places of the generated source, made functions of their own.

What follows from moves of different sorts, and what ends a game after each, is often the same, and
conditions ask the same of many sites. Numba works out types and writes code for every line, and the
time that machine code takes grows faster than its length, so each such run of statements is
written once and called. Names do not count: they stand for what the function is given.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from boardless.games.compiler.data_flow import flow, leaves
from boardless.games.compiler.repeated_runs import Function, Run, functions_of, repeated_runs, saved

#: The fewest lines that are written once, and the fewest that are no longer written then.
MIN_LINES, MIN_SAVED = 6, 24
#: The longest that is put in place of its calls in machine code, in lines: calls would show.
MAX_INLINE = 32
#: The most names that such a function sets for those who call it.
MAX_RESULTS = 3


def written_once(source: str) -> str:
    """Return functions in which no long run of statements is repeated.

    Parameters
    ----------
    source : str
        Functions, each of which uses a name for one thing.
    """
    functions, number = functions_of(source), 0
    while found := _chosen(functions):
        edits: dict[Function, list[tuple[int, int, str]]] = {}
        made: list[Function] = []
        for shared in found:
            made.append(shared.function(f"repeated_{number}"))
            for run, call in shared.calls(f"repeated_{number}"):
                edits.setdefault(run.function, []).append((*run.lines, call))
            number += 1
        # What is the same as before is not parsed again.
        functions = [_edited(it, edits[it]) if it in edits else it for it in functions] + made
    return "".join("\n".join(it.lines) for it in functions)


def _edited(function: Function, edits: list[tuple[int, int, str]]) -> Function:
    """Return a function in which lines have given way to calls."""
    lines = function.lines.copy()
    for first, end, call in sorted(edits, reverse=True):
        lines[first:end] = [call]
    return Function(lines)


@dataclass(frozen=True)
class _Shared:
    """Runs that do the same.

    Attributes
    ----------
    runs : list of Run
        At least two.
    given, results : list of int
        The numbers of the names that a function of them is given, and of those that it returns.
    """

    runs: list[Run]
    given: list[int]
    results: list[int]

    def function(self, name: str) -> Function:
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
        return Function(lines)

    def calls(self, name: str) -> Iterator[tuple[Run, str]]:
        """Yield each run, and the call that takes its place."""
        for run in self.runs:
            names = run.names
            call = f"{name}({', '.join(names[n] for n in self.given)})"
            if self.results:
                call = f"{', '.join(names[n] for n in self.results)} = {call}"
            yield run, " " * run.nodes[0].col_offset + call


def _chosen(functions: list[Function]) -> list[_Shared]:
    """Return runs that are repeated and do not overlap, those first that save most."""
    taken = {function: bytearray(len(function.lines)) for function in functions}
    found: list[_Shared] = []
    for runs in sorted(repeated_runs(functions, MIN_LINES, MIN_SAVED), key=saved, reverse=True):
        free: list[Run] = []
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


def _shared(runs: list[Run]) -> _Shared | None:
    """Return what a function of some runs is given and returns; None if it cannot be one."""
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
