"""Turns of games that people played, as notations say them."""

from dataclasses import dataclass, field


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
