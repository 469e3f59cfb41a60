"""Measures of every ply: board size, unused share and others, by game, technique and seed."""

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from boardless.games.game import Game, GameChoice, as_game, technique_for
from boardless.games.game_technique import TechniqueChoice
from boardless.jit.arrays import Floats
from boardless.play.observing import observer
from boardless.play.playout_worker import MAX_PLAYOUTS, MAX_SEED
from boardless.play.recording import SteppedPlayer
from boardless.state.engine.observing import (
    SEEN_CELLS,
    SEEN_COVERED,
    SEEN_DIFFERENT,
    SEEN_PIECES,
    SEEN_RIM,
    SEEN_SCORES,
)
from boardless.topo import integer_between
from boardless.util.inputs import refuse, several

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The measures of a state, and their columns in `state.engine.observing`.
MEASURES = {
    "cells": SEEN_CELLS, "occupied": SEEN_COVERED, "pieces": SEEN_PIECES, "rim": SEEN_RIM,
    "moves": SEEN_DIFFERENT, "scores": SEEN_SCORES,
}  # fmt: skip


def trials_table(
    games: GameChoice | Sequence[GameChoice],
    techniques: TechniqueChoice | Sequence[TechniqueChoice] | None = None,
    seeds: int | Sequence[int] = 1,
    *,
    playouts: int = 100,
    moves: int = 0,
    start: str = "5.4",
) -> pd.DataFrame:
    """Return every measure by ply, for techniques x games x seeds.

    Parameters
    ----------
    games : Game, str, path, or a sequence of them
        Arguments of `games.load`; load games on another tiling beforehand.
    techniques : technique, strategy, str, or a sequence of them, optional
        The growth of the board, also by your own techniques; by default as `run_playouts`. With
        your own technique, which Python grows, moves are played one by one.
    seeds : int or sequence of int, default 1
        Each is a set of games: the playouts of that seed.
    playouts : int, default 100
        The number of games of each.
    moves : int, default 0
        The most observed moves; 0 for all.
    start : {"5.4", "minimal"}
        The first board of named growing techniques.

    Returns
    -------
    DataFrame
        A row for each game, technique, seed and ply up to the last one that a game reached:
        ``game``, ``tiling``, ``technique``, ``seed``, ``ply``, ``games`` that got so far, and of
        these the means of ``cells`` (of the board), ``occupied`` (cells with pieces), ``pieces``,
        ``rim`` (cells with a neighbour missing), ``moves`` (different legal ones), ``scores`` (the
        largest difference of two) and ``unused`` (the share of empty cells), with the standard
        deviations of ``cells`` and ``unused`` as ``cells_sd`` and ``unused_sd``. Techniques in
        Python lack ``rim`` and ``scores``.

    Raises
    ------
    InputError
        If a game, technique or number is not allowed.
    """
    playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    moves = integer_between(moves, "moves", 0, 10**6)
    numbers = [integer_between(number, "seed", 0, MAX_SEED) for number in several("seeds", seeds)]
    wanted = product(several("games", games), several("techniques", techniques), numbers)
    parts = [
        _part(as_game(game), technique, seed, playouts, moves, start)
        for game, technique, seed in wanted
    ]
    return pd.concat(parts, ignore_index=True)


def _part(
    game: Game, technique: Any, seed: int, playouts: int, moves: int, start: str
) -> pd.DataFrame:
    """Return the rows of a game in a technique, of one seed."""
    chosen = game.suited(technique_for(game, technique, start))
    game.refuse_match()
    rows: Any
    if chosen.is_external:
        stepping = SteppedPlayer(game, chosen)
        rows = [_stepped(stepping, seed, number, moves) for number in range(playouts)]
    else:
        watching, columns = observer(game, technique=technique, start=start), [*MEASURES.values()]
        games = (watching.observed(seed, number).rows for number in range(playouts))
        rows = [game[: moves + 1 if moves else None, columns].astype(float) for game in games]
    plies = np.concatenate([np.arange(len(game)) for game in rows])
    table = pd.DataFrame(np.concatenate(rows), columns=list(MEASURES))
    table["unused"] = 1 - table["occupied"] / table["cells"].where(table["cells"] > 0, np.nan)
    by_ply = table.groupby(plies)
    means = by_ply.mean()
    for name in ("cells", "unused"):
        means[f"{name}_sd"] = by_ply[name].std(ddof=0)
    about = {
        "game": game.name, "tiling": game.plane, "technique": chosen.name, "seed": seed,
        "ply": means.index, "games": by_ply.size(),
    }  # fmt: skip
    return pd.concat([pd.DataFrame(about, index=means.index), means], axis=1).reset_index(drop=True)


def _stepped(stepping: SteppedPlayer, seed: int, number: int, moves: int) -> Floats:
    rows: list[tuple[float, ...]] = []
    for position in stepping.steps(seed, number):
        if moves and position.plies > moves:
            break
        if len(rows) > position.plies:
            continue  # an outcome of chance, which belongs to the move before it
        occupied = int(np.count_nonzero(position.arrays.what[position.sites()]))
        legal = position.count_moves() if position.winner < 0 else 0
        rows.append((position.cells, occupied, occupied, np.nan, legal, np.nan))
    return np.array(rows, float)


def draw_trials(table: pd.DataFrame, measure: str = "cells") -> "Figure":
    """Draw a measure of `trials_table` by ply: a line for each game and technique.

    A line averages all seeds. Around the lines of ``cells`` and ``unused`` lies a band of one
    standard deviation.

    Parameters
    ----------
    table : pandas.DataFrame
        The table of `trials_table`.
    measure : str, default "cells"
        One of its columns: a measure of a state, or "unused".

    Returns
    -------
    matplotlib.figure.Figure
        The drawing.
    """
    from matplotlib.figure import Figure

    if measure not in (*MEASURES, "unused"):
        refuse("measure", measure, f"choose one of {', '.join(MEASURES)}, unused")
    if "technique" not in getattr(table, "columns", ()):
        refuse("table", table, "give one of trials_table")
    figure = Figure(figsize=(6.3, 4.2))
    ax = figure.subplots()
    for (game, tiling, technique), part in table.groupby(["game", "tiling", "technique"]):
        weights = part["games"]
        by_ply = (part[measure] * weights).groupby(part["ply"]).sum()
        mean = by_ply / weights.groupby(part["ply"]).sum()
        (line,) = ax.plot(mean.index, mean, label=f"{game} {tiling}, {technique}")
        if f"{measure}_sd" in part:
            sd = part.groupby("ply")[f"{measure}_sd"].mean()
            ax.fill_between(mean.index, mean - sd, mean + sd, color=line.get_color(), alpha=0.2)
    ax.set(xlabel="moves", ylabel=measure)
    ax.legend()
    return figure
