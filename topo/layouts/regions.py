"""Regions of a board, which a description names by place, and tracks that pieces follow."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.faces import crossings
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.layouts.sites import Sites
from boardless.util.inputs import InputError, check_choice, refuse

#: Regions by their names in the language, and by the names of `Sites.listed`.
PLACES = {"ConcaveCorners": "corners_concave", "ConvexCorners": "corners_convex"} | {
    name: name.lower()
    for name in (
        "Axial", "Angled", "Bottom", "Centre", "Corners", "Horizontal", "Inner", "Left", "Major",
        "Minor", "Outer", "Perimeter", "Right", "Slash", "Slosh", "Top", "Vertical",
    )
}  # fmt: skip

#: Regions of edges alone.
OF_EDGES = {"Axial", "Angled", "Horizontal", "Slash", "Slosh", "Vertical"}


def place(board: FixedBoard, name: str, kind: str | None = None) -> Ints:
    """Return the sites of "Board" or a place of `PLACES`, by default of the type played on."""
    sites = board.sites_of(EDGE if name in OF_EDGES else kind)
    if name == "Board":
        return np.arange(len(sites), dtype=np.int32)
    if name not in PLACES:
        refuse("sites", name, f"choose one of Board, {', '.join(sorted(PLACES))}")
    return sites.listed(PLACES[name])


def line(board: FixedBoard, sort: str, index: int, kind: str | None = None) -> Ints:
    """Return the sites of a row, column, layer or phase, from 0; beyond the last no sites."""
    sites = board.sites_of(kind)
    lines = {
        "Row": sites.coordinates.rows,
        "Column": sites.coordinates.columns,
        "Layer": sites.coordinates.layers,
        "Phase": sites.phases,
    }.get(sort)
    if lines is None:
        refuse("sites", sort, "choose one of Row, Column, Layer, Phase")
    if index < 0:
        raise InputError(f"{sort.lower()} {index}: choose 0 or more")
    return lines[index] if index < len(lines) else np.empty(0, dtype=np.int32)


def side(board: FixedBoard, direction: str, kind: str | None = None) -> Ints:
    """Return the cells or vertices on a side of the board; cells for boards played on edges."""
    check_choice(direction, "side", SIDES)
    vertices = kind == VERTEX or (kind is None and board.use == VERTEX)
    sites = board.sites_of(VERTEX if vertices else CELL).sides.get(direction)
    return np.empty(0, dtype=np.int32) if sites is None else sites


def corners_of(board: FixedBoard, kind: str, index: int) -> Ints:
    """Return the vertices of a cell or an edge, in its own order."""
    number = board.sites_of(kind).checked(index)
    corners: Ints = board.links.corners[number] if kind == CELL else board.links.ends[number]
    return corners


def incident(board: FixedBoard, kind: str, of: str, index: int) -> Ints:
    """Return the sites of a type that meet a site of type `of`, in ascending order, each once.

    Cells meet across edges, and edges at their ends. For vertices that meet a vertex, this returns,
    as Ludii does, the numbers of the cells on both sides of its edges, except the vertex's own
    number. An index beyond the sites of its type meets nothing.
    """
    links = board.links
    if not 0 <= index < len(board.sites_of(of)):
        return np.empty(0, dtype=np.int32)
    ends = links.ends[index] if of == EDGE else np.empty(0, dtype=np.int32)
    if of == EDGE:
        edges = np.concatenate([links.spokes[end] for end in ends])
    else:
        edges = links.sides[index] if of == CELL else links.spokes[index]
    if kind == EDGE:
        incident_ids = edges
    elif kind == VERTEX and of != VERTEX:
        incident_ids = links.corners[index] if of == CELL else ends
    elif kind == CELL and of == VERTEX:
        incident_ids = links.around[index]
    else:
        around = [index] if of == EDGE else edges
        incident_ids = np.concatenate([links.left[around], links.right[around]])
    incident_ids = np.unique(incident_ids[incident_ids >= 0]).astype(np.int32)
    met: Ints = incident_ids[incident_ids != index] if kind == of else incident_ids
    return met


def crossing(board: FixedBoard, index: int) -> Ints:
    """Return the edges that cross an edge, not within 1 % of an end of either, as in Ludii."""
    lines = board.lines()
    if not 0 <= index < len(lines):
        return np.empty(0, dtype=np.int32)
    crosses, _ = crossings(np.broadcast_to(lines[index], lines.shape), lines)
    return np.flatnonzero(crosses).astype(np.int32)


def expanded(
    board: FixedBoard, sites: Ints, steps: int = 1, step: str = "adjacent", kind: str | None = None
) -> Ints:
    """Return some sites and those within some steps of a relation or a direction, in order."""
    of_kind = board.sites_of(kind)
    region = np.unique([of_kind.checked(site) for site in sites]).astype(np.int64)
    if step in DIRECTIONS:
        code = DIRECTIONS.index(step)
        kept = (of_kind.steps.direction == code) | (of_kind.steps.circular == code)
        neighbours = of_kind.steps.to.where(kept)
    else:
        neighbours = of_kind.related(step)
    for _ in range(steps):
        wider = np.union1d(region, neighbours.take(region).items)
        if len(wider) == len(region):
            break
        region = wider
    return region.astype(np.int32)


#: The place off the board where a track may end; `OFF_TRACK`, where no place follows.
END, OFF_TRACK = -2, -1

_NUMBER = re.compile(r"[0-9]{1,9}")
_STRETCH = re.compile(r"([A-Za-z]+)([0-9]{0,9})")


@dataclass(frozen=True)
class BoardTrack:
    """A path over the sites of a board, place by place; a site may occur several times."""

    name: str
    #: The site of each place, or `END`.
    sites: tuple[int, ...]
    #: The place after and before each place, or `OFF_TRACK`. In the middle of a directed track
    #: none comes before.
    next: tuple[int, ...]
    prev: tuple[int, ...]
    #: The number of further times that the track names the site of each place before it goes on.
    bump: tuple[int, ...]
    #: The player, or 0.
    owner: int = 0
    #: Whether the first place follows the last.
    loop: bool = False

    @property
    def internal_loop(self) -> bool:
        """Whether a site occurs twice on a track that names no site twice in a row."""
        return not any(self.bump) and len(set(self.sites)) < len(self.sites)

    @classmethod
    def through(
        cls,
        name: str,
        sites: Iterable[int],
        owner: int = 0,
        loop: bool = False,
        directed: bool = False,
    ) -> "BoardTrack":
        """Return the track through some sites, each named once or more in a row.

        Examples
        --------
        >>> BoardTrack.through("Home", [3, 4, 4, END]).bump
        (0, 1, 0)
        """
        places: list[int] = []
        bump: list[int] = []
        for site in sites:
            if places and places[-1] == site:
                bump[-1] += 1
            else:
                places.append(site)
                bump.append(0)
        last = len(places) - 1
        if last < 1:
            raise InputError(f"track {name!r} through {places}: give two different sites or more")
        following = [*range(1, last + 1), 0 if loop else OFF_TRACK]
        before = [OFF_TRACK if directed else n for n in range(last - 1)]
        before = [last if loop else OFF_TRACK, *before, last - 1]
        return cls(name, tuple(places), tuple(following), tuple(before), tuple(bump), owner, loop)


def track(
    board: FixedBoard,
    name: str,
    path: str | Sequence[int],
    owner: int = 0,
    loop: bool = False,
    directed: bool = False,
) -> BoardTrack:
    """Return the track of a description: sites and `END`, or words separated by commas.

    A word is a site, ``End``, or a direction. A direction alone follows the whole radial from the
    last site, and with a number it goes that number of steps: ``"0,E,N2,W,End"``.

    Examples
    --------
    >>> import numpy as np
    >>> from boardless.topo import Layout
    >>> points = np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0)], dtype=float)
    >>> line = FixedBoard(Layout(points, np.array([(0, 1), (1, 2)]), ()), "Vertex")
    >>> track(line, "Run", "0,E,W1", loop=True).sites
    (0, 1, 2, 1)
    """
    sites = _read(board.sites_of(), name, path) if isinstance(path, str) else list(path)
    return BoardTrack.through(name, sites, owner, loop, directed)


def _read(sites: Sites, name: str, path: str) -> list[int]:
    """Return the sites along a path in text form."""
    sites_of_track: list[int] = []
    # Commas at the end mean nothing.
    for word in path.rstrip(",").split(","):
        stretch = _STRETCH.fullmatch(word)
        if _NUMBER.fullmatch(word):
            sites_of_track.append(int(word))
        elif not sites_of_track or (word != "End" and not stretch):
            allowed = "give a site, a direction or End" if sites_of_track else "begin with a site"
            refuse("track", name, f"{word!r} in {path!r}: {allowed}")
        elif word == "End":
            sites_of_track.append(END)
        elif stretch:
            sites_of_track += _stretch(sites, name, sites_of_track[-1], *stretch.groups())
    return sites_of_track


def _stretch(sites: Sites, name: str, start: int, direction: str, steps: str) -> list[int]:
    """Return the sites along the radials in a direction, up to `steps`."""
    if start not in sites:
        refuse("track", name, f"{direction!r} from {start}, which is not a site")
    if direction not in sites.directions["all"]:
        allowed = ", ".join(sites.directions["all"])
        refuse("track", name, f"direction {direction!r}: choose one of {allowed}")
    end = int(steps) + 1 if steps else None
    radials = sites.radials(start).get(direction, [])
    return [site for radial in radials for site in radial[1:end].tolist()]


def surakarta_tracks(
    board: FixedBoard, loops: int | None = None, first: int = 1
) -> list[BoardTrack]:
    """Return the loops of a Surakarta board: each there and back, over its corners.

    A loop runs along a line at each side of the board. Between two lines it leaves the board for a
    corner, and names the sites before and after the corner twice. By default the board has all
    loops that fit, the first at line `first`, counted from the border.
    """
    vertices = board.sites_of(VERTEX)
    height, width = len(vertices.coordinates.rows), len(vertices.coordinates.columns)
    basis = board.layout.basis
    if basis not in ("Square", "Triangular"):
        raise InputError(f"a Surakarta board of basis {basis}: choose Square or Triangular")
    square = basis == "Square"
    if loops is None:
        loops = (min(height, width) - 2) // 2 if square else (height - 1) // 2
    # The rows of a rectangle, or of a triangle that stands on its side.
    numbers = count()
    lengths = [width] * height if square else range(height, 0, -1)
    rows = [list(islice(numbers, length)) for length in lengths]
    tracks = []
    for line in range(first, first + loops):
        runs: list[list[int]] = []
        if 0 <= line < min(height, *map(len, rows[:1])):
            tall = [row for row in rows if len(row) > line]
            right, left = [row[-1 - line] for row in tall], [row[line] for row in reversed(tall)]
            # Counter-clockwise from the bottom left.
            runs = [rows[line], right, *([rows[-1 - line][::-1]] if square else []), left]
        if max(map(max, runs), default=len(vertices)) >= len(vertices):
            raise InputError(f"Surakarta loop {line} does not fit on {height} rows")
        for ending, walks in (("F", runs), ("B", [run[::-1] for run in runs[::-1]])):
            tracks.append(BoardTrack.through(f"Track{line}{ending}", _bumped(walks), 0, True, True))
    return tracks


def _bumped(runs: list[list[int]]) -> list[int]:
    """Return the sites of runs, doubled where one end of a run follows another around a loop."""
    # Site 0 never counts as an end.
    ends = [
        (site, site > 0 and n in (0, len(run) - 1)) for run in runs for n, site in enumerate(run)
    ]
    following = [*ends[1:], ends[0]]
    return [
        site
        for (site, ends_run), (_, goes_on) in zip(ends, following, strict=True)
        for _ in range(2 if ends_run and goes_on else 1)
    ]
