"""Two records of one board compared, field by field."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from boardless.topo.errors import InputError
from boardless.topo.layouts.description import PLURALS, RADIALS, Record
from boardless.topo.layouts.layout import Layout
from boardless.topo.tilings.slots import RELATIONS

#: Points may differ by this: records write five decimals.
NEAR = 2e-5

#: Fields of a record that are compared as they are, those of each type of sites, and of each site.
_WHOLE = ("use", "basis", "shape", "dim", "counts", "perimeters", "pivots", "curved", "radials")
_LISTS = (
    "corners", "corners_concave", "corners_convex", "outer", "perimeter", "inner", "centre",
    "top", "bottom", "left", "right", "major", "minor", "axial", "horizontal", "vertical", "angled",
    "slash", "slosh", "rows", "columns", "layers", "phases", "sides",
)  # fmt: skip
_OF_SITES = ("label", "row", "col", "layer", "vertices")


def differences(ours: Record, theirs: Record) -> dict[str, str]:
    """Return the fields in which two records of a board differ, and where each first does.

    Relations are compared as sets; those that `theirs` names in ``asymmetric``, whose choice among
    equals says nothing, are left out, and so are fields that it does not have.
    """
    found: dict[str, str] = {}
    for field, own, other in _pairs(ours, theirs):
        if own != other:
            found[field] = _first(own, other)
    return found


def _pairs(ours: Record, theirs: Record) -> Iterator[tuple[str, Any, Any]]:
    for field in _WHOLE:
        if field in theirs:
            yield field, ours.get(field), theirs[field]
    loose = set(theirs.get("asymmetric", ()))
    for kind in PLURALS.values():
        if kind in theirs:
            yield from _of_type(kind, ours[kind], theirs[kind], loose)
    if "relation_radials" in theirs:
        default = PLURALS[theirs["use"]]
        for relation, name in RADIALS.items():
            if f"{default}.{relation}" not in loose:
                for field in (name, f"{name}_distinct"):
                    own, other = (
                        [site.get(field) for site in record["relation_radials"]]
                        for record in (ours, theirs)
                    )
                    yield f"relation_radials.{field}", own, other
    if "tracks" in theirs and "tracks" in ours:
        yield "tracks", ours["tracks"], theirs["tracks"]


def _of_type(kind: str, ours: Record, theirs: Record, loose: set[str]) -> Iterator[tuple[Any, ...]]:
    yield f"{kind}.n", ours["n"], theirs["n"]
    for field in _LISTS:
        if field in theirs or field in ours:
            yield f"{kind}.{field}", ours.get(field, []), theirs.get(field, [])
    sites = list(zip(ours["sites"], theirs["sites"], strict=False))
    for field in _OF_SITES:
        if sites and field in sites[0][1]:
            yield (
                f"{kind}.{field}",
                *([site.get(field) for site in side] for side in zip(*sites, strict=True)),
            )
    yield f"{kind}.pt", *_points(ours, theirs)
    for relation in RELATIONS:
        if f"{kind}.{relation}" not in loose and sites and relation in sites[0][1]:
            own, other = ([site[relation] for site in side] for side in zip(*sites, strict=True))
            if own != other:
                own, other = ([sorted(set(row)) for row in rows] for rows in (own, other))
            yield f"{kind}.{relation}", own, other


def _points(ours: Record, theirs: Record) -> tuple[Any, Any]:
    """Return the points of both, the same where they are near enough."""
    own, other = ([site["pt"] for site in record["sites"]] for record in (ours, theirs))
    near = np.shape(own) == np.shape(other) and np.allclose(own, other, rtol=0, atol=NEAR)
    return (other, other) if near else (own, other)


def _first(own: Any, other: Any) -> str:
    """Return where two values first differ, in few words."""
    if isinstance(own, list) and isinstance(other, list):
        if len(own) != len(other):
            return f"{len(own)} instead of {len(other)}"
        n = next(n for n, (a, b) in enumerate(zip(own, other, strict=True)) if a != b)
        return f"{n}: {own[n]} instead of {other[n]}"
    return f"{own} instead of {other}"


def recorded_layout(record: Record) -> Layout:
    """Return the layout that a record writes down, to work everything else out anew.

    Raises
    ------
    InputError
        If it lacks points, vertices or edges.
    """
    try:
        places = [[*site["pt"], 0.0][:3] for site in record["vertices"]["sites"]]
        ends = [site["vertices"] for site in record["edges"]["sites"]]
        faces = tuple(tuple(site["vertices"]) for site in record["cells"]["sites"])
        pivots = record.get("pivots")
        return Layout(
            np.array(places, dtype=np.float64).reshape(-1, 3),
            np.array(ends, dtype=np.int32).reshape(-1, 2),
            faces,
            record.get("basis"),
            record.get("shape"),
            None if record.get("dim") is None else tuple(record["dim"]),
            None if pivots is None else tuple(-1 if p is None else p for p in pivots),
            tuple(record.get("curved", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"record of a board: no points, vertices or edges ({error})") from None
