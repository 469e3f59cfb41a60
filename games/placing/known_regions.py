"""Regions that are known before the first move: those of the board."""

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import board_regions as b
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Around, Role
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
    static_ways,
    unknown,
)
from boardless.games.placing.known_integers import labelled, span
from boardless.games.placing.scene import Scene
from boardless.topo import InputError
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.headings import ways_along

#: The most steps that a region grows by.
MAX_STEPS = 100_000


def _sorted(sites: object) -> tuple[int, ...]:
    return tuple(sorted({int(site) for site in sites}))  # type: ignore[attr-defined]


# -- by place -------------------------------------------------------------------------------


@static_region.register
def _(node: b.PlaceOfBoard, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    return _sorted(of_board.place(scene.board, node.variant, scene.kind(node.type)))


@static_region.register
def _(node: b.EdgesByLean, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    return _sorted(of_board.place(scene.board, node.variant))


@static_region.register
def _(node: b.LineOfBoard, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    index = static_integer(node.index, scene)
    if index < 0:
        return ()
    return _sorted(of_board.line(scene.board, node.variant, index, scene.kind(node.type)))


@static_region.register
def _(node: r.SitesSide, scene: Scene) -> tuple[int, ...]:
    direction: object = node.side
    if isinstance(node.side, Role):
        if node.side is Role.SHARED:
            return _sorted(of_board.place(scene.board, "Outer", scene.kind(node.type)))
        player = scene.number_of(node.side, node)
        if not 1 <= player <= scene.inventory.players:
            node.reject(f"{node.side} is no single player of {scene.inventory.players}")
        direction = scene.inventory.facings[player - 1]
        if direction is None:
            node.reject(f"player {player} faces no side: give the players a direction")
    try:
        return _sorted(of_board.side(scene.board, str(direction), scene.kind(node.type)))
    except InputError as error:
        node.reject(str(error))


@static_region.register
def _(node: r.SitesEmpty, scene: Scene) -> tuple[int, ...]:
    contents = scene.lying(node)
    sites = scene.sites(node.type)
    return tuple(site for site in sites if not contents.what((sites.kind, site)))


# -- by number, label or name ---------------------------------------------------------------


@static_region.register
def _(node: k.Single, scene: Scene) -> tuple[int, ...]:
    site = static_integer(node.site, scene)
    return (site,) if site >= 0 else ()


@static_region.register
def _(node: r.SitesListed, scene: Scene) -> tuple[int, ...]:
    found: list[int] = []
    for entry in node.sites:
        if isinstance(entry, r.SiteLabel):
            found.append(labelled(entry.label, scene))
        elif isinstance(entry, k.Integers):
            found += static_integers(entry, scene)
        else:
            assert isinstance(entry, k.Integer)
            found.append(static_integer(entry, scene))
    return _sorted(site for site in found if site >= 0)


@static_region.register
def _(node: r.SitesOfCell, scene: Scene) -> tuple[int, ...]:
    if isinstance(node.cell, r.SiteLabel):
        site = labelled(node.cell.label, scene, k.SiteType.CELL)
        return (site,) if site >= 0 else ()
    assert isinstance(node.cell, k.Integer)
    return _corners("Cell", static_integer(node.cell, scene), scene)


@static_region.register
def _(node: r.SitesOfEdge, scene: Scene) -> tuple[int, ...]:
    return _corners("Edge", static_integer(node.edge, scene), scene)


def _corners(kind: str, number: int, scene: Scene) -> tuple[int, ...]:
    if number not in scene.board.sites_of(kind):
        return ()
    return _sorted(of_board.corners_of(scene.board, kind, number))


@static_region.register
def _(node: r.SitesOfVertices, scene: Scene) -> tuple[int, ...]:
    found = [labelled(label, scene, k.SiteType.VERTEX) for label in node.labels]
    return _sorted(site for site in found if site >= 0)


@static_region.register
def _(node: r.SitesHand, scene: Scene) -> tuple[int, ...]:
    hand = scene.inventory.hand(scene.number_of(node.role, node))
    return () if hand is None else tuple(range(hand.first, hand.first + hand.size))


@static_region.register
def _(node: r.SitesOfTrack, scene: Scene) -> tuple[int, ...]:
    owner = 0 if node.role is None else scene.number_of(node.role, node)
    name = node.name or ""
    for track in scene.tracks:
        if track.name == name or (name in track.name and track.owner in (owner, 0)):
            break
    else:
        return ()
    sites = list(track.sites)
    if node.from_ is not None:
        start = static_integer(node.from_, scene)
        if start not in sites:
            return ()
        first = sites.index(start)
        sites = sites[first:] + sites[:first]
    if node.to is not None:
        end = static_integer(node.to, scene)
        sites = sites[: sites.index(end) + 1] if end in sites else sites
    # The place beyond the board is no site.
    return _sorted(site for site in sites if site >= 0)


# -- made of others -------------------------------------------------------------------------


@static_region.register
def _(node: r.Union, scene: Scene) -> tuple[int, ...]:
    return _sorted(site for part in node.regions for site in static_region(part, scene))


@static_region.register
def _(node: r.Intersection, scene: Scene) -> tuple[int, ...]:
    first, *others = [static_region(part, scene) for part in node.regions]
    return tuple(site for site in first if all(site in other for other in others))


@static_region.register
def _(node: r.Difference, scene: Scene) -> tuple[int, ...]:
    without = set(static_region(node.without, scene))
    return tuple(site for site in static_region(node.region, scene) if site not in without)


@static_region.register
def _(node: r.RegionIf, scene: Scene) -> tuple[int, ...]:
    if static_condition(node.condition, scene):
        return static_region(node.then, scene)
    return () if node.otherwise is None else static_region(node.otherwise, scene)


@static_region.register
def _(node: r.SitesThat, scene: Scene) -> tuple[int, ...]:
    sites = static_region(node.region, scene)
    return tuple(s for s in sites if static_condition(node.if_, scene.binding(site=s)))


@static_region.register
def _(node: r.RegionsOfSites, scene: Scene) -> tuple[int, ...]:
    sites = static_region(node.of, scene)
    parts = [static_region(node.region, scene.binding(site=site)) for site in sites]
    return _sorted(site for part in parts for site in part)


@static_region.register
def _(node: r.Expand, scene: Scene) -> tuple[int, ...]:
    return _expanded(node, static_region(node.region, scene), scene)


@static_region.register
def _(node: r.ExpandSite, scene: Scene) -> tuple[int, ...]:
    site = static_integer(node.origin, scene)
    return _expanded(node, (site,) if site >= 0 else (), scene)


def _expanded(
    node: r.Expand | r.ExpandSite, sites: tuple[int, ...], scene: Scene
) -> tuple[int, ...]:
    steps = 1 if node.steps is None else static_integer(node.steps, scene)
    kind = scene.kind(node.type)
    # Edges grow by those that are adjacent, whatever the direction.
    way = None if kind == "Edge" else node.directions
    try:
        return _sorted(
            of_board.expanded(scene.board, sites, min(steps, MAX_STEPS), way=_way(way), kind=kind)
        )
    except InputError as error:
        node.reject(str(error))


def _way(directions: d.Absolute | None) -> str:
    """Return what steps in some directions are called on boards."""
    if directions is None:
        return "adjacent"
    if isinstance(directions, k.Directions):
        return "off" if directions is k.Directions.OFF_DIAGONAL else str(directions).lower()
    return str(directions)


# -- by steps -------------------------------------------------------------------------------


@static_region.register
def _(node: r.SitesAround, scene: Scene) -> tuple[int, ...]:
    if isinstance(node.where, k.Region):
        origins = static_region(node.where, scene)
    else:
        site = static_integer(node.where, scene)
        origins = (site,) if site >= 0 else ()
    distance = 1 if node.distance is None else static_integer(node.distance, scene)
    if distance < 0:
        node.reject("expected a distance of 0 or more")
    board = scene.sites(node.type)
    found: set[int] = set()
    for origin in origins:
        if origin in board:
            walks = ways_along(board, origin, str(node.directions))
            found |= {int(walk[distance]) for walk in walks if distance < len(walk)}
    if node.if_ is not None:
        unknown(node.if_)
    if node.which is not None:
        found = {site for site in found if _wanted(node, site, scene)}
    return _sorted(found | set(origins) if node.include_self else found - set(origins))


def _wanted(node: r.SitesAround, site: int, scene: Scene) -> bool:
    """Tell whether what lies on a site is what is asked for."""
    what = scene.lying(node).what(scene.spot(site, node.type))
    if node.which in (Around.EMPTY, Around.NOT_EMPTY):
        return (what == 0) is (node.which is Around.EMPTY)
    owner = scene.inventory.components[what - 1].owner if what else 0
    mover, shared = scene.number_of(Role.MOVER, node), scene.inventory.players + 1
    if node.which is Around.OWN:
        return owner in (mover, shared)
    return owner not in (0, mover, shared)


@static_region.register
def _(node: r.SitesInDirection, scene: Scene) -> tuple[int, ...]:
    if isinstance(node.from_, k.Region):
        origins = static_region(node.from_, scene)
    else:
        site = static_integer(node.from_, scene)
        origins = (site,) if site >= 0 else ()
    if node.stop is not None:
        unknown(node.stop)
    limit = None if node.distance is None else static_integer(node.distance, scene) + 1
    board = scene.sites(node.type)
    found = set(origins) if node.included else set()
    for origin in origins:
        for walk in _walks(node, node.directions, origin, board, scene):
            found |= set(walk[1:limit])
    return _sorted(found)


@static_region.register
def _(node: r.SitesBetween, scene: Scene) -> tuple[int, ...]:
    start, end = static_integer(node.from_, scene), static_integer(node.to, scene)
    board = scene.sites(node.type)
    if start not in board or end not in board:
        return ()
    if node.cond is not None:
        unknown(node.cond)
    ends = {start} if node.from_included else set()
    ends |= {end} if node.to_included else set()
    for walk in _walks(node, node.directions, start, board, scene):
        if end in walk[1:]:
            return _sorted(ends | set(walk[1 : walk.index(end)]))
    return _sorted(ends)


def _walks(
    node: Ludeme, ways: d.Ways | None, site: int, board: object, scene: Scene
) -> list[list[int]]:
    """Return the walks from a site in some directions, adjacent ones unless others are given."""
    if site not in board:  # type: ignore[operator]
        node.reject(f"site {site} is not on the board")
    names = ("Adjacent",) if ways is None else static_ways(ways, scene, site)
    return [walk.tolist() for name in names for walk in ways_along(board, site, name)]  # type: ignore


@static_region.register
def _(node: r.SitesAtDistance, scene: Scene) -> tuple[int, ...]:
    start, (low, high) = static_integer(node.from_, scene), span(node.distance, scene)
    board = scene.sites(node.type)
    if start not in board or low < 0:
        return ()
    within: tuple[int, ...] = ()
    if low > 0:
        within = _sorted(of_board.expanded(scene.board, [start], low - 1, kind=board.kind))
    most = min(max(high, -1), MAX_STEPS)
    reached = of_board.expanded(scene.board, [start], most, kind=board.kind) if most >= 0 else ()
    return _sorted(set(map(int, reached)) - set(within))
