"""Pages in HTML and Markdown, each in one file: tables and pictures of games, tournaments."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.agents import Standings
from boardless.analysis.definitions import tag_metrics, unit_of
from boardless.analysis.figures.figure import house_style, panels
from boardless.topo import InputError

_STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:2em auto}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}"
)


@dataclass(frozen=True)
class Section:
    """A part of a page: a title, tables of words, and pictures as SVG with captions."""

    title: str
    tables: tuple[pd.DataFrame, ...]
    pictures: tuple[tuple[str, bytes], ...]


def markdown(sections: Sequence[Section]) -> str:
    """Return a page of Markdown."""
    parts: list[str] = []
    for section in sections:
        parts.append(f"# {section.title}\n")
        for table in section.tables:
            rows = [list(table.columns), ["---"] * table.shape[1], *table.to_numpy().tolist()]
            parts += [
                "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows
            ]
            parts.append("")
        parts += [f"![{name}]({_data(picture)})\n" for name, picture in section.pictures]
    return "\n".join(parts)


def html(title: str, sections: Sequence[Section]) -> str:
    """Return a page of HTML."""
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
    ]  # fmt: skip
    for section in sections:
        parts.append(f"<h1>{escape(section.title)}</h1>")
        with pd.option_context("display.max_colwidth", None):
            parts += [table.to_html(index=False, border=0) for table in section.tables]
        for name, picture in section.pictures:
            parts.append(f'<img alt="{escape(name)}" src="{_data(picture)}">')
    return "\n".join([*parts, "</body></html>\n"])


def number(value: float | None) -> str:
    """Return a number in the form of pages, or "" if it is unknown."""
    return "" if value is None or value != value else f"{value:,.3f}"


def svg_of(draw: Callable[[], Figure]) -> bytes:
    """Return a figure as SVG; equal figures have equal bytes."""
    picture = BytesIO()
    with house_style():
        draw().savefig(picture, format="svg", metadata={"Creator": None, "Date": None})
    return picture.getvalue()


def _data(picture: bytes) -> str:
    return "data:image/svg+xml;base64," + b64encode(picture).decode()


#: Lines of a page about a game, before and after TAG's metrics: words, and entries of the measures.
LENGTHS = {"Length in decisions": "plies", "Length in ticks (all moves)": "ticks"}
WORTHS = {"Rewards": "rewards", "Points": "points", "Values of states": "heuristic"}
#: Lines of a page about the last board, by its column.
BOARD = {
    "Cells": "cells", "Playable cells": "playable", "Diameter": "diameter",
    "Cells on the border": "perimeter", "Holes": "holes", "Share of cells unused": "unused",
}  # fmt: skip
_ESTIMATES = {
    "drama": "Drama", "lead_changes": "Lead changes", "decided": "Share before decided",
}  # fmt: skip


def game_markdown(games: Sequence[dict[str, Any]]) -> str:
    """Return measurements of `analysis.measures.measure` as Markdown."""
    return markdown([_game_section(game) for game in games])


def game_html(games: Sequence[dict[str, Any]]) -> str:
    """Return measurements of `analysis.measures.measure` as a page of HTML."""
    return html(", ".join(game["game"] for game in games), [_game_section(game) for game in games])


def _game_section(game: dict[str, Any]) -> Section:
    title = f"{game['game']}, {game['playouts']:,} games by {game['agent']}"
    name = f"Length and board of {game['game']}"
    return Section(title, tuple(_game_tables(game)), ((name, svg_of(lambda: _figure(game))),))


def _game_tables(game: dict[str, Any]) -> Iterator[pd.DataFrame]:
    """Yield the tables of a game."""
    columns, by_title = (
        ("mean", "sd", "min", "max"),
        {each.title: each.name for each in tag_metrics()},
    )
    shares = [
        (title, number(game[key]))
        for title, key in by_title.items()
        if isinstance(game[key], float)
    ]
    spreads = [
        (words, *(number(game[key][column]) for column in columns))
        for words, key in (LENGTHS | by_title | WORTHS).items()
        if isinstance(game[key], dict) and game[key]["mean"] is not None
    ]
    yield pd.DataFrame(spreads, columns=["", "mean", "standard deviation", "least", "most"])
    single = shares + [
        (f"Mean reward of player {n}", number(reward)) for n, reward in enumerate(game["seats"], 1)
    ]
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
        single += [(_ESTIMATES[key], number(value)) for key, value in game["estimates"].items()]
    yield pd.DataFrame(single, columns=["", "value"])
    rates = [game[f"{side}_calls_per_s"] for side in ("python", "engine")]
    names = dict.fromkeys((*rates[0], *rates[1]))
    speeds = [(name, *(number(rate.get(name)) for rate in rates)) for name in names]
    yield pd.DataFrame(speeds, columns=["", "Python calls a second", "engine calls a second"])
    metrics = [
        (name, unit_of(name), *map(number, (value, *game["intervals"][name])))
        for name, value in game["measured"].items()
    ]
    yield pd.DataFrame(metrics, columns=["Metric", "unit", "value", "from", "to (99 %)"])
    if game["board"]:
        first, last = game["board"][0], game["board"][-1]
        rows = [
            (words, number(first[column]), number(last[column])) for words, column in BOARD.items()
        ]
        yield pd.DataFrame(rows, columns=["Board", "at the start", f"after {last['ply']} moves"])


def _figure(game: dict[str, Any]) -> Figure:
    """Draw lengths of games, and growth of their boards."""
    figure, (left, right) = panels(8, 3, 1, 2)
    left.bar(range(len(game["lengths"])), game["lengths"], width=1.0)
    left.set(xlabel="decisions", ylabel="games", title="Length")
    for name, marks in (("cells", "-"), ("pieces", "--"), ("playable", ":")):
        rows = game["board"]
        right.plot([row["ply"] for row in rows], [row[name] for row in rows], marks, label=name)
    right.set(xlabel="move", title="Cells, pieces, playable cells")
    if game["board"]:
        right.legend(loc="upper left")
    return figure


#: Inches: the width of the pictures, the height of a line of dots, and of the frame.
WIDTH, LINE, ROUND = 8.0, 0.3, 1.1
#: The lowest score with black numbers in a cross table.
BRIGHT = 0.6


def tournament_markdown(standings: Standings) -> str:
    """Return the results of a tournament as Markdown."""
    return markdown(_sections(standings))


def tournament_html(standings: Standings) -> str:
    """Return the results of a tournament as a page of HTML."""
    return html(", ".join(dict.fromkeys(standings.games)), _sections(standings))


def _sections(standings: Standings) -> list[Section]:
    return [_tournament_section(standings, game) for game in dict.fromkeys(standings.games)]


def _tournament_section(standings: Standings, game: str) -> Section:
    played = int((standings.table["game"] == game).sum() / len(_of(standings.seats, game)))
    if standings.is_solitaire(game):
        alone = (f"Games of {game} that were won", svg_of(lambda: draw_alone(standings, game)))
        table = _of(standings.solitaire, game).rename(columns={"low": "from", "high": "to"})
        title = f"{game}, {played:,} games from seed {standings.seed}"
        return Section(title, (_table(table),), (alone,))
    pictures = [(f"Scores in {game}", svg_of(lambda: draw_scores(standings, game)))]
    if len(_of(standings.pairs, game)):
        cross = svg_of(lambda: draw_cross(standings, game))
        pictures.append((f"Who beat whom in {game}", cross))
    cut = standings.cut(game)
    those_cut = f", {cut:,} cut for their length and drawn" if cut else ""
    title = f"{game}, {played:,} games from seed {standings.seed}{those_cut}"
    return Section(title, tuple(_tournament_tables(standings, game)), tuple(pictures))


def _tournament_tables(standings: Standings, game: str) -> Iterator[pd.DataFrame]:
    """Yield the tables of a game."""
    agents = _of(standings.agents, game).rename(columns={"low": "from", "high": "to"})
    try:
        agents["alpha-rank"] = agents["agent"].map(standings.alpha_ranks(game))
    except InputError:
        # OpenSpiel is an extra.
        agents["alpha-rank"] = np.nan
    yield _table(agents)
    for table in (standings.pairs, standings.rates, standings.seats):
        if len(_of(table, game)):
            yield _table(_of(table, game).rename(columns={"low": "from", "high": "to"}))


def _table(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame as words, without empty columns."""
    filled = frame.dropna(axis=1, how="all").rename(columns=lambda name: name.replace("_", " "))
    return filled.astype(object).map(
        lambda value: number(value) if isinstance(value, float) else str(value)
    )


