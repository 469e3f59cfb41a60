"""Tilings from tables."""

from math import gcd, lcm

import numpy as np

from topo.incidence import Key
from topo.planar import place
from topo.surds import Point, grid
from topo.tiling import Tiling


def tiling_of(
    name: str,
    root: int,
    basis: tuple[Point, Point],
    points: tuple[Point, ...],
    faces: tuple[tuple[Key, ...], ...],
) -> Tiling:
    """Return a tiling with its points refined so that the centres of its faces are whole points.

    Faces are put in order by their corners, the largest last, and those by how low and how far to
    the left they lie. Each is named by its lowest and leftmost vertex, in lattice cell (0, 0).
    """
    sums = [np.array([place(key, basis, points) for key in face]).sum(axis=0) for face in faces]
    factor = lcm(*(len(f) // gcd(len(f), *s.tolist()) for f, s in zip(faces, sums, strict=True)))
    tidy = []
    for face in faces:
        corners = grid(np.array([place(key, basis, points) for key in face]), root)
        first = int(np.lexsort((corners[:, 0], corners[:, 1]))[0])
        i, j, _ = face[first]
        tidy.append(tuple((x - i, y - j, k) for x, y, k in face[first:] + face[:first]))
    middles = grid(
        np.array(
            [
                np.array([place(key, basis, points) for key in face]).sum(axis=0)
                * (lcm(*map(len, tidy)) // len(face))
                for face in tidy
            ]
        ),
        root,
    )
    order = sorted(range(len(tidy)), key=lambda n: (len(tidy[n]), *middles[n, ::-1].tolist()))
    refined = (np.array([*basis, *points]) * factor).tolist()
    one, two, *rest = (tuple(point) for point in refined)
    return Tiling(name, root, (one, two), tuple(rest), tuple(tidy[n] for n in order))
