"""Turns of games that people played, as notations say them, and games that are refused."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TypeVar

from boardless.topo import InputError

T = TypeVar("T")
#: What a record says about a game, in the order in which a store keeps it.
ABOUT = ("player_1", "player_2", "result", "date", "event")


@dataclass(frozen=True)
class Turn:
    """All that a player does in a row, as far as a notation says it."""

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
    options: tuple[str, ...]
    #: Turns, or texts of the game's own notation; see `play.notations`.
    turns: tuple[Turn | str, ...]
    #: What the record says of players, result, date and event; see `ABOUT`. "" is not known.
    about: tuple[str, ...] = ("",) * len(ABOUT)
    #: Faults beside the main line, such as a variation that cannot be played.
    notes: tuple[str, ...] = ()


class RecordError(InputError):
    """A recorded game is refused.

    Attributes
    ----------
    reason : str
        The reason, in one line.
    move : int or None
        The turn at fault, counted from 1.
    game : int or None
        The game of its file, counted from 1; None for the file itself.
    """

    def __init__(self, reason: str, move: int | None = None, game: int | None = None) -> None:
        self.reason, self.move, self.game = " ".join(reason.split()), move, game
        super().__init__(self.reason if game is None else f"game {game}: {self.reason}")


def error_at(move: int, reason: object) -> RecordError:
    """Return the refusal of a game for one of its turns."""
    return RecordError(f"move {move}: {reason}", move)


def turns_of(words: Iterable[str], read: Callable[[str], T]) -> tuple[T, ...]:
    """Return the turns of words; the error of one names its number."""
    turns: list[T] = []
    for number, word in enumerate(words, 1):
        try:
            turns.append(read(word))
        except InputError as error:
            raise error_at(number, error) from None
    return tuple(turns)


def about(said: Mapping[str, str], *names: str) -> tuple[str, ...]:
    """Return what tags say of the players, result, date and event, by the names of these tags."""
    return tuple("" if (text := said.get(name, "").strip()) == "?" else text for name in names)


def extra(name: str) -> ModuleType:
    """Return a module of the extra ``records``, imported."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise InputError(
            "this notation needs the extra: pip install 'boardless[records]'"
        ) from None