def draw_scores(standings: Standings, game: str) -> Figure:
    """Draw scores and ratings of the agents, and scores of the seats, with intervals."""
    agents, seats = _of(standings.agents, game), _of(standings.seats, game)
    lines = max(len(agents), len(seats))
    figure, (left, middle, right) = panels(
        WIDTH, ROUND + LINE * lines, 1, 3, width_ratios=(2, 2, 1)
    )
    _dots(left, agents["agent"], agents[["score", "low", "high"]])
    left.set(title="Score", xlim=(-0.02, 1.02))
    _dots(middle, [""] * len(agents), agents[["rating", "rating_low", "rating_high"]])
    middle.set(title="Rating (Bradley-Terry)")
    _dots(right, [f"seat {n}" for n in seats["seat"]], seats[["score", "low", "high"]])
    right.set(title="Score of a seat", xlim=(-0.02, 1.02))
    return figure


def draw_alone(standings: Standings, game: str) -> Figure:
    """Draw the share of games that each agent won alone, and its points, with intervals."""
    agents = _of(standings.solitaire, game)
    scored = bool(agents["points"].notna().any())
    figure = Figure(figsize=(WIDTH, ROUND + LINE * len(agents)))
    left, *right = figure.subplots(1, 1 + scored, squeeze=False)[0]
    _dots(left, agents["agent"], agents[["share", "low", "high"]])
    left.set(title="Share of games won", xlim=(-0.02, 1.02))
    for ax in right:
        _dots(ax, [""] * len(agents), agents[["points", "points_low", "points_high"]])
        ax.set(title="Points")
    return figure


