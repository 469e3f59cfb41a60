"""Outlining: repeated runs of statements become one function.

Runs are alike if only the names of their variables differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from boardless.ir.expressions import Bool, Expression, Int
from boardless.ir.statements import (
    Assign,
    CallStatement,
    Definition,
    For,
    If,
    Leave,
    Return,
    Statement,
    While,
)

if TYPE_CHECKING:
    from boardless.ir.statements import Block

#: The fewest statements of an outlined run, and the fewest that outlining saves.
MIN_SIZE, MIN_SAVED = 6, 24
#: The largest function that takes the place of its calls in machine code: calls would show.
MAX_INLINE = 32
#: The most results of such a function.
MAX_RESULTS = 3


def written_once(functions: tuple[Definition, ...]) -> tuple[Definition, ...]:
    """Return functions without long repeated runs; each name has one use in a function."""
    facts, number = NodeFacts(), 0
    whole = [ModuleFunction(function, facts) for function in functions]
    while chosen := _chosen(whole):
        calls: dict[ModuleFunction, dict[int, tuple[int, Statement]]] = {}
        added: list[ModuleFunction] = []
        for shared in chosen:
            name = f"repeated_{number}"
            added.append(ModuleFunction(shared.definition(name), facts))
            for run in shared.runs:
                calls.setdefault(run.function, {})[run.first] = run.behind, shared.call(name, run)
            number += 1
        whole = [
            function.calling(calls[function]) if function in calls else function
            for function in whole
        ] + added
    return tuple(function.node for function in whole)


# -- facts of nodes ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Flow:
    """Variables that statements read and write (data flow)."""

    #: Variables that may be read as they were before.
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    #: Variables that are set on every path.
    always: frozenset[str] = frozenset()


def _in_order(flows: Iterable[Flow]) -> Flow:
    reads: set[str] = set()
    writes: set[str] = set()
    always: set[str] = set()
    for does in flows:
        reads |= does.reads - always
        writes |= does.writes
        always |= does.always
    return Flow(frozenset(reads), frozenset(writes), frozenset(always))


#: The number of a pattern, and the names of variables that fill it, in order and each once.
Shape = tuple[int, tuple[str, ...]]


class NodeFacts:
    """Sizes, shapes and data flow of nodes, computed once for equal nodes."""

    def __init__(self) -> None:
        self.size = cache(self._size)
        self.shape = cache(self._shape)
        self._flow = cache(self._flow_of)
        self._patterns: dict[object, int] = {}

    def flow(self, block: Block) -> Flow:
        """Return the data flow of statements in sequence."""
        return _in_order(map(self._flow, block))

    def _size(self, node: Statement) -> int:
        """Return the number of statements in one, including itself."""
        return 1 + sum(self.size(each) for block in node.blocks for each in block)

    def _shape(self, node: Expression | Statement) -> Shape:
        """Return the pattern of a node, which is the node without names, and the names."""
        numbers: dict[str, int] = {}
        kind = node.operation if isinstance(node, Expression) else ""
        if kind == "name":
            numbers = {name: n for n, name in enumerate(filter(_is_own, sorted(node.names)))}
        parts = None if _is_variable(node) else self._pattern(node.parts, numbers)
        number = self._patterns.setdefault((type(node), kind, parts), len(self._patterns))
        return number, tuple(numbers)

    def _pattern(self, part: object, numbers: dict[str, int]) -> object:
        if isinstance(part, tuple):
            return tuple([self._pattern(each, numbers) for each in part])
        if not isinstance(part, Expression | Statement):
            return part
        number, names = self.shape(part)
        return number, *[numbers.setdefault(name, len(numbers)) for name in names]

    def _flow_of(self, node: Statement) -> Flow:
        read, names = node.expressions, frozenset(each.text for each in node.variables)
        if isinstance(node, Assign):
            read = (node.value, *(each for each in node.targets if not _is_variable(each)))
        elif isinstance(node, For):
            read = (node.domain,)
        head = Flow(frozenset(name for each in read for name in self.shape(each)[1]))
        blocks = [self.flow(block) for block in node.blocks]
        if isinstance(node, If):
            yes, no = blocks
            both = Flow(yes.reads | no.reads, yes.writes | no.writes, yes.always & no.always)
            return _in_order((head, both))
        inside = _in_order((Flow(writes=names, always=names), *blocks))
        # A loop may not be entered at all.
        return _in_order((head, replace(inside, always=frozenset()) if blocks else inside))


def _is_variable(node: Expression | Statement) -> bool:
    """Return True if a node is a variable of a function, not an array or a constant."""
    return isinstance(node, Expression) and node.operation == "name" and _is_own(node.text)


def _is_own(name: str) -> bool:
    return "." not in name and not name.isupper()


def leaves(block: Block, looped: bool = False) -> bool:
    """Return True if control may leave statements; `looped`: in a loop of their own."""
    for node in block:
        if isinstance(node, Assign | CallStatement | If | For | While):
            inside = looped or not isinstance(node, If)
            if any(leaves(each, inside) for each in node.blocks):
                return True
        elif not (looped and isinstance(node, Leave)):
            return True
    return False


# -- functions, their blocks, and runs of statements -----------------------------------------------


@dataclass(frozen=True, eq=False)
class ModuleFunction:
    """A function by itself; its statements are numbered by line, from 0."""

    node: Definition
    facts: NodeFacts

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Its statements by number."""
        return tuple(self.node.inside)[1:]

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """The first and the last statement with each of the names in it."""
        spans: dict[str, tuple[int, int]] = {}
        for number, node in enumerate(self.statements):
            for name in node.own_names:
                spans[name] = spans.get(name, (number, 0))[0], number
        return spans

    @cached_property
    def variables(self) -> dict[str, Expression]:
        """Its parameters and variables by their names."""
        set_ = (each for node in self.statements for each in node.variables)
        return {each.text: each for each in (*set_, *self.node.parameters)}

    @cached_property
    def blocks(self) -> list[_Block]:
        """All blocks."""
        waiting = [_Block(self, self.node.body, 0)]
        blocks = []
        while waiting:
            block = waiting.pop()
            blocks.append(block)
            for place, node in enumerate(block.nodes):
                first = block.starts[place] + 1
                for inner in node.blocks:
                    waiting.append(_Block(self, inner, first, block, place))
                    first = waiting[-1].starts[-1]
        return blocks

    def calling(self, calls: dict[int, tuple[int, Statement]]) -> ModuleFunction:
        """Return it with calls in place of statements: by the first, the end and the call."""
        body = self._calling(self.node.body, 0, calls)
        return ModuleFunction(replace(self.node, body=body), self.facts)

    def _calling(self, block: Block, at: int, calls: dict[int, tuple[int, Statement]]) -> Block:
        done: list[Statement] = []
        behind = at
        for node in block:
            first, at = at, at + self.facts.size(node)
            if first in calls:
                behind, call = calls[first]
                done.append(call)
            elif first >= behind:
                inside = any(first < number < at for number in calls)
                done.append(self._with_calls(node, first + 1, calls) if inside else node)
        return tuple(done)

    def _with_calls(
        self, node: Statement, at: int, calls: dict[int, tuple[int, Statement]]
    ) -> Statement:
        parts = list(node.parts)
        for place, part in enumerate(parts):
            if isinstance(part, tuple):
                parts[place] = self._calling(part, at, calls)
                at += sum(map(self.facts.size, part))
        return type(node)(*parts)


