"""Positions that come up again, as source."""

from dataclasses import dataclass

from boardless.games.compiler.dice import PIPS
from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.numbers import PENDING, TEAMS, VARIABLE, StateNumbers
from boardless.games.compiler.pots import AMOUNTS
from boardless.games.compiler.puzzle_values import POSSIBLE
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.scoring import SCORES
from boardless.games.compiler.source import Source
from boardless.games.compiler.votes import KEYS
from boardless.games.language.facts import GLOBAL
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.kinds import Condition
from boardless.games.ludemes.repetition import IsRepeat, IsRepeated, NoRepeat, Repetition

_SITUATIONAL = {Repetition.SITUATIONAL, Repetition.SITUATIONAL_IN_TURN}
#: The numbers of a state that tell positions from others as in Ludii, and those that tell
#: situations. (The keys of the last positions are no part of a key in the first place.)
_OF_POSITIONS = (VARIABLE, TEAMS, PIPS, POSSIBLE, KEYS)
_OF_SITUATIONS = (*_OF_POSITIONS, SCORES, AMOUNTS, PENDING)


@condition.register
def _(node: IsRepeated, scope: Scope) -> str:
    # What undoes moves is written down with the keys of all positions.
    scope.made.takes_back = True
    return f"is_repeated(s, {integer(node.times, scope)})"


@condition.register
def _(node: IsRepeat, scope: Scope) -> str:
    scope.made.takes_back = True
    return f"(not {_unmet(node.type)})"


@dataclass(frozen=True)
class LeadsOn(Condition):
    """A move that has been tried passes, or has led to no such position as before."""

    facts = GLOBAL
    type: Repetition


@condition.register
def _(node: LeadsOn, scope: Scope) -> str:
    passes = "s.n[PASSED] > s.marks[whole(s.n[PLIES]) - 1, PASSED]"
    return f"({passes} or {_unmet(node.type)})"


def compares_positions(game: Game) -> bool:
    """Tell whether rules ask if a move leads to a position of before."""
    return forbidden_repeats(game) is not None or any(
        isinstance(node, IsRepeat) for node in inside(game)
    )


def forbidden_repeats(game: Game) -> Repetition | None:
    """Return which positions a rule about the rules lets no move lead to again, if any."""
    rules = game.rules.meta.rules if game.rules.meta is not None else ()
    return next((rule.type for rule in rules if isinstance(rule, NoRepeat)), None)


def uncompared(game: Game, numbers: StateNumbers) -> list[int]:
    """Return the numbers of a state in which repeated positions may differ."""
    if not compares_positions(game):
        return []
    kinds = {forbidden_repeats(game)}
    kinds |= {node.type for node in inside(game) if isinstance(node, IsRepeat)}
    return numbers.without(_OF_SITUATIONS if kinds & _SITUATIONAL else _OF_POSITIONS)


def ask_for_repeats(kind: Repetition, out: Source) -> None:
    """Add statements that try the move of ``row``, the last of the queue, for a repetition.

    They set ``stays``: it leads where no turn has begun, or passes.
    """
    out.add("begin_attempt(s)")
    out.add("s.n[PASSED] = 0")
    out.add("try_row(s, row)")
    out.add(f"stays = s.n[PASSED] != 0 or {_unmet(kind)}")
    out.add("undo(s)")


def _unmet(kind: Repetition) -> str:
    """Return the condition that a move has led to no such position as before."""
    situational = kind in _SITUATIONAL
    in_turn = kind in (Repetition.POSITIONAL_IN_TURN, Repetition.SITUATIONAL_IN_TURN)
    return f"is_unmet(s, {situational}, {in_turn})"
