"""Angles of steps in the plane, the same on every machine."""

from math import atan, pi

import numpy as np

from boardless.topo.kernels.arrays import Floats
from boardless.topo.kernels.jit import jit

#: What the number `pi` lacks to be half a turn.
REST = 1.2246467991473532e-16


def angles(steps: Floats) -> Floats:
    """Return the angle of each step ``(dx, dy)`` to the east, counter-clockwise from -pi to pi.

    The last bit of an angle decides ties between steps that lead the same way. So it is taken from
    the slope alone, as Ludii's Java has it, and not by NumPy, whose way depends on the processor.

    Parameters
    ----------
    steps : float array of shape (..., 2 or more)

    Returns
    -------
    float64 array of shape (...)
    """
    flat = np.ascontiguousarray(steps.reshape(-1, steps.shape[-1])[:, :2], dtype=np.float64)
    return _angles(flat).reshape(steps.shape[:-1])


@jit
def _angles(steps: Floats) -> Floats:
    found = np.empty(len(steps))
    for n in range(len(steps)):
        x, y = steps[n]
        acute = pi / 2 if y != 0 else 0.0
        if x != 0:
            acute = atan(abs(y / x))
        if x < 0 or (x == 0 and y == 0 and np.signbit(x)):
            acute = pi - (acute - REST)
        found[n] = -acute if np.signbit(y) else acute
    return found
