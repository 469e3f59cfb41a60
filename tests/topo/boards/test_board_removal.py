"""Boards from which cells are taken anywhere: everything else follows, and going back undoes it."""

from operator import itemgetter
from pickle import dumps, loads

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.topo import HEXAGONAL, SQUARE, Board, InputError, Tiling, board_record
from tests.boards import act, hole_count, keys_of, relations_by_key, tilings
from tests.boards import actions as growing

#: Growth, or the removal of a few cells.
removing = st.tuples(st.just("remove"), st.lists(st.integers(0, 10**6), max_size=6))
histories = st.lists(st.one_of(growing, removing), max_size=14)


def change(board: Board, action: tuple[str, object]) -> None:
    """Do one of `actions`; a removal leaves at least one cell."""
    kind, value = action
    if kind != "remove":
        act(board, action)
        return
    sites = list(dict.fromkeys(board.sites[n % len(board)] for n in value))
    board.remove(sites[: len(board) - 1])


def everything(board: Board) -> list[object]:
    """Return all there is about a board, as arrays and lists of its own."""
    return [
        board.keys.tolist(),
        board.step.tolist(),
        board.sites.tolist(),
        board.perimeter.tolist(),
        board.vertices.keys.tolist(),
        board.vertices.of_cells.tolist(),
        board.edges.keys.tolist(),
        board.edges.of_cells.tolist(),
        board.distances().tolist(),
        (len(board), board.extent, board.version),
    ]


def check(board: Board) -> None:
    """Compare a board with one that is built at once from the cells that are on it."""
    sites = board.sites
    fresh = Board(board.tiling, board.keys[sites])
    named = dict(zip(keys_of(fresh), sites.tolist(), strict=True))
    assert len(board) == len(fresh) == len(named)
    assert list(board) == sites.tolist()
    assert all(board.find(key) == site and site in board for key, site in named.items())
    gone = np.setdiff1d(np.arange(board.extent), sites)
    assert not any(site in board for site in gone.tolist())
    assert (board.step[gone] == -1).all()
    # Everything by site is that of the fresh board, under the sites' other names.
    step = fresh.step
    assert board.step[sites].tolist() == np.where(step >= 0, sites[step], -1).tolist()
    assert board.perimeter.tolist() == sorted(sites[fresh.perimeter].tolist())
    assert board.numbering().sites.tolist() == sites[fresh.numbering().sites].tolist()
    assert board.numbering().index[sites].tolist() == fresh.numbering().index.tolist()
    assert board.corners.tolist() == sorted(sites[fresh.corners].tolist())
    assert board.centre.tolist() == sorted(sites[fresh.centre].tolist())
    assert board.distances()[np.ix_(sites, sites)].tolist() == fresh.distances().tolist()
    assert (board.distances()[gone] == -1).all()
    assert (board.distances()[:, gone] == -1).all()
    for mine, its in ((board.vertices, fresh.vertices), (board.edges, fresh.edges)):
        assert sorted(mine.keys[list(mine)].tolist()) == sorted(its.keys.tolist())
        assert len(mine) == len(its)
        parts, its_parts = mine.of_cells[sites], its.of_cells
        assert (parts >= 0).tolist() == (its_parts >= 0).tolist()
        assert mine.keys[parts[parts >= 0]].tolist() == its.keys[its_parts[its_parts >= 0]].tolist()
    for n, site in enumerate(sites[:3].tolist()):
        walks, its = board.radials(site), fresh.radials(n)
        assert list(walks) == list(its)
        for name in walks:
            assert [w.tolist() for w in walks[name]] == [sites[w].tolist() for w in its[name]]


@given(tilings, histories)
def test_a_changed_board_is_the_board_of_its_cells(tiling: Tiling, history: list) -> None:
    board = Board(tiling, [(0, 0, 0)])
    for action in history:
        change(board, action)
        board.perimeter  # noqa: B018  (kept up to date only when it is read)
        board.distances()
    check(board)
    assert relations_of(board) == relations_of(Board(tiling, board.keys[board.sites]))


def relations_of(board: Board) -> dict:
    found = {}
    for site in board:
        for relation in ("orthogonal", "diagonal", "off", "all"):
            beside = board.neighbours(site, relation).tolist()
            found[board.key(site), relation] = {board.key(other) for other in beside}
    return found


@given(tilings, histories, histories, histories, st.booleans())
def test_going_back_restores_everything(
    tiling: Tiling, first: list, then: list, again: list, read: bool
) -> None:
    board = Board(tiling, [(0, 0, 0)])
    for action in first:
        change(board, action)
    before, version = everything(board), board.version
    twin = board.copy()
    for action in then:
        change(board, action)
        if read:
            everything(board)
    board.shrink(version)
    assert everything(board) == before
    for action in again:
        change(board, action)
        change(twin, action)
    assert everything(board) == everything(twin)
    check(board)


