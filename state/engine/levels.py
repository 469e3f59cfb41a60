"""Levels of stacks, to be read.

The uppermost piece of a site is in ``s.what`` and ``s.fields``. Row 0 of ``s.under`` is the height;
the rows behind have each lower level from the bottom: the component and its numbers.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import POSITIVE, Arrays


@kernel
def height(s: Arrays, site: int) -> int:
    """Return how many pieces lie one upon another on a site; at least 1 without stacks."""
    if s.sites.levels > 0:
        return int64(s.under[0, site])
    return 1


@kernel
def what_at(s: Arrays, site: int, level: int) -> int:
    """Return the component on a level of a site, counted from 0 at the bottom; 0 if none."""
    if s.sites.levels > 0 and level != int64(s.under[0, site]) - 1:
        if level < 0 or level >= s.under[0, site]:
            return 0
        return int64(s.under[1 + level * (1 + s.sites.fields), site])
    return int64(s.what[site])


@kernel
def stands_on(s: Arrays, site: int, level: int, component: int) -> int:
    """Return 1 if a component is on a level of a site, else 0, without a branch."""
    top = int64(s.under[0, site]) - 1
    # A level that is not there is read in a row that is: no branch is to keep it out.
    row = 1 + min(level & POSITIVE, s.sites.levels - 1) * (1 + s.sites.fields)
    below, above = int64(s.under[row, site]), int64(s.what[site])
    here = above if level == top else below
    return int(level >= 0) & int(level <= top) & int(here == component)


@kernel
def who_at(s: Arrays, site: int, level: int) -> int:
    """Return the owner of the piece on a level of a site; 0 if none."""
    return int64(s.kit.owner[what_at(s, site, level)])


@kernel
def number_at(s: Arrays, field: int, site: int, level: int) -> int:
    """Return a number of the piece on a level of a site; 0 if there is none."""
    if s.sites.levels > 0 and level != int64(s.under[0, site]) - 1:
        if level < 0 or level >= s.under[0, site]:
            return 0
        return int64(s.under[2 + field + level * (1 + s.sites.fields), site])
    return int64(s.fields[field, site])


@kernel
def level_of(s: Arrays, site: int, level: int) -> int:
    """Return a level of a site: the uppermost for -1."""
    return height(s, site) - 1 if level == -1 else level
