"""The command line; commands about games are in `cli.games` and `cli_playouts`.

What a command needs is imported when it runs, so that help and completion answer at once. Names
and numbers are checked by the library, so that its messages are the same here and in Python.
"""

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli import game_boards as cli_boards
from boardless.cli import games as cli_games
from boardless.cli import playouts as cli_playouts
from boardless.cli import stores as cli_store

if TYPE_CHECKING:
    import pandas as pd

    from boardless.strategies import Strategy
    from boardless.topo import Board, Tiling
    from boardless.topo.kernels.arrays import Ints

TILINGS = (
    "square|hexagonal|triangular|3.3.3.3.6|3.3.3.4.4|3.3.4.3.4|3.4.6.4|3.6.3.6|3.12.12|4.6.12|4.8.8|"
    "floret|prismatic|cairo|deltoidal|rhombille|triakis|kisrhombille|tetrakis|brick"
)
TILING = "Its name (boardless tilings lists them), or the path of a table (.json)."
STRATEGIES = "fixed|perimeter|zone|zone-shrink|rule"
ZONES = "zone|zone-shrink"
SEQUENCES = "best|worst"
TABLE_FORMATS = "table|csv|json"
TILING_FORMATS = "text|json"
BOARD_FORMATS = "text|table|csv|json"

app = typer.Typer(help="Tabletop games whose board grows: figures, boards, games and playouts.")
cli_playouts.register(app)
cli_games.register(app)
cli_store.register(app)
cli_boards.register(app)


def main() -> None:
    """Run the command line; what cannot be used is said in one line, with exit status 2."""
    command = typer.main.get_command(app)
    try:
        status = command.main(prog_name="boardless", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        status = _fail(f"{error.format_message()} {_allowed(error)}")
    except ValueError as error:
        from boardless.topo import InputError

        if not isinstance(error, InputError):
            raise
        status = _fail(str(error))
    except OSError as error:
        # The output: its reader has seen enough, or the disk is full. Nothing more goes there, or
        # Python would complain as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1 if isinstance(error, BrokenPipeError) else _fail(f"cannot write: {error}")
    sys.exit(status)


def _fail(message: str) -> int:
    print("boardless:", " ".join(message.split()), file=sys.stderr)
    return 2


def _allowed(error: typer.TyperException) -> str:
    """Return which commands and options there are where one was not understood."""
    context = getattr(error, "ctx", None)
    if context is None or isinstance(error, typer.BadParameter):
        return ""
    options = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    names = [*getattr(context.command, "commands", ()), *(o for o in options if o[:1] == "-")]
    return f"Choose from {', '.join(names)}."


def _one_of(names: str) -> dict[str, Any]:
    """Return the settings that show `names` in help and complete them."""
    return {"metavar": names, "autocompletion": lambda: names.split("|")}


def _tiling(name: str) -> "Tiling":
    from boardless.topo import read_tiling, tiling_named

    return read_tiling(name) if name.casefold().endswith(".json") else tiling_named(name)


def _strategy(text: str) -> "Strategy":
    """Return a strategy; modules are looked for in the current folder, too."""
    from boardless.strategies import strategy_of

    if ":" in text and os.getcwd() not in sys.path:
        # Last, so that no file there stands in for an installed module.
        sys.path.append(os.getcwd())
    return strategy_of(text)


def _figure_names() -> list[str]:
    from boardless.analysis.figures import FIGURES

    return list(FIGURES)


@app.callback(invoke_without_command=True)
def _boardless(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.")
    ] = False,
) -> None:
    if show_version:
        print(f"boardless {version('boardless')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def figures(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAMES]...",
            help="The thesis's numbers, such as 6.7; all by default.",
            autocompletion=_figure_names,
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")] = Path("figures"),
    store: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Take random games from the runs of this store."),
    ] = None,
) -> None:
    """Draw figures of the thesis, each as PNG, SVG and the table behind it as CSV."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from boardless.analysis.figures.write import write_figures
    from boardless.analysis.stored import figures_from

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with figures_from(store), progress:
        written = write_figures(names or [], out, progress)
    print(f"wrote {len(written)} files to {out}")


@app.command()
def growth(
    tiling: Annotated[
        str,
        typer.Option(metavar="TILING", help=TILING, autocompletion=lambda: TILINGS.split("|")),
    ],
    strategy: Annotated[
        str,
        typer.Option(
            help="How the board answers a move; or MODULE:NAME of your own.", **_one_of(STRATEGIES)
        ),
    ],
    sequence: Annotated[str, typer.Option(help="Smallest or largest board.", **_one_of(SEQUENCES))],
    moves: Annotated[int, typer.Option(metavar="N", help="Moves to play.", parser=cli_games.whole)],
    game: Annotated[
        str | None, typer.Option(help="Whose rules make a board grow by rule: Andantino's.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **_one_of(TABLE_FORMATS))
    ] = "table",
) -> None:
    """Play the best or worst case; print the board's size and unused share after every move."""
    from boardless.analysis.growth import growth_table
    from boardless.topo import InputError

    cli_games.check_format(format_, TABLE_FORMATS)
    settings = {"tiling": tiling, "strategy": strategy, "sequence": sequence}
    if strategy == "rule":
        # Only this strategy needs games, which take a while to load.
        from boardless.analysis.rule_growth import rule_growth_table
        from boardless.games import load

        played = load(game or "Andantino", tiling=tiling, jit=False)
        table = rule_growth_table(played, sequence, moves)
        settings["game"] = played.name
    elif game is not None:
        raise InputError(f"game {game!r}: only growth by rule reads the rules of a game")
    else:
        table = growth_table(_tiling(tiling), _strategy(strategy), sequence, moves)
    _print_sizes(table, settings, format_)


