"""Sets of sites as 64 bits, on boards of at most 64 sites: conditions on a site as sets."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from boardless.games.loops.strands import whole_row
from boardless.games.ludemes.literals import Truth
from boardless.games.ludemes.logic import And, Not, Or
from boardless.games.ludemes.occupancy import IsEmpty, IsOccupied
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import BetweenSite, ToSite
from boardless.ir.expressions import COUNTERS, ENGINE, Function, Int, Site, folded, wide
from boardless.jit.values import signed

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Condition, Integer

#: The ludeme that means the site in question, by its name in a scope.
_NAMED = {"to": ToSite, "between": BetweenSite}
#: Names of sites that a condition on another one may not read.
_UNBOUND: dict[str, Site | None] = dict.fromkeys(("to", "between", "origin", "iterated"))


class SiteSets:
    """Sets of sites in one function, each computed once by statements before its first use."""

    def __init__(self, b: Scope) -> None:
        self._b = b
        self._sets: dict[Int | str, Int] = {}

    def board(self) -> Int:
        """Return all sites of the board, only for masks of other sets."""
        held, count = self._b.model.hand_size, self._b.geometry.kinds
        return Int.of(signed(((1 << count) - 1) << held))

    def _row(self, stem: str, row: Int) -> Int:
        """Return a row of the bitboards."""
        if row not in self._sets:
            self._sets[row] = self._b.variable(stem, whole_row(row))
        return self._sets[row]

    def empty(self) -> Int:
        """Return the empty sites."""
        return self._row("empty", ENGINE.PLAYERS + 2)

    def own(self) -> Int:
        """Return the sites of the mover's pieces."""
        return self._row("own", self._b.mover)

    def enemies(self) -> Int:
        """Return the sites of other players' pieces, including shared ones."""
        if "enemies" not in self._sets:
            model, own = self._b.model, self.own()
            owners = sorted({min(each.owner, model.players + 1) for each in model.components} - {0})
            if model.players == 2 and owners == [1, 2]:
                others = whole_row(3 - self._b.mover)
            else:
                others = _either([whole_row(owner) for owner in owners]) & ~own
            self._sets["enemies"] = self._b.variable("enemies", others)
        return self._sets["enemies"]

    def of_components(self, numbers: Iterable[int]) -> Int:
        """Return the sites of the mover's pieces of some components."""
        model = self._b.model
        owned = [n for n, each in enumerate(model.components, 1) if 0 < each.owner <= model.players]
        if set(owned) <= set(numbers):
            return self.own()
        rows = [self._row("pieces", ENGINE.OF_COMPONENTS + number) for number in sorted(numbers)]
        return self.own() & _either(rows)

    def where(self, test: Condition | None, name: str) -> Int | None:
        """Return the sites with a true condition, or None if they cannot be expressed.

        The site is bound to `name` in the condition, and other names are unbound.
        """
        match test:
            case None:
                return self.board()
            case Truth():
                return self.board() if test.value else Int.of(0)
            case And() | Or():
                parts = [self.where(part, name) for part in test.conditions]
                known = [part for part in parts if part is not None]
                both = operator.and_ if isinstance(test, And) else operator.or_
                return folded(both, known) if len(known) == len(parts) else None
            case Not():
                part = self.where(test.condition, name)
                return None if part is None else self.board() & ~part
            case IsEmpty() if self._is_site(test.site, name) and self._is_played(test.type):
                return self.empty()
            case IsOccupied() if self._is_site(test.site, name) and self._is_played(test.type):
                return self.board() & ~self.empty()
            case IsEnemy() | IsFriend() if self._is_owner(test.who, name):
                return self.enemies() if isinstance(test, IsEnemy) else self.own()
        return None

    def looked_at(self, tests: Sequence[tuple[str, Condition]]) -> tuple[Int, ...]:
        """Return the sites where each condition holds, by a loop if necessary."""
        b = self._b
        expressed = [self.where(test, name) for name, test in tests]
        sets = tuple(
            b.variable("sites", Int.of(0) if sites is None else sites) for sites in expressed
        )
        if all(known is not None for known in expressed):
            return sets
        (at,) = b.named(x=Site)
        for _ in b.numbers(wide(COUNTERS.COUNT) + 1, ENGINE.HELD + 1, name=at):
            for (name, test), known, bits in zip(tests, expressed, sets, strict=True):
                if known is None:
                    holds = b.binding(**_UNBOUND | {name: at}).condition(test)
                    b.set(bits, bits | (Function("int", Int)(holds) << (at - 1)))
        return sets

    def _is_site(self, node: Integer, name: str) -> bool:
        return isinstance(node, _NAMED[name])

    def _is_played(self, type_: object) -> bool:
        return type_ is None or str(type_) == self._b.model.layout_use

    def _is_owner(self, who: object, name: str) -> bool:
        """Return True if a number means the owner of the piece on the site, without teams."""
        return (
            isinstance(who, Who)
            and who.level is None
            and self._is_site(who.at, name)
            and self._is_played(who.type)
            and not self._b.model.has_teams
        )


def _either(sets: Sequence[Int]) -> Int:
    return folded(operator.or_, sets) if sets else Int.of(0)
