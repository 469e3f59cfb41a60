"""Commands that make games and balance them: design and tune-game."""

from pathlib import Path
from typing import TYPE_CHECKING

from boardless.cli.parameters import game_of
from boardless.cli.printing import bar_shown, print_as

if TYPE_CHECKING:
    from boardless.design.balancing import Judged


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
