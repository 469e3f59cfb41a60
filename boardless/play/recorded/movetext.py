"""Texts with tags in brackets, then moves: PGN of chess and of Hive; PDN has the same form.

A game begins with tags and ends with a result, or where the next tags begin. Comments, numbers of
annotations and variations are no part of the main line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from boardless.play.recorded.turn import PlayedGame, Turn, about, error_at, extra
from boardless.topo import InputError
from boardless.util.inputs import shown

#: The names of pieces of chess by the letters of promotions.
_CHESSMEN = {"q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight"}
_RESULT = r"1-0|0-1|1/2-1/2|1/2|White ?Wins|Black ?Wins|Draw|InProgress|NotStarted"
_TAGS = ("White", "Black", "Result", "Date", "Event")


def tokens_of(result: str = _RESULT, word: str = r"(?!)") -> re.Pattern[str]:
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
    #: Kind and text of its tokens: word, number, open, close and other.
    tokens: list[tuple[str, str]] = field(default_factory=list)
    result: str = ""

    def main(self) -> Iterator[tuple[str, str]]:
        """Yield numbers, words and others of the main line; InputError on open variations."""
        depth = 0
        for kind, text in self.tokens:
            depth += {"open": 1, "close": -1}.get(kind, 0)
            if depth < 0:
                break
            if not depth and kind != "close":
                yield kind, text
        if depth:
            raise InputError(f"brackets: {abs(depth)} of variations are not in pairs")

    def about(self) -> tuple[str, ...]:
        """Return what the tags say; the result is the one behind the moves, if that is there."""
        said = about(self.tags, *_TAGS)
        return (*said[:2], self.result if said[2] in ("", "*") else said[2], *said[3:])


def split(text: str, pattern: re.Pattern[str]) -> Iterator[Movetext]:
    """Yield the games of a text."""
    game, depth, begun = Movetext({}), 0, False
    for found in pattern.finditer(text.replace("\r", "")):
        kind = found.lastgroup or ""
        if kind == "value":
            if begun or game.tokens:
                if game.tokens:
                    yield game
                game, depth, begun = Movetext({}), 0, False
            game.tags[found["tag"]] = found["value"]
        elif kind == "result" and depth <= 0:
            game.result = found[0]
            yield game
            game, depth, begun = Movetext(game.tags), 0, True
        elif kind not in ("beside", "result"):
            depth += {"open": 1, "close": -1}.get(kind, 0)
            game.tokens.append((kind, found[0]))
    if game.tokens or (game.tags and not begun):
        yield game


_PGN = tokens_of()


def split_pgn(text: str) -> Iterator[Movetext]:
    """Yield the games of a text in the Portable Game Notation."""
    return split(text, _PGN)


def read_pgn(part: Movetext, game: str | None) -> PlayedGame:
    """Return a game of chess, or of Hive as Mzinga writes it."""
    del game
    if (kind := part.tags.get("GameType", "")).startswith("Base"):
        return _hive(part, kind)
    board = extra("chess").Board()
    fen, variant = part.tags.get("FEN"), part.tags.get("Variant", "standard").casefold()
    is_usual = fen is None or fen.split()[:4] == board.fen().split()[:4]
    is_set_up = fen is None and part.tags.get("SetUp", "0") != "0"
    if not is_usual or is_set_up or variant not in ("standard", "chess", "normal", "from position"):
        raise InputError("the game is not chess from the usual position")
    lines: list[Any] = [board]
    turns: list[Turn] = []
    notes = []
    for kind, text in part.tokens:
        if kind == "open":
            lines.append(_without_last(lines[-1]))
        elif kind == "close":
            lines.pop()
            if not lines:
                break
        elif kind != "number" and lines[-1] is not None:
            try:
                move = lines[-1].parse_san(text)
                if not move:
                    raise ValueError(f"{text} is not a move")
            except ValueError as error:
                wrong = error_at(len(lines[-1].move_stack) + 1, error)
                if len(lines) == 1:
                    raise wrong from None
                notes.append(f"variation, {wrong}")
                lines[-1] = None  # the rest of a faulty variation
                continue
            lines[-1].push(move)
            if len(lines) == 1:
                turns.append(_of_chess(move))
    if len(lines) != 1:
        raise InputError("brackets of variations are not in pairs")
    return PlayedGame("Chess", (), tuple(turns), part.about(), tuple(notes))


def _without_last(board: Any) -> Any:
    """Return a board before its last move; None where there is none."""
    if board is None or not board.move_stack:
        return None
    before = board.copy()
    before.pop()
    return before


def _of_chess(move: Any) -> Turn:
    text: str = move.uci()
    return Turn((text[:2].upper(), text[2:4].upper()), _CHESSMEN.get(text[4:], ""), text=text)


def _hive(part: Movetext, kind: str) -> PlayedGame:
    moves: list[str] = []
    for token, text in part.main():
        if token == "number":
            moves.append("")
        elif moves:
            moves[-1] = f"{moves[-1]} {text}".strip()
        else:
            raise error_at(1, f"{shown(text)}: here is to be the number of a move, such as 1.")
    return PlayedGame("Hive", (hive_pieces(kind),), tuple(moves), part.about())


def hive_pieces(kind: str) -> str:
    """Return the option of Hive with the pieces of a type, such as Base+MLP."""
    found = re.fullmatch(r"Base(?:\+?([MLP]*))?", kind, re.IGNORECASE)
    if found is None:
        raise InputError(f"type of game {shown(kind)}: give Base, Base+M, ... or Base+MLP")
    known = "".join(letter for letter in "MLP" if letter in (found[1] or "").upper())
    return f"Pieces/Base+{known}" if known else "Pieces/Base"
