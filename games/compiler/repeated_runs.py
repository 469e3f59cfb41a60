"""Runs of statements that stand in several places of the generated source.

Names do not count: two runs are alike if one becomes the other when its names are put in the place
of the other's.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from boardless.games.compiler.data_flow import Flow, flow, inner, names_set, places_named
from boardless.games.compiler.parsing import parsed

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")

#: A line without its names, and these in order.
_Line = tuple[str, list[str]]


@dataclass(frozen=True)
class _Statement:
    """A statement: what it is without names, and its names.

    Attributes
    ----------
    node : ast.stmt
        The statement.
    shape : tuple
        Its text with all names alike, and the number of the name in each place.
    names : tuple of str
        Its names, each once, by their numbers.
    """

    node: ast.stmt
    shape: tuple[str, tuple[int, ...]]
    names: tuple[str, ...]

    @property
    def first(self) -> int:
        """The number of its first line, from 0."""
        return self.node.lineno - 1

    @property
    def end(self) -> int:
        """The number of the line behind it."""
        return self.node.end_lineno or 0


@dataclass(frozen=True, eq=False)
class _Block:
    """Statements that follow one another.

    Attributes
    ----------
    function : FunctionDef
        Where they stand.
    nodes : list of ast.stmt
        All of them.
    lines : mapping of int to _Line
        The lines of the function, by their numbers from 0.
    around : _Block or None
        The block in one of whose statements it stands.
    place : int
        The number of that statement.
    """

    function: ast.FunctionDef
    nodes: list[ast.stmt]
    lines: Mapping[int, _Line]
    around: "_Block | None" = None
    place: int = 0

    @property
    def end(self) -> int:
        """The number of the line behind them, from 0."""
        return self.nodes[-1].end_lineno or 0

    @cached_property
    def statements(self) -> list[_Statement]:
        """The statements without their names."""
        return [self._statement(node) for node in self.nodes]

    def _statement(self, node: ast.stmt) -> _Statement:
        lines = [self.lines[n] for n in range(node.lineno - 1, node.end_lineno or 0)]
        text = "\n".join([line[node.col_offset :] for line, _ in lines])
        names = [name for _, found in lines for name in found]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
        pattern = tuple(map(numbers.__getitem__, names))
        return _Statement(node, (text, pattern), tuple(numbers))

    def set_before(self, count: int) -> frozenset[str]:
        """Return the names that have surely been set before statement number `count`."""
        if self.around is None:
            before = frozenset(argument.arg for argument in self.function.args.args)
        else:
            before = self.around.set_before(self.place)
            node = self.around.nodes[self.place]
            if isinstance(node, ast.For):
                before |= flow([node.target]).always
        return before | flow(self.nodes[:count]).always


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Yield the blocks of all functions."""
    for function in parsed("\n".join(lines)).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        own = {argument.arg for argument in function.args.args}.union(names_set(function.body))
        first = function.body[0].lineno - 1
        inside = enumerate(lines[first : function.end_lineno], first)
        waiting = [_Block(function, function.body, {n: _line(text, own) for n, text in inside})]
        while waiting:
            block = waiting.pop()
            if not lines[block.nodes[0].lineno - 1].lstrip().startswith("elif "):
                yield block
            waiting += [
                _Block(function, nodes, block.lines, block, place)
                for place, node in enumerate(block.nodes)
                for nodes in inner(node)
            ]


def _line(text: str, own: set[str]) -> _Line:
    """Return a line in which names of its function do not count."""
    found: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        name = match[0]
        if name not in own:
            return name
        found.append(name)
        return "_"

    return _NAME.sub(hidden, text), found


@dataclass
class Run:
    """Statements of a block, from number `start` up to `end`; its names are numbered in order."""

    block: _Block
    start: int
    end: int
    numbers: dict[str, int] = field(default_factory=dict)

    def step(self) -> tuple[object, ...] | None:
        """Take in one more statement; return what it is, None if there is none."""
        if self.end == len(self.block.nodes):
            return None
        statement, numbers = self.block.statements[self.end], self.numbers
        self.end += 1
        return statement.shape, *[numbers.setdefault(x, len(numbers)) for x in statement.names]

    def now(self) -> "Run":
        """Return the run as it is now."""
        return Run(self.block, self.start, self.end, self.numbers)

    @property
    def lines(self) -> tuple[int, int]:
        """Its first line and the one behind it."""
        statements = self.block.statements
        return statements[self.start].first, statements[self.end - 1].end

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
        places = places_named(self.block.function)
        outside = {name for name, line in places if not first < line <= end}
        return does.writes & (outside | does.reads)

    def set_before(self) -> frozenset[str]:
        """Return the names that have surely been set where it begins."""
        return self.block.set_before(self.start)


def saved(runs: list[Run]) -> int:
    """Return the number of lines that are not written if runs that are alike are written once."""
    if not runs:
        return 0
    first, end = runs[0].lines
    return (len(runs) - 1) * (end - first - 1)


def repeated_runs(lines: list[str], min_lines: int, min_saved: int) -> list[list[Run]]:
    """Return the runs that are alike, together.

    Parameters
    ----------
    lines : list of str
        Functions.
    min_lines, min_saved : int
        The fewest lines of a run, and the fewest that `saved` counts.
    """
    waiting = [
        [
            Run(block, start, start)
            for block in _blocks(lines)
            for start, node in enumerate(block.nodes)
            if block.end - node.lineno >= min_lines - 1
        ]
    ]
    found = []
    while waiting:
        alike: dict[tuple[object, ...], list[Run]] = {}
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
