"""Settings of a search as numbers: the places of two flat arrays."""

#: Whole numbers: how children are chosen, how playouts choose their moves, after how many moves a
#: playout is cut, the depth of the tree, whether proofs are kept, whose reward all others are
#: against (0: each for himself), the visits that GRAVE wants.
POLICY, PLAYOUT, CUT, DEPTH, SOLVER, AGAINST, REFERENCE = range(7)
#: Numbers: exploration, GRAVE's bias, the weight of progressive history, how often a playout that
#: has learnt chooses by chance; from WEIGHTS on, those of the heuristic.
EXPLORATION, BIAS, HISTORY_WEIGHT, EPSILON, WEIGHTS = range(5)

#: The score of a move of which nothing is known.
UNKNOWN = 1e6

#: How children are chosen; all as often as the others.
UCB1, UCB1_TUNED, GRAVE, HISTORY, EVEN = range(5)
#: How playouts choose their moves.
BY_CHANCE, MAST, NST = range(3)

#: Features of a position that any game has, in the order of their weights.
FEATURES = ("material", "lines", "mobility", "connection", "score")
MATERIAL, LINES, MOBILITY, CONNECTION, SCORE = range(5)
