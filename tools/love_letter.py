"""Love Letter with one thing changed at a time: reasons why a random agent wins.

``python -m tools.love_letter`` plays one random agent against three that look one step ahead (OSLA,
`greedy`), with the old rules of TAG in 2020. `tools.tag_of_2020` plays the same in TAG.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from boardless.agents import wilson
from boardless.agents.protocol import Budget, Decision
from boardless.agents.simple import complete, moves_of
from boardless.agents.specs import Entrant, entrant
from boardless.agents.tag_heuristics import TAG_HEURISTICS, hands
from boardless.agents.tournament import run_tournament
from boardless.cli.app import main as run
from boardless.games import load
from boardless.play import State
from tools.markdown import head, row

SEED = 1
HEAD = head("changed", "games", "Random wins", "99 %")


@dataclass(frozen=True)
class OneStep:
    """An agent that takes a random one of the moves to the best position by TAG's heuristic.

    Attributes
    ----------
    looks : bool
        Whether it gets a redraw of the hidden cards; otherwise it sees all hands.
    deals : bool
        Whether it judges a position after the move's chance decisions; before them nothing has
        changed, so all moves are alike.
    falls : bool
        Whether a player out of the round has the value of a lost game; only with `deals`.
    """

    looks: bool = True
    deals: bool = True
    falls: bool = False

    def __call__(
        self, state: Any, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        values = {move: self._value(state, move, random) for move in moves_of(state)}
        most = max(values.values())
        return Decision(random.choice([move for move, value in values.items() if value == most]))

    def _value(self, state: State, move: Any, random: Random) -> float:
        player, after = state.seat, state.copy()
        after.push(move)
        if self.deals:
            complete(after, random)
        ended = after.outcome()
        if ended is not None:
            return float(ended.rewards[player - 1] == 1)
        arrays = after.position.arrays
        first = hands(state.game)[0][player - 1]
        if self.falls and not arrays.what[first : first + 2].any():
            return 0.0
        return float(TAG_HEURISTICS["tag-love-letter"].value(state.game, arrays, player))


#: The change, the item of the option Rules, and the three agents.
CHANGES = (
    ("moves are judged before chance has decided", "TAG", OneStep(deals=False)),
    ("as in the table", "TAG", OneStep()),
    ("who plays the Princess is out", "Printed", OneStep()),
    ("who is out has the value of a lost game", "TAG", OneStep(falls=True)),
    ("all hands are seen", "TAG", OneStep(looks=False)),
    ("all of these", "Printed", OneStep(looks=False, falls=True)),
)


def won(rules: str, agent: OneStep, games: int) -> int:
    """Return the number of games that a random agent wins against three others, seats in turn."""
    game = load("Love Letter", ["Players/4", f"Rules/{rules}"])
    others = [Entrant(f"one step {number}", agent) for number in range(3)]
    table = run_tournament(game, [entrant("random"), *others], count=games, seed=SEED).agents
    return int(table.loc[table["agent"] == "random", "wins"].iloc[0])


def share(name: str, wins: int, games: int) -> str:
    """Return a row of the table: the share of games won, and its interval of 99 %."""
    low, high = wilson(wins / games, games)
    return row(name, games, f"{wins / games:.3f}", f"{low:.2f} to {high:.2f}")


def main(*, games: int = 300) -> None:
    """Print the table of a random agent's wins, a row for each change.

    Parameters
    ----------
    games
        The games with each change.
    """
    print(HEAD, flush=True)
    for name, rules, agent in CHANGES:
        print(share(name, won(rules, agent, games), games), flush=True)


if __name__ == "__main__":
    run(main)
