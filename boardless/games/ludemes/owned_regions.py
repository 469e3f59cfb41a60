"""Regions of the equipment, by name, owner and kind."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from math import isqrt
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import constant_member
from boardless.games.compiler.dispatch import integer, member, unsupported
from boardless.games.compiler.regions import each
from boardless.games.initial.evaluation import evaluate_integer, evaluate_region
from boardless.games.language.facts import GLOBAL
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.arithmetic import labelled, nth_of
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.kinds import Integer, Region, Role
from boardless.games.ludemes.maps import is_label
from boardless.games.ludemes.moves import MovedPiece
from boardless.games.ludemes.placement import component
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.puzzle_values import Hint, HintedSites, Hints
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.jit.arrays import Ints


@ludeme("regionSite", example="(regionSite (sites Top) index:0)", facts=GLOBAL)
class SiteOfRegion(Integer):
    """The site of a region that has this place among them; -1 where there is none."""

    region: Region
    _: KW_ONLY
    index: Integer


class RegionType(Word):
    """Regions that follow from the board or from the hints of a puzzle."""

    CORNERS = "Corners"
    SIDES = "Sides"
    SIDES_NO_CORNERS = "SidesNoCorners"
    ALL_SITES = "AllSites"
    ROWS = "Rows"
    COLUMNS = "Columns"
    DIAGONALS = "Diagonals"
    LAYERS = "Layers"
    HINT_REGIONS = "HintRegions"
    ALL_DIRECTIONS = "AllDirections"
    SUB_GRIDS = "SubGrids"
    TOUCHING = "Touching"


@ludeme("regions", example="(regions P1 {(sites Side N) (sites Side S)})")
class Regions(Item):
    """Regions of the board with a name and an owner: one by one, or all of some sorts."""

    name: str | None = None
    role: Role = Role.NEUTRAL
    regions: tuple[Region, ...] = ()
    types: tuple[RegionType, ...] = ()
    hint: str | None = None

    def __post_init__(self) -> None:
        if bool(self.regions) == bool(self.types):
            self.reject("expected either regions or sorts of them")


@ludeme("sites", example='(sites P1 "Home")', facts=GLOBAL)
class SitesOwned(Region):
    """The regions of the equipment with this in their name, of a role or of nobody; or a label."""

    role: Role | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        if self.role is None and self.name is None:
            self.reject("expected a role or a name")


@ludeme("sites", example="(sites (player (next)))", facts=GLOBAL)
class SitesOwnedBy(Region):
    """The regions of the equipment of the player of a number, perhaps those of a name."""

    player: ThePlayer
    name: str | None = None


@ludeme("sites", "Start", example="(sites Start (piece (what at:(from))))", facts=GLOBAL)
class SitesStart(Region):
    """The sites on which a component stood before the first move."""

    piece: MovedPiece


@member.register(SitesOwned)
def _member_of_sites_owned(node: SitesOwned, at: str, scope: Scope) -> str:
    constant = constant_member(node, at, scope)
    if constant is not None:
        return constant
    model = scope.model
    if node.role not in (Role.PLAYER, Role.PREVIOUS) or model.scene is None:
        return unsupported(node)
    return _owned(node, scope.player(node.role, node), at, scope)


@member.register(SitesOwnedBy)
def _member_of_sites_owned_by(node: SitesOwnedBy, at: str, scope: Scope) -> str:
    player = scope.out.assign("player", integer(node.player.number, scope))
    owned = _owned(SitesOwned(Role.PLAYER, node.name), player, at, scope)
    return f"(0 < {player} <= PLAYERS and {owned})"


def _owned(node: SitesOwned, player: str, at: str, scope: Scope) -> str:
    """Return the condition that a site is in the regions of the player of a number."""
    model = scope.model
    if model.scene is None:
        return unsupported(node)
    width = 1 + model.hand_size + len(model.cells)
    flags = [0] * width
    for number in range(1, model.players + 1):
        owned = evaluate_region(replace(node, role=Role(f"P{number}")), model.scene)
        inside = set(model.numbered(owned))
        flags += [int(site in inside) for site in range(width)]
    table = scope.constant("INSIDE", flags)
    return f"({table}[{player} * {width} + {at}] != 0)"


@integer.register(SiteOfRegion)
def _compile_site_of_region(node: SiteOfRegion, scope: Scope) -> str:
    out = scope.out
    left = out.assign("n", integer(node.index, scope))
    found = out.assign("number", "-1")
    with each(node.region, scope, hands=True) as at:
        out.when(f"{left} == 0", f"{found} = number_of(s, {at})")
        out.add(f"{left} -= 1")
    return found


@member.register(SitesStart)
def _member_of_sites_start(node: SitesStart, at: str, scope: Scope) -> str:
    model = scope.model
    if model.scene is None:
        node.reject("the sites of the start need a board that is laid out")
    if model.starts_by_chance:
        return _began(node, at, scope)
    width = 1 + model.hand_size + len(model.cells)
    flags = [0] * (1 + len(model.components)) * width
    for site, puts in model.start_pieces.items():
        flags[puts[-1].component * width + site] = 1
    table = scope.constant("BEGAN", flags)
    piece = component(node.piece, scope, node)
    return f"({table}[({piece}) * {width} + {at}] != 0)"


def _began(node: SitesStart, at: str, scope: Scope) -> str:
    """Return the same where chance decides what is there: what the arrays say has begun there."""
    out = scope.out
    piece = component(node.piece, scope, node)
    m = out.name("m")
    found = out.assign("c", "False")
    with (
        out.block(f"for {m} in range(s.begun.shape[0]):"),
        out.block(f"if s.begun[{m}, 1] == {at}:"),
    ):
        out.add(f"{found} = s.begun[{m}, 0] == {piece}")
    return found


@evaluate_region.register(SitesOwned)
def _evaluate_sites_owned(node: SitesOwned, scene: InitialPosition) -> tuple[int, ...]:
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


def region_owner(item: Regions, scene: InitialPosition) -> int:
    """Return the player whose regions these are: 0 for nobody, the one after the last for all."""
    return scene.number_of(item.role, item)


def sites_of_regions(item: Regions, scene: InitialPosition) -> tuple[int, ...]:
    """Return the sites of regions of the equipment together, in ascending order, each once."""
    found: set[int] = set()
    for region in item.regions:
        found |= set(evaluate_region(region, scene))
    for sort in item.types:
        found |= {site for part in regions_of_type(sort, scene) for site in part}
    return tuple(sorted(found))


def regions_of_type(sort: RegionType, scene: InitialPosition) -> tuple[tuple[int, ...], ...]:
    """Return the regions of a sort, such as all rows, each in the order of the board."""
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


def hints_of(
    scene: InitialPosition, kind: str | None = None
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the sites and the number of each hint of the equipment, perhaps of a type of sites."""
    found = []
    for item in scene.inventory.items:
        if isinstance(item, Hints) and kind in (None, str(item.type)):
            for hint in item.hints:
                assert isinstance(hint, Hint)
                assert isinstance(hint.about, HintedSites)
                found.append((hint.about.sites, hint.number))
    return tuple(found)


def _star(site: int, scene: InitialPosition) -> tuple[int, ...]:
    """Return a site and those on straight ways from it, in their order."""
    walks = walks_along(scene.sites(), site, "All")
    return tuple(dict.fromkeys([site, *(to for walk in walks for to in walk.tolist())]))


def _sub_grids(scene: InitialPosition) -> tuple[tuple[int, ...], ...]:
    """Return the square blocks of a square board, such as those of nine cells of a Sudoku."""
    cells = scene.board.sites_of("Cell")
    size = isqrt(isqrt(len(cells)))
    row, column = cells.coordinates.row // max(size, 1), cells.coordinates.column // max(size, 1)
    return tuple(
        tuple(site for site in cells if (row[site], column[site]) == (down, right))
        for down in range(size)
        for right in range(size)
    )


@evaluate_integer.register(SiteOfRegion)
def _evaluate_site_of_region(node: SiteOfRegion, scene: InitialPosition) -> int:
    return nth_of(evaluate_region(node.region, scene), node.index, scene)
