"""Tiles that cover several cells, and boards that belong to one player each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from typing import TypeAlias, TypeGuard

import numpy as np

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    FROM,
    GLOBAL,
    NONE,
    OURS,
    PUTS,
    TILES,
    TO,
    TRIES,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Compass,
    Int,
    IntArray,
    Integer,
    Ludeme,
    MarkedRegion,
    Model,
    Moves,
    OfThisProgram,
    S,
    Scope,
    ScratchRow,
    Site,
    SiteType,
    carried,
    cleared_row,
    each,
    entry,
    lifted,
    ludeme,
    needs,
    numbers,
    wide,
)
from boardless.games.ludemes.large_pieces import Covers, Dominoes
from boardless.games.ludemes.moves import From, Then, To, does, each_start
from boardless.games.ludemes.pieces import Largest, Stride, Tile, TilePart, WalkOfSteps
from boardless.games.ludemes.sites import SiteOrRegion
from boardless.games.ludemes.tile_tables import rotations, turn_unit
from boardless.state.engine.geometry import Geometry, LayoutGeometry
from boardless.state.engine.tables import ROW, LargeTables
from boardless.topo.tilings.incidence import COMPASS


@ludeme("move", "Cover", concepts="LargeTiles")
class Cover(OfThisProgram, Moves):
    """Cover cells with a tile of parts from a hand, in every direction that looks different.

    All cells are free, or new, and at least one is in the region. The condition holds for each, as
    (to), and (part) is the component that would come on the cell.

    Example: (move Cover (from (sites Hand Mover)) (to (sites Playable Orthogonal)))
    """

    facts = EFFECT | PUTS | TRIES | TILES | needs("large_tiles") | numbers("rotations")
    from_: From
    to: To
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        if not large_tables(b.model, b.geometry).most_parts:
            self.reject("expected tiles with parts among the equipment")
        for inner, origin in each_start(self.from_, b):
            what = b.variable("what", wide(S.what[origin]))
            for part in b.numbers(wide(_PART_COUNTS[what])):
                yield from self._beside(origin, what, part, inner)

    def _beside(self, origin: Site, what: Int, part: Int, b: Scope) -> Candidates:
        """Iterate over the placements with a given part as the first part in the region."""
        row, target = b.builder.row(), self.to.target
        act = does("lay_large", FROM, TO, carried(1), carried(2))
        for at in each(target, b.binding(part=_component(what, part))):
            if self.to.rotations is None:
                ways = b.numbers(ENGINE.PART_ORIENTATIONS, stem="turned")
            else:
                sides = int(b.geometry.of_class("Orthogonal")[0].sum())
                named = rotations(self.to.rotations, b)
                ways = b.among((each // turn_unit(sides) for each in named), "turned")
            for turned in ways:
                with b.where(IntArray.named("PART_TURNS")[what] >> turned & 1 != 0):
                    cells = b.variable("cells", wide(COUNTERS.COUNT))
                    room = Bool.call("finds_room", row, what, turned, part, at)
                    fits = b.variable("fits", room)
                    if self.to.if_ is not None:
                        for to, which in _parts_while(fits, row, wide(_PART_COUNTS[what]), b):
                            inner = b.binding(to=to, part=_component(what, which))
                            b.set(fits, inner.condition(self.to.if_))
                    for to, which in _parts_while(fits, row, part, b):
                        inner = b.binding(part=_component(what, which))
                        b.set(fits, ~inner.inside(target, to))
                    b.do("drop_down_to", cells)
                    with b.where(fits):
                        placed = b.binding(to=at)
                        yield Candidate(placed, origin, at, act, numbers=(turned, part))


@ludeme("part", source=OURS, facts=GLOBAL)
def part_in_question(node: Integer, b: Scope) -> Int:
    """The component that a tile would put on the cell in question.

    Example: (part)
    """
    return b.bound_integer("part", node)


@ludeme("board", source=OURS, facts=TILES)
def board_of(node: Integer, b: Builder, *, of: Integer) -> Int:
    """The number of the board of a site, if there are several boards; else 1.

    Example: (board of:(to))
    """
    check_squares(node, b)
    return Int.call("board_of", b.board_site(of))


@ludeme("beyond", facts=TILES)
class Beyond(OfThisProgram, Integer):
    """The number of rows above a site (columns to the right for E), up to the board's last piece.

    Example: (beyond N (last To))
    """

    direction: Compass
    site: Integer

    def __post_init__(self) -> None:
        if self.direction not in (Compass.N, Compass.E, Compass.S, Compass.W):
            self.reject("expected N, E, S or W")

    def meaning(self, b: Builder) -> Int:
        check_squares(self, b)
        axis = int(self.direction in (Compass.N, Compass.S))
        sign = 1 if self.direction in (Compass.N, Compass.E) else -1
        at = b.let(b.board_site(self.site))
        return (at == NONE).choose(Int.of(0), Int.call("reach", at, axis, sign))


@ludeme("part", facts=TILES | numbers("values"))
class PartOfTile(TilePart):
    """A component without an owner, and its value on the tile (default 0).

    Example: (part "Forest" value:1)
    """

    component: str
    _: KW_ONLY
    value: Largest = 0


#: Component and value on each cell of a tile.
Parts: TypeAlias = list[tuple[int, int]]
#: The cells of a tile with the pieces there.
Look: TypeAlias = frozenset[tuple[int, int, int, int, int]]
#: The key of a cell, and the facing of the piece there.
Step: TypeAlias = tuple[tuple[int, int, int], int]
#: The key of a cell, and rotation, component and value of the piece there.
Square: TypeAlias = tuple[tuple[int, int, int], int, int, int]
#: The squares of a domino, in two columns and four rows.
DOMINO = tuple(map(Stride, "FRFRFLFLFRFRF"))
SQUARES_OF_A_HALF = 4
#: The possible places of large tiles.
PLAIN_TILINGS = ("square", "hexagonal", "triangular")


def large_tables(model: Model, geometry: Geometry | LayoutGeometry) -> LargeTables:
    """Return the tables of the tiles of a game that cover several cells."""
    tiles = [item for item in model.items if covers_cells(item)]
    if not tiles:
        return LargeTables()
    if isinstance(geometry, LayoutGeometry) or geometry.tiling.name not in PLAIN_TILINGS:
        tiles[0].reject("tiles with parts need a board that grows by squares, hexagons, triangles")
    compass = _compass(geometry)
    most = max(_steps(tile).count(Stride.F) + 1 for tile in tiles)
    counts, components, values, turns = [0], [0] * most, [0] * most, [0]
    none = [(0, 0, 0)] * most * len(compass)
    ways = list(none)
    for number, item in enumerate(model.items, 1):
        parts: Parts = []
        walks: list[list[Step]] = [[] for _ in compass]
        if covers_cells(item):
            parts = _parts(item, model, number)
            walks = [_walk(item, way, geometry) for way in range(len(compass))]
        rest = [0] * (most - len(parts))
        counts.append(len(parts))
        components += [what for what, _ in parts] + rest
        values += [value for _, value in parts] + rest
        ways += [row for walk in walks for row in _rows(walk, geometry, most)]
        looks = [_look(walk, parts) for walk in walks]
        turns.append(sum(1 << n for n, look in enumerate(looks) if look not in looks[:n]))
    codes, kinds, rotations = np.array(ways, np.int64).T.copy()
    return LargeTables(
        most,
        np.array(counts, np.int64),
        np.array(components, np.int64),
        np.array(values, np.int64),
        len(compass),
        codes,
        kinds,
        rotations,
        np.array(turns, np.int64),
    )


def _compass(geometry: Geometry) -> list[tuple[int, int]]:
    """Return kind of cell and slot of each direction across an edge, clockwise from the top."""
    across = geometry.of_class("Orthogonal")
    slots = [(kind, slot) for kind in range(geometry.kinds) for slot in across[kind].nonzero()[0]]
    return sorted(slots, key=lambda each: COMPASS.index(geometry.labels(each[0])[each[1]]))


def covers_cells(item: object) -> TypeGuard[Tile | Dominoes]:
    """Return True if an item of the equipment covers several cells of a growing board."""
    return isinstance(item, Dominoes) or (isinstance(item, Tile) and bool(item.parts))


def _steps(item: Tile | Dominoes) -> tuple[Stride, ...]:
    """Return the walk from cell to cell of an item that covers several cells."""
    if isinstance(item, Dominoes):
        return DOMINO
    if not isinstance(item.walk, WalkOfSteps):
        item.reject("expected one walk where a tile has parts")
    cells = item.walk.steps.count(Stride.F) + 1
    parts = len(item.parts or ())
    if cells != parts:
        item.reject(f"expected {cells} parts, one for each cell of the walk, not {parts}")
    return item.walk.steps


def _walk(tile: Tile | Dominoes, way: int, geometry: Geometry) -> list[Step]:
    """Return the cells of a tile in one direction, each with the direction to the next."""
    # The last cell looks back. Each way across an edge is a direction; on triangles every second
    # one leads out of a cell.
    compass, links = _compass(geometry), geometry.tiling.slots.link[:, list(geometry.used)]
    half = len(compass) // 2
    cells, ways, heading = [(0, 0, compass[way][0])], list[int](), way
    for stride in _steps(tile):
        if stride is not Stride.F:
            heading += 1 if stride is Stride.R else -1
            continue
        kind, slot = compass[heading % len(compass)]
        i, j, k = cells[-1]
        if kind != k:
            tile.reject("expected a turn to the left or right between steps over triangles")
        di, dj, beyond = (int(each) for each in links[kind, slot, :3])
        if ways and (heading - ways[-1]) % len(compass) == half:
            tile.reject("expected a walk that does not turn back")
        cells.append((i + di, j + dj, beyond))
        ways.append(heading % len(compass))
    back = [(ways[-1] + half) % len(compass)] if ways else [way]
    return list(zip(cells, ways + back, strict=True))


def _rows(walk: list[Step], geometry: Geometry, most: int) -> list[tuple[int, int, int]]:
    """Return code, kind and rotation of each part of a tile in one direction."""
    # A tile that is not turned faces the first direction out of a cell of the first kind.
    ways = [kind for kind, _ in _compass(geometry)]
    unit = 1 if geometry.kinds > 1 else turn_unit(len(ways))
    rows = [
        (
            i * geometry.kinds + k - walk[0][0][2] + j * ROW,
            k,
            (way - ways.index(0)) % len(ways) * unit,
        )
        for (i, j, k), way in walk
    ]
    return rows + [(0, 0, 0)] * (most - len(rows))


def squares_of(number: int, model: Model, geometry: Geometry) -> list[Square]:
    """Return the cells of a large component in the second direction, such as E on squares."""
    item = model.items[number - 1]
    assert covers_cells(item)
    walk = _walk(item, 1, geometry)
    rows, parts = _rows(walk, geometry, len(walk)), _parts(item, model, number)
    return [
        (key, rotation, *part)
        for (key, _), (_, _, rotation), part in zip(walk, rows, parts, strict=True)
    ]


def _look(walk: list[Step], parts: Parts) -> Look:
    """Return the look of a tile in one orientation, at any place."""
    low_i = min((i for (i, _, _), _ in walk), default=0)
    low_j = min((j for (_, j, _), _ in walk), default=0)
    laid = zip(walk, parts, strict=True)
    return frozenset((i - low_i, j - low_j, k, *part) for ((i, j, k), _), part in laid)


def _parts(tile: Tile | Dominoes, model: Model, number: int) -> Parts:
    """Return component and value of each part of a tile; each square of a domino is a part."""
    if isinstance(tile, Dominoes):
        halves = tile.pairs[number - 1 - model.items.index(tile)]
        return [(number, pips) for pips in halves for _ in range(SQUARES_OF_A_HALF)]
    parts = []
    for part in tile.parts or ():
        assert isinstance(part, PartOfTile)
        parts.append((model.component(part.component, part, 0), part.value))
    return parts


def check_squares(node: Ludeme, b: Builder) -> None:
    """Raise if the board does not grow by squares."""
    geometry = b.playing(node).geometry
    if not (isinstance(geometry, Geometry) and geometry.tiling.name == "square"):
        node.reject("needs a board that grows by squares")


_PART_COUNTS = IntArray.named("PART_COUNTS")


def _parts_while(fits: Bool, row: ScratchRow, count: Int, b: Scope) -> Iterator[tuple[Site, Int]]:
    """Iterate over the cells of `count` parts, in a row of ``s.scratch``, while all fit."""
    for n in b.numbers(count):
        with b.where(fits):
            yield b.variable("x", lifted(wide(row[n]), Site)), n


def _component(what: Int, part: Int) -> Int:
    """Return the component that a tile puts on the cell of a part."""
    return wide(IntArray.named("PART_COMPONENTS")[what * ENGINE.MOST_PARTS + part])


@ludeme("size", "LargePiece", facts=GLOBAL)
class SizeOfLargePiece(SiteOrRegion):
    """The number of sites that the pieces on a site, or on the sites of a region, cover.

    Example: (size LargePiece at:(to))
    """

    names_place = True

    def meaning_in_play(self, b: Scope) -> Int:
        if not b.model.plays_on(self.type):
            return Int.of(0)
        sizes = [0, *(1 for _ in b.model.components)]
        if b.model.has_covers:
            for number, item in enumerate(b.model.items, 1):
                walks = getattr(item, "forms", ())
                sizes[number] = 1 + walks[0].count(Stride.F) if walks else 1

        def size(at: Site) -> Int:
            return entry(sizes, wide(S.what[at]))

        if self.in_ is not None:
            return b.total(self.in_, size)
        assert self.at is not None
        return size(b.let(b.board_site(self.at)))


@ludeme("sites", "LargePiece", facts=GLOBAL)
class SitesOfLargePiece(MarkedRegion):
    """The sites that a piece covers, given its first site; for other pieces, the site itself.

    Example: (sites LargePiece at:(last To))
    """

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer

    def mark(self, b: Scope) -> ScratchRow:
        row = cleared_row(b)
        if not b.model.plays_on(self.type):
            return row
        at, large = b.let(b.board_site(self.at)), FALSE
        what = b.variable("what", wide(S.what[at]))
        if b.model.has_covers:
            covers = Covers.of(b)
            large = b.variable("large", wide(covers.ways[what]) != 0)
            with b.where(large):
                way = Int.call("orientation_at", at)
                first = b.variable("row", covers.row(what, way, at))
                for n in b.numbers(first + covers.parts, first):
                    b.set(row[wide(covers.table[n])], 1)
        b.set_if((what != 0) & ~large, row[at], 1)
        return row
