"""Seats: people, and agents by name."""

from dataclasses import dataclass
from typing import Any

from boardless.agents import AGENTS
from boardless.agents.specs import entrant, is_named
from boardless.play.playing import Player
from boardless.topo import integer_between
from boardless.util.inputs import refuse

#: The player who moves by clicks, or at the keyboard.
PERSON = "person"
#: The levels of computer players by what people call them: how long they think about a move.
LEVELS = {
    "plays at random": "random",
    "thinks 0.3 s": "mcts,seconds=0.3",
    "thinks 1 s": "mcts,seconds=1.0",
    "thinks 3 s": "mcts,seconds=3.0",
    "thinks 10 s": "mcts,seconds=10.0",
}
#: The players that pages offer for a seat: a person, and levels of computer players.
NAMES = (PERSON, *LEVELS)


@dataclass(frozen=True)
class Seat:
    """The person or agent that moves for a player, and the name it was given."""

    name: str = PERSON
    #: None for a person.
    player: Player | None = None


def seat_of(spec: Any) -> Seat:
    """Return a seat for a person (``"person"`` or None), or an agent; see `agents.entrant`.

    >>> seat_of("mcts:1000").player.budget.iterations
    1000
    """
    if isinstance(spec, Seat):
        return spec
    if spec is None or spec == PERSON:
        return Seat()
    if isinstance(spec, str) and spec in LEVELS:
        return Seat(spec, entrant(LEVELS[spec]))
    if isinstance(spec, str) and not is_named(spec) and ":" not in spec:
        choices = ", ".join((PERSON, *AGENTS))
        refuse("player", spec, f"choose one of {choices}, or module:name")
    player = entrant(spec)
    return Seat(player.name, player)


def seats_of(specs: list[Any], players: int) -> list[Seat]:
    """Return a seat for each player, people behind the specs."""
    integer_between(len(specs), "number of seats", 0, players)
    return [seat_of(spec) for spec in specs] + [Seat()] * (players - len(specs))


def seats_from(words: list[str], players: int) -> list[Seat]:
    """Return the seats of texts such as ``1=random``."""
    seats = [Seat()] * players
    for word in words:
        number, sign, name = word.partition("=")
        if not sign or not number.isdecimal() or not 1 <= int(number[:9]) <= players:
            refuse("seat", word, f"give PLAYER=NAME, with player 1 to {players}")
        seats[int(number) - 1] = seat_of(name)
    return seats
