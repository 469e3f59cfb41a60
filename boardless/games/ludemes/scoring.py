"""Scores and values of players."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import integer, site
from boardless.games.language.facts import EFFECT, GLOBAL, PUTS, numbers
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Integer, Integers, Moves, Role, SiteType
from boardless.games.ludemes.literals import Listed
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.players import ThePlayer, each_player, one_player
from boardless.ir.expressions import Int, lifted

if TYPE_CHECKING:
    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


@ludeme("score", example="(score Mover)", facts=GLOBAL | EFFECT, concepts="Scoring")
class ScoreOf(Integer):
    """The score of a player."""

    player: ThePlayer | Role

    def meaning(self, b: Builder) -> Int:
        return of_player(SCORES, self.player, self, b)


@ludeme("set", "Score", example="(set Score P1 10)", facts=EFFECT | PUTS, concepts="Scoring")
class GiveScore(Moves):
    """Set the score of a player, or of every player of a role."""

    player: ThePlayer | Role
    score: Integer
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        _give(self.player, self.score, self, scope, found)


@ludeme("addScore", example="(addScore {P1 P2} {50 10})", facts=EFFECT | PUTS, concepts="Scoring")
class AddScore(Moves):
    """Add to the score of a player, or of every player of a role; or of several, each in turn."""

    players: Annotated[tuple[ThePlayer | Role, ...], Limits(1)]
    scores: Annotated[tuple[Integer, ...], Limits(1)]
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        for who, number in zip(self.players, self.scores, strict=False):
            _give(who, number, self, scope, found)


@ludeme("addScore", example="(addScore {1 2} {50 10})", facts=EFFECT | PUTS, concepts="Scoring")
class AddScores(Moves):
    """Add to the scores of several players by their numbers, each in turn."""

    players: Integers
    scores: Annotated[tuple[Integer, ...], Limits(1)]
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        if not isinstance(self.players, Listed):
            self.reject("expected the players one by one")
        for who, number in zip(self.players.values, self.scores, strict=False):
            _give(who, number, self, scope, found)


@ludeme(
    "value",
    "Player",
    example="(value Player Mover)",
    facts=GLOBAL | EFFECT,
    concepts="PlayerValue",
)
class PlayerValue(Integer):
    """The value of a player; -1 as long as it has not been set."""

    player: Integer | Role

    def meaning(self, b: Builder) -> Int:
        return of_player("value", self.player, self, b)


@ludeme("set", "Value", example="(set Value Mover 3)", facts=EFFECT | PUTS | numbers("values"))
class SetValue(Moves):
    """Set the value of a player, or of the piece on a site."""

    player: ThePlayer | Role | None
    type: SiteType | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts: of a player, or of a piece."""
        return frozenset(("PlayerValue",) if self.at is None else ("PieceValue", "SetValue"))

    def __post_init__(self) -> None:
        if (self.player is None) == (self.at is None):
            self.reject("expected either a player or at:")

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        value = out.assign("value", integer(self.value, scope))
        if self.player is not None:
            place = scope.builder.numbers.of_players("value", scope.model.players)
            line = f"set_number_of_player(s, PLAYER_VALUE_SET, {place}, number1, number2)"
            player = one_player(self.player, self, scope)
            found(effect(line, scope, player, value).followed(self.then))
            return
        assert self.at is not None
        at = out.assign("x", site(self.at, scope))

        line = "set_value(s, site, number1)"
        levels: tuple[str, ...] = ()
        if self.level is not None and scope.model.stacking:
            line = "set_value_at(s, site, number2, number1)"
            levels = (integer(self.level, scope),)
        with out.block(f"if {value} >= 0:"):
            move = Candidate(scope, at, at, does(line), numbers=(value, *levels))
            found(move.followed(self.then))


#: Where scores are kept, among the numbers of a state.
SCORES = "score"


def scores(scope: Scope) -> int:
    """Return where the score of nobody is kept; those of the players follow."""
    place: int = scope.builder.numbers.of_players(SCORES, scope.model.players)
    return place


def of_player(what: str, who: ThePlayer | Role | Integer, node: Integer, b: Builder) -> Int:
    """Return a number of a player, by the name of its place among the numbers of a state."""
    scope = b.playing(node)
    place = scope.builder.numbers.of_players(what, scope.model.players)
    return lifted(f"int64(s.numbers[{place} + seat(s, {one_player(who, node, scope)})])", Int)


def _give(
    who: ThePlayer | Role | Integer,
    number: Integer,
    node: GiveScore | AddScore | AddScores,
    scope: Scope,
    found: Found,
) -> None:
    """Find the moves that set or add to the score of a player, or of every player of a role."""
    line = f"set_score(s, {scores(scope)}, number1, number2, {not isinstance(node, GiveScore)})"
    score = integer(number, scope)
    with each_player(who, node, scope) as player:
        found(effect(line, scope, player, score).followed(node.then))
