"""Regions that lead from sites to others by steps, known before the first move."""

import numpy as np

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Around, Role
from boardless.games.placing.evaluating import (
    static_integer,
    static_region,
    static_ways,
    unknown,
)
from boardless.games.placing.known_integers import span
from boardless.games.placing.known_regions import in_order
from boardless.games.placing.scene import Scene
from boardless.topo import InputError, Sites
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.headings import ways_along

#: The most steps that a region grows by.
MAX_STEPS = 100_000


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
        return in_order(
            of_board.expanded(
                scene.board,
                np.array(sites, np.int32),
                min(steps, MAX_STEPS),
                way=_way(way),
                kind=kind,
            )
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
    return in_order(found | set(origins) if node.include_self else found - set(origins))


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
    return in_order(found)


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
            return in_order(ends | set(walk[1 : walk.index(end)]))
    return in_order(ends)


def _walks(
    node: Ludeme, ways: d.Ways | None, site: int, board: Sites, scene: Scene
) -> list[list[int]]:
    """Return the walks from a site in some directions, adjacent ones unless others are given."""
    if site not in board:
        node.reject(f"site {site} is not on the board")
    names = ("Adjacent",) if ways is None else static_ways(ways, scene, site)
    return [walk.tolist() for name in names for walk in ways_along(board, site, name)]


@static_region.register
def _(node: r.SitesAtDistance, scene: Scene) -> tuple[int, ...]:
    if node.step is not None:
        node.reject("steps by a rule are not known before the game")
    start, (low, high) = static_integer(node.from_, scene), span(node.distance, scene)
    board = scene.sites(node.type)
    if start not in board or low < 0:
        return ()
    way = "adjacent" if node.relation is None else str(node.relation).lower()
    way = "off" if node.relation is k.Directions.OFF_DIAGONAL else way

    def within(steps: int) -> set[int]:
        if steps < 0:
            return set()
        found = of_board.expanded(scene.board, np.array([start]), steps, way, board.kind)
        return set(map(int, found))

    return in_order(within(min(high, MAX_STEPS)) - within(low - 1))
