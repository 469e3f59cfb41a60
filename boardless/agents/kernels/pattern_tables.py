"""The tables of local patterns, and the places of their numbers."""

from typing import NamedTuple

from boardless.jit.arrays import Floats, Ints
from boardless.jit.named_tuples import by_address

#: The feature of a family that says nothing: its factor is 1.
NEUTRAL = 0
#: Families of features: pieces that move and are captured, where a move goes to and comes from on
#: a laid-out board, the ring around its target, the ring beyond, the ring around its origin, how it
#: lies to the last move. The lines through the target follow, one family for each axis.
PIECES, TARGET, ORIGIN, RING, WIDE_RING, LEFT, REPLY, LINES_BEGIN = range(8)
#: Axes through a cell, and how far a line reaches on either side.
MOST_AXES, REACH_OF_LINES = 4, 3
FAMILIES = LINES_BEGIN + MOST_AXES
#: Cells of a ring, and those around the last move that a reply looks at.
MOST_RING, REPLY_CELLS = 8, 5
#: Places of `PatternTables.o`: up to how many moves a playout looks at all of them; how many of
#: more it samples, 0 where playouts are random.
SCANNED, SAMPLED_MOVES, PATTERN_SETTINGS = range(3)


@by_address
class PatternTables(NamedTuple):
    """The weights of patterns as factors, and the cells around each site of a laid-out board."""

    o: Ints  #: int64 (PATTERN_SETTINGS,): see above
    near: Ints  #: int32 (sites * cells,): the sites around each site, 0 off the board
    adds: Ints  #: int64 (rules,): the component that a rule adds, 0 for none
    factors: Floats  #: (features,): of the prior of a move
    quick: Floats  #: (features,): of a move of a playout, which looks at fewer families
    at: Ints  #: int64 (FAMILIES,): the features of the move that was looked at last
