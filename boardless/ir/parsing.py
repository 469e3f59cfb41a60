"""Python of the engine as nodes; the printed nodes are the same Python without comments.

In a module the tables are constants: ``s.plane.slots`` is ``SLOTS``, and functions do not get them
as arguments.
"""

from __future__ import annotations

import ast

from boardless.ir.expressions import Bool, Expression, Int, IntArray, lifted
from boardless.ir.statements import (
    BREAK,
    CONTINUE,
    Assign,
    Block,
    CallStatement,
    Definition,
    For,
    If,
    Return,
    Statement,
    While,
)
from boardless.jit.sources import parsed

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Mod: "%",
    ast.FloorDiv: "//",
    ast.Div: "/",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}
#: The parameter that is the tables, and the end of the name of each group's type.
_TABLES, _GROUP = "t", "Tables"
#: Parameters of these types are nodes, behind the state.
_NUMBERS: dict[str, type[Expression]] = {"int": Int, "bool": Bool}


class Kept(Statement):
    """A class of named tuples, kept as written."""

    text: str

    @property
    def head(self) -> str:
        """The text."""
        return self.text


def statements_of(source: str) -> Block:
    """Return the statements of a source, with imports and docstrings apart."""
    statements: list[Statement] = []
    for node in parsed(source).body:
        if isinstance(node, ast.FunctionDef):
            statements.append(_definition(node))
        elif isinstance(node, ast.ClassDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            lines = source.split("\n")[first - 1 : node.end_lineno]
            statements.append(Kept("\n".join(line for line in lines if not line.endswith(_GROUP))))
        elif not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom):
            statements.append(_statement(node))
    return tuple(statements)


def _definition(node: ast.FunctionDef) -> Definition:
    note = ast.get_docstring(node, clean=False) or ""
    mark = ast.unparse(node.decorator_list[0]) if node.decorator_list else ""
    result, body = ast.unparse(node.returns or ast.Constant(None)), _block(node.body[bool(note) :])
    given = [ast.unparse(each) for each in node.args.args if each.arg != _TABLES]
    parameters: list[Expression] = []
    for name, _, kind in (each.partition(": ") for each in given[1:]):
        parameters += [_NUMBERS[kind].named(name)] if kind in _NUMBERS else []
    if given[:1] == ["s: Arrays"] and len(parameters) == len(given) - 1:
        return Definition(node.name, tuple(parameters), result, body, note, mark)
    return Definition(node.name, (), result, body, note, mark, ", ".join(given))


def _block(nodes: list[ast.stmt]) -> Block:
    return tuple(_statement(node) for node in nodes if not isinstance(node, ast.Pass))


def _statement(node: ast.stmt) -> Statement:
    match node:
        case ast.Assign([ast.Tuple(parts)], value):
            return Assign(tuple(map(expression, parts)), expression(value))
        case ast.Assign([target], value):
            return Assign((expression(target),), expression(value))
        case ast.AugAssign(target, op, value):
            return Assign((expression(target),), _binary(op, target, value))
        case ast.Expr(ast.Call() as call):
            return CallStatement(expression(call))
        case ast.If(test, body, orelse):
            return If(_test(test), _block(body), _block(orelse))
        case ast.For(ast.Name(name), domain, body, []):
            return For(Int.named(name), expression(domain), _block(body))
        case ast.While(test, body, []):
            return While(_test(test), _block(body))
        case ast.Return(ast.Tuple(parts)):
            return Return(tuple(map(expression, parts)))
        case ast.Return(value):
            return Return(() if value is None else (expression(value),))
        case ast.Break():
            return BREAK
        case ast.Continue():
            return CONTINUE
    raise ValueError(f"not a statement of kernels: {ast.unparse(node)}")


def _test(node: ast.expr) -> Bool:
    return lifted(expression(node, Bool), Bool)


def _binary(op: ast.operator, left: ast.expr, right: ast.expr) -> Int:
    return Int(_BINARY[type(op)], expression(left), expression(right))


def expression(node: ast.expr, kind: type[Expression] = Int) -> Expression:
    """Return an expression as a node; variables and entries in it are of a type."""
    match node:
        case ast.Name(name):
            return kind.named(name)
        case ast.Constant(bool() as value):
            return Bool.of(value)
        case ast.Constant(int() as value):
            return kind.of(value)
        case ast.Constant(value):
            return kind("literal", repr(value))
        case ast.Attribute(owner, name):
            whole = expression(owner, IntArray)
            if whole.operation == "name":
                owner_of, _, group = str(whole).partition(".")
                is_table = group and owner_of in ("s", _TABLES) and name != "shape"
                return kind.named(name.upper() if is_table else f"{whole}.{name}")
            return kind("attribute", whole, name)
        case ast.Subscript(array, place):
            places = place.elts if isinstance(place, ast.Tuple) else [place]
            return kind("item", expression(array, IntArray), *map(_place, places))
        case ast.Call(called, values, named):
            callee = expression(called)
            function = str(callee) if callee.operation == "name" else callee
            keywords = (
                Int("keyword", str(keyword.arg), expression(keyword.value)) for keyword in named
            )
            given = (
                _argument(argument) for argument in values if not isinstance(argument, ast.Starred)
            )
            return kind("call", function, *given, *keywords)
        case ast.BinOp(left, op, right):
            return _binary(op, left, right)
        case ast.Compare(left, [op], [right]):
            sign = _COMPARED[type(op)]
            return Bool(sign, expression(left), expression(right))
        case ast.Compare(left, ops, others):
            signs = [_COMPARED[type(op)] for op in ops]
            links = (
                part for x, y in zip(signs, others, strict=True) for part in (x, expression(y))
            )
            return Bool("chain", expression(left), *links)
        case ast.BoolOp(op, values):
            word = "and" if isinstance(op, ast.And) else "or"
            return Bool(word, *(expression(each, Bool) for each in values))
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
            return kind.of(-value)
        case ast.UnaryOp(ast.USub(), value):
            return Int("negative", expression(value))
        case ast.UnaryOp(ast.Invert(), value):
            return Int("complement", expression(value))
        case ast.UnaryOp(ast.Not(), value):
            return Bool("not", expression(value, Bool))
        case ast.IfExp(test, yes, no):
            parts = expression(test, Bool), expression(yes, kind), expression(no, kind)
            return kind("choice", *parts)
        case ast.Tuple(parts):
            return IntArray("list", *map(expression, parts))
    raise ValueError(f"not an expression of kernels: {ast.unparse(node)}")


def _argument(node: ast.expr) -> Expression | str:
    """Return an argument of a call; the state is not a value."""
    argument = expression(node)
    return "s" if argument.operation == "name" and argument.parts == ("s",) else argument


def _place(node: ast.expr) -> Expression:
    if not isinstance(node, ast.Slice):
        return expression(node)
    bounds = ("" if bound is None else expression(bound) for bound in (node.lower, node.upper))
    return Int("slice", *bounds)
