"""Directions as pieces see them: from where a piece faces to directions of the board."""

from collections.abc import Mapping, Sequence

from boardless.jit.arrays import Ints
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.layouts.sites import Sites
from boardless.topo.tilings.slots import COMPASS
from boardless.util.inputs import InputError

#: The eight directions around straight up, and around straight down, clockwise from north.
_UPPER = tuple("U" + point for point in COMPASS[::2])
_LOWER = tuple("D" + point for point in COMPASS[::2])
#: What follows clockwise in each family of directions.
_RINGS = (COMPASS, _UPPER, _LOWER, ("U",), ("D",))
#: Around a pivot the directions to the right and to the left do not undo each other in Ludii.
_TURNS = ("Out", "CW", "In", "CCW")
_TURNS_RIGHT = {"Out": "CW", "CW": "In", "In": "CCW", "CCW": "Out"}
_TURNS_LEFT = {"Out": "CCW", "CW": "In", "In": "CW", "CCW": "Out"}
_TURNS_BACK = {"Out": "In", "CW": "CCW", "In": "Out", "CCW": "CW"}


def _turned(ring_steps: int) -> dict[str, str]:
    """Return each direction turned clockwise by steps within its ring."""
    return {
        name: ring[(place + ring_steps) % len(ring)]
        for ring in _RINGS
        for place, name in enumerate(ring)
    }


RIGHT = _turned(1) | _TURNS_RIGHT
LEFT = _turned(-1) | _TURNS_LEFT


def _quarter(side: int, otherwise: Mapping[str, str]) -> dict[str, str]:
    """Return what lies at a right angle on the compass; beside it, elsewhere."""
    points = {p: COMPASS[(n + side) % len(COMPASS)] for n, p in enumerate(COMPASS)}
    return {**otherwise, **points}


