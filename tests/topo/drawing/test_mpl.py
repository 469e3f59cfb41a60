"""Drawings of boards: Matplotlib's and the notebook's, with colours that stand for numbers."""

import subprocess
import sys
from math import sqrt
from xml.etree import ElementTree

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import colormaps, pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure

from boardless.jit.arrays import Floats
from boardless.topo import (
    HEXAGONAL,
    REGULAR,
    SQUARE,
    TILINGS,
    TRIANGULAR,
    Board,
    InputError,
    Tiling,
)
from boardless.topo.boards.board import MAX_DRAWN
from boardless.topo.boards.outlines import room
from boardless.topo.drawing import mpl as drawing
from boardless.topo.drawing import palette
from boardless.topo.drawing.mpl import draw
from boardless.topo.drawing.palette import START, ink_on
from boardless.topo.drawing.picture import Picture, number_items

SVG = "{http://www.w3.org/2000/svg}"

mpl.use("Agg")


@st.composite
def boards(draw):
    """Boards that grew around random sites, so that sites are not row by row."""
    board = Board(draw(st.sampled_from(list(REGULAR.values()))), [(0, 0, 0)])
    for share in draw(st.lists(st.floats(0, 0.999), max_size=6)):
        board.grow_around(int(share * len(board)))
    return board


def corners(board, site):
    """The corners of a cell, by way of the board's vertices."""
    keys = board.vertices.keys[board.face(site)]
    return board.tiling.plane(board.tiling.vertex_grid(keys))


def luminance(colour):
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def lightness(colour):
    """CIE lightness, 0 to 100: what is left of a colour in grey."""
    return 116 * np.cbrt(luminance(colour)) - 16


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_each_cell_is_a_polygon_at_its_place(board):
    ax = Figure().add_subplot()
    board.draw(ax)
    polygons = ax.collections[0].get_paths()
    assert len(polygons) == len(board)
    for site, polygon in enumerate(polygons):
        np.testing.assert_allclose(polygon.vertices[:-1], corners(board, site), atol=0.0051)


@pytest.mark.parametrize("tiling", REGULAR.values(), ids=str)
def test_the_whole_board_is_in_view_and_in_scale(tiling):
    board = Board.regular(tiling, 5)
    ax = board.draw(Figure().add_subplot())
    points = np.concatenate([corners(board, site) for site in board])
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert (points > (left, bottom)).all()
    assert (points < (right, top)).all()
    assert ax.get_aspect() == 1


def test_drawing_returns_the_axes_and_leaves_the_board_alone():
    board = Board.regular(HEXAGONAL, 3)
    before = board.keys.copy()
    ax = Figure().add_subplot()
    assert board.draw(ax, numbers="index", chips=[4, 0], fill="white") is ax
    assert board.version == 19
    np.testing.assert_array_equal(board.keys, before)


def test_without_axes_each_drawing_is_a_new_figure():
    first, second = (Board.regular(SQUARE, 2).draw() for _ in range(2))
    try:
        assert first.figure is not second.figure
        assert pyplot.gcf() is second.figure
    finally:
        pyplot.close("all")


@pytest.mark.parametrize("numbers", ["site", "index"])
def test_numbers_stand_on_their_cells(numbers, monkeypatch):
    written = []

    def recorded(*given):
        written.append(given)
        return number_items(*given)

    monkeypatch.setattr(drawing, "number_items", recorded)
    board = Board(SQUARE, [(0, 0, 0)])
    board.grow_around(0)
    board.draw(Figure().add_subplot(), numbers=numbers, chips=[5, 0])
    (positions, labels, *_), (chip_positions, chip_labels, *_) = written
    free = [site for site in board if site not in (0, 5)]
    expected = {
        site: int(board.numbering().index[site]) if numbers == "index" else site for site in free
    }
    assert [*labels] == list(expected.values())
    np.testing.assert_allclose(positions, board.positions[free])
    assert [*chip_labels] == [1, 2]
    np.testing.assert_allclose(chip_positions, board.positions[[5, 0]])


def test_numbers_are_centred_and_fit_into_their_circles():
    ax = Figure().add_subplot()
    positions = np.array([(0.0, 0.0), (3.0, 1.0), (-2.0, 5.0)])
    numbers = number_items(positions, [7, 1680, 10], 0.5)
    draw(Picture((-300, -600, 700, 700), {}, {"numbers": numbers}), ax)
    for path, centre in zip(ax.collections[0].get_paths(), positions, strict=True):
        box = path.get_extents()
        np.testing.assert_allclose((box.min + box.max) / 2, centre, atol=0.01)
        assert 0.05 < np.hypot(*(box.max - centre)) < 0.5


