"""Standings: the results of a tournament as tables."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import Any, Self

import numpy as np
import pandas as pd

from boardless.agents.ratings import CONFIDENCE, Ratings, alpha_rank, wilson

#: Columns of counts and scores, and of resources spent.
_COUNTS = ("games", "wins", "draws", "losses", "score", "low", "high")
_SPENT = ("iterations_a_move", "calls_a_move", "seconds_a_move")


@dataclass(frozen=True)
class GameResult:
    """The result of a game of a tournament, and a line of the file of results."""

    number: int
    game: int
    seed: int
    seats: tuple[int, ...]  #: the entrant of each seat
    rewards: tuple[float, ...]
    plies: int
    decided: tuple[int, ...]  #: number of moves that each seat chose
    iterations: tuple[int, ...]  #: of each seat, in all
    calls: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)  #: of thinking in all; depends on the machine
    cut: bool = False  #: whether it was cut at the limit of moves, and counts as drawn
    scores: tuple[float, ...] | None = None

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the result of a line of a file."""
        fields: dict[str, Any] = json.loads(line)
        for name, value in fields.items():
            fields[name] = tuple(value) if isinstance(value, list) else value
        return cls(**fields)


@dataclass(frozen=True)
class Standings:
    """The results of a tournament.

    A player's score is the mean of his rewards. The one player with the highest reward of a game
    wins it, players who share it draw, and all others lose. A single player wins with the reward 1.
    Games of an agent against itself alone count for the advantage of seats, and for nothing else.

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
        ratings = {game: self.ratings(game) for game in self.games}
        rows = [
            (game, name, *_counts(mine), *ratings[game].of(name), *_spent(mine))
            for game, name, mine in self._each()
        ]
        rating = ("rating", "rating_low", "rating_high")
        return pd.DataFrame(rows, columns=["game", "agent", *_COUNTS, *rating, *_SPENT])

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row for each two agents of each game: the score of one against the other."""
        rows = []
        for game in self.games:
            meetings = list(self._meetings(game))
            for a, b in combinations(self.names, 2):
                scores = [s if x == a else 1 - s for x, y, s in meetings if {x, y} == {a, b}]
                if scores:
                    counts = (len(scores), *map(scores.count, (1.0, 0.5, 0.0)))
                    mean = float(np.mean(scores))
                    rows.append((game, a, b, *counts, mean, *wilson(mean, len(scores))))
        columns = ["game", "a", "b", "games", "a_wins", "draws", "b_wins", "score", "low", "high"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def seats(self) -> pd.DataFrame:
        """A row for each seat of each game: the score of the agents there, with its interval."""
        rows = [
            (game, seat, *_counts(mine))
            for (game, seat), mine in self.table.groupby(["game", "seat"])
        ]
        return pd.DataFrame(rows, columns=["game", "seat", *_COUNTS])

    @cached_property
    def ranks(self) -> pd.DataFrame:
        """Counts of places of each agent; agents who share places have the best of them."""
        places = self._against.groupby(["game", "agent", "place"])
        counts = places.size().unstack(fill_value=0)
        return counts.reset_index().rename_axis(None, axis=1)

    @cached_property
    def rates(self) -> pd.DataFrame:
        """A row for each result of an agent's games: win, draw, loss, and each place.

        Columns: game, agent, what, games, count, rate, and the interval of the rate, low and high.
        """
        rows = []
        for (game, agent), mine in self._against.groupby(["game", "agent"], sort=False):
            seats = int(self.table["seat"][self.table["game"] == game].max())
            ends = {how: mine["ended"] == how for how in ("win", "draw", "loss")}
            ends |= {f"place {n}": mine["place"] == n for n in range(1, seats + 1)}
            games = len(mine)
            for what, matches in ends.items():
                count = int(matches.sum())
                rate = count / games
                rows.append((game, agent, what, games, count, rate, *wilson(rate, games)))
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
        for game, name, mine in self._each():
            if self.is_solitaire(game):
                games, won, _, lost, *_ = _counts(mine)
                share = (won / games, *wilson(won / games, games), *_points(mine["points"]))
                rows.append((game, name, games, won, lost, *share, *_spent(mine)))
        columns = [
            "game", "agent", "games", "won", "lost", "share", "low", "high", "points", "points_low",
            "points_high", "points_sd", "points_least", "points_most", *_SPENT,
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)

    @property
    def _against(self) -> pd.DataFrame:
        """The rows of `table` but for games of an agent against itself."""
        return self.table[~self.table["alone"]]

    def _each(self) -> Iterator[tuple[str, str, pd.DataFrame]]:
        """Yield each game and agent, with the rows of the agent in that game."""
        rows = dict(list(self._against.groupby(["game", "agent"])))
        for key in product(dict.fromkeys(self.games), self.names):
            if key in rows:
                yield *key, rows[key]

    def is_solitaire(self, game: str | None = None) -> bool:
        """Return True if a game has one player, so that no agents meet."""
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
            "game": name, "seed": self.seed, "agents": agents, "pairs": rows(self.pairs),
            "seats": rows(self.seats), "rates": rows(self.rates), "cut": self.cut(name),
        }  # fmt: skip


def _ended(rewards: tuple[float, ...], seat: int) -> tuple[int, str]:
    """Return the place of a seat, and whether that is a win, a draw or a loss."""
    reward, best = rewards[seat], max(rewards)
    place = 1 + sum(other > reward for other in rewards)
    if len(rewards) == 1:
        return 1, "win" if reward == 1 else "loss"
    if reward < best:
        return place, "loss"
    return place, "win" if rewards.count(best) == 1 else "draw"


def _counts(rows: pd.DataFrame) -> tuple[Any, ...]:
    """Return the columns _COUNTS: games, wins, draws, losses, the score and its interval."""
    ended, score = rows["ended"], float(rows["reward"].mean())
    counts = (int((ended == how).sum()) for how in ("win", "draw", "loss"))
    return len(rows), *counts, score, *wilson(score, len(rows))


def _points(scores: "pd.Series[float]") -> tuple[float, ...]:
    """Return mean, interval, standard deviation, least and most of scores, NaN where unknown."""
    from scipy.stats import t

    present = scores.dropna()
    if not len(present):
        return (np.nan,) * 6
    mean, sd = float(present.mean()), float(present.std(ddof=1))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, len(present) - 1)) * sd / np.sqrt(len(present))
    return mean, mean - reach, mean + reach, sd, float(present.min()), float(present.max())


def _spent(rows: pd.DataFrame) -> list[float]:
    """Return the columns _SPENT: the mean resources spent on a move."""
    moves = max(int(rows["decided"].sum()), 1)
    return [float(rows[name].sum()) / moves for name in ("iterations", "calls", "seconds")]


def _interval(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a row with the bounds of the score as one entry."""
    # JSON has no infinity, and no NaN.
    entry = {
        str(k): None if isinstance(v, float) and not np.isfinite(v) else v for k, v in row.items()
    }
    entry["interval"] = [entry.pop("low"), entry.pop("high")]
    entry.pop("game")
    return entry
