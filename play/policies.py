"""Functions of a state that choose a move: policies of playouts, and players.

There is one protocol for what chooses (`arguments`): a function of the state, of the state and
random numbers, or an agent (`agents.Agent`), which is also told what it may spend and what it
remembers.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, signature
from random import Random
from typing import TYPE_CHECKING, Any, cast

from boardless.strategies.doors import imported, made
from boardless.topo import InputError
from boardless.topo.own_code import own_code
from boardless.topo.whole import shown

if TYPE_CHECKING:
    from boardless.play.state import State
    from boardless.state import Move

#: In Python: takes the state, to be read, and random numbers of this game's own, if it takes them;
#: returns the move.
#: Jitted by Numba: takes the engine's arrays (`state.engine.arrays`), the number of legal moves
#: and a random number below 2**31; returns the number of a move, which is taken modulo theirs.
Policy = Callable[..., Any]


#: What an agent is given: state, budget, random numbers, memory.
AGENT_ARGUMENTS = 4


@dataclass(frozen=True)
class OfState:
    """A function of the state alone, where random numbers are given as well.

    Attributes
    ----------
    function : callable
        Takes a state.
    """

    function: Callable[[Any], Any]

    def __call__(self, state: Any, random: Random) -> Any:
        """Return what the function says."""
        return self.function(state)

    @property
    def __name__(self) -> str:
        return name_of(self.function)


def name_of(thing: Any) -> str:
    """Return what a function or an object is called in messages and tables."""
    return str(getattr(thing, "__name__", None) or type(thing).__name__)


def arguments(function: Callable[..., Any]) -> int:
    """Return how many arguments are given to what chooses a move.

    Those that it has to be given count: 1, the state; 2, the state and random numbers; 3 and more,
    an agent, which is given its memory where it takes that. What takes any number is an agent.

    Raises
    ------
    InputError
        If it takes none, or more than an agent is given.
    """
    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):
        return 2
    if any(it.kind is Parameter.VAR_POSITIONAL for it in parameters):
        return AGENT_ARGUMENTS
    places = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    most = [it for it in parameters if it.kind in places]
    least = [it for it in parameters if it.default is Parameter.empty]
    count = len(least) if len(least) < AGENT_ARGUMENTS - 1 else min(len(most), AGENT_ARGUMENTS)
    if not 1 <= len(least) <= AGENT_ARGUMENTS or len(least) > count:
        raise InputError(
            f"{name_of(function)}: give what takes a state, a state and random numbers, or state, "
            "budget, random numbers and memory"
        )
    return count


def policy_of(value: Any) -> Policy:
    """Return a policy that is given as it is, or by where it is defined.

    Parameters
    ----------
    value : callable or str
        A function, or ``"module:name"`` of one, or of a class that makes one, in a module that can
        be imported; or an agent, itself or by its spec (`agents.entrant`).

    Raises
    ------
    InputError
        If it is none, or cannot be imported.
    """
    if isinstance(value, str):
        # Agents know policies; here they are asked for only where one may be named.
        from boardless.agents.specs import is_named, player_of

        if is_named(value) or "," in value or value.count(":") > 1:
            return player_of(value)
    if isinstance(value, str) and ":" in value:
        value = imported(value, "policy")
    elif isinstance(value, type):
        value = made(value, f"policy {shown(value)}")
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
        from boardless.agents.specs import player_of

        return player_of(value)
    return OfState(value) if count == 1 else value


def is_jitted(policy: Policy) -> bool:
    """Tell whether a policy is compiled by Numba, so that it runs in the loop."""
    return hasattr(policy, "py_func")


def chosen(policy: Policy, state: "State", random: Random) -> "Move":
    """Return the legal move that a policy in Python chooses.

    Raises
    ------
    InputError
        If it chooses something else.
    """
    move = answer_of(policy, state, random)
    if move not in state.legal_moves:
        raise illegal(policy, move, state)
    return move  # type: ignore[no-any-return]


def answer_of(policy: Policy, state: Any, random: Random) -> Any:
    """Return the move that a policy in Python says, legal or not."""
    with own_code(f"policy {name_of(policy)}", policy):
        move = policy(state, random)
    return getattr(move, "move", move)


def illegal(policy: Policy, move: Any, state: Any) -> InputError:
    """Return the error of a policy that chose a move that is not legal."""
    return InputError(f"policy {name_of(policy)}: its move {move} is not legal in {state!r}")
