"""A catalogue of games: their numbers of players, options and boards."""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from boardless.games.description import expand, read
from boardless.games.language.errors import LudemeError
from boardless.games.language.options import Option
from boardless.games.language.syntax import Atom, Group, is_form
from boardless.games.library import PACKAGED, Library, chosen_library

#: The author of a description.
PACKAGE, LIBRARY = "package", "library"
#: The file of cards and pictures that comes with the package; `tools/shelf.py` writes it.
FILE = "games.json.gz"
#: The version of cards and scenes, so that caches never show old ones.
VERSION = 1


@dataclass(frozen=True)
class Entry:
    """A game in a catalogue.

    Attributes
    ----------
    name : str
        The game's name, which `load` accepts.
    players : tuple of int
        The numbers of players that the options offer, in ascending order; empty for an unreadable
        description.
    options : mapping of str to tuple of str
        The labels that each option offers, by its heading.
    grows : bool
        Whether the board grows.
    source : str
        ``"package"`` or ``"library"``.
    about : str
        The description's own sentence about the game, or "".
    error : str
        The reason why the description cannot be read, or "".
    """

    name: str
    players: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]]
    grows: bool
    source: str
    about: str = ""
    error: str = ""


def catalogue(library: Library | str | os.PathLike[str] | None = None) -> Iterator[Entry]:
    """Yield the games of the package, then the games of a library, each in the order of names.

    A game of the library hides one of the package with the same name, as it does in `load`.

    Parameters
    ----------
    library : Library, str or path, optional
        A library, or its folder; by default the value of the environment variable
        BOARDLESS_LIBRARY.

    Raises
    ------
    LudemeError
        If the folder does not exist.
    """
    own = chosen_library(library)
    for name in PACKAGED:
        if own is None or name not in own:
            card = shipped_card(name, PACKAGED.text(name))
            yield entry_of(PACKAGED, name, PACKAGE) if card is None else _entry(card)
    for name in own or ():
        yield entry_of(own or PACKAGED, name, LIBRARY)


@cache
def shipped() -> dict[str, Any]:
    """Return the cards and pictures that come with the package, by the names of games."""
    try:
        content = (files("boardless.games") / FILE).read_bytes()
        return dict(json.loads(gzip.decompress(content)))
    except OSError:
        return {}


def digest_of(text: str) -> str:
    """Return a hash that distinguishes descriptions."""
    return hashlib.sha256(f"{VERSION} {text}".encode()).hexdigest()[:16]


def shipped_card(name: str, text: str) -> dict[str, Any] | None:
    """Return the package's card of a game, if it was made from this text."""
    entry = shipped().get(name)
    if entry is None or entry["digest"] != digest_of(text):
        return None
    return dict(entry["card"])


def _entry(card: Mapping[str, Any]) -> Entry:
    options = {option["heading"]: tuple(option["items"]) for option in card["options"]}
    players = tuple(card["players"])
    return Entry(card["name"], players, options, card["grows"], card["source"], card["about"])


def entry_of(library: Library, name: str, source: str) -> Entry:
    """Return the entry of a game of a library; raise a LudemeError for an unknown name."""
    # This import loads all ludemes.
    from boardless.games.concepts import concepts_of
    from boardless.games.ludemes.game import GameTree

    options: Mapping[str, tuple[str, ...]] = {}
    try:
        text, offered = library.text(name), library.options(name)
        options = {option.heading: tuple(item.label for item in option.items) for option in offered}
        description = read(text)
        tree, players = description.tree, set[int]()
        if isinstance(tree, GameTree):
            players = {tree.players.count, *_offered_players(text, offered)}
    except LudemeError as error:
        return Entry(name, (), options, False, source, error=str(error))
    return Entry(
        name,
        tuple(sorted(players)),
        options,
        "Unbounded" in concepts_of(description),
        source,
        description.about,
    )


def _offered_players(text: str, offered: Sequence[Option]) -> Iterator[int]:
    """Yield the numbers of players for each item of an option about players."""
    for option in offered:
        if "player" in option.heading.casefold():
            for chosen, _ in option.names():
                # The tree would take ten times as long.
                for form in expand(text, [chosen]).node.items:
                    if is_form(form, "players"):
                        yield from _counts(form)


def _counts(players: Group) -> Iterator[int]:
    """Yield the number of players that the form gives, or that it lists."""
    match players.items[1:]:
        case (Group(items=each),):
            yield len(each)
        case (Atom(text=number),) if number.isdecimal():
            yield int(number)
