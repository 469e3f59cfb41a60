"""Serialisation of tilings: by name, or as the exact table.

The table has the fields that `topo.read_tiling` reads, every number of a point as a pair (a, b) for
``a + b * sqrt(root)``. Two more have defaults: ``shape``, which only the regular tilings have, and
``fixed_dimension``.
"""

import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from boardless.topo.tilings.exact_numbers import Point, root_number
from boardless.topo.tilings.named import REGULAR, TILINGS, tiling_named, tiling_of
from boardless.topo.tilings.tables import (
    FIELDS,
    MAX_FACES,
    MAX_OFFSET,
    MAX_TEXT,
    MAX_VERTICES,
    check_faces,
    checked_name,
    face_keys,
    listed,
)
from boardless.topo.tilings.tiling import MAX_DIMENSION, Tiling
from boardless.util.inputs import InputError, integer_between, refuse, shown

#: Parts of points that were refined, so that the centres of faces are whole points.
MAX_PART = 2**30

#: Fields that are written only where they differ from what a table of `read_tiling` has.
_MORE = ("shape", "fixed_dimension")


def tiling_text(tiling: Tiling | str) -> str | dict[str, Any]:
    """Return the name of a tiling of `TILINGS`, or the table of any other; ready for JSON.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.

    Returns
    -------
    str or dict
        The name, or the table.

    Raises
    ------
    InputError
        If the tiling is unknown, or its table cannot be read back.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from boardless.topo import SQUARE, tiling_from, tiling_text
    >>> tiling_text(SQUARE)
    'square'
    >>> mine = replace(SQUARE, fixed_dimension=9)
    >>> tiling_from(tiling_text(mine)) == mine
    True
    """
    tiling = tiling_of(tiling)
    if TILINGS.get(tiling.name) == tiling:
        return tiling.name
    table: dict[str, Any] = json.loads(tiling_json(tiling))
    return table


def tiling_from(text: str | dict[str, Any]) -> Tiling:
    """Return the tiling that `tiling_text` has written as a name, or as a table.

    Parameters
    ----------
    text : str or dict
        The name, or the table.

    Returns
    -------
    Tiling
        The tiling.

    Raises
    ------
    InputError
        If it is neither, or the table is not a tiling.
    """
    if isinstance(text, str):
        return tiling_named(text)
    try:
        return tiling_of_json(json.dumps(text))
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"tiling {shown(text)}: give a name or a table") from None


def tiling_word(tiling: Tiling) -> str:
    """Return a tiling as descriptions of games and options name it: its name, or its table.

    Raises
    ------
    InputError
        If its name has other characters than letters, digits, spaces, dots and hyphens, or is the
        name of a regular tiling and its table another one; or its table cannot be read back.
    """
    if TILINGS.get(tiling.name) == tiling:
        return tiling.name
    if not re.fullmatch(r"[\w .-]+", tiling.name) or tiling.name.casefold() in REGULAR:
        refuse(
            "tiling",
            tiling.name,
            "for games give it another name, of letters, digits, spaces, dots and hyphens, and "
            "none of a regular tiling",
        )
    table = json.dumps(json.loads(tiling_json(tiling)), separators=(",", ":"), ensure_ascii=False)
    return table.replace('"', "'")


def tiling_of_word(word: str) -> Tiling:
    """Return the tiling of a text by `tiling_word`, or of a name, or raise InputError."""
    return tiling_of_json(word.replace("'", '"')) if word[:1] == "{" else tiling_named(word)


@lru_cache(maxsize=64)
def tiling_json(tiling: Tiling) -> str:
    """Return the table of a tiling as a JSON text."""
    table: dict[str, Any] = {
        "name": tiling.name,
        "root": tiling.root,
        "periods": [_pairs(point) for point in tiling.basis],
        "vertices": [_pairs(point) for point in tiling.vertices],
        "faces": tiling.faces,
    }
    if tiling.shape:
        table["shape"] = tiling.shape
    if tiling.fixed_dimension != Tiling.fixed_dimension:
        table["fixed_dimension"] = tiling.fixed_dimension
    text = json.dumps(table)
    if tiling_of_json(text) != tiling:
        raise InputError(f"{tiling!r}: its table cannot be read back")
    return text


def _pairs(point: Point) -> list[list[int]]:
    a, b, c, e = point
    return [[a, b], [c, e]]


def tiling_of_json(text: str) -> Tiling:
    """Return the tiling of a table as a JSON text."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        refuse("tiling", text, f"give a text of at most {MAX_TEXT:,} characters")
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> Tiling:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"tiling {shown(text)}: this is not JSON") from None
    if not isinstance(table, dict) or not set(FIELDS) <= set(table) <= {*FIELDS, *_MORE}:
        refuse(
            "tiling",
            table,
            f"give an object with {', '.join(FIELDS)}, and perhaps {' and '.join(_MORE)}",
        )
    root = root_number(table["root"])
    basis = [_point(point) for point in listed(table["periods"], 2, "periods")]
    vertices = tuple(_point(p) for p in listed(table["vertices"], MAX_VERTICES, "vertices"))
    rows = listed(table["faces"], MAX_FACES, "faces")
    if len(basis) != 2 or not vertices or not rows:
        refuse("tiling", table, "give two periods, some vertices and some faces")
    # Faces were moved such that their first vertex is in lattice cell (0, 0).
    faces = tuple(face_keys(face, len(vertices), 2 * MAX_OFFSET) for face in rows)
    tiling = Tiling(table["name"], root, (basis[0], basis[1]), vertices, faces)
    if check_faces(tiling) != faces:
        refuse("tiling", table, "list the vertices of faces counter-clockwise")
    checked_name(tiling.name)
    dimension = table.get("fixed_dimension", tiling.fixed_dimension)
    tiling = replace(
        tiling,
        shape=_shape(table.get("shape", ()), tiling),
        fixed_dimension=integer_between(dimension, "fixed_dimension", 1, MAX_DIMENSION),
    )
    # Computed now, so that a tiling without slots is refused now.
    try:
        _ = tiling.slots
    except ValueError as error:
        raise InputError(str(error)) from None
    return tiling


def _point(point: Any) -> Point:
    pair = [listed(number, 2, "parts of a number") for number in listed(point, 2, "numbers")]
    if [len(number) for number in pair] != [2, 2]:
        refuse("point", point, "give two pairs of whole numbers")
    a, b, c, e = (
        integer_between(part, "part of a point", -MAX_PART, MAX_PART)
        for number in pair
        for part in number
    )
    return (a, b, c, e)


def _shape(rows: Any, tiling: Tiling) -> tuple[tuple[int, int, int, int], ...]:
    """Return the half-planes of the regular boards: a regular tiling's, or ()."""
    if rows == ():
        return ()
    for regular in REGULAR.values():
        same = replace(regular, name=tiling.name, shape=(), fixed_dimension=tiling.fixed_dimension)
        if same == tiling and rows == [list(row) for row in regular.shape]:
            return regular.shape
    return refuse("shape", rows, "give that of the regular tiling with this table")
