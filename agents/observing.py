"""What a player sees of a state: positions that may be there, as far as he can know.

In a game in L-GDL a player knows his own moves, how many moves were made, whose turn it was, and
what he saw of the board after each of them. A move without choice, such as the one that is left
when chance has decided, tells him nothing.
"""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

from boardless.agents.protocol import CHANCE, HasHidden, State
from boardless.play.state import State as GameState
from boardless.topo import InputError

#: So many moves are tried at most to find a course of a game that a player may have seen.
MAX_TRIED = 100_000


def hides(state: State) -> bool:
    """Tell whether not every player sees everything."""
    if isinstance(state, GameState):
        return int(state.position.kernels.HIDDEN) >= 0
    return isinstance(state, HasHidden)


def observation(state: State, player: int, random: Random) -> State:
    """Return what a player sees of a state: a copy, with what is hidden from him drawn anew.

    Raises
    ------
    InputError
        If there are too many courses of the game of which he may have seen the same.
    """
    if isinstance(state, GameState):
        return redrawn(state, player, random) if hides(state) else state.copy()
    if isinstance(state, HasHidden):
        return state.observed(player, random)
    return state.copy()


def seen_by(agent: object, state: State, player: int, random: Random) -> State:
    """Return what an agent gets of a state of its own: an observation where that is another one."""
    looks = hides(state) and getattr(agent, "looks", True)
    return observation(state, player, random) if looks else state


def redrawn(state: GameState, player: int, random: Random) -> GameState:
    """Return a state that a player cannot tell apart from one of a game in L-GDL.

    The game is played again from the start, with chance drawn by its probabilities and the moves
    of others by lot, and moves after which he would have seen something else are taken back.

    Parameters
    ----------
    state : State
        The state.
    player : int
        Who looks.
    random : Random
        Where what is drawn comes from.

    Raises
    ------
    InputError
        If more than MAX_TRIED moves have been tried.
    """
    made, twin = state.move_stack, state.copy()
    seen = [_view(twin, player)]
    for _ in made:
        twin.pop()
        seen.append(_view(twin, player))
    seen.reverse()
    left = [_drawn(twin, made[0], player, random)] if made else []
    tried = 0
    while twin.ply < len(made):
        move = next(left[-1], None)
        if move is None:
            # No move from here leads to what was seen.
            left.pop()
            twin.pop()
            continue
        tried += 1
        if tried > MAX_TRIED:
            raise InputError(f"{state!r}: nothing that player {player} may have seen was found")
        twin.push(move)
        if _view(twin, player) != seen[twin.ply]:
            twin.pop()
        elif twin.ply < len(made):
            left.append(_drawn(twin, made[twin.ply], player, random))
    return twin


def _view(state: GameState, player: int) -> tuple[Any, ...]:
    """Return what a player sees: the board, the hands, whose turn it is, and whether it is over."""
    seen = state.observation(player)
    parts = tuple(getattr(seen, part.name) for part in fields(seen))
    return (*parts, state.seat, state.outcome() is None)


def _drawn(state: GameState, made: Any, player: int, random: Random) -> Iterator[Any]:
    """Return the moves that may have been made in a state, in an order drawn by lot."""
    if state.seat != CHANCE:
        moves = list(state.legal_moves)
        if state.seat == player and len(moves) > 1:
            moves = [made] if made in moves else []
        random.shuffle(moves)
        return iter(moves)
    # Who comes first by these numbers is drawn by the odds, and so are all others after him.
    waits = [(random.expovariate(float(odds)), n) for n, (_, odds) in enumerate(state.chances())]
    outcomes = [move for move, _ in state.chances()]
    return iter([outcomes[n] for _, n in sorted(waits)])
