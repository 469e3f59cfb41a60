"""Instructions of LLVM: arithmetic, comparisons, random numbers, entries and rows of arrays."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from boardless.jit.values import (
    BOOL,
    FLOAT,
    INT,
    UNSIGNED,
    ArrayType,
    Scalar,
    Several,
    Struct,
    Type,
    UntranslatableError,
    Value,
    constant,
    flat,
    signed,
)

if TYPE_CHECKING:
    from boardless.jit.translation import Unit

#: Bytes before the numbers of an array that is made: the address of the one made before it.
HEADER = 16

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

    def __init__(self, unit: Unit, name: str) -> None:
        self.unit, self.name = unit, name
        #: Instructions of the first block, and of the others.
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.names = 0
        self.label = "begin"
        #: Something leads to the next instruction.
        self.open = True
        #: Fields of named tuples, by the address of the tuple and the name of the field.
        self.loaded: dict[tuple[str, str], Value] = {}

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

    # -- arrays --------------------------------------------------------------------------------

    def field(self, struct: Value, name: str) -> Value:
        """Return an array of a named tuple; it is read at the beginning of the function."""
        key = struct.text, name
        if key not in self.loaded:
            assert isinstance(struct.type, Struct)
            place = 0
            for field, type_ in struct.type.fields:
                if field == name:
                    break
                place += len(flat(type_))
            else:
                raise UntranslatableError(f"{self.name}: no field {name}")
            operands = []
            for n, llvm in enumerate(flat(type_)):
                address = f"%{name}.{struct.text[1:]}.p{n}"
                operand = f"%{name}.{struct.text[1:]}.{n}"
                wide = "i64" if llvm == "i1" else llvm
                self.entry += [
                    f"  {address} = getelementptr inbounds i64, ptr {struct.text}, i64 {place + n}",
                    f"  {operand} = load {wide}, ptr {address}, !invariant.load !0",
                ]
                if llvm == "i1":
                    self.entry.append(f"  {operand}.t = icmp ne i64 {operand}, 0")
                    operand = f"{operand}.t"
                operands.append(operand)
            field = f"{struct.type.name}.{name}" if isinstance(type_, ArrayType) else ""
            self.loaded[key] = Value(type_, tuple(operands), field=field)
        return self.loaded[key]

    def entry_of(self, array: Value, places: list[Value]) -> Value:
        """Return a number of an array by its places, or a row by fewer places."""
        assert isinstance(array.type, ArrayType)
        address = self.element(array, places)
        if len(places) < array.type.dimensions:
            rest = ArrayType(array.type.numbers, array.type.dimensions - len(places))
            shape = array.operands[1 + len(places) :]
            return Value(rest, (address, *shape), field=array.field)
        return self.entry_at(array, address)

    def element(self, array: Value, places: list[Value]) -> str:
        """Return the address of an entry, or of the first of a row."""
        assert isinstance(array.type, ArrayType)
        shape = array.operands[1:]
        at = ""
        for n, length in enumerate(shape):
            if at:
                at = self.new(f"mul nsw i64 {at}, {length}")
            if n < len(places):
                place = self.from_begin(places[n], length)
                at = self.new(f"add nsw i64 {at}, {place}") if at else place
        return self.new(f"getelementptr inbounds {array.type.element}, ptr {array.text}, i64 {at}")

    def from_begin(self, place: Value, length: str) -> str:
        """Return an index counted from the beginning; an index below 0 counts from the end."""
        place = self.as_integer(place)
        if place.natural or place.type == UNSIGNED:
            return place.text
        below = self.new(f"icmp slt i64 {place.text}, 0")
        other = self.new(f"add i64 {place.text}, {length}")
        return self.new(f"select i1 {below}, i64 {other}, i64 {place.text}")

    def entry_at(self, array: Value, address: str) -> Value:
        """Return the number at an address of an array."""
        assert isinstance(array.type, ArrayType)
        element = array.type.element
        number = self.new(f"load {element}, ptr {address}{self.tagged(array)}")
        unsigned = array.type.numbers[0] == "u"
        if array.type.numbers == "b1":
            return self.computed(BOOL, f"icmp ne i8 {number}, 0", natural=True)
        if element not in ("i64", "double"):
            number = self.new(f"{'z' if unsigned else 's'}ext {element} {number} to i64")
        return Value(array.type.scalar, (number,), natural=unsigned)

    def store_at(self, array: Value, address: str, value: Value) -> None:
        """Write a number to an entry of an array."""
        assert isinstance(array.type, ArrayType)
        if array.type.numbers == "b1":
            value = self.truth(value)
        number = self.as_float(value) if array.type.numbers == "f8" else self.as_integer(value)
        text, element = number.text, array.type.element
        if element not in ("i64", "double"):
            if number.constant is not None:
                half = 1 << (8 * int(array.type.numbers[1:]) - 1)
                text = str((number.constant + half) % (2 * half) - half)
            else:
                text = self.new(f"trunc i64 {text} to {element}")
        self.add(f"store {element} {text}, ptr {address}{self.tagged(array)}")

    def tagged(self, array: Value) -> str:
        """Return the alias information of an entry of an array."""
        return f", !tbaa {self.unit.tag(array.field)}" if array.field else ""

    def link(self, block: str) -> None:
        """Append an array to the list of arrays that the function frees."""
        before = self.new("load ptr, ptr %made")
        self.add(f"store ptr {before}, ptr {block}")
        self.add(f"store ptr {block}, ptr %made")

    def unlink(self, array: Value) -> None:
        """Remove an array from that list."""
        block = self.new(f"getelementptr inbounds i8, ptr {array.text}, i64 -{HEADER}")
        test, inside, end = self.fresh("test"), self.fresh("search"), self.fresh("found")
        at = f"%{self.fresh('link')}"
        self.entry.append(f"  {at} = alloca ptr")
        self.add(f"store ptr %made, ptr {at}")
        self.begin(test)
        link = self.new(f"load ptr, ptr {at}")
        current = self.new(f"load ptr, ptr {link}")
        same = self.new(f"icmp eq ptr {current}, {block}")
        self.branch(Value(BOOL, (same,)), end, inside)
        self.begin(inside)
        self.add(f"store ptr {current}, ptr {at}")
        self.go(test)
        self.begin(end)
        after = self.new(f"load ptr, ptr {block}")
        self.add(f"store ptr {after}, ptr {link}")

    def made(self, shape: list[Value], numbers: str, zeros: bool) -> Value:
        """Return a new array."""
        type_ = ArrayType(numbers, len(shape))
        lengths = [self.as_integer(length).text for length in shape]
        size = str(int(numbers[1:]))
        for length in lengths:
            size = self.new(f"mul i64 {size}, {length}")
        whole = self.new(f"add i64 {size}, {HEADER}")
        call = f"calloc(i64 1, i64 {whole})" if zeros else f"malloc(i64 {whole})"
        block = self.new(f"call ptr @{call}")
        self.link(block)
        start = self.new(f"getelementptr inbounds i8, ptr {block}, i64 {HEADER}")
        return Value(type_, (start, *lengths))
