"""Random games of Hive in our engine and in another one that speaks the Universal Hive Protocol.

``python -m tools.models.uhp_engine --games 10 nokamute uhp`` plays ten games with each set of
pieces; nokamute is a program of E. Roshan-Eisner. Either side is told the other's text of a move.
"""

from argparse import REMAINDER, ArgumentParser
from collections.abc import Sequence
from random import Random
from subprocess import PIPE, Popen
from types import TracebackType

from boardless.agents.adapters.uhp import DONE, NOTATION, HiveSession
from boardless.games import Game
from boardless.play import State
from boardless.state import Move
from tools.models.hive import SETS, pieces_of
from tools.models.random_games import Kind, print_rows

#: The number of games with each set of pieces, and of moves after which they are cut.
GAMES, PLIES = 60, 150


class UhpEngine:
    """Another engine, talked to line by line; it ends with the context."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
        self._answer()

    def __enter__(self) -> "UhpEngine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def ask(self, line: str) -> list[str]:
        """Return the lines that answer a command, without the last."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        lines = list[str]()
        for line in self._process.stdout:
            if line.strip() == DONE:
                return lines
            lines.append(line.strip())
        raise AssertionError(f"the engine ended after {lines}")


def kind(engine: UhpEngine, pieces: str, plies: int = PLIES) -> Kind:
    """Return games with a set of pieces; repetition is a draw, as in sessions and other engines."""
    options = (f"Pieces/{pieces}", "Repetition/Draw")
    return Kind("Hive", options, lambda game, n: compared(engine, game, n, plies), GAMES, plies)


def compared(engine: UhpEngine, game: Game, number: int, plies: int) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where legal moves, whose turn it is, or how the game stands differ.
    """
    random, ours, state = Random(number), HiveSession(game.jit), State(game)
    begin = f"newgame {pieces_of(game)}"
    engine.ask(begin)
    ours.answer(begin)
    while state.outcome() is None and state.ply < plies:
        texts = _legal(state, ours.answer("validmoves")[0])
        their_texts = _legal(state, engine.ask("validmoves")[0])
        assert texts.keys() == their_texts.keys(), f"ply {state.ply}"
        move = sorted(texts, key=str)[random.randrange(len(texts))]
        text, _ = ours.answer(f"play {their_texts[move]}")
        (their_text,) = engine.ask(f"play {texts[move]}")
        state.push(move)
        assert text.split(";")[1:3] == their_text.split(";")[1:3], f"ply {state.ply}"
    return state.ply


def _legal(state: State, line: str) -> dict[Move, str]:
    """Return the text of every move of a line; there are several ways to write one."""
    return {NOTATION.read(state, text): text for text in line.split(";")}


def main() -> int:
    """Print a row for each set of pieces; return 1 if anything differs."""
    parser = ArgumentParser(
        prog="python -m tools.models.uhp_engine", description="Compare Hive with an engine."
    )
    parser.add_argument("--games", type=int, default=GAMES, help="with each set of pieces")
    parser.add_argument("--plies", type=int, default=PLIES, help="after which games are cut")
    parser.add_argument("--no-jit", action="store_true", help="play in plain Python")
    parser.add_argument("command", nargs=REMAINDER, help="what starts the engine: nokamute uhp")
    asked = parser.parse_args()
    if not asked.command:
        parser.error("name the command that starts the other engine, such as nokamute uhp")
    with UhpEngine(asked.command) as engine:
        kinds = [kind(engine, pieces, asked.plies) for pieces in SETS]
        return print_rows(kinds, asked.games, not asked.no_jit)


if __name__ == "__main__":
    raise SystemExit(main())
