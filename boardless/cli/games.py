"""Commands about games: games, perft, expand, show, ludemes, census and explore."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.app import printing
from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Strategy,
    Technique,
    Workers,
    argument,
    check_format,
    choice,
    flag,
    game_of,
    integer,
    option,
    technique_of,
    whole,
)
from boardless.cli.printing import (
    bar_shown,
    compiling_noted,
    counted,
    print_csv,
    print_frame,
    print_json,
    print_table,
)
from boardless.util.inputs import InputError, integer_between

if TYPE_CHECKING:
    from boardless.conformance.census import Census
    from boardless.store.positions import Positions


def games(format_: Format = "table", library: LibraryFolder = None) -> None:
    """List the games, with players and options; with --library those of a folder, too."""
    from boardless.games.catalogue import catalogue

    check_format(format_)
    entries = list(catalogue(library))
    if format_ == "json":
        keys = ("name", "players", "options", "grows", "source", "about", "error")
        listed = [{key: getattr(entry, key) for key in keys} for entry in entries]
        print_json({"games": [row | {"error": row["error"] or None} for row in listed]})
        return
    rows = [
        (
            entry.name,
            " ".join(map(str, entry.players)),
            "yes" if entry.grows else "no",
            entry.error or entry.about,
            "; ".join(f"{name}: {', '.join(items)}" for name, items in entry.options.items()),
        )
        for entry in entries
    ]
    heads = ("game", "players", "grows", "about", "options")
    if format_ == "csv":
        sources = ("source", *(entry.source for entry in entries))
        print_csv((*row, source) for row, source in zip([heads, *rows], sources, strict=True))
    else:
        print_table(heads, rows)


def perft(
    game: GameName,
    depth: Annotated[int, argument("DEPTH", "Moves to look ahead, or turns.", parser=integer)],
    tiling: GameTiling = None,
    by: Annotated[
        str, choice("The unit of DEPTH: turns end where the mover changes.", "moves|turns")
    ] = "moves",
    doubles: Annotated[
        bool, flag("Count what leads to the same contents again.", "--doubles/--no-doubles")
    ] = True,
    technique: Technique = None,
    strategy: Strategy = None,
    option: Options = None,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Count the sequences of 1, 2, ... DEPTH legal moves, or turns: a check of rules."""
    from boardless.play import State
    from boardless.play.legal_moves import MAX_DEPTH

    check_format(format_)
    depth = integer_between(depth, "depth", 1, MAX_DEPTH)
    played = game_of(game, option, tiling, library)
    state = State(played, technique_of(technique, strategy))
    counts = [1]
    found = {"game": played.name, "technique": state.technique, "counts": counts}
    try:
        with compiling_noted(played.name):
            for moves in range(1, depth + 1):
                counts.append(state.perft(moves, by, doubles))
                if format_ == "csv" and moves == 1:
                    print_csv([("depth", "count"), (0, 1)])
                if format_ != "json":
                    print(moves, counts[-1], sep="," if format_ == "csv" else " ", flush=True)
    except KeyboardInterrupt:
        if format_ == "json":
            print_json(found)
        raise
    if format_ == "json":
        print_json(found)


