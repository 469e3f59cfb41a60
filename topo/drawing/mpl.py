"""Pictures and boards with Matplotlib, in edge lengths."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeGuard

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PathCollection
from matplotlib.colors import Colormap, Normalize, is_color_like, to_hex, to_rgba_array
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D
from matplotlib.typing import ColorType

from boardless.jit.arrays import Floats
from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import CELL, START, hex_of, ink_on
from boardless.topo.drawing.picture import (
    UNITS,
    Picture,
    PictureItem,
    PictureShape,
    board_picture,
    disc_items,
    number_items,
    outlines_of,
)
from boardless.util.inputs import InputError, refuse, shown


def draw(picture: Picture, ax: Axes | None = None, theme: str = "light") -> Axes:
    """Draw a picture: collections for each layer, named after it, with a path for each shape."""
    axes = new_axes() if ax is None else ax
    x, y, width, height = (side / UNITS for side in picture.box)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set(xlim=(x, x + width), ylim=(-y - height, -y))
    # Strokes keep their share of the picture in axes of any size.
    room = np.multiply(axes.get_window_extent().size, 72 / axes.figure.dpi)
    points = float(np.min(room / np.array((width, height)))) / UNITS

    def pixels(look: PictureShape) -> float:
        return look.get("width", 0) * (0.5 if "hair" in look else points)

    for order, (name, layer) in enumerate(picture.layers.items()):
        shapes = [shape for item in layer.values() for shape in _shapes(picture, item)]
        if not shapes:
            continue
        # A collection has one kind of line ends; lines with cut ends are few, and follow one
        # another.
        for cap, same in groupby(shapes, key=lambda shape: shape[1].get("cap", "round")):
            paths, looks = zip(*same, strict=True)
            axes.add_collection(
                PathCollection(
                    paths,
                    gid=name,
                    zorder=1 + order / 10,
                    capstyle=cap,
                    joinstyle="round",
                    facecolors=[hex_of(look["fill"], theme) for look in looks],
                    edgecolors=[hex_of(look.get("stroke", "none"), theme) for look in looks],
                    linewidths=[*map(pixels, looks)],
                ),
                autolim=False,
            )
    if picture.caption:
        axes.set_title(picture.caption, fontsize="medium")
    if picture.legend:
        axes.legend(
            handles=[
                Line2D(
                    [],
                    [],
                    linestyle="",
                    marker="o",
                    markersize=9,
                    markeredgecolor=hex_of("ink", theme),
                    markerfacecolor=hex_of(colour, theme),
                    label=label,
                )
                for label, colour in picture.legend.items()
            ],
            loc="upper center",
            bbox_to_anchor=(0.5, 0.0),
            ncol=len(picture.legend),
            frameon=False,
            handletextpad=0.5,
        )
    return axes


def new_axes() -> Axes:
    """Return the axes of a new figure."""
    from matplotlib import pyplot

    return pyplot.figure().add_subplot()


def _shapes(picture: Picture, item: PictureItem) -> Iterator[tuple[Path, PictureShape]]:
    """Yield each shape of an item as an outline in edge lengths, with its style."""
    scale = item.get("scale", 1) / UNITS
    place = Affine2D().scale(scale, -scale).rotate_deg(-item.get("turn", 0))
    place = place.translate(item["x"] / UNITS, -item["y"] / UNITS)
    for shape in picture.shapes_of(item):
        if "d" in shape:
            outline = Path.make_compound_path(*map(Path, outlines_of(shape["d"])))
            yield outline.transformed(place), shape
            continue
        written = Affine2D().scale(shape["size"], -shape["size"]).translate(shape["x"], shape["y"])
        side = {"start": 0.0, "end": 1.0}.get(shape.get("anchor", ""), 0.5)
        yield text_outline(shape["text"], side).transformed(written + place), {"fill": shape["ink"]}


@lru_cache(maxsize=4096)
def text_outline(words: str, side: float = 0.5) -> Path:
    """Return the outline of a text of size 1, with the share `side` of it left of the origin."""
    outline = TextPath((0, -0.36), words, size=1, prop=FontProperties(family="DejaVu Sans"))
    box = outline.get_extents()
    return outline.transformed(Affine2D().translate(-box.x0 - side * (box.x1 - box.x0), 0))


# -- boards, with colours that stand for numbers -----------------------------------------------

#: A number for each site: by site, or as measures of NetworkX return them.
Values = Mapping[int, float] | Sequence[float] | Floats

#: The default colour map of values.
CMAP = "viridis"

#: Larger numbers have no difference that a float holds.
MAX_VALUE = 1e300


def is_values(fill: Any) -> TypeGuard[Values]:
    """Return True if a fill has numbers, not colours; three or four from 0 to 1 are a colour."""
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
    """Return the scale of values (nan: without a value) and the colours, (sites, 4), in order."""
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
        The colour map of numbers, by default "viridis". If given, `fill` must be numbers.
    chips : sequence of int, optional
        The sites of chips, in the order of play. Chips are numbered from 1, and the numbers of
        their cells are left out.

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
