"""How a game ended, and what that is worth to each player."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winner : int
        The player who won, 0 for a draw.
    ranks : tuple of int
        The place of each player, from 1; players who share a place have the same.
    payoffs : tuple of Fraction or None
        What each player gets, exactly, if the rules say so in numbers.
    bounds : (Fraction, Fraction) or None
        The least and the most that a payoff may be, as far as that is known before the game.
    """

    winner: int
    ranks: tuple[int, ...]
    payoffs: tuple[Fraction, ...] | None = None
    bounds: tuple[Fraction, Fraction] | None = None

    def __str__(self) -> str:
        if self.winner:
            return f"player {self.winner} has won"
        return "drawn" if len(self.ranks) > 1 else "lost"

    @property
    def rewards(self) -> tuple[float, ...]:
        """What each player gets, from 0 for the last place to 1 for the first.

        Players who share a place get the mean; who plays alone gets 1 for a win, else 0. Payoffs
        whose bounds are known count as they are, the least as 0 and the most as 1.
        """
        if self.payoffs is not None and self.bounds is not None:
            low, high = self.bounds
            return tuple(float((got - low) / (high - low or 1)) for got in self.payoffs)
        ranks, others = self.ranks, len(self.ranks) - 1
        if not others:
            return (1.0 if self.winner else 0.0,)
        places = (rank + (ranks.count(rank) - 1) / 2 for rank in ranks)
        return tuple((len(ranks) - place) / others for place in places)
