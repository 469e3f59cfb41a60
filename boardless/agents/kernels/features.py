"""Features of a search, all on; in a compiled search those that it lacks are False, and gone."""

#: Not all players see everything: a simulation begins with one of the positions that may be there.
HIDES = True
#: Some moves are made by chance.
CHANCE = True
#: Playouts may be cut, and positions judged.
JUDGES = True
#: Moves are remembered by what they led to, wherever they were made.
LEARNS = True
#: Where the scores of the players are kept among the numbers of a state, -1 if there are none.
SCORES = -1
#: Where the payoffs of the players are kept among the numbers of a state, -1 if there are none; the
#: least that there may be, and by how much the most is more, in the parts in which they are kept.
PAYOFFS = -1
LEAST_PAYOFF = 0.0
PAYOFF_RANGE = 1.0
