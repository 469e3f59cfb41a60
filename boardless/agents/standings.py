"""Standings: the results of a tournament as tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from boardless.agents.ratings import CONFIDENCE, Ratings, alpha_rank, wilson
from boardless.agents.schedule import GameResult


@dataclass(frozen=True)
class Standings:
    """The results of a tournament.

    A player's score is the mean of his rewards. The one player with the highest reward of a game
    wins it, those who share it draw, all others lose; who plays alone wins with the reward 1. Games
    of an agent against itself alone count for the advantage of seats, and for nothing else.

    Attributes
    ----------
    games, names, seed : tuple of str and int
        The games, the agents, and the seed of all random numbers.
    results : tuple of Result
        The games in the order of their numbers.
    """

    games: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    results: tuple[GameResult, ...]

    def __repr__(self) -> str:
        games = (
            f"{', '.join(self.games)}, {len(self.results):,} game{'s' * (len(self.results) != 1)}"
        )
        if not self.results:
            return f"<Standings {games}>"
        scores = self.table.groupby("agent")["reward"].mean().sort_values(ascending=False)
        told = ", ".join(f"{name} {score:.2f}" for name, score in scores.items())
        return f"<Standings {games}: {told}>"

    def _repr_html_(self) -> str:
        """Return counts, scores and ratings of the agents as a table, for a notebook."""
        alone = all(map(self.is_solitaire, self.games))
        return (self.solitaire if alone else self.agents).round(3).to_html(index=False)

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each seat of each game: number, game, seed, seat, agent, reward, place, ...

        The last column has the points of the seat, NaN in games without scores.
        """
        rows = [
            (
                result.number, self.games[result.game], result.seed, result.plies, seat + 1,
                self.names[result.seats[seat]], reward, *_ended(result.rewards, seat),
                result.decided[seat], result.iterations[seat], result.calls[seat],
                result.seconds[seat], len(set(result.seats)) == 1 and len(result.seats) > 1,
                np.nan if result.scores is None else float(result.scores[seat]),
            )
            for result in self.results
            for seat, reward in enumerate(result.rewards)
        ]  # fmt: skip
        columns = [
            "number", "game", "seed", "plies", "seat", "agent", "reward", "place", "ended",
            "decided", "iterations", "calls", "seconds", "alone", "points",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def agents(self) -> pd.DataFrame:
        """A row for each agent of each game: its counts, score, rating and resources spent."""
        rows = []
        against = self.table[~self.table["alone"]]
        for game in self.games:
            ratings = self.ratings(game)
            for name in self.names:
                mine = against[(against["game"] == game) & (against["agent"] == name)]
                if len(mine):
                    rows.append((game, name, *_counted(mine), *ratings.of(name), *_spent(mine)))
        columns = [
            "game", "agent", "games", "wins", "draws", "losses", "score", "low", "high", "rating",
            "rating_low", "rating_high", "iterations_a_move", "calls_a_move", "seconds_a_move",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row for each two agents of each game: the score of one against the other."""
        rows = []
        for game in self.games:
            meetings = list(self._meetings(game))
            for a, b in combinations(self.names, 2):
                scores = [s if x == a else 1 - s for x, y, s in meetings if {x, y} == {a, b}]
                if scores:
                    wins, draws = scores.count(1.0), scores.count(0.5)
                    mean = float(np.mean(scores))
                    ends = (len(scores), wins, draws, len(scores) - wins - draws)
                    rows.append((game, a, b, *ends, mean, *wilson(mean, len(scores))))
        columns = ["game", "a", "b", "games", "a_wins", "draws", "b_wins", "score", "low", "high"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def seats(self) -> pd.DataFrame:
        """A row for each seat of each game: the score of the agents there, with its interval."""
        rows = [
            (game, seat, *_counted(mine))
            for (game, seat), mine in self.table.groupby(["game", "seat"])
        ]
        columns = ["game", "seat", "games", "wins", "draws", "losses", "score", "low", "high"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def ranks(self) -> pd.DataFrame:
        """Counts of places of each agent; agents who share places have the best of them."""
        against = self.table[~self.table["alone"]]
        counts = against.groupby(["game", "agent", "place"]).size().unstack(fill_value=0)
        return counts.reset_index().rename_axis(None, axis=1)

    @cached_property
    def rates(self) -> pd.DataFrame:
        """A row for each result of an agent's games: win, draw, loss, and each place.

        Columns: game, agent, what, games, count, rate, and the interval of the rate, low and high.
        """
        against = self.table[~self.table["alone"]]
        rows = []
        for (game, agent), mine in against.groupby(["game", "agent"], sort=False):
            seats = int(self.table["seat"][self.table["game"] == game].max())
            ends = {how: mine["ended"] == how for how in ("win", "draw", "loss")}
            ends |= {f"place {n}": mine["place"] == n for n in range(1, seats + 1)}
            for what, such in ends.items():
                count, games = int(such.sum()), len(mine)
                bounds = wilson(count / games, games)
                rows.append((game, agent, what, games, count, count / games, *bounds))
        columns = ["game", "agent", "what", "games", "count", "rate", "low", "high"]
        return pd.DataFrame(rows, columns=columns)

    def cut(self, game: str | None = None) -> int:
        """Return the number of games cut for their length, which count as drawn."""
        name = game or self.games[0]
        return sum(result.cut for result in self.results if self.games[result.game] == name)

    @cached_property
    def solitaire(self) -> pd.DataFrame:
        """A row for each agent of each game of one player: the share it won, and its points.

        Columns: game, agent, games, won, lost, share and its interval, low and high; points (the
        mean score), their interval by Student's t, points_low and points_high, points_sd,
        points_least and points_most, NaN in games without scores; the resources spent on a move.
        """
        rows = []
        for game in filter(self.is_solitaire, dict.fromkeys(self.games)):
            for name in self.names:
                mine = self.table[(self.table["game"] == game) & (self.table["agent"] == name)]
                if len(mine):
                    won = int((mine["ended"] == "win").sum())
                    share = won / len(mine)
                    counts = (len(mine), won, len(mine) - won, share, *wilson(share, len(mine)))
                    rows.append((game, name, *counts, *_points(mine["points"]), *_spent(mine)))
        columns = [
            "game", "agent", "games", "won", "lost", "share", "low", "high", "points", "points_low",
            "points_high", "points_sd", "points_least", "points_most", "iterations_a_move",
            "calls_a_move", "seconds_a_move",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)

    def is_solitaire(self, game: str | None = None) -> bool:
        """Tell whether a game has one player, so that no agents meet."""
        return int(self.table[self.table["game"] == (game or self.games[0])]["seat"].max()) == 1

    def cross(self, game: str | None = None) -> pd.DataFrame:
        """Return the score of each agent (row) against each other (column), NaN without games."""
        pairs = self.pairs[self.pairs["game"] == (game or self.games[0])]
        table = pd.DataFrame(np.nan, index=list(self.names), columns=list(self.names))
        for row in pairs.to_dict("records"):
            a, b, score = row["a"], row["b"], float(row["score"])
            table.loc[a, b], table.loc[b, a] = score, 1 - score
        return table

    def ratings(self, game: str | None = None) -> Ratings:
        """Return Bradley-Terry ratings of the agents in a game, from all meetings of two."""
        return Ratings(self.names, tuple(self._meetings(game or self.games[0])))

    def alpha_ranks(self, game: str | None = None) -> dict[str, float]:
        """Return the share of time of each agent in the long run; see `alpha_rank`."""
        return alpha_rank(self.cross(game))

    def _meetings(self, game: str) -> Iterator[tuple[str, str, float]]:
        """Yield two agents that met, and 1, 0.5 or 0 for the first."""
        for result in self.results:
            if self.games[result.game] == game:
                for one, other in combinations(range(len(result.seats)), 2):
                    a, b = (self.names[result.seats[seat]] for seat in (one, other))
                    mine, his = result.rewards[one], result.rewards[other]
                    if a != b:
                        yield a, b, 1.0 if mine > his else 0.0 if mine < his else 0.5

    def record(self, game: str | None = None) -> dict[str, Any]:
        """Return the JSON record that the command line prints."""
        name = game or self.games[0]

        def rows(table: pd.DataFrame) -> list[dict[str, Any]]:
            return [_interval(row) for row in table[table["game"] == name].to_dict("records")]

        if self.is_solitaire(name):
            return {"game": name, "seed": self.seed, "agents": rows(self.solitaire)}
        agents = rows(self.agents)
        if int(self.table[self.table["game"] == name]["seat"].max()) > 2:
            places = self.ranks[self.ranks["game"] == name].set_index("agent").drop(columns="game")
            agents = [row | {"ranks": places.loc[row["agent"]].tolist()} for row in agents]
        return {
            "game": name,
            "seed": self.seed,
            "agents": agents,
            "pairs": rows(self.pairs),
            "seats": rows(self.seats),
            "rates": rows(self.rates),
            "cut": self.cut(name),
        }


def _ended(rewards: tuple[float, ...], seat: int) -> tuple[int, str]:
    """Return the place of a seat, and whether that is a win, a draw or a loss."""
    reward, best = rewards[seat], max(rewards)
    place = 1 + sum(other > reward for other in rewards)
    if len(rewards) == 1:
        return 1, "win" if reward == 1 else "loss"
    if reward < best:
        return place, "loss"
    return place, "win" if rewards.count(best) == 1 else "draw"


def _counted(rows: pd.DataFrame) -> tuple[Any, ...]:
    """Return games, wins, draws, losses, the score and its interval."""
    ended, score = rows["ended"], float(rows["reward"].mean())
    counts = (int((ended == how).sum()) for how in ("win", "draw", "loss"))
    return len(rows), *counts, score, *wilson(score, len(rows), CONFIDENCE)


def _points(scores: "pd.Series[float]") -> tuple[float, ...]:
    """Return mean, interval, standard deviation, least and most of scores, NaN where unknown."""
    from scipy.stats import t

    present = scores.dropna()
    if not len(present):
        return (np.nan,) * 6
    mean, sd = float(present.mean()), float(present.std(ddof=1))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, len(present) - 1)) * sd / np.sqrt(len(present))
    return mean, mean - reach, mean + reach, sd, float(present.min()), float(present.max())


def _spent(rows: pd.DataFrame) -> tuple[float, float, float]:
    moves = max(int(rows["decided"].sum()), 1)
    iterations, calls, seconds = (
        float(rows[it].sum()) / moves for it in ("iterations", "calls", "seconds")
    )
    return iterations, calls, seconds


def _interval(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a row in which the bounds of the score are one entry."""
    # JSON has no infinity, and no NaN.
    entry = {
        str(k): None if isinstance(v, float) and not np.isfinite(v) else v for k, v in row.items()
    }
    entry["interval"] = [entry.pop("low"), entry.pop("high")]
    entry.pop("game")
    return entry
