"""Games of networks, many at a time: self-play, the arena, and the replay buffer."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

import numpy as np

from boardless.agents.determinization import seen_by
from boardless.agents.mcts import MCTS
from boardless.agents.protocol import CHANCE, Budget
from boardless.jit.arrays import Floats, Ints
from boardless.learn.positions import Observer, Positions, SeenPosition
from boardless.learn.search import (
    Judgement,
    Searched,
    final_values,
    from_seat,
    in_order,
    sampled_outcome,
    searched,
)
from boardless.learn.settings import Settings
from boardless.play.state import State
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError

#: A network that judges positions: see `GraphNet.judge`.
Judge = Callable[[Sequence[SeenPosition]], list[Judgement]]
#: A game that yields positions, each with the number of the network to judge it, and a decision in
#: it: the observation, and the place of the chosen row.
Playing = Generator[tuple[int, list[SeenPosition]], list[Judgement], "NetworkGame"]
Deciding = Generator[
    tuple[int, list[SeenPosition]], list[Judgement], "tuple[SearchedPosition, int]"
]


@dataclass(frozen=True)
class Example:
    """A position to learn from, with a policy over its rows and the rewards from the mover on."""

    position: SeenPosition
    policy: Floats  # float32 (rows,)
    rewards: Floats  # float32 (players,), from -1 to 1


@dataclass(frozen=True)
class SearchedPosition:
    """A position of a game, the policy of a search over its rows, and its value to the mover."""

    seat: int
    position: SeenPosition
    policy: Floats
    value: float | None


@dataclass(frozen=True)
class NetworkGame:
    """A game of networks: its examples, the rewards of the seats, and its length."""

    examples: list[Example]
    rewards: list[float]
    plies: int

    @classmethod
    def of(cls, state: State, seen: Sequence[SearchedPosition], plies: int, belief: float) -> Self:
        """Return a game that ended, or was cut, at a state.

        In a zero-sum game of two, `belief` is the share of a search's value in the rewards of its
        example, because this value varies less than the end of a game. Unless it is 0, a game that
        was cut ends with the value of the last search instead of a draw.
        """
        is_over = state.position.winner != OPEN
        rewards = final_values(state) if is_over else [0.0] * state.players
        is_duel = len(rewards) == 2 and sum(rewards) == 0
        examples, end = [], rewards
        last = next((move for move in reversed(seen) if move.value is not None), None)
        if is_duel and not is_over and belief and last is not None:
            assert last.value is not None
            end = in_order([last.value, -last.value], last.seat)
        for move in seen:
            own: Any = np.array(from_seat(end, move.seat))
            if is_duel and move.value is not None:
                own = (1 - belief) * own + belief * np.array([move.value, -move.value])
            policy: Any = move.policy.astype(np.float32)
            examples.append(Example(move.position, policy, own.astype(np.float32)))
        return cls(examples, rewards, plies)


def played(
    observer: Observer, networks: Sequence[int], settings: Settings, seed: int, noisy: int
) -> Playing:
    """Play a game by search; yield positions and receive their judgements.

    Parameters
    ----------
    observer : Observer
        The observer of the game's positions.
    networks : sequence of int
        The number of the network in each seat.
    settings : Settings
        Its search and simulations, limit, opening and belief.
    seed : int
        The source of random numbers.
    noisy : int
        The moves, from the first on, that are sampled.
    """
    simulations = settings.simulations

    def decide(state: State, ply: int, random: Random) -> Deciding:
        seat, noise = state.seat, ply < noisy
        search = searched(
            state, observer, random, lambda done, _: done / simulations, settings.search, noise
        )
        try:
            asked = next(search)
            while True:
                asked = search.send((yield networks[seat - 1], asked))
        except StopIteration as ended:
            result: Searched = ended.value
        value = result.value if len(result.policy) > 1 else None
        return SearchedPosition(seat, result.position, result.policy, value), result.chosen

    return _game(observer, settings, seed, decide)


def _game(
    observer: Observer,
    settings: Settings,
    seed: int,
    decide: Callable[[State, int, Random], Deciding],
) -> Playing:
    """Play a game by decisions, until it is over or cut."""
    random = Random(seed)
    state, plies = opened(observer, random, settings.opening)
    searches: list[SearchedPosition] = []
    while plies < settings.limit and goes_on(state, random):
        seen, chosen = yield from decide(state, plies, random)
        searches.append(seen)
        state.push_row(chosen)
        plies += 1
    return NetworkGame.of(state, searches, plies, settings.belief)


def goes_on(state: State, random: Random) -> bool:
    """Sample pending outcomes of chance; return True if a player then has to move."""
    while state.position.winner == OPEN and state.seat == CHANCE:
        state.push_row(sampled_outcome(state, random))
    return bool(state.position.winner == OPEN)


def opened(observer: Observer, random: Random, most: int) -> tuple[State, int]:
    """Return a state after at most `most` random moves, and their number.

    No move of the opening ends the game. Moves of chance do not count.
    """
    state, plies = State(observer.game), 0
    wanted = random.randrange(most + 1) if most else 0
    while plies < wanted and goes_on(state, random):
        state.push_row(random.randrange(len(observer(state).rows)))
        if state.position.winner != OPEN:
            state.pop_row()
            break
        plies += 1
    return state, plies


def lesson(observer: Observer, settings: Settings, seed: int) -> Playing:
    """Play a game of Monte-Carlo tree search against itself, which yields nothing.

    Moves are sampled by visits. Their shares are the policy of an example.
    """
    agent = MCTS(reuse=False)

    def decide(state: State, ply: int, random: Random) -> Deciding:
        yield from ()
        seat, position = state.seat, observer(state)
        count = len(position.rows)
        if count == 1:
            return SearchedPosition(seat, position, np.ones(1), None), 0
        seen = seen_by(agent, state, seat, random)
        decision = agent(seen, Budget(iterations=settings.lesson), random)
        visits = np.array([decision.visits.get(move, 0) for move in state.legal_moves], np.float64)
        if decision.proven or not visits.any() or len(visits) != count:
            visits = np.array([move == decision.move for move in state.legal_moves], np.float64)
        value = None if decision.value is None else 2 * decision.value - 1
        chosen = random.choices(range(count), visits.tolist())[0]
        return SearchedPosition(seat, position, visits / visits.sum(), value), chosen

    return _game(observer, settings, seed, decide)


def together(
    games: Iterable[Playing], judges: Sequence[Judge], most: int
) -> Iterator[tuple[int, NetworkGame]]:
    """Play games at the same time, `most` of them, and yield each with its number at its end.

    Each network judges the positions of all games by one call.
    """
    waiting = enumerate(games)
    running: dict[int, tuple[Playing, tuple[int, list[SeenPosition]]]] = {}
    answers: dict[int, list[Judgement]] = {}
    while True:
        while len(running) < most and (one := next(waiting, None)) is not None:
            number, game = one
            try:
                running[number] = game, next(game)
            except StopIteration as ended:
                yield number, ended.value
        if not running:
            return
        for n, judge in enumerate(judges):
            asked = [
                (number, position)
                for number, (_, (network, positions)) in running.items()
                if network == n
                for position in positions
            ]
            judged = judge([position for _, position in asked]) if asked else []
            for (number, _), judgement in zip(asked, judged, strict=True):
                answers.setdefault(number, []).append(judgement)
        for number, (game, _) in list(running.items()):
            try:
                running[number] = game, game.send(answers.pop(number, []))
            except StopIteration as ended:
                del running[number]
                yield number, ended.value


def arena_score(
    observer: Observer, judges: tuple[Judge, Judge], settings: Settings, random: Random, noisy: int
) -> float:
    """Return the mean reward, from 0 to 1, of the first network against the second.

    The first one sits on each seat in turn, the second one on all others.
    """
    players, games = observer.game.players, settings.gate_games
    seats = [number % players for number in range(games)]
    settings = replace(settings, opening=0)
    playing = (
        played(
            observer, [int(other != seat) for other in range(players)], settings,
            random.getrandbits(62), noisy,
        )
        for seat in seats
    )  # fmt: skip
    won = [
        (1 + game.rewards[seats[number]]) / 2 for number, game in together(playing, judges, games)
    ]
    return float(np.mean(won))


class ReplayBuffer:
    """The latest examples, the source of batches.

    Parameters
    ----------
    capacity : int
        The most examples; the oldest leave it.
    turns : (n, EDGE_KINDS) int16, optional
        The kinds of edges under each symmetry, see `turned_kinds`. Samples are turned by them.
    """

    def __init__(self, capacity: int, turns: Ints | None = None) -> None:
        self._examples: deque[Example] = deque(maxlen=capacity)
        self._turns = turns

    def __len__(self) -> int:
        return len(self._examples)

    def add(self, examples: Iterable[Example]) -> None:
        """Add examples in their order."""
        self._examples.extend(examples)

    def sampled(self, count: int, random: np.random.Generator) -> tuple[Positions, Floats, Floats]:
        """Return some examples: positions, policies in a row, and rewards (count, players)."""
        places = random.integers(len(self._examples), size=count)
        positions, policies, rewards = _joined([self._examples[place] for place in places.tolist()])
        if self._turns is not None and len(self._turns) > 1:
            turns = random.integers(len(self._turns), size=count)
            each = np.repeat(turns, positions.sizes[:, 1])
            positions = replace(positions, kinds=self._turns[each, positions.kinds])
        return positions, policies, rewards

    def arrays(self) -> dict[str, Ints | Floats]:
        """Return all examples as arrays by their names."""
        if not self._examples:
            return {}
        positions, policies, rewards = _joined(list(self._examples))
        return {**positions.arrays(), "policies": policies, "rewards": rewards}

    @classmethod
    def read(cls, capacity: int, arrays: Mapping[str, Any], turns: Ints | None = None) -> Self:
        """Return the buffer of such arrays; raise InputError if they do not fit together."""
        buffer = cls(capacity, turns)
        if not arrays:
            return buffer
        try:
            rest = {
                name: array for name, array in arrays.items() if name not in ("policies", "rewards")
            }
            positions, policies = Positions(**rest), arrays["policies"]
            totals = positions.sizes.sum(axis=0).tolist()
            sizes = [len(positions.nodes), positions.edges.shape[1], len(positions.rows)]
            is_whole = (
                (positions.sizes >= 0).all() and totals == sizes and len(policies) == sizes[2]
            )
            if not is_whole or len(positions.kinds) != sizes[1]:
                raise ValueError
            each = np.split(policies, np.cumsum(positions.sizes[:, 2])[:-1])
            parts = zip(positions.split(), each, arrays["rewards"], strict=True)
            buffer.add(Example(*part) for part in parts)
        except (KeyError, TypeError, ValueError, IndexError):
            raise InputError("the replay buffer: its arrays do not fit together") from None
        return buffer


def _joined(examples: Sequence[Example]) -> tuple[Positions, Floats, Floats]:
    return (
        Positions.joined([example.position for example in examples]),
        np.concatenate([example.policy for example in examples]),
        np.stack([example.rewards for example in examples]),
    )