@dataclass(frozen=True, eq=False)
class _Block:
    """Statements in sequence, and the number of the first."""

    function: ModuleFunction
    nodes: Block
    first: int
    #: The block and the place of the statement that contain this one.
    around: _Block | None = None
    place: int = 0

    @cached_property
    def starts(self) -> list[int]:
        """The numbers of its statements and the number after the last."""
        sizes = map(self.function.facts.size, self.nodes)
        return list(accumulate(sizes, initial=self.first))

    def set_before(self, count: int) -> frozenset[str]:
        """Return the variables that are certainly set before the statement at a place."""
        flow = self.function.facts.flow
        if self.around is None:
            before = frozenset(each.text for each in self.function.node.parameters)
        else:
            before = self.around.set_before(self.place)
            node = self.around.nodes[self.place]
            before |= {each.text for each in node.variables}
        return before | flow(self.nodes[:count]).always


@dataclass(eq=False)
class StatementRun:
    """Statements of a block from a place up to another; its names are numbered in order."""

    block: _Block
    start: int
    end: int
    numbers: dict[str, int] = field(default_factory=dict)

    def step(self) -> tuple[int, ...] | None:
        """Extend the run by a statement; return its pattern and names, or None at the end."""
        if self.end == len(self.block.nodes):
            return None
        pattern, names = self.function.facts.shape(self.block.nodes[self.end])
        self.end += 1
        return pattern, *[self.numbers.setdefault(x, len(self.numbers)) for x in names]

    @property
    def function(self) -> ModuleFunction:
        """The function that contains the run."""
        return self.block.function

    @property
    def first(self) -> int:
        """The number of its first statement in the function."""
        return self.block.starts[self.start]

    @property
    def behind(self) -> int:
        """The number after its last statement."""
        return self.block.starts[self.end]

    @property
    def nodes(self) -> Block:
        """The statements."""
        return self.block.nodes[self.start : self.end]

    @property
    def names(self) -> list[str]:
        """The names, by their numbers."""
        shape = self.function.facts.shape
        return list(dict.fromkeys(name for node in self.nodes for name in shape(node)[1]))

    @cached_property
    def flow(self) -> Flow:
        """Its data flow."""
        return self.function.facts.flow(self.nodes)

    def results(self) -> set[str]:
        """Return the variables that it sets for later reads elsewhere, or here the next time."""
        spans, does = self.function.spans, self.flow
        outside = {
            name
            for name in does.writes
            if spans[name][0] < self.first or spans[name][1] >= self.behind
        }
        return outside | (does.writes & does.reads)


