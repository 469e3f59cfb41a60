"""Tiles with segments, such as roads, and tiles in hands (Tantrix).

Segments of adjacent tiles join into a *feature*. Its segments are kept in sets by union by size,
without path compression, so that the cost of undoing a union is the number of its changes. A
segment is a number, ``site * segments + which``, that is never 0.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import COUNT, FILL, NONE, Arrays
from boardless.state.engine.cells import neighbour, neighbour_at
from boardless.state.engine.effects import (
    ADDED,
    add_to,
    log_at,
    set_state,
    set_value,
    take_one,
    turn,
)
from boardless.state.engine.memory import set_score
from boardless.state.engine.path_tiles import (
    along_path,
    colour_beside,
    opposite,
    side_row,
    surroundings,
    turned_row,
)
from boardless.state.engine.pieces import Note, amount, note, put

# The rows of ``s.joined``, one for each segment of a tile: the segment that leads on to the root of
# the set, 0 at the root; the next one of the set, in a circle; and at the root how many ends meet
# no other, how many pieces stand on the feature, and how many segments it has.
LEADS, CIRCLE, OPEN_ENDS, HOLDERS, SIZE = range(5)


@kernel
def joined_number(s: Arrays, row: int, segment: int) -> int:
    """Return a number of a segment."""
    which = segment % s.segments.segments
    return int64(s.joined[row * s.segments.segments + which, segment // s.segments.segments])


@kernel
def set_joined(s: Arrays, row: int, segment: int, value: int) -> None:
    """Set a number of a segment."""
    site = segment // s.segments.segments
    place = row * s.segments.segments + segment % s.segments.segments
    note(s, Note.JOINED, place, site, int64(s.joined[place, site]))
    s.joined[place, site] = value


@kernel
def segment_row(s: Arrays, segment: int) -> int:
    """Return the row of a segment in the tables of segments."""
    return (
        int64(s.what[segment // s.segments.segments]) * s.segments.segments
        + segment % s.segments.segments
    )


@routine
def feature_of(s: Arrays, segment: int) -> int:
    """Return the root of the set of a segment, which stands for its feature."""
    root = segment
    while joined_number(s, LEADS, root) != 0:
        root = joined_number(s, LEADS, root)
    return root


@kernel
def part_of(s: Arrays, site: int, side: int, part: int) -> int:
    """Return the segment at a part of a side of the tile on a site, or 0."""
    which = int64(s.segments.part_segments[3 * (side_row(s, site) + side) + part])
    return site * s.segments.segments + which - 1 if which != 0 else 0


@routine
def join_tile(s: Arrays, site: int) -> None:
    """Add the segments of the tile on a site, and join them with adjacent segments."""
    for which in range(s.segments.segments):
        segment = site * s.segments.segments + which
        if s.segments.segment_kinds[segment_row(s, segment)] == 0:
            break
        set_joined(s, LEADS, segment, 0)
        set_joined(s, CIRCLE, segment, segment)
        set_joined(s, OPEN_ENDS, segment, int64(s.segments.segment_ends[segment_row(s, segment)]))
        set_joined(s, HOLDERS, segment, 0)
        set_joined(s, SIZE, segment, 1)
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        if s.what[other] != 0:
            for part in range(3):
                # Both sides are read clockwise, so that the other's parts come the other way round.
                segment = part_of(s, site, side, part)
                beyond = part_of(s, other, opposite(s, side), 2 - part)
                kind = s.segments.segment_kinds[segment_row(s, segment)]
                same = kind == s.segments.segment_kinds[segment_row(s, beyond)]
                if segment != 0 and beyond != 0 and same:
                    join_ends(s, segment, beyond)
                else:
                    close_end(s, segment)
                    close_end(s, beyond)


@kernel
def close_end(s: Arrays, segment: int) -> None:
    """Close an end of a segment, if it is not 0: it meets an end that it does not join."""
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
    """Return True if a feature is without open ends; one without ends is surrounded by tiles."""
    if s.segments.segment_ends[segment_row(s, feature)] == 0:
        return int64(s.neighbours[feature // s.segments.segments]) == s.plane.slots
    return joined_number(s, OPEN_ENDS, feature) == 0


@routine
def turns_that_fit(s: Arrays, site: int, component: int) -> int:
    """Return a bit for each rotation of a tile that fits a site."""
    rows = s.segments.fitting_turns.shape[0] // s.segments.fitting_looks
    look = int64(s.segments.segment_looks[component])
    return int64(s.segments.fitting_turns[look * rows + surroundings(s, site)])


@routine
def held_parts(s: Arrays, row: int, site: int) -> int:
    """Return the parts around a free site next to held features, listed in ``s.scratch``."""
    bits = 0
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        for part in range(3):
            segment = 0
            if s.what[other] != 0:
                segment = part_of(s, other, opposite(s, side), 2 - part)
            feature = feature_of(s, segment) if segment != 0 else 0
            s.scratch[row, 3 * side + part] = feature
            if feature != 0 and joined_number(s, HOLDERS, feature) != 0:
                bits |= 1 << 3 * side + part
    return bits


@routine
def held_with(s: Arrays, row: int, component: int, turns: int, held: int) -> int:
    """Return the parts next to held features once a tile has joined some; see `held_parts`."""
    first = (component * s.plane.sides + turns) * s.segments.segments
    more = held != 0
    while more:
        more = False
        for which in range(s.segments.segments):
            mask = int64(s.segments.part_masks[first + which])
            if mask & held != 0 and mask & ~held != 0:
                more = True
                for part in range(3 * s.plane.sides):
                    if mask >> part & 1 != 0:
                        held |= 1 << part | same_parts(s, row, part)
    return held


@kernel
def same_parts(s: Arrays, row: int, part: int) -> int:
    """Return the parts next to the same feature as one of them; see `held_parts`."""
    bits = 0
    for other in range(3 * s.plane.sides):
        if s.scratch[row, part] != 0 and s.scratch[row, other] == s.scratch[row, part]:
            bits |= 1 << other
    return bits


@kernel
def may_hold(s: Arrays, component: int, turns: int, which: int, kinds: int, held: int) -> bool:
    """Return True if a segment is -1, or of some kinds and free; see `held_with`."""
    if which < 0:
        return True
    kind = int64(s.segments.segment_kinds[component * s.segments.segments + which])
    mask = int64(
        s.segments.part_masks[(component * s.plane.sides + turns) * s.segments.segments + which]
    )
    return kind != 0 and kinds >> kind & 1 != 0 and mask & held == 0


#: Choices of features: held ones, of these the complete ones, or the others.
HELD_ONES, COMPLETE_ONES, INCOMPLETE_ONES = range(3)


@kernel
def is_held(s: Arrays, segment: int) -> bool:
    """Return True if a piece stands on this very segment."""
    site, which = segment // s.segments.segments, segment % s.segments.segments
    return int64(s.fields[s.sites.states, site]) == which + 1


@kernel
def is_kind(s: Arrays, segment: int, kinds: int) -> bool:
    """Return True if a segment is of some kinds, a bit for each."""
    return kinds >> int64(s.segments.segment_kinds[segment_row(s, segment)]) & 1 != 0


@routine
def feature_tiles(s: Arrays, feature: int) -> int:
    """Return the number of tiles of a feature; one without ends has those around as well."""
    if s.segments.segment_ends[segment_row(s, feature)] == 0:
        return 1 + int64(s.neighbours[feature // s.segments.segments])
    fill = int64(s.n[FILL]) + 1
    s.n[FILL] = fill
    count, segment, more = 0, feature, True
    while more:
        site = segment // s.segments.segments
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
        count += int64(s.segments.segment_marks[segment_row(s, segment)])
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def touched_features(s: Arrays, row: int, feature: int, kinds: int) -> int:
    """List the complete features of some kinds that a feature touches; return their number."""
    count, segment, more = 0, feature, True
    while more:
        first = segment // s.segments.segments * s.segments.segments
        touches = int64(s.segments.segment_touches[segment_row(s, segment)])
        for which in range(s.segments.segments):
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
    """Append the feature of a segment to a list in a row of ``s.scratch``; return its length."""
    feature = feature_of(s, segment)
    for n in range(count):
        if s.scratch[row, n] == feature:
            return count
    s.scratch[row, count] = feature
    return count + 1


@routine
def completed_features(s: Arrays, row: int, site: int, kinds: int) -> int:
    """List the held features that the tile on a site completed; return their number."""
    if s.what[site] == 0 or site <= s.kit.held:
        return 0
    count = 0
    for which in range(s.segments.segments):
        segment = site * s.segments.segments + which
        if is_kind(s, segment, kinds) and s.segments.segment_ends[segment_row(s, segment)] != 0:
            feature = feature_of(s, segment)
            if joined_number(s, HOLDERS, feature) != 0 and is_complete(s, feature):
                count = list_feature(s, row, count, segment)
    count = list_completed(s, row, count, site, kinds)
    for slot in range(s.plane.slots):
        count = list_completed(s, row, count, neighbour(s, site, slot), kinds)
    return count


@routine
def list_completed(s: Arrays, row: int, count: int, site: int, kinds: int) -> int:
    """List the feature without ends on a site if a piece stands on it and it is complete."""
    which = int64(s.fields[s.sites.states, site]) - 1
    if site != NONE and which >= 0:
        segment = site * s.segments.segments + which
        has_ends = s.segments.segment_ends[segment_row(s, segment)] != 0
        if not has_ends and is_kind(s, segment, kinds) and is_complete(s, segment):
            return list_feature(s, row, count, segment)
    return count


@routine
def held_features(s: Arrays, row: int, kinds: int, which: int) -> int:
    """List the held features of some kinds: all, complete or other ones; return their number."""
    count = 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        state = int64(s.fields[s.sites.states, site])
        if s.what[site] != 0 and state != 0:
            segment = site * s.segments.segments + state - 1
            if is_kind(s, segment, kinds):
                complete = is_complete(s, feature_of(s, segment))
                if which == HELD_ONES or complete == (which == COMPLETE_ONES):
                    count = list_feature(s, row, count, segment)
    return count


@routine
def settled_segments(s: Arrays, row: int, kinds: int) -> int:
    """List the held segments of some kinds; return their number."""
    count = 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        state = int64(s.fields[s.sites.states, site])
        segment = site * s.segments.segments + state - 1
        if s.what[site] != 0 and state != 0 and is_kind(s, segment, kinds):
            s.scratch[row, count] = segment
            count += 1
    return count


@routine
def largest_feature(s: Arrays, kinds: int, completed: bool) -> int:
    """Return the most tiles of a feature of some kinds, or of the complete ones."""
    most = 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        for which in range(s.segments.segments if s.what[site] != 0 else 0):
            segment = site * s.segments.segments + which
            # The root stands for its feature.
            is_root = is_kind(s, segment, kinds) and joined_number(s, LEADS, segment) == 0
            if is_root and (not completed or is_complete(s, segment)):
                most = max(most, feature_tiles(s, segment))
    return most


@routine
def holders_of(s: Arrays, feature: int, player: int) -> int:
    """Return the number of pieces of a player on a feature."""
    count, segment, more = 0, feature, True
    while more:
        if (
            is_held(s, segment)
            and s.fields[s.sites.values, segment // s.segments.segments] == player
        ):
            count += 1
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature
    return count


@routine
def award(s: Arrays, place: int, feature: int, value: int) -> None:
    """Add to the scores of the players with the most pieces on a feature."""
    most = 0
    for player in range(1, s.kit.players + 1):
        most = max(most, holders_of(s, feature, player))
    if most > 0:
        for player in range(1, s.kit.players + 1):
            if holders_of(s, feature, player) == most:
                set_score(s, place, player, value, True)


@routine
def recall(s: Arrays, feature: int, homes: Ints) -> None:
    """Return the pieces on a feature; `homes` has a site and a component for each player."""
    segment, more = feature, True
    while more:
        if is_held(s, segment):
            recall_settled(s, segment, homes)
        segment = joined_number(s, CIRCLE, segment)
        more = segment != feature


@routine
def recall_settled(s: Arrays, segment: int, homes: Ints) -> None:
    """Return the piece on a segment to its player; see `recall`."""
    site = segment // s.segments.segments
    player = int64(s.fields[s.sites.values, site])
    set_state(s, site, 0)
    set_value(s, site, 0)
    add_to(s, int64(homes[2 * player]), int64(homes[2 * player + 1]), 1)
    feature = feature_of(s, segment)
    set_joined(s, HOLDERS, feature, joined_number(s, HOLDERS, feature) - 1)


@routine
def settle_on(s: Arrays, site: int, which: int, player: int, home: int) -> None:
    """Let a piece of a player's hand stand on a segment of the tile on a site."""
    take_one(s, home)
    set_state(s, site, which + 1)
    set_value(s, site, player)
    feature = feature_of(s, site * s.segments.segments + which)
    set_joined(s, HOLDERS, feature, joined_number(s, HOLDERS, feature) + 1)


