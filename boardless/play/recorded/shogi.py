"""Games of shogi: KIF, CSA, and moves of the Universal Shogi Interface.

A square is its file, counted from the right, and its rank, counted from the top. Pieces have the
two letters of CSA.
"""

import re
from collections.abc import Iterator

from boardless.play.recorded.turn import PlayedGame, Reading, Turn, about
from boardless.topo import InputError
from boardless.util.inputs import refuse, shown


def _table(left: str, right: str) -> dict[str, str]:
    return dict(zip(left.split(), right.split(), strict=True))


#: The letters in USI of pieces that may be dropped, and their names in Ludii's description.
_NAMES = _table("P L N S G B R", "Fuhyo Kyosha Keima Ginsho Kinsho Kakugyo Hisha")
_LETTERS = _table("FU KY KE GI KI KA HI", " ".join(_NAMES))
_PROMOTED = _table("FU KY KE GI KA HI", "TO NY NK NG UM RY")
_KANJI = _table(
    "歩 香 桂 銀 金 角 飛 玉 王 と 成香 成桂 成銀 馬 龍 竜 杏 圭 全",
    "FU KY KE GI KI KA HI OU OU TO NY NK NG UM RY RY NY NK NG",
)
#: The usual start, from the square 91 along the ranks.
_START = (
    f"-KY-KE-GI-KI-OU-KI-GI-KE-KY*-HI*****-KA*{'-FU' * 9}{'*' * 27}"
    f"{'+FU' * 9}*+KA*****+HI*+KY+KE+GI+KI+OU+KI+GI+KE+KY"
)
_USI = re.compile(r"([1-9])([a-i])([1-9])([a-i])(\+?)|([PLNSGBR])\*([1-9])([a-i])")
_NUMBERS = str.maketrans("１２３４５６７８９一二三四五六七八九" + "abcdefghi", "123456789" * 3)


