"""Turns: the next mover, passes, limits, the existence of moves, and visited sites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from boardless.games.kit import (
    ASKS_MOVES,
    BESIDE,
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    GOES_ON,
    PURE,
    PUTS,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    Int,
    Integer,
    Integers,
    Ludeme,
    Moves,
    Region,
    Requirement,
    Role,
    S,
    Scope,
    ScopeMode,
    SiteSet,
    Word,
    carried,
    holds_after,
    inside,
    ludeme,
    may_sample,
    moves_of,
    reads,
    wide,
)
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.players import PLAYERS, ThePlayer
from boardless.games.ludemes.repetition import LeadsOn, forbidden_repeats


@ludeme(
    "no",
    "Moves",
    facts=SYMMETRIC | TOUCHING | TILED | ASKS_MOVES,
    concepts="NoMoves role=Mover:NoMovesMover role=Next:NoMovesNext",
)
class NoMoves(Condition):
    """A role has no legal moves.

    Example: (no Moves Next)
    """

    role: Role

    def meaning_in_play(self, b: Scope) -> Bool:
        if b.last is None and not b.model.effects:
            self.reject("depends on itself as part of a rule that makes moves")
        if b.model.effects and self.role is Role.NEXT:
            # During the search for the next player's moves, that player does not look ahead.
            return FALSE if b.modes & ScopeMode.LOOKING else Bool.call("next_is_stuck", b.mover)
        if b.model.effects:
            return Bool.call("is_stuck", b.role(self.role, self))
        player = b.player(self.role, self)
        return Int.call("count_moves", player) == 0


@ludeme("can", "Move", facts=GLOBAL, concepts="CanMove", phrase="this can be done: {moves}")
def can_move(node: Condition, b: Scope, moves: Moves) -> Bool:
    """A rule has moves here.

    Example: (can Move (step (to if:(is Empty (to)))))
    """
    can_make = b.variable("can", FALSE)
    with visiting(node, b):
        inner = b.trying_at_once()
        one_will_do = inner if may_sample(moves, b) else inner.binding(enough=can_make)
        for move in moves_of(moves, one_will_do):
            _one_more(move, can_make)
    return can_make


@ludeme("count", "LegalMoves", facts=EFFECT)
def count_legal_moves(node: Integer, b: Scope) -> Int:
    """The number of legal moves that the mover has now.

    Example: (count LegalMoves)
    """
    if b.last is None and not b.is_making:
        node.reject("depends on itself as part of a rule that makes moves")
    return Int.call("count_moves", b.mover)


@ludeme("count", "Phases", facts=PURE)
def count_phases(b: Scope) -> Int:
    """The number of phases of the rules, by default 1.

    Example: (count Phases)
    """
    return Int.of(max(1, len(b.model.game.rules.phases)))


@ludeme("all", "Passed", facts=SYMMETRIC | TOUCHING | GOES_ON)
def all_passed(b: Builder) -> Bool:
    """All players have just passed in turn.

    Example: (all Passed)
    """
    return Bool.call("everyone_passed")


@ludeme("count", "Moves", facts=SYMMETRIC | TOUCHING | TILED, phrase="the number of moves so far")
class CountMoves(Integer):
    """The number of moves made, without the pieces of the start.

    Example: (count Moves)
    """

    def meaning_in_play(self, b: Scope) -> Int:
        plies = wide(COUNTERS.PLIES)
        if b.model.at_once:
            return wide(S.numbers[b.builder.round_place + ENGINE.ROUNDS])
        if not b.model.uncounts_moves:
            return plies
        return plies - wide(S.numbers[b.builder.numbers.place(UNCOUNTED)])


#: The name of the number of tried moves that are not moves, which Ludii does not record.
UNCOUNTED = "uncounted"


@ludeme(
    "move",
    "Pass",
    also="pass",
    facts=TOUCHING | EFFECT | PUTS,
    concepts="PassDecision",
    phrase="pass",
)
class Pass(Moves):
    """Do nothing.

    Example: (move Pass)
    """

    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        yield effect("pass_turn", b)


@ludeme(
    "moveAgain", facts=EFFECT | PUTS | BESIDE, concepts="MoveAgain", phrase="the mover moves again"
)
def move_again(b: Scope, then: Then | None = None) -> Candidates:
    """The mover moves again.

    Example: (moveAgain)
    """

    def act(b: Scope) -> None:
        b.do("set_next", b.mover)

    yield effect(act, b).followed(then)


class PlayoutLimit(Integer):
    """A limit of Ludii's playouts of the game."""

    limit: ClassVar[int]

    @property
    def constant(self) -> int:
        return self.limit

    def meaning(self, b: Builder) -> Int:
        return Int.of(self.limit)


