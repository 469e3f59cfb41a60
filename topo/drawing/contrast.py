"""Colours as people see them: lightness, contrast, and simulations of colour blindness."""

import numpy as np

from boardless.jit.arrays import Floats
from boardless.topo.drawing.palette import INK

#: From linear red, green and blue to XYZ, for the white point D65 (IEC 61966-2-1).
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
_WHITE = _XYZ.sum(axis=1)

#: What those see who lack a kind of cones, of linear red, green and blue: the matrices of severity
#: 1 of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for
#: Simulation of Color Vision Deficiency, IEEE TVCG 15 (6), 2009.
SIMULATIONS = {
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip


def linear(colour: str) -> Floats:
    """Return red, green and blue of a colour such as ``#16202b``, linear in light, from 0 to 1."""
    parts = np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    light: Floats = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return light


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted(float(_XYZ[1] @ linear(colour)) for colour in (one, other))
    return round((light + 0.05) / (dark + 0.05), 4)


def lab(colour: str, seen_by: str = "") -> Floats:
    """Return lightness, red-green and yellow-blue of a colour (CIE 1976) for some sight.

    `seen_by` is one of `SIMULATIONS`, by default none.
    """
    seen = linear(colour)
    if seen_by:
        seen = np.clip(SIMULATIONS[seen_by] @ seen, 0, 1)
    ratios = _XYZ @ seen / _WHITE
    f = np.where(ratios > (6 / 29) ** 3, np.cbrt(ratios), ratios * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def lightness(colour: str) -> float:
    """Return the lightness of a colour, from 0 to 100 (CIE 1976)."""
    return float(lab(colour)[0])


def ink_on(fill: str) -> str:
    """Return the colour of text that is legible on a fill: dark, or white."""
    # On a lightness of 52, dark and white text have the same contrast (as WCAG 2 defines it).
    return INK if lightness(fill) > 52 else "#ffffff"


def difference(one: str, other: str, seen_by: str = "") -> float:
    """Return the distance of two colours (CIE 1976); people just distinguish a distance of 2."""
    return float(np.hypot.reduce(lab(one, seen_by) - lab(other, seen_by)))
