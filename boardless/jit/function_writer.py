"""Translation of one function: its statements become instructions of LLVM."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.jit.expression_writer import ExpressionWriter, is_piece
from boardless.jit.sources import NamedFunction, annotated, decorators
from boardless.jit.values import (
    BOOL,
    INT,
    NOTHING,
    ArrayType,
    Scalar,
    Several,
    Struct,
    Type,
    Value,
    constant,
    flat,
    llvm_type,
    natural,
    of_operands,
    operands_of,
    tuple_of,
)

if TYPE_CHECKING:
    from boardless.jit.translation import Unit

#: Decorators of functions that take the place of their calls; of others LLVM decides.
_INLINED = frozenset(("kernel", "entry", "plain_entry"))


class FunctionWriter(ExpressionWriter):
    """One function under translation."""

    def __init__(
        self, unit: Unit, named: NamedFunction, symbol: str, types: tuple[Type, ...],
        result: Type | None, known: dict[str, Type],
    ) -> None:  # fmt: skip
        super().__init__(unit, named, known)
        self.symbol, self.types = symbol, types
        #: The type of the result as it is declared, None for arrays, and as it is.
        self.declared = result
        self.result: Type = NOTHING if result is None else result
        #: Labels of the enclosing loops: the start of the next turn, and the end.
        self.loops: list[tuple[str, str]] = []
        #: Arrays are made, and freed at the end except returned ones.
        self.makes = any(map(self.is_making, ast.walk(self.node)))

    @classmethod
    def of(
        cls, unit: Unit, named: NamedFunction, symbol: str, types: tuple[Type, ...],
        result: Type | None,
    ) -> FunctionWriter:  # fmt: skip
        """Return the writer of a translated function."""
        known: dict[str, Type] = {}
        while True:
            writer = cls(unit, named, symbol, types, result, known)
            writer.translate()
            if not writer.widened:
                return writer

    def text(self) -> str:
        """Return the function."""
        parameters = ", ".join(
            f"{llvm}{' noalias' if isinstance(type_, Struct) else ''} %{parameter.arg}.{n}"
            for parameter, type_ in zip(self.node.args.args, self.types, strict=True)
            for n, llvm in enumerate(flat(type_))
        )
        inlined = self.unit.inlines and not _INLINED.isdisjoint(decorators(self.node))
        attributes = "alwaysinline nounwind" if inlined else "nounwind"
        result = llvm_type(self.result)
        return "\n".join([
            f"define internal {result} @{self.symbol}({parameters}) {attributes} {{",
            "entry:", *self.entry, "  br label %begin", "begin:", *self.lines, "}\n",
        ])  # fmt: skip

    def translate(self) -> None:
        """Write the function."""
        stored = {
            node.id for node in ast.walk(self.node)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }  # fmt: skip
        for parameter, type_ in zip(self.node.args.args, self.types, strict=True):
            operands = iter([f"%{parameter.arg}.{n}" for n in range(len(flat(type_)))])
            value = of_operands(type_, operands)
            if parameter.arg in stored:
                self.assign(parameter.arg, value)
            else:
                # An integer that is assigned may fall below 0, whatever it was at first.
                is_natural = isinstance(parameter.annotation, ast.Name) and (
                    parameter.annotation.id == "Natural"
                )
                self.bound[parameter.arg] = replace(value, natural=is_natural)
        self.body(self.node.body)
        if self.open:
            if self.result != NOTHING:
                self.add("unreachable")
            else:
                self.give_back(None)
        if self.makes:
            self.entry += ["  %made = alloca ptr", "  store ptr null, ptr %made"]

    def body(self, nodes: Sequence[ast.stmt]) -> None:
        """Write statements, up to one that ends the block."""
        for node in nodes:
            if not self.open:
                return
            self.visit(node)

    def give_back(self, value: Value | None) -> None:
        """Return from the function; free the arrays that it made, except returned ones."""
        if self.makes:
            for part in () if value is None else (value, *value.parts):
                if isinstance(part.type, ArrayType):
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
            pairs = zip(flat(value.type), operands_of(value), strict=True)
            for n, (llvm, operand) in enumerate(pairs):
                at = self.new(f"insertvalue {whole} {at}, {llvm} {operand}, {n}")
            self.add(f"ret {whole} {at}")
        self.open = False

    def is_making(self, node: ast.AST) -> bool:
        """Return True if an expression makes an array."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Call):
            return self.is_making(node.slice)
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            return node.func.attr not in ("int64", "uint64")
        named = self.names_of.find(node.func.id) if isinstance(node.func, ast.Name) else None
        return named is not None and annotated(named.node.returns) is None

    def _pass(self, node: ast.stmt) -> None:
        """Write nothing."""

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(target, value)

    def store(self, target: ast.expr, value: Value) -> None:
        """Write a value to a variable, an entry of an array, or a tuple of these."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple):
            if isinstance(value.type, ArrayType):
                places = map(constant, range(len(target.elts)))
                value = tuple_of(self.entry_of(value, [place]) for place in places)
            if not isinstance(value.type, Several) or len(value.parts) != len(target.elts):
                self.fail(target, f"gets {value.type}")
            for each, part in zip(target.elts, value.parts, strict=True):
                self.store(each, part)
        elif isinstance(target, ast.Subscript):
            if is_piece(target):
                self.fill(self.value(target), value)
                return
            array = self.value(target.value)
            self.store_at(array, self.address(array, target), value)
        else:
            self.fail(target)

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            array = self.value(node.target.value)
            address = self.address(array, node.target)
            before = self.entry_at(array, address)
            after = self.binary(type(node.op), before, self.value(node.value), node)
            self.store_at(array, address, after)
        else:
            assert isinstance(node.target, ast.Name)
            before = self._name(node.target)
            after = self.binary(type(node.op), before, self.value(node.value), node)
            self.assign(node.target.id, after)

    def _annassign(self, node: ast.AnnAssign) -> None:
        assert node.value is not None
        self.store(node.target, self.value(node.value))

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
        else:
            reached = True
        if reached:
            self.begin(end)

    def _while(self, node: ast.While) -> None:
        test, inside, end = self.fresh("test"), self.fresh("while"), self.fresh("endwhile")
        self.begin(test)
        holds = self.truth(self.value(node.test))
        if holds.constant is False:
            return
        self.branch(holds, inside, end)
        self.begin(inside)
        self.turn(node, test, end, self.unit.loop())
        self.begin(end)

    def _for(self, node: ast.For) -> None:
        call = node.iter
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "range"
        ):
            self.count(node, [self.as_integer(self.value(argument)) for argument in call.args])
            return
        through = self.value(call)
        if isinstance(through.type, Several):
            # Few, and constants nearly always: the loop is unrolled.
            end = self.fresh("endfor")
            for part in through.parts:
                again = self.fresh("next")
                self.store(node.target, part)
                self.turn(node, again, end)
                self.begin(again)
            self.begin(end)
            return
        if not isinstance(through.type, ArrayType):
            self.fail(node)
        length = natural(through.operands[1])
        self.count(node, [length], through)

    def turn(self, node: ast.While | ast.For, again: str, end: str, about: str = "") -> None:
        """Write the body of a loop; it repeats from the label `again` and leaves to `end`."""
        self.loops.append((again, end))
        self.body(node.body)
        self.loops.pop()
        self.go(again, about)

    def count(self, node: ast.For, bounds: list[Value], through: Value | None = None) -> None:
        """Write a loop over a range of integers, or over the array that they index."""
        if len(bounds) == 1:
            bounds = [constant(0), *bounds]
        first, last, step = [*bounds, constant(1)][:3]
        at = f"%{self.fresh('counter')}"
        self.entry.append(f"  {at} = alloca i64")
        self.add(f"store i64 {first.text}, ptr {at}")
        test, inside = self.fresh("test"), self.fresh("for")
        again, end = self.fresh("next"), self.fresh("endfor")
        self.begin(test)
        now = self.new(f"load i64, ptr {at}")
        going = self.goes_on(now, last, step)
        self.branch(Value(BOOL, (going,)), inside, end)
        self.begin(inside)
        rising = step.constant is not None and step.constant > 0
        number = Value(INT, (now,), natural=first.natural and rising)
        value = number if through is None else self.entry_of(through, [number])
        self.store(node.target, value)
        self.turn(node, again, end)
        self.begin(again)
        after = self.new(f"add nsw i64 {now}, {step.text}")
        self.add(f"store i64 {after}, ptr {at}")
        self.go(test, "" if _is_copy(node) else self.unit.loop())
        self.begin(end)

    def goes_on(self, now: str, last: Value, step: Value) -> str:
        """Return the test that a counter has not reached its end."""
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


def _is_copy(loop: ast.For) -> bool:
    """Return True if a loop only copies arrays or fills them."""
    for statement in loop.body:
        if not isinstance(statement, ast.Assign) or not isinstance(
            statement.targets[0], ast.Subscript
        ):
            return False
        if not isinstance(statement.value, ast.Subscript | ast.Constant | ast.Name):
            return False
    return True
