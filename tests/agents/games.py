"""Small games written in Python: one with dice, one with hidden cards, one played alone."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from boardless.agents import CHANCE, Ended


@dataclass
class Throws:
    """Players in turn stop or throw a die; who has thrown more than 6 in all has lost."""

    sums: tuple[int, int] = (0, 0)
    seat: int = 1
    thrower: int = 1
    stopped: tuple[bool, bool] = (False, False)
    players: int = 2

    @property
    def legal_moves(self) -> list[str]:
        return ["stop", "throw"]

    def chances(self) -> list[tuple[int, float]]:
        return [(n, 1 / 6) for n in range(1, 7)]

    @property
    def key(self) -> Any:
        return (self.sums, self.seat, self.thrower, self.stopped)

    def push(self, move: Any) -> None:
        if self.seat == CHANCE:
            sums = list(self.sums)
            sums[self.thrower - 1] += move
            self.sums = (sums[0], sums[1])
            self.seat = self.thrower
            return
        if move == "stop":
            self.stopped = (True, self.stopped[1]) if self.seat == 1 else (True, True)
            self.seat = self.thrower = 2
        else:
            self.seat = CHANCE

    def outcome(self) -> Ended | None:
        one, two = self.sums
        if one > 6:
            return Ended((0.0, 1.0))
        if two > 6:
            return Ended((1.0, 0.0))
        if not self.stopped[1]:
            return None
        return Ended((0.5, 0.5) if one == two else (1.0, 0.0) if one > two else (0.0, 1.0))

    def copy(self) -> "Throws":
        return replace(self)


@dataclass(frozen=True)
class Dice:
    """`Throws` as a game."""

    name: str = "Dice"
    players: int = 2

    def begin(self, random: Random) -> Throws:
        return Throws()


@dataclass
class Hands:
    """Each has a card of 1 to 3, and sees his own; player 1 folds or bets, then player 2.

    Who folds loses a little, if both bet the higher card wins.
    """

    cards: tuple[int, int]
    bets: tuple[str, ...] = ()
    players: int = 2
    asked: list[int] = field(default_factory=list)

    @property
    def seat(self) -> int:
        return 1 + len(self.bets)

    @property
    def legal_moves(self) -> list[str]:
        return ["bet", "fold"]

    @property
    def key(self) -> Any:
        return (self.cards, self.bets)

    def push(self, move: str) -> None:
        self.bets += (move,)

    def outcome(self) -> Ended | None:
        if self.bets[:1] == ("fold",):
            return Ended((0.4, 0.6))
        if len(self.bets) < 2:
            return None
        if self.bets[1] == "fold":
            return Ended((0.6, 0.4))
        return Ended((1.0, 0.0) if self.cards[0] > self.cards[1] else (0.0, 1.0))

    def copy(self) -> "Hands":
        return Hands(self.cards, self.bets)

    def observed(self, player: int, random: Random) -> "Hands":
        own = self.cards[player - 1]
        other = random.choice([card for card in (1, 2, 3) if card != own])
        return Hands((own, other) if player == 1 else (other, own), self.bets)


@dataclass(frozen=True)
class Cards:
    """`Hands` as a game."""

    name: str = "Cards"
    players: int = 2

    def begin(self, random: Random) -> Hands:
        one, two = random.sample([1, 2, 3], 2)
        return Hands((one, two))


@dataclass
class Steps:
    """Played alone: three choices of 0, 1 or 2, whose sum has to be 4."""

    made: tuple[int, ...] = ()
    seat: int = 1
    players: int = 1

    @property
    def legal_moves(self) -> list[int]:
        return [0, 1, 2]

    @property
    def key(self) -> Any:
        return self.made

    def push(self, move: int) -> None:
        self.made += (move,)

    def outcome(self) -> Ended | None:
        return None if len(self.made) < 3 else Ended((1.0 if sum(self.made) == 4 else 0.0,))

    def copy(self) -> "Steps":
        return Steps(self.made)


@dataclass(frozen=True)
class Alone:
    """`Steps` as a game."""

    name: str = "Alone"
    players: int = 1

    def begin(self, random: Random) -> Steps:
        return Steps()
