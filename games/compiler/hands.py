"""Sites of hands, as source."""

from boardless.games.compiler.generic import integer, site
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import integers as i
from boardless.games.ludemes.kinds import Role


@site.register
def _(node: i.HandSite, scope: Scope) -> str:
    if scope.model.scene is None:
        return str(1 + scope.model.hand_site(node))
    players = scope.model.players
    if node.role in (Role.SHARED, Role.ALL):
        return _held(str(players + 1), node, scope)
    return _held("0" if node.role is Role.NEUTRAL else scope.player(node.role, node), node, scope)


@site.register
def _(node: i.HandSiteOfPlayer, scope: Scope) -> str:
    return _held(integer(node.player, scope), node, scope)


@integer.register(i.HandSite)
@integer.register(i.HandSiteOfPlayer)
def _(node: i.HandSite | i.HandSiteOfPlayer, scope: Scope) -> str:
    return f"number_of(s, {site(node, scope)})"


def _held(player: str, node: i.HandSite | i.HandSiteOfPlayer, scope: Scope) -> str:
    """Return the source of a site of the first hand of a player, no site if there is none."""
    scene, out = scope.model.scene, scope.out
    if scene is None:
        node.reject("is read, but cannot be compiled in this place yet")
    hands = [scene.inventory.hand(number) for number in range(scope.model.players + 2)]
    first = scope.constant("HANDS", [0 if hand is None else hand.first for hand in hands])
    index = "0" if node.index is None else integer(node.index, scope)
    at = out.name("x")
    out.add(f"{at} = NONE")
    with out.block(f"if 0 <= {player} <= PLAYERS + 1 and {first}[{player}] != 0:"):
        out.add(f"{at} = site_of(s, {first}[{player}] + {index})")
    return at
