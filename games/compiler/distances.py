"""How many steps lead from a site to others, as source."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import board_site, integer, member
from boardless.games.compiler.intervals import ANY_NUMBER, bounds
from boardless.games.compiler.moving.walking import passes
from boardless.games.compiler.moving.ways import looking_as, steps
from boardless.games.compiler.regions import each, each_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r

#: The answer where no steps of the kind that is given lead to a site.
NEVER = 1_000_000_000


@integer.register
def _(node: g.CountSteps, scope: Scope) -> str:
    out = scope.out
    base, count = out.name("x"), out.name("count")
    out.add(f"{base} = {board_site(node.site, scope)}")
    out.add(f"{count} = 0")
    region = k.Single(node.to) if isinstance(node.to, k.Integer) else node.to
    if node.step is not None:
        # No way leads there, unless there is nowhere to go to.
        with each(region, scope):
            out.add(f"{count} = {NEVER}")
    spread = _Spread(base, node.relation, node.step, scope)
    for at, far in spread.each(scope):
        with out.block(f"if {member(region, at, scope)}:"):
            out.add(f"{count} = {far}")
            out.add("break")
    return count


class _Spread:
    """The sites that steps lead to from a site, nearer ones first, while their source is written.

    Parameters
    ----------
    base : str
        The name of the site.
    relation : Directions or None
        The steps, unless there is a rule of them: those to sites that touch, if none is given.
    step : Moves or None
        The rule.
    scope : Scope
        Where it is written.
    """

    def __init__(
        self, base: str, relation: k.Directions | None, step: k.Moves | None, scope: Scope
    ) -> None:
        self._step = step if isinstance(step, m.Step) else None
        self._ways = g.ways_of(relation) if relation is not None else None
        if self._step is not None:
            self._ways = self._step.directions
        self._looks = looking_as(base, self._ways, scope).looks
        self._far = scope.made.row()
        self.reached = Filling(scope, self._ways)
        self.reached.begin(scope)
        with scope.out.block(f"if {base} != NONE:"):
            self.reached.enter(base, scope)
            scope.out.add(f"s.aside[{self._far}, {base}] = 0")

    def far(self, site: str) -> str:
        """Return how many steps lead to a site that has been reached."""
        return f"whole(s.aside[{self._far}, {site}])"

    def each(self, scope: Scope) -> Iterator[tuple[str, str]]:
        """Go through the sites in a loop of the source: yield each, and how many steps lead there.

        What is written meanwhile comes before it is looked further.
        """
        out, far = scope.out, self._far
        with self.reached.each(scope) as at:
            yield at, self.far(at)
            for to in steps(self._ways, at, scope.binding(looks=self._looks)):
                allowed = "True"
                if self._step is not None:
                    allowed = passes(self._step.to, scope.binding(origin=at, to=to))
                with out.block(f"if not {self.reached.has(to)} and {allowed}:"):
                    self.reached.enter(to, scope)
                    out.add(f"s.aside[{far}, {to}] = s.aside[{far}, {at}] + 1")


@each_of.register
def _(node: r.SitesAtDistance, scope: Scope) -> AbstractContextManager[str] | None:
    return _at_distance(node, scope) if scope.model.effects else None


@contextmanager
def _at_distance(node: r.SitesAtDistance, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites at a distance from another."""
    out = scope.out
    base, low, high = out.name("x"), out.name("low"), out.name("high")
    out.add(f"{base} = {board_site(node.from_, scope)}")
    bounds_ = bounds(node.distance, scope, ("0", ANY_NUMBER))
    for name, bound in zip((low, high), bounds_, strict=True):
        out.add(f"{name} = {bound}")
    if node.step is not None:
        # As in Ludii one of the steps that are given is made at least.
        out.add(f"{high} = max({high}, 1)")
    spread = _Spread(base, node.relation, node.step, scope)
    for _, far in spread.each(scope):
        with out.block(f"if {far} >= {high}:"):
            out.add("break")
    # By steps that are given no way leads back to where they begin.
    away = "" if node.step is None else f" and {{0}} != {base}"

    def inside(site: str) -> str:
        far = f"{low} <= {spread.far(site)} <= {high}"
        return f"{low} >= 0 and {spread.reached.has(site)} and {far}{away.format(site)}"

    with spread.reached.in_order(scope, inside) as at:
        yield at
