"""Games between agents, with random numbers of the game and of each agent."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field, replace
from os import PathLike
from random import Random
from typing import Any

from boardless import games
from boardless.agents.determinization import hides, seen_by
from boardless.agents.protocol import (
    CHANCE,
    Budget,
    Decision,
    Ended,
    GameProtocol,
    HasChance,
    Spent,
    StateProtocol,
)
from boardless.agents.specs import Entrant
from boardless.games.library import NEEDED, in_module, made_in_python
from boardless.jit.compilations import working_seconds
from boardless.jit.game_runtime import mix
from boardless.play.playing import move_of_chance, play_game
from boardless.play.playout_worker import Job, game_of
from boardless.play.state import State as GameState
from boardless.topo import InputError
from boardless.util.own_code import is_ours, own_code

#: The budget of an agent that only compiles.
_LEAST = Budget(iterations=1, calls=1)
#: The longest game, in moves.
MAX_PLIES = 100_000


@dataclass(frozen=True)
class DescribedGame:
    """A game in L-GDL as a `GameProtocol`; sent to workers as text."""

    name: str
    players: int
    text: str
    options: tuple[str, ...] = ()
    technique: str | None = None  #: how its board grows
    jit: bool = True
    large: bool = False  #: whether longer texts are read than those of strangers

    @property
    def game(self) -> games.Game:
        """The game, the same object throughout a process."""
        return game_of(Job(self.text, self.options, "", "", 0, self.jit, large=self.large))

    def begin(self, random: Random) -> GameState:
        """Return the start of a game."""
        return GameState(self.game, self.technique)


def playable(game: Any, technique: str | None = None) -> GameProtocol:
    """Return a game as a `GameProtocol`; InputError for anything else.

    `game` is a game in L-GDL or the argument of `games.load`, or one written in Python
    (`agents.protocol`) or its ``"module:name"``; `technique` says how the board of one in L-GDL
    grows.
    """
    if in_module(game):
        made = made_in_python(game)
        game = games.load(game) if isinstance(made, str) else made
    elif isinstance(game, str | PathLike):
        game = games.load(game)
    if isinstance(game, games.Game):
        state = GameState(game, technique)
        return DescribedGame(
            game.name, game.players, game.text, game.options, state.technique, game.jit, game.large
        )
    if not all(hasattr(game, name) for name in NEEDED):
        needed = ", ".join(NEEDED)
        raise InputError(f"game {game!r}: give a Game, its name, or an object with {needed}")
    return game  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Played:
    """The record of a game.

    Attributes
    ----------
    rewards : tuple of float
        The reward of each seat.
    moves, seats : tuple
        The moves, and the seat that chose each; 0 is chance.
    spent, decided : tuple
        The resources that each player spent in all, and the number of his own choices.
    seconds : float
        Duration.
    state : State
        The end.
    cut : bool
        Whether it was cut at the limit of moves.
    """

    rewards: tuple[float, ...]
    moves: tuple[Any, ...] = field(repr=False)
    seats: tuple[int, ...] = field(repr=False)
    spent: tuple[Spent, ...]
    decided: tuple[int, ...]
    seconds: float
    state: StateProtocol
    cut: bool = False

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The scores at the end; None in games without scores."""
        return scores_of(self.state)


def scores_of(state: StateProtocol) -> tuple[float, ...] | None:
    """Return the scores of a state; None in games without scores."""
    scores = getattr(state, "scores", None)
    return None if scores is None else tuple(scores)


def play_entrants(
    game: GameProtocol, entrants: Sequence[Entrant], seed: int, moves: int | None = None
) -> Played:
    """Play a game between agents; the seed decides everything that time does not.

    Parameters
    ----------
    game : Game
        The game.
    entrants : sequence of Entrant
        The agent of each seat; one may sit on several.
    seed : int
        The game's own. Shuffles and throws come from it alone, and each seat has random numbers of
        its own, so that no thinking changes the luck of the game.
    moves : int, optional
        The limit of moves, chance included. A cut game counts as drawn: each player gets 0.5, a
        single player 0.

    Raises
    ------
    InputError
        If the seats do not fit, a chosen move is not legal, or the game does not end.
    """
    if len(entrants) != game.players:
        raise InputError(f"{len(entrants)} agents: {game.name} has {game.players} players")
    with own_code(f"game {game.name}", game):
        begin = working_seconds()
        streams = [_stream(seed, seat) for seat in range(game.players + 1)]
        table = _Table(game.begin(streams[CHANCE]), game.name, moves)
        seated = [_Seated(who, seat, table.state) for seat, who in enumerate(entrants, 1)]
        play_game(table, seated, seed=seed, draws=streams.__getitem__)
        ended: Any = table.outcome()
        return Played(
            tuple(ended.rewards), *table.trial(), tuple(one.spent for one in seated),
            tuple(one.decided for one in seated), working_seconds() - begin, table.state,
            cut=table.state.outcome() is None,
        )  # fmt: skip


