"""Commands that make games and balance them: design and tune-game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from boardless.cli.parameters import (
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    Workers,
    check_format,
    game_of,
    option,
    real,
    whole,
)
from boardless.cli.printing import bar_shown, print_csv, print_json

if TYPE_CHECKING:
    from boardless.design.balancing import Judged


def design(
    from_: Annotated[
        str, option("Games to begin with, with commas between.", "--from", metavar="GAME,...")
    ],
    out: Annotated[
        Path, option("The folder of the search; one that is there goes on.", metavar="DIR")
    ],
    minutes: Annotated[float | None, real("For how long in all.")] = None,
    candidates: Annotated[
        int | None, whole("Instead: so many candidates; the same seed gives the same archive.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = 1,
    best: Annotated[int, whole("Games that get a page.")] = 10,
    store: Annotated[
        str | None, option("A store's file, for the graph of descent.", metavar="PATH")
    ] = None,
    library: LibraryFolder = None,
) -> None:
    """Search for new games: change descriptions, play them, keep the best of every kind."""
    from boardless.design.archive import Archive
    from boardless.design.descent import write_descent
    from boardless.design.results import Known, write_archive, write_best
    from boardless.design.search import DesignSettings, Search, counts, founders_of

    if minutes is None and candidates is None:
        minutes = 20.0
    names = [name.strip() for name in from_.split(",") if name.strip()]
    with bar_shown("MofNComplete", "TimeElapsed", text="candidates, archive") as bar:

        def progress(archive: Archive, done: int) -> None:
            if bar is not None:
                bar.update(bar.task_ids[0], completed=len(archive.cells), total=done)

        search = Search(
            founders_of(names, library), out, DesignSettings(seed=seed), workers, progress
        )  # fmt: skip
        search.run(minutes=minutes, candidates=candidates)
    write_archive(search.archive, out / "archive.json")
    found = write_best(search.archive, out, Known.of(library), best)
    if store is not None:
        write_descent(search.log.records(), store)
    print_json({**counts(search), "best": found})


def tune_game(
    game: GameName,
    agents: Annotated[
        str, option("The agent on both seats.", "--agents", metavar="SPEC")
    ] = "mcts:200",
    games: Annotated[int, whole("The most games of a variant.")] = 400,
    unfair: Annotated[
        float, real("How far from one half the first player's score has to be to matter.")
    ] = 0.1,
    seed: Seed = 0,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Look for the options, sizes, swap or handicap that make a game fair, by sequential tests."""
    from boardless.design.balancing import balance

    check_format(format_)
    played = game_of(game, option, tiling, library)
    with bar_shown("TimeElapsed", text=played.name):
        found = balance(played, agents, games=games, unfair=unfair, seed=seed)
    if format_ == "json":
        print_json({"game": played.name, "agents": agents, "variants": [it.data() for it in found]})
        return
    head = ("variant", "games", "wins", "draws", "losses", "score", "verdict")
    rows = [_row(judged) for judged in found]
    if format_ == "csv":
        print_csv([head, *rows])
        return
    width = max(len(str(row[0])) for row in (head, *rows))
    for row in (head, *rows):
        print(f"{row[0]!s:<{width}}  " + "  ".join(f"{cell!s:>7}" for cell in row[1:]))


def _row(judged: "Judged") -> tuple[object, ...]:
    score = f"{judged.score:.3f}" if judged.games else ""
    counts = (judged.games, judged.wins, judged.draws, judged.losses)
    return (judged.variant, *counts, score, judged.verdict)
