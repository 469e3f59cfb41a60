"""Commands that compare games, make and balance them, and solve them in extensive form."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.parameters import game_of
from boardless.cli.printing import aligned, bar_shown, compiling_noted, games_of, print_as
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.analysis.game_map import GameMap
    from boardless.analysis.metrics import Estimate
    from boardless.design.balancing import Judged
    from boardless.theory import Equivalence, ExtensiveGame, Solution


def concepts(
    game: str,
    *,
    tiling: str | None = None,
    option: list[str] | None = None,
    measured: int | None = None,
    until: float | None = None,
    seed: int = 0,
    format_: str = "table",
    library: str | None = None,
) -> None:
    """List the concepts of a game, in Ludii's words and ours, without compiling.

    With --measured the metrics follow, by the names of Ludii's concepts, with intervals at 99 %.

    Parameters
    ----------
    measured : K
        Also measure it by K random games.
    until
        Stop once half the intervals are this narrow; K is then the most.

    Examples
    --------
    boardless concepts Hive
    boardless concepts Hex --measured 100   # and 100 games at random
    """
    from boardless.games import Game, description_text, read
    from boardless.games.concepts import CONCEPTS, concepts_of

    if measured is None and until is not None:
        raise InputError(f"until {until:g}: give --measured, too")
    description = read(description_text(game, library=library), option or (), tiling=tiling)
    has = concepts_of(description)
    record: dict[str, Any] = {
        "game": description.name,
        "concepts": {name: name in has for name in CONCEPTS},
    }
    estimates: Mapping[str, Estimate] = {}
    if measured is not None:
        from boardless.analysis.metrics import measure_trials

        shown = games_of(description.name)
        columns = ("Text", "TimeElapsed", "TimeRemaining")
        with bar_shown(*columns, game=description.name, fields=shown) as progress:
            estimates = measure_trials(
                Game.of(description), measured, seed=seed, until=until, progress=progress
            ).estimates
        record["measured"] = {name: each.value for name, each in estimates.items()}
        record["intervals"] = {name: [each.low, each.high] for name, each in estimates.items()}
    rows = [("concept", "value"), *((name, int(name in has)) for name in CONCEPTS)]
    rows += [(name, each.value) for name, each in estimates.items()]
    print_as(format_, record, rows, lambda: _told(has, estimates))


def _told(has: "Collection[str]", estimates: "Mapping[str, Estimate]") -> str:
    """Return the concepts of a game, in a column, and its measurements."""
    from boardless.games.concepts import CONCEPTS, depth_of

    lines = [f"{'  ' * depth_of(name)}{name}" for name in CONCEPTS if name in has]
    lines += [
        f"{name:<40}{each.value:>14,.3f}  {each.low:,.3f} to {each.high:,.3f}"
        for name, each in estimates.items()
    ]
    return "\n".join(lines)


def similar(
    game: str,
    *,
    tiling: str | None = None,
    option: list[str] | None = None,
    store: str | None = None,
    by: str = "all",
    measured: int | None = None,
    most: int | None = None,
    format_: str = "table",
    library: str | None = None,
) -> None:
    """List the games most similar to one, nearest first, by concepts and metrics.

    The games come from the package, from --library, or from a store made by `map`. Without metrics
    there is no compiling.

    Parameters
    ----------
    store : PATH
        Compare with the games in this store.
    by : all|cosine|jaccard|metrics
        The comparison: concepts by cosine or jaccard, metrics, or all.
    measured : K
        Also measure all games by K random games.
    most
        The number of games to print; by default all.

    Examples
    --------
    boardless similar Hive
    """
    from boardless.analysis.game_map import checked_kind
    from boardless.analysis.game_map import similar as neighbours
    from boardless.analysis.stored_profiles import profiles_at_hand, profiles_of_store

    checked_kind(by)
    if store is not None and library is not None:
        raise InputError("--store, --library: choose one of the two")
    if by == "metrics" and store is None and measured is None:
        raise InputError("--by metrics: give --measured or --store, too")
    if store is not None:
        mine, others = profiles_of_store(store, game)
    else:
        with bar_shown("MofNComplete", "Text", text="reading") as progress:
            mine, others = profiles_at_hand(game, option or (), tiling, library, measured, progress)
    table = neighbours(mine, others, by).iloc[:most]
    rows = table[["game", "distance"]].to_dict("records")
    text = aligned(table.dropna(axis=1, how="all"))
    print_as(format_, {"game": mine.game, "similar": rows}, table, text)


def map_(
    *,
    store: str | None = None,
    library: str | None = None,
    playouts: int = 100,
    seconds: float = 120.0,
    seed: int = 1,
    workers: int = 1,
    only: list[str] | None = None,
    out: Path | None = None,
    by: str = "all",
    format_: str = "table",
) -> None:
    """Draw a map of all games by similarity, and describe families of games.

    Games in the store are not played again, so a stopped run can continue. Without --store games
    are compared only by the concepts of their texts, without compiling. Without --library the games
    come from the package. With --out there is also a page with a movable map: map-9.1.html.

    Parameters
    ----------
    store : PATH
        The store of profiles; without it no games are played.
    playouts
        Random games of each.
    seconds
        The limit of processor time for each game.
    only : NAME
        A folder or file of the library; repeatable.
    out : DIR
        Draw the map: map-9.1.png, its table, and a page.
    by : all|cosine|jaccard|metrics
        The comparison.

    Examples
    --------
    boardless map --out maps
    """
    from boardless.analysis.game_map import GameMap, checked_kind, write_map
    from boardless.analysis.stored_profiles import map_library, profiles_of_texts
    from boardless.view import map_to_html

    checked_kind(by)
    if by == "metrics" and store is None:
        raise InputError("--by metrics: give --store, too")
    failed: list[str] = []
    with bar_shown("MofNComplete", "TimeElapsed", "TimeRemaining") as progress:
        if store is None:
            profiles = profiles_of_texts(library, only or (), progress=progress)
        else:
            profiles, failed = map_library(
                store, library, only=only or (), playouts=playouts, seed=seed, seconds=seconds,
                workers=workers, progress=progress,
            )  # fmt: skip
    if store is None and by == "all":
        by = "cosine"
    drawn = GameMap.of(profiles, by) if len(profiles) > 2 else None
    if out is not None and drawn is not None:
        map_to_html(drawn, write_map(drawn, out)[1].with_suffix(".html"))
    unmeasured = failed if store else profiles
    text = f"{len(profiles):,} games, {len(unmeasured):,} without metrics"
    _show_map(drawn, {"games": len(profiles), "failed": failed}, text, format_)


def _show_map(drawn: "GameMap | None", record: dict[str, Any], text: str, format_: str) -> None:
    """Print the families of games, if there are enough games, below a line."""
    if drawn is None:
        print_as(format_, record, None, text)
        return
    families, agreed = drawn.families_by_category(), drawn.agreement
    record |= {"explained": drawn.explained, **agreed, "families": families.to_dict("records")}
    lines = [text, f"two dimensions show {drawn.explained:.0%} of the squared distances"]
    if drawn.table["category"].nunique() > 1:
        rand, near = agreed["adjusted_rand"], agreed["nearest_of_category"]
        lines.append(f"families and categories: adjusted Rand index {rand:.3f}")
        lines.append(f"nearest game of the same category: {near:.0%}")
    print_as(format_, record, drawn.table, "\n".join([*lines, aligned(families, 2)]))


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
    from boardless.design.results import Known, write_archive, write_best, write_descent
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
