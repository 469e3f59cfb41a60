"""Translation of the modules of games to LLVM's intermediate representation.

Game modules are written in a small part of Python: functions with annotated parameters, over
integers, truth values, floats, arrays and named tuples of arrays. Types follow from the annotations
and the arrays at hand, so that one pass over the syntax tree writes the code, and a game is
compiled in a fraction of the time that general type inference takes. Integers are 64 bits wide and
arrays are contiguous; indices below 0 count from the end, without further checks, as in Numba. A
caller guarantees that an argument annotated with `Natural` is not below 0: as an index it needs no
check of its sign, which makes playouts of Hive 10 % faster. Anything outside this part of the
language is an `UntranslatableError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardless.jit.function_writer import FunctionWriter
from boardless.jit.sources import NamedFunction, Names, annotated
from boardless.jit.values import (
    BOOL,
    NOTHING,
    Scalar,
    Type,
    Value,
    array_type,
    constant,
    flat,
    llvm_type,
)

if TYPE_CHECKING:
    import ast

    import numpy as np

#: The first number of the metadata of loops, after the numbers of fields.
_LOOPS = 10_000
_DECLARED = """\
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.exp.f64(double)
declare double @atan(double)
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


@dataclass(frozen=True)
class TranslatedFunction:
    """A translated function."""

    symbol: str
    result: Type


@dataclass(frozen=True)
class Foreign:
    """A called function of Numba's: its symbol, its name in the module, and its types."""

    symbol: str
    name: str
    types: tuple[Type, ...]
    real: bool


class Unit:
    """Functions and all that they call; with `inlines`, small ones are inlined."""

    def __init__(self, inlines: bool = True) -> None:
        self.inlines = inlines
        #: Functions of Numba's that are called.
        self.foreign: list[Foreign] = []
        self._done: dict[tuple[ast.FunctionDef, tuple[Type, ...]], TranslatedFunction] = {}
        self._texts: list[str] = []
        self._tables: dict[object, Value] = {}
        self._fields: dict[str, int] = {}
        self._loops = 0

    def function(self, named: NamedFunction, types: tuple[Type, ...]) -> TranslatedFunction:
        """Return a function for arguments of some types, translated with all that it calls."""
        key = named.node, types
        if key not in self._done:
            symbol = f"{named.node.name}.{len(self._done)}"
            result = annotated(named.node.returns)
            if result is not None:
                self._done[key] = TranslatedFunction(symbol, result)
            writer = FunctionWriter.of(self, named, symbol, types, result)
            self._texts.append(writer.text())
            self._done[key] = TranslatedFunction(symbol, writer.result)
        return self._done[key]

    def entry(self, named: NamedFunction, types: tuple[Type, ...]) -> Type:
        """Add an entry with C's calling convention for a function; return the type of its result.

        Integers and truth values are 64 bits wide. A result that is not a number goes to an
        address, which is the last argument, in places of 64 bits.
        """
        function = self.function(named, types)
        parameters, lines, handed = [], [], []
        for n, type_ in enumerate(types):
            for place, llvm in enumerate(flat(type_)):
                operand = f"%a{n}.{place}"
                parameters.append(f"{'i64' if llvm == 'i1' else llvm} {operand}")
                if llvm == "i1":
                    lines.append(f"  {operand}.t = icmp ne i64 {operand}, 0")
                    operand = f"{operand}.t"
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
            for n, llvm in enumerate(flat(result)):
                lines.append(f"  %p{n} = extractvalue {llvm_type(result)} %r, {n}")
                lines.append(f"  %o{n} = getelementptr inbounds i64, ptr %out, i64 {n}")
                if llvm == "i1":
                    lines.append(f"  %w{n} = zext i1 %p{n} to i64")
                stored = f"i64 %w{n}" if llvm == "i1" else f"{llvm} %p{n}"
                lines.append(f"  store {stored}, ptr %o{n}")
            lines.append("  ret void")
        head = f"define {returned} @{named.node.name}({', '.join(parameters)}) nounwind {{"
        self._texts.append("\n".join([head, "entry:", *lines, "}\n"]))
        return result

    def foreign_function(self, names: Names, name: str, types: tuple[Type, ...]) -> Foreign:
        """Return a function of Numba's, declared."""
        from boardless.jit.numba_functions import returns_float  # what most never need

        for function in self.foreign:
            if (function.name, function.types) == (name, types):
                return function
        real = returns_float(names.values[name], types, names.values)
        function = Foreign(f"{name}.{len(self.foreign)}", name, types, real)
        self.foreign.append(function)
        parameters = ", ".join(
            "i64" if llvm == "i1" else llvm for each in types for llvm in flat(each)
        )
        self._texts.append(
            f"declare {'double' if real else 'i64'} @{function.symbol}({parameters})\n"
        )
        return function

    def table(self, array: np.ndarray[Any, Any]) -> Value:
        """Return an array of the module, as a constant."""
        type_ = array_type(array)
        key = type_.numbers, array.shape, array.tobytes()
        if key not in self._tables:
            name, count = f"@table.{len(self._tables)}", array.size
            if type_.numbers == "f8":
                numbers = ", ".join(
                    f"double {constant(number).text}" for number in array.ravel().tolist()
                )
            else:
                signed = array.ravel().view(f"i{type_.numbers[1:]}").tolist()
                numbers = ", ".join(f"{type_.element} {number}" for number in signed)
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

    def loop(self) -> str:
        """Return the metadata of another loop that must not be vectorised.

        Loops over slots and groups are short: vectors only delay their start.
        """
        self._loops += 1
        return f", !llvm.loop !{_LOOPS + self._loops}"

    def text(self) -> str:
        """Return the text of the translated module."""
        lines = ["!0 = !{}", '!1 = !{!"arrays"}', '!2 = !{!"any", !1, i64 0}']
        for field, number in self._fields.items():
            lines.append(f"!{2 * number + 3} = !{{!{2 * number + 4}, !{2 * number + 4}, i64 0}}")
            lines.append(f'!{2 * number + 4} = !{{!"{field}", !2, i64 0}}')
        lines.append(f'!{_LOOPS} = !{{!"llvm.loop.vectorize.enable", i1 false}}')
        for loop in range(_LOOPS + 1, _LOOPS + 1 + self._loops):
            lines.append(f"!{loop} = distinct !{{!{loop}, !{_LOOPS}}}")
        return "\n".join([_DECLARED, *self._texts, *lines]) + "\n"
