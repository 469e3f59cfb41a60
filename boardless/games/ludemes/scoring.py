"""Scores, values and bets of players, and the pot."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace

from boardless.games.kit import (
    EFFECT,
    ENGINE,
    GLOBAL,
    PUTS,
    Bool,
    Builder,
    Candidates,
    Int,
    Integer,
    Integers,
    Moves,
    OneOrMore,
    Range,
    Role,
    S,
    Scope,
    SiteType,
    carried,
    ludeme,
    number_of,
    numbers,
    seat,
    wide,
)
from boardless.games.ludemes.literals import FromOn, Listed, limits
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.piece_states import set_piece_number
from boardless.games.ludemes.players import ThePlayer, each_player


@ludeme("score", facts=GLOBAL | EFFECT, concepts="Scoring")
class ScoreOf(Integer):
    """The score of a player.

    Example: (score Mover)
    """

    player: ThePlayer | Role

    def meaning(self, b: Builder) -> Int:
        return of_player(SCORES, self.player, self, b)


@ludeme("set", "Score", facts=EFFECT | PUTS, concepts="Scoring")
class GiveScore(Moves):
    """Set the score of a player, or of every player of a role.

    Example: (set Score P1 10)
    """

    player: ThePlayer | Role
    score: Integer
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        return _give(self.player, self.score, self, b)


@ludeme("addScore", facts=EFFECT | PUTS, concepts="Scoring")
class AddScore(Moves):
    """Add to the score of a player, of every player of a role, or of several, each in turn.

    Example: (addScore {P1 P2} {50 10})
    """

    players: OneOrMore[ThePlayer | Role]
    scores: OneOrMore[Integer]
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        for who, number in zip(self.players, self.scores, strict=False):
            yield from _give(who, number, self, b)


@ludeme("addScore", facts=EFFECT | PUTS, concepts="Scoring")
class AddScores(Moves):
    """Add to the scores of several players by their numbers, each in turn.

    Example: (addScore {1 2} {50 10})
    """

    players: Integers
    scores: OneOrMore[Integer]
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        if not isinstance(self.players, Listed):
            self.reject("expected the players one by one")
        for who, number in zip(self.players.values, self.scores, strict=False):
            yield from _give(who, number, self, b)


@ludeme("value", "Player", facts=GLOBAL | EFFECT, concepts="PlayerValue")
def player_value(node: Integer, b: Builder, player: Integer | Role) -> Int:
    """The value of a player, or -1 before it is set.

    Example: (value Player Mover)
    """
    return of_player("value", player, node, b)


@ludeme(
    "set",
    "Value",
    facts=EFFECT | PUTS | numbers("values"),
    concepts="!at:PlayerValue at:PieceValue at:SetValue",
)
class SetValue(Moves):
    """Set the value of a player, or of the piece on a site.

    Example: (set Value Mover 3)
    """

    either = ("player", "at")
    player: ThePlayer | Role | None
    type: SiteType | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None

    def own_moves(self, b: Scope) -> Candidates:
        value = b.variable("value", b.integer(self.value))
        if self.player is not None:
            place = b.builder.numbers.of_players("value", b.model.players)
            act = does(
                "set_number_of_player", ENGINE.PLAYER_VALUE_SET, place, carried(1), carried(2)
            )
            yield effect(act, b, b.who(self.player, self), value)
            return
        assert self.at is not None
        at = b.variable("x", b.site(self.at))
        move = set_piece_number("set_value", at, value, self.level, b)
        with b.where(value >= 0):
            yield move


@ludeme("set", "Pot", facts=EFFECT)
def set_pot(b: Scope, value: Integer, then: Then | None = None) -> Candidates:
    """Set the amount in the pot; as in Ludii, further consequences do not happen.

    Example: (set Pot (+ (pot) (amount Mover)))
    """
    act = does("set_number_of_game", ENGINE.POT_SET, 0, _pot(b), carried(1))
    yield effect(act, b, b.integer(value))


@ludeme("pot", facts=EFFECT)
def pot(b: Scope) -> Int:
    """The amount in the pot, which is 0 before the first move.

    Example: (pot)
    """
    return wide(S.numbers[_pot(b)])


#: The most amounts of one bet; each is a legal move.
MAX_BETS = 1_000_000


@ludeme("move", "Bet", also="bet", facts=EFFECT, concepts="BetDecision")
def bet(
    node: Moves, b: Scope, player: Role | ThePlayer, range: Range, then: Then | None = None
) -> Candidates:
    """Choose the amount of a player, from a range of numbers.

    Example: (move Bet Mover (range 0 5))
    """
    if isinstance(range, FromOn):
        range.reject("a bet needs a largest number: (range 0 10)")
    who, (low, high) = b.who(player, node), limits(range, b, 0, 0)
    if (high.constant or 0) - (low.constant or 0) >= MAX_BETS:
        range.reject(f"a bet is one of at most {MAX_BETS:,} numbers: (range 0 10)")
    place = b.builder.numbers.of_players(AMOUNTS, b.model.players)
    act = does("set_number_of_player", ENGINE.BET_MADE, place, carried(1), carried(2))
    for amount in b.numbers(high + 1, low, stem="bet"):
        yield replace(effect(act, b, who, amount), player=who).followed(then)


@ludeme("amount", facts=EFFECT)
def amount_of(node: Integer, b: Builder, player: Role | ThePlayer | Integer) -> Int:
    """The amount of a player: its last bet, or the start amount (0); -1 for nobody.

    Example: (amount Next)
    """
    if isinstance(player, Role):
        number = number_of(player, b.playing(node).model.players)
        if number is not None and not 1 <= number <= b.playing(node).model.players:
            return Int.of(-1)
    return of_player(AMOUNTS, player, node, b)


#: The place of scores among the numbers of a state.
SCORES = "score"
#: The place of the players' amounts among the numbers of a state.
AMOUNTS = "amount"


def scores(b: Scope) -> int:
    """Return the place of nobody's score; the scores of the players follow."""
    return b.builder.numbers.of_players(SCORES, b.model.players)


def of_player(what: str, who: ThePlayer | Role | Integer, node: Integer, b: Builder) -> Int:
    """Return a number of a player, by the name of its place among the numbers of a state."""
    scope = b.playing(node)
    place = scope.builder.numbers.of_players(what, scope.model.players)
    return wide(S.numbers[place + seat(b.who(who, node))])


def _give(
    who: ThePlayer | Role | Integer,
    number: Integer,
    node: GiveScore | AddScore | AddScores,
    b: Scope,
) -> Candidates:
    """Set or add to the score of a player, or of every player of a role."""
    adds = Bool.of(not isinstance(node, GiveScore))
    act = does("set_score", scores(b), carried(1), carried(2), adds)
    score = b.integer(number)
    for player in each_player(who, node, b):
        yield effect(act, b, player, score)


def _pot(b: Scope) -> int:
    return b.builder.numbers.place("pot")
