"""Which numbers the row of a position of a game has, and what the arrays of its moves mean."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import GameTechnique
from boardless.games.identity import Memory
from boardless.games.turning import still, turns_of
from boardless.state import ADD, BOARD, REMOVE, SET_MOVER, Action, Location, Move
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Ints

#: The part of the engine that knows rows.
PART = ("expansion",)
#: A row has the numbers of cells in 15 bits, and what stands there in 8.
_WIDEST = 2**15
#: Counters that say how the arrays are used, that follow from others, or that rows have elsewhere;
#: those from NEXT on are for moves with effects.
_UNUSED = (
    "COUNT", "GONE", "PLIES", "LAST", "FROM", "FILL", "GROWTH", "UPDATE", "NOTING", "NOTED",
    "STANDING", "NEXT", "PREVIOUS", "TURNS", "AGAIN", "QUEUED", "LOST", "LOGGED", "REPLAYED",
    "COUNTER", "PASSED", "STUCK", "WINNERS", "LOSERS", "TOGETHER", "ENDED", "LIMITED", "TOUCHED",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Form:
    """How positions of a game are told from one another; see `state.engine.expansion`.

    Attributes
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique that moves are made in; positions do not depend on it.
    kernels : module
        The compiled game.
    values : int64 array
        What rows have.
    turns : int64 array of shape (n, 6 + 3 * prototiles)
        The symmetries under which positions are one, the identity first.
    """

    game: Game
    way: GameTechnique
    kernels: ModuleType
    values: Ints
    turns: Ints

    @classmethod
    def of(cls, game: Game, symmetry: bool = False) -> "Form":
        """Return the form of a game's positions.

        Raises
        ------
        InputError
            If its positions cannot be told from one another, or with `symmetry` if it is not known
            which symmetries the rules allow.
        """
        model = game.module.model
        if model.effects or model.layout is not None:
            raise InputError(
                f"positions of {game.name}: its moves have effects, or its board is laid out as a "
                "graph, and such positions are not told from one another yet"
            )
        way = default_technique(game)
        kernels = game.kernels_of(way, undo=True, more=PART)
        memory = Memory.of(game)
        least = [0, 0]
        if not game.growing:
            board = game.module.model.board.keys[:, :2]
            least = board.min(axis=0).tolist()
            if (board.max(axis=0) - least).max() >= _WIDEST:
                raise InputError(f"positions of {game.name}: its board is too wide to be explored")
        values = [
            memory.plies, memory.last_to, memory.last_from, memory.empty, game.growing, *least,
            *_counters(game, kernels),
        ]  # fmt: skip
        turns = turns_of(game) if symmetry else np.array([still(game)], np.int64)
        return cls(game, way, kernels, np.array(values, np.int64), turns)

    def arrays(self, room: int, plies: int) -> Any:
        """Return the arrays of the game at its start."""
        return self.game.arrays(self.way, room, plies, undo=True, more=PART)

    def row(self, arrays: Any, winner: int) -> tuple[Ints, int]:
        """Return the row of a position, and its key.

        Parameters
        ----------
        arrays : Arrays
            Those of the game in any module that takes moves back.
        winner : int
            Who has won, -1 while the game goes on.

        Raises
        ------
        InputError
            If it is too wide.
        """
        kernels = self.kernels
        row, key = kernels.packed_row(kernels.Arrays(*arrays), self.values, self.turns, winner)
        if not len(row):
            raise InputError(f"a position of {self.game.name} is too wide to be explored")
        return row, int(key)

    @property
    def mover(self) -> int:
        """Where a row has the mover."""
        counters = self.values[self.kernels.COUNTERS :].tolist()
        return 2 + int(counters.index(self.kernels.MOVER))

    @property
    def cells(self) -> tuple[int, int]:
        """Where the cells of a row begin, and how many numbers each has."""
        kernels, memory = self.kernels, self.values
        head = 2 + len(memory) - kernels.COUNTERS + kernels.HELD * (1 + kernels.FIELDS)
        ranks = self.game.players if self.game.players > 2 else 0
        last = 3 * int(memory[kernels.LAST_TO] + memory[kernels.LAST_FROM])
        return head + ranks + last, 2 + kernels.FIELDS

    @property
    def corner(self) -> tuple[int, int]:
        """What a cell's coordinates relative to the anchor are less than those that rows have."""
        if self.game.growing:
            return 0, 0
        x, y, _ = self.game.start(self.way).anchor
        least = self.values[[self.kernels.LEAST_I, self.kernels.LEAST_J]].tolist()
        return x - int(least[0]), y - int(least[1])

    def move(self, mover: int, link: tuple[int, ...]) -> Move:
        """Return the move of a link, in the frame of the row that it comes from."""
        rule, *places, piece = link
        if rule == self.kernels.PASS:
            return Move(mover, ())
        if rule == self.kernels.SWAP:
            return Move(mover, (Action(SET_MOVER, BOARD, 0, mover),))
        kind = self.game.module.rules[rule]
        what = kind.component or piece
        put = Action(ADD, *self._place(*places[3:]), what)
        if kind.component or kind.copy:
            return Move(mover, (put,))
        return Move(mover, (Action(REMOVE, *self._place(*places[:3]), what), put))

    def _place(self, i: int, j: int, k: int) -> Location:
        if k < 0:
            return Location(int(self.kernels.HOLDER[i]), int(self.kernels.PLACE[i]))
        x, y = self.corner
        return Location(BOARD, (i - x, j - y, k))


def _counters(game: Game, kernels: ModuleType) -> list[int]:
    """Return the counters of the engine that rows have: all that is not known to be of no use."""
    unused = {getattr(kernels, name) for name in _UNUSED}
    if not kernels.MAY_SWAP:
        unused.add(kernels.SWAPPED)
    rules = game.description.tree.rules
    unused.add(kernels.PHASE)
    if len(rules.phases) < 2:
        unused.update(kernels.PHASE + player for player in range(1, game.players + 1))
    last = kernels.PHASE + game.players
    return [counter for counter in range(last + 1) if counter not in unused]
