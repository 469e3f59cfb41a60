"""What kernels have to know of tiles: their sides, what is on them, the cells they cover."""

from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints


class LargeTables(NamedTuple):
    """Tiles that cover several cells: C components of M parts at most.

    Attributes
    ----------
    most_parts : int
        The most parts of a tile; 0 where there are none.
    part_counts : int64 array of shape (C + 1,)
        How many parts each component has.
    part_components, part_values : int64 arrays of shape ((C + 1) * M,)
        What each part is on the board, and its value.
    part_ways : int
        W, in how many directions a tile can look.
    part_codes, part_kinds, part_rotations : int64 arrays of shape ((C + 1) * W * M,)
        For each way, the code of each part relative to the first, its kind of cell, and the
        rotation of what is laid there.
    part_turns : int64 array of shape (C + 1,)
        A bit for each way in which a component is laid; of those that look the same the first.
    """

    most_parts: int = 0
    part_counts: Ints = np.zeros(0, np.int64)
    part_components: Ints = np.zeros(0, np.int64)
    part_values: Ints = np.zeros(0, np.int64)
    part_ways: int = 0
    part_codes: Ints = np.zeros(0, np.int64)
    part_kinds: Ints = np.zeros(0, np.int64)
    part_rotations: Ints = np.zeros(0, np.int64)
    part_turns: Ints = np.zeros(0, np.int64)


class TileTables(NamedTuple):
    """Tiles whose sides have colours: C components, E sides, L layings; see `tile_sides`.

    Attributes
    ----------
    colours : int
        One more than the largest colour; 0 stands for no tile.
    turn_unit : int
        What turning a tile by one side adds to its rotation.
    side_colours : int64 array of shape ((C + 1) * E * E,)
        The colour of each side of each component turned by so many sides.
    side_joined : int64 array of the same shape
        The side to which a path leads from there; E where there is none.
    layings : int64 array of shape (2 * L,)
        Component of each laying, and by how many sides it is turned.
    fitting : int64 array of shape (colours ** E,)
        A bit for each laying that fits between sides of given colours; that of side 0 counts most.
    showing : int64 array of shape (E * colours,)
        A bit for each laying that has a colour at a side.
    """

    colours: int = 0
    turn_unit: int = 1
    side_colours: Ints = np.zeros(0, np.int64)
    side_joined: Ints = np.zeros(0, np.int64)
    layings: Ints = np.zeros(0, np.int64)
    fitting: Ints = np.zeros(0, np.int64)
    showing: Ints = np.zeros(0, np.int64)


class SegmentTables(NamedTuple):
    """Tiles with segments: C components, E sides, S segments a tile at most; see `segments`.

    A side has three parts, clockwise: its first half, its middle and its second half. Part n of
    side e is bit ``3 * e + n``.

    Attributes
    ----------
    segments : int
        The most segments of a tile; 0 where tiles have none.
    part_segments : int64 array of shape ((C + 1) * E * E * 3,)
        Of each component, turned by so many sides, one more than the segment at each part of each
        side; 0 for none.
    part_masks : int64 array of shape ((C + 1) * E * S,)
        The parts at which each segment of each component ends, turned by so many sides.
    segment_kinds, segment_ends, segment_marks : int64 arrays of shape ((C + 1) * S,)
        The kind of each segment, 0 where there is none, at how many parts it ends, and its marks.
    segment_touches : int64 array of shape ((C + 1) * S,)
        A bit for each segment of the tile that it touches.
    segment_looks : int64 array of shape (C + 1,)
        A number for the colours of each component's sides, the same for the same ones.
    fitting_looks : int
        How many such numbers there are.
    fitting_turns : int64 array of shape (fitting_looks * colours ** E,)
        A bit for each number of sides by which a look can be turned to fit between sides of given
        colours.
    """

    segments: int = 0
    part_segments: Ints = np.zeros(0, np.int64)
    part_masks: Ints = np.zeros(0, np.int64)
    segment_kinds: Ints = np.zeros(0, np.int64)
    segment_ends: Ints = np.zeros(0, np.int64)
    segment_marks: Ints = np.zeros(0, np.int64)
    segment_touches: Ints = np.zeros(0, np.int64)
    segment_looks: Ints = np.zeros(0, np.int64)
    fitting_looks: int = 1
    fitting_turns: Ints = np.zeros(0, np.int64)


class PieceTables(NamedTuple):
    """What there is to know of a game's tiles; by default they have nothing of this.

    Attributes
    ----------
    sides : TileTables
        Tiles whose sides have colours.
    segments : SegmentTables
        What is on them and joins what is on others.
    large : LargeTables
        Tiles that cover several cells.
    """

    sides: TileTables = TileTables()
    segments: SegmentTables = SegmentTables()
    large: LargeTables = LargeTables()
