"""Loops through ghosts: entries of Ludii's lists of pieces beside the pieces themselves."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardless.games.compiler.source import GHOSTS
from boardless.ir.expressions import Int, Site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boardless.games.compiler.scope import Scope


@contextmanager
def each_ghost(components: Iterable[int], scope: Scope) -> Iterator[tuple[Int, Site, Int]]:
    """Open a loop through the ghosts of components on the board; yield component, site, level."""
    model, out = scope.model, scope.out
    levels = max(model.levels, 1)
    sites = 1 + model.hand_size + len(model.cells)
    scope.builder.numbers.place(GHOSTS, (1 + len(model.components)) * sites * levels)
    table = scope.constant("GHOSTS", list(components))
    n, number, at, level, again = map(out.name, ("n", "number", "x", "level", "n"))
    with (
        out.block(f"for {n} in range({len(list(components))}):"),
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"for {level} in range({levels}):"),
    ):
        out.add(f"{number} = int64({table}[{n}])")
        with out.block(f"for {again} in range(ghosts_at(s, {number}, {at}, {level})):"):
            yield Int.named(number), Site.named(at), Int.named(level)
