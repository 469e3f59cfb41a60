"""A page for each game that was measured, in HTML and Markdown, with pictures."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from typing import Any

#: What a page says of a game: words, and the entry of the measures.
SAID = {
    "Length in decisions": "plies",
    "Length in ticks (all moves)": "ticks",
    "Legal moves": "actions",
    "Different next states": "branching",
    "Size of the state": "state_size",
    "Moves in a row": "turn",
    "Rewards": "rewards",
}
#: What a page says of the last board, by its column.
BOARD = {
    "Cells": "cells", "Playable cells": "playable", "Diameter": "diameter",
    "Cells on the border": "perimeter", "Holes": "holes", "Share of cells unused": "unused",
}  # fmt: skip
_ESTIMATES = {
    "drama": "Drama", "lead_changes": "Lead changes", "decided": "Share before decided",
}  # fmt: skip
_STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:2em auto}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}"
)


def markdown(games: Sequence[dict[str, Any]]) -> str:
    """Return what was measured (`analysis.measures.measure`) as Markdown."""
    parts: list[str] = []
    for game in games:
        parts.append(f"# {_title(game)}\n")
        for head, rows in _tables(game):
            parts.append("| " + " | ".join(head) + " |\n|" + " --- |" * len(head))
            parts += ["| " + " | ".join(row) + " |" for row in rows]
            parts.append("")
        parts += [f"![{name}]({_data(picture)})\n" for name, picture in _pictures(game)]
    return "\n".join(parts)


def html(games: Sequence[dict[str, Any]]) -> str:
    """Return what was measured (`analysis.measures.measure`) as a page of HTML."""
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(', '.join(game['game'] for game in games))}</title>",
        f"<style>{_STYLE}</style></head><body>",
    ]  # fmt: skip
    for game in games:
        parts.append(f"<h1>{escape(_title(game))}</h1>")
        for head, rows in _tables(game):
            parts.append("<table><tr>" + "".join(f"<th>{escape(it)}</th>" for it in head) + "</tr>")
            for row in rows:
                parts.append("<tr>" + "".join(f"<td>{escape(it)}</td>" for it in row) + "</tr>")
            parts.append("</table>")
        for name, picture in _pictures(game):
            parts.append(f'<img alt="{escape(name)}" src="{_data(picture)}">')
    return "\n".join([*parts, "</body></html>\n"])


def _title(game: dict[str, Any]) -> str:
    return f"{game['game']}, {game['playouts']:,} games by {game['agent']}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.3f}"


def _tables(game: dict[str, Any]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield the head and the rows of each table of a game."""
    columns = ("mean", "sd", "min", "max")
    rows = [[words, *(_number(game[key][it]) for it in columns)] for words, key in SAID.items()]
    yield ["", "mean", "standard deviation", "least", "most"], rows
    single = [["Hidden share", _number(game["hidden"])]]
    single += [[f"Mean reward of player {n}", _number(it)] for n, it in enumerate(game["seats"], 1)]
    if game["estimates"] is not None:
        single += [[_ESTIMATES[key], _number(it)] for key, it in game["estimates"].items()]
    yield ["", "value"], single
    yield (
        ["", "calls a second"],
        [[name, f"{value:,.0f}"] for name, value in game["calls_per_s"].items()],
    )
    if game["board"]:
        first, last = game["board"][0], game["board"][-1]
        rows = [[words, _number(first[key]), _number(last[key])] for words, key in BOARD.items()]
        yield ["Board", "at the start", f"after {last['ply']} moves"], rows


def _pictures(game: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a game, each with what it shows."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.bar(range(len(game["lengths"])), game["lengths"], width=1.0)
    left.set(xlabel="decisions", ylabel="games", title="Length")
    for name in ("cells", "pieces", "playable"):
        right.plot([row["ply"] for row in game["board"]], [row[name] for row in game["board"]])
    right.set(xlabel="move", title="Cells, pieces, playable cells")
    if game["board"]:
        right.legend(("cells", "pieces", "playable"))
    picture = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "boardless"}):
        figure.savefig(picture, format="svg", metadata={"Date": None})
    yield f"Length and board of {game['game']}", picture.getvalue()


def _data(picture: bytes) -> str:
    return "data:image/svg+xml;base64," + b64encode(picture).decode()
