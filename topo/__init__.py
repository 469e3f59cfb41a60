"""The plane: tilings, boards that grow, and neighbours.

Start with ``Board.regular("hexagonal", 3)``, or with ``Board("square", [(0, 0, 0)])`` and
``board.grow_around(0)``.
"""

from boardless.topo.boards.board import Board
from boardless.topo.boards.generators import (
    hexagonal_graph,
    positions_of,
    square_graph,
    tiling_graph,
    triangular_graph,
)
from boardless.topo.boards.numbering import Numbering, contour_added, contour_index, shape_keys
from boardless.topo.boards.past_board import PastBoard
from boardless.topo.boards.polyforms import Shape, polyforms
from boardless.topo.layouts import FixedBoard, Layout, Sites
from boardless.topo.layouts.records import board_record
from boardless.topo.tilings.incidence import RELATIONS, Key
from boardless.topo.tilings.named import (
    ALIASES,
    HEXAGONAL,
    REGULAR,
    SQUARE,
    TILINGS,
    TRIANGULAR,
    tiling_from,
    tiling_named,
    tiling_of,
    tiling_text,
)
from boardless.topo.tilings.symmetry import Symmetry, symmetries
from boardless.topo.tilings.tables import read_tiling
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, Interrupted, as_integer, integer_between, named
from boardless.util.lazy_imports import renamed

__all__ = [
    "ALIASES",
    "HEXAGONAL",
    "REGULAR",
    "RELATIONS",
    "SQUARE",
    "TILINGS",
    "TRIANGULAR",
    "Board",
    "FixedBoard",
    "InputError",
    "Interrupted",
    "Key",
    "Layout",
    "Numbering",
    "PastBoard",
    "Shape",
    "Sites",
    "Symmetry",
    "Tiling",
    "as_integer",
    "board_record",
    "contour_added",
    "contour_index",
    "hexagonal_graph",
    "integer_between",
    "named",
    "polyforms",
    "positions_of",
    "read_tiling",
    "shape_keys",
    "square_graph",
    "symmetries",
    "tiling_from",
    "tiling_graph",
    "tiling_named",
    "tiling_of",
    "tiling_text",
    "triangular_graph",
]

#: Names that have changed: each is there for one release more, with a warning.
__getattr__ = renamed(__name__, {"as_whole": "as_integer", "whole_number": "integer_between"})
