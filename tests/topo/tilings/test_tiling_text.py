"""Tilings that travel: as a name, or as an exact table."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TILINGS,
    TRIANGULAR,
    Board,
    InputError,
    Tiling,
    read_tiling,
    tiling_from,
    tiling_text,
)

FACES = [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]]

#: Slanted squares that somebody has called "square".
OWN = Tiling.from_table("square", [(2, 0), (1, 1)], [(0, 0)], FACES)


@pytest.mark.parametrize("name", TILINGS)
def test_a_table_is_exact(name: str) -> None:
    tiling = TILINGS[name]
    assert Tiling.from_json(tiling.to_json()) == tiling
    assert tiling_text(tiling) == name
    assert tiling_from(name) is tiling
    renamed = replace(tiling, name="mine", fixed_dimension=5)
    back = tiling_from(json.loads(json.dumps(tiling_text(renamed))))
    assert back == renamed
    assert Board.regular(back, 3).keys.tolist() == Board.regular(name, 3).keys.tolist()


def test_what_is_only_called_square_travels_as_its_table(tmp_path: Path) -> None:
    assert OWN != SQUARE
    text = tiling_text(OWN)
    assert isinstance(text, dict)
    assert tiling_from(text) == OWN
    # And it is a table like those that people write.
    path = tmp_path / "own.json"
    path.write_text(OWN.to_json(), "utf-8")
    assert read_tiling(path) == OWN


def test_no_law_takes_a_name_for_a_tiling() -> None:
    from boardless.analysis import growth_table, zone_worst
    from boardless.strategies import first_dimension
    from boardless.topo import contour_added

    assert (contour_added(SQUARE, 3), first_dimension(SQUARE, 0)) == (16, 3)
    assert first_dimension(OWN, 0) == 2
    for law in (lambda: contour_added(OWN, 3), lambda: zone_worst(OWN, 3)):
        with pytest.raises(InputError, match="laws are known for square, hexagonal"):
            law()
    assert growth_table(OWN, "perimeter", "worst", 2)["cells"].tolist() == [1, 9, 25]


def table(**fields: Any) -> str:
    """Return the table of SQUARE with some fields changed, or left out where None."""
    whole = json.loads(SQUARE.to_json()) | fields
    return json.dumps({name: value for name, value in whole.items() if value is not None})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (["{}"], "give a text"),
        ("x" * 10**6 + "x", "give a text of at most 1,000,000 characters"),
        ("{", "this is not JSON"),
        ("[" * 10**5, "this is not JSON"),
        ("[]", "give an object with name, periods"),
        (table(root=None), "give an object with name, periods"),
        (table(more=1), "give an object with name, periods"),
        (table(name=""), "name '': give 1 to 60"),
        (table(root=4), "root 4: choose a whole number from 2 to 30, no square"),
        (table(root=True), "root True: choose"),
        (table(periods=[[[2, 0], [0, 0]]]), "give two periods"),
        (table(periods=[[[2, 0], [0, 0]], [[4, 0], [0, 0]]]), "are parallel"),
        (table(periods=[[2, 0], [0, 2]]), "parts of a number 2: give a list"),
        (table(periods=[[[2.0, 0], [0, 0]], [[0, 0], [2, 0]]]), r"part of a point 2\.0: choose"),
        (table(periods=[[[2**31, 0], [0, 0]], [[0, 0], [2, 0]]]), "part of a point 2147483648"),
        (table(vertices=[]), "some vertices and some faces"),
        (table(vertices=[[[0, 0]]]), "give two pairs of whole numbers"),
        (table(faces=[[[0, 0, 1]]]), "vertex .* of a face"),
        (table(faces=[[[99, 0, 0]]]), "vertex .* of a face"),
        (table(faces=[f[::-1] for f in SQUARE.faces]), "counter-clockwise"),
        (table(faces=[SQUARE.faces[0][:3]]), "matches no other face"),
        (table(shape=[[1, 0, 0, 1]]), "shape .*: give the shape of the regular tiling"),
        (table(shape=HEXAGONAL.shape), "shape .*: give the shape of the regular tiling"),
        (table(fixed_dimension=0), "fixed_dimension 0: choose a whole number from 1 to 2048"),
        (
            table(
                shape=None,
                periods=[[[1, 0], [0, 0]], [[0, 0], [1, 0]]],
                fixed_dimension=None,
            ),
            "is not a whole point",
        ),
    ],
    ids=range(25),
)
def test_what_is_no_text_of_a_tiling(text: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as error:
        Tiling.from_json(text)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("value", [None, 3, [1], {"name": {1}}, {1: 2}, "squares", b"square"])
def test_what_is_neither_a_name_nor_a_table(value: Any) -> None:
    with pytest.raises(InputError, match="tiling"):
        tiling_from(value)


def test_a_tiling_that_cannot_be_read_back_is_not_written() -> None:
    for wrong in (
        replace(TRIANGULAR, shape=SQUARE.shape),
        replace(SQUARE, faces=(SQUARE.faces[0][::-1],)),
        replace(SQUARE, name="\n"),
    ):
        with pytest.raises(InputError):
            tiling_text(wrong)
