"""The plane: tilings, boards that grow, and what lies beside what.

Start with ``Board.regular(HEXAGONAL, 3)``, or with ``Board(SQUARE, [(0, 0, 0)])`` and
``board.grow_around(0)``.
"""

from topo.board import Board
from topo.errors import InputError
from topo.generators import hexagonal_graph, square_graph, tiling_graph, triangular_graph
from topo.incidence import Key
from topo.laws import contour_added, contour_index
from topo.numbering import Numbering
from topo.past import PastBoard
from topo.record import board_record
from topo.shapes import shape_keys
from topo.slots import RELATIONS
from topo.tiling import Tiling
from topo.tilings import HEXAGONAL, SQUARE, TILINGS, TRIANGULAR, tiling_named

__all__ = [
    "HEXAGONAL",
    "RELATIONS",
    "SQUARE",
    "TILINGS",
    "TRIANGULAR",
    "Board",
    "InputError",
    "Key",
    "Numbering",
    "PastBoard",
    "Tiling",
    "board_record",
    "contour_added",
    "contour_index",
    "hexagonal_graph",
    "shape_keys",
    "square_graph",
    "tiling_graph",
    "tiling_named",
    "triangular_graph",
]
