"""Speed of TAG's games here and in TAG, compared by way of random games of Andantino.

../shared/tag/speed.csv has TAG's figures, measured in the same minutes as Andantino on that
machine. Andantino, measured here in turn with each game, ties this machine to the other one.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.measure import Rows, Tables, UnmeasuredError, in_turn
from benchmarks.playouts import TimedPlayouts
from boardless.agents.specs import entrant
from boardless.games import Game, load
from boardless.games.game import default_technique
from boardless.games.library import PACKAGED
from boardless.games.modules import Features
from boardless.jit.arrays import Ints
from boardless.play import State
from boardless.play.playing import move_of_chance
from boardless.play.playout_worker import PlayoutWorker
from boardless.state.engine.arrays import NAMED, NEED_ROOM

TABLES = Tables()

SPEEDS = Path(__file__).resolve().parents[2] / "shared" / "tag" / "speed.csv"
#: Our names of TAG's games; others are the same but for spaces.
NAMES = {
    "LoveLetter": "Love Letter", "Virus": "Virus!", "ExplodingKittens": "Exploding Kittens",
    "DotsAndBoxes": "Dots and Boxes", "ColtExpress": "Colt Express", "TicTacToe": "Tic-Tac-Toe",
    "Connect4": "Connect Four", "GoFish": "Go Fish", "SushiGo": "Sushi Go!",
    "CantStop": "Can't Stop",
}  # fmt: skip
#: Turns that a game and Andantino take, and seconds of a turn.
TURNS, SHARE = 3, 0.15


def measured(
    columns: Sequence[str], measure: Callable[[Game, Any], tuple[float, ...]]
) -> pd.DataFrame:
    """Return a row of each of TAG's games by its rules: a measurement of it, given TAG's row."""
    if not SPEEDS.exists():
        raise UnmeasuredError("there is no shared/tag/speed.csv")
    rows = list[tuple[object, ...]]()
    for row in pd.read_csv(SPEEDS).to_dict("records"):
        name, players = NAMES.get(row["game"], str(row["game"])), int(row["players"])
        if name in PACKAGED:
            rows.append((name, players, *measure(load(name, chosen(name, players)), row)))
    return pd.DataFrame(rows, columns=["game", "players", *columns])


def tag_rates() -> pd.DataFrame:
    """Return random games a second of processor time by TAG's rules, and how many times TAG's."""
    andantino = TimedPlayouts(load("Andantino"), SHARE)

    def measure(game: Game, row: Any) -> tuple[float, ...]:
        played = TimedPlayouts(game, SHARE)
        rates = in_turn({"game": played.rate, "tie": andantino.rate}, TURNS)
        games, plies = median(rates["game"]), played.plies
        tied = median(rates["tie"]) / float(row["boardless_per_cpu_s"])
        times = games / (float(row["random_games_per_s"]) * tied)
        return round(games), round(games * plies), plies, times

    return measured(("games/s", "moves/s", "moves a game", "times TAG (> 50)"), measure)


def chosen(name: str, players: int) -> list[str]:
    """Return the options of a game by TAG's rules, as far as it has any."""
    options = PACKAGED.options(name)
    offered = {f"{each.heading}/{item.label}" for each in options for item in each.items}
    return [option for option in (f"Players/{players}", "Rules/TAG") if option in offered]


#: Decisions of Love Letter, and the budget of each.
DECISIONS, SPEC = 20, "mcts,calls=4000,cut=0,solver=False,reuse=False,heuristic=tag-love-letter"


@TABLES.table("tag-decisions", "Decisions in Love Letter", "agent", "decisions", "ms (< 20)")
def tag_decisions() -> Rows:
    """Yield the processor time of a decision in Love Letter in ms, 4,000 calls each."""
    game, random = load("Love Letter", ["Rules/TAG"]), Random(1)
    for spec in (SPEC, "rhea,calls=4000,heuristic=tag-love-letter"):
        agent, state, spent = entrant(spec), State(game), list[float]()
        while len(spent) <= DECISIONS and state.outcome() is None:
            if state.seat == 0:
                state.push(move_of_chance(state.chances(), random))
                continue
            if state.legal_count > 1:
                begin = process_time()
                agent.decide(state, random)
                spent.append(process_time() - begin)
            state.push(random.choice(list(state.legal_moves)))
        # The first one makes the search ready.
        yield spec, len(spent) - 1, 1e3 * median(spent[1:])


#: Games whose moves are made again, for so many seconds, and copies of a state at a time.
REPEATED, AGAIN, COPIES = 16, 0.1, 20_000


def tag_steps() -> pd.DataFrame:
    """Return moves, and copies of a state, per second of processor time.

    The engine makes the moves of random games again without listing legal moves, as ``next`` in
    TAG. The copies at their starts do not count.
    """
    columns = ("moves/s, million (> 10)", "ns a move", "copies/s, million (> 10)", "ns a copy")

    def measure(game: Game, _: Any) -> tuple[float, ...]:
        made, copied = RepeatedMoves(game).rates()
        return made / 1e6, 1e9 / made, copied / 1e6, 1e9 / copied

    return measured(columns, measure)


class RepeatedMoves(PlayoutWorker):
    """Random games of a game, for making their moves again and again."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, default_technique(game), features=Features(parts=("counting",)))

    def rates(self) -> tuple[float, float]:
        """Return moves and copies per second of processor time."""
        self.play(0, 0, 1)
        games = [self._recorded(number) for number in range(REPEATED)]
        moves = sum(len(rows) for rows in games)

        def make(times: int) -> None:
            for number, rows in enumerate(games):
                self._kernels.make_rows(
                    self._arrays, self._first, 0, number, rows, len(rows), times
                )

        def copy(times: int) -> None:
            self._kernels.copy_often(self._arrays, self._first, times)

        made, copied = _seconds(make, 1), _seconds(copy, COPIES)
        return moves / (made - REPEATED * copied), 1 / copied

    def _recorded(self, number: int) -> Ints:
        """Return the rows of the moves of a random game."""
        columns = NAMED + self._arrays.queue.shape[1]
        rows = np.zeros((len(self._arrays.history), columns), np.int64)
        plies = self._kernels.record_rows(self._arrays, self._first, 0, number, rows)
        if plies == NEED_ROOM:
            self._enlarge(number)
            return self._recorded(number)
        return rows[:plies].copy()


def _seconds(task: Callable[[int], None], times: int) -> float:
    """Return the processor time of one repetition of a task, the least of some turns."""
    task(1)
    times_spent = list[float]()
    while len(times_spent) < TURNS:
        begin = process_time()
        task(times)
        spent = process_time() - begin
        if spent < AGAIN:
            times *= 2
        else:
            times_spent.append(spent / times)
    return min(times_spent)


TABLES |= {
    "tag": ("Random games of TAG's games by its rules, ours and TAG's", tag_rates),
    "tag-steps": ("Moves that are made, and copies of a state, by themselves", tag_steps),
}
