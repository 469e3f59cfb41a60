"""Features of the engine; compiled for a game, code of those that are False is left out.

Here they are those of a board without a game.
"""

#: The board may grow by its contour, and sites may be numbered row by row after every growth.
GROWTH_STEP = True
#: Moves can be taken back, and there is a transposition key.
UNDO = True
#: The board holds the cells where a piece may be put, and no others.
BY_RULE = False
#: The board is a given one: between what a move does to the pieces and what follows from it, a
#: technique in Python lets cells come and leave, so lists wait for that.
EXTERNAL_BOARD = True
#: Moves are logged, action by action.
LOGS = False