# -- choosing ------------------------------------------------------------------------------------


def saved(runs: list[StatementRun]) -> int:
    """Return the number of statements that outlining equivalent runs saves."""
    return (len(runs) - 1) * (runs[0].behind - runs[0].first - 1) if runs else 0


def repeated_runs(functions: list[ModuleFunction]) -> list[list[StatementRun]]:
    """Return groups of equivalent runs that are long and save enough."""
    waiting = [
        [
            StatementRun(block, start, start)
            for function in functions
            for block in function.blocks
            for start, first in enumerate(block.starts)
            if block.starts[-1] - first >= MIN_SIZE
        ]
    ]
    groups = []
    while waiting:
        alike: dict[tuple[int, ...], list[StatementRun]] = {}
        for run in waiting.pop():
            step = run.step()
            if step is not None:
                alike.setdefault(step, []).append(run)
        for runs in alike.values():
            if len(runs) > 1:
                waiting.append(runs)
                if runs[0].behind - runs[0].first >= MIN_SIZE and saved(runs) >= MIN_SAVED:
                    groups.append([StatementRun(run.block, run.start, run.end) for run in runs])
    return groups


@dataclass(frozen=True)
class _Shared:
    """Equivalent runs, at least two."""

    runs: list[StatementRun]
    #: Numbers of the names that are parameters, and that are results.
    parameters: list[int]
    results: list[int]

    def definition(self, name: str) -> Definition:
        """Return the function."""
        run = self.runs[0]
        given, results = self._variables(run, self.parameters), self._variables(run, self.results)
        kinds = ", ".join("bool" if isinstance(each, Bool) else "int" for each in results)
        return Definition(
            name,
            given,
            f"tuple[{kinds}]" if len(results) > 1 else kinds or "None",
            (*run.nodes, Return(results)) if results else run.nodes,
            mark="kernel" if run.behind - run.first <= MAX_INLINE else "routine",
        )

    def call(self, name: str, run: StatementRun) -> Statement:
        """Return the call that takes the place of a run."""
        results = self._variables(run, self.results)
        call = Int("call", name, "s", *self._variables(run, self.parameters))
        return Assign(results, call) if results else CallStatement(call)

    @staticmethod
    def _variables(run: StatementRun, numbers: list[int]) -> tuple[Expression, ...]:
        return tuple(run.function.variables[run.names[n]] for n in numbers)


def _chosen(functions: list[ModuleFunction]) -> list[_Shared]:
    """Return repeated runs that do not overlap, the ones that save most first."""
    #: 1 for each statement of a function that is in a chosen run.
    taken = {function: bytearray(len(function.statements)) for function in functions}
    chosen: list[_Shared] = []
    for runs in sorted(repeated_runs(functions), key=saved, reverse=True):
        free: list[StatementRun] = []
        # Runs of one pattern are equally long, so they overlap in one block or not at all.
        ends: dict[_Block, int] = {}
        for run in runs:
            if ends.get(run.block, 0) <= run.first and not any(
                taken[run.function][run.first : run.behind]
            ):
                free.append(run)
                ends[run.block] = run.behind
        shared = _shared(free) if saved(free) >= MIN_SAVED else None
        if shared is not None:
            chosen.append(shared)
            for run in shared.runs:
                taken[run.function][run.first : run.behind] = b"\1" * (run.behind - run.first)
    return chosen


def _shared(runs: list[StatementRun]) -> _Shared | None:
    """Return parameters and results of a function for runs, or None if it is impossible."""
    if leaves(runs[0].nodes):
        return None
    names, does = runs[0].names, runs[0].flow
    results = {run.names.index(name) for run in runs for name in run.results()}
    given = {n for n, name in enumerate(names) if name in does.reads}
    given |= results - {n for n, name in enumerate(names) if name in does.always}
    able = [run for run in runs if {run.names[n] for n in given} <= run.block.set_before(run.start)]
    if len(results) > MAX_RESULTS or saved(able) < MIN_SAVED:
        return None
    return _Shared(able, sorted(given), sorted(results))
