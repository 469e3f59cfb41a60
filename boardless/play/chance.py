"""Chance in a game that is played: the outcomes since the last move, and the next question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from boardless.games import Game
from boardless.games.game_start import ChanceStart, chance_start, decided_by
from boardless.games.game_technique import GameTechnique
from boardless.jit.game_runtime import below, mix
from boardless.state import BOARD, OPTION, Action, Move
from boardless.state.batch import row_of
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.entries import Kernels
from boardless.topo import InputError

if TYPE_CHECKING:
    from boardless.games.initial.contents import ChanceChoice as Choice

#: The largest number of outcomes of a decision of chance that is listed.
MAX_OUTCOMES = 100_000

#: Rule, from and to of a move, and its further numbers.
Numbers = tuple[int, ...]


def outcome_of(mover: int, outcome: int) -> Move:
    """Return an outcome of chance as a move in the turn of a player."""
    return Move(mover, (Action(OPTION, BOARD, 0, outcome),))


@dataclass(frozen=True)
class ChanceQuestion:
    """A decision of chance."""

    #: Probability of each outcome from 0 on.
    odds: tuple[Fraction, ...]
    #: The site of the arrays in question, such as a die's; 0 for none.
    site: int

    @cached_property
    def outcomes(self) -> tuple[int, ...]:
        """The possible outcomes, in order."""
        return tuple(outcome for outcome, odds in enumerate(self.odds) if odds)

    def moves(self, mover: int) -> dict[Move, Fraction]:
        """Return the possible outcomes, as moves in the turn of a player."""
        return {outcome_of(mover, outcome): self.odds[outcome] for outcome in self.outcomes}

    def sampled(self, number: int) -> int:
        """Return the outcome that a random number of 64 bits decides on, as in the engine.

        >>> question = ChanceQuestion((Fraction(1, 4), Fraction(0), Fraction(3, 4)), 0)
        >>> [question.sampled(number) for number in (0, 2**62 - 1, 2**62, 2**64 - 1)]
        [0, 0, 2, 2]
        """
        left = Fraction(number >> 32, 2**32)
        for outcome, odds in enumerate(self.odds):
            if left < odds:
                return outcome
            left -= odds
        return len(self.odds) - 1


class Decided(NamedTuple):
    """The outcomes of chance since the last complete move; `NOTHING` right after one.

    A step with any other `Decided` made no move in the arrays.
    """

    outcomes: tuple[int, ...] = ()
    #: The numbers of a chosen move that needs more outcomes before it is made.
    pending: Numbers | None = None

    def key(self, chosen: Move | None) -> int:
        """Return the term in a transposition key, 62 bits, 0 for nothing; it leaves sites out.

        `chosen` is the move of `pending`.
        """
        if self == NOTHING:
            return 0
        key = len(self.outcomes)
        numbers: list[int] = []
        if self.pending is not None and chosen is not None:
            numbers = [self.pending[0], *chain.from_iterable(map(row_of, chosen.actions))]
        for number in (*self.outcomes, -1, *numbers):
            key = mix(key, number & 0xFFFFFFFF)
        return key >> 2


NOTHING = Decided()
#: A decision with a single outcome, for steps that nobody decides.
CERTAIN = ChanceQuestion((Fraction(1),), 0)


@dataclass(frozen=True)
class EngineChance:
    """Chance in the arrays of the engine, which do not store it between moves."""

    kernels: Kernels

    def settle(self, arrays: Arrays, decided: Decided) -> None:
        """Give the engine the outcomes so far; it then asks for the next one."""
        outcomes, chance, kernels = decided.outcomes, arrays.chance, self.kernels
        count = min(len(outcomes), len(arrays.outcomes))
        if count:
            arrays.outcomes[:count] = outcomes[:count]
        chance[kernels.ASKS], chance[kernels.ASKED], chance[kernels.SETTLED] = 1, 0, count

    def question(self, arrays: Arrays) -> ChanceQuestion | None:
        """Return the question that the engine has just asked, None without one."""
        kernels, chance = self.kernels, arrays.chance
        count = int(chance[kernels.ASKED])
        if not count:
            return None
        if count > MAX_OUTCOMES:
            raise too_many(count)
        weights = arrays.odds[1, :count].tobytes() if chance[kernels.WEIGHTED] else b""
        return _question(count, weights, int(chance[kernels.ASKED_SITE]))


# A list of odds may be as long as MAX_OUTCOMES: not all that were ever asked for are kept.
@lru_cache(maxsize=64)
def _question(count: int, weights: bytes, site: int) -> ChanceQuestion:
    """Return a question with equally likely outcomes, or with weights as int64."""
    if not weights:
        return ChanceQuestion(even_odds(count), site)
    numbers = np.frombuffer(weights, np.int64).tolist()
    total = sum(numbers)
    odds = tuple(Fraction(number, total) for number in numbers) if total else (Fraction(1),)
    return ChanceQuestion(odds, site)


@lru_cache(maxsize=64)
def even_odds(count: int) -> tuple[Fraction, ...]:
    """Return the odds of equally likely outcomes: the same tuple each time."""
    return (Fraction(1, count),) * count


def too_many(count: int) -> InputError:
    """Return the error for this number of outcomes."""
    return InputError(f"{count:,} outcomes of chance: a state lists at most {MAX_OUTCOMES:,}")


@dataclass(frozen=True, eq=False)
class StartByChance:
    """Outcomes of chance for an initial position.

    Players see none of them before the last one, because rules that hide pieces come at the end.
    """

    game: Game
    technique: GameTechnique
    #: In order; a single option does not count as an outcome.
    outcomes: tuple[int, ...] = ()

    @cached_property
    def sampled(self) -> ChanceStart:
        """The initial position of these outcomes."""
        return chance_start(self.game, self.technique, decided_by(self.outcomes))

    @cached_property
    def question(self) -> ChanceQuestion | None:
        """The next decision of chance, None without one."""
        if self.sampled.open is None:
            return None
        count = len(self.sampled.open.options)
        if count > MAX_OUTCOMES:
            raise too_many(count)
        return ChanceQuestion(even_odds(count), 0)

    @property
    def key(self) -> int:
        """The term in a transposition key; 0 at the end."""
        return 0 if self.question is None else Decided(self.outcomes).key(None)

    def tried(self, outcomes: Sequence[int]) -> ChanceStart:
        """Return the start after more outcomes; a missing outcome counts as the first option."""
        left = iter((*self.outcomes, *outcomes))

        def choose(choice: "Choice") -> int:
            last = len(choice.options) - 1
            return min(next(left, 0), last) if last else 0

        return chance_start(self.game, self.technique, choose)

    def after(self, outcome: int) -> Self:
        """Return the start after one more outcome."""
        return replace(self, outcomes=(*self.outcomes, outcome))


class StartStream:
    """The stream of random numbers for the start of a playout, by seed and number."""

    def __init__(self, seed: int, number: int) -> None:
        self._number = mix(mix(mix(seed, 0), number), 0)

    def outcome(self, count: int) -> int:
        """Return the next of `count` equally likely outcomes."""
        self._number = mix(self._number, 1)
        return below(self._number, count)

    def choose(self, choice: "Choice") -> int:
        """Return the option of a choice; a single one takes no random number."""
        count = len(choice.options)
        return self.outcome(count) if count > 1 else 0