@ludeme("value", "MoveLimit", facts=GLOBAL)
class MoveLimit(PlayoutLimit):
    """The limit on moves in Ludii's playouts of the game.

    Example: (value MoveLimit)
    """

    limit = 10_000


@ludeme("value", "TurnLimit", facts=GLOBAL)
class TurnLimit(PlayoutLimit):
    """The limit on turns of a player in Ludii's playouts of the game.

    Example: (value TurnLimit)
    """

    limit = 1_250


@ludeme("set", "NextPlayer", facts=EFFECT | PUTS)
def set_next_player(b: Scope, player: ThePlayer | Integers, then: Then | None = None) -> Candidates:
    """Set the next mover: a player, or each of several; as in Ludii, no consequences follow.

    Example: (set NextPlayer (player (mover)))
    """
    for number in (
        player.each_value(b) if isinstance(player, Integers) else (b.integer(player.number),)
    ):
        mover = b.variable("player", number)
        with b.where((Int.of(1) <= mover) & (mover <= PLAYERS)):
            # In Ludii, its consequences never happen.
            yield effect(does("set_next", carried(1)), b, mover)


class ByMove(Word):
    """Settings that a player may make instead of a move on the board."""

    NEXT_PLAYER = "NextPlayer"


@ludeme("move", "Set", facts=EFFECT, concepts="SetNextPlayer")
def move_set(
    b: Scope, what: ByMove, player: ThePlayer | Integers, then: Then | None = None
) -> Candidates:
    """Choose the next mover; as in Ludii, further consequences do not happen.

    Example: (move Set NextPlayer (player (next)))
    """
    return set_next_player(b, player)


@ludeme("was", "Pass", facts=GLOBAL)
def was_pass(b: Builder) -> Bool:
    """The last move was a pass.

    Example: (was Pass)
    """
    return COUNTERS.PASSED != 0


@ludeme("count", "MovesThisTurn", facts=EFFECT)
def count_moves_this_turn(b: Builder) -> Int:
    """The number of moves that the mover has made in this turn.

    Example: (count MovesThisTurn)
    """
    return wide(COUNTERS.AGAIN)


@ludeme("count", "Turns", facts=EFFECT)
def count_turns(b: Builder) -> Int:
    """The number of turns, this one included.

    Example: (count Turns)
    """
    return 1 + wide(COUNTERS.TURNS)


def _one_more(move: Candidate, is_possible: Bool) -> None:
    """Note that a move is possible, except moves to forbidden repetitions."""
    b, repeats = move.scope, forbidden_repeats(move.scope.model.game)
    if repeats is None:
        b.set(is_possible, TRUE)
        return
    with b.where(~is_possible):
        b.set(is_possible, holds_after(Requirement(LeadsOn(repeats), move, b.mover)))


@contextmanager
def visiting(node: Ludeme, b: Scope) -> Iterator[None]:
    """Mark the sites of the last move as visited while possible continuations are tested."""
    if not any(isinstance(part, IsVisited) for part in inside(node)):
        yield
        return
    first = visited_offset(node, b)
    for visited in (1, 0):
        for site in ("FROM", "LAST"):
            b.do("visit", first, wide(S.n[site]), visited)
        if visited:
            yield


@ludeme("is", "Visited", facts=GLOBAL, concepts="VisitedSites")
class IsVisited(Condition):
    """A move of this turn started at a site or went to it.

    Example: (is Visited (to))
    """

    site: Integer

    def meaning(self, b: Builder) -> Bool:
        first = visited_offset(self, b.playing(self))
        return wide(S.numbers[first + b.board_site(self.site)]) != 0


@ludeme("last", "Between", facts=reads("hopped"))
def last_between(node: Region, b: Scope) -> SiteSet:
    """The site that the last move hopped over, until another move is made.

    Example: (last Between)
    """
    hopped = wide(S.numbers[b.builder.numbers.place(HOPPED_OVER)])
    return b.tested(node, lambda at: hopped == wide(COUNTERS.PLIES) * HOPPED_PLY + at)


#: The names of the places of all sites, and of the site hopped over, among the numbers of a state.
VISITED, HOPPED_OVER = "visited", "hopped over"
#: The factor of the ply in the number of the site hopped over.
HOPPED_PLY = 2**32


def visited_offset(node: Ludeme, scope: Scope) -> int:
    """Return the first index of the visits among the numbers of a state."""
    model = scope.model
    if model.growing:
        node.reject("visited sites need a fixed board")
    return scope.builder.numbers.place(VISITED, 1 + model.hand_size + len(model.cells))
