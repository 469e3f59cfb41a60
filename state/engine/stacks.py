"""Stacks: adding and removing pieces on any level.

Every change below the top is noted number by number, and a key has a term for each level, so both
cost the levels that change.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import LOST, Arrays
from boardless.state.engine.pieces import (
    Note,
    become,
    fill,
    height,
    level_of,
    note,
    note_field,
    number_at,
    set_field,
    toggle,
    toggle_level,
    what_at,
)
from boardless.state.engine.undo import forget_ghosts, forget_pile


@kernel
def set_under(s: Arrays, row: int, site: int, value: int) -> None:
    """Set a number of a piece under the top of a site, or the height of the pile."""
    before = int64(s.under[row, site])
    if before != value:
        note(s, Note.UNDER, row, site, before)
        s.under[row, site] = value


@kernel
def copy_level(s: Arrays, site: int, source: int, level: int) -> None:
    """Make a level below the top what another one is."""
    first = 1 + level * (1 + s.sites.fields)
    set_under(s, first, site, what_at(s, site, source))
    for f in range(s.sites.fields):
        set_under(s, first + 1 + f, site, number_at(s, f, site, source))


@kernel
def toggle_from(s: Arrays, site: int, level: int) -> None:
    """Take the terms of all levels of a site from one on out of the key, or put them in."""
    for each in range(level, height(s, site)):
        toggle_level(s, site, each)


@kernel
def leave_on(s: Arrays, site: int, level: int, stays: bool) -> None:
    """Keep or clear the numbers of the top on a level: a piece from a named one leaves them."""
    if s.sites.leaves:
        for f in (s.sites.states, s.sites.rotations, s.sites.values):
            if f >= 0:
                left = int64(s.fields[f, site]) if stays else 0
                set_under(s, 2 + f + level * (1 + s.sites.fields), site, left)


@kernel
def leave_nothing(s: Arrays, site: int) -> None:
    """Clear the numbers that were left on all levels of an empty site."""
    if s.sites.leaves:
        for row in range(1, s.under.shape[0]):
            set_under(s, row, site, 0)


@routine
def push(s: Arrays, site: int, component: int) -> None:
    """Put a piece on top of a site; component 0 does nothing."""
    if component == 0:
        return
    count = height(s, site)
    if count == s.sites.levels:
        s.n[LOST] = 1
        return
    if count > 0:
        copy_level(s, site, count - 1, count - 1)
    set_under(s, 0, site, count + 1)
    if count > 0:
        # The old top is there twice, until the piece takes the place of the upper one.
        for f in range(s.sites.fields):
            note_field(s, f, site, 0)
        toggle(s, site)
    fill(s, site, component, 1)
    if s.sites.leaves:
        # The new top takes over the numbers that were left on its level.
        for f in (s.sites.states, s.sites.rotations, s.sites.values):
            row = 2 + f + count * (1 + s.sites.fields)
            if f >= 0 and s.under[row, site] != 0:
                set_field(s, f, site, int64(s.under[row, site]))


@routine
def pop(s: Arrays, site: int, stays: bool) -> None:
    """Take the top off a site; its numbers may stay."""
    count = height(s, site) - 1
    leave_on(s, site, count, stays)
    if count == 0:
        fill(s, site, 0, 0)
        set_under(s, 0, site, 0)
        return
    toggle(s, site)
    become(s, site, what_at(s, site, count - 1))
    for f in range(s.sites.fields):
        note_field(s, f, site, number_at(s, f, site, count - 1))
    set_under(s, 0, site, count)


@routine
def extract(s: Arrays, site: int, level: int) -> None:
    """Take the piece on a level, -1 for the top, out of a pile; pieces above come down."""
    top = height(s, site) - 1
    if level > top or top < 0:
        return
    named = level >= 0
    if not named:
        level = top
    if s.rules.ghosts >= 0:
        forget_ghosts(s, what_at(s, site, level), site, level)
    if level == top:
        pop(s, site, named)
        return
    leave_on(s, site, top, True)
    toggle_from(s, site, level)
    for each in range(level, top - 1):
        copy_level(s, site, each + 1, each)
    set_under(s, 0, site, top)
    toggle_from(s, site, level)


@routine
def insert(s: Arrays, site: int, level: int, component: int) -> None:
    """Put a piece with numbers 0 on a level of a pile; pieces from there on go up by one.

    If the pile is not as high as that, the piece is put on top.
    """
    count = height(s, site)
    if level < 0 or level >= count:
        leave_on(s, site, count, False)
        push(s, site, component)
        return
    if count == s.sites.levels:
        s.n[LOST] = 1
        return
    toggle_from(s, site, level)
    # The top stays the top; the pieces below it, from the level on, go up.
    for each in range(count - 2, level - 1, -1):
        copy_level(s, site, each, each + 1)
    set_under(s, 0, site, count + 1)
    first = 1 + level * (1 + s.sites.fields)
    set_under(s, first, site, component)
    for f in range(s.sites.fields):
        set_under(s, first + 1 + f, site, 0)
    toggle_from(s, site, level)


@routine
def set_number_at(s: Arrays, field: int, site: int, level: int, value: int) -> None:
    """Set a number of the piece on a level of a site."""
    top = height(s, site) - 1
    if level < 0 or level > top:
        return
    if level == top:
        set_field(s, field, site, value)
        return
    toggle_level(s, site, level)
    set_under(s, 2 + field + level * (1 + s.sites.fields), site, value)
    toggle_level(s, site, level)


@kernel
def copy_onto(s: Arrays, origin: int, level: int, site: int) -> None:
    """Put a copy of a piece on a level of a site, with its numbers, on top of another site."""
    push(s, site, what_at(s, origin, level))
    for f in range(s.sites.fields):
        if f != s.sites.counts:
            set_field(s, f, site, number_at(s, f, origin, level))


@kernel
def move_onto(s: Arrays, origin: int, level: int, site: int) -> None:
    """Move the piece on a level onto another site, with its numbers; -1, the top, leaves them."""
    what = what_at(s, origin, level_of(s, origin, level))
    if origin == site or what == 0:
        return
    if level >= 0:
        copy_onto(s, origin, level, site)
    else:
        push(s, site, what)
    extract(s, origin, level)


@kernel
def move_upper(s: Arrays, origin: int, site: int, count: int) -> None:
    """Move the `count` uppermost pieces, if the pile has them, in order onto another site."""
    first = height(s, origin) - count
    if origin == site or first < 0:
        return
    if s.rules.ghosts >= 0 and first == 0:
        forget_pile(s, origin)
    for level in range(first, first + count):
        copy_onto(s, origin, level, site)
    for _ in range(count):
        pop(s, origin, False)
    if first == 0:
        leave_nothing(s, origin)


@kernel
def insert_pile(s: Arrays, origin: int, site: int, level: int) -> None:
    """Move all pieces of a site, one after another, to a level of another, without numbers."""
    if origin == site:
        return
    for each in range(height(s, origin)):
        insert(s, site, level, what_at(s, origin, each))
    for _ in range(height(s, origin)):
        pop(s, origin, False)
    leave_nothing(s, origin)
