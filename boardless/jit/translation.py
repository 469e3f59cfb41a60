"""Translation of the modules of games to LLVM's intermediate representation.

Game modules are written in a small part of Python: functions with annotated parameters, over
integers, truth values, floats, arrays and named tuples of arrays. Types follow from the annotations
and the arrays at hand, so that one pass over the syntax tree writes the code, and a game is
compiled in a fraction of the time that general type inference takes. Integers are 64 bits wide and
arrays are contiguous; indices below 0 count from the end, and nothing else is checked, as in Numba.
Anything outside this part of the language is an `UntranslatableError`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from struct import pack
from threading import Lock
from typing import Any, NoReturn

import numpy as np


class UntranslatableError(Exception):
    """Source outside of the part of Python that is translated."""


@dataclass(frozen=True)
class Scalar:
    """A number: its name here, and its type in LLVM."""

    name: str
    llvm: str


INT, UNSIGNED = Scalar("int", "i64"), Scalar("unsigned", "i64")
BOOL, FLOAT, NOTHING = Scalar("bool", "i1"), Scalar("float", "double"), Scalar("None", "void")


@dataclass(frozen=True)
class Array:
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
        if self.numbers == "f8":
            return FLOAT
        return UNSIGNED if self.numbers == "u8" else INT


@dataclass(frozen=True)
class Struct:
    """A named tuple of arrays, handed over by the address of pointers and shapes."""

    name: str
    fields: tuple[tuple[str, Array], ...]


@dataclass(frozen=True)
class Several:
    """A tuple."""

    parts: tuple[Type, ...]


Type = Scalar | Array | Struct | Several


@dataclass(frozen=True)
class Value:
    """A value of some type: operands of LLVM, and more if it is known."""

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


_parsing = Lock()


def parsed(source: str) -> ast.Module:
    """Return the tree of a module; Python's parser is not safe in threads."""
    with _parsing:
        return ast.parse(source)


def array_type(array: np.ndarray[Any, Any]) -> Array:
    """Return the type of an array."""
    kind = array.dtype.str[1:]
    return Array("u1" if kind == "b1" else kind, array.ndim)


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
        parts = tuple(map(constant, number))
        return Value(Several(tuple(it.type for it in parts)), (), number, parts=parts)
    raise UntranslatableError(f"a constant of {type(number).__name__}")


#: Functions of arrays that NumPy has, in the part of Python that is translated.
PRELUDE = '''
def _copied(values: Ints) -> Ints:
    """Return a copy of a row."""
    found = np.empty_like(values)
    for n in range(values.shape[0]):
        found[n] = values[n]
    return found


def _taken(values: Ints, index: Ints) -> Ints:
    """Return the values at some places."""
    found = np.empty_like(index)
    for n in range(index.shape[0]):
        found[n] = values[index[n]]
    return found


def _filled(count: int, value: int) -> Ints:
    """Return a row of one value."""
    found = np.empty(count, np.int64)
    for n in range(count):
        found[n] = value
    return found


def _sorted_places(values: Ints) -> Ints:
    """Return the places of values in ascending order, equal ones as they come (merge sort)."""
    count = values.shape[0]
    order = np.empty(count, np.int64)
    other = np.empty(count, np.int64)
    for n in range(count):
        order[n] = n
    width = 1
    while width < count:
        for first in range(0, count, 2 * width):
            left = first
            middle = min(first + width, count)
            right = middle
            end = min(first + 2 * width, count)
            for to in range(first, end):
                if right == end or (left < middle and values[order[left]] <= values[order[right]]):
                    other[to] = order[left]
                    left += 1
                else:
                    other[to] = order[right]
                    right += 1
        for n in range(count):
            order[n] = other[n]
        width *= 2
    return order
'''
#: Bytes before the numbers of an array that is made: the address of the one made before it.
HEADER = 16
_DECLARED = """\
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.pow.f64(double, double)

define internal void @free_all(ptr %list) {
  %first = load ptr, ptr %list
  br label %test
test:
  %at = phi ptr [ %first, %0 ], [ %next, %again ]
  %end = icmp eq ptr %at, null
  br i1 %end, label %done, label %again
again:
  %next = load ptr, ptr %at
  call void @free(ptr %at)
  br label %test
done:
  ret void
}
"""
_MATHS = {"sqrt": "sqrt", "log": "log", "exp": "exp"}


@dataclass(frozen=True)
class Function:
    """A translated function."""

    symbol: str
    result: Type