RIGHTWARD = _quarter(len(COMPASS) // 4, RIGHT)
LEFTWARD = _quarter(-len(COMPASS) // 4, LEFT)


def _opposites() -> dict[str, str]:
    found = dict(_TURNS_BACK) | {"U": "D", "D": "U"}
    for ring, facing in ((COMPASS, COMPASS), (_UPPER, _LOWER), (_LOWER, _UPPER)):
        half = len(ring) // 2
        found |= {name: facing[(n + half) % len(ring)] for n, name in enumerate(ring)}
    return found


OPPOSITE = _opposites()

#: Directions that are one: how to get there from where a piece faces.
_ONE: Mapping[str, Mapping[str, str]] = {
    "Backward": OPPOSITE,
    "Rightward": RIGHTWARD,
    "Leftward": LEFTWARD,
}

#: The first direction to a side that there is, from where a piece faces or from behind it.
_NEAREST = {
    **dict.fromkeys(("FR", "FRR", "FRRR"), (False, RIGHT)),
    **dict.fromkeys(("FL", "FLL", "FLLL"), (False, LEFT)),
    **dict.fromkeys(("BR", "BRR", "BRRR"), (True, RIGHT)),
    **dict.fromkeys(("BL", "BLL", "BLLL"), (True, LEFT)),
}

#: Every name of a direction that depends on where a piece faces.
RELATIVE = (
    "Forward", "Backward", "Rightward", "Leftward",
    "Forwards", "Backwards", "Rightwards", "Leftwards", *_NEAREST,
)  # fmt: skip


def absolute_directions(
    sites: Sites,
    names: Sequence[str],
    facing: str = "N",
    *,
    rotation: int = 0,
    among: str = "adjacent",
    at: int | None = None,
) -> tuple[str, ...]:
    """Return the directions of the board that a piece means.

    Parameters
    ----------
    sites : Sites
        The sites of the type that is played on.
    names : sequence of str
        Names of `RELATIVE`; others are directions of the board and stay as they are.
    facing : str
        Where the piece faces, one of `DIRECTIONS`.
    rotation : int
        How often it was turned to the right, each time to the next direction that there is.
    among : {"adjacent", "orthogonal", "diagonal", "off", "all"}
        Which directions there are: those of steps of this relation.
    at : int, optional
        Only the directions of steps from this site, instead of those from any.

    Returns
    -------
    tuple of str
        As Ludii has them: "FLL" and "FLLL" are what "FL" is, and so on.

    Raises
    ------
    InputError
        If there is no such direction, relation or site.

    Examples
    --------
    >>> from boardless.topo import FixedBoard
    >>> from boardless.topo.layouts.square import rectangle
    >>> cells = FixedBoard(rectangle(3, 3)).sites_of("Cell")
    >>> absolute_directions(cells, ["Forward", "FR", "Rightwards"], "N")
    ('N', 'NE', 'NE', 'E', 'SE')
    >>> absolute_directions(cells, ["Forwards"], "S", among="orthogonal")
    ('S',)
    """
    if facing not in DIRECTIONS:
        raise InputError(f"facing {facing!r}: choose one of {', '.join(DIRECTIONS)}")
    there = _directions(sites, among, at)
    facing = turned(facing, rotation, there)
    found: list[str] = []
    for name in names:
        found += meant(name, facing, there) if name in RELATIVE else [name]
    return tuple(found)


def _directions(sites: Sites, among: str, at: int | None) -> frozenset[str]:
    """Return the directions in which steps of a relation lead, from a site or from any."""
    if at is None:
        known = sites.directions
        if among not in known:
            raise InputError(f"relation {among!r}: choose one of {', '.join(known)}")
        return frozenset(known[among])
    return frozenset(sites.directions_from(at, among))


def turned(facing: str, rotation: int, there: frozenset[str]) -> str:
    """Return where a piece faces that was turned to the right, each time to a direction there is.

    Examples
    --------
    >>> turned("N", 2, frozenset({"N", "E", "S", "W"}))
    'S'
    """
    for _ in range(rotation):
        facing = _first(RIGHT[facing], RIGHT, there) or facing
    return facing


def meant(name: str, facing: str, there: frozenset[str]) -> list[str]:
    """Return the directions that a name of `RELATIVE` means, among those that there are.

    Examples
    --------
    >>> meant("FL", "S", frozenset({"N", "E", "S", "W"}))
    ['E']
    """
    if name == "Forward":
        return [facing] if facing in there else []
    if name in _ONE:
        one = _ONE[name][facing]
        return [one] if one in there else []
    if name in _NEAREST:
        behind, way = _NEAREST[name]
        start = OPPOSITE[facing] if behind else facing
        nearest = _first(way[start], way, there)
        return [nearest] if nearest else []
    if name == "Rightwards":
        return _run(RIGHT[facing], OPPOSITE[facing], RIGHT, there)
    if name == "Leftwards":
        return _run(LEFT[facing], OPPOSITE[facing], LEFT, there)
    start = facing if name == "Forwards" else OPPOSITE[facing]
    return _run(RIGHT[LEFTWARD[start]], RIGHTWARD[start], RIGHT, there)


def _first(start: str, way: Mapping[str, str], there: frozenset[str]) -> str | None:
    """Return the first direction that there is, going on in one way; None where there is none."""
    return next((name for name in _round(start, way) if name in there), None)


def _run(start: str, end: str, way: Mapping[str, str], there: frozenset[str]) -> list[str]:
    """Return the directions that there are from one up to another."""
    found = []
    for name in _round(start, way):
        if name == end:
            break
        if name in there:
            found.append(name)
    return found


def _round(start: str, way: Mapping[str, str]) -> list[str]:
    """Return the directions that follow one another, each once."""
    found: list[str] = []
    while start not in found:
        found.append(start)
        start = way[start]
    return found


def ways_along(sites: Sites, site: int, direction: str) -> list[Ints]:
    """Return the straight walks from a site in a direction or a class of directions.

    Parameters
    ----------
    sites : Sites
        The sites of the type that is played on.
    site : int
        Where the walks start.
    direction : str
        One of `DIRECTIONS`, a relation ("Adjacent", "OffDiagonal", ...), or "SameLayer",
        "Upward", "Downward" or "Rotational". There are none for "Axial", "Angled", "Base" and
        "Support", of which no step of a board is.

    Returns
    -------
    list of int arrays
        The sites met on each walk, the start included.

    Raises
    ------
    InputError
        If there is no such site or direction.
    """
    if direction in ("Axial", "Angled", "Base", "Support"):
        return []
    if direction in ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All"):
        name = "off" if direction == "OffDiagonal" else direction.lower()
        return sites.radials_in(site, name)
    if direction in _LEVELS:
        walks = sites.walks(_LEVELS[direction])
        return [walks.along(step) for step in walks.taken(sites.checked(site)).tolist()]
    radials = sites.radials(site)
    if direction == "Rotational":
        return [walk for name in _TURNS for walk in radials.get(name, [])]
    if direction not in DIRECTIONS:
        raise InputError(f"direction {direction!r}: choose one of {', '.join(DIRECTIONS)}")
    return radials.get(direction, [])


#: What walks on a level, up and down are called on boards.
_LEVELS = {"SameLayer": "same layer", "Upward": "upward", "Downward": "downward"}
