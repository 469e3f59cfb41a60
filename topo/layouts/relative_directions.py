"""Directions relative to the facing of a piece, as directions of the board."""

from collections.abc import Mapping, Sequence

from boardless.jit.arrays import Ints
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.layouts.sites import Sites
from boardless.topo.tilings.incidence import COMPASS
from boardless.util.inputs import check_choice

#: The eight directions around straight up, and around straight down, clockwise from north.
_UPPER = tuple("U" + point for point in COMPASS[::2])
_LOWER = tuple("D" + point for point in COMPASS[::2])
#: Each family of directions, clockwise.
_RINGS = (COMPASS, _UPPER, _LOWER, ("U",), ("D",))
#: Around a pivot the directions to the right and to the left do not undo each other in Ludii.
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


#: At a right angle on the compass; one direction further elsewhere.
RIGHTWARD = RIGHT | dict(zip(COMPASS, COMPASS[4:] + COMPASS[:4], strict=True))
LEFTWARD = LEFT | dict(zip(COMPASS, COMPASS[-4:] + COMPASS[:-4], strict=True))
OPPOSITE = {
    **_TURNS_BACK,
    **{"U": "D", "D": "U"},
    **dict(zip(COMPASS, COMPASS[8:] + COMPASS[:8], strict=True)),
    **dict(zip(_UPPER, _LOWER[4:] + _LOWER[:4], strict=True)),
    **dict(zip(_LOWER, _UPPER[4:] + _UPPER[:4], strict=True)),
}

#: Names that mean one direction: that direction by the facing of a piece.
_ONE: Mapping[str, Mapping[str, str]] = {
    "Backward": OPPOSITE,
    "Rightward": RIGHTWARD,
    "Leftward": LEFTWARD,
}

#: Names that mean the first direction that there is to a side, from the facing or its opposite.
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
    """Return the directions of the board that names relative to a facing mean.

    Names that are not in `RELATIVE` are directions of the board and stay as they are. `rotation`
    turns to the right, each time to the next direction of a step of the relation `among`, from any
    site or from the site `at`. As in Ludii, "FLL" and "FLLL" mean "FL", and so on.

    Examples
    --------
    >>> from boardless.topo import FixedBoard
    >>> from boardless.topo.layouts.lattice import rectangle
    >>> cells = FixedBoard(rectangle(3, 3)).sites_of("Cell")
    >>> absolute_directions(cells, ["Forward", "FR", "Rightwards"], "N")
    ('N', 'NE', 'NE', 'E', 'SE')
    >>> absolute_directions(cells, ["Forwards"], "S", among="orthogonal")
    ('S',)
    """
    check_choice(facing, "facing", DIRECTIONS)
    there = _directions(sites, among, at)
    facing = turn_right(facing, rotation, there)
    absolute: list[str] = []
    for name in names:
        absolute += matching_directions(name, facing, there) if name in RELATIVE else [name]
    return tuple(absolute)


def _directions(sites: Sites, among: str, at: int | None) -> frozenset[str]:
    """Return the directions of the steps of a relation, from a site or from any."""
    if at is None:
        by_relation = sites.directions
        check_choice(among, "relation", by_relation)
        return frozenset(by_relation[among])
    return frozenset(sites.directions_from(at, among))


def turn_right(facing: str, rotation: int, there: frozenset[str]) -> str:
    """Return the facing of a piece after turns to the right, each to a direction of `there`."""
    for _ in range(rotation):
        facing = _first(RIGHT[facing], RIGHT, there) or facing
    return facing


def matching_directions(name: str, facing: str, there: frozenset[str]) -> list[str]:
    """Return the directions of `there` that a name of `RELATIVE` means."""
    if name == "Forward":
        return [facing] if facing in there else []
    if name in _ONE:
        one = _ONE[name][facing]
        return [one] if one in there else []
    if name in _NEAREST:
        behind, turn = _NEAREST[name]
        start = OPPOSITE[facing] if behind else facing
        nearest = _first(turn[start], turn, there)
        return [nearest] if nearest else []
    if name == "Rightwards":
        return _run(RIGHT[facing], OPPOSITE[facing], RIGHT, there)
    if name == "Leftwards":
        return _run(LEFT[facing], OPPOSITE[facing], LEFT, there)
    start = facing if name == "Forwards" else OPPOSITE[facing]
    return _run(RIGHT[LEFTWARD[start]], RIGHTWARD[start], RIGHT, there)


def _first(start: str, turn: Mapping[str, str], there: frozenset[str]) -> str | None:
    """Return the first direction of `there`, going on in one sense of rotation, if any."""
    return next((name for name in _round(start, turn) if name in there), None)


def _run(start: str, end: str, turn: Mapping[str, str], there: frozenset[str]) -> list[str]:
    """Return the directions of `there` from one up to another."""
    run = []
    for name in _round(start, turn):
        if name == end:
            break
        if name in there:
            run.append(name)
    return run


def _round(start: str, turn: Mapping[str, str]) -> list[str]:
    """Return the directions that follow one another, each once."""
    cycle: list[str] = []
    while start not in cycle:
        cycle.append(start)
        start = turn[start]
    return cycle


def walks_along(sites: Sites, site: int, direction: str) -> list[Ints]:
    """Return the straight walks from a site, itself included, in a direction or class of them.

    Classes are relations ("Adjacent", "OffDiagonal", ...), "SameLayer", "Upward", "Downward" and
    "Rotational". "Axial", "Angled", "Base" and "Support" lead nowhere: boards lack such steps.
    """
    if direction in ("Axial", "Angled", "Base", "Support"):
        return []
    if direction in ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All"):
        name = "off" if direction == "OffDiagonal" else direction.lower()
        return sites.radials_in(site, name)
    if direction in SORTS:
        walks = sites.walks(SORTS[direction])
        return [walks.along(step) for step in walks.first_steps(sites.checked(site)).tolist()]
    radials = sites.radials(site)
    check_choice(direction, "direction", DIRECTIONS)
    return radials.get(direction, [])


#: The sorts of walks around a pivot, on a level, up and down, by their names in the language.
SORTS = {
    "Rotational": "rotational", "SameLayer": "same layer", "Upward": "upward",
    "Downward": "downward",
}  # fmt: skip
