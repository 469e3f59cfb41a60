"""Commands on games: they list, show, count and explore games, and play them with people."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.app import printing
from boardless.cli.parameters import game_of, technique_of
from boardless.cli.printing import bar_shown, compiling_noted, print_as, print_each, print_table
from boardless.util.inputs import InputError, integer_between

if TYPE_CHECKING:
    import pandas as pd

    from boardless.conformance.census import Census
    from boardless.store.positions import Positions


def games(*, format_: str = "table", library: str | None = None) -> None:
    """List the games, with players and options; with --library also the games of a folder.

    Examples
    --------
    boardless games
    boardless games --library Ludii/Common/res   # of a library, too
    """
    from boardless.games.catalogue import catalogue

    entries = list(catalogue(library))
    keys = ("name", "players", "options", "grows", "source", "about")
    record = [
        {key: getattr(entry, key) for key in keys} | {"error": entry.error or None}
        for entry in entries
    ]
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
    sources = ("source", *(entry.source for entry in entries))
    table = [(*row, source) for row, source in zip([heads, *rows], sources, strict=True)]
    print_as(format_, {"games": record}, table, lambda: print_table(heads, rows))


def perft(
    game: str,
    depth: int,
    *,
    tiling: str | None = None,
    by: str = "moves",
    doubles: bool = True,
    technique: str | None = None,
    strategy: str | None = None,
    option: list[str] | None = None,
    format_: str = "table",
    library: str | None = None,
) -> None:
    """Count the sequences of 1, 2, ... DEPTH legal moves, or turns: a check of rules.

    Parameters
    ----------
    depth
        Moves to look ahead, or turns.
    by : moves|turns
        The unit of DEPTH: turns end when the mover changes.
    doubles
        Count moves with equal results separately.

    Examples
    --------
    boardless perft Andantino 5
    boardless perft Hive 3 --option Pieces/Base+MLP
    """
    from boardless.play import State
    from boardless.play.legal_moves import MAX_DEPTH

    depth = integer_between(depth, "depth", 1, MAX_DEPTH)
    state = State(game_of(game, option, tiling, library), technique_of(technique, strategy))
    about = {"game": state.game.name, "technique": state.technique}

    def counts() -> Iterator[tuple[int, int]]:
        for moves in range(1, depth + 1):
            yield moves, state.perft(moves, by, doubles)

    with compiling_noted(state.game.name):
        print_each(
            format_,
            counts(),
            lambda counts: about | {"counts": [1, *(count for _, count in counts)]},
            lambda counted, first: [*[("depth", "count"), (0, 1)] * first, counted],
            lambda counted, first: "{} {}".format(*counted),
        )


def show(
    game: str,
    *,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Print a game's description, its search for moves, and its compiled source.

    Examples
    --------
    boardless show Hex
    """
    shown = game_of(game, option, tiling, library)
    print(shown.description.tree)
    for line in shown.report.splitlines():
        print(f"// {line}")
    print(f"\n{shown.source}", end="")


def expand(game: str, *, option: list[str] | None = None, library: str | None = None) -> None:
    """Print a description with its definitions, options and ranges in place.

    Examples
    --------
    boardless expand Corridor --library examples
    """
    from boardless.games import description_text
    from boardless.games import expand as expanded

    expansion = expanded(description_text(game, library=library), option or ())
    for chosen in expansion.choices:
        print(f"// {chosen}")
    print(expansion)


def ludemes(
    words: list[str] | None = None,
    *,
    against: Path | None = None,
    workers: int = 1,
    format_: str = "table",
) -> None:
    """Print the reference of the language: every ludeme, with its parameters.

    Parameters
    ----------
    words : [WORDS]...
        Print only ludemes with all of these in their form or meaning, or a <kind>.
    against : CORE
        Ludii's Core in Java: compare with its grammar.
    format_ : table|csv|json
        The output format of the comparison.

    Examples
    --------
    boardless ludemes line
    boardless ludemes sites around   # with both words
    boardless ludemes '<compass>'   # what stands for this parameter
    boardless ludemes
    """
    from boardless.games import GameTree, Match, reference

    if against is None:
        page = reference(GameTree, Match, words=words or ())
        if not page:
            raise InputError(
                f"no ludeme has {' '.join(words or ())!r}: boardless ludemes prints all"
            )
        print(page, end="")
        return
    if words:
        raise InputError(f"words {' '.join(words)!r}: give either these or --against")
    from boardless.conformance.core_grammar import CoreGrammar
    from boardless.conformance.grammar import grammar_table

    with bar_shown("MofNComplete", "TimeElapsed") as progress:
        table = grammar_table(CoreGrammar.read(against), workers=workers, progress=progress)
    print_as(format_, lambda: table.to_dict("records"), table, lambda: _stages(table))


