"""Ends: the cases that end a game, their results, and payoffs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    FALSE,
    STATIC,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Bool,
    Condition,
    Int,
    Integer,
    Ludeme,
    OneOrMore,
    Outcome,
    Range,
    Role,
    Scope,
    Word,
    inside,
    ludeme,
    player_of,
    seat,
    wide,
)
from boardless.games.language.reader import MAX_PARTS, MAX_PAYOFF
from boardless.games.ludemes.literals import Constant, RangeFromTo
from boardless.games.ludemes.players import PLAYERS, each_player, is_of_team
from boardless.games.ludemes.scoring import scores
from boardless.games.ludemes.sizes import Number, exact

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree


class EndRule(Ludeme):
    """A case that ends the game."""

    kind = "a rule for the end"
    source = "Ludii, game.rules.end"

    def look(self, b: Scope, decides: bool = False) -> None:
        """Carry out the result if the case holds; if `decides`, skip the rules behind it."""
        self.reject("is valid, but cannot be compiled yet")


class Verdict(Ludeme):
    """The result of an end for the players."""

    kind = "a result"
    source = "Ludii, game.rules.end"

    def carry_out(self, b: Scope) -> None:
        """Give the players their results."""
        self.reject("is valid, but cannot be compiled yet")


@ludeme(
    "result", facts=SYMMETRIC | TOUCHING, concepts="outcome=Draw:Draw", phrase="{role}: {outcome}"
)
class Result(Verdict):
    """The outcome for a role; in a game of two the other player gets the opposite.

    Of three or more players, a winner takes the best place left and a loser the worst, and the
    others play on.

    Example: (result Mover Win)
    """

    role: Role
    outcome: Outcome

    def carry_out(self, b: Scope) -> None:
        role, outcome = self.role, self.outcome
        if outcome in (Outcome.TIE, Outcome.ABANDON, Outcome.CRASH):
            # In Ludii everybody wins, or nobody, and all leave the game.
            b.do("draw")
            return
        if role in (Role.ALL, Role.EACH, Role.SHARED):
            b.do({Outcome.WIN: "all_win", Outcome.LOSS: "all_lose", Outcome.DRAW: "draw"}[outcome])
            return
        if is_of_team(role):
            if outcome is not Outcome.WIN:
                self.reject("expected the winner, since the result is for a team")
            number = str(role).removeprefix("Team")
            team = Int.of(int(number)) if number.isdigit() else b.team_of(b.mover)
            b.do_if(Bool.call("is_playing", team), "win_together", b.teams, team)
            return
        player = b.role(role, self)
        if player.constant is not None and not 1 <= player.constant <= b.model.players:
            if player_of(role):
                self.reject(f"{role} is not a single player of {b.model.players}")
            # A role outside the players does not play.
            return
        with b.where(Bool.call("is_playing", player)):
            if outcome is Outcome.DRAW:
                b.do("draw")
            else:
                b.do("win" if outcome is Outcome.WIN else "lose", player)


@ludeme("score", facts=STATIC, concepts="Scoring")
class FinalScore(Ludeme):
    """The score of a role at the end.

    Example: (score P1 (count Pieces P1))
    """

    kind = "a final score"
    source = "Ludii, game.util.end"
    role: Role
    score: Integer


@ludeme("byScore", facts=EFFECT, concepts="Scoring ScoringEnd ScoringWin")
class ByScore(Verdict):
    """Players are ranked by score, highest first or with misere lowest; ties share a place.

    Beyond Ludii, `tie` is a number of each player, seen as (player). Of equal scores, the player
    with the higher number comes first.

    Example: (byScore {(score P1 5) (score P2 (count Moves))})
    """

    scores: tuple[FinalScore, ...] = ()
    _: KW_ONLY
    misere: Condition | None = None
    tie: Integer | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts; a score of owned sites adds the concept of territory."""
        owned = any("Territory" in score.concepts() for score in self.scores)
        return ("TerritoryEnd", "TerritoryWin") if owned else ()

    def carry_out(self, b: Scope) -> None:
        place = scores(b)
        for final in self.scores:
            for player in each_player(final.role, final, b):
                b.do("change_number", place + seat(player), b.integer(final.score))
        least = b.holds(self.misere, FALSE)
        if self.tie is None:
            b.do("rank_by_score", place, -1, least)
            return
        ties = b.builder.numbers.of_players(TIES, b.model.players)
        for player in b.numbers(PLAYERS + 1, 1, stem="player"):
            tie = b.binding(player_=player).integer(self.tie)
            b.do("change_number", ties + seat(player), tie)
        b.do("rank_by_score", place, ties, least)


