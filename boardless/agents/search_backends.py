"""Search backends: games in L-GDL compiled with the search, and games written in Python.

The functions of a `PythonBackend` do for a Python game what `agents.kernels.engine_backend` does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, ClassVar, Self, TypeAlias, TypeGuard, cast

from boardless.agents.determinization import has_cards, hides, observation, observations
from boardless.agents.kernels.arrays import PatternTables, Tree
from boardless.agents.kernels.engine_backend import OUTCOME
from boardless.agents.kernels.joining import PARTS, any_search, game_search
from boardless.agents.patterns import NO_TABLES, Patterns
from boardless.agents.protocol import CHANCE, MAX_BUDGET, HasChance, StateProtocol
from boardless.games.game import default_technique
from boardless.jit.arrays import Floats
from boardless.jit.game_runtime import below
from boardless.play import Position
from boardless.play.chance import Numbers
from boardless.play.playing import answer_of, illegal, is_jitted, name_of
from boardless.play.room import check_enlarging
from boardless.play.state import State as GameState
from boardless.state.engine.arrays import NAMED, NONE, OPEN, Arrays
from boardless.topo import InputError
from boardless.util.own_code import own_code

#: The most moves of a simulation.
MAX_PLIES = 2**17
#: Determinizations for a move unless their number is given.
WORLDS = 50

#: The value of a state to a player, from 0 to 1.
Judgement = Callable[[Any, int], float]


@dataclass
class PythonBackend:
    """A game written in Python, which a search simulates again and again from a root."""

    bound: ClassVar[int] = 0  #: numbers of a move after rule, from and to
    tables: ClassVar[PatternTables] = NO_TABLES
    at_once: ClassVar[int] = MAX_BUDGET  #: simulations between two changes of `start_of`

    root: StateProtocol
    heuristic: Judgement | None
    playing: Callable[[Any, Random], Any] | None  #: the policy of playouts
    kernels: Any  #: see `any_search`
    plies: int = 2**10  #: the most moves of a simulation
    depth: int = 0  #: moves of this simulation so far
    met: list[Any] = field(default_factory=list)  #: all moves met, by their numbers
    numbers: dict[Any, int] = field(default_factory=dict)
    legal: list[int] = field(default_factory=list)  #: numbers of the legal moves
    odds: list[float] = field(default_factory=list)  #: their probabilities where chance decides
    state: StateProtocol = field(init=False)
    rewards: tuple[float, ...] = ()

    @property
    def arrays(self) -> Self:
        """The argument of kernels in place of a game's arrays."""
        return self

    def enlarge(self) -> None:
        """Make room for longer simulations."""
        if self.plies == MAX_PLIES:
            raise InputError(f"a simulation: no end in sight after {MAX_PLIES:,} moves")
        self.plies *= 2

    def start_of(self, number: int) -> None:
        """Return nothing: the state itself knows the root."""

    def number(self, move: Any) -> int:
        """Return the number of a move."""
        number = self.numbers.setdefault(move, len(self.met))
        if number == len(self.met):
            self.met.append(move)
        return number

    def moves(self) -> dict[Numbers, Any]:
        """Return all moves found so far, by their numbers."""
        return {(number, 0, 0): move for number, move in enumerate(self.met)}

    def line_of(self, line: list[Numbers]) -> tuple[Any, ...]:
        """Return the moves of a line."""
        return tuple(self.met[numbers[0]] for numbers in line)


def to_root(s: PythonBackend, start: object, tree: Tree, number: int) -> None:
    """Go back to the root, with hidden things resampled."""
    s.state = observation(s.root, s.root.seat, Random(number))
    s.depth = 0


def who_chooses(s: PythonBackend) -> int:
    """Return the player who chooses."""
    return s.state.seat


def waits(s: PythonBackend, tree: Tree) -> bool:
    """Return True if a chosen move waits for more outcomes of chance."""
    return is_waiting(s.state)


def options(s: PythonBackend, inside: bool, number: int) -> int:
    """Return the number of moves."""
    if s.state.seat == CHANCE:
        chances = cast("HasChance", s.state).chances()
        s.legal = [s.number(move) for move, _ in chances]
        s.odds = [float(odds) for _, odds in chances]
    else:
        s.legal = [s.number(move) for move in s.state.legal_moves]
    if not s.legal:
        raise InputError(f"{s.state!r}: the game goes on, but there is no legal move")
    return len(s.legal)


