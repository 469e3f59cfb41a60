"""Statements that stand in several places of the generated source, made functions of their own.

What follows from moves of different sorts, and what ends a game after each, is often the same, and
conditions ask the same of many sites. Numba works out types and writes code for every line, and the
time that machine code takes grows faster than its length, so each such run of statements is
written once and called. Names do not count: they stand for what the function is given.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from boardless.games.compiler.data_flow import Flow, flow, inner, leaves, names, places_named
from boardless.games.compiler.parsing import parsed

#: The fewest lines that are written once, and the fewest that are no longer written then.
MIN_LINES, MIN_SAVED = 6, 24
#: The longest that is put in place of its calls in machine code, in lines: calls would show.
MAX_INLINE = 32
#: The most names that such a function sets for those who call it.
MAX_RESULTS = 3

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def written_once(source: str) -> str:
    """Return functions in which no long run of statements is repeated.

    Parameters
    ----------
    source : str
        Functions, each of which uses a name for one thing.
    """
    number = 0
    while True:
        lines = source.split("\n")
        found = _chosen(lines)
        if not found:
            return source
        edits: list[tuple[int, int, str]] = []
        made: list[str] = []
        for shared in found:
            made += shared.function(f"repeated_{number}", lines)
            edits += shared.calls(f"repeated_{number}")
            number += 1
        for first, end, call in sorted(edits, reverse=True):
            lines[first:end] = [call]
        source = "\n".join([*lines, *made])


@dataclass(frozen=True)
class _Statement:
    """A statement: its text without names, and its names in order."""

    node: ast.stmt
    text: str
    names: tuple[str, ...]

    @property
    def first(self) -> int:
        """The number of its first line, from 0."""
        return self.node.lineno - 1

    @property
    def end(self) -> int:
        """The number of the line behind it."""
        return self.node.end_lineno or 0


@dataclass(frozen=True)
class _Block:
    """Statements that follow one another.

    Attributes
    ----------
    function : FunctionDef
        Where they stand.
    statements : list of _Statement
        All of them.
    before : frozenset of str
        The names that have surely been set where they begin.
    """

    function: ast.FunctionDef
    statements: list[_Statement]
    before: frozenset[str]


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Yield the blocks of all functions."""
    for function in parsed("\n".join(lines)).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        given = frozenset(argument.arg for argument in function.args.args)
        own = given | flow(function.body).writes
        waiting = [(function.body, given)]
        while waiting:
            nodes, before = waiting.pop()
            if not lines[nodes[0].lineno - 1].lstrip().startswith("elif "):
                yield _Block(function, [_statement(it, lines, own) for it in nodes], before)
            for node in nodes:
                looped = frozenset(
                    names(node.target, ast.Store) if isinstance(node, ast.For) else ()
                )
                waiting += [(block, before | looped) for block in inner(node)]
                before |= flow([node]).always


def _statement(node: ast.stmt, lines: list[str], own: frozenset[str]) -> _Statement:
    """Return a statement in which names of a function do not count."""
    found: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        if match[0] not in own:
            return match[0]
        found.append(match[0])
        return "_"

    text = "\n".join(line[node.col_offset :] for line in lines[node.lineno - 1 : node.end_lineno])
    return _Statement(node, _NAME.sub(hidden, text), tuple(found))


@dataclass
class _Run:
    """Statements of a block, from number `start` up to `end`; its names are numbered in order."""

    block: _Block
    start: int
    end: int
    numbers: dict[str, int] = field(default_factory=dict)

    def step(self) -> tuple[str, tuple[int, ...]] | None:
        """Take in one more statement; return what it is, None if there is none."""
        if self.end == len(self.block.statements):
            return None
        statement, numbers = self.block.statements[self.end], self.numbers
        self.end += 1
        return statement.text, tuple(numbers.setdefault(x, len(numbers)) for x in statement.names)

    def now(self) -> "_Run":
        """Return the run as it is now."""
        return _Run(self.block, self.start, self.end, self.numbers)

    @property
    def lines(self) -> tuple[int, int]:
        """Its first line and the one behind it."""
        statements = self.block.statements
        return statements[self.start].first, statements[self.end - 1].end

    @property
    def nodes(self) -> list[ast.stmt]:
        """Its statements."""
        return [it.node for it in self.block.statements[self.start : self.end]]

    @property
    def names(self) -> list[str]:
        """Its names, by their numbers."""
        names = (name for it in self.block.statements[self.start : self.end] for name in it.names)
        return list(dict.fromkeys(names))

    def results(self, does: Flow) -> set[str]:
        """Return the names that it sets and that are read elsewhere, or here the next time."""
        first, end = self.lines
        places = places_named(self.block.function)
        outside = {name for name, line in places if not first < line <= end}
        return set(does.writes & (outside | set(does.reads)))

    def set_before(self) -> frozenset[str]:
        """Return the names that have surely been set where it begins."""
        before = (it.node for it in self.block.statements[: self.start])
        return self.block.before | flow(before).always