def draw_cross(standings: Standings, game: str) -> Figure:
    """Draw the score of each agent against each other agent."""
    cross = standings.cross(game)
    scores, side = cross.to_numpy(float), 1.8 + 2 * LINE * len(cross)
    figure, ax = panels(min(WIDTH, side + 1.2), side)
    shown = ax.imshow(scores, cmap="viridis", vmin=0, vmax=1)
    ax.grid(visible=False)
    ax.set_xticks(range(len(cross)), cross.columns, rotation=30, ha="right")
    ax.set_yticks(range(len(cross)), cross.index)
    for (row, column), score in np.ndenumerate(scores):
        if not np.isnan(score):
            color = "black" if score > BRIGHT else "white"
            ax.text(column, row, f"{score:.2f}", ha="center", va="center", color=color)
    ax.set(title="Score of the row against the column")
    figure.colorbar(shown, ax=ax, shrink=0.8)
    return figure


def _dots(ax: Axes, names: Any, intervals: pd.DataFrame) -> None:
    """Draw a dot with its interval for each name from the top; open intervals get an arrow."""
    places, numbers = np.arange(len(names)), intervals.to_numpy(float)
    finite = numbers[np.isfinite(numbers)]
    beyond = 0.5 + 0.3 * float(np.ptp(finite)) if len(finite) else 0.0
    middle, low, high = numbers.T.copy()
    for ends, marker, sign in ((low, "<", -1), (high, ">", 1)):
        open_ = np.isinf(ends)
        ends[open_] = middle[open_] + sign * beyond
        ax.plot(ends[open_], places[open_], marker, color="black", markersize=6)
    # Rounding must not turn a bound equal to the number into one beyond it.
    reach = np.maximum([middle - low, high - middle], 0.0)
    ax.errorbar(middle, places, xerr=reach, fmt="o", capsize=3, color="black", markersize=4)
    ax.set_yticks(places, list(names))
    ax.set_ylim(len(names) - 0.5, -0.5)


def _of(table: pd.DataFrame, game: str) -> pd.DataFrame:
    """Return the rows of a game, without its name."""
    return table[table["game"] == game].drop(columns="game")
