"""Whether who comes next has any move, as source."""

from boardless.games.compiler.left_to_chance import has_chance
from boardless.games.compiler.moving import find
from boardless.games.compiler.moving.candidates import Candidate
from boardless.games.compiler.rules import Rules
from boardless.games.compiler.source import Source
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.kinds import Role


def look_ahead(rules: Rules, phase: int, play: k.Moves) -> None:
    """Compile whether who comes next has any move in a phase, where the rules alone tell it."""
    game = rules.model.game
    if not any(map(_asks_next, inside(game))):
        return
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases))
    looking = any(map(_asks_next, inside((plays, game.equipment))))
    if not looking and rules.asks:
        return
    out = Source(depth=1)
    out.add("queued = whole(s.n[QUEUED])")
    out.add("any_ = False")
    # What is tried has to be taken back, and what chance decides it decides in order.
    stops = not has_chance(game) and not any(
        isinstance(node, m.Do) and node.next is not None for node in inside(game)
    )

    def found(move: Candidate) -> None:
        if stops:
            move.scope.out.add("s.n[QUEUED] = queued")
            move.scope.out.add("return True")
        else:
            move.scope.out.add("any_ = True")

    scope = rules.scope(out, "mover").binding(looking=looking, measuring=stops)
    find(play, scope, found)
    out.add("return any_")
    rules.ahead[phase] = out.text()


def _asks_next(node: object) -> bool:
    """Tell whether a ludeme asks if who comes next has no move."""
    return isinstance(node, c.NoMoves) and node.role is Role.NEXT
