"""Block as Ludii plays it, in plain Python: dominoes of 2 x 4 squares as sets of places.

A domino is a pair of numbers, the smaller one first; a laying is a domino, a corner and the unit
vector from there along its short side. Its long side is to the right of that, and its first number
lies on the four squares at that end. What chance deals and draws is told to the model.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from random import Random

import numpy as np

from boardless.games import Game
from boardless.games.game_start import ChanceStart
from boardless.play import State
from boardless.state import BOARD, Move
from tools.models.block import SET, Domino
from tools.models.random_games import Kind

Place = tuple[int, int]
#: A domino, its corner, and along its short side.
Laying = tuple[Domino, Place, Place]

UNITS: tuple[Place, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
FARTHEST = 20


def _at(corner: Place, short: Place, along: int, across: int) -> Place:
    """Return the place so many squares along a domino, and so many across."""
    (x, y), (i, j) = corner, short
    return x + along * j + across * i, y - along * i + across * j


def places(laying: Laying) -> dict[Place, int]:
    """Return the number on each place that a domino covers, in the order of a walk over it."""
    numbers, corner, short = laying
    walk = ((0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (3, 1), (3, 0))
    return {_at(corner, short, *step): numbers[step[0] // 2] for step in walk}


class LudiiBlock:
    """A game of Block for two as in Ludii.

    Parameters
    ----------
    hands : pair of sets of dominoes
        What the players have been dealt.
    """

    def __init__(self, hands: tuple[set[Domino], set[Domino]]) -> None:
        self.hands = tuple(set(hand) for hand in hands)
        self.laid: list[Laying] = []
        self.mover = 1
        #: The number of moves of the turn, and of turns in a row that have begun with a pass.
        self.moves = 0
        self.passed = 0
        self.winner: int | None = None

    def legal(self) -> set[Laying]:
        """Return how the player who is next may lay; nothing if he has to pass."""
        hand = self.hands[self.mover - 1]
        if not self.laid:
            return {(domino, (0, 0), short) for domino in hand for short in UNITS}
        line = self._line()
        return {
            laying
            for domino in hand
            for corner in line
            for short in UNITS
            if places(laying := (domino, corner, short)).keys() <= line and self._meets(laying)
        }

    def lay(self, laying: Laying) -> None:
        """Lay a domino."""
        self.laid.append(laying)
        hand = self.hands[self.mover - 1]
        hand.remove(laying[0])
        self._count(False)
        if not hand:
            self.winner = self.mover
        self._go_on(False)

    def pass_(self, taken: set[Domino]) -> None:
        """Pass, and draw dominoes to go on with; the other player goes on if there are none."""
        self.hands[self.mover - 1].update(taken)
        self._count(True)
        # To pass and draw is to have passed as well, if it is what a turn begins with.
        if self.passed > 1 and self.moves == 1:
            self.winner = 0
        self._go_on(bool(taken))

    def _count(self, passes: bool) -> None:
        """Count a move of the turn; one of more than two is none that has been passed."""
        self.moves += 1
        if self.moves == 1:
            self.passed = self.passed + 1 if passes else 0
        elif self.moves > 2:
            self.passed = 0

    def _go_on(self, same: bool) -> None:
        """Let the same player go on, or the next one."""
        if not same:
            self.mover, self.moves = 3 - self.mover, 0

    def _covered(self) -> dict[Place, int]:
        """Return which domino, by its number, is on each place."""
        return {at: n for n, laying in enumerate(self.laid) for at in places(laying)}

    def _line(self) -> set[Place]:
        """Return the free places to which all dominoes lead."""
        taken = self._covered()
        return {at for laying in self.laid for at in _led_to(laying, taken.keys())}

    def _meets(self, laying: Laying) -> bool:
        """Tell whether equal numbers meet, and it lies beside two places in line of one domino.

        As in Ludii three places in line are too many, and of several twos the last one counts.
        """
        taken, numbers = self._covered(), {}
        for each in self.laid:
            numbers.update(places(each))
        beside: list[Place] = []
        for (x, y), number in places(laying).items():
            for at in ((x + i, y + j) for i, j in UNITS):
                if at in taken:
                    if numbers[at] != number:
                        return False
                    beside.append(at)
        one = False
        for x, y in beside:
            others = [at for at in set(beside) if at != (x, y) and (at[0] == x or at[1] == y)]
            if len(others) > 1:
                return False
            if others:
                one = taken[others[0]] == taken[x, y]
        return one


def _led_to(laying: Laying, taken: Iterable[Place]) -> Iterator[Place]:
    """Yield the free places beyond both ends of a domino, and to both sides of a double."""
    numbers, corner, short = laying
    for first, step in ((0, -1), (3, 1)):
        pairs = [[_at(corner, short, first + far * step, n) for n in (0, 1)] for far in range(1, 5)]
        yield from _straight_on(pairs, taken)
        if _free(pairs[0], taken):
            beside = [_at(corner, short, first + step, n) for n in (-1, 2)]
            yield from (at for at in beside if _free([at], taken))
    if numbers[0] == numbers[1]:
        for first, step in ((1, 1), (0, -1)):
            pairs = [
                [_at(corner, short, n, first + far * step) for n in (1, 2)] for far in range(1, 5)
            ]
            yield from _straight_on(pairs, taken)


def _straight_on(pairs: list[list[Place]], taken: Iterable[Place]) -> Iterator[Place]:
    """Yield the places of pairs as far as they are free."""
    yield from chain.from_iterable(takewhile(lambda pair: _free(pair, taken), pairs))


def _free(wanted: Iterable[Place], taken: Iterable[Place]) -> bool:
    return all(max(map(abs, at)) <= FARTHEST and at not in taken for at in wanted)


# -- the same games in the engine ------------------------------------------------------------------


def compared(game: Game, number: int, plies: int | None = None) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game)
    dealt = random.sample(range(1, 29), 14)
    first = [1 + 21 * (n % 2) + n // 2 for n in range(14)]
    rows = [(what, site, 1) for what, site in zip(dealt, first, strict=True)]
    state.position.restart_with(ChanceStart(None, np.array(rows, np.int32)))
    model = LudiiBlock((_held(state, 1), _held(state, 2)))
    while model.winner is None:
        assert state.outcome() is None
        if state.ply == plies:
            return state.ply
        assert state.mover == model.mover
        moves = state.position.moves()
        named = {_laying(move, way): move for move, (*_, way, _) in moves.items()}
        assert len(named) == len(moves), f"ply {state.ply}: a move twice"
        assert set(named) - {None} == model.legal(), f"ply {state.ply}"
        assert (None in named) == (len(named) == 1 and not model.legal())
        chosen = random.choice(sorted(named, key=str))
        mover = state.mover
        state.push(named[chosen])
        while state.chances():
            state.push(random.choice(list(state.legal_moves)))
        if chosen is None:
            model.pass_(_held(state, mover) - model.hands[mover - 1])
        else:
            model.lay(chosen)
        assert [_held(state, 1), _held(state, 2)] == list(model.hands)
        assert _lying(state) == {at: n for each in model.laid for at, n in places(each).items()}
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == model.winner
    return state.ply


def _held(state: State, hand: int) -> set[Domino]:
    return {SET[what - 1] for what in state.containers[hand].what if what}


def _lying(state: State) -> dict[Place, int]:
    numbers = state.containers[BOARD].value
    return {(x, y): int(numbers[state.site((x, y, 0))]) for x, y, _ in state.pieces}


def _laying(move: Move, way: int) -> Laying | None:
    if not move.actions:
        return None
    taken, laid = move.actions[:2]
    assert isinstance(laid.site, tuple)
    return SET[taken.value - 1], laid.site[:2], UNITS[way]


KINDS = (Kind("Block", ("Rules/Ludii",), compared),)