def fits(s: PythonBackend, count: int) -> bool:
    """Return True: lists have room for any number of moves."""
    return True


def has_room(s: PythonBackend) -> bool:
    """Return True if a simulation may go on."""
    return s.depth < s.plies


def is_lost(s: PythonBackend) -> bool:
    """Return False: nothing is lost for lack of room."""
    return False


def option_at(s: PythonBackend, option: int, count: int) -> tuple[int, int, int]:
    """Return a move in numbers."""
    return s.legal[option], 0, 0


def bound_number(s: PythonBackend, column: int) -> int:
    """Return 0: nothing else is bound to a move."""
    return 0


def ready(s: PythonBackend, tree: Tree, node: int) -> None:
    """Do nothing: no numbers are bound to a move."""


def chance_of(s: PythonBackend, option: int) -> float:
    """Return the probability of an outcome of chance."""
    return s.odds[option]


def falls(s: PythonBackend, count: int, number: int) -> int:
    """Return an outcome of chance, sampled by probability."""
    left = below(number, 2**31) / 2**31
    for option, odds in enumerate(s.odds):
        left -= odds
        if left < 0:
            return option
    return count - 1


def choose(s: PythonBackend, count: int, number: int) -> int:
    """Return the index of the playout's move among the moves of `options`."""
    if s.playing is not None:
        move = answer_of(s.playing, s.state, Random(number))
        if s.number(move) not in s.legal:
            raise illegal(s.playing, move, s.state)
        return s.legal.index(s.number(move))
    return below(number, max(count, 1))


def move_code(s: PythonBackend, rule: int, origin: int, site: int) -> int:
    """Return 31 bits for a move of the mover."""
    return (rule * 32 + s.state.seat + 1) % 2**31


def carry_out(s: PythonBackend, tree: Tree, rule: int, origin: int, site: int) -> int:
    """Make a move; return 0 when the game is over, else OPEN."""
    s.state.push(s.met[rule])
    s.depth += 1
    ended = s.state.outcome()
    if ended is None:
        return OPEN
    s.rewards = tuple(ended.rewards)
    return 0


def pay(s: PythonBackend, tree: Tree, winner: int) -> None:
    """Write the rewards at the end."""
    for player, reward in enumerate(s.rewards, 1):
        if not 0 <= reward <= 1:
            raise InputError(f"reward {reward!r} of player {player}: rewards are from 0 to 1")
        tree.reward[player] = reward


def judged(s: PythonBackend, player: int, w: Floats) -> float:
    """Return the value of a position to a player."""
    if s.heuristic is None:
        raise InputError("heuristic: give one, because playouts are cut")
    with own_code(f"heuristic {name_of(s.heuristic)}", s.heuristic):
        return s.heuristic(s.state, player)


