"""The statements of a function under construction, and their builder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast, overload

from boardless.ir.expressions import Argument, Bool, Expression, Int, IntArray, as_int
from boardless.ir.statements import (
    Assign,
    Block,
    CallStatement,
    For,
    If,
    Leave,
    Return,
    Statement,
    While,
    lines_of,
)
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.ir.expressions import Value

#: The longest source that is made, in characters.
MAX_SOURCE = 4_000_000


class Body:
    """The statements of a function under construction: open blocks, and names in use."""

    def __init__(self) -> None:
        self._blocks: list[list[Statement]] = [[]]
        self._left = ""
        #: The number of loops that are open.
        self.loops = 0
        #: The number of names that have been given out.
        self.names = 0
        self._length = 0

    def add(self, *statements: Statement) -> None:
        """Append statements; raise if the source gets too long."""
        if self._left:
            raise RuntimeError(f"the block of {self._left!r} was left while it was open")
        self._blocks[-1] += statements
        self._count(statements)

    def _count(self, statements: Iterable[Statement], sign: int = 1) -> None:
        lines = lines_of(statements)
        self._length += sign * sum(len(line) + 4 * len(self._blocks) + 1 for line in lines)
        if self._length > MAX_SOURCE:
            most = f"at most {MAX_SOURCE:,} characters"
            raise InputError(f"the rules are too long: their compiled text may have {most}")

    def name(self, stem: str) -> str:
        """Return a new name."""
        self.names += 1
        return f"{stem}{self.names}"

    @contextmanager
    def opened(self, made: Callable[[Block], Statement]) -> Iterator[None]:
        """Open a block; at its close, append the statement made from it."""
        empty = made(())
        is_loop = isinstance(empty, For | While)
        self._count((empty,))
        self._blocks.append([])
        self.loops += is_loop
        try:
            yield
        except GeneratorExit:
            # Somebody has left a Python loop over a loop of the program.
            self._left = empty.head
            raise
        self.loops -= is_loop
        body = tuple(self._blocks.pop())
        self._blocks[-1].append(made(body))

    def pop(self) -> Statement:
        """Remove the last statement and return it."""
        return self._blocks[-1].pop()

    @property
    def mark(self) -> int:
        """The number of statements of the open block."""
        return len(self._blocks[-1])

    def since(self, mark: int) -> Block:
        """Return the statements of the open block from a mark on."""
        return tuple(self._blocks[-1][mark:])

    def cut(self, mark: int) -> Block:
        """Remove the statements of the open block from a mark on, and return them."""
        removed = self.since(mark)
        self._count(removed, -1)
        del self._blocks[-1][mark:]
        return removed

    @property
    def statements(self) -> Block:
        """The statements, once no block is open."""
        (block,) = self._blocks
        return tuple(block)


def _extended(before: Statement, test: Bool | None, body: Block) -> If:
    assert isinstance(before, If)
    more = body if test is None else (If(test, body),)
    if before.orelse:
        more = (_extended(before.orelse[0], test, body),)
    return If(before.test, before.body, more)


class Statements:
    """A builder of the statements of a function."""

    out: Body

    def __init__(self, out: Body | None = None) -> None:
        self.out = out or Body()

    @property
    def statements(self) -> Block:
        """The statements so far, once no block is open."""
        return self.out.statements

    # -- blocks ------------------------------------------------------------------------------

    @contextmanager
    def where(self, test: Bool) -> Iterator[None]:
        """Open a block that runs if a test holds."""
        with self.out.opened(partial(If, test)):
            yield

    def when(self, test: Bool) -> Iterator[None]:
        """Open a block that runs if a test holds, and leave it out if it never does."""
        if test.constant is None:
            with self.where(test):
                yield
        elif test.constant:
            yield

    @contextmanager
    def otherwise(self, test: Bool | None = None) -> Iterator[None]:
        """Open the block for the case that the test before fails, optionally with a test."""
        with self.out.opened(partial(_extended, self.out.pop(), test)):
            yield

    @contextmanager
    def as_long_as(self, test: Bool) -> Iterator[None]:
        """Open a loop that runs as long as a test holds."""
        with self.out.opened(partial(While, test)):
            yield

    def numbers(
        self,
        end: Int | int,
        first: Int | int = 0,
        step: int = 1,
        stem: str = "n",
        name: Int | None = None,
    ) -> Iterator[Int]:
        """Iterate over the numbers from one up to another, exclusive."""
        first, end = as_int(first), as_int(end)
        given: tuple[Int, ...] = (end,) if first.constant == 0 and step == 1 else (first, end)
        given += () if step == 1 else (as_int(step),)
        if name is None:
            name = Int.named("_" if stem == "_" else self.out.name(stem))
        with self.out.opened(partial(For, name, Int("call", "range", *given))):
            yield name

    def named(self, **kinds: type[Expression]) -> tuple[Any, ...]:
        """Return new variables without values."""
        return tuple(kind.named(self.out.name(stem)) for stem, kind in kinds.items())

    def among(self, values: Iterable[Int | int], stem: str = "value") -> Iterator[Int]:
        """Iterate over some numbers one by one."""
        name, listed = Int.named(self.out.name(stem)), tuple(map(as_int, values))
        domain = IntArray("list", *listed) if listed else Int("call", "range", as_int(0))
        with self.out.opened(partial(For, name, domain)):
            yield name

    # -- statements --------------------------------------------------------------------------

    @overload
    def variable(self, stem: str, value: int) -> Int: ...

    @overload
    def variable(self, stem: str, value: Value) -> Value: ...

    def variable(self, stem: str, value: Value | int) -> Value | Int:
        """Set a new variable to a value; it may change."""
        given = cast("Value", as_int(value) if isinstance(value, int) else value)
        variable = given.named(self.out.name(stem))
        self.set(variable, given)
        return variable

    def set(self, target: Expression, value: Expression | int) -> None:
        """Set a variable, or an entry of an array, to a value."""
        self.out.add(Assign((target,), as_int(value) if isinstance(value, int) else value))

    def set_if(self, test: Bool, target: Expression, value: Expression | int) -> None:
        """Set a variable, or an entry of an array, to a value if a test holds."""
        with self.where(test):
            self.set(target, value)

    def set_all(self, targets: tuple[Expression, ...], *values: Expression | int) -> None:
        """Set variables to the results of one call, or to values one by one."""
        parts = [as_int(value) if isinstance(value, int) else value for value in values]
        self.out.add(Assign(targets, IntArray("list", *parts) if len(parts) > 1 else parts[0]))

    def add(self, variable: Int, amount: Int | int) -> None:
        """Add an amount to a variable or to an entry of an array."""
        amount = as_int(amount)
        if amount.operation == "choice" and amount.parts[2] is Int.of(0):
            with self.where(cast("Bool", amount.parts[0])):
                self.add(variable, cast("Int", amount.parts[1]))
        else:
            self.set(variable, Int("+", variable, amount))

    def do(self, name: str, *arguments: Argument) -> None:
        """Call a function of the engine for its effect on the state."""
        self.out.add(CallStatement(Int.call(name, *arguments)))

    def do_if(self, test: Bool, name: str, *arguments: Argument) -> None:
        """Call a function of the engine if a test holds."""
        with self.where(test):
            self.do(name, *arguments)

    def give(self, *values: Expression | int) -> None:
        """Return values from the function."""
        given = (as_int(each) if isinstance(each, int) else each for each in values)
        self.out.add(Return(tuple(given)))

    def give_if(self, test: Bool, *values: Expression | int) -> None:
        """Return values from the function if a test holds."""
        with self.where(test):
            self.give(*values)

    def leave(self, test: Bool | None = None, word: str = "break") -> None:
        """Leave the loop, or (``continue``) begin its next pass, optionally if a test holds."""
        if test is None:
            self.out.add(Leave(word))
        else:
            with self.where(test):
                self.out.add(Leave(word))
