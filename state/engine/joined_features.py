"""What segments make together: its tiles and marks, what stands on it, and what it gives.

A feature is named by any of its segments; see `segments`. Where pieces stand is told by the tile:
its local state is one more than the segment, its value is the player.
"""

from boardless.state.engine.arrays import COUNT, FILL, NONE, Arrays
from boardless.state.engine.effects import add_to, remove_from, set_count, set_state, set_value
from boardless.state.engine.keys import amount
from boardless.state.engine.memory import set_score
from boardless.state.engine.runtime import kernel, routine, whole
from boardless.state.engine.segments import (
    CIRCLE,
    HOLDERS,
    LEADS,
    feature_of,
    is_complete,
    joined_number,
    segment_row,
    set_joined,
)
from boardless.topo.kernels.arrays import Ints

#: Which features are asked for: those on which pieces stand, of these the complete ones, or others.
HELD_ONES, COMPLETE_ONES, INCOMPLETE_ONES = range(3)


@kernel
def is_held(s: Arrays, segment: int) -> bool:
    """Tell whether a piece stands on this very segment."""
    site, which = segment // s.t.segments, segment % s.t.segments
    return whole(s.fields[s.t.states, site]) == which + 1


@kernel
def is_kind(s: Arrays, segment: int, kinds: int) -> bool:
    """Tell whether a segment is of some kinds, a bit for each."""
    return kinds >> whole(s.t.segment_kinds[segment_row(s, segment)]) & 1 != 0


