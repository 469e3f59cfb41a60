"""Repeated runs of statements in the generated source, up to a renaming of local names."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from boardless.games.compiler.joining import named, parsed

if TYPE_CHECKING:
    from boardless.games.compiler.outlining import Flow

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
    def places_named(self) -> list[tuple[str, int]]:
        """The names in it, each with its line."""
        return [(name.id, name.lineno - 1) for node in self._nodes for name in named(node)]

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
        """Its lines without names."""
        from boardless.games.compiler.outlining import names_set

        own = self.arguments.union(*(names_set(node.body) for node in self._nodes))
        return [_line(text, own) for text in self.lines]

    @cached_property
    def blocks(self) -> list[_Block]:
        """Its blocks."""
        from boardless.games.compiler.outlining import inner

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
    """Return the functions of a source, with what stands before the first of them."""
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
        from boardless.games.compiler.outlining import flow

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
        """The function that contains it."""
        return self.block.function

    @property
    def lines(self) -> tuple[int, int]:
        """Its first line in the function and the one behind it."""
        nodes = self.block.nodes
        return nodes[self.start].lineno - 1, nodes[self.end - 1].end_lineno or 0

    @property
    def nodes(self) -> list[ast.stmt]:
        """Its statements."""
        return self.block.nodes[self.start : self.end]

    @property
    def names(self) -> list[str]:
        """Its names, by their numbers."""
        statements = self.block.statements[self.start : self.end]
        return list(dict.fromkeys(name for it in statements for name in it.names))

    def results(self, does: Flow) -> frozenset[str]:
        """Return the names that it sets and that are read elsewhere, or here the next time."""
        first, end = self.lines
        places = self.function.places_named
        outside = {name for name, line in places if not first <= line < end}
        return does.writes & (outside | does.reads)

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
