"""Games that people played, in the notations of their games: PGN, SGF, PDN, KIF, CSA, USI, UHP.

A game is a sequence of turns; `play.turns` makes them on a state. Only the first line of play of a
game is read, and comments, clocks and results are not. What reads PGN, SGF, KIF and CSA are
libraries, which the extra ``records`` brings.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from boardless.play.recorded.pdn import pdn_games
from boardless.play.recorded.turn import PlayedGame, Turn
from boardless.topo import InputError
from boardless.util.inputs import refuse, shown

#: A longer file is refused, in characters.
MAX_CHARACTERS = 2**26
#: The names of pieces of chess by the letters of promotions.
_CHESSMEN = {"q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight"}
#: The pieces of shogi that may be dropped, as Ludii's description calls them.
_SHOGI_PIECES = {
    "P": "Fuhyo", "L": "Kyosha", "N": "Keima", "S": "Ginsho", "G": "Kinsho", "B": "Kakugyo",
    "R": "Hisha",
}  # fmt: skip
_USI = re.compile(r"([1-9])([a-i])([1-9])([a-i])(\+?)|([PLNSGBR])\*([1-9])([a-i])")
#: A move of Hive as boardspace.net writes it: colour if it is said, piece, column, row, place.
_BOARDSPACE = re.compile(
    r"P([01])\[\d+ (?:p?move ([wb]) (\S+)|p?dropb (\S+)|(pass)|(done))(?: \S+ \S+ (\S+?))?\]",
    re.IGNORECASE,
)


def _library(name: str) -> ModuleType:
    """Return a module of the extra, imported."""
    import warnings
    from importlib import import_module

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of old spellings in sgfmill, when it is compiled
            return import_module(name)
    except ImportError:
        raise InputError(
            "this notation needs the extra: pip install 'boardless[records]'"
        ) from None


# -- chess ----------------------------------------------------------------------------------


def pgn_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text in the Portable Game Notation."""
    pgn: Any = _library("chess.pgn")
    file = StringIO(text)
    while (game := pgn.read_game(file)) is not None:
        if game.errors:
            raise InputError(f"PGN: {game.errors[0]}")
        board = game.board()
        if type(board).uci_variant != "chess" or board.fen() != type(board)().fen():
            raise InputError("PGN: the game is no chess from the usual position")
        yield PlayedGame("Chess", (), tuple(map(_of_chess, game.mainline_moves())))


def _of_chess(move: Any) -> Turn:
    text: str = move.uci()
    return Turn((text[:2].upper(), text[2:4].upper()), _CHESSMEN.get(text[4:], ""), text=text)


# -- shogi ----------------------------------------------------------------------------------


def usi_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text, a line each: moves of the Universal Shogi Interface."""
    for line in text.splitlines():
        words = line.removeprefix("position ").removeprefix("startpos").split()
        if words:
            yield _of_shogi(words[1:] if words[0] == "moves" else words)


def kif_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text in KIF, the Japanese notation of shogi."""
    return _shogi_games(_library("shogi.KIF"), text)


def csa_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text in the notation of the Computer Shogi Association."""
    return _shogi_games(_library("shogi.CSA"), text)


def _shogi_games(library: Any, text: str) -> Iterator[PlayedGame]:
    start = _library("shogi").STARTING_SFEN
    for game in library.Parser.parse_str(text):
        if game["sfen"] != start:
            raise InputError("the game is no shogi from the usual position")
        yield _of_shogi(game["moves"])


def _of_shogi(moves: list[str]) -> PlayedGame:
    return PlayedGame("Shogi", (), tuple(map(_usi_turn, moves)))


def _usi_turn(text: str) -> Turn:
    found = _USI.fullmatch(text)
    if found is None:
        raise InputError(f"move {shown(text)}: give such as 7g7f, 2b3c+ or P*5e")
    if found[6]:
        return Turn((_shogi_label(found[7], found[8]),), _SHOGI_PIECES[found[6]], text=text)
    sites = _shogi_label(found[1], found[2]), _shogi_label(found[3], found[4])
    return Turn(sites, changes=bool(found[5]), text=text)


def _shogi_label(file: str, rank: str) -> str:
    """Return the label of a square: files count from the right, ranks from the top."""
    return f"{'ABCDEFGHI'[9 - int(file)]}{ord('i') - ord(rank) + 1}"


# -- Go, Hex, Hive ----------------------------------------------------------------------------


def sgf_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text in the Smart Game Format: Go, Hex, and Hive of boardspace.net."""
    if _BOARDSPACE.search(text):
        yield _of_boardspace(text)
        return
    grammar: Any = _library("sgfmill.sgf_grammar")
    try:
        trees = grammar.parse_sgf_collection(text.encode())
    except ValueError as error:
        raise InputError(f"SGF: {error}") from None
    for tree in trees:
        nodes = [
            {name: [it.decode() for it in values] for name, values in node.items()}
            for node in grammar.main_sequence_iter(tree)
        ]
        yield _of_sgf(nodes)


