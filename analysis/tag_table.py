"""Table 1 of the TAG paper for Tic-Tac-Toe, beside the results of our agents in the same set-up.

Source: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.2: every agent plays
every other 100 times, with 4,000 calls of the forward model a move, TAG's heuristic, and no
playouts in MCTS.

``python -m boardless.analysis.tag_table`` plays the tournament, which takes minutes, and writes the
table and its picture to figures/; what is stopped goes on, from build/tag-table-1.jsonl.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.agents import Standings, run_tournament, wilson
from boardless.analysis.figures.figure import house_style
from boardless.games import load

_HEURISTIC = "heuristic=tag-tic-tac-toe"
#: TAG's name, our spec, the published rate of wins.
AGENTS = (
    ("Random", "random", 0.12),
    ("OSLA", f"greedy,{_HEURISTIC}", 0.45),
    ("RHEA", f"rhea,calls=4000,{_HEURISTIC}", 0.44),
    ("MCTS", f"mcts,calls=4000,cut=0,solver=False,reuse=False,{_HEURISTIC}", 0.98),
)
GAMES = 100
#: Possible reasons of differences; docs/agents.md says more.
DIFFERENCES = (
    "All: TAG's numbers are of its version of 2020, its heuristic and parameters of today's.",
    "Random: the rules leave no choice; it wins less where the others play better.",
    "OSLA: of equal positions any is taken here; TAG adds a small random number to each.",
    "RHEA: the other player moves by chance in our sequences; TAG may model him otherwise.",
    "MCTS: values go from 0 to 1 here, from -1 to 1 there: the same constant explores more here.",
    "Draws are wins for nobody. Those of ours are in the table; TAG's are not known.",
)
STEM, KEPT = "tag-table-1", Path("build")


def tag_standings(
    games: int = GAMES, seed: int = 1, keep: str | Path | None = None, jit: bool = True
) -> Standings:
    """Return the standings of TAG's tournament; see `agents.run_tournament`."""
    specs = [spec for _, spec, _ in AGENTS]
    game = load("Tic-Tac-Toe", jit=jit)
    return run_tournament(game, specs, count=games, seed=seed, keep=keep)


def tag_table(standings: Standings) -> pd.DataFrame:
    """Return published and own rates of wins by agent, with 99 % intervals, draws and overlap."""
    rows = []
    ours = {str(row["agent"]): row for row in standings.agents.to_dict("records")}
    for name, spec, published in AGENTS:
        mine = ours[spec]
        games = int(mine["games"])
        rate, draws = float(mine["wins"]) / games, float(mine["draws"]) / games
        low, high = wilson(published, 3 * GAMES)
        own_low, own_high = wilson(rate, games)
        rows.append(
            (
                name, published, low, high, rate, own_low, own_high, draws,
                low <= own_high and own_low <= high,
            )
        )  # fmt: skip
    columns = [
        "agent", "published", "published low", "published high", "ours", "ours low", "ours high",
        "draws", "overlap",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def draw_tag_table(table: pd.DataFrame) -> Figure:
    """Draw both rates of each agent with their intervals, and the differences of the set-ups."""
    figure = Figure(figsize=(7.2, 4.8))
    ax, below = figure.subplots(2, 1, height_ratios=(3, 2))
    for shift, name, mark, color in ((-0.2, "published", "s", "0.45"), (0.2, "ours", "o", "0.0")):
        middle, low, high = (table[f"{name}{end}"].to_numpy() for end in ("", " low", " high"))
        places = np.arange(len(table)) + shift
        ax.errorbar(
            middle, places, xerr=(middle - low, high - middle),
            fmt=mark, color=color, capsize=3, markersize=4, label=name,
        )  # fmt: skip
        for rate, place in zip(middle, places, strict=True):
            ax.annotate(
                f"{rate:.2f}", (rate, place), xytext=(0, 4), textcoords="offset points",
                ha="center", fontsize=7, color=color,
            )  # fmt: skip
    ax.set_yticks(np.arange(len(table)), table["agent"].tolist())
    ax.set_ylim(len(table) - 0.5, -0.5)
    ax.set(xlim=(0, 1), xlabel="share of games won, 99 %")
    ax.set_title("Table 1 of TAG, Tic-Tac-Toe: each against each, 300 games an agent")
    ax.legend(loc="upper right")
    below.set_axis_off()
    below.text(0, 1, "\n".join(DIFFERENCES), va="top", fontsize=8, linespacing=1.5)
    return figure


def write_tag_table(standings: Standings, out: Path) -> None:
    """Write the table and its picture to a folder."""
    table = tag_table(standings).round(4)
    out.mkdir(parents=True, exist_ok=True)
    table.to_csv(out / f"{STEM}.csv", index=False, lineterminator="\n")
    with house_style():
        draw_tag_table(table).savefig(out / f"{STEM}.png", metadata={"Software": None})


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    write_tag_table(tag_standings(keep=KEPT / f"{STEM}.jsonl"), Path("figures"))
