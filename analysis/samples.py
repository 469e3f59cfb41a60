"""Samples of games to measure, random or between agents, and their collected numbers."""

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from typing import Any, Self

import numpy as np

from boardless.agents.determinization import hides
from boardless.agents.playing import DescribedGame, begun, play_entrants, scores_of
from boardless.agents.protocol import GameProtocol, HasSize, StateProtocol
from boardless.agents.simple import Random
from boardless.agents.specs import Entrant
from boardless.analysis.definitions import tag_metrics
from boardless.analysis.metrics import Estimate, estimates_of
from boardless.analysis.trials import UNKNOWN, Trials
from boardless.games.game import Game, technique_for
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import mix
from boardless.play.legal_moves import Branches
from boardless.play.observing import GameObserver, ObservedGame, observer
from boardless.play.recording import SteppedPlayer
from boardless.play.state import Outcome
from boardless.play.state import State as GameState
from boardless.state.engine.observing import (
    SEEN_ACTS,
    SEEN_CELLS,
    SEEN_COVERED,
    SEEN_DIFFERENT,
    SEEN_HIDDEN,
    SEEN_MOVER,
    SEEN_OWNED,
    SEEN_POSITIONS,
    SEEN_RIM,
    SEEN_TARGETS,
)

#: Measures of a board.
BOARD_COLUMNS = ("cells", "pieces", "playable", "diameter", "perimeter", "holes", "unused")
#: The most cells of a board with all distances computed. For larger boards the diameter is the
#: largest distance from one cell, a lower bound.
MAX_DIAMETER_CELLS = 400
#: Games with rows in memory until the next count.
COUNTED = 1_000


@dataclass(frozen=True)
class GameEnd:
    """The end of a game."""

    #: Moves that players chose, passes left out; `ticks`: with passes.
    decisions: int
    ticks: int
    rewards: tuple[float, ...]
    scores: tuple[float, ...] | None = None

    @classmethod
    def of(cls, game: ObservedGame) -> Self:
        """Return the end of an observed game."""
        return cls(int(game.rows[:-1, SEEN_ACTS].sum()), game.plies, game.rewards, game.scores)


class RandomSample:
    """Random games of a description: the playouts of a seed."""

    def __init__(self, game: DescribedGame, seed: int) -> None:
        described = game.game
        self.seed, self.state = seed, GameState(described, game.technique)
        technique = getattr(self.state.position, "technique", None)
        #: Whether one compiled pass makes all observations.
        self.is_observable = (
            described.info.match is None and technique is not None and not technique.is_external
        )
        self._game = game
        self._player = SteppedPlayer(described, technique_for(described, game.technique))

    def observer(self) -> GameObserver:
        """Return an observer of these games."""
        return observer(self._game.game, technique=self._game.technique)

    def walk(self, number: int) -> Iterator[tuple[GameState, Any]]:
        """Play a game; yield its one state, at first and after each move, with that move."""
        for position in self._player.steps(self.seed, number):
            yield GameState.of(position), position.move_stack[-1] if position.move_stack else None


@dataclass(frozen=True)
class AgentSample:
    """Games with one agent on every seat."""

    game: GameProtocol
    who: Entrant
    seed: int

    def walk(self, number: int) -> Iterator[tuple[StateProtocol, Any]]:
        """Play a game; yield its states, as `RandomSample.walk` does."""
        own = mix(mix(self.seed, 0), number) >> 2
        played = play_entrants(self.game, [self.who] * self.game.players, own)
        state = begun(self.game, own)
        yield state, None
        for move in played.moves:
            state.push(move)
            yield state, move


def sample_of(game: GameProtocol, who: Entrant, seed: int) -> RandomSample | AgentSample:
    """Return a sample of games with one agent on every seat."""
    if isinstance(who.agent, Random) and isinstance(game, DescribedGame):
        return RandomSample(game, seed)
    return AgentSample(game, who, seed)


def is_pass(move: Any) -> bool:
    """Return True if a move does nothing."""
    return getattr(move, "actions", None) == ()


def stepped_row(state: StateProtocol, branches: Branches | None) -> Ints:
    """Return the row of a state that steps led to, with `UNKNOWN` for all other numbers.

    Without `branches` the state is not looked at, and only the mover is known.
    """
    row = np.full(SEEN_OWNED + state.players + 1, UNKNOWN)
    row[SEEN_MOVER] = state.seat
    if branches is not None:
        row[[SEEN_DIFFERENT, SEEN_POSITIONS, SEEN_TARGETS]] = astuple(branches)
        row[[SEEN_CELLS, SEEN_HIDDEN]] = _size(state, 1 if state.outcome() else state.seat)
        if isinstance(state, GameState):
            position = state.position
            row[SEEN_CELLS] -= state.setup.held
            row[SEEN_COVERED] = np.count_nonzero(position.arrays.what[position.sites()])
    return row


