"""The command that says what games are like."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.parameters import (
    GameTiling,
    LibraryFolder,
    Options,
    any_game_of,
    check_format,
    decimal,
    one_of,
    whole,
)
from boardless.cli.printing import games_shown, print_csv, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMATS = "table|csv|json|html|markdown"
#: What a table has of a game: names of columns, and where the numbers are.
_COLUMNS = {
    "game": ("game",), "agent": ("agent",), "playouts": ("playouts",), "plies": ("plies", "mean"),
    "sd": ("plies", "sd"), "actions": ("actions", "mean"), "branching": ("branching", "mean"),
    "state size": ("state_size", "mean"), "hidden": ("hidden",), "rewards sd": ("rewards", "sd"),
    "setup/s": ("calls_per_s", "setup"), "next/s": ("calls_per_s", "next"),
    "actions/s": ("calls_per_s", "actions"), "copy/s": ("calls_per_s", "copy"),
}  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(analyse)


def analyse(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME...", help="Games, paths, or MODULE:NAME of your own."),
    ],
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agents", metavar="SPEC", help="Who plays, on every seat; repeatable. Else random."
        ),
    ] = None,
    playouts: Annotated[int, typer.Option(help="How many games of each.", parser=whole)] = 100,
    seconds: Annotated[
        float,
        typer.Option(help="For how long at most for each, compiling left out.", parser=decimal),
    ] = 20.0,
    seed: Annotated[
        int, typer.Option(help="Where the random numbers come from.", parser=whole)
    ] = 0,
    onlooker: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="Who estimates how games go, such as mcts:200."),
    ] = None,
    heuristic: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose values of states are looked at, such as lines."),
    ] = None,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **one_of(_FORMATS))
    ] = "table",
) -> None:
    """Measure games: their length, moves, branching, size, speed, and their boards."""
    from boardless.analysis.game_page import html, markdown
    from boardless.analysis.measures import measure

    check_format(format_, _FORMATS)
    found: list[dict[str, Any]] = []

    played = [any_game_of(name, option, tiling, library) for name in games]

    def measured() -> "Iterator[dict[str, Any]]":
        for game in played:
            for agent in agents or ["random"]:
                with games_shown(game.name) as progress:
                    found.append(
                        measure(
                            game, agent=agent, playouts=playouts, seconds=seconds, seed=seed,
                            onlooker=onlooker, heuristic=heuristic, progress=progress,
                        )
                    )  # fmt: skip
                yield found[-1]

    if format_ in ("table", "csv"):
        _print_rows(measured(), format_)
        return
    try:
        list(measured())
    except KeyboardInterrupt:
        if format_ == "json" and found:
            print_json({"games": found})
        raise
    if format_ == "json":
        print_json({"games": found})
    else:
        print(html(found) if format_ == "html" else markdown(found), end="")


def _print_rows(measured: "Iterator[dict[str, Any]]", format_: str) -> None:
    """Print a line for each game as soon as it is measured."""
    widths = [max(len(name), 11) for name in _COLUMNS]
    for number, game in enumerate(measured):
        row = [_at(game, path) for path in _COLUMNS.values()]
        if format_ == "csv":
            print_csv([row] if number else [_COLUMNS, row])
            continue
        if not number:
            print("  ".join(map(str.rjust, _COLUMNS, widths)))
        said = [f"{it:,.2f}" if isinstance(it, float) else str(it) for it in row]
        print("  ".join(map(str.rjust, said, widths)), flush=True)


def _at(game: dict[str, Any], path: tuple[str, ...]) -> Any:
    value: Any = game
    for name in path:
        value = value[name]
    return value
