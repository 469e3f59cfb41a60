"""Payoffs at the end, and the pot of the players' bets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from boardless.games.kit import (
    EFFECT,
    ENGINE,
    STATIC,
    Builder,
    Candidates,
    Int,
    Integer,
    Ludeme,
    Moves,
    OneOrMore,
    Range,
    Role,
    S,
    Scope,
    carried,
    inside,
    ludeme,
    number_of,
    seat,
    wide,
)
from boardless.games.language.reader import MAX_PARTS, MAX_PAYOFF
from boardless.games.ludemes.ends import Verdict
from boardless.games.ludemes.literals import Constant, FromOn, RangeFromTo, limits
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.players import ThePlayer, each_player
from boardless.games.ludemes.scoring import of_player
from boardless.games.ludemes.sizes import Number, exact

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree


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


#: The place of the players' amounts among the numbers of a state.
AMOUNTS = "amount"


def _pot(b: Scope) -> int:
    return b.builder.numbers.place("pot")