@routine
def bag_odds(s: Arrays, first: int, size: int) -> int:
    """Set the odds of taking each tile from a bag of `size` sites; return their sum."""
    total = 0
    for n in range(size):
        s.odds[0, n] = amount(s, first + n)
        total += int64(s.odds[0, n])
    return total


@routine
def lay_taken(s: Arrays, site: int, turns: int, bag: int, first: int, end: int) -> None:
    """Take the tiles of outcomes `first` to `end` - 1 out of a bag and lay the last on a site."""
    component = 0
    for row in range(first, end):
        place = bag + int64(s.outcomes[row])
        component = int64(s.what[place])
        take_one(s, place)
    log_at(s, site, ADDED, site, component, 1)
    put(s, site, component)
    turn(s, site, turns * s.tiles.turn_unit)
    join_tile(s, site)


#: So many tiles around a free site make a hollow.
HOLLOW = 3


@kernel
def links_at(s: Arrays, site: int, colour: int) -> int:
    """Return how many tiles show a side of a colour to a free site."""
    count = 0
    for side in range(s.plane.sides):
        if colour_beside(s, site, side) == colour:
            count += 1
    return count


@kernel
def crowds(s: Arrays, site: int, component: int, turns: int, most: int) -> bool:
    """Return True if a tile gives an adjacent free site more than `most` sides of a colour."""
    row = turned_row(s, component, turns)
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        if (
            other != NONE
            and s.what[other] == 0
            and links_at(s, other, int64(s.tiles.side_colours[row + side])) >= most
        ):
            return True
    return False


