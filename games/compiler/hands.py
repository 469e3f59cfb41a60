"""Sites of the hands of players whose numbers are worked out, as source."""

from boardless.games.compiler.generic import integer, site
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import integers as i


@site.register
def _(node: i.HandSiteOfPlayer, scope: Scope) -> str:
    model, out = scope.model, scope.out
    hands = [model.hand_sites(player) for player in range(model.players + 2)]
    first = scope.constant("HANDS", [1 + sites[0] if sites else 0 for sites in hands])
    player, at = out.name("player"), out.name("x")
    out.add(f"{player} = {integer(node.player, scope)}")
    index = "0" if node.index is None else integer(node.index, scope)
    out.add(f"{at} = NONE")
    with out.block(f"if 0 <= {player} < {len(hands)} and {first}[{player}] != 0:"):
        out.add(f"{at} = whole({first}[{player}]) + {index}")
    return at


@integer.register(i.HandSite)
@integer.register(i.HandSiteOfPlayer)
def _(node: i.HandSite | i.HandSiteOfPlayer, scope: Scope) -> str:
    return f"number_of(s, {site(node, scope)})"
