"""Strength of a player trained on small boards, on growing boards and on other tilings.

``python -m boardless.analysis.strength net:RUN --games 40`` plays a game's boards (`BOARDS`) until
each has N games, in pairs from one opening with seats changed. It saves the results after each pair
in figures/strength.csv, so that a stopped run can continue. Then it draws figures/strength.png;
without a player it only draws. The opponent is ``mcts:1000``. The player has the number of
simulations that take the same processor time, or the number of its spec with ``--fixed``.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.agents import MCTS, Budget, Decision, wilson
from boardless.agents.playing import DescribedGame, play_entrants, playable, prepare
from boardless.agents.protocol import StateProtocol
from boardless.agents.specs import Entrant, entrant
from boardless.analysis.figures.figure import write_drawing
from boardless.games import Game, compile, description_text
from boardless.jit.game_runtime import mix
from boardless.play.state import State
from boardless.topo import InputError
from boardless.util.inputs import replacing_file


@dataclass(frozen=True)
class PlayedBoard:
    """A board for a game.

    Attributes
    ----------
    game, name : str
        The game, and the name of the board.
    size : int
        Its cells, or its tiles at the beginning of a game.
    opening : int
        The number of random moves of the opening.
    options : tuple of str
        The game's.
    was_seen : bool
        Whether training used boards of this size and tiling.
    """

    game: str
    name: str
    size: int
    opening: int
    options: tuple[str, ...] = ()
    was_seen: bool = False

    def load(self, jit: bool = True) -> Game:
        """Return the game, without a limit of moves."""
        text = description_text(self.game)
        return compile(text.replace(LIMIT, ""), self.options, jit=jit)


#: The rule of Andantino's text that draws a game.
LIMIT = "(if (>= (count Moves) 48) (result Mover Draw))"
#: The limit of moves after an opening; the game is then drawn.
LONGEST = 80
#: An opening is even if a search of EVEN_ITERATIONS finds that the mover's share of a win is
#: within these bounds; TRIES limits the attempts.
EVEN, EVEN_ITERATIONS, TRIES = (0.3, 0.7), 1000, 2000
#: The limit of moves of Andantino in training; a game begins with two tiles.
LEARNT, FIRST_TILES = 48, 2

BOARDS = (
    PlayedBoard("Connect Four", "6 x 5", 30, 2, ("Rules/Small",), was_seen=True),
    PlayedBoard("Connect Four", "7 x 6", 42, 2, ("Rules/Printed",)),
    PlayedBoard("Connect Four", "8 x 8", 64, 2, ("Rules/TAG",)),
    *(
        PlayedBoard(
            "Andantino", "hexagonal", opening + FIRST_TILES, opening,
            was_seen=opening + FIRST_TILES <= LEARNT,
        )
        for opening in (2, 10, 20, 30, 45, 60)
    ),
    PlayedBoard("Andantino", "square", 4, 2, ("Tiling/Square",)),
    PlayedBoard("Andantino", "triangular", 4, 2, ("Tiling/Triangular",)),
)  # fmt: skip
OPPONENT, TRAINED = "mcts:1000", "trained"
#: The smallest number of simulations of a move.
LEAST = 2.0
COLUMNS = (
    "game", "board", "size", "seen", "player", "against", "time", "games", "won", "drawn", "lost",
    "score", "low", "high", "simulations", "ms", "ms against", "plies",
)  # fmt: skip
#: The key columns of a row.
KEY = ["game", "board", "size", "player", "against", "time"]
STEM = "strength"


@dataclass(frozen=True)
class Timed:
    """An agent, and the processor time of its decisions in seconds."""

    agent: Any
    seconds: list[float]

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return the agent's decision."""
        begin = process_time()
        decision: Decision = self.agent(state, budget, random, memory)
        self.seconds.append(process_time() - begin)
        return decision

    @classmethod
    def of(cls, who: Entrant) -> Entrant:
        """Return a participant with timed decisions."""
        return replace(who, agent=cls(who.agent, []))


@dataclass(frozen=True)
class Opened:
    """A game that begins after an opening; see `GameProtocol`."""

    described: DescribedGame
    rows: tuple[int, ...]

    @property
    def name(self) -> str:
        """The game's name."""
        return self.described.name

    @property
    def players(self) -> int:
        """The number of players."""
        return self.described.players

    def begin(self, random: Random) -> State:
        """Return the position after the opening."""
        state = self.described.begin(random)
        for row in self.rows:
            state.push_row(row)
        return state


