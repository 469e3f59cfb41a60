"""What statements of the generated source read and write among the names of their function."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Flow:
    """What statements that follow one another do with names.

    Attributes
    ----------
    reads : tuple of str
        The names that they may read as they were before, in order.
    writes : frozenset of str
        The names that they may set.
    always : frozenset of str
        The names that they set whichever way they go.
    """

    reads: tuple[str, ...] = ()
    writes: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()

    def then(self, after: "Flow") -> "Flow":
        """Return what these do, and others after them."""
        read = (name for name in after.reads if name not in self.always)
        reads = tuple(dict.fromkeys((*self.reads, *read)))
        return Flow(reads, self.writes | after.writes, self.always | after.always)


def flow(statements: Iterable[ast.stmt]) -> Flow:
    """Return what statements do with names, one after another."""
    found = Flow()
    for node in statements:
        found = found.then(_flow(node))
    return found


def _flow(node: ast.stmt) -> Flow:
    # Statements are asked with all around them again and again, so each keeps its answer.
    known = vars(node)
    if "flow" not in known:
        known["flow"] = _worked_out(node)
    found: Flow = known["flow"]
    return found


def places_named(function: ast.FunctionDef) -> list[tuple[str, int]]:
    """Return the names in a function, each with its line."""
    known = vars(function)
    if "places" not in known:
        nodes = (node for node in ast.walk(function) if isinstance(node, ast.Name))
        known["places"] = [(node.id, node.lineno) for node in nodes]
    places: list[tuple[str, int]] = known["places"]
    return places


def _worked_out(node: ast.stmt) -> Flow:
    if isinstance(node, ast.If):
        yes, no = flow(node.body), flow(node.orelse)
        reads = tuple(dict.fromkeys((*yes.reads, *no.reads)))
        branches = Flow(reads, yes.writes | no.writes, yes.always & no.always)
        return Flow(names(node.test, ast.Load)).then(branches)
    if isinstance(node, ast.For | ast.While):
        head = node.iter if isinstance(node, ast.For) else node.test
        target = names(node.target, ast.Store) if isinstance(node, ast.For) else ()
        body = Flow((), frozenset(target), frozenset(target)).then(flow(node.body))
        # It may not be entered at all.
        body = Flow(body.reads, body.writes, frozenset())
        return Flow(names(head, ast.Load)).then(body).then(flow(node.orelse))
    if isinstance(node, ast.AugAssign):
        own = names(node.target, ast.Store)
        reads = (*own, *names(node, ast.Load))
        return Flow(reads, frozenset(own), frozenset(own))
    writes = frozenset(names(node, ast.Store))
    return Flow(names(node, ast.Load), writes, writes)


def names(node: ast.AST, how: type[ast.expr_context]) -> tuple[str, ...]:
    """Return the names in a tree that are read, or set, in order."""
    found = (x for x in ast.walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, how))
    return tuple(dict.fromkeys(x.id for x in found))


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
