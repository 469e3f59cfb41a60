"""What lies on what while a move is told, action by action."""

from collections.abc import Iterator
from typing import Any

from boardless.state import ADD, REMOVE

#: The kind of an action, site, component and level.
Change = tuple[int, int, int, int]


def pile_at(arrays: Any, site: int) -> list[int]:
    """Return the components on a site of the arrays, the lowest first."""
    what = int(arrays.what[site])
    if not what:
        return []
    below: list[int] = []
    if len(arrays.under):
        width = 1 + len(arrays.fields)
        below = arrays.under[
            1 : 1 + width * (int(arrays.under[0, site]) - 1) : width, site
        ].tolist()
    return [*below, what]


class Piles(dict[int, list[int]]):
    """The components on each site of the arrays, the lowest first, from which something moved.

    Parameters
    ----------
    arrays : Arrays
        Of the engine; they are read while the move is told. See `state.engine.levels`.
    """

    def __init__(self, arrays: Any) -> None:
        super().__init__()
        self._arrays = arrays

    def __missing__(self, site: int) -> list[int]:
        # Cells come while a move is made.
        self[site] = pile_at(self._arrays, site) if site < len(self._arrays.what) else []
        return self[site]

    def changes(self, kernels: Any, row: list[int]) -> Iterator[Change]:
        """Yield what a row of the log puts and takes."""
        k, (kind, a, b, c, origin_level, level, *_) = kernels, row
        if kind == k.ADDED:
            yield self._put(a, b, len(self[a]))
        elif kind == k.INSERTED:
            yield self._put(a, b, c)
        elif kind == k.PROMOTED:
            yield from self._take(a, -1)
            yield self._put(a, b, len(self[a]))
        elif kind in (k.REMOVED, k.REMOVED_LATER):
            yield from self._take(a, level - 1)
        elif a != b:
            first, count = origin_level - 1, 1
            if kind == k.MOVED_PILE:
                first, count = 0, len(self[a])
            elif kind == k.MOVED_LEVELS:
                first, count = len(self[a]) - c, c
            for _ in range(count):
                for change in self._take(a, first):
                    yield change
                    yield self._put(b, change[2], level - 1 if level else len(self[b]))

    def _put(self, site: int, what: int, level: int) -> Change:
        level = min(level, len(self[site]))
        self[site].insert(level, what)
        return ADD, site, what, level

    def _take(self, site: int, level: int) -> Iterator[Change]:
        """Take the piece on a level, -1 for the uppermost, if there is one."""
        pile = self[site]
        if pile and -1 <= level < len(pile):
            level = len(pile) - 1 if level < 0 else level
            yield REMOVE, site, pile.pop(level), level
