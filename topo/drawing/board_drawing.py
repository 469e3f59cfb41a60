"""Drawings of boards with Matplotlib.

`draw_board` draws a board; the other functions draw cells, numbers and chips from lattice keys
and positions alone, for figures that are made from tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeGuard

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection, PolyCollection
from matplotlib.colors import Colormap, Normalize, is_color_like, to_rgba_array
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D
from matplotlib.typing import ColorType

from boardless.jit.arrays import Floats, Ints
from boardless.topo.boards.outlines import Drawable, border, outlines
from boardless.topo.boards.outlines import room as room
from boardless.topo.drawing.mpl import new_axes
from boardless.topo.drawing.palette import CELL, CHIP, INK, LINE, START
from boardless.topo.tilings.incidence import Key
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import InputError, refuse, shown

#: A number for each site: by site, or as measures of NetworkX return them.
Values = Mapping[int, float] | Sequence[float] | Floats

#: The colour map of values for which none is named.
CMAP = "viridis"

#: Larger numbers have no difference that a float holds.
MAX_VALUE = 1e300


def is_values(fill: Any) -> TypeGuard[Values]:
    """Tell whether a fill is numbers and not colours; three or four from 0 to 1 are a colour."""
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
) -> tuple[ScalarMappable, list[ColorType]]:
    """Return the scale of values (nan for none), and the colours of the sites in order."""
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
    colours = scale.to_rgba(np.ma.masked_invalid(numbers))
    return scale, [(r, g, b, a) for r, g, b, a in colours.tolist()]


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
        a mapping, as measures of NetworkX return them: then the colours are those of `cmap`, with
        a bar at the side, and cells without a number (nan) are pale.
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
        If `numbers` is none of these, there is not a colour or a number for each site, there is
        no such colour map, or a chip is not on the board.

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
    ax = new_axes() if ax is None else ax
    if len(lines := board.lines()):
        ax.add_collection(LineCollection(list(lines), colors=LINE, linewidths=1.0, zorder=0.5))
    draw_shapes(ax, board.outlines(), colours)
    if numbers is not None:
        labels = np.arange(board.extent) if numbers == "site" else board.numbering().index
        free = np.setdiff1d(board.sites, np.asarray(chips, dtype=np.int64))
        ink: Colours = INK
        if scale is not None:
            inks = ink_on(colours, len(board))
            ink = [inks[n] for n in np.searchsorted(board.sites, free).tolist()]
        write_numbers(ax, board.positions[free], labels[free], board.room(), ink)
    centres = board.positions[np.asarray(chips, dtype=np.int64)]
    draw_chips(ax, centres, np.arange(1, len(chips) + 1), 0.8 * board.room())
    if scale is not None:
        ax.figure.colorbar(scale, ax=ax)
    return ax


def _scale_and_colours(
    board: Drawable, fill: Any, cmap: str | Colormap | None
) -> tuple[ScalarMappable | None, Colours]:
    """Return the colours of the cells and, where they stand for numbers, their scale."""
    if cmap is not None or is_values(fill):
        return value_colours(board, fill, cmap)
    try:
        count = len(to_rgba_array(fill))
    except (TypeError, ValueError):
        raise InputError(f"fill {shown(fill)}: give colours, or a number for each site") from None
    if count not in (1, len(board)):
        raise InputError(
            f"fill of {count} colours: give one, or one for each of {len(board)} sites"
        )
    return None, fill


def draw_cells(
    ax: Axes, tiling: Tiling, keys: Ints, fill: Colours, line: ColorType = LINE, width: float = 0.0
) -> None:
    """Draw cells as polygons; borders of width 0 are the thinner the more cells there are."""
    draw_shapes(ax, outlines(tiling, keys), fill, line, width)


def draw_shapes(
    ax: Axes, shapes: list[Floats], fill: Colours, line: ColorType = LINE, width: float = 0.0
) -> None:
    """Draw polygons, arrays of shape ``(corners, 2)``; see `draw_cells`."""
    cells = PolyCollection(
        shapes,
        facecolors=fill,
        edgecolors=line,
        linewidths=width or float(np.clip(12 / np.sqrt(len(shapes) + 1), 0.2, 0.8)),
        joinstyle="round",
    )
    ax.add_collection(cells)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.margins(0.02)


def draw_chips(
    ax: Axes, positions: Floats, numbers: Ints, radius: float, fill: Colours = CHIP
) -> None:
    """Draw numbered chips around positions, ``(n, 2)``, in edge lengths as their radius."""
    draw_discs(ax, positions, radius, fill)
    write_numbers(ax, positions, numbers, radius, ink_on(fill, len(positions)))


def draw_discs(
    ax: Axes, positions: Floats, radius: float, fill: Colours, line: ColorType = INK
) -> None:
    """Draw discs around positions, ``(n, 2)``, in edge lengths as their radius."""
    size = np.full(len(positions), 2 * radius)
    discs = EllipseCollection(
        size,
        size,
        np.zeros(len(positions)),
        units="xy",
        offsets=positions,
        offset_transform=ax.transData,
        facecolors=fill,
        edgecolors=line,
        linewidths=0.7,
        zorder=3,
    )
    ax.add_collection(discs)
    # A disc may reach beyond the board, and a collection of this kind has no limits of its own.
    places = np.reshape(positions, (-1, 2))
    ax.update_datalim(np.concatenate([places - radius, places + radius]))


def write_numbers(
    ax: Axes, positions: Floats, numbers: Ints, radius: float, ink: Colours = INK
) -> None:
    """Write numbers as outlines of one size, each within a circle."""
    shapes = [number_shape(str(number)) for number in numbers]
    widest = max((float(np.hypot(*shape.get_extents().max)) for shape in shapes), default=1.0)
    size = min(0.85 * radius / widest, 1.15 * radius)
    paths = [
        shape.transformed(Affine2D().scale(size).translate(x, y))
        for shape, (x, y) in zip(shapes, positions.tolist(), strict=True)
    ]
    ax.add_collection(PathCollection(paths, facecolors=ink, linewidths=0, zorder=4), autolim=False)


@lru_cache(maxsize=4096)
def number_shape(text: str) -> Path:
    """Return the outline of a text of font size 1, centred on the origin."""
    outline = TextPath((0, 0), text, size=1, prop=FontProperties(family="DejaVu Sans"))
    box = outline.get_extents()
    middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outline.transformed(Affine2D().translate(-middle[0], -middle[1]))


def ink_on(fill: Colours, count: int) -> list[ColorType]:
    """Return the colour of text that is best legible on each of `count` fills: dark or white."""
    rgb = np.broadcast_to(to_rgba_array(fill)[:, :3], (count, 3))
    # On a luminance of 0.2, dark and white text have the same contrast (as WCAG 2 defines it).
    light = rgb**2.2 @ (0.2126, 0.7152, 0.0722) > 0.2
    return [INK if is_light else "white" for is_light in light.tolist()]


def draw_tiles(
    ax: Axes, tiling: Tiling, tiles: Sequence[Sequence[Key]], fill: Sequence[ColorType]
) -> None:
    """Draw tiles, each as one piece: without lines between its cells."""
    cells = [cell for tile in tiles for cell in tile]
    if cells:
        colours = [colour for tile, colour in zip(tiles, fill, strict=True) for _ in tile]
        # Borders in the colours of the cells close the hairlines between them.
        draw_cells(ax, tiling, np.array(cells, dtype=np.int64), colours, "face")
        outline_tiles(ax, tiling, tiles)


def outline_tiles(
    ax: Axes,
    tiling: Tiling,
    tiles: Iterable[Sequence[Key]],
    line: Colours = INK,
    style: str = "solid",
) -> None:
    """Draw the outlines of tiles, in a style of Matplotlib's lines; see `draw_tiles`."""
    sides = [border(tiling, np.array(tile, dtype=np.int64)) for tile in tiles]
    lines = LineCollection(
        list(np.concatenate(sides)), colors=line, linestyles=style, linewidths=1.6, capstyle="round"
    )
    ax.add_collection(lines)
