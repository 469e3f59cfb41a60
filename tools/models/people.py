"""Records that other programs wrote, read here and by a judge of each format.

``python -m tools.models.people FOLDER --library LIBRARY`` reads every record below a folder, which
has a folder for each source, and prints a table: files, games read and refused, and wrong ones. A
game is wrong if it is read otherwise than the judge reads it, ends in another position, or is
refused as illegal although the judge plays it.

Judges are python-chess (PGN), python-shogi (KIF, CSA), sgfmill (SGF of Go and Hex), the lists of
moves that Mzinga wrote of the same games (Hive), and a second reader in a few lines and the results
of the records (PDN).
"""

import re
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from boardless.play import State
from boardless.play.recorded.people import games_in, notation_of_file, records_of
from boardless.play.recorded.turn import PlayedGame, RecordError, Turn
from boardless.play.turns import _Labels, make_turns, starts_of
from boardless.topo import InputError

#: What a judge says of a game: the turns, and the stones at the end; None for what it cannot say.
Judged = tuple[list[Turn | str] | None, dict[str, int] | None]


@dataclass
class Tally:
    """The games of one source and format."""

    files: int = 0
    read: int = 0
    judged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def judged_pgn(path: Path) -> Iterator[Judged | None]:
    """Yield the games that python-chess reads; None for what is no chess from the usual start."""
    import chess.pgn

    file = StringIO(path.read_text(encoding="utf-8", errors="replace"))
    while (game := chess.pgn.read_game(file)) is not None:
        moves = [move.uci() for move in game.mainline_moves()]
        usual = type(game.board()) is chess.Board and game.board().fen() == chess.STARTING_FEN
        yield (list(moves), None) if usual and moves and "0000" not in moves else None


def judged_shogi(path: Path) -> Iterator[Judged | None]:
    """Yield the game that python-shogi reads in the main line; None without the usual start."""
    import shogi
    from shogi import CSA, KIF

    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp932", "replace")
    if path.suffix == ".csa":
        games = CSA.Parser.parse_str(text)
    else:
        main = text.split("変化")[0]
        main = re.sub("同(?=\\S)", "同\u3000", re.sub(r"(?m)\s*\+\s*$", "", main))
        games = KIF.Parser.parse_str(main)
    for game in games:
        usual = game["sfen"] == shogi.STARTING_SFEN and game["moves"]
        turns = [turn for it in games_in(" ".join(game["moves"]), "usi") for turn in it.turns]
        yield (turns, None) if usual else None


def judged_sgf(path: Path) -> Iterator[Judged | None]:
    """Yield the stones at the end by sgfmill; None for games with stones set up."""
    from sgfmill import sgf, sgf_grammar
    from sgfmill.boards import Board

    for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
        game = sgf.Sgf_game.from_coarse_game_tree(tree)
        nodes = list(game.main_sequence_iter())
        kind = game.root.get("GM") if game.root.has_property("GM") else 1
        if any(node.has_setup_stones() for node in nodes) or kind not in (1, 11):
            yield None
            continue
        size = game.get_size() if game.root.has_property("SZ") or kind == 1 else 11
        moves = [
            (colour, node.get_raw(colour).decode())
            for node in nodes
            for colour in ("B", "W")
            if node.has_property(colour)
        ]
        if kind == 11:
            yield None, _of_hex(moves)
            continue
        board = Board(size)
        for node in nodes:
            colour, point = node.get_move()
            if point is not None:
                board.play(*point, colour)
        stones = board.list_occupied_points()
        yield None, {f"{chr(65 + x)}{y + 1}": 1 + (c == "w") for c, (y, x) in stones}


