"""Boards moved, stretched, turned and slanted; numbers stay as they are.

So does the order of the edges at each vertex, which tells where walks around cells begin.
"""

import math
from dataclasses import replace

import numpy as np

from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.spokes import turn_order


def shift(layout: Layout, dx: float, dy: float, dz: float = 0.0) -> Layout:
    """Return a layout moved by some amounts."""
    return replace(layout, points=np.add(layout.points, (dx, dy, dz)))


def scale(layout: Layout, x: float, y: float, z: float = 1.0) -> Layout:
    """Return a layout stretched from the origin."""
    points = np.multiply(layout.points, (x, y, z))
    if x > 0 and y > 0:
        return replace(layout, points=points)
    return replace(layout, points=points, spokes=turn_order(layout))


def rotate(layout: Layout, degrees: float) -> Layout:
    """Return a layout turned anticlockwise about the middle of the box around it."""
    if not len(layout.points):
        return layout
    angle = math.radians(degrees)
    sine, cosine = math.sin(angle), math.cos(angle)
    low, high = layout.points.min(axis=0), layout.points.max(axis=0)
    middle = low + (high - low) / 2.0
    x, y = (layout.points - middle)[:, :2].T
    points = layout.points.copy()
    points[:, 0] = middle[0] + x * cosine - y * sine
    points[:, 1] = middle[1] + y * cosine + x * sine
    return replace(layout, points=points, spokes=turn_order(layout))


def skew(layout: Layout, amount: float) -> Layout:
    """Return a layout slanted: each point moves right by `amount` times its height on the board."""
    if not len(layout.points):
        return layout
    points = layout.points.copy()
    points[:, 0] += (points[:, 1] - np.min(points[:, 1])) * amount
    return replace(layout, points=points)
