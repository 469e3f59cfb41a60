"""End-of-turn removal: pieces that leave when the turn is over, as the first act of the move."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import COUNT, LOG, LOGGED, NONE, REPLAYED, TOUCHED, Arrays
from boardless.state.engine.effects import REMOVED_LATER, log_action, remove_from
from boardless.state.engine.features import LOGS
from boardless.state.engine.ghosts import leave_ghosts, move_ghosts
from boardless.state.engine.levels import height
from boardless.state.engine.pieces import set_field
from boardless.state.engine.piling import remove_level


@kernel
def remove_later(s: Arrays, site: int) -> None:
    """Have a piece removed after the turn; `removal_order` has the order, of piles how many."""
    s.n[TOUCHED] = site
    log_action(s, REMOVED_LATER, site, 0, 0)
    if s.sites.levels > 0:
        set_field(s, s.sites.removal_order, site, int64(s.fields[s.sites.removal_order, site]) + 1)
        return
    last = 0
    for other in range(1, s.n[COUNT] + 1):
        last = max(last, int64(s.fields[s.sites.removal_order, other]))
    if s.fields[s.sites.removal_order, site] == 0:
        set_field(s, s.sites.removal_order, site, last + 1)


@kernel
def clear_later(s: Arrays) -> None:
    """Remove what is to be removed after the turn, unless the mover goes on."""
    if s.n[REPLAYED] != 0:
        return
    if s.sites.levels > 0:
        for site in range(1, s.n[COUNT] + 1):
            count = min(int64(s.fields[s.sites.removal_order, site]), height(s, site))
            if s.fields[s.sites.removal_order, site] != 0:
                set_field(s, s.sites.removal_order, site, 0)
            whole = count == height(s, site)
            if s.rules.ghosts >= 0 and whole:
                leave_ghosts(s, site)
                move_ghosts(s, site, NONE)
            for level in range(count - 1, -1, -1):
                remove_level(s, site, level)
                log_first(s)
            if s.rules.ghosts >= 0 and whole:
                move_ghosts(s, NONE, site)
        return
    last = 0
    for site in range(1, s.n[COUNT] + 1):
        last = max(last, int64(s.fields[s.sites.removal_order, site]))
    for order in range(1, last + 1):
        for site in range(1, s.n[COUNT] + 1):
            if s.fields[s.sites.removal_order, site] == order:
                remove_first(s, site)


@kernel
def remove_first(s: Arrays, site: int) -> None:
    """Remove what stands on a site, as the first thing that the move does."""
    if s.what[site] == 0:
        return
    remove_from(s, site)
    set_field(s, s.sites.removal_order, site, 0)
    log_first(s)


@kernel
def log_first(s: Arrays) -> None:
    """Put the last row of the log before all others."""
    if LOGS:
        row = int64(s.n[LOGGED]) - 1
        for above in range(row, 0, -1):
            for column in range(LOG):
                other = s.log[above, column]
                s.log[above, column] = s.log[above - 1, column]
                s.log[above - 1, column] = other
