"""Actions on a board without rules, and the functions that a state without rules calls.

An action is a row of integers: action, container, site type, site, level and value. The engine's
tables are data here.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import MOVER, NONE, PLIES, Arrays
from boardless.state.engine.cells import cells, enter_all, split
from boardless.state.engine.external_board import follow, go_back, renumber
from boardless.state.engine.pieces import (
    amount,
    clear_fields,
    height,
    hold,
    lift,
    put,
    set_field,
    toggle,
    what_at,
)
from boardless.state.engine.results import set_mover
from boardless.state.engine.stacks import extract, insert, set_number_at
from boardless.state.engine.starting import begin
from boardless.state.engine.tables import NOWHERE
from boardless.state.engine.undo import mark, undo

(
    ADD, REMOVE, SET_COUNT, SET_STATE, SET_MOVER, SET_ROTATION, SET_VALUE, SET_HIDDEN, SELECT,
    OPTION,
) = range(1, 11)  # fmt: skip
#: Actions that are about no site.
PLACELESS = (SET_MOVER, OPTION)
#: A type of site.
CELL = 0

#: Why an action cannot be made.
(
    OUT_OF_TURN, NO_ACTION, NO_CONTAINER, NO_TYPE, NO_LEVEL, NO_SITE, NO_COMPONENT, OCCUPIED,
    VACANT, OTHER, NO_COUNT, NO_NUMBER, NO_PLAYER,
) = range(1, 14)  # fmt: skip

MAX_COUNT = 65_535
MAX_STATE = 255
MAX_ROTATION = 255
MAX_VALUE = 2**31 - 1
#: Players beyond this one see everything: they have no bit.
MAX_HIDDEN = 31


@entry
def act(s: Arrays, mover: int, rows: Ints, keys: Ints) -> tuple[int, int]:
    """Make the actions `rows`, (n, 6), of a move; write their cells to `keys`, (n, 3).

    Returns the number of rows and 0, or the row that is refused and the reason, without any change.
    """
    if mover != s.n[MOVER]:
        return 0, OUT_OF_TURN
    mark(s)
    s.n[PLIES] += 1
    following = mover % s.kit.players + 1
    for n in range(rows.shape[0]):
        action, value = int64(rows[n, 0]), int64(rows[n, 5])
        why = 0
        if action == SET_MOVER:
            if value < 1 or value > s.kit.players:
                why = NO_PLAYER
            following = value
        elif action == OPTION:
            if value < 0:
                why = NO_NUMBER
        else:
            site = located(s, rows, n)
            why = -site if site < 0 else change(s, action, site, int64(rows[n, 4]), value)
            if why == 0 and site > s.kit.held:
                i, j, k = split(s, int64(s.code[site]))
                keys[n, 0] = i - int64(s.origin[0])
                keys[n, 1] = j - int64(s.origin[1])
                keys[n, 2] = k
        if why != 0:
            undo(s)
            return n, why
    set_mover(s, following)
    return rows.shape[0], 0


@kernel
def located(s: Arrays, rows: Ints, n: int) -> int:
    """Return the site that an action names, or minus the reason of a refusal."""
    container, site = int64(rows[n, 1]), int64(rows[n, 3])
    if container < 0 or container > s.kit.holder[s.kit.held]:
        return -NO_CONTAINER
    if rows[n, 2] != CELL:
        return -NO_TYPE
    own = NONE
    if container == 0:
        if site >= 0 and site < cells(s) and s.code[s.kit.held + 1 + site] != NOWHERE:
            own = s.kit.held + 1 + site
    else:
        for a in range(1, s.kit.held + 1):
            if s.kit.holder[a] == container and s.kit.place[a] == site:
                own = a
    if own == NONE:
        return -NO_SITE
    if not is_level(s, own, int64(rows[n, 4]), int64(rows[n, 0]) == ADD):
        return -NO_LEVEL
    return own


@kernel
def is_level(s: Arrays, site: int, level: int, added: bool) -> bool:
    """Return True if a site has a level, or takes another piece there."""
    if s.sites.levels > 0:
        if added and level == s.sites.levels:
            return False
        return level >= 0 and level < max(height(s, site) + added, 1)
    return level == 0


@kernel
def change(s: Arrays, action: int, site: int, level: int, value: int) -> int:
    """Make an action on a level of a site; return 0, or the reason of a refusal."""
    if action == ADD:
        return add_piece(s, site, level, value)
    if action == REMOVE:
        return remove_piece(s, site, level, value)
    if action == SELECT:
        return 0
    return set_number(s, action, site, level, value)


@kernel
def add_piece(s: Arrays, site: int, level: int, component: int) -> int:
    """Put a piece on a level of a site; of one component, hands without levels hold several."""
    if component < 1 or component >= s.kit.owner.shape[0]:
        return NO_COMPONENT
    if s.sites.levels > 0:
        if height(s, site) == s.sites.levels:
            return NO_COUNT
        insert(s, site, level, component)
        return 0
    what = int64(s.what[site])
    if what != 0 and (site > s.kit.held or what != component):
        return OCCUPIED
    if amount(s, site) == MAX_COUNT:
        return NO_COUNT
    if site > s.kit.held:
        put(s, site, component)
    else:
        hold(s, site, component, amount(s, site) + 1)
    return 0


@kernel
def remove_piece(s: Arrays, site: int, level: int, component: int) -> int:
    """Take one piece of a component from a level of a site."""
    if component < 1 or component >= s.kit.owner.shape[0]:
        return NO_COMPONENT
    if s.what[site] == 0:
        return VACANT
    if what_at(s, site, level) != component:
        return OTHER
    if s.sites.levels > 0:
        extract(s, site, level)
        return 0
    if amount(s, site) > 1:
        set_field(s, s.sites.counts, site, amount(s, site) - 1)
    elif site > s.kit.held:
        lift(s, site)
    else:
        hold(s, site, 0, 0)
        toggle(s, site)
        clear_fields(s, site)
        toggle(s, site)
    return 0


@kernel
def set_number(s: Arrays, action: int, site: int, level: int, value: int) -> int:
    """Set a number of the pieces on a level of a site."""
    least, most, field = 0, 0, -1
    if action == SET_COUNT:
        least, most, field = 1, MAX_COUNT, s.sites.counts
    elif action == SET_STATE:
        most, field = MAX_STATE, s.sites.states
    elif action == SET_ROTATION:
        most, field = MAX_ROTATION, s.sites.rotations
    elif action == SET_VALUE:
        most, field = MAX_VALUE, s.sites.values
    elif action == SET_HIDDEN:
        most, field = (1 << min(s.kit.players, MAX_HIDDEN)) - 1, s.sites.hidden
    if field < 0:
        return NO_ACTION
    if s.what[site] == 0:
        return VACANT
    if value < least or value > most:
        return NO_COUNT if action == SET_COUNT else NO_NUMBER
    if s.sites.levels > 0:
        if action == SET_COUNT and value != 1:
            return NO_COUNT
        set_number_at(s, field, site, level, value)
        return 0
    set_field(s, field, site, value)
    return 0


__all__ = ["act", "begin", "enter_all", "follow", "go_back", "renumber", "undo"]
