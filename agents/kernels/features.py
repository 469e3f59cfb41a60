"""What a search has code for. Joined with a game, what the game does not need is False, and gone.

Here it is what any game written in Python may need.
"""

#: Not all players see everything: a simulation begins with one of the positions that may be there.
HIDDEN = True
#: Some moves are made by chance.
CHANCE = True
