"""What a number of games says: intervals, and when a comparison is decided."""

from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

from boardless.topo import InputError

#: How sure intervals are unless something else is asked for.
CONFIDENCE = 0.99


def wilson(score: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval of a rate: those that a score of so many games does not contradict.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    1927. Draws count half; because they vary less than wins and losses, the interval is then wider
    than it need be.

    Parameters
    ----------
    score : float
        The mean, from 0 to 1.
    games : int
        Of how many; of none the interval is everything.
    confidence : float
        How sure it shall be.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.375, 0.625]
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence {confidence!r}: choose more than 0, less than 1")
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = score + z * z / (2 * games)
    half = z * sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At the ends rounding must not shut out the score itself.
    low = max(0.0, (middle - half) / whole) if score > 0 else 0.0
    return low, min(1.0, (middle + half) / whole) if score < 1 else 1.0


@dataclass(frozen=True)
class SPRT:
    """When a comparison of two agents is decided: a sequential probability ratio test.

    That the score is `low` is tested against that it is `high`. The ratio of the likelihoods is
    that of normal distributions with the variance that was seen, as in tests of chess programs.

    Source: A. Wald, Sequential tests of statistical hypotheses, 1945.

    Attributes
    ----------
    low, high : float
        The scores between which is decided.
    alpha, beta : float
        How often each may be decided in error.

    Examples
    --------
    >>> SPRT().decided(wins=60, draws=0, losses=10), SPRT().decided(wins=6, draws=0, losses=4)
    (True, False)
    """

    low: float = 0.5
    high: float = 0.55
    alpha: float = 0.01
    beta: float = 0.01

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise InputError(f"SPRT of {self.low} and {self.high}: choose 0 < low < high < 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(f"SPRT with {self.alpha} and {self.beta}: choose between 0 and 0.5")

    def decided(self, wins: int, draws: int, losses: int) -> bool:
        """Tell whether the games so far decide for one of the two, for or against the first."""
        games = wins + draws + losses
        if not games:
            return False
        # Half a game more of each kind, so that the variance of few equal games is not taken for 0.
        score = (wins + draws / 2 + 0.75) / (games + 1.5)
        square = (wins + draws / 4 + 0.625) / (games + 1.5)
        variance = square - score * score
        upper, lower = log((1 - self.beta) / self.alpha), log(self.beta / (1 - self.alpha))
        for mean in (score, 1 - score):
            gain = (self.high - self.low) * (2 * mean - self.high - self.low)
            if games * gain / (2 * variance) >= upper:
                return True
        gain = (self.high - self.low) * (2 * max(score, 1 - score) - self.high - self.low)
        return games * gain / (2 * variance) <= lower
