"""Commands about stores."""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.examples import OF_STORES, said
from boardless.cli.parameters import (
    Format,
    LibraryFolder,
    Options,
    argument,
    check_format,
    choice,
    flag,
    option,
    real,
)
from boardless.cli.printing import bar_shown, print_csv, print_frame, print_json
from boardless.util.inputs import InputError, refuse

if TYPE_CHECKING:
    import pandas as pd

    from boardless.store import Store

StorePath = Annotated[str, argument("PATH", "The file of the graph, or bolt://HOST:PORT.")]
LogPath = Annotated[Path | None, option("The log of a graph on a server.", "--log", metavar="FILE")]
Memory = Annotated[int, option("Megabytes that the engine may have for it.", metavar="MB")]
Seconds = Annotated[float, real("How long the answer may take.")]

#: Formats in which a store is written for other programs.
EXPORTS = "parquet|graphml|dot|pgn"

app = typer.Typer(
    help="Keep games in a store: a log, and a graph that answers questions in Cypher.",
    no_args_is_help=True,
)


def _reading(path: str) -> "Store":
    from boardless.store import Store

    return Store.open(path, read_only=True)


@app.command(epilog=said(OF_STORES["init"]))
def init(path: StorePath, log: LogPath = None) -> None:
    """Make an empty store."""
    from boardless.store import Store

    Store.create(path, log=log).close()


@app.command(epilog=said(OF_STORES["add"]))
def add(
    path: StorePath,
    files: Annotated[
        list[Path],
        argument(
            "FILE...",
            "Trial files, or games of people: .pgn, .sgf, .pdn, .kif, .kifu, .csa, .usi, .uhp.",
        ),
    ],
    technique: Annotated[
        str, option("How the board grew, to know which cells a move added.")
    ] = "ZONE-APPEND",
    log: LogPath = None,
    game: Annotated[
        str | None, option("What people played, in place of what the file says.")
    ] = None,
    option: Options = None,
    library: LibraryFolder = None,
    strict: Annotated[
        bool, flag("Stop at the first game that is refused, with status 2.", "--strict")
    ] = False,
    format_: Format = "table",
) -> None:
    """Add trial files and games of people; status 1 if a game was refused; see docs/records.md."""
    from boardless.play.recorded.people import notation_of_file
    from boardless.play.recorded.turn import RecordError
    from boardless.play.turns import trials_and_notes
    from boardless.state import Trial
    from boardless.store.merging import keeping
    from boardless.store.writer import TrialError
    from boardless.strategies import Technique, technique_of

    check_format(format_)
    chosen = technique_of(technique)
    if not isinstance(chosen, Technique):
        refuse("technique", technique, "choose one that has a strategy and an update")
    count = old = 0
    #: File and number of the game for each trial that is handed to the store.
    sources: list[tuple[Path, int]] = []
    refused: list[dict[str, Any]] = []

    def leave_out(file: Path, game: int | None, move: int | None, reason: str) -> None:
        if strict:
            where = "" if game is None else f"game {game}: "
            raise InputError(f"{file}: {where}{reason}")
        refused.append({"file": str(file), "game": game, "move": move, "reason": reason})

    def trials() -> Iterator[Trial]:
        for file in files:
            if notation_of_file(file) is None:
                try:
                    trial = Trial.load(file)
                except InputError as error:
                    if not file.is_file():
                        raise
                    leave_out(file, None, None, str(error).removeprefix(f"{file}: "))
                    continue
                sources.append((file, 1))
                yield trial
                continue
            records = trials_and_notes(file, game, option or (), library=library)
            for number, (found, notes) in enumerate(records, 1):
                for note in notes:
                    print(f"{file}: game {number}: {note}", file=sys.stderr)
                if isinstance(found, RecordError):
                    leave_out(file, found.game, found.move, found.reason)
                else:
                    sources.append((file, number))
                    yield found

    def left_out(error: TrialError) -> None:
        nonlocal old
        old -= 1
        file, number = sources[error.number]
        leave_out(file, number, None, error.reason)

    def added(done: int) -> None:
        nonlocal count
        count = done
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=max(len(files), len(sources)))

    with keeping(path, log=log) as store:
        with bar_shown("MofNComplete", text="", total=len(files)) as bar:
            try:
                store.add(trials(), technique=chosen, progress=added, refused=left_out)
            except InputError as error:
                raise InputError(f"{error}; trials added before it: {count}") from None
        if format_ == "json":
            print_json({"added": count, "refused": refused})
        elif format_ == "csv":
            print_csv([("file", "game", "move", "reason"), *(one.values() for one in refused)])
        else:
            for one in refused:
                where = "" if one["game"] is None else f"game {one['game']}: "
                print(f"{one['file']}: {where}{one['reason']}", file=sys.stderr)
            old += len(sources) - count
            said = f"{old} were there already; " if old else ""
            print(f"{path}: {said}added {count}, refused {len(refused)}")
        if refused:
            raise typer.Exit(1)


@app.command(epilog=said(OF_STORES["query"]))
def query(
    path: StorePath,
    cypher: Annotated[str, argument("CYPHER", "The question; $NAME is a value.")],
    param: Annotated[
        list[str] | None,
        option("A value, in JSON or a plain word; repeatable.", metavar="NAME=VALUE"),
    ] = None,
    seconds: Seconds = 60.0,
    memory: Memory = 1024,
    format_: Format = "table",
) -> None:
    """Ask a question in Cypher; it cannot change anything."""
    from boardless.store import Store

    check_format(format_)
    values = _values(param)
    with Store.open(path, read_only=True, seconds=seconds, memory=memory) as store:
        _print(store.query(cypher, **values), format_)