def show(
    game: GameName,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Print a game's description, how its moves are found, and the source it is compiled to."""
    shown = game_of(game, option, tiling, library)
    print(shown.description.tree)
    for line in shown.report.splitlines():
        print(f"// {line}")
    print(f"\n{shown.source}", end="")


def expand(game: GameName, option: Options = None, library: LibraryFolder = None) -> None:
    """Print a description with its definitions, options and ranges in place."""
    from boardless.games import description_text
    from boardless.games import expand as expanded

    expansion = expanded(description_text(game, library=library), option or ())
    for chosen in expansion.choices:
        print(f"// {chosen}")
    print(expansion)


def ludemes(
    against: Annotated[
        Path | None,
        typer.Option(metavar="CORE", help="Ludii's Core in Java: compare with its grammar."),
    ] = None,
    workers: Workers = 1,
    format_: Format = "table",
) -> None:
    """Print the reference of the language: every ludeme, with its parameters."""
    from boardless.games import GameTree, Match, reference

    check_format(format_)
    if against is None:
        print(reference(GameTree, Match))
        return
    from boardless.conformance.grammar import grammar_table
    from boardless.games.language.core_grammar import CoreGrammar

    with counted("TimeElapsed") as progress:
        table = grammar_table(CoreGrammar.read(against), workers=workers, progress=progress)
    if format_ == "json":
        print_json(table.to_dict("records"))
    elif format_ == "csv":
        print_frame(table)
    else:
        empty = table[table["no meaning"] != ""]
        for text, reason in zip(empty["text"], empty["no meaning"], strict=True):
            print(f"{text}: means nothing; {reason}")
        table = table[table["no meaning"] == ""]
        for case in table[~table["played"]].itertuples():
            reached = "compiled" if case.compiled else "read" if case.read else "not read"
            print(f"{case.text}: {reached}; {case.error}")
        stages = {name: int(table[name].sum()) for name in ("read", "compiled", "played")}
        counts = {
            "forms": table["form"].nunique(),
            "cases": len(table),
            **stages,
            "empty": len(empty),
        }
        counts["without meaning"] = len(empty)
        print("\n" + "  ".join(f"{name} {count:,}" for name, count in counts.items()))


#: The most obstacles that the table names.
NAMED = 20


def census(
    folder: Annotated[
        Path | None, argument("FOLDER", "Descriptions, or resources laid out like Ludii's.")
    ] = None,
    library: LibraryFolder = None,
    list_: Annotated[
        Path | None, option("Which files of the folder, one a line.", "--list", metavar="FILE")
    ] = None,
    workers: Workers = 1,
    jit: Annotated[
        bool | None,
        flag(
            "Compile games to machine code, or nothing; by default where it pays.", "--jit/--no-jit"
        ),
    ] = None,
    playouts: Annotated[int, whole("Random games to play of each.", metavar="K")] = 0,
    trials: Annotated[
        list[Path] | None, option("Games that Ludii recorded, to be played again.", metavar="DIR")
    ] = None,
    results: Annotated[
        Path | None, option("Results are kept here: a further run goes on.", metavar="FILE")
    ] = None,
    seconds: Annotated[int, whole("What one description may take.")] = 300,
    format_: Format = "table",
) -> None:
    """Check a folder of descriptions: which can be read, laid out, compiled and played."""
    from boardless.conformance.census import Census, take_census

    check_format(format_)
    files = None if list_ is None else _listed(list_)
    from boardless.games.library import ENVIRONMENT

    wanted = folder or library or os.environ.get(ENVIRONMENT)
    if not wanted:
        raise InputError(f"census: give a folder, --library DIR, or set {ENVIRONMENT}")
    taken = Census()
    interrupted = False
    try:
        with counted("TimeElapsed") as progress:
            take_census(
                wanted, files, workers=workers, jit=jit, playouts=playouts, trials=trials or (),
                results=results, seconds=seconds, census=taken, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        interrupted = True
    _print_census(taken, format_)
    if interrupted:
        raise typer.Exit(130)


def _listed(path: Path) -> list[str]:
    from boardless.games.library import read_text

    return [line.strip() for line in read_text(path).splitlines() if line.strip()]


def _print_census(taken: "Census", format_: str) -> None:
    if format_ == "json":
        print_json(taken.record())
    elif format_ == "csv":
        print_frame(taken.table)
    else:
        for entry in taken.entries:
            reached = entry.reached[-1] if entry.reached else "-"
            ends = ", ".join(f"{count} {end}" for end, count in entry.ends.items())
            said = f"{entry.file}: {reached}{ends and f', played {ends}'}"
            if entry.recorded:
                counts = (f"{number} {name}" for name, number in entry.replayed.items() if number)
                said += f", trials {', '.join(counts)}"
            print("; ".join(filter(None, (said, entry.error, *entry.differences))))
        if taken.obstacles:
            print("\nwhat stops most descriptions first")
        for cause, count in taken.obstacles[:NAMED]:
            print(f"{count:6,}  {cause}")
        print("\n" + "  ".join(f"{name} {count:,}" for name, count in taken.totals.items()))


def explore(
    game: GameName,
    tiling: GameTiling = None,
    depth: Annotated[int | None, whole("Moves from the start, at most.")] = None,
    positions: Annotated[
        int | None, whole("Stop at so many; a million where no depth is given.")
    ] = None,
    from_: Annotated[
        str, option("All moves, or those of the store.", "--from", metavar="all|trials")
    ] = "all",
    symmetry: Annotated[
        bool, flag("Take what a symmetry maps to one another for one.", "--symmetry")
    ] = False,
    store: Annotated[
        str | None, option("A store that keeps them, to go on later.", metavar="PATH")
    ] = None,
    workers: Workers = 1,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Find all positions that a game can reach, and the moves between them."""
    from boardless.store.merging import keeping
    from boardless.store.positions import ALL, TRIALS, explored
    from boardless.store.positions.storing import explore_into, explore_trials

    check_format(format_)
    if from_ not in (ALL, TRIALS):
        raise InputError(f"--from {from_!r}: choose {ALL} or {TRIALS}")
    if from_ == TRIALS and (store is None or depth is not None or positions is not None):
        raise InputError("--from trials: give the --store they are in, no --depth or --positions")
    played = game_of(game, option, tiling, library)
    bounds: dict[str, Any] = {"depth": depth, "positions": positions, "workers": workers}
    with (
        printing(lambda found: _print_positions(found, format_)),
        _shown(played.name, positions) as progress,
    ):
        found: Positions
        if store is None:
            found = explored(played, symmetry=symmetry, progress=progress, **bounds)
        else:
            with keeping(store) as opened:
                if from_ == TRIALS:
                    found = explore_trials(opened, played, symmetry=symmetry, progress=progress)
                else:
                    found = explore_into(
                        opened, played, symmetry=symmetry, progress=progress, **bounds
                    )
    _print_positions(found, format_)


def _print_positions(found: "Positions", format_: str) -> None:
    """Print a summary of some positions; as CSV, a row for each ply."""
    from boardless.store.positions.measures import by_ply, summary

    if format_ == "json":
        print_json(summary(found))
    elif format_ == "csv":
        print_frame(by_ply(found))
    else:
        for name, value in summary(found).items():
            print(f"{name:10} {'not known' if value is None else value}")


@contextmanager
def _shown(game: str, positions: int | None) -> Iterator[Callable[[int], object] | None]:
    """Show the number of positions on a terminal; provide the function that is called with it."""
    with compiling_noted(game), bar_shown("Text", "TimeElapsed", total=positions) as bar:
        if bar is None:
            yield None
            return
        task = bar.task_ids[0]
        yield lambda count: bar.update(task, completed=count, description=f"{count:,} positions")
