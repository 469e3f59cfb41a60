"""Integers that follow from the board and the equipment."""

from dataclasses import KW_ONLY
from typing import ClassVar

from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import OURS, Integer, Integers, Range, Region, Role, SiteType


@ludeme("coord", example='(coord "C3")')
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


@ludeme("row", example="(row of:(centrePoint))")
class RowOf(Integer):
    """The row of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("column", example="(column of:(site))")
class ColumnOf(Integer):
    """The column of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("layer", example="(layer of:(site))")
class LayerOf(Integer):
    """The layer of a site; -1 where there is none."""

    _: KW_ONLY
    of: Integer
    type: SiteType | None = None


@ludeme("phase", example="(phase of:(site))")
class PhaseOf(Integer):
    """The phase of a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("count", "Orthogonal", example="(count Orthogonal at:(site))")
class CountOrthogonal(Integer):
    """The number of sites to which orthogonal steps lead from a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer


@ludeme("sides", example="(sides of:(to))")
class SidesOf(Integer):
    """How many sides the cell of a site has, on a board that grows; -1 where there is none."""

    source: ClassVar[str] = OURS
    _: KW_ONLY
    of: Integer


@ludeme("count", "Rows", example="(count Rows)")
class CountRows(Integer):
    """The number of rows of the board."""

    type: SiteType | None = None


@ludeme("count", "Columns", example="(count Columns)")
class CountColumns(Integer):
    """The number of columns of the board."""

    type: SiteType | None = None


@ludeme("count", "Cells", example="(count Cells)")
class CountCells(Integer):
    """The number of cells of the board."""


@ludeme("count", "Vertices", example="(count Vertices)")
class CountVertices(Integer):
    """The number of vertices of the board."""


@ludeme("count", "Edges", example="(count Edges)")
class CountEdges(Integer):
    """The number of edges of the board."""


@ludeme("regionSite", example="(regionSite (sites Top) index:0)")
class SiteOfRegion(Integer):
    """The site of a region that has this place among them; -1 where there is none."""

    region: Region
    _: KW_ONLY
    index: Integer


@ludeme("size", "Array", example="(size Array (array (sites Top)))")
class CountIntegers(Integer):
    """How many integers there are."""

    array: Integers


@ludeme("arrayValue", example="(arrayValue (array {3 5}) index:0)")
class IntegerAt(Integer):
    """The one of several integers that has this place among them; -1 where there is none."""

    array: Integers
    _: KW_ONLY
    index: Integer


@ludeme("array", example="(array (sites Bottom))")
class Array(Integers):
    """The sites of a region, or integers one by one."""

    values: Region | Integers


@ludeme("mapEntry", example='(mapEntry "Port" P1)')
class MapEntry(Integer):
    """What the maps of a name, or all maps, give for a key; the key itself where they give nothing.

    The key may be a role, which stands for the number of its player.
    """

    name: str | None
    key: Integer | Role


@ludeme("topLevel", example="(topLevel at:(last To))")
class TopLevel(Integer):
    """The level of the uppermost piece on a site; 0 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer


@ludeme("cost", example="(cost Edge in:(sites Board Edge))")
class CostOf(Integer):
    """The cost of a site, or of all sites of a region together."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


@ludeme("value", example="(value)")
class IteratedValue(Integer):
    """The value in question."""


@ludeme("value", "Random", example="(value Random (range 1 4))")
class RandomValue(Integer):
    """A whole number of a range, by chance."""

    range: Range


@ludeme("player", example="(player)")
class IteratedPlayer(Integer):
    """The player in question."""
