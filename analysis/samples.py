"""Samples of games to measure, random or between agents."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from boardless.agents.playing import DescribedGame, begun, play_entrants
from boardless.agents.protocol import GameProtocol, StateProtocol
from boardless.agents.simple import Random
from boardless.agents.specs import Entrant
from boardless.games.game import technique_for
from boardless.jit.game_runtime import mix
from boardless.play.observing import GameObserver, ObservedGame, observer
from boardless.play.recording import SteppedPlayer
from boardless.play.state import State as GameState
from boardless.state.engine.observing import SEEN_ACTS


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
