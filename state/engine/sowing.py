"""Sowing: pieces take the numbers of those that they join."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.effects import move_to
from boardless.state.engine.pieces import set_field


@kernel
def sow_to(s: Arrays, origin: int, site: int) -> None:
    """Move a piece to a site that keeps its local state, rotation and value."""
    state = int64(s.fields[s.t.states, site]) if s.t.states >= 0 else 0
    rotation = int64(s.fields[s.t.rotations, site]) if s.t.rotations >= 0 else 0
    value = int64(s.fields[s.t.values, site]) if s.t.values >= 0 else 0
    move_to(s, origin, site)
    if s.t.states >= 0:
        set_field(s, s.t.states, site, state)
    if s.t.rotations >= 0:
        set_field(s, s.t.rotations, site, rotation)
    if s.t.values >= 0:
        set_field(s, s.t.values, site, value)
