"""Dice: which face is up, and what it counts until the die is used, as actions."""

from boardless.jit.game_runtime import kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.effects import DICE_COMPARED, DIE_SHOWN, DIE_USED, log_action
from boardless.state.engine.numbers import change_number
from boardless.state.engine.pieces import set_field


@kernel
def show_die(s: Arrays, place: int, site: int, face: int, pips: int) -> None:
    """Turn a face of a die up, counted from 0; `place` is where its pips are kept."""
    log_action(s, DIE_SHOWN, site, face, 0)
    set_field(s, s.t.states, site, face)
    change_number(s, place, pips)


@kernel
def use_die(s: Arrays, place: int, dice: int, die: int, site: int) -> None:
    """Use a die of a set of dice."""
    log_action(s, DIE_USED, dice, die, site)
    change_number(s, place, 0)


@kernel
def compare_dice(s: Arrays, place: int, equal: bool) -> None:
    """Write down whether all dice show the same."""
    log_action(s, DICE_COMPARED, int(equal), 0, 0)
    change_number(s, place, int(equal))
