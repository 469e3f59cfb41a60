"""Commands about what games are like: concepts, similar and map."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    Workers,
    check_format,
    choice,
    real,
    whole,
)
from boardless.cli.parameters import option as cli_option
from boardless.cli.printing import (
    counted,
    games_shown,
    print_csv,
    print_frame,
    print_json,
)
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardless.analysis.metrics import Estimate


def concepts(
    game: GameName,
    tiling: GameTiling = None,
    option: Options = None,
    measured: Annotated[
        int | None, whole("Measure it, too, by so many random games.", metavar="K")
    ] = None,
    until: Annotated[
        float | None, real("Stop once half the intervals are this narrow; K is the most then.")
    ] = None,
    seed: Seed = 0,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """Say what a game is like, in Ludii's words and ours; nothing is compiled.

    With --measured the metrics follow, by the names of Ludii's concepts, with intervals at 99 %.
    """
    from boardless.games import Game, description_text, read
    from boardless.games.concepts import CONCEPTS, concepts_of, depth_of

    check_format(format_)
    if measured is None and until is not None:
        raise InputError(f"until {until:g}: give --measured, too")
    description = read(description_text(game, library=library), option or (), tiling=tiling)
    found = concepts_of(description)
    estimates: Mapping[str, Estimate] = {}
    if measured is not None:
        from boardless.analysis.metrics import measure_trials

        with games_shown(description.name) as progress:
            estimates = measure_trials(
                Game.of(description), measured, seed=seed, until=until, progress=progress
            ).estimates
    if format_ == "json":
        values = {name: name in found for name in CONCEPTS}
        record: dict[str, Any] = {"game": description.name, "concepts": values}
        if measured is not None:
            record["measured"] = {name: it.value for name, it in estimates.items()}
            record["intervals"] = {name: [it.low, it.high] for name, it in estimates.items()}
        print_json(record)
    elif format_ == "csv":
        print_csv([("concept", "value"), *((name, int(name in found)) for name in CONCEPTS)])
        print_csv((name, it.value) for name, it in estimates.items())
    else:
        for name in CONCEPTS:
            if name in found:
                print(f"{'  ' * depth_of(name)}{name}")
        for name, it in estimates.items():
            print(f"{name:<40}{it.value:>14,.3f}  {it.low:,.3f} to {it.high:,.3f}")


_KINDS = "all|cosine|jaccard|metrics"


def similar(
    game: GameName,
    tiling: GameTiling = None,
    option: Options = None,
    store: Annotated[
        str | None, cli_option("Compare with the games that this store has.", metavar="PATH")
    ] = None,
    by: Annotated[
        str, choice("What is compared: concepts by cosine or jaccard, metrics, all.", _KINDS)
    ] = "all",
    measured: Annotated[
        int | None, whole("Measure all games by so many random ones, too.", metavar="K")
    ] = None,
    most: Annotated[int | None, whole("How many are printed; else all.", metavar="N")] = None,
    format_: Format = "table",
    library: LibraryFolder = None,
) -> None:
    """List the games that are most like one, nearest first, by concepts and metrics.

    They are those of the package, of --library, or of a store that `map` has made. Without metrics
    nothing is compiled.
    """
    from boardless.analysis.likeness import checked_kind
    from boardless.analysis.likeness import similar as neighbours
    from boardless.analysis.stored_profiles import profiles_at_hand, profiles_of_store

    check_format(format_)
    checked_kind(by)
    if store is not None and library is not None:
        raise InputError("--store, --library: choose one of the two")
    if by == "metrics" and store is None and measured is None:
        raise InputError("--by metrics: give --measured or --store, too")
    if store is not None:
        mine, others = profiles_of_store(store, game)
    else:
        with counted("Text", text="reading") as progress:
            mine, others = profiles_at_hand(game, option or (), tiling, library, measured, progress)
    table = neighbours(mine, others, by)
    table = table if most is None else table.head(most)
    if format_ == "json":
        rows = table[["game", "distance"]].to_dict("records")
        print_json({"game": mine.game, "similar": rows})
    elif format_ == "csv":
        print_frame(table)
    else:
        print(table.dropna(axis=1, how="all").to_string(index=False, float_format="{:.3f}".format))


def map_games(
    store: Annotated[
        str | None, cli_option("Where profiles are kept; else nothing is played.", metavar="PATH")
    ] = None,
    library: LibraryFolder = None,
    playouts: Annotated[int, whole("Random games of each.")] = 100,
    seconds: Annotated[float, real("For each game at most, of processor time.")] = 120.0,
    seed: Seed = 1,
    workers: Workers = 1,
    only: Annotated[
        list[str] | None,
        cli_option("A folder or file of the library; repeatable.", "--only", metavar="NAME"),
    ] = None,
    out: Annotated[
        Path | None, cli_option("Draw the map: map-9.1.png, its table, and a page.", metavar="DIR")
    ] = None,
    by: Annotated[str, choice("What is compared.", _KINDS)] = "all",
    format_: Format = "table",
) -> None:
    """Draw a map of all games by likeness, and say how families of games lie.

    What the store has already is not played again, so a run that was stopped goes on. Without
    --store games are compared by the concepts that their texts tell, and nothing is compiled.
    Without --library the games are those of the package. With --out there is a page, too, on which
    the map can be moved about: map-9.1.html.
    """
    from boardless.analysis.game_map import GameMap, write_map
    from boardless.analysis.likeness import checked_kind
    from boardless.analysis.stored_profiles import map_library, profiles_of_texts
    from boardless.view import map_to_html

    check_format(format_)
    checked_kind(by)
    if by == "metrics" and store is None:
        raise InputError("--by metrics: give --store, too")
    failed: list[str] = []
    with counted("TimeElapsed", "TimeRemaining") as progress:
        if store is None:
            found = profiles_of_texts(library, only or (), progress=progress)
        else:
            found, failed = map_library(
                store, library, only=only or (), playouts=playouts, seed=seed, seconds=seconds,
                workers=workers, progress=progress,
            )  # fmt: skip
    if store is None and by == "all":
        by = "cosine"
    drawn = GameMap.of(found, by) if len(found) > 2 else None
    if out is not None and drawn is not None:
        map_to_html(drawn, write_map(drawn, out)[1].with_suffix(".html"))
    families = None if drawn is None else drawn.families_by_category()
    if format_ == "json":
        record: dict[str, Any] = {"games": len(found), "failed": failed}
        if drawn is not None and families is not None:
            record |= {"explained": drawn.explained, **drawn.agreement}
            record["families"] = families.to_dict("records")
        print_json(record)
    elif format_ == "csv":
        if drawn is not None:
            print_frame(drawn.table)
    else:
        print(f"{len(found):,} games, {len(failed) if store else len(found):,} without metrics")
        if drawn is not None and families is not None:
            print(f"two dimensions show {drawn.explained:.0%} of the squared distances")
            if drawn.table["category"].nunique() > 1:
                agreed = drawn.agreement
                print(f"families and categories: adjusted Rand index {agreed['adjusted_rand']:.3f}")
                print(f"nearest game of the same category: {agreed['nearest_of_category']:.0%}")
            print(families.to_string(index=False, float_format="{:.2f}".format))
