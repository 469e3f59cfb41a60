"""What a player sees of a state: positions that may be there, as far as he can know.

In a game in L-GDL a player knows his own moves, how many moves were made, whose turn it was, and
what he saw of the board after each of them. A move without choice, such as the one that is left
when chance has decided, tells him nothing.
"""

from collections.abc import Iterator
from random import Random

from boardless.agents.protocol import HasHidden, State
from boardless.agents.redrawing import redrawn_states
from boardless.play.state import State as GameState


def hides(state: State) -> bool:
    """Tell whether not every player sees everything."""
    if isinstance(state, GameState):
        return int(state.position.kernels.HIDDEN) >= 0
    return isinstance(state, HasHidden)


def observations(state: State, player: int, random: Random) -> Iterator[State]:
    """Yield what a player sees of a state: copies, with what is hidden from him drawn anew.

    Raises
    ------
    InputError
        If no course of the game was found of which he may have seen the same.
    """
    if isinstance(state, GameState) and hides(state):
        yield from redrawn_states(state, player, random)
    while True:
        yield state.observed(player, random) if isinstance(state, HasHidden) else state.copy()


def observation(state: State, player: int, random: Random) -> State:
    """Return what a player sees of a state; see `observations`."""
    return next(observations(state, player, random))


def seen_by(agent: object, state: State, player: int, random: Random) -> State:
    """Return what an agent gets of a state of its own: an observation where that is another one."""
    looks = hides(state) and getattr(agent, "looks", True)
    return observation(state, player, random) if looks else state
