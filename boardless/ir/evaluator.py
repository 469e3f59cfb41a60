"""The meaning of nodes: an evaluator, which is the definition of the language of kernels.

An expression has a value for given values of a function's variables, and a statement changes these
variables and arrays. Machine code and plain Python do the same, as far as this is defined.

- Integers have 64 bits and a sign, and sums, products and left shifts wrap. Arrays of 64 bits
  without a sign, and `mix`, give integers up to 2**64 - 1, for operations on bits alone.
- An array is a NumPy array. A read entry is an integer; a write keeps the low bits, up to the width
  of the array. A place below 0 counts from the end.
- ``and``, ``or`` and a choice evaluate no more than they need, from the left.
- All else is undefined, and raises: a variable without a value, a place beyond an array, a division
  by 0.

Each node becomes a Python function once: it reads the variables, or carries a statement out.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.ir.expressions import OPERATIONS, Expression
from boardless.ir.statements import (
    BREAK,
    CONTINUE,
    Assign,
    Block,
    CallStatement,
    Definition,
    For,
    If,
    Leave,
    Return,
    Statement,
    While,
)
from boardless.jit import game_runtime
from boardless.jit.game_runtime import MASK

if TYPE_CHECKING:
    from typing import TypeAlias, TypeGuard

    #: The variables of a function, by name.
    Frame: TypeAlias = dict[str, Any]
    #: Gives the value of an expression.
    Read: TypeAlias = Callable[[Frame], Any]
    #: Carries a statement out. Returns None where the next one follows, else what ends the block:
    #: `BREAK`, `CONTINUE`, or a tuple of the value that the function returns.
    Step: TypeAlias = Callable[[Frame], Any]
    #: Goes through the turns of a loop, and sets its variable.
    Turns: TypeAlias = Callable[[Frame], Iterator[None]]
    #: Gives a value to a variable or an entry.
    Write: TypeAlias = Callable[[Frame, Any], None]

_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
#: Operations with results of more than 64 bits.
_WRAPPING = frozenset(("+", "-", "*", "**", "<<", "negative"))


def wrapped(number: int) -> int:
    """Return the signed 64-bit integer with the low bits of a number."""
    if _SMALLEST <= number <= _LARGEST:
        return number
    return ((number - _SMALLEST) & MASK) + _SMALLEST


def scalar(value: Any) -> Any:
    """Return an entry of an array as a Python number; rows and numbers stay unchanged."""
    return value.item() if isinstance(value, np.generic) else value


def store(array: Any, place: Any, value: Any) -> None:
    """Write a number to an entry, or to entries, with the width of the array."""
    try:
        array[place] = value
    except OverflowError:
        array[place] = np.uint64(value & MASK).astype(array.dtype)


def _on_bits(function: Callable[..., int]) -> Callable[..., int]:
    return lambda *bits: function(*(each & MASK for each in bits))


#: The functions that every module may call.
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("int64", "int"), int), "bool": bool, "abs": abs, "min": min, "max": max,
    "range": range, "len": len,
    **{name: _on_bits(getattr(game_runtime, name))
       for name in ("mix", "below", "lowest_bit", "bits_set", "rotated")},
}  # fmt: skip


class Evaluator:
    """A module: its functions, evaluated, and its numbers and arrays, by their names."""

    def __init__(self, functions: Iterable[Definition], values: Mapping[str, Any]) -> None:
        self.functions = {each.name: EvaluatedFunction(each, self) for each in functions}
        self.values = {**values, **_FUNCTIONS}

    def __getattr__(self, name: str) -> Any:
        try:
            member = self.functions[name].called if name in self.functions else self.values[name]
        except KeyError:
            raise AttributeError(name) from None
        setattr(self, name, member)
        return member


class EvaluatedFunction:
    """A function of a module."""

    def __init__(self, node: Definition, module: Evaluator) -> None:
        self.node, self.module = node, module
        self.parameters = node.names_given
        assigned = (str(each) for inner in node.inside for each in inner.variables)
        #: The names of its variables; all others belong to the module.
        self.variables = {*self.parameters, *assigned}

    def called(self, *arguments: Any) -> Any:
        """Return its result in the form for Python."""
        return self(*map(scalar, arguments))

    def __call__(self, *arguments: Any) -> Any:
        """Return its result."""
        if len(arguments) != len(self.parameters):
            raise TypeError(f"{self.node.name} of {len(arguments)} arguments")
        end = self.body(dict(zip(self.parameters, arguments, strict=True)))
        return None if end is None else end[0]

    @cached_property
    def body(self) -> Step:
        """The function that carries out its statements."""
        return self.block(self.node.body)

    # -- statements --------------------------------------------------------------------------

    def block(self, block: Block) -> Step:
        """Carry out statements one after another, up to one that ends the block."""
        steps = tuple(map(self.statement, block))
        if len(steps) == 1:
            return steps[0]

        def step(frame: Frame) -> Any:
            for each in steps:
                end = each(frame)
                if end is not None:
                    return end
            return None

        return step

    def statement(self, node: Statement) -> Step:
        """Return the function that carries out a statement."""
        match node:
            case Assign((target,), value):
                write, read = self.target(target), self.value(value)
                return lambda frame: write(frame, read(frame))
            case Assign(targets, value):
                return self._assign_all([*map(self.target, targets)], self.value(value))
            case CallStatement(call):
                return self._do(self.value(call))
            case If(test, body, orelse):
                holds, yes, no = self.value(test), self.block(body), self.block(orelse)
                return lambda frame: yes(frame) if holds(frame) else no(frame)
            case While(test, body):
                return self._loop(self._while(self.value(test)), self.block(body))
            case For(name, domain, body):
                return self._loop(self._for(str(name), self.value(domain)), self.block(body))
            case Return(()):
                return _always((None,))
            case Return(values):
                result = self.all_values(values) if len(values) > 1 else self.value(values[0])
                return lambda frame: (result(frame),)
            case Leave("pass"):
                return _always(None)
            case Leave():
                return _always(node)
        raise TypeError(f"not a statement of kernels: {node.head}")

    @staticmethod
    def _assign_all(writes: Sequence[Write], value: Read) -> Step:
        def step(frame: Frame) -> None:
            # All values are there before the first is written.
            for write, each in zip(writes, value(frame), strict=True):
                write(frame, each)

        return step

    @staticmethod
    def _do(call: Read) -> Step:
        def step(frame: Frame) -> None:
            call(frame)

        return step

    @staticmethod
    def _while(test: Read) -> Turns:
        def turns(frame: Frame) -> Iterator[None]:
            while test(frame):
                yield

        return turns

    @staticmethod
    def _for(name: str, domain: Read) -> Turns:
        def turns(frame: Frame) -> Iterator[None]:
            for value in domain(frame):
                frame[name] = scalar(value)
                yield

        return turns

    @staticmethod
    def _loop(turns: Turns, body: Step) -> Step:
        def step(frame: Frame) -> Any:
            for _ in turns(frame):
                end = body(frame)
                if end is BREAK:
                    break
                if end is not None and end is not CONTINUE:
                    return end
            return None

        return step

    def target(self, node: Expression) -> Write:
        """Return the function that sets a variable or an entry of an array."""
        if node.operation == "name":
            return partial(_set, str(node))
        array, place = self.value(node.parts[0]), self.place(node)
        return lambda frame, value: store(array(frame), place(frame), value)

    # -- expressions -------------------------------------------------------------------------

    def value(self, node: Expression | int | str) -> Read:
        """Return the function that computes an expression."""
        if not isinstance(node, Expression):
            return self._name(str(node))
        parts = node.parts
        match node.operation:
            case "constant":
                return _always(node.constant)
            case "literal":
                return _always(literal_eval(str(parts[0])))
            case "name":
                return self._name(str(parts[0]))
            case "attribute":
                owner, get = self.value(parts[0]), attrgetter(str(parts[1]))
                return lambda frame: get(owner(frame))
            case "item":
                array, place = self.value(parts[0]), self.place(node)
                return lambda frame: scalar(array(frame)[place(frame)])
            case "slice":
                first, end = (
                    self.value(each) if isinstance(each, Expression) else _always(None)
                    for each in parts
                )
                return lambda frame: slice(first(frame), end(frame))
            case "list":
                return self.all_values(parts)
            case "call":
                return self._call(parts)
            case "choice":
                test, yes, no = map(self.value, parts)
                return lambda frame: yes(frame) if test(frame) else no(frame)
            case "and":
                return reduce(_both, map(self.value, parts))
            case "or":
                return reduce(_either, map(self.value, parts))
            case "chain":
                return self._chain(parts)
            case operation:
                return _applied(operation, *map(self.value, parts))

    def all_values(self, nodes: Sequence[Expression | int | str]) -> Read:
        """Return the function that computes expressions as a tuple."""
        values = tuple(map(self.value, nodes))
        return lambda frame: tuple([value(frame) for value in values])

    def place(self, node: Expression) -> Read:
        """Return the function that computes the place of an entry, or of entries."""
        places = node.parts[1:]
        return self.value(places[0]) if len(places) == 1 else self.all_values(places)

    def _name(self, name: str) -> Read:
        first, _, rest = name.partition(".")
        if first in self.variables:
            if not rest:
                return lambda frame: frame[first]
            get = attrgetter(rest)
            return lambda frame: get(frame[first])
        if first not in self.module.values:
            return partial(_unknown, name)
        value = self.module.values[first]
        return _always(scalar(attrgetter(rest)(value) if rest else value))

    def _call(self, parts: Sequence[Expression | int | str]) -> Read:
        name, *given = parts
        own = self.module.functions.get(str(name))
        function = self.value(name) if own is None else _always(own)
        values = self.all_values([each for each in given if not _is_keyword(each)])
        words = {
            str(word.parts[0]): self.value(word.parts[1]) for word in given if _is_keyword(word)
        }
        if not words:
            return lambda frame: scalar(function(frame)(*values(frame)))
        return lambda frame: function(frame)(
            *values(frame), **{word: value(frame) for word, value in words.items()}
        )

    def _chain(self, parts: Sequence[Expression | int | str]) -> Read:
        values = [self.value(each) for each in parts[::2]]
        tests = [OPERATIONS[str(sign)] for sign in parts[1::2]]

        def read(frame: Frame) -> bool:
            numbers = [value(frame) for value in values]
            return all(
                test(*both) for test, *both in zip(tests, numbers, numbers[1:], strict=False)
            )

        return read


def _is_keyword(node: Expression | int | str) -> TypeGuard[Expression]:
    return isinstance(node, Expression) and node.operation == "keyword"


def _set(name: str, frame: Frame, value: Any) -> None:
    frame[name] = value


def _always(value: Any) -> Read:
    return lambda frame: value


def _unknown(name: str, frame: Frame) -> Any:
    raise NameError(f"{name} is not known")


def _both(one: Read, other: Read) -> Read:
    return lambda frame: bool(one(frame) and other(frame))


def _either(one: Read, other: Read) -> Read:
    return lambda frame: bool(one(frame) or other(frame))


def _applied(operation: str, *parts: Read) -> Read:
    """Return the function that applies an operation to one or two values."""
    exact = OPERATIONS[operation]
    apply = (lambda *values: wrapped(exact(*values))) if operation in _WRAPPING else exact
    if len(parts) == 1:
        (only,) = parts
        return lambda frame: apply(only(frame))
    one, other = parts
    return lambda frame: apply(one(frame), other(frame))
