"""Policies: functions that choose the moves of playouts and of players, and their arguments."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, signature
from random import Random
from typing import Any, cast

from boardless.strategies.strategy import construct, import_object
from boardless.topo import InputError
from boardless.util import upward
from boardless.util.inputs import shown
from boardless.util.own_code import own_code

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
    """Return a policy of a function, ``"module:name"`` of one or of its class, or an agent."""
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
