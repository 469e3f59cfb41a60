"""Positions that come up again, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.repetition import IsRepeat, IsRepeated, NoRepeat, Repetition


@condition.register
def _(node: IsRepeated, scope: Scope) -> str:
    # What undoes moves is written down with the keys of all positions.
    scope.made.takes_back = True
    return f"is_repeated(s, {integer(node.times, scope)})"


@condition.register
def _(node: IsRepeat, scope: Scope) -> str:
    scope.made.takes_back = True
    return f"(not {_unmet(node.type)})"


def compares_positions(game: Game) -> bool:
    """Tell whether rules ask if a move leads to a position of before."""
    return forbidden_repeats(game) is not None or any(
        isinstance(node, IsRepeat) for node in inside(game)
    )


def forbidden_repeats(game: Game) -> Repetition | None:
    """Return which positions a rule about the rules lets no move lead to again, if any."""
    rules = game.rules.meta.rules if game.rules.meta is not None else ()
    return next((rule.type for rule in rules if isinstance(rule, NoRepeat)), None)


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
    situational = kind in (Repetition.SITUATIONAL, Repetition.SITUATIONAL_IN_TURN)
    in_turn = kind in (Repetition.POSITIONAL_IN_TURN, Repetition.SITUATIONAL_IN_TURN)
    return f"is_unmet(s, {situational}, {in_turn})"
