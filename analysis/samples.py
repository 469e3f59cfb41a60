"""Samples of games: how they went, at random or between agents, to be measured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardless.agents.playing import DescribedGame, Played, begun, play_entrants
from boardless.agents.protocol import Game, State
from boardless.agents.simple import Random
from boardless.agents.specs import Entrant
from boardless.games import Game as GameOfText
from boardless.play import record_playouts
from boardless.state.batch import PASS
from boardless.state.engine.runtime import mix

#: So many games are recorded at once.
BATCH = 500
#: What players get by the winner, where that says everything.
_REWARDS = {1: ((0.0,), (1.0,)), 2: ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))}


@dataclass(frozen=True)
class Line:
    """A game that was played.

    Attributes
    ----------
    moves : tuple
        The moves, those of chance and passes included.
    decisions : int
        How many of them were neither.
    rewards : tuple of float
        What each player got.
    seed : int
        What the game was begun with; see `agents.play_entrants`.
    """

    moves: tuple[Any, ...]
    decisions: int
    rewards: tuple[float, ...]
    seed: int


def lines_by(game: Game, who: Entrant, playouts: int, seed: int) -> Iterator[Line]:
    """Yield games of an agent that sits on every seat."""
    if isinstance(who.agent, Random) and isinstance(game, DescribedGame):
        described = game.game
        # Moves with effects are called otherwise in columns, and boards laid out have none.
        told = described.setup.plane is not None and not described.brief.effects
        if told and game.players in _REWARDS:
            return random_lines(game, described, playouts, seed)
    return agent_lines(game, [who] * game.players, playouts, seed)


def random_lines(
    game: DescribedGame, described: GameOfText, playouts: int, seed: int
) -> Iterator[Line]:
    """Yield the random playouts of a seed, compiled."""
    for first in range(0, playouts, BATCH):
        last = min(first + BATCH, playouts)
        batch = record_playouts(described, first, last, technique=game.technique, seed=seed)
        end = 0
        for place, plies in enumerate(batch.plies.tolist()):
            passes = int((batch.kinds[end : end + plies] == PASS).sum())
            end += plies
            rewards = _REWARDS[game.players][int(batch.winners[place])]
            yield Line(tuple(batch.moves(place)), plies - passes, rewards, seed)


def agent_lines(
    game: Game, entrants: Sequence[Entrant], playouts: int, seed: int
) -> Iterator[Line]:
    """Yield games between agents, one on each seat."""
    for number in range(playouts):
        own = mix(mix(seed, 0), number) >> 2
        played = play_entrants(game, entrants, own)
        yield Line(played.moves, decisions_of(played), played.rewards, own)


def decisions_of(played: Played) -> int:
    """Return how many moves players chose, passes left out."""
    return sum(
        bool(seat) and not _is_pass(move)
        for move, seat in zip(played.moves, played.seats, strict=True)
    )


def _is_pass(move: Any) -> bool:
    return getattr(move, "actions", None) == ()


def states_of(game: Game, line: Line) -> Iterator[State]:
    """Yield the states of a game before each move, and the last one; the same object, moved on."""
    state = begun(game, line.seed)
    yield state
    for move in line.moves:
        state.push(move)
        yield state
