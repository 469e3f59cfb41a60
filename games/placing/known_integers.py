"""Integers that are known before the first move."""

from math import prod

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import intervals as n
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes.kinds import Role, SiteType
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
    static_ways,
    unknown,
)
from boardless.games.placing.known_maps import map_value
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import Choice
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Ints
from boardless.topo.layouts.headings import ways_along

#: No site, row or component; no bound of a range from above.
OFF, ENDLESS = -1, 1_000_000_000


@static_integer.register
def _(node: k.Constant, scene: Scene) -> int:
    return node.value


@static_integer.register
def _(node: i.IteratedSite, scene: Scene) -> int:
    return scene.bound("site", node)


@static_integer.register
def _(node: b.IteratedValue, scene: Scene) -> int:
    return scene.bound("value", node)


@static_integer.register
def _(node: b.IteratedPlayer, scene: Scene) -> int:
    return scene.bound("player", node)


@static_integer.register
def _(node: i.CountSitesOf, scene: Scene) -> int:
    stores = scene.inventory.containers
    sizes = {store.name: store.size for store in stores} | {"Board": stores[0].size}
    if node.container not in sizes:
        node.reject(f"no container is called {node.container!r}: choose one of {', '.join(sizes)}")
    return sizes[node.container]


@static_integer.register
def _(node: i.MoverNumber, scene: Scene) -> int:
    return scene.number_of(Role.MOVER, node)


@static_integer.register
def _(node: i.NextNumber, scene: Scene) -> int:
    return scene.number_of(Role.NEXT, node)


# -- arithmetic -----------------------------------------------------------------------------


def _all(values: tuple[k.Integer | k.Integers, ...], scene: Scene) -> list[int]:
    found: list[int] = []
    for value in values:
        if isinstance(value, k.Integers):
            found += static_integers(value, scene)
        else:
            found.append(static_integer(value, scene))
    return found


@static_integer.register
def _(node: i.Sum, scene: Scene) -> int:
    return sum(_all(node.values, scene))


@static_integer.register
def _(node: i.Product, scene: Scene) -> int:
    values = _all(node.values, scene)
    return prod(values) if values else 0


@static_integer.register
def _(node: i.Minus, scene: Scene) -> int:
    left = static_integer(node.left, scene)
    return -left if node.right is None else left - static_integer(node.right, scene)


@static_integer.register
def _(node: i.Quotient, scene: Scene) -> int:
    left, right = static_integer(node.left, scene), static_integer(node.right, scene)
    whole = abs(left) // abs(right) if right else 0
    return whole if (left < 0) == (right < 0) else -whole


@static_integer.register
def _(node: i.Remainder, scene: Scene) -> int:
    left, right = static_integer(node.left, scene), static_integer(node.right, scene)
    rest = abs(left) % abs(right) if right else abs(left)
    return rest if left >= 0 else -rest


@static_integer.register
def _(node: i.Power, scene: Scene) -> int:
    base, exponent = static_integer(node.base, scene), static_integer(node.exponent, scene)
    if not 0 <= exponent <= 31 and abs(base) > 1:
        node.reject("expected an exponent from 0 to 31")
    return int(base**exponent) if exponent >= 0 else 0


@static_integer.register
def _(node: i.IntegerIf, scene: Scene) -> int:
    if static_condition(node.condition, scene):
        return static_integer(node.then, scene)
    return OFF if node.otherwise is None else static_integer(node.otherwise, scene)


@static_integer.register
def _(node: i.Absolute, scene: Scene) -> int:
    return abs(static_integer(node.value, scene))


@static_integer.register(i.Minimum)
@static_integer.register(i.Maximum)
def _(node: i.Minimum | i.Maximum, scene: Scene) -> int:
    values = _all(node.values, scene)
    if not values:
        node.reject("expected at least one integer")
    return min(values) if isinstance(node, i.Minimum) else max(values)