class Unit:
    """The functions of a module that some entries need, as one unit of translation.

    Parameters
    ----------
    functions : mapping
        The syntax trees of all functions by name.
    names : mapping
        The values of all names of the module: constants, and the functions of Python.
    """

    def __init__(self, functions: Mapping[str, ast.FunctionDef], names: Mapping[str, Any]) -> None:
        self.functions, self.names = functions, names
        self._done: dict[tuple[str, tuple[Type, ...]], Function] = {}
        self._texts: list[str] = []
        self._tables: dict[object, Value] = {}
        self._fields: dict[str, int] = {}

    def function(self, name: str, types: tuple[Type, ...]) -> Function:
        """Return a function for arguments of some types, translated with all that it calls."""
        key = name, types
        if key not in self._done:
            symbol = f"{name}.{len(self._done)}"
            node = self.functions[name]
            result = result_type(node)
            if result is not None:
                self._done[key] = Function(symbol, result)
            writer = _Writer.of(self, node, symbol, types, result)
            self._texts.append(writer.text())
            self._done[key] = Function(symbol, writer.result)
        return self._done[key]

    def entry(self, name: str, types: tuple[Type, ...]) -> Type:
        """Add a function of C's calling convention that calls one of the module; return its result.

        Integers and truth values are 64 bits wide; a result that is no number goes to an address,
        which is the last argument, in places of 64 bits.
        """
        function = self.function(name, types)
        parameters, lines, handed = [], [], []
        for n, type_ in enumerate(types):
            for place, llvm in enumerate(_flat(type_)):
                operand = f"%a{n}.{place}"
                parameters.append(f"{'i64' if llvm == 'i1' else llvm} {operand}")
                if llvm == "i1":
                    lines.append(f"  %t{n} = icmp ne i64 {operand}, 0")
                    operand = f"%t{n}"
                handed.append(f"{llvm} {operand}")
        result, returned = function.result, "void"
        call = f"call {llvm_type(result)} @{function.symbol}({', '.join(handed)})"
        if result == NOTHING:
            lines += [f"  {call}", "  ret void"]
        elif isinstance(result, Scalar):
            returned = "i64" if result == BOOL else result.llvm
            lines.append(f"  %r = {call}")
            if result == BOOL:
                lines.append("  %w = zext i1 %r to i64")
            lines.append(f"  ret {returned} {'%w' if result == BOOL else '%r'}")
        else:
            parameters.append("ptr %out")
            lines.append(f"  %r = {call}")
            for n, llvm in enumerate(_flat(result)):
                lines.append(f"  %p{n} = extractvalue {llvm_type(result)} %r, {n}")
                lines.append(f"  %o{n} = getelementptr inbounds i64, ptr %out, i64 {n}")
                if llvm == "i1":
                    lines.append(f"  %w{n} = zext i1 %p{n} to i64")
                stored = f"i64 %w{n}" if llvm == "i1" else f"{llvm} %p{n}"
                lines.append(f"  store {stored}, ptr %o{n}")
            lines.append("  ret void")
        head = f"define {returned} @{name}({', '.join(parameters)}) nounwind {{"
        self._texts.append("\n".join([head, "entry:", *lines, "}\n"]))
        return result

    def table(self, array: np.ndarray[Any, Any]) -> Value:
        """Return an array of the module, as a constant."""
        type_ = array_type(array)
        key = type_.numbers, array.shape, array.tobytes()
        if key not in self._tables:
            name, count = f"@table.{len(self._tables)}", array.size
            if type_.numbers == "f8":
                numbers = ", ".join(f"double {constant(it).text}" for it in array.ravel().tolist())
            else:
                signed = array.ravel().view(f"i{type_.numbers[1:]}").tolist()
                numbers = ", ".join(f"{type_.element} {it}" for it in signed)
            shown = f"[{numbers}]" if count else "zeroinitializer"
            self._texts.append(
                f"{name} = private unnamed_addr constant [{count} x {type_.element}] {shown}\n"
            )
            self._tables[key] = Value(type_, (name, *map(str, array.shape)))
        return self._tables[key]

    def tag(self, field: str) -> str:
        """Return the number of the alias information of a field."""
        number = self._fields.setdefault(field, len(self._fields))
        return f"!{2 * number + 3}"

    def text(self) -> str:
        """Return all that was translated."""
        lines = ['!0 = !{}', '!1 = !{!"arrays"}', '!2 = !{!"any", !1, i64 0}']
        for field, number in self._fields.items():
            lines.append(f'!{2 * number + 3} = !{{!{2 * number + 4}, !{2 * number + 4}, i64 0}}')
            lines.append(f'!{2 * number + 4} = !{{!"{field}", !2, i64 0}}')
        return "\n".join([_DECLARED, *self._texts, *lines]) + "\n"


#: Attributes of functions by their decorators: small ones take the place of their calls.
_ATTRIBUTES = {"kernel": "alwaysinline", "entry": "alwaysinline", "plain_entry": "alwaysinline"}


def decorators(node: ast.FunctionDef) -> set[str]:
    """Return the names of the decorators of a function."""
    return {it.id for it in node.decorator_list if isinstance(it, ast.Name)}


def result_type(node: ast.FunctionDef) -> Type | None:
    """Return the type of the result that an annotation says; None for arrays."""
    return _annotated(node.returns)


_SCALARS = {"int": INT, "bool": BOOL, "float": FLOAT}


def _annotated(node: ast.expr | None) -> Type | None:
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return NOTHING
    if isinstance(node, ast.Name):
        return _SCALARS.get(node.id)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        parts = [_annotated(it) for it in node.slice.elts]
        found = tuple(it for it in parts if it is not None)
        return Several(found) if len(found) == len(parts) else None
    return None


def llvm_type(type_: Type) -> str:
    """Return the type in LLVM of a result."""
    if isinstance(type_, Scalar):
        return type_.llvm
    return f"{{ {', '.join(_flat(type_))} }}"


def _flat(type_: Type) -> list[str]:
    """Return the types in LLVM of the operands of a value."""
    if isinstance(type_, Scalar):
        return [type_.llvm]
    if isinstance(type_, Array):
        return ["ptr", *["i64"] * type_.dimensions]
    if isinstance(type_, Struct):
        return ["ptr"]
    return [it for part in type_.parts for it in _flat(part)]


def _operands(value: Value) -> list[str]:
    """Return the operands of a value, those of the parts of a tuple one after another."""
    if isinstance(value.type, Several):
        return [it for part in value.parts for it in _operands(part)]
    return list(value.operands)


def _of_operands(type_: Type, operands: Iterator[str]) -> Value:
    """Return the value whose operands come next."""
    if isinstance(type_, Several):
        return Value(type_, (), parts=tuple(_of_operands(it, operands) for it in type_.parts))
    return Value(type_, tuple(next(operands) for _ in _flat(type_)))


def joined_type(one: Type, other: Type) -> Type:
    """Return the type of a variable that is of two types."""
    if one == other:
        return one
    if isinstance(one, Scalar) and isinstance(other, Scalar) and NOTHING not in (one, other):
        if FLOAT in (one, other):
            return FLOAT
        return UNSIGNED if UNSIGNED in (one, other) else INT
    if isinstance(one, Several) and isinstance(other, Several):
        if len(one.parts) == len(other.parts):
            return Several(tuple(map(joined_type, one.parts, other.parts)))
    raise UntranslatableError(f"a variable of {one} and {other}")


_INTEGER = {
    ast.Add: ("add", operator.add), ast.Sub: ("sub", operator.sub), ast.Mult: ("mul", operator.mul),
    ast.BitAnd: ("and", operator.and_), ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor), ast.LShift: ("shl", operator.lshift),
    ast.RShift: ("ashr", operator.rshift),
}  # fmt: skip
_KEEPS_NATURAL = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift)
_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
_REAL = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    **{sign: fold for sign, (_, fold) in _INTEGER.items()},
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]] = {
    ast.Eq: ("eq", operator.eq), ast.NotEq: ("ne", operator.ne), ast.Lt: ("lt", operator.lt),
    ast.LtE: ("le", operator.le), ast.Gt: ("gt", operator.gt), ast.GtE: ("ge", operator.ge),
}  # fmt: skip


