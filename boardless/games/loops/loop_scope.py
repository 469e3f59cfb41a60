"""Scopes that loop over regions and steps, and know regions that never change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardless.games.building.builder import Domain, SiteSet, Span, SpanOfSites, Steps
from boardless.games.building.scope import Scope, TestedSites
from boardless.games.language.kinds import Integer, Integers, Region
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.loops.constant_evaluation import (
    constant_member,
    is_of_another_type,
    is_typed,
    type_of_sites,
)
from boardless.games.loops.directions import steps
from boardless.games.loops.regions import each
from boardless.ir.expressions import NONE, Bool, Int, Site, greater, lifted

if TYPE_CHECKING:
    from boardless.games.initial.scene import InitialPosition


@dataclass(frozen=True)
class LoopScope(Scope):
    """A scope of a function under construction, with its loops."""

    def of(self, node: Ludeme) -> Scope:
        """Return the scope of a ludeme, with numbers of sites of its type."""
        if not self.model.has_several_types:
            return self
        kind = type_of_sites(node, self.model)
        return self if kind == self.kind else replace(self, kind=kind)

    def region(self, node: Region) -> SiteSet:
        if not self.model.has_several_types:
            return node.meaning(self)
        inner = self.of(node) if is_typed(node, self.model) else self
        sites = node.meaning(inner)
        return TestedSites(self, lambda at: sites.contains(self.retyped(at, inner.kind)))

    def fixed(
        self,
        node: Region,
        numbers: Callable[[InitialPosition], Iterable[int]],
        otherwise: Callable[[Site], Bool] | None = None,
    ) -> TestedSites:
        def test(at: Site) -> Bool:
            member = constant_member(node, at, self)
            if member is not None:
                return member
            return (otherwise or self.gone_through(node).test)(at)

        return TestedSites(self, test)

    def member_of(self, region: Region, node: Integer) -> Bool:
        if self.model.has_several_types:
            inner = replace(self, kind=type_of_sites(region, self.model))
            at = self.let(inner.site(node))
            return self.all_of((lambda: at != NONE, lambda: inner.inside(region, at)))
        if is_of_another_type(region, self):
            first = self.model.hand_size + 1
            number = greater(self.integer(node), -first) + first
            at = lifted(number, Site)
        elif any(isinstance(part, Region) and part.is_of_hands() for part in inside(region)):
            at = self.site(node)
        else:
            at = self.board_site(node)
        at = self.let(at)
        return self.all_of((lambda: at != NONE, lambda: self.inside(region, at)))

    def _loop(self, domain: Domain, hands: bool) -> Iterator[Int]:
        if isinstance(domain, Integers):
            return domain.each_value(self)
        if isinstance(domain, Steps):
            return steps(domain.ways, domain.at, self)
        if isinstance(domain, Span):
            kind = Site if isinstance(domain, SpanOfSites) else Int
            name = kind.named(self.out.name(domain.stem))
            return self.numbers(domain.end, domain.first, name=name)
        return each(domain, self, hands)
