"""Regions that are known before the first move: those of the board."""

from collections.abc import Iterable

from boardless.games.ludemes import board_regions as b
from boardless.games.ludemes import incidence as o
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Role
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
    unknown,
)
from boardless.games.placing.known_integers import labelled
from boardless.games.placing.scene import Scene
from boardless.topo import InputError
from boardless.topo.layouts import regions as of_board


def in_order(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in ascending order, each once."""
    return tuple(sorted({int(site) for site in sites}))


def _on_board(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in order, without those beyond the board or unknown, which are negative."""
    return in_order(site for site in sites if site >= 0)


# -- by place -------------------------------------------------------------------------------


@static_region.register
def _(node: b.PlaceOfBoard, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    return in_order(of_board.place(scene.board, node.variant, scene.kind(node.type)))


@static_region.register
def _(node: b.EdgesByLean, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    return in_order(of_board.place(scene.board, node.variant))


@static_region.register
def _(node: b.LineOfBoard, scene: Scene) -> tuple[int, ...]:
    assert node.variant is not None
    index = static_integer(node.index, scene)
    if index < 0:
        return ()
    return in_order(of_board.line(scene.board, node.variant, index, scene.kind(node.type)))


@static_region.register
def _(node: r.SitesSide, scene: Scene) -> tuple[int, ...]:
    direction: object = node.side
    if isinstance(node.side, Role):
        if node.side is Role.SHARED:
            return in_order(of_board.place(scene.board, "Outer", scene.kind(node.type)))
        player = scene.number_of(node.side, node)
        if not 1 <= player <= scene.inventory.players:
            node.reject(f"{node.side} is no single player of {scene.inventory.players}")
        direction = scene.inventory.facings[player - 1]
        if direction is None:
            node.reject(f"player {player} faces no side: give the players a direction")
    try:
        return in_order(of_board.side(scene.board, str(direction), scene.kind(node.type)))
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
    return _on_board(static_integer(site, scene) for site in node.sites)


@static_region.register
def _(node: r.SitesLabelled, scene: Scene) -> tuple[int, ...]:
    return _on_board(labelled(label, scene) for label in node.labels)


@static_region.register
def _(node: r.SitesOfArray, scene: Scene) -> tuple[int, ...]:
    return _on_board(static_integers(node.array, scene))


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
    return in_order(of_board.corners_of(scene.board, kind, number))


@static_region.register
def _(node: r.SitesOfVertices, scene: Scene) -> tuple[int, ...]:
    return _on_board(labelled(label, scene, k.SiteType.VERTEX) for label in node.labels)


@static_region.register
def _(node: r.SitesHand, scene: Scene) -> tuple[int, ...]:
    if node.role is None:
        return ()
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
    return _on_board(sites)


@static_region.register
def _(node: o.SitesIncident, scene: Scene) -> tuple[int, ...]:
    if node.role is not None or node.owner is not None:
        unknown(node)
    at = static_integer(node.at, scene)
    return in_order(of_board.incident(scene.board, str(node.type), str(node.of), at))


# -- made of others -------------------------------------------------------------------------


@static_region.register
def _(node: r.Union, scene: Scene) -> tuple[int, ...]:
    return in_order(site for part in node.regions for site in static_region(part, scene))


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
    return in_order(site for part in parts for site in part)
