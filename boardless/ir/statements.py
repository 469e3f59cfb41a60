"""Statements as nodes: the code of a function of a compiled game.

A node never changes, and equal nodes are the same object. `lines` is its Python source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, dataclass_transform
from weakref import WeakValueDictionary

from boardless.ir.expressions import Expression

if TYPE_CHECKING:
    from boardless.ir.expressions import Bool, Int

_MADE: WeakValueDictionary[tuple[Any, ...], Statement] = WeakValueDictionary()


class _Shared(type):
    """The metaclass that makes equal nodes one object; parts live as long as their node."""

    def __call__(cls, *parts: Any, **named: Any) -> Any:
        fields = cls.__dataclass_fields__  # type: ignore[attr-defined]
        if len(parts) < len(fields):
            rest = list(fields.values())[len(parts) :]
            parts += tuple(named.get(each.name, each.default) for each in rest)
        key = (cls, *map(_key, parts))
        node = _MADE.get(key)
        if node is None:
            node = _MADE[key] = super().__call__(*parts)
        return node


def _key(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_key, part))
    return id(part) if isinstance(part, Expression | Statement) else part


@dataclass_transform(frozen_default=True, eq_default=False)
class Statement(metaclass=_Shared):
    """A statement, always a frozen dataclass; `blocks` are the blocks inside it."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The values of its fields."""
        return tuple(vars(self)[name] for name in self.__dataclass_fields__)  # type: ignore[attr-defined]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks inside it; an `If` carries out at most one of them."""
        return ()

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """The expressions that it evaluates or assigns to, except in blocks."""
        listed = (part if isinstance(part, tuple) else (part,) for part in self.parts)
        return tuple(each for part in listed for each in part if isinstance(each, Expression))

    @property
    def variables(self) -> tuple[Expression, ...]:
        """The variables that it sets, except in blocks."""
        return ()

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The Python source, as lines."""
        return (self.head,)

    @property
    def head(self) -> str:
        """The first line of the source."""
        raise NotImplementedError

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The names in it, except in blocks; ``s`` stands for the state."""
        return frozenset().union(*(each.mentions for each in self.expressions))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in it and in the statements inside it."""
        return self.own_names.union(*(each.names for block in self.blocks for each in block))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts

    @property
    def inside(self) -> Iterator[Statement]:
        """The statement and all inside it."""
        yield self
        for block in self.blocks:
            for each in block:
                yield from each.inside


Block = tuple[Statement, ...]


def lines_of(block: Iterable[Statement], depth: int = 0) -> list[str]:
    """Return the lines of statements at a depth of indentation."""
    space = "    " * depth
    return [space + line for each in block for line in each.lines]


def _inner(block: Block) -> list[str]:
    return lines_of(block, 1) or ["    pass"]


class Assign(Statement):
    """Variables, or one entry of an array, get a value; a call may give several."""

    targets: tuple[Expression, ...]
    value: Expression

    @property
    def variables(self) -> tuple[Expression, ...]:
        return tuple(each for each in self.targets if each.operation == "name")

    @property
    def head(self) -> str:
        target, value = self.targets[0], self.value
        if len(self.targets) == 1 and value.operation in _IN_PLACE and value.parts[0] is target:
            return f"{target} {value.operation}= {value.parts[1].text}"  # type: ignore[union-attr]
        return f"{', '.join(each.text for each in self.targets)} = {value.text}"


_IN_PLACE = ("+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>")


class CallStatement(Statement):
    """A call of a function for its effect."""

    call: Expression

    @property
    def head(self) -> str:
        return self.call.text


class If(Statement):
    """One block or another, chosen by a test."""

    test: Bool
    body: Block
    orelse: Block = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (self.body, self.orelse)

    @property
    def head(self) -> str:
        return f"if {self.test.text}:"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        lines = [self.head, *_inner(self.body)]
        if len(self.orelse) == 1 and isinstance(self.orelse[0], If):
            first, *rest = self.orelse[0].lines
            return (*lines, f"el{first}", *rest)
        return (*lines, *(["else:", *_inner(self.orelse)] if self.orelse else ()))


class _Loop(Statement):
    @property
    def blocks(self) -> tuple[Block, ...]:
        return (self.body,)  # type: ignore[attr-defined]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return (self.head, *_inner(self.body))  # type: ignore[attr-defined]


class For(_Loop):
    """A block that is repeated for each of several numbers."""

    name: Int
    domain: Expression
    body: Block

    @property
    def variables(self) -> tuple[Expression, ...]:
        return (self.name,)

    @property
    def head(self) -> str:
        return f"for {self.name} in {self.domain.text}:"


class While(_Loop):
    """A block that is repeated as long as a test holds."""

    test: Bool
    body: Block

    @property
    def head(self) -> str:
        return f"while {self.test.text}:"


class Leave(Statement):
    """``break``, ``continue`` or ``pass``."""

    word: str

    @property
    def head(self) -> str:
        return self.word


BREAK, CONTINUE = Leave("break"), Leave("continue")


class Return(Statement):
    """The end of a function."""

    values: tuple[Expression, ...] = ()

    @property
    def head(self) -> str:
        return f"return {', '.join(each.text for each in self.values)}".rstrip()


def returned(value: Expression) -> Block:
    """Return the body of a function that only returns a value."""
    return (Return((value,)),)


class Placeholder(Statement):
    """A placeholder for statements that are chosen later."""

    number: int

    @property
    def head(self) -> str:
        return f"# place {self.number}"


class Definition(_Loop):
    """A function with the state as its first argument."""

    name: str
    parameters: tuple[Expression, ...]
    result: str
    body: Block
    note: str = ""
    mark: str = "kernel"
    #: The parameters as Python, where they are not the state and numbers.
    given: str | None = None

    @property
    def expressions(self) -> tuple[Expression, ...]:
        return ()

    @property
    def names_given(self) -> tuple[str, ...]:
        """The names of its parameters, including the state."""
        if self.given is None:
            return ("s", *map(str, self.parameters))
        return tuple(each.partition(":")[0].strip() for each in self.given.split(",") if each)

    @property
    def head(self) -> str:
        numbers = (
            f", {x}: {'bool' if type(x).__name__ == 'Bool' else 'int'}" for x in self.parameters
        )
        given = f"s: Arrays{''.join(numbers)}" if self.given is None else self.given
        return f"def {self.name}({given}) -> {self.result}:"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        mark = [f"@{self.mark}"] if self.mark else []
        note = [f'    """{self.note}"""'] if self.note else []
        body = lines_of(self.body, 1) or ([] if note else ["    pass"])
        return (*mark, self.head, *note, *body, "", "")


def names_in(block: Iterable[Statement]) -> frozenset[str]:
    """Return the names in statements."""
    return frozenset().union(*(each.names for each in block))


def contains(block: Block, wanted: Statement) -> bool:
    """Return True if a statement is in a block or inside its statements."""
    return any(each is wanted for node in block for each in node.inside)


def unified(parts: tuple[Any, ...], differing: Callable[[tuple[int, ...]], Expression]) -> Any:
    """Return the common form of blocks, statements or expressions, if only numbers differ.

    Differing constants become the result of `differing`. The result is None for other differences.
    """
    first = parts[0]
    if all(part is first for part in parts):
        return first
    if len({type(part) for part in parts}) > 1:
        return None
    if not isinstance(first, tuple | Expression | Statement):
        return first if all(part == first for part in parts) else None
    if isinstance(first, Expression):
        if len({part.operation for part in parts}) > 1:
            return None
        if first.operation == "constant":
            return differing(tuple(part.parts[0] for part in parts))
    rows = parts if isinstance(first, tuple) else [part.parts for part in parts]
    if len({len(row) for row in rows}) > 1:
        return None
    made = [unified(column, differing) for column in zip(*rows, strict=True)]
    if any(each is None for each in made):
        return None
    if isinstance(first, tuple):
        return tuple(made)
    return type(first)(*([first.operation] if isinstance(first, Expression) else []), *made)


def replaced(block: Block, instead: Any) -> Block:
    """Return a block with `instead` applied to each statement, inner statements first.

    `instead` returns statements, or None to keep one.
    """
    done: list[Statement] = []
    for each in block:
        made = each
        if each.blocks:
            inner = [replaced(x, instead) if isinstance(x, tuple) else x for x in each.parts]
            made = type(each)(*inner)
        replacement = instead(made)
        done += [made] if replacement is None else replacement
    return tuple(done)
