"""Printing and parsing: each is the other way round."""

import ast
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games.compiler.module import PARTS
from boardless.ir.expressions import Bool, Expression, Int, IntArray
from boardless.ir.module_nodes import ENGINE
from boardless.ir.parsing import Kept, expression, statements_of
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
from boardless.state.engine.tables import Tables

BINARY = ["+", "-", "*", "//", "%", "/", "**", "&", "|", "^", "<<", ">>"]
COMPARED = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
NAMES = st.sampled_from(["at", "count", "TABLE", "s.what", "np.int64", "pair.size"])
DEPTH = st.integers(0, 2)


@st.composite
def numbers(draw: Any, depth: int) -> Int:
    """Return a number; a sign in front of a constant is its own."""
    leaves = [
        Int.of(draw(st.integers(-300, 300))),
        Int.named(draw(NAMES)),
        Int("literal", draw(st.sampled_from(["1.5", "'mergesort'", "None"]))),
    ]
    if not depth:
        return leaves[draw(st.integers(0, 2))]
    one, other = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    rows = IntArray.named("rows")
    nodes = [
        *leaves,
        Int(draw(st.sampled_from(BINARY)), one, other),
        Int("complement", one) if one.constant is not None else Int("negative", one),
        Int("choice", draw(truths(depth - 1)), one, other),
        Int("call", "move", "s", one, other),
        Int("call", "np.zeros", one, Int("keyword", "dtype", other)),
        Int("call", Int("attribute", IntArray("item", rows, one), "copy")),
        Int("item", IntArray.named(draw(NAMES)), one, other),
        Int("item", rows, one, Int("slice", draw(st.sampled_from(["", one])), other)),
        Int("item", IntArray("list", one, other), one),
    ]
    return nodes[draw(st.integers(0, len(nodes) - 1))]


@st.composite
def truths(draw: Any, depth: int) -> Bool:
    """Return a test; what is joined by the same word is one joint."""
    one, other = draw(numbers(max(depth - 1, 0))), draw(numbers(0))
    nodes = [
        Bool.of(draw(st.booleans())),
        Bool.named(draw(NAMES)),
        Bool(draw(st.sampled_from(COMPARED)), one, other),
        Bool("chain", one, "<=", other, "<", one),
    ]
    if depth:
        yes, no = draw(truths(depth - 1)), draw(truths(depth - 1))
        nodes += [Bool("not", yes), Bool("choice", nodes[2], yes, no)]
        nodes += [Bool(word, yes, no) for word in ("and", "or")
                  if word not in (yes.operation, no.operation)]  # fmt: skip
    return nodes[draw(st.integers(0, len(nodes) - 1))]


@st.composite
def blocks(draw: Any, depth: int) -> Block:
    """Return statements."""
    one, test = draw(numbers(1)), draw(truths(1))
    to = draw(st.sampled_from([Int.named("to"), Int("item", IntArray.named("s.what"), one)]))
    nodes: list[Statement] = [
        Assign((to,), one),
        Assign((to,), Bool("not", test)),
        Assign((to, Int.named("n")), one),
        Assign((to,), Int(draw(st.sampled_from(BINARY)), to, one)),
        CallStatement(Int("call", "act", "s", one)),
        Return((one, to)),
        Return(()),
        BREAK,
        CONTINUE,
    ]
    if depth:
        body, orelse = draw(blocks(depth - 1)), draw(st.sampled_from([(), *[draw(blocks(0))]]))
        loop = For(Int.named("n"), Int("call", "range", one), body)
        nodes += [If(test, body, orelse), If(test, (), body), loop, While(test, body)]
    kept = draw(st.lists(st.integers(0, len(nodes) - 1), min_size=1, max_size=3))
    return tuple(nodes[n] for n in kept)


@given(DEPTH.flatmap(numbers))
def test_numbers_are_parsed_as_they_were(node: Expression) -> None:
    assert expression(ast.parse(node.text, mode="eval").body) is node


@given(DEPTH.flatmap(truths))
def test_tests_are_parsed_as_they_were(node: Expression) -> None:
    assert expression(ast.parse(node.text, mode="eval").body, Bool) is node


@given(DEPTH.flatmap(blocks), st.sampled_from(["", "Do something.\n\n    And say why.\n    "]))
def test_functions_are_parsed_as_they_were(body: Block, note: str) -> None:
    parameters = (Int.named("at"), Bool.named("twice"))
    both = (
        Definition("one", parameters, "tuple[int, int]", body, note),
        Definition("other", (), "None", body, note, "", "values: Ints, to: int"),
    )
    assert statements_of("\n".join(line for it in both for line in it.lines)) == both


class _Bound(ast.NodeTransformer):
    """Puts constants in the place of tables."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner, _, group = ast.unparse(node.value).partition(".")
        if group in Tables._fields and owner in ("s", "t"):
            return ast.Name(node.attr.upper())
        return ast.Attribute(self.visit(node.value), node.attr)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.args.args = [it for it in node.args.args if it.arg != "t"]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [it for it in node.args if not isinstance(it, ast.Starred)]
        return self.generic_visit(node)


@pytest.mark.parametrize("sign", [sign for sign in BINARY if sign != "**"])
def test_a_variable_is_changed_in_place(sign: str) -> None:
    a, b = Int.named("a"), Int.named("b")
    assert Assign((a,), Int(sign, a, b)).lines == (f"a {sign}= b",)
    assert Assign((b,), Int(sign, a, b)).lines == (f"b = {Int(sign, a, b).text}",)


@pytest.mark.parametrize("part", [*PARTS, "exploring", "counting", "packing", "observing"])
def test_nothing_of_the_engine_is_lost(part: str) -> None:
    source = (files(ENGINE) / f"{part}.py").read_text(encoding="utf-8")
    written = [it for it in ast.parse(source).body if isinstance(it, ast.FunctionDef)]
    nodes = [it for it in statements_of(source) if isinstance(it, Definition)]
    assert [it.name for it in nodes] == [it.name for it in written]
    for node, function in zip(nodes, written, strict=True):
        (printed,) = ast.parse("\n".join(node.lines)).body
        assert ast.unparse(printed) == ast.unparse(_Bound().visit(function))


def test_classes_stay_as_they_are() -> None:
    text = "@by_address\nclass Pair(NamedTuple):\n    one: Ints  #: (n,)"
    (node,) = statements_of(f"import x\n\n\n{text}\n    plane: PlaneTables\n")
    assert isinstance(node, Kept)
    assert node.text == text
