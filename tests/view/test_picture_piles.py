"""Pictures tell how many pieces lie on a site: in Matplotlib, in SVG, on a page, as text."""

import re
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from boardless.games import compile
from boardless.play import State
from boardless.topo.drawing.picture import UNITS, outlines_of
from boardless.view import to_html
from boardless.view.pieces import TIMES
from boardless.view.scene import scene_of
from boardless.view.terminal import text_board

SVG = "{http://www.w3.org/2000/svg}"
#: Games that begin with some pieces on a site: counted, one upon another, and of several kinds.
GAMES = {
    "counted": """(game "Counted" (players 2)
        (equipment { (mancalaBoard 2 3 store:None (track "Way" "0,E,N,W" loop:True))
            (piece "Seed" Shared) })
        (rules (start (set Count COUNT at:1)) (play (forEach Site (sites Track)
            (if (> (count at:(site)) 1) (move Select (from (site)) (then (sow))))))
            (end (if (no Moves Next) (result Mover Win)))))""",
    "stacked": """(game "Stacked" (players 2)
        (equipment { (board (rectangle 2 3) use:Vertex) (piece "Stone" Each) })
        (rules (start (place Stack "Stone1" 4 count:COUNT))
            (play (move Add (to (sites Board)) stack:True))
            (end (if (>= (count Moves) 30) (result Mover Win)))))""",
    "several kinds": """(game "Kinds" (players 2)
        (equipment { (board (rectangle 2 3)) (piece "Rook" Each) (piece "Pawn" Each) })
        (rules (start (place Stack "Rook1" 1 count:COUNT))
            (play (move Add (piece "Pawn" Mover) (to (sites Board)) stack:True))
            (end (if (>= (count Moves) 30) (result Mover Win)))))""",
}


def begun(kind: str, count: int) -> State:
    return State(compile(GAMES[kind].replace("COUNT", str(count))))


def drawn(state: State) -> bytes:
    """Return a Matplotlib drawing as bytes."""
    figure, file = Figure(), BytesIO()
    state.draw(figure.add_subplot())
    figure.savefig(file, format="raw", dpi=60)
    return file.getvalue()


def written(state: State) -> list[str]:
    """Return what is written on pieces, without the letters and numbers beside the board."""
    root = ET.fromstring(state._repr_svg_())
    texts = root.findall(f"{SVG}g[@class='pieces']//{SVG}text")
    return [text.text or "" for text in texts]


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("counts", [(1, 2), (3, 4), (12, 13)], ids=str)
def test_positions_that_differ_in_a_number_have_different_pictures(
    kind: str, counts: tuple[int, int], tmp_path: Path
) -> None:
    one, other = (begun(kind, count) for count in counts)
    assert one._repr_svg_() != other._repr_svg_()
    assert drawn(one) != drawn(other)
    assert text_board(one) != text_board(other)
    pages = []
    for state in (one, other):
        to_html(state, tmp_path / f"{state.piles}.html")
        pages.append((tmp_path / f"{state.piles}.html").read_text(encoding="utf-8"))
    assert pages[0] != pages[1]


@pytest.mark.parametrize(
    ("kind", "texts", "sign"),
    [
        ("counted", ["12"], "1x12"),
        ("stacked", [f"{TIMES}12"], "1x12"),
        ("several kinds", [f"{TIMES}12"], "R1x12"),
    ],
)
def test_the_number_is_written_on_the_pile(kind: str, texts: list[str], sign: str) -> None:
    state = begun(kind, 12)
    assert written(state) == texts
    assert sign in text_board(state).split()
    # A single piece has none.
    assert not re.search(r"\d", "".join(written(begun(kind, 1))))


def test_no_sign_of_a_text_board_touches_another() -> None:
    state = begun("several kinds", 99)
    for _ in range(12):
        state.push(next(iter(state.legal_moves)))
    rows = [row.split() for row in text_board(state).splitlines() if row.strip()]
    assert [len(row) for row in rows[:2]] == [3, 3]
    # What lies below something else is told beside the board.
    assert rows[2] == ["a1:", "P2", "on", *["P1", "P2"] * 5, "P1"]


@pytest.mark.parametrize("kind", GAMES)
def test_pictures_hold_all_of_a_high_pile(kind: str) -> None:
    state = begun(kind, 9)
    root = ET.fromstring(state._repr_svg_())
    left, top, width, height = map(float, root.get("viewBox").split())
    shown = scene_of(state).picture
    outlines = [
        line * item.get("scale", 1) + (item["x"], item["y"])
        for item in shown.layers["pieces"].values()
        for shape in shown.shapes_of(item)
        if "d" in shape
        for line in outlines_of(shape["d"])
    ]
    for line in outlines:
        assert (line >= (left, top)).all()
        assert (line <= (left + width, top + height)).all()
    # What is written can be read: sizes on the screen are at least those of small print.
    scale = float(root.get("width")) / width
    sizes = [float(text.get("font-size")) * scale for text in root.findall(f".//{SVG}text")]
    assert min(sizes) >= 8
    # Matplotlib makes room for the uppermost piece, too.
    highest = -min(line[:, 1].min() for line in outlines) / UNITS
    low, high = state.draw(Figure().add_subplot()).get_ylim()
    assert low < highest <= high
