"""One game between agents: the game's random numbers, and each agent's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from boardless import games
from boardless.agents.decision import Spent
from boardless.agents.observing import hides, observation
from boardless.agents.protocol import CHANCE, Game, HasChance, State
from boardless.agents.specs import Entrant
from boardless.play.chunk import Job, game_of
from boardless.play.state import State as GameState
from boardless.state.engine.runtime import mix
from boardless.topo import InputError

#: The longest game, in moves.
MAX_PLIES = 100_000


@dataclass(frozen=True)
class DescribedGame:
    """A game in L-GDL under the names that agents have; sent to workers as text.

    Attributes
    ----------
    name : str
        The game's name.
    players : int
        Number of players.
    text : str
        Its description.
    options : tuple of str
        The options chosen.
    technique : str, optional
        How its board grows.
    jit : bool
        Whether it is compiled.
    """

    name: str
    players: int
    text: str
    options: tuple[str, ...] = ()
    technique: str | None = None
    jit: bool = True

    def begin(self, random: Random) -> GameState:
        """Return the start of a game."""
        game = game_of(Job(self.text, self.options, "", "", 0, self.jit))
        return GameState(game, self.technique)


def playable(game: Any, technique: str | None = None) -> Game:
    """Return a game as agents play it: one in L-GDL, its name, or one written in Python.

    Raises
    ------
    InputError
        If it is none.
    """
    if isinstance(game, str):
        game = games.load(game)
    if isinstance(game, games.Game):
        description = game.description
        state = GameState(game, technique)
        return DescribedGame(
            game.name, game.players, description.text, tuple(description.options),
            state.technique, game.jit,
        )  # fmt: skip
    if not all(hasattr(game, name) for name in ("name", "players", "begin")):
        raise InputError(f"game {game!r}: give a Game, its name, or an object with begin(random)")
    return game  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Played:
    """A game that was played.

    Attributes
    ----------
    rewards : tuple of float
        What the player in each seat got.
    moves : tuple
        The moves.
    seats : tuple of int
        Who chose each of them; 0 is chance.
    spent : tuple of Spent
        What each player spent in all.
    decided : tuple of int
        How many moves each player chose.
    seconds : float
        How long it took.
    state : State
        The end.
    """

    rewards: tuple[float, ...]
    moves: tuple[Any, ...]
    seats: tuple[int, ...]
    spent: tuple[Spent, ...]
    decided: tuple[int, ...]
    seconds: float
    state: State


def play_game(game: Game, entrants: Sequence[Entrant], seed: int) -> Played:
    """Play a game; the seed decides everything but what depends on the time.

    Parameters
    ----------
    game : Game
        What is played.
    entrants : sequence of Entrant
        Who sits on each seat; one may sit on several.
    seed : int
        The game's own. What is shuffled and thrown comes from it alone, and each seat has random
        numbers of its own, so that no thinking changes the luck of the game.

    Raises
    ------
    InputError
        If their number is not that of the players, an agent chooses a move that is not legal, or
        the game does not end.
    """
    if len(entrants) != game.players:
        raise InputError(f"{len(entrants)} agents: {game.name} has {game.players} players")
    begin = perf_counter()
    luck, *streams = (_stream(seed, seat) for seat in range(game.players + 1))
    state = game.begin(luck)
    memories: list[Any] = [None] * game.players
    spent = [Spent()] * game.players
    decided = [0] * game.players
    moves: list[Any] = []
    seats: list[int] = []
    while (ended := state.outcome()) is None:
        if len(moves) == MAX_PLIES:
            raise InputError(f"a game of {game.name}: no end after {MAX_PLIES:,} moves")
        seat = state.seat
        seats.append(seat)
        if seats[-2:-1] == [CHANCE] and _is_forced(state):
            # What chance did may be hidden from whose turn it is.
            seats[-1] = CHANCE
            moves.append(next(iter(state.legal_moves)))
        elif seat == CHANCE:
            moves.append(_thrown(state, luck))
        else:
            who, stream = entrants[seat - 1], streams[seat - 1]
            seen = observation(state, seat, stream)
            decision = who.agent(seen, who.budget, stream, memories[seat - 1])
            if decision.move not in state.legal_moves:
                raise InputError(f"{who.name}: its move {decision.move} is not legal in {state!r}")
            memories[seat - 1] = decision.memory
            spent[seat - 1] = _added(spent[seat - 1], decision.spent)
            decided[seat - 1] += 1
            moves.append(decision.move)
        state.push(moves[-1])
    return Played(
        tuple(ended.rewards), tuple(moves), tuple(seats), tuple(spent), tuple(decided),
        perf_counter() - begin, state,
    )  # fmt: skip


def _stream(seed: int, seat: int) -> Random:
    """Return the random numbers of a seat in a game; those of seat 0 are the game's."""
    return Random(mix(mix(seed, 1), seat))


def begun(game: Game, seed: int) -> State:
    """Return the start of the game of a seed."""
    return game.begin(_stream(seed, CHANCE))


def _is_forced(state: State) -> bool:
    """Tell whether one move alone is left in a game in which players do not see everything."""
    return state.seat != CHANCE and hides(state) and len(list(state.legal_moves)) == 1


def _thrown(state: State, luck: Random) -> Any:
    """Return what chance does."""
    if not isinstance(state, HasChance):
        raise InputError(f"{state!r}: chance is to move, but has no moves")
    moves, odds = zip(*state.chances(), strict=True)
    return luck.choices(moves, odds)[0]


def _added(one: Spent, other: Spent) -> Spent:
    return Spent(
        one.iterations + other.iterations, one.calls + other.calls, one.seconds + other.seconds
    )
