"""Commands on the character of games: concepts, similar and map."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardless.cli.printing import aligned, bar_shown, games_of, print_as
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.analysis.game_map import GameMap
    from boardless.analysis.metrics import Estimate


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
