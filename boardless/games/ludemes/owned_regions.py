"""Regions of the equipment, by name, owner and kind."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING

from boardless.games.kit import (
    FALSE,
    GLOBAL,
    Array,
    Bool,
    Builder,
    InitialPosition,
    Int,
    Integer,
    Model,
    Region,
    RegionName,
    Role,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    Word,
    every,
    ludeme,
    unsupported,
)
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.maps import is_label
from boardless.games.ludemes.moves import MovedPiece
from boardless.games.ludemes.placement import component
from boardless.games.ludemes.players import PLAYERS, ThePlayer
from boardless.games.ludemes.puzzle_values import Hint, HintedSites, Hints
from boardless.games.ludemes.region_algebra import SitesListed
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@ludeme("regionSite", facts=GLOBAL)
def site_of_region(b: Builder, region: Region, *, index: Integer) -> Int:
    """The site at an index of a region, or -1 if the index is outside the region.

    Example: (regionSite (sites Top) index:0)
    """
    return b.nth(region, b.integer(index), hands=True)


class RegionType(Word):
    """Regions derived from the board or from the hints of a puzzle."""

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
    REGIONS = "Regions"
    VERTICES = "Vertices"
    TOUCHING = "Touching"


@ludeme("regions", concepts="Region")
class Regions(Item):
    """Regions of the board with a name and an owner: one by one, or all of some sorts.

    Example: (regions P1 {(sites Side N) (sites Side S)})
    """

    name: str | None = None
    role: Role = Role.NEUTRAL
    regions: tuple[Region, ...] = ()
    types: tuple[RegionType, ...] = ()
    hint: str | None = None

    def __post_init__(self) -> None:
        if bool(self.regions) == bool(self.types):
            self.reject("expected either regions or sorts of them")

    @property
    def parts(self) -> tuple[Region, ...]:
        """The regions one by one; sites given by their numbers form one region."""
        numbers = tuple(region.site for region in self.regions if isinstance(region, Single))
        if len(numbers) < len(self.regions):
            return self.regions
        return (SitesListed(numbers),) if numbers else ()


@ludeme("sites", facts=GLOBAL)
class SitesOwned(Region):
    """The regions of the equipment with a text in their name, of a role or nobody; or a label.

    Example: (sites P1 "Home")
    """

    role: Role | None = None
    name: RegionName | None = None

    def __post_init__(self) -> None:
        if self.role is None and self.name is None:
            self.reject("expected a role or a name")

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; the player may depend on the state."""

        def otherwise(at: Site) -> Bool:
            if self.role not in (Role.PLAYER, Role.PREVIOUS, Role.TEAM_MOVER):
                return unsupported(self)
            return self.of_player(b.role(self.role, self), at, b.playing(self))

        return b.fixed(self, self.at_start, otherwise)

    def typed_by(self, model: Model) -> tuple[Region, ...]:
        """Return the regions of the equipment that may contribute sites."""
        items = (item for item in model.regions if (self.name or "") in region_name(item))
        of_nobody = self.role is None
        return tuple(
            part
            for item in items
            if (item.role is Role.NEUTRAL) == of_nobody
            for part in item.regions
        )

    def of_player(self, player: Int, at: Site, scope: Scope) -> Bool:
        """Return the test that a site is in the regions of a player, given by number."""
        model, start = scope.model, scope.start(self)
        width = 1 + model.hand_size + len(model.cells)
        flags = [0] * width
        for number in range(1, model.players + 1):
            owned = start.sites_of(replace(self, role=Role(f"P{number}")))
            inside = set(model.numbered(owned))
            flags += [int(site in inside) for site in range(width)]
        return scope.table("INSIDE", flags)[player * width + at] != 0

    def at_start(self, start: InitialPosition) -> set[int]:
        """Return the sites of a known player."""
        name, role = self.name or "", self.role
        if role is None and is_label(name):
            return {labelled(name, start)}
        owner = None if role is None else start.number_of(role, self)
        sites: set[int] = set()
        for number, item in enumerate(start.inventory.items):
            if not isinstance(item, Regions):
                continue
            own = region_name(item)
            named = own == name if owner is None else name in own
            if named and (owner is None or owner == region_owner(item, start)):
                if number in start.open_regions:
                    self.reject("a region of the equipment is made of itself")
                inside = start.binding(open_regions=start.open_regions | {number})
                sites.update(sites_of_regions(item, inside))
        return sites


@ludeme("sites", facts=GLOBAL)
def sites_of_no_name(b: Builder, type: SiteType) -> SiteSet:
    """The sites of a region without a name, which is always empty.

    Example: (sites Cell)
    """
    return b.listed()


