"""Actions on levels of stacks, in games with effects.

Each changes the state and is logged, as those of `effects`; -1 stands for an unnamed level.
"""

from boardless.jit.game_runtime import kernel
from boardless.state.engine.arrays import LEVEL, NONE, TOUCHED, Arrays
from boardless.state.engine.effects import (
    COPIED,
    INSERTED,
    MOVED,
    MOVED_PILE,
    REMOVED,
    STATE_SET,
    VALUE_SET,
    log_action,
    log_levels,
    select,
)
from boardless.state.engine.levels import height, what_at
from boardless.state.engine.stacks import (
    copy_onto,
    extract,
    insert,
    insert_pile,
    move_onto,
    move_upper,
    set_number_at,
)
from boardless.state.engine.track_steps import enter_tracks, follow_tracks, leave_tracks


@kernel
def move_level(s: Arrays, origin: int, level: int, site: int, to_level: int) -> None:
    """Move the piece on a level of a site on top of another, or to a level of it."""
    s.n[TOUCHED] = site
    s.n[LEVEL] = max(to_level, 0)
    log_action(s, MOVED, origin, site, 0)
    log_levels(s, level, to_level)
    if s.tracks.tracked >= 0 and origin != site:
        moved = what_at(s, origin, level if level >= 0 else height(s, origin) - 1)
        follow_tracks(s, origin, site, moved, 1)
    if to_level < 0:
        move_onto(s, origin, level, site)
        return
    what = what_at(s, origin, level if level >= 0 else height(s, origin) - 1)
    if origin != site and what != 0:
        extract(s, origin, level)
        insert(s, site, to_level, what)


@kernel
def copy_level_to(s: Arrays, origin: int, level: int, site: int) -> None:
    """Put a piece like that on a level of a site, with its numbers, on top of another."""
    s.n[TOUCHED] = site
    s.n[LEVEL] = 0
    log_action(s, COPIED, origin, site, 0)
    if origin == site or what_at(s, origin, level) == 0:
        return
    if s.tracks.tracked >= 0:
        enter_tracks(s, site, what_at(s, origin, level), 1)
    copy_onto(s, origin, level, site)


@kernel
def move_top(s: Arrays, origin: int, site: int) -> None:
    """Move the uppermost piece of a site, with its numbers, on top of another."""
    move_level(s, origin, height(s, origin) - 1, site, -1)


@kernel
def move_pile(s: Arrays, origin: int, site: int, to_level: int) -> None:
    """Move all pieces of a site on top of another in their order, or to a level of it."""
    s.n[TOUCHED] = site
    s.n[LEVEL] = max(to_level, 0)
    log_action(s, MOVED_PILE, origin, site, 0)
    log_levels(s, -1, to_level)
    if to_level < 0:
        move_upper(s, origin, site, height(s, origin))
    else:
        insert_pile(s, origin, site, to_level)


@kernel
def select_level(s: Arrays, origin: int, site: int, level: int) -> None:
    """Name two sites, and a level of the second."""
    select(s, origin, site)
    s.n[LEVEL] = max(level, 0)


@kernel
def insert_at(s: Arrays, site: int, level: int, component: int) -> None:
    """Put a piece on a level of a site."""
    s.n[TOUCHED] = site
    s.n[LEVEL] = max(level, 0)
    log_action(s, INSERTED, site, component, level)
    if s.tracks.tracked >= 0:
        enter_tracks(s, site, component, 1)
    insert(s, site, level, component)


@kernel
def remove_level(s: Arrays, site: int, level: int) -> None:
    """Take the piece on a level of a site away, -1 for the uppermost."""
    s.n[TOUCHED] = site
    s.n[LEVEL] = max(level, 0)
    log_action(s, REMOVED, site, 0, 0)
    log_levels(s, -1, level)
    if s.tracks.tracked >= 0:
        leave_tracks(s, site, what_at(s, site, level if level >= 0 else height(s, site) - 1))
    extract(s, site, level)


@kernel
def set_state_at(s: Arrays, site: int, level: int, value: int) -> None:
    """Set the local state of the piece on a level of a site."""
    s.n[TOUCHED] = site
    log_action(s, STATE_SET, site, value, 0)
    log_levels(s, -1, level)
    set_number_at(s, s.sites.states, site, level if level >= 0 else height(s, site) - 1, value)


@kernel
def set_value_at(s: Arrays, site: int, level: int, value: int) -> None:
    """Set the value of the piece on a level of a site; without a site nothing is done."""
    s.n[TOUCHED] = site
    log_action(s, VALUE_SET, site, value, 0)
    log_levels(s, -1, level)
    if site != NONE:
        set_number_at(s, s.sites.values, site, level if level >= 0 else height(s, site) - 1, value)