def stepped_game(state: StateProtocol, rows: Ints) -> ObservedGame:
    """Return a game that was played by steps, from its last state and the rows of all."""
    ended = state.outcome()
    assert ended is not None
    rewards = tuple(ended.rewards)
    alone = 1 + rewards.index(1) if rewards.count(1) == 1 else 0
    winner = ended.winner if isinstance(ended, Outcome) else alone
    held = state.setup.held if isinstance(state, GameState) else 0
    return ObservedGame(rows, None, None, winner, None, rewards, scores_of(state), None, None, held)


def _size(state: StateProtocol, player: int) -> tuple[int, int]:
    """Return the number of components of a state, and of the ones hidden from a player."""
    if isinstance(state, HasSize):
        return state.size(player)
    if isinstance(state, GameState):
        unseen = len(state.observation(player).hidden) if hides(state) else 0
        return state.position.cells + state.setup.held, unseen
    return 0, 0


def shape_of(board: Any) -> tuple[int, int, int]:
    """Return the diameter of a board in steps of adjacent cells, its border cells and holes."""
    from networkx import number_connected_components, single_source_shortest_path_length

    graph, count = board.graph, len(board)
    if not count:
        return 0, 0, 0
    if count <= MAX_DIAMETER_CELLS:
        diameter = max(0, int(board.distances().max()))
    else:
        steps = single_source_shortest_path_length(board.cells, next(iter(board)))
        diameter = int(max(steps.values()))
    # Euler's formula: V - E + F = 1 + components; F includes the outside.
    holes = number_connected_components(graph) + graph.number_of_edges() - len(graph) - count
    return diameter, len(board.perimeter), int(holes)


@dataclass
class Looked:
    """Games with observed states; see `Trials` for unobserved ones."""

    game: Any  #: a `Game`, or one written in Python
    #: Games since the last count, and the numbers of TAG's metrics in all earlier ones.
    games: list[ObservedGame] = field(default_factory=list)
    counted: dict[str, list[Floats]] = field(default_factory=dict)
    #: The first games, each with diameter, border cells and holes of its boards, (states, 3); nan
    #: for unknown values.
    shapes: list[tuple[ObservedGame, Floats]] = field(default_factory=list)
    #: By a heuristic: the value of every state to the deciding player, and of the end to each.
    values: list[float] = field(default_factory=list)

    def add(self, game: ObservedGame, shapes: Floats | None = None) -> None:
        """Add a game, with the shapes of its boards if it is one of the first."""
        self.games.append(game)
        if shapes is not None:
            self.shapes.append((game, shapes))
        if len(self.games) == COUNTED:
            self.count()

    def count(self) -> None:
        """Collect the numbers of TAG's metrics in the games since the last count."""
        trials = Trials(self.game, self.games)
        for metric in tag_metrics():
            self.counted.setdefault(metric.name, []).append(metric.numbers(trials))
        self.games = []

    @property
    def numbers(self) -> dict[str, list[Floats]]:
        """All numbers of TAG's metrics, in parts."""
        if self.games:
            self.count()
        return self.counted

    def metrics(self) -> dict[str, Estimate]:
        """Return the other metrics of the first games."""
        return estimates_of(Trials(self.game, [game for game, _ in self.shapes]))

    def boards(self) -> list[dict[str, float | None]]:
        """Return the means of `BOARD_COLUMNS` by ply; without boards nothing."""
        if not isinstance(self.game, Game):
            return []
        games, shapes = zip(*self.shapes, strict=True)
        trials = Trials(self.game, games)
        diameters, borders, holes = np.concatenate(shapes)[trials.seen].T
        plies, rows = trials.plies[trials.seen], trials.rows[trials.seen]
        cells, pieces, targets, rim = rows[:, _BOARD].T.astype(float)
        unused = np.where(cells > 0, (cells - pieces) / np.maximum(cells, 1), 0.0)
        borders = np.where(np.isnan(borders), rim, borders)
        columns = (cells, pieces, targets, diameters, borders, holes, unused)
        counts, means = np.bincount(plies).tolist(), [_means(column, plies) for column in columns]
        return [
            {"ply": ply, "games": counts[ply], **dict(zip(BOARD_COLUMNS, row, strict=True))}
            for ply, row in enumerate(zip(*means, strict=True))
        ]


_BOARD = [SEEN_CELLS, SEEN_COVERED, SEEN_TARGETS, SEEN_RIM]


def _means(values: Floats, plies: Ints) -> list[float | None]:
    """Return the means of the known values of each ply, or None for a ply without values."""
    known, count = ~np.isnan(values), int(plies.max()) + 1
    counts = np.bincount(plies[known], minlength=count).tolist()
    sums = np.bincount(plies[known], values[known], minlength=count).tolist()
    return [total / n if n else None for total, n in zip(sums, counts, strict=True)]
