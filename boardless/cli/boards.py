"""Commands about boards: tilings, boards of games, recorded boards, growth and walks."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.parameters import (
    TILINGS,
    Format,
    LibraryFolder,
    Options,
    TilingName,
    argument,
    check_format,
    choice,
    integer,
    option,
    tiling_of,
    whole,
)
from boardless.cli.printing import print_csv, print_frame, print_json, print_sizes
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    import pandas as pd

    from boardless.games.initial.board import GameBoard
    from boardless.jit.arrays import Ints
    from boardless.topo import Board, Sites
    from boardless.topo.layouts.records import BoardCheck, Record

GAME_FORMATS = "text|table|csv|json"


def print_game_board(game: str, options: list[str], library: str | None, format_: str) -> None:
    """Print the board of a game: in words, or every site as CSV or JSON."""
    from boardless.games.initial.board import game_board
    from boardless.games.library import description_text
    from boardless.topo.layouts.records import PLURALS, board_description

    check_format(format_, GAME_FORMATS)
    laid_out = game_board(description_text(game, library=library), options)
    if format_ == "json":
        print_json(board_description(laid_out.board, laid_out.tracks))
    elif format_ == "csv":
        import pandas as pd

        tables = [_sites(laid_out.board.sites_of(kind)) for kind in PLURALS]
        print_frame(pd.concat(tables))
    else:
        print(_game_summary(laid_out))


def _sites(sites: "Sites") -> "pd.DataFrame":
    """Return a row for each site of a type."""
    import pandas as pd

    where = sites.coordinates
    table: dict[str, Any] = {"type": sites.kind, "site": range(len(sites)), "label": sites.labels}
    table |= {"row": where.row, "column": where.column}
    return pd.DataFrame(table | dict(zip("xyz", sites.points.T, strict=True)))


def _game_summary(laid_out: "GameBoard") -> str:
    """Return the board of a game in words."""
    from boardless.topo.layouts.records import PLURALS

    board = laid_out.board
    lines = [f"{laid_out.name}, played on {PLURALS[board.use]}"]
    lines += [f"{name:10} {len(board.sites_of(kind))}" for kind, name in PLURALS.items()]
    for name in ("perimeter", "corners", "centre"):
        lines.append(f"{name:10} {_listed(board.sites_of().listed(name).tolist())}")
    lines += [f"track      {track.name}: {_listed(track.sites)}" for track in laid_out.tracks]
    rows = [f"row {n:<6} {_listed(row.tolist())}" for n, row in enumerate(board.rows)]
    return "\n".join(lines + rows[::-1])


def _listed(sites: Iterable[int]) -> str:
    return " ".join(map(str, sites))


def check_boards(
    file: Annotated[Path, argument("FILE", "Recorded boards, one a line (.jsonl, .gz).")],
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Lay out the boards of recorded games, and compare every field.

    The games are those of the library that is given; without one, boards are worked out anew from
    the points that are recorded.
    """
    from boardless.games.library import chosen_library
    from boardless.topo.layouts import records as recorded

    check_format(format_)
    chosen = chosen_library(library)

    def laid_out(record: "Record") -> "Record":
        from boardless.games.initial.board import recorded_game

        assert chosen is not None
        return recorded_game(record, chosen)

    records = recorded.read_boards(file)
    check = recorded.check_boards(records, laid_out if chosen else recorded.derived_record)
    _print(check, format_)
    if check.fields:
        raise typer.Exit(1)


def _print(check: "BoardCheck", format_: str) -> None:
    rows = [
        {"field": name, "differ": count, "first": first}
        for name, (count, first) in sorted(check.fields.items())
    ]
    if format_ == "json":
        print_json({"boards": check.boards, "equal": check.equal, "fields": rows})
    elif format_ == "csv":
        import pandas as pd

        table = pd.DataFrame(rows, columns=["field", "differ", "first"])
        print_frame(table)
    else:
        for row in rows:
            print(f"{row['field']:32} {row['differ']:5}  {row['first']}"[:200])
        print(f"{check.boards} boards, {check.equal} equal in all fields")


#: "text" is another name for the table.
FORMATS = "table|csv|text|json"


def board(
    tiling: Annotated[
        str,
        argument(
            "TILING|GAME",
            "Its name (boardless tilings lists them), or the path of a table (.json); "
            "without a DIMENSION, a game or the path of a description.",
            autocompletion=lambda: TILINGS.split("|"),
        ),
    ],
    dimension: Annotated[
        int | None,
        argument(
            "[DIMENSION]",
            "Cells along a side; on tilings that are not regular, rings around a cell, and 1.",
            parser=integer,
            show_default=False,
        ),
    ] = None,
    library: LibraryFolder = None,
    option: Options = None,
    format_: Annotated[str, choice("How to print it.", FORMATS, "--format")] = "table",
) -> None:
    """Print the board of a tiling, or of a game, with its cells numbered row by row.

    With one name, that of a game or its file: print the game's board, every site of it.
    """
    from boardless.topo import ALIASES, Board, board_record

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
    """List the tilings, with the corners of their cells and their other names."""
    from boardless.topo import ALIASES, TILINGS

    for name, tiling in TILINGS.items():
        corners = sorted({len(face) for face in tiling.faces})
        print(f"{name:13} {', '.join(map(str, corners)):9} {', '.join(ALIASES[name])}")


STRATEGY_NAMES = "fixed|perimeter|zone|zone-shrink|rule"
ZONES = "zone|zone-shrink"
SEQUENCES = "best|worst"


def growth(
    tiling: TilingName,
    strategy: Annotated[
        str, choice("How the board answers a move; or MODULE:NAME of your own.", STRATEGY_NAMES)
    ],
    sequence: Annotated[str, choice("Smallest or largest board.", SEQUENCES)],
    moves: Annotated[int, whole("Moves to play.", metavar="N")],
    game: Annotated[
        str | None, option("Whose rules make a board grow by rule: Andantino's.")
    ] = None,
    format_: Format = "table",
) -> None:
    """Measure how a board grows in the best or worst case: its size after every move."""
    from boardless.analysis.growth import growth_table

    check_format(format_)
    settings: dict[str, Any] = {"tiling": tiling, "strategy": strategy, "sequence": sequence}
    if strategy.casefold() == "rule":
        # Only this strategy needs games, which take a while to load.
        from boardless.games import load

        played = load(game or "Andantino", tiling=tiling, jit=False)
        table = growth_table(tiling_of(tiling), "rule", sequence, moves, played)
        settings |= {"game": played.name, "first_move": int(table["move"].iloc[0])}
    else:
        table = growth_table(tiling_of(tiling), strategy, sequence, moves, game)
    print_sizes(table, settings, format_)


def walk(
    tiling: TilingName,
    strategy: Annotated[
        str, choice("Whether the board only grows; or MODULE:NAME of your own.", ZONES)
    ],
    moves: Annotated[int, whole("Tiles to move.", metavar="N")],
    tiles: Annotated[int, whole("Tiles there are.", metavar="N")] = 12,
    format_: Format = "table",
) -> None:
    """Measure a board whose tiles walk away: its size after each step."""
    from boardless.analysis.walk import walk_table

    check_format(format_)
    table = walk_table(tiling_of(tiling), strategy, moves, tiles)
    print_sizes(table, {"tiling": tiling, "strategy": strategy, "tiles": tiles}, format_)