def _of_sgf(nodes: list[dict[str, list[str]]]) -> PlayedGame:
    said = nodes[0]
    if any({"AB", "AW", "AE"} & node.keys() for node in nodes):
        raise InputError("SGF: stones are set up before the game, or taken away in it")
    kind = said.get("GM", ["1"])[0]
    moves = [(name, node[name][0].strip()) for node in nodes for name in ("B", "W") if name in node]
    if kind == "1":
        size = _size(said.get("SZ", ["19"])[0])
        turns = [_go_turn(point, size) for _, point in moves]
        return _alternating(PlayedGame("Go", (f"Board Size/{size}x{size}",), tuple(turns)), moves)
    if kind == "11":
        size = _size(said.get("SZ", ["11"])[0])
        swaps = any(point == "swap-sides" for _, point in moves)
        options = (f"Board Size/{size}x{size}", *(["Swap/On"] if swaps else ()))
        turns = [_hex_turn(point) for _, point in moves if point != "resign"]
        return PlayedGame("Hex", options, tuple(turns))
    raise InputError(f"SGF: GM[{kind}]: choose 1 (Go), 11 (Hex), or Hive of boardspace.net")


def _size(text: str) -> int:
    """Return the size of a board, which is as wide as it is high."""
    return int(text) if text.isdecimal() else refuse("size", text, "give a number")


def _alternating(game: PlayedGame, moves: Sequence[tuple[str, str]]) -> PlayedGame:
    """Return a game in which black and white move in turn."""
    if any(name != "BW"[number % 2] for number, (name, _) in enumerate(moves)):
        raise InputError("SGF: the players do not move in turn")
    return game


def _go_turn(point: str, size: int) -> Turn:
    if not point or (point == "tt" and size < 20):
        return Turn((), text="pass")
    column, row = (ord(letter) - ord("a") for letter in point)
    return Turn((f"{chr(ord('A') + column)}{size - row}",), text=point)


def _hex_turn(point: str) -> Turn:
    if point == "swap-sides":
        return Turn((), text=point)
    if not re.fullmatch(r"[A-Za-z]\d{1,2}", point):
        raise InputError(f"move {shown(point)}: give a cell, such as a1, swap-sides or resign")
    return Turn((point.upper(),), text=point)


def _of_boardspace(text: str) -> PlayedGame:
    """Return a game of Hive: of the bugs that were put down before a move was done the last one."""
    moves: list[str] = []
    put = ""
    for player, colour, moved, dropped, passed, done, place in _BOARDSPACE.findall(text):
        if done:
            moves += [put] if put else []
            put = ""
            continue
        if passed:
            put = "pass"
            continue
        bug = moved or dropped
        if bug[0] not in "wb":
            bug = f"{(colour or 'wb'[int(player)]).lower()}{bug}"
        # A bug that is picked up again, and one that is moved without "done", end the one before.
        put = bug if place == "." else f"{bug} {place.replace(2 * chr(92), chr(92))}"
        if moved:
            moves.append(put)
            put = ""
    kinds = re.search(r"SU\[Hive-?([PLM]*)", text, re.IGNORECASE)
    return PlayedGame("Hive", _pieces(kinds[1] if kinds else ""), tuple(moves))


def uhp_games(text: str) -> Iterator[PlayedGame]:
    """Yield the games of a text, a line each: game strings of the Universal Hive Protocol."""
    for line in text.splitlines():
        if line.strip():
            kind, _, _, *moves = (part.strip() for part in (line + ";;").rstrip(";").split(";"))
            yield PlayedGame("Hive", _pieces(kind.partition("+")[2]), tuple(moves))


def _pieces(letters: str) -> tuple[str, ...]:
    """Return the option of Hive with these expansions."""
    known = "".join(letter for letter in "MLP" if letter in letters.upper())
    return (f"Pieces/Base+{known}" if known else "Pieces/Base",)


# -- files ------------------------------------------------------------------------------------

Reader: TypeAlias = Callable[[str], Iterator[PlayedGame]]
#: Readers of games by the names of their notations, which are the ends of the names of files.
NOTATIONS_OF_PEOPLE: dict[str, Reader] = {
    "csa": csa_games,
    "kif": kif_games,
    "pdn": pdn_games,
    "pgn": pgn_games,
    "sgf": sgf_games,
    "uhp": uhp_games,
    "usi": usi_games,
}


def notation_of_file(path: str | Path) -> str | None:
    """Return the notation of a file by the end of its name; None if it is none of these."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    return suffix if suffix in NOTATIONS_OF_PEOPLE else None


def games_in(text: str, notation: str) -> Iterator[PlayedGame]:
    """Yield the games of a text in a notation.

    Raises
    ------
    InputError
        If there is no such notation, the text is not in it, or its library is not installed.
    """
    if notation not in NOTATIONS_OF_PEOPLE:
        names = ", ".join(NOTATIONS_OF_PEOPLE)
        raise InputError(f"notation {shown(notation)}: choose one of {names}")
    yield from NOTATIONS_OF_PEOPLE[notation](text)


def games_of(path: str | Path) -> Iterator[PlayedGame]:
    """Yield the games of a file, in the notation that the end of its name says; see `games_in`."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_CHARACTERS:
        raise InputError(f"{path}: more than {MAX_CHARACTERS:,} characters")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp932" if path.suffix.lower() == ".kif" else "latin-1", "replace")
    try:
        yield from games_in(text, notation_of_file(path) or path.suffix)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
