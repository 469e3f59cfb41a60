"""Walks by steps and turns on boards that are laid out."""

from boardless.games.ludemes.pieces import Stride
from boardless.topo import Sites
from boardless.topo.layouts.headings import LEFT, RIGHT

#: As in Ludii, where who walks down to the north-west comes down to the south-west.
_WALKED_INSTEAD = {"DNW": "DSW"}


def walked(sites: Sites, site: int, walk: tuple[Stride, ...], heading: str) -> list[int]:
    """Return the sites to which the steps of a walk lead, as far as there are any."""
    known = sites.directions["orthogonal"]
    path, at = [], site
    for stride in walk:
        if stride is Stride.F:
            at = _step(sites, at, heading)
            if at < 0:
                break
            path.append(at)
        else:
            turn = RIGHT if stride is Stride.R else LEFT
            heading = turn[heading]
            while heading not in known:
                heading = turn[heading]
    return path


def _step(sites: Sites, site: int, heading: str) -> int:
    """Return the last site to which a step in a direction leads, or -1."""
    return sites.next_sites(site).get(_WALKED_INSTEAD.get(heading, heading), [-1])[-1]
