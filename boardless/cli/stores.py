"""Commands about stores."""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.parameters import declared
from boardless.cli.printing import bar_shown, print_as
from boardless.util.inputs import InputError, refuse

if TYPE_CHECKING:
    import pandas as pd

    from boardless.state import Trial
    from boardless.store import Store
    from boardless.store.writer import TrialError


def _reading(path: str, **limits: Any) -> "Store":
    from boardless.store import Store

    return Store.open(path, read_only=True, **limits)


def init(path: str, *, log: Path | None = None) -> None:
    """Make an empty store.

    Examples
    --------
    boardless store init runs.lbug
    """
    from boardless.store import Store

    Store.create(path, log=log).close()


def add(
    path: str,
    file: list[Path],
    *,
    technique: str = "ZONE-APPEND",
    log: Path | None = None,
    game: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
    strict: bool = False,
    format_: str = "table",
) -> None:
    """Add trial files and games of people, see docs/records.md; status 1 if one was refused.

    Parameters
    ----------
    file : FILE...
        Trial files, or games of people: .pgn, .sgf, .pdn, .kif, .kifu, .csa, .usi, .uhp.
    technique
        The growth of the board, to know the cells that a move added.
    game
        The game of the records, in place of the file's own.
    strict
        Stop at the first refused game, with status 2.

    Examples
    --------
    boardless store add runs.lbug game.jsonl
    boardless store add runs.lbug games.pgn --library Ludii/Common/res
    """
    from boardless.store.store import keeping
    from boardless.strategies import Technique, technique_of

    chosen = technique_of(technique)
    if not isinstance(chosen, Technique):
        refuse("technique", technique, "choose one that has a strategy and an update")
    adding = _Adding(file, game, option or [], library, strict)
    with keeping(path, log=log) as store:
        with bar_shown("MofNComplete", total=len(file)) as bar:

            def added(done: int) -> None:
                adding.count = done
                bar(done, max(len(file), len(adding.sources)))

            try:
                trials = adding.trials()
                store.add(trials, technique=chosen, progress=added, refused=adding.leave_out_trial)
            except InputError as error:
                raise InputError(f"{error}; trials added before it: {adding.count}") from None
        rows = [("file", "game", "move", "reason"), *(one.values() for one in adding.refused)]
        record = {"added": adding.count, "refused": adding.refused}
        print_as(format_, record, rows, lambda: adding.text(path))
        if adding.refused:
            raise typer.Exit(1)


@dataclass
class _Adding:
    """Games of files on their way into a store."""

    files: list[Path]
    game: str | None
    options: list[str]
    library: str | None
    strict: bool
    count: int = 0  #: games that were added
    unfit: int = 0  #: games that were handed to the store, which cannot be stored
    refused: list[dict[str, Any]] = field(default_factory=list)
    #: file and number of the game for each trial that is handed to the store
    sources: list[tuple[Path, int]] = field(default_factory=list)

    def leave_out(self, file: Path, game: int | None, move: int | None, reason: str) -> None:
        """Note a refused game; raise an InputError if refusals are not allowed."""
        if self.strict:
            where = "" if game is None else f"game {game}: "
            raise InputError(f"{file}: {where}{reason}")
        self.refused.append({"file": str(file), "game": game, "move": move, "reason": reason})

    def leave_out_trial(self, error: "TrialError") -> None:
        """Note a game that the store refuses."""
        self.unfit += 1
        file, number = self.sources[error.number]
        self.leave_out(file, number, None, error.reason)

    def trials(self) -> "Iterator[Trial]":
        """Yield the games of all files, except refused ones."""
        from boardless.play.recorded.people import notation_of_file
        from boardless.play.recorded.turn import RecordError
        from boardless.play.turns import trials_and_notes
        from boardless.state import Trial

        for file in self.files:
            if notation_of_file(file) is None:
                try:
                    trial = Trial.load(file)
                except InputError as error:
                    if not file.is_file():
                        raise
                    self.leave_out(file, None, None, str(error).removeprefix(f"{file}: "))
                    continue
                self.sources.append((file, 1))
                yield trial
                continue
            records = trials_and_notes(file, self.game, self.options, library=self.library)
            for number, (record, notes) in enumerate(records, 1):
                for note in notes:
                    print(f"{file}: game {number}: {note}", file=sys.stderr)
                if isinstance(record, RecordError):
                    self.leave_out(file, record.game, record.move, record.reason)
                else:
                    self.sources.append((file, number))
                    yield record

    def text(self, path: str) -> str:
        """Print the reasons of refusals on standard error; return the counts."""
        for one in self.refused:
            where = "" if one["game"] is None else f"game {one['game']}: "
            print(f"{one['file']}: {where}{one['reason']}", file=sys.stderr)
        old = len(self.sources) - self.count - self.unfit
        there = f"{old} were there already; " if old else ""
        return f"{path}: {there}added {self.count}, refused {len(self.refused)}"


def query(
    path: str,
    cypher: str,
    *,
    param: list[str] | None = None,
    seconds: float = 60.0,
    memory: int = 1024,
    format_: str = "table",
) -> None:
    """Query the store in Cypher; a query cannot change it.

    Parameters
    ----------
    cypher
        The question; $NAME is a value.
    param : NAME=VALUE
        A value, in JSON or a plain word; repeatable.
    seconds
        The time limit for the answer.

    Examples
    --------
    boardless store query runs.lbug 'MATCH (t:Trial) RETURN t.winner, count(*)'
    boardless store query runs.lbug 'MATCH (c:Cell) RETURN count(*)'
    """
    values = _values(param)
    with _reading(path, seconds=seconds, memory=memory) as store:
        _show_answer(store.query(cypher, **values), format_)


