"""Values of kernels under translation: their types, and their operands in LLVM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from struct import pack
from typing import Any

import numpy as np


class UntranslatableError(Exception):
    """Source outside the translatable part of Python."""


@dataclass(frozen=True)
class Scalar:
    """A number: its name here, and its type in LLVM."""

    name: str
    llvm: str


INT, UNSIGNED = Scalar("int", "i64"), Scalar("unsigned", "i64")
BOOL, FLOAT, NOTHING = Scalar("bool", "i1"), Scalar("float", "double"), Scalar("None", "void")


@dataclass(frozen=True)
class ArrayType:
    """An array by the kind and width of its numbers ("i4", "u1", "f8") and its dimensions."""

    numbers: str
    dimensions: int

    @property
    def element(self) -> str:
        """The type of its numbers in LLVM."""
        return "double" if self.numbers == "f8" else f"i{8 * int(self.numbers[1:])}"

    @property
    def scalar(self) -> Scalar:
        """The type of its numbers when they are read."""
        if self.numbers in ("f8", "b1"):
            return FLOAT if self.numbers == "f8" else BOOL
        return UNSIGNED if self.numbers == "u8" else INT


@dataclass(frozen=True)
class Struct:
    """A named tuple of arrays, numbers and named tuples, passed by the address of a row.

    The row has 64 bits for each number and for the address of each named tuple, and for each array
    its address and its shape.
    """

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class RowType:
    """Named tuples of one type, passed by the address of a row of their addresses.

    One of them can be passed on, to a function that reads it.
    """

    of: Struct


@dataclass(frozen=True)
class Several:
    """A tuple."""

    parts: tuple[Type, ...]


Type = Scalar | ArrayType | Struct | RowType | Several


@dataclass(frozen=True)
class Value:
    """A value of some type: operands of LLVM, and known properties."""

    type: Type
    #: Of a number one; of an array the address and the shape; of a structure the address.
    operands: tuple[str, ...]
    #: The number, if it is a constant.
    constant: Any = None
    #: An integer that is not below 0.
    natural: bool = False
    #: The parts of a tuple.
    parts: tuple[Value, ...] = ()
    #: The field that an array is, which no other array overlaps.
    field: str = ""

    @property
    def text(self) -> str:
        """The only operand."""
        return self.operands[0]


def array_type(array: np.ndarray[Any, Any]) -> ArrayType:
    """Return the type of an array."""
    if array.dtype.kind not in "iub" and array.dtype != np.float64:
        raise UntranslatableError(f"an array of {array.dtype}")
    return ArrayType(array.dtype.str[1:], array.ndim)


def constant(number: Any) -> Value:
    """Return the value of a number of Python."""
    if isinstance(number, bool | np.bool_):
        return Value(BOOL, ("true" if number else "false",), bool(number))
    if isinstance(number, int | np.integer):
        number = int(number)
        if number >= 2**63:
            return Value(UNSIGNED, (str(number - 2**64),), number, natural=True)
        return Value(INT, (str(number),), number, natural=number >= 0)
    if isinstance(number, float | np.floating):
        bits = int.from_bytes(pack(">d", float(number)))
        return Value(FLOAT, (f"0x{bits:016X}",), float(number))
    if isinstance(number, tuple):
        return tuple_of(map(constant, number), number)
    raise UntranslatableError(f"a constant of {type(number).__name__}")


def tuple_of(values: Iterable[Value], number: Any = None) -> Value:
    """Return a tuple of values; `number` is its constant."""
    parts = tuple(values)
    return Value(Several(tuple(part.type for part in parts)), (), number, parts=parts)


def llvm_type(type_: Type) -> str:
    """Return the type in LLVM of a result."""
    if isinstance(type_, Scalar):
        return type_.llvm
    return f"{{ {', '.join(flat(type_))} }}"


def flat(type_: Type) -> list[str]:
    """Return the types in LLVM of the operands of a value."""
    if isinstance(type_, Scalar):
        return [type_.llvm]
    if isinstance(type_, ArrayType):
        return ["ptr", *["i64"] * type_.dimensions]
    if isinstance(type_, Struct | RowType):
        return ["ptr"]
    return [llvm for part in type_.parts for llvm in flat(part)]


def operands_of(value: Value) -> list[str]:
    """Return the operands of a value, part by part for a tuple."""
    if isinstance(value.type, Several):
        return [operand for part in value.parts for operand in operands_of(part)]
    return list(value.operands)


def of_operands(type_: Type, operands: Iterator[str]) -> Value:
    """Return the value that takes the next operands."""
    if isinstance(type_, Several):
        return Value(type_, (), parts=tuple(of_operands(part, operands) for part in type_.parts))
    return Value(type_, tuple(next(operands) for _ in flat(type_)))


def joined_type(one: Type, other: Type) -> Type:
    """Return the type of a variable that is of two types."""
    if one == other:
        return one
    if isinstance(one, Scalar) and isinstance(other, Scalar) and NOTHING not in (one, other):
        if FLOAT in (one, other):
            return FLOAT
        return UNSIGNED if UNSIGNED in (one, other) else INT
    if isinstance(one, Several) and isinstance(other, Several):
        if len(one.parts) != len(other.parts):
            raise UntranslatableError(
                f"a variable of {len(one.parts)} and {len(other.parts)} parts"
            )
        return Several(tuple(map(joined_type, one.parts, other.parts)))
    raise UntranslatableError(f"a variable of {one} and {other}")


def natural(operand: str) -> Value:
    """Return the value of a length."""
    if operand.isdecimal():
        return constant(int(operand))
    return Value(INT, (operand,), natural=True)


def signed(number: int) -> int:
    """Return a 64-bit number with a sign."""
    return number - 2**64 if number >= 2**63 else number


def zero(type_: Type) -> Value:
    """Return an unread value of a type."""
    texts = {"i64": "0", "i1": "false", "double": "0.0", "ptr": "null"}
    return of_operands(type_, iter([texts[llvm] for llvm in flat(type_)]))