@app.command(epilog=said(OF_STORES["ask"]))
def ask(
    path: StorePath,
    name: Annotated[
        str | None, argument("[NAME]", "Which question; left out, all of them.")
    ] = None,
    param: Annotated[
        list[str] | None, option("What the question takes; repeatable.", metavar="NAME=NUMBER")
    ] = None,
    seconds: Seconds = 60.0,
    memory: Memory = 1024,
    format_: Format = "table",
) -> None:
    """Ask a question that has a name, or list them; see docs/store.md."""
    import pandas as pd

    from boardless.store import Store
    from boardless.store.questions import ask as asked
    from boardless.store.questions import questions

    check_format(format_)
    if name is None:
        rows = [
            (each.name, ", ".join(each.parameters), each.words) for each in questions().values()
        ]
        _print(pd.DataFrame(rows, columns=["name", "takes", "question"]), format_)
        return
    values = _values(param)
    with Store.open(path, read_only=True, seconds=seconds, memory=memory) as store:
        _print(asked(store, name, **values), format_)


def _print(table: "pd.DataFrame", format_: str) -> None:
    if format_ == "json":
        try:
            print(table.to_json(orient="records"))
        except (OverflowError, ValueError) as error:
            raise InputError(f"the answer cannot be written in JSON: {error}") from None
    elif format_ == "csv":
        print_frame(table)
    else:
        print(table.to_string(index=False))


def _values(texts: list[str] | None) -> dict[str, Any]:
    """Return parameters by name: values in JSON, and plain words."""
    values = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            refuse("parameter", text, "write NAME=VALUE")
        values[name] = value
        with suppress(RecursionError, ValueError):
            values[name] = json.loads(value)
    return values


@app.command(epilog=said(OF_STORES["sync"]))
def sync(
    path: StorePath,
    server: Annotated[str, argument("SERVER", "bolt://HOST:PORT.")],
    writer: Annotated[
        str | None, option("What this store is called there; by default, its path here.")
    ] = None,
) -> None:
    """Bring what a store has, and a shared graph on a server has not, into that graph."""
    from socket import gethostname

    from boardless.store.address import Address
    from boardless.store.syncing import sync as synchronise

    address = Address.of(path, None)
    if address.log is None:
        refuse("store", path, "give one on this machine")
    name = f"{gethostname()}:{address.log}" if writer is None else writer
    print(f"added {synchronise(address.log, server, name)} trials to {server}")


@app.command(epilog=said(OF_STORES["schema"]))
def schema(
    path: Annotated[
        str | None, argument("[PATH]", "A store, to say how many of each kind it has, too.")
    ] = None,
    format_: Format = "table",
) -> None:
    """Print the kinds of nodes and links, their columns, and what they mean."""
    from boardless.store.schema import described, described_text

    check_format(format_)
    table = described()
    if path is not None:
        with _reading(path) as store:
            counts = store.stats().set_index("kind")["number"]
        # Of a kind, not of each of its columns.
        number = table["table"].map(counts).where(table["column"] == "").astype("Int64")
        table.insert(3, "number", number)
    if format_ == "table":
        print(described_text(table))
    else:
        _print(table, format_)


@app.command(epilog=said(OF_STORES["stats"]))
def stats(path: StorePath, format_: Format = "table") -> None:
    """Print how much there is in a store."""
    check_format(format_)
    with _reading(path) as store:
        _print(store.stats(), format_)


@app.command(epilog=said(OF_STORES["rebuild"]))
def rebuild(
    path: StorePath,
    log: LogPath = None,
    lose: Annotated[
        bool, flag("Lose the trials of the graph that its log has not.", "--lose")
    ] = False,
) -> None:
    """Make the graph again from the log."""
    from boardless.store import Store

    with Store.rebuild(path, log=log, lose=lose) as store:
        print(f"{store.log.trials} trials in {path}")


@app.command(epilog=said(OF_STORES["export"]))
def export(
    path: StorePath,
    folder: Annotated[Path, argument("FOLDER", "Made if it is not there.")],
    format_: Annotated[str, choice("What is written.", EXPORTS, "--format")] = "parquet",
) -> None:
    """Write every table of the graph as Parquet, positions as GraphML or DOT, or games as text."""
    from boardless.store.export_texts import export_as

    check_format(format_, EXPORTS)
    with _reading(path) as store:
        written = (
            store.export(folder) if format_ == "parquet" else export_as(store, folder, format_)
        )
    print(f"wrote {len(written)} files to {folder}")


@app.command(epilog=said(OF_STORES["merge"]))
def merge(
    into: StorePath,
    source: Annotated[str, argument("FROM", "The store that is read.")],
) -> None:
    """Add what another store has, and this one has not."""
    from boardless.store.merging import keeping
    from boardless.store.merging import merge as merged

    with _reading(source) as other, keeping(into) as store:
        games, positions = merged(store, other)
    print(f"added {games} trials and {positions} positions to {into}")


@app.command(epilog=said(OF_STORES["check"]))
def check(path: StorePath, log: LogPath = None) -> None:
    """Compare the graph with the log, to the last property; status 1 if they differ."""
    from boardless.store import Store

    with Store.open(path, log=log, read_only=True) as store:
        found = store.check()
        trials = store.log.trials
    if len(found):
        print(found.to_string(index=False))
        print(
            f"{path}: the graph is not what its log makes of it; boardless store rebuild mends it"
        )
        raise typer.Exit(1)
    print(f"{trials} trials in {path}: the graph is what its log makes of it")
