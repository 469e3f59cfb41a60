"""What a search asks of a game written in Python, under the names that it has for compiled games.

Moves are numbered in the order in which they are first met; the number stands for the rule of a
compiled game's move, which comes from nowhere and goes nowhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from boardless.agents.kernels.tree import Tree
from boardless.agents.observing import observation
from boardless.agents.protocol import CHANCE, HasChance, State
from boardless.play.policies import answer_of, illegal, name_of
from boardless.state.engine.arrays import OPEN
from boardless.state.engine.runtime import below
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Floats
from boardless.topo.own_code import own_code

#: The most moves of a simulation.
MAX_PLIES = 2**17

#: The value of a state to a player, from 0 to 1.
Judgement = Callable[[Any, int], float]


@dataclass
class Simulated:
    """A game that is being simulated, again and again from one position.

    Attributes
    ----------
    root : State
        From where.
    heuristic : callable, optional
        Judges where playouts are cut.
    playing : callable, optional
        Chooses the moves of playouts, from a state and random numbers.
    plies : int
        The most moves of a simulation.
    made : int
        How many moves this simulation has made.
    moves, numbers : list, dict
        All moves that were met, by their numbers, and their numbers by the moves.
    legal, odds : list of int, list of float
        The numbers of the moves of whoever chooses, and how likely each is where chance does.
    state : State
        What the simulation has come to.
    rewards : tuple of float
        What each player got in the end.
    """

    root: State
    heuristic: Judgement | None
    playing: Callable[[Any, Random], Any] | None
    plies: int = 2**10
    made: int = 0
    moves: list[Any] = field(default_factory=list)
    numbers: dict[Any, int] = field(default_factory=dict)
    legal: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    state: State = field(init=False)
    rewards: tuple[float, ...] = ()

    def number(self, move: Any) -> int:
        """Return the number of a move."""
        found = self.numbers.setdefault(move, len(self.moves))
        if found == len(self.moves):
            self.moves.append(move)
        return found


def to_root(s: Simulated, start: object, tree: Tree, number: int) -> None:
    """Go back to the position from which is searched; what is hidden is drawn anew."""
    s.state = observation(s.root, s.root.seat, Random(number))
    s.made = 0


def who_chooses(s: Simulated) -> int:
    """Return the player who chooses."""
    return s.state.seat


def options(s: Simulated, inside: bool, number: int) -> int:
    """Return how many moves there are for whoever chooses."""
    if s.state.seat == CHANCE:
        chances = cast("HasChance", s.state).chances()
        s.legal = [s.number(move) for move, _ in chances]
        s.odds = [float(odds) for _, odds in chances]
    else:
        s.legal = [s.number(move) for move in s.state.legal_moves]
    if not s.legal:
        raise InputError(f"{s.state!r}: the game goes on, but there is no legal move")
    return len(s.legal)


def fits(s: Simulated, count: int) -> bool:
    """Tell whether there was room to find so many moves."""
    return True


def has_room(s: Simulated) -> bool:
    """Tell whether a simulation may go on."""
    return s.made < s.plies


def is_lost(s: Simulated) -> bool:
    """Tell whether there was no room for something."""
    return False


def option_at(s: Simulated, option: int, count: int) -> tuple[int, int, int]:
    """Return a move in numbers."""
    return s.legal[option], 0, 0


def bound_number(s: Simulated, column: int) -> int:
    """Return what else is bound to a move: nothing."""
    return 0


def ready(s: Simulated, tree: Tree, node: int) -> None:
    """Do what has to be done before the move to a node is made."""


def chance_of(s: Simulated, option: int) -> float:
    """Return the probability of a move that chance makes."""
    return s.odds[option]


def falls(s: Simulated, count: int, number: int) -> int:
    """Return the number of a move of chance, drawn by its probability."""
    left = below(number, 2**31) / 2**31
    for option, odds in enumerate(s.odds):
        left -= odds
        if left < 0:
            return option
    return count - 1


def choose(s: Simulated, count: int, number: int) -> int:
    """Return the number of the move of a playout, of those that `options` found."""
    if s.playing is not None:
        move = answer_of(s.playing, s.state, Random(number))
        if s.number(move) not in s.legal:
            raise illegal(s.playing, move, s.state)
        return s.legal.index(s.number(move))
    return below(number, max(count, 1))


def move_code(s: Simulated, rule: int, origin: int, site: int) -> int:
    """Return 31 bits for a move of whoever moves."""
    return (rule * 32 + s.state.seat + 1) % 2**31


def carry_out(s: Simulated, tree: Tree, rule: int, origin: int, site: int) -> int:
    """Make a move; return 0 when the game is over."""
    s.state.push(s.moves[rule])
    s.made += 1
    ended = s.state.outcome()
    if ended is None:
        return OPEN
    s.rewards = tuple(ended.rewards)
    return 0


def pay(s: Simulated, tree: Tree, winner: int) -> None:
    """Write down what each player gets at the end."""
    for player, reward in enumerate(s.rewards, 1):
        if not 0 <= reward <= 1:
            raise InputError(f"reward {reward!r} of player {player}: rewards are from 0 to 1")
        tree.reward[player] = reward


def judged(s: Simulated, player: int, w: Floats) -> float:
    """Return the value of a position to a player."""
    if s.heuristic is None:
        raise InputError("heuristic: give one, because playouts are cut")
    with own_code(f"heuristic {name_of(s.heuristic)}", s.heuristic):
        return s.heuristic(s.state, player)
