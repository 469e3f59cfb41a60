"""Consequences that are made where they are found, without the queue.

A rule that finds at most one move, such as ``(set Var ...)`` or ``(if C A B)`` of such rules, needs
no row that says what is to be made: the move is a call there, with its numbers as arguments. All
others are written down first, since none may see what another one has done.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from boardless.ir.expressions import Int, wide
from boardless.ir.statements import Place, replaced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.move_functions import ModuleBuilder
    from boardless.ir.statements import Block, Statement
    from boardless.ir.writer import SourceWriter

#: Functions with at most so many statements take the place of their calls.
_SHORT = 2
#: The most moves of a rule of which it is looked whether they exclude one another.
_MOST = 24


@dataclass(frozen=True)
class SortFunction:
    """The body of a function of a sort of moves, and the parameters in place of a row."""

    parameters: tuple[str, ...]
    #: Statements that read the row, and those behind them.
    reading: tuple[str, ...]
    statements: tuple[str, ...]

    @classmethod
    def of(cls, names: tuple[str, ...], body: str) -> Self:
        """Return that of a body that begins with what reads a row with some names."""
        lines, own = body.rstrip("\n").split("\n"), 3 + len(names)
        parameters = tuple(dict.fromkeys(("origin", "site", *names)))
        return cls(parameters, tuple(lines[:own]), tuple(lines[own:]))

    @property
    def needs_row(self) -> bool:
        """Whether a statement asks for the row itself."""
        return any(re.search(r"\brow\b", line) for line in self.statements)

    @property
    def head(self) -> str:
        """The parameters of the function, with their types."""
        return ", ".join(("s: Arrays", *(f"{name}: int" for name in self.parameters)))

    @property
    def body(self) -> str:
        """The body of the function."""
        return "\n".join(("    mover = int64(s.n[MOVER])", *self.statements)) + "\n"

    def body_of_row(self, name: str) -> str:
        """Return the body of the function of a row, which calls the one of a name."""
        call = f"    {name}({', '.join(('s', *self.parameters))})"
        return "\n".join((*self.reading, call)) + "\n"

    @property
    def decorator(self) -> str:
        """The mark of the function: short ones take the place of their calls."""
        return "kernel" if len(self.statements) <= _SHORT else "routine"

    def call(self, name: str, origin: str, site: str, numbers: dict[str, str]) -> str:
        """Return the source of a call."""
        given = {"origin": origin, "site": site} | numbers
        return f"{name}(s, {', '.join(given[name] for name in self.parameters)})"


@dataclass
class FollowedMoves:
    """The moves of a rule that is followed, while the statements that find them are written."""

    builder: ModuleBuilder
    out: SourceWriter
    #: By number: the statements that make a move, and those that write it down.
    moves: list[tuple[Block, Block]] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    several: bool = False

    def __post_init__(self) -> None:
        self.first, self.end = self.out.name("first"), self.out.name("end")
        self._begin, self._loops = self.out.mark, self.out.loops

    def found(self, candidate: Candidate) -> None:
        """Add a line that stands for a move, or write it down where there may be several."""
        out, builder = candidate.scope.out, self.builder
        number = builder.number(candidate)
        self.rules.append(number)
        parts = builder.parts(number)
        in_loop = out is not self.out or out.loops > self._loops
        if in_loop or any(part.needs_row for part in parts) or len(self.moves) == _MOST:
            self.several = True
        if self.several:
            builder.enqueue(candidate, number)
            return
        place = out.mark
        builder.enqueue(candidate, number)
        queued = out.cut(place)
        self._make(candidate, number)
        self.moves.append((out.cut(place), queued))
        out.add(Place(len(self.moves) - 1))

    def _make(self, candidate: Candidate, number: int) -> None:
        """Add the calls that make a move and what follows from it."""
        b, out, builder = candidate.scope, self.out, self.builder
        act, then = builder.parts(number)
        follows = builder.follows(number)

        def given(value: Int) -> str:
            if value.operation in ("name", "constant"):
                return value.text
            # What it was before the move.
            return str(b.variable("given", wide(value)) if follows else wide(value))

        origin, site = (given(source) for source in (candidate.origin, candidate.to))
        sources = map(given, builder.sources(candidate, number))
        numbers = dict(zip(builder.carried[number], sources, strict=True))
        out.add(act.call(f"do_{number}", origin, site, numbers))
        if follows:
            out.add(then.call(f"follow_{number}", origin, site, numbers))

    def finish(self) -> None:
        """Put the statements that make or write down each move in the places of the moves."""
        out, builder = self.out, self.builder
        block = out.cut(self._begin)
        direct = not self.several and _excludes(block)

        def chosen(node: Statement) -> Block | None:
            return self.moves[node.number][not direct] if isinstance(node, Place) else None

        written = replaced(block, chosen)
        if direct:
            out.add_all(written)
            builder.direct.update(self.rules)
            for rules in builder.followed:
                rules.update(self.rules)
            return
        out.add(f"{self.first} = int64(s.n[QUEUED])")
        out.add_all(written)
        out.add(f"{self.end} = int64(s.n[QUEUED])")
        builder.run_between(self.first, self.end, self.rules, out)


def _excludes(block: Block, later: bool = False) -> bool:
    """Tell whether at most one of some moves is found, and nothing is read or done after it.

    `later`: what comes after the block reads the state.
    """
    for at, node in reversed(list(enumerate(block))):
        if isinstance(node, Place) and later:
            return False
        if not all(_excludes(part, later) for part in node.blocks):
            return False
        # Of what is an `elif` or `else` nothing comes after the branches before it.
        if not node.head.startswith(("else:", "elif ")):
            rest = [node, *_branches(block[at + 1 :])]
            later = later or any(_touches(each) for one in rest for each in one.inside)
    return True


def _branches(block: Block) -> Iterator[Statement]:
    return takewhile(lambda node: node.head.startswith(("else:", "elif ")), block)


def _touches(node: Statement) -> bool:
    return isinstance(node, Place) or "s" in node.own_names
