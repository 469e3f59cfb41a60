"""Boards as records: ours against others, and against those that Ludii wrote down."""

import copy
import gzip
import json
import math
from itertools import islice

import pytest

from boardless.topo import FixedBoard, InputError
from boardless.topo.layouts.records import (
    board_description,
    check_boards,
    derived_record,
    differences,
    read_boards,
    recorded_layout,
)
from boardless.topo.layouts.regions import track
from tests.conftest import ORACLE, THOROUGH
from tests.topo.layouts.samples import drawn, grid

LUDIIS = ORACLE / "boards" / "boards.jsonl.gz"

#: What the fifth decimal of a point may decide: which of nearly equal sites is the most central,
#: where a turn begins, into which row or direction a site just falls.
NOISY = {
    "centre", "phases", "perimeters", "rows", "columns", "row", "col", "label", "radials",
    "corners", "corners_concave", "corners_convex", "sides", "outer", "perimeter", "inner", "right",
    "Orthogonal", "Adjacent", "All",
}  # fmt: skip


def record(use="Cell"):
    board = FixedBoard(grid(3, 2), use)
    return board_description(board, [track(board, "Home", "0,E", owner=1)])


def test_a_record_has_everything_and_is_ready_for_json():
    written = json.loads(json.dumps(record()))
    assert written["counts"] == [6, 12, 17]
    assert written["cells"]["sites"][4] == {
        "pt": [1.5, 1.5],
        "label": "B2",
        "row": 1,
        "col": 1,
        "vertices": [5, 9, 10, 6],
        "orthogonal": [1, 3, 5],
        "diagonal": [0, 2],
        "off": [],
        "adjacent": [0, 1, 2, 3, 5],
        "all": [0, 1, 2, 3, 5],
        "all_order": [5, 2, 1, 0, 3],
    }
    assert written["cells"]["phases"] == [[0, 2, 4], [1, 3, 5]]
    assert "axial" not in written["vertices"]
    assert "slash" not in written["edges"]
    assert written["radials"][0] == {"N": [[0, 3]], "E": [[0, 1, 2]], "NE": [[0, 4]]}
    assert written["relation_radials"][1]["Orthogonal"] == [[1, 4], [1, 2], [1, 0]]
    assert written["relation_radials"][1]["Orthogonal_distinct"] == [0, 1]
    assert written["tracks"] == [
        {
            "name": "Home",
            "owner": 1,
            "loop": False,
            "sites": [0, 1, 2],
            "next": [1, 2, -1],
            "prev": [-1, 0, 1],
            "internal_loop": False,
        }
    ]


def test_boards_in_space_have_heights_and_layers():
    tower = drawn([(0, 0, 0), (0, 0, 1)], [(0, 1)])
    written = board_description(FixedBoard(tower, "Vertex"))["vertices"]
    assert (written["sites"][1]["pt"], written["sites"][1]["layer"]) == ([0.0, 0.0, 1.0], 1)
    assert written["layers"] == [[0], [1]]


@pytest.mark.parametrize("use", ["Cell", "Vertex", "Edge"])
def test_a_record_tells_how_to_lay_the_board_out_again(use):
    before = record(use)
    del before["tracks"]
    assert board_description(FixedBoard(recorded_layout(before), use)) == before | {"tracks": []}
    assert differences(derived_record(before), before) == {}


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("counts", lambda r: r["counts"].reverse()),
        ("cells.corners", lambda r: r["cells"]["corners"].pop()),
        ("cells.label", lambda r: r["cells"]["sites"][2].update(label="Z9")),
        ("cells.pt", lambda r: r["cells"]["sites"][2].update(pt=[2.5, 0.5001])),
        ("vertices.diagonal", lambda r: r["vertices"]["sites"][0].update(diagonal=[])),
        ("radials", lambda r: r["radials"][1]["W"][0].reverse()),
        ("relation_radials.All", lambda r: r["relation_radials"][0]["All"].reverse()),
        ("edges.sides", lambda r: r["edges"]["sides"].pop("N")),
        ("tracks", lambda r: r["tracks"].clear()),
    ],
)
def test_every_difference_is_found(field, change):
    other = copy.deepcopy(record())
    change(other)
    assert list(differences(record(), other)) == [field]


def test_choices_among_equals_are_not_compared():
    other = copy.deepcopy(record())
    other["cells"]["sites"][0]["diagonal"] = [5]
    other["relation_radials"][0]["Diagonal"] = [[0, 5]]
    assert differences(record(), other | {"asymmetric": ["cells.diagonal"]}) == {}
    assert list(differences(record(), other)) == ["cells.diagonal", "relation_radials.Diagonal"]


def test_checks_count_boards_and_say_where_the_first_differs(tmp_path):
    other = copy.deepcopy(record())
    other["cells"]["centre"] = []
    path = tmp_path / "boards.jsonl"
    named = [board | {"games": [name]} for name, board in (("One", record()), ("Two", other))]
    path.write_text("\n".join(map(json.dumps, [*named, named[1] | {"games": []}])))
    check = check_boards(read_boards(path))
    assert (check.boards, check.equal) == (3, 1)
    assert check.fields == {"cells.centre": (2, "Two: 2 instead of 0")}


def test_files_that_are_no_records_are_named(tmp_path):
    path = tmp_path / "boards.jsonl.gz"
    with pytest.raises(InputError, match=r"boards\.jsonl\.gz cannot be read"):
        list(read_boards(path))
    path.write_bytes(gzip.compress(b"[1]\n"))
    with pytest.raises(InputError, match="line 1: not a record"):
        list(read_boards(path))
    with pytest.raises(InputError, match="no points"):
        recorded_layout({"use": "Cell", "counts": [0, 0, 0]})


@pytest.mark.skipif(
    not LUDIIS.is_file(), reason="the shared folder with Ludii's boards is not here"
)
def test_ludiis_boards_follow_from_their_points():
    """Points are written to five decimals, so what these decide may come out otherwise."""
    every = 1 if THOROUGH else 6
    check = check_boards(islice(read_boards(LUDIIS), 0, None, every))
    assert check.boards == math.ceil(244 / every)
    assert check.equal >= 0.73 * check.boards
    sound = {name: of for name, of in check.fields.items() if name.split(".")[-1] not in NOISY}
    # On one board cells lie over one another, and which two share an edge is a matter of history.
    assert set(sound) <= {"cells.orthogonal", "cells.diagonal", "cells.off"}
    assert all(count == 1 for count, _ in sound.values())
    assert check.fields.get("radials", (0, ""))[0] <= 4
