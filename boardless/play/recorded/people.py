"""Games that people played, in the notations of their games: PGN, SGF, PDN, KIF, CSA, USI, UHP.

A game is a sequence of turns; `play.turns` makes them on a state. Only the first line of play of a
game is read. A reader understands all that changes a game, or refuses the game in one line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardless.play.recorded.movetext import hive_pieces, read_pgn, split_pgn
from boardless.play.recorded.pdn import read_pdn, split_pdn
from boardless.play.recorded.sgf import encoding_of, read_sgf, split_sgf
from boardless.play.recorded.shogi import (
    read_csa,
    read_kif,
    read_usi,
    split_csa,
    split_kif,
    split_usi,
)
from boardless.play.recorded.turn import PlayedGame, RecordError, error_at
from boardless.topo import InputError
from boardless.util.inputs import shown

#: A longer file is refused, in characters.
MAX_CHARACTERS = 2**26


def read_uhp(line: str, game: str | None) -> PlayedGame:
    """Return a game string of the Universal Hive Protocol."""
    del game
    parts = [part.strip() for part in line.rstrip("; ").split(";")]
    (kind, state, turn), moves = (*parts, "", "")[:3], parts[3:]
    if not re.fullmatch(r"\w*", state) or not re.fullmatch(r"(?i:(?:white|black)\[\d+\])?", turn):
        raise InputError(f"game {shown(line)}: give such as Base;InProgress;White[2];wS1;bS1 wS1-")
    if "" in moves:
        raise error_at(moves.index("") + 1, "it is missing")
    return PlayedGame("Hive", (hive_pieces(kind),), tuple(moves))


@dataclass(frozen=True)
class Reader:
    """A notation: how a text is split into games, which cannot fail, and how one is read.

    A game may be asked for by name, for records that do not name theirs.
    """

    split: Callable[[str], Iterable[Any]]
    read: Callable[[Any, str | None], PlayedGame]
    #: The encoding of files that are no UTF-8 text.
    encoding: str = "latin-1"


#: Readers of games by the names of their notations, which are the ends of the names of files.
NOTATIONS_OF_PEOPLE: dict[str, Reader] = {
    "csa": Reader(split_csa, read_csa, "cp932"),
    "kif": Reader(split_kif, read_kif, "cp932"),
    "kifu": Reader(split_kif, read_kif, "cp932"),
    "pdn": Reader(split_pdn, read_pdn),
    "pgn": Reader(split_pgn, read_pgn),
    "sgf": Reader(split_sgf, read_sgf),
    "uhp": Reader(split_usi, read_uhp),
    "usi": Reader(split_usi, read_usi),
}


def notation_of_file(path: str | Path) -> str | None:
    """Return the notation of a file by the end of its name; None if it is none of these."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    return suffix if suffix in NOTATIONS_OF_PEOPLE else None


def records_in(
    text: str, notation: str, game: str | None = None
) -> Iterator[PlayedGame | RecordError]:
    """Yield the games of a text in a notation, and in the place of one that is refused the error.

    Parameters
    ----------
    text : str
        The text.
    notation : str
        The name of the notation.
    game : str, optional
        The name of the game, for records that do not say theirs.

    Raises
    ------
    InputError
        If there is no such notation.
    """
    if notation not in NOTATIONS_OF_PEOPLE:
        names = ", ".join(NOTATIONS_OF_PEOPLE)
        raise InputError(f"notation {shown(notation)}: choose one of {names}")
    reader, number = NOTATIONS_OF_PEOPLE[notation], 0
    for number, part in enumerate(reader.split(text), 1):
        yield _read(reader, part, number, game)
    if not number:
        yield RecordError("there is no game in it")


def _read(reader: Reader, part: object, number: int, game: str | None) -> PlayedGame | RecordError:
    """Return a game or its refusal; what a library raises is one, too."""
    try:
        played = reader.read(part, game)
        return played if played.turns else RecordError("there are no moves", None, number)
    except RecordError as error:
        return RecordError(error.reason, error.move, number)
    except InputError as error:
        return RecordError(str(error), None, number)
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as error:
        return RecordError(f"it cannot be read: {type(error).__name__} {error}", None, number)


def records_of(path: str | Path, game: str | None = None) -> Iterator[PlayedGame | RecordError]:
    """Yield the games of a file, in the notation that the end of its name says; see `records_in`.

    Raises
    ------
    InputError
        If there is no such file, or it is too long.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_CHARACTERS:
        raise InputError(f"{path}: more than {MAX_CHARACTERS:,} characters")
    notation = notation_of_file(path) or path.suffix
    try:
        text = _decoded(data, notation)
    except (LookupError, ValueError):
        yield RecordError(f"CA[{encoding_of(data)}]: there is no such encoding")
    else:
        yield from records_in(text, notation, game)


def _decoded(data: bytes, notation: str) -> str:
    """Return the text of a file: in UTF-8 if it is that, else as it says, or as is usual."""
    said = (encoding_of(data) if notation == "sgf" else None) or ""
    # Files that say Shift_JIS have the characters of Windows.
    said = "cp932" if said.casefold().replace("-", "_") == "shift_jis" else said
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        reader = NOTATIONS_OF_PEOPLE.get(notation)
        return data.decode(said or (reader.encoding if reader else "latin-1"), "replace")
    # Characters of two bytes may be those of another encoding by chance; longer ones are not.
    return text if not said or text.isascii() or max(text) > "\u07ff" else data.decode(said)


def games_in(text: str, notation: str, game: str | None = None) -> Iterator[PlayedGame]:
    """Yield the games of a text in a notation, up to the first that is refused; see `records_in`.

    Raises
    ------
    InputError
        If there is no such notation, the text is not in it, or its library is not installed.
    """
    return _accepted(records_in(text, notation, game))


def games_of(path: str | Path, game: str | None = None) -> Iterator[PlayedGame]:
    """Yield the games of a file, in the notation that the end of its name says; see `games_in`."""
    try:
        yield from _accepted(records_of(path, game))
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None


def _accepted(records: Iterable[PlayedGame | RecordError]) -> Iterator[PlayedGame]:
    for record in records:
        if isinstance(record, RecordError):
            raise record
        yield record
