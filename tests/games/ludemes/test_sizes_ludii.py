"""The boards of Ludii's games, where it wrote them down: places, edges and cells."""

import gzip
import json

import numpy as np
import pytest

from tests.conftest import ORACLE
from tests.games.initial.texts import laid_out

BOARDS = ORACLE / "boards" / "boards.jsonl.gz"


@pytest.mark.skipif(not BOARDS.exists(), reason="the shared folder with Ludii's boards is not here")
def test_boards_are_laid_out_as_ludii_lays_them_out():
    compared = 0
    with gzip.open(BOARDS, "rt") as lines:
        for known in map(json.loads, lines):
            if known.get("board") and sum(known["counts"]) < 600:
                compare(laid_out(known["board"]), known)
                compared += 1
    assert compared > 100


def compare(layout, known):
    text = known["board"]
    points = [(*site["pt"], 0.0)[:3] for site in known["vertices"]["sites"]]
    assert layout.points.shape == (len(points), 3), text
    np.testing.assert_allclose(layout.points, points, atol=1e-4, err_msg=text)
    edges = [site["vertices"] for site in known["edges"]["sites"]]
    assert layout.edges.tolist() == edges, text
    assert [list(face) for face in layout.faces] == [
        site["vertices"] for site in known["cells"]["sites"]
    ], text
    assert (layout.basis, layout.shape) == (known["basis"], known["shape"]), text
    assert (layout.dim and list(layout.dim)) == known["dim"], text
    assert list(layout.curved) == known.get("curved", []), text
    pivots = [-1 if pivot is None else pivot for pivot in known.get("pivots", [])]
    assert list(layout.pivots or []) == pivots, text
