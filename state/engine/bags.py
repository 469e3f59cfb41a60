"""Bags: hands from which tiles are taken by chance, each kind on a site of its own."""

from boardless.jit.game_runtime import int64, routine
from boardless.state.engine.arrays import TOUCHED, Arrays
from boardless.state.engine.effects import ADDED, log_action, turn
from boardless.state.engine.keys import amount
from boardless.state.engine.pieces import put
from boardless.state.engine.segments import join_tile, take_one


@routine
def bag_odds(s: Arrays, first: int, size: int) -> int:
    """Set the odds of taking each tile from a bag of so many sites; return their sum."""
    total = 0
    for n in range(size):
        s.odds[0, n] = amount(s, first + n)
        total += int64(s.odds[0, n])
    return total


@routine
def lay_taken(s: Arrays, site: int, turns: int, bag: int, first: int, end: int) -> None:
    """Take the tiles of outcomes `first` to `end` - 1 out of a bag and lay the last on a site."""
    component = 0
    for row in range(first, end):
        place = bag + int64(s.outcomes[row])
        component = int64(s.what[place])
        take_one(s, place)
    s.n[TOUCHED] = site
    log_action(s, ADDED, site, component, 1)
    put(s, site, component)
    turn(s, site, turns * s.t.turn_unit)
    join_tile(s, site)
