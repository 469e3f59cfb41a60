"""Integers that follow from the board and the equipment."""

from dataclasses import KW_ONLY
from typing import ClassVar

from boardless.games.language.facts import CHANCE, EFFECT, GLOBAL, NEAR, STACKED, SYMMETRIC, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import OURS, Integer, Integers, Range, Region, Role, SiteType


@ludeme("coord", example='(coord "C3")', facts=EFFECT)
class SiteAt(Integer):
    """The site that has a label, or lies in a row and a column, counted from 0."""

    type: SiteType | None = None
    label: str | None = None
    _: KW_ONLY
    row: Integer | None = None
    column: Integer | None = None

    def __post_init__(self) -> None:
        by_place = self.row is not None and self.column is not None
        if (self.label is None) != by_place:
            self.reject("expected a label, or row: and column:")


@ludeme("row", example="(row of:(centrePoint))", facts=EFFECT)
class RowOf(Integer):
    """The row of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("column", example="(column of:(site))", facts=EFFECT)
class ColumnOf(Integer):
    """The column of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("layer", example="(layer of:(site))", facts=reads("layer"))
class LayerOf(Integer):
    """The layer of a site; -1 where there is none."""

    _: KW_ONLY
    of: Integer
    type: SiteType | None = None


@ludeme("phase", example="(phase of:(site))", facts=EFFECT)
class PhaseOf(Integer):
    """The phase of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("count", "Orthogonal", example="(count Orthogonal at:(site))", facts=EFFECT)
class CountOrthogonal(Integer):
    """The number of sites to which orthogonal steps lead from a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer


@ludeme("sides", example="(sides of:(to))", facts=GLOBAL)
class SidesOf(Integer):
    """How many sides the cell of a site has, on a board that grows; -1 where there is none."""

    source: ClassVar[str] = OURS
    _: KW_ONLY
    of: Integer

    def reach(self) -> float:
        """Return how far the site is away."""
        return self.of.reach_as_site


@ludeme("count", "Rows", example="(count Rows)", facts=GLOBAL)
class CountRows(Integer):
    """The number of rows of the board."""

    type: SiteType | None = None


@ludeme("count", "Columns", example="(count Columns)", facts=GLOBAL)
class CountColumns(Integer):
    """The number of columns of the board."""

    type: SiteType | None = None


@ludeme("count", "Cells", example="(count Cells)", facts=GLOBAL)
class CountCells(Integer):
    """The number of cells of the board."""


@ludeme("count", "Vertices", example="(count Vertices)", facts=GLOBAL)
class CountVertices(Integer):
    """The number of vertices of the board."""


@ludeme("count", "Edges", example="(count Edges)", facts=GLOBAL)
class CountEdges(Integer):
    """The number of edges of the board."""


@ludeme("regionSite", example="(regionSite (sites Top) index:0)", facts=GLOBAL)
class SiteOfRegion(Integer):
    """The site of a region that has this place among them; -1 where there is none."""

    region: Region
    _: KW_ONLY
    index: Integer


@ludeme("size", "Array", example="(size Array (array (sites Top)))", facts=GLOBAL)
class CountIntegers(Integer):
    """How many integers there are."""

    array: Integers


@ludeme("arrayValue", example="(arrayValue (array {3 5}) index:0)", facts=GLOBAL)
class IntegerAt(Integer):
    """The one of several integers that has this place among them; -1 where there is none."""

    array: Integers
    _: KW_ONLY
    index: Integer


@ludeme("array", example="(array (sites Bottom))", facts=GLOBAL)
class Array(Integers):
    """The sites of a region, or integers one by one."""

    values: Region | Integers


@ludeme("mapEntry", example='(mapEntry "Port" P1)', facts=GLOBAL)
class MapEntry(Integer):
    """What the maps of a name, or all maps, give for a key; the key itself where they give nothing.

    The key may be a role, which stands for the number of its player.
    """

    name: str | None
    key: Integer | Role


@ludeme("topLevel", example="(topLevel at:(last To))", facts=SYMMETRIC | NEAR | STACKED)
class TopLevel(Integer):
    """The level of the uppermost piece on a site; 0 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer


@ludeme("cost", example="(cost Edge in:(sites Board Edge))", facts=EFFECT)
class CostOf(Integer):
    """The cost of a site, or of all sites of a region together."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


@ludeme("value", example="(value)", facts=reads("value"))
class IteratedValue(Integer):
    """The value in question."""


@ludeme("value", "Random", example="(value Random (range 1 4))", facts=EFFECT | CHANCE)
class RandomValue(Integer):
    """A whole number of a range, by chance."""

    range: Range


@ludeme("player", example="(player)", facts=reads("player_"))
class IteratedPlayer(Integer):
    """The player in question."""