@static_integer.register
def _(node: b.RandomValue, scene: Scene) -> int:
    low, high = span(node.range, scene)
    if low > high:
        return OFF
    if high - low > 1_000_000:
        node.reject("expected a range of at most a million integers")
    return _chance(Choice("value", tuple(range(low, high + 1))), node, scene)


def _chance(choice: Choice, node: Ludeme, scene: Scene) -> int:
    """Return what chance takes, and note that it did."""
    scene.lying(node).choices.append(choice)
    return scene.chosen(choice)


# -- what there is --------------------------------------------------------------------------


@static_integer.register
def _(node: i.CountPlayers, scene: Scene) -> int:
    return scene.inventory.players


@static_integer.register
def _(node: i.CountSites, scene: Scene) -> int:
    return len(static_region(node.in_, scene))


@static_integer.register
def _(node: b.CountRows, scene: Scene) -> int:
    return len(scene.sites(node.type).coordinates.rows)


@static_integer.register
def _(node: b.CountColumns, scene: Scene) -> int:
    return len(scene.sites(node.type).coordinates.columns)


@static_integer.register
def _(node: b.CountCells, scene: Scene) -> int:
    return len(scene.sites(SiteType.CELL))


@static_integer.register
def _(node: b.CountVertices, scene: Scene) -> int:
    return len(scene.sites(SiteType.VERTEX))


@static_integer.register
def _(node: b.CountEdges, scene: Scene) -> int:
    return len(scene.sites(SiteType.EDGE))


@static_integer.register
def _(node: b.CountIntegers, scene: Scene) -> int:
    return len(static_integers(node.array, scene))


@static_integer.register
def _(node: i.ComponentId, scene: Scene) -> int:
    inventory = scene.inventory
    if node.role is not None:
        owner = scene.number_of(node.role, node)
        for number, component in enumerate(inventory.components, 1):
            if component.owner == owner and node.component in component.name:
                return number
        return OFF
    for number, container in enumerate(inventory.containers):
        if container.name == node.component:
            return number
    return inventory.component(node.component) or OFF


@static_integer.register
def _(node: i.PlayerId, scene: Scene) -> int:
    return scene.number_of(node.role, node)


@static_integer.register
def _(node: b.MapEntry, scene: Scene) -> int:
    if isinstance(node.key, Role):
        key = scene.number_of(node.key, node)
    else:
        key = static_integer(node.key, scene)
    return map_value(node.name, key, scene)


# -- sites ----------------------------------------------------------------------------------


@static_integer.register
def _(node: i.CentrePoint, scene: Scene) -> int:
    centre = scene.sites(node.type).listed("centre")
    if not len(centre):
        node.reject("the board has no centre")
    return int(centre[0])


@static_integer.register
def _(node: i.HandSite, scene: Scene) -> int:
    return _in_hand(scene.number_of(node.role, node), node.index, scene)


@static_integer.register
def _(node: i.HandSiteOfPlayer, scene: Scene) -> int:
    return _in_hand(static_integer(node.player, scene), node.index, scene)


def _in_hand(player: int, index: k.Integer | None, scene: Scene) -> int:
    hand = scene.inventory.hand(player)
    place = 0 if index is None else static_integer(index, scene)
    return OFF if hand is None else hand.first + place


@static_integer.register
def _(node: b.SiteAt, scene: Scene) -> int:
    if node.label is not None:
        return labelled(node.label, scene, node.type)
    assert node.row is not None
    assert node.column is not None
    row, column = static_integer(node.row, scene), static_integer(node.column, scene)
    coordinates = scene.sites(node.type).coordinates
    for site, place in enumerate(zip(coordinates.row, coordinates.column, strict=True)):
        if place == (row, column):
            return site
    return OFF


def labelled(label: str, scene: Scene, of_type: SiteType | None = None) -> int:
    """Return the site of the board that has a label; -1 where none has, or edges are asked for."""
    kind = scene.kind(of_type)
    if kind == "Edge":
        return OFF
    labels = scene.board.sites_of(kind).labels
    return labels.index(label) if label in labels else OFF


@static_integer.register
def _(node: b.RowOf, scene: Scene) -> int:
    return _of(scene.sites(node.type).coordinates.row, node.of, scene)


