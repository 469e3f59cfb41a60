"""Determinization: states that a player cannot tell apart, with hidden things sampled anew."""

from collections.abc import Iterator
from math import log
from random import Random

from boardless.agents.histories import Course, Lots, Watched
from boardless.agents.min_conflicts import repaired
from boardless.agents.protocol import HasHidden, StateProtocol
from boardless.play.state import State
from boardless.play.state import State as GameState
from boardless.topo import InputError

#: So many changes are tried at most to find a course of a game that a player may have seen.
MAX_TRIED = 20_000
#: The logarithm by which a change is rarer for each place that it makes look wrong.
STRICT = 2.0
#: Changes in which courses get strict step by step.
COOLING = 400
#: So many states come from changes of one course; then another one is drawn.
TOGETHER = 10
#: Changes between one state and the next, for each choice that is not known.
BETWEEN = 4
#: One change in so many lets a choice be drawn by its odds alone.
PLAIN = 8


def redrawn_states(state: State, player: int, random: Random) -> Iterator[State]:
    """Yield states that a player cannot tell apart from one of a game in L-GDL, without end.

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
        If none was found in MAX_TRIED changes.
    """
    watched = Watched.of(state, player)
    while True:
        course = last = _begun(watched, random)
        for _ in range(TOGETHER):
            for _ in range(BETWEEN * len(course.open_plies)):
                course = changed(course, random, STRICT)
                last = last if course.distance else course
            yield last.state.copy()


def _begun(watched: Watched, random: Random) -> Course:
    """Return a course that looks as the player saw it."""
    course = Course(watched, watched.start.copy())
    while course.go_on(random, picks=True):
        pass
    if course.distance:
        course = repaired(course, random)
    for tried in range(MAX_TRIED):
        if not course.distance:
            return course
        course = changed(course, random, STRICT * min(tried / COOLING, 1))
    raise InputError(
        f"{watched.state!r}: nothing that player {watched.player} may have seen was found"
    )


def changed(course: Course, random: Random, strict: float) -> Course:
    """Return a course with a choice drawn again, or the same one where that looks too wrong."""
    plies = course.open_plies
    if not plies:
        return course
    ply = random.choice(plies)
    wanted = dict(enumerate(course.choices[ply + 1 :], ply + 1))
    lots = Lots.at(course, ply) if random.randrange(PLAIN) else None
    drawn = {} if lots is None else lots.changed(course, ply, random)
    other = course.until(ply)
    while other.go_on(random, drawn.get(at := len(other.choices), wanted.get(at))):
        if at in drawn and other.choices[at].odds != drawn[at].odds:
            return course
    now = max(len(other.open_plies), 1)
    farther = other.distance - course.distance
    rare = strict * farther - log(len(plies) / now)
    return other if log(1 - random.random()) <= -rare else course


def hides(state: StateProtocol) -> bool:
    """Tell whether not every player sees everything."""
    if isinstance(state, GameState):
        return int(state.position.kernels.HIDDEN) >= 0
    return isinstance(state, HasHidden)


def observations(state: StateProtocol, player: int, random: Random) -> Iterator[StateProtocol]:
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


def observation(state: StateProtocol, player: int, random: Random) -> StateProtocol:
    """Return what a player sees of a state; see `observations`."""
    return next(observations(state, player, random))


def seen_by(agent: object, state: StateProtocol, player: int, random: Random) -> StateProtocol:
    """Return what an agent gets of a state of its own: an observation where that is another one."""
    looks = hides(state) and getattr(agent, "looks", True)
    return observation(state, player, random) if looks else state
