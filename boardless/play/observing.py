"""Random playouts that are observed: numbers of every state, by one compiled pass.

A game gives a table with a row for each of its states; see the columns of
`state.engine.observing`. What depends on two sites, or on the end, is added here.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from boardless.games.game import Game, GameChoice, as_game, technique_for
from boardless.games.game_technique import GameTechnique, TechniqueChoice
from boardless.jit.arrays import Floats, Ints
from boardless.jit.native import hurry
from boardless.play.playing import Policy
from boardless.play.playout_worker import PlayoutWorker
from boardless.play.recording import choices_made
from boardless.play.state import Outcome
from boardless.state.engine.arrays import OPEN
from boardless.state.engine.observing import (
    MOST_MOVES,
    MOST_TURNS,
    OBSERVING,
    SCORES_AT,
    SEEN_FROM,
    SEEN_OWNED,
    SEEN_TO,
    TRIED_EVERY,
    TYPE_BEGIN,
    TYPE_END,
    VALUES_SEEN,
    ObservationRecords,
)
from boardless.topo import InputError

#: Differences of pieces beyond which the value of a state stays the same.
MOST_AHEAD = 40
#: The value of a state by how many pieces a player has more than the others, tanh as in Ludii.
CURVE: Floats = np.tanh(np.arange(-MOST_AHEAD, MOST_AHEAD + 1, dtype=np.float64))


@dataclass(frozen=True, eq=False)
class ObservedGame:
    """A game that was observed, of P players and T moves; None for what is unknown."""

    #: int64, (T + 1, SEEN_OWNED + P + 1): a row for each state, the end included.
    rows: Ints
    #: float64, (T + 1, VALUES_SEEN): of the legal moves where they were tried, else nan.
    values: Floats | None
    #: Steps between the two sites of each move from one site of the board to another, else nan.
    distances: Floats | None
    #: The winner, 0 for a draw, OPEN where a limit of the observer ended it.
    winner: int
    #: Whether it ended by its length.
    is_timeout: bool | None
    rewards: tuple[float, ...]
    scores: tuple[float, ...] | None
    #: Sites on which something stood at some time, of the first type and of all; sites in all.
    covered: tuple[int, int] | None
    sites: tuple[int, int] | None
    #: Sites of hands.
    held: int

    @property
    def plies(self) -> int:
        """Number of moves, passes included."""
        return len(self.rows) - 1


class GameObserver(PlayoutWorker):
    """A player that observes its games.

    Parameters
    ----------
    game : Game
        Any but a match, or on a board that grows outside of the engine.
    technique : GameTechnique
        See `games.game_technique.game_technique`.
    policy : callable, optional
        Jitted by Numba; see `run_playouts`.
    turns, moves : int, default 0, 10,000
        The most turns and moves of a game, which is drawn then; 0 for any number.
    """

    def __init__(
        self,
        game: Game,
        technique: GameTechnique,
        policy: Policy | None = None,
        *,
        turns: int = 0,
        moves: int = 10_000,
    ) -> None:
        kinds: dict[Any, int] = {}
        rules = game.info.rules
        # Moves differ by the pieces that their rules add, not by the rules.
        self._kinds = np.array(
            [
                kinds.setdefault((rule.component, rule.hand, rule.copy), len(kinds))
                for rule in rules
            ],
            np.int64,
        )
        self._o = np.zeros(OBSERVING, np.int64)
        self._o[MOST_TURNS], self._o[MOST_MOVES] = turns, moves
        self._o[SCORES_AT] = -1 if game.module.scores is None else game.module.scores
        model = game.module.model
        if model.has_several_types:
            self._o[TYPE_BEGIN], self._o[TYPE_END] = model.span(None)
        self._steps: Floats | None = None
        super().__init__(game, technique, policy, game.undoing("observing"))

    def _make(self, room: int, plies: int) -> None:
        super()._make(room, plies)
        rows, columns = self._arrays.found.shape
        width = SEEN_OWNED + self._game.players + 1
        self._seen = ObservationRecords(
            self._o,
            self._kinds,
            CURVE,
            rows=np.zeros((self._plies, width), np.int64),
            values=np.zeros((self._plies, VALUES_SEEN)),
            covered=np.zeros(self._room, np.int64),
            ended=np.zeros(2, np.int64),
            listed=np.zeros((rows, columns), np.int64),
            met=np.zeros(1 << (2 * rows + 64).bit_length(), np.int64),
            found=np.zeros(rows),
        )

    def prepare(self) -> None:
        """Compile the engine at once, which is worth it for many games."""
        hurry(self._kernels.observe)

    def observed(
        self, seed: int, number: int, tried_every: int = 0, made: Ints | None = None
    ) -> ObservedGame:
        """Play a playout and return the observations.

        The legal moves of every state number `tried_every` are tried (with 0, of no state). The
        moves `made`, rows of rule, from, to and bound numbers, replace the random moves. Chance has
        the outcomes of that playout.

        Raises
        ------
        InputError
            If the playout needs more than MAX_CELLS.
        """
        observe: Any = self._kernels.observe
        self._o[TRIED_EVERY] = tried_every
        if made is None or not len(made):
            made = np.zeros((0, self._seen.listed.shape[1]), np.int64)
        if self._by_chance:
            self._sample_start(seed, number)
        while True:
            self._seen.values[:] = np.nan
            plies = observe(self._arrays, self._first, self._board, self._seen, seed, number, made)
            if plies >= 0:
                break
            self._enlarge(number)
            if self._by_chance:
                self._sample_start(seed, number)
        winner, is_limited = self._seen.ended.tolist()
        return self._game_of(self._seen.rows[: plies + 1].copy(), winner, bool(is_limited))

    def played_by(
        self, policy: Policy, seed: int, number: int, tried_every: int = 0
    ) -> ObservedGame:
        """Play a game by a policy in Python, and return the observations; see `observed`."""
        most = int(self._o[MOST_MOVES])
        made = choices_made(self._game, self._technique, policy, seed, number, most)
        return self.observed(seed, number, tried_every, made)

    def _game_of(self, rows: Ints, winner: int, limited: bool) -> ObservedGame:
        count = int(self._arrays.n[self._kernels.COUNT]) + 1
        held = int(self._kernels.HELD)
        begin, end = int(self._o[TYPE_BEGIN]), int(self._o[TYPE_END])
        every = (held + 1, count)
        first = (begin, end) if end else every
        covered = tuple(int(self._seen.covered[slice(*span)].sum()) for span in (first, every))
        outcome = self._outcome(winner)
        return ObservedGame(
            rows=rows,
            values=self._seen.values[: len(rows)].copy(),
            distances=self._distances(rows, count, held),
            winner=winner,
            is_timeout=winner == OPEN or limited,
            rewards=outcome.rewards,
            scores=self._scores(),
            covered=(covered[0], covered[1]),
            sites=(first[1] - first[0], int(rows[-1, self._kernels.SEEN_CELLS])),
            held=held,
        )

    def _scores(self) -> tuple[int, ...] | None:
        place = self._game.module.scores
        if place is None:
            return None
        return tuple(self._arrays.numbers[place + 1 :][: self._game.players].tolist())

    @property
    def technique(self) -> GameTechnique:
        """The technique, which says how the board grows."""
        return self._technique

    def _outcome(self, winner: int) -> Outcome:
        """Return the outcome; a limit of the observer gives all players the last place."""
        from fractions import Fraction

        players = self._game.players
        if winner == OPEN:
            return Outcome(0, (1,) * players)
        if players > 2:
            places = self._arrays.rank[1:].tolist()
            ranks = tuple(1 + sum(0 < p < place for p in places) for place in places)
        else:
            ranks = tuple(1 if winner in (0, player) else 2 for player in range(1, players + 1))
        table = self._game.module.payoffs
        if table is None:
            return Outcome(winner, ranks)
        parts = self._arrays.numbers[table.place + 1 :][:players].tolist()
        payoffs = tuple(Fraction(part, table.parts) for part in parts)
        return Outcome(winner, ranks, payoffs, table.bounds)

    def _distances(self, rows: Ints, count: int, held: int) -> Floats:
        """Return the steps of adjacent sites between from and to of each move, nan without."""
        steps = np.full(len(rows), np.nan)
        both = (rows[:-1, SEEN_FROM] > held) & (rows[:-1, SEEN_TO] > held)
        both &= rows[:-1, SEEN_FROM] != rows[:-1, SEEN_TO]
        places = np.flatnonzero(both)
        if len(places):
            pairs = rows[places][:, [SEEN_FROM, SEEN_TO]]
            steps[places] = self._steps_between(pairs, count)
        return steps

    def _steps_between(self, pairs: Ints, count: int) -> Floats:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import shortest_path

        origins, which = np.unique(pairs[:, 0], return_inverse=True)
        if self._steps is not None:
            return self._steps[pairs[:, 0], pairs[:, 1]]
        slots = len(self._arrays.step) // self._room
        step = self._arrays.step.reshape(-1, slots)[:count].astype(np.int64)
        touching = self._touching[self._arrays.kind[:count]] & (step > 0)
        at, slot = np.nonzero(touching)
        ones = np.ones(len(at), np.int8)
        graph = csr_array((ones, (at, step[at, slot])), shape=(count, count))
        if not self._game.growing:
            every: Floats = shortest_path(graph, unweighted=True)
            every[np.isinf(every)] = np.nan
            self._steps = every
            return every[pairs[:, 0], pairs[:, 1]]
        lengths = shortest_path(graph, unweighted=True, indices=origins)
        steps: Floats = lengths[which, pairs[:, 1]]
        steps[np.isinf(steps)] = np.nan
        return steps

    @cached_property
    def _touching(self) -> Any:
        """Which slots of each prototile, or site, are adjacent, (kinds, slots)."""
        return np.asarray(self._game.module.geometry.adjacent) > 0


def observer(
    game: GameChoice,
    *,
    technique: TechniqueChoice | None = None,
    start: str = "5.4",
    policy: Policy | None = None,
    turns: int = 0,
    moves: int = 10_000,
) -> GameObserver:
    """Return an observer of a game's random playouts.

    Raises
    ------
    InputError
        If the game is a match of several, or the technique is a user's.
    """
    game = as_game(game)
    chosen = game.suited(technique_for(game, technique, start))
    game.refuse_match()
    if chosen.is_external:
        raise InputError(f"technique {chosen.name}: choose a technique of the engine")
    return GameObserver(game, chosen, policy, turns=turns, moves=moves)
