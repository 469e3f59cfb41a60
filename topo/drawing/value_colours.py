"""Numbers of cells as colours: what is measured on a board is seen on it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

import numpy as np
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, Normalize, is_color_like
from matplotlib.typing import ColorType

from boardless.topo.boards.outlines import Drawable
from boardless.topo.drawing.palette import START
from boardless.topo.errors import InputError
from boardless.topo.kernels.arrays import Floats
from boardless.topo.whole import shown

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
    """Return the scale of some values, and the colours of the sites on a board, in order.

    Parameters
    ----------
    board : Board or FixedBoard
        Whose sites have the values.
    values : mapping from site to number, or sequence of numbers
        By site, or one for each of `board.sites`; nan, or none in a mapping, where there is none.
    cmap : str or matplotlib.colors.Colormap, optional
        From the least to the largest value; where all are the same, its middle.

    Returns
    -------
    tuple of ScalarMappable and list of n colours

    Raises
    ------
    InputError
        If there is no such colour map, or a value is no number or of no site of the board.
    """
    numbers = _by_site(board, values)
    found = numbers[~np.isnan(numbers)]
    if (abs(found) > MAX_VALUE).any():
        n = int(np.flatnonzero(abs(numbers) > MAX_VALUE)[0])
        raise InputError(
            f"fill {numbers[n]} of site {board.sites[n]}: give numbers from {-MAX_VALUE} to "
            f"{MAX_VALUE}, or nan for none"
        )
    least, most = (found.min(), found.max()) if len(found) else (0.0, 1.0)
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
                raise InputError(f"fill of site {shown(site)}: it is not on {board!r}")
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
