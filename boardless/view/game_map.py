"""The page of a map of games: one file that can be zoomed and panned."""

from pathlib import Path
from typing import Any

from boardless.analysis.game_map import GameMap
from boardless.topo import InputError
from boardless.topo.drawing.palette import FAMILIES
from boardless.topo.drawing.picture import circle, moved
from boardless.view.files import page_of, writing
from boardless.view.glyphs import FIGURES

#: The subject of each kind of distance, in words.
_COMPARED = {
    "all": "concepts and metrics",
    "cosine": "concepts",
    "jaccard": "concepts (Jaccard distance)",
    "metrics": "metrics",
}
#: Picture units: the longer side of the map, and the margin around it.
_SIDE, _MARGIN = 4000, 300
#: Marks of families, some 13 pixels wide: signs of players by number and turn, and other polygons.
#: 48 of them and of their fillings differ without colours, 84 with them.
_SIGNS = ((4, 0), (3, 0), (5, 0), (3, 180), (6, 0), (7, 0), (6, 45), (3, 270), (3, 90))
_MARKS = (
    circle(0, 0, 6),
    *(moved(FIGURES[f"player {sign}"][0], 0, 0, 0.2, turn) for sign, turn in _SIGNS),
    "M-6.5,0L-3.25,-5.6H3.25L6.5,0L3.25,5.6H-3.25z",
    "M0,-6.8L6.5,-2.1L4,5.5H-4L-6.5,-2.1z",
)


def map_to_html(drawn: GameMap, path: str | Path, title: str = "A map of games") -> None:
    """Write a page with a map that can be zoomed and panned, and the nearest games of each.

    It is one file that needs no network and no Python.

    Parameters
    ----------
    drawn : GameMap
        The map.
    path : str or Path
        The file to write.
    title : str
        The title of the page.

    Raises
    ------
    InputError
        If `drawn` is not a `GameMap`, or the file cannot be written.
    """
    if not isinstance(drawn, GameMap):
        raise InputError(f"map {drawn!r}: give a GameMap")
    with writing(path) as part:
        part.write_text(map_page(drawn, title), encoding="utf-8")


def map_page(drawn: GameMap, title: str) -> str:
    """Return the text of the page of a map."""
    measured = f"two dimensions show {drawn.explained:.0%} of the squared distances"
    places = drawn.table[["x", "y"]].to_numpy() * (1, -1)
    places -= places.min(axis=0)
    places = (places * _SIDE / max(places.max(), 1e-9)).round().astype(int)
    data = {
        "title": title,
        "summary": f"{len(drawn.table):,} games by {_COMPARED[drawn.kind]}; {measured}.",
        "colours": FAMILIES,
        "marks": _MARKS,
        "box": [-_MARGIN, -_MARGIN, *(places.max(axis=0) + 2 * _MARGIN).tolist()],
        "games": [_game(drawn, row, *place) for row, place in enumerate(places.tolist())],
        "families": {
            int(family): f"{games:,} game{'s' * (games > 1)}"
            + (f", {share:.0%} in {category}" if category else "")
            for family, games, category, share in drawn.families_by_category().itertuples(
                index=False
            )
        },
    }
    return page_of(title, data, "map.js", "map.css")


def _game(drawn: GameMap, row: int, x: int, y: int) -> dict[str, Any]:
    """Return the data of the game in a row and its place; x grows rightward, y downward."""
    game = drawn.table.iloc[row]
    return {
        "name": str(game["game"]),
        "category": str(game["category"]),
        "family": int(game["family"]),
        "x": x,
        "y": y,
        "concepts": int(drawn.concepts[row]),
        "near": [
            [other, round(float(drawn.distances[row, other]), 3)] for other in drawn.neighbours(row)
        ],
    }
