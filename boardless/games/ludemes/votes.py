"""Proposals and votes, announced events, and messages to players."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.dispatch import integer
from boardless.games.compiler.source import SPARE
from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import (
    Condition,
    Graph,
    Integer,
    Integers,
    Moves,
    Range,
    Region,
    Role,
)
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer, one_player
from boardless.games.ludemes.sizes import Number
from boardless.ir.expressions import Bool, Int, S, lifted

if TYPE_CHECKING:
    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


@ludeme("trigger", example='(trigger "Surrounded" Next)', facts=EFFECT, concepts="Trigger")
class Trigger(Moves):
    """Let an event have happened to a player, for the rest of the game."""

    event: str
    player: Integer | Role
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        numbers = scope.builder.numbers
        player = one_player(self.player, self, scope)
        line = f"trigger(s, {_place(scope)}, {numbers.name(self.event)}, number1)"
        found(effect(line, scope, player).followed(self.then))


@ludeme(
    "is",
    "Triggered",
    example='(is Triggered "Surrounded" P2)',
    facts=GLOBAL,
)
class IsTriggered(Condition):
    """An event, in Ludii any, has happened to a player who is still playing."""

    event: str
    player: Integer | Role

    def own_concepts(self) -> frozenset[str]:
        """Return the concept of the event that regions are connected."""
        return frozenset(("Connection",) if self.event == "Connected" else ())

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        player = b.let(lifted(one_player(self.player, self, scope), Int), "player")
        plays = (player > 0) & (player <= Int.named("PLAYERS")) & (S.rank[player] == 0)
        return plays & (S.numbers[player + _place(scope)] != 0)


@ludeme("note", example='(note player:Mover "attacks" to:Next)', facts=EFFECT)
class Note(Moves):
    """Tell a player, or all of them, something, perhaps with the name of another before it.

    What is neither a name in quotes nor an integer is told as it is written, since nothing depends
    on it.
    """

    message: str | Integer | Condition | Number | Integers | Region | Ways | Graph | Range
    _: KW_ONLY
    player: Integer | Role | None = None
    to: ThePlayer | Role | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out, to = scope.out, scope.out.name("player")
        about = "0" if self.player is None else one_player(self.player, self, scope)
        value: tuple[str, ...] = ()
        if isinstance(self.message, Integer):
            line, value = (
                "send_value(s, number3, number1, number2)",
                (integer(self.message, scope),),
            )
        else:
            name = scope.builder.numbers.name(str(self.message))
            line = f"send_message(s, {name}, number1, number2)"
        if self.to in (None, Role.ALL):
            with out.block(f"for {to} in range(1, PLAYERS + 1):"):
                found(effect(line, scope, about, to, *value))
            return
        assert self.to is not None
        out.add(f"{to} = {one_player(self.to, self, scope)}")
        with out.block(f"if 0 < {to} <= PLAYERS:"):
            found(effect(line, scope, about, to, *value))


Names = Annotated[tuple[str, ...], Limits(1)]


@ludeme(
    "move", "Propose", also="propose", example='(move Propose "End")', concepts="ProposeDecision"
)
class Propose(Moves):
    """Propose something, or one of several things, that players may vote on."""

    facts = EFFECT
    names: Names
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        for name in self.names:
            number = scope.builder.numbers.name(name)
            line = f"propose(s, {_proposals(scope)}, {SPARE}, {number})"
            found(effect(line, scope).followed(self.then))


@ludeme("move", "Vote", also="vote", example='(move Vote {"End" "Go on"})', concepts="VoteDecision")
class Vote(Moves):
    """Vote for one of several things; when all have, a majority decides until the next move."""

    facts = EFFECT
    names: Names
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        votes = scope.builder.numbers.place("votes", 1 + scope.model.players)
        for name in self.names:
            number = scope.builder.numbers.name(name)
            line = f"vote(s, {votes}, {_proposals(scope)}, {_decided(scope)}, {number})"
            found(effect(line, scope).followed(self.then))


@ludeme("is", "Proposed", example='(is Proposed "End")', facts=EFFECT)
class IsProposed(Condition):
    """A proposal is open: not all have voted on it."""

    name: str

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        return Bool.call("has_value", _proposals(scope), scope.builder.numbers.name(self.name))


@ludeme("is", "Decided", example='(is Decided "End")', facts=GLOBAL | EFFECT)
class IsDecided(Condition):
    """The last move's vote has decided for something."""

    name: str

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        return S.numbers[_decided(scope)] == int(scope.builder.numbers.name(self.name))


def _place(scope: Scope) -> int:
    return int(scope.builder.numbers.of_players("triggered", scope.model.players))


#: The names of the decision and of the keys among the numbers of a state.
DECIDED, KEYS = "decided", "keys"


def _proposals(scope: Scope) -> int:
    return int(scope.builder.numbers.place("proposals", 1 + SPARE))


def _decided(scope: Scope) -> int:
    return int(scope.builder.numbers.place(DECIDED, 1, -1))
