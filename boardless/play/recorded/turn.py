"""Turns of games that people played, as notations say them, and games that are refused."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from boardless.topo import InputError

#: What a record says about a game, in the order in which a store keeps it.
ABOUT = ("player_1", "player_2", "result", "date", "event")


@dataclass(frozen=True)
class Turn:
    """All consecutive moves of a player, as far as a notation records them."""

    #: Labels of sites, such as E2: from where, over which, to where. Only the last one where a
    #: piece is put; nothing in a pass, or where the second player takes over the first move.
    sites: tuple[str, ...]
    #: The beginning of the name of the piece that stands there at the end; "" if that is not said.
    piece: str = ""
    #: Whether the piece that moves becomes another one; None if that is not said.
    changes: bool | None = None
    #: As it was written.
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PlayedGame:
    """A game that people played, from the usual start."""

    #: Name and options of the description.
    game: str
    options: tuple[str, ...] = ()
    #: What the record says of players, result, date and event; see `ABOUT`. "" is not known.
    about: tuple[str, ...] = ()
    #: Faults beside the main line, such as a variation that cannot be played.
    notes: tuple[str, ...] = ()
    #: Turns, or texts of the game's own notation; see `play.notations`.
    turns: tuple[Turn | str, ...] = ()


#: A reader yields the turns of a game, and returns the game without them. So the move at which an
#: error comes is known without its help.
Reading: TypeAlias = Generator[Turn | str, None, PlayedGame]


class RecordError(InputError):
    """A recorded game is refused, for a `reason` of one line.

    Attributes
    ----------
    game, move : int or None
        The game of its file and the turn at fault, counted from 1; None for the whole.
    """

    def __init__(self, reason: object, game: int | None = None, move: int | None = None) -> None:
        self.reason, self.game, self.move = " ".join(str(reason).split()), game, move
        super().__init__(self.reason if game is None else f"game {game}: {self.reason}")


def about(said: Mapping[str, str], *names: str) -> tuple[str, ...]:
    """Return the players, result, date and event from tags, by the names of these tags."""
    texts = (said.get(name, "").strip() for name in names)
    return tuple(text if text.strip("?. ") else "" for text in texts)
