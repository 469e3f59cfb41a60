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
from topo.polyforms import Shape, polyforms
from topo.record import board_record
from topo.shapes import shape_keys
from topo.slots import RELATIONS
from topo.symmetry import Symmetry, symmetries
from topo.tables import read_tiling
from topo.tiling import Tiling
from topo.tilings import ALIASES, HEXAGONAL, REGULAR, SQUARE, TILINGS, TRIANGULAR, tiling_named

__all__ = [
    "ALIASES",
    "HEXAGONAL",
    "REGULAR",
    "RELATIONS",
    "SQUARE",
    "TILINGS",
    "TRIANGULAR",
    "Board",
    "InputError",
    "Key",
    "Numbering",
    "PastBoard",
    "Shape",
    "Symmetry",
    "Tiling",
    "board_record",
    "contour_added",
    "contour_index",
    "hexagonal_graph",
    "polyforms",
    "read_tiling",
    "shape_keys",
    "square_graph",
    "symmetries",
    "tiling_graph",
    "tiling_named",
    "triangular_graph",
]
