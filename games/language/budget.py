"""A bound on the work of expanding a description."""

from boardless.games.language.errors import LudemeError, Position

#: The most words and brackets that definitions and options may expand to.
MAX_EXPANDED = 300_000


class Budget:
    """Counts what is put in place of names, and says when it is too much."""

    def __init__(self) -> None:
        self._spent = 0

    def spend(self, amount: int, at: Position) -> None:
        """Count `amount` words more.

        Raises
        ------
        LudemeError
            If there are too many.
        """
        self._spent += amount
        if self._spent > MAX_EXPANDED:
            expected = f"definitions and options may expand to at most {MAX_EXPANDED:,} words"
            raise LudemeError(at, "the description", expected)
