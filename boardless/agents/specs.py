"""Specs of agents: texts ``name[:iterations][,parameter=value]...``, objects, functions.

Every place that takes an agent reads it here: tournaments, seats of people, tuning, playouts.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from inspect import Parameter, signature
from random import Random as Stream
from typing import Any

from boardless.agents.alpha_beta import AlphaBeta
from boardless.agents.determinization import seen_by
from boardless.agents.evolution import RHEA, RMHC
from boardless.agents.mcts import MCTS, FlatMC
from boardless.agents.net import Net
from boardless.agents.protocol import (
    MAX_BUDGET,
    Agent,
    Budget,
    Decision,
    Meter,
    Spent,
    StateProtocol,
    checked_budget,
)
from boardless.agents.simple import First, Greedy, Random
from boardless.play.playing import AGENT_ARGUMENTS, arguments, is_jitted, name_of
from boardless.strategies.strategy import construct, import_name
from boardless.topo import InputError, integer_between, named
from boardless.util.inputs import did_you_mean, refuse, shown
from boardless.util.own_code import is_ours, own_code

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
    "net": Net,
}
#: Names before a path: ``net:DIR[:iterations]``.
WITH_PATH = ("net",)
#: The budget of an agent for a move, unless its spec or its class (``default_budget``) has one.
DEFAULT = Budget(iterations=1000)


@dataclass(frozen=True)
class Chooser:
    """An agent made of a user's function; see `play.playing.arguments`.

    It returns a move, or anything with a ``move``, such as a `Decision`.
    """

    function: Callable[..., Any]

    def __post_init__(self) -> None:
        if is_jitted(self.function):
            raise InputError(
                f"agent {name_of(self.function)}: give a function in Python, not one of Numba"
            )
        arguments(self.function)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Stream, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        count = arguments(self.function)
        given = (state, random) if count <= 2 else (state, budget, random, memory)
        return _decision(self.function(*given[:count]))

    @property
    def looks(self) -> bool:
        """Whether the agent needs observations if information is hidden; see `seen_by`."""
        return bool(getattr(self.function, "looks", True))


@dataclass(frozen=True)
class Entrant:
    """A participant: an agent, its budget for a move, and a name.

    Attributes
    ----------
    name : str
        The spec, or any other name.
    agent : Agent
        The agent; a function becomes one. InputError if it cannot be asked for a move.
    budget : Budget
        The resources for a move.
    """

    name: str
    agent: Agent
    budget: Budget = DEFAULT

    def __post_init__(self) -> None:
        object.__setattr__(self, "agent", _agent_of(self.agent))

    @property
    def asked(self) -> Any:
        """The agent, or the function that it consists of."""
        return self.agent.function if isinstance(self.agent, Chooser) else self.agent

    def decide(self, state: StateProtocol, random: Stream, memory: Any = None) -> Decision:
        """Return the agent's decision in its own copy of a state; see `Agent`.

        InputError if a user's agent raises an exception.
        """
        if is_ours(self.agent) and not isinstance(self.agent, Chooser):
            return self.agent(state, self.budget, random, memory)
        meter = Meter(self.budget)
        with own_code(f"agent {self.name}", self.asked):
            decision = _decision(self.agent(state, self.budget, random, memory))
        return meter.count(decision) if decision.spent == Spent() else decision

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, state: Any, random: Stream) -> Decision:
        """Return the decision of the agent as a player of `play.play_game`, who sees his part."""
        return self.decide(seen_by(self.agent, state, state.seat, random), random)

    def stop(self) -> None:
        """Stop the agent, if it has a `stop`."""
        if callable(stop := getattr(self.asked, "stop", None)):
            stop()


def defaults_of(name: str) -> dict[str, Any]:
    """Return the parameters that specs of one of our agents may set, with their defaults."""
    return {
        each.name: None if each.default is MISSING else each.default
        for each in fields(AGENTS[name])
        if each.init
    }


def is_named(spec: str) -> bool:
    """Return True if a spec begins with the name of one of our agents."""
    return re.split("[:,]", spec)[0].casefold() in AGENTS


def entrant(given: Any, budget: Budget | None = None) -> Entrant:
    """Return the participant that a spec, an agent, a function or a class describes.

    Parameters
    ----------
    given : str, Entrant, Agent, callable or type
        A spec, ``name[:iterations][,parameter=value]...``: a name in `AGENTS`, ``net:PATH`` with
        the folder of a training run, or ``module:name`` of a class that makes an agent, of an
        agent, or of a function. ``calls`` and ``seconds`` set the budget, all others are parameters
        of the agent; values are written as in Python, or as plain words. You may also give the
        object itself. A function takes a state, or a state and random numbers, and returns
        a move; see `play.playing.arguments`.
    budget : Budget, optional
        The budget to use in place of the spec's budget.

    Raises
    ------
    InputError
        If an agent or a parameter is unknown, or a value is not allowed.

    Examples
    --------
    >>> entrant("mcts:1000,policy=grave,exploration=0.0").agent.policy
    'grave'
    >>> entrant(lambda state: next(iter(state.legal_moves))).name
    '<lambda>'
    """
    if budget is not None:
        checked_budget(budget)
    if isinstance(given, Entrant):
        return given if budget is None else Entrant(given.name, given.agent, budget)
    if isinstance(given, str):
        return _read(given, budget)
    thing = construct(given, f"agent {given.__name__}") if isinstance(given, type) else given
    return Entrant(name_of(given), thing, budget or _default_budget(thing))


def _read(spec: str, budget: Budget | None) -> Entrant:
    head, *settings = spec.split(",")
    path, _, iterations = head.rpartition(":") if _counts(head) else (head, "", "")
    values: dict[str, Any] = {"iterations": int(iterations)} if iterations else {}
    first, _, file = path.partition(":")
    if first.casefold() in WITH_PATH:
        path, values["path"] = first, file
        if not file:
            refuse("agent", spec, f"give a path, {first}:PATH")
    thing = import_name(path, "agent") if ":" in path else named(path, AGENTS, "agent")
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or name in values:
            is_agent = setting.partition(":")[0].casefold() in AGENTS
            apart = "; give each agent by itself" if is_agent else ""
            refuse("agent", spec, f"expected parameter=value once, not {setting!r}{apart}")
        values[name] = _value(value)
    spending = {
        name: values.pop(name) for name in ("iterations", "calls", "seconds") if name in values
    }
    parameters = _parameters(thing)
    for name in values:
        if name not in parameters:
            allowed = sorted({*parameters, "iterations", "calls", "seconds"})
            near = did_you_mean(name, allowed, 1)
            choose = f"{near and near + ' '}choose from {', '.join(allowed)}"
            refuse("agent", spec, f"unknown parameter {name!r}, {choose}")
    if not isinstance(thing, type):
        agent = replace(thing, **values) if values else thing
    elif is_ours(thing):
        agent = thing(**values)
    else:
        agent = construct(thing, f"agent {shown(spec)}", **values)
    if not callable(agent):
        why = "cannot be called: give a function of a state, or what has __call__"
        refuse("agent", spec, f"{name_of(agent)} {why}")
    own = Budget(**spending) if spending else _default_budget(agent)
    return Entrant(spec, agent, budget or own)


def _default_budget(agent: Any) -> Budget:
    budget = getattr(type(agent), "default_budget", None)
    return budget if isinstance(budget, Budget) else DEFAULT


def _parameters(thing: Any) -> set[str]:
    """Return the parameters that a spec may set of a class, an agent or a function."""
    if is_dataclass(thing):
        return {field.name for field in fields(thing) if field.init}
    if not isinstance(thing, type):
        return set()
    try:
        parameters = signature(thing).parameters.values()
    except (TypeError, ValueError):
        return set()
    kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return {each.name for each in parameters if each.kind in kinds}


def _agent_of(thing: Any) -> Agent:
    if not callable(thing) or isinstance(thing, type):
        refuse("agent", thing, "give a spec such as mcts:1000, an agent, or a function")
    agent: Agent = thing
    if isinstance(thing, Chooser) or (is_ours(thing) and is_dataclass(thing)):
        return agent
    return Chooser(thing) if is_jitted(thing) or arguments(thing) < AGENT_ARGUMENTS else agent


def _decision(answer: Any) -> Decision:
    """Return an answer as a decision: a move, or an object with a ``move``."""
    if isinstance(answer, Decision):
        return answer
    values, visits = (getattr(answer, name, None) or {} for name in ("values", "visits"))
    return Decision(getattr(answer, "move", answer), values=values, visits=visits)


def _counts(head: str) -> bool:
    """Return True if a number of iterations follows the last colon."""
    name, colon, last = head.rpartition(":")
    if colon and (last.isdecimal() or name.casefold() in AGENTS.keys() - WITH_PATH):
        integer_between(int(last) if last.isdecimal() else last, "iterations", 1, MAX_BUDGET)
        return True
    return False


def _value(text: str) -> Any:
    """Return a value written as in Python; anything else is a word."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
