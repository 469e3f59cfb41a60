"""The command that compares boards: check-boards."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli.games import check_format

if TYPE_CHECKING:
    from boardless.topo.layouts.recorded import BoardCheck

FORMATS = "table|csv|json"


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("check-boards")(check_boards)


def check_boards(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Recorded boards, one a line (.jsonl, .gz).")
    ],
    format_: Annotated[
        str, typer.Option("--format", metavar=FORMATS, help="How to print it.")
    ] = "table",
) -> None:
    """Work out recorded boards anew from their points, and compare every field."""
    from boardless.topo.layouts import recorded

    check_format(format_, FORMATS)
    check = recorded.check_boards(recorded.read_boards(file))
    _print(check, format_)
    if check.fields:
        raise typer.Exit(1)


def _print(check: "BoardCheck", format_: str) -> None:
    rows = [
        {"field": name, "differ": count, "first": first}
        for name, (count, first) in sorted(check.fields.items())
    ]
    if format_ == "json":
        print(json.dumps({"boards": check.boards, "equal": check.equal, "fields": rows}))
    elif format_ == "csv":
        import pandas as pd

        table = pd.DataFrame(rows, columns=["field", "differ", "first"])
        print(table.to_csv(index=False, lineterminator="\n"), end="")
    else:
        for row in rows:
            print(f"{row['field']:32} {row['differ']:5}  {row['first']}"[:200])
        print(f"{check.boards} boards, {check.equal} equal in all fields")
