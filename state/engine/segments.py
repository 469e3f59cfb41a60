"""Segments of tiles, such as roads, that those of tiles beside them continue: what is joined.

A *feature* is what segments make together. Its segments are kept in sets by union by size, without
path compression, so that a union is taken back at the cost of what it changed. A segment is a
number, ``site * segments + which``, that is never 0.
"""

from boardless.state.engine.arrays import Arrays
from boardless.state.engine.pieces import JOINED, note
from boardless.state.engine.runtime import kernel, routine, whole
from boardless.state.engine.tile_sides import beside, opposite, surroundings

# The rows of ``s.joined``, one for each segment of a tile: the segment that leads on to the root of
# the set, 0 at the root; the next one of the set, in a circle; and at the root how many ends meet
# no other, how many pieces stand on the feature, and how many segments it has.
LEADS, CIRCLE, OPEN_ENDS, HOLDERS, SIZE = range(5)


@kernel
def joined_number(s: Arrays, row: int, segment: int) -> int:
    """Return a number of a segment."""
    which = segment % s.t.segments
    return whole(s.joined[row * s.t.segments + which, segment // s.t.segments])


@kernel
def set_joined(s: Arrays, row: int, segment: int, value: int) -> None:
    """Set a number of a segment."""
    site = segment // s.t.segments
    place = row * s.t.segments + segment % s.t.segments
    note(s, JOINED, place, site, whole(s.joined[place, site]))
    s.joined[place, site] = value


@kernel
def segment_row(s: Arrays, segment: int) -> int:
    """Return where a segment is in the tables of segments."""
    return whole(s.what[segment // s.t.segments]) * s.t.segments + segment % s.t.segments


@routine
def feature_of(s: Arrays, segment: int) -> int:
    """Return the root of the set of a segment, which stands for its feature."""
    root = segment
    while joined_number(s, LEADS, root) != 0:
        root = joined_number(s, LEADS, root)
    return root


@kernel
def part_of(s: Arrays, site: int, side: int, part: int) -> int:
    """Return the segment at a part of a side of the tile on a site, 0 for none."""
    turns = whole(s.fields[s.t.rotations, site]) // s.t.turn_unit
    row = (whole(s.what[site]) * s.t.sides + turns) * s.t.sides + side
    which = whole(s.t.part_segments[3 * row + part])
    return site * s.t.segments + which - 1 if which != 0 else 0


@routine
def join_tile(s: Arrays, site: int) -> None:
    """Let the segments of the tile on a site be there, and join those beside them."""
    for which in range(s.t.segments):
        segment = site * s.t.segments + which
        if s.t.segment_kinds[segment_row(s, segment)] == 0:
            break
        set_joined(s, LEADS, segment, 0)
        set_joined(s, CIRCLE, segment, segment)
        set_joined(s, OPEN_ENDS, segment, whole(s.t.segment_ends[segment_row(s, segment)]))
        set_joined(s, HOLDERS, segment, 0)
        set_joined(s, SIZE, segment, 1)
    for side in range(s.t.sides):
        other = beside(s, site, side)
        if s.what[other] != 0:
            for part in range(3):
                # Both sides are read clockwise, so that the other's parts come the other way round.
                segment = part_of(s, site, side, part)
                beyond = part_of(s, other, opposite(s, side), 2 - part)
                if segment != 0 and beyond != 0 and same_kind(s, segment, beyond):
                    join_ends(s, segment, beyond)
                else:
                    close_end(s, segment)
                    close_end(s, beyond)


@kernel
def same_kind(s: Arrays, segment: int, other: int) -> bool:
    """Tell whether two segments are of one kind."""
    kind = whole(s.t.segment_kinds[segment_row(s, segment)])
    return kind == whole(s.t.segment_kinds[segment_row(s, other)])


@kernel
def close_end(s: Arrays, segment: int) -> None:
    """Let an end of a segment, 0 for none, meet one with which it is not joined."""
    if segment != 0:
        feature = feature_of(s, segment)
        set_joined(s, OPEN_ENDS, feature, joined_number(s, OPEN_ENDS, feature) - 1)


@routine
def join_ends(s: Arrays, segment: int, beyond: int) -> None:
    """Let an end of a segment meet one of another: their features become one."""
    a, b = feature_of(s, segment), feature_of(s, beyond)
    if a == b:
        set_joined(s, OPEN_ENDS, a, joined_number(s, OPEN_ENDS, a) - 2)
        return
    if joined_number(s, SIZE, a) < joined_number(s, SIZE, b):
        a, b = b, a
    set_joined(s, LEADS, b, a)
    ends = joined_number(s, OPEN_ENDS, a) + joined_number(s, OPEN_ENDS, b)
    set_joined(s, OPEN_ENDS, a, ends - 2)
    set_joined(s, HOLDERS, a, joined_number(s, HOLDERS, a) + joined_number(s, HOLDERS, b))
    set_joined(s, SIZE, a, joined_number(s, SIZE, a) + joined_number(s, SIZE, b))
    following = joined_number(s, CIRCLE, a)
    set_joined(s, CIRCLE, a, joined_number(s, CIRCLE, b))
    set_joined(s, CIRCLE, b, following)


@routine
def is_complete(s: Arrays, feature: int) -> bool:
    """Tell whether nothing can be joined to a feature any more.

    One without ends is complete where tiles lie all around its own.
    """
    if s.t.segment_ends[segment_row(s, feature)] == 0:
        return whole(s.near[feature // s.t.segments]) == s.t.slots
    return joined_number(s, OPEN_ENDS, feature) == 0


@routine
def turns_that_fit(s: Arrays, site: int, component: int) -> int:
    """Return a bit for each way to turn a tile that fits a site."""
    rows = s.t.fitting_turns.shape[0] // s.t.fitting_looks
    look = whole(s.t.segment_looks[component])
    return whole(s.t.fitting_turns[look * rows + surroundings(s, site)])


@routine
def held_parts(s: Arrays, row: int, site: int) -> int:
    """Return the parts of the sides of a free site beside which a feature holds a piece.

    The features are listed part by part in a row of ``s.aside``, 0 for none.
    """
    bits = 0
    for side in range(s.t.sides):
        other = beside(s, site, side)
        for part in range(3):
            segment = 0
            if s.what[other] != 0:
                segment = part_of(s, other, opposite(s, side), 2 - part)
            feature = feature_of(s, segment) if segment != 0 else 0
            s.aside[row, 3 * side + part] = feature
            if feature != 0 and joined_number(s, HOLDERS, feature) != 0:
                bits |= 1 << 3 * side + part
    return bits


@routine
def held_with(s: Arrays, row: int, component: int, turns: int, held: int) -> int:
    """Return the parts beside which features hold a piece once a tile has joined some of them.

    `held` and the row are what `held_parts` has found.
    """
    first = (component * s.t.sides + turns) * s.t.segments
    more = held != 0
    while more:
        more = False
        for which in range(s.t.segments):
            mask = whole(s.t.part_masks[first + which])
            if mask & held != 0 and mask & ~held != 0:
                more = True
                for part in range(3 * s.t.sides):
                    if mask >> part & 1 != 0:
                        held |= 1 << part | same_parts(s, row, part)
    return held


@kernel
def same_parts(s: Arrays, row: int, part: int) -> int:
    """Return the parts beside which the feature of one of them lies; see `held_parts`."""
    bits = 0
    for other in range(3 * s.t.sides):
        if s.aside[row, part] != 0 and s.aside[row, other] == s.aside[row, part]:
            bits |= 1 << other
    return bits


@kernel
def may_hold(s: Arrays, component: int, turns: int, which: int, kinds: int, held: int) -> bool:
    """Tell whether a segment of a tile to be laid is of some kinds, and nothing holds its feature.

    `held` are the parts that `held_with` gives; segment -1 stands for none, which always may.
    """
    if which < 0:
        return True
    kind = whole(s.t.segment_kinds[component * s.t.segments + which])
    mask = whole(s.t.part_masks[(component * s.t.sides + turns) * s.t.segments + which])
    return kind != 0 and kinds >> kind & 1 != 0 and mask & held == 0
