"""The commands about stores: init, add, query, stats, rebuild and export."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.games import check_format

if TYPE_CHECKING:
    from boardless.store import Store

FORMATS = "table|csv|json"

StorePath = Annotated[
    str, typer.Argument(metavar="PATH", help="The file of the graph, or bolt://HOST:PORT.")
]
LogPath = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="The log of a graph on a server.")
]

app = typer.Typer(help="Games in a graph database.", no_args_is_help=True)


def register(parent: typer.Typer) -> None:
    """Add the commands to the command line."""
    parent.add_typer(app, name="store")


def _open(path: str, log: Path | None, *, read_only: bool) -> "Store":
    from boardless.store import Store

    return Store.open(path, log=log, read_only=read_only)


@app.command()
def init(path: StorePath, log: LogPath = None) -> None:
    """Make an empty store."""
    from boardless.store import Store

    Store.create(path, log=log).close()


@app.command()
def add(
    path: StorePath,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Trial files.")],
    technique: Annotated[
        str, typer.Option(help="How the board grew, to know which cells a move added.")
    ] = "ZONE-APPEND",
    log: LogPath = None,
) -> None:
    """Add trial files; see docs/trials.md."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    from boardless.state import Trial
    from boardless.strategies import Technique, technique_of
    from boardless.topo import InputError

    way = technique_of(technique)
    if not isinstance(way, Technique):
        raise InputError(f"technique {technique!r}: choose one that has a strategy and an update")
    console = Console(stderr=True)
    with (
        _open(path, log, read_only=False) as store,
        Progress(
            BarColumn(), MofNCompleteColumn(), console=console, transient=True,
            disable=not console.is_terminal,
        ) as shown,
    ):  # fmt: skip
        task = shown.add_task("", total=len(files))
        count = store.add(
            (Trial.load(file) for file in files),
            technique=way,
            progress=lambda done: shown.update(task, completed=done),
        )
    print(f"added {count} trials to {path}")


@app.command()
def query(
    path: StorePath,
    cypher: Annotated[
        str, typer.Argument(metavar="CYPHER", help="The question; $NAME is a value.")
    ],
    param: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A value, in JSON or a plain word; repeatable."),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar=FORMATS, help="How to print it.")
    ] = "table",
) -> None:
    """Ask a question in Cypher; it cannot change anything."""
    from boardless.topo import InputError

    check_format(format_, FORMATS)
    values = dict(_value(text) for text in param or [])
    with _open(path, None, read_only=True) as store:
        found = store.query(cypher, **values)
    if format_ == "json":
        try:
            print(found.to_json(orient="records"))
        except (OverflowError, ValueError) as error:
            raise InputError(f"the answer cannot be written in JSON: {error}") from None
    elif format_ == "csv":
        print(found.to_csv(index=False, lineterminator="\n"), end="")
    else:
        print(found.to_string(index=False))


def _value(text: str) -> tuple[str, Any]:
    from boardless.topo import InputError

    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise InputError(f"parameter {text!r}: write NAME=VALUE")
    try:
        return name, json.loads(value)
    except (RecursionError, ValueError):
        return name, value


@app.command()
def stats(path: StorePath) -> None:
    """Print how much there is in a store."""
    with _open(path, None, read_only=True) as store:
        print(store.stats().to_string(index=False))


@app.command()
def rebuild(path: StorePath, log: LogPath = None) -> None:
    """Make the graph again from the log."""
    from boardless.store import Store

    with Store.rebuild(path, log=log) as store:
        print(f"{store.log.trials} trials in {path}")


@app.command()
def export(
    path: StorePath,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Made if it is not there.")],
) -> None:
    """Write every table of the graph as a Parquet file."""
    with _open(path, None, read_only=True) as store:
        files = store.export(folder)
    print(f"wrote {len(files)} files to {folder}")
