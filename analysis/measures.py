"""What games are like: the measures of TAG, and those that boards which grow add.

Sources: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.1 (action space,
branching factor, state size, hidden information, speed, length, reward sparsity).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from boardless.agents.heuristics import AnyHeuristic, heuristic_of, judged
from boardless.agents.intervals import wilson
from boardless.agents.observing import hides
from boardless.agents.playing import begun, playable
from boardless.agents.protocol import CHANCE, Game, HasSize, State
from boardless.agents.specs import Entrant, entrant
from boardless.analysis.board_measures import BOARD_COLUMNS, board_row
from boardless.analysis.estimates import Estimates, estimated
from boardless.analysis.samples import Line, lines_by, states_of
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
    rounds : list of int
        How often in a game the turn came to the player who began.
    values : list of float
        What a heuristic said of every state to the player who chose, and of the end to each.
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
    rounds: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    boards: list[tuple[float, ...]] = field(default_factory=list)
    estimates: list[Estimates] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        """Return what was seen in numbers; see `measure`."""
        return {
            "actions": _spread(self.actions),
            "branching": _spread(self.branching),
            "state_size": _spread(self.sizes),
            "turn": _spread(self.turns),
            "rounds": _spread(self.rounds),
            "heuristic": _spread(self.values),
            "hidden": float(np.mean(self.hidden)) if self.hidden else 0.0,
            "board": _boards(self.boards),
            "estimates": Estimates.mean(self.estimates),
        }


def measure(
    game: Any,
    *,
    agent: str | Entrant = "random",
    playouts: int = 1000,
    seed: int = 0,
    onlooker: str | Entrant | None = None,
    heuristic: Any = None,
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
    heuristic : Heuristic, callable or str, optional
        Whose values are looked at in every state, as TAG does with those of its games.

    Returns
    -------
    dict
        ``plies`` (decisions of players, passes left out), ``ticks`` (all moves), ``actions``,
        ``branching``, ``state_size``, ``turn`` (moves in a row), ``rounds``, ``rewards``,
        ``heuristic``, each with mean, sd, min and max; ``hidden`` share; ``calls_per_s``;
        ``seats``, the mean rewards; ``first_player``; ``board``, a row for each ply; ``estimates``.

    Raises
    ------
    InputError
        If something asked for is not allowed.
    """
    played, who = playable(game), entrant(agent)
    watcher = None if onlooker is None else entrant(onlooker)
    judge = heuristic_of(heuristic)
    playouts = whole_number(playouts, "playouts", 1, MAX_PLAYOUTS)
    seed = whole_number(seed, "seed", 0, MAX_SEED)
    if watcher is not None and played.players != 2:
        raise InputError(f"onlooker: {played.name} has {played.players} players, not two")
    seen, ends, rates = Seen(), [], dict[str, float]()
    for number, line in enumerate(lines_by(played, who, playouts, seed)):
        ends.append((line.decisions, len(line.moves), line.rewards))
        if number < LOOKED_AT:
            look(seen, played, line, watcher, judge)
        rates = rates or speeds(played, line)
    plies, ticks, rewards = zip(*ends, strict=True)
    seats = np.mean(rewards, axis=0).tolist()
    return {
        "game": played.name,
        "agent": who.name,
        "seed": seed,
        "playouts": playouts,
        "plies": _spread(plies),
        "ticks": _spread(ticks),
        "rewards": _spread([reward for each in rewards for reward in each]),
        "seats": seats,
        "first_player": _first_player(seats, playouts),
        "calls_per_s": rates,
        "lengths": np.bincount(plies).tolist(),
    } | seen.told()


def look(
    seen: Seen, game: Game, line: Line, watcher: Entrant | None, judge: AnyHeuristic | None = None
) -> None:
    """Add what there is to see in the states of a game."""
    values, turns = [], [(CHANCE, 0)]
    for ply, state in enumerate(states_of(game, line)):
        seen.sizes.append(_size(state, 1)[0])
        if isinstance(state, GameState):
            seen.boards.append((ply, *board_row(state)))
        if state.outcome() is not None:
            seen.values += line.rewards if judge is not None else ()
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
            if judge is not None:
                seen.values.append(judged(judge, state, state.seat))
        seat, run = turns[-1]
        if state.seat == seat:
            turns[-1] = (seat, run + 1)
        else:
            turns.append((state.seat, 1))
    seen.turns += [run for _, run in turns[1:]]
    seen.rounds.append(sum(seat == turns[1][0] for seat, _ in turns[1:]) if turns[1:] else 0)
    if watcher is not None:
        seen.estimates.append(Estimates.of(values, line.rewards))


def _first_player(seats: Sequence[float], games: int) -> dict[str, Any]:
    """Return the score of who begins, its interval, and by how much it is more than its share."""
    return {
        "score": seats[0],
        "interval": list(wilson(seats[0], games)),
        "advantage": seats[0] - 1 / len(seats) if len(seats) > 1 else None,
    }


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
        unseen = len(state.observation(player).hidden) if hides(state) else 0
        return state.position.cells + state.setup.held, unseen
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
