"""Measures of games: those of TAG, and those of growing boards.

Source: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.1 (action space,
branching factor, state size, hidden information, speed, length, reward sparsity).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import cycle
from random import Random
from typing import Any, Self

import numpy as np

from boardless.agents.determinization import hides, observation
from boardless.agents.heuristics import AnyHeuristic, heuristic_of, judged
from boardless.agents.playing import DescribedGame, begun, playable, scores_of
from boardless.agents.protocol import CHANCE, GameProtocol, HasChance, HasSize, StateProtocol
from boardless.agents.ratings import wilson
from boardless.agents.specs import Entrant, entrant
from boardless.analysis.metrics import tried_every
from boardless.analysis.samples import RandomSample, SampleEnd, is_pass, sample_of
from boardless.jit.game_runtime import mix
from boardless.jit.readiness import working_seconds
from boardless.play.branching import Branches, Branching
from boardless.play.observing import ObservedGame
from boardless.play.playing import move_of_chance
from boardless.play.playout_worker import MAX_SEED
from boardless.play.playouts import run_playouts
from boardless.play.state import State
from boardless.state.engine.observing import (
    SEEN_ACTS,
    SEEN_CELLS,
    SEEN_COVERED,
    SEEN_DIFFERENT,
    SEEN_HIDDEN,
    SEEN_MOVER,
    SEEN_POSITIONS,
    SEEN_RIM,
    SEEN_TARGETS,
)
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter
from boardless.util.own_code import own_code

#: Measures of a board.
BOARD_COLUMNS = ("cells", "pieces", "playable", "diameter", "perimeter", "holes", "unused")
#: Distances between all cells of larger boards are not worked out: the diameter is that of the rows
#: from one cell then, a lower bound.
MAX_DIAMETER_CELLS = 400


class BoardRows:
    """Measures of the boards of a game; a fixed board is measured once."""

    def __init__(self, state: State) -> None:
        self._grows = state.game.growing
        self._board: Any = state.board

    @cached_property
    def _fixed(self) -> tuple[int, int, int, int]:
        return _shape(self._board)

    def row(self, state: State, playable: int) -> tuple[float, ...]:
        """Return the `BOARD_COLUMNS` of a state; the diameter is in steps of adjacent cells."""
        cells, diameter, border, holes = _shape(state.board) if self._grows else self._fixed
        position = state.position
        pieces = int(np.count_nonzero(position.arrays.what[position.sites()]))
        unused = (cells - pieces) / cells if cells else 0.0
        return (cells, pieces, playable, diameter, border, holes, unused)


def _shape(board: Any) -> tuple[int, int, int, int]:
    """Return the cells of a board, its diameter, the cells on its border, and its holes."""
    return len(board), _diameter(board), len(board.perimeter), _holes(board)


def _diameter(board: Any) -> int:
    if not len(board):
        return 0
    if len(board) <= MAX_DIAMETER_CELLS:
        return max(0, int(board.distances().max()))
    from networkx import single_source_shortest_path_length

    lengths = single_source_shortest_path_length(board.cells, next(iter(board)))
    return int(max(lengths.values()))


def _holes(board: Any) -> int:
    """Return how many holes a board has, by Euler's formula: V - E + F = 1 + components."""
    from networkx import number_connected_components

    graph = board.graph
    if not len(board):
        return 0
    faces = 1 + number_connected_components(graph) + graph.number_of_edges() - len(graph)
    return int(faces - 1 - len(board))


