"""Searches under way: a tree, a game to simulate, a budget."""

from collections.abc import Callable
from copy import copy
from random import Random
from time import perf_counter
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np

from boardless.agents.decision import MAX_BUDGET, Budget, Spent
from boardless.agents.kernels.joining import any_search, game_search
from boardless.agents.kernels.tree import (
    CALLS,
    ROOM,
    ROOT,
    ROWS,
    TABLE,
    WANTS,
    Tree,
    with_larger_table,
    with_more_rows,
    with_plies,
)
from boardless.agents.protocol import HasHidden, State
from boardless.agents.protocol_side import MAX_PLIES, Judgement, Simulated
from boardless.games.game import default_technique
from boardless.play import GamePosition
from boardless.play.chunk import MAX_CELLS
from boardless.play.policies import is_jitted
from boardless.play.state import State as GameState
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Floats, Ints

#: How long the simulations take between two looks at the clock, in seconds.
LOOK_SECONDS = 0.02
#: The most nodes of a tree, some 8 GB.
MAX_ROWS = 2**26

Numbers = tuple[int, int, int]


class Side(Protocol):
    """A game as a search sees it."""

    kernels: ModuleType
    arrays: Any
    start: Any
    plies: int

    def enlarge(self) -> None:
        """Make room for longer simulations and larger boards."""

    def move_of(self, numbers: Numbers) -> Any:
        """Return what a move in numbers is at the root."""

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line from the root on."""


class GameSide:
    """A game in L-GDL, in a module of its own in which the search is compiled with it."""

    def __init__(
        self,
        state: GameState,
        *,
        judges: bool = False,
        learns: bool = False,
        heuristic: Any = None,
        policy: Any = None,
    ) -> None:
        position = state.position
        if position.way.features["ANSWERS"] or position.way.is_given:
            # Sites that move to and fro, and boards that others grow, are not for searching: the
            # same game in another technique.
            appended = GamePosition(position.game, default_technique(position.game))
            appended.replay(position.made)
            position = appended
        self._position = position
        self.kernels = game_search(
            position.game,
            position.way,
            judges=judges,
            learns=learns,
            heuristic=heuristic,
            policy=policy,
        )
        self._copy_arrays()

    def _copy_arrays(self) -> None:
        arrays = self._position.arrays
        without = {
            "notes": np.zeros((1, arrays.notes.shape[1]), arrays.notes.dtype),
            "marks": np.zeros((1, arrays.marks.shape[1]), arrays.marks.dtype),
        }

        def copied() -> Any:
            names = self.kernels.Arrays._fields
            kept = {n: without[n] if n in without else getattr(arrays, n).copy() for n in names}
            kept["n"][self.kernels.NOTING] = 0
            return self.kernels.Arrays(**kept)

        self.start, self.arrays = copied(), copied()
        self.plies = len(arrays.history)

    def enlarge(self) -> None:
        """Make room for longer simulations and larger boards."""
        if 2 * len(self.arrays.code) > MAX_CELLS:
            raise InputError(
                f"a simulation of {self._position.game.name}: no end in sight, "
                f"there is room for boards of {MAX_CELLS:,} cells"
            )
        self._position = self._position.copy()
        self._position.enlarge()
        self._copy_arrays()

    def move_of(self, numbers: Numbers) -> Any:
        """Return what a move in numbers is at the root."""
        return self._position.move_of(*numbers)

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line from the root on."""
        position = self._position.copy()
        for numbers in line:
            position.make_numbered(position.move_of(*numbers), numbers)
        return tuple(position.made[self._position.ply :])


class AnySide:
    """A game written in Python."""

    start = None

    def __init__(
        self,
        state: State,
        heuristic: Judgement | None,
        policy: Callable[[Any, Random], Any] | None,
        learns: bool,
    ) -> None:
        self.kernels = any_search(isinstance(state, HasHidden), learns)
        self.arrays = Simulated(state, heuristic, policy)

    @property
    def plies(self) -> int:
        """The most moves of a simulation."""
        return self.arrays.plies

    def enlarge(self) -> None:
        """Make room for longer simulations."""
        if self.plies == MAX_PLIES:
            raise InputError(f"a simulation: no end in sight after {MAX_PLIES:,} moves")
        self.arrays.plies *= 2

    def move_of(self, numbers: Numbers) -> Any:
        """Return what a move in numbers is."""
        return self.arrays.moves[numbers[0]]

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line."""
        return tuple(map(self.move_of, line))


def side_of(
    state: State, *, judges: bool, learns: bool, heuristic: Any = None, policy: Any = None
) -> GameSide | AnySide:
    """Return a game as a search sees it, compiled where nothing in Python has to be asked.

    Parameters
    ----------
    state : State
        From where is searched.
    judges, learns : bool
        Whether positions are judged, and whether moves are remembered.
    heuristic : callable, optional
        Judges states, jitted or in Python; by default the weighted features of the settings.
    policy : callable, optional
        Chooses the moves of playouts, jitted or in Python.
    """
    asked = [function for function in (heuristic, policy) if function is not None]
    if is_searched_compiled(state) and all(map(is_jitted, asked)):
        return GameSide(
            cast("GameState", state),
            judges=judges,
            learns=learns,
            heuristic=heuristic,
            policy=policy,
        )
    for function in asked:
        if is_jitted(function):
            raise InputError(f"{function}: what is jitted needs a game in L-GDL, and no Python")
    return AnySide(state, heuristic, policy, learns)


def is_searched_compiled(state: State) -> bool:
    """Tell whether a search can be joined with the game: moves with effects run in Python."""
    return isinstance(state, GameState) and not state.game.module.effects


def searched(
    side: GameSide | AnySide, tree: Tree, o: Ints, w: Floats, seed: int, budget: Budget
) -> tuple[Tree, Spent]:
    """Return the tree after as many simulations as the budget allows, and what was spent.

    Raises
    ------
    InputError
        If a simulation does not end, or the tree gets too large.
    """
    begin = perf_counter()
    number, step = 0, 16
    last = budget.iterations or MAX_BUDGET
    calls = budget.calls or MAX_BUDGET
    while number < last and (budget.seconds is None or perf_counter() - begin < budget.seconds):
        end = last if budget.seconds is None else min(last, number + step)
        looked, before = perf_counter(), number
        number = int(
            side.kernels.search(side.arrays, side.start, tree, o, w, seed, number, end, calls)
        )
        wants = int(tree.n[WANTS])
        if number < end and not wants:
            break
        if wants == ROOM:
            side.enlarge()
            tree = with_plies(tree, side.plies)
        elif wants == ROWS:
            if len(tree.visits) == MAX_ROWS:
                raise InputError(f"a search: more than {MAX_ROWS:,} nodes")
            tree = with_more_rows(tree)
        elif wants == TABLE:
            small, tree = tree, with_larger_table(tree)
            side.kernels.fill_table(tree, small)
        elif perf_counter() - looked < LOOK_SECONDS and number - before == step:
            step *= 2
    return tree, Spent(number, int(tree.n[CALLS]), perf_counter() - begin)


def children(tree: Tree, node: int = ROOT) -> range:
    """Return the rows of a node's children."""
    first = int(tree.first[node])
    return range(first, first + int(tree.width[node]))


def numbers_of(tree: Tree, node: int) -> Numbers:
    """Return the move that leads to a node, in numbers."""
    rule, origin, site = tree.move[node].tolist()
    return rule, origin, site


def twin(tree: Tree) -> Tree:
    """Return an independent copy of a tree."""
    return tree._replace(**{name: copy(array) for name, array in tree._asdict().items()})
