"""Boards for tests: grown at random, and looked at afresh with plain Python."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from hypothesis import strategies as st

from boardless.topo import TILINGS, Board, Key, Tiling
from boardless.topo.tilings.incidence import RELATIONS, relation_mask

tilings = st.sampled_from(list(TILINGS.values()))

#: What happens to a board: grow around a cell, grow by a contour, add a cell somewhere.
actions = st.one_of(
    st.tuples(st.just("zone"), st.integers(0, 10**6)),
    st.tuples(st.just("contour"), st.just(0)),
    st.tuples(
        st.just("cell"), st.tuples(st.integers(-6, 6), st.integers(-6, 6), st.integers(0, 1))
    ),
)
histories = st.lists(actions, max_size=12)


def act(board: Board, action: tuple[str, object]) -> None:
    """Do one of `actions`; what cannot be done is passed over."""
    kind, value = action
    if kind == "zone" and len(board):
        board.grow_around(int(board.sites[value % len(board)]))
    elif kind == "contour" and len(board) < 80:
        board.grow_contour()
    elif kind == "cell":
        key = (value[0], value[1], value[2] % len(board.tiling.faces))
        if board.find(key) < 0:
            board.grow([key])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards with rings, holes and islands, on every tiling."""
    board = Board(draw(tilings), [(0, 0, 0)])
    for action in draw(histories):
        act(board, action)
    return board


def keys_of(board: Board) -> list[Key]:
    return [tuple(key) for key in board.keys.tolist()]


def neighbours_by_incidence(tiling: Tiling, key: Key) -> dict[str, set[Key]]:
    """Return the cells that share an edge, and a vertex, with a cell, from the faces alone."""
    return {
        relation: {(key[0] + i, key[1] + j, k) for i, j, k in near}
        for relation, near in _neighbours(tiling.faces, key[2]).items()
    }


@cache
def _neighbours(faces: tuple[tuple[Key, ...], ...], kind: int) -> dict[str, set[Key]]:
    def corners(cell: Key) -> list[Key]:
        return [(cell[0] + i, cell[1] + j, v) for i, j, v in faces[cell[2]]]

    def sides(cell: Key) -> set[frozenset[Key]]:
        around = corners(cell)
        return {frozenset(pair) for pair in zip(around, around[1:] + around[:1], strict=True)}

    own = (0, 0, kind)
    near = [cell for cell in product(range(-3, 4), range(-3, 4), range(len(faces))) if cell != own]
    return {
        "adjacent": {cell for cell in near if set(corners(cell)) & set(corners(own))},
        "orthogonal": {cell for cell in near if sides(cell) & sides(own)},
    }


def relations_by_key(board: Board) -> dict[Key, dict[str, set[Key]]]:
    """Return every relation of every cell, by key, so that boards of other orders compare."""
    keys = keys_of(board)
    return {
        keys[site]: {
            relation: {keys[other] for other in board.neighbours(site, relation).tolist()}
            for relation in RELATIONS
        }
        for site in board
    }


def edge_components(cells: Iterable[Key], tiling: Tiling) -> Iterator[set[Key]]:
    """Split cells into groups that hang together by shared edges."""
    left = set(cells)
    while left:
        group, front = set(), [left.pop()]
        while front:
            cell = front.pop()
            group.add(cell)
            beside = neighbours_by_incidence(tiling, cell)["orthogonal"] & left
            left -= beside
            front.extend(beside)
        yield group


def hole_count(board: Board) -> int:
    """Count the groups of missing cells that the board encloses."""
    keys = set(keys_of(board))
    low_i, high_i = min(k[0] for k in keys) - 1, max(k[0] for k in keys) + 1
    low_j, high_j = min(k[1] for k in keys) - 1, max(k[1] for k in keys) + 1
    window = {
        (i, j, k)
        for i in range(low_i, high_i + 1)
        for j in range(low_j, high_j + 1)
        for k in range(len(board.tiling.faces))
    }
    outside = {cell for cell in window if cell[0] in (low_i, high_i) or cell[1] in (low_j, high_j)}
    return sum(not group & outside for group in edge_components(window - keys, board.tiling))


def check_links(tiling: Tiling, k: int) -> None:
    """Check that the slots of a prototile lead to the cells that share edges and vertices."""
    slots = tiling.slots
    expected = neighbours_by_incidence(tiling, (0, 0, k))
    for relation, keys in expected.items():
        chosen = slots.relation[k] & relation_mask(relation) > 0
        assert {tuple(key) for key in slots.link[k][chosen][:, :3].tolist()} == keys
