"""A page for each game that was measured, in HTML and Markdown, with pictures."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from boardless.analysis import page
from boardless.analysis.page import Section, Table, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: What a page says of a game: words, and the entry of the measures.
SAID = {
    "Length in decisions": "plies",
    "Length in ticks (all moves)": "ticks",
    "Legal moves": "actions",
    "Different next states": "branching",
    "Size of the state": "state_size",
    "Moves in a row": "turn",
    "Rounds": "rounds",
    "Rewards": "rewards",
    "Points": "points",
    "Values of the heuristic": "heuristic",
}
#: What a page says of the last board, by its column.
BOARD = {
    "Cells": "cells", "Playable cells": "playable", "Diameter": "diameter",
    "Cells on the border": "perimeter", "Holes": "holes", "Share of cells unused": "unused",
}  # fmt: skip
_ESTIMATES = {
    "drama": "Drama", "lead_changes": "Lead changes", "decided": "Share before decided",
}  # fmt: skip


def markdown(games: Sequence[dict[str, Any]]) -> str:
    """Return what was measured (`analysis.measures.measure`) as Markdown."""
    return page.markdown([_section(game) for game in games])


def html(games: Sequence[dict[str, Any]]) -> str:
    """Return what was measured (`analysis.measures.measure`) as a page of HTML."""
    return page.html(", ".join(game["game"] for game in games), [_section(it) for it in games])


def _section(game: dict[str, Any]) -> Section:
    title = f"{game['game']}, {game['playouts']:,} games by {game['agent']}"
    name = f"Length and board of {game['game']}"
    return Section(title, tuple(_tables(game)), ((name, page.drawn(lambda: _figure(game))),))


def _tables(game: dict[str, Any]) -> Iterator[Table]:
    """Yield the tables of a game."""
    columns = ("mean", "sd", "min", "max")
    yield Table(
        ("", "mean", "standard deviation", "least", "most"),
        tuple(
            (words, *(number(game[key][it]) for it in columns))
            for words, key in SAID.items()
            if game[key] is not None and game[key]["mean"] is not None
        ),
    )
    single = [("Hidden share", number(game["hidden"]))]
    single += [(f"Mean reward of player {n}", number(it)) for n, it in enumerate(game["seats"], 1)]
    if game["won"] is not None:
        low, high = game["won"]["interval"]
        single += [
            ("Share of games won", number(game["won"]["share"])),
            ("Share of games won, 99 %", f"{low:.3f} to {high:.3f}"),
        ]
    if len(game["seats"]) > 1:
        low, high = game["first_player"]["interval"]
        single += [
            ("First-player advantage", number(game["first_player"]["advantage"])),
            ("Score of the first player, 99 %", f"{low:.3f} to {high:.3f}"),
        ]
    if game["estimates"] is not None:
        single += [(_ESTIMATES[key], number(it)) for key, it in game["estimates"].items()]
    yield Table(("", "value"), tuple(single))
    speeds = game["calls_per_s"].items()
    yield Table(("", "calls a second"), tuple((name, f"{value:,.0f}") for name, value in speeds))
    if game["board"]:
        first, last = game["board"][0], game["board"][-1]
        yield Table(
            ("Board", "at the start", f"after {last['ply']} moves"),
            tuple((words, number(first[it]), number(last[it])) for words, it in BOARD.items()),
        )


def _figure(game: dict[str, Any]) -> "Figure":
    """Draw how long games are, and how their boards grow."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3))
    left, right = figure.subplots(1, 2)
    left.bar(range(len(game["lengths"])), game["lengths"], width=1.0)
    left.set(xlabel="decisions", ylabel="games", title="Length")
    for name, marks in (("cells", "-"), ("pieces", "--"), ("playable", ":")):
        rows = game["board"]
        right.plot([row["ply"] for row in rows], [row[name] for row in rows], marks, label=name)
    right.set(xlabel="move", title="Cells, pieces, playable cells")
    if game["board"]:
        right.legend(loc="upper left")
    return figure
