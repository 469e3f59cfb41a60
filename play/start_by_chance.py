"""The start of a game where it is left to chance, as far as chance has decided it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from boardless.games import Game
from boardless.games.game_start import ChanceStart, chance_start, decided_by
from boardless.games.game_technique import GameTechnique
from boardless.play.chance import MAX_OUTCOMES, Decided, Question, even_odds, too_many
from boardless.state.engine.runtime import below, mix

# The compiler's parts are imported where something is drawn.
if TYPE_CHECKING:
    from boardless.games.initial.contents import ChanceChoice as Choice


@dataclass(frozen=True, eq=False)
class StartByChance:
    """What chance has decided of a start, outcome by outcome.

    While something is left to decide nothing of the outcomes is to be seen: who sees them in the
    end is known only when all rules for the start have been carried out.

    Attributes
    ----------
    game, way : Game, GameTechnique
        What is played, and in which technique.
    outcomes : tuple of int
        What has been decided, in order; where there was one option alone, nothing was.
    """

    game: Game
    way: GameTechnique
    outcomes: tuple[int, ...] = ()

    @cached_property
    def drawn(self) -> ChanceStart:
        """What is there by these outcomes."""
        return chance_start(self.game, self.way, decided_by(self.outcomes))

    @cached_property
    def question(self) -> Question | None:
        """What chance has to decide next, None if nothing.

        Raises
        ------
        InputError
            If there are more than MAX_OUTCOMES outcomes.
        """
        if self.drawn.open is None:
            return None
        count = len(self.drawn.open.options)
        if count > MAX_OUTCOMES:
            raise too_many(count)
        return Question(even_odds(count), 0)

    @property
    def key(self) -> int:
        """What it adds to a transposition key; 0 once all is there."""
        return 0 if self.question is None else Decided(self.outcomes).key

    def tried(self, outcomes: Sequence[int]) -> ChanceStart:
        """Return what is there after more outcomes, and the first ones of what is left then."""
        left = iter((*self.outcomes, *outcomes))

        def draw(choice: "Choice") -> int:
            last = len(choice.options) - 1
            return min(next(left, 0), last) if last else 0

        return chance_start(self.game, self.way, draw)

    def after(self, outcome: int) -> Self:
        """Return the start after one more outcome."""
        return replace(self, outcomes=(*self.outcomes, outcome))

    def before(self) -> Self:
        """Return the start before the last outcome."""
        return replace(self, outcomes=self.outcomes[:-1])


class StartStream:
    """The random numbers that decide about the start of a playout.

    Parameters
    ----------
    seed, number : int
        The seed of all playouts, and which of them it is.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._number = mix(mix(mix(seed, 0), number), 0)

    def outcome(self, count: int) -> int:
        """Return the next outcome of so many, all equally likely."""
        self._number = mix(self._number, 1)
        return below(self._number, count)

    def draw(self, choice: "Choice") -> int:
        """Return what a choice gives; where there is one option alone nothing is drawn."""
        count = len(choice.options)
        return self.outcome(count) if count > 1 else 0
