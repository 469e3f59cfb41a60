"""Who sits where: people, chance, and agents by name."""

from dataclasses import dataclass
from random import Random
from typing import Any

from boardless.agents import AGENTS, Entrant, entrant
from boardless.agents.observing import seen_by
from boardless.play.playing import Player
from boardless.play.policies import is_jitted, policy_of
from boardless.play.state import State
from boardless.topo import InputError, whole_number
from boardless.topo.whole import shown

#: Who moves by clicks, or at the keyboard.
PERSON = "person"
#: What pages offer for a seat: agents with what they spend unless it is said.
NAMES = (PERSON, *AGENTS)


@dataclass(frozen=True)
class AgentPlayer:
    """An agent as a player, with what it may spend on a move.

    Attributes
    ----------
    entrant : Entrant
        Agent and budget.
    """

    entrant: Entrant

    def __call__(self, state: State, random: Random) -> Any:
        """Return the agent's decision: a move, and what it thinks of all moves."""
        agent = self.entrant.agent
        seen = seen_by(agent, state, state.seat, random)
        return agent(seen, self.entrant.budget, random)


@dataclass(frozen=True)
class Seat:
    """Who moves for a player.

    Attributes
    ----------
    name : str
        As it was written.
    player : callable or None
        See `play.playing.Player`; None for a person.
    """

    name: str = PERSON
    player: Player | None = None


def seat_of(given: "str | Player | Seat | None") -> Seat:
    """Return a seat for a person, for an agent of a name, or for any callable.

    Parameters
    ----------
    given : str, callable or None
        ``"person"`` or None, an agent such as ``"mcts:1000"`` (see `agents.entrant`),
        ``"module:name"`` of a callable, or a callable that takes a state and random numbers and
        returns a move.

    Raises
    ------
    InputError
        If it is none of these.

    Examples
    --------
    >>> seat_of("mcts:1000").player.entrant.budget.iterations
    1000
    """
    if isinstance(given, Seat):
        return given
    if given is None or given == PERSON:
        return Seat()
    if isinstance(given, str) and given.split(",")[0].split(":")[0].casefold() in AGENTS:
        return Seat(given, AgentPlayer(entrant(given)))
    if isinstance(given, str) and ":" not in given:
        choices = ", ".join(NAMES)
        raise InputError(f"player {shown(given)}: choose one of {choices}, or module:name")
    player = policy_of(given)
    if is_jitted(player):
        raise InputError(f"player {shown(given)}: give a function in Python, not one of Numba")
    name = given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__)
    return Seat(name, player)


def seats_of(given: "list[str | Player | Seat | None]", players: int) -> list[Seat]:
    """Return a seat for each player, people where nothing is given.

    Raises
    ------
    InputError
        If more are given than there are players, or one is no player.
    """
    whole_number(len(given), "number of seats", 0, players)
    return [seat_of(one) for one in given] + [Seat()] * (players - len(given))


def seats_from(words: list[str], players: int) -> list[Seat]:
    """Return the seats that texts such as ``1=random`` say.

    Raises
    ------
    InputError
        If a text is of another form, or there is no such player.
    """
    seats = [Seat()] * players
    for word in words:
        number, sign, name = word.partition("=")
        if not sign or not number.isdecimal() or not 1 <= int(number[:9]) <= players:
            raise InputError(f"seat {shown(word)}: give PLAYER=NAME, with player 1 to {players}")
        seats[int(number) - 1] = seat_of(name)
    return seats