@app.command()
def walk(
    tiling: Annotated[
        str,
        typer.Option(metavar="TILING", help=TILING, autocompletion=lambda: TILINGS.split("|")),
    ],
    strategy: Annotated[
        str,
        typer.Option(
            help="Whether the board only grows; or MODULE:NAME of your own.", **_one_of(ZONES)
        ),
    ],
    moves: Annotated[int, typer.Option(metavar="N", help="Tiles to move.", parser=cli_games.whole)],
    tiles: Annotated[
        int, typer.Option(metavar="N", help="Tiles there are.", parser=cli_games.whole)
    ] = 12,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **_one_of(TABLE_FORMATS))
    ] = "table",
) -> None:
    """Move tiles from one end of a cluster to the other; print the board's size after each."""
    from boardless.analysis.walk import walk_table

    cli_games.check_format(format_, TABLE_FORMATS)
    table = walk_table(_tiling(tiling), _strategy(strategy), moves, tiles)
    _print_sizes(table, {"tiling": tiling, "strategy": strategy, "tiles": tiles}, format_)


def _print_sizes(table: "pd.DataFrame", settings: dict[str, Any], format_: str) -> None:
    if format_ == "json":
        print(json.dumps(settings | table.drop(columns="move").to_dict("list")))
    elif format_ == "csv":
        print(table.to_csv(index=False, lineterminator="\n"), end="")
    else:
        print(table.to_string(index=False, formatters={"unused": "{:.1%}".format}))


# A negative dimension is a wrong dimension, not an option.
@app.command(context_settings={"ignore_unknown_options": True})
def board(
    tiling: Annotated[
        str,
        typer.Argument(
            metavar="TILING|GAME", help=TILING, autocompletion=lambda: TILINGS.split("|")
        ),
    ],
    dimension: Annotated[
        int | None,
        typer.Argument(
            metavar="[DIMENSION]",
            help="Cells along a side; on tilings that are not regular, rings around a cell, and 1.",
            parser=cli_games.whole,
            show_default=False,
        ),
    ] = None,
    library: cli_games.LibraryFolder = None,
    option: cli_games.Options = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **_one_of(BOARD_FORMATS))
    ] = "text",
) -> None:
    """Print a regular board (or rings around one cell), with its cells numbered row by row.

    With one name, that of a game or its file: print the game's board, every site of it.
    """
    from boardless.topo import Board, InputError, board_record

    if dimension is None and tiling.casefold() in TILINGS.split("|"):
        raise InputError(f"tiling {tiling!r}: give a DIMENSION too")
    if dimension is None:
        cli_boards.print_game_board(tiling, option or [], library, format_)
        return
    cli_games.check_format(format_, TILING_FORMATS)
    regular = Board.regular(_tiling(tiling), dimension)
    name = f"{regular.tiling.name}-{dimension}"
    if format_ == "json":
        print(json.dumps(board_record(regular, name)))
    else:
        print(_summary(regular, name))


def _summary(board: "Board", name: str) -> str:
    """Return a regular board in words; its sites are numbered row by row."""

    def listed(sites: "Ints") -> str:
        width = len(str(len(board) - 1))
        return " ".join(f"{site:{width}}" for site in sites.tolist())

    lines = [
        f"{name}, numbered row by row from the bottom",
        f"cells      {len(board)}",
        f"vertices   {len(board.vertices)}",
        f"edges      {len(board.edges)}",
        f"perimeter  {listed(board.perimeter)}",
        f"corners    {listed(board.corners)}",
        f"centre     {listed(board.centre)}",
    ]
    rows = [f"row {n:<6} {listed(row)}" for n, row in enumerate(board.rows)]
    return "\n".join(lines + rows[::-1])


@app.command()
def tilings() -> None:
    """Print the tilings, the corners of their cells, and their other names."""
    from boardless.topo import ALIASES, TILINGS

    for name, tiling in TILINGS.items():
        corners = sorted({len(face) for face in tiling.faces})
        print(f"{name:13} {', '.join(map(str, corners)):9} {', '.join(ALIASES[name])}")