#: The place of the tie-breakers for equal scores, among the numbers of a state.
TIES = "tie"


@ludeme("if", facts=SYMMETRIC | TOUCHING, phrase="")
class EndIf(EndRule):
    """If a condition holds, the game ends with the result, or with the first true case.

    Example: (if (is Line 3) (result Mover Win))
    """

    condition: Condition
    cases: tuple[EndRule, ...] = ()
    result: Verdict | None = None

    def __post_init__(self) -> None:
        if self.result is None and not self.cases:
            self.reject("expected a result")
        for case in self.cases:
            if not isinstance(case, EndIf):
                case.reject("expected (if ...) inside of (if ...)")

    def has_effects(self) -> bool:
        """Return True if there are further cases."""
        return bool(self.cases)

    def look(self, b: Scope, decides: bool = False) -> None:
        with b.where(b.condition(self.condition)):
            self._decide(b)
            if decides:
                b.give_if(COUNTERS.ENDED != 0, wide(COUNTERS.ENDED) - 1)

    def _decide(self, b: Scope) -> None:
        """Carry out the result, or the result of the first case that holds."""
        if not self.cases:
            assert self.result is not None
            self.result.carry_out(b)
            return
        open_ = b.variable("open", TRUE)
        for case in self.cases:
            assert isinstance(case, EndIf)
            with b.where(open_), b.where(b.condition(case.condition)):
                b.set(open_, FALSE)
                case._decide(b)
        if self.result is not None:
            with b.where(open_):
                self.result.carry_out(b)


class Tracks(Word):
    """The tracks of the board, one after another."""

    TRACK = "Track"


@ludeme("forEach")
class ForEachEnd(EndRule):
    """The result, as Player, for every player still in the game for whom the condition holds.

    As in Ludii, the role NonMover leaves the mover out. With Track, the condition is tested once
    for each track.

    Example: (forEach Player if:(no Pieces Player) (result Player Loss))
    """

    facts = EFFECT
    players: Role | Tracks | None
    result: Verdict
    _: KW_ONLY
    if_: Condition

    def look(self, b: Scope, decides: bool = False) -> None:
        for inner in self._each(b):
            with b.where(inner.condition(self.if_)):
                self.result.carry_out(inner)

    def _each(self, b: Scope) -> Iterator[Scope]:
        """Iterate over the players, or the tracks."""
        if isinstance(self.players, Tracks):
            for track in b.numbers(len(b.model.tracks), stem="track"):
                yield b.binding(track=track)
            return
        others = self.players is Role.NON_MOVER
        for player in b.numbers(PLAYERS + 1, 1, stem="player"):
            test = Bool.call("is_playing", player)
            with b.where(test & (player != b.mover) if others else test):
                yield b.binding(player_=player)


@ludeme("end", facts=SYMMETRIC | TOUCHING, phrase="")
class End(Ludeme):
    """The cases that end the game, tested in this order after each move.

    Example: (end (if (is Line 3) (result Mover Win)))
    """

    kind = "the rules for the end"
    source = "Ludii, game.rules.end"
    rules: OneOrMore[EndRule]


