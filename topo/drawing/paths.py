"""Paths as SVG writes them, as points: for back ends without such paths, and for their size."""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from boardless.jit.arrays import Floats

#: Straight pieces of each curve, and of each quarter of an arc.
STEPS = 8
_TOKEN = re.compile(r"[MLHVCQAZ]|-?\d+(?:\.\d+)?", re.IGNORECASE)
#: How many numbers each letter takes.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


@lru_cache(1024)
def outlines_of(path: str) -> tuple[Floats, ...]:
    """Return the lines of a path, each an array of points ``(n, 2)``; closed ones return.

    Known are the letters M, L, H, V, C, Q, A with circles, and Z, absolute and relative.

    >>> [line.tolist() for line in outlines_of("M1,2h3v-4z")]
    [[[1.0, 2.0], [4.0, 2.0], [4.0, -2.0], [1.0, 2.0]]]
    >>> outlines_of("M-1,0a1,1 0 1,0 2,0")[0][STEPS].round(9).tolist()
    [0.0, 1.0]
    """
    lines: list[list[Floats]] = []
    for letter, numbers in commands(path):
        at = lines[-1][-1] if lines else numbers
        if letter == "M":
            lines.append([numbers])
        elif letter == "Z":
            lines[-1].append(lines[-1][0])
        elif letter == "A":
            lines[-1] += _arc(at, numbers[5:], numbers[0], bool(numbers[3]), bool(numbers[4]))
        else:  # L, Q, C: Bézier curves of their points
            lines[-1] += _bezier(np.vstack((at, np.reshape(numbers, (-1, 2)))))
    return tuple(np.array(line) for line in lines)


def moved(path: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return a path that is turned clockwise in degrees, scaled, and then moved.

    >>> moved("M0,-10h20v20", 100, 100, 0.5)
    'M100,95L110,95L110,105'
    >>> moved("M0,0H10a5,5 0 1,0 -10,0z", 0, 0, 2, 90)
    'M0,0L0,20A10,10,0,1,0,0,0Z'
    """
    angle = np.deg2rad(turn)
    matrix = scale * np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    parts = []
    for letter, numbers in commands(path):
        arc, points = np.split(numbers, [5 if letter == "A" else 0])
        drawn = np.reshape(points, (-1, 2)) @ matrix + (x, y)
        sizes = arc * (abs(scale), abs(scale), 1, 1, 1)[: len(arc)]
        written = [f"{number:g}" for number in np.round((*sizes, *drawn.ravel()), 1) + 0.0]
        parts.append(letter + ",".join(written))
    return "".join(parts)


def commands(path: str) -> Iterator[tuple[str, Floats]]:
    """Yield M, L, C, Q, A or Z with absolute numbers, also if the path has other letters.

    A letter that is left out is the one before.
    """
    tokens = _TOKEN.findall(path)
    letter, place, at = "", 0, np.zeros(2)
    start = at
    while place < len(tokens):
        if tokens[place].isalpha():
            letter, place = tokens[place], place + 1
        upper, base = letter.upper(), at if letter.islower() else np.zeros(2)
        count = _TAKES[upper]
        numbers = np.array([float(token) for token in tokens[place : place + count]])
        place += count
        if upper in "HV":
            axis = "HV".index(upper)
            level = at.copy()
            level[axis] = base[axis] + numbers[0]
            upper, numbers = "L", level
        elif upper != "Z":
            first = 5 if upper == "A" else 0
            numbers[first:] += np.resize(base, count - first)
        at = numbers[-2:] if count else start
        start = at if upper == "M" else start
        yield upper, numbers
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _bezier(points: Floats) -> list[Floats]:
    """Return points along a Bézier curve behind its start, by de Casteljau's construction."""
    steps = STEPS if len(points) > 2 else 1
    along = []
    for t in np.linspace(0, 1, steps + 1)[1:]:
        row = points
        while len(row) > 1:
            row = (1 - t) * row[:-1] + t * row[1:]
        along.append(row[0])
    return along


def _arc(start: Floats, end: Floats, radius: float, large: bool, sweep: bool) -> list[Floats]:
    """Return points along an arc of a circle behind its start."""
    half = (end - start) / 2
    reach = float(np.hypot(*half))
    radius = max(radius, reach)
    away = np.sqrt(radius**2 - reach**2) / (reach or 1)
    side = 1 if large == sweep else -1
    centre = (start + end) / 2 + side * away * np.array((half[1], -half[0]))
    first, last = (float(np.arctan2(*(point - centre)[::-1])) for point in (start, end))
    if sweep and last <= first:
        last += 2 * np.pi
    elif not sweep and last >= first:
        last -= 2 * np.pi
    steps = max(1, round(STEPS * abs(last - first) / (np.pi / 2)))
    angles = np.linspace(first, last, steps + 1)[1:]
    return [centre + radius * np.array((np.cos(angle), np.sin(angle))) for angle in angles]