@dataclass(frozen=True)
class Estimates:
    """The value of each position of a game to player 1."""

    #: Mean square root of the deficit over positions in which the winner was behind, else 0.
    drama: float
    #: Share of moves after which the other leads.
    lead_changes: float
    #: Share of the game before the winner leads for good; 1 for a draw.
    decided: float

    @classmethod
    def of(cls, values: Sequence[float], rewards: Sequence[float]) -> Self:
        """Return the estimates of a game from its positions' values (0 to 1) and the two rewards.

        Examples
        --------
        >>> Estimates.of([0.5, 0.34, 0.34, 0.9], (1.0, 0.0))
        Estimates(drama=0.4, lead_changes=0.25, decided=0.75)
        """
        leads = np.sign(np.array(values) - 0.5)
        led = leads[leads != 0]
        changes = float((led[1:] != led[:-1]).sum() / len(values)) if len(values) else 0.0
        gain = np.sign(rewards[0] - rewards[1])
        if gain == 0 or not len(values):
            return cls(0.0, changes, 1.0)
        # By how much the winner is ahead: from -1 to 1.
        ahead = gain * (2 * np.array(values) - 1)
        behind = np.sqrt(-ahead[ahead < -1e-9] / 2)
        not_yet = np.flatnonzero(ahead <= 0)
        decided = (int(not_yet[-1]) + 1) / len(values) if len(not_yet) else 0.0
        drama = round(float(behind.mean()), 12) if len(behind) else 0.0
        return cls(drama, changes, decided)

    @staticmethod
    def mean(games: "Sequence[Estimates]") -> dict[str, float] | None:
        """Return the means over some games, None without any."""
        if not games:
            return None
        table = [list(asdict(game).values()) for game in games]
        return dict(zip(asdict(games[0]), np.mean(table, axis=0).tolist(), strict=True))


def estimated(state: StateProtocol, watcher: Entrant, seed: int, ply: int) -> float:
    """Return the value of a state to player 1, by an agent."""
    random = Random(mix(mix(seed, 2), ply))
    decision = watcher.decide(observation(state, state.seat, random), random)
    value = 0.5 if decision.value is None else decision.value
    return value if state.seat == 1 else 1 - value


#: For how long each kind of call is repeated, in seconds.
TIMED_SECONDS = 0.05
#: Along how many moves of a game at most, and in how many of their states.
TIMED_PLIES, TIMED_STATES = 200, 64
#: Games of which every state is looked at, unless there are fewer.
LOOKED_AT = 100
MAX_PLAYOUTS = 10**7
MAX_SECONDS = 10**7
#: So many games are recorded at once.
BATCH = 500
#: The share of the time that recording may take, and of that until which games are looked at where
#: each of them takes time.
PLAYING, LOOKING = 0.3, 0.7


@dataclass
class Seen:
    """Observations of the states of some games."""

    #: Legal moves, and different states after them, wherever a player chose.
    actions: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    #: Components of every state; else places on boards and in hands.
    sizes: list[int] = field(default_factory=list)
    #: Share of them that the player who chose did not see.
    hidden: list[float] = field(default_factory=list)
    #: Moves of a player in a row.
    turns: list[int] = field(default_factory=list)
    #: Turns of the player who began, by game.
    rounds: list[int] = field(default_factory=list)
    #: Of a heuristic, of every state to the player who chose, and of the end to each.
    values: list[float] = field(default_factory=list)
    #: Ply, and the numbers of `BOARD_COLUMNS`, of every state with a board.
    boards: list[tuple[float, ...]] = field(default_factory=list)
    estimates: list[Estimates] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """Return the observations in numbers; see `measure`."""
        return {
            "actions": _spread(self.actions),
            "branching": _spread(self.branching),
            "state_size": _spread(self.sizes),
            "turn": _spread(self.turns),
            "rounds": _spread(self.rounds),
            "heuristic": _spread(self.values),
            "hidden": float(np.mean(self.hidden)) if self.hidden else 0.0,
            "board": _boards(self.boards),
            "estimates": Estimates.mean(self.estimates),
        }