@ludeme("sites", facts=GLOBAL)
class SitesOwnedBy(Region):
    """The regions of the equipment of a player, given by number, optionally of a name.

    Example: (sites (player (next)))
    """

    player: ThePlayer
    name: RegionName | None = None

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; nobody, and players outside the game, have an empty region."""
        regions = SitesOwned(Role.PLAYER, self.name)

        def test(at: Site) -> Bool:
            player = b.let(b.integer(self.player.number), "player")
            owned = regions.of_player(player, at, b.playing(self))
            return every(player > 0, player <= PLAYERS, owned)

        return b.tested(self, test)


@ludeme("sites", "Start", facts=GLOBAL)
class SitesStart(Region):
    """The sites where a component stood before the first move.

    Example: (sites Start (piece (what at:(from))))
    """

    piece: MovedPiece

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: self._began(at, b.playing(self)))

    def _began(self, at: Site, b: Scope) -> Bool:
        b.start(self)
        model, piece = b.model, component(self.piece, b, self)
        if model.starts_by_chance:
            # The arrays store the start pieces.
            is_start = b.variable("c", FALSE)
            for m in b.numbers(Array.named("s.begun.shape")[0], stem="m"):
                with b.where(S.begun[m, 1] == at):
                    b.set(is_start, S.begun[m, 0] == piece)
            return is_start
        width = 1 + model.hand_size + len(model.cells)
        flags = [0] * (1 + len(model.components)) * width
        for site, puts in model.start_pieces.items():
            flags[puts[-1].component * width + site] = 1
        return b.table("BEGAN", flags)[piece * width + at] != 0


def region_name(item: Regions) -> str:
    """Return the name of regions; by default "RegionP1" and so on."""
    return item.name or f"Region{Role('P1') if item.role is Role.NEUTRAL else item.role}"


def region_owner(item: Regions, scene: InitialPosition) -> int:
    """Return the player who owns regions: 0 for nobody, the last plus one for all."""
    return scene.number_of(item.role, item)


def sites_of_regions(item: Regions, scene: InitialPosition) -> tuple[int, ...]:
    """Return the sites of all regions together, in ascending order, each once."""
    parts = [scene.sites_of(region) for region in item.regions]
    parts += [part for sort in item.types for part in regions_of_type(sort, scene)]
    return tuple(sorted({site for part in parts for site in part}))


def regions_of_type(sort: RegionType, scene: InitialPosition) -> tuple[tuple[int, ...], ...]:
    """Return the regions of a sort, such as all rows, each in the order of the board."""
    return tuple(tuple(int(site) for site in part) for part in _REGIONS[sort](scene))


def hints_of(
    scene: InitialPosition, kind: str | None = None
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the sites and the number of each hint, optionally of one type of sites."""
    hints = []
    for item in scene.inventory.items:
        if isinstance(item, Hints) and kind in (None, str(item.type)):
            for hint in item.hints:
                assert isinstance(hint, Hint)
                assert isinstance(hint.about, HintedSites)
                hints.append((hint.about.sites, hint.number))
    return tuple(hints)


def _star(site: int, scene: InitialPosition) -> tuple[int, ...]:
    """Return a site and the sites on straight ways from it, in order."""
    walks = walks_along(scene.sites(), site, "All")
    return tuple(dict.fromkeys([site, *(to for walk in walks for to in walk.tolist())]))


def _sub_grids(scene: InitialPosition) -> tuple[tuple[int, ...], ...]:
    """Return the square blocks of a square board, such as blocks of nine cells in a Sudoku."""
    cells = scene.board.sites_of("Cell")
    size = isqrt(isqrt(len(cells)))
    row, column = cells.coordinates.row // max(size, 1), cells.coordinates.column // max(size, 1)
    return tuple(
        tuple(site for site in cells if (row[site], column[site]) == (down, right))
        for down in range(size)
        for right in range(size)
    )


def _sides_without_corners(scene: InitialPosition) -> list[list[int]]:
    sites = scene.sites()
    corners = set(sites.listed("corners").tolist())
    return [[int(at) for at in side if at not in corners] for side in sites.sides.values()]


def _pairs(scene: InitialPosition) -> Iterator[tuple[int, int]]:
    """Yield each site with each of its neighbours."""
    sites = scene.sites()
    return ((site, other) for site in sites for other in sites.neighbours(site))


#: The regions of each sort.
_REGIONS: dict[RegionType, Callable[[InitialPosition], Iterable[Iterable[int]]]] = {
    RegionType.CORNERS: lambda scene: ((at,) for at in scene.sites().listed("corners")),
    RegionType.SIDES: lambda scene: scene.sites().sides.values(),
    RegionType.SIDES_NO_CORNERS: _sides_without_corners,
    RegionType.ALL_SITES: lambda scene: (scene.sites(),),
    RegionType.ROWS: lambda scene: scene.sites().coordinates.rows,
    RegionType.COLUMNS: lambda scene: scene.sites().coordinates.columns,
    # Ludii has a list for diagonals, and leaves it empty.
    RegionType.DIAGONALS: lambda scene: (),
    RegionType.LAYERS: lambda scene: scene.sites().coordinates.layers,
    RegionType.HINT_REGIONS: lambda scene: (listed for listed, _ in hints_of(scene)),
    RegionType.ALL_DIRECTIONS: lambda scene: (_star(at, scene) for at in scene.sites()),
    RegionType.SUB_GRIDS: _sub_grids,
    RegionType.REGIONS: _pairs,
    RegionType.VERTICES: _pairs,
    RegionType.TOUCHING: _pairs,
}
