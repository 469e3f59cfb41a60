"""Sites of several types: cells, vertices and edges of one board, each type numbered from 0."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import NONE, Arrays


@kernel
def site_of_type(s: Arrays, number: int, which: int) -> int:
    """Return the site that a number means among those of a type; behind the board, of a hand."""
    first = int64(s.plane.types[which])
    if 0 <= number < int64(s.plane.types[which + 1]) - first:
        return s.kit.held + 1 + first + number
    held = number - s.plane.behind
    return held + 1 if 0 <= held < s.kit.held else NONE


@kernel
def number_of_type(s: Arrays, site: int) -> int:
    """Return the number that a site has among those of its type; -1 where there is none."""
    if site == NONE:
        return -1
    if site <= s.kit.held:
        return s.plane.behind + site - 1
    number = site - 1 - s.kit.held
    first = 0
    for which in range(1, s.plane.types.shape[0] - 1):
        if number >= s.plane.types[which]:
            first = int64(s.plane.types[which])
    return number - first


@kernel
def is_of_type(s: Arrays, site: int, which: int) -> bool:
    """Tell whether a site is one of the board's of a type."""
    number = site - 1 - s.kit.held
    return bool(
        site > s.kit.held and s.plane.types[which] <= number and number < s.plane.types[which + 1]
    )
