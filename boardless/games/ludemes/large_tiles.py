"""Tiles that cover several cells, and boards of which each player has one."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.compiler.builder import Span
from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, member
from boardless.games.compiler.large_pieces import Covers, forms_of, has_covers
from boardless.games.compiler.regions import cleared_row, each, marked
from boardless.games.compiler.tile_tables import rotations, turn_unit
from boardless.games.language.facts import EFFECT, GLOBAL, PUTS, TILES, TRIES, needs, numbers
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.kinds import (
    Compass,
    Integer,
    Moves,
    OfThisProgram,
    Region,
    SiteOrRegion,
    SiteType,
)
from boardless.games.ludemes.moves import From, Then, To, does, starts
from boardless.games.ludemes.pieces import Largest, Stride, Tile, TilePart, WalkOfSteps
from boardless.ir.expressions import NONE, Array, Int, S, entry, wide
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.tables import ROW, LargeTables
from boardless.topo.tilings.slots import COMPASS

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import TypeAlias, TypeGuard

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.expressions import Site


@ludeme(
    "move",
    "Cover",
    example="(move Cover (from (sites Hand Mover)) (to (sites Playable Orthogonal)))",
    concepts="LargeTiles",
)
class Cover(OfThisProgram, Moves):
    """Cover cells with a tile with parts from a hand, in every direction that looks different.

    All are free, or new, and one is in the region; the condition holds for each, as (to). There
    (part) is the component that would come on the cell.
    """

    facts = EFFECT | PUTS | TRIES | TILES | needs("large_tiles") | numbers("rotations")
    from_: From
    to: To
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        if not large_tables(scope.model, scope.geometry).most_parts:
            self.reject("expected tiles with parts among the equipment")

        def write(scope: Scope, origin: str) -> None:
            what = scope.variable("what", wide(S.what[origin]))
            with scope.loop(Span(0, wide(Array.named("PART_COUNTS")[what]))) as part:
                _beside(self, scope, found, (origin, str(what), str(part)))

        starts(self.from_, scope, write)


@ludeme("part", example="(part)", facts=GLOBAL)
class PartInQuestion(OfThisProgram, Integer):
    """The component that a tile would put on the cell in question."""

    def meaning(self, b: Builder) -> Int:
        return b.playing(self).bound_integer("part", self)


@ludeme("board", example="(board of:(to))", facts=TILES)
class BoardOf(OfThisProgram, Integer):
    """The number of the board on which a site lies, where there are several; else 1."""

    _: KW_ONLY
    of: Integer

    def meaning(self, b: Builder) -> Int:
        check_squares(self, b)
        return Int.call("board_of", b.board_site(self.of))


@ludeme("beyond", example="(beyond N (last To))", facts=TILES)
class Beyond(OfThisProgram, Integer):
    """The rows above a site, or columns right of it for E, that its board's pieces reach; or 0."""

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


@ludeme("part", example='(part "Forest" value:1)', facts=TILES | numbers("values"))
class PartOfTile(TilePart):
    """A component without an owner, and its value there (0)."""

    component: str
    _: KW_ONLY
    value: Largest = 0


#: Component and value on each cell of a tile.
Parts: TypeAlias = list[tuple[int, int]]
#: The cells of a tile with what lies there.
Look: TypeAlias = frozenset[tuple[int, int, int, int, int]]
#: The key of a cell, and the direction in which what lies there looks.
Step: TypeAlias = tuple[tuple[int, int, int], int]
#: The key of a cell, and rotation, component and value of what lies there.
Square: TypeAlias = tuple[tuple[int, int, int], int, int, int]
#: The squares of a domino, two beside each other and four behind one another.
DOMINO = tuple(map(Stride, "FRFRFLFLFRFRF"))
SQUARES_OF_A_HALF = 4
#: Where large tiles can lie.
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
    found = [(kind, slot) for kind in range(geometry.kinds) for slot in across[kind].nonzero()[0]]
    return sorted(found, key=lambda each: COMPASS.index(geometry.labels(each[0])[each[1]]))


def covers_cells(item: object) -> TypeGuard[Tile | Dominoes]:
    """Tell whether an item of the equipment covers several cells of a board that grows."""
    return isinstance(item, Dominoes) or (isinstance(item, Tile) and bool(item.parts))


def _steps(item: Tile | Dominoes) -> tuple[Stride, ...]:
    """Return the walk from cell to cell of what covers several."""
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
    # The last cell looks back. Each way across an edge is a direction; over triangles every other
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
    # What is not turned looks in the first direction out of a cell of the first kind.
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
    """Return what a tile looks like in one way, wherever it lies."""
    low_i = min((i for (i, _, _), _ in walk), default=0)
    low_j = min((j for (_, j, _), _ in walk), default=0)
    laid = zip(walk, parts, strict=True)
    return frozenset((i - low_i, j - low_j, k, *part) for ((i, j, k), _), part in laid)


