"""What is hidden from whom, as actions of games with effects."""

from boardless.state.engine.arrays import TOUCHED, Arrays
from boardless.state.engine.effects import HIDDEN_SET, log
from boardless.state.engine.pieces import set_field
from boardless.state.engine.runtime import kernel, whole


@kernel
def hide(s: Arrays, field: int, sort: int, site: int, player: int, hidden: bool) -> None:
    """Hide a site from a player, or what the number `field` of it is about; or show it.

    `sort` is how that is logged: 0 for all, else the number of what it is about.
    """
    s.n[TOUCHED] = site
    log(s, HIDDEN_SET, site, player, 2 * sort + hidden)
    bit = 1 << (player - 1)
    before = whole(s.fields[field, site])
    set_field(s, field, site, before | bit if hidden else before & ~bit)
