"""Constant folding of syntax trees: expressions with the same value get the same form."""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import cast

_ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_COMPARISON: Mapping[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: cast("Callable[[object, object], bool]", operator.lt),
    ast.LtE: cast("Callable[[object, object], bool]", operator.le),
    ast.Gt: cast("Callable[[object, object], bool]", operator.gt),
    ast.GtE: cast("Callable[[object, object], bool]", operator.ge),
}
#: Operations that leave the left (right) operand as it is, with the other operand.
_RIGHT_NEUTRAL = {(ast.Add, 0), (ast.Sub, 0), (ast.Mult, 1), (ast.FloorDiv, 1)}
_LEFT_NEUTRAL = {(ast.Add, 0), (ast.Mult, 1)}


def _constant(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


class Folding(ast.NodeTransformer):
    """Folds constants, and writes equal expressions in one way."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """Write it out."""
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        made = ast.Assign([node.target], ast.BinOp(before, node.op, node.value))
        return cast("ast.stmt", self.visit(ast.copy_location(made, node)))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Fold integers and neutral elements."""
        self.generic_visit(node)
        left, right, kind = _constant(node.left), _constant(node.right), type(node.op)
        if left is not None and right is not None and kind in _ARITHMETIC:
            return ast.Constant(_ARITHMETIC[kind](left, right))
        if (kind, left) in _LEFT_NEUTRAL:
            return node.right
        return node.left if (kind, right) in _RIGHT_NEUTRAL else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Fold a comparison of constants; a constant stands on the right of an equality."""
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        left, right, kind = node.left, node.comparators[0], type(node.ops[0])
        if _constant(left) is not None and kind in _COMPARISON:
            if _constant(right) is not None:
                return ast.Constant(_COMPARISON[kind](_constant(left), _constant(right)))
            if kind in (ast.Eq, ast.NotEq):
                node.left, node.comparators = right, [left]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Fold truths, inner tests of the same kind, and tests that are there twice."""
        self.generic_visit(node)
        neutral = isinstance(node.op, ast.And)
        parts: dict[str, ast.expr] = {}
        for each in node.values:
            alike = isinstance(each, ast.BoolOp) and type(each.op) is type(node.op)
            for part in cast("ast.BoolOp", each).values if alike else [each]:
                if not isinstance(part, ast.Constant) or part.value is not neutral:
                    parts.setdefault(ast.dump(part), part)
        node.values = list(parts.values())
        for part in node.values:
            if isinstance(part, ast.Constant) and part.value is (not neutral):
                return part
        if len(node.values) < 2:
            return node.values[0] if node.values else ast.Constant(neutral)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Fold the negation of a truth and of a negation."""
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not):
            if isinstance(inner, ast.Constant):
                return ast.Constant(not inner.value)
            if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
                return inner.operand
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Write ``1 if test else 0`` as ``int(test)``."""
        self.generic_visit(node)
        if (_constant(node.body), _constant(node.orelse)) == (1, 0):
            return ast.Call(ast.Name("int", ast.Load()), [node.test], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Write ``range(0, n)`` as ``range(n)``."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) == 2:
            node.args = node.args[_constant(node.args[0]) == 0 :]
        return node
