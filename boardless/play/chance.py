"""Chance in a game that is played: the outcomes since the last move, and the next question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

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

#: The most outcomes that chance may choose from where they are listed.
MAX_OUTCOMES = 100_000

#: Rule, from and to of a move, and what else is bound.
Numbers = tuple[int, ...]


def outcome_of(mover: int, outcome: int) -> Move:
    """Return an outcome of chance as a move in the turn of a player."""
    return Move(mover, (Action(OPTION, BOARD, 0, outcome),))


@dataclass(frozen=True)
class ChanceQuestion:
    """A decision of chance."""

    #: Probability of each outcome from 0 on.
    odds: tuple[Fraction, ...]
    #: Site of the arrays in question, such as that of a die; 0 for none.
    site: int

    def moves(self, mover: int) -> dict[Move, Fraction]:
        """Return the possible outcomes, as moves in the turn of a player."""
        return {outcome_of(mover, outcome): odds for outcome, odds in enumerate(self.odds) if odds}

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


@dataclass(frozen=True)
class Decided:
    """The outcomes of chance since the last complete move."""

    outcomes: tuple[int, ...] = ()
    #: A chosen move, with its numbers, that needs more outcomes before it is made.
    pending: tuple[Move, Numbers] | None = None

    @property
    def key(self) -> int:
        """The term in a transposition key, 62 bits, 0 for nothing; sites are no part of it."""
        if self == Decided():
            return 0
        key = len(self.outcomes)
        chosen: list[int] = []
        if self.pending is not None:
            move, (rule, *_) = self.pending
            chosen = [rule, *chain.from_iterable(map(row_of, move.actions))]
        for number in (*self.outcomes, -1, *chosen):
            key = mix(key, number & 0xFFFFFFFF)
        return key >> 2


@dataclass
class Chance:
    """Chance in a game, through the arrays of the engine."""

    decided: Decided = field(default_factory=Decided)
    #: `decided` before each move and outcome, and whether the engine made a move then.
    before: list[tuple[Decided, bool]] = field(default_factory=list)
    _is_found: bool = False
    _question: ChanceQuestion | None = None

    def settle(self, kernels: Kernels, arrays: Arrays) -> None:
        """Give the engine the outcomes so far; it asks for the next one."""
        count = min(len(self.decided.outcomes), len(arrays.outcomes))
        arrays.outcomes[:count] = self.decided.outcomes[:count]
        arrays.chance[kernels.ASKS] = 1
        arrays.chance[kernels.ASKED] = 0
        arrays.chance[kernels.SETTLED] = count

    def question(self, find: Callable[[], Any]) -> ChanceQuestion | None:
        """Return the next decision of chance, None without one; `find` is called once a change."""
        if not self._is_found:
            self._question = find()
            self._is_found = True
        return self._question

    def moved(self, by_engine: bool, decided: Decided, question: ChanceQuestion | None) -> None:
        """Note a move or an outcome; `by_engine` tells whether the engine moved."""
        self.before.append((self.decided, by_engine))
        self.decided = decided
        # The question of a tried move is known; the next one is not.
        self._is_found, self._question = question is not None, question

    def back(self) -> bool:
        """Go back before the last move or outcome; tell whether the engine made a move then."""
        self.decided, by_engine = self.before.pop()
        self._is_found = False
        return by_engine

    def copy(self) -> "Chance":
        """Return an independent object."""
        return replace(self, before=self.before.copy())


# A list of odds may be as long as MAX_OUTCOMES: not all that were ever asked for are kept.
@lru_cache(maxsize=64)
def even_odds(count: int) -> tuple[Fraction, ...]:
    """Return the odds of equally likely outcomes: the same tuple each time."""
    return (Fraction(1, count),) * count


def too_many(count: int) -> InputError:
    """Return the error for this number of outcomes."""
    return InputError(f"{count:,} outcomes of chance: a state lists at most {MAX_OUTCOMES:,}")


def has_question(kernels: Kernels, arrays: Arrays) -> bool:
    """Tell whether the engine has just asked for an outcome."""
    return bool(arrays.chance[kernels.ASKED])


def question_of(kernels: Kernels, arrays: Arrays) -> ChanceQuestion | None:
    """Return the question that the engine has just asked."""
    count, site = int(arrays.chance[kernels.ASKED]), int(arrays.chance[kernels.ASKED_SITE])
    if not count:
        return None
    if count > MAX_OUTCOMES:
        raise too_many(count)
    if not arrays.chance[kernels.WEIGHTED]:
        return ChanceQuestion(even_odds(count), site)
    weights = arrays.odds[1, :count].tolist()
    total = sum(weights)
    odds = tuple(Fraction(weight, total) for weight in weights) if total else (Fraction(1),)
    return ChanceQuestion(odds, site)


@dataclass(frozen=True, eq=False)
class StartByChance:
    """Outcomes of chance for an initial position.

    Nothing of them is visible before the last one: rules that hide pieces come at the end.
    """

    game: Game
    technique: GameTechnique
    #: In order; a single option is no outcome.
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
        return 0 if self.question is None else Decided(self.outcomes).key

    def tried(self, outcomes: Sequence[int]) -> ChanceStart:
        """Return the start after more outcomes, the first ones where they are missing."""
        left = iter((*self.outcomes, *outcomes))

        def choose(choice: "Choice") -> int:
            last = len(choice.options) - 1
            return min(next(left, 0), last) if last else 0

        return chance_start(self.game, self.technique, choose)

    def after(self, outcome: int) -> Self:
        """Return the start after one more outcome."""
        return replace(self, outcomes=(*self.outcomes, outcome))

    def before(self) -> Self:
        """Return the start before the last outcome."""
        return replace(self, outcomes=self.outcomes[:-1])


class StartStream:
    """The random numbers for the start of a playout, by seed and number."""

    def __init__(self, seed: int, number: int) -> None:
        self._number = mix(mix(mix(seed, 0), number), 0)

    def outcome(self, count: int) -> int:
        """Return the next of so many outcomes, all equally likely."""
        self._number = mix(self._number, 1)
        return below(self._number, count)

    def choose(self, choice: "Choice") -> int:
        """Return the option of a choice; a single one takes no random number."""
        count = len(choice.options)
        return self.outcome(count) if count > 1 else 0
