"""Consequences made immediately, without the queue.

A rule with at most one move, such as ``(set Var ...)`` or ``(if C A B)`` of such rules, needs no
row that describes the move. The move is a call in place, with its numbers as arguments. All other
moves are written to the queue first, because no move may see the effects of another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.ir.expressions import COUNTERS, ENGINE, FROM, MOVER, TO, Int, S, wide
from boardless.ir.statement_builder import Statements
from boardless.ir.statements import (
    Assign,
    CallStatement,
    Definition,
    Placeholder,
    lines_of,
    names_in,
    replaced,
)

if TYPE_CHECKING:
    from boardless.games.building.builder import Candidate
    from boardless.games.building.move_functions import ModuleBuilder
    from boardless.games.building.scope import Scope
    from boardless.ir.statements import Block, Statement

#: The most statements of a function that is inlined at its calls.
_SHORT = 2
#: The most moves of a rule that are tested for mutual exclusion.
_MOST = 24


@dataclass(frozen=True)
class SortFunction:
    """The body of a function for a sort of moves, and its parameters in place of a row."""

    #: The names in a row next to (from) and (to).
    names: tuple[str, ...]
    statements: Block

    @property
    def parameters(self) -> tuple[Int, ...]:
        """The parameters in place of a row."""
        return tuple(map(Int.named, dict.fromkeys(("origin", "site", *self.names))))

    def by_row(self, name: str, direct: str = "") -> Definition:
        """Return the function of a row, which may call the function of parameters."""
        b = Statements()
        b.set(FROM, wide(S.queue[_ROW, 1]))
        b.set(TO, wide(S.queue[_ROW, 2]))
        b.out.add(_MOVER)
        for n, each in enumerate(self.names):
            b.set(Int.named(each), wide(S.queue[_ROW, ENGINE.NAMED + n]))
        done = (CallStatement(Int.call(direct, *self.parameters)),) if direct else self.statements
        return Definition(name, (_ROW,), "None", (*b.statements, *done), mark="routine")

    def direct(self, name: str) -> Definition:
        """Return the function of parameters; a short one is inlined at its calls."""
        mark = "kernel" if len(lines_of(self.statements)) <= _SHORT else "routine"
        return Definition(name, self.parameters, "None", (_MOVER, *self.statements), mark=mark)

    def call(self, name: str, origin: Int, site: Int, numbers: dict[str, Int]) -> Int:
        """Return a call."""
        given = {"origin": origin, "site": site} | numbers
        return Int.call(name, *(given[each.text] for each in self.parameters))


_ROW = Int.named("row")
_MOVER = Assign((MOVER,), wide(COUNTERS.MOVER))


@dataclass(frozen=True)
class Queued:
    """Queued moves that wait to be made."""

    #: The first row and the one after the last.
    first: Int
    end: Int
    #: Sorts of the moves.
    sorts: tuple[int, ...]


@dataclass
class FollowedMoves:
    """The moves of a rule under construction that are made once it is complete."""

    builder: ModuleBuilder
    b: Scope
    #: By number: the statements that make a move, and the ones that queue it.
    moves: list[tuple[Block, Block]] = field(default_factory=list)
    sorts: list[int] = field(default_factory=list)
    several: bool = False

    def __post_init__(self) -> None:
        self._first, self._end = self.b.named(first=Int, end=Int)
        self._begin, self._loops = self.b.out.mark, self.b.out.loops

    def found(self, candidate: Candidate) -> None:
        """Leave a placeholder for a move, or write it to the queue if there may be several."""
        out, builder = candidate.scope.out, self.builder
        number = builder.number(candidate)
        self.sorts.append(number)
        parts = builder.sorts[number].parts
        in_loop = out is not self.b.out or out.loops > self._loops
        if (
            in_loop
            or any("row" in names_in(part.statements) for part in parts)
            or len(self.moves) == _MOST
        ):
            self.several = True
        if self.several:
            builder.enqueue(candidate, number)
            return
        place = out.mark
        builder.enqueue(candidate, number)
        queued = out.cut(place)
        self._make(candidate, number)
        self.moves.append((out.cut(place), queued))
        out.add(Placeholder(len(self.moves) - 1))

    def _make(self, candidate: Candidate, number: int) -> None:
        """Make a move and its consequences."""
        b, builder = candidate.scope, self.builder
        sort = builder.sorts[number]

        def given(value: Int) -> Int:
            if value.operation in ("name", "constant"):
                return value
            # The value before the move.
            return b.variable("given", wide(value)) if sort.then else wide(value)

        origin, site = given(candidate.origin), given(candidate.to)
        sources = map(given, builder.sources(candidate, number))
        numbers = dict(zip(sort.act.names, sources, strict=True))
        b.out.add(CallStatement(sort.act.call(f"do_{number}", origin, site, numbers)))
        if sort.then:
            b.out.add(CallStatement(sort.then.call(f"follow_{number}", origin, site, numbers)))

    def finish(self) -> None:
        """Replace the placeholders of the moves by statements that make or queue each move."""
        b, builder = self.b, self.builder
        block = b.out.cut(self._begin)
        direct = not self.several and _excludes(block)

        def chosen(node: Statement) -> Block | None:
            return self.moves[node.number][not direct] if isinstance(node, Placeholder) else None

        written = replaced(block, chosen)
        if direct:
            b.out.add(*written)
            for number in self.sorts:
                builder.sorts[number].is_direct = True
            for sorts in builder.followed:
                sorts.update(self.sorts)
            return
        b.set(self._first, wide(COUNTERS.QUEUED))
        b.out.add(*written)
        b.set(self._end, wide(COUNTERS.QUEUED))
        builder.run(Queued(self._first, self._end, tuple(sorted(set(self.sorts)))), b)


def _excludes(block: Block, later: bool = False) -> bool:
    """Return True if at most one of some moves is generated, and nothing comes after it.

    `later`: the statements after the block read the state.
    """
    for node in reversed(block):
        if isinstance(node, Placeholder) and later:
            return False
        if not all(_excludes(part, later) for part in node.blocks):
            return False
        touched = (isinstance(each, Placeholder) or "s" in each.own_names for each in node.inside)
        later = later or any(touched)
    return True
