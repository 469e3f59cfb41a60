"""Translation of expressions: variables, arithmetic, entries of arrays, and calls."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from enum import EnumType
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.jit.instructions import HEADER, Instructions
from boardless.jit.sources import NamedFunction, annotated, of_prelude
from boardless.jit.values import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    UNSIGNED,
    ArrayType,
    RowType,
    Scalar,
    Several,
    Struct,
    Type,
    Value,
    constant,
    flat,
    joined_type,
    llvm_type,
    natural,
    of_operands,
    operands_of,
    tuple_of,
    zero,
)

if TYPE_CHECKING:
    from boardless.jit.translation import Unit

#: Functions of floats, by their names in LLVM or in C.
MATHEMATICS = {
    "sqrt": "llvm.sqrt.f64",
    "log": "llvm.log.f64",
    "exp": "llvm.exp.f64",
    "atan": "atan",
}


class ExpressionWriter(Instructions):
    """The expressions of a function, and the variables that they read."""

    def __init__(self, unit: Unit, named: NamedFunction, known: dict[str, Type]) -> None:
        super().__init__(unit, named.node.name)
        self.node, self.names_of = named.node, named.names
        #: The types of variables, as far as they are known.
        self.known = known
        #: A variable turned out to be of a wider type than it was written with.
        self.widened = False
        #: Parameters that never change, and the places of all other variables.
        self.bound: dict[str, Value] = {}
        self.slots: dict[str, tuple[Type, tuple[str, ...]]] = {}

    def assign(self, name: str, value: Value) -> None:
        """Set a variable."""
        if value.type == NOTHING:
            self.fail(self.node, f"{name} is None")
        type_ = self.known.get(name, value.type)
        whole = joined_type(type_, value.type)
        if whole != type_:
            self.widened = True
        self.known[name] = whole
        value = self.coerced(value, whole)
        if name not in self.slots or self.slots[name][0] != whole:
            places = tuple(f"%{name}.at{n}" for n in range(len(flat(whole))))
            if name in self.slots:
                self.widened = True
                return
            self.slots[name] = whole, places
            self.entry += [
                f"  {place} = alloca {llvm}"
                for place, llvm in zip(places, flat(whole), strict=True)
            ]
        _, places = self.slots[name]
        for place, llvm, operand in zip(places, flat(whole), operands_of(value), strict=True):
            self.add(f"store {llvm} {operand}, ptr {place}")

    def _name(self, node: ast.Name) -> Value:
        """Return the value of a variable or of a name of the module."""
        name = node.id
        if name in self.bound:
            return self.bound[name]
        if name in self.slots:
            type_, places = self.slots[name]
            operands = [
                self.new(f"load {llvm}, ptr {place}")
                for place, llvm in zip(places, flat(type_), strict=True)
            ]
            return of_operands(type_, iter(operands))
        if name in self.known:
            # Set further down in a loop.
            self.assign(name, zero(self.known[name]))
            return self._name(node)
        value = self.names_of.values.get(name)
        if isinstance(value, np.ndarray):
            return self.unit.table(value)
        if value is None or callable(value):
            self.fail(node, "is not known")
        return constant(value)

    def value(self, node: ast.expr) -> Value:
        """Write an expression; return its value."""
        value: Value = self.visit(node)
        return value

    def visit(self, node: ast.AST) -> Any:
        """Write an expression or a statement by the method of its class."""
        return getattr(self, f"_{type(node).__name__.lower()}", self.fail)(node)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _tuple(self, node: ast.Tuple) -> Value:
        parts = tuple(map(self.value, node.elts))
        known = all(part.constant is not None for part in parts)
        number = tuple(part.constant for part in parts) if known else None
        return tuple_of(parts, number)

    def _attribute(self, node: ast.Attribute) -> Value:
        if self.is_numpy(node.value):
            return constant(getattr(np, node.attr))
        named = (
            self.names_of.values.get(node.value.id) if isinstance(node.value, ast.Name) else None
        )
        if isinstance(named, EnumType):
            return constant(int(getattr(named, node.attr)))
        owner = self.value(node.value)
        if isinstance(owner.type, Struct):
            return self.field(owner, node.attr)
        if not isinstance(owner.type, ArrayType) or node.attr not in ("shape", "size"):
            self.fail(node)
        lengths = tuple(map(natural, owner.operands[1:]))
        if node.attr == "shape":
            return Value(Several((INT,) * len(lengths)), (), parts=lengths)
        size = constant(1)
        for length in lengths:
            size = self.binary(ast.Mult, size, length, node)
        return size

    def _subscript(self, node: ast.Subscript) -> Value:
        array = self.value(node.value)
        if isinstance(array.type, Several):
            return self.part(array, node)
        if isinstance(array.type, RowType):
            place = self.as_integer(self.value(node.slice))
            at = self.new(f"getelementptr inbounds ptr, ptr {array.text}, i64 {place.text}")
            return self.computed(array.type.of, f"load ptr, ptr {at}")
        if not isinstance(array.type, ArrayType):
            self.fail(node)
        if is_piece(node):
            return self.piece(array, node)
        places = _places(node)
        if len(places) == 1:
            index = self.value(places[0])
            if isinstance(index.type, ArrayType):
                return self.of_prelude("_taken", [array, index])
            values = [index]
        else:
            values = list(map(self.value, places))
        return self.entry_of(array, values)

    def address(self, array: Value, node: ast.Subscript) -> str:
        """Return the address of an entry of an array."""
        places = _places(node)
        if not isinstance(array.type, ArrayType) or len(places) != array.type.dimensions:
            self.fail(node)
        return self.element(array, list(map(self.value, places)))

    def part(self, values: Value, node: ast.Subscript) -> Value:
        """Return a part of a tuple by its place."""
        place = self.as_integer(self.value(node.slice))
        if place.constant is not None:
            return values.parts[int(place.constant)]
        whole = values.parts[0].type
        for part in values.parts:
            whole = joined_type(whole, part.type)
        if not isinstance(whole, Scalar):
            self.fail(node)
        if values.constant is not None:
            dtype = np.float64 if whole == FLOAT else np.int64
            table = self.unit.table(np.array(values.constant, dtype))
            entry = self.entry_at(table, self.element(table, [place]))
            natural = whole == INT and min(values.constant) >= 0
            return self.coerced(replace(entry, natural=natural), whole)
        at = self.from_begin(place, str(len(values.parts)))
        selected = self.coerced(values.parts[0], whole)
        for n, part in enumerate(values.parts[1:], 1):
            other = self.coerced(part, whole)
            same = self.new(f"icmp eq i64 {at}, {n}")
            text = f"select i1 {same}, {whole.llvm} {other.text}, {whole.llvm} {selected.text}"
            selected = self.computed(whole, text)
        return selected

    def piece(self, array: Value, node: ast.Subscript) -> Value:
        """Return a slice of an array, without a copy: of its last row, or of its rows."""
        assert isinstance(array.type, ArrayType)
        places = _places(node)
        if len(places) > 1:
            array = self.entry_of(array, list(map(self.value, places[:-1])))
        piece, length = places[-1], array.operands[1]
        if not isinstance(piece, ast.Slice) or piece.step is not None:
            self.fail(node)
        first = self.bound_of(piece.lower, length) if piece.lower is not None else "0"
        end = self.bound_of(piece.upper, length) if piece.upper is not None else length
        if first != "0":
            count = self.new(f"sub i64 {end}, {first}")
            none = self.new(f"icmp slt i64 {count}, 0")
            end = self.new(f"select i1 {none}, i64 0, i64 {count}")
            array = replace(array, operands=(
                self.element(array, [Value(INT, (first,), natural=True)]), *array.operands[1:],
            ))  # fmt: skip
        return replace(array, operands=(array.text, end, *array.operands[2:]))

    def bound_of(self, node: ast.expr, length: str) -> str:
        """Return a bound of a slice, clipped to the array."""
        bound = self.from_begin(self.value(node), length)
        for sign, most in (("slt", "0"), ("sgt", length)):
            beyond = self.new(f"icmp {sign} i64 {bound}, {most}")
            bound = self.new(f"select i1 {beyond}, i64 {most}, i64 {bound}")
        return bound

    def fill(self, array: Value, value: Value) -> None:
        """Write a number to all entries of a row, or copy another row."""
        if isinstance(value.type, ArrayType):
            self.of_prelude("_written", [array, value])
        elif value.type == FLOAT:
            self.of_prelude("_filled_with_float", [array, value])
        else:
            self.of_prelude("_filled_with", [array, value])

    def _binop(self, node: ast.BinOp) -> Value:
        return self.binary(type(node.op), self.value(node.left), self.value(node.right), node)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self.negated(self.truth(value))
        if isinstance(node.op, ast.USub):
            if value.constant is not None:
                return constant(-value.constant)
            if value.type == FLOAT:
                return self.computed(FLOAT, f"fneg double {value.text}")
            return self.computed(INT, f"sub i64 0, {self.as_integer(value).text}")
        if isinstance(node.op, ast.Invert):
            value = self.as_integer(value)
            if value.constant is not None:
                return constant(~value.constant)
            return self.computed(value.type, f"xor i64 {value.text}, -1")
        return value

    def _boolop(self, node: ast.BoolOp) -> Value:
        """Write a conjunction or disjunction, evaluated from the left as far as necessary."""
        decides = isinstance(node.op, ast.Or)
        end = self.fresh("endlogic")
        came: list[tuple[str, str]] = []
        last: Value | None = None
        for n, part in enumerate(node.values):
            test = self.truth(self.value(part))
            if test.constant is decides:
                last = test
                break
            if test.constant is not None and n < len(node.values) - 1:
                continue
            last = test
            if n < len(node.values) - 1:
                more = self.fresh("logic")
                came.append((self.label, "true" if decides else "false"))
                self.branch(test, *((end, more) if decides else (more, end)))
                self.begin(more)
        assert last is not None
        if not came:
            return last
        came.append((self.label, last.text))
        self.begin(end)
        sources = ", ".join(f"[ {text}, %{label} ]" for label, text in came)
        return self.computed(BOOL, f"phi i1 {sources}")

    def _compare(self, node: ast.Compare) -> Value:
        left, holds = self.value(node.left), None
        for sign, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node)
            test = self.compared(sign, left, right, node)
            # All sides are numbers here, which have no effects: nothing is gained by jumps.
            holds = test if holds is None else self.both(holds, test)
            left = right
        assert holds is not None
        return holds

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.truth(self.value(node.test))
        if test.constant is not None:
            return self.value(node.body if test.constant else node.orelse)
        then, otherwise, end = self.fresh("then"), self.fresh("else"), self.fresh("endchoice")
        self.branch(test, then, otherwise)
        sides = []
        for label, side in ((then, node.body), (otherwise, node.orelse)):
            self.begin(label)
            sides.append((self.value(side), self.label, len(self.lines)))
            self.open = False
        whole = joined_type(sides[0][0].type, sides[1][0].type)
        came: list[tuple[Value, str]] = []
        written, self.lines = self.lines, []
        middle = sides[0][2]
        parts = [written[:middle], written[middle:]]
        for (value, label, _), lines in zip(sides, parts, strict=True):
            self.lines += lines
            self.label, self.open = label, True
            came.append((self.coerced(value, whole), label))
            self.go(end)
        self.begin(end)
        pairs = zip(operands_of(came[0][0]), operands_of(came[1][0]), flat(whole), strict=True)
        operands = [
            self.new(f"phi {llvm} [ {a}, %{came[0][1]} ], [ {b}, %{came[1][1]} ]")
            for a, b, llvm in pairs
        ]
        choice = of_operands(whole, iter(operands))
        return replace(choice, natural=came[0][0].natural and came[1][0].natural)

    def _call(self, node: ast.Call) -> Value:
        name = node.func
        if isinstance(name, ast.Attribute):
            if self.is_numpy(name.value):
                return self.of_numpy(name.attr, node)
            if name.attr == "copy":
                return self.of_prelude("_copied", [self.value(name.value)])
            self.fail(node)
        assert isinstance(name, ast.Name)
        arguments = list(map(self.value, node.args))
        if node.keywords:
            self.fail(node, "has keywords")
        own = _BUILT_IN.get(name.id)
        if own is not None:
            return own(self, arguments)
        named = self.names_of.find(name.id)
        if named is not None:
            return self.call_own(named, arguments)
        if name.id in MATHEMATICS:
            return self.of_mathematics(name.id, arguments)
        if self.names_of.is_foreign(name.id):
            return self.call_foreign(name.id, arguments)
        return self.fail(node, "calls an unknown function")

    def call_foreign(self, name: str, arguments: list[Value]) -> Value:
        """Return the result of a function of Numba's."""
        types = tuple(INT if argument.type == UNSIGNED else argument.type for argument in arguments)
        function = self.unit.foreign_function(self.names_of, name, types)
        handed = [self.as_integer(value) if value.type == BOOL else value for value in arguments]
        llvm = "double" if function.real else "i64"
        call = f"call {llvm} @{function.symbol}({_passed(handed)})"
        return self.computed(FLOAT if function.real else INT, call)

    def of_mathematics(self, name: str, arguments: list[Value]) -> Value:
        """Return the result of a function of a float."""
        text = self.as_float(arguments[0]).text
        return self.computed(FLOAT, f"call double @{MATHEMATICS[name]}(double {text})")

    def of_prelude(self, name: str, arguments: list[Value]) -> Value:
        """Return the result of a function of `PRELUDE`."""
        return self.call_own(of_prelude(name), arguments)

    def is_numpy(self, node: ast.expr) -> bool:
        """Return True if an expression is the name of NumPy."""
        return isinstance(node, ast.Name) and self.names_of.values.get(node.id) is np

    def call_own(self, named: NamedFunction, arguments: list[Value]) -> Value:
        """Return the result of a function of kernels."""
        node = named.node
        if len(arguments) != len(node.args.args):
            self.fail(node, "gets another number of arguments")
        handed = []
        for parameter, value in zip(node.args.args, arguments, strict=True):
            wanted = annotated(parameter.annotation)
            if isinstance(wanted, Scalar) and not (wanted == INT and value.type == UNSIGNED):
                value = self.coerced(value, wanted)
            handed.append(value)
        function = self.unit.function(named, tuple(argument.type for argument in handed))
        result = function.result
        call = f"call {llvm_type(result)} @{function.symbol}({_passed(handed)})"
        if result == NOTHING:
            self.add(call)
            return Value(NOTHING, ())
        whole = self.new(call)
        if isinstance(result, Scalar):
            return Value(result, (whole,))
        operands = [
            self.new(f"extractvalue {llvm_type(result)} {whole}, {n}")
            for n in range(len(flat(result)))
        ]
        value = of_operands(result, iter(operands))
        for part in (value, *value.parts):
            if isinstance(part.type, ArrayType):
                self.link(self.new(f"getelementptr inbounds i8, ptr {part.text}, i64 -{HEADER}"))
        return value

    def of_numpy(self, name: str, node: ast.Call) -> Value:
        """Return the result of a function of NumPy."""
        by_name = [keyword.value for keyword in node.keywords if keyword.arg == "dtype"]
        dtypes = [*node.args[2 if name == "full" else 1 :], *by_name]
        said = self.numbers(dtypes[0]) if name in ("zeros", "empty", "full") and dtypes else ""
        if name in ("zeros", "empty"):
            shape = node.args[0]
            lengths = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            return self.made(list(map(self.value, lengths)), said or "f8", name == "zeros")
        arguments = list(map(self.value, node.args[:2]))
        if name in ("empty_like", "zeros_like"):
            like = arguments[0]
            assert isinstance(like.type, ArrayType)
            shape_ = [natural(length) for length in like.operands[1:]]
            return self.made(shape_, like.type.numbers, name == "zeros_like")
        if name == "full":
            array = self.made(arguments[:1], said or "f8", zeros=False)
            self.fill(array, arguments[1])
            return array
        if name == "sqrt":
            return self.of_mathematics(name, arguments)
        if name == "signbit":
            bits = self.new(f"bitcast double {self.as_float(arguments[0]).text} to i64")
            return self.computed(BOOL, f"icmp slt i64 {bits}, 0")
        if name == "argsort":
            return self.of_prelude("_sorted_places", arguments[:1])
        if name in ("int64", "uint64"):
            value = self.as_integer(arguments[0])
            return replace(value, type=INT if name == "int64" else UNSIGNED, constant=None)
        return self.fail(node)

    def numbers(self, node: ast.expr) -> str:
        """Return the kind and width of the numbers of a new array."""
        if isinstance(node, ast.Attribute):
            return str(np.dtype(getattr(np, node.attr)).str[1:])
        return self.fail(node)

    def length(self, arguments: list[Value]) -> Value:
        """Return the number of parts of a tuple, or of rows of an array."""
        if isinstance(arguments[0].type, Several):
            return constant(len(arguments[0].parts))
        return natural(arguments[0].operands[1])


