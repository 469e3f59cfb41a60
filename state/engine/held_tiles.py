"""Tiles in hands: fits, lengths of paths, and sides that end at a hollow (Tantrix)."""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import COUNT, NONE, Arrays
from boardless.state.engine.path_tiles import neighbour_at, opposite, side_row

#: So many tiles around a free site make a hollow.
HOLLOW = 3


@kernel
def turned_row(s: Arrays, component: int, turns: int) -> int:
    """Return the row of a turned component in the tables of sides."""
    return (component * s.plane.sides + turns) * s.plane.sides


@kernel
def fits_turned(s: Arrays, site: int, component: int, turns: int) -> bool:
    """Tell whether the sides of a turned tile have the colours beside a site."""
    row = turned_row(s, component, turns)
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        if (
            s.what[other] != 0
            and s.tiles.side_colours[side_row(s, other) + opposite(s, side)]
            != s.tiles.side_colours[row + side]
        ):
            return False
    return True


@kernel
def links_at(s: Arrays, site: int, colour: int) -> int:
    """Return how many tiles show a free site a side of a colour."""
    count = 0
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        if (
            s.what[other] != 0
            and s.tiles.side_colours[side_row(s, other) + opposite(s, side)] == colour
        ):
            count += 1
    return count


@kernel
def crowds(s: Arrays, site: int, component: int, turns: int, most: int) -> bool:
    """Tell whether a free site gets more than `most` sides of a colour by a tile beside it."""
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
    """Tell whether two pieces touch a free cell, at a side and at the next one clockwise."""
    following = neighbour_at(s, site, (side + 1) % 6)
    touch = bool(s.what[neighbour_at(s, site, side)] != 0 and s.what[following] != 0)
    return touch and tiles_around(s, site) == 2


@routine
def is_controlled(s: Arrays, site: int) -> bool:
    """Tell whether a hollow lies next to a free hexagon, or at the end of a side from there."""
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
    """Return the most tiles on a path of a colour; those of a loop count `loop` times."""
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
        other = neighbour_at(s, at, out)
        if s.what[other] == 0:
            return length
        following = int64(s.tiles.side_joined[side_row(s, other) + opposite(s, out)])
        if following == s.plane.sides:
            return length
        at, out = other, following
        if at == site and out == side:
            return length * loop
        length += 1
    return length
