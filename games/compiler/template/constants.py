"""Constants that stand for those of a game: Andantino's, on hexagons.

The constants that `games.compiler` works out for a game take the place of all of them.
"""

import numpy as np

KINDS = 1
SLOTS = 6
ROW = 9131057645
DELTA = np.array([ROW, 1, 1 - ROW, -ROW, -1, ROW - 1], dtype=np.int64)
NOWHERE = 2**62
BACK = np.array([3, 4, 5, 0, 1, 2], dtype=np.uint8)
KIND = np.array([0, 0, 0, 0, 0, 0], dtype=np.uint8)
ADJACENT = np.array([1, 1, 1, 1, 1, 1], dtype=np.uint8)
SIDES = 6
ORTHOGONAL = np.array([0, 1, 2, 3, 4, 5], dtype=np.uint8)
HEIGHT = np.array([0, 3, 0], dtype=np.int64)
BREADTH = np.array([2, 1, 0], dtype=np.int64)
PLANES = np.array([[1, 0, 0]], dtype=np.int64)
PLAYERS = 2
OWNER = np.array([0, 1, 2], dtype=np.uint8)
LISTS = 1
LAST_HELD = -1
ALL_ADJACENT = True
REGIONS = np.array([[0], [0], [0]], dtype=np.int32)
BY_RULE = False