def _stages(table: "pd.DataFrame") -> str:
    """Return the forms that are not played, and the number that reach each stage."""
    is_empty = table["no meaning"] != ""
    empty, table = table[is_empty], table[~is_empty]
    reasons = zip(empty["text"], empty["no meaning"], strict=True)
    lines = [f"{text}: means nothing; {reason}" for text, reason in reasons]
    for case in table[~table["played"]].itertuples():
        reached = "compiled" if case.compiled else "read" if case.read else "not read"
        lines.append(f"{case.text}: {reached}; {case.error}")
    counts = {
        "forms": table["form"].nunique(),
        "cases": len(table),
        **{name: int(table[name].sum()) for name in ("read", "compiled", "played")},
        "empty": len(empty),
        "without meaning": len(empty),
    }
    return "\n".join([*lines, "", _counted(counts)])


def _counted(counts: dict[str, int]) -> str:
    return "  ".join(f"{name} {count:,}" for name, count in counts.items())


#: The most obstacles that the table names.
NAMED = 20


def census(
    folder: Path | None = None,
    *,
    library: str | None = None,
    list_: Path | None = None,
    workers: int = 1,
    jit: bool | None = None,
    playouts: int = 0,
    trials: list[Path] | None = None,
    results: Path | None = None,
    seconds: int = 300,
    format_: str = "table",
) -> None:
    """Check a folder of descriptions: which can be read, laid out, compiled and played.

    Parameters
    ----------
    folder
        Descriptions, or resources laid out like Ludii's.
    list_ : FILE
        The files of the folder to check, one a line.
    jit
        Compile all games to machine code, or none; by default slow functions only.
    playouts : K
        Random games to play of each.
    trials : DIR
        Games recorded by Ludii, to play again.
    results : FILE
        The file of results: a further run continues from it.
    seconds
        The time limit for one description.

    Examples
    --------
    boardless census examples --no-jit
    """
    from boardless.conformance.census import Census, take_census
    from boardless.games.library import ENVIRONMENT, read_text

    files = None
    if list_ is not None:
        files = [name for line in read_text(list_).splitlines() if (name := line.strip())]
    wanted = folder or library or os.environ.get(ENVIRONMENT)
    if not wanted:
        raise InputError(f"census: give a folder, --library DIR, or set {ENVIRONMENT}")
    taken = Census()
    interrupted = False
    try:
        with bar_shown("MofNComplete", "TimeElapsed") as progress:
            take_census(
                wanted, files, workers=workers, jit=jit, playouts=playouts, trials=trials or (),
                results=results, seconds=seconds, census=taken, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        interrupted = True
    print_as(format_, taken.record, lambda: taken.table, lambda: _reached(taken))
    if interrupted:
        raise typer.Exit(130)


def _reached(taken: "Census") -> str:
    """Return the stage of each description, and the most frequent obstacles."""
    lines = []
    for entry in taken.entries:
        reached = entry.reached[-1] if entry.reached else "-"
        ends = ", ".join(f"{count} {end}" for end, count in entry.ends.items())
        said = f"{entry.file}: {reached}{ends and f', played {ends}'}"
        if entry.recorded:
            counts = (f"{number} {name}" for name, number in entry.replayed.items() if number)
            said += f", trials {', '.join(counts)}"
        lines.append("; ".join(filter(None, (said, entry.error, *entry.differences))))
    if taken.obstacles:
        lines.append("\nwhat stops most descriptions first")
    lines += [f"{count:6,}  {cause}" for cause, count in taken.obstacles[:NAMED]]
    return "\n".join([*lines, "", _counted(taken.totals)])


def explore(
    game: str,
    *,
    tiling: str | None = None,
    depth: int | None = None,
    positions: int | None = None,
    from_: str = "all",
    symmetry: bool = False,
    store: str | None = None,
    workers: int = 1,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Find all positions that a game can reach, and the moves between them.

    Parameters
    ----------
    depth
        Moves from the start, at most.
    positions
        Stop at N; by default a million if no depth is given.
    from_ : all|trials
        All moves, or only the moves in the store.
    symmetry
        Count symmetric positions as one.
    store : PATH
        A store for the positions, to continue later.

    Examples
    --------
    boardless explore Tic-Tac-Toe --symmetry
    """
    from boardless.store.positions import ALL, TRIALS, explored
    from boardless.store.positions.storing import explore_into, explore_trials
    from boardless.store.store import keeping

    if from_ not in (ALL, TRIALS):
        raise InputError(f"--from {from_!r}: choose {ALL} or {TRIALS}")
    if from_ == TRIALS and (store is None or depth is not None or positions is not None):
        raise InputError(
            "--from trials: give the --store with the trials, and no --depth or --positions"
        )
    played = game_of(game, option, tiling, library)
    with (
        printing(lambda reached: _show_positions(reached, format_)),
        bar_shown(
            "Text", "TimeElapsed", text="getting ready", game=played.name, total=positions,
            fields=lambda count: {"completed": count, "description": f"{count:,} positions"},
        ) as progress,
    ):  # fmt: skip
        how: dict[str, Any] = {"symmetry": symmetry, "progress": progress}
        bounds: dict[str, Any] = {"depth": depth, "positions": positions, "workers": workers}
        if store is None:
            reached = explored(played, **how, **bounds)
        else:
            with keeping(store) as opened:
                if from_ == TRIALS:
                    reached = explore_trials(opened, played, **how)
                else:
                    reached = explore_into(opened, played, **how, **bounds)
    _show_positions(reached, format_)


def _show_positions(reached: "Positions", format_: str) -> None:
    """Print a summary of some positions; as CSV, a row for each ply."""
    from boardless.store.positions.measures import by_ply, summary

    counts = summary(reached)
    lines = [
        f"{name:10} {'not known' if value is None else value}" for name, value in counts.items()
    ]
    print_as(format_, counts, lambda: by_ply(reached), "\n".join(lines))


def play(
    game: str,
    *,
    seat: list[str] | None = None,
    seed: int | None = None,
    tiling: str | None = None,
    technique: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Play a game in the terminal: type the number of a move, or the move itself.

    Parameters
    ----------
    seat : PLAYER=NAME
        The player of a seat: person, mcts:1000, module:name...; repeatable.
    seed
        The agents' seed; by default a fresh one.

    Examples
    --------
    boardless play Andantino --seat 2=random
    boardless play Hex --seat 2=mcts:1000   # against a tree search
    """
    from boardless.play import State
    from boardless.view.terminal import play_in_terminal
    from boardless.view.thinking import seats_from

    state = State(game_of(game, option, tiling, library), technique)
    with compiling_noted(state.game.name):
        play_in_terminal(state, seats_from(seat or [], state.game.players), seed)


def serve(
    game: str | None = None,
    *,
    seat: list[str] | None = None,
    seed: int | None = None,
    port: int = 0,
    as_: int | None = None,
    tiling: str | None = None,
    technique: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Serve all games, or one, as local web pages: open the address. Ctrl-C ends it.

    Without a game it is a lobby to choose a game of the package, or of a library.

    Parameters
    ----------
    game : GAME
        A game, the path of a file, or MODULE:NAME; by default all, to choose from.
    seat : PLAYER=NAME
        The player of a seat: person, mcts:1000, module:name...; repeatable.
    seed
        The agents' seed; by default a fresh one.
    port
        The port to listen on; 0: any port.
    as_ : PLAYER
        The player who sees the page; 0: everyone.

    Examples
    --------
    boardless serve   # all games
    boardless serve Carcassonne
    boardless serve Hive --seat 2=mcts:2000   # against a tree search
    """
    import asyncio

    from boardless.jit.native import compiled_aside
    from boardless.play import State
    from boardless.view import Session
    from boardless.view.thinking import seats_from

    try:
        from boardless.view.server import serve as serve_session
    except ImportError:
        raise InputError("a local page needs tornado: install boardless[view]") from None
    if game is None:
        given = {"--seat": seat, "--seed": seed, "--as": as_, "--tiling": tiling}
        given |= {"--technique": technique, "--option": option}
        for name, value in given.items():
            if value is not None:
                raise InputError(
                    f"{name}: give a game, or leave this out and choose it in the lobby"
                )
        _serve_lobby(library, port)
        return
    state = State(game_of(game, option, tiling, library), technique)
    session = Session(state, seats_from(seat or [], state.game.players), seed, forced=True)
    with compiling_noted(state.game.name), compiled_aside():
        session.thinking.start()
        asyncio.run(serve_session(session, port, as_))


def _serve_lobby(library: str | None, port: int) -> None:
    import asyncio
    from threading import Thread

    from boardless.games.library import chosen_library
    from boardless.jit.native import compiled_aside
    from boardless.view.lobby import Lobby
    from boardless.view.server import serve
    from boardless.view.shelf import Elsewhere, read_ahead

    with compiled_aside(), Elsewhere() as elsewhere:
        Thread(target=read_ahead, args=(elsewhere,), daemon=True).start()
        lobby = Lobby(chosen_library(library), elsewhere=elsewhere)
        asyncio.run(serve(lobby, port))


def uhp(*, no_jit: bool = False, agent: str = "mcts") -> None:
    """Speak the Universal Hive Protocol on standard input and output, for viewers and engines.

    Parameters
    ----------
    no_jit
        Play in plain Python, slower but at once.
    agent : SPEC
        The agent for searches with a time limit; or MODULE:NAME of your own.

    Examples
    --------
    boardless uhp --agent mcts
    """
    from boardless.agents.adapters.uhp import HiveSession

    session = HiveSession(jit=not no_jit, agent=agent)
    line = "info"
    while line.strip().casefold() != "exit":
        for said in session.answer(line):
            print(said, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
