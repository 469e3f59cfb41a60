"""Payoffs as source: exact, as whole numbers of equal parts of one."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from boardless.games.compiler.ends import carried_out
from boardless.games.compiler.generic import integer
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import payoffs as p
from boardless.games.ludemes import sizes as z
from boardless.games.ludemes.game import Game

#: Where payoffs are kept, among the numbers of a state.
PLACE = "payoff"
#: The largest number of equal parts of one that payoffs are counted in, and the largest payoff.
MAX_PARTS, MAX_PAYOFF = 10**9, 10**6


@dataclass(frozen=True)
class PayoffTable:
    """How a game's payoffs are read from the numbers of its state.

    Attributes
    ----------
    place : int
        Where that of player 0, who is nobody, is kept; those of the players follow.
    parts : int
        In how many parts of one they are counted.
    bounds : (Fraction, Fraction) or None
        The least and the most that a player may get, None if they are worked out in the game.
    """

    place: int
    parts: int
    bounds: tuple[Fraction, Fraction] | None

    @classmethod
    def of(cls, game: Game, places: dict[str, int]) -> "PayoffTable | None":
        """Return the table of a compiled game, None if it has no payoffs."""
        if PLACE not in places:
            return None
        amounts = _amounts(game)
        known = [exact(a, a) for a in amounts if not isinstance(a, k.Integer)]
        known.append(Fraction())
        bounds = (min(known), max(known)) if len(known) > len(amounts) else None
        return cls(places[PLACE], parts_of(game), bounds)


def exact(number: float | Ludeme, ludeme: object) -> Fraction:
    """Return what a number is, without rounding: 0.1 is a tenth.

    Raises
    ------
    LudemeError
        If it is not made of numbers by sums, differences, products and quotients, or too large.
    """
    if isinstance(number, float | int):
        return Fraction(repr(number))
    if isinstance(number, z.RealSum):
        return sum((exact(term, number) for term in number.terms), Fraction())
    if isinstance(number, z.RealDifference):
        return exact(number.a, number) - exact(number.b, number)
    if isinstance(number, z.RealProduct):
        product = Fraction(1)
        for factor in number.factors:
            product *= exact(factor, number)
        return product
    if isinstance(number, z.RealQuotient):
        below = exact(number.b, number)
        if below == 0:
            number.reject("expected a number other than 0 to divide by")
        return exact(number.a, number) / below
    return number.reject("expected a number, or a sum, product or quotient of such")


def _amounts(game: Game) -> list[float | z.Real | k.Integer]:
    return [node.amount for node in inside(game) if isinstance(node, p.Payoff)]


def parts_of(game: Game) -> int:
    """Return in how many parts of one all payoffs of a game are whole."""
    known = [exact(a, a) for a in _amounts(game) if not isinstance(a, k.Integer)]
    parts = lcm(*(number.denominator for number in known))
    if parts > MAX_PARTS or any(abs(number) > MAX_PAYOFF for number in known):
        game.reject(
            f"expected payoffs up to {MAX_PAYOFF:,} that are whole in at most {MAX_PARTS:,} parts"
        )
    return parts


@carried_out.register
def _(verdict: p.Payoffs, scope: Scope) -> None:
    place = scope.made.numbers.of_players(PLACE, scope.model.players)
    if not scope.made.payoff_parts:
        scope.made.payoff_parts = parts_of(scope.model.game)
    parts = scope.made.payoff_parts
    for payoff in verdict.payoffs:
        if isinstance(payoff.amount, k.Integer):
            amount = f"{integer(payoff.amount, scope)} * {parts}"
        else:
            amount = str(int(exact(payoff.amount, payoff) * parts))
        player = one_player(payoff.role, payoff, scope)
        scope.out.add(f"change_number(s, {place} + seat(s, {player}), {amount})")
    scope.out.add(f"rank_by_payoff(s, {place})")
