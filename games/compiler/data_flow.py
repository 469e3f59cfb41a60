"""What statements of the generated source read and write among the names of their function."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boardless.games.compiler.parsing import named


@dataclass(frozen=True)
class Flow:
    """What statements that follow one another do with names.

    Attributes
    ----------
    reads : frozenset of str
        The names that they may read as they were before.
    writes : frozenset of str
        The names that they may set.
    always : frozenset of str
        The names that they set whichever way they go.
    """

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()


def flow(nodes: Iterable[ast.AST]) -> Flow:
    """Return what statements, or the parts of one, do with names, one after another."""
    return _in_order(map(_flow, nodes))


def _in_order(flows: Iterable[Flow]) -> Flow:
    reads: set[str] = set()
    writes: set[str] = set()
    always: set[str] = set()
    for does in flows:
        reads |= does.reads - always
        writes |= does.writes
        always |= does.always
    return Flow(frozenset(reads), frozenset(writes), frozenset(always))


def _flow(node: ast.AST) -> Flow:
    # Statements are asked with all around them again and again, so each keeps its answer.
    known = vars(node)
    if "flow" not in known:
        known["flow"] = _worked_out(node)
    found: Flow = known["flow"]
    return found


def _worked_out(node: ast.AST) -> Flow:
    if isinstance(node, ast.If):
        yes, no = flow(node.body), flow(node.orelse)
        branches = Flow(yes.reads | no.reads, yes.writes | no.writes, yes.always & no.always)
        return _in_order((_flow(node.test), branches))
    if isinstance(node, ast.For | ast.While):
        head = [node.iter] if isinstance(node, ast.For) else [node.test]
        target = [node.target] if isinstance(node, ast.For) else []
        body = flow([*target, *node.body])
        # It may not be entered at all.
        return _in_order((flow(head), Flow(body.reads, body.writes), flow(node.orelse)))
    reads: set[str] = set()
    writes: set[str] = set()
    for name in named(node):
        (reads if isinstance(name.ctx, ast.Load) else writes).add(name.id)
    if isinstance(node, ast.AugAssign):
        reads |= writes
    return Flow(frozenset(reads), frozenset(writes), frozenset(writes))


def names_set(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements set, wherever in them."""
    for node in statements:
        targets = [node.target] if isinstance(node, ast.For | ast.AugAssign | ast.AnnAssign) else []
        for target in node.targets if isinstance(node, ast.Assign) else targets:
            yield from (name.id for name in named(target) if isinstance(name.ctx, ast.Store))
        for block in inner(node):
            yield from names_set(block)


def leaves(statements: Iterable[ast.stmt], inside: bool = False) -> bool:
    """Tell whether statements may go on elsewhere than behind them.

    `inside` says whether the innermost loop is one of their own.
    """
    return any(_leaves(node, inside) for node in statements)


def _leaves(node: ast.stmt, inside: bool) -> bool:
    if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not inside):
        return True
    looped = inside or isinstance(node, ast.For | ast.While)
    return any(leaves(block, looped) for block in inner(node))


def inner(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement."""
    for name in ("body", "orelse"):
        if block := getattr(node, name, None):
            yield block
