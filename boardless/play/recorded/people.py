"""Games that people played, in the notations of their games: PGN, SGF, PDN, KIF, CSA, USI, UHP.

A game is a sequence of turns; `play.turns` makes them on a state. Only the first line of play of a
game is read. A reader understands all that changes a game, or refuses the game in one line.
"""

import re
from codecs import lookup
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boardless.play.recorded.pdn import read_pdn, split_pdn
from boardless.play.recorded.sgf import encoding_of, read_sgf, split_sgf
from boardless.play.recorded.shogi import (
    read_csa,
    read_kif,
    read_usi,
    split_csa,
    split_kif,
    split_lines,
)
from boardless.play.recorded.turn import (
    PlayedGame,
    Reading,
    RecordError,
    Turn,
    hive_pieces,
    read_pgn,
    split_pgn,
)
from boardless.topo import InputError
from boardless.util.inputs import refuse, using_file

#: A longer file is refused, in characters.
MAX_CHARACTERS = 2**26


def read_uhp(line: str) -> Reading:
    """Read a game string of the Universal Hive Protocol."""
    kind, *rest = (part.strip() for part in line.rstrip("; ").split(";"))
    head = ";".join(rest[:2])
    if not re.fullmatch(r"\w*(;((white|black)\[\d+\])?)?", head, re.IGNORECASE):
        refuse("game", line, "give such as Base;InProgress;White[2];wS1;bS1 wS1-")
    pieces = hive_pieces(kind)
    yield from rest[2:]
    return PlayedGame("Hive", pieces)


@dataclass(frozen=True)
class RecordReader:
    """A notation: functions that split a text into games, and read a game."""

    split: Callable[[str], Iterable[Any]]
    read: Callable[..., Reading]
    #: The encoding of files that are not valid UTF-8.
    encoding: str = "latin-1"


#: Readers of games by the names of their notations, which are the ends of the names of files.
NOTATIONS_OF_PEOPLE: dict[str, RecordReader] = {
    "csa": RecordReader(split_csa, read_csa, "cp932"),
    "kif": RecordReader(split_kif, read_kif, "cp932"),
    "kifu": RecordReader(split_kif, read_kif, "cp932"),
    "pdn": RecordReader(split_pdn, read_pdn),
    "pgn": RecordReader(split_pgn, read_pgn),
    "sgf": RecordReader(split_sgf, read_sgf),
    "uhp": RecordReader(split_lines, read_uhp),
    "usi": RecordReader(split_lines, read_usi),
}


def notation_of_file(path: str | Path) -> str | None:
    """Return the notation of a file by its extension, or None if it is unknown."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    return suffix if suffix in NOTATIONS_OF_PEOPLE else None


def records_in(
    text: str, notation: str, game: str | None = None
) -> Iterator[PlayedGame | RecordError]:
    """Yield the games of a text in a notation, with an error in place of a refused game.

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
        If the notation is unknown.
    """
    if notation not in NOTATIONS_OF_PEOPLE:
        names = ", ".join(NOTATIONS_OF_PEOPLE)
        refuse("notation", notation, f"choose one of {names}")
    reader, number = NOTATIONS_OF_PEOPLE[notation], 0
    for number, part in enumerate(reader.split(text), 1):
        yield _read(reader.read(part, game) if notation == "pdn" else reader.read(part), number)
    if not number:
        yield RecordError("there is no game in it")


def _read(reading: Reading, number: int) -> PlayedGame | RecordError:
    """Return a game or its refusal; an error of a library is one, too."""
    turns: list[Turn | str] = []
    try:
        while True:
            turns.append(next(reading))
    except StopIteration as done:
        if not turns:
            return RecordError("there are no moves", number)
        played: PlayedGame = done.value
        return replace(played, turns=tuple(turns))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        move = len(turns) + 1
        return RecordError(f"move {move}: {kind}{error}", number, move)


def records_of(path: str | Path, game: str | None = None) -> Iterator[PlayedGame | RecordError]:
    """Yield the games of a file, in the notation of its extension; see `records_in`.

    Raises
    ------
    InputError
        If the file is missing or too long.
    """
    path = Path(path)
    with using_file(path):
        data = path.read_bytes()
    if len(data) > MAX_CHARACTERS:
        raise InputError(f"{path}: more than {MAX_CHARACTERS:,} characters")
    notation = notation_of_file(path) or path.suffix
    try:
        text = _decoded(data, notation)
    except (LookupError, ValueError):
        yield RecordError(f"CA[{encoding_of(data)}]: there is no such encoding")
    else:
        yield from records_in(text, notation, game)


#: The wider encodings that programs mean when they declare narrower ones.
_WIDER = {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949"}


def _decoded(data: bytes, notation: str) -> str:
    """Decode a file: as UTF-8 if valid, else as the file declares, or as the notation's usual."""
    said = encoding_of(data) if notation == "sgf" else ""
    said = said and _WIDER.get(lookup(said).name, said)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        reader = NOTATIONS_OF_PEOPLE.get(notation)
        return data.decode(said or (reader.encoding if reader else "latin-1"), "replace")
    # Characters of two bytes may also be valid in another encoding by chance; longer ones are not.
    return text if not said or text.isascii() or max(text) > "\u07ff" else data.decode(said)


def games_in(text: str, notation: str, game: str | None = None) -> Iterator[PlayedGame]:
    """Yield the games of a text in a notation, up to the first refused; see `records_in`.

    Raises
    ------
    InputError
        If the notation is unknown, the text is not in it, or its library is not installed.
    """
    return _accepted(records_in(text, notation, game))


def games_of(path: str | Path, game: str | None = None) -> Iterator[PlayedGame]:
    """Yield the games of a file, in the notation of its extension; see `games_in`."""
    try:
        yield from _accepted(records_of(path, game))
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None


def _accepted(records: Iterable[PlayedGame | RecordError]) -> Iterator[PlayedGame]:
    for record in records:
        if isinstance(record, RecordError):
            raise record
        yield record
