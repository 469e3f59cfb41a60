"""Constants of kernels about tiles: their sides, their segments, the cells that they cover."""

from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints

_NONE = np.zeros(0, np.int64)


class LargeTables(NamedTuple):
    """Tiles that cover several cells: C components of M parts at most, in W directions.

    Arrays are int64.
    """

    most_parts: int = 0  # M, 0 without such tiles
    part_counts: Ints = _NONE  # (C + 1,): parts of each component
    part_components: Ints = _NONE  # ((C + 1) * M,): the component of each part on the board
    part_values: Ints = _NONE  # ((C + 1) * M,)
    part_orientations: int = 0  # W
    # ((C + 1) * W * M,): of each part its code relative to the first, its prototile, and the
    # rotation of its component.
    part_codes: Ints = _NONE
    part_kinds: Ints = _NONE
    part_rotations: Ints = _NONE
    # (C + 1,): a bit for each direction in which a component is laid, the first of those alike.
    part_turns: Ints = _NONE


class TileTables(NamedTuple):
    """Tiles whose sides have colours: C components, E sides, L layings; see `tile_sides`.

    Arrays are int64.
    """

    colours: int = 0  # one more than the largest colour; 0 stands for no tile
    turn_unit: int = 1  # added to a rotation by turning a tile by one side
    # ((C + 1) * E * E,): the colour of each side of each component turned by so many sides, and
    # the side to which a path leads from there, E for none.
    side_colours: Ints = _NONE
    side_joined: Ints = _NONE
    layings: Ints = _NONE  # (2 * L,): component, and by how many sides it is turned
    # (colours ** E,): a bit for each laying that fits between sides of given colours; that of side
    # 0 counts most.
    fitting: Ints = _NONE
    showing: Ints = _NONE  # (E * colours,): a bit for each laying that has a colour at a side


class SegmentTables(NamedTuple):
    """Tiles with segments: C components, E sides, S segments a tile at most; see `segments`.

    A side has three parts, clockwise: its first half, its middle and its second half. Part n of
    side e is bit ``3 * e + n``. Arrays are int64.
    """

    segments: int = 0  # S, 0 where tiles have none
    # ((C + 1) * E * E * 3,): of each component, turned by so many sides, one more than the segment
    # at each part of each side; 0 for none.
    part_segments: Ints = _NONE
    # ((C + 1) * E * S,): the parts at which each segment ends, turned by so many sides.
    part_masks: Ints = _NONE
    # ((C + 1) * S,): of each segment its kind, 0 for none, at how many parts it ends, its marks,
    # and a bit for each segment of the tile that it touches.
    segment_kinds: Ints = _NONE
    segment_ends: Ints = _NONE
    segment_marks: Ints = _NONE
    segment_touches: Ints = _NONE
    # (C + 1,): a number for the colours of each component's sides, the same for the same ones.
    segment_looks: Ints = _NONE
    fitting_looks: int = 1  # how many such numbers there are
    # (fitting_looks * colours ** E,): a bit for each number of sides by which a look can be turned
    # to fit between sides of given colours.
    fitting_turns: Ints = _NONE


class PieceTables(NamedTuple):
    """Tables of a game's tiles; by default empty."""

    sides: TileTables = TileTables()
    segments: SegmentTables = SegmentTables()
    large: LargeTables = LargeTables()
