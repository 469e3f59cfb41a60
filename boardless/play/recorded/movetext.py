"""Texts with tags in brackets, then moves: PGN of chess and of Hive; PDN has the same form.

A game begins with tags and ends with a result, or where the next tags begin. Comments, numbers of
annotations and variations are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from boardless.play.recorded.turn import PlayedGame, Reading, Turn, about
from boardless.topo import InputError
from boardless.util.inputs import refuse

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
