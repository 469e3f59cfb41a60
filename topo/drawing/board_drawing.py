"""Drawings of boards with Matplotlib, with colours that stand for numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, Normalize, is_color_like, to_hex, to_rgba_array
from matplotlib.typing import ColorType

from boardless.jit.arrays import Floats
from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.contrast import ink_on
from boardless.topo.drawing.mpl import draw
from boardless.topo.drawing.palette import CELL, START
from boardless.topo.drawing.picture import board_picture, disc_items, number_items
from boardless.util.inputs import InputError, refuse, shown

#: A number for each site: by site, or as measures of NetworkX return them.
Values = Mapping[int, float] | Sequence[float] | Floats

#: The default colour map of values.
CMAP = "viridis"

#: Larger numbers have no difference that a float holds.
MAX_VALUE = 1e300


def is_values(fill: Any) -> TypeGuard[Values]:
    """Return True if a fill is numbers and not colours; three or four from 0 to 1 are a colour."""
    if isinstance(fill, Mapping):
        return True
    if isinstance(fill, str) or is_color_like(fill):
        return False
    try:
        return np.asarray(fill).dtype.kind in "biuf" and np.ndim(fill) == 1
    except ValueError:
        return False


def value_colours(
    board: Drawable, values: Values, cmap: str | Colormap | None
) -> tuple[ScalarMappable, Floats]:
    """Return the scale of values (nan for none), and the colours, ``(sites, 4)``, in order."""
    numbers = _by_site(board, values)
    known = numbers[~np.isnan(numbers)]
    if (abs(known) > MAX_VALUE).any():
        n = int(np.flatnonzero(abs(numbers) > MAX_VALUE)[0])
        raise InputError(
            f"fill {numbers[n]} of site {board.sites[n]}: give numbers from {-MAX_VALUE} to "
            f"{MAX_VALUE}, or nan for none"
        )
    least, most = (known.min(), known.max()) if len(known) else (0.0, 1.0)
    if least == most:
        spread = abs(least) / 10 or 1
        least, most = least - spread, most + spread
    scale = ScalarMappable(Normalize(least, most), _colour_map(cmap).with_extremes(bad=START))
    return scale, np.asarray(scale.to_rgba(np.ma.masked_invalid(numbers)))


def _by_site(board: Drawable, values: Values) -> Floats:
    """Return the value of each site on the board, in order."""
    if isinstance(values, Mapping):
        numbers = np.full(board.extent, np.nan)
        for site, value in values.items():
            if site not in board:
                refuse("fill of site", site, f"it is not on {board!r}")
            numbers[site] = _floats([value])[0]
        return numbers[board.sites]
    numbers = _floats(values)
    if len(numbers) == board.extent:
        return numbers[board.sites]
    if len(numbers) != len(board):
        raise InputError(
            f"fill of {len(numbers):,} numbers: give one for each of {len(board):,} sites"
        )
    return numbers


def _floats(values: Any) -> Floats:
    try:
        numbers = np.asarray(values)
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "biuf"):
            raise ValueError
    except ValueError:
        raise InputError(f"fill {shown(values)}: give a number for each site") from None
    return numbers.astype(np.float64)


def _colour_map(cmap: str | Colormap | None) -> Colormap:
    if isinstance(cmap, Colormap):
        return cmap
    try:
        return colormaps[CMAP if cmap is None else cmap]
    except (KeyError, TypeError):
        raise InputError(
            f"cmap {shown(cmap)}: choose a colour map of Matplotlib's, such as {CMAP}"
        ) from None


#: One colour for all, or one for each.
Colours = ColorType | Sequence[ColorType]

NUMBERS = ("site", "index")


def draw_board(
    board: Drawable,
    ax: Axes | None = None,
    *,
    numbers: str | None = None,
    fill: Colours | Values = CELL,
    cmap: str | Colormap | None = None,
    chips: Sequence[int] = (),
) -> Axes:
    """Draw a board.

    Parameters
    ----------
    board : Board or FixedBoard
        The board; it stays as it is.
    ax : matplotlib.axes.Axes, optional
        By default, the axes of a new figure.
    numbers : {"site", "index"}, optional
        Write the site of each cell, or its index in the row-by-row numbering. By default, neither.
    fill : colour, sequence of colours, or numbers, optional
        Colour of all cells, or of each site; or a number for each site, as an array by site or as
        a mapping, as measures of NetworkX return them. Numbers have the colours of `cmap`, with a
        bar at the side, and cells without a number (nan) are pale.
    cmap : str or matplotlib.colors.Colormap, optional
        The colour map of numbers, by default "viridis". With it, `fill` is numbers.
    chips : sequence of int, optional
        Sites on which chips stand, in the order in which they were played: they are numbered
        from 1, and the numbers of their cells are left out.

    Returns
    -------
    matplotlib.axes.Axes
        The axes, in edge lengths.

    Raises
    ------
    InputError
        If `numbers` has another value, a site lacks a colour or a number, Matplotlib has no colour
        map of this name, or a chip is not on the board.

    Examples
    --------
    >>> import networkx as nx
    >>> from boardless.topo import Board
    >>> board = Board.regular("hexagonal", 3)
    >>> axes = board.draw(fill=nx.betweenness_centrality(board.dual), cmap="viridis")
    >>> len(axes.figure.axes)
    2
    """
    if numbers is not None and numbers not in NUMBERS:
        refuse("numbers", numbers, f"choose one of {', '.join(NUMBERS)}, or None")
    scale, colours = _scale_and_colours(board, fill, cmap)
    for site in chips:
        if site not in board:
            raise InputError(
                f"chip on site {shown(site)}, which is not on the board:"
                f" choose 0 to {board.extent - 1}"
            )
    picture, layers = board_picture(board, colours), {}
    if numbers is not None:
        labels = np.arange(board.extent) if numbers == "site" else board.numbering().index
        inks = dict(zip(board.sites.tolist(), map(ink_on, colours), strict=True))
        free = [site for site in inks if site not in chips]
        layers["numbers"] = number_items(
            board.positions[free], labels[free], board.room(), [inks[site] for site in free]
        )
    centres, radius = board.positions[np.asarray(chips, dtype=np.int64)], 0.8 * board.room()
    layers["chips"] = disc_items(centres, radius)
    layers["numbers of chips"] = number_items(centres, range(1, len(chips) + 1), radius)
    axes = draw(replace(picture, layers=picture.layers | layers), ax)
    if scale is not None:
        axes.figure.colorbar(scale, ax=axes)
    return axes


def _scale_and_colours(
    board: Drawable, fill: Any, cmap: str | Colormap | None
) -> tuple[ScalarMappable | None, list[str]]:
    """Return the colours of the cells and, if they stand for numbers, their scale."""
    scale = None
    try:
        is_scaled = cmap is not None or is_values(fill)
        colours = np.zeros((0, 4)) if is_scaled else to_rgba_array(fill)
    except (TypeError, ValueError):
        raise InputError(f"fill {shown(fill)}: give colours, or a number for each site") from None
    if is_scaled:
        scale, colours = value_colours(board, fill, cmap)
    if len(colours) not in (1, len(board)):
        raise InputError(
            f"fill of {len(colours)} colours: give one, or one for each of {len(board)} sites"
        )
    hexes = [to_hex((r, g, b, a), keep_alpha=a < 1) for r, g, b, a in colours.tolist()]
    return scale, hexes if len(hexes) == len(board) else hexes * len(board)