class _Writer:
    """One function while it is translated."""

    def __init__(
        self, unit: Unit, node: ast.FunctionDef, symbol: str, types: tuple[Type, ...],
        result: Type | None, known: dict[str, Type],
    ) -> None:  # fmt: skip
        self.unit, self.node, self.symbol, self.types = unit, node, symbol, types
        self.declared = result
        self.result: Type = NOTHING if result is None else result
        self.known = known
        self.widened = False
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.names = 0
        self.label = "begin"
        self.open = True
        self.bound: dict[str, Value] = {}
        self.slots: dict[str, tuple[Type, tuple[str, ...]]] = {}
        self.loaded: dict[tuple[str, str], Value] = {}
        self.loops: list[tuple[str, str]] = []
        #: Arrays are made, and freed at the end but for those that are returned.
        self.makes = any(map(self.is_making, ast.walk(node)))

    @classmethod
    def of(
        cls, unit: Unit, node: ast.FunctionDef, symbol: str, types: tuple[Type, ...],
        result: Type | None,
    ) -> _Writer:  # fmt: skip
        """Return the writer of a function that has been translated."""
        known: dict[str, Type] = {}
        while True:
            writer = cls(unit, node, symbol, types, result, known)
            writer.translate()
            if not writer.widened:
                return writer

    # -- lines

    def fail(self, node: ast.AST, why: str = "") -> NoReturn:
        """Complain about what cannot be translated."""
        what = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt) else str(node)
        raise UntranslatableError(f"{self.node.name}: {what[:80]!r} {why}".rstrip())

    def add(self, line: str) -> None:
        """Add an instruction, unless nothing leads here."""
        if self.open:
            self.lines.append(f"  {line}")

    def new(self, instruction: str) -> str:
        """Add an instruction with a result; return its name."""
        self.names += 1
        name = f"%v{self.names}"
        if self.open:
            self.lines.append(f"  {name} = {instruction}")
        return name

    def fresh(self, stem: str) -> str:
        """Return a new label."""
        self.names += 1
        return f"{stem}{self.names}"

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.label, self.open = label, True

    def go(self, label: str) -> None:
        """End the block by a jump."""
        self.add(f"br label %{label}")
        self.open = False

    def branch(self, test: Value, then: str, otherwise: str) -> None:
        """End the block by a jump to one of two."""
        self.add(f"br i1 {test.text}, label %{then}, label %{otherwise}")
        self.open = False

    def text(self) -> str:
        """Return the function."""
        parameters = ", ".join(
            f"{llvm}{' noalias' if isinstance(type_, Struct) else ''} %{it.arg}.{n}"
            for it, type_ in zip(self.node.args.args, self.types, strict=True)
            for n, llvm in enumerate(_flat(type_))
        )
        marks = [_ATTRIBUTES[it] for it in decorators(self.node) & _ATTRIBUTES.keys()]
        attributes = " ".join(sorted({*marks, "nounwind"}))
        return "\n".join([
            f"define internal {llvm_type(self.result)} @{self.symbol}({parameters}) {attributes} {{",
            "entry:", *self.entry, "  br label %begin", "begin:", *self.lines, "}\n",
        ])  # fmt: skip

    # -- the function

    def translate(self) -> None:
        """Write the function."""
        stored = {
            it.id for it in ast.walk(self.node)
            if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)
        }  # fmt: skip
        for it, type_ in zip(self.node.args.args, self.types, strict=True):
            operands = iter([f"%{it.arg}.{n}" for n in range(len(_flat(type_)))])
            value = _of_operands(type_, operands)
            if it.arg in stored:
                self.assign(it.arg, value)
            else:
                self.bound[it.arg] = value
        self.body(self.node.body)
        if self.open:
            if self.result != NOTHING:
                self.add("unreachable")
            else:
                self.give_back(None)
        if self.makes:
            self.entry += ["  %made = alloca ptr", "  store ptr null, ptr %made"]

    def body(self, nodes: Sequence[ast.stmt]) -> None:
        """Write statements, up to one behind which nothing comes."""
        for node in nodes:
            if not self.open:
                return
            _STATEMENTS.get(type(node), _Writer.fail)(self, node)

    def give_back(self, value: Value | None) -> None:
        """Return from the function; free what it made but does not return."""
        if self.makes:
            for part in () if value is None else (value, *value.parts):
                if isinstance(part.type, Array):
                    # The caller frees it: it is taken out of the list.
                    self.unlink(part)
            self.add("call void @free_all(ptr %made)")
        if value is None or self.result == NOTHING:
            self.add("ret void")
        elif isinstance(value.type, Scalar):
            self.add(f"ret {value.type.llvm} {value.text}")
        else:
            whole = llvm_type(value.type)
            at = "poison"
            pairs = zip(_flat(value.type), _operands(value), strict=True)
            for n, (llvm, operand) in enumerate(pairs):
                at = self.new(f"insertvalue {whole} {at}, {llvm} {operand}, {n}")
            self.add(f"ret {whole} {at}")
        self.open = False

    def is_making(self, node: ast.AST) -> bool:
        """Tell whether an expression makes an array."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Call):
            return self.is_making(node.slice)
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            return node.func.attr not in ("int64", "uint64")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        return name in self.unit.functions and result_type(self.unit.functions[name]) is None

    # -- variables

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
            places = tuple(f"%{name}.at{n}" for n in range(len(_flat(whole))))
            if name in self.slots:
                self.widened = True
                return
            self.slots[name] = whole, places
            self.entry += [
                f"  {place} = alloca {llvm}"
                for place, llvm in zip(places, _flat(whole), strict=True)
            ]
        _, places = self.slots[name]
        for place, llvm, operand in zip(places, _flat(whole), _operands(value), strict=True):
            self.add(f"store {llvm} {operand}, ptr {place}")

    def variable(self, node: ast.Name) -> Value:
        """Return the value of a variable or of a name of the module."""
        name = node.id
        if name in self.bound:
            return self.bound[name]
        if name in self.slots:
            type_, places = self.slots[name]
            operands = [
                self.new(f"load {llvm}, ptr {place}")
                for place, llvm in zip(places, _flat(type_), strict=True)
            ]
            return _of_operands(type_, iter(operands))
        if name in self.known:
            # Set further down in a loop.
            self.assign(name, _zero(self.known[name]))
            return self.variable(node)
        found = self.unit.names.get(name)
        if isinstance(found, np.ndarray):
            return self.unit.table(found)
        if found is None or callable(found):
            self.fail(node, "is not known")
        return constant(found)

    def coerced(self, value: Value, type_: Type) -> Value:
        """Return a value as one of another type."""
        if value.type == type_:
            return value
        if isinstance(type_, Several) and isinstance(value.type, Several):
            parts = tuple(map(self.coerced, value.parts, type_.parts))
            return Value(type_, (), parts=parts)
        if not isinstance(value.type, Scalar) or not isinstance(type_, Scalar):
            raise UntranslatableError(f"{self.node.name}: {value.type} for {type_}")
        if type_ == BOOL:
            return self.truth(value)
        if type_ == FLOAT:
            return self.as_float(value)
        if value.type == FLOAT:
            return Value(type_, (self.new(f"fptosi double {value.text} to i64"),))
        if value.type == BOOL:
            return self.as_integer(value)
        return replace(value, type=type_)

    def as_integer(self, value: Value) -> Value:
        """Return a number or truth value as an integer."""
        if value.constant is not None:
            return constant(int(value.constant))
        if value.type == BOOL:
            return Value(INT, (self.new(f"zext i1 {value.text} to i64"),), natural=True)
        if value.type == FLOAT:
            return Value(INT, (self.new(f"fptosi double {value.text} to i64"),))
        return value

    def as_float(self, value: Value) -> Value:
        """Return a number as a float."""
        if value.type == FLOAT:
            return value
        if value.constant is not None:
            return constant(float(value.constant))
        sign = "ui" if value.type in (BOOL, UNSIGNED) else "si"
        assert isinstance(value.type, Scalar)
        text = self.new(f"{sign}tofp {value.type.llvm} {value.text} to double")
        return Value(FLOAT, (text,))

    def truth(self, value: Value) -> Value:
        """Return whether a number is not 0."""
        if value.constant is not None:
            return constant(bool(value.constant))
        if value.type == BOOL:
            return value
        if value.type == FLOAT:
            return Value(BOOL, (self.new(f"fcmp une double {value.text}, 0.0"),))
        return Value(BOOL, (self.new(f"icmp ne i64 {value.text}, 0"),))

    # -- statements

    def _pass(self, node: ast.stmt) -> None:
        """Write nothing."""

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _assignment(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(target, value)

    def store(self, target: ast.expr, value: Value) -> None:
        """Write a value to a variable, an entry of an array, or a tuple of these."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value.type, Several) or len(value.parts) != len(target.elts):
                self.fail(target, f"gets {value.type}")
            for each, part in zip(target.elts, value.parts, strict=True):
                self.store(each, part)
        elif isinstance(target, ast.Subscript):
            array = self.value(target.value)
            self.store_at(array, self.address(array, target), value)
        else:
            self.fail(target)

    def store_at(self, array: Value, address: str, value: Value) -> None:
        """Write a number to an entry of an array."""
        assert isinstance(array.type, Array)
        number = self.coerced(value, FLOAT) if array.type.numbers == "f8" else self.as_integer(value)
        text, element = number.text, array.type.element
        if element not in ("i64", "double"):
            if number.constant is not None:
                width = int(array.type.numbers[1:]) * 8
                text = str((number.constant + (1 << (width - 1))) % (1 << width) - (1 << (width - 1)))
            else:
                text = self.new(f"trunc i64 {text} to {element}")
        self.add(f"store {element} {text}, ptr {address}{self.tagged(array)}")

    def tagged(self, array: Value) -> str:
        """Return the alias information of an entry of an array."""
        return f", !tbaa {self.unit.tag(array.field)}" if array.field else ""

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            array = self.value(node.target.value)
            address = self.address(array, node.target)
            before = self.entry_at(array, address)
            after = self.binary(type(node.op), before, self.value(node.value), node)
            self.store_at(array, address, after)
        else:
            assert isinstance(node.target, ast.Name)
            before = self.variable(node.target)
            after = self.binary(type(node.op), before, self.value(node.value), node)
            self.assign(node.target.id, after)

    def _return(self, node: ast.Return) -> None:
        value = None if node.value is None else self.value(node.value)
        if value is not None and self.declared is None:
            if self.result not in (NOTHING, value.type):
                self.fail(node, "returns arrays of several types")
            self.result = value.type
        elif value is not None and self.result != NOTHING:
            value = self.coerced(value, self.result)
        self.give_back(value)

    def _if(self, node: ast.If) -> None:
        test = self.truth(self.value(node.test))
        if test.constant is not None:
            self.body(node.body if test.constant else node.orelse)
            return
        then, end = self.fresh("then"), self.fresh("endif")
        otherwise = self.fresh("else") if node.orelse else end
        self.branch(test, then, otherwise)
        self.begin(then)
        self.body(node.body)
        reached = self.open
        self.go(end)
        if node.orelse:
            self.begin(otherwise)
            self.body(node.orelse)
            reached = reached or self.open
            self.go(end)
        else:
            reached = True
        if reached:
            self.begin(end)

    def _while(self, node: ast.While) -> None:
        test, inside, end = self.fresh("test"), self.fresh("while"), self.fresh("endwhile")
        self.go(test)
        self.begin(test)
        holds = self.truth(self.value(node.test))
        if holds.constant is False:
            return
        self.branch(holds, inside, end)
        self.begin(inside)
        self.loops.append((test, end))
        self.body(node.body)
        self.loops.pop()
        self.go(test)
        self.begin(end)

    def _for(self, node: ast.For) -> None:
        call = node.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            self.count(node, [self.as_integer(self.value(it)) for it in call.args])
            return
        through = self.value(call)
        if isinstance(through.type, Several):
            # Few, and constants nearly always: the loop is unrolled.
            if any(isinstance(it, ast.Break | ast.Continue) for it in ast.walk(node)):
                self.fail(node, "leaves a loop through a tuple")
            for part in through.parts:
                self.store(node.target, part)
                self.body(node.body)
            return
        if not isinstance(through.type, Array) or through.type.dimensions != 1:
            self.fail(node)
        end = Value(INT, (through.operands[1],), natural=True)
        self.count(node, [end], through)

    def count(self, node: ast.For, bounds: list[Value], through: Value | None = None) -> None:
        """Write a loop through a range of integers, or through the array that they index."""
        zero = constant(0)
        first, last = (bounds[0], bounds[1]) if len(bounds) > 1 else (zero, bounds[0])
        step = bounds[2] if len(bounds) > 2 else constant(1)
        at = f"%{self.fresh('counter')}"
        self.entry.append(f"  {at} = alloca i64")
        self.add(f"store i64 {first.text}, ptr {at}")
        test, inside = self.fresh("test"), self.fresh("for")
        again, end = self.fresh("next"), self.fresh("endfor")
        self.go(test)
        self.begin(test)
        now = self.new(f"load i64, ptr {at}")
        going = self.goes_on(now, last, step)
        self.branch(Value(BOOL, (going,)), inside, end)
        self.begin(inside)
        rising = step.constant is not None and step.constant > 0
        number = Value(INT, (now,), natural=first.natural and rising)
        if through is None:
            self.store(node.target, number)
        else:
            self.store(node.target, self.entry_at(through, self.element(through, [number])))
        self.loops.append((again, end))
        self.body(node.body)
        self.loops.pop()
        self.go(again)
        self.begin(again)
        after = self.new(f"add nsw i64 {now}, {step.text}")
        self.add(f"store i64 {after}, ptr {at}")
        self.go(test)
        self.begin(end)

    def goes_on(self, now: str, last: Value, step: Value) -> str:
        """Return whether a counter has not come to its end."""
        up = self.new(f"icmp slt i64 {now}, {last.text}")
        if step.constant is not None and step.constant > 0:
            return up
        down = self.new(f"icmp sgt i64 {now}, {last.text}")
        if step.constant is not None:
            return down
        rises = self.new(f"icmp sgt i64 {step.text}, 0")
        return self.new(f"select i1 {rises}, i1 {up}, i1 {down}")

    def _break(self, node: ast.stmt) -> None:
        self.go(self.loops[-1][1])

    def _continue(self, node: ast.stmt) -> None:
        self.go(self.loops[-1][0])

    # -- expressions

    def value(self, node: ast.expr) -> Value:
        """Write an expression; return its value."""
        return _EXPRESSIONS.get(type(node), _Writer.fail)(self, node)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _tuple(self, node: ast.Tuple) -> Value:
        parts = tuple(map(self.value, node.elts))
        known = all(it.constant is not None for it in parts)
        number = tuple(it.constant for it in parts) if known else None
        return Value(Several(tuple(it.type for it in parts)), (), number, parts=parts)

    def _attribute(self, node: ast.Attribute) -> Value:
        if node.attr == "shape":
            array = self.value(node.value)
            parts = tuple(_natural(it) for it in array.operands[1:])
            return Value(Several((INT,) * len(parts)), (), parts=parts)
        struct = self.value(node.value)
        if not isinstance(struct.type, Struct):
            self.fail(node)
        return self.field(struct, node.attr)

    def field(self, struct: Value, name: str) -> Value:
        """Return an array of a named tuple; it is read at the beginning of the function."""
        key = struct.text, name
        if key not in self.loaded:
            assert isinstance(struct.type, Struct)
            place = 0
            for field, type_ in struct.type.fields:
                if field == name:
                    break
                place += 1 + type_.dimensions
            else:
                raise UntranslatableError(f"{self.node.name}: no field {name}")
            operands = []
            for n, llvm in enumerate(_flat(type_)):
                address = f"%{name}.{struct.text[1:]}.p{n}"
                operand = f"%{name}.{struct.text[1:]}.{n}"
                self.entry += [
                    f"  {address} = getelementptr inbounds i64, ptr {struct.text}, i64 {place + n}",
                    f"  {operand} = load {llvm}, ptr {address}, !invariant.load !0",
                ]
                operands.append(operand)
            field = f"{struct.type.name}.{name}"
            self.loaded[key] = Value(type_, tuple(operands), field=field)
        return self.loaded[key]

    def _subscript(self, node: ast.Subscript) -> Value:
        array = self.value(node.value)
        if isinstance(array.type, Several):
            return self.part(array, node)
        if not isinstance(array.type, Array):
            self.fail(node)
        if isinstance(node.slice, ast.Slice):
            return self.first_entries(array, node)
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(places) == 1:
            index = self.value(places[0])
            if isinstance(index.type, Array):
                return self.call_own("_taken", [array, index])
            values = [index]
        else:
            values = [self.value(it) for it in places]
        address = self.element(array, values)
        if len(values) < array.type.dimensions:
            rest = Array(array.type.numbers, array.type.dimensions - len(values))
            shape = array.operands[1 + len(values) :]
            return Value(rest, (address, *shape), field=array.field)
        return self.entry_at(array, address)

    def address(self, array: Value, node: ast.Subscript) -> str:
        """Return the address of an entry of an array."""
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not isinstance(array.type, Array) or len(places) != array.type.dimensions:
            self.fail(node)
        return self.element(array, [self.value(it) for it in places])

    def element(self, array: Value, places: list[Value]) -> str:
        """Return the address of an entry, or of the first of a row."""
        assert isinstance(array.type, Array)
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
        """Return an index counted from the begin; those below 0 count from the end."""
        place = self.as_integer(place)
        if place.natural or place.type == UNSIGNED:
            return place.text
        below = self.new(f"icmp slt i64 {place.text}, 0")
        other = self.new(f"add i64 {place.text}, {length}")
        return self.new(f"select i1 {below}, i64 {other}, i64 {place.text}")

    def entry_at(self, array: Value, address: str) -> Value:
        """Return the number at an address of an array."""
        assert isinstance(array.type, Array)
        element = array.type.element
        number = self.new(f"load {element}, ptr {address}{self.tagged(array)}")
        unsigned = array.type.numbers[0] == "u"
        if element not in ("i64", "double"):
            number = self.new(f"{'z' if unsigned else 's'}ext {element} {number} to i64")
        return Value(array.type.scalar, (number,), natural=unsigned)

    def part(self, values: Value, node: ast.Subscript) -> Value:
        """Return a part of a tuple by its place."""
        place = self.as_integer(self.value(node.slice))
        if place.constant is not None:
            return values.parts[place.constant]
        whole = values.parts[0].type
        for it in values.parts:
            whole = joined_type(whole, it.type)
        if not isinstance(whole, Scalar):
            self.fail(node)
        if values.constant is not None:
            dtype = np.float64 if whole == FLOAT else np.int64
            table = self.unit.table(np.array(values.constant, dtype))
            found = self.entry_at(table, self.element(table, [place]))
            natural = whole == INT and min(values.constant) >= 0
            return self.coerced(replace(found, natural=natural), whole)
        at = self.from_begin(place, str(len(values.parts)))
        found = self.coerced(values.parts[0], whole)
        for n, it in enumerate(values.parts[1:], 1):
            other = self.coerced(it, whole)
            same = self.new(f"icmp eq i64 {at}, {n}")
            text = f"select i1 {same}, {whole.llvm} {other.text}, {whole.llvm} {found.text}"
            found = Value(whole, (self.new(text),))
        return found

    def first_entries(self, array: Value, node: ast.Subscript) -> Value:
        """Return the first entries of an array, without a copy."""
        assert isinstance(node.slice, ast.Slice) and isinstance(array.type, Array)
        piece, length = node.slice, array.operands[1]
        if piece.lower is not None or piece.step is not None or piece.upper is None:
            self.fail(node)
        end = self.from_begin(self.value(piece.upper), length)
        for sign, bound in (("slt", "0"), ("sgt", length)):
            beyond = self.new(f"icmp {sign} i64 {end}, {bound}")
            end = self.new(f"select i1 {beyond}, i64 {bound}, i64 {end}")
        return Value(array.type, (array.text, end, *array.operands[2:]), field=array.field)

    def _binary(self, node: ast.BinOp) -> Value:
        return self.binary(type(node.op), self.value(node.left), self.value(node.right), node)

    def binary(
        self, sign: type[ast.operator], left: Value, right: Value, node: ast.AST
    ) -> Value:
        """Return the result of an operation on two numbers."""
        if left.constant is not None and right.constant is not None:
            return constant(_FOLDED[sign](left.constant, right.constant))
        if sign is ast.Pow:
            return self.power(left, right, node)
        if sign is ast.Div or FLOAT in (left.type, right.type):
            one, other = self.as_float(left), self.as_float(right)
            if sign not in _REAL:
                self.fail(node, "of floats")
            return Value(FLOAT, (self.new(f"{_REAL[sign]} double {one.text}, {other.text}"),))
        if sign in _BITS and left.type == right.type == BOOL:
            return Value(BOOL, (self.new(f"{_INTEGER[sign][0]} i1 {left.text}, {right.text}"),))
        left, right = self.as_integer(left), self.as_integer(right)
        unsigned = UNSIGNED in (left.type, right.type)
        if unsigned and sign not in (*_BITS, ast.RShift):
            self.fail(node, "of numbers of 64 bits without a sign")
        if sign in (ast.FloorDiv, ast.Mod):
            return self.divided(sign, left, right)
        name = "lshr" if unsigned and sign is ast.RShift else _INTEGER[sign][0]
        text = self.new(f"{name} i64 {left.text}, {right.text}")
        natural = left.natural and right.natural and sign in _KEEPS_NATURAL
        if sign is ast.BitAnd:
            natural = left.natural or right.natural
        return Value(UNSIGNED if unsigned else INT, (text,), natural=natural)

    def divided(self, sign: type[ast.operator], left: Value, right: Value) -> Value:
        """Return quotient or remainder, rounded down; of a division by 0 they are 0."""
        by = right.constant
        if left.natural and by is not None and by > 0:
            name = "udiv" if sign is ast.FloorDiv else "urem"
            return Value(INT, (self.new(f"{name} i64 {left.text}, {by}"),), natural=True)
        divisor = right.text
        if by is None:
            # Neither stops the program: nothing is divided by 0, nor the least number by -1.
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
            text = self.new(f"select i1 {off}, i64 {up}, i64 {rest}")
            return Value(INT, (text,), natural=natural)
        whole = self.new(f"sdiv i64 {left.text}, {divisor}")
        wide = self.new(f"zext i1 {off} to i64")
        return Value(INT, (self.new(f"sub i64 {whole}, {wide}"),))

    def power(self, left: Value, right: Value, node: ast.AST) -> Value:
        """Return a power of two, or one with a small constant exponent."""
        if left.constant == 2 and right.type == INT:
            return Value(INT, (self.new(f"shl i64 1, {right.text}"),))
        if not isinstance(right.constant, int) or not 1 <= right.constant <= 4:
            self.fail(node)
        found = left
        for _ in range(right.constant - 1):
            found = self.binary(ast.Mult, found, left, node)
        return found

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            test = self.truth(value)
            if test.constant is not None:
                return constant(not test.constant)
            return Value(BOOL, (self.new(f"xor i1 {test.text}, true"),))
        if isinstance(node.op, ast.USub):
            if value.constant is not None:
                return constant(-value.constant)
            if value.type == FLOAT:
                return Value(FLOAT, (self.new(f"fneg double {value.text}"),))
            return Value(INT, (self.new(f"sub i64 0, {self.as_integer(value).text}"),))
        if isinstance(node.op, ast.Invert):
            value = self.as_integer(value)
            if value.constant is not None:
                return constant(~value.constant)
            return Value(value.type, (self.new(f"xor i64 {value.text}, -1"),))
        return value

    def _logical(self, node: ast.BoolOp) -> Value:
        """Write a conjunction or disjunction, evaluated from the left as far as it is needed."""
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
        self.go(end)
        self.begin(end)
        sources = ", ".join(f"[ {text}, %{label} ]" for label, text in came)
        return Value(BOOL, (self.new(f"phi i1 {sources}"),))

    def _comparison(self, node: ast.Compare) -> Value:
        left, found = self.value(node.left), None
        for sign, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node)
            test = self.compared(sign, left, right, node)
            # All sides are numbers here, which have no effects: nothing is gained by jumps.
            found = test if found is None else self.both(found, test)
            left = right
        assert found is not None
        return found

    def both(self, one: Value, other: Value) -> Value:
        """Return whether two conditions hold."""
        if one.constant is not None:
            return other if one.constant else one
        if other.constant is not None:
            return one if other.constant else other
        return Value(BOOL, (self.new(f"and i1 {one.text}, {other.text}"),))

    def compared(self, sign: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of a comparison."""
        if isinstance(sign, ast.In | ast.NotIn):
            found = constant(False)
            for part in right.parts:
                same = self.compared(ast.Eq(), left, part, node)
                if same.constant is True:
                    found = same
                elif same.constant is None and found.constant is not True:
                    text = f"or i1 {found.text}, {same.text}"
                    found = same if found.constant is False else Value(BOOL, (self.new(text),))
            if isinstance(sign, ast.In):
                return found
            if found.constant is not None:
                return constant(not found.constant)
            return Value(BOOL, (self.new(f"xor i1 {found.text}, true"),))
        if type(sign) not in _COMPARED:
            self.fail(node)
        name, fold = _COMPARED[type(sign)]
        if left.constant is not None and right.constant is not None:
            return constant(bool(fold(left.constant, right.constant)))
        if FLOAT in (left.type, right.type):
            one, other = self.as_float(left), self.as_float(right)
            name = "une" if name == "ne" else f"o{name}"
            return Value(BOOL, (self.new(f"fcmp {name} double {one.text}, {other.text}"),))
        if left.type == right.type == BOOL and name in ("eq", "ne"):
            return Value(BOOL, (self.new(f"icmp {name} i1 {left.text}, {right.text}"),))
        left, right = self.as_integer(left), self.as_integer(right)
        if name not in ("eq", "ne"):
            if UNSIGNED in (left.type, right.type) and not (left.natural and right.natural):
                self.fail(node, "of numbers of 64 bits without a sign")
            name = ("u" if UNSIGNED in (left.type, right.type) else "s") + name
        return Value(BOOL, (self.new(f"icmp {name} i64 {left.text}, {right.text}"),))

    def _choice(self, node: ast.IfExp) -> Value:
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
        pairs = zip(_operands(came[0][0]), _operands(came[1][0]), _flat(whole), strict=True)
        operands = [
            self.new(f"phi {llvm} [ {a}, %{came[0][1]} ], [ {b}, %{came[1][1]} ]")
            for a, b, llvm in pairs
        ]
        found = _of_operands(whole, iter(operands))
        return replace(found, natural=came[0][0].natural and came[1][0].natural)

    # -- calls

    def _call(self, node: ast.Call) -> Value:
        name = node.func
        if isinstance(name, ast.Attribute):
            if isinstance(name.value, ast.Name) and self.unit.names.get(name.value.id) is np:
                return self.of_numpy(name.attr, node)
            if name.attr == "copy":
                return self.call_own("_copied", [self.value(name.value)])
            self.fail(node)
        assert isinstance(name, ast.Name)
        arguments = [self.value(it) for it in node.args]
        if node.keywords:
            self.fail(node, "has keywords")
        if name.id in self.unit.functions:
            return self.call_own(name.id, arguments)
        own = _BUILT_IN.get(name.id)
        if own is not None:
            return own(self, arguments, node)
        if name.id in _MATHS:
            text = self.as_float(arguments[0]).text
            return Value(FLOAT, (self.new(f"call double @llvm.{_MATHS[name.id]}.f64(double {text})"),))
        return self.fail(node, "calls an unknown function")

    def call_own(self, name: str, arguments: list[Value]) -> Value:
        """Return the result of a function of the module."""
        node = self.unit.functions[name]
        if len(arguments) != len(node.args.args):
            self.fail(node, "gets another number of arguments")
        handed = []
        for it, value in zip(node.args.args, arguments, strict=True):
            wanted = _annotated(it.annotation)
            if isinstance(wanted, Scalar) and not (wanted == INT and value.type == UNSIGNED):
                value = self.coerced(value, wanted)
            handed.append(value)
        function = self.unit.function(name, tuple(it.type for it in handed))
        operands = ", ".join(
            f"{llvm} {operand}"
            for value in handed
            for llvm, operand in zip(_flat(value.type), _operands(value), strict=True)
        )
        result = function.result
        call = f"call {llvm_type(result)} @{function.symbol}({operands})"
        if result == NOTHING:
            self.add(call)
            return Value(NOTHING, ())
        whole = self.new(call)
        if isinstance(result, Scalar):
            return Value(result, (whole,))
        operands_ = [
            self.new(f"extractvalue {llvm_type(result)} {whole}, {n}")
            for n in range(len(_flat(result)))
        ]
        value = _of_operands(result, iter(operands_))
        for part in (value, *value.parts):
            if isinstance(part.type, Array):
                self.link(self.new(f"getelementptr inbounds i8, ptr {part.text}, i64 -{HEADER}"))
        return value

    def link(self, block: str) -> None:
        """Put an array into the list of those that the function frees."""
        before = self.new("load ptr, ptr %made")
        self.add(f"store ptr {before}, ptr {block}")
        self.add(f"store ptr {block}, ptr %made")

    def unlink(self, array: Value) -> None:
        """Take an array out of that list."""
        block = self.new(f"getelementptr inbounds i8, ptr {array.text}, i64 -{HEADER}")
        test, inside, end = self.fresh("test"), self.fresh("search"), self.fresh("found")
        at = f"%{self.fresh('link')}"
        self.entry.append(f"  {at} = alloca ptr")
        self.add(f"store ptr %made, ptr {at}")
        self.go(test)
        self.begin(test)
        link = self.new(f"load ptr, ptr {at}")
        found = self.new(f"load ptr, ptr {link}")
        same = self.new(f"icmp eq ptr {found}, {block}")
        self.branch(Value(BOOL, (same,)), end, inside)
        self.begin(inside)
        self.add(f"store ptr {found}, ptr {at}")
        self.go(test)
        self.begin(end)
        after = self.new(f"load ptr, ptr {block}")
        self.add(f"store ptr {after}, ptr {link}")

    def made(self, shape: list[Value], numbers: str, zeros: bool) -> Value:
        """Return a new array."""
        type_ = Array(numbers, len(shape))
        lengths = [self.as_integer(it).text for it in shape]
        size = str(int(numbers[1:]))
        for length in lengths:
            size = self.new(f"mul i64 {size}, {length}")
        whole = self.new(f"add i64 {size}, {HEADER}")
        call = f"calloc(i64 1, i64 {whole})" if zeros else f"malloc(i64 {whole})"
        block = self.new(f"call ptr @{call}")
        self.link(block)
        start = self.new(f"getelementptr inbounds i8, ptr {block}, i64 {HEADER}")
        return Value(type_, (start, *lengths))

    def of_numpy(self, name: str, node: ast.Call) -> Value:
        """Return the result of a function of NumPy."""
        if name in ("zeros", "empty"):
            shape = node.args[0]
            lengths = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            said = [*node.args[1:], *(it.value for it in node.keywords if it.arg == "dtype")]
            numbers = self.numbers(said[0]) if said else "f8"
            return self.made([self.value(it) for it in lengths], numbers, name == "zeros")
        arguments = [self.value(it) for it in node.args[:2]]
        if name in ("empty_like", "zeros_like"):
            like = arguments[0]
            assert isinstance(like.type, Array)
            shape_ = [_natural(it) for it in like.operands[1:]]
            return self.made(shape_, like.type.numbers, name == "zeros_like")
        if name == "full" and self.numbers(node.args[2]) == "i8":
            return self.call_own("_filled", arguments)
        if name == "argsort":
            return self.call_own("_sorted_places", arguments[:1])
        if name in ("int64", "uint64"):
            value = self.as_integer(arguments[0])
            return replace(value, type=INT if name == "int64" else UNSIGNED, constant=None)
        return self.fail(node)

    def numbers(self, node: ast.expr) -> str:
        """Return the kind and width of the numbers of an array that is made."""
        if isinstance(node, ast.Attribute):
            return np.dtype(getattr(np, node.attr)).str[1:]
        return self.fail(node)

    def _to_int64(self, arguments: list[Value], node: ast.Call) -> Value:
        return replace(self.as_integer(arguments[0]), type=INT)

    def _to_float(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.as_float(arguments[0])

    def _to_bool(self, arguments: list[Value], node: ast.Call) -> Value:
        return self.truth(arguments[0])

    def _length(self, arguments: list[Value], node: ast.Call) -> Value:
        if isinstance(arguments[0].type, Several):
            return constant(len(arguments[0].parts))
        return _natural(arguments[0].operands[1])

    def _absolute(self, arguments: list[Value], node: ast.Call) -> Value:
        value = arguments[0]
        if value.constant is not None:
            return constant(abs(value.constant))
        if value.type == FLOAT:
            return Value(FLOAT, (self.new(f"call double @llvm.fabs.f64(double {value.text})"),))
        text = self.as_integer(value).text
        return Value(INT, (self.new(f"call i64 @llvm.abs.i64(i64 {text}, i1 false)"),))

    def _least(self, arguments: list[Value], node: ast.Call) -> Value:
        return self._extreme(arguments, "lt", min)

    def _most(self, arguments: list[Value], node: ast.Call) -> Value:
        return self._extreme(arguments, "gt", max)

    def _extreme(
        self, arguments: list[Value], sign: str, fold: Callable[[Any, Any], Any]
    ) -> Value:
        """Return the least or the largest of some numbers."""
        found = arguments[0]
        for other in arguments[1:]:
            if found.constant is not None and other.constant is not None:
                found = constant(fold(found.constant, other.constant))
                continue
            if FLOAT in (found.type, other.type):
                one, two, llvm, test = self.as_float(found), self.as_float(other), "double", "fcmp o"
            else:
                one, two, llvm, test = self.as_integer(found), self.as_integer(other), "i64", "icmp s"
            takes = self.new(f"{test}{sign} {llvm} {two.text}, {one.text}")
            text = self.new(f"select i1 {takes}, {llvm} {two.text}, {llvm} {one.text}")
            natural = one.natural and two.natural
            if sign == "gt":
                natural = one.natural or two.natural
            found = Value(one.type, (text,), natural=natural)
        return found

    def _lowest_bit(self, arguments: list[Value], node: ast.Call) -> Value:
        text = self.as_integer(arguments[0]).text
        return Value(INT, (self.new(f"call i64 @llvm.cttz.i64(i64 {text}, i1 true)"),), natural=True)

    def _mix(self, arguments: list[Value], node: ast.Call) -> Value:
        """Write SplitMix64; see `boardless.jit.game_runtime.mix`."""
        number, times = (self.as_integer(it).text for it in arguments)
        step = self.new(f"mul i64 {times}, {_signed(0x9E3779B97F4A7C15)}")
        z = self.new(f"add i64 {number}, {step}")
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            high = self.new(f"lshr i64 {z}, {shift}")
            mixed = self.new(f"xor i64 {z}, {high}")
            z = self.new(f"mul i64 {mixed}, {_signed(factor)}")
        high = self.new(f"lshr i64 {z}, 31")
        return Value(UNSIGNED, (self.new(f"xor i64 {z}, {high}"),), natural=True)

    def _below(self, arguments: list[Value], node: ast.Call) -> Value:
        """Write a random number below an end; see `boardless.jit.game_runtime.below`."""
        number, end = (self.as_integer(it) for it in arguments)
        high = self.new(f"lshr i64 {number.text}, 32")
        product = self.new(f"mul i64 {high}, {end.text}")
        return Value(INT, (self.new(f"lshr i64 {product}, 32"),), natural=True)


def _natural(operand: str) -> Value:
    """Return the value of a length."""
    if operand.isdecimal():
        return constant(int(operand))
    return Value(INT, (operand,), natural=True)


def _signed(number: int) -> int:
    """Return a number of 64 bits with a sign."""
    return number - 2**64 if number >= 2**63 else number


def _zero(type_: Type) -> Value:
    """Return a value of a type, which nothing reads."""
    texts = {"i64": "0", "i1": "false", "double": "0.0", "ptr": "null"}
    return _of_operands(type_, iter([texts[it] for it in _flat(type_)]))


_STATEMENTS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Pass: _Writer._pass, ast.Expr: _Writer._expression, ast.Assign: _Writer._assignment,
    ast.AugAssign: _Writer._augmented, ast.Return: _Writer._return, ast.If: _Writer._if,
    ast.While: _Writer._while, ast.For: _Writer._for, ast.Break: _Writer._break,
    ast.Continue: _Writer._continue,
}  # fmt: skip
_EXPRESSIONS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _Writer._constant, ast.Name: _Writer.variable, ast.Tuple: _Writer._tuple,
    ast.Attribute: _Writer._attribute, ast.Subscript: _Writer._subscript,
    ast.BinOp: _Writer._binary, ast.UnaryOp: _Writer._unary, ast.BoolOp: _Writer._logical,
    ast.Compare: _Writer._comparison, ast.IfExp: _Writer._choice, ast.Call: _Writer._call,
}  # fmt: skip
_BUILT_IN: dict[str, Callable[..., Value]] = {
    "int64": _Writer._to_int64, "int": _Writer._to_int64, "float": _Writer._to_float,
    "bool": _Writer._to_bool, "len": _Writer._length, "abs": _Writer._absolute,
    "min": _Writer._least, "max": _Writer._most, "lowest_bit": _Writer._lowest_bit,
    "mix": _Writer._mix, "below": _Writer._below,
}  # fmt: skip