def measure(
    game: Any,
    *,
    agent: Any = "random",
    playouts: int = 100,
    seconds: float | None = None,
    seed: int = 0,
    onlooker: Any = None,
    heuristic: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Return the measures of a game, as the command line prints them.

    Parameters
    ----------
    game : Game, str, path or object
        What `agents.playing.playable` takes: a game in L-GDL, its name, or one written in Python.
    agent : str, Entrant, Agent or callable
        Who plays, on every seat; see `agents.entrant`.
    playouts : int, default 100
        How many games; the states of the first hundred are looked at one by one.
    seconds : float, optional
        For how long at most; then there are fewer games, and fewer of them are looked at, but one
        at least. Compiling does not count. Without it the same seed gives the same numbers, but for
        calls a second.
    seed : int, default 0
        Where the random numbers come from.
    onlooker : str, Entrant, Agent or callable, optional
        Who estimates how a game of two goes, for drama and what goes with it.
    heuristic : Heuristic, callable or str, optional
        Whose values are looked at in every state, as TAG does with those of its games. By default
        the game's own: the score of the player who chooses, and where there are no scores 0 until
        the rewards at the end.
    progress : callable, optional
        Called with the number of games that were looked at, or only played, and of all such games.

    Returns
    -------
    dict
        ``playouts`` and ``looked_at``, how many games were played and looked at; ``complete``,
        whether those were all that were asked for; ``plies`` (decisions of players, passes left
        out), ``ticks`` (with passes; chance makes none), ``actions``, ``branching``,
        ``state_size``, ``turn`` (moves in a row), ``rounds``, ``rewards``, ``heuristic``, each
        with mean, sd, min and max; ``hidden``
        share; ``python_calls_per_s``, and ``calls_per_s``, which is the same: calls of Python;
        ``engine_calls_per_s``, moves and playouts in the engine's own loop, None in Python;
        ``seats``, the mean rewards; ``first_player``; ``board``, a row for
        each ply; ``estimates``. Of a game of one player ``won``, the
        share of games and its interval, and ``points``, its scores; None of others.

    Raises
    ------
    InputError
        If something asked for is not allowed.
    """
    played, who = playable(game), entrant(agent)
    watcher = None if onlooker is None else entrant(onlooker)
    judge = heuristic_of(heuristic)
    playouts = integer_between(playouts, "playouts", 1, MAX_PLAYOUTS)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    if seconds is not None and not (
        isinstance(seconds, int | float) and 0 < seconds <= MAX_SECONDS
    ):
        raise InputError(f"seconds {seconds!r}: choose more than 0, at most {MAX_SECONDS}")
    if watcher is not None and played.players != 2:
        raise InputError(f"onlooker: {played.name} has {played.players} players, not two")
    with own_code(f"game {played.name}", played):
        measuring = _Measuring(
            played, who, playouts, seed, seconds, watcher, judge, reporter(progress)
        )
        seen, ends = measuring.seen, measuring.ends()
        rates, engine_rates = speeds(played, seed), engine_speeds(played)
    seats = np.mean([end.rewards for end in ends], axis=0).tolist()
    points = [score for end in ends for score in end.scores or ()] if played.players == 1 else []
    return {
        "game": played.name,
        "agent": who.name,
        "seed": seed,
        "playouts": len(ends),
        "looked_at": measuring.looked_at,
        "complete": measuring.is_complete,
        "plies": _spread(end.decisions for end in ends),
        "ticks": _spread(end.ticks for end in ends),
        "rewards": _spread(reward for end in ends for reward in end.rewards),
        "seats": seats,
        "first_player": _first_player(seats, len(ends)),
        "won": _won([end.rewards[0] for end in ends]) if played.players == 1 else None,
        "points": _spread(points) if points else None,
        "calls_per_s": rates,
        "python_calls_per_s": rates,
        "engine_calls_per_s": engine_rates,
        "lengths": np.bincount([end.decisions for end in ends]).tolist(),
    } | seen.summary()


class _Measuring:
    """Games that are played and looked at, as long as there is time."""

    def __init__(
        self,
        game: GameProtocol,
        who: Entrant,
        playouts: int,
        seed: int,
        seconds: float | None,
        watcher: Entrant | None,
        judge: AnyHeuristic | None,
        report: Callable[..., object],
    ) -> None:
        self.seen, self.looked_at = Seen(), 0
        self._whole = True
        self._look = _Look(self.seen, watcher, judge, seed)
        self._sample = sample_of(game, who, seed)
        self._playouts = playouts
        self._seconds, self._begin = seconds, working_seconds()
        self._report = report

    def _has_time(self, share: float = 1.0) -> bool:
        """Tell whether less than a share of the time has passed."""
        spent = working_seconds() - self._begin
        return self._seconds is None or spent < share * self._seconds

    def ends(self) -> list[SampleEnd]:
        """Play and look; return the ends of the games."""
        sample, playouts = self._sample, self._playouts
        if isinstance(sample, RandomSample) and sample.is_observable and self._look.is_plain:
            return self._observed(sample)
        looked_at = min(playouts, LOOKED_AT)
        ends: list[SampleEnd] = []
        size = 1
        while sample.is_quick and len(ends) < playouts and (not ends or self._has_time(PLAYING)):
            ends += sample.ends(len(ends), min(len(ends) + size, playouts))
            size = min(4 * size, BATCH)
        walked: list[SampleEnd] = []
        # Where each game takes time, some of it is left for those that are only played.
        share = 1.0 if ends or playouts == looked_at else LOOKING
        while len(walked) < looked_at and (not walked or self._has_time(share)):
            walked.append(self._walked(len(walked)))
            self._report(len(walked), looked_at)
        ends = ends or walked
        while len(ends) < playouts and not sample.is_quick and self._has_time():
            ends += sample.ends(len(ends), len(ends) + 1)
            self._report(len(ends), playouts)
        self._played = len(ends)
        return ends

    def _observed(self, sample: RandomSample) -> list[SampleEnd]:
        """Play and look by one compiled pass; return the ends of the games."""
        watching, shapes = sample.observer(), _Shapes(sample)
        ends: list[SampleEnd] = []
        every = tried_every(watching.observed(sample.seed, 0), self._playouts)
        while len(ends) < self._playouts and (not ends or self._has_time()):
            number = len(ends)
            game = watching.observed(sample.seed, number, every)
            see_observed(self.seen, game)
            if number < LOOKED_AT:
                shape = shapes.of(number, self._has_time(PLAYING))
                self.seen.boards += board_rows(game, shape)
                self.looked_at += 1
            decisions = int(game.rows[:-1, SEEN_ACTS].sum())
            ends.append(SampleEnd(decisions, game.plies, game.rewards, game.scores))
            self._report(len(ends), self._playouts)
        values = self.seen.values
        if scores_of(sample.state) is None:
            for end in ends:
                values += (*[0.0] * end.decisions, *end.rewards)
        else:
            for number in range(min(len(ends), SHAPED)):
                if not number or self._has_time():
                    for state, _ in sample.walk(number):
                        values += own_values(state)
        self._played = len(ends)
        return ends

    @property
    def is_complete(self) -> bool:
        """Whether all requested measures were taken."""
        looked_at = min(self._playouts, LOOKED_AT)
        return self._whole and self.looked_at == looked_at and self._played == self._playouts

    def _walked(self, number: int) -> SampleEnd:
        """Play a game and look at its states, as long as there is time; return its end."""
        look, decisions, ticks, seat = self._look, 0, 0, CHANCE
        look.begin(number)
        whole = True
        for state, made in self._sample.walk(number):
            ticks += bool(seat)
            decisions += bool(seat) and not is_pass(made)
            whole = whole and (self._has_time() or not ticks + number)
            left = is_left_to_chance(state)
            seat = CHANCE if left else state.seat
            if not left:
                look.at(ticks, state, whole)
        self.looked_at += whole or not number
        self._whole = self._whole and whole
        return SampleEnd(decisions, ticks, look.end(state, whole), scores_of(state))


#: Games of a board that grows whose cells are looked at for diameters and holes.
SHAPED = 10


class _Shapes:
    """The cells, diameter, border and holes of the boards of a game's states."""

    def __init__(self, sample: RandomSample) -> None:
        self._sample = sample
        state = sample.state
        self._fixed = None if state.game.growing else _shape(state.board)

    def of(self, number: int, has_time: bool) -> list[tuple[int, int, int, int]] | None:
        """Return the shapes of a game's boards: one if it stays, none where that takes too long."""
        if self._fixed is not None:
            return [self._fixed]
        if number and (number >= SHAPED or not has_time):
            return None
        states = (state for state, _ in self._sample.walk(number))
        return [_shape(state.board) for state in states if not is_left_to_chance(state)]


def board_rows(
    game: ObservedGame, shape: list[tuple[int, int, int, int]] | None
) -> list[tuple[float, ...]]:
    """Return ply and `BOARD_COLUMNS` of the states of a game; nan for a shape that is not known."""
    rows = game.rows
    count, cells = len(rows), rows[:, SEEN_CELLS].astype(float)
    occupied = rows[:, SEEN_COVERED].astype(float)
    shapes = np.full((count, 4), np.nan)
    if shape is not None:
        shapes[:] = shape
    unused = np.where(cells > 0, (cells - occupied) / np.maximum(cells, 1), 0.0)
    border = np.where(np.isnan(shapes[:, 2]), rows[:, SEEN_RIM], shapes[:, 2])
    columns = (
        np.arange(count), cells, occupied, rows[:, SEEN_TARGETS], shapes[:, 1], border,
        shapes[:, 3], unused,
    )  # fmt: skip
    return list(map(tuple, np.column_stack(columns).tolist()))


def see_observed(seen: Seen, game: ObservedGame) -> None:
    """Add what was observed of a game."""
    rows = game.rows[:-1]
    # Who can only pass chooses nothing, although passing may be a move.
    idle = (rows[:, SEEN_DIFFERENT] <= 1) & (rows[:, SEEN_ACTS] == 0)
    chosen = (rows[:, SEEN_DIFFERENT] > 0) & ~idle
    seen.actions += rows[chosen, SEEN_DIFFERENT].tolist()
    seen.branching += rows[chosen & (rows[:, SEEN_POSITIONS] >= 0), SEEN_POSITIONS].tolist()
    sizes = game.rows[:, SEEN_CELLS] + game.held
    seen.sizes += sizes.tolist()
    seen.hidden += (rows[chosen, SEEN_HIDDEN] / np.maximum(sizes[:-1][chosen], 1)).tolist()
    seats = rows[:, SEEN_MOVER]
    begins = np.flatnonzero(np.concatenate(([True], seats[1:] != seats[:-1])))
    seen.turns += np.diff(np.append(begins, len(seats))).tolist()
    seen.rounds.append(int((seats[begins] == seats[0]).sum()))


class _Look:
    """An observer of the states of games, one after the other."""

    def __init__(
        self, seen: Seen, watcher: Entrant | None, judge: AnyHeuristic | None, seed: int
    ) -> None:
        self._seen, self._watcher, self._judge, self._seed = seen, watcher, judge, seed
        self._branching: Branching | None = None
        self._rows: BoardRows | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nobody estimates states."""
        return self._watcher is None and self._judge is None

    def begin(self, number: int) -> None:
        """Begin with a game."""
        self._number = number
        self._turns = [(CHANCE, 0)]
        self._values: list[float] = []

    def at(self, ply: int, state: StateProtocol, closely: bool) -> None:
        """Look at a state that is not left to chance: closely, or only at its seat."""
        over = state.outcome() is not None
        if closely:
            self._closely(ply, state, over)
        if over:
            return
        seat, run = self._turns[-1]
        if state.seat == seat:
            self._turns[-1] = (seat, run + 1)
        else:
            self._turns.append((state.seat, 1))

    def _closely(self, ply: int, state: StateProtocol, over: bool) -> None:
        seen = self._seen
        seen.sizes.append(_size(state, 1)[0])
        branches = Branches(0, 0, 0) if over else self._branches(state)
        if isinstance(state, State):
            self._rows = self._rows or BoardRows(state)
            seen.boards.append((ply, *self._rows.row(state, branches.cells)))
        if self._judge is None:
            seen.values += own_values(state)
        if over:
            return
        if self._watcher is not None:
            self._values.append(estimated(state, self._watcher, mix(self._seed, self._number), ply))
        if branches.moves:
            seen.actions.append(branches.moves)
            seen.branching.append(branches.positions)
            size, unseen = _size(state, state.seat)
            seen.hidden.append(unseen / size if size else 0.0)
            if self._judge is not None:
                seen.values.append(judged(self._judge, state, state.seat))

    def _branches(self, state: StateProtocol) -> Branches:
        """Return the branches of a state: counted by the engine where that has the game."""
        if not isinstance(state, State):
            moves = list(state.legal_moves)
            if all(map(is_pass, moves)):
                return Branches(0, 0, 0)
            return Branches(len(moves), len({_after(state, move) for move in moves}), 0)
        if self._branching is None:
            self._branching = Branching(state.position)
        return self._branching.of(state.position)

    def end(self, state: StateProtocol, whole: bool) -> tuple[float, ...]:
        """End with a game, all of which was looked at closely or not; return the rewards."""
        ended = state.outcome()
        assert ended is not None
        seen, rewards = self._seen, tuple(ended.rewards)
        turns = self._turns[1:]
        seen.turns += [run for _, run in turns]
        seen.rounds.append(sum(seat == turns[0][0] for seat, _ in turns) if turns else 0)
        if whole and self._judge is not None:
            seen.values += rewards
        if whole and self._watcher is not None:
            seen.estimates.append(Estimates.of(self._values, rewards))
        return rewards


def own_values(state: StateProtocol) -> Sequence[float]:
    """Return the value of a state by the game alone: to who chooses, and of the end to each."""
    scores, ended = scores_of(state), state.outcome()
    if ended is not None:
        return scores or ended.rewards
    if state.seat == CHANCE:
        return ()
    return (scores[state.seat - 1] if scores else 0.0,)


def is_left_to_chance(state: StateProtocol) -> bool:
    """Tell whether chance decides before anybody else."""
    return state.outcome() is None and state.seat == CHANCE


def _won(rewards: Sequence[float]) -> dict[str, Any]:
    """Return the share of games that were won by a single player, and its interval."""
    share = sum(reward == 1 for reward in rewards) / len(rewards)
    return {"share": share, "interval": list(wilson(share, len(rewards)))}


def _first_player(seats: Sequence[float], games: int) -> dict[str, Any]:
    """Return the score of the first player, its interval, and its surplus over a fair share."""
    return {
        "score": seats[0],
        "interval": list(wilson(seats[0], games)),
        "advantage": seats[0] - 1 / len(seats) if len(seats) > 1 else None,
    }


def speeds(game: GameProtocol, seed: int) -> dict[str, float]:
    """Return the calls of each kind in a second, along a random game, from Python."""
    random = Random(seed)
    state = begun(game, seed)
    pairs: list[tuple[StateProtocol, Any]] = []
    every = 1
    for ply in range(TIMED_PLIES):
        if state.outcome() is not None:
            break
        before = state.copy()  # of which the legal moves have not been found yet
        if state.seat == CHANCE and isinstance(state, HasChance):
            move = move_of_chance(state.chances(), random)
        else:
            move = random.choice(list(state.legal_moves))
        if ply % every == 0:
            pairs.append((before, move))
        if len(pairs) == TIMED_STATES:
            # As many again, from twice as long a game.
            pairs, every = pairs[::2], 2 * every
        state.push(move)

    def again(call: Callable[[Any, Any], object], prepared: bool = False) -> float:
        spent, calls = 0.0, 0
        for each, move in cycle(pairs):
            own = each.copy() if prepared else each
            start = working_seconds()
            call(own, move)
            spent += working_seconds() - start
            calls += 1
            if spent >= TIMED_SECONDS:
                break
        return calls / spent

    return {
        "setup": again(lambda _state, _move: begun(game, seed)),
        "next": again(lambda state, move: state.push(move), prepared=True),
        "actions": again(lambda state, _move: list(state.legal_moves), prepared=True),
        "copy": again(lambda state, _move: state.copy()),
    }


def engine_speeds(game: GameProtocol) -> dict[str, float | None]:
    """Return moves and random games in a second inside the engine; None of a game in Python."""
    if not isinstance(game, DescribedGame):
        return dict.fromkeys(("next", "playouts"))
    run = run_playouts(game.game, technique=game.technique, seconds=TIMED_SECONDS)
    return {"next": run.moves_per_s, "playouts": run.playouts_per_s}


def _after(state: StateProtocol, move: Any) -> Any:
    after = state.copy()
    after.push(move)
    return (after.key, after.seat, after.outcome())


def _size(state: StateProtocol, player: int) -> tuple[int, int]:
    """Return the components of a state, and how many of them a player does not see."""
    if isinstance(state, HasSize):
        return state.size(player)
    if isinstance(state, State):
        unseen = len(state.observation(player).hidden) if hides(state) else 0
        return state.position.cells + state.setup.held, unseen
    return 0, 0


def _spread(values: Iterable[float]) -> dict[str, float | None]:
    """Return mean, standard deviation, least and most of some numbers."""
    numbers = np.array(list(values), float)
    if not len(numbers):
        return dict.fromkeys(("mean", "sd", "min", "max"))
    found = (numbers.mean(), numbers.std(), numbers.min(), numbers.max())
    return dict(zip(("mean", "sd", "min", "max"), map(float, found), strict=True))


def _mean(numbers: Sequence[float]) -> float | None:
    """Return the mean of those that are known, None of none."""
    known = [it for it in numbers if not np.isnan(it)]
    return float(np.mean(known)) if known else None


def _boards(rows: Sequence[tuple[float, ...]]) -> list[dict[str, float | None]]:
    """Return the means of board measures, by ply."""
    by_ply: dict[int, list[tuple[float, ...]]] = {}
    for ply, *numbers in rows:
        by_ply.setdefault(int(ply), []).append(tuple(numbers))
    return [
        {"ply": ply, "games": len(found)}
        | dict(zip(BOARD_COLUMNS, map(_mean, zip(*found, strict=True)), strict=True))
        for ply, found in sorted(by_ply.items())
    ]
