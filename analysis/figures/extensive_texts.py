"""What a game in extensive form costs as text: a figure the thesis has not."""

from time import process_time

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.games import compile
from boardless.games.language.reader import tokens_of
from boardless.play import State
from boardless.theory import Decision, End, ExtensiveGame, extensive, to_lgdl
from boardless.theory.building import Node

#: How many moves the games have that are written down.
DEPTHS = (2, 3, 4, 5, 6, 7, 8)
#: How often a game is played.
TIMES = 9


def alternating(depth: int) -> ExtensiveGame:
    """Return a game in which two players choose in turn and see all moves but the last one."""

    def node(path: str) -> Node:
        if len(path) == depth:
            even = path.count("L") % 2
            return End([1 - 2 * even, 2 * even - 1])
        player = len(path) % 2 + 1
        return Decision(player, {move: node(path + move) for move in "LR"}, {player: path[:-1]})

    return extensive(f"Alternating {depth}", ("First", "Second"), node(""))


def text_table() -> pd.DataFrame:
    """Return how long the descriptions of games are, and how long a move takes.

    Returns
    -------
    pandas.DataFrame
        ``nodes`` of the game, ``characters`` and ``words`` (with brackets) of its description, and
        ``ms_per_move``, the least of some games in plain Python, with its legal moves.
    """
    rows = []
    for depth in DEPTHS:
        game = alternating(depth)
        text = to_lgdl(game)
        state = State(compile(text, jit=False))
        times = [_played(state, depth) for _ in range(TIMES)]
        rows.append((len(game), len(text), len(tokens_of(text)), 1000 * min(times) / depth))
    return pd.DataFrame(rows, columns=["nodes", "characters", "words", "ms_per_move"])


def _played(state: State, depth: int) -> float:
    """Return how many seconds of computing a game takes; the state is as before afterwards."""
    begun = process_time()
    for _ in range(depth):
        state.push(next(iter(state.legal_moves)))
    took = process_time() - begun
    for _ in range(depth):
        state.pop()
    return took


def draw_texts(table: pd.DataFrame) -> Figure:
    """Draw the length of the text and the time of a move against the number of nodes."""
    figure = Figure(figsize=(6.3, 3.2))
    for ax, (column, label) in zip(
        np.atleast_1d(figure.subplots(1, 2)),
        (("words", "words and brackets of the text"), ("ms_per_move", "ms a move, uncompiled")),
        strict=True,
    ):
        ax.plot(table["nodes"], table[column], marker="o", color="#0072B2")
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel("nodes of the game")
        ax.set_ylabel(label)
    return figure


TEXT_FIGURES = (
    ThesisFigure(
        "extensive-8.1", "Games in extensive form as text: length, and cost of a move",
        text_table, draw_texts,
    ),
)  # fmt: skip
