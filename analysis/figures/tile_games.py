"""Section 7.9: boards of published tile games, and their growth."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure, axes_in_rows
from boardless.analysis.growth import BAND
from boardless.games import Game, load
from boardless.games.game import technique_for
from boardless.play import State
from boardless.play.playing import CHANCE, by_chance, move_of_chance, random_at
from boardless.play.recording import SteppedPlayer
from boardless.state.engine.arrays import PLIES
from boardless.topo import InputError

#: Games, and the number of moves before the drawn position, chance moves included.
SHOWN = {
    "Trax": 16,
    "Hive": 40,
    "Carcassonne": 60,
    "Kingdomino": 60,
    "Tantrix": 100,
    "Block": 34,
    "Ringo": 30,
    "Chex": 60,
    "Yinsh": 40,
    "Village": 60,
    "Lost Valley": 24,
    "Keythedral": 40,
}
#: Playouts behind each band, their most moves, and the seed.
GAMES, MOVES, SEED = 8, 40, 1
#: Techniques, with their colours and dashes.
TECHNIQUES = {"ZONE-APPEND": ("#0072B2", "-"), "PERI-APPEND": ("#D55E00", "--")}
#: The game of the thesis for comparison, and its growth technique there.
BESIDE = ("Andantino", "ZONE-APPEND")
#: The number of adjacent panels, of positions in detail, and of growth.
PLATE_COLUMNS, COLUMNS = 2, 3


def walked(game: Game, seed: int, technique: str | None = None) -> Iterator[tuple[State, bool]]:
    """Yield the one state of a random game after each move, and whether chance made it."""
    state = State(game, technique)
    while state.outcome() is None:
        random = random_at(seed, state.ply)
        chance = state.seat == CHANCE
        state.push(move_of_chance(state.chances(), random) if chance else by_chance(state, random))
        yield state, chance


def plate_table() -> pd.DataFrame:
    """Return the drawn part of one random game of each: its moves, pieces and cells."""
    rows = []
    for name, plies in SHOWN.items():
        for state, _ in walked(load(name, jit=False), SEED):
            if state.ply == plies:
                break
        moves = " ".join(map(str, state.move_stack))
        rows.append((name, moves, sum(map(len, state.piles.values())), len(state.board)))
    return pd.DataFrame(rows, columns=["game", "moves", "pieces", "cells"])


def draw_plate(table: pd.DataFrame) -> Figure:
    """Draw the position of each game in a panel of its own."""
    figure = Figure(figsize=(6.3, 2.4 * -(-len(table) // PLATE_COLUMNS)))
    axes = axes_in_rows(figure, len(table), PLATE_COLUMNS)
    for ax, row in zip(axes, table.itertuples(), strict=True):
        state = State(load(str(row.game), jit=False))
        for move in str(row.moves).split(" "):
            state.push(state.parse(move))
        state.draw(ax)
        if ax.get_legend():
            ax.get_legend().remove()
        ax.set_title(f"{row.game}: {row.cells} cells", fontsize=8, pad=2)
    return figure


def growth_table() -> pd.DataFrame:
    """Return the growth of the boards of these games in random games, cut at MOVES.

    Returns
    -------
    pandas.DataFrame
        ``game`` (finally the game of `BESIDE`), ``technique``, ``move`` (by players, from 1 on),
        ``games`` that got so far, and the cells of their boards: ``mean``, ``low`` and ``high``
        (the BAND quantiles). A game is missing in techniques that it refuses.
    """
    rows = []
    for name, technique in [*product(SHOWN, TECHNIQUES), BESIDE]:
        game = load(name)
        cells: list[list[int]] = [[] for _ in range(MOVES + 1)]
        try:
            player = SteppedPlayer(game, technique_for(game, technique))
        except InputError:
            continue
        for number in range(GAMES):
            for move, size in _sizes(player, number):
                cells[move].append(size)
        for move, sizes in enumerate(cells):
            if sizes:
                low, high = np.quantile(sizes, BAND, method="inverted_cdf").astype(int)
                rows.append((name, technique, move, len(sizes), np.mean(sizes), low, high))
    names = ["game", "technique", "move", "games", "mean", "low", "high"]
    return pd.DataFrame(rows, columns=names)


def _sizes(player: SteppedPlayer, number: int) -> Iterator[tuple[int, int]]:
    """Yield the number of each move of a player, and the cells of the board afterwards."""
    moves = 0
    for position in player.steps(SEED, number):
        made = int(position.arrays.n[PLIES])
        if made > moves:
            moves = made
            yield moves, position.cells
        if moves == MOVES:
            break


def draw_growth(table: pd.DataFrame) -> Figure:
    """Draw the bands of each game, with the band of the thesis's game in each panel."""
    beside, _ = BESIDE
    names = [name for name in dict.fromkeys(table["game"]) if name != beside]
    figure = Figure(figsize=(6.3, 1.9 * -(-len(names) // COLUMNS) + 0.4))
    axes = axes_in_rows(figure, len(names), COLUMNS, sharex=True)
    for ax, name in zip(axes, names, strict=True):
        for technique, (colour, dashes) in TECHNIQUES.items():
            part = table[(table["game"] == name) & (table["technique"] == technique)]
            if not part.empty:
                _draw_band(ax, part, dashes, colour, technique)
        _draw_band(ax, table[table["game"] == beside], ":", "black", f"{beside}, zones")
        ax.set_title(name, fontsize=8, pad=2)
        ax.set_ylim(bottom=0)
    figure.supxlabel("moves of players", fontsize=9)
    figure.supylabel("cells on the board", fontsize=9)
    share = f"mean and {100 * (BAND[1] - BAND[0]):.0f} % of the games still going"
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside upper center", ncols=len(labels), title=share,
        fontsize=8, title_fontsize=8,
    )  # fmt: skip
    return figure


def _draw_band(ax: Axes, part: pd.DataFrame, dashes: str, colour: str, label: str) -> None:
    ax.fill_between(part["move"], part["low"], part["high"], color=colour, alpha=0.25)
    ax.plot(part["move"], part["mean"], dashes, color=colour, label=label)


FIGURES = (
    ThesisFigure("games-7.9", "A position of each game with tiles", plate_table, draw_plate),
    ThesisFigure("bands-7.9", "How boards of tile games grow", growth_table, draw_growth),
)