def split_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text that have games."""
    return (line for line in text.splitlines() if line.strip())


def read_usi(line: str) -> Reading:
    """Read the moves of the Universal Shogi Interface."""
    for text in re.sub(r"^\s*(position\s+)?(startpos\s+)?(moves\s+)?", "", line).split():
        match = _USI.fullmatch(text)
        if match is None:
            refuse("move", text, "give such as 7g7f, 2b3c+ or P*5e")
        first, last = text[:2], text[2:4]
        if match[6]:
            yield Turn((_label(last),), _NAMES[match[6]], text=text)
        else:
            yield Turn((_label(first), _label(last)), changes=bool(match[5]), text=text)
    return PlayedGame("Shogi")


def _label(square: str) -> str:
    number = int(square.translate(_NUMBERS))
    return f"{'IHGFEDCBA'[number // 10 - 1]}{10 - number % 10}"


class _Board:
    """The pieces on the board, to know which one moves."""

    def __init__(self) -> None:
        squares = [f"{file}{rank}" for rank in range(1, 10) for file in range(9, 0, -1)]
        pieces = re.findall(r"[A-Z]{2}|\*", _START)
        self._pieces = {
            at: piece for at, piece in zip(squares, pieces, strict=True) if piece != "*"
        }

    def turn(self, origin: str, target: str, before: str, after: str, text: str) -> Turn:
        """Return the turn of a piece, from "00" where it is dropped; `before` may be unknown."""
        there = self._pieces.pop(origin, "")
        if origin == "00" and after in _LETTERS and target not in self._pieces:
            turn = Turn((_label(target),), _NAMES[_LETTERS[after]], text=text)
        elif there and before in ("", there) and after in (there, _PROMOTED.get(there)):
            turn = Turn((_label(origin), _label(target)), changes=after != there, text=text)
        else:
            raise InputError(f"{shown(text)}: on {origin} there is {there or 'nothing'} for it")
        self._pieces[target] = after
        return turn


# -- KIF --------------------------------------------------------------------------------------

_KIF_LINE = re.compile(r"\s*(\d+)\s+(.*?)\s*(?:\(\s*\d+:[\d:/\s]*\))?\s*\+?\s*")
_KIF_MOVE = re.compile(
    rf"(同|[1-9]{{2}})\s*({'|'.join(sorted(_KANJI, key=len, reverse=True))})(成|不成)?"
    r"(打|\([1-9]{2}\))"
)
_KIF_ENDS = re.compile(
    "投了|中断|千日手|持将棋|切れ負け|時間切れ|反則勝ち|反則負け|入玉勝ち|勝ち宣言|不戦勝|不戦敗|詰み?|不詰|封じ手"
)


def split_kif(text: str) -> Iterator[list[str]]:
    """Yield the lines of the only game of a text, without its variations."""
    main = re.split(r"(?m)^\s*変化[\uff1a:]", text)[0]
    if main.strip():
        yield main.splitlines()


def read_kif(lines: list[str]) -> Reading:
    """Read a game in KIF."""
    said: dict[str, str] = {}
    board, number, last = _Board(), 0, ""
    for line in lines:
        text, match = line.strip(), _KIF_LINE.fullmatch(line)
        if match and "result" not in said and int(match[1]) == number + 1:
            if _KIF_ENDS.fullmatch(match[2]):
                said["result"] = match[2]
                continue
            move = _KIF_MOVE.fullmatch(match[2].translate(_NUMBERS))
            if move is None or (move[1] == "同" and not last):
                refuse("move", match[2], "give such as ７六歩(77), 同　銀成(31) or ５五角打")
            last = last if move[1] == "同" else move[1]
            before = _KANJI[move[2]]
            after = _PROMOTED.get(before, "") if move[3] == "成" else before
            yield board.turn(move[4].strip("()").replace("打", "00"), last, before, after, match[2])
            number += 1
        elif header := re.match(r"([^\uff1a:\s*#&]+)[\uff1a:](.*)", text):
            said.setdefault(header[1], header[2].strip())
            if header[1].endswith("持駒") or (header[1] == "手合割" and said[header[1]] != "平手"):
                refuse(header[1], said[header[1]], "only games from the usual start are read")
        elif text and not text.startswith(("#", "*", "&", "まで", "手数", "先手番")):
            raise InputError(f"line {shown(text)} is not understood")
    return PlayedGame("Shogi", (), about(said, "先手", "後手", "result", "開始日時", "棋戦"))


# -- CSA --------------------------------------------------------------------------------------

_CSA_MOVE = re.compile(r"([+-])(\d\d)([1-9]{2})([A-Z]{2})")
_CSA_BESIDE = re.compile(
    r"[VT].*|P.*|\+|%(TORYO|CHUDAN|SENNICHITE|TIME_UP|JISHOGI|KACHI|HIKIWAKE|TSUMI|FUZUMI|ERROR"
    r"|MAX_MOVES|ILLEGAL_MOVE|[+-]ILLEGAL_ACTION)"
)


def split_csa(text: str) -> Iterator[list[str]]:
    """Yield the statements of each game of a text."""
    for part in re.split(r"(?m)^/\s*$", text):
        # Statements may share a line, except names and other texts.
        listed = [
            statement.strip()
            for line in part.splitlines()
            for statement in ([line] if line[:1] in ("N", "$", "'") else line.split(","))
        ]
        if listed := [statement for statement in listed if statement and statement[0] != "'"]:
            yield listed


def read_csa(statements: list[str]) -> Reading:
    """Read a game in the notation of the Computer Shogi Association."""
    placed = [text for text in statements if text[0] == "P" or text == "-"]
    if "".join(text[2:] for text in placed).replace(" ", "") not in ("", _START) or "-" in placed:
        refuse("start", placed[0], "only games from the usual start are read")
    said: dict[str, str] = {}
    board, mover = _Board(), "+"
    for text in statements:
        match, beside = _CSA_MOVE.fullmatch(text), _CSA_BESIDE.fullmatch(text)
        if match and match[1] == mover and "result" not in said:
            yield board.turn(match[2], match[3], "", match[4], text)
            mover = "+-"[mover == "+"]
        elif text[0] in "N$":
            name, _, value = text.partition(":")
            said |= {name: value} if text[0] == "$" else {text[:2]: text[2:]}
        elif beside is None:
            raise InputError(f"{shown(text)} is not understood here")
        elif beside[1]:
            said["result"] = beside[1]
    return PlayedGame("Shogi", (), about(said, "N+", "N-", "result", "$START_TIME", "$EVENT"))
