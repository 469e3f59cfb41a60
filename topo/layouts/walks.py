"""Radials: the straight walks along the steps of a board."""

from functools import cached_property
from math import tan

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.layouts.ragged import Ragged
from boardless.topo.layouts.steps import Steps
from boardless.topo.tilings.slots import MAX_BEND

#: Two radials are opposite when together they bend by less (radians).
OPPOSITE = 0.1


class Walks:
    """Walks of one sort along the steps of a board.

    A walk that took a step goes on with the step of the same label that bends least, by less than
    `MAX_BEND`; around a pivot, with the first of the same label. It ends where there is none, or
    at a site that it met before.

    Parameters
    ----------
    points : float64 array of shape (n, 3)
        Where the sites lie.
    steps : Steps
        The steps between them.
    labels : int array of shape (steps,)
        What must stay the same along a walk: the direction, or 0 for all steps in a relation; -1
        for steps that such walks do not take.
    bending : bool
        Whether walks follow their labels however much they bend.
    """

    def __init__(self, points: Floats, steps: Steps, labels: Ints, bending: bool = False) -> None:
        self._points = points
        self._steps = steps
        self.labels = labels
        self._bending = bending

    @cached_property
    def onward(self) -> Ints:
        """The step that follows each step on a walk, or -1; int32, shape ``(steps,)``."""
        to = self._steps.to
        most = np.inf if self._bending else tan(MAX_BEND)
        return _onward(to.start, to.owners, to.items, self.labels, self._points[:, :2], most)

    def taken(self, site: int) -> Ints:
        """Return the first steps of the walks from a site, clockwise from north."""
        start = self._steps.to.start
        first = np.arange(start[site], start[site + 1])
        return first[self.labels[first] >= 0]

    def along(self, step: int) -> Ints:
        """Return the sites of the walk that begins with a step, its source included."""
        to = self._steps.to
        source = np.searchsorted(to.start, step, side="right") - 1
        return _walks(to.items, self.onward, np.array([step]), np.array([source]), len(to))[1]

    def all(self) -> tuple[Ints, Ragged]:
        """Return the first step of every walk of the board, and the sites along each."""
        to = self._steps.to
        first = np.flatnonzero(self.labels >= 0)
        start, sites = _walks(to.items, self.onward, first, to.owners[first], len(to))
        return first, Ragged(start, sites)

    def distinct(self, site: int) -> list[int]:
        """Return which of the walks from a site remain when of opposite ones the first does."""
        return [first for first, _ in self.axes(site)]

    def axes(self, site: int) -> list[tuple[int, list[int]]]:
        """Return the walks from a site that remain, each with those that are opposite to it.

        Walks are numbered as `taken` lists them.
        """
        first = self.taken(site)
        to = self._steps.to.items[first]
        away = self._points[to, :2] - self._points[site, :2]
        before = -away
        (ux, uy), (vx, vy) = away.T[:, None, :], before.T[:, :, None]
        ahead = ux * vx + uy * vy
        aside = np.abs(uy * vx - ux * vy)
        opposite = (ahead > 0) & (aside < tan(OPPOSITE) * ahead)
        np.fill_diagonal(opposite, False)
        kept: list[tuple[int, list[int]]] = []
        dropped: set[int] = set()
        for n in range(len(first)):
            if n not in dropped:
                kept.append((n, np.flatnonzero(opposite[n]).tolist()))
                dropped |= {int(opposite[n].argmax())} if opposite[n].any() else set()
        return kept


@jit
def _onward(start: Ints, source: Ints, to: Ints, labels: Ints, points: Floats, most: float) -> Ints:
    onward = np.full(len(to), -1, dtype=np.int32)
    for step in range(len(to)):
        if labels[step] < 0:
            continue
        a, b = source[step], to[step]
        vx, vy = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1]
        least = most
        for follow in range(start[b], start[b + 1]):
            if labels[follow] != labels[step]:
                continue
            if least == np.inf:
                onward[step] = follow
                break
            c = to[follow]
            ux, uy = points[c, 0] - points[b, 0], points[c, 1] - points[b, 1]
            ahead = ux * vx + uy * vy
            if ahead > 0:
                bend = abs((ux * -vy + uy * vx) / ahead)
                if bend < least:
                    least = bend
                    onward[step] = follow
                    if bend == 0.0:
                        break
    return onward


@jit
def _walks(to: Ints, onward: Ints, first: Ints, source: Ints, sites: int) -> tuple[Ints, Ints]:
    """Return the sites along the walk of each first step, and where each walk starts in them."""
    start = np.zeros(len(first) + 1, dtype=np.int64)
    met = np.full(sites, -1, dtype=np.int64)
    for n in range(len(first)):
        length = 1
        met[source[n]] = n
        step = first[n]
        while step >= 0 and met[to[step]] != n:
            met[to[step]] = n
            length += 1
            step = onward[step]
        start[n + 1] = start[n] + length
    along = np.empty(start[len(first)], dtype=np.int32)
    for n in range(len(first)):
        along[start[n]] = source[n]
        step = first[n]
        for place in range(start[n] + 1, start[n + 1]):
            along[place] = to[step]
            step = onward[step]
    return start, along
