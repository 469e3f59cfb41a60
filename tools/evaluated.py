"""Games played twice, by the evaluator of nodes and as printed Python, and compared move by move.

``python -m tools.evaluated --library DIR --sample 200`` plays the package's games and a sample of a
library: all legal moves, results and arrays of the engine have to be the same after each move.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Any

from boardless.games.game import Game, compile, technique_for
from boardless.games.modules import Features, Program, load
from boardless.ir.evaluator import Evaluator
from boardless.ir.statements import Definition
from boardless.play.position import Position
from boardless.play.recording import SteppedPlayer, keeping_sites_of
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError, integer_between
from tools.descriptions import File, Lost, results
from tools.hashes import DescriptionParser, files_of, progress, status_of

#: How descriptions end: the same in both forms, refused as others do, another end.
EQUAL, REFUSED, DIFFERENT = "equal", "refused", "different"
ENDS = (EQUAL, REFUSED, *(each.value for each in Lost))


class EvaluatedGame(Game):
    """A game that is played by its nodes as they were built, dead code included."""

    @classmethod
    def like(cls, game: Game) -> "EvaluatedGame":
        """Return a game as the evaluator plays it."""
        found = object.__new__(cls)
        vars(found).update(vars(game) | {"_cache": {}})
        return found

    def kernels_of(self, *words: Any, **named: Any) -> Any:
        """Return the module that plays in a technique."""
        return self._cache["evaluator", self.program_of(*words, **named)]

    def _program(self, features: Features) -> Program:
        program = super()._program(features)
        if ("evaluator", program) not in self._cache:
            nodes = self.module.nodes_with(features)
            functions = [it for it in nodes.statements if isinstance(it, Definition)]
            evaluator = Evaluator(functions, vars(load(program)))
            self._cache["evaluator", program] = evaluator
        return program

    def subgame(self, number: int) -> Game:
        """Return the game of a match that has a number."""
        return self.like(super().subgame(number))


def difference(game: Game, seed: int, plies: int) -> str:
    """Return the first difference between the forms in a random game, "" without one."""
    technique = keeping_sites_of(game.suited(technique_for(game, None)))
    forms = [SteppedPlayer(each, technique) for each in (game, EvaluatedGame.like(game))]
    games = (form.steps(seed, 0) for form in forms)
    for ply, positions in enumerate(islice(zip(*games, strict=True), plies + 1)):
        plain, nodes = map(_facts, positions)
        if differing := [name for name, fact in plain.items() if fact != nodes.get(name)]:
            return f"after {ply} moves: {', '.join(differing)}"
    return ""


def _facts(position: Position) -> dict[str, Any]:
    """Return all legal moves or outcomes of chance, results, and the arrays of the engine."""
    found: dict[str, Any] = {"winner": position.winner, "ranks": position.ranks}
    if position.winner == OPEN:
        question = position.question
        found["moves"] = position.numbers().tolist() if question is None else question
    found |= {"scores": position.scores, "payoffs": position.payoffs}
    return found | {name: each.tobytes() for name, each in position.arrays._asdict().items()}


@dataclass(frozen=True)
class Job:
    """A description to be played."""

    file: File
    seed: int
    plies: int


def outcome_of(job: Job) -> str:
    """Return how a description is played: "equal", "refused", or what differs."""
    try:
        return difference(compile(job.file.text, jit=False), job.seed, job.plies) or EQUAL
    except InputError:
        return REFUSED
    except Exception as error:
        # One description must not stop the others.
        return f"{type(error).__name__}: {error}"


def main(words: list[str]) -> int:
    """Play descriptions in both forms; return the exit status."""
    return status_of(_done, words)


def _done(words: list[str]) -> int:
    parser = DescriptionParser("python -m tools.evaluated", __doc__)
    parser.add_argument("--plies", metavar="N", type=int, default=20, help="by default 20")
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=120.0,
        help="for a description, 0 without a limit; by default 120",
    )  # fmt: skip
    options = parser.parse_args(words)
    plies = integer_between(options.plies, "plies", 1, 10**5)
    jobs = [Job(file, options.seed, plies) for file in files_of(options)]
    ends: Counter[str] = Counter()
    for job, end in results(
        outcome_of, jobs, options.workers, seconds=options.seconds or None, calls=20
    ):
        end = end.value if isinstance(end, Lost) else end
        ends[end if end in ENDS else DIFFERENT] += 1
        if end not in (EQUAL, REFUSED):
            print(f"{job.file.path}: {end}", flush=True)
        progress(sum(ends.values()), len(jobs))
    print(", ".join(f"{count:,} {end}" for end, count in ends.items()))
    return int(ends[DIFFERENT] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
