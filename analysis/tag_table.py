"""Table 1 of the TAG paper, next to the results of our agents in the same set-up.

Source: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.2: 4,000 calls of the
forward model a move, TAG's heuristics, and MCTS without playouts. In Tic-Tac-Toe every agent plays
every other 100 times, in games of four all sit at one table, and in Pandemic all four are the same.
Each game is played by TAG's rules, once with RHEA at the table, and once with RMHC in its seat.

``python -m boardless.analysis.tag_table --games N --only "Love Letter"`` plays until each table has
N games, in rounds of four. It saves them in figures/tag-table-1-games.csv, so that a stopped run
can continue. It writes the table and its picture, of all saved games, to figures/. With ``--games
0`` it plays no games.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from boardless.agents import run_tournament, wilson
from boardless.agents.heuristics import HEURISTICS
from boardless.analysis.figures.figure import write_drawing
from boardless.games import Game, load
from boardless.games.library import PACKAGED

#: TAG's name of an agent and our spec; the one in the seat of RHEA comes third.
_SPECS = {
    "Random": "random",
    "OSLA": "greedy,{heuristic}",
    "RHEA": "rhea,calls=4000,{heuristic}",
    "RMHC": "rmhc,calls=4000,{heuristic}",
    "MCTS": "mcts,calls=4000,cut=0,solver=False,reuse=False,paranoid=True,worlds=1,"
    "exploration=0.7071,{heuristic}",
}
TABLES = (("Random", "OSLA", "RHEA", "MCTS"), ("Random", "OSLA", "RMHC", "MCTS"))
#: Games that each agent, or each pair of agents, plays in a round; repetitions in the paper.
ROUND, PUBLISHED_GAMES = 4, 100


@dataclass(frozen=True)
class TagGame:
    """A game of the table: options, heuristic, and the published rates of wins in the first."""

    name: str
    options: tuple[str, ...]
    heuristic: str
    published: tuple[float, ...]
    #: All players win or lose together, and are the same agent.
    together: bool = False

    @property
    def is_there(self) -> bool:
        """Return True if the library has the game, and a heuristic for it exists."""
        return self.name in PACKAGED and self.heuristic in HEURISTICS

    def load(self, jit: bool = True) -> Game:
        """Return the game."""
        return load(self.name, self.options, jit=jit)

    def specs(self, table: int) -> dict[str, str]:
        """Return the spec of each agent at a table."""
        told = f"heuristic={self.heuristic}"
        return {name: _SPECS[name].format(heuristic=told) for name in TABLES[table]}


def _four(name: str, heuristic: str, *published: float, together: bool = False) -> TagGame:
    return TagGame(name, ("Players/4", "Rules/TAG"), heuristic, published, together)


GAMES = (
    TagGame("Tic-Tac-Toe", (), "tag-tic-tac-toe", (0.12, 0.45, 0.44, 0.98)),
    _four("Love Letter", "tag-love-letter", 0.00, 0.24, 0.32, 0.44),
    _four("Uno", "tag-uno", 0.26, 0.26, 0.22, 0.26),
    _four("Virus!", "tag-virus", 0.01, 0.27, 0.30, 0.42),
    _four("Exploding Kittens", "tag-exploding-kittens", 0.05, 0.37, 0.21, 0.37),
    _four("Colt Express", "tag-colt-express", 0.19, 0.29, 0.28, 0.26),
    _four("Pandemic", "tag-pandemic", 0.00, 0.00, 0.00, 0.00, together=True),
)
COLUMNS = (
    "game", "agent", "beside", "games", "published", "published low", "published high",
    "ours", "ours low", "ours high", "draws", "overlap",
)  # fmt: skip
STEM, KEPT = "tag-table-1", Path("figures") / "tag-table-1-games.csv"
#: For the saved games: round, and agents and rewards by seat.
KEPT_COLUMNS = ("game", "beside", "round", "agents", "rewards")
#: The text below the picture.
CAPTION = (
    "Shares of games won with 99 % intervals (Wilson). RMHC sits in the seat of RHEA in games of "
    "its own, and is\ncompared with the published RHEA. {left_out}Draws are wins for nobody."
)


def kept_games(kept: Path) -> pd.DataFrame:
    """Return the saved games, a row each; see `KEPT_COLUMNS`."""
    return pd.read_csv(kept) if kept.exists() else pd.DataFrame(columns=list(KEPT_COLUMNS))


def play(game: TagGame, table: int, games: int, kept: Path, jit: bool = True) -> None:
    """Play until a table has `games` games, in rounds with their own seeds."""
    beside, specs = TABLES[table][2], game.specs(table)
    there = kept_games(kept)
    there = there[(there["game"] == game.name) & (there["beside"] == beside)]
    sets = [tuple(specs)]
    if game.together:
        # The agents of the first table are the same at the other one.
        sets = [(name,) for name in specs if table == 0 or name == beside]
    played = game.load(jit)
    for number in range(1, 1 + -(-games // ROUND)):
        for names in sets:
            at_once = there[(there["round"] == number) & there["agents"].str.contains(names[0])]
            if at_once.empty:
                standings = run_tournament(
                    played, [specs[name] for name in names], count=ROUND, seed=number,
                    mode="self-play" if game.together else "round-robin",
                )  # fmt: skip
                rows = []
                for result in standings.results:
                    agents = " ".join(names[agent] for agent in result.seats)
                    rewards = " ".join(f"{reward:.4g}" for reward in result.rewards)
                    rows.append((game.name, beside, number, agents, rewards))
                lines = pd.DataFrame(rows, columns=list(KEPT_COLUMNS))
                lines.to_csv(kept, mode="a", header=not kept.exists(), index=False)


def counted(games: Iterable[tuple[str, str]]) -> dict[str, list[int]]:
    """Return games, wins and draws of each agent; a shared first place is a draw.

    The input has the agents and rewards of each game in saved form.
    """
    counts: dict[str, list[int]] = {}
    for names, given in games:
        agents, rewards = names.split(), [float(reward) for reward in given.split()]
        best, together = max(rewards), len(set(agents)) == 1
        alone = together or rewards.count(best) == 1
        for agent, reward in dict(zip(agents, rewards, strict=True)).items():
            count = counts.setdefault(agent, [0, 0, 0])
            count[0] += 1
            count[1 if alone else 2] += reward == best and (best == 1 or not together)
    return counts


def tag_table(kept: Path = KEPT) -> pd.DataFrame:
    """Return published and own rates of wins by game and agent, 99 % intervals, and overlap.

    RMHC has the published rates of RHEA; games without saved results are left out.
    """
    rows: list[tuple[object, ...]] = []
    there = kept_games(kept)
    for game in GAMES:
        published = dict(zip(TABLES[0], game.published, strict=True))
        for table, agents in enumerate(TABLES):
            own = there[(there["game"] == game.name) & (there["beside"] == agents[2])]
            counts = counted(zip(own["agents"], own["rewards"], strict=True))
            for agent in agents if table == 0 else agents[2:3]:
                if agent not in counts:
                    continue
                games, wins, draws = counts[agent]
                rate = published.get(agent, published["RHEA"])
                times = len(TABLES[0]) - 1 if game.name == "Tic-Tac-Toe" else 1
                low, high = wilson(rate, times * PUBLISHED_GAMES)
                own_low, own_high = wilson(wins / games, games)
                rows.append(
                    (
                        game.name, agent, agents[2], games, rate, low, high,
                        wins / games, own_low, own_high, draws / games,
                        low <= own_high and own_low <= high,
                    )
                )  # fmt: skip
    return pd.DataFrame(rows, columns=list(COLUMNS)).round(4)


def draw_tag_table(table: pd.DataFrame) -> Figure:
    """Draw both rates of each agent with their intervals, a panel for each game."""
    names = list(dict.fromkeys(table["game"]))
    figure = Figure(figsize=(7.2, 0.9 + 1.45 * len(names)))
    axes = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    for ax, name in zip(axes, names, strict=True):
        own = table[table["game"] == name]
        for shift, side, mark, color in ((-0.2, "published", "s", "0.5"), (0.2, "ours", "o", "0")):
            middle, low, high = (own[f"{side}{end}"].to_numpy() for end in ("", " low", " high"))
            places = [place + shift for place in range(len(own))]
            ax.errorbar(
                middle, places, xerr=(middle - low, high - middle),
                fmt=mark, color=color, capsize=2, markersize=4, label=side,
            )  # fmt: skip
        ax.set_yticks(range(len(own)), own["agent"].tolist())
        most = int(own["games"].max())
        fewer = own.loc[own["games"] < most, ["agent", "games"]].itertuples(index=False)
        others = "".join(f", {agent} {games}" for agent, games in fewer)
        ax.set(ylim=(len(own) - 0.4, -0.6), xlim=(-0.01, 1.01))
        ax.set_title(f"{name}, {most} games an agent{others}", loc="left", fontsize=9)
    axes[-1].set_xlabel("share of games won")
    missing = [game.name for game in GAMES if game.name not in names]
    left_out = f"Not there yet: {', '.join(missing)}. " if missing else ""
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=2, fontsize=8, frameon=False)
    figure.suptitle("Table 1 of TAG", x=0.02, ha="left", fontsize=11)
    below = 0.75 / figure.get_figheight()
    figure.text(0.02, 0.02, CAPTION.format(left_out=left_out), fontsize=7.5, va="bottom")
    figure.set_layout_engine("none")
    figure.tight_layout(rect=(0, below * 0.75, 1, 1))
    return figure


def main(words: Sequence[str]) -> int:
    """Play as the arguments say, and write the table of saved games; return the exit status."""
    parser = ArgumentParser(
        prog="python -m boardless.analysis.tag_table", description="Table 1 of the TAG paper."
    )
    names = [game.name for game in GAMES if game.is_there]
    parser.add_argument("--games", type=int, default=100, help="at each table, or of each pair")
    parser.add_argument("--only", action="append", choices=names, help="of the games of the table")
    parser.add_argument(
        "--beside", choices=[agents[2] for agents in TABLES], help="one table alone"
    )
    options = parser.parse_args(words)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        if not game.is_there:
            print(f"{game.name}: the library has not got it, or not its heuristic", file=sys.stderr)
        elif options.games and (options.only is None or game.name in options.only):
            for table, agents in enumerate(TABLES):
                if options.beside in (None, agents[2]):
                    play(game, table, options.games, KEPT)
    write_drawing(tag_table(), draw_tag_table, Path("figures"), STEM)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
