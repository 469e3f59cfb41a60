"""Reordering: new numbers for the cells of a board, in everything that names a site."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, making, routine
from boardless.state.engine.arrays import COUNT, FROM, LAST, NAMED, PLIES, Arrays
from boardless.state.engine.cells import split


@making
def row_by_row(s: Arrays) -> Ints:
    """Return the present sites in the order of rows, from the bottom, left to right."""
    count = int64(s.n[COUNT])
    height = np.empty(count + 1, np.int64)
    breadth = np.empty(count + 1, np.int64)
    for a in range(s.kit.held + 1):
        height[a] = -(2**62)
        breadth[a] = -(2**62)
    for a in range(s.kit.held + 1, count + 1):
        i, j, k = split(s, int64(s.code[a]))
        height[a] = s.plane.height[0] * i + s.plane.height[1] * j + s.plane.height[2 + k]
        breadth[a] = s.plane.breadth[0] * i + s.plane.breadth[1] * j + s.plane.breadth[2 + k]
    # By row and then from left to right: the second order keeps the first among equals.
    order = np.argsort(breadth, kind="mergesort")
    return order[np.argsort(height[order], kind="mergesort")]


@making
def reorder(s: Arrays, order: Ints) -> Ints:
    """Make site ``order[n]`` site n everywhere; return the new number of each site."""
    slots = s.plane.slots
    count = order.shape[0] - 1
    index = np.empty(count + 1, np.int64)
    for a in range(count + 1):
        index[order[a]] = a
    for a in range(s.kit.held + 1, count + 1):
        s.table[s.spot[a]] = index[a]
    permute(s.code, order)
    permute(s.spot, order)
    permute(s.kind, order)
    permute(s.what, order)
    permute(s.who, order)
    permute(s.neighbours, order)
    permute(s.seen, order)
    for f in range(s.sites.fields):
        permute(s.fields[f], order)
    if s.sites.levels > 0:
        for row in range(s.under.shape[0]):
            permute(s.under[row], order)
    if s.segments.segments > 0:
        renumber_segments(s, order, index)
    steps = s.step[: (count + 1) * slots].copy()
    for a in range(1, count + 1):
        for t in range(slots):
            s.step[a * slots + t] = index[steps[order[a] * slots + t]]
    for a in range(s.kept.lists):
        permute(s.where[a], order)
        for m in range(s.size[a]):
            s.legal[a, m] = index[s.legal[a, m]]
    for ply in range(s.n[PLIES]):
        for end in range(1, 3):
            s.history[ply, end] = index[s.history[ply, end]]
    for m in range(s.begun.shape[0]):
        s.begun[m, 1] = index[s.begun[m, 1]]
    s.n[LAST] = index[s.n[LAST]]
    s.n[FROM] = index[s.n[FROM]]
    return index


@making
def renumber_segments(s: Arrays, order: Ints, index: Ints) -> None:
    """Make site ``order[n]`` site n in joined segments; `index` has the new numbers."""
    for row in range(s.joined.shape[0]):
        permute(s.joined[row], order)
    # The first rows name segments: those that lead to a root, and those of a circle.
    for row in range(2 * s.segments.segments):
        for site in range(order.shape[0]):
            segment = int64(s.joined[row, site])
            other = segment // s.segments.segments
            if segment != 0 and other < order.shape[0]:
                s.joined[row, site] = (
                    index[other] * s.segments.segments + segment % s.segments.segments
                )


@making
def permute(values: Ints, order: Ints) -> None:
    """Put the value of ``order[n]`` in place n."""
    old = values[: order.shape[0]].copy()
    for a in range(order.shape[0]):
        values[a] = old[order[a]]


@kernel
def is_before(s: Arrays, rows: Ints, a: int, b: int) -> bool:
    """Tell whether a found move comes before another: by rule, then by places in the plane."""
    if rows[a, 0] != rows[b, 0]:
        return bool(rows[a, 0] < rows[b, 0])
    for end in range(1, 3):
        one, other = int64(rows[a, end]), int64(rows[b, end])
        if one != other:
            if one <= s.kit.held or other <= s.kit.held:
                return one < other
            return int64(s.code[one]) < int64(s.code[other])
    for column in range(NAMED, NAMED + s.rules.bound):
        if rows[a, column] != rows[b, column]:
            return bool(rows[a, column] < rows[b, column])
    return False


@kernel
def copy_found(s: Arrays, source: Ints, row: int, target: Ints, to: int) -> None:
    """Copy a found move."""
    for column in range(NAMED + s.rules.bound):
        target[to, column] = source[row, column]


@routine
def merge_runs(s: Arrays, source: Ints, target: Ints, count: int, width: int) -> None:
    """Merge runs of `width` found moves that are in order, two by two."""
    for first in range(0, count, 2 * width):
        left, middle = first, min(first + width, count)
        right, end = middle, min(first + 2 * width, count)
        for to in range(first, end):
            if right == end or (left < middle and not is_before(s, source, right, left)):
                copy_found(s, source, left, target, to)
                left += 1
            else:
                copy_found(s, source, right, target, to)
                right += 1


@kernel
def arranged(s: Arrays, count: int) -> int:
    """Sort the found moves by merging and drop equal ones; return how many (Knuth, TAOCP 5.2.4)."""
    if count > s.found.shape[0] or count < 2:
        return count
    width = 1
    while width < count:
        merge_runs(s, s.found, s.merged, count, width)
        merge_runs(s, s.merged, s.found, count, 2 * width)
        width *= 4
    kept = 1
    for row in range(1, count):
        if is_before(s, s.found, kept - 1, row):
            if kept < row:
                copy_found(s, s.found, row, s.found, kept)
            kept += 1
    return kept
