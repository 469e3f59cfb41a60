"""Games as a search sees them: in L-GDL, joined with it, and written in Python."""

from collections.abc import Callable
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any, Protocol, cast

from boardless.agents.decision import MAX_BUDGET
from boardless.agents.kernels.game_side import OUTCOME
from boardless.agents.kernels.joining import any_search, game_search
from boardless.agents.observing import hides, observations
from boardless.agents.protocol import State
from boardless.agents.protocol_side import MAX_PLIES, Judgement, Simulated
from boardless.games.game import default_technique
from boardless.play import GamePosition
from boardless.play.chance import Numbers
from boardless.play.policies import is_jitted
from boardless.play.room import check_enlarging
from boardless.play.state import State as GameState
from boardless.state.engine.arrays import NAMED, NONE
from boardless.topo import InputError


class Side(Protocol):
    """A game as a search sees it."""

    kernels: ModuleType
    arrays: Any
    plies: int
    #: How many numbers moves have beside rule, from and to.
    bound: int
    #: How many simulations may begin in the same arrays, one after the other.
    at_once: int

    def start_of(self, number: int) -> Any:
        """Return the arrays in which a simulation begins, for its number."""

    def enlarge(self) -> None:
        """Make room for longer simulations and larger boards."""

    def moves(self) -> dict[Numbers, Any]:
        """Return the moves of the root by their numbers."""

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
        random: Random | None = None,
        worlds: int = 1,
    ) -> None:
        position = state.position
        if position.way.features["ANSWERS"] or position.way.is_given:
            # Sites that move to and fro, and boards that others grow, are not for searching: the
            # same game in another technique.
            appended = GamePosition(position.game, default_technique(position.game))
            appended.replay(position.made)
            position = appended
        self._worlds = [position]
        if random is not None:
            seen = islice(observations(state, state.seat, random), worlds)
            self._worlds = [cast("GameState", each).position for each in seen]
        self._position = self._worlds[0]
        self.at_once = MAX_BUDGET if random is None else 1
        self.kernels = game_search(
            position.game,
            position.way,
            hides=random is not None,
            judges=judges,
            learns=learns,
            heuristic=heuristic,
            policy=policy,
        )
        self.bound = self._position.arrays.queue.shape[1] - int(self.kernels.NAMED)
        self._copy_arrays()

    def _copy_arrays(self) -> None:
        room = max(len(world.arrays.code) for world in self._worlds)
        for world in self._worlds:
            while len(world.arrays.code) < room:
                world.enlarge()
        self._starts = [self._copied(world) for world in self._worlds]
        self.arrays = self._copied(self._position)
        self.plies = len(self.arrays.history)

    def _copied(self, position: GamePosition) -> Any:
        """Return the arrays of a position for the search, without what it does not need."""
        if position.game.brief.chances:
            # What has been drawn is written down where moves are found.
            position.numbers()
        arrays, kernels = position.arrays, self.kernels
        kept = {name: getattr(arrays, name) for name in kernels.Arrays._fields}
        for name in ("log",) if kernels.UNDO else ("log", "notes", "marks"):
            kept[name] = kept[name][:1]
        kept = {name: array.copy() for name, array in kept.items()}
        kept["n"][kernels.NOTING] = kernels.UNDO
        return kernels.Arrays(**kept)

    def start_of(self, number: int) -> Any:
        """Return the arrays in which a simulation begins, for its number."""
        return self._starts[number % len(self._starts)]

    def enlarge(self) -> None:
        """Make room for longer simulations and larger boards."""
        check_enlarging(self.arrays, f"a simulation of {self._position.game.name}")
        self._worlds = [world.copy() for world in self._worlds]
        self._position = self._worlds[0]
        for world in self._worlds:
            world.enlarge()
        self._copy_arrays()

    def moves(self) -> dict[Numbers, Any]:
        """Return the moves of the root by their numbers."""
        return numbered(self._position)

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line from the root on, as far as they can be made there."""
        position = self._position.copy()
        for numbers in line:
            if not position.game.brief.effects:
                position.make_numbered(position.move_of(*numbers), numbers)
                continue
            moves = numbered(position)
            if numbers not in moves:
                break
            follow(position, moves[numbers], numbers)
        return tuple(position.made[self._position.ply :])


def numbered(position: GamePosition) -> dict[Numbers, Any]:
    """Return the legal moves, and the outcomes of chance, by the numbers that a search has."""
    columns = position.arrays.queue.shape[1]
    if position.question is None and position.game.brief.effects:
        return {numbers: move for move, numbers in position.moves().items()}
    if position.question is None:
        rows = map(tuple, position.numbers().tolist())
        return {numbers: position.move_of(*numbers) for numbers in rows}
    blank = (0,) * (columns - NAMED)
    return {(OUTCOME, NONE, n, *blank): move for move, (n,) in position.moves().items()}


def follow(position: GamePosition, move: Any, numbers: Numbers) -> None:
    """Make a move that `numbered` gave; those of a player are not looked for once more."""
    if position.question is None:
        position.make_numbered(move, numbers)
    else:
        position.make(move)


class AnySide:
    """A game written in Python."""

    bound = 0
    at_once = MAX_BUDGET

    def __init__(
        self,
        state: State,
        heuristic: Judgement | None,
        policy: Callable[[Any, Random], Any] | None,
        learns: bool,
    ) -> None:
        self.kernels = any_search(hides(state), learns)
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

    def start_of(self, number: int) -> None:
        """Return what a simulation begins with: the state itself knows."""

    def moves(self) -> dict[Numbers, Any]:
        """Return all moves that were met by their numbers."""
        return {(number, 0, 0): move for number, move in enumerate(self.arrays.moves)}

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line."""
        return tuple(self.arrays.moves[numbers[0]] for numbers in line)


def side_of(
    state: State,
    random: Random,
    *,
    judges: bool,
    learns: bool,
    heuristic: Any = None,
    policy: Any = None,
    worlds: int = 1,
) -> GameSide | AnySide:
    """Return a game as a search sees it, compiled where nothing in Python has to be asked.

    Parameters
    ----------
    state : State
        From where is searched.
    random : Random
        Where what is hidden is drawn from.
    judges, learns : bool
        Whether positions are judged, and whether moves are remembered.
    heuristic : callable, optional
        Judges states, jitted or in Python; by default the weighted features of the settings.
    policy : callable, optional
        Chooses the moves of playouts, jitted or in Python.
    worlds : int
        How many positions that may be there are drawn.
    """
    asked = [function for function in (heuristic, policy) if function is not None]
    if is_searched_compiled(state) and all(map(is_jitted, asked)):
        return GameSide(
            cast("GameState", state),
            judges=judges,
            learns=learns,
            heuristic=heuristic,
            policy=policy,
            random=random if hides(state) else None,
            worlds=worlds,
        )
    for function in asked:
        if is_jitted(function):
            raise InputError(f"{function}: what is jitted needs a game in L-GDL, and no Python")
    return AnySide(state, heuristic, policy, learns)


def is_searched_compiled(state: State) -> bool:
    """Tell whether a search can be joined with the game.

    Moves are told apart by sites there, which may not be those of a board that others see growing.
    """
    return isinstance(state, GameState) and not (state.game.growing and hides(state))
