"""Instructions of LLVM for numbers: conversions, arithmetic, comparisons, random numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from boardless.jit.values import (
    BOOL,
    FLOAT,
    INT,
    UNSIGNED,
    Scalar,
    Several,
    Type,
    UntranslatableError,
    Value,
    constant,
    signed,
)

#: SplitMix64: the increment of a stream, then shifts and factors; see `game_runtime.mix`.
GAMMA = 0x9E3779B97F4A7C15
MIXING = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))

_INTEGER = {
    ast.Add: ("add", operator.add), ast.Sub: ("sub", operator.sub), ast.Mult: ("mul", operator.mul),
    ast.BitAnd: ("and", operator.and_), ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor), ast.LShift: ("shl", operator.lshift),
    ast.RShift: ("ashr", operator.rshift),
}  # fmt: skip
_KEEPS_NATURAL = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift)
_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
_REAL = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
#: The operations of Python on constants.
FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    **{sign: fold for sign, (_, fold) in _INTEGER.items()},
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]] = {
    ast.Eq: ("eq", operator.eq), ast.NotEq: ("ne", operator.ne), ast.Lt: ("lt", operator.lt),
    ast.LtE: ("le", operator.le), ast.Gt: ("gt", operator.gt), ast.GtE: ("ge", operator.ge),
}  # fmt: skip


class Instructions:
    """The instructions of a function, block by block, and its variables."""

    def __init__(self, name: str) -> None:
        self.name = name
        #: Instructions of the first block, and of the others.
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.names = 0
        self.label = "begin"
        #: Something leads to the next instruction.
        self.open = True

    def fail(self, node: ast.AST, why: str = "") -> NoReturn:
        """Raise an error for untranslatable source."""
        what = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt) else str(node)
        raise UntranslatableError(f"{self.name}: {what[:80]!r} {why}".rstrip())

    def add(self, line: str) -> None:
        """Add an instruction, unless the place is unreachable."""
        if self.open:
            self.lines.append(f"  {line}")

    def new(self, instruction: str) -> str:
        """Add an instruction with a result; return its name."""
        self.names += 1
        name = f"%v{self.names}"
        if self.open:
            self.lines.append(f"  {name} = {instruction}")
        return name

    def computed(self, type_: Type, instruction: str, natural: bool = False) -> Value:
        """Add an instruction with a result; return its value."""
        return Value(type_, (self.new(instruction),), natural=natural)

    def fresh(self, stem: str) -> str:
        """Return a new label."""
        self.names += 1
        return f"{stem}{self.names}"

    def begin(self, label: str) -> None:
        """Begin a block; an open one goes on there."""
        self.go(label)
        self.lines.append(f"{label}:")
        self.label, self.open = label, True

    def go(self, label: str, about: str = "") -> None:
        """End the block by a jump, optionally with metadata."""
        self.add(f"br label %{label}{about}")
        self.open = False

    def branch(self, test: Value, then: str, otherwise: str) -> None:
        """End the block by a jump to one of two."""
        self.add(f"br i1 {test.text}, label %{then}, label %{otherwise}")
        self.open = False

    def coerced(self, value: Value, type_: Type) -> Value:
        """Return a value as one of another type."""
        if value.type == type_:
            return value
        if isinstance(type_, Several) and isinstance(value.type, Several):
            parts = tuple(map(self.coerced, value.parts, type_.parts))
            return Value(type_, (), parts=parts)
        if not isinstance(value.type, Scalar) or not isinstance(type_, Scalar):
            raise UntranslatableError(f"{self.name}: {value.type} for {type_}")
        if type_ == BOOL:
            return self.truth(value)
        if type_ == FLOAT:
            return self.as_float(value)
        if value.type == FLOAT:
            return self.computed(type_, f"fptosi double {value.text} to i64")
        if value.type == BOOL:
            return self.as_integer(value)
        return replace(value, type=type_)

    def as_integer(self, value: Value) -> Value:
        """Return a number or truth value as an integer."""
        if value.constant is not None:
            return constant(int(value.constant))
        if value.type == BOOL:
            return self.computed(INT, f"zext i1 {value.text} to i64", natural=True)
        if value.type == FLOAT:
            return self.computed(INT, f"fptosi double {value.text} to i64")
        return value

    def as_float(self, value: Value) -> Value:
        """Return a number as a float."""
        if value.type == FLOAT:
            return value
        if value.constant is not None:
            return constant(float(value.constant))
        sign = "ui" if value.type in (BOOL, UNSIGNED) else "si"
        assert isinstance(value.type, Scalar)
        return self.computed(FLOAT, f"{sign}tofp {value.type.llvm} {value.text} to double")

    def truth(self, value: Value) -> Value:
        """Return the test that a number is not 0."""
        if value.constant is not None:
            return constant(bool(value.constant))
        if value.type == BOOL:
            return value
        if value.type == FLOAT:
            return self.computed(BOOL, f"fcmp une double {value.text}, 0.0")
        return self.computed(BOOL, f"icmp ne i64 {value.text}, 0")

    def binary(self, sign: type[ast.operator], left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of an operation on two numbers."""
        if left.constant is not None and right.constant is not None:
            return constant(FOLDED[sign](left.constant, right.constant))
        if sign is ast.Pow:
            return self.power(left, right, node)
        if sign is ast.Div or FLOAT in (left.type, right.type):
            one, other = self.as_float(left), self.as_float(right)
            if sign not in _REAL:
                self.fail(node, "of floats")
            return self.computed(FLOAT, f"{_REAL[sign]} double {one.text}, {other.text}")
        if sign in _BITS and left.type == right.type == BOOL:
            return self.computed(BOOL, f"{_INTEGER[sign][0]} i1 {left.text}, {right.text}")
        left, right = self.as_integer(left), self.as_integer(right)
        unsigned = UNSIGNED in (left.type, right.type)
        if unsigned and sign not in (*_BITS, ast.RShift):
            self.fail(node, "of numbers of 64 bits without a sign")
        if sign in (ast.FloorDiv, ast.Mod):
            return self.divided(sign, left, right)
        name = "lshr" if unsigned and sign is ast.RShift else _INTEGER[sign][0]
        natural = left.natural and right.natural and sign in _KEEPS_NATURAL
        if sign is ast.BitAnd:
            natural = left.natural or right.natural
        text = f"{name} i64 {left.text}, {right.text}"
        return self.computed(UNSIGNED if unsigned else INT, text, natural)

    def divided(self, sign: type[ast.operator], left: Value, right: Value) -> Value:
        """Return quotient or remainder, rounded down; of a division by 0 they are 0."""
        by = right.constant
        if left.natural and by is not None and by > 0:
            name = "udiv" if sign is ast.FloorDiv else "urem"
            return self.computed(INT, f"{name} i64 {left.text}, {by}", natural=True)
        divisor = right.text
        if by is None:
            # A division by 0 would stop the program.
            bad = self.new(f"icmp eq i64 {divisor}, 0")
            divisor = self.new(f"select i1 {bad}, i64 1, i64 {divisor}")
        elif by == 0:
            divisor = "1"
        rest = self.new(f"srem i64 {left.text}, {divisor}")
        mixed = self.new(f"xor i64 {rest}, {divisor}")
        signs = self.new(f"icmp slt i64 {mixed}, 0")
        some = self.new(f"icmp ne i64 {rest}, 0")
        off = self.new(f"and i1 {signs}, {some}")
        natural = by is not None and by > 0
        if sign is ast.Mod:
            up = self.new(f"add i64 {rest}, {divisor}")
            return self.computed(INT, f"select i1 {off}, i64 {up}, i64 {rest}", natural)
        whole = self.new(f"sdiv i64 {left.text}, {divisor}")
        wide = self.new(f"zext i1 {off} to i64")
        return self.computed(INT, f"sub i64 {whole}, {wide}")

    def power(self, left: Value, right: Value, node: ast.AST) -> Value:
        """Return a power of two, or one with a small constant exponent."""
        if FLOAT in (left.type, right.type):
            one, other = self.as_float(left), self.as_float(right)
            call = f"call double @llvm.pow.f64(double {one.text}, double {other.text})"
            return self.computed(FLOAT, call)
        if left.constant == 2 and right.type == INT:
            return self.computed(INT, f"shl i64 1, {right.text}")
        if not isinstance(right.constant, int) or not 1 <= right.constant <= 4:
            self.fail(node)
        product = left
        for _ in range(right.constant - 1):
            product = self.binary(ast.Mult, product, left, node)
        return product

    def both(self, one: Value, other: Value) -> Value:
        """Return the test that two conditions hold."""
        if one.constant is not None:
            return other if one.constant else one
        if other.constant is not None:
            return one if other.constant else other
        return self.computed(BOOL, f"and i1 {one.text}, {other.text}")

    def negated(self, test: Value) -> Value:
        """Return the test that a condition does not hold."""
        if test.constant is not None:
            return constant(not test.constant)
        return self.computed(BOOL, f"xor i1 {test.text}, true")

    def compared(self, sign: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of a comparison."""
        if isinstance(sign, ast.In | ast.NotIn):
            among = constant(False)
            for part in right.parts:
                same = self.compared(ast.Eq(), left, part, node)
                if same.constant is True:
                    among = same
                elif same.constant is None and among.constant is not True:
                    text = f"or i1 {among.text}, {same.text}"
                    among = same if among.constant is False else self.computed(BOOL, text)
            return among if isinstance(sign, ast.In) else self.negated(among)
        if type(sign) not in _COMPARED:
            self.fail(node)
        name, fold = _COMPARED[type(sign)]
        if left.constant is not None and right.constant is not None:
            return constant(bool(fold(left.constant, right.constant)))
        if FLOAT in (left.type, right.type):
            one, other = self.as_float(left), self.as_float(right)
            name = "une" if name == "ne" else f"o{name}"
            return self.computed(BOOL, f"fcmp {name} double {one.text}, {other.text}")
        if left.type == right.type == BOOL and name in ("eq", "ne"):
            return self.computed(BOOL, f"icmp {name} i1 {left.text}, {right.text}")
        left, right = self.as_integer(left), self.as_integer(right)
        if name not in ("eq", "ne"):
            if UNSIGNED in (left.type, right.type) and not (left.natural and right.natural):
                self.fail(node, "of numbers of 64 bits without a sign")
            name = ("u" if UNSIGNED in (left.type, right.type) else "s") + name
        return self.computed(BOOL, f"icmp {name} i64 {left.text}, {right.text}")

    def absolute(self, arguments: list[Value]) -> Value:
        """Return a number without its sign."""
        value = arguments[0]
        if value.constant is not None:
            return constant(abs(value.constant))
        if value.type == FLOAT:
            return self.computed(FLOAT, f"call double @llvm.fabs.f64(double {value.text})")
        text = self.as_integer(value).text
        return self.computed(INT, f"call i64 @llvm.abs.i64(i64 {text}, i1 false)")

    def extreme(self, arguments: list[Value], sign: str, fold: Callable[[Any, Any], Any]) -> Value:
        """Return the smallest or the largest of some numbers."""
        best = arguments[0]
        for other in arguments[1:]:
            if best.constant is not None and other.constant is not None:
                best = constant(fold(best.constant, other.constant))
                continue
            real = FLOAT in (best.type, other.type)
            one, two = map(self.as_float if real else self.as_integer, (best, other))
            llvm, test = ("double", "fcmp o") if real else ("i64", "icmp s")
            takes = self.new(f"{test}{sign} {llvm} {two.text}, {one.text}")
            text = f"select i1 {takes}, {llvm} {two.text}, {llvm} {one.text}"
            natural = one.natural and two.natural
            if sign == "gt":
                natural = one.natural or two.natural
            best = self.computed(one.type, text, natural)
        return best

    def lowest_bit(self, arguments: list[Value]) -> Value:
        """Return the place of the lowest bit; see `boardless.jit.game_runtime.lowest_bit`."""
        bits = self.as_integer(arguments[0]).text
        return self.computed(INT, f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)", natural=True)

    def bits_set(self, arguments: list[Value]) -> Value:
        """Return the number of set bits; see `boardless.jit.game_runtime.bits_set`."""
        bits = self.as_integer(arguments[0]).text
        return self.computed(INT, f"call i64 @llvm.ctpop.i64(i64 {bits})", natural=True)

    def rotated(self, arguments: list[Value]) -> Value:
        """Write a rotation; see `boardless.jit.game_runtime.rotated`."""
        bits, by = (self.as_integer(argument).text for argument in arguments)
        return self.computed(INT, f"call i64 @llvm.fshr.i64(i64 {bits}, i64 {bits}, i64 {by})")

    def mix(self, arguments: list[Value]) -> Value:
        """Write SplitMix64; see `boardless.jit.game_runtime.mix`."""
        number, times = (self.as_integer(argument).text for argument in arguments)
        step = self.new(f"mul i64 {times}, {signed(GAMMA)}")
        z = self.new(f"add i64 {number}, {step}")
        for shift, factor in MIXING:
            high = self.new(f"lshr i64 {z}, {shift}")
            mixed = self.new(f"xor i64 {z}, {high}")
            z = self.new(f"mul i64 {mixed}, {signed(factor)}")
        high = self.new(f"lshr i64 {z}, 31")
        return self.computed(UNSIGNED, f"xor i64 {z}, {high}", natural=True)

    def below(self, arguments: list[Value]) -> Value:
        """Write a random number below an end; see `boardless.jit.game_runtime.below`."""
        number, end = (self.as_integer(argument) for argument in arguments)
        high = self.new(f"lshr i64 {number.text}, 32")
        product = self.new(f"mul i64 {high}, {end.text}")
        return self.computed(INT, f"lshr i64 {product}, 32", natural=True)