@static_integer.register
def _(node: b.ColumnOf, scene: Scene) -> int:
    return _of(scene.sites(node.type).coordinates.column, node.of, scene)


@static_integer.register
def _(node: b.CountOrthogonal, scene: Scene) -> int:
    sites, site = scene.sites(node.type), static_integer(node.at, scene)
    if site not in sites:
        return OFF
    return len({int(walk[1]) for walk in ways_along(sites, site, "Orthogonal") if len(walk) > 1})


@static_integer.register
def _(node: b.LayerOf, scene: Scene) -> int:
    return _of(scene.sites(node.type).coordinates.layer, node.of, scene)


def _of(numbers: Ints, site: k.Integer, scene: Scene) -> int:
    """Return the number of a site in an array; -1 where the board has no such site."""
    number = static_integer(site, scene)
    return int(numbers[number]) if 0 <= number < len(numbers) else OFF


@static_integer.register
def _(node: b.PhaseOf, scene: Scene) -> int:
    site = static_integer(node.of, scene)
    for phase, sites in enumerate(scene.sites(node.type).phases):
        if site in sites:
            return phase
    return OFF


@static_integer.register
def _(node: b.SiteOfRegion, scene: Scene) -> int:
    return _nth(static_region(node.region, scene), node.index, scene)


@static_integer.register
def _(node: b.IntegerAt, scene: Scene) -> int:
    return _nth(static_integers(node.array, scene), node.index, scene)


def _nth(values: tuple[int, ...], index: k.Integer, scene: Scene) -> int:
    place = static_integer(index, scene)
    return values[place] if 0 <= place < len(values) else OFF


@static_integer.register
def _(node: i.Ahead, scene: Scene) -> int:
    site = static_integer(node.site, scene)
    if site < 0:
        return OFF
    steps = 1 if node.steps is None else static_integer(node.steps, scene)
    direction = "Forward" if node.direction is None else node.direction
    try:
        names = static_ways(direction, scene, site)
        walks = ways_along(scene.sites(), site, names[0]) if names else []
    except InputError as error:
        node.reject(str(error))
    for walk in walks:
        if 0 < steps < len(walk):
            return int(walk[steps])
    return site


# -- what lies there ------------------------------------------------------------------------


@static_integer.register
def _(node: i.What, scene: Scene) -> int:
    return scene.lying(node).what(scene.spot(static_integer(node.at, scene)))


@static_integer.register
def _(node: i.Who, scene: Scene) -> int:
    what = scene.lying(node).what(scene.spot(static_integer(node.at, scene)))
    return scene.inventory.components[what - 1].owner if what else 0


@static_integer.register
def _(node: b.TopLevel, scene: Scene) -> int:
    spot = scene.spot(static_integer(node.at, scene), node.type)
    return max(len(scene.lying(node).pieces.get(spot, ())) - 1, 0)


@static_integer.register
def _(node: b.CostOf, scene: Scene) -> int:
    costs = scene.lying(node).costs
    if node.at is not None:
        sites: tuple[int, ...] = (static_integer(node.at, scene),)
    else:
        assert node.in_ is not None
        sites = static_region(node.in_, scene)
    return sum(costs.get(scene.spot(site, node.type), 0) for site in sites)


# -- several integers, and ranges -----------------------------------------------------------


@static_integers.register
def _(node: k.Listed, scene: Scene) -> tuple[int, ...]:
    return tuple(static_integer(value, scene) for value in node.values)


@static_integers.register
def _(node: b.Array, scene: Scene) -> tuple[int, ...]:
    if isinstance(node.values, k.Region):
        return static_region(node.values, scene)
    return static_integers(node.values, scene)


def span(node: k.Range, scene: Scene) -> tuple[int, int]:
    """Return the least and the largest integer of a range.

    Raises
    ------
    LudemeError
        If one depends on the play.
    """
    found = n.ends(node, lambda number: static_integer(number, scene), OFF, ENDLESS)
    return found or unknown(node)
