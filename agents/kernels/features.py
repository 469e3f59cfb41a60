"""What a search has code for. Compiled for an agent, what it does not need is False, and gone."""

#: Not all players see everything: a simulation begins with one of the positions that may be there.
HIDDEN = True
#: Some moves are made by chance.
CHANCE = True
#: Playouts may be cut, and positions judged.
JUDGES = True
#: Moves are remembered by what they led to, wherever they were made.
LEARNS = True
