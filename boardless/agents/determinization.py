"""Determinization: states that a player cannot tell apart, with hidden things resampled.

Action histories are a Markov chain: each step samples one open choice again and is accepted by the
Metropolis rule (N. Metropolis and others, 1953), cooled until nothing contradicts the observation.
"""

from collections.abc import Iterator
from math import log
from random import Random

import numpy as np

from boardless.agents.histories import (
    STRICT,
    ActionHistory,
    PlayerRecord,
    Shuffle,
    ShuffleRepair,
    repair,
)
from boardless.agents.protocol import HasHidden, StateProtocol
from boardless.games.modules import Features
from boardless.play.state import State
from boardless.state import Move
from boardless.state.engine.arrays import COUNT
from boardless.topo import InputError

#: The part of the engine that redraws cards.
REDRAWS = Features(undo=True, parts=("sampling",))
#: The most steps to an action history that a player may have seen.
MAX_TRIED = 20_000
#: Steps in which the chain is cooled.
COOLING = 400
#: States from one chain; then another one is begun.
TOGETHER = 10
#: Steps between one state and the next, for each open choice.
BETWEEN = 4
#: One step in this number samples a choice by its odds alone.
PLAIN = 8


def determinizations(state: State, player: int, random: Random) -> Iterator[State]:
    """Yield states that a player cannot tell from a state; InputError after MAX_TRIED steps."""
    observed = PlayerRecord.of(state, player)
    while True:
        history = last = first_history(observed, random)
        for _ in range(TOGETHER):
            history, left = _shuffled(history, random)
            last = last if history.distance else history
            for _ in range(BETWEEN * left):
                history = metropolis_step(history, random, STRICT)
                last = last if history.distance else history
            yield last.state.copy()


def _shuffled(history: ActionHistory, random: Random) -> tuple[ActionHistory, int]:
    """Resample the first shuffle of a history; return it and the number of other open choices.

    If one move, or the initial position, contains the whole shuffle, a walk exchanges things within
    it, and then the history is played once. Otherwise the history stays as it is.
    """
    search, left = ShuffleRepair.of(history), len(history.open_plies)
    if search is None:
        return history, left
    plies = search.shuffle.plies
    things = search.walk(search.shuffle.things(history), random, BETWEEN * len(plies))
    wanted = search.shuffle.choices(history, things)
    other = history.chosen_again(plies[0], wanted, random)
    if other is None or other.distance:
        return history, left
    return other, left - len(plies)


def first_history(observed: PlayerRecord, random: Random) -> ActionHistory:
    """Return an action history that agrees with everything the player saw."""
    history = ActionHistory(observed, observed.start.copy())
    while history.extend(random, picks=True):
        pass
    if history.distance:
        history = repair(history, random)
    for tried in range(MAX_TRIED):
        if not history.distance:
            return history
        history = metropolis_step(history, random, STRICT * min(tried / COOLING, 1))
    raise InputError(
        f"{observed.state!r}: no position was found that player {observed.player} may have seen"
    )


def metropolis_step(history: ActionHistory, random: Random, strict: float) -> ActionHistory:
    """Return a history with one choice resampled, or the same one; for `strict` see STRICT."""
    plies = history.open_plies
    if not plies:
        return history
    ply = random.choice(plies)
    shuffle = Shuffle.at(history, ply) if random.randrange(PLAIN) else None
    # Another thing in place of one is a symmetric proposal.
    proposal = (
        {} if shuffle is None else shuffle.exchanged(history, ply, random.randrange(shuffle.size))
    )
    other = history.chosen_again(ply, proposal, random)
    if other is None:
        return history
    now = max(len(other.open_plies), 1)
    rare = strict * (other.distance - history.distance) - log(len(plies) / now)
    return other if log(1 - random.random()) <= -rare else history


def _choices_taken_back(state: State) -> list[Move]:
    """Take the choices of the round that is on back; return them in their order."""
    return [state.pop() for _ in range(state.position.held_choices)][::-1]


def _choose_again(state: State, held: list[Move], player: int, random: Random) -> None:
    """Make the choices of a round again: the player's own, and others for the others."""
    for choice in held:
        own = choice.mover == player
        state.push(choice if own else random.choice(list(state.legal_moves)))


def has_cards(state: State) -> bool:
    """Return True if a game has cards that some player does not see."""
    return bool(state.position.kernels.KEEPS_SECRETS)


def redrawn(state: State, player: int, random: Random) -> State:
    """Return a copy with the cards that a player does not see redrawn, uniformly.

    The hidden cards change places with one another, and the player's view stays the same. The
    choices of others give no evidence about their cards here. Their choices in the present round
    are resampled, too. See `state.engine.sampling`.
    """
    twin = state.copy()
    choices = _choices_taken_back(twin)
    position = twin.position
    kernels = position.game.kernels_of(position.technique, REDRAWS)
    arrays, bit = position.arrays, 1 << (player - 1)
    kernels.redraw(arrays, player, random.getrandbits(62))
    hidden = arrays.fields[int(kernels.HIDDEN)] | arrays.fields[int(kernels.VEILS)]
    counts = arrays.fields[int(kernels.COUNTS)]
    sites = np.flatnonzero(hidden[: int(arrays.n[COUNT]) + 1] & bit)
    held = zip(arrays.what[sites].tolist(), counts[sites].tolist(), strict=True)
    twin = State.of(position.observe(dict(zip(sites.tolist(), held, strict=True)), player))
    _choose_again(twin, choices, player, random)
    return twin


def hides(state: StateProtocol) -> bool:
    """Return True if something, or a choice of this round, is hidden from a player."""
    if isinstance(state, State):
        return int(state.position.kernels.HIDDEN) >= 0 or state.position.is_at_once
    return isinstance(state, HasHidden)


def observations(state: StateProtocol, player: int, random: Random) -> Iterator[StateProtocol]:
    """Yield observations of a state: copies with the things hidden from the player resampled."""
    if isinstance(state, State):
        while has_cards(state):
            yield redrawn(state, player, random)
        if int(state.position.kernels.HIDDEN) >= 0:
            yield from determinizations(state, player, random)
        while hides(state):
            other = state.copy()
            _choose_again(other, _choices_taken_back(other), player, random)
            yield other
    while True:
        yield state.observed(player, random) if isinstance(state, HasHidden) else state.copy()


def observation(state: StateProtocol, player: int, random: Random) -> StateProtocol:
    """Return a state as a player sees it: a copy with the things hidden from him resampled."""
    return next(observations(state, player, random))


def seen_by(agent: object, state: StateProtocol, player: int, random: Random) -> StateProtocol:
    """Return the state for an agent: an observation if hidden information matters to it."""
    looks = hides(state) and getattr(agent, "looks", True)
    return observation(state, player, random) if looks else state
