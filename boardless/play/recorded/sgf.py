"""The Smart Game Format: Go, Hex, Othello, Gomoku, and Hive of boardspace.net.

A game is a tree of nodes. The first branch everywhere is the game; it ends where the first branch
ends.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from boardless.play.recorded.turn import PlayedGame, Reading, Turn, about, hive_pieces
from boardless.topo import InputError
from boardless.util.inputs import integer_between, refuse, shown

_TOKEN = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z]\w*)"
    r"|\[(?P<value>(?:\\.|[^\]\\])*)\]|(?P<other>\S)",
    re.DOTALL,
)
_ENCODING = re.compile(rb"CA\s*\[([^\]]*)\]")
#: Names and usual sizes of games by the number in GM.
_GAMES = {"1": ("Go", 19), "2": ("Othello", 8), "4": ("Gomoku", 15), "11": ("Hex", 11)}
_SWAPS = ("swap-sides", "SWAP", "swap-pieces")


def encoding_of(data: bytes) -> str:
    """Return the encoding that a file names, or ""."""
    match = _ENCODING.search(data)
    return match[1].decode("latin-1").strip() if match else ""


@dataclass
class MainLine:
    """The main line of a tree."""

    #: By the name of a property its values, without backslashes.
    nodes: list[dict[str, list[str]]] = field(default_factory=list)
    #: The part of the text that cannot be read.
    fault: str = ""


def split_sgf(text: str) -> Iterator[MainLine]:
    """Yield the games of a text."""
    game, depth, name, is_main = MainLine(), 0, "", True
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        depth += (kind == "open") - (kind == "close" and depth > 0)
        is_main = is_main and kind != "close"
        if not depth:
            if kind == "close" and (game.nodes or game.fault):
                yield game
            game, is_main, name = MainLine(), True, ""
        elif not is_main or game.fault or kind == "open":
            continue
        elif kind == "node":
            game.nodes.append({})
            name = ""
        elif kind == "name":
            name = re.sub("[a-z]", "", token[0])  # older files have small letters between
        elif kind == "value" and game.nodes and name:
            value = re.sub(r"\\\n|\\(?s:(.))", r"\1", token["value"])
            game.nodes[-1].setdefault(name, []).append(value)
        else:
            last = game.nodes[-1].get(name, [""])[-1] if game.nodes else ""
            game.fault = rf"{shown(token[0])} behind {name}[{shown(last)[1:-1]}; a value has \]"
    if depth:
        game.fault = game.fault or "the last bracket is missing: the file may be cut short"
        yield game


def read_sgf(game: MainLine) -> Reading:
    """Read the game of a tree."""
    said = {name: values[0].strip() for name, values in (*game.nodes, {})[0].items()}
    if said.get("GM") == "27" or said.get("SU", "").casefold().startswith("hive"):
        return (yield from _boardspace(game, said))
    if said.get("GM", "1") not in _GAMES:
        refuse("GM", said["GM"], "choose 1 (Go), 2 (Othello), 4 (Gomoku), 11 (Hex) or 27 (Hive)")
    name, usual = _GAMES[said.get("GM", "1")]
    width, _, height = said.get("SZ", str(usual)).partition(":")
    if not width.isdecimal() or height not in ("", width):
        refuse("SZ", said["SZ"], "give the number of points along a side")
    size = integer_between(int(width), "SZ", 2, 26)
    number, mover, swap, last = 0, "B", "", ""
    for node in game.nodes:
        for setup in ("AB", "AW", "AE", "KO", "HA"):
            if setup in node and node[setup][0] not in ("", "0", "1"):
                refuse(setup, node[setup][0], "only games from the usual start are read")
        moves = [(player, value.strip()) for player in "BW" for value in node.get(player, ())]
        for player, point in moves:
            number += 1
            # After the players have changed sides, the colours continue to alternate.
            is_turn = player == mover or (number == 3 and swap in _SWAPS[:2])
            if not is_turn or len(moves) > 1 or last == "resign":
                raise InputError(f"{player}[{point}]: the players do not move in turn")
            mover, last = "BW"[player == "B"], point
            if name == "Hex" and number == 2 and point in _SWAPS:
                swap = point
                yield Turn((), text=point)
            elif name != "Hex" or point != "resign":
                yield _turn(point, name, size, swap == _SWAPS[2])
    if game.fault:
        raise InputError(game.fault)
    options = (f"Board Size/{size}x{size}", *(["Swap/On"] if swap else ()))
    return PlayedGame(name, options, about(said, "PB", "PW", "RE", "DT", "EV"))


def _turn(point: str, game: str, size: int, is_mirrored: bool) -> Turn:
    if game in ("Go", "Othello") and (not point or (point == "tt" and size < 20)):
        return Turn((), text="pass")
    letters = "" if game == "Hex" else "[A-Za-z]|"
    digits = r"\d{1,2}" if game in ("Hex", "Othello") else "(?!)"
    match = re.fullmatch(rf"([A-Za-z])({letters}{digits})", point)
    if match is None:
        refuse("move", point, f"give a point, such as {'a1' if game == 'Hex' else 'dd'}")
    column, row = ord(match[1].lower()) - 97, match[2].lower()
    row_ = int(row) - 1 if row.isdecimal() else ord(row) - 97
    if not (0 <= column < size and 0 <= row_ < size):
        refuse("move", point, f"the board has {size} by {size} points")
    # Rows of Othello and of Hex begin where labels begin, others at the top.
    row_ = row_ if game in ("Hex", "Othello") else size - 1 - row_
    # A player who puts a stone on the mirror image of the first stone continues in the mirror.
    column, row_ = (row_, column) if is_mirrored else (column, row_)
    return Turn((f"{chr(ord('A') + column)}{row_ + 1}",), text=point)


# -- Hive of boardspace.net -------------------------------------------------------------------

_BUG = re.compile(r"([wb])?(?:([qmlp])1?|([sbga][123]))", re.IGNORECASE)
_PLACE = re.compile(r"([-/\\]?)([A-Za-z]+\d?)([-/\\]?)")
_DROP = re.compile(r"(?:p?dropb|p?move(?:done)? ([wb])) (\S+) (\S+ \S+) (\S+)", re.IGNORECASE)
#: Words that change nothing on the board.
_BESIDE = re.compile(r"(?:start|pickb?|resign|(?:offer|accept|decline)draw|gameover)\b.*|")


def _boardspace(game: MainLine, said: dict[str, str]) -> Reading:
    """Read a game of Hive; if a player put several bugs down before "done", the last one counts."""
    kinds = re.fullmatch(r"hive(?:-([plm]+))?(?: .*)?", said.get("SU", ""), re.IGNORECASE)
    if kinds is None:
        refuse("SU", said.get("SU"), "give hive, hive-p, ... or hive-plm")
    cells: dict[str, str] = {}  # of bugs, the last one to come at the end
    players: dict[str, str] = {}
    colour = text = name = cell = ""
    has_acted = True
    lines = [
        (player, line.strip())
        for node in game.nodes
        for player in ("P0", "P1")
        for line in node.get(player, ())
    ]
    for player, line in lines:
        act = re.fullmatch(r"\d+\s*(.*)", line)
        if act is None:
            named = re.fullmatch(r'id\s+"(.*)"', line)
            said |= {player: named[1]} if named else {}
            continue
        verb = act[1].partition(" ")[0].lower()
        if drop := _DROP.fullmatch(act[1]):
            owner = drop[1] or colour or "wb"[player == "P1"]
            name, cell = _bug(drop[2], owner), drop[3]
            text = f"{name} {_place(drop[4], name, cell, cells)}".strip()
        elif picked := re.match(r"pick ([wb]) ", act[1], re.IGNORECASE):
            colour = picked[1]
        elif verb in ("pass", "passdone"):
            text, name = "pass", ""
        elif verb != "done" and not _BESIDE.fullmatch(act[1].lower()):
            raise InputError(f"{player}[{line}] is not understood")
        elif verb == "done" and not has_acted:
            text, name = "pass", ""  # a pass that is forced
        has_acted = verb != "done"
        if text and verb.endswith(("done", "move")):
            yield text
            players.setdefault("first", player)
            if name:
                cells.pop(name, None)
                cells[name] = cell
            colour = text = ""
    if game.fault:
        raise InputError(game.fault)
    order = ("P1", "P0") if players.get("first") == "P1" else ("P0", "P1")
    pieces = hive_pieces(f"Base+{kinds[1] or ''}")
    return PlayedGame("Hive", pieces, about(said, *order, "RE", "DT", "GN"))


def _place(place: str, name: str, cell: str, cells: dict[str, str]) -> str:
    """Return the place of a bug as the Universal Hive Protocol writes it."""
    if place == ".":
        below = [bug for bug, at in cells.items() if at == cell and bug != name]
        if not below and cells:
            raise InputError(f"{name}: no piece is on {cell} that it could climb")
        return "".join(below[-1:])
    match = _PLACE.fullmatch(place) or refuse("place", place, "give such as wQ-")
    return f"{match[1]}{_bug(match[2], '')}{match[3]}"


def _bug(text: str, colour: str) -> str:
    """Return the name of a bug, without a number if a player has one of its kind."""
    match = _BUG.fullmatch(text)
    if match is None or not (owner := match[1] or colour):
        refuse("bug", text, "give such as wA1 or bQ")
    return f"{owner.lower()}{(match[2] or match[3]).upper()}"
