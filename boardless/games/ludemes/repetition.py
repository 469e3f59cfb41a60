"""Repetition: positions that occur again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    GLOBAL,
    OURS,
    PENDING,
    PUTS,
    TEAMS,
    TOUCHING,
    VARIABLE,
    Bool,
    Builder,
    Candidates,
    Condition,
    Int,
    Integer,
    Moves,
    S,
    Scope,
    Statements,
    StateNumbers,
    Word,
    frozen,
    inside,
    ludeme,
    wide,
)
from boardless.games.ludemes.dice import PIPS
from boardless.games.ludemes.game import MetaRule
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.puzzle_values import POSSIBLE
from boardless.games.ludemes.scoring import AMOUNTS, SCORES
from boardless.games.ludemes.votes import KEYS

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree


@ludeme("is", "Repeated", source=OURS, facts=TOUCHING | EFFECT)
def is_repeated(b: Scope, times: Integer) -> Bool:
    """The position after the move, by its key or as (no Repeat) says, has occurred N times.

    Example: (is Repeated 3)
    """
    return Bool.call("is_repeated", b.integer(times))


class Repetition(Word):
    """Definitions of equal positions, and of forbidden repetitions."""

    POSITIONAL = "Positional"
    SITUATIONAL = "Situational"
    POSITIONAL_IN_TURN = "PositionalInTurn"
    SITUATIONAL_IN_TURN = "SituationalInTurn"


@ludeme("is", "Repeat", facts=EFFECT, concepts="PositionalSuperko")
class IsRepeat(Condition):
    """The move has led to a position that began an earlier turn; see (no Repeat).

    Example: (is Repeat PositionalInTurn)
    """

    type: Repetition = Repetition.POSITIONAL

    def meaning(self, b: Builder) -> Bool:
        return ~_unmet(self.type)


@ludeme("no", "Repeat", facts=EFFECT)
class NoRepeat(MetaRule):
    """No move except a pass may lead to a position that began an earlier turn, or this turn.

    Situational comparison reads the player to move, scores, amounts and pending values. The other
    kinds read pieces, the unnamed variable, dice and teams.

    Example: (no Repeat Situational)
    """

    type: Repetition = Repetition.POSITIONAL

    def more_concepts(self) -> Iterable[str]:
        """Return the concept of its sort."""
        turn = "TurnKo" if "InTurn" in self.type.value else "Superko"
        sort = self.type.value.removesuffix("InTurn")
        return (turn if (sort, turn) == ("Positional", "TurnKo") else sort + turn,)


#: The places of the key of the remembered position, and of its value at the last trial.
STORED, STORED_BEFORE = "stored state", "stored state before"


@ludeme("remember", "State", facts=EFFECT | PUTS)
class RememberState(Moves):
    """Remember the present position, in place of the last one; see (avoidStoredState).

    Example: (remember State)
    """

    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        act = does("store_state", b.builder.numbers.place(STORED))
        yield effect(act, b)


@frozen
class IsNotStored(Condition):
    """A tried move has not led to the remembered position."""

    facts = GLOBAL

    def meaning_in_play(self, b: Scope) -> Bool:
        return ~Bool.call("is_stored", b.builder.numbers.place(STORED_BEFORE))


@ludeme("is", "Cycle", facts=EFFECT)
class IsCycle(Condition):
    """The last n x n positions, for n players, have occurred three times in a row.

    Example: (is Cycle)
    """

    def meaning_in_play(self, b: Scope) -> Bool:
        length = b.model.players**2
        first = b.builder.numbers.place(KEYS, 3 * length)
        now = b.last is None and not b.is_making
        return Bool.call("is_cycle", first, length, Bool.of(now))


_SITUATIONAL = {Repetition.SITUATIONAL, Repetition.SITUATIONAL_IN_TURN}
#: The numbers of a state that distinguish positions as in Ludii, and the ones that distinguish
#: situations. (The keys of the last positions are not part of a key in any case.)
_OF_POSITIONS = (VARIABLE, TEAMS, PIPS, POSSIBLE, KEYS, STORED_BEFORE)
_OF_SITUATIONS = (*_OF_POSITIONS, SCORES, AMOUNTS, PENDING)


@frozen
class LeadsOn(Condition):
    """A tried move is a pass, or has not led to an earlier position."""

    facts = GLOBAL
    type: Repetition

    def meaning(self, b: Builder) -> Bool:
        before = S.marks[wide(COUNTERS.PLIES) - 1, "PASSED"]
        return (COUNTERS.PASSED > before) | _unmet(self.type)


def compares_positions(game: GameTree) -> bool:
    """Return True if rules ask whether a move repeats an earlier position."""
    return forbidden_repeats(game) is not None or any(
        isinstance(node, IsRepeat) for node in inside(game)
    )


def forbidden_repeats(game: GameTree) -> Repetition | None:
    """Return the kind of repetition that the rules about rules forbid, or None."""
    rules = game.rules.meta.rules if game.rules.meta is not None else ()
    return next((rule.type for rule in rules if isinstance(rule, NoRepeat)), None)


def uncompared(game: GameTree, numbers: StateNumbers) -> list[int]:
    """Return the numbers of a state that may differ between repeated positions."""
    stores = any(isinstance(node, RememberState) for node in inside(game))
    if not (stores or compares_positions(game)):
        return []
    kinds = {forbidden_repeats(game)}
    kinds |= {node.type for node in inside(game) if isinstance(node, IsRepeat)}
    return numbers.without(_OF_SITUATIONS if kinds & _SITUATIONAL else _OF_POSITIONS)


def ask_for_repeats(kind: Repetition, b: Statements) -> None:
    """Try the move of ``row``; ``stays`` means that it passes or repeats nothing."""
    b.do("begin_attempt")
    b.set(COUNTERS.PASSED, 0)
    b.do("try_row", Int.named("row"))
    b.set(Bool.named("stays"), leads_on(kind))
    b.do("undo")


def leads_on(kind: Repetition) -> Bool:
    """Return the test that a tried move passes, or repeats nothing."""
    return (COUNTERS.PASSED != 0) | _unmet(kind)


def _unmet(kind: Repetition) -> Bool:
    """Return the condition that a move has not led to an earlier position."""
    situational = kind in _SITUATIONAL
    in_turn = kind in (Repetition.POSITIONAL_IN_TURN, Repetition.SITUATIONAL_IN_TURN)
    return Bool.call("is_unmet", Bool.of(situational), Bool.of(in_turn))
