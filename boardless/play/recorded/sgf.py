"""The Smart Game Format: Go, Hex, Othello, Gomoku, and Hive of boardspace.net.

A game is a tree of nodes. The first branch everywhere is the game; it ends where the first branch
ends.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from boardless.play.recorded.movetext import hive_pieces
from boardless.play.recorded.turn import PlayedGame, RecordError, Turn, about, error_at
from boardless.topo import InputError
from boardless.util.inputs import refuse, shown

#: The name of a property, and its values, without backslashes.
Node = dict[str, list[str]]

_TOKEN = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z]\w*)"
    r"|\[(?P<value>(?:\\.|[^\]\\])*)\]|(?P<other>\S)",
    re.DOTALL,
)
_ENCODING = re.compile(rb"CA\s*\[([^\]]*)\]")
#: Stones that are set up, or a change of turns.
_SET_UP = ("AB", "AW", "AE", "KO")
#: Names and usual sizes of games by the number in GM.
_GAMES = {"1": ("Go", 19), "2": ("Othello", 8), "4": ("Gomoku", 15), "11": ("Hex", 11)}


def encoding_of(data: bytes) -> str | None:
    """Return the encoding that a file names; None if it names none."""
    found = _ENCODING.search(data)
    return None if found is None else found[1].decode("latin-1").strip()


@dataclass
class Tree:
    """The tokens of a game."""

    tokens: list[tuple[str, str]] = field(default_factory=list)
    is_closed: bool = False


def split_sgf(text: str) -> Iterator[Tree]:
    """Yield the games of a text."""
    tree, depth = Tree(), 0
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        depth += {"open": 1, "close": -1 if depth else 0}.get(kind, 0)
        if depth or tree.tokens:
            tree.tokens.append((kind, found["value"] if kind == "value" else found[0]))
        if tree.tokens and not depth:
            tree.is_closed = True
            yield tree
            tree = Tree()
    if tree.tokens:
        yield tree


def _nodes(tree: Tree) -> list[Node]:
    """Return the nodes of the main line."""
    nodes: list[Node] = []
    name, moves = "", 0
    for kind, text in tree.tokens:
        if kind == "close":
            break
        if kind == "node":
            nodes.append({})
            name = ""
        elif kind == "name":
            # Older files have small letters between.
            name = re.sub("[a-z]", "", text)
            moves += name in ("B", "W")
        elif kind == "value" and nodes and name:
            value = re.sub(r"\\(?s:(.))", r"\1", text.replace("\\\n", ""))
            nodes[-1].setdefault(name, []).append(value)
        elif kind != "open":
            last = nodes[-1].get(name, [""])[-1] if nodes else ""
            behind = f" behind {name}[{shown(last)[1:-1]}]" if name else ""
            remedy = r"; in a value write \]" if text == "]" else ""
            raise error_at(moves + (name not in ("B", "W")), f"{shown(text)}{behind}{remedy}")
    if not tree.is_closed:
        raise InputError("the last bracket is missing: the file may be cut short")
    return nodes


def read_sgf(tree: Tree, game: str | None) -> PlayedGame:
    """Return the game of a tree."""
    del game
    nodes = _nodes(tree)
    said = {
        name: values[0].strip() for name, values in reversed((nodes[0] if nodes else {}).items())
    }
    if said.get("GM") == "27" or said.get("SU", "").casefold().startswith("hive"):
        return _boardspace(nodes, said)
    kind = said.get("GM", "1")
    if kind not in _GAMES:
        raise InputError(
            f"GM[{kind}]: choose 1 (Go), 2 (Othello), 4 (Gomoku), 11 (Hex), or 27 (Hive)"
        )
    name, usual = _GAMES[kind]
    size = _size(said.get("SZ", str(usual)))
    if said.get("HA", "0").strip() not in ("", "0", "1"):
        raise InputError(f"HA[{said['HA']}]: only games without a handicap are read")
    turns, is_swapped = _turns(nodes, name, size)
    options = (f"Board Size/{size}x{size}", *(["Swap/On"] if is_swapped else ()))
    return PlayedGame(name, options, turns, about(said, "PB", "PW", "RE", "DT", "EV"))


def _size(text: str) -> int:
    """Return the size of a board, which is as wide as it is high."""
    width, _, height = text.partition(":")
    if not width.isdecimal() or height not in ("", width) or not 1 < int(width) <= 26:
        refuse("size", text, "give a number up to 26")
    return int(width)


def _turns(nodes: Sequence[Node], game: str, size: int) -> tuple[tuple[Turn, ...], bool]:
    """Return the turns of a game, and whether the second player has taken the first move over."""
    turns: list[Turn] = []
    mover, swap = "B", ""
    for node in nodes:
        number = len(turns) + 1
        for name in _SET_UP:
            if name in node:
                value = f"{name}[{shown(node[name][0])[1:-1]}]"
                raise error_at(number, f"{value}: only games from the usual start are read")
        moves = [(name, value.strip()) for name in ("B", "W") for value in node.get(name, ())]
        if len(moves) > 1:
            raise error_at(number, f"{len(moves)} moves in a node")
        if not moves:
            continue
        ((player, point),) = moves
        try:
            if turns and turns[-1].text == "resign":
                raise InputError("the game goes on after it was given up")
            if player != mover and not (swap == "sides" and number == 3):
                raise InputError(f"{player}[{point}]: the players do not move in turn")
            mover = "BW"[player == "B"]
            if game == "Hex" and point in ("swap-sides", "swap-pieces", "SWAP") and number == 2:
                swap = "pieces" if point == "swap-pieces" else "sides"
                turns.append(Turn((), text=point))
            elif game == "Hex" and point == "resign":
                turns.append(Turn((), text=point))
            else:
                turns.append(_turn(point, game, size, swap == "pieces"))
        except RecordError:
            raise
        except InputError as error:
            raise error_at(number, error) from None
    if turns and turns[-1].text == "resign":
        turns.pop()
    return tuple(turns), bool(swap)


def _turn(point: str, game: str, size: int, is_mirrored: bool) -> Turn:
    if game in ("Go", "Othello") and (not point or (point == "tt" and size < 20)):
        return Turn((), text="pass")
    if found := re.fullmatch(r"([A-Za-z])(\d{1,2})", point) if game in ("Hex", "Othello") else None:
        column, row = ord(found[1].lower()) - ord("a"), int(found[2]) - 1
    elif game != "Hex" and re.fullmatch(r"[A-Za-z]{2}", point):
        column, row = (ord(letter) - ord("a") for letter in point.lower())
        # Rows of Othello count from the top, where labels of its description begin.
        row = row if game == "Othello" else size - 1 - row
    else:
        raise InputError(
            f"move {shown(point)}: give a point, such as {'a1' * (game == 'Hex') or 'dd'}"
        )
    if not (0 <= column < size and 0 <= row < size):
        raise InputError(f"move {shown(point)}: the board has {size} by {size} points")
    # Who puts his own stone on the mirror image of the first one plays on in the mirror.
    column, row = (row, column) if is_mirrored else (column, row)
    return Turn((f"{chr(ord('A') + column)}{row + 1}",), text=point)


# -- Hive of boardspace.net -------------------------------------------------------------------

_BUG = re.compile(r"([wb])?([qsbgamlp])([123])?", re.IGNORECASE)
_PLACE = re.compile(r"([-/\\]?)([A-Za-z]+\d?)([-/\\]?)")
_MOVES, _DROPS = ("move", "pmove", "movedone", "pmovedone"), ("dropb", "pdropb")
#: What changes nothing on the board.
_BESIDE = ("start", "resign", "offerdraw", "acceptdraw", "declinedraw", "gameover")


def _boardspace(nodes: Sequence[Node], said: Mapping[str, str]) -> PlayedGame:
    """Return a game of Hive: of the bugs that were put down before a move was done the last one."""
    kinds = re.fullmatch(r"hive(?:-([plm]+))?(?: .*)?", said.get("SU", ""), re.IGNORECASE)
    if kinds is None:
        raise InputError(f"SU[{said.get('SU', '')}]: give hive, hive-p, ... or hive-plm")
    lines = [
        (player, it) for node in nodes for player in ("P0", "P1") for it in node.get(player, ())
    ]
    hive = _Hive()
    for player, line in lines:
        words = line.split()
        if words and words[0].isdecimal():
            try:
                hive.act("wb"[player == "P1"], words[1].lower() if words[1:] else "", words[2:])
            except InputError as error:
                raise error_at(len(hive.moves) + 1, f"{player}[{line}]: {error}") from None
    names = {
        player: found[1]
        for player, line in lines
        if (found := re.fullmatch(r'id\s+"(.*)"', line.strip()))
    }
    of_game = hive_pieces(f"Base+{(kinds[1] or '').upper()}")
    first = hive.first or "P0"
    tags = {**said, **names}
    players = (first, "P1" if first == "P0" else "P0")
    return PlayedGame(
        "Hive", (of_game,), tuple(hive.moves), about(tags, *players, "RE", "DT", "GN")
    )


class _Hive:
    """Moves by the actions of a game, and where its bugs are."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.first = ""
        self._cells: dict[str, tuple[str, str]] = {}  # the last one to come at the end
        self._put: tuple[str, str, tuple[str, str]] | None = None
        self._colour = ""

    def act(self, colour: str, verb: str, words: Sequence[str]) -> None:
        """Take an action of a player."""
        if verb in ("pick", "pickb"):
            self._colour = next((it.lower() for it in words[:1] if it.lower() in ("w", "b")), "")
        elif verb in _DROPS and len(words) == 4:
            self._put = self._move(self._colour or colour, *words)
        elif verb in _MOVES and len(words) == 5:
            self._put = self._move(words[0].lower(), *words[1:])
            self._done()
        elif verb in ("pass", "passdone"):
            self._put = ("pass", "", ("", ""))
            if verb == "passdone":
                self._done()
        elif verb == "done":
            self._done()
        elif verb not in _BESIDE:
            raise InputError("it is not understood")

    def _move(
        self, colour: str, bug: str, column: str, row: str, place: str
    ) -> tuple[str, str, tuple[str, str]]:
        """Return a move with its bug and cell."""
        name, cell = _bug(bug, colour), (column, row)
        below = [other for other, at in self._cells.items() if at == cell and other != name]
        if place == ".":
            if not below and self._cells.keys() - {name}:
                raise InputError("nothing is there on which a bug could climb")
            return " ".join([name, *below[-1:]]), name, cell
        found = _PLACE.fullmatch(place)
        if found is None:
            raise InputError(f"place {shown(place)}: give such as wQ-")
        return f"{name} {found[1]}{_bug(found[2], '')}{found[3]}", name, cell

    def _done(self) -> None:
        if self._put is not None:
            text, name, cell = self._put
            self.moves.append(text)
            if name:
                self._cells.pop(name, None)
                self._cells[name] = cell
        self._put, self._colour = None, ""


def _bug(text: str, colour: str) -> str:
    """Return the name of a bug: kinds of which a player has one have no number."""
    found = _BUG.fullmatch(text)
    owner = (found[1] or colour).lower() if found else ""
    kind = found[2].upper() if found else ""
    number = "" if found is None or kind in "QMLP" else found[3]
    if not owner or number is None:
        raise InputError(f"bug {shown(text)}: give such as wA1 or bQ")
    return f"{owner}{kind}{number}"