def _of_hex(moves: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return the stones of Hex; who takes the first one over by a stone of his own mirrors it."""
    stones: dict[str, int] = {}
    mirrored = any(point == "swap-pieces" for _, point in moves)
    for number, (colour, point) in enumerate(moves):
        if not point[1:].isdecimal():
            continue
        label, player = point.upper(), 1 + (colour == "W")
        if mirrored and number > 1:
            # As in the mirror image of the whole game, with colours exchanged.
            label, player = f"{chr(64 + int(label[1:]))}{ord(label[0]) - 64}", 3 - player
        stones[label] = player
    return stones


def judged_hive(path: Path) -> Iterator[Judged | None]:
    """Yield the list of moves that Mzinga wrote of the same game."""
    other = path.with_suffix(".pgn")
    if path.suffix == ".sgf" and other.is_file():
        text = re.sub(r"\[[^\]]*\]", "", other.read_text(encoding="utf-8"))
        yield [" ".join(it.split()) for it in re.findall(r"\d+\.([^\n]*)", text)], None


def judged_pdn(path: Path) -> Iterator[Judged | None]:
    """Yield the words that look like moves behind each block of tags."""
    text = re.sub(r"\{[^}]*\}|\$\d+|%.*", " ", path.read_text(encoding="utf-8", errors="replace"))
    while (plain := re.sub(r"\([^()]*\)", " ", text)) != text:
        text = plain
    for block in re.split(r"(?m)(?:^\s*\[.*\]\s*$\s*)+", text)[1:]:
        words = re.findall(r"(?<!\S)(?:\d+\.)?\s*((?:[a-h]?\d+)(?:[-x:] *[a-h]?\d+)+)", block)
        moves = [word for word in words if not re.fullmatch(r"[012]-[012]|1/2-1/2", word)]
        yield (list(moves), None) if moves else None


JUDGES: dict[str, tuple[str, Callable[[Path], Iterator[Judged | None]]]] = {
    "pgn": ("python-chess", judged_pgn),
    "kif": ("python-shogi", judged_shogi),
    "kifu": ("python-shogi", judged_shogi),
    "csa": ("python-shogi", judged_shogi),
    "sgf": ("sgfmill", judged_sgf),
    "pdn": ("a second reader, and results", judged_pdn),
}


def difference(played: PlayedGame, state: State | InputError, judged: Judged | None) -> str:
    """Return how a game differs from what a judge says of it; "" if it does not."""
    turns, stones = judged or (None, None)
    if isinstance(state, InputError):
        is_played = judged is not None and "raughts" not in played.game
        return f"refused, and played by the judge: {state}" if is_played else ""
    if played.game == "Hive" and turns is not None:
        other = State(state.game)
        make_turns(other, turns)
        return "" if (other.key, other.ply) == (state.key, state.ply) else "another end"
    if played.game.endswith(("Draughts", "Shashki", "Checkers")) and turns is not None:
        same = [str(it) for it in turns] == [str(it) for it in played.turns]
        return _result(played, state) if same else "other words"
    if turns is not None and [_plain(it) for it in turns] != [_plain(it) for it in played.turns]:
        return f"{len(played.turns)} turns, {len(turns)} by the judge, or others"
    if stones is not None:
        labels = _Labels(state)._by_cell
        ours = {labels[cell]: 1 + state.components[what - 1].name.endswith("2")
                for cell, what in state.pieces.items()}  # fmt: skip
        return "" if ours == stones else "other stones at the end"
    return _result(played, state)


def _plain(turn: Turn | str) -> object:
    """Return what is compared of a turn."""
    if isinstance(turn, str):
        return turn
    return turn.text if re.fullmatch(r"([a-h][1-8]){2}[qrbn]?", turn.text) else turn


def _result(played: PlayedGame, state: State) -> str:
    """Return "" unless the rules end the game with another result than the record."""
    ended, said = state.outcome(), dict(zip(("a", "b", "result"), played.about, strict=False))
    results = {"1-0": 1, "2-0": 1, "0-1": 2, "0-2": 2, "1/2-1/2": 0, "1-1": 0}
    wanted = results.get(said.get("result", ""))
    if ended is None or wanted is None:
        return ""
    # In some draughts Black moves first.
    winner = 3 - wanted if played.game in ("English Draughts",) and wanted else wanted
    return "" if ended.winner == winner else f"winner {ended.winner}, by the record {wanted}"


def tallied(folder: Path, library: str) -> dict[tuple[str, str], Tally]:
    """Return the tallies of all records below a folder, by source and format."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for path in sorted(folder.rglob("*")):
        notation = notation_of_file(path)
        if notation is None or not path.is_file():
            continue
        source = path.relative_to(folder).parts[0]
        records = list(records_of(path))
        hive = any(isinstance(it, PlayedGame) and it.game == "Hive" for it in records)
        tally = tallies[source, f"{notation}, Hive" if hive else notation]
        tally.files += 1
        judge = judged_hive if hive else JUDGES.get(notation, ("", lambda _: iter(())))[1]
        try:
            said: list[Judged | None] = list(judge(path))
        except Exception as error:  # of a library, which is no fault here
            print(f"{path.name}: the judge fails: {type(error).__name__} {error}"[:120])
            said = []
        starts = starts_of(iter(records), None, (), library=library)
        for number, record in enumerate(starts):
            judged = said[number] if number < len(said) else None
            if isinstance(record, RecordError):
                tally.refused[
                    re.sub(r"\d+|'[^']*'|\"[^\"]*\"|\w\[.*", "..", record.reason)[:50]
                ] += 1
                continue
            played, start = record
            state: State | InputError = start
            try:
                make_turns(start, played.turns)
                tally.read += 1
            except InputError as error:
                state = error
                tally.refused["a turn is not legal"] += 1
            tally.judged += judged is not None
            if wrong := difference(played, state, judged):
                tally.wrong.append(f"{path.name}, game {number + 1}: {wrong}")
    return tallies


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a game is wrong."""
    parser = ArgumentParser(prog="python -m tools.models.people", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", required=True)
    parser.add_argument("--reasons", action="store_true", help="print why games are refused")
    asked = parser.parse_args(words)
    tallies = tallied(asked.folder, asked.library)
    print("| source | format | judge | files | read | judged | refused | wrong |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for (source, kind), tally in sorted(tallies.items()):
        name = "lists of Mzinga" if "Hive" in kind else JUDGES[kind][0]
        counts = (tally.files, tally.read, tally.judged, tally.refused.total(), len(tally.wrong))
        print(f"| {source} | {kind} | {name} | {' | '.join(f'{it:,}' for it in counts)} |")
        for line in tally.wrong:
            print(f"wrong: {line}")
        for reason, count in tally.refused.most_common() if asked.reasons else ():
            print(f"{count:6,}  {reason}")
    return int(any(tally.wrong for tally in tallies.values()))


if __name__ == "__main__":
    raise SystemExit(main())
