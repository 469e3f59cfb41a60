"""Sites that have a name in a rule: the moved piece's, those beside it, the iterated one."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from math import inf
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import board_site, integer, member, site
from boardless.games.initial.evaluation import evaluate_directions, evaluate_integer
from boardless.games.language.facts import BESIDE, ON_BOARD, PLACE, PURE, SYMMETRIC, TOUCHING, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import NamedWays, Relative, Ways
from boardless.games.ludemes.kinds import Compass, Integer, Region, SiteType
from boardless.games.ludemes.literals import OFF, Constant
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.topo.layouts.relative_directions import walks_along
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.expressions import Int, Site
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.ludemes.directions import WaysAlong


@ludeme("value", example="(value)", facts=reads("value"))
class IteratedValue(Integer):
    """The value in question."""

    def meaning(self, b: Builder) -> Int:
        """Return the bound value."""
        return b.bound_integer("value", self)


@ludeme("player", example="(player)", facts=reads("player_"))
class IteratedPlayer(Integer):
    """The player in question."""

    def meaning(self, b: Builder) -> Int:
        """Return the bound player."""
        return b.bound_integer("player_", self)


@ludeme("centrePoint", example="(centrePoint)", facts=SYMMETRIC | TOUCHING | PLACE | ON_BOARD)
class CentrePoint(Integer):
    """The site in the centre of the board, or the first of several."""

    type: SiteType | None = None


@ludeme("ahead", example="(ahead (last To) E steps:2)", facts=SYMMETRIC | PLACE | ON_BOARD)
class Ahead(Integer):
    """The site a number of steps (1) in a direction (forward) from a site; -1 if there is none."""

    site: Integer
    direction: Compass | Ways | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def reach(self) -> float:
        """Return how many steps from ``(to)`` the site may lie."""
        steps = 1 if self.steps is None else self.steps.constant
        simple = self.steps is None or isinstance(self.steps, Constant)
        return self.site.reach_as_site + max(steps, 0) if simple and steps is not None else inf


@ludeme("last", "To", example="(last To)")
class LastTo(Integer):
    """The site that the last move, start piece or consequence went to; -1 if none."""

    facts = SYMMETRIC | TOUCHING | PLACE | BESIDE | reads("last") | ON_BOARD
    _: KW_ONLY
    after_consequence: bool = False


@ludeme(
    "last",
    "From",
    example="(last From)",
    facts=SYMMETRIC | TOUCHING | PLACE | reads("last_from"),
)
class LastFrom(Integer):
    """The site that the last move, start piece or consequence came from, or was added to."""

    _: KW_ONLY
    after_consequence: bool = False


@ludeme("to", example="(to)", facts=PURE | PLACE | reads("to") | ON_BOARD)
class ToSite(Integer):
    """The site that the move in question goes to."""


@ludeme("from", example="(from)", facts=SYMMETRIC | TOUCHING | PLACE | BESIDE | reads("from"))
class FromSite(Integer):
    """The site that the move in question starts from."""


@ludeme("between", example="(between)", facts=PLACE | reads("between"))
class BetweenSite(Integer):
    """The site that the move in question passes; -1 if none."""


@ludeme("site", example="(site)", facts=SYMMETRIC | TOUCHING | PLACE | reads("iterated"))
class IteratedSite(Integer):
    """The site in question."""

    def meaning(self, b: Builder) -> Int:
        """Return its number."""
        return b.number(self.as_site(b))

    def as_site(self, b: Builder) -> Site:
        """Return the bound site."""
        return b.bound_site("iterated", self)


@ludeme("sites", "LastTo", example="(sites LastTo)", facts=SYMMETRIC | TOUCHING | reads("last"))
class SitesLastTo(Region):
    """The site that the last move went to."""


@integer.register(CentrePoint)
@integer.register(Ahead)
@integer.register(LastTo)
@integer.register(LastFrom)
@integer.register(ToSite)
@integer.register(FromSite)
@integer.register(BetweenSite)
def compile_site_number(node: Integer, scope: Scope) -> str:
    """Return the number in the language of the site that an integer means."""
    return f"number_of(s, {site(node, scope)})"


@site.register(CentrePoint)
def _site_of_centre_point(node: CentrePoint, scope: Scope) -> str:
    if scope.model.growing:
        # That of the first board, from which cells are named.
        last = scope.geometry.kinds - 1
        return f"find(s, int64(s.origin[0]) * KINDS + {last} + int64(s.origin[1]) * ROW)"
    layout = scope.model.layout
    centre = scope.model.board.centre if layout is None else layout.board.centre
    return str(scope.model.hand_size + int(centre[0]) + 1)


@site.register(Ahead)
def _site_of_ahead(node: Ahead, scope: Scope) -> str:
    from boardless.games.compiler.model import slot_of

    if isinstance(scope.geometry, LayoutGeometry):
        return ahead_laid_out(node, scope)
    slot = slot_of(scope.geometry, node)
    out = scope.out
    steps = "1" if node.steps is None else integer(node.steps, scope)
    at = out.assign("x", board_site(node.site, scope))
    if steps == "1":
        # From no cell a step leads to no cell.
        out.add(f"{at} = int64(s.step[{at} * SLOTS + {slot}])")
    elif scope.model.growing:
        out.add(f"{at} = ahead(s, {at}, {slot}, {steps})")
    else:
        with out.block(f"for _ in range({steps}):"):
            out.when(f"{at} == NONE", "break")
            out.add(f"{at} = int64(s.step[{at} * SLOTS + {slot}])")
    return at


@site.register(LastTo)
def _site_of_last_to(node: LastTo, scope: Scope) -> str:
    if node.after_consequence:
        return "int64(s.n[DONE])"
    return scope.last or "int64(s.n[LAST])"


@site.register(LastFrom)
def _site_of_last_from(node: LastFrom, scope: Scope) -> str:
    if node.after_consequence:
        node.reject("is read, but cannot be compiled yet")
    return "int64(s.n[FROM])"


#: The names under which a scope binds their values.
_BOUND: dict[type[Integer], str] = {
    ToSite: "to",
    FromSite: "origin",
}


@site.register(ToSite)
@site.register(FromSite)
def _compile_bound(node: Integer, scope: Scope) -> str:
    return scope.bound(_BOUND[type(node)], node)


@site.register(BetweenSite)
def _site_of_between_site(node: BetweenSite, scope: Scope) -> str:
    return scope.between or "NONE"


def ahead_laid_out(node: Ahead, scope: Scope) -> str:
    """Return the site some steps ahead; where there is none, the site itself, as in Ludii."""
    from boardless.games.compiler.directions import walks
    from boardless.games.compiler.facings import LAST_WAY

    out = scope.out
    left = out.name("left")
    steps = "1" if node.steps is None else integer(node.steps, scope)
    base = out.assign("x", board_site(node.site, scope))
    found = out.assign("x", base)
    ways = node.direction
    if ways is None:
        ways = NamedWays((Relative.FORWARD,))
    elif not isinstance(ways, Ways):
        ways = NamedWays((ways,))
    if isinstance(ways, NamedWays) and ways.names[0] in LAST_WAY:
        # While a move is in question, its way is meant.
        ways = _of_the_move(LAST_WAY[ways.names[0]], scope)
    with out.block(f"if {base} != NONE:"):
        for walk in walks(ways, base, scope):
            out.add(f"{left} = {steps}")
            with out.block(f"while {left} > 0 and {walk.at} != NONE:"):
                walk.advance()
                out.add(f"{left} -= 1")
            out.when(f"{walk.at} != NONE and {found} == {base}", f"{found} = {walk.at}")
    return found


def _of_the_move(ways: WaysAlong, scope: Scope) -> WaysAlong:
    """Return the way between the sites that are bound, of the last move where none are."""
    origin = LastFrom() if scope.origin is None else FromSite()
    to = LastTo() if scope.to is None else ToSite()
    back = isinstance(ways.from_, LastTo)
    return replace(ways, from_=to, to=origin) if back else replace(ways, from_=origin, to=to)


@member.register(SitesLastTo)
def _member_of_sites_last_to(node: SitesLastTo, at: str, scope: Scope) -> str:
    return f"({at} == {scope.last or 'int64(s.n[LAST])'})"


@evaluate_integer.register(CentrePoint)
def _evaluate_centre_point(node: CentrePoint, scene: InitialPosition) -> int:
    centre = scene.sites(node.type).listed("centre")
    if not len(centre):
        node.reject("the board has no centre")
    return int(centre[0])


@evaluate_integer.register(Ahead)
def _evaluate_ahead(node: Ahead, scene: InitialPosition) -> int:
    site = evaluate_integer(node.site, scene)
    if site < 0:
        return OFF
    steps = 1 if node.steps is None else evaluate_integer(node.steps, scene)
    direction = "Forward" if node.direction is None else node.direction
    try:
        names = evaluate_directions(direction, scene, site)
        walks = walks_along(scene.sites(), site, names[0]) if names else []
    except InputError as error:
        node.reject(str(error))
    for walk in walks:
        if 0 < steps < len(walk):
            return int(walk[steps])
    return site
