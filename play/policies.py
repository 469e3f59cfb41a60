"""Policies: what chooses the moves of playouts instead of chance."""

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from boardless.strategies.doors import imported
from boardless.topo import InputError
from boardless.topo.whole import shown

if TYPE_CHECKING:
    from boardless.play.state import State
    from boardless.state import Move

#: In Python: takes the state, to be read, and random numbers of this game's own; returns the move.
#: Jitted by Numba: takes the engine's arrays (`state.engine.arrays`), the number of legal moves
#: and a random number below 2**31; returns the number of a move, which is taken modulo theirs.
Policy = Callable[..., Any]


def policy_of(value: Any) -> Policy:
    """Return a policy that is given as it is, or by where it is defined.

    Parameters
    ----------
    value : callable or str
        A function, or ``"module:name"`` of one in a module that can be imported.

    Raises
    ------
    InputError
        If it is none, or cannot be imported.
    """
    if isinstance(value, str) and ":" in value:
        value = imported(value, "policy")
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
    return value  # type: ignore[no-any-return]


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
    move = policy(state, random)
    if move not in state.legal_moves:
        name = getattr(policy, "__name__", repr(policy))
        raise InputError(f"policy {name}: its move {move} is not legal in {state!r}")
    return move  # type: ignore[no-any-return]
