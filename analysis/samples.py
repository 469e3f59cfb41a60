"""Samples of games, at random or between agents, to be measured."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from boardless.agents.playing import DescribedGame, Played, begun, play_entrants
from boardless.agents.protocol import GameProtocol, StateProtocol
from boardless.agents.simple import Random
from boardless.agents.specs import Entrant
from boardless.games.game import technique_for
from boardless.jit.game_runtime import mix
from boardless.play import record_playouts
from boardless.play.observing import GameObserver, ObservedGame, observer
from boardless.play.recording import SteppedPlayer
from boardless.play.state import State as GameState
from boardless.state.batch import PASS
from boardless.state.engine.observing import SEEN_ACTS

#: Rewards of players by the winner, where that says everything.
_REWARDS = {1: ((0.0,), (1.0,)), 2: ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))}


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
        """Return the end of a game that was observed."""
        return cls(int(game.rows[:-1, SEEN_ACTS].sum()), game.plies, game.rewards, game.scores)


class RandomSample:
    """Random games of a description: the playouts of a seed."""

    def __init__(self, game: DescribedGame, seed: int) -> None:
        self._game = game
        described = game.game
        # Only moves without consequences are recorded in compiled loops.
        recorded = described.setup.plane is not None and not described.info.effects
        self.is_quick = recorded and game.players in _REWARDS
        self.seed, self.state = seed, GameState(described, game.technique)
        technique = getattr(self.state.position, "technique", None)
        #: Whether all that is looked at is found by one compiled pass.
        self.is_observable = (
            described.info.match is None and technique is not None and not technique.is_external
        )
        self._player = SteppedPlayer(described, technique_for(described, game.technique))

    def ends(self, first: int, last: int) -> list[GameEnd]:
        """Return the ends of games number `first` to `last` - 1, played in compiled loops."""
        game = self._game
        batch = record_playouts(game.game, first, last, technique=game.technique, seed=self.seed)
        ends, end = [], 0
        for winner, plies in zip(batch.winners.tolist(), batch.plies.tolist(), strict=True):
            passes = int((batch.kinds[end : end + plies] == PASS).sum())
            end += plies
            ends.append(GameEnd(plies - passes, plies, _REWARDS[game.players][winner]))
        return ends

    def observer(self) -> GameObserver:
        """Return an observer of these games."""
        return observer(self._game.game, technique=self._game.technique)

    def walk(self, number: int) -> Iterator[tuple[GameState, Any]]:
        """Play a game; yield its one state, at first and after each move, with that move."""
        for position in self._player.steps(self.seed, number):
            yield GameState.of(position), position.move_stack[-1] if position.move_stack else None


class AgentSample:
    """Games of an agent that sits on every seat."""

    is_quick = False

    def __init__(self, game: GameProtocol, who: Entrant, seed: int) -> None:
        self._game, self._who, self._seed = game, who, seed

    def ends(self, first: int, last: int) -> list[GameEnd]:
        """Return the ends of games number `first` to `last` - 1."""
        played = (self._played(number) for number in range(first, last))
        return [
            GameEnd(decisions_of(it), sum(map(bool, it.seats)), it.rewards, it.scores)
            for it in played
        ]

    def walk(self, number: int) -> Iterator[tuple[StateProtocol, Any]]:
        """Play a game; yield its states, as `RandomSample.walk` does."""
        played = self._played(number)
        state = begun(self._game, self._own(number))
        yield state, None
        for move in played.moves:
            state.push(move)
            yield state, move

    def _own(self, number: int) -> int:
        return mix(mix(self._seed, 0), number) >> 2

    def _played(self, number: int) -> Played:
        return play_entrants(self._game, [self._who] * self._game.players, self._own(number))


def sample_of(game: GameProtocol, who: Entrant, seed: int) -> RandomSample | AgentSample:
    """Return games of an agent that sits on every seat."""
    if isinstance(who.agent, Random) and isinstance(game, DescribedGame):
        return RandomSample(game, seed)
    return AgentSample(game, who, seed)


def decisions_of(played: Played) -> int:
    """Return the number of moves that players chose, passes left out."""
    return sum(
        bool(seat) and not is_pass(move)
        for move, seat in zip(played.moves, played.seats, strict=True)
    )


def is_pass(move: Any) -> bool:
    """Tell whether a move does nothing."""
    return getattr(move, "actions", None) == ()
