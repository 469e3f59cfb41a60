"""Commands that play: random playouts, moves given as text, and recorded trials checked."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from boardless.cli.app import may_print
from boardless.cli.parameters import (
    Executor,
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    Strategy,
    Technique,
    Workers,
    argument,
    check_format,
    choice,
    flag,
    game_of,
    games_from,
    option,
    real,
    technique_of,
    whole,
)
from boardless.cli.printing import bar_shown, compiling_noted, print_csv, print_json
from boardless.util.inputs import InputError, Interrupted

if TYPE_CHECKING:
    from boardless.games import Game
    from boardless.games.game_technique import GameTechnique
    from boardless.play import Run, State
    from boardless.play.recorded.turn import Turn

    #: The game and the technique to check a file with.
    Case: TypeAlias = Callable[[Path], tuple[Game, GameTechnique]]

#: The columns of CSV; wins are those of each player after the draws, in one field, points the mean
#: ones of solitaire.
_COLUMNS = (
    "game", "tiling", "technique", "seed", "start", "playouts", "moves", "seconds",
    "playouts_per_s", "moves_per_s", "wins", "points",
)  # fmt: skip


#: Notations of people's games; see `play.recorded.people`.
PEOPLE = "csa|kif|kifu|pdn|pgn|sgf|uhp|usi"


def playouts(
    game: Annotated[
        str | None,
        argument(
            "[GAME]", "A game, a path, or MODULE:NAME of your own.", autocompletion=games_from
        ),
    ] = None,
    tiling: GameTiling = None,
    technique: Technique = None,
    strategy: Strategy = None,
    seconds: Annotated[float | None, real("For how long.")] = None,
    number: Annotated[int | None, whole("How many.", "--playouts")] = None,
    moves: Annotated[int | None, whole("The most moves of a playout, drawn then.")] = None,
    seed: Seed = 0,
    workers: Workers = 1,
    executor: Executor = None,
    start: Annotated[
        str, option("Which board growing techniques start from.", metavar="5.4|minimal")
    ] = "5.4",
    option: Options = None,
    library: LibraryFolder = None,
    all_: Annotated[bool, flag("Every game of the thesis in every technique.", "--all")] = False,
    store: Annotated[
        str | None, option("A store that keeps every playout.", metavar="PATH")
    ] = None,
    format_: Format = "table",
) -> None:
    """Play games at random, for a time or a number of them: who wins, how long, how fast."""
    from boardless.games.game_technique import ALL_NAMES
    from boardless.play import run_playouts
    from boardless.play.playouts import GAMES

    check_format(format_)
    if (game is None) != all_:
        raise InputError("game: give one, or --all for every game of the thesis")
    if (number is None) == (seconds is None):
        raise InputError("--playouts, --seconds: choose one of the two")
    if all_ and (tiling or technique or strategy or option):
        raise InputError("--all: takes no --tiling, --technique, --strategy or --option")
    cases = (
        [(n, t, chosen) for n, t in GAMES for chosen in ALL_NAMES]
        if all_
        else [(game, tiling, technique_of(technique, strategy))]
    )

    def runs() -> Iterator[dict[str, Any]]:
        for name, shape, chosen in cases:
            played = game_of(name or "", option, shape, library)
            try:
                with _shown(played.name, number, seconds) as progress:
                    run = run_playouts(
                        played, technique=chosen, playouts=number, seconds=seconds, seed=seed,
                        start=start, workers=workers, executor=executor, progress=progress,
                        moves=moves, store=store,
                    )  # fmt: skip
            except Interrupted as stopped:
                may_print()
                yield _record(stopped.found, start, played.options)
                raise
            yield _record(run, start, played.options)

    if format_ == "json":
        _print_documents(runs(), alone=not all_)
    else:
        _print_lines(runs(), format_)


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


def _print_documents(runs: Iterator[dict[str, Any]], alone: bool) -> None:
    """Print the one run, or a list of all; after Ctrl-C, of those that were done."""
    records: list[dict[str, Any]] = []
    try:
        records.extend(runs)
    except KeyboardInterrupt:
        if records:
            print_json(records[0] if alone else records)
        raise
    print_json(records[0] if alone else records)


def _print_lines(runs: Iterator[dict[str, Any]], format_: str) -> None:
    """Print a line for each run as soon as it is done."""
    for number, run in enumerate(runs):
        if format_ == "csv":
            if number == 0:
                print_csv([_COLUMNS])
            points = None if run["points"] is None else run["points"]["mean"]
            said = {"wins": " ".join(map(str, run["wins"].values())), "points": points}
            print_csv([[(run | said)[name] for name in _COLUMNS]])
        else:
            print(_line(run, head=number == 0), flush=True)


@contextmanager
def _shown(
    game: str, playouts: int | None, seconds: float | None
) -> Iterator[Callable[[int], object] | None]:
    """Show a bar on a terminal; provide the function that is called with the playouts done."""
    # Without a total it shows that work goes on, as long as workers start and compile.
    with bar_shown("Text", "TimeElapsed") as bar:
        if bar is None:
            with compiling_noted(game):
                yield None
            return
        task = bar.task_ids[0]

        def progress(done: int) -> None:
            if bar.tasks[0].total is None:
                bar.reset(task, total=playouts or seconds)
            spent = bar.tasks[0].elapsed or 0
            bar.update(
                task,
                completed=done if playouts else min(spent, seconds or 0),
                description=f"{done:,} playouts",
            )

        yield progress


def _line(run: dict[str, Any], head: bool) -> str:
    wins = " ".join(f"{count / run['playouts']:6.1%}" for count in run["wins"].values())
    row = (
        f"{run['game']:12} {run['tiling']:11} {run['technique']:11} {run['playouts']:12,} "
        f"{run['moves']:14,} {run['seconds']:8.2f} {run['playouts_per_s']:14,.1f} "
        f"{run['moves_per_s']:16,.1f}  {wins}"
    )
    ends = "drawn, won by player 1, 2, ..."
    if len(run["wins"]) == 2:
        # Who plays alone draws with nobody.
        ends = "lost, won"
        if (points := run["points"]) is not None:
            ends += "; points: mean, sd, least, most"
            row += "; {mean:.2f} {sd:.2f} {min} {max}".format(**points)
    names = (
        f"{'game':12} {'tiling':11} {'technique':11} {'playouts':>12} {'moves':>14} "
        f"{'seconds':>8} {'playouts/s':>14} {'moves/s':>16}  {ends}"
    )
    return f"{names}\n{row}" if head else row


def check_trials(
    files: Annotated[list[Path], argument("FILE...")],
    game: Annotated[str | None, option("Instead of the file's own.")] = None,
    tiling: Annotated[str | None, option("Instead of the file's own.")] = None,
    option: Options = None,
    technique: Technique = None,
    strategy: Strategy = None,
    jit: Annotated[bool, flag("Run compiled.", "--jit/--no-jit")] = True,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Replay recorded trials: compare legal moves, movers, what moves do, and how games end."""
    from boardless.games.game import default_technique
    from boardless.games.game_technique import game_technique
    from boardless.play.check import game_of, is_text, record_of

    check_format(format_)
    chosen = technique_of(technique, strategy)
    for path in files:
        is_text(path)  # a name that is no file is an error of the whole command

    def case(path: Path) -> tuple["Game", "GameTechnique"]:
        record = record_of(path)
        played = game_of(record, game, option or (), tiling=tiling, jit=jit, library=library)
        return played, game_technique(chosen) if chosen else default_technique(played)

    differ = _counts(files, case) if format_ == "table" else _trials(files, case, format_)
    if differ:
        raise typer.Exit(1)


