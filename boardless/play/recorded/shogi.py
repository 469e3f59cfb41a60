"""Games of shogi: KIF, CSA, and moves of the Universal Shogi Interface.

A square is its file, counted from the right, and its rank, counted from the top. Pieces have the
two letters of CSA.
"""

import re
from collections.abc import Iterator, Mapping

from boardless.play.recorded.turn import PlayedGame, Turn, about, error_at, turns_of
from boardless.topo import InputError
from boardless.util.inputs import shown

#: The pieces that may be dropped, as Ludii's description calls them.
_PIECES = {
    "P": "Fuhyo", "L": "Kyosha", "N": "Keima", "S": "Ginsho", "G": "Kinsho", "B": "Kakugyo",
    "R": "Hisha",
}  # fmt: skip
_LETTERS = dict(zip(("FU", "KY", "KE", "GI", "KI", "KA", "HI"), _PIECES, strict=True))
_PROMOTED = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
_KANJI = {
    "歩": "FU", "香": "KY", "桂": "KE", "銀": "GI", "金": "KI", "角": "KA", "飛": "HI", "玉": "OU",
    "王": "OU", "と": "TO", "成香": "NY", "成桂": "NK", "成銀": "NG", "馬": "UM", "龍": "RY",
    "竜": "RY", "杏": "NY", "圭": "NK", "全": "NG",
}  # fmt: skip
_BACK = ("KY", "KE", "GI", "KI", "OU", "KI", "GI", "KE", "KY")
#: The usual start.
_START = (
    {f"{file}{rank}": piece for rank in "19" for file, piece in enumerate(_BACK, 1)}
    | {f"{file}{rank}": "FU" for rank in "37" for file in range(1, 10)}
    | {"82": "HI", "22": "KA", "88": "KA", "28": "HI"}
)
_USI = re.compile(r"([1-9])([a-i])([1-9])([a-i])(\+?)|([PLNSGBR])\*([1-9])([a-i])")


def split_usi(text: str) -> Iterator[str]:
    """Yield the lines of a text that have games."""
    return (line for line in text.splitlines() if line.strip())


def read_usi(line: str, game: str | None) -> PlayedGame:
    """Return the game of moves of the Universal Shogi Interface."""
    del game
    words = line.split()
    for optional in ("position", "startpos", "moves"):
        if words and words[0] == optional:
            words = words[1:]
    return PlayedGame("Shogi", (), turns_of(words, _usi_turn))


def _usi_turn(text: str) -> Turn:
    found = _USI.fullmatch(text)
    if found is None:
        raise InputError(f"move {shown(text)}: give such as 7g7f, 2b3c+ or P*5e")
    if found[6]:
        square = found[7] + _digit(found[8])
        return Turn((_label(square),), _PIECES[found[6]], text=text)
    squares = found[1] + _digit(found[2]), found[3] + _digit(found[4])
    return Turn((_label(squares[0]), _label(squares[1])), changes=bool(found[5]), text=text)


def _digit(rank: str) -> str:
    return str("abcdefghi".index(rank) + 1)


def _label(square: str) -> str:
    return f"{'ABCDEFGHI'[9 - int(square[0])]}{10 - int(square[1])}"


class _Board:
    """The pieces on the board, to know which one moves."""

    def __init__(self) -> None:
        self._pieces = dict(_START)

    def turn(self, origin: str, target: str, before: str | None, after: str, text: str) -> Turn:
        """Return the turn of a piece, from "00" where it is dropped; `before` may be unknown."""
        if "0" in target:
            raise InputError(f"move {shown(text)}: there is no square {target}")
        if origin == "00":
            if after not in _LETTERS or target in self._pieces:
                raise InputError(f"move {shown(text)}: no {after} can be dropped there")
            self._pieces[target] = after
            return Turn((_label(target),), _PIECES[_LETTERS[after]], text=text)
        there = self._pieces.pop(origin, "")
        if before not in (None, there) or after not in (there, _PROMOTED.get(there)) or not there:
            raise InputError(f"move {shown(text)}: on {origin} there is {there or 'nothing'}")
        self._pieces[target] = after
        return Turn((_label(origin), _label(target)), changes=after != there, text=text)


