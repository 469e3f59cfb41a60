"""Players and policies: the functions that choose moves, and a loop that plays whole games."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from inspect import Parameter, signature
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from boardless.state import Move
from boardless.strategies.strategy import construct, import_object
from boardless.topo import InputError
from boardless.util import upward
from boardless.util.inputs import shown
from boardless.util.own_code import is_ours, own_code

if TYPE_CHECKING:
    from boardless.play.state import State

#: In Python: takes the state, to be read, and random numbers of this game's own, if it takes them;
#: returns the move.
#: Jitted by Numba: takes the engine's arrays (`state.engine.arrays`), the number of legal moves
#: and a random number below 2**31; returns the number of a move, which is taken modulo theirs.
Policy = Callable[..., Any]
#: The arguments of an agent: state, budget, random numbers, memory.
AGENT_ARGUMENTS = 4


@dataclass(frozen=True)
class OfState:
    """A function of the state alone, for callers that also pass random numbers."""

    function: Callable[[Any], Any]

    def __call__(self, state: Any, random: Random) -> Any:
        """Call the function."""
        return self.function(state)

    @property
    def __name__(self) -> str:
        return name_of(self.function)


def name_of(thing: Any) -> str:
    """Return the name of a function or an object in messages and tables."""
    return str(getattr(thing, "__name__", None) or type(thing).__name__)


def arguments(function: Callable[..., Any]) -> int:
    """Return the number of arguments that a policy, player or agent accepts.

    1: the state; 2: state and random numbers; 3 and more: an agent, which may take its memory.
    """
    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):
        return 2
    if any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in parameters):
        return AGENT_ARGUMENTS
    places = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    most = [parameter for parameter in parameters if parameter.kind in places]
    least = [parameter for parameter in parameters if parameter.default is Parameter.empty]
    count = len(least) if len(least) < AGENT_ARGUMENTS - 1 else min(len(most), AGENT_ARGUMENTS)
    if not 1 <= len(least) <= AGENT_ARGUMENTS or len(least) > count:
        raise InputError(
            f"{name_of(function)}: give a function of a state, of a state and random numbers, "
            "or of state, "
            "budget, random numbers and memory"
        )
    return count


def policy_of(value: Any) -> Policy:
    """Return the policy for a function, a class, ``"module:name"`` of one, or an agent."""
    if isinstance(value, str) and (upward.is_named(value) or "," in value or value.count(":") > 1):
        return upward.entrant(value)
    if isinstance(value, str) and ":" in value:
        value = import_object(value, "policy")
    elif isinstance(value, type):
        value = construct(value, f"policy {shown(value)}")
    if not callable(value):
        raise InputError(f'policy {shown(value)}: give a function, or "module:name" of one')
    try:
        hash(value)
    except TypeError:
        raise InputError(f"policy {shown(value)}: give one that can be hashed") from None
    if is_jitted(value):
        function = value.py_func
        if getattr(sys.modules.get(function.__module__), function.__name__, None) is not value:
            name = f"{function.__module__}:{function.__qualname__}"
            raise InputError(f"policy {name}: define it in a module, by its own name")
        return cast("Policy", value)
    count = arguments(value)
    if count > 2:
        return upward.entrant(value)
    return OfState(value) if count == 1 else value


def is_jitted(policy: Policy) -> bool:
    """Return True if a policy is compiled by Numba, so that it runs in the loop."""
    return hasattr(policy, "py_func")


def answer_of(policy: Policy, state: Any, random: Random) -> Any:
    """Return the move of a policy in Python, legal or not."""
    with own_code(f"policy {name_of(policy)}", policy):
        move = policy(state, random)
    return getattr(move, "move", move)


def illegal(policy: Policy, move: Any, state: Any) -> InputError:
    """Return the error of a policy with an illegal move."""
    return InputError(f"policy {name_of(policy)}: its move {move} is not legal in {state!r}")


#: The seat of chance.
CHANCE = 0


@dataclass(frozen=True)
class Answer:
    """The answer of a player: a move and, if known, its evaluation of all moves.

    Attributes
    ----------
    move : Move
        The move to make.
    visits : mapping of Move to number
        The trials of each move.
    values : mapping of Move to number
        The mover's expected reward of each move.
    """

    move: Move
    visits: Mapping[Move, float] = field(default_factory=dict)
    values: Mapping[Move, float] = field(default_factory=dict)


#: Takes a state, which is its own, and random numbers of this decision; returns a move, or anything
#: with a ``move`` and perhaps ``visits`` and ``values``, such as an `Answer`.
Player = Callable[["State", Random], Any]


Record_co = TypeVar("Record_co", covariant=True)


class Table(Protocol[Record_co]):
    """A `State`, or an object that guards or records one."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def ply(self) -> int:
        """Number of moves made."""

    @property
    def seat(self) -> int:
        """The player who chooses next, 0 for chance."""

    def chances(self) -> Sequence[tuple[Any, Any]]:
        """Return the moves that chance may make now, with their probabilities."""

    def outcome(self) -> object:
        """Return the result of the game, or None while it goes on."""

    def copy(self) -> Any:
        """Return an independent state."""

    def push(self, move: Any, /) -> None:
        """Make a move."""

    def trial(self, seed: int | None = None) -> Record_co:
        """Return the game so far."""


