"""Pieces in sight, and what stands on the board as a whole."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import board_site, condition, each_of, integer, member
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.regions import each
from boardless.games.language.facts import GLOBAL, SYMMETRIC, TOUCHING
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.directions import NamedWays, Ways
from boardless.games.ludemes.kinds import Condition, Directions, Integer, Region, SiteType
from boardless.games.ludemes.literals import Single, as_region
from boardless.games.ludemes.sites import LastTo

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope


@ludeme("all", "Different", example="(all Different (sites Top) if:(is Occupied (site)))")
class AllDifferentPieces(Condition):
    """A condition holds for all sites of a region, as (site); no two hold the same or nothing."""

    facts = GLOBAL
    region: Region
    _: KW_ONLY
    if_: Condition


class Sight(Word):
    """Parts of a straight walk: the empty sites, the last of them, or the first piece."""

    EMPTY = "Empty"
    FARTHEST = "Farthest"
    PIECE = "Piece"


@ludeme("sites", "LineOfSight", example="(sites LineOfSight Empty at:(last To) Orthogonal)")
class SitesInSight(Region):
    """On straight walks from a site ((last To)) the first piece, the empty sites, or the last."""

    facts = GLOBAL
    sight: Sight = Sight.PIECE
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()


@ludeme("is", "Full", example="(is Full)", facts=GLOBAL)
class IsFull(Condition):
    """No site of the board is empty."""


@ludeme("is", "Related", example="(is Related Orthogonal (from) (to))", facts=SYMMETRIC | TOUCHING)
class IsRelated(Condition):
    """A site lies a step of a kind from another, or from one of a region."""

    relation: Directions
    type: SiteType | None
    site: Integer
    to: Integer | Region


@ludeme("is", "Within", example='(is Within (id "King" Mover) in:(sites Corners))', facts=GLOBAL)
class IsWithin(Condition):
    """A piece of a component stands on a site, or on one of a region."""

    component: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


def _seen(node: SitesInSight, scope: Scope) -> Iterator[str]:
    """Go through the sites that are seen from a site."""
    out = scope.out
    base = out.assign("x", board_site(node.at, scope))
    with out.block(f"if {base} != NONE:"):
        for walk in walks(node.directions, base, scope):
            last = out.assign("last", "NONE")
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE or s.what[{walk.at}] != 0:"):
                    if node.sight is not Sight.EMPTY:
                        end = walk.at if node.sight is Sight.PIECE else last
                        with out.block(f"if {end} != NONE:"):
                            yield end
                    out.add("break")
                out.add(f"{last} = {walk.at}")
                if node.sight is Sight.EMPTY:
                    yield walk.at


def _all_seen(node: SitesInSight, scope: Scope) -> Filling:
    """Add the statements that note all sites that are seen."""
    filling = Filling(scope, None)
    filling.begin(scope)
    for seen in _seen(node, scope):
        with scope.out.block(f"if not {filling.has(seen)}:"):
            filling.enter(seen, scope)
    return filling


@each_of.register(SitesInSight)
def _each_of_sites_in_sight(node: SitesInSight, scope: Scope) -> AbstractContextManager[str]:
    return _all_seen(node, scope).in_order(scope)


@member.register(SitesInSight)
def _member_of_sites_in_sight(node: SitesInSight, at: str, scope: Scope) -> str:
    return _all_seen(node, scope).has(at)


@condition.register(IsFull)
def _compile_is_full(node: IsFull, scope: Scope) -> str:
    out = scope.out
    at = out.name("x")
    full = out.assign("full", "True")
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.what[{at}] == 0:"),
    ):
        out.add(f"{full} = False")
        out.add("break")
    return full


@condition.register(IsWithin)
def _compile_is_within(node: IsWithin, scope: Scope) -> str:
    out = scope.out
    region = node.in_ if node.in_ is not None else Single(node.at)  # type: ignore[arg-type]
    found = out.assign("found", "False")
    what = out.assign("what", integer(node.component, scope))
    with each(region, scope, hands=True) as at, out.block(f"if s.what[{at}] == {what}:"):
        out.add(f"{found} = True")
    return found


@condition.register(IsRelated)
def _compile_is_related(node: IsRelated, scope: Scope) -> str:
    out = scope.out
    region = as_region(node.to)
    found = out.assign("found", "False")
    base = out.assign("x", board_site(node.site, scope))
    with out.block(f"if {base} != NONE:"):
        for beside in steps(NamedWays((node.relation,)), base, scope):
            out.when(member(region, beside, scope), f"{found} = True")
    return found


@condition.register(AllDifferentPieces)
def _compile_all_different_pieces(node: AllDifferentPieces, scope: Scope) -> str:
    out, row = scope.out, scope.builder.row()
    n, at = out.name("n"), out.name("x")
    holds = out.assign("all", "True")
    count = out.assign("count", "0")
    with each(node.region, scope, hands=True) as here:
        test = condition(node.if_, scope.binding(iterated=here))
        out.add(f"{holds} = {holds} and {test}")
        out.add(f"{at} = int64(s.what[{here}])")
        with out.block(f"for {n} in range({count}):"):
            out.add(f"{holds} = {holds} and s.scratch[{row}, {n}] != {at}")
        out.add(f"s.scratch[{row}, {count}] = {at}")
        out.add(f"{count} += 1")
    return holds
