"""The regular tilings as literals, and a tiling by name.

The pictures show lattice keys ``(i, j)`` where cells lie; north is up.
"""

from topo.archimedean import PERIODS, archimedean
from topo.errors import InputError
from topo.tiling import Tiling

#   +-----+-----+-----+
#   | 0,1 | 1,1 | 2,1 |     Cell (i, j) is the unit square whose lower left corner is vertex (i, j).
#   +-----+-----+-----+
#   | 0,0 | 1,0 | 2,0 |     Axes count half edges: the centre of (0, 0) is (1, 1).
#   +-----+-----+-----+
SQUARE = Tiling(
    name="square",
    root=2,
    basis=((2, 0, 0, 0), (0, 0, 2, 0)),
    vertices=((0, 0, 0, 0),),
    faces=(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),),
    shape=((-1, 0, 0, 0), (1, 0, 0, 1), (0, -1, 0, 0), (0, 1, 0, 1)),
    fixed_dimension=41,
)

#     / \   / \   / \
#    /   \ /   \ /   \      Rows run from west to east; each cell has a vertex at its top.
#   |-1,1 | 0,1 | 1,1 |     Vertex 0 of (i, j) is the top of cell (i, j), vertex 1 its bottom.
#    \   / \   / \   / \    Axes count half widths of a cell and half edges:
#     \ /   \ /   \ /   \   the centre of (0, 0) is (0, 0), its top is (0, 2).
#      | 0,0 | 1,0 | 2,0 |
#       \   / \   / \   /
#        \ /   \ /   \ /
HEXAGONAL = Tiling(
    name="hexagonal",
    root=3,
    basis=((0, 2, 0, 0), (0, 1, 3, 0)),
    vertices=((0, 0, 2, 0), (0, 0, -2, 0)),
    faces=(((0, 0, 0), (-1, 1, 1), (0, -1, 0), (0, 0, 1), (1, -1, 0), (0, 1, 1)),),
    shape=(
        (-1, 0, 0, 1),
        (1, 0, 0, 1),
        (0, -1, 0, 0),
        (0, 1, 0, 2),
        (-1, -1, 0, 0),
        (1, 1, 0, 2),
    ),
    fixed_dimension=21,
)

#       +-------+-------+
#      / \ 0,1 / \ 1,1 /    Prototile 0 points up: vertices (i, j), (i+1, j), (i, j+1);
#     /0,1\ 1 /1,1\ 1 /     prototile 1 points down and lies to the east of it.
#    +--0--+-+--0--+-+      Axes count half edges and sixths of two heights: the centres of
#   / \ 0,0 / \ 1,0 /       (0, 0, 0) and (0, 0, 1) are (1, 1) and (2, 2).
#  /0,0\ 1 /1,0\ 1 /
# +--0--+-+--0--+-+
TRIANGULAR = Tiling(
    name="triangular",
    root=3,
    basis=((0, 2, 0, 0), (0, 1, 3, 0)),
    vertices=((0, 0, 0, 0),),
    faces=(((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((1, 0, 0), (1, 1, 0), (0, 1, 0))),
    shape=((-1, 0, 0, 0), (0, -1, 0, 0), (1, 1, 1, 1)),
    fixed_dimension=41,
)

#: The regular tilings, by name.
REGULAR = {tiling.name: tiling for tiling in (SQUARE, HEXAGONAL, TRIANGULAR)}

#: Every tiling that has a name, by name.
TILINGS = REGULAR | {name: archimedean(name) for name in PERIODS}


def tiling_named(name: str) -> Tiling:
    """Return the tiling called `name`.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    try:
        return TILINGS[name]
    except (KeyError, TypeError):
        raise InputError(f"unknown tiling {name!r}: choose one of {', '.join(TILINGS)}") from None