def test_fill_is_one_colour_or_one_for_each_site():
    board = Board.regular(SQUARE, 2)
    ax = board.draw(Figure().add_subplot(), fill=["red", "lime", "blue", "white"])
    colours = [to_hex(colour) for colour in ax.collections[0].get_facecolor()]
    assert colours == ["#ff0000", "#00ff00", "#0000ff", "#ffffff"]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"numbers": "rows"}, "'rows'.*site, index"),
        ({"chips": [4]}, "4.*0 to 3"),
        ({"fill": ["red", "blue"]}, "2 colours.*4 sites"),
    ],
)
def test_bad_options_draw_nothing(options, named):
    with pytest.raises(InputError, match=named):
        Board.regular(SQUARE, 2).draw(**options)
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize(
    ("tiling", "radius"), [(SQUARE, 1 / 2), (HEXAGONAL, sqrt(3) / 2), (TRIANGULAR, sqrt(3) / 6)]
)
def test_room_is_the_inscribed_circle(tiling, radius):
    assert room(tiling) == pytest.approx(radius)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_notebook_picture_has_each_cell_at_its_place(board):
    picture = board._repr_svg_()
    assert picture == board.copy()._repr_svg_()
    root = ElementTree.fromstring(picture)
    left, top, width, height = map(int, root.get("viewBox").split())
    cells = root.findall(f"{SVG}g[@class='cells']/{SVG}g")
    assert [cell.find(f"{SVG}title").text for cell in cells] == [str(s) for s in board]
    for site, cell in enumerate(cells):
        path = cell.find(f"{SVG}path").get("d").removeprefix("M").removesuffix("z")
        drawn = np.array([point.split(",") for point in path.split("L")], dtype=int)
        expected = corners(board, site) * (100, -100)
        assert abs(drawn - expected).max() <= 1
        assert (drawn > (left, top)).all()
        assert (drawn < (left + width, top + height)).all()


@pytest.mark.parametrize(("tiling", "dimension"), [(HEXAGONAL, 1), (SQUARE, 70), (TRIANGULAR, 70)])
def test_notebook_picture_is_of_moderate_size(tiling, dimension):
    board = Board.regular(tiling, dimension)
    picture = board._repr_svg_()
    root = ElementTree.fromstring(picture)
    width, height = int(root.get("width")), int(root.get("height"))
    assert 36 <= max(width, height) <= 480
    assert len(picture) < 400 + 120 * len(board)


def test_notebook_shows_no_picture_of_nothing_or_of_too_much():
    assert Board(SQUARE)._repr_svg_() is None
    assert Board.regular(SQUARE, 71)._repr_svg_() is None
    assert MAX_DRAWN < 71 * 71


def test_notebook_picture_does_without_matplotlib():
    code = (
        "import sys; from boardless.topo import SQUARE, Board; "
        "assert Board.regular(SQUARE, 2)._repr_svg_();"
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("fill", [*palette.SEQUENCE, palette.CELL, palette.NEW, palette.FOLLOWED])
def test_text_is_readable_on_every_fill(fill):
    ink = ink_on(fill)
    other = "white" if ink == palette.INK else palette.INK
    assert contrast(ink, fill) > 3.9
    assert contrast(ink, fill) > 0.97 * contrast(other, fill)


def test_colours_are_told_apart_in_grey():
    def gaps(colours):
        return -np.diff([lightness(colour) for colour in colours])

    assert gaps([palette.CHIP, *palette.SEQUENCE]).min() > 7
    assert gaps([palette.CELL, palette.NEW, palette.FOLLOWED]).min() > 7
    assert gaps([palette.CHIP, palette.VERTEX, palette.EDGE]).min() > 7
    assert gaps([palette.CELL, palette.PLAYERS[1], palette.LEGAL, palette.PLAYERS[0]]).min() > 7


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
    np.testing.assert_allclose(colours(ax), colormaps["magma"](shares), atol=0.002)
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
        np.testing.assert_allclose(found[[0, 6]], [viridis(0.0), viridis(1.0)], atol=0.002)
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
        np.testing.assert_allclose(colours(ax), [to_rgba(fill)] * 4, atol=0.002)
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
