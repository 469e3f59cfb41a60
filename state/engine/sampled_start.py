"""Sampled starts: pieces with numbers of their own, and what is hidden of them."""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64
from boardless.state.engine.arrays import NOTED, NOTING, Arrays
from boardless.state.engine.features import UNDO
from boardless.state.engine.levels import height
from boardless.state.engine.pieces import set_field
from boardless.state.engine.stacks import set_number_at
from boardless.state.engine.starting import begin


@entry
def begin_sampled(s: Arrays, given: Ints, noting: bool) -> None:
    """Go to the first position, see `begin`, with rows `given` of field, site, level, number."""
    begin(s, False)
    for m in range(given.shape[0]):
        field, site, level = int64(given[m, 0]), int64(given[m, 1]), int64(given[m, 2])
        if s.t.levels > 0 and level < height(s, site) - 1:
            set_number_at(s, field, site, level, int64(given[m, 3]))
        else:
            set_field(s, field, site, int64(given[m, 3]))
    if UNDO:
        s.n[NOTED] = 0
        s.n[NOTING] = 1 if noting else 0
