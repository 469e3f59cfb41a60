"""The boards of games: printed, and compared with recorded ones (check-boards)."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli.parameters import Format, LibraryFolder, check_format
from boardless.cli.printing import print_frame, print_json

if TYPE_CHECKING:
    import pandas as pd

    from boardless.games.initial.board import GameBoard
    from boardless.topo import Sites
    from boardless.topo.layouts.description import Record
    from boardless.topo.layouts.recorded import BoardCheck

GAME_FORMATS = "text|table|csv|json"


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("check-boards")(check_boards)


def print_game_board(game: str, options: list[str], library: str | None, format_: str) -> None:
    """Print the board of a game: in words, or every site as CSV or JSON."""
    from boardless.games.initial.board import game_board
    from boardless.games.library import description_text
    from boardless.topo.layouts.description import PLURALS, board_description

    check_format(format_, GAME_FORMATS)
    laid_out = game_board(description_text(game, library=library), options)
    if format_ == "json":
        print_json(board_description(laid_out.board, laid_out.tracks))
    elif format_ == "csv":
        import pandas as pd

        tables = [_sites(laid_out.board.sites_of(kind)) for kind in PLURALS]
        print_frame(pd.concat(tables))
    else:
        print(_summary(laid_out))


def _sites(sites: "Sites") -> "pd.DataFrame":
    """Return a row for each site of a type."""
    import pandas as pd

    x, y, z = sites.points.T
    return pd.DataFrame(
        {
            "type": sites.kind,
            "site": range(len(sites)),
            "label": sites.labels,
            "row": sites.coordinates.row,
            "column": sites.coordinates.column,
            "x": x,
            "y": y,
            "z": z,
        }
    )


def _summary(laid_out: "GameBoard") -> str:
    """Return the board of a game in words."""
    from boardless.topo.layouts.description import PLURALS

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
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Recorded boards, one a line (.jsonl, .gz).")
    ],
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Lay out the boards of recorded games, and compare every field.

    The games are those of the library that is given; without one, boards are worked out anew from
    the points that are recorded.
    """
    from boardless.games.library import chosen_library
    from boardless.topo.layouts import recorded

    check_format(format_)
    known = chosen_library(library)

    def laid_out(record: "Record") -> "Record":
        from boardless.games.initial.board import recorded_game

        assert known is not None
        return recorded_game(record, known)

    records = recorded.read_boards(file)
    check = recorded.check_boards(records, laid_out if known else recorded.worked_out)
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
