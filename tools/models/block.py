"""Block dominoes from the printed rules, in plain Python: hands are sets, the row is a list.

A domino is a pair of numbers, the smaller one first. The row is the numbers from left to right, two
for each domino. What chance deals is told to the model.
"""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.state import ADD, BOARD, Move
from tools.models.random_games import Kind

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


# -- the same games in the engine ------------------------------------------------------------------


#: Chooses one of several moves.
Chooser = Callable[[Sequence[Move]], Move]


def dealt(game: Game, choose: Chooser, technique: str | None = None) -> State:
    """Return a game in which all dominoes have been dealt, as `choose` says."""
    state = State(game, technique)
    for _ in range(28):
        state.push(choose(list(state.legal_moves)))
    return state


def dealt_to(game: Game, hands: Sequence[Sequence[Domino]]) -> State:
    """Return a game in which the players hold these dominoes."""
    state = State(game)
    for one, two in zip(*hands, strict=True):
        for wanted in (one, two):
            boneyard = sorted(held(state, 3))
            state.push(list(state.legal_moves)[boneyard.index(wanted)])
            (draw,) = state.legal_moves
            state.push(draw)
    return state


def compared(game: Game, number: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves it has after the deal.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random = Random(number)
    state = dealt(game, random.choice, technique)
    model = Block((held(state, 1), held(state, 2)))
    while not model.is_over:
        assert state.outcome() is None
        assert state.mover == model.mover
        legal = choices(state)
        assert set(legal) - {None} == model.legal(), f"ply {state.ply}"
        chosen = random.choice(sorted(legal, key=str))
        state.push(legal[chosen])
        model.make(chosen)
        assert (row(state), held(state, 1), held(state, 2)) == (model.row, *model.hands)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.payoffs is not None
    assert list(outcome.payoffs) == list(model.payoffs())
    return state.ply - 28


def choices(state: State) -> dict[Choice | None, Move]:
    """Return the legal moves by what they are in the model; a pass is None."""
    moves = list(state.legal_moves)
    found = {_choice(state, move): move for move in moves}
    assert len(found) == len(moves), f"ply {state.ply}: a move twice"
    return found


def row(state: State) -> list[int]:
    """Return the numbers of the row, from left to right."""
    there = {i: int(state.game.components[what - 1].name[3:]) for (i, j, _), what in _row(state)}
    assert sorted(there) == list(range(min(there, default=0), max(there, default=-1) + 1))
    return [there[i] for i in sorted(there)]


def _row(state: State) -> list[tuple[tuple[int, int, int], int]]:
    assert {j for _, j, _ in state.pieces} <= {0}
    return list(state.pieces.items())


def held(state: State, hand: int) -> set[Domino]:
    """Return the dominoes of a player, or of the boneyard, which is hand 3."""
    what = state.containers[hand].what
    return {domino(state, int(what[n])) for n in range(len(what)) if what[n]}


def domino(state: State, component: int) -> Domino:
    """Return what a component in a hand is."""
    name = state.game.components[component - 1].name
    return int(name[1]), int(name[2])


def _choice(state: State, move: Move) -> Choice | None:
    if not move.actions:
        return None
    taken = move.actions[0]
    laid = [a.site[0] for a in move.actions if a.kind == ADD and isinstance(a.site, tuple)]
    assert taken.container == state.mover
    assert taken.container != BOARD
    row_ = [i for i, _, _ in state.pieces]
    end = 0 if not row_ else 1 if min(laid) > max(row_) else -1
    return domino(state, taken.value), end


KINDS = (Kind("Block", (), compared),)