def _passed(arguments: list[Value]) -> str:
    return ", ".join(
        f"{llvm} {operand}"
        for value in arguments
        for llvm, operand in zip(flat(value.type), operands_of(value), strict=True)
    )


def _places(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def is_piece(node: ast.Subscript) -> bool:
    """Return True if a subscript has a slice."""
    return any(isinstance(place, ast.Slice) for place in _places(node))


_BUILT_IN: dict[str, Callable[[ExpressionWriter, list[Value]], Value]] = {
    "int64": lambda writer, given: replace(writer.as_integer(given[0]), type=INT),
    "int": lambda writer, given: replace(writer.as_integer(given[0]), type=INT),
    "float": lambda writer, given: writer.as_float(given[0]),
    "bool": lambda writer, given: writer.truth(given[0]),
    "len": ExpressionWriter.length,
    "abs": ExpressionWriter.absolute,
    "min": lambda writer, given: writer.extreme(given, "lt", min),
    "max": lambda writer, given: writer.extreme(given, "gt", max),
    "lowest_bit": ExpressionWriter.lowest_bit,
    "bits_set": ExpressionWriter.bits_set,
    "rotated": ExpressionWriter.rotated,
    "mix": ExpressionWriter.mix,
    "below": ExpressionWriter.below,
}
