"""Published rates of GDL and of Ludii in 2019, game by game, and ours.

The two tables come from the paper that presents Ludii, in French: random playouts a second on one
core of an Intel Xeon E5-2680 v2 at 2.8 GHz. GDL is the fastest reasoner of GGP-Base, by
propositional networks; in Chess its prover.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from benchmarks.playouts import beside_c
from benchmarks.rates import LUDII_BY_C, times_ludii
from boardless.analysis.figures.figure import house_style
from boardless.analysis.playout_tables import machine
from boardless.games import Game, Library, load
from boardless.games.library import PACKAGED, chosen_library
from boardless.util.inputs import InputError

#: Texts of games that Ludii's library does not have in this size or with an end of random games.
TEXTS = Path(__file__).parent / "published"


@dataclass(frozen=True)
class Row:
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
    """Return the game of a description as a `Row` names it, None without a library."""
    kind, _, name = description.rpartition(":")
    if kind == "text":
        return load(TEXTS / f"{name}.lud", list(options))
    if kind == "package":
        return load(name, list(options), library=PACKAGED)
    return None if library is None else load(name, list(options), library=library)


TABLE_1 = (
    Row("8 Puzzle", 26_958, 4_113, "text:8 Puzzle"),
    Row("8 Queens", 963_443, 1_946, "text:Queens"),
    Row("16 Queens", 785_973, 522, "text:Queens", ["Size/16"]),
    Row("Futoshiki (4x4)", 294_772, 23_797, "text:Futoshiki", ["Size/4x4"]),
    Row("Futoshiki (5x5)", 273_348, 11_494, "text:Futoshiki"),
    Row("Futoshiki (6x6)", 182_245, 5_838, "text:Futoshiki", ["Size/6x6"]),
    Row("Knight's Tour (8x8)", 91_156, 75_000, "Knight's Tour"),
    Row("Lights Out (5x5)", 32_889, 11_799, "Lights Out"),
    Row("Nonogram (5x5)", 279_242, 59_044, "text:Nonogram"),
    Row("Nonogram (10x10)", 45_817, 6_883, "text:Nonogram", ["Size/10x10"]),
    # Printed as "3,72"; by the ratio that is printed beside it, 2.43, it has lost a zero and a dot.
    Row("Peg Solitaire", 7_713, 3_172, "Peg Solitaire"),
    Row("Sudoku", 88_565, 635, "text:Sudoku"),
    Row("Towers of Hanoi 3", 264_345, 35_847, "Tower of Hanoi"),
    Row("Amazons (10x10)", 2_933, 185, "Amazons"),
    Row("Breakthrough (6x6)", 19_022, 3_923, "Breakthrough", ["Board Size/6x6"]),
    Row("Breakthrough (8x8)", 6_632, 1_123, "Breakthrough"),
    Row("Chess", 1_075, 0.06, "Chess"),
    Row("Connect 4 (6x7)", 124_349, 13_664, "Connect Four"),
    Row("Connect 4 (12x9)", 99_697, 9_856, "text:Connect Four 12x9"),
    Row("English Draughts", 1_914, 872, "English Draughts"),
    Row("Gomoku (15x15)", 2_514, 927, "Gomoku"),
    Row("Hex (9x9)", 21_244, 195, "Hex", ["Board Size/9x9"]),
    Row("Knightthrough (8x8)", 5_085, 1_869, "Knightthrough"),
    Row("Reversi (8x8)", 2_085, 203, "Reversi"),
    Row("Skirmish (8x8)", 2_278, 124, "Skirmish (GDL)"),
    Row("Tic-Tac-Toe (3x3)", 641_445, 85_319, "Tic-Tac-Toe"),
    Row("Tic-Tac-Toe (5x5)", 197_972, 11_453, "text:Tic-Tac-Toe 5x5"),
    Row("Tron (10x10)", 494_999, 121_989, "text:Tron"),
    Row("Wolf and Sheep (8x8)", 22_305, 5_532, "Wolf and Sheep"),
)
TABLE_2 = (
    Row("Alquerque", 796, None, "Alquerque"),
    Row("Ashtapada", 12_755, None, "Ashtapada"),
    Row("Connect 6 (19x19)", 21_873, None, "Connect6"),
    Row("Dara", 5_408, None, "Dara"),
    Row("Fanorona", 1_906, None, "Fanorona"),
    Row("Hnefatafl (11x11)", 326, None, "Hnefatafl"),
    Row("MineSweeper (8x8)", 68_233, None, "package:Minesweeper"),
    Row("Mu-Torere", 7_719, None, "Mu Torere"),
    Row("Nine men's morris", 5_121, None, "Nine Men's Morris"),
    Row("Oware", 3_275, None, "Oware"),
    Row("Ploy", 819, None, "Ploy"),
    Row("Tant Fant", 5_549, None, "Tant Fant"),
    Row("Three men's morris", 100_174, None, "Three Men's Morris"),
    Row("Yavalath", 189_335, None, "Yavalath"),
)


def published_rates(rows: Sequence[Row]) -> pd.DataFrame:
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


def _measured(row: Row, game: Game) -> tuple[float | None, ...]:
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


TABLES = {
    "ludii-table-1": (
        "Random playouts a second, ours and published: games that GDL has, too",
        lambda: published_rates(TABLE_1),
    ),
    "ludii-table-2": (
        "Random playouts a second, ours and published: games that GDL lacks",
        lambda: published_rates(TABLE_2),
    ),
}
