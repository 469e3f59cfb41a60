"""Ghosts: entries of Ludii's lists of pieces that stand for no piece, or for one a second time.

Ludii goes through a list for each component (`other.state.owned`), and some of its actions leave
entries behind. The number of them is a number of the state for each component, site and level; it
is kept where rules can make a difference of it.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import COUNT, Arrays
from boardless.state.engine.levels import height, what_at
from boardless.state.engine.numbers import change_number


@kernel
def ghost_place(s: Arrays, component: int, site: int, level: int) -> int:
    """Return the number of the state that counts the ghosts of a component on a level of a site."""
    levels = max(s.sites.levels, 1)
    return s.rules.ghosts + (component * (int64(s.n[COUNT]) + 1) + site) * levels + level


@kernel
def ghosts_at(s: Arrays, component: int, site: int, level: int) -> int:
    """Return the number of ghosts of a component on a level of a site."""
    return int64(s.numbers[ghost_place(s, component, site, level)])


@kernel
def set_ghosts(s: Arrays, component: int, site: int, level: int, count: int) -> None:
    """Set the number of ghosts of a component on a level of a site."""
    if ghosts_at(s, component, site, level) != count:
        change_number(s, ghost_place(s, component, site, level), count)


@kernel
def add_ghost(s: Arrays, component: int, site: int, level: int) -> None:
    """Let one more entry of a component stand for a level of a site."""
    set_ghosts(s, component, site, level, ghosts_at(s, component, site, level) + 1)


@routine
def forget_ghosts(s: Arrays, component: int, site: int, level: int) -> None:
    """Take off what stands for a piece that leaves a level; all above comes down by one."""
    set_ghosts(s, component, site, level, 0)
    for each in range(1, s.kit.owner.shape[0]):
        for above in range(level + 1, s.sites.levels):
            count = ghosts_at(s, each, site, above)
            if count != 0:
                set_ghosts(s, each, site, above - 1, ghosts_at(s, each, site, above - 1) + count)
                set_ghosts(s, each, site, above, 0)


@routine
def forget_pile(s: Arrays, site: int) -> None:
    """Take off all that stands for components of a pile that leaves a site."""
    for level in range(height(s, site)):
        for each in range(s.sites.levels):
            set_ghosts(s, what_at(s, site, level), site, each, 0)


@routine
def leave_ghosts(s: Arrays, site: int) -> None:
    """Note the entries that stay when the levels of a whole pile are taken from 0 up.

    Those above come down by one each time, so every second piece is not found where it was.
    """
    size = height(s, site)
    for level in range((size + 1) // 2):
        forget_ghosts(s, what_at(s, site, 2 * level), site, level)
    for level in range(size // 2):
        add_ghost(s, what_at(s, site, 2 * level + 1), site, level)


@routine
def move_ghosts(s: Arrays, origin: int, site: int) -> None:
    """Make the ghosts of a site those of another."""
    for component in range(1, s.kit.owner.shape[0]):
        for level in range(s.sites.levels):
            set_ghosts(s, component, site, level, ghosts_at(s, component, origin, level))
            set_ghosts(s, component, origin, level, 0)
