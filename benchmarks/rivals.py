"""Random playouts of ours, of programs in C for single games, RBG, OpenSpiel and Ludii.

Before a measurement somebody builds RBG, the compiler of "Regular Boardgames" (uicus/rbg2cpp and
marekesz/rbgGames on GitHub): a folder has a folder for each of its games with the program from
RBG's own test/benchmark.cpp and the game, compiled with ``-Ofast -march=native -flto``.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import numpy as np
import pandas as pd

from benchmarks.measure import in_turn, ratio, spent_by
from benchmarks.playouts import SECONDS, TURNS, Played, c_program, c_rate
from benchmarks.published import described
from benchmarks.rates import FASTER_C, LUDII_BY_C, spiel_seconds
from boardless.games import Game, Library
from boardless.games.library import chosen_library
from boardless.play import run_playouts


@dataclass(frozen=True)
class Rival:
    """A game and its names in other programs; "" if a program lacks a game with these rules.

    Attributes
    ----------
    description, own : str
        The game of Ludii's library, and the game to play without the library; see `Row`.
    c, rbg, spiel : str
        Its program in C, its folder of RBG's, and its name in OpenSpiel.
    """

    name: str
    description: str
    own: str = ""
    c: str = ""
    rbg: str = ""
    spiel: str = ""
    options: Sequence[str] = field(default=())

    def load(self, library: Library | None) -> Game | None:
        """Return the game, None if it is not available."""
        game = described(self.description, self.options, library)
        return described(self.own, (), None) if game is None and self.own else game


RIVALS = (
    Rival("Reversi", "Reversi", "package:Othello", "reversi", "reversi", "othello"),
    Rival("Connect Four", "Connect Four", "package:Connect Four", "", "connect4", "connect_four"),
    Rival(
        "English Draughts", "English Draughts", "text:English Draughts",
        "draughts", "englishDraughts", "checkers",
    ),
    Rival(
        "Breakthrough", "Breakthrough", "text:Breakthrough",
        "breakthrough", "breakthrough", "breakthrough(rows=8,columns=8)",
    ),
    Rival("Nine Men's Morris", "Nine Men's Morris", "", "", "theMillGame", "nine_mens_morris"),
    Rival("Tic-Tac-Toe", "Tic-Tac-Toe", "package:Tic-Tac-Toe", "", "ticTacToe", "tic_tac_toe"),
    Rival("Yavalath", "Yavalath", "package:Yavalath", "", "yavalath"),
    Rival("Amazons", "Amazons", "", "", "amazons", "amazons"),
    Rival("Hex", "package:Hex", "", "hex", "hex", "hex(board_size=11)"),
    Rival("Gomoku", "Gomoku", "package:Gomoku", "", "gomoku_standard", "gomoku"),
    Rival("Go", "Go", "", "", "go", "go(board_size=19)"),
    Rival("Go 9x9", "Go", "text:Go 9x9", "go", "", "go(board_size=9)", ["Board Size/9x9"]),
)  # fmt: skip
#: Milliseconds of a turn of RBG's, by the clock.
RBG_MS = 2_500
#: Playouts of OpenSpiel by which it is found out how many a turn has.
FEW = 3


def rival_rates(rbg: Path | None = None) -> pd.DataFrame:
    """Return playouts per second, and ratios of ours to others, by processor time of one core.

    Each number and each ratio is the median of turns that all take in each round. RBG's plies
    differ from ours if it joins several to one, or leaves out passes, so the table compares its
    rate by plies, too.
    """
    library, rows = chosen_library(None), []
    for rival in RIVALS:
        game = rival.load(library)
        if game is not None:
            rows.append((rival.name, *_row(rival, game, rbg)))
    columns = (
        "game", "plies", "ours", "C", "of C (> 0.5)", "RBG", "by RBG (> 2)", "by RBG, plies",
        "OpenSpiel", "by OpenSpiel", "times Ludii (> 20)",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def _row(rival: Rival, game: Game, rbg: Path | None) -> tuple[object, ...]:
    """Return the row of a game: rates and ratios, "" for missing ones."""
    played = Played(game, SECONDS)
    plies: dict[str, float] = {}
    turns: dict[str, Callable[[], float]] = {"ours": played.rate}
    for name, program in (("C", rival.c), ("andantino", "andantino")):
        if program and (made := c_program(program)) is not None:
            turns[name] = partial(c_rate, made)
    built = None if rbg is None or not rival.rbg else rbg / rival.rbg / "benchmark"
    if built is not None and built.exists():
        turns["RBG"] = lambda: _rbg_rate(built, plies)
    if rival.spiel and (spiel := _spiel(rival.spiel)) is not None:
        turns["OpenSpiel"] = spiel
    rates = in_turn(turns, TURNS)

    def rate(name: str) -> object:
        return round(median(rates[name])) if name in rates else ""

    def by(name: str, times: float = 1) -> object:
        return f"{times * ratio(rates, 'ours', name):.2f}" if name in rates else ""

    by_c = LUDII_BY_C.get(rival.description.rpartition(":")[2]) if not rival.options else None
    longer = played.plies / plies.get("RBG", played.plies)
    ludii = by("andantino", FASTER_C * by_c) if by_c is not None else ""
    return (
        played.plies, rate("ours"), rate("C"), by("C"), rate("RBG"), by("RBG"),
        by("RBG", longer), rate("OpenSpiel"), by("OpenSpiel"), ludii,
    )  # fmt: skip


def _rbg_rate(program: Path, plies: dict[str, float]) -> float:
    """Return the playouts per second of a program of RBG's; note its plies in `plies`."""
    seconds, printed = spent_by([str(program), str(RBG_MS)])
    count = re.search(r"number of playouts: (\d+)", printed)
    deep = re.search(r"depth: avg ([\d.]+)", printed)
    assert count is not None, f"{program} prints no playouts"
    assert deep is not None, f"{program} prints no depth"
    plies["RBG"] = float(deep[1])
    return int(count[1]) / seconds


def _spiel(name: str) -> Callable[[], float] | None:
    """Return a measurement of random playouts in OpenSpiel's search in C++, None without it."""
    if find_spec("pyspiel") is None:
        return None

    def played(count: int) -> float:
        # The one iteration of this search evaluates the opening, by all of the playouts.
        return count / spiel_seconds(name, count, 1)

    count = max(FEW, round(SECONDS * played(FEW)))
    return lambda: played(count)


def c_results(program: Path, seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the counts (int64) of a C program's playouts by winner, 0 a draw, and by plies."""
    _, printed = spent_by([str(program), str(seed), "lengths", str(count)])
    results = np.array([line.split() for line in printed.splitlines()], np.int64)
    return np.bincount(results[:, 0], minlength=3), np.bincount(results[:, 1])


def our_results(game: Game, seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the counts of our playouts by winner and by plies; see `c_results`."""
    tally = run_playouts(game, playouts=count, seed=seed).tally
    return np.array(tally.wins), np.array(tally.lengths)


TABLES = {
    "rivals": ("Random playouts a second: ours, C, RBG, OpenSpiel and Ludii", rival_rates),
}
