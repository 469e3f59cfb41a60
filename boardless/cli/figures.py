"""Commands for the thesis's figures and for games in extensive form."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.parameters import game_of
from boardless.cli.printing import bar_shown, compiling_noted, note, print_as
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.theory import Equivalence, ExtensiveGame, Solution


def figures(
    names: list[str] | None = None,
    *,
    out: Path = Path("figures"),
    store: Path | None = None,
    workers: int = 1,
    strategy: list[str] | None = None,
    tiling: list[str] | None = None,
    moves: int | None = None,
    game: list[str] | None = None,
    playouts: int | None = None,
) -> None:
    """Draw figures of the thesis, each as PNG, SVG and the table behind it as CSV.

    The options change the input of figures that have that parameter; see docs/reproduction.md.

    Parameters
    ----------
    names : [NAMES]...
        The thesis's numbers, such as 6.7; all by default.
    out : DIR
        Folder to write to.
    store : PATH
        Take random games from the runs of this store.
    workers
        Processes that compile games of tables 6.1 to 6.3.
    strategy : NAME
        Compare this strategy, as of `growth`, or 'rule'; repeatable.
    tiling : NAME
        Show this tiling; repeatable.
    moves
        The number of moves.
    game : NAME
        Play random games of this one; repeatable.
    playouts
        The number of random games of each.

    Examples
    --------
    boardless figures 6.2 6.7 --out figures
    """
    from boardless.analysis.figures import write_figures
    from boardless.analysis.playout_tables import figures_from, sample

    chosen = replace(sample(), store=store or sample().store, workers=workers)
    given = {
        "strategies": strategy, "tilings": tiling, "moves": moves, "games": game,
        "playouts": playouts,
    }  # fmt: skip
    parameters = {name: value for name, value in given.items() if value is not None}
    with (
        figures_from(chosen),
        bar_shown(
            "MofNComplete",
            "Text",
            fields=lambda title, done, total: {
                "description": title,
                "completed": done,
                "total": total,
            },
        ) as progress,
    ):
        begin = progress if sys.stderr.isatty() else lambda title, *_: note(title)
        written = write_figures(names or [], out, begin, note, parameters)
    print(f"wrote {len(written)} files to {out}")


def extensive(
    file: str,
    *,
    check: bool = False,
    solve: bool = False,
    iterations: int = 1000,
    method: str = "cfr+",
    seed: int = 1,
    nodes: int = 100_000,
    large: bool = False,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Solve a finite game (in extensive form), or write it as a description.

    Parameters
    ----------
    file
        A file of Gambit (.efg), or a game to unfold.
    check
        Compare it with its description, by all criteria.
    solve
        Compute a strategy.
    iterations
        The number of traversals of the game.
    method : cfr+|external
        The method of solution.
    seed
        For external sampling.
    nodes
        The most nodes of an unfolded game.
    large
        Let the description be twenty times as long.
    format_ : table|csv|json|lgdl|efg
        The output format.

    Examples
    --------
    boardless extensive examples/kuhn.efg --solve --iterations 1000
    """
    from boardless import theory

    if check and solve:
        raise InputError("--check, --solve: choose one of the two")
    written = {"lgdl": theory.to_lgdl, "efg": theory.to_efg}.get(format_)
    if (check or solve) and written:
        raise InputError(f"--format {format_}: leave out --check and --solve")
    if file.casefold().endswith(".efg"):
        game = theory.read_efg(file)
    else:
        with compiling_noted(file):
            game = theory.unfold(game_of(file, option, None, library), nodes=nodes)
    if check:
        compared = theory.check_equivalence(game, theory.to_lgdl(game), large=large)
        _show_check(game, compared, format_)
        raise typer.Exit(0 if compared.holds else 1)
    if solve:
        _show_solution(theory.solve(game, iterations, method, seed), format_)
    elif written:
        print(written(game), end="")
    else:
        _show_summary(game, format_)


def _show_check(game: "ExtensiveGame", compared: "Equivalence", format_: str) -> None:
    record = {
        "game": game.name,
        "holds": compared.holds,
        "differences": {each.number: each.difference for each in compared.criteria},
        "not_checked": [each.number for each in compared.criteria if each.holds is None],
    }
    rows = [(each.number, each.holds, each.difference) for each in compared.criteria]
    print_as(format_, record, [("criterion", "holds", "difference"), *rows], compared)


def _show_solution(solution: "Solution", format_: str) -> None:
    record = {
        "value": list(solution.value),
        "exploitability": solution.exploitability,
        "best": list(solution.best),
        "iterations": solution.iterations,
        "strategy": solution.table.to_dict("records"),
    }
    each = zip(solution.game.players, solution.value, solution.best, strict=True)
    lines = [f"{player}: {value:.6f}, best answer {best:.6f}" for player, value, best in each]
    lines.append(f"exploitability: {solution.exploitability:.6f}")
    formatters: Any = {"probability": "{:.4f}".format}
    lines.append(solution.table.to_string(index=False, formatters=formatters))
    print_as(format_, record, solution.table, "\n".join(lines))


def _show_summary(game: "ExtensiveGame", format_: str) -> None:
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
    lines = [f"{name:16} {value}" for name, value in summary.items()]
    print_as(format_, summary, [list(summary), list(summary.values())], "\n".join(lines))
