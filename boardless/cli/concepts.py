"""Commands about what games are like: concepts, similar and map."""

from typing import TYPE_CHECKING, Annotated, Any

from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    check_format,
    real,
    whole,
)
from boardless.cli.printing import games_shown, print_csv, print_json

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
    """Print the concepts of a game, each below the one that it is part of; nothing is compiled.

    With --measured the metrics follow, by the names of Ludii's concepts, with intervals at 99 %.
    """
    from boardless.games import Game, description_text, read
    from boardless.games.concepts import CONCEPTS, concepts_of, depth_of
    from boardless.topo import InputError

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
