"""Users' own code: players of all kinds, games, and errors in them."""

from dataclasses import dataclass
from random import Random
from typing import Any

from boardless.agents import Budget, Decision, Ended
from boardless.games import load

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
#: A number, which is neither a game nor a player.
NUMBER = 3
TEXT = """(game "Mine" (players 2)
    (equipment { (board (square 2)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""


def last(state: Any) -> Any:
    return list(state.legal_moves)[-1]


def last_with_random(state: Any, random: Random) -> Any:
    assert isinstance(random, Random)
    return last(state)


def last_as_agent(state: Any, budget: Budget, random: Random) -> Any:
    assert isinstance(budget, Budget)
    return last_with_random(state, random)


@dataclass(frozen=True)
class Last:
    """An agent, whole."""

    back: int = 1

    def __call__(self, state: Any, budget: Budget, random: Random, memory: Any = None) -> Decision:
        assert isinstance(budget, Budget)
        moves = list(state.legal_moves)
        return Decision(moves[-self.back % len(moves)])


class Plain:
    """An object that is no dataclass."""

    def __init__(self, back: int = 1) -> None:
        self.back = back

    def __call__(self, state: Any) -> Any:
        return Last(self.back)(state, Budget(iterations=1), Random(0)).move


LAST = Last()


def bad(state: Any) -> Any:
    return 1 // 0


def judges_badly(state: Any, player: int) -> float:
    raise KeyError("nothing known")


class Unmade:
    def __init__(self) -> None:
        raise RuntimeError("no luck today")


@dataclass
class Pile:
    """Players take 1, 2 or 3; who takes the last one wins."""

    left: int = 10
    seat: int = 1
    players: int = 2

    @property
    def legal_moves(self) -> range:
        return range(1, min(self.left, 3) + 1)

    @property
    def key(self) -> tuple[int, int]:
        return (self.left, self.seat)

    def push(self, move: int) -> None:
        self.left -= move
        self.seat = 3 - self.seat

    def outcome(self) -> Ended | None:
        if self.left:
            return None
        return Ended((0.0, 1.0) if self.seat == 1 else (1.0, 0.0))

    def copy(self) -> "Pile":
        return Pile(self.left, self.seat)


@dataclass(frozen=True)
class TakeAway:
    """A game written in Python."""

    name: str = "Take away"
    players: int = 2

    def begin(self, random: Random) -> Pile:
        return Pile()


@dataclass(frozen=True)
class NeverBegun(TakeAway):
    def begin(self, random: Random) -> Pile:
        return [][0]


def made() -> str:
    return TEXT
