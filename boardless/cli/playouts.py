"""Commands that play: random playouts, moves given as text, and recorded trials checked."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import typer

from boardless.cli.app import may_print
from boardless.cli.parameters import game_of, technique_of
from boardless.cli.printing import bar_shown, compiling_noted, print_as, print_each
from boardless.util.inputs import InputError, Interrupted

if TYPE_CHECKING:
    from boardless.games import Game
    from boardless.games.game_technique import GameTechnique
    from boardless.play import Run, State
    from boardless.play.recorded.turn import Turn

    #: The game and the technique to check a file with.
    Case: TypeAlias = Callable[[Path], tuple[Game, GameTechnique]]

#: The columns of CSV; wins are every player's after the draws, in one field, points the mean
#: ones of solitaire.
_COLUMNS = (
    "game", "tiling", "technique", "seed", "start", "playouts", "moves", "seconds",
    "playouts_per_s", "moves_per_s", "wins", "points",
)  # fmt: skip


def playouts(
    game: str | None = None,
    *,
    tiling: str | None = None,
    technique: str | None = None,
    strategy: str | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    moves: int | None = None,
    seed: int = 0,
    workers: int = 1,
    executor: str | None = None,
    start: str = "5.4",
    option: list[str] | None = None,
    library: str | None = None,
    all_: bool = False,
    store: str | None = None,
    format_: str = "table",
) -> None:
    """Play random games, for a time or a number of them: results, lengths and speed.

    Parameters
    ----------
    game : [GAME]
        A game, a path, or MODULE:NAME of your own.
    seconds
        The duration.
    playouts
        The number of games.
    moves
        The most moves of a playout, which is then drawn.
    start : 5.4|minimal
        The first board of growing techniques.
    all_
        Every game of the thesis in every technique.
    store : PATH
        A store that keeps every playout.

    Examples
    --------
    boardless playouts Andantino --seconds 10
    boardless playouts Hex --playouts 100000 --workers 2 --format json
    boardless playouts Hive --playouts 1000 --store runs.lbug   # kept in a store
    """
    from boardless.play import run_playouts

    if (game is None) != all_:
        raise InputError("game: give one, or --all for every game of the thesis")
    if (playouts is None) == (seconds is None):
        raise InputError("--playouts, --seconds: choose one of the two")
    if all_ and (tiling or technique or strategy or option):
        raise InputError("--all: takes no --tiling, --technique, --strategy or --option")
    alone = (game or "", tiling, technique_of(technique, strategy))
    cases = _of_the_thesis() if all_ else [alone]

    def runs() -> Iterator[dict[str, Any]]:
        for name, shape, chosen in cases:
            played = game_of(name, option, shape, library)
            try:
                with _counted(played.name, playouts, seconds) as progress:
                    run = run_playouts(
                        played, technique=chosen, playouts=playouts, seconds=seconds, seed=seed,
                        start=start, workers=workers, executor=executor, progress=progress,
                        moves=moves, store=store,
                    )  # fmt: skip
            except Interrupted as stopped:
                may_print()
                yield _record(stopped.found, start, played.options)
                raise
            yield _record(run, start, played.options)

    print_each(format_, runs(), lambda runs: runs if all_ else runs[0], _cells, _line)


def _of_the_thesis() -> list[tuple[str, str | None, Any]]:
    from boardless.games.game_technique import ALL_NAMES
    from boardless.play.playouts import GAMES

    return [(name, tiling, chosen) for name, tiling in GAMES for chosen in ALL_NAMES]


def _record(run: "Run", start: str, options: Sequence[str]) -> dict[str, Any]:
    """Return the JSON record of a run."""
    from boardless import __version__

    return run.record() | {
        "seed": run.seed,
        "start": start,
        "options": list(options),
        "version": __version__,
        "lengths": run.tally.lengths,
        "cells": run.tally.cells,
    }


def _counted(game: str, playouts: int | None, seconds: float | None) -> Any:
    """Show a bar of the playouts done, or of the time since the first of them."""
    begin: list[float] = []

    def fields(done: int) -> dict[str, Any]:
        begin.append(monotonic())
        spent = min(begin[-1] - begin[0], seconds or 0)
        return {
            "completed": done if playouts else spent,
            "total": playouts or seconds,
            "description": f"{done:,} playouts",
        }

    return bar_shown("Text", "TimeElapsed", text="getting ready", game=game, fields=fields)


def _cells(run: dict[str, Any], first: bool) -> list[Any]:
    points = None if run["points"] is None else run["points"]["mean"]
    said = {"wins": " ".join(map(str, run["wins"].values())), "points": points}
    return [*[_COLUMNS] * first, [(run | said)[name] for name in _COLUMNS]]


def _line(run: dict[str, Any], first: bool) -> str:
    wins = " ".join(f"{count / run['playouts']:6.1%}" for count in run["wins"].values())
    row = (
        f"{run['game']:12} {run['tiling']:11} {run['technique']:11} {run['playouts']:12,} "
        f"{run['moves']:14,} {run['seconds']:8.2f} {run['playouts_per_s']:14,.1f} "
        f"{run['moves_per_s']:16,.1f}  {wins}"
    )
    ends = "drawn, won by player 1, 2, ..."
    if len(run["wins"]) == 2:
        # A lone player draws with nobody.
        ends = "lost, won"
        if (points := run["points"]) is not None:
            ends += "; points: mean, sd, least, most"
            row += "; {mean:.2f} {sd:.2f} {min} {max}".format(**points)
    names = (
        f"{'game':12} {'tiling':11} {'technique':11} {'playouts':>12} {'moves':>14} "
        f"{'seconds':>8} {'playouts/s':>14} {'moves/s':>16}  {ends}"
    )
    return f"{names}\n{row}" if first else row


def check_trials(
    file: list[Path],
    *,
    game: str | None = None,
    tiling: str | None = None,
    option: list[str] | None = None,
    technique: str | None = None,
    strategy: str | None = None,
    jit: bool = True,
    format_: str = "table",
    library: str | None = None,
) -> None:
    """Replay recorded trials: compare legal moves, movers, effects of moves, and results.

    Parameters
    ----------
    file : FILE...
    game
        Instead of the file's own.
    tiling
        Instead of the file's own.
    jit
        Run compiled.

    Examples
    --------
    boardless check-trials examples/trials.jsonl.gz
    """
    from boardless.games.game import default_technique
    from boardless.games.game_technique import game_technique
    from boardless.play.check import game_of, is_text, record_of

    chosen = technique_of(technique, strategy)
    for path in file:
        is_text(path)  # a name without a file is an error of the whole command

    def case(path: Path) -> tuple["Game", "GameTechnique"]:
        record = record_of(path)
        played = game_of(record, game, option or (), tiling=tiling, jit=jit, library=library)
        return played, game_technique(chosen) if chosen else default_technique(played)

    if format_ == "table":
        differ = _counts(file, case)
    else:
        entries = (entry for path in file for entry in _entries(path, case))
        shown = print_each(format_, entries, _trials, _difference, lambda *_: "")
        differ = _trials(shown)["differ"]
    if differ:
        raise typer.Exit(1)


def _counts(files: list[Path], case: "Case") -> int:
    """Print a line for each file, and the first difference; return the number of failures."""
    from boardless.play import check_trials

    differ = 0
    is_first = True
    for path in files:
        try:
            game, technique = case(path)
            with compiling_noted(game.name):
                check = check_trials(path, game, technique)
        except InputError as error:
            print(f"{path.name.split('.')[0]}: not replayed: {error}", flush=True)
            differ += 1
            continue
        print(check, flush=True)
        if check.first and is_first:
            print(check.first, flush=True)
            is_first = False
        differ += check.differences
    return differ


def _entries(path: Path, case: "Case") -> Iterator[dict[str, Any]]:
    """Yield an entry for each game of a file, and one for the error that stops it."""
    from boardless.play.check import compare_trials

    entry: dict[str, Any] = {
        "file": path.name,
        "number": 0,
        "game": None,
        "plies": None,
        "agrees": False,
        "first_difference": None,
        "error": None,
    }
    try:
        game, technique = case(path)
        entry["game"] = game.name
        with compiling_noted(game.name):
            for compared in compare_trials(path, game, technique):
                first = compared.difference
                difference = first and {
                    name: getattr(first, name) for name in ("ply", "kind", "ours", "theirs")
                }
                agrees = {"agrees": first is None, "first_difference": difference}
                yield entry | {"plies": compared.plies} | agrees
                entry["number"] += 1
    except InputError as error:
        yield entry | {"error": str(error)}


def _trials(entries: list[dict[str, Any]]) -> dict[str, Any]:
    differ = sum(not entry["agrees"] for entry in entries)
    return {"trials": entries, "agree": len(entries) - differ, "differ": differ}


def _difference(entry: dict[str, Any], first: bool) -> list[Any]:
    """Return the row of a game as CSV, with the column names before the first one."""
    row = entry | (entry["first_difference"] or {"ply": None, "kind": None})
    names = ("file", "number", "game", "plies", "agrees", "ply", "kind", "error")
    return [*[names] * first, [row[name] for name in names]]


def replay(
    game: str,
    moves: str,
    *,
    tiling: str | None = None,
    technique: str | None = None,
    strategy: str | None = None,
    option: list[str] | None = None,
    notation: str | None = None,
    format_: str = "table",
    library: str | None = None,
) -> None:
    """Play given moves from the start: print whether they are legal, and the final position.

    Parameters
    ----------
    moves
        Separated by spaces, such as '+1@0,0 +2@1,0' or 'b2 c3', or in a notation of the game's
        own; separated by '; ' if names have spaces; or a file of games of people.
    notation : csa|kif|kifu|pdn|pgn|sgf|uhp|usi
        The notation of games of people in MOVES.

    Examples
    --------
    boardless replay Tic-Tac-Toe '+1@0,0 +2@1,0 +1@0,1'
    boardless replay Chess games.pgn --library Ludii/Common/res
    """
    from boardless.play import State
    from boardless.play.recorded.people import notation_of_file, records_in, records_of
    from boardless.play.turns import starts_of

    chosen = technique_of(technique, strategy)
    if notation is None and notation_of_file(moves) is None:
        state = State(game_of(game, option, tiling, library), chosen)
        _show_replay([_by_moves(state, moves, format_ == "table")], format_)
        return
    name = Path(game).stem
    records = records_of(moves, name) if notation is None else records_in(moves, notation, name)
    starts = starts_of(records, game, option or (), chosen, tiling=tiling, library=library)
    games: list[dict[str, Any]] = []
    notes: list[str] = []
    refused = sum([_replayed(n, start, game, games, notes) for n, start in enumerate(starts, 1)])
    if games:
        _show_replay(games, format_)
    for said in notes:
        print(said if notation else f"{moves}: {said}", file=sys.stderr)
    if refused:
        raise typer.Exit(2)


def _replayed(
    number: int, start: Any, game: str, games: list[dict[str, Any]], notes: list[str]
) -> bool:
    """Play a game of people, append its position and notes; return True if it is refused."""
    from boardless.play.recorded.turn import RecordError

    if isinstance(start, RecordError):
        notes.append(str(start))
        return True
    played, state = start
    if played.game.casefold() not in (Path(game).stem.casefold(), state.game.name.casefold()):
        notes.append(f"game {number}: a record of {played.game}, not of {game}")
        return True
    games.append({"number": number} | _by_turns(state, played.turns))
    notes += [f"game {number}: {note}" for note in played.notes]
    return False


def _by_moves(state: "State", moves: str, named: bool) -> dict[str, Any]:
    """Play moves by their texts or names; return how far they are legal, optionally names."""
    from boardless.play.notations import AbsentPieceError
    from boardless.view.naming import name_of, named_move, names_in

    illegal_at, names = None, []
    for number, text in enumerate(names_in(state.game, moves), 1):
        try:
            move = named_move(state, text)
            with suppress(InputError):
                if named and move in state.legal_moves:
                    names.append(name_of(state, move, state.seat))
                state.push(move)
                continue
        except AbsentPieceError:
            pass
        illegal_at = number
        break
    said = repr(state) if illegal_at is None else f"move {illegal_at} is not legal in {state!r}"
    if names:
        said = f"{said}\n{fill('; '.join(names), shutil.get_terminal_size().columns)}"
    return _stands(state, illegal_at, said)


def _by_turns(state: "State", turns: "Sequence[Turn | str]") -> dict[str, Any]:
    """Play a game of people; return how far it is legal."""
    from boardless.play.turns import IllegalTurnError, make_turns

    try:
        make_turns(state, turns)
    except IllegalTurnError as error:
        return _stands(state, error.number, str(error))
    return _stands(state, None, repr(state))


def _stands(state: "State", illegal_at: int | None, said: str) -> dict[str, Any]:
    """Return the position of a game, with its printed fields."""
    ended = state.outcome()
    return {
        "legal": illegal_at is None,
        "plies": state.ply,
        "illegal_at": illegal_at,
        "winner": None if ended is None else ended.winner,
        "ranks": None if ended is None else list(ended.ranks),
        "said": said,
    }


def _show_replay(games: list[dict[str, Any]], format_: str) -> None:
    """Print games that were played, with numbers if there may be several."""
    texts = [one.pop("said") for one in games]
    if "number" in games[0]:
        texts = [f"{one['number']}: {text}" for one, text in zip(games, texts, strict=True)]
    record = games if "number" in games[0] else games[0]
    rows = [games[0].keys(), *(one.values() for one in games)]
    print_as(format_, record, rows, "\n".join(texts))