def _parts(tile: Tile | Dominoes, model: Model, number: int) -> Parts:
    """Return component and value of each part of a tile; each square of a domino is itself."""
    if isinstance(tile, Dominoes):
        halves = tile.pairs[number - 1 - model.items.index(tile)]
        return [(number, pips) for pips in halves for _ in range(SQUARES_OF_A_HALF)]
    found = []
    for part in tile.parts or ():
        assert isinstance(part, PartOfTile)
        found.append((model.component(part.component, part, 0), part.value))
    return found


def check_squares(node: Ludeme, b: Builder) -> None:
    """Complain where the board does not grow by squares."""
    geometry = b.playing(node).geometry
    if not (isinstance(geometry, Geometry) and geometry.tiling.name == "square"):
        node.reject("needs a board that grows by squares")


def _beside(node: Cover, scope: Scope, found: Found, names: tuple[str, str, str]) -> None:
    """Add statements that find the layings in which a part is the first that is in the region."""
    origin, what, part = names
    out, row = scope.out, scope.builder.row()
    turned, cells, fits, n, to = (out.name(stem) for stem in ("turned", "cells", "fits", "n", "x"))
    act = does("lay_large(s, origin, site, number1, number2)")
    with (
        each(node.to.target, scope.binding(part=_component(what, part))) as at,
        out.block(f"for {turned} in {_turns(node, scope)}:"),
        out.block(f"if PART_TURNS[{what}] >> {turned} & 1 != 0:"),
    ):
        out.add(f"{cells} = int64(s.n[COUNT])")
        out.add(f"{fits} = finds_room(s, {row}, {what}, {turned}, {part}, {at})")
        if node.to.if_ is not None:
            each_part = f"for {n} in range(int64(PART_COUNTS[{what}])):"
            with out.block(each_part), out.block(f"if {fits}:"):
                out.add(f"{to} = int64(s.scratch[{row}, {n}])")
                inner = scope.binding(to=to, part=_component(what, n))
                out.add(f"{fits} = bool({condition(node.to.if_, inner)})")
        with out.block(f"for {n} in range({part}):"), out.block(f"if {fits}:"):
            out.add(f"{to} = int64(s.scratch[{row}, {n}])")
            inner = scope.binding(part=_component(what, n))
            out.add(f"{fits} = not {member(node.to.target, to, inner)}")
        out.add(f"drop_down_to(s, {cells})")
        with out.block(f"if {fits}:"):
            inner = scope.binding(to=at)
            move = Candidate(inner, origin, at, act, numbers=(turned, part))
            found(move.followed(node.then))


def _component(what: str, part: str) -> str:
    """Return the source of the component that a tile puts on the cell of a part."""
    return f"int64(PART_COMPONENTS[{what} * MOST_PARTS + {part}])"


def _turns(node: Cover, scope: Scope) -> str:
    """Return the source of the ways in which tiles may lie."""
    if node.to.rotations is None:
        return "range(PART_ORIENTATIONS)"
    sides = int(scope.geometry.of_class("Orthogonal")[0].sum())
    return str(tuple(each // turn_unit(sides) for each in rotations(node.to.rotations, scope)))


@ludeme("size", "LargePiece", example="(size LargePiece at:(to))", facts=GLOBAL)
class SizeOfLargePiece(SiteOrRegion):
    """The number of sites that pieces cover on a site, or on the sites of a region."""

    names_place = True

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        if not scope.model.plays_on(self.type):
            return Int.of(0)
        sizes = [0, *(1 for _ in scope.model.components)]
        if has_covers(scope.model):
            for number, item in enumerate(scope.model.items, 1):
                walks = forms_of(item)
                sizes[number] = 1 + walks[0].count(Stride.F) if walks else 1

        def size(at: Site) -> Int:
            return entry(sizes, wide(S.what[at]))

        if self.in_ is not None:
            return b.total(self.in_, size)
        assert self.at is not None
        return size(b.let(b.board_site(self.at)))


@ludeme("sites", "LargePiece", example="(sites LargePiece at:(last To))", facts=GLOBAL)
class SitesOfLargePiece(Region):
    """The sites that a piece covers, seen from its first one; the site itself of other pieces."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: S.scratch[self._marks(b.playing(self)), at] != 0)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        return marked(self._marks(scope), scope)

    def _marks(self, scope: Scope) -> int:
        """Return the row of ``s.scratch`` with marks, after statements that find the sites."""
        row, out = cleared_row(scope), scope.out
        if not scope.model.plays_on(self.type):
            return row
        at = scope.let(scope.board_site(self.at))
        what = out.assign("what", f"int64(s.what[{at}])")
        large = "False"
        if has_covers(scope.model):
            covers = Covers.of(scope)
            large = out.assign("large", f"int64({covers.ways}[{what}]) != 0")
            with out.block(f"if {large}:"):
                first = out.assign("row", covers.row(what, f"orientation_at(s, {at})", str(at)))
                with out.block(f"for n in range({first}, {first} + {covers.parts}):"):
                    out.add(f"s.scratch[{row}, int64({covers.table}[n])] = 1")
        with out.block(f"if {what} != 0 and not {large}:"):
            out.add(f"s.scratch[{row}, {at}] = 1")
        return row
