"""Sets of sites as 64 bits, on boards of at most so many sites: conditions on one site as sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import condition
from boardless.games.compiler.owner_bitboards import keeps_bitboards
from boardless.games.compiler.strands import BITS, signed
from boardless.games.ludemes.literals import Truth
from boardless.games.ludemes.logic import And, Not, Or
from boardless.games.ludemes.occupancy import IsEmpty, IsOccupied
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import BetweenSite, ToSite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Condition, Integer

#: The ludeme that means the site in question, by its name in a scope.
_NAMED = {"to": ToSite, "between": BetweenSite}
#: Names of sites that a condition on another one may not read.
_UNBOUND: dict[str, str | None] = dict.fromkeys(("to", "between", "origin", "iterated"))


def has_site_sets(model: Model) -> bool:
    """Tell whether all sites of a board have a bit, and owner bitboards say what stands there."""
    if model.layout is None or model.has_several_types:
        return False
    return model.hand_size + model.layout.kinds <= BITS and keeps_bitboards(model)


class SiteSets:
    """Sets of sites in one function, each worked out once by statements before its first use."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._names: dict[str, str] = {}
        scope.builder.bitboards = True

    def board(self) -> str:
        """Return the source of all sites of the board, for masks of other sets alone."""
        held, count = self._scope.model.hand_size, self._scope.geometry.kinds
        return str(signed(((1 << count) - 1) << held))

    def _row(self, stem: str, row: str) -> str:
        """Return the name of a row of the bitboards."""
        if row not in self._names:
            self._names[row] = self._scope.out.assign(stem, f"whole_row(s, {row})")
        return self._names[row]

    def empty(self) -> str:
        """Return the name of the sites on which nothing stands."""
        return self._row("empty", "PLAYERS + 2")

    def own(self) -> str:
        """Return the name of the sites of the mover's pieces."""
        return self._row("own", self._scope.mover)

    def enemies(self) -> str:
        """Return the name of the sites of pieces of others, those that all share among them."""
        if "enemies" not in self._names:
            model = self._scope.model
            owners = sorted({min(each.owner, model.players + 1) for each in model.components} - {0})
            rows = [f"whole_row(s, {owner})" for owner in owners]
            source = f"({' | '.join(rows) or 0}) & ~{self.own()}"
            if model.players == 2 and owners == [1, 2]:
                source = f"whole_row(s, 3 - {self._scope.mover})"
            self._names["enemies"] = self._scope.out.assign("enemies", source)
        return self._names["enemies"]

    def of_components(self, numbers: Iterable[int]) -> str:
        """Return the source of the mover's pieces that are some components."""
        model = self._scope.model
        owned = [n for n, each in enumerate(model.components, 1) if 0 < each.owner <= model.players]
        if set(owned) <= set(numbers):
            return self.own()
        self._scope.builder.of_components = True
        rows = [self._row("pieces", f"OF_COMPONENTS + {number}") for number in sorted(numbers)]
        return f"{self.own()} & ({' | '.join(rows)})"

    def where(self, test: Condition | None, name: str) -> str | None:
        """Return the source of the sites at which a condition holds, None if it is not known.

        The site is bound to `name` in the condition, and nothing else is.
        """
        match test:
            case None:
                return self.board()
            case Truth():
                return self.board() if test.value else "0"
            case And() | Or():
                parts = [self.where(part, name) for part in test.conditions]
                sign = " & " if isinstance(test, And) else " | "
                return None if None in parts else f"({sign.join(map(str, parts))})"
            case Not():
                part = self.where(test.condition, name)
                return None if part is None else f"({self.board()} & ~{part})"
            case IsEmpty() if self._is_site(test.site, name) and self._is_played(test.type):
                return self.empty()
            case IsOccupied() if self._is_site(test.site, name) and self._is_played(test.type):
                return f"({self.board()} & ~{self.empty()})"
            case IsEnemy() | IsFriend() if self._is_owner(test.who, name):
                return self.enemies() if isinstance(test, IsEnemy) else self.own()
        return None

    def looked_at(self, tests: Sequence[tuple[str, Condition]]) -> tuple[str, ...]:
        """Return the sites at which each of some conditions holds, if need be by a loop."""
        found = [self.where(test, name) for name, test in tests]
        out = self._scope.out
        names = tuple(out.assign("sites", known or "0") for known in found)
        if None not in found:
            return names
        at = out.name("x")
        with out.block(f"for {at} in range(HELD + 1, int64(s.n[COUNT]) + 1):"):
            for (name, test), known, bits in zip(tests, found, names, strict=True):
                if known is None:
                    holds = condition(test, self._scope.binding(**_UNBOUND | {name: at}))
                    out.add(f"{bits} |= int({holds}) << ({at} - 1)")
        return names

    def _is_site(self, node: Integer, name: str) -> bool:
        return isinstance(node, _NAMED[name])

    def _is_played(self, type_: object) -> bool:
        return type_ is None or str(type_) == self._scope.model.layout_use

    def _is_owner(self, who: object, name: str) -> bool:
        """Tell whether a number is that of who has a piece on the site, and no team counts."""
        return (
            isinstance(who, Who)
            and who.level is None
            and self._is_site(who.at, name)
            and self._is_played(who.type)
            and not self._scope.model.has_teams
        )
