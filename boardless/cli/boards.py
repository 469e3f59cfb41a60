"""The commands that print boards and tilings."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.game_boards import print_game_board
from boardless.cli.parameters import (
    TILINGS,
    LibraryFolder,
    Options,
    check_format,
    one_of,
    tiling_of,
    whole,
)
from boardless.cli.printing import print_csv, print_json

if TYPE_CHECKING:
    from boardless.topo import Board
    from boardless.topo.kernels.arrays import Ints

#: "text" is another name for the table.
FORMATS = "table|csv|text|json"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    # A negative dimension is a wrong dimension, not an option.
    app.command(context_settings={"ignore_unknown_options": True})(board)
    app.command()(tilings)


def board(
    tiling: Annotated[
        str,
        typer.Argument(
            metavar="TILING|GAME",
            help="Its name (boardless tilings lists them), or the path of a table (.json); "
            "without a DIMENSION, a game or the path of a description.",
            autocompletion=lambda: TILINGS.split("|"),
        ),
    ],
    dimension: Annotated[
        int | None,
        typer.Argument(
            metavar="[DIMENSION]",
            help="Cells along a side; on tilings that are not regular, rings around a cell, and 1.",
            parser=whole,
            show_default=False,
        ),
    ] = None,
    library: LibraryFolder = None,
    option: Options = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **one_of(FORMATS))
    ] = "table",
) -> None:
    """Print a regular board (or rings around one cell), with its cells numbered row by row.

    With one name, that of a game or its file: print the game's board, every site of it.
    """
    from boardless.topo import ALIASES, Board, InputError, board_record

    if dimension is None:
        names = {each.casefold() for name, more in ALIASES.items() for each in (name, *more)}
        if tiling.casefold() in names or tiling.casefold().endswith(".json"):
            raise InputError(f"tiling {tiling!r}: give a DIMENSION too")
        print_game_board(tiling, option or [], library, format_)
        return
    check_format(format_, FORMATS)
    regular = Board.regular(tiling_of(tiling), dimension)
    name = f"{regular.tiling.name}-{dimension}"
    if format_ == "json":
        print_json(board_record(regular, name))
    elif format_ == "csv":
        _print_cells(board_record(regular, name)["cells"])
    else:
        print(_summary(regular, name))


def _print_cells(cells: dict[str, Any]) -> None:
    """Print a line for each cell; numbers of other cells and of vertices stand apart by spaces."""
    lists = ("vertices", "orthogonal", "diagonal", "off", "adjacent", "all")
    print_csv([["site", "x", "y", "row", *lists]])
    print_csv(
        [site, *cell["pt"], cell["row"], *(" ".join(map(str, cell[name])) for name in lists)]
        for site, cell in enumerate(cells["sites"])
    )


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


def tilings() -> None:
    """Print the tilings, the corners of their cells, and their other names."""
    from boardless.topo import ALIASES, TILINGS

    for name, tiling in TILINGS.items():
        corners = sorted({len(face) for face in tiling.faces})
        print(f"{name:13} {', '.join(map(str, corners)):9} {', '.join(ALIASES[name])}")
