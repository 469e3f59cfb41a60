"""Regions of a player who is not known while compiling, and single sites of regions, as source."""

from dataclasses import replace

from boardless.games.compiler.generic import integer, member, unsupported
from boardless.games.compiler.known import known_member
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Role
from boardless.games.placing import static_region


@member.register
def _(node: r.SitesOwned, at: str, scope: Scope) -> str:
    known = known_member(node, at, scope)
    if known is not None:
        return known
    model = scope.model
    if node.role not in (Role.PLAYER, Role.PREVIOUS) or model.scene is None:
        return unsupported(node)
    return _owned(node, scope.player(node.role, node), at, scope)


@member.register
def _(node: r.SitesOwnedBy, at: str, scope: Scope) -> str:
    player = scope.out.name("player")
    scope.out.add(f"{player} = {integer(node.player.number, scope)}")
    owned = _owned(r.SitesOwned(Role.PLAYER, node.name), player, at, scope)
    return f"(0 < {player} <= PLAYERS and {owned})"


def _owned(node: r.SitesOwned, player: str, at: str, scope: Scope) -> str:
    """Return the condition that a site is in the regions of the player of a number."""
    model = scope.model
    if model.scene is None:
        return unsupported(node)
    width = 1 + model.hand_size + len(model.cells)
    flags = [0] * width
    for number in range(1, model.players + 1):
        owned = static_region(replace(node, role=Role(f"P{number}")), model.scene)
        inside = set(model.numbered(owned))
        flags += [int(site in inside) for site in range(width)]
    table = scope.constant("INSIDE", flags)
    return f"({table}[{player} * {width} + {at}] != 0)"


@integer.register
def _(node: b.SiteOfRegion, scope: Scope) -> str:
    out = scope.out
    left, found = out.name("n"), out.name("number")
    out.add(f"{left} = {integer(node.index, scope)}")
    out.add(f"{found} = -1")
    with each(node.region, scope, hands=True) as at:
        with out.block(f"if {left} == 0:"):
            out.add(f"{found} = number_of(s, {at})")
        out.add(f"{left} -= 1")
    return found