@dataclass(frozen=True)
class _Shared:
    """Runs that do the same.

    Attributes
    ----------
    runs : list of _Run
        At least two.
    given, results : list of int
        The numbers of the names that a function of them is given, and of those that it returns.
    """

    runs: list[_Run]
    given: list[int]
    results: list[int]

    def function(self, name: str, lines: list[str]) -> list[str]:
        """Return the lines of the function."""
        run = self.runs[0]
        (first, end), names = run.lines, run.names
        depth = run.nodes[0].col_offset
        head = ", ".join(
            f"{names[n]}: {'Arrays' if names[n] == 's' else 'int'}" for n in self.given
        )
        kinds = ", ".join(["int"] * len(self.results)) or "None"
        returned = ", ".join(names[n] for n in self.results)
        return [
            "@kernel" if end - first <= MAX_INLINE else "@routine",
            f"def {name}({head}) -> {f'tuple[{kinds}]' if len(self.results) > 1 else kinds}:",
            *("    " + line[depth:] for line in lines[first:end]),
            *([f"    return {returned}"] if returned else []),
            "",
            "",
        ]

    def calls(self, name: str) -> Iterator[tuple[int, int, str]]:
        """Yield the lines of each run, and the call that takes their place."""
        for run in self.runs:
            names = run.names
            call = f"{name}({', '.join(names[n] for n in self.given)})"
            if self.results:
                call = f"{', '.join(names[n] for n in self.results)} = {call}"
            yield *run.lines, " " * run.nodes[0].col_offset + call


def _chosen(lines: list[str]) -> list[_Shared]:
    """Return runs that are repeated and do not overlap, those first that save most."""
    taken = bytearray(len(lines))
    found: list[_Shared] = []
    for runs in sorted(_repeated(lines), key=_saved, reverse=True):
        free: list[_Run] = []
        for run in runs:
            first, end = run.lines
            if not any(taken[first:end]):
                free.append(run)
                taken[first:end] = b"\1" * (end - first)
        shared = _shared(free) if _saved(free) >= MIN_SAVED else None
        kept = [] if shared is None else [run.lines for run in shared.runs]
        for run in free:
            first, end = run.lines
            if (first, end) not in kept:
                taken[first:end] = bytes(end - first)
        if shared is not None:
            found.append(shared)
    return found


def _saved(runs: list[_Run]) -> int:
    """Return the number of lines that are no longer written."""
    if not runs:
        return 0
    first, end = runs[0].lines
    return (len(runs) - 1) * (end - first - 1)


def _repeated(lines: list[str]) -> list[list[_Run]]:
    """Return all runs of some length that are there at least twice, together."""
    waiting = [
        [
            _Run(block, start, start)
            for block in _blocks(lines)
            for start in range(len(block.statements))
        ]
    ]
    found = []
    while waiting:
        alike: dict[tuple[str, tuple[int, ...]], list[_Run]] = {}
        for run in waiting.pop():
            step = run.step()
            if step is not None:
                alike.setdefault(step, []).append(run)
        for runs in alike.values():
            if len(runs) > 1:
                waiting.append(runs)
                first, end = runs[0].lines
                if end - first >= MIN_LINES and _saved(runs) >= MIN_SAVED:
                    found.append([run.now() for run in runs])
    return found


def _shared(runs: list[_Run]) -> _Shared | None:
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
    if len(results) > MAX_RESULTS or _saved(able) < MIN_SAVED:
        return None
    return _Shared(able, given, sorted(results))
