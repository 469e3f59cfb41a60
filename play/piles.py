"""What lies on what while a move is told, action by action."""

from collections.abc import Iterator
from typing import Any, Self

from boardless.state import ADD, REMOVE

#: The kind of an action, site, component and level.
Change = tuple[int, int, int, int]


class Piles(dict[int, list[int]]):
    """The components on each site of the arrays, the lowest first, from which something moved.

    Parameters
    ----------
    what, under : int arrays
        Of the engine; see `state.engine.levels`.
    width : int
        How many rows of `under` a level has.
    """

    def __init__(self, what: Any, under: Any, width: int) -> None:
        super().__init__()
        self._what, self._under, self._width = what, under, width

    @classmethod
    def of(cls, arrays: Any) -> Self | None:
        """Return those of arrays as they are now, None where nothing lies on anything else."""
        if not len(arrays.under):
            return None
        return cls(arrays.what.copy(), arrays.under.copy(), 1 + len(arrays.fields))

    def __missing__(self, site: int) -> list[int]:
        height = int(self._under[0, site])
        last = 1 + self._width * max(height - 1, 0)
        pile: list[int] = self._under[1 : last : self._width, site].tolist()
        self[site] = [*pile, int(self._what[site])] if height else []
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
