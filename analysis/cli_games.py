"""The commands about games: playouts, check-trials, perft, show and ludemes."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from games import Game
    from play import Run

FORMATS = "table|json"


def whole(text: str) -> int:
    """Return a whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number") from None


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, or the path of a file.")]
Tiling = Annotated[str | None, typer.Option(help="Short for the option of the tiling.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="CATEGORY/ITEM", help="An option to choose; repeatable."),
]
Technique = Annotated[
    str | None, typer.Option(help="By default ZONE-APPEND, or BASE-KEPT on a fixed board.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(playouts)
    app.command("check-trials")(check_trials)
    app.command()(perft)
    app.command()(show)
    app.command()(ludemes)


def _game(name: str, options: list[str] | None, tiling: str | None, jit: bool = True) -> "Game":
    from games import load

    return load(name, options or [], tiling=tiling, jit=jit)


def playouts(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game, or the path of a file.")
    ] = None,
    tiling: Tiling = None,
    technique: Technique = None,
    seconds: Annotated[float | None, typer.Option(help="For how long.", parser=_decimal)] = None,
    number: Annotated[
        int | None, typer.Option("--playouts", help="How many.", parser=whole)
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Where the random numbers come from.", parser=whole)
    ] = 0,
    workers: Annotated[int, typer.Option(help="Processes to share the work.", parser=whole)] = 1,
    start: Annotated[
        str, typer.Option(metavar="5.4|minimal", help="Which board growing techniques start from.")
    ] = "5.4",
    option: Options = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Every game of the thesis in every technique.")
    ] = False,
    format_: Annotated[str, typer.Option("--format", metavar=FORMATS)] = "table",
) -> None:
    """Play random playouts, for a time or a number of them, and print how many and how fast."""
    from games.ways import NAMES
    from play import run_playouts
    from play.experiment import GAMES
    from topo import InputError

    if format_ not in FORMATS.split("|"):
        raise InputError(f"unknown format {format_!r}: choose one of table, json")
    if (game is None) != all_:
        raise InputError("game: give one, or --all for every game of the thesis")
    if all_ and (tiling or technique or option):
        raise InputError("--all: takes no --tiling, --technique or --option")
    runs = []
    cases = (
        [(n, t, way) for n, t in GAMES for way in NAMES] if all_ else [(game, tiling, technique)]
    )
    for name, shape, way in cases:
        runs.append(
            run_playouts(
                _game(name or "", option, shape),
                technique=way,
                playouts=number,
                seconds=seconds,
                seed=seed,
                start=start,
                workers=workers,
            )
        )
        if all_ and format_ == "table":
            print(_line(runs[-1], head=len(runs) == 1), flush=True)
    if format_ == "json":
        records = [run.record() for run in runs]
        print(json.dumps(records if all_ else records[0]))
    elif not all_:
        print(_line(runs[0], head=True))


def _line(run: "Run", head: bool) -> str:
    tally = run.tally
    wins = " ".join(f"{count / tally.playouts:6.1%}" for count in tally.wins)
    row = (
        f"{run.game:12} {run.tiling:11} {run.technique:11} {tally.playouts:12,} {tally.moves:14,} "
        f"{run.seconds:8.2f} {run.playouts_per_s:14,.1f} {run.moves_per_s:16,.1f}  {wins}"
    )
    names = (
        f"{'game':12} {'tiling':11} {'technique':11} {'playouts':>12} {'moves':>14} "
        f"{'seconds':>8} {'playouts/s':>14} {'moves/s':>16}  drawn, won by player 1, 2, ..."
    )
    return f"{names}\n{row}" if head else row


def check_trials(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    game: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    tiling: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    option: Options = None,
    technique: Technique = None,
    jit: Annotated[bool, typer.Option("--jit/--no-jit", help="Run compiled.")] = True,
) -> None:
    """Replay recorded trials: compare legal moves, movers and winners."""
    from games.game import default_way
    from games.ways import way_named
    from play import check_trials
    from play.check import game_of
    from play.recorded import read_header

    failed = False
    for path in files:
        played = game_of(read_header(path), game, option or (), tiling=tiling, jit=jit)
        way = default_way(played) if technique is None else way_named(technique)
        check = check_trials(path, played, way)
        print(check, flush=True)
        if check.first and not failed:
            print(check.first, flush=True)
        failed = failed or check.differences > 0
    if failed:
        raise typer.Exit(1)


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", help="Moves to look ahead.", parser=whole)
    ],
    tiling: Tiling = None,
    technique: Technique = None,
    option: Options = None,
) -> None:
    """Print the number of games of 1, 2, ... DEPTH moves."""
    from play import State
    from topo import InputError

    if depth < 1:
        raise InputError(f"depth {depth}: choose 1 or more")
    state = State(_game(game, option, tiling), technique)
    for moves in range(1, depth + 1):
        print(moves, state.perft(moves), flush=True)


def show(game: GameName, tiling: Tiling = None, option: Options = None) -> None:
    """Print a game's description, how its moves are found, and the source it is compiled to."""
    shown = _game(game, option, tiling)
    print(shown.description.tree)
    for line in shown.report.splitlines():
        print(f"// {line}")
    print(f"\n{shown.source}", end="")


def ludemes() -> None:
    """Print the reference of the language, derived from the ludemes themselves."""
    from games import GameTree, reference

    print(reference(GameTree))
