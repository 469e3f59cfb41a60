"""A bound on the work of expanding a description."""

from boardless.games.language.errors import LudemeError, Position
from boardless.games.language.tokens import LARGE

#: The most words and brackets that definitions, options and ranges may expand to.
MAX_EXPANDED = 300_000


class Budget:
    """Counts what is put in place of names, and says when it is too much.

    Parameters
    ----------
    large : bool
        Whether LARGE times as much may be.
    """

    def __init__(self, large: bool = False) -> None:
        self._spent = 0
        self._most = MAX_EXPANDED * (LARGE if large else 1)

    def spend(self, amount: int, at: Position) -> None:
        """Count `amount` words more.

        Raises
        ------
        LudemeError
            If there are too many.
        """
        self._spent += amount
        if self._spent > self._most:
            expected = f"definitions and options may expand to at most {self._most:,} words"
            raise LudemeError(at, "the description", expected)
