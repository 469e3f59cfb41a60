"""Pieces that cover several sites of a board that is laid out.

A piece is on every site that it covers; the state of its first one is how it lies, that of the
others tells which part they are, besides. A table has the sites of each component, way to lie and
first site, in the order of its walk; ``row`` is where those of one begin, and `parts` how long rows
are. Sites that are not needed are NONE, and all are where a piece would not be on the board.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import NONE, TOUCHED, Arrays
from boardless.state.engine.effects import ADDED, MOVED, log_action, log_state
from boardless.state.engine.pieces import carry_hidden, fill, set_field

#: Ways to lie are numbered below this; states count on by it from part to part.
ORIENTATIONS = 64


@kernel
def orientation_at(s: Arrays, site: int) -> int:
    """Return how a piece lies whose first part is on a site."""
    return int64(s.fields[s.sites.states, site]) % ORIENTATIONS


@kernel
def part_at(s: Arrays, site: int) -> int:
    """Return which part of a piece lies on a site, from 0 on."""
    return int64(s.fields[s.sites.states, site]) // ORIENTATIONS


@kernel
def is_free_for(s: Arrays, covers: Ints, row: int, parts: int) -> bool:
    """Tell whether a piece may be laid on sites that are all free."""
    free = bool(covers[row] != NONE)
    for n in range(row, row + parts):
        free = free and s.what[int64(covers[n])] == 0
    return free


@kernel
def is_marked_for(s: Arrays, covers: Ints, row: int, parts: int, marks: int) -> bool:
    """Tell whether a piece may be laid on sites that are all marked in a row of ``s.scratch``."""
    marked = bool(covers[row] != NONE)
    for n in range(row, row + parts):
        at = int64(covers[n])
        marked = marked and (at == NONE or s.scratch[marks, at] != 0)
    return marked


@routine
def cover(s: Arrays, covers: Ints, row: int, parts: int, component: int, way: int) -> None:
    """Let a component be on sites."""
    for part in range(parts):
        at = int64(covers[row + part])
        if at != NONE:
            fill(s, at, component, 1)
            set_field(s, s.sites.states, at, way + ORIENTATIONS * part)


@routine
def uncover(s: Arrays, covers: Ints, row: int, parts: int) -> None:
    """Take a piece off the sites that it covers."""
    for n in range(row, row + parts):
        if covers[n] != NONE:
            fill(s, int64(covers[n]), 0, 0)


@kernel
def add_large(
    s: Arrays, covers: Ints, row: int, parts: int, site: int, component: int, way: int
) -> None:
    """Add a piece whose first part comes to lie on a site."""
    s.n[TOUCHED] = site
    log_action(s, ADDED, site, component, 1)
    log_state(s, way)
    cover(s, covers, row, parts, component, way)


@kernel
def move_large(
    s: Arrays, covers: Ints, before: int, row: int, parts: int, origin: int, site: int, way: int
) -> None:
    """Move a piece from a site, where it covers those of the row `before`, or from a hand."""
    s.n[TOUCHED] = site
    log_action(s, MOVED, origin, site, 0)
    log_state(s, way)
    component = int64(s.what[origin])
    if s.sites.hidden >= 0 and origin != site:
        carry_hidden(s, origin, site, True)
    if origin > s.kit.held:
        uncover(s, covers, before, parts)
    else:
        fill(s, origin, 0, 0)
    cover(s, covers, row, parts, component, way)
