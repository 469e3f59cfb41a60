"""Turns: who moves next, passes, limits, and whether there is a move."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate, Requirement
from boardless.games.compiler.shared_rules import find, may_sample
from boardless.games.compiler.trials import holds_after
from boardless.games.language.facts import (
    BESIDE,
    EFFECT,
    GLOBAL,
    GOES_ON,
    PURE,
    PUTS,
    SYMMETRIC,
    TILED,
    TOUCHING,
)
from boardless.games.language.ludeme import Word, inside, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Role, of_role
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer, one_player
from boardless.games.ludemes.repetition import LeadsOn, forbidden_repeats
from boardless.games.ludemes.visits import IsVisited, visited_offset
from boardless.ir.expressions import FALSE, Bool, Int, S, lifted, wide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("no", "Moves", example="(no Moves Next)", facts=SYMMETRIC | TOUCHING | TILED)
class NoMoves(Condition):
    """A role has no legal move."""

    role: Role

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts."""
        return frozenset(("NoMoves", *of_role("NoMoves", self.role)))

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        if scope.last is None and not scope.model.effects:
            self.reject("depends on itself as part of a rule that makes moves")
        if scope.model.effects and self.role is Role.NEXT:
            scope.builder.asks_next |= scope.after
            # While it is looked at what who is next may do, he does not look ahead himself.
            return FALSE if scope.looking else Bool.call("next_is_stuck", scope.mover)
        if scope.model.effects:
            return Bool.call("is_stuck", scope.role(self.role, self))
        player = scope.player(self.role, self)
        return Int.call("count_moves", player) == 0


@ludeme(
    "can",
    "Move",
    example="(can Move (step (to if:(is Empty (to)))))",
    facts=GLOBAL,
    concepts="CanMove",
)
class CanMove(Condition):
    """A rule makes a move here."""

    moves: Moves

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        found = scope.variable("can", FALSE)
        with visiting(self, scope):
            inner = scope.trying_at_once()
            one_will_do = inner if may_sample(self.moves, scope) else inner.binding(enough=found)
            find(self.moves, one_will_do, lambda move: _one_more(move, str(found)))
        return found


@ludeme("count", "LegalMoves", example="(count LegalMoves)", facts=EFFECT)
class CountLegalMoves(Integer):
    """The number of legal moves that the mover has now."""

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        if scope.last is None and not scope.after:
            self.reject("depends on itself as part of a rule that makes moves")
        return Int.call("count_moves", lifted(scope.mover, Int))


@ludeme("count", "Phases", example="(count Phases)", facts=PURE)
class CountPhases(Integer):
    """The number of phases of the rules, 1 where none are named."""

    def meaning(self, b: Builder) -> Int:
        return Int.of(max(1, len(b.playing(self).model.game.rules.phases)))


@ludeme("all", "Passed", example="(all Passed)", facts=SYMMETRIC | TOUCHING | GOES_ON)
class AllPassed(Condition):
    """All players have just passed in turn."""

    def meaning(self, b: Builder) -> Bool:
        return Bool.call("everyone_passed")


@ludeme("count", "Moves", example="(count Moves)", facts=SYMMETRIC | TOUCHING | TILED)
class CountMoves(Integer):
    """The number of moves made; pieces placed at the start do not count."""

    def meaning(self, b: Builder) -> Int:
        scope, plies = b.playing(self), wide(S.n["PLIES"])
        if scope.model.at_once:
            return wide(S.numbers[f"{scope.builder.round_place} + ROUNDS"])
        if not scope.model.uncounts_moves:
            return plies
        return plies - wide(S.numbers[scope.builder.numbers.place(UNCOUNTED)])


#: The name of the number of trials that are no moves, as Ludii does not note them.
UNCOUNTED = "uncounted"


@ludeme(
    "move",
    "Pass",
    also="pass",
    example="(move Pass)",
    facts=TOUCHING | EFFECT | PUTS,
    concepts="PassDecision",
)
class Pass(Moves):
    """Do nothing."""

    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        found(effect("pass_turn(s)", scope).followed(self.then))


@ludeme("moveAgain", example="(moveAgain)", facts=EFFECT | PUTS | BESIDE, concepts="MoveAgain")
class MoveAgain(Moves):
    """The mover moves again."""

    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        def act(scope: Scope) -> None:
            scope.out.add(f"set_next(s, {scope.mover})")

        found(Candidate(scope, "NONE", "NONE", act).followed(self.then))


@ludeme("value", "MoveLimit", example="(value MoveLimit)", facts=GLOBAL)
class MoveLimit(Integer):
    """The most moves that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        return 10_000

    def meaning(self, b: Builder) -> Int:
        return Int.of(self.constant)


@ludeme("value", "TurnLimit", example="(value TurnLimit)", facts=GLOBAL)
class TurnLimit(Integer):
    """The most turns of a player that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        return 1_250

    def meaning(self, b: Builder) -> Int:
        return Int.of(self.constant)


@ludeme(
    "set",
    "NextPlayer",
    example="(set NextPlayer (player (mover)))",
    facts=EFFECT | PUTS,
    concepts="",
)
class SetNextPlayer(Moves):
    """Say who moves next, one of several; what would follow from it does not, as in Ludii."""

    player: ThePlayer | Integers
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        def take(number: Int) -> None:
            player = scope.out.assign("player", number.text)
            with scope.out.block(f"if 1 <= {player} and {player} <= PLAYERS:"):
                # In Ludii nothing follows from it, whatever is said to.
                found(effect("set_next(s, number1)", scope, player))

        if isinstance(self.player, Integers):
            scope.each(self.player, take)
        else:
            take(lifted(one_player(self.player, self, scope), Int))


class ByMove(Word):
    """Settings that a player may make in place of a move on the board."""

    NEXT_PLAYER = "NextPlayer"


@ludeme(
    "move",
    "Set",
    example="(move Set NextPlayer (player (next)))",
    facts=EFFECT,
    concepts="SetNextPlayer",
)
class MoveSet(Moves):
    """Decide who moves next; what would follow from it does not, as in Ludii."""

    what: ByMove
    player: ThePlayer | Integers
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        SetNextPlayer(self.player).each_move(scope, found)


@ludeme("was", "Pass", example="(was Pass)", facts=GLOBAL)
class WasPass(Condition):
    """The last move was a pass."""

    def meaning(self, b: Builder) -> Bool:
        return S.n["PASSED"] != 0


@ludeme("count", "MovesThisTurn", example="(count MovesThisTurn)", facts=EFFECT)
class CountMovesThisTurn(Integer):
    """The number of moves that the mover has made since the turn came."""

    def meaning(self, b: Builder) -> Int:
        return wide(S.n["AGAIN"])


@ludeme("count", "Turns", example="(count Turns)", facts=EFFECT)
class CountTurns(Integer):
    """The number of turns, this one included."""

    def meaning(self, b: Builder) -> Int:
        return 1 + wide(S.n["TURNS"])


def _one_more(move: Candidate, found: str) -> None:
    """Add statements that set a name if a move may be made; none leads to what may not repeat."""
    out = move.scope.out
    repeats = forbidden_repeats(move.scope.model.game)
    if repeats is None:
        out.add(f"{found} = True")
        return
    with out.block(f"if not {found}:"):
        out.add(f"{found} = {holds_after(Requirement(LeadsOn(repeats), move, move.scope.mover))}")


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
