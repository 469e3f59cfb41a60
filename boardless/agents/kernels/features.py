"""Features of a search, all on; a compiled search leaves unused ones out."""

import numpy as np

#: Not all players see everything: a simulation begins with one of the positions that may be there.
HIDES = True
#: The hidden things are cards, which are redrawn before each simulation.
REDRAWS = True
#: Some moves are made by chance.
CHANCE = True
#: Playouts may be cut, and positions judged.
JUDGES = True
#: Statistics of moves are kept, wherever the moves were made.
LEARNS = True
#: The place of the players' scores among the numbers of a state, -1 without scores.
SCORES = -1
#: The place of the players' payoffs among the numbers of a state, -1 without payoffs; then the
#: least payoff, and the range up to the largest, in the units in which payoffs are kept.
PAYOFFS = -1
LEAST_PAYOFF = 0.0
PAYOFF_RANGE = 1.0
#: Patterns choose children and moves of playouts, and the next two features are about patterns.
#: Playouts use fewer families. The board is laid out, so a table has the surroundings of each site.
PATTERNS = True
LOOKS_QUICKLY = True
ON_TABLE = False
#: Cells of a ring, axes through a cell, columns of the table of a site's surroundings.
RING_CELLS, LINE_AXES, NEAR_CELLS = 1, 0, 2
#: The first features of families.
PIECES_BASE = TARGET_BASE = FROM_BASE = RING_BASE = WIDE_BASE = LEFT_BASE = REPLY_BASE = 1
LINE_BASE = 1
#: int64 (prototiles * RING_CELLS,) and (prototiles * LINE_AXES * 2,): slots of rings and of axes.
RING_SLOTS = np.array([0], dtype=np.int64)
LINE_SLOTS = np.array([0], dtype=np.int64)
#: int64 (RING_CELLS,) and (LINE_AXES * 2,): the side of a cell towards each cell of its ring, -1
#: across a corner, and the cell of the ring in which each side of an axis begins.
RING_SIDES = np.array([0], dtype=np.int64)
LINE_CELLS = np.array([0], dtype=np.int64)
#: Of tiles with paths the colours of sides count; in how many ways a tile may lie, 1 if it does not
#: count.
SHOWS_SIDES = False
LAYINGS_SEEN = 1
