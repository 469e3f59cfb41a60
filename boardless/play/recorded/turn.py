"""Turns of games that people played, and the reader of texts with tags in brackets, then moves.

PGN of chess and of Hive, and PDN, have this form. A game begins with tags and ends with a result,
or where the next tags begin. Comments, numbers of annotations and variations are left out.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

from boardless.topo import InputError
from boardless.util.inputs import refuse

#: The facts that a record gives about a game, in the order in which a store keeps them.
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
    #: Players, result, date and event in the record, see `ABOUT`; "" if unknown.
    about: tuple[str, ...] = ()
    #: Faults outside the main line, such as a variation that cannot be played.
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


#: The names of pieces of chess by the letters of promotions.
_CHESSMEN = {"q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight"}


def tokens_of(result: str, word: str = r"(?!)") -> re.Pattern[str]:
    """Return the pattern of the tokens of a notation, by the forms of its results and moves."""
    return re.compile(
        r'\[\s*(?P<tag>[\w+#=:-]+)\s+"(?P<value>[^\n]*?)"\s*\](?=\s|\[|\Z)'
        r"|(?P<beside>\{[^}]*\}|;[^\n]*|^%[^\n]*|\$\d+|\([!?]+\)|[!?]+|e\.p\.|\.+)"
        rf"|(?P<result>(?:{result})(?![\w/-])|\*)|(?P<word>{word})|(?P<number>\d+(?:\.+|(?=\s)))"
        r"|(?P<open>\()|(?P<close>\))|(?P<other>[^\s(){}\[\];$!?*]+|\S)",
        re.MULTILINE,
    )


@dataclass
class Movetext:
    """The text of a game."""

    tags: dict[str, str]
    #: Kind and text of its tokens: word, number, open, close and other; variations with brackets.
    tokens: list[tuple[str, str]] = field(default_factory=list)
    result: str = ""

    def main(self) -> Iterator[tuple[str, str]]:
        """Yield numbers, words and others of the main line; InputError on open variations."""
        depth = 0
        for kind, text in self.tokens:
            depth += (kind == "open") - (kind == "close")
            if depth < 0:
                break
            if not depth and kind != "close":
                yield kind, text
        if depth:
            raise InputError("brackets of variations are not in pairs")

    def about(self) -> tuple[str, ...]:
        """Return the tags, with the result behind the moves if the tags lack one."""
        result = self.tags.get("Result", "*")
        said = self.tags | {"Result": self.result if result == "*" else result}
        return about(said, "White", "Black", "Result", "Date", "Event")


def split(text: str, pattern: re.Pattern[str]) -> Iterator[Movetext]:
    """Yield the games of a text."""
    game, depth, is_behind = Movetext({}), 0, False
    for token in pattern.finditer(text.replace("\r", "")):
        kind = token.lastgroup or ""
        if kind == "value":
            if is_behind or game.tokens:
                if game.tokens:
                    yield game
                game, depth, is_behind = Movetext({}), 0, False
            game.tags[token["tag"]] = token["value"]
        elif kind == "result" and depth <= 0:
            game.result = token[0]
            yield game
            game, depth, is_behind = Movetext(game.tags), 0, True
        elif kind not in ("beside", "result"):
            depth += (kind == "open") - (kind == "close")
            game.tokens.append((kind, token[0]))
    if game.tokens or (game.tags and not is_behind):
        yield game


_PGN = tokens_of(r"1-0|0-1|1/2-1/2|1/2|White ?Wins|Black ?Wins|Draw|InProgress|NotStarted")


def split_pgn(text: str) -> Iterator[Movetext]:
    """Yield the games of a text in the Portable Game Notation."""
    return split(text, _PGN)


def read_pgn(part: Movetext) -> Reading:
    """Read a game of chess, or of Hive as Mzinga writes it."""
    tags = part.tags
    if tags.get("GameType", "").startswith("Base"):
        return (yield from _hive(part))
    try:
        board = import_module("chess").Board()
    except ImportError:
        raise InputError("PGN needs the extra: pip install 'boardless[records]'") from None
    fen = tags.get("FEN", "" if tags.get("SetUp", "0") != "0" else board.fen())
    usual = ("standard", "chess", "normal", "from position")
    if (
        fen.split()[:4] != board.fen().split()[:4]
        or tags.get("Variant", usual[0]).casefold() not in usual
    ):
        raise InputError("the game is not chess from the usual position")
    lines: list[Any] = [board]
    notes = []
    for kind, text in part.tokens:
        if kind == "open":
            lines.append(lines[-1] and lines[-1].copy())
            if lines[-1] and lines[-1].move_stack:
                lines[-1].pop()
        elif kind == "close" and len(lines) > 1:
            lines.pop()
        elif kind != "number" and lines[-1] is not None:
            try:
                move = lines[-1].parse_san(text)
                if not move:
                    raise ValueError(f"{text} is not a move")
                lines[-1].push(move)
            except ValueError as error:
                if len(lines) == 1:
                    raise InputError(f"{error}") from None
                notes.append(f"variation, move {len(lines[-1].move_stack) + 1}: {error}")
                lines[-1] = None  # the rest of a faulty variation
                continue
            if len(lines) == 1:
                said = move.uci()
                squares = said[:2].upper(), said[2:4].upper()
                yield Turn(squares, _CHESSMEN.get(said[4:], ""), text=said)
    for _ in part.main():
        pass  # brackets are in pairs
    return PlayedGame("Chess", (), part.about(), tuple(notes))


def _hive(part: Movetext) -> Reading:
    move = ""
    for kind, text in (*part.main(), ("number", "")):
        if kind != "number":
            move = f"{move} {text}".strip()
        elif move:
            yield move
            move = ""
    return PlayedGame("Hive", hive_pieces(part.tags["GameType"]), part.about())


def hive_pieces(kind: str) -> tuple[str]:
    """Return the option of Hive with the pieces of a type, such as Base+MLP."""
    match = re.fullmatch(r"Base\+?([MLP]*)", kind, re.IGNORECASE)
    if match is None:
        refuse("type of game", kind, "give Base, Base+M, ... or Base+MLP")
    known = "".join(letter for letter in "MLP" if letter in match[1].upper())
    return (f"Pieces/Base+{known}" if known else "Pieces/Base",)