class CompiledBackend:
    """A game in L-GDL, compiled in one module with its search."""

    def __init__(
        self,
        state: GameState,
        *,
        random: Random | None = None,
        worlds: int | None = 1,
        patterns: Patterns | None = None,
        **features: Any,
    ) -> None:
        position = state.position
        if position.technique.grows_in_steps or position.technique.is_external:
            # Sites that move to and fro, and external boards, are not for searching: the same
            # game in another technique.
            appended = Position(position.game, default_technique(position.game))
            appended.replay(position.move_stack)
            position = appended
        self._worlds = [position]
        # If others have chosen in the present round, their choices are sampled together with the
        # cards.
        redraws = random is not None and worlds is None and has_cards(state)
        redraws = redraws and not position.is_at_once
        if random is not None:
            number = 1 if redraws else worlds or WORLDS
            seen = islice(observations(state, state.seat, random), number)
            self._worlds = [cast("GameState", each).position for each in seen]
        self._position = self._worlds[0]
        self.at_once = MAX_BUDGET if len(self._worlds) == 1 else 1
        game = position.game
        self.tables = NO_TABLES if patterns is None else patterns.tables(game)
        self.kernels = game_search(
            game, position.technique, hides=random is not None, redraws=redraws,
            patterns=() if patterns is None else patterns.constants(game), **features,
        )  # fmt: skip
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

    def _copied(self, position: Position) -> Arrays:
        """Return the arrays of a position that the search needs."""
        if position.game.info.chances:
            # Outcomes sampled so far are written down by the generation of moves.
            position.numbers()
        arrays, kernels = position.arrays, self.kernels
        fields = {name: getattr(arrays, name) for name in kernels.Arrays._fields}
        for name in ("log",) if kernels.UNDO else ("log", "notes", "marks"):
            fields[name] = fields[name][:1]
        fields = {name: array.copy() for name, array in fields.items()}
        fields["n"][kernels.NOTING] = kernels.UNDO
        return kernels.Arrays(**fields)

    def start_of(self, number: int) -> Arrays:
        """Return the initial arrays of a simulation, by its number."""
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
        """Return the moves of a line from the root, up to the first that is not possible."""
        position = self._position.copy()
        for numbers in line:
            if not position.game.info.effects:
                position.push_numbers(numbers, position.move_of(*numbers))
                continue
            moves = numbered(position)
            if numbers not in moves:
                break
            if position.question is None:
                position.push_numbers(numbers, moves[numbers])
            else:
                position.push(moves[numbers])
        return tuple(position.move_stack[self._position.ply :])


def numbered(position: Position) -> dict[Numbers, Any]:
    """Return the legal moves, and the outcomes of chance, by the numbers of a search."""
    columns = position.arrays.queue.shape[1]
    if position.question is None and position.game.info.effects:
        return {numbers: move for move, numbers in position.moves().items()}
    if position.question is None:
        rows = map(tuple, position.numbers().tolist())
        return {numbers: position.move_of(*numbers) for numbers in rows}
    return {_of_outcome(n, columns): move for move, (n,) in position.moves().items()}


def _of_outcome(number: int, columns: int) -> Numbers:
    """Return an outcome of chance by the numbers of a search."""
    return (OUTCOME, NONE, number, *(0,) * (columns - NAMED))


def numbers_at(position: Position, move: Any) -> Numbers | None:
    """Return the numbers of one move of `numbered`, None if it is not legal."""
    numbers = position.find(move)
    if numbers is None or position.question is None:
        return numbers
    return _of_outcome(numbers[0], position.arrays.queue.shape[1])


SearchBackend: TypeAlias = CompiledBackend | PythonBackend


def backend_of(
    state: StateProtocol,
    random: Random,
    *,
    judges: bool,
    learns: bool,
    heuristic: Any = None,
    policy: Any = None,
    worlds: int | None = 1,
    patterns: Patterns | None = None,
    parts: tuple[str, ...] = PARTS,
) -> SearchBackend:
    """Return the backend of a search, compiled if it calls no function in Python."""
    if patterns is not None and (hides(state) or not is_searched_compiled(state)):
        raise InputError("patterns: they need a game in L-GDL that hides nothing")
    functions = [each for each in (heuristic, policy) if each is not None]
    # The kernels have the features that weights are about.
    own = [each for each in functions if not hasattr(each, "weights")]
    if is_searched_compiled(state) and all(map(is_jitted, own)):
        return CompiledBackend(
            cast("GameState", state), judges=judges, learns=learns,
            heuristic=heuristic if heuristic in own else None, policy=policy,
            random=random if hides(state) else None, worlds=worlds, parts=parts, patterns=patterns,
        )  # fmt: skip
    for function in functions:
        if is_jitted(function):
            raise InputError(
                f"{function}: a jitted function needs a game in L-GDL, not one in Python"
            )
    return PythonBackend(state, heuristic, policy, any_search(hides(state), learns, parts))


def is_waiting(state: StateProtocol) -> TypeGuard[GameState]:
    """Return True if a chosen move of a game in L-GDL waits for more outcomes of chance."""
    return isinstance(state, GameState) and state.position.is_waiting


def is_searched_compiled(state: StateProtocol) -> bool:
    """Return True if a search can be joined with the game.

    Such a search identifies moves by sites. If a board grows by hidden moves, sites may differ
    between determinizations.
    """
    return isinstance(state, GameState) and not (state.game.growing and hides(state))
