"""The stages of a candidate, cheap ones first: read, compiled, ended, played, faced.

A candidate stops at limits that are the same on every machine: of size, plies and cells. Limits of
time are wide; they only keep hostile candidates from delaying the others.
"""

import os
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from boardless.agents import entrant
from boardless.agents.playing import play_entrants, playable
from boardless.analysis.measures import Estimates
from boardless.analysis.metrics import measure_trials
from boardless.design.trees import size
from boardless.games import LudemeWarning
from boardless.games.description import read
from boardless.games.game import Game, default_technique
from boardless.games.game_technique import GameTechnique
from boardless.games.ludemes.game import GameTree
from boardless.jit.disk import VARIABLE
from boardless.play.limited_workers import LimitedWorkers, said
from boardless.play.match import position_of
from boardless.play.playout_worker import remember
from boardless.state.engine.arrays import OPEN, PASS
from boardless.state.engine.stepping import ROW_SORT
from boardless.topo import InputError

#: Stages in their order; an unreadable candidate reaches no stage.
STAGES = ("read", "compiled", "ended", "played", "faced")
#: The most ludemes, words and numbers of a candidate, and characters of its source.
MAX_SIZE, MAX_SOURCE = 2_000, 250_000
#: The most plies of a game, legal moves in a position, and passes in a row.
MAX_PLIES, MAX_MOVES, MAX_PASSES = 250, 2_000, 8
#: Numbers of observed games after which failing candidates are hopeless. The first game has
#: to end: that loses few candidates with ending games, and halves the time for endless ones.
LOOKS = (1, 2, 4)
#: The requirements of these games for a hundred more: the share that ends, plies, legal moves.
ENDING, LEAST_PLIES, LEAST_MOVES = 0.5, 4.0, 1.5
#: The number of measured random games.
PLAYOUTS = 100
#: The agents that play each other, the second with ten times the iterations, and their games.
AGENTS, FACED = ("mcts:10", "mcts:100"), 10
#: The most plies of their games.
FACED_PLIES = 200


@dataclass(frozen=True)
class Task:
    """A candidate to evaluate, from some stage on."""

    number: int
    text: str
    seed: int
    #: The part to do: up to "ended", "played" or "faced".
    part: str = "ended"
    #: The folder of machine code, removed by the owner of the task.
    cache: str = ""
    playouts: int = PLAYOUTS
    games: int = FACED
    #: The most plies of random games.
    plies: int = MAX_PLIES


@dataclass(frozen=True)
class Evaluated:
    """A candidate after evaluation: the last stage that it reached, and its measures."""

    #: One of STAGES, or "" for an unreadable candidate.
    stage: str = ""
    error: str = ""
    measures: dict[str, float] = field(default_factory=dict)
    #: Whether the error is a fault of this program: no candidate should meet one.
    is_fault: bool = False

    @property
    def is_kept(self) -> bool:
        """Return True if its text is recorded, because it was played or shows a fault."""
        return self.is_fault or self.stage in ("played", "faced")

    def reached(self, stage: str, **measures: float) -> "Evaluated":
        """Return the candidate with a further stage and its measures."""
        return replace(self, stage=stage, measures={**self.measures, **measures})

    def and_then(self, later: "Evaluated") -> "Evaluated":
        """Return the candidate with the results of a later part of the evaluation."""
        measures = {**self.measures, **later.measures}
        return replace(later, stage=later.stage or self.stage, measures=measures)


def evaluated(place: LimitedWorkers, tasks: Iterable[Task], seconds: float) -> list[Evaluated]:
    """Return the evaluations of some candidates, in their order."""
    candidates: dict[int, Evaluated] = {}
    for worked in place.results(tasks, seconds):
        each: Evaluated = worked.found or Evaluated()
        candidates[worked.number] = replace(each, error=worked.fault or each.error)
    return [candidates[number] for number in sorted(candidates)]


def go_on(
    place: LimitedWorkers,
    candidates: list[Evaluated],
    tasks: Mapping[int, Task],
    part: str,
    seconds: float,
) -> None:
    """Do a further part of evaluation for some candidates of a list, and replace them there."""
    some = [replace(task, part=part) for task in tasks.values()]
    for number, later in zip(tasks, evaluated(place, some, seconds), strict=True):
        candidates[number] = candidates[number].and_then(later)


def evaluate(task: Task) -> Iterator[Evaluated]:
    """Yield the evaluation of a candidate after each stage; errors in it do not raise."""
    if task.cache:
        os.environ[VARIABLE] = task.cache
        # Machine code of a candidate runs for a second, so LLVM must not cost more than it saves.
        os.environ.setdefault("BOARDLESS_EFFORT", "1")
    candidate = Evaluated()
    yield candidate
    try:
        with catch_warnings():
            simplefilter("ignore", LudemeWarning)
            for candidate in _PARTS[task.part](task):
                yield candidate
    except Exception as error:
        # A candidate may be anything: any error of the compiler is recorded, and ends it.
        is_fault = not isinstance(error, InputError | MemoryError)
        yield replace(candidate, error=said(error), is_fault=is_fault)


