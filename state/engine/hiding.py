"""Hidden pieces and places, as actions of games with effects."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import TOUCHED, Arrays
from boardless.state.engine.effects import HIDDEN_SET, log_action, log_levels
from boardless.state.engine.levels import height, level_of, number_at
from boardless.state.engine.pieces import set_field
from boardless.state.engine.stacks import set_number_at


@kernel
def bit_of(s: Arrays, player: int) -> int:
    """Return the bit of a player in the numbers that hide, 0 for nobody."""
    return 1 << (player - 1) if 0 < player <= s.kit.players else 0


@kernel
def hide(s: Arrays, field: int, sort: int, site: int, player: int, hidden: bool) -> None:
    """Hide a site, or its part `field`, or show it; `sort` is the number of the part in the log."""
    s.n[TOUCHED] = site
    log_action(s, HIDDEN_SET, site, player, 2 * sort + hidden)
    bit = bit_of(s, player)
    before = int64(s.fields[field, site])
    set_field(s, field, site, before | bit if hidden else before & ~bit)


@kernel
def hide_at(
    s: Arrays, field: int, sort: int, site: int, level: int, player: int, hidden: bool
) -> None:
    """Hide what lies on a level of a site from a player, -1 for the uppermost; see `hide`."""
    at = level_of(s, site, level)
    s.n[TOUCHED] = site
    log_action(s, HIDDEN_SET, site, player, 2 * sort + hidden)
    log_levels(s, -1, at)
    bit = bit_of(s, player)
    before = number_at(s, field, site, at)
    set_veil(s, field, site, at, before | bit if hidden else before & ~bit)


@kernel
def set_veil(s: Arrays, field: int, site: int, level: int, value: int) -> None:
    """Set the players from whom a level is hidden; above the pieces that is the place."""
    if s.sites.levels > 0 and level < height(s, site) - 1:
        set_number_at(s, field, site, level, value)
    else:
        set_field(s, field, site, value)