@kernel
def tiles_around(s: Arrays, site: int) -> int:
    """Return how many pieces touch a cell."""
    count = 0
    for side in range(s.plane.sides):
        count += int(s.what[neighbour_at(s, site, side)] != 0)
    return count


@kernel
def is_along(s: Arrays, site: int, side: int) -> bool:
    """Return True if two pieces touch a free cell, at a side and at the next one clockwise."""
    following = neighbour_at(s, site, (side + 1) % 6)
    touch = bool(s.what[neighbour_at(s, site, side)] != 0 and s.what[following] != 0)
    return touch and tiles_around(s, site) == 2


@routine
def is_controlled(s: Arrays, site: int) -> bool:
    """Return True if a hollow lies next to a free hexagon, or at the end of a side from there."""
    if s.what[site] != 0:
        return False
    for way in range(6):
        for side in (way + 1, way + 4):
            at = neighbour_at(s, site, way)
            while at != NONE and s.what[at] == 0 and is_along(s, at, side % 6):
                at = neighbour_at(s, at, way)
            if at != NONE and s.what[at] == 0 and tiles_around(s, at) >= HOLLOW:
                return True
    return False


@routine
def longest_path(s: Arrays, colour: int, loop: int) -> int:
    """Return the most tiles on a path of a colour; tiles of a loop count `loop` times."""
    most = 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.plane.sides):
            if s.tiles.side_colours[sides + side] == colour:
                most = max(most, path_length(s, site, side, loop))
    return most


@kernel
def path_length(s: Arrays, site: int, side: int, loop: int) -> int:
    """Return the length of the path that leaves a tile at a side; see `longest_path`."""
    at, out, length = site, side, 1
    for _ in range(s.plane.sides * int64(s.n[COUNT])):
        other, onward = along_path(s, at, out)
        if other == NONE:
            return length
        at, out = other, onward
        if at == site and out == side:
            return length * loop
        length += 1
    return length
