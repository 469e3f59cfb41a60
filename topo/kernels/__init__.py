"""The compiled core of a board: finding, adding, removing and reading cells in flat arrays.

``jit``
    How kernels are compiled.
``lookup``
    From lattice key to id, and which id comes next.
``change_cells``, ``grow_cells``
    A cell comes or goes, and both undone; cells around one, and around a whole board.
``read_cells``
    What lies beside a cell, and straight on from it.
``arrays``
    Names of array types.
"""
