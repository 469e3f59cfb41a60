"""Sites of the hands of players, as source."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.generic import integer, member, site
from boardless.games.compiler.regions import each_of, is_gone_through
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Role


def shared(scope: Scope) -> str:
    """Return the source of the player to whom belongs what all share.

    On a board that is laid out that is one player more, else nobody.
    """
    return str(scope.model.players + 1 if scope.model.scene is not None else 0)


@site.register
def _(node: i.HandSite, scope: Scope) -> str:
    if not scope.model.effects:
        return str(1 + scope.model.hand_site(node))
    model = scope.model
    first = [1 + min(model.hand_sites(owner), default=-1) for owner in range(model.players + 2)]
    if node.role is Role.PLAYER and scope.player_ is None:
        return "NONE"
    owner = shared(scope) if node.role is Role.SHARED else scope.player(node.role, node)
    at = str(first[int(owner)]) if owner.isdigit() else f"({', '.join(map(str, first))})[{owner}]"
    return at if node.index is None else f"({at} + {integer(node.index, scope)})"


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


@each_of.register
def _(node: r.SitesHand, scope: Scope) -> AbstractContextManager[str] | None:
    if node.role is None:
        return _no_hand(scope)
    if node.role is Role.SHARED:
        return _hand_of(node, shared(scope), scope)
    if node.role is Role.EACH:
        return _hands_of(range(1, 1 + scope.model.players), node, scope)
    player = scope.player(node.role, node)
    return None if player.isdigit() else _hand_of(node, player, scope)


@contextmanager
def _no_hand(scope: Scope) -> Iterator[str]:
    """Open a loop over no sites."""
    at = scope.out.name("h")
    with scope.out.block(f"for {at} in range(0):"):
        yield at


@contextmanager
def _hands_of(players: Iterable[int], node: r.SitesHand, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the hands of some players, one's after another's."""
    sites = [1 + site for player in players for site in scope.model.hand_sites(player)]
    if not sites:
        node.reject("there is no such hand")
    table, at, n = scope.constant("HANDS", sites), scope.out.name("h"), scope.out.name("n")
    with scope.out.block(f"for {n} in range({len(sites)}):"):
        scope.out.add(f"{at} = whole({table}[{n}])")
        yield at


@contextmanager
def _hand_of(node: r.SitesHand, player: str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the hand of a player whose number is worked out."""
    model, out = scope.model, scope.out
    bounds = []
    for each in range(model.players + 2):
        sites = [1 + site for site in model.hand_sites(each)] or [1, 0]
        if sites != list(range(sites[0], sites[-1] + 1)) and sites != [1, 0]:
            node.reject(f"expected that player {each} has one hand")
        bounds += [sites[0], sites[-1] + 1]
    table, at, row = scope.constant("HANDS", bounds), out.name("h"), out.name("row")
    out.add(f"{row} = 2 * ({player})")
    with out.block(f"for {at} in range(whole({table}[{row}]), whole({table}[{row} + 1])):"):
        yield at


@each_of.register
@contextmanager
def _(node: r.SitesEmptyIn, scope: Scope) -> Iterator[str]:
    out, at, held = scope.out, scope.out.name("x"), scope.out.name("container")
    out.add(f"{held} = {integer(node.container, scope)}")
    with out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        here = f"(HOLDER[{at}] if {at} <= HELD else 0)"
        with out.block(f"if {here} == {held} and s.what[{at}] == 0:"):
            yield at


member.register(r.SitesEmptyIn)(is_gone_through)
