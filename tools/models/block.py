"""Block dominoes from the printed rules, in plain Python: hands are sets, the row is a list.

A domino is a pair of numbers, the smaller one first. The row is the numbers from left to right, two
for each domino. What chance deals is told to the model.
"""

from itertools import combinations_with_replacement

Domino = tuple[int, int]
#: A domino and the end at which it is laid, -1 on the left and 1 on the right; 0 for the first.
Choice = tuple[Domino, int]

SET: tuple[Domino, ...] = tuple(combinations_with_replacement(range(7), 2))


class Block:
    """A game of Block for two.

    Parameters
    ----------
    hands : pair of sets of dominoes
        What the players have drawn, seven each.
    """

    def __init__(self, hands: tuple[set[Domino], set[Domino]]) -> None:
        assert [len(hand) for hand in hands] == [7, 7]
        assert not hands[0] & hands[1]
        assert hands[0] | hands[1] <= set(SET)
        self.hands = tuple(set(hand) for hand in hands)
        self.row: list[int] = []
        self.mover = 1
        self.passes = 0

    def legal(self) -> set[Choice]:
        """Return what the player who is next may lay; nothing if he has to pass."""
        hand = self.hands[self.mover - 1]
        if not self.row:
            return {(domino, 0) for domino in hand}
        left, right = self.row[0], self.row[-1]
        return {(d, -1) for d in hand if left in d} | {(d, 1) for d in hand if right in d}

    def make(self, choice: Choice | None) -> None:
        """Lay a domino, or pass."""
        self.passes = self.passes + 1 if choice is None else 0
        if choice is not None:
            domino, end = choice
            self.hands[self.mover - 1].remove(domino)
            if end == -1:
                self.row = self._lying(domino, self.row[0])[::-1] + self.row
            else:
                self.row += self._lying(domino, self.row[-1] if self.row else domino[0])
        self.mover = 3 - self.mover

    @staticmethod
    def _lying(domino: Domino, beside: int) -> list[int]:
        """Return the numbers of a domino, first the one beside the end of the row."""
        return list(domino) if domino[0] == beside else list(domino)[::-1]

    @property
    def is_over(self) -> bool:
        """Whether a hand is empty, or both players have passed."""
        return self.passes == 2 or not all(self.hands)

    def payoffs(self) -> tuple[int, int]:
        """Return what the players get in the end."""
        one, two = (sum(map(sum, hand)) for hand in self.hands)
        if one == two:
            return 0, 0
        return (two, -two) if one < two else (-one, one)
