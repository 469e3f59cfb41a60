"""Games played by the evaluator of nodes and as printed Python, compared move by move.

``python -m tools.evaluated --library DIR --sample 200`` plays the package's games and a sample of a
library: all legal moves, results and arrays of the engine have to be the same after each move.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Any

from boardless.cli.app import main as run
from boardless.games.game import Game, compile, technique_for
from boardless.games.modules import Features, Program, load
from boardless.ir.evaluator import Evaluator
from boardless.ir.statements import Definition
from boardless.play.position import Position
from boardless.play.recording import SteppedPlayer, keeping_sites_of
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError, integer_between
from tools.many_games import File, Lost, choose_files, progress, results

#: Outcomes: the same in both forms, refused, another end.
EQUAL, REFUSED, DIFFERENT = "equal", "refused", "different"
ENDS = (EQUAL, REFUSED, *(each.value for each in Lost))


class EvaluatedGame(Game):
    """A game that is played by its nodes as they were built, dead code included."""

    @classmethod
    def like(cls, game: Game) -> "EvaluatedGame":
        """Return a game as the evaluator plays it."""
        evaluated = object.__new__(cls)
        vars(evaluated).update(vars(game) | {"_cache": {}})
        return evaluated

    def kernels_of(self, *words: Any, **named: Any) -> Any:
        """Return the module that plays in a technique."""
        return self._cache["evaluator", self.program_of(*words, **named)]

    def _program(self, features: Features) -> Program:
        program = super()._program(features)
        if ("evaluator", program) not in self._cache:
            nodes = self.module.nodes_with(features)
            functions = [each for each in nodes.statements if isinstance(each, Definition)]
            self._cache["evaluator", program] = Evaluator(functions, vars(load(program)))
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
    facts: dict[str, Any] = {"winner": position.winner, "ranks": position.ranks}
    if position.winner == OPEN:
        question = position.question
        facts["moves"] = position.numbers().tolist() if question is None else question
    facts |= {"scores": position.scores, "payoffs": position.payoffs}
    return facts | {name: each.tobytes() for name, each in position.arrays._asdict().items()}


@dataclass(frozen=True)
class EvaluationJob:
    """A description to play."""

    file: File
    seed: int
    plies: int


def outcome_of(job: EvaluationJob) -> str:
    """Return the outcome of a description: "equal", "refused", or a difference."""
    try:
        return difference(compile(job.file.text, jit=False), job.seed, job.plies) or EQUAL
    except InputError:
        return REFUSED
    except Exception as error:
        # One description must not stop the others.
        return f"{type(error).__name__}: {error}"


def main(
    *,
    library: str | None = None,
    only: list[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
    workers: int = 1,
    plies: int = 20,
    seconds: float = 120.0,
) -> int:
    """Play descriptions in both forms; status 1 if they differ.

    Parameters
    ----------
    library : DIR
        Descriptions to add to the package's.
    only : GAME
        One game; repeatable.
    sample
        The number of descriptions of the library; by default all.
    plies
        The moves of a game.
    seconds
        The time of a description; 0 for no limit.
    """
    integer_between(plies, "plies", 1, 10**5)
    jobs = [
        EvaluationJob(file, seed, plies) for file in choose_files(library, only or (), sample, seed)
    ]
    ends: Counter[str] = Counter()
    for job, end in results(outcome_of, jobs, workers, seconds=seconds or None, calls=20):
        end = end.value if isinstance(end, Lost) else end
        ends[end if end in ENDS else DIFFERENT] += 1
        if end not in (EQUAL, REFUSED):
            print(f"{job.file.path}: {end}", flush=True)
        progress(sum(ends.values()), len(jobs))
    print(", ".join(f"{count:,} {end}" for end, count in ends.items()))
    return int(ends[DIFFERENT] > 0)


if __name__ == "__main__":
    run(main)
