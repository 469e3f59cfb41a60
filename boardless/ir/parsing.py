"""Functions of the engine as nodes: parsed once."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property, lru_cache

from boardless.ir.expressions import (
    _AND,
    _BITS,
    _CHOICE,
    _COMPARISON,
    _NOT,
    _OR,
    _PRODUCT,
    _SIGN,
    _SUM,
    Array,
    Bool,
    Expression,
    Int,
)
from boardless.ir.statements import (
    BREAK,
    CONTINUE,
    Assign,
    Block,
    Do,
    For,
    If,
    Return,
    Statement,
    Text,
    While,
    lines_of,
)
from boardless.jit.sources import parsed

_BINARY = {
    ast.Add: ("+", _SUM), ast.Sub: ("-", _SUM), ast.Mult: ("*", _PRODUCT), ast.Mod: ("%", _PRODUCT),
    ast.FloorDiv: ("//", _PRODUCT), ast.Div: ("/", _PRODUCT), ast.Pow: ("**", _SIGN),
    ast.BitAnd: ("&", _BITS["&"]), ast.BitOr: ("|", _BITS["|"]), ast.BitXor: ("^", _BITS["^"]),
    ast.LShift: ("<<", _BITS["<<"]), ast.RShift: (">>", _BITS[">>"]),
}  # fmt: skip
_COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip


@dataclass(frozen=True)
class FunctionNode:
    """A function: its head as Python, and its body."""

    name: str
    marks: tuple[str, ...]
    head: str
    note: str
    body: Block

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in its body."""
        return frozenset().union(*(each.names for each in self.body))

    @property
    def lines(self) -> list[str]:
        """The Python of it."""
        note = [f'    """{self.note}"""'] if self.note else []
        return [*(f"@{mark}" for mark in self.marks), self.head, *note, *lines_of(self.body, 1)]


@lru_cache(4096)
def function_of(text: str) -> FunctionNode:
    """Return the function that a source defines."""
    (node,) = parsed(text).body
    assert isinstance(node, ast.FunctionDef)
    note = ast.get_docstring(node, clean=False) or ""
    only = ast.FunctionDef(node.name, node.args, [ast.Pass()], [], node.returns, lineno=0)
    head = ast.unparse(only)
    marks = tuple(ast.unparse(mark) for mark in node.decorator_list)
    body = block_of(node.body[bool(note) :])
    return FunctionNode(node.name, marks, head.split("\n")[0], note, body)


def block_of(nodes: list[ast.stmt]) -> Block:
    """Return statements as nodes."""
    return tuple(_statement(node) for node in nodes if not isinstance(node, ast.Pass))


def _statement(node: ast.stmt) -> Statement:
    match node:
        case ast.Assign([ast.Tuple(parts)], value):
            return Assign(tuple(map(expression, parts)), expression(value))
        case ast.Assign([target], value):
            return Assign((expression(target),), expression(value))
        case ast.AnnAssign(target, _, value) if value is not None:
            return Assign((expression(target),), expression(value))
        case ast.AugAssign(target, op, value):
            sign, level = _BINARY[type(op)]
            target = expression(target)
            return Assign((target,), Int(sign, target, expression(value), level=level))
        case ast.Expr(ast.Call() as call):
            return Do(expression(call))
        case ast.If(test, body, orelse):
            return If(expression(test, Bool), block_of(body), block_of(orelse))
        case ast.For(ast.Name(name), domain, body, []):
            return For(Int.named(name), expression(domain), block_of(body))
        case ast.While(test, body, []):
            return While(expression(test, Bool), block_of(body))
        case ast.Return(ast.Tuple(parts)):
            return Return(tuple(map(expression, parts)))
        case ast.Return(value):
            return Return(() if value is None else (expression(value),))
        case ast.Break():
            return BREAK
        case ast.Continue():
            return CONTINUE
    return Text(ast.unparse(node))


def expression(node: ast.expr, kind: type[Expression] = Int) -> Expression:
    """Return an expression as a node."""
    match node:
        case ast.Name(name):
            return kind.named(name)
        case ast.Constant(bool() as value):
            return Bool.of(value)
        case ast.Constant(int() as value):
            return kind.of(value)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
            return kind.of(-value)
        case ast.UnaryOp(ast.USub(), value):
            return Int("negative", expression(value), level=_SIGN)
        case ast.UnaryOp(ast.Invert(), value):
            return Int("complement", expression(value), level=_SIGN)
        case ast.UnaryOp(ast.Not(), value):
            return Bool("not", expression(value, Bool), level=_NOT)
        case ast.BinOp(left, op, right):
            sign, level = _BINARY[type(op)]
            return Int(sign, _bound(left), _bound(right), level=level)
        case ast.BoolOp(op, values):
            word, level = ("and", _AND) if isinstance(op, ast.And) else ("or", _OR)
            return Bool(word, *(expression(each, Bool) for each in values), level=level)
        case ast.Compare(left, [op], [right]):
            sign = _COMPARED[type(op)]
            return Bool(sign, expression(left), expression(right), level=_COMPARISON)
        case ast.Compare(left, ops, others):
            signs = [_COMPARED[type(op)] for op in ops]
            links = (it for x, y in zip(signs, others, strict=True) for it in (x, expression(y)))
            return Bool("chain", expression(left), *links, level=_COMPARISON)
        case ast.IfExp(test, yes, no):
            parts = expression(test, Bool), expression(yes, kind), expression(no, kind)
            return kind("choice", *parts, level=_CHOICE)
        case ast.Constant(value):
            return kind("literal", repr(value))
        case ast.Attribute(owner, name):
            whole = expression(owner, Array)
            if whole.operation == "name":
                return kind.named(f"{whole}.{name}")
            return kind("attribute", whole, name)
        case ast.Subscript(array, place):
            places = place.elts if isinstance(place, ast.Tuple) else [place]
            return kind("item", expression(array, Array), *map(_place, places))
        case ast.Call(called, values, named):
            name = expression(called)
            function = str(name) if name.operation == "name" else name
            keywords = (Int("keyword", str(it.arg), expression(it.value)) for it in named)
            return kind("call", function, *map(expression, values), *keywords)
        case ast.Tuple(parts):
            return Array("list", *map(expression, parts))
    raise ValueError(f"no expression of kernels: {ast.unparse(node)}")


def _place(node: ast.expr) -> Expression:
    if not isinstance(node, ast.Slice):
        return expression(node)
    bounds = ("" if bound is None else expression(bound) for bound in (node.lower, node.upper))
    return Int("slice", *bounds)


def _bound(node: ast.expr) -> Expression:
    return expression(node)
