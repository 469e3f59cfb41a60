"""The regions of the equipment: by name and owner, and those of the sorts that boards have."""

from collections.abc import Iterable
from math import isqrt

from boardless.games.ludemes import regions as r
from boardless.games.ludemes.accessories import Hint, HintedSites, Hints
from boardless.games.ludemes.equipment import Regions, RegionType
from boardless.games.ludemes.kinds import Role
from boardless.games.placing.evaluating import static_region
from boardless.games.placing.known_integers import labelled
from boardless.games.placing.known_maps import is_label
from boardless.games.placing.scene import Scene
from boardless.topo.kernels.arrays import Ints
from boardless.topo.layouts.headings import ways_along


@static_region.register
def _(node: r.SitesOwned, scene: Scene) -> tuple[int, ...]:
    if node.role is None and node.name is not None and is_label(node.name):
        site = labelled(node.name, scene)
        return (site,) if site >= 0 else ()
    name = node.name or ""
    owner = None if node.role is None else scene.number_of(node.role, node)
    found: set[int] = set()
    for number, item in enumerate(scene.inventory.items):
        if not isinstance(item, Regions):
            continue
        own = region_name(item)
        if (own == name) if owner is None else (name in own and owner == region_owner(item, scene)):
            if number in scene.open_regions:
                node.reject("a region of the equipment is made of itself")
            inside = scene.binding(open_regions=scene.open_regions | {number})
            found |= set(sites_of_regions(item, inside))
    return tuple(sorted(found))


def region_name(item: Regions) -> str:
    """Return the name of regions; "RegionP1" and so on where none is given."""
    return item.name or f"Region{Role.P1 if item.role is Role.NEUTRAL else item.role}"


def region_owner(item: Regions, scene: Scene) -> int:
    """Return the player whose regions these are: 0 for nobody, the one after the last for all."""
    return scene.number_of(item.role, item)


def sites_of_regions(item: Regions, scene: Scene) -> tuple[int, ...]:
    """Return the sites of regions of the equipment together, in ascending order, each once.

    Raises
    ------
    LudemeError
        If they depend on the play.
    """
    found: set[int] = set()
    for region in item.regions:
        found |= set(static_region(region, scene))
    for sort in item.types:
        found |= {site for part in regions_of_type(sort, scene) for site in part}
    return tuple(sorted(found))


def regions_of_type(sort: RegionType, scene: Scene) -> tuple[tuple[int, ...], ...]:
    """Return the regions of a sort, such as all rows, each in the order that the board has.

    Raises
    ------
    LudemeError
        If the board has none of the sort.
    """
    sites = scene.sites()
    corners = sites.listed("corners")
    if sort is RegionType.CORNERS:
        return tuple((int(corner),) for corner in corners)
    if sort is RegionType.SIDES:
        return _lists(sites.sides.values())
    if sort is RegionType.SIDES_NO_CORNERS:
        return tuple(
            tuple(site for site in side if site not in corners)
            for side in _lists(sites.sides.values())
        )
    if sort is RegionType.ALL_SITES:
        return (tuple(sites),)
    if sort is RegionType.ROWS:
        return _lists(sites.coordinates.rows)
    if sort is RegionType.COLUMNS:
        return _lists(sites.coordinates.columns)
    if sort is RegionType.LAYERS:
        return _lists(sites.coordinates.layers)
    if sort is RegionType.HINT_REGIONS:
        return tuple(listed for listed, _ in hints_of(scene))
    if sort is RegionType.TOUCHING:
        return tuple((site, int(other)) for site in sites for other in sites.neighbours(site))
    if sort is RegionType.ALL_DIRECTIONS:
        return tuple(_star(site, scene) for site in sites)
    # Ludii has a place for diagonals, and keeps none there.
    return _sub_grids(scene) if sort is RegionType.SUB_GRIDS else ()


def _lists(arrays: Iterable[Ints]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(listed.tolist()) for listed in arrays)


def hints_of(scene: Scene, kind: str | None = None) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the sites and the number of each hint of the equipment, perhaps of a type of sites."""
    found = []
    for item in scene.inventory.items:
        if isinstance(item, Hints) and kind in (None, str(item.type)):
            for hint in item.hints:
                assert isinstance(hint, Hint)
                assert isinstance(hint.about, HintedSites)
                found.append((hint.about.sites, hint.number))
    return tuple(found)


def _star(site: int, scene: Scene) -> tuple[int, ...]:
    """Return a site and those on straight ways from it, in their order."""
    walks = ways_along(scene.sites(), site, "All")
    return tuple(dict.fromkeys([site, *(to for walk in walks for to in walk.tolist())]))


def _sub_grids(scene: Scene) -> tuple[tuple[int, ...], ...]:
    """Return the square blocks of a square board, such as those of nine cells of a Sudoku."""
    cells = scene.board.sites_of("Cell")
    size = isqrt(isqrt(len(cells)))
    row, column = cells.coordinates.row // max(size, 1), cells.coordinates.column // max(size, 1)
    return tuple(
        tuple(site for site in cells if (row[site], column[site]) == (down, right))
        for down in range(size)
        for right in range(size)
    )