def play_game(
    table: Table[Record_co],
    players: Sequence[Any],
    *,
    seed: int = 0,
    heard: Callable[[Answer], None] | None = None,
    draws: Callable[[int], Random] | None = None,
) -> Record_co:
    """Play on until the game is over, or the next player is None.

    Parameters
    ----------
    table : State, or anything with its methods
        The game to play on; the function changes it.
    players : sequence of callable, Agent, str or None
        One a seat, in order: a function of a state, or of a state and random numbers, or another
        argument of `agents.entrant`, such as ``"mcts:1000"``. Agents get their own view, a
        function gets a copy of the whole state. None moves by other means such as clicks: at that
        turn the loop ends, and may be entered again after the move.
    seed : int
        Every decision has its own random numbers, from the seed and the number of moves so far. So
        the same players play the same game, even after part of it was undone.
    heard : callable, optional
        Called with each answer before its move is made.
    draws : callable, optional
        Gives the random numbers of the next decision of a player, or of chance for 0, in place of
        those from the seed.

    Returns
    -------
    Trial
        The game so far, as the table has it.

    Raises
    ------
    InputError
        If there is not one player for each seat, or an answer is not legal; the moves before have
        been made.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> trial = play_game(state, [by_chance, by_chance], seed=7)
    >>> state.outcome().winner == trial.result
    True
    """
    if len(players) != table.players:
        raise InputError(f"{len(players)} players: give {table.players}, one for each seat")
    players = [player if player is None else _player(player) for player in players]
    while table.outcome() is None:
        seat = table.seat
        random = draws(seat) if draws is not None else random_at(seed, table.ply)
        if seat == CHANCE:
            table.push(move_of_chance(table.chances(), random))
            continue
        player = players[seat - 1]
        if player is None:
            break
        answer = answer_in(player, table.copy(), random)
        if heard is not None:
            heard(answer)
        try:
            table.push(answer.move)
        except InputError as error:
            raise InputError(f"player {seat}: {error}") from None
    return table.trial(seed)


def random_at(seed: int, ply: int) -> Random:
    """Return the random number generator of a decision, by seed and number of moves."""
    return Random(f"{seed} {ply}")


def _player(given: Any) -> Player:
    """Return a player as a function of state and random numbers."""
    if callable(given) and not isinstance(given, type):
        count = arguments(given)
        if count <= 2:
            return OfState(given) if count == 1 else given
    return upward.entrant(given)


def answer_in(player: Player, state: "State", random: Random) -> Answer:
    """Return the answer of a player. The player may change the state; see `play_game`."""
    own = getattr(player, "function", player)
    with nullcontext() if is_ours(own) else own_code(f"player {name_of(own)}", own):
        given = player(state, random)
    if isinstance(given, Answer):
        return given
    move: Any = getattr(given, "move", given)
    return Answer(move, getattr(given, "visits", None) or {}, getattr(given, "values", None) or {})


def move_of_chance(chances: Sequence[tuple[Any, Any]], random: Random) -> Any:
    """Return a move of chance, of moves with their probabilities."""
    moves, odds = zip(*chances, strict=True)
    return random.choices(moves, odds)[0]


def by_chance(state: "State", random: Random) -> Move:
    """Return a random move: all equally likely, or by the probabilities of chance."""
    if chances := state.chances():
        move: Move = move_of_chance(chances, random)
        return move
    return random.choice(list(state.legal_moves))
