"""Outlining: repeated runs of statements become functions (hash-consing of statements)."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from boardless.jit.sources import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def named(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names in a tree, as `ast.walk` would find them, at half its cost."""
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, ast.Name):
            yield node
            continue
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                left += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                left.append(part)


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
    cache = vars(node)
    if "flow" not in cache:
        cache["flow"] = _worked_out(node)
    found: Flow = cache["flow"]
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
#: The most results of such a function.
MAX_RESULTS = 3


def written_once(source: str) -> str:
    """Return functions without long repeated runs; each function uses a name for one thing."""
    functions, number = functions_of(source), 0
    while found := _chosen(functions):
        edits: dict[CountedFunction, list[tuple[int, int, str]]] = {}
        added: list[CountedFunction] = []
        for shared in found:
            added.append(shared.function(f"repeated_{number}"))
            for run, call in shared.calls(f"repeated_{number}"):
                edits.setdefault(run.function, []).append((*run.lines, call))
            number += 1
        # Unchanged functions are not parsed again.
        functions = [_edited(it, edits[it]) if it in edits else it for it in functions] + added
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
    parameters: list[int]
    results: list[int]

    def function(self, name: str) -> CountedFunction:
        """Return the function."""
        run = self.runs[0]
        (first, end), names = run.lines, run.names
        depth = run.nodes[0].col_offset
        head = ", ".join(
            f"{names[n]}: {'Arrays' if names[n] == 's' else 'int'}" for n in self.parameters
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
            call = f"{name}({', '.join(names[n] for n in self.parameters)})"
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
        chosen = [] if shared is None else shared.runs
        for run in free:
            first, end = run.lines
            if run not in chosen:
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
    parameters = sorted(read | results - always, key=lambda n: (names[n] != "s", n))
    able = [run for run in runs if {run.names[n] for n in parameters} <= run.set_before()]
    if len(results) > MAX_RESULTS or saved(able) < MIN_SAVED:
        return None
    return _Shared(able, parameters, sorted(results))


_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
#: The head of a function, with its decorators.
_START = re.compile(r"^(?:@.*\n)*def ", re.MULTILINE)
#: A line without its names, and these in order.
_Line = tuple[str, list[str]]


@dataclass(frozen=True)
class _Statement:
    """A statement without names, and its names."""

    #: Its text with all names alike, and the number of the name in each place.
    shape: tuple[str, tuple[int, ...]]
    #: Each once, by number.
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class CountedFunction:
    """A function by itself, with all lines up to the next; lines count from 0."""

    lines: list[str]

    @cached_property
    def spans_named(self) -> dict[str, tuple[int, int]]:
        """The first and the last line with each of the names in it."""
        spans: dict[str, tuple[int, int]] = {}
        for name in (name for node in self._nodes for name in named(node)):
            first, last = spans.get(name.id, (name.lineno - 1, 0))
            spans[name.id] = min(first, name.lineno - 1), max(last, name.lineno - 1)
        return spans

    @cached_property
    def arguments(self) -> frozenset[str]:
        """The names that it is given."""
        return frozenset(it.arg for node in self._nodes for it in node.args.args)

    @cached_property
    def _nodes(self) -> list[ast.FunctionDef]:
        """The function, nothing if only constants stand here."""
        body = parsed("\n".join(self.lines)).body
        return [node for node in body if isinstance(node, ast.FunctionDef)]

    @cached_property
    def nameless(self) -> list[_Line]:
        """The lines without names."""
        own = self.arguments.union(*(names_set(node.body) for node in self._nodes))
        return [_line(text, own) for text in self.lines]

    @cached_property
    def blocks(self) -> list[_Block]:
        """All blocks."""
        found = []
        waiting = [_Block(self, node.body) for node in self._nodes]
        while waiting:
            block = waiting.pop()
            if not self.lines[block.nodes[0].lineno - 1].lstrip().startswith("elif "):
                found.append(block)
            waiting += [
                _Block(self, nodes, block, place)
                for place, node in enumerate(block.nodes)
                for nodes in inner(node)
            ]
        return found


def functions_of(source: str) -> list[CountedFunction]:
    """Return the functions of a source, with the lines before the first of them."""
    starts = [match.start() for match in _START.finditer(source)]
    return [
        CountedFunction(source[a:b].split("\n")) for a, b in pairwise([0, *starts, len(source)])
    ]


def _line(text: str, own: frozenset[str]) -> _Line:
    """Return a line in which names of its function do not count."""
    found: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        name = match[0]
        if name not in own:
            return name
        found.append(name)
        return "_"

    return _NAME.sub(hidden, text), found


@dataclass(frozen=True, eq=False)
class _Block:
    """Statements in sequence."""

    function: CountedFunction
    nodes: list[ast.stmt]
    #: The block and the number of the statement that contain this one.
    around: _Block | None = None
    place: int = 0

    @property
    def end(self) -> int:
        """The number of the line behind them."""
        return self.nodes[-1].end_lineno or 0

    @cached_property
    def statements(self) -> list[_Statement]:
        """The statements without their names."""
        return [self._statement(node) for node in self.nodes]

    def _statement(self, node: ast.stmt) -> _Statement:
        lines = self.function.nameless[node.lineno - 1 : node.end_lineno]
        text = "\n".join([line[node.col_offset :] for line, _ in lines])
        names = [name for _, found in lines for name in found]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
        pattern = tuple(map(numbers.__getitem__, names))
        return _Statement((text, pattern), tuple(numbers))

    def set_before(self, count: int) -> frozenset[str]:
        """Return the names that have surely been set before statement number `count`."""
        if self.around is None:
            before = self.function.arguments
        else:
            before = self.around.set_before(self.place)
            node = self.around.nodes[self.place]
            if isinstance(node, ast.For):
                before |= flow([node.target]).always
        return before | flow(self.nodes[:count]).always


@dataclass(eq=False)
class RepeatedRun:
    """Statements of a block, from number `start` up to `end`; its names are numbered in order."""

    block: _Block
    start: int
    end: int
    numbers: dict[str, int] = field(default_factory=dict)

    def step(self) -> tuple[object, ...] | None:
        """Take in one more statement; return its shape and name numbers, None if there is none."""
        if self.end == len(self.block.nodes):
            return None
        statement, numbers = self.block.statements[self.end], self.numbers
        self.end += 1
        return statement.shape, *[numbers.setdefault(x, len(numbers)) for x in statement.names]

    def now(self) -> RepeatedRun:
        """Return the run as it is now."""
        return RepeatedRun(self.block, self.start, self.end, self.numbers)

    @property
    def function(self) -> CountedFunction:
        """The function that contains the run."""
        return self.block.function

    @property
    def lines(self) -> tuple[int, int]:
        """The first line in the function and the line behind the last."""
        nodes = self.block.nodes
        return nodes[self.start].lineno - 1, nodes[self.end - 1].end_lineno or 0

    @property
    def nodes(self) -> list[ast.stmt]:
        """The statements."""
        return self.block.nodes[self.start : self.end]

    @property
    def names(self) -> list[str]:
        """The names, by their numbers."""
        statements = self.block.statements[self.start : self.end]
        return list(dict.fromkeys(name for it in statements for name in it.names))

    def results(self, does: Flow) -> set[str]:
        """Return the names that it sets and that are read elsewhere, or here the next time."""
        (first, end), spans = self.lines, self.function.spans_named
        outside = {name for name in does.writes if spans[name][0] < first or spans[name][1] >= end}
        return outside | (does.writes & does.reads)

    def set_before(self) -> frozenset[str]:
        """Return the names that have surely been set where it begins."""
        return self.block.set_before(self.start)


def saved(runs: list[RepeatedRun]) -> int:
    """Return the number of lines that outlining equivalent runs saves."""
    if not runs:
        return 0
    first, end = runs[0].lines
    return (len(runs) - 1) * (end - first - 1)


def repeated_runs(
    functions: list[CountedFunction], min_lines: int, min_saved: int
) -> list[list[RepeatedRun]]:
    """Return runs that are equivalent, together, of at least these lines and lines saved."""
    waiting = [
        [
            RepeatedRun(block, start, start)
            for function in functions
            for block in function.blocks
            for start, node in enumerate(block.nodes)
            if block.end - node.lineno >= min_lines - 1
        ]
    ]
    found = []
    while waiting:
        alike: dict[tuple[object, ...], list[RepeatedRun]] = {}
        for run in waiting.pop():
            step = run.step()
            if step is not None:
                alike.setdefault(step, []).append(run)
        for runs in alike.values():
            if len(runs) > 1:
                waiting.append(runs)
                first, end = runs[0].lines
                if end - first >= min_lines and saved(runs) >= min_saved:
                    found.append([run.now() for run in runs])
    return found