@given(tilings, histories)
def test_sites_are_stable(tiling: Tiling, history: list) -> None:
    board = Board(tiling, [(0, 0, 0)])
    for action in history:
        before = {site: board.key(site) for site in board}
        names = {vertex: tuple(board.vertices.keys[vertex].tolist()) for vertex in board.vertices}
        most = board.extent
        change(board, action)
        left = {board.find(key): key for key in before.values() if board.find(key) >= 0}
        assert left.items() <= before.items()
        assert board.extent <= max(most, len(board), len(before))
        for vertex, key in names.items():
            assert board.vertices.find(key) in (vertex, -1)


@settings(max_examples=20)
@given(tilings, histories)
def test_graphs_of_changed_boards(tiling: Tiling, history: list) -> None:
    board = Board(tiling, [(0, 0, 0)])
    graph, cells, dual = board.graph, board.cells, board.dual
    for action in history:
        change(board, action)
    assert list(cells) == list(dual) == list(board)
    assert list(graph) == list(board.vertices)
    assert graph.number_of_edges() == len(board.edges)
    assert nx.check_planarity(graph)[0]
    components = nx.number_connected_components(graph)
    bounded = len(board) + hole_count(Board(tiling, board.keys[board.sites]))
    assert graph.number_of_nodes() - graph.number_of_edges() + bounded == components
    board.embedding().check_structure()
    for site in board:
        assert set(cells[site]) == set(board.neighbours(site, "all").tolist())
        assert itemgetter("i", "j", "k")(cells.nodes[site]) == board.key(site)


@settings(max_examples=15)
@given(tilings, histories)
def test_what_is_written_down_shows_the_cells_alone(tiling: Tiling, history: list) -> None:
    board = Board(tiling, [(0, 0, 0)])
    for action in history:
        change(board, action)
    fresh = Board(tiling, board.keys[board.sites])
    assert board_record(board, "x") == board_record(fresh, "x")
    assert board._repr_svg_().count("<title>") == len(board)
    twin = loads(dumps(board))
    assert everything(twin) == everything(board)
    twin.shrink(0)
    assert len(twin) == 0


def test_positions_and_keys_of_sites_without_a_cell() -> None:
    board = Board.regular(HEXAGONAL, 2)
    board.remove([3, 5])
    assert board.keys[[3, 5]].tolist() == [[0, 0, -1]] * 2
    assert np.isnan(board.positions[[3, 5]]).all()
    assert repr(board) == "<Board hexagonal, 5 cells>"
    assert board.changes(7, 9)[:, 0].tolist() == [-4, -6]
    ax = board.draw(numbers="site", chips=[0])
    assert len(ax.collections[0].get_paths()) == 5


def test_removed_sites_are_used_again_the_last_one_first() -> None:
    board = Board.regular(SQUARE, 3)
    board.remove([1, 4, 7])
    assert board.grow([(9, 9, 0), (8, 8, 0)]).tolist() == [7, 4]
    assert board.grow([(7, 7, 0), (6, 6, 0)]).tolist() == [1, 9]


@pytest.mark.parametrize(
    ("sites", "message"),
    [
        ([0, 9], "site 9 is not on the board: choose 0 to 8"),
        ([0, 4], "site 4 is not on the board: its cell has left"),
        ([0, 1, 0], "site 0 is given twice"),
        ([0, "a"], "site 'a' is not on the board"),
        ([-1], "site -1 is not on the board"),
    ],
)
def test_removals_that_cannot_be_leave_the_board_as_it_was(sites: list, message: str) -> None:
    board = Board.regular(SQUARE, 3)
    board.remove([4])
    before = everything(board)
    with pytest.raises(InputError, match=message):
        board.remove(sites)
    assert everything(board) == before


def test_growth_that_fails_gives_no_site_away() -> None:
    board = Board.regular(SQUARE, 3)
    board.remove([1, 4, 7])
    before = everything(board)
    with pytest.raises(InputError, match="is on the board already"):
        board.grow([(9, 9, 0), (8, 8, 0), (7, 7, 0), (6, 6, 0), (0, 0, 0)])
    assert everything(board) == before
    assert board.grow([(9, 9, 0)]).tolist() == [7]


def test_a_walk_keeps_memory_constant(tiling: Tiling) -> None:
    """A window of cells moves on; the table of keys never fills with what is gone."""
    board = Board(tiling, [(0, 0, 0)])
    sizes = set()
    for n in range(300):
        board.grow([(n + 1, 0, 0)])
        if len(board) > 8:
            board.remove([board.site((n - 7, 0, 0))])
        if n > 20:
            ids = board._cells.ids
            sizes.add((*map(len, ids.arrays), len(board)))
            assert board.extent <= 9
    assert len(sizes) == 1
    check(board)


@given(tilings, st.lists(st.integers(0, 10**6), min_size=1, max_size=60))
def test_lookup_survives_any_order_of_removal(tiling: Tiling, order: list[int]) -> None:
    board = Board.regular(tiling, 6)
    keys = {tuple(key) for key in board.keys.tolist()}
    for n in order:
        if len(board):
            site = int(board.sites[n % len(board)])
            keys.discard(board.key(site))
            board.remove([site])
    assert {tuple(key) for key in board.keys[board.sites].tolist()} == keys
    assert all(board.key(board.find(key)) == key for key in keys)
    assert relations_by_key(Board(tiling, list(keys))) is not None
