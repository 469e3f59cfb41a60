"""The command that checks the compiled games against recorded ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.parameters import (
    Format,
    LibraryFolder,
    Options,
    Strategy,
    Technique,
    check_format,
    technique_of,
)
from boardless.cli.printing import compiling_noted, print_csv, print_json

if TYPE_CHECKING:
    from boardless.games import Game
    from boardless.games.game_technique import GameTechnique


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("check-trials")(check_trials)


def check_trials(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    game: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    tiling: Annotated[str | None, typer.Option(help="Instead of the file's own.")] = None,
    option: Options = None,
    technique: Technique = None,
    strategy: Strategy = None,
    jit: Annotated[bool, typer.Option("--jit/--no-jit", help="Run compiled.")] = True,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Replay recorded trials: compare legal moves, movers, what moves do, and how games end."""
    from boardless.games.game import default_technique
    from boardless.games.game_technique import game_technique
    from boardless.play.check import game_of_file

    check_format(format_)
    asked = technique_of(technique, strategy)

    def cases() -> Iterator[tuple[Path, "Game", "GameTechnique"]]:
        for path in files:
            played = game_of_file(path, game, option or (), tiling=tiling, jit=jit, library=library)
            yield (
                path,
                played,
                default_technique(played) if asked is None else game_technique(asked),
            )

    differ = _counts(cases()) if format_ == "table" else _trials(cases(), format_)
    if differ:
        raise typer.Exit(1)


def _counts(cases: Iterator[tuple[Path, "Game", "GameTechnique"]]) -> int:
    """Print a line for each file, and the first difference; return how many games differ."""
    from boardless.play import check_trials

    differ = 0
    for path, game, way in cases:
        with compiling_noted(game.name):
            check = check_trials(path, game, way)
        print(check, flush=True)
        if check.first and not differ:
            print(check.first, flush=True)
        differ += check.differences
    return differ


def _trials(cases: Iterator[tuple[Path, "Game", "GameTechnique"]], format_: str) -> int:
    """Print an entry for each game; return how many differ."""
    entries: list[dict[str, Any]] = []
    try:
        entries.extend(_entries(cases))
    except KeyboardInterrupt:
        _print(entries, format_)
        raise
    return _print(entries, format_)


def _entries(cases: Iterator[tuple[Path, "Game", "GameTechnique"]]) -> Iterator[dict[str, Any]]:
    from boardless.play.check import compare_trials

    for path, game, way in cases:
        with compiling_noted(game.name):
            for number, compared in enumerate(compare_trials(path, game, way)):
                first = compared.difference
                yield {
                    "file": path.name,
                    "number": number,
                    "game": game.name,
                    "plies": compared.plies,
                    "agrees": first is None,
                    "first_difference": first
                    and {name: getattr(first, name) for name in ("ply", "kind", "ours", "theirs")},
                }


def _print(entries: list[dict[str, Any]], format_: str) -> int:
    """Print the entries; return how many games differ."""
    differ = sum(not entry["agrees"] for entry in entries)
    if format_ == "json":
        print_json({"trials": entries, "agree": len(entries) - differ, "differ": differ})
        return differ
    names, difference = ("file", "number", "game", "plies", "agrees"), ("ply", "kind")
    print_csv([[*names, *difference]])
    print_csv(
        [*(entry[name] for name in names)]
        + [(entry["first_difference"] or {}).get(name) for name in difference]
        for entry in entries
    )
    return differ
