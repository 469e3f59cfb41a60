"""Settings of a search as numbers: the places of two flat arrays."""

#: Integers: selection of children, choice of moves in playouts, length at which a playout is cut,
#: depth of the tree, whether proofs are kept, the player whom all others are against (0: max-n),
#: visits that GRAVE wants.
POLICY, PLAYOUT, CUT, DEPTH, SOLVER, AGAINST, REFERENCE = range(7)
#: Floats: exploration, GRAVE's bias, the weight of progressive history, the share of random moves
#: in playouts that learn; from WEIGHTS on, the weights of the heuristic.
EXPLORATION, BIAS, HISTORY_WEIGHT, EPSILON, WEIGHTS = range(5)

#: The score of a move without visits.
UNKNOWN = 1e6
#: With patterns, a move without visits is worth so much less than the mean of the others.
UNTRIED = 0.05
#: The share of the weight of exploration that priors have.
BY_PRIOR = 0.6

#: Selection of children; EVEN visits all alike.
UCB1, UCB1_TUNED, GRAVE, HISTORY, EVEN = range(5)
#: Choice of moves in playouts.
BY_CHANCE, MAST, NST = range(3)

#: Features of a position that any game has, in the order of their weights.
FEATURES = ("material", "lines", "mobility", "connection", "score")
MATERIAL, LINES, MOBILITY, CONNECTION, SCORE = range(5)
