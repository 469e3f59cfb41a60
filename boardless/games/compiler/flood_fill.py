"""Flood fills as source: groups of connected sites."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardless.games.compiler.directions import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.directions import Ways


class Filling:
    """The source of flood fills along some directions; a group is there until the next fill."""

    def __init__(self, scope: Scope, ways: Ways | None) -> None:
        self._ways = ways
        out = scope.out
        # A condition on a site, or the use of a group, may need a fill of its own.
        self._sites, self._marks = scope.builder.row(), scope.builder.row()
        self.size, self._number = out.name("size"), out.name("number")
        self._first = out.name("first")
        #: The site whose neighbours are gone through.
        self.here = ""
        out.add(f"{self._first} = last_fill(s, {self._marks})")
        out.add(f"{self.size} = 0")
        out.add(f"{self._number} = {self._first}")

    @property
    def base(self) -> str:
        """The source of the first site of the group."""
        return f"int64(s.scratch[{self._sites}, 0])"

    def begin(self, scope: Scope) -> None:
        """Add the statements that begin a group without sites."""
        scope.out.add(f"{self._number} += 1")
        # No site is 0: its mark is the last that was given.
        scope.out.add(f"s.scratch[{self._marks}, 0] = {self._number}")
        scope.out.add(f"{self.size} = 0")

    def enter(self, site: str, scope: Scope) -> None:
        """Add the statements that let a site be one of the group."""
        scope.out.add(f"s.scratch[{self._marks}, {site}] = {self._number}")
        scope.out.add(f"s.scratch[{self._sites}, {self.size}] = {site}")
        scope.out.add(f"{self.size} += 1")

    def has(self, site: str) -> str:
        """Return the condition that a site is in the group."""
        return f"(s.scratch[{self._marks}, {site}] == {self._number})"

    def met(self, site: str) -> str:
        """Return the condition that a site was in some group."""
        return f"(s.scratch[{self._marks}, {site}] > {self._first})"

    @contextmanager
    def each(self, scope: Scope) -> Iterator[str]:
        """Open a loop over the sites of the group, later ones included."""
        out = scope.out
        n, at = out.name("n"), out.name("x")
        out.add(f"{n} = 0")
        with out.block(f"while {n} < {self.size}:"):
            out.add(f"{at} = int64(s.scratch[{self._sites}, {n}])")
            out.add(f"{n} += 1")
            yield at

    def in_order(self, scope: Scope) -> AbstractContextManager[str]:
        """Open a loop by number over the sites of the group."""
        return scope.passing(self.has)

    def beside(self, scope: Scope, stop: str | None = None) -> Iterator[str]:
        """Go through neighbours outside of the group, perhaps repeatedly, until `stop` holds."""
        with self.each(scope) as at:
            if stop is not None:
                scope.out.when(f"{stop}", "break")
            self.here = at
            for to in steps(self._ways, at, scope):
                with scope.out.block(f"if not {self.has(to)}:"):
                    yield to

    def fill(
        self,
        base: str,
        joins: Callable[[str], str],
        scope: Scope,
        begins: Callable[[str], str] | None = None,
        beside: Callable[[str], None] | None = None,
        stop: str | None = None,
    ) -> None:
        """Add statements that fill the group of `base` (none from NONE).

        A site joins where `joins`, the first where `begins`; `beside` writes an ``elif`` for other
        neighbours, and the fill may end at `stop`.
        """
        out = scope.out
        self.begin(scope)
        with out.block(f"if {base} != NONE:"):
            allowed = "True" if begins is None else begins(base)
            with out.block(f"if {allowed}:"):
                self.enter(base, scope)
        for to in self.beside(scope, stop):
            with out.block(f"if {joins(to)}:"):
                self.enter(to, scope)
            if beside is not None:
                beside(to)