def _counts(files: list[Path], case: "Case") -> int:
    """Print a line for each file, and the first difference; return how many games differ."""
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


def _trials(files: list[Path], case: "Case", format_: str) -> int:
    """Print an entry for each game; return how many differ."""
    entries: list[dict[str, Any]] = []
    try:
        for path in files:
            entries.extend(_entries(path, case))
    except KeyboardInterrupt:
        _print(entries, format_)
        raise
    return _print(entries, format_)


def _entries(path: Path, case: "Case") -> Iterator[dict[str, Any]]:
    """Yield an entry for each game of a file, and one for what stops it."""
    from boardless.play.check import compare_trials

    name, number = None, 0
    try:
        game, technique = case(path)
        name = game.name
        with compiling_noted(name):
            for compared in compare_trials(path, game, technique):
                first = compared.difference
                yield {
                    "file": path.name,
                    "number": number,
                    "game": name,
                    "plies": compared.plies,
                    "agrees": first is None,
                    "first_difference": first
                    and {it: getattr(first, it) for it in ("ply", "kind", "ours", "theirs")},
                    "error": None,
                }
                number += 1
    except InputError as error:
        yield {
            "file": path.name, "number": number, "game": name, "plies": None, "agrees": False,
            "first_difference": None, "error": str(error),
        }  # fmt: skip


