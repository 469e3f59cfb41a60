"""Commands for the thesis's figures and for games in extensive form."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.parameters import (
    LibraryFolder,
    Options,
    argument,
    check_format,
    choice,
    flag,
    game_of,
    option,
    whole,
)
from boardless.cli.printing import (
    bar_shown,
    compiling_noted,
    note,
    print_csv,
    print_frame,
    print_json,
)
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.theory import Equivalence, ExtensiveGame, Solution


def _names() -> list[str]:
    from boardless.analysis.figures import FIGURES

    return list(FIGURES)


def figures(
    names: Annotated[
        list[str] | None,
        argument(
            "[NAMES]...",
            "The thesis's numbers, such as 6.7; all by default.",
            autocompletion=_names,
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, option("Folder to write to.", metavar="DIR")] = Path("figures"),
    store: Annotated[
        Path | None, option("Take random games from the runs of this store.", metavar="PATH")
    ] = None,
    workers: Annotated[
        int, whole("Processes that compile games of tables 6.1 to 6.3.", metavar="N")
    ] = 1,
    strategy: Annotated[
        list[str] | None,
        option("Compare this strategy, as of `growth`, or 'rule'; repeatable.", metavar="NAME"),
    ] = None,
    tiling: Annotated[
        list[str] | None, option("Show this tiling; repeatable.", metavar="NAME")
    ] = None,
    moves: Annotated[int | None, whole("How many moves are played.", metavar="N")] = None,
    game: Annotated[
        list[str] | None, option("Play random games of this one; repeatable.", metavar="NAME")
    ] = None,
    playouts: Annotated[int | None, whole("How many random games of each.", metavar="N")] = None,
) -> None:
    """Draw figures of the thesis, each as PNG, SVG and the table behind it as CSV.

    What a figure is made from can be changed where it has that parameter: see
    docs/reproduction.md.
    """
    from boardless.analysis.figures.write import write_figures
    from boardless.analysis.playout_tables import figures_from, sample

    chosen = replace(sample(), store=store or sample().store, workers=workers)
    given = {
        "strategies": strategy, "tilings": tiling, "moves": moves, "games": game,
        "playouts": playouts,
    }  # fmt: skip
    parameters = {name: value for name, value in given.items() if value is not None}
    with figures_from(chosen), _shown() as begun:
        written = write_figures(names or [], out, begun, note, parameters)
    print(f"wrote {len(written)} files to {out}")


@contextmanager
def _shown() -> Iterator[Callable[[str, int, int], object]]:
    """Provide the function that shows the figure begun: a bar on a terminal, else lines."""
    with bar_shown("MofNComplete", "Text", text="") as bar:

        def begun(title: str, done: int, total: int) -> None:
            if bar is None:
                note(title)
            else:
                bar.update(bar.task_ids[0], description=title, completed=done, total=total)

        yield begun


_EXTENSIVE_FORMATS = "table|csv|json|lgdl|efg"


def extensive(
    file: Annotated[str, argument("FILE", "A file of Gambit (.efg), or a game to unfold.")],
    check: Annotated[
        bool, flag("Compare it with its description, by all criteria.", "--check")
    ] = False,
    solve: Annotated[bool, flag("Work out how to play it.", "--solve")] = False,
    iterations: Annotated[int, whole("How often solving goes through it.")] = 1000,
    method: Annotated[str, choice("How to solve it.", "cfr+|external")] = ("cfr+"),
    seed: Annotated[int, whole("For external sampling.")] = 1,
    nodes: Annotated[int, whole("The most nodes of a game that is unfolded.")] = 100_000,
    large: Annotated[bool, flag("Let the description be twenty times as long.", "--large")] = False,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[str, choice("How to print it.", _EXTENSIVE_FORMATS, "--format")] = "table",
) -> None:
    """Solve a finite game (in extensive form), or write it as a description."""
    from boardless import theory

    check_format(format_, _EXTENSIVE_FORMATS)
    if check and solve:
        raise InputError("--check, --solve: choose one of the two")
    if (check or solve) and format_ in ("lgdl", "efg"):
        raise InputError(f"--format {format_}: leave out --check and --solve")
    if file.casefold().endswith(".efg"):
        game = theory.read_efg(file)
    else:
        with compiling_noted(file):
            game = theory.unfold(game_of(file, option, None, library), nodes=nodes)
    if check:
        found = theory.check_equivalence(game, theory.to_lgdl(game), large=large)
        _print_check(game, found, format_)
        raise typer.Exit(0 if found.holds else 1)
    if solve:
        _print_solution(theory.solve(game, iterations, method, seed), format_)
    elif format_ == "lgdl":
        print(theory.to_lgdl(game), end="")
    elif format_ == "efg":
        print(theory.to_efg(game), end="")
    else:
        _print_summary(game, format_)


def _print_check(game: "ExtensiveGame", found: "Equivalence", format_: str) -> None:
    if format_ == "json":
        criteria = {each.number: each.difference for each in found.criteria}
        unchecked = [each.number for each in found.criteria if each.holds is None]
        result = {"game": game.name, "holds": found.holds, "differences": criteria}
        print_json(result | {"not_checked": unchecked})
    elif format_ == "csv":
        rows = [(each.number, each.holds, each.difference) for each in found.criteria]
        print_csv([("criterion", "holds", "difference"), *rows])
    else:
        print(found)


def _print_solution(found: "Solution", format_: str) -> None:
    if format_ == "json":
        print_json(
            {
                "value": list(found.value),
                "exploitability": found.exploitability,
                "best": list(found.best),
                "iterations": found.iterations,
                "strategy": found.table.to_dict("records"),
            }
        )
        return
    if format_ == "csv":
        print_frame(found.table)
        return
    for player, value, best in zip(found.game.players, found.value, found.best, strict=True):
        print(f"{player}: {value:.6f}, best answer {best:.6f}")
    print(f"exploitability: {found.exploitability:.6f}")
    print(found.table.to_string(index=False, formatters={"probability": "{:.4f}".format}))


def _print_summary(game: "ExtensiveGame", format_: str) -> None:
    sets: dict[str, Any] = dict.fromkeys(game.players, 0)
    for node in game.decisions():
        sets[game.players[game.player(node) - 1]] += 1
    summary = {
        "game": game.name,
        "players": len(game.players),
        "nodes": len(game),
        "ends": sum(not game.moves(node) for node in game.tree),
        "information_sets": sum(sets.values()),
        "perfect_recall": game.forgets is None,
    }
    if format_ == "json":
        print_json(summary)
    elif format_ == "csv":
        print_csv([list(summary), list(summary.values())])
    else:
        for name, value in summary.items():
            print(f"{name:16} {value}")
