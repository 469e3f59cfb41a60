"""Whether more thinking wins more games, and which way of searching does; with intervals."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pandas as pd

from boardless.agents import run_tournament
from boardless.games import Game, compile, description_text, load

#: So many games for each pair, both sides beginning equally often; fewer where they take long.
GAMES, FEW = 100, 40
#: Games of Hive are drawn after so many moves, as in OpenSpiel.
HIVE_PLIES = 500
#: Where results are kept, so that what was stopped goes on.
KEPT = Path("build/strength")
#: How searches in Hive are cut and judged.
_HIVE = ",cut=4,heuristic=hive-queens"
#: Who plays, the strongest last.
LADDER = ("random", "mcts:100", "mcts:1000", "mcts:10000")
HIVE_LADDER = ("random", f"mcts:100{_HIVE}", f"mcts:1000{_HIVE}")
#: GRAVE, with the exploration that its author has, beside plain UCT.
GRAVE = ("mcts:1000", "mcts:1000,policy=grave,exploration=0.0")


def hive() -> Game:
    """Return Hive without expansions, drawn when it takes too long."""
    cut = f"(if (>= (count Moves) {HIVE_PLIES}) (result Mover Draw))"
    return compile(description_text("Hive").replace("<Repetition:end>", cut))


def compared(game: Game, weak: str, strong: str, games: int = GAMES) -> tuple[object, ...]:
    """Return a row: what `strong` makes of `weak`, its score with an interval of 99 %."""
    KEPT.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "-" for c in f"{game.name} {weak} {strong}")
    pair = run_tournament(
        game, [strong, weak], count=games, seed=1, keep=KEPT / f"{name}.jsonl"
    ).pairs.iloc[0]
    score = (pair["a_wins"] + pair["draws"] / 2) / pair["games"]
    counts = (pair[column] for column in ("games", "a_wins", "draws", "b_wins"))
    return (game.name, strong, weak, *counts, score, pair["low"], pair["high"])


COLUMNS = ["game", "a", "b", "games", "a won", "drawn", "b won", "score of a", "from", "to"]


def ladder(game: Game, agents: tuple[str, ...] = LADDER, games: int = GAMES) -> pd.DataFrame:
    """Return what each agent makes of the next weaker one."""
    rows = [compared(game, *pair, games) for pair in pairwise(agents)]
    return pd.DataFrame(rows, columns=COLUMNS)


def grave() -> pd.DataFrame:
    """Return what GRAVE makes of UCT in Andantino."""
    return pd.DataFrame([compared(load("Andantino"), *GRAVE)], columns=COLUMNS)


_TITLE = "{}: ten times the iterations, 99 % intervals of the score"
TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "strength-andantino": (_TITLE.format("Andantino"), lambda: ladder(load("Andantino"))),
    "strength-bravalath": (_TITLE.format("Bravalath"), lambda: ladder(load("Bravalath"))),
    "strength-trax": (_TITLE.format("Trax"), lambda: ladder(load("Trax"), games=FEW)),
    "strength-hive": (_TITLE.format("Hive"), lambda: ladder(hive(), HIVE_LADDER, FEW)),
    "grave": ("GRAVE against UCT in Andantino, 1,000 iterations each", grave),
}