def opening_of(game: Game, plies: int, seed: int) -> tuple[int, ...]:
    """Return random moves of a game in progress to a position that a search finds even.

    Raise an InputError if `TRIES` attempts fail.
    """
    random = Random(seed)
    for _ in range(TRIES):
        rows: list[int] = []
        state = State(game)
        while len(rows) < plies:
            choices = list(range(state.legal_count))
            random.shuffle(choices)
            for row in choices:
                state.push_row(row)
                if state.outcome() is None:
                    rows.append(row)
                    break
                state.pop_row()
            else:
                break
        if len(rows) < plies:
            continue
        decision = MCTS()(state, Budget(iterations=EVEN_ITERATIONS), Random(seed))
        if decision.value is not None and EVEN[0] <= decision.value <= EVEN[1]:
            return tuple(rows)
    raise InputError(f"{game.name}: no even opening of {plies} moves")


def adjusted(simulations: float, own: float, other: float) -> float:
    """Return simulations for a time between both sides' times (geometric mean), as games differ.

    Examples
    --------
    >>> adjusted(16.0, own=0.004, other=0.001), adjusted(3.0, own=1.0, other=0.01)
    (8.0, 2.0)
    """
    return max(LEAST, simulations * sqrt(other / own))


@dataclass
class PlayerTally:
    """The results of a player on a board, and the means of the player's decisions."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    plies: float = 0.0
    simulations: float = 0.0
    ms: float = 0.0
    against_ms: float = 0.0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    def add(
        self, rewards: Sequence[float], plies: int, simulations: float, seconds: Sequence[float]
    ) -> None:
        """Add a pair of games: rewards, moves of both, and seconds of a decision of each side."""
        before = self.games
        for reward in rewards:
            self.won += reward > 0.5
            self.drawn += reward == 0.5
            self.lost += reward < 0.5
        new = (plies / 2, simulations, *(1000 * each for each in seconds))
        old = (self.plies, self.simulations, self.ms, self.against_ms)
        self.plies, self.simulations, self.ms, self.against_ms = (
            (before * a + 2 * b) / self.games for a, b in zip(old, new, strict=True)
        )

    def row(
        self, board: PlayedBoard, against: str, time: str, player: str = TRAINED
    ) -> dict[str, Any]:
        """Return the row of the table."""
        score = (self.won + self.drawn / 2) / self.games
        values = (
            board.game, board.name, board.size, board.was_seen, player, against, time, self.games,
            self.won, self.drawn, self.lost, score, *wilson(score, self.games),
            self.simulations, self.ms, self.against_ms, self.plies,
        )  # fmt: skip
        return dict(zip(COLUMNS, values, strict=True))

    @classmethod
    def of(cls, row: pd.Series | None) -> "PlayerTally":
        """Return the results in a row."""
        if row is None:
            return cls()
        means = (float(row[name]) for name in ("plies", "simulations", "ms", "ms against"))
        return cls(*(int(row[name]) for name in ("won", "drawn", "lost")), *means)


def play_pairs(
    board: PlayedBoard, player: Entrant, against: Entrant, games: int, tally: PlayerTally,
    fixed: bool, jit: bool = True,
) -> Iterator[None]:  # fmt: skip
    """Play pairs of games, and count each, until there are `games` of them."""
    game = board.load(jit)
    described = playable(game)
    assert isinstance(described, DescribedGame)
    prepare(described, (player, against))
    simulations = tally.simulations or float(player.budget.iterations or LEAST)
    while tally.games < games:
        number = tally.games // 2
        start = Opened(described, opening_of(game, board.opening, mix(board.opening, number)))
        budget = player.budget if fixed else Budget(iterations=round(simulations))
        pair = [Timed.of(replace(player, budget=budget)), Timed.of(against)]
        ended = [
            play_entrants(start, pair[::order], mix(number, order), LONGEST) for order in (1, -1)
        ]
        rewards = ended[0].rewards[0], ended[1].rewards[1]
        seconds = [float(np.mean(side.agent.seconds)) for side in pair]  # type: ignore[attr-defined]
        tally.add(rewards, sum(len(game.moves) for game in ended), round(simulations), seconds)
        if not fixed:
            simulations = adjusted(simulations, *seconds)
        yield


def read_table(path: Path) -> pd.DataFrame:
    """Return the table of a file, or an empty one."""
    return pd.read_csv(path) if path.exists() else pd.DataFrame(columns=list(COLUMNS))


def with_row(table: pd.DataFrame, row: dict[str, Any]) -> pd.DataFrame:
    """Return a table with a row in place of the row with the same key, or added at the end."""
    records: list[Any] = [*table.to_dict("records"), row]
    rows = {tuple(map(record.get, KEY)): record for record in records}
    return pd.DataFrame([*rows.values()], columns=list(COLUMNS)).round(4)


def row_of(
    table: pd.DataFrame, board: PlayedBoard, against: str, time: str, player: str = TRAINED
) -> pd.Series | None:
    """Return the row of a board in a table, if it is there."""
    key = (board.game, board.name, board.size, player, against, time)
    rows = table[(table[KEY] == list(key)).all(axis=1)]
    return None if rows.empty else rows.iloc[0]


def draw_strength(table: pd.DataFrame) -> Figure:
    """Draw a panel for each game: the score by the size of the board, and on other tilings."""
    names = list(dict.fromkeys(table["game"]))
    figure = Figure(figsize=(8.4, 0.6 + 2.8 * len(names)))
    axes = figure.subplots(len(names), 1, squeeze=False)[:, 0]
    for ax, name in zip(axes, names, strict=True):
        own = table[table["game"] == name]
        labels = [f"{row.board}\n{row.size}" for row in own.itertuples()]
        places = {label: n for n, label in enumerate(dict.fromkeys(labels))}
        groups = list(own.groupby(["player", "against", "time"], sort=False))
        for n, ((player, against, time), part) in enumerate(groups):
            shift = 0.14 * (n - (len(groups) - 1) / 2)
            x = [places[f"{row.board}\n{row.size}"] + shift for row in part.itertuples()]
            middle, low, high = (
                part[column].to_numpy(float) for column in ("score", "low", "high")
            )
            simulations = part["simulations"].median()
            label = f"{player}, {against}, " + (
                "equal time" if time == "equal" else f"{simulations:.0f} simulations"
            )
            ax.errorbar(
                x, middle, yerr=(middle - low, high - middle), fmt=MARKS[n % len(MARKS)],
                color=COLOURS[n % len(COLOURS)], capsize=2, markersize=4, linewidth=1, label=label,
            )  # fmt: skip
        seen = own.drop_duplicates(["board", "size"])["seen"].astype(bool).tolist()
        for place, was_seen in enumerate(seen):
            if was_seen:
                ax.axvspan(place - 0.5, place + 0.5, color="0.93", zorder=0, linewidth=0)
        ax.axhline(0.5, color="0", linewidth=0.8)
        ax.set_xticks(range(len(places)), list(places))
        ax.set(ylim=(-0.03, 1.03), xlim=(-0.5, len(places) - 0.5), ylabel="score")
        ax.set_title(f"{name}: {SIZES[name]}", loc="left")
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    axes[-1].set_xlabel("grey: sizes that were learnt on; bars: 99 % intervals (Wilson)")
    return figure


#: The text below the name of a board.
SIZES = {"Andantino": "tiles at the beginning", "Connect Four": "cells of the board"}
MARKS, COLOURS = ("o", "s", "^", "D"), ("#0072B2", "#D55E00", "#009E73", "0.4")


def main(words: Sequence[str]) -> int:
    """Play as the arguments say, and draw; return the exit status."""
    parser = ArgumentParser(
        prog="python -m boardless.analysis.strength", description="Strength by size and tiling."
    )
    parser.add_argument("player", nargs="?", help="a spec, such as net:runs/andantino")
    parser.add_argument("--game", choices=list(SIZES), help="the game that it plays")
    parser.add_argument("--against", default=OPPONENT, help=f"by default {OPPONENT}")
    parser.add_argument("--games", type=int, default=40, help="on each board")
    parser.add_argument(
        "--only", action="append", help="a board by its name and size: hexagonal/32"
    )
    parser.add_argument("--fixed", action="store_true", help="the spec gives the simulations")
    parser.add_argument("--out", type=Path, default=Path("figures"), help="the folder")
    parser.add_argument("--label", default=TRAINED, help="the player, in the table")
    options = parser.parse_args(words)
    table = read_table(options.out / f"{STEM}.csv")
    if options.player is not None:
        if options.game is None:
            parser.error("--game: give it with a player")
        time = "own" if options.fixed else "equal"
        player, against = entrant(options.player), entrant(options.against)
        for board in BOARDS:
            name = f"{board.name}/{board.size}"
            if board.game != options.game or (options.only and name not in options.only):
                continue
            tally = PlayerTally.of(row_of(table, board, options.against, time, options.label))
            for _ in play_pairs(board, player, against, options.games, tally, options.fixed):
                table = with_row(table, tally.row(board, options.against, time, options.label))
                options.out.mkdir(parents=True, exist_ok=True)
                with replacing_file(options.out / f"{STEM}.csv") as part:
                    table.to_csv(part, index=False, lineterminator="\n")
            print(table.tail(1).to_string(index=False, header=False), flush=True)
    if table.empty:
        parser.error(f"{options.out}: {STEM}.csv does not exist: give a player")
    write_drawing(table, draw_strength, options.out, STEM)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except InputError as error:
        sys.exit(str(error))