def ends(end: End | None, b: Scope, pass_ends: bool) -> None:
    """Carry out the results of all rules that hold."""
    # Of three or more players several may take a place at once, so all true rules count.
    if end is None:
        return
    for number, rule in enumerate(end.rules, 1):
        # Of two players one result decides, unless a later rule counts points.
        decides = b.model.players <= 2 and not any(map(_counts_points, end.rules[number:]))
        rule.look(b, decides)
    if pass_ends:
        b.do("stop_when_all_pass")
    if b.model.players > 2:
        b.set(COUNTERS.TOGETHER, 0)


def _counts_points(rule: EndRule) -> bool:
    return any(isinstance(part, Verdict) and not isinstance(part, Result) for part in inside(rule))


@ludeme("payoff", facts=STATIC)
class Payoff(Ludeme):
    """The payoff of a player at the end.

    Example: (payoff P1 5.5)
    """

    kind = "a payoff"
    source = "Ludii, game.util.end"
    role: Role
    amount: Number | Integer


@ludeme("payoffs", facts=EFFECT)
class Payoffs(Verdict):
    """The payoffs of the players (0), which rank them; a single player wins with more than 0.

    The range gives the smallest and the largest payoff of a player, if payoffs are computed.
    Rewards of agents follow from it, also if all players get the same.

    Example: (payoffs {(payoff P1 5.5) (payoff P2 -1)})
    """

    payoffs: OneOrMore[Payoff]
    range: Range | None = None

    def carry_out(self, b: Scope) -> None:
        place = b.builder.numbers.of_players(PLACE, b.model.players)
        parts = parts_of(b.model.game)
        for payoff in self.payoffs:
            if isinstance(payoff.amount, Integer):
                amount = b.integer(payoff.amount) * parts
            else:
                amount = Int.of(int(exact(payoff.amount) * parts))
            for player in each_player(payoff.role, payoff, b):
                b.do("change_number", place + seat(player), amount)
        b.do("rank_by_payoff", place)


#: The place of payoffs among the numbers of a state.
PLACE = "payoff"


@dataclass(frozen=True)
class PayoffTable:
    """The place and the unit of a game's payoffs among the numbers of its state."""

    #: The place of the payoff of player 0, who is nobody; the payoffs of the players follow.
    place: int
    #: The denominator of payoffs.
    parts: int
    #: The smallest and the largest payoff of a player, or None if play computes them.
    bounds: tuple[Fraction, Fraction] | None

    @classmethod
    def of(cls, game: GameTree, places: dict[str, int]) -> PayoffTable | None:
        """Return the table of a compiled game, or None for a game without payoffs."""
        if PLACE not in places:
            return None
        fixed, is_known = [Fraction()], True
        for node in inside(game):
            if not isinstance(node, Payoffs):
                continue
            amounts = [payoff.amount for payoff in node.payoffs]
            fixed += [exact(amount) for amount in amounts if not isinstance(amount, Integer)]
            known_range = node.range if isinstance(node.range, RangeFromTo) else None
            ends = () if known_range is None else (known_range.low, known_range.high)
            known = [Fraction(end.value) for end in ends if isinstance(end, Constant)]
            is_known &= len(known) == 2 or not any(isinstance(each, Integer) for each in amounts)
            fixed += known
        return cls(places[PLACE], parts_of(game), (min(fixed), max(fixed)) if is_known else None)


def parts_of(game: GameTree) -> int:
    """Return the denominator that makes all payoffs of a game whole numbers."""
    amounts = [node.amount for node in inside(game) if isinstance(node, Payoff)]
    fixed = [exact(amount) for amount in amounts if not isinstance(amount, Integer)]
    parts = lcm(*(number.denominator for number in fixed))
    if parts > MAX_PARTS or any(abs(number) > MAX_PAYOFF for number in fixed):
        game.reject(
            f"expected payoffs up to {MAX_PAYOFF:,} that are whole in at most {MAX_PARTS:,} parts"
        )
    return parts
