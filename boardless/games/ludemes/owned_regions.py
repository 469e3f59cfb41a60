"""Regions of the equipment, by name, owner and kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import isqrt

from boardless.games.kit import (
    FALSE,
    GLOBAL,
    Bool,
    Builder,
    InitialPosition,
    Int,
    IntArray,
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
    words,
)
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.lists import is_label
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import MovedPiece
from boardless.games.ludemes.placement import component
from boardless.games.ludemes.players import PLAYERS, ThePlayer
from boardless.games.ludemes.puzzle_values import Hints
from boardless.games.ludemes.region_algebra import SitesListed
from boardless.topo.layouts.relative_directions import walks_along


@ludeme("regionSite", facts=GLOBAL)
def site_of_region(b: Builder, region: Region, *, index: Integer) -> Int:
    """The site at an index of a region, or -1 if the index is outside the region.

    Example: (regionSite (sites Top) index:0)
    """
    return b.nth(region, b.integer(index), hands=True)


class RegionType(Word):
    """Regions derived from the board or from the hints of a puzzle."""

    vars().update(
        words(
            "Corners Sides SidesNoCorners AllSites Rows Columns Diagonals Layers HintRegions "
            "AllDirections SubGrids Regions Vertices Touching"
        )
    )


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
        return tuple(
            part
            for item in model.regions
            if (self.name or "") in region_name(item)
            if (item.role is Role.NEUTRAL) == (self.role is None)
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
            if named and (owner is None or owner == start.number_of(item.role, item)):
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
def sites_owned_by(
    node: Region, b: Builder, player: ThePlayer, name: RegionName | None = None
) -> SiteSet:
    """The regions of the equipment of a player, given by number, optionally of a name.

    Nobody, and players outside the game, have an empty region.

    Example: (sites (player (next)))
    """

    def test(at: Site) -> Bool:
        number = b.let(b.integer(player.number), "player")
        owned = SitesOwned(Role.PLAYER, name).of_player(number, at, b.playing(node))
        return every(number > 0, number <= PLAYERS, owned)

    return b.tested(node, test)


@ludeme("sites", "Start", facts=GLOBAL)
def sites_start(node: Region, b: Scope, piece: MovedPiece) -> SiteSet:
    """The sites where a component stood before the first move.

    Example: (sites Start (piece (what at:(from))))
    """

    def began(at: Site) -> Bool:
        b.start(node)
        model, number = b.model, component(piece, b, node)
        if model.starts_by_chance:
            # The arrays store the start pieces.
            is_start = b.variable("c", FALSE)
            for m in b.numbers(IntArray.named("s.begun.shape")[0], stem="m"):
                b.set_if(S.begun[m, 1] == at, is_start, S.begun[m, 0] == number)
            return is_start
        width = 1 + model.hand_size + len(model.cells)
        flags = [0] * (1 + len(model.components)) * width
        for site, puts in model.start_pieces.items():
            flags[puts[-1].component * width + site] = 1
        return b.table("BEGAN", flags)[number * width + at] != 0

    return b.tested(node, began)


def region_name(item: Regions) -> str:
    """Return the name of regions; by default "RegionP1" and so on."""
    return item.name or f"Region{Role('P1') if item.role is Role.NEUTRAL else item.role}"


def sites_of_regions(item: Regions, scene: InitialPosition) -> tuple[int, ...]:
    """Return the sites of all regions together, in ascending order, each once."""
    parts = [scene.sites_of(region) for region in item.regions]
    parts += [part for sort in item.types for part in regions_of_type(sort, scene)]
    return tuple(sorted({site for part in parts for site in part}))


def regions_of_type(sort: RegionType, scene: InitialPosition) -> tuple[tuple[int, ...], ...]:
    """Return the regions of a sort, such as all rows, each in the order of the board."""
    return tuple(tuple(int(site) for site in part) for part in _REGIONS[str(sort)](scene))


def hints_of(
    scene: InitialPosition, kind: str | None = None
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the sites and the number of each hint, optionally of one type of sites."""
    hints = list[tuple[tuple[int, ...], int]]()
    for item in scene.inventory.items:
        if isinstance(item, Hints) and kind in (None, str(item.type)):
            hints += [(hint.about.sites, hint.number) for hint in item.hints]
    return tuple(hints)


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


def _pairs(scene: InitialPosition) -> Iterator[tuple[int, int]]:
    """Yield each site with each of its neighbours."""
    sites = scene.sites()
    return ((site, other) for site in sites for other in sites.neighbours(site))


#: The regions of each sort.
_REGIONS: dict[str, Callable[[InitialPosition], Iterable[Iterable[int]]]] = {
    "Corners": lambda scene: ((at,) for at in scene.sites().listed("corners")),
    "Sides": lambda scene: scene.sites().sides.values(),
    "SidesNoCorners": lambda scene: (
        [at for at in side if at not in scene.sites().listed("corners")]
        for side in scene.sites().sides.values()
    ),
    "AllSites": lambda scene: (scene.sites(),),
    "Rows": lambda scene: scene.sites().coordinates.rows,
    "Columns": lambda scene: scene.sites().coordinates.columns,
    # Ludii has a list for diagonals, and leaves it empty.
    "Diagonals": lambda scene: (),
    "Layers": lambda scene: scene.sites().coordinates.layers,
    "HintRegions": lambda scene: (listed for listed, _ in hints_of(scene)),
    # A site and the sites on straight ways from it, in order.
    "AllDirections": lambda scene: (
        dict.fromkeys([at, *(to for walk in walks_along(scene.sites(), at, "All") for to in walk)])
        for at in scene.sites()
    ),
    "SubGrids": _sub_grids,
    "Regions": _pairs,
    "Vertices": _pairs,
    "Touching": _pairs,
}
