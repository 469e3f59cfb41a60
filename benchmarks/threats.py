"""Whether a search finds every win in one move, and blocks what wins in one for the other."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pandas as pd

from benchmarks.search import CONNECT_FOUR
from boardless.agents import MCTS, Budget
from boardless.games import Game, compile, load
from boardless.play import State
from boardless.state import Move

#: So many positions of random games, and so many iterations for each.
POSITIONS, ITERATIONS = 1_000, 2_000


def wins(state: State, player: int) -> list[Move]:
    """Return the moves that win at once for a player."""
    return [move for move, winner in _winners(state) if winner == player]


def safe(state: State) -> list[Move]:
    """Return the moves after which nobody else has won or wins at once."""
    player, after, found = state.seat, state.copy(), []
    for move, winner in _winners(state):
        if winner in (0, player):
            found.append(move)
        elif winner is None:
            after.push(move)
            if after.seat == player or not wins(after, after.seat):
                found.append(move)
            after.pop()
    return found


def _winners(state: State) -> Iterator[tuple[Move, int | None]]:
    """Yield each move and who wins by it, 0 for nobody, None while the game goes on."""
    after = state.copy()
    for move in list(state.legal_moves):
        after.push(move)
        ended = after.outcome()
        yield move, None if ended is None else ended.winner
        after.pop()


def positions(game: Game, count: int, seed: int) -> Iterator[tuple[State, list[Move]]]:
    """Yield positions of random games with the moves that are right, and that not all moves are.

    Those that win at once, where there are some; else those that block, where others do not.
    """
    random, found = Random(seed), 0
    while found < count:
        state = State(game)
        while state.outcome() is None and found < count:
            moves = list(state.legal_moves)
            right = wins(state, state.seat) or safe(state)
            if 0 < len(right) < len(moves):
                found += 1
                yield state.copy(), right
            state.push(random.choice(moves))


def checked(game: Game, count: int = POSITIONS, iterations: int = ITERATIONS) -> tuple[object, ...]:
    """Return a row: how many positions there were of each kind, and how many moves were right."""
    winning = blocking = good = 0
    for number, (state, right) in enumerate(positions(game, count, seed=5)):
        decision = MCTS()(state, Budget(iterations=iterations), Random(number))
        good += decision.move in right
        can_win = bool(wins(state, state.seat))
        winning, blocking = winning + can_win, blocking + (not can_win)
    return game.name, winning, blocking, good, f"{good / count:.1%}"


def threats(games: Sequence[Game]) -> pd.DataFrame:
    """Return a row for each game."""
    columns = ["game", "wins in one", "losses in one", "right", "share"]
    return pd.DataFrame([checked(game) for game in games], columns=columns)


_TITLE = (
    f"{POSITIONS:,} positions of random games with a win in one, or a loss in one that can "
    f"be blocked: moves of a search of {ITERATIONS:,} iterations with solver"
)
_NAMES = ("Tic-Tac-Toe", "Bravalath", "Andantino")
TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "threats": (_TITLE, lambda: threats([*map(load, _NAMES), compile(CONNECT_FOUR)])),
    "threats-hex": (_TITLE, lambda: threats([load("Hex", ["Board Size/7x7"])])),
    "threats-trax": (_TITLE, lambda: threats([load("Trax")])),
}
