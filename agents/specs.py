"""Agents as text: ``name[:iterations][,parameter=value]...``."""

import ast
from dataclasses import dataclass, fields
from typing import Any

from boardless.agents.alpha_beta import AlphaBeta
from boardless.agents.decision import MAX_BUDGET, Agent, Budget
from boardless.agents.evolution import RHEA, RMHC
from boardless.agents.mcts import MCTS, FlatMC
from boardless.agents.simple import First, Greedy, Random
from boardless.topo import InputError, named, whole_number

#: Agents by the names that specs have for them.
AGENTS: dict[str, type[Any]] = {
    "random": Random,
    "first": First,
    "greedy": Greedy,
    "rmhc": RMHC,
    "rhea": RHEA,
    "flat": FlatMC,
    "mcts": MCTS,
    "alphabeta": AlphaBeta,
}
#: What an agent may spend on a move unless its spec says so.
DEFAULT = Budget(iterations=1000)
#: Where an iteration is something else than a simulation.
_DEFAULTS = {AlphaBeta: Budget(calls=10_000), RMHC: Budget(calls=4_000), RHEA: Budget(calls=4_000)}


@dataclass(frozen=True)
class Entrant:
    """Who takes part: an agent, what it may spend on a move, and what it is called.

    Attributes
    ----------
    name : str
        The spec, or any other name.
    agent : Agent
        What chooses.
    budget : Budget
        What it may spend.
    """

    name: str
    agent: Agent
    budget: Budget = DEFAULT


def entrant(spec: str | Entrant, budget: Budget | None = None) -> Entrant:
    """Return who a spec describes.

    Parameters
    ----------
    spec : str or Entrant
        ``name[:iterations][,parameter=value]...``: a name in `AGENTS`, or ``module:name`` of a
        class that makes an agent. ``calls`` and ``seconds`` are of the budget, all others are
        parameters of the agent; values are written as in Python, or as plain words.
    budget : Budget, optional
        What everyone may spend, whatever the specs say.

    Raises
    ------
    InputError
        If there is no such agent or parameter, or a value is not allowed.

    Examples
    --------
    >>> entrant("mcts:1000,policy=grave,exploration=0.0").agent.policy
    'grave'
    """
    if isinstance(spec, Entrant):
        return spec if budget is None else Entrant(spec.name, spec.agent, budget)
    head, *settings = spec.split(",")
    path, _, iterations = head.rpartition(":") if _counts(head) else (head, "", "")
    kind = _kind(path)
    given: dict[str, Any] = {"iterations": int(iterations)} if iterations else {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or name in given:
            raise InputError(f"agent {spec!r}: expected parameter=value once, not {setting!r}")
        given[name] = _value(value)
    spending = {
        name: given.pop(name) for name in ("iterations", "calls", "seconds") if name in given
    }
    known = {it.name for it in fields(kind)}
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted({*known, "iterations", "calls", "seconds"}))
            raise InputError(f"agent {spec!r}: unknown parameter {name!r}, choose from {allowed}")
    own = Budget(**spending) if spending else _DEFAULTS.get(kind, DEFAULT)
    return Entrant(spec, kind(**given), budget or own)


def _counts(head: str) -> bool:
    """Tell whether what follows the last colon is a number of iterations."""
    _, colon, last = head.rpartition(":")
    if colon and last.isdecimal():
        whole_number(int(last), "iterations", 1, MAX_BUDGET)
        return True
    return False


def _kind(path: str) -> type[Any]:
    """Return the class that a name stands for."""
    if ":" not in path:
        return named(path, AGENTS, "agent")
    from importlib import import_module

    module, _, name = path.partition(":")
    try:
        kind = getattr(import_module(module), name)
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"agent {path!r} cannot be imported: {reason}") from None
    if not isinstance(kind, type) or not hasattr(kind, "__dataclass_fields__"):
        raise InputError(f"agent {path!r}: give a dataclass that can be called")
    return kind


def _value(text: str) -> Any:
    """Return a value written as in Python; anything else is a word."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
