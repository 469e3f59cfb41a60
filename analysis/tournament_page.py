"""A page for a tournament, in HTML and Markdown: who won how often, with pictures."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from boardless.agents import Standings
from boardless.analysis import page
from boardless.analysis.page import Section, Table, number
from boardless.topo import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Inches: the width of the pictures, the height of a line of dots, and of what is round them.
WIDTH, LINE, ROUND = 8.0, 0.3, 1.1
#: Scores from which on numbers in a cross table are black.
BRIGHT = 0.6


def markdown(standings: Standings) -> str:
    """Return what came out of a tournament as Markdown."""
    return page.markdown(_sections(standings))


def html(standings: Standings) -> str:
    """Return what came out of a tournament as a page of HTML."""
    return page.html(", ".join(dict.fromkeys(standings.games)), _sections(standings))


def _sections(standings: Standings) -> list[Section]:
    return [_section(standings, game) for game in dict.fromkeys(standings.games)]


def _section(standings: Standings, game: str) -> Section:
    played = int((standings.table["game"] == game).sum() / len(_of(standings.seats, game)))
    pictures = [
        (f"Scores in {game}", page.drawn(lambda: draw_scores(standings, game))),
        (f"Who beat whom in {game}", page.drawn(lambda: draw_cross(standings, game))),
    ]
    if standings.is_solitaire(game):
        alone = (f"Games of {game} that were won", page.drawn(lambda: draw_alone(standings, game)))
        table = _of(standings.solitaire, game).rename(columns={"low": "from", "high": "to"})
        title = f"{game}, {played:,} games from seed {standings.seed}"
        return Section(title, (_table(table),), (alone,))
    met = bool(len(_of(standings.pairs, game)))
    cut = standings.cut(game)
    drawn = f", {cut:,} cut for their length and drawn" if cut else ""
    title = f"{game}, {played:,} games from seed {standings.seed}{drawn}"
    return Section(title, tuple(_tables(standings, game)), tuple(pictures[: 1 + met]))


def _tables(standings: Standings, game: str) -> Iterator[Table]:
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


def _table(frame: pd.DataFrame) -> Table:
    """Return a frame as words; columns of which nothing is known are left out."""
    known = frame.dropna(axis=1, how="all")
    rows = known.astype(object).itertuples(index=False)
    return Table(
        tuple(str(name).replace("_", " ") for name in known.columns),
        tuple(
            tuple(number(it) if isinstance(it, float) else str(it) for it in row) for row in rows
        ),
    )


def draw_scores(standings: Standings, game: str) -> "Figure":
    """Draw scores and ratings of the agents, and scores of the seats, with intervals."""
    from matplotlib.figure import Figure

    agents, seats = _of(standings.agents, game), _of(standings.seats, game)
    lines = max(len(agents), len(seats))
    figure = Figure(figsize=(WIDTH, ROUND + LINE * lines))
    left, middle, right = figure.subplots(1, 3, width_ratios=(2, 2, 1))
    columns = ("score", "low", "high")
    _dots(left, agents["agent"], agents[[*columns]].to_numpy(float))
    left.set(title="Score", xlim=(-0.02, 1.02))
    ratings = agents[["rating", "rating_low", "rating_high"]].to_numpy(float)
    _dots(middle, [""] * len(agents), ratings)
    middle.set(title="Rating (Bradley-Terry)")
    _dots(right, [f"seat {n}" for n in seats["seat"]], seats[[*columns]].to_numpy(float))
    right.set(title="Score of a seat", xlim=(-0.02, 1.02))
    return figure


def draw_alone(standings: Standings, game: str) -> "Figure":
    """Draw what share each agent won of a game of one player, and its points, with intervals."""
    from matplotlib.figure import Figure

    agents = _of(standings.solitaire, game)
    scored = bool(agents["points"].notna().any())
    figure = Figure(figsize=(WIDTH, ROUND + LINE * len(agents)))
    left, *right = figure.subplots(1, 1 + scored, squeeze=False)[0]
    _dots(left, agents["agent"], agents[["share", "low", "high"]].to_numpy(float))
    left.set(title="Share of games won", xlim=(-0.02, 1.02))
    for ax in right:
        points = agents[["points", "points_low", "points_high"]].to_numpy(float)
        _dots(ax, [""] * len(agents), points)
        ax.set(title="Points")
    return figure


def draw_cross(standings: Standings, game: str) -> "Figure":
    """Draw the score of each agent against each other."""
    from matplotlib.figure import Figure

    cross = standings.cross(game)
    side = 1.8 + 2 * LINE * len(cross)
    figure = Figure(figsize=(min(WIDTH, side + 1.2), side))
    ax = figure.subplots()
    shown = ax.imshow(cross.to_numpy(float), cmap="viridis", vmin=0, vmax=1)
    ax.grid(visible=False)
    ax.set_xticks(range(len(cross)), cross.columns, rotation=30, ha="right")
    ax.set_yticks(range(len(cross)), cross.index)
    for (row, column), score in np.ndenumerate(cross.to_numpy(float)):
        if not np.isnan(score):
            color = "black" if score > BRIGHT else "white"
            ax.text(column, row, f"{score:.2f}", ha="center", va="center", color=color)
    ax.set(title="Score of the row against the column")
    figure.colorbar(shown, ax=ax, shrink=0.8)
    return figure


def _dots(ax: "Axes", names: Any, numbers: Any) -> None:
    """Draw a dot with its interval for each name, the first on top.

    Where an interval has no end, its line has one, with an arrow.
    """
    places = np.arange(len(names))
    known = numbers[np.isfinite(numbers)]
    beyond = 0.5 + 0.3 * float(np.ptp(known)) if len(known) else 0.0
    middle, low, high = numbers.T.copy()
    for ends, marker, sign in ((low, "<", -1), (high, ">", 1)):
        open_ = np.isinf(ends)
        ends[open_] = middle[open_] + sign * beyond
        ax.plot(ends[open_], places[open_], marker, color="black", markersize=6)
    # Rounding must not turn a bound that is the number itself into one beyond it.
    reach = np.maximum([middle - low, high - middle], 0.0)
    ax.errorbar(middle, places, xerr=reach, fmt="o", capsize=3, color="black", markersize=4)
    ax.set_yticks(places, list(names))
    ax.set_ylim(len(names) - 0.5, -0.5)


def _of(table: pd.DataFrame, game: str) -> pd.DataFrame:
    """Return the rows of a game, without its name."""
    return table[table["game"] == game].drop(columns="game")
