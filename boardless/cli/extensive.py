"""The command for games in extensive form: as text, checked, solved."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardless.cli.parameters import LibraryFolder, Options, check_format, game_of, one_of, whole
from boardless.cli.printing import compiling_noted, print_csv, print_frame, print_json

if TYPE_CHECKING:
    from boardless.theory import Equivalence, ExtensiveGame, Solution

_FORMATS = "table|csv|json|lgdl|efg"


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(extensive)


def extensive(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of Gambit (.efg), or a game to unfold.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Compare it with its description, by all criteria.")
    ] = False,
    solve: Annotated[bool, typer.Option("--solve", help="Work out how to play it.")] = False,
    iterations: Annotated[
        int, typer.Option(help="How often solving goes through it.", parser=whole)
    ] = 1000,
    method: Annotated[str, typer.Option(help="How to solve it.", **one_of("cfr+|external"))] = (
        "cfr+"
    ),
    seed: Annotated[int, typer.Option(help="For external sampling.", parser=whole)] = 1,
    nodes: Annotated[
        int, typer.Option(help="The most nodes of a game that is unfolded.", parser=whole)
    ] = 100_000,
    large: Annotated[
        bool, typer.Option("--large", help="Let the description be twenty times as long.")
    ] = False,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **one_of(_FORMATS))
    ] = "table",
) -> None:
    """Write a finite game as text, check that text, or solve the game; see docs/extensive.md."""
    from boardless import theory
    from boardless.topo import InputError

    check_format(format_, _FORMATS)
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
        print_json({"game": game.name, "holds": found.holds, "differences": criteria})
    elif format_ == "csv":
        rows = [(each.number, each.difference is None, each.difference) for each in found.criteria]
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
