"""Boards whose colours stand for numbers."""

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from boardless.jit.arrays import Floats
from boardless.topo import TILINGS, Board, InputError, Tiling
from boardless.topo.drawing.palette import START

mpl.use("Agg")

tilings = pytest.mark.parametrize("tiling", TILINGS.values(), ids=str)


def drawn(board: Board, **options: object) -> Axes:
    return board.draw(Figure().add_subplot(), **options)


def colours(ax: Axes) -> Floats:
    return np.asarray(ax.collections[0].get_facecolor())


@tilings
def test_a_measure_colours_a_board(tiling: Tiling) -> None:
    board = Board.regular(tiling, 3)
    measure = nx.betweenness_centrality(board.dual)
    ax = drawn(board, fill=measure, cmap="magma")
    least, most = min(measure.values()), max(measure.values())
    shares = [(measure[site] - least) / (most - least) for site in board]
    np.testing.assert_allclose(colours(ax), colormaps["magma"](shares), atol=1e-9)
    assert len(ax.figure.axes) == 2
    assert ax.figure.axes[1].get_ylim() == pytest.approx((least, most))


def test_numbers_by_site_or_one_for_each_site_on_the_board() -> None:
    board = Board.regular("square", 3)
    board.remove([4, 0])
    expected = colours(drawn(board, fill={site: site for site in board}))
    for fill in (np.arange(9), list(range(9)), board.sites, np.arange(9) > 4, board.at(11).sites):
        found = colours(drawn(board, fill=fill))
        assert len(found) == 7
        if np.asarray(fill).dtype != bool:
            np.testing.assert_array_equal(found, expected)
    assert len(np.unique(colours(drawn(board, fill=np.arange(9) > 4)), axis=0)) == 2


def test_cells_without_a_number_are_pale() -> None:
    board = Board.regular("hexagonal", 2)
    for fill in ({0: 1.0, 6: 2.0}, [1, *[np.nan] * 5, 2], {0: 1, 3: float("nan"), 6: 2}):
        found = colours(drawn(board, fill=fill))
        viridis = colormaps["viridis"]
        np.testing.assert_allclose(found[[0, 6]], [viridis(0.0), viridis(1.0)])
        np.testing.assert_allclose(found[1:6], [to_rgba(START)] * 5)
    assert (colours(drawn(board, fill={})) == to_rgba(START)).all()


@pytest.mark.parametrize("value", [0, -3, 0.25, 1e300, 1e-300])
def test_one_number_for_all_is_the_middle_of_the_map(value: float) -> None:
    ax = drawn(Board.regular("square", 2), fill=[value] * 4, cmap=colormaps["plasma"])
    np.testing.assert_allclose(colours(ax), [colormaps["plasma"](0.5)] * 4, atol=0.01)
    ax.figure.canvas.draw()


def test_colours_are_still_colours() -> None:
    for fill in ((0.1, 0.5, 1, 1), "0.5"):
        ax = drawn(Board.regular("square", 2), fill=fill)
        assert (colours(ax) == to_rgba(fill)).all()
        assert len(ax.figure.axes) == 1
    # With a colour map they are numbers.
    ax = drawn(Board.regular("square", 2), fill=(0.1, 0.5, 1, 1), cmap="viridis")
    assert len(np.unique(colours(ax), axis=0)) == 3


def test_written_numbers_are_read_on_dark_cells() -> None:
    ax = drawn(
        Board.regular("square", 2), fill=[0, 1, 2, 3], cmap="gray", numbers="site", chips=[1]
    )
    inks = ax.collections[1].get_facecolor()
    assert inks[0].tolist() == [1, 1, 1, 1]
    assert inks[-1].tolist() != [1, 1, 1, 1]
    assert len(inks) == 3


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"fill": [1.0, 2.0]}, "fill of 2 numbers: give one for each of 4 sites"),
        ({"fill": []}, "fill of 0 numbers"),
        ({"fill": np.zeros((4, 2)), "cmap": "gray"}, "give a number for each site"),
        ({"fill": {9: 1.0}}, "fill of site 9: it is not on <Board square, 4 cells>"),
        ({"fill": {"a": 1.0}}, "fill of site 'a'"),
        ({"fill": {0: "red"}}, "fill .*: give a number for each site"),
        ({"fill": {0: None}}, "fill .*: give a number for each site"),
        ({"fill": [0, 1, 2, np.inf]}, "fill inf of site 3: give numbers from"),
        ({"fill": {1: -np.inf}}, "fill -inf of site 1: give numbers from"),
        ({"fill": [0, 1, 2, 3j]}, "fill .*: give colours, or a number for each site"),
        ({"fill": "red", "cmap": "viridis"}, "fill 'red': give a number for each site"),
        ({"fill": "reddish"}, "fill 'reddish': give colours, or a number for each site"),
        ({"fill": [1, "red", 2, 3]}, "fill .*: give colours, or a number"),
        ({"fill": [0, 1, 2, 3], "cmap": "viridiss"}, "cmap 'viridiss': choose a colour map"),
        ({"fill": [0, 1, 2, 3], "cmap": 3}, "cmap 3: choose a colour map"),
    ],
    ids=range(15),
)
def test_what_is_refused_leaves_nothing_behind(options: dict[str, object], reason: str) -> None:
    ax = Figure().add_subplot()
    with pytest.raises(InputError, match=reason) as error:
        Board.regular("square", 2).draw(ax, **options)
    assert len(str(error.value).splitlines()) == 1
    assert not ax.collections
    assert len(ax.figure.axes) == 1