def _print(entries: list[dict[str, Any]], format_: str) -> int:
    """Print the entries; return how many games differ."""
    differ = sum(not entry["agrees"] for entry in entries)
    if format_ == "json":
        print_json({"trials": entries, "agree": len(entries) - differ, "differ": differ})
        return differ
    names, difference = ("file", "number", "game", "plies", "agrees"), ("ply", "kind")
    print_csv([[*names, *difference, "error"]])
    print_csv(
        [*(entry[name] for name in names)]
        + [(entry["first_difference"] or {}).get(name) for name in difference]
        + [entry["error"]]
        for entry in entries
    )
    return differ


def replay(
    game: GameName,
    moves: Annotated[
        str,
        argument(
            "MOVES",
            "Apart by spaces, such as '+1@0,0 +2@1,0' or 'b2 c3', or in a notation of the game's "
            "own; apart by '; ' where names have spaces; or a file of games of people.",
        ),
    ],
    tiling: GameTiling = None,
    technique: Technique = None,
    strategy: Strategy = None,
    option: Options = None,
    notation: Annotated[
        str | None,
        choice("The notation of games of people in MOVES.", PEOPLE),
    ] = None,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Play given moves from the start: say whether they are legal, and how the game stands."""
    from boardless.play import State
    from boardless.play.recorded.people import notation_of_file, records_in, records_of
    from boardless.play.recorded.turn import RecordError
    from boardless.play.turns import starts_of

    check_format(format_)
    chosen = technique_of(technique, strategy)
    if notation is None and notation_of_file(moves) is None:
        state = State(game_of(game, option, tiling, library), chosen)
        _print_replay([_by_moves(state, moves, format_ == "table")], format_)
        return
    name = Path(game).stem
    records = records_of(moves, name) if notation is None else records_in(moves, notation, name)
    found: list[dict[str, Any]] = []
    beside: list[str] = []
    refused = False
    starts = starts_of(records, game, option or (), chosen, tiling=tiling, library=library)
    for number, record in enumerate(starts, 1):
        if isinstance(record, RecordError):
            beside.append(str(record))
            refused = True
            continue
        played, state = record
        if played.game.casefold() not in (name.casefold(), state.game.name.casefold()):
            beside.append(f"game {number}: a record of {played.game}, not of {game}")
            refused = True
            continue
        found.append({"number": number} | _by_turns(state, played.turns))
        beside += [f"game {number}: {note}" for note in played.notes]
    if found:
        _print_replay(found, format_)
    for said in beside:
        print(said if notation else f"{moves}: {said}", file=sys.stderr)
    if refused:
        raise typer.Exit(2)


def _by_moves(state: "State", moves: str, named: bool) -> dict[str, Any]:
    """Play moves by their texts or names; return how far they are legal, and names if wanted."""
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
    """Return how a game stands, with what is printed of it."""
    ended = state.outcome()
    return {
        "legal": illegal_at is None,
        "plies": state.ply,
        "illegal_at": illegal_at,
        "winner": None if ended is None else ended.winner,
        "ranks": None if ended is None else list(ended.ranks),
        "said": said,
    }


def _print_replay(found: list[dict[str, Any]], format_: str) -> None:
    """Print games that were played; they have numbers where there may be several."""
    said = [one.pop("said") for one in found]
    numbered = any("number" in one for one in found)
    if format_ == "json":
        print_json(found if numbered or not found else found[0])
    elif format_ == "csv":
        print_csv([*[one.keys() for one in found[:1]], *(one.values() for one in found)])
    else:
        for one, text in zip(found, said, strict=True):
            print(f"{one['number']}: {text}" if numbered else text)
