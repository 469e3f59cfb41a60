"""Who sits where: people, chance, and agents by name."""

from dataclasses import dataclass
from typing import Any

from boardless.agents import AGENTS
from boardless.agents.specs import is_named, player_of
from boardless.play.playing import Player
from boardless.topo import InputError, integer_between
from boardless.util.inputs import shown

#: Who moves by clicks, or at the keyboard.
PERSON = "person"
#: What pages offer for a seat: agents with what they spend unless it is said.
NAMES = (PERSON, *AGENTS)


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


def seat_of(given: Any) -> Seat:
    """Return a seat for a person, or for whoever else is meant.

    Parameters
    ----------
    given : str, Agent, callable or None
        ``"person"`` or None; else a spec such as ``"mcts:1000"`` or ``"module:name"``, an agent or
        a function, as tournaments take them; see `agents.entrant`.

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
    if isinstance(given, str) and not is_named(given) and ":" not in given:
        choices = ", ".join(NAMES)
        raise InputError(f"player {shown(given)}: choose one of {choices}, or module:name")
    player = player_of(given)
    return Seat(player.entrant.name, player)


def seats_of(given: list[Any], players: int) -> list[Seat]:
    """Return a seat for each player, people where nothing is given.

    Raises
    ------
    InputError
        If more are given than there are players, or one is no player.
    """
    integer_between(len(given), "number of seats", 0, players)
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