# -- KIF --------------------------------------------------------------------------------------

_DIGITS = str.maketrans("１２３４５６７８９一二三四五六七八九", "123456789123456789")
_HEADER = re.compile(r"([^\uff1a:\s]+)[\uff1a:](.*)")
_KIF_LINE = re.compile(r"\s*(\d+)\s+(.*?)\s*(?:\(\s*\d+:[\d:/\s]*\))?\s*\+?\s*")
_KIF_MOVE = re.compile(
    rf"(同|[1-9]{{2}})\s*({'|'.join(sorted(_KANJI, key=len, reverse=True))})(成|不成)?"
    r"(打|\([1-9]{2}\))"
)
#: Ends of games, with the result for who moves next: 1 wins, 0 loses, "" neither.
_KIF_ENDS = {
    "投了": "0", "中断": "", "千日手": "1/2", "持将棋": "1/2", "切れ負け": "0", "時間切れ": "0",
    "反則勝ち": "1", "反則負け": "0", "入玉勝ち": "1", "勝ち宣言": "1", "不戦敗": "0",
    "不戦勝": "1", "詰み": "0", "詰": "0", "不詰": "", "封じ手": "",
}  # fmt: skip
_VARIATION = "変化"


def split_kif(text: str) -> Iterator[str]:
    """Yield the games of a text: another one begins with a handicap after moves."""
    lines: list[str] = []
    has_moves = False
    for line in text.splitlines():
        if has_moves and line.startswith(("手合割", "開始日時", "#KIF")):
            yield "\n".join(lines)
            lines, has_moves = [], False
        lines.append(line)
        has_moves = has_moves or _KIF_LINE.fullmatch(line) is not None
    if "".join(lines).strip():
        yield "\n".join(lines)


def read_kif(text: str, game: str | None) -> PlayedGame:
    """Return a game in KIF; faults of variations are noted."""
    del game
    main, *variations = re.split(rf"(?m)^(?={_VARIATION}[\uff1a:])", text)
    said: dict[str, str] = {}
    board, turns, last, result = _Board(), list[Turn](), "", ""
    for line in main.splitlines():
        found = _KIF_LINE.fullmatch(line)
        if found is None or result:
            _header(line, said, len(turns))
            continue
        words = found[2].translate(_DIGITS)
        if int(found[1]) != len(turns) + 1:
            raise error_at(len(turns) + 1, f"it has the number {found[1]}")
        if (end := _KIF_ENDS.get(found[2])) is not None:
            first = len(turns) % 2 == 0
            result = {"": "*", "1/2": "1/2-1/2"}.get(end, "1-0" if (end == "1") == first else "0-1")
            continue
        try:
            moved, last = _kif_move(words, last, found[2])
            turns.append(board.turn(*moved))
        except InputError as error:
            raise error_at(len(turns) + 1, error) from None
    if said.get("手合割", "平手").strip() != "平手":
        raise InputError(f"手合割 {shown(said['手合割'].strip())}: only 平手, without a handicap")
    said["result"] = result
    names = ("先手", "後手", "result", "開始日時", "棋戦")
    notes = tuple(note for variation in variations for note in _faults(variation))
    return PlayedGame("Shogi", (), tuple(turns), about(said, *names), notes)


def _header(line: str, said: dict[str, str], turns: int) -> None:
    """Note a line of the header; InputError if a line would change the game."""
    text = line.strip()
    if not text or text.startswith(("#", "*", "&", "まで", "手数")):
        return
    if found := _HEADER.match(text):
        if found[1] in ("先手の持駒", "後手の持駒", "上手の持駒", "下手の持駒"):
            raise InputError(f"{shown(text)}: only games from the usual start are read")
        said.setdefault(found[1], found[2].strip())
    elif turns or text.startswith(("|", "+", "後手番", "上手番")) or text[0].isdecimal():
        raise error_at(turns + 1, f"line {shown(text)} is not understood")


