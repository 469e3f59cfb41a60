"""What games are like: the measures of TAG, and those that boards which grow add.

Sources: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.1 (action space,
branching factor, state size, hidden information, speed, length, reward sparsity).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from boardless.agents.playing import begun, playable
from boardless.agents.protocol import CHANCE, Game, HasSize, State
from boardless.agents.specs import Entrant, entrant
from boardless.analysis.board_measures import BOARD_COLUMNS, board_row
from boardless.analysis.estimates import Estimates, estimated
from boardless.analysis.samples import Line, agent_lines, random_lines, states_of
from boardless.play.chunk import MAX_SEED
from boardless.play.state import State as GameState
from boardless.topo import InputError, whole_number

#: For how long each kind of call is repeated, in seconds.
TIMED_SECONDS = 0.05
#: Games of which every state is looked at, unless there are fewer.
LOOKED_AT = 100
MAX_PLAYOUTS = 10**7


@dataclass
class Seen:
    """What was seen in the states of some games.

    Attributes
    ----------
    actions, branching : list of int
        Legal moves, and different states that they lead to, wherever a player chose.
    sizes : list of int
        Components of every state; where the game does not say, places on boards and in hands.
    hidden : list of float
        The share of them that the player who chose did not see.
    turns : list of int
        Moves that a player made in a row.
    boards : list of tuple
        Ply, and the numbers of `board_measures.BOARD_COLUMNS`, of every state with a board.
    estimates : list of Estimates
        What each game was like to an onlooker who searches.
    """

    actions: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    hidden: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    boards: list[tuple[float, ...]] = field(default_factory=list)
    estimates: list[Estimates] = field(default_factory=list)


def measure(
    game: Any,
    *,
    agent: str | Entrant = "random",
    playouts: int = 1000,
    seed: int = 0,
    onlooker: str | Entrant | None = None,
) -> dict[str, Any]:
    """Return what a game is like, as the command line prints it.

    Parameters
    ----------
    game : Game or str
        A game in L-GDL, its name, or one written in Python.
    agent : str or Entrant
        Who plays, on every seat.
    playouts : int, default 1000
        How many games; the states of the first hundred are looked at one by one.
    seed : int, default 0
        Where the random numbers come from.
    onlooker : str or Entrant, optional
        Who estimates how a game of two goes, for drama and what goes with it.

    Returns
    -------
    dict
        ``plies`` (decisions of players, passes left out), ``ticks`` (all moves), ``actions``,
        ``branching``, ``state_size``, ``turn`` (moves in a row), each with mean, sd, min and max;
        ``hidden`` share; ``rewards`` of all players; ``calls_per_s``; ``seats``, the mean reward of
        each; ``board``, a row for each ply; ``estimates``.

    Raises
    ------
    InputError
        If something asked for is not allowed.
    """
    played, who = playable(game), entrant(agent)
    watcher = None if onlooker is None else entrant(onlooker)
    playouts = whole_number(playouts, "playouts", 1, MAX_PLAYOUTS)
    seed = whole_number(seed, "seed", 0, MAX_SEED)
    if watcher is not None and played.players != 2:
        raise InputError(f"onlooker: {played.name} has {played.players} players, not two")
    by_chance = who.name.partition(":")[0] == "random"
    lines = (
        random_lines(played, playouts, seed)
        if by_chance
        else agent_lines(played, [who] * played.players, playouts, seed)
    )
    seen = Seen()
    kept: list[Line] = []
    plies: list[int] = []
    ticks: list[int] = []
    rewards: list[tuple[float, ...]] = []
    for line in lines:
        plies.append(line.decisions)
        ticks.append(len(line.moves))
        rewards.append(line.rewards)
        if len(kept) < LOOKED_AT:
            kept.append(line)
            look(seen, played, line, watcher)
    return {
        "game": played.name,
        "agent": who.name,
        "seed": seed,
        "playouts": playouts,
        "plies": _spread(plies),
        "ticks": _spread(ticks),
        "actions": _spread(seen.actions),
        "branching": _spread(seen.branching),
        "state_size": _spread(seen.sizes),
        "turn": _spread(seen.turns),
        "hidden": float(np.mean(seen.hidden)) if seen.hidden else 0.0,
        "rewards": _spread([reward for each in rewards for reward in each]),
        "seats": np.mean(rewards, axis=0).tolist(),
        "calls_per_s": speeds(played, kept[0]),
        "board": _boards(seen.boards),
        "estimates": Estimates.mean(seen.estimates),
        "lengths": np.bincount(plies).tolist(),
    }


def look(seen: Seen, game: Game, line: Line, watcher: Entrant | None) -> None:
    """Add what there is to see in the states of a game."""
    values, before, run = [], 0, 0
    for ply, state in enumerate(states_of(game, line)):
        seen.sizes.append(_size(state, 1)[0])
        if isinstance(state, GameState):
            seen.boards.append((ply, *board_row(state)))
        if state.outcome() is not None:
            break
        if watcher is not None and state.seat != CHANCE:
            values.append(estimated(state, watcher, line.seed, ply))
        if state.seat == CHANCE:
            continue
        if not _only_passes(state):
            moves = list(state.legal_moves)
            seen.actions.append(len(moves))
            seen.branching.append(len({_after(state, move) for move in moves}))
            size, unseen = _size(state, state.seat)
            seen.hidden.append(unseen / size if size else 0.0)
        if state.seat == before:
            run += 1
        else:
            seen.turns += [run] if run else []
            before, run = state.seat, 1
    seen.turns += [run] if run else []
    if watcher is not None:
        seen.estimates.append(Estimates.of(values, line.rewards))


def speeds(game: Game, line: Line) -> dict[str, float]:
    """Return how many calls of each kind are made in a second, along a game, from Python."""
    state = begun(game, line.seed)
    states = []
    for move in line.moves:
        states.append(state.copy())
        state.push(move)

    def again(call: Callable[[Any, Any], object], prepared: bool = False) -> float:
        spent, calls = 0.0, 0
        while spent < TIMED_SECONDS:
            for each, move in zip(states, line.moves, strict=True):
                own = each.copy() if prepared else each
                start = perf_counter()
                call(own, move)
                spent += perf_counter() - start
                calls += 1
        return calls / spent

    return {
        "setup": again(lambda _state, _move: begun(game, line.seed)),
        "next": again(lambda state, move: state.push(move), prepared=True),
        "actions": again(lambda state, _move: list(state.legal_moves)),
        "copy": again(lambda state, _move: state.copy()),
    }


def _after(state: State, move: Any) -> Any:
    after = state.copy()
    after.push(move)
    return (after.key, after.seat, after.outcome())


def _only_passes(state: State) -> bool:
    return all(getattr(move, "actions", None) == () for move in state.legal_moves)


def _size(state: State, player: int) -> tuple[int, int]:
    """Return how many components a state has, and how many of them a player does not see."""
    if isinstance(state, HasSize):
        return state.size(player)
    if isinstance(state, GameState):
        return state.position.cells + state.setup.held, 0
    return 0, 0


def _spread(values: Iterable[float]) -> dict[str, float | None]:
    """Return mean, standard deviation, least and most of some numbers."""
    numbers = np.array(list(values), float)
    if not len(numbers):
        return dict.fromkeys(("mean", "sd", "min", "max"))
    found = (numbers.mean(), numbers.std(), numbers.min(), numbers.max())
    return dict(zip(("mean", "sd", "min", "max"), map(float, found), strict=True))


def _boards(rows: Sequence[tuple[float, ...]]) -> list[dict[str, float]]:
    """Return the means of what boards were like, by ply."""
    by_ply: dict[int, list[tuple[float, ...]]] = {}
    for ply, *numbers in rows:
        by_ply.setdefault(int(ply), []).append(tuple(numbers))
    return [
        {"ply": ply, "games": len(found)}
        | dict(zip(BOARD_COLUMNS, np.mean(found, axis=0).tolist(), strict=True))
        for ply, found in sorted(by_ply.items())
    ]