@routine
def feature_tiles(s: Arrays, feature: int) -> int:
    """Return on how many tiles a feature lies; one without ends has those around it as well."""
    if s.t.segment_ends[segment_row(s, feature)] == 0:
        return 1 + whole(s.near[feature // s.t.segments])
    fill = whole(s.n[FILL]) + 1
    s.n[FILL] = fill
    count, segment, more = 0, feature, True
    while more:
        site = segment // s.t.segments
        if s.seen[site] != fill:
            s.seen[site] = fill
            count += 1
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def feature_marks(s: Arrays, feature: int) -> int:
    """Return how many marks a feature has."""
    count, segment, more = 0, feature, True
    while more:
        count += whole(s.t.segment_marks[segment_row(s, segment)])
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def touched_features(s: Arrays, row: int, feature: int, kinds: int) -> int:
    """Return how many complete features of some kinds a feature touches.

    They are listed in a row of ``s.aside``.
    """
    count, segment, more = 0, feature, True
    while more:
        first = segment // s.t.segments * s.t.segments
        touches = whole(s.t.segment_touches[segment_row(s, segment)])
        for which in range(s.t.segments):
            other = first + which
            if (
                touches >> which & 1 != 0
                and is_kind(s, other, kinds)
                and is_complete(s, feature_of(s, other))
            ):
                count = list_feature(s, row, count, other)
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def list_feature(s: Arrays, row: int, count: int, segment: int) -> int:
    """Append the feature of a segment to a list in a row of ``s.aside``; return its length."""
    feature = feature_of(s, segment)
    for n in range(count):
        if s.aside[row, n] == feature:
            return count
    s.aside[row, count] = feature
    return count + 1


@routine
def completed_features(s: Arrays, row: int, site: int, kinds: int) -> int:
    """List the held features that the tile on a site completed; return how many there are."""
    if s.what[site] == 0 or site <= s.t.held:
        return 0
    count = 0
    for which in range(s.t.segments):
        segment = site * s.t.segments + which
        if is_kind(s, segment, kinds) and s.t.segment_ends[segment_row(s, segment)] != 0:
            feature = feature_of(s, segment)
            if joined_number(s, HOLDERS, feature) != 0 and is_complete(s, feature):
                count = list_feature(s, row, count, segment)
    count = list_completed(s, row, count, site, kinds)
    for slot in range(s.t.slots):
        count = list_completed(s, row, count, whole(s.step[site * s.t.slots + slot]), kinds)
    return count


@routine
def list_completed(s: Arrays, row: int, count: int, site: int, kinds: int) -> int:
    """List what is complete because of what lies around a site, if a piece stands on it."""
    which = whole(s.fields[s.t.states, site]) - 1
    if site != NONE and which >= 0:
        segment = site * s.t.segments + which
        has_ends = s.t.segment_ends[segment_row(s, segment)] != 0
        if not has_ends and is_kind(s, segment, kinds) and is_complete(s, segment):
            return list_feature(s, row, count, segment)
    return count


@routine
def held_features(s: Arrays, row: int, kinds: int, which: int) -> int:
    """List the features of some kinds on which pieces stand; return how many there are.

    They are all of them, those that are complete, or the others.
    """
    count = 0
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        state = whole(s.fields[s.t.states, site])
        if s.what[site] != 0 and state != 0:
            segment = site * s.t.segments + state - 1
            if is_kind(s, segment, kinds):
                complete = is_complete(s, feature_of(s, segment))
                if which == HELD_ONES or complete == (which == COMPLETE_ONES):
                    count = list_feature(s, row, count, segment)
    return count


@routine
def settled_segments(s: Arrays, row: int, kinds: int) -> int:
    """List the segments of some kinds on which pieces stand; return how many there are."""
    count = 0
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        state = whole(s.fields[s.t.states, site])
        if s.what[site] != 0 and state != 0 and is_kind(s, site * s.t.segments + state - 1, kinds):
            s.aside[row, count] = site * s.t.segments + state - 1
            count += 1
    return count


@routine
def largest_feature(s: Arrays, kinds: int, completed: bool) -> int:
    """Return on how many tiles the largest feature of some kinds lies, or of the complete ones."""
    most = 0
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        for which in range(s.t.segments if s.what[site] != 0 else 0):
            segment = site * s.t.segments + which
            # The root stands for its feature.
            is_root = is_kind(s, segment, kinds) and joined_number(s, LEADS, segment) == 0
            if is_root and (not completed or is_complete(s, segment)):
                most = max(most, feature_tiles(s, segment))
    return most


@routine
def holders_of(s: Arrays, feature: int, player: int) -> int:
    """Return how many pieces of a player stand on a feature."""
    count, segment, more = 0, feature, True
    while more:
        if is_held(s, segment) and s.fields[s.t.values, segment // s.t.segments] == player:
            count += 1
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def award(s: Arrays, place: int, feature: int, value: int) -> None:
    """Add to the scores of those who have the most pieces on a feature; none without a piece."""
    most = 0
    for player in range(1, s.t.players + 1):
        most = max(most, holders_of(s, feature, player))
    if most > 0:
        for player in range(1, s.t.players + 1):
            if holders_of(s, feature, player) == most:
                set_score(s, place, player, value, True)


@routine
def recall(s: Arrays, feature: int, homes: Ints) -> None:
    """Give the pieces on a feature back: `homes` has a site and a component for each player."""
    segment, more = feature, True
    while more:
        if is_held(s, segment):
            recall_settled(s, segment, homes)
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature


@routine
def recall_settled(s: Arrays, segment: int, homes: Ints) -> None:
    """Give the piece on a segment back; see `recall`."""
    site = segment // s.t.segments
    player = whole(s.fields[s.t.values, site])
    set_state(s, site, 0)
    set_value(s, site, 0)
    add_to(s, whole(homes[2 * player]), whole(homes[2 * player + 1]), 1)
    feature = feature_of(s, segment)
    set_joined(s, HOLDERS, feature, joined_number(s, HOLDERS, feature) - 1)


@routine
def settle_on(s: Arrays, site: int, which: int, player: int, home: int) -> None:
    """Let a piece of a player's hand stand on a segment of the tile on a site."""
    take_one(s, home)
    set_state(s, site, which + 1)
    set_value(s, site, player)
    feature = feature_of(s, site * s.t.segments + which)
    set_joined(s, HOLDERS, feature, joined_number(s, HOLDERS, feature) + 1)


@routine
def take_one(s: Arrays, site: int) -> None:
    """Take one piece from a site of a hand."""
    count = amount(s, site)
    if count > 1:
        set_count(s, site, count - 1)
    else:
        remove_from(s, site)