def _kif_move(words: str, last: str, text: str) -> tuple[tuple[str, str, str, str, str], str]:
    """Return origin, target, piece before and after, and text of a move; and its target."""
    found = _KIF_MOVE.fullmatch(words)
    if found is None or (found[1] == "同" and not last):
        raise InputError(f"move {shown(text)}: give such as ７六歩(77), 同　銀成(31) or ５五角打")
    target = last if found[1] == "同" else found[1]
    before = _KANJI[found[2]]
    after = _PROMOTED.get(before, "") if found[3] == "成" else before
    origin = "00" if found[4] == "打" else found[4][1:3]
    return (origin, target, before, after, text), target


def _faults(variation: str) -> Iterator[str]:
    """Yield the faults of the lines of a variation."""
    head, *lines = variation.splitlines()
    for line in lines:
        found = _KIF_LINE.fullmatch(line)
        if found and found[2] not in _KIF_ENDS and not _KIF_MOVE.fullmatch(
            found[2].translate(_DIGITS)
        ):  # fmt: skip
            yield f"{head.strip()}: move {found[1]}: {shown(found[2])}"
            return


# -- CSA --------------------------------------------------------------------------------------

_CSA_MOVE = re.compile(r"([+-])(\d\d)(\d\d)([A-Z]{2})")
_CSA_ENDS: Mapping[str, str] = {
    "TORYO": "0", "CHUDAN": "", "SENNICHITE": "1/2", "TIME_UP": "0", "JISHOGI": "1/2",
    "KACHI": "1", "HIKIWAKE": "1/2", "TSUMI": "0", "FUZUMI": "", "ERROR": "", "MAX_MOVES": "1/2",
    "ILLEGAL_MOVE": "0", "+ILLEGAL_ACTION": "0-1", "-ILLEGAL_ACTION": "1-0",
}  # fmt: skip


def split_csa(text: str) -> Iterator[list[str]]:
    """Yield the statements of each game of a text."""
    for part in re.split(r"(?m)^/\s*$", text):
        # Statements may share a line, but for names and other texts.
        found = [
            statement.strip()
            for line in part.splitlines()
            for statement in ([line] if line[:1] in ("N", "$", "'") else line.split(","))
        ]
        if found := [statement for statement in found if statement and statement[0] != "'"]:
            yield found


def read_csa(statements: list[str], game: str | None) -> PlayedGame:
    """Return a game in the notation of the Computer Shogi Association."""
    del game
    said: dict[str, str] = {}
    board, turns = _Board(), list[Turn]()
    placed = [text for text in statements if text[0] == "P" or text == "-"]
    if "".join(placed).replace(" ", "") not in ("", "PI", _csa_start()):
        raise InputError(f"{shown(placed[0])}: only games from the usual start are read")
    for text in statements:
        if found := _CSA_MOVE.fullmatch(text):
            if said.get("result") or found[1] != "+-"[len(turns) % 2]:
                raise error_at(len(turns) + 1, f"move {text}: the players do not move in turn")
            try:
                turns.append(board.turn(found[2], found[3], None, found[4], text))
            except InputError as error:
                raise error_at(len(turns) + 1, error) from None
        elif text[0] == "%" and text[1:] in _CSA_ENDS:
            end, first = _CSA_ENDS[text[1:]], len(turns) % 2 == 0
            won = "1-0" if (end == "1") == first else "0-1"
            said["result"] = {"": "*", "1/2": "1/2-1/2"}.get(end, end if "-" in end else won)
        elif text[0] in "N$":
            name, _, value = (text[1:] if text[0] == "$" else f"{text[:2]}:{text[2:]}").partition(
                ":"
            )
            said[name] = value
        elif text[0] not in "VTP+" or (text[0] == "+" and len(text) > 1):
            raise error_at(len(turns) + 1, f"{shown(text)} is not understood")
    names = ("N+", "N-", "result", "START_TIME", "EVENT")
    return PlayedGame("Shogi", (), tuple(turns), about(said, *names))


def _csa_start() -> str:
    """Return the usual start as CSA writes it, without spaces."""
    return "".join(
        f"P{rank}" + "".join(
            ("-" if rank < 5 else "+") + piece if (piece := _START.get(f"{file}{rank}")) else "*"
            for file in range(9, 0, -1)
        )
        for rank in range(1, 10)
    )  # fmt: skip
