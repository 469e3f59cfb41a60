"""Loops over ghosts: entries of Ludii's lists of pieces without a piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from boardless.games.building.source import GHOSTS
from boardless.ir.expressions import COUNTERS, ENGINE, Int, Site, wide

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope


def each_ghost(components: Iterable[int], b: Scope) -> Iterator[tuple[Int, Site, Int]]:
    """Iterate over the ghosts of components on the board: component, site, level."""
    model, listed, levels = b.model, list(components), max(b.model.levels, 1)
    sites = 1 + model.hand_size + len(model.cells)
    b.builder.numbers.place(GHOSTS, (1 + len(model.components)) * sites * levels)
    table, (at,) = b.table("GHOSTS", listed), b.named(x=Site)
    for n in b.numbers(len(listed)):
        for _ in b.numbers(COUNTERS.COUNT + 1, ENGINE.HELD + 1, name=at):
            for level in b.numbers(levels, stem="level"):
                number = b.variable("number", wide(table[n]))
                for _ in b.numbers(Int.call("ghosts_at", number, at, level)):
                    yield number, at, level