def prepare(game: GameProtocol, entrants: Sequence[Entrant]) -> None:
    """Compile everything that agents need for a game, so that no game's time includes it.

    The program's agents make one decision from the start, with the least budget. A user's agent
    with a method ``prepare`` gets the start.
    """
    with own_code(f"game {game.name}", game):
        random = _stream(0, CHANCE)
        state = game.begin(random)
        while state.seat == CHANCE and isinstance(state, HasChance) and state.outcome() is None:
            state.push(move_of_chance(state.chances(), random))
        if state.outcome() is not None:
            return
        for who in entrants:
            if is_ours(asked := who.asked):
                if isinstance(game, DescribedGame) and game.jit:
                    replace(who, budget=_LEAST).decide(
                        seen_by(who.agent, state.copy(), state.seat, random), random
                    )
            elif callable(getattr(asked, "prepare", None)):
                with own_code(f"agent {who.name}", asked):
                    asked.prepare(state.copy())


class _Table:
    """A game as `play_game` drives it; records the seat that made each move."""

    def __init__(self, state: StateProtocol, name: str, most: int | None) -> None:
        self.state = state
        self.name = name
        self.most = most
        self.moves: list[Any] = []
        self.seats: list[int] = []

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def seat(self) -> int:
        if self.ply == MAX_PLIES:
            raise InputError(f"a game of {self.name}: no end after {MAX_PLIES:,} moves")
        return CHANCE if self._is_forced() else self.state.seat

    def _is_forced(self) -> bool:
        """Return True if chance left one move to a player who may not know it."""
        after_chance = self.seats[-1:] == [CHANCE] and self.state.seat != CHANCE
        return after_chance and hides(self.state) and len(list(self.state.legal_moves)) == 1

    def chances(self) -> Sequence[tuple[Any, Any]]:
        if self._is_forced():
            return [(next(iter(self.state.legal_moves)), 1)]
        if not isinstance(self.state, HasChance):
            raise InputError(f"{self.state!r}: chance moves next, but has no moves")
        return self.state.chances()

    def outcome(self) -> object:
        ended = self.state.outcome()
        if ended is None and self.ply == self.most:
            return Ended((0.5,) * self.players if self.players > 1 else (0.0,))
        return ended

    def copy(self) -> StateProtocol:
        return self.state.copy()

    def push(self, move: Any) -> None:
        self.seats.append(self.seat)
        self.moves.append(move)
        self.state.push(move)

    def trial(self, _seed: int | None = None) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        return tuple(self.moves), tuple(self.seats)


class _Seated:
    """An agent in a seat for one game, with its memory and the resources it has spent."""

    def __init__(self, who: Entrant, seat: int, state: StateProtocol) -> None:
        self.who = who
        self.seat = seat
        self.spent = Spent()
        self.decided = 0
        self._state = state
        self._memory: Any = None

    def __call__(self, state: Any, random: Random) -> Decision:
        """Return the agent's decision in its own observation of a state."""
        seen = seen_by(self.who.agent, state, self.seat, random)
        decision = self.who.decide(seen, random, self._memory)
        if decision.move not in self._state.legal_moves:
            raise InputError(
                f"{self.who.name}: its move {decision.move} is not legal in {self._state!r}"
            )
        self._memory = decision.memory
        self.spent = Spent(
            *map(sum, zip(astuple(self.spent), astuple(decision.spent), strict=True))
        )
        self.decided += 1
        return decision


def _stream(seed: int, seat: int) -> Random:
    """Return the random numbers of a seat in a game, or of the game itself for seat 0."""
    return Random(mix(mix(seed, 1), seat))


def begun(game: GameProtocol, seed: int) -> StateProtocol:
    """Return the initial state of the game of a seed."""
    return game.begin(_stream(seed, CHANCE))