def _ended(task: Task) -> Iterator[Evaluated]:
    description = read(task.text)
    tree = description.tree
    candidate = Evaluated().reached("read", size=size(tree))
    yield candidate
    if candidate.measures["size"] > MAX_SIZE:
        raise InputError(f"it has more than {MAX_SIZE:,} words")
    _check_players(tree)
    game = Game.of(description, jit=False)
    technique = game.suited(default_technique(game))
    source = game.program_of(technique).source
    if len(source) > MAX_SOURCE:
        raise InputError(f"its source has more than {MAX_SOURCE:,} characters")
    yield (candidate := candidate.reached("compiled", source=len(source)))
    looks: list[tuple[int, list[int]]] = []
    for count in LOOKS:
        for n in range(len(looks), count):
            looks.append(_looked_at(game, technique, f"{task.seed}:{n}", task.plies))
        measures = _first(looks)
        if measures["first_ended"] < ENDING:
            raise InputError(f"too few of its first games end within {task.plies} plies")
        if count > 1 and (fault := _hopeless(measures)):
            yield candidate.reached("ended", **measures)
            raise InputError(fault)
    yield candidate.reached("ended", **measures)


def _check_players(tree: GameTree) -> None:
    if tree.players.count != 2 or tree.is_simulation:
        raise InputError("it is not a game of two players")


def _played(task: Task) -> Iterator[Evaluated]:
    """Play a hundred random games in machine code, and measure them."""
    description = read(task.text)
    _check_players(description.tree)
    game = Game.of(description)
    metrics = measure_trials(game, task.playouts, seed=task.seed, moves=task.plies, tries=0)
    values = {name: round(value, 6) for name, value in metrics.values.items() if isfinite(value)}
    yield Evaluated().reached(
        "played", playouts=task.playouts, grows=float(game.growing), **values
    )  # fmt: skip


def _looked_at(
    game: Game, technique: GameTechnique, seed: str, plies: int
) -> tuple[int, list[int]]:
    """Play a random game by plies in plain Python; return its winner and legal moves by ply."""
    position, chance = position_of(game, technique), random.Random(seed)
    passes, moves = 0, list[int]()
    while position.winner == OPEN and len(moves) < plies:
        if (question := position.question) is not None:
            outcome = chance.choice([n for n, odds in enumerate(question.odds) if odds])
            position.push_outcome(outcome)
            continue
        count = position.count_rows()
        if count > MAX_MOVES:
            raise InputError(f"it has more than {MAX_MOVES:,} legal moves in a position")
        passes = passes + 1 if count == 1 and position.rows()[0, ROW_SORT] == PASS else 0
        position.push_row(chance.randrange(count))
        moves.append(count)
        if passes > MAX_PASSES:
            raise InputError("in random games players can only pass")
    return position.winner, moves


def _first(looks: list[tuple[int, list[int]]]) -> dict[str, float]:
    """Return the measures of observed games."""
    winners = [winner for winner, _ in looks]
    moves = [count for _, own in looks for count in own]
    return {
        "first_games": len(looks),
        "first_ended": round(1 - winners.count(OPEN) / len(looks), 6),
        "first_wins1": winners.count(1),
        "first_wins2": winners.count(2),
        "first_plies": round(len(moves) / len(looks), 6),
        "first_moves": round(float(np.mean(moves)), 6) if moves else 0.0,
    }


def _hopeless(measures: dict[str, float]) -> str:
    """Return the reason why a candidate is not worth a hundred games, or ""."""
    for name, least in (("first_plies", LEAST_PLIES), ("first_moves", LEAST_MOVES)):
        if measures[name] < least:
            return f"{name} {measures[name]:.2f}: less than {least:g}"
    return ""


def _faced(task: Task) -> Iterator[Evaluated]:
    """Let agents of two strengths play each other, each with both sides."""
    game = Game.of(read(task.text), jit=True)
    remember(game)
    weak, strong = map(entrant, AGENTS)
    protocol = playable(game)
    games, estimates, shares, score = [], [], [], 0.0
    for number in range(task.games):
        seat = 1 + number % 2
        watched = _Watched(strong.agent, seat)
        who = [weak, weak]
        who[seat - 1] = replace(strong, agent=watched)
        played = play_entrants(protocol, who, task.seed + number // 2, FACED_PLIES)
        games.append(played)
        score += played.rewards[seat - 1]
        if not played.cut:
            estimates.append(Estimates.of(watched.values, played.rewards))
        shares += watched.shares
    mean = Estimates.mean(estimates) or {"drama": 0.0, "lead_changes": 0.0, "decided": 1.0}
    yield Evaluated().reached(
        "faced",
        faced=task.games,
        strong=round(score / task.games, 6),
        first_seat=round(sum(each.rewards[0] for each in games) / task.games, 6),
        faced_plies=round(sum(len(each.moves) for each in games) / task.games, 6),
        cut=sum(each.cut for each in games),
        narrowness=round(float(np.mean(shares)), 6) if shares else 0.0,
        **{name: round(value, 6) for name, value in mean.items()},
    )


@dataclass
class _Watched:
    """An agent with recorded values of positions, to player 1, and shares of visits."""

    agent: Any
    seat: int
    values: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def __call__(self, state: Any, budget: Any, random: Any, memory: Any = None, /) -> Any:
        """Return the agent's decision."""
        decision = self.agent(state, budget, random, memory)
        if decision.value is not None:
            self.values.append(decision.value if self.seat == 1 else 1 - decision.value)
        count, total = len(decision.visits), sum(decision.visits.values())
        if count > 1 and total:
            best = max(decision.visits.values()) / total
            self.shares.append((best - 1 / count) / (1 - 1 / count))
        return decision


_PARTS = {"ended": _ended, "played": _played, "faced": _faced}
