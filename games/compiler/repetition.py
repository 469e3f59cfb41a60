"""Positions that come up again, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.made import MadeRules
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.repetition import IsRepeated, NoRepeat, Repetition


@condition.register
def _(node: IsRepeated, scope: Scope) -> str:
    # What undoes moves is written down with the keys of all positions.
    scope.made.takes_back = True
    return f"is_repeated(s, {integer(node.times, scope)})"


def forbids_repeats(game: Game) -> bool:
    """Tell whether a rule about the rules is against repetition."""
    return game.rules.meta is not None and any(
        isinstance(rule, NoRepeat) for rule in game.rules.meta.rules
    )


def without_repeats(game: Game, out: Source, made: MadeRules) -> None:
    """Add statements that leave out those of the moves found that a rule of repetition forbids."""
    rules = game.rules.meta.rules if game.rules.meta is not None else ()
    kind = next((rule.type for rule in rules if isinstance(rule, NoRepeat)), None)
    if kind is None:
        return
    made.takes_back = made.tries = True
    situational = kind in (Repetition.SITUATIONAL, Repetition.SITUATIONAL_IN_TURN)
    in_turn = kind in (Repetition.POSITIONAL_IN_TURN, Repetition.SITUATIONAL_IN_TURN)
    out.add("kept = 0")
    with out.block("for at in range(min(count, s.found.shape[0])):"):
        out.add("begin_attempt(s)")
        out.add("row = enqueue(s, 0, NONE, NONE)")
        with out.block("for column in range(s.found.shape[1]):"):
            out.add("s.queue[row, column] = s.found[at, column]")
        out.add("s.n[PASSED] = 0")
        out.add("try_row(s, row)")
        out.add(f"stays = s.n[PASSED] != 0 or is_unmet(s, {situational}, {in_turn})")
        out.add("undo(s)")
        with out.block("if stays:"):
            with out.block("for column in range(s.found.shape[1]):"):
                out.add("s.found[kept, column] = s.found[at, column]")
            out.add("kept += 1")
    with out.block("if count <= s.found.shape[0]:"):
        out.add("count = kept")
