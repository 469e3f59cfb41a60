"""What stands on sites, and in which containers, as source."""

from boardless.games.compiler.camps import Camp, camp_of, empty_sites
from boardless.games.compiler.covers import states_lie
from boardless.games.compiler.generic import integer, member
from boardless.games.compiler.lying_for_good import standing
from boardless.games.compiler.roles import is_meant, is_of_team, one_player
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Role, SiteType
from boardless.games.ludemes.scoring import ThePlayer


@member.register
def _(node: r.SitesEmpty, at: str, scope: Scope) -> str:
    return f"(s.what[{at}] == 0)"


@member.register
def _(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    if node.container is None:
        return stands(node, at, scope)
    if node.container == "Board":
        return f"({at} > HELD and {stands(node, at, scope)})"
    held = number_held(node, node.container, scope)
    return f"({holder(at)} == {held} and {stands(node, at, scope)})"


def stands(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant stands on a site, in whatever container."""
    model = scope.model
    if model.stacking and (not node.top or node.component or node.components):
        found = _occupied_below(node, at, scope)
    else:
        found = _occupied(node, *standing(node.on, at, scope), scope)
    if node.container is not None:
        return found
    if states_lie(model):
        # Of what covers several sites the first is meant alone.
        found = f"({found} and part_at(s, {at}) == 0)"
    if model.layout is None or not model.hand_size:
        return found
    # Hands have cells, which are not meant where others are asked for.
    on_cells = str(node.on or model.layout_use) == str(SiteType.CELL)
    return found if on_cells else f"({at} > HELD and {found})"


def _occupied_below(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant lies on some level of a site."""
    out = scope.out
    found, level = out.name("found"), out.name("level")
    out.add(f"{found} = False")
    with out.block(f"for {level} in range(height(s, {at})):"):
        what, who = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
        with out.block(f"if {_occupied(node, what, who, scope)}:"):
            out.add(f"{found} = True")
    if not node.top:
        return found
    return f"({found} and {owned_by(node.by, at, scope, node)})"


def _occupied(node: r.SitesOccupied, what: str, who: str, scope: Scope) -> str:
    """Return the condition that a component of an owner is meant."""
    owned = belongs(node.by, what, who, scope, node)
    wanted = is_named(node, what, scope)
    return f"({owned} and {wanted})" if wanted else owned


def is_named(node: r.SitesOccupied, what: str, scope: Scope) -> str:
    """Return the condition that a component is one of those that are named, "" if none are."""
    names: list[k.Integer | str] = [] if node.component is None else [node.component]
    names += list(node.components or ())
    wanted = [
        number
        for name in names
        for number in (
            [integer(name, scope)]
            if isinstance(name, k.Integer)
            else scope.model.named(str(name), node)
        )
    ]
    return f"({' or '.join(f'{what} == {number}' for number in wanted)})" if names else ""


def owned_by(role: Role | ThePlayer, at: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a piece of a role, or of a player, stands on a site."""
    return belongs(role, f"s.what[{at}]", f"s.who[{at}]", scope, node)


def belongs(role: Role | ThePlayer, what: str, who: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a component of an owner is one of a role, or of a player."""
    if isinstance(role, ThePlayer):
        return f"({what} != 0 and {who} == {integer(role.number, scope)})"
    if role in (Role.ALL, Role.EACH):
        return f"({what} != 0)"
    if role is Role.NEUTRAL or (role is Role.SHARED and not scope.model.effects):
        return f"({what} != 0 and {who} == 0)"
    if role is Role.SHARED:
        return f"({who} > PLAYERS)"
    if (role is Role.ENEMY and scope.model.has_teams) or is_of_team(role):
        return f"({what} != 0 and {is_meant(role, who, scope, node)})"
    if role in (Role.ENEMY, Role.NON_MOVER):
        return f"({who} != 0 and {who} <= PLAYERS and {who} != {scope.mover})"
    owned = f"{who} == {scope.player(Role.MOVER if role is Role.FRIEND else role, node)}"
    # Nobody comes before who moves first.
    return f"({what} != 0 and {owned})" if role is Role.PREVIOUS else f"({owned})"


def holder(at: str) -> str:
    """Return the source of the number of the container of a site, 0 for the board."""
    return f"(HOLDER[{at}] if {at} <= HELD else 0)"


def number_held(node: r.SitesOccupied, container: k.Integer | str, scope: Scope) -> str:
    """Return the source of the number of a container."""
    out = scope.out
    if isinstance(container, str):
        if scope.model.scene is None:
            node.reject("containers by name need a board that is laid out")
        stores = scope.model.scene.inventory.containers
        numbers = [str(n) for n, store in enumerate(stores) if store.name == container]
        hands = {store.owner: n for n, store in enumerate(stores) if store.name.startswith("Hand")}
        if not numbers and container == "Hand" and hands:
            # That of the role.
            of_each = [hands.get(player, -1) for player in range(scope.model.players + 1)]
            player = out.name("player")
            out.add(f"{player} = {one_player(node.by, node, scope)}")
            out.add(f"{player} = {player} if 0 <= {player} <= PLAYERS else 0")
            numbers = [f"({', '.join(map(str, of_each))})[{player}]"]
        if not numbers:
            names = ", ".join(store.name for store in stores)
            node.reject(f"no container is called {container!r}: choose one of {names}")
        return numbers[0]
    held = out.name("container")
    out.add(f"{held} = {integer(container, scope)}")
    return held


def camp_of_region(region: k.Region, scope: Scope) -> Camp | None:
    """Return the camp that a region is, or is a part of, None if there is none."""
    if isinstance(region, r.SitesEmpty):
        return empty_sites(scope)
    if isinstance(region, r.SitesOccupied):
        return camp_of(region.by, scope, region)
    return None
