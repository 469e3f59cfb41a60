"""Random playouts of ours, of programs in C for single games, RBG, OpenSpiel and Ludii.

Before a measurement somebody builds RBG, the compiler of "Regular Boardgames" (uicus/rbg2cpp and
marekesz/rbgGames on GitHub): a folder has a folder for each of its games with the program from
RBG's own test/benchmark.cpp and the game, compiled with ``-Ofast -march=native -flto``.

Two tables have published rates of GDL and of Ludii in 2019, game by game, next to ours. They come
from the paper that presents Ludii, in French: random playouts a second on one core of an Intel Xeon
E5-2680 v2 at 2.8 GHz. GDL is the fastest reasoner of GGP-Base, by propositional networks; in Chess
its prover.
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
from matplotlib.figure import Figure

from benchmarks.measure import in_turn, ratio, spent_by
from benchmarks.playouts import SECONDS, TURNS, TimedPlayouts, beside_c, c_program, c_rate
from benchmarks.rates import FASTER_C, LUDII_BY_C, spiel_seconds, times_ludii
from boardless.analysis.figures.figure import house_style
from boardless.analysis.playout_tables import machine
from boardless.games import Game, Library, load
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import run_playouts
from boardless.util.inputs import InputError

#: Texts of games that Ludii's library does not have in this size or with an end of random games.
TEXTS = Path(__file__).parent / "published"


@dataclass(frozen=True)
class PublishedRate:
    """A row of one of the two tables.

    Attributes
    ----------
    name : str
        The game's name in the paper.
    ludii, gdl : float, float or None
        Published playouts a second; the second table lacks GDL.
    description : str
        The game of Ludii's library; ``text:NAME`` is one of `TEXTS`, ``package:NAME`` one of the
        package.
    options : sequence of str
    """

    name: str
    ludii: float
    gdl: float | None
    description: str
    options: Sequence[str] = field(default=())


def described(description: str, options: Sequence[str], library: Library | None) -> Game | None:
    """Return the game of a description as a `PublishedRate` names it, None without a library."""
    kind, _, name = description.rpartition(":")
    if kind == "text":
        return load(TEXTS / f"{name}.lud", list(options))
    if kind == "package":
        return load(name, list(options), library=PACKAGED)
    return None if library is None else load(name, list(options), library=library)


TABLE_1 = (
    PublishedRate("8 Puzzle", 26_958, 4_113, "text:8 Puzzle"),
    PublishedRate("8 Queens", 963_443, 1_946, "text:Queens"),
    PublishedRate("16 Queens", 785_973, 522, "text:Queens", ["Size/16"]),
    PublishedRate("Futoshiki (4x4)", 294_772, 23_797, "text:Futoshiki", ["Size/4x4"]),
    PublishedRate("Futoshiki (5x5)", 273_348, 11_494, "text:Futoshiki"),
    PublishedRate("Futoshiki (6x6)", 182_245, 5_838, "text:Futoshiki", ["Size/6x6"]),
    PublishedRate("Knight's Tour (8x8)", 91_156, 75_000, "Knight's Tour"),
    PublishedRate("Lights Out (5x5)", 32_889, 11_799, "Lights Out"),
    PublishedRate("Nonogram (5x5)", 279_242, 59_044, "text:Nonogram"),
    PublishedRate("Nonogram (10x10)", 45_817, 6_883, "text:Nonogram", ["Size/10x10"]),
    # Printed as "3,72"; by the ratio that is printed beside it, 2.43, it has lost a zero and a dot.
    PublishedRate("Peg Solitaire", 7_713, 3_172, "Peg Solitaire"),
    PublishedRate("Sudoku", 88_565, 635, "text:Sudoku"),
    PublishedRate("Towers of Hanoi 3", 264_345, 35_847, "Tower of Hanoi"),
    PublishedRate("Amazons (10x10)", 2_933, 185, "Amazons"),
    PublishedRate("Breakthrough (6x6)", 19_022, 3_923, "Breakthrough", ["Board Size/6x6"]),
    PublishedRate("Breakthrough (8x8)", 6_632, 1_123, "Breakthrough"),
    PublishedRate("Chess", 1_075, 0.06, "Chess"),
    PublishedRate("Connect 4 (6x7)", 124_349, 13_664, "Connect Four"),
    PublishedRate("Connect 4 (12x9)", 99_697, 9_856, "text:Connect Four 12x9"),
    PublishedRate("English Draughts", 1_914, 872, "English Draughts"),
    PublishedRate("Gomoku (15x15)", 2_514, 927, "Gomoku"),
    PublishedRate("Hex (9x9)", 21_244, 195, "Hex", ["Board Size/9x9"]),
    PublishedRate("Knightthrough (8x8)", 5_085, 1_869, "Knightthrough"),
    PublishedRate("Reversi (8x8)", 2_085, 203, "Reversi"),
    PublishedRate("Skirmish (8x8)", 2_278, 124, "Skirmish (GDL)"),
    PublishedRate("Tic-Tac-Toe (3x3)", 641_445, 85_319, "Tic-Tac-Toe"),
    PublishedRate("Tic-Tac-Toe (5x5)", 197_972, 11_453, "text:Tic-Tac-Toe 5x5"),
    PublishedRate("Tron (10x10)", 494_999, 121_989, "text:Tron"),
    PublishedRate("Wolf and Sheep (8x8)", 22_305, 5_532, "Wolf and Sheep"),
)
TABLE_2 = (
    PublishedRate("Alquerque", 796, None, "Alquerque"),
    PublishedRate("Ashtapada", 12_755, None, "Ashtapada"),
    PublishedRate("Connect 6 (19x19)", 21_873, None, "Connect6"),
    PublishedRate("Dara", 5_408, None, "Dara"),
    PublishedRate("Fanorona", 1_906, None, "Fanorona"),
    PublishedRate("Hnefatafl (11x11)", 326, None, "Hnefatafl"),
    PublishedRate("MineSweeper (8x8)", 68_233, None, "package:Minesweeper"),
    PublishedRate("Mu-Torere", 7_719, None, "Mu Torere"),
    PublishedRate("Nine men's morris", 5_121, None, "Nine Men's Morris"),
    PublishedRate("Oware", 3_275, None, "Oware"),
    PublishedRate("Ploy", 819, None, "Ploy"),
    PublishedRate("Tant Fant", 5_549, None, "Tant Fant"),
    PublishedRate("Three men's morris", 100_174, None, "Three Men's Morris"),
    PublishedRate("Yavalath", 189_335, None, "Yavalath"),
)


def published_rates(rows: Sequence[PublishedRate]) -> pd.DataFrame:
    """Return the rates of the rows: published ones, ours, and how many times as fast we are.

    Our rates are by processor time of this machine, one core. ``C by ours`` is the number of
    playouts of Andantino that the C program makes in the time of one of ours, the median of turns.
    ``times Ludii of today`` follows from it, as in the table `ludii`.
    """
    library = chosen_library(None)
    table = []
    for row in rows:
        measured: tuple[object, ...]
        try:
            game = described(row.description, row.options, library)
            measured = ("no library",) if game is None else _measured(row, game)
        except InputError as error:
            measured = (str(error),)
        table.append((row.name, row.description, row.gdl, row.ludii, *measured))
    columns = ("game", "description", "GDL 2019", "Ludii 2019", "plies", "ours", "times Ludii 2019")
    rates = pd.DataFrame(table, columns=[*columns, "C by ours", "times Ludii of today"]).fillna("")
    return rates.loc[:, (rates != "").any()]


def _measured(row: PublishedRate, game: Game) -> tuple[float | None, ...]:
    """Return plies and rate of a game, by the published rate, by C, and by Ludii of today."""
    plies, rate, share = beside_c(game)
    by_c = None if row.options else LUDII_BY_C.get(row.description)
    return plies, rate, rate / row.ludii, share, times_ludii(by_c, share)


def draw_rates(table: pd.DataFrame, title: str) -> Figure:
    """Draw the rates of a table's games, a line for each, and the ratios of ours to Ludii's."""
    rows = list(range(len(table)))
    figure = Figure(figsize=(7.2, 1.5 + 0.2 * len(rows)))
    figure.set_layout_engine("none")
    ax = figure.add_subplot()
    ax.hlines(rows, table["Ludii 2019"], table["ours"], color="0.75", linewidth=1)
    for column, label, mark, color in (
        ("GDL 2019", "GDL, 2019", "^", "0.6"),
        ("Ludii 2019", "Ludii, 2019", "s", "0.45"),
        ("ours", "this program", "o", "0"),
    ):
        if column in table:
            ax.plot(table[column], rows, mark, color=color, markersize=4.5, label=label)
    ax.set_xscale("log")
    ax.set_yticks(rows, table["game"].tolist())
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlabel="random playouts a second, on one core")
    ax.grid(axis="x", color="0.9")
    ratios = ax.secondary_yaxis("right")
    ratios.set_yticks(rows, [f"{ratio:.1f}" for ratio in table["times Ludii 2019"]])
    ratios.set_ylabel("ours by Ludii's of 2019")
    ratios.tick_params(length=0)
    figure.legend(loc="upper right", ncols=3, fontsize=8, frameon=False)
    figure.suptitle(title, x=0.02, ha="left", fontsize=11)
    figure.text(
        0.02, 0.01, f"Published: Intel Xeon E5-2680 v2, 2.8 GHz. Ours: {machine()}.", fontsize=7.5
    )
    figure.tight_layout(rect=(0, 0.3 / figure.get_figheight(), 1, 1))
    return figure


def write_rates(name: str, table: pd.DataFrame, out: Path = Path("figures")) -> None:
    """Write a table of published rates, and its picture, to a folder."""
    measured = table.replace("", None).convert_dtypes()
    measured = measured[pd.to_numeric(measured["ours"], errors="coerce").notna()]
    measured.to_csv(out / f"{name}.csv", index=False, lineterminator="\n")
    with house_style():
        figure = draw_rates(measured, f"Table {name[-1]} of Ludii's rates")
        figure.savefig(out / f"{name}.png", metadata={"Software": None})


#: The tables of published rates; each has a picture in figures/.
PUBLISHED = {
    "ludii-table-1": (
        "Random playouts a second, ours and published: games that GDL has, too",
        lambda: published_rates(TABLE_1),
    ),
    "ludii-table-2": (
        "Random playouts a second, ours and published: games that GDL lacks",
        lambda: published_rates(TABLE_2),
    ),
}


@dataclass(frozen=True)
class Rival:
    """A game and its names in other programs; "" if a program lacks a game with these rules.

    Attributes
    ----------
    description, own : str
        The game of Ludii's library, and the game to play without the library; see `PublishedRate`.
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
    played = TimedPlayouts(game, SECONDS)
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


TABLES = PUBLISHED | {
    "rivals": ("Random playouts a second: ours, C, RBG, OpenSpiel and Ludii", rival_rates),
}
