"""Turns: who moves next, passes, limits, and whether there is a move."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate, Requirement, moves
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.shared_rules import find, may_sample
from boardless.games.compiler.trials import holds_after
from boardless.games.language.facts import (
    BESIDE,
    EFFECT,
    GLOBAL,
    GOES_ON,
    PUTS,
    SYMMETRIC,
    TOUCHING,
)
from boardless.games.language.ludeme import Word, inside, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer, one_player
from boardless.games.ludemes.repetition import LeadsOn, forbidden_repeats
from boardless.games.ludemes.visits import IsVisited, visited_offset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("no", "Moves", example="(no Moves Next)", facts=SYMMETRIC | TOUCHING)
class NoMoves(Condition):
    """A role has no legal move."""

    role: Role


@ludeme("can", "Move", example="(can Move (step (to if:(is Empty (to)))))", facts=GLOBAL)
class CanMove(Condition):
    """A rule makes a move here."""

    moves: Moves


@ludeme("all", "Passed", example="(all Passed)", facts=SYMMETRIC | TOUCHING | GOES_ON)
class AllPassed(Condition):
    """All players have just passed in turn."""


@ludeme("count", "Moves", example="(count Moves)", facts=SYMMETRIC | TOUCHING)
class CountMoves(Integer):
    """The number of moves made; pieces placed at the start do not count."""


@ludeme("move", "Pass", also="pass", example="(move Pass)", facts=TOUCHING | EFFECT | PUTS)
class Pass(Moves):
    """Do nothing."""

    then: Then | None = None


@ludeme("moveAgain", example="(moveAgain)", facts=EFFECT | PUTS | BESIDE)
class MoveAgain(Moves):
    """The mover moves again."""

    then: Then | None = None


@ludeme("value", "MoveLimit", example="(value MoveLimit)", facts=GLOBAL)
class MoveLimit(Integer):
    """The most moves that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        """The value."""
        return 10_000


@ludeme("value", "TurnLimit", example="(value TurnLimit)", facts=GLOBAL)
class TurnLimit(Integer):
    """The most turns of a player that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        """The value."""
        return 1_250


@ludeme("set", "NextPlayer", example="(set NextPlayer (player (mover)))", facts=EFFECT | PUTS)
class SetNextPlayer(Moves):
    """Say who moves next; what would follow from it does not, as in Ludii."""

    player: ThePlayer
    then: Then | None = None


class ByMove(Word):
    """Settings that a player may make in place of a move on the board."""

    NEXT_PLAYER = "NextPlayer"


@ludeme("move", "Set", example="(move Set NextPlayer (player (next)))", facts=EFFECT)
class MoveSet(Moves):
    """Decide who moves next; what would follow from it does not, as in Ludii."""

    what: ByMove
    player: ThePlayer
    then: Then | None = None


@ludeme("was", "Pass", example="(was Pass)", facts=GLOBAL)
class WasPass(Condition):
    """The last move was a pass."""


@ludeme("count", "MovesThisTurn", example="(count MovesThisTurn)", facts=GLOBAL)
class CountMovesThisTurn(Integer):
    """The number of moves that the mover has made since the turn came."""


@ludeme("count", "Turns", example="(count Turns)", facts=GLOBAL)
class CountTurns(Integer):
    """The number of turns, this one included."""


@condition.register(CanMove)
def _compile_can_move(node: CanMove, scope: Scope) -> str:
    found = scope.out.assign("can", "False")
    with visiting(node, scope):
        inner = scope.trying_at_once()
        one_will_do = inner if may_sample(node.moves, scope) else inner.binding(enough=found)
        find(node.moves, one_will_do, lambda move: _one_more(move, found))
    return found


def _one_more(move: Candidate, found: str) -> None:
    """Add statements that set a name if a move may be made; none leads to what may not repeat."""
    out = move.scope.out
    repeats = forbidden_repeats(move.scope.model.game)
    if repeats is None:
        out.add(f"{found} = True")
        return
    with out.block(f"if not {found}:"):
        out.add(f"{found} = {holds_after(Requirement(LeadsOn(repeats), move, move.scope.mover))}")


@condition.register(AllPassed)
def _compile_all_passed(node: AllPassed, scope: Scope) -> str:
    return "everyone_passed(s)"


@condition.register(NoMoves)
def _compile_no_moves(node: NoMoves, scope: Scope) -> str:
    if scope.last is None and not scope.model.effects:
        node.reject("depends on itself as part of a rule that makes moves")
    if scope.model.effects and node.role is Role.NEXT:
        scope.builder.asks_next |= scope.after
        # While it is looked at what who is next may do, he does not look ahead himself.
        return "False" if scope.looking else f"next_is_stuck(s, {scope.mover})"
    if scope.model.effects:
        return f"is_stuck(s, {scope.player(node.role, node)})"
    return f"(count_moves(s, {scope.player(node.role, node)}) == 0)"


_COUNTS = {
    CountMoves: "int64(s.n[PLIES])",
    CountMovesThisTurn: "int64(s.n[AGAIN])",
    CountTurns: "(1 + int64(s.n[TURNS]))",
}


@integer.register(CountMoves)
@integer.register(CountMovesThisTurn)
@integer.register(CountTurns)
def _compile_count_moves(node: CountMoves | CountMovesThisTurn | CountTurns, scope: Scope) -> str:
    return _COUNTS[type(node)]


@integer.register(MoveLimit)
@integer.register(TurnLimit)
def _compile_move_limit(node: MoveLimit | TurnLimit, scope: Scope) -> str:
    return str(node.constant)


@moves.register(SetNextPlayer)
@moves.register(MoveSet)
def _find_set_next_player(node: SetNextPlayer | MoveSet, scope: Scope, found: Found) -> None:
    player = scope.out.assign("player", one_player(node.player, node, scope))
    with scope.out.block(f"if 1 <= {player} and {player} <= PLAYERS:"):
        # In Ludii nothing follows from it, whatever is said to.
        found(effect("set_next(s, number1)", scope, player))


@moves.register(Pass)
def _find_pass(node: Pass, scope: Scope, found: Found) -> None:
    found(effect("pass_turn(s)", scope).followed(node.then))


@condition.register(WasPass)
def _compile_was_pass(node: WasPass, scope: Scope) -> str:
    return "(s.n[PASSED] != 0)"


@contextmanager
def visiting(node: Ludeme, scope: Scope) -> Iterator[None]:
    """Let the sites of the last move be visited while it is asked what may follow."""
    if not any(isinstance(part, IsVisited) for part in inside(node)):
        yield
        return
    first = visited_offset(node, scope)
    for visited in (1, 0):
        for site in ("FROM", "LAST"):
            scope.out.add(f"visit(s, {first}, int64(s.n[{site}]), {visited})")
        if visited:
            yield


@moves.register(MoveAgain)
def _find_move_again(node: MoveAgain, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add(f"set_next(s, {scope.mover})")

    found(Candidate(scope, "NONE", "NONE", act).followed(node.then))
