"""Flood fills: groups of connected sites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from boardless.games.loops.directions import steps
from boardless.ir.expressions import NONE, TRUE, Bool, Int, Site, lifted, wide

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Condition, Ways


class Filling:
    """Flood fills along some directions; a group lasts until the next fill.

    Its sites belong to the mover, or meet a condition `of` as ``(to)``.
    """

    size: Int
    _number: Int
    _first: Int

    def __init__(self, b: Scope, ways: Ways | None, of: Condition | None = None) -> None:
        self.out, self.ways, self.of = b.out, ways, of
        # A condition on a site, or the use of a group, may need its own fill.
        self._sites, self._marks = b.builder.row(), b.builder.row()
        self.size, self._number, self._first = b.named(size=Int, number=Int, first=Int)
        #: The centre of the loop over neighbours.
        self.here = NONE
        b.set(self._first, Int.call("last_fill", self._marks))
        b.set(self.size, 0)
        b.set(self._number, self._first)

    @property
    def base(self) -> Site:
        """The first site of the group."""
        return lifted(wide(self._sites[0]), Site)

    def begin(self, b: Scope) -> None:
        """Begin a group without sites."""
        b.set(self._number, self._number + 1)
        # A missing site is 0: its mark is the last mark given.
        b.set(self._marks[0], self._number)
        b.set(self.size, 0)

    def enter(self, site: Site, b: Scope) -> None:
        """Add a site to the group."""
        b.set(self._marks[site], self._number)
        b.set(self._sites[self.size], site)
        b.set(self.size, self.size + 1)

    def has(self, site: Site) -> Bool:
        """Return the condition that a site is in the group."""
        return self._marks[site] == self._number

    def met(self, site: Site) -> Bool:
        """Return the condition that a site was in some group."""
        return self._marks[site] > self._first

    def each(self, b: Scope) -> Iterator[Site]:
        """Iterate over the sites of the group, later ones included."""
        n, at = b.named(n=Int, x=Site)
        b.set(n, 0)
        with b.as_long_as(n < self.size):
            b.set(at, wide(self._sites[n]))
            b.set(n, n + 1)
            yield at

    def in_order(self, b: Scope) -> Iterator[Site]:
        """Iterate over the sites of the group by number."""
        return b.passing(self.has)

    def beside(self, b: Scope, stop: Bool | None = None) -> Iterator[Site]:
        """Iterate over the neighbours of the group, perhaps repeatedly, until `stop` holds."""
        for here in self.each(b):
            self.here = here
            if stop is not None:
                b.leave(stop)
            for to in steps(self.ways, here, b):
                with b.where(~self.has(to)):
                    yield to

    def fill(
        self,
        base: Site,
        joins: Callable[[Site], Bool],
        b: Scope,
        begins: Callable[[Site], Bool] | None = None,
        beside: Callable[[Site], None] | None = None,
        stop: Bool | None = None,
    ) -> None:
        """Fill the group of `base`, which is empty for NONE.

        A site joins if `joins`, the first site if `begins`. `beside` writes an ``elif`` for other
        neighbours, and the fill may end at `stop`.
        """
        self.begin(b)
        with b.where(base != NONE), b.where(TRUE if begins is None else begins(base)):
            self.enter(base, b)
        for to in self.beside(b, stop):
            with b.where(joins(to)):
                self.enter(to, b)
            if beside is not None:
                beside(to)
