"""The page of a map of games: one file that can be zoomed and panned."""

from pathlib import Path
from typing import Any

from boardless.analysis.game_map import GameMap
from boardless.topo import InputError
from boardless.topo.drawing import palette
from boardless.view.files import page_of, writing

#: What each kind of distance compares, in words.
_COMPARED = {
    "all": "concepts and metrics",
    "cosine": "concepts",
    "jaccard": "concepts (Jaccard distance)",
    "metrics": "metrics",
}


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
    data = {
        "title": title,
        "summary": f"{len(drawn.table):,} games by {_COMPARED[drawn.kind]}; {measured}.",
        "colours": palette.FAMILIES,
        "games": [_game(drawn, row) for row in range(len(drawn.table))],
        "families": [
            [int(family), int(games), str(category), float(share)]
            for family, games, category, share in drawn.families_by_category().itertuples(
                index=False
            )
        ],
    }
    return page_of(title, data, "map.js", "map.css")


def _game(drawn: GameMap, row: int) -> dict[str, Any]:
    """Return the data of the game in a row; x grows rightward, y downward."""
    game = drawn.table.iloc[row]
    return {
        "name": str(game["game"]),
        "category": str(game["category"]),
        "family": int(game["family"]),
        "x": float(game["x"]),
        "y": -float(game["y"]),
        "concepts": int(drawn.concepts[row]),
        "near": [
            [other, round(float(drawn.distances[row, other]), 3)] for other in drawn.neighbours(row)
        ],
    }
