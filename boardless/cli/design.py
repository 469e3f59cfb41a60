"""Commands that make games, balance them, and solve them in extensive form."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.parameters import game_of
from boardless.cli.printing import bar_shown, compiling_noted, print_as
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.design.balancing import Judged
    from boardless.theory import Equivalence, ExtensiveGame, Solution


def design(
    *,
    from_: str,
    out: Path,
    minutes: float | None = None,
    candidates: int | None = None,
    seed: int = 0,
    workers: int = 1,
    best: int = 10,
    store: str | None = None,
    library: str | None = None,
) -> None:
    """Search for new games: change descriptions, play them, keep the best of every kind.

    Parameters
    ----------
    from_ : GAME,...
        Games to begin with, separated by commas.
    out : DIR
        The folder of the search; an existing search continues.
    minutes
        The total duration.
    candidates
        Instead: N candidates; the same seed gives the same archive.
    best
        Games that get a page.
    store : PATH
        A store's file, for the graph of descent.

    Examples
    --------
    boardless design --from Andantino,Trax --minutes 20 --seed 1 --out found
    """
    from boardless.design.descent import write_descent
    from boardless.design.results import Known, write_archive, write_best
    from boardless.design.search import DesignSettings, Search, counts, founders_of

    if minutes is None and candidates is None:
        minutes = 20.0
    founders = founders_of([name for each in from_.split(",") if (name := each.strip())], library)
    with bar_shown(
        "MofNComplete",
        "TimeElapsed",
        fields=lambda archive, done: {"completed": len(archive.cells), "total": done},
    ) as progress:
        search = Search(founders, out, DesignSettings(seed=seed), workers, progress)
        search.run(minutes=minutes, candidates=candidates)
    write_archive(search.archive, out / "archive.json")
    written = write_best(search.archive, out, Known.of(library), best)
    if store is not None:
        write_descent(search.log.records(), store)
    print_as("json", {**counts(search), "best": written}, None, None)


def tune_game(
    game: str,
    *,
    agents: str = "mcts:200",
    games: int = 400,
    unfair: float = 0.1,
    seed: int = 0,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Find options, sizes, a swap or a handicap that make a game fair, by sequential tests.

    Parameters
    ----------
    agents : SPEC
        The agent on both seats.
    games
        The most games of a variant.
    unfair
        The smallest difference from one half of the first player's score that matters.

    Examples
    --------
    boardless tune-game Yavalath --agents mcts:200
    """
    from boardless.design.balancing import balance

    played = game_of(game, option, tiling, library)
    with bar_shown("TimeElapsed", text=played.name):
        variants = balance(played, agents, games=games, unfair=unfair, seed=seed)
    record = {"game": played.name, "agents": agents, "variants": [each.data() for each in variants]}
    heads = ("variant", "games", "wins", "draws", "losses", "score", "verdict")
    rows = [heads, *map(_row, variants)]
    width = max(len(str(row[0])) for row in rows)
    lines = [
        f"{row[0]!s:<{width}}  " + "  ".join(f"{cell!s:>7}" for cell in row[1:]) for row in rows
    ]
    print_as(format_, record, rows, "\n".join(lines))


def _row(judged: "Judged") -> tuple[object, ...]:
    score = f"{judged.score:.3f}" if judged.games else ""
    counts = (judged.games, judged.wins, judged.draws, judged.losses)
    return (judged.variant, *counts, score, judged.verdict)


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