def ask(
    path: str,
    name: str | None = None,
    *,
    param: list[str] | None = None,
    seconds: float = 60.0,
    memory: int = 1024,
    format_: str = "table",
) -> None:
    """Ask a named question, or list the questions; see docs/store.md.

    Parameters
    ----------
    name : [NAME]
        The question; by default all are listed.
    param : NAME=NUMBER
        A parameter of the question; repeatable.
    seconds
        The time limit for the answer.

    Examples
    --------
    boardless store ask runs.lbug
    """
    import pandas as pd

    from boardless.store.schema import ask as asked
    from boardless.store.schema import questions

    if name is None:
        rows = [
            (each.name, ", ".join(each.parameters), each.words) for each in questions().values()
        ]
        _show_answer(pd.DataFrame(rows, columns=["name", "takes", "question"]), format_)
        return
    values = _values(param)
    with _reading(path, seconds=seconds, memory=memory) as store:
        _show_answer(asked(store, name, **values), format_)


def _show_answer(table: "pd.DataFrame", format_: str) -> None:
    if format_ != "json":
        print_as(format_, None, table, lambda: table.to_string(index=False))
        return
    try:
        print(table.to_json(orient="records"))
    except (OverflowError, ValueError) as error:
        raise InputError(f"the answer cannot be written in JSON: {error}") from None


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


def sync(path: str, server: str, *, writer: str | None = None) -> None:
    """Copy everything that a shared graph on a server lacks from a store into that graph.

    Parameters
    ----------
    server
        bolt://HOST:PORT.
    writer
        The name of this store there; by default, its path here.

    Examples
    --------
    boardless store sync runs.lbug bolt://localhost:7687
    """
    from socket import gethostname

    from boardless.store.address import Address
    from boardless.store.syncing import sync as synchronise

    address = Address.of(path, None)
    if address.log is None:
        refuse("store", path, "give one on this machine")
    name = f"{gethostname()}:{address.log}" if writer is None else writer
    print(f"added {synchronise(address.log, server, name)} trials to {server}")


def schema(path: str | None = None, *, format_: str = "table") -> None:
    """Print the kinds of nodes and links, their columns, and their meanings.

    Parameters
    ----------
    path : [PATH]
        A store, to add the number of each kind in it.

    Examples
    --------
    boardless store schema
    """
    from boardless.store.schema import described, described_text

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
        _show_answer(table, format_)


def stats(path: str, *, format_: str = "table") -> None:
    """Print the size of a store.

    Examples
    --------
    boardless store stats runs.lbug
    """
    with _reading(path) as store:
        _show_answer(store.stats(), format_)


def rebuild(path: str, *, log: Path | None = None, lose: bool = False) -> None:
    """Make the graph again from the log.

    Parameters
    ----------
    lose
        Lose the trials of the graph that its log lacks.

    Examples
    --------
    boardless store rebuild runs.lbug
    """
    from boardless.store import Store

    with Store.rebuild(path, log=log, lose=lose) as store:
        print(f"{store.log.trials} trials in {path}")


def export(path: str, folder: Path, *, format_: str = "parquet") -> None:
    """Write every table of the graph as Parquet, positions as GraphML or DOT, games as text.

    Parameters
    ----------
    folder
        Created if it is missing.
    format_ : parquet|graphml|dot|pgn
        The output.

    Examples
    --------
    boardless store export runs.lbug tables
    """
    from boardless.store.positions.storing import export_as

    with _reading(path) as store:
        written = (
            store.export(folder) if format_ == "parquet" else export_as(store, folder, format_)
        )
    print(f"wrote {len(written)} files to {folder}")


def merge(path: str, source: str) -> None:
    """Add everything in another store that this one lacks.

    Parameters
    ----------
    source : FROM
        The store to read.

    Examples
    --------
    boardless store merge all.lbug runs.lbug
    """
    from boardless.store.store import keeping
    from boardless.store.store import merge as merged

    with _reading(source) as other, keeping(path) as store:
        games, positions = merged(store, other)
    print(f"added {games} trials and {positions} positions to {path}")


def check(path: str, *, log: Path | None = None) -> None:
    """Compare the graph with the log, to the last property; status 1 if they differ.

    Examples
    --------
    boardless store check runs.lbug
    """
    with _reading(path, log=log) as store:
        differences = store.check()
        trials = store.log.trials
    if len(differences):
        print(differences.to_string(index=False))
        print(
            f"{path}: the graph is not what its log makes of it; boardless store rebuild mends it"
        )
        raise typer.Exit(1)
    print(f"{trials} trials in {path}: the graph is what its log makes of it")


app = typer.Typer(
    name="store",
    help="Keep games in a store: a log, and a graph that answers questions in Cypher.",
    epilog="Examples:\n"
    "  boardless playouts Andantino --playouts 1000 --store runs.lbug\n"
    "  boardless store query runs.lbug 'MATCH (t:Trial) RETURN t.winner, count(*)'",
    no_args_is_help=True,
)
for _command in (
    init,
    add,
    query,
    ask,
    sync,
    schema,
    stats,
    rebuild,
    export,
    merge,
    check,
):
    app.command(**declared(_command))(_command)
