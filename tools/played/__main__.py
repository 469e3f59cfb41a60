"""The command ``python -m tools.played``; see CONTRIBUTING.md."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from boardless.cli.app import main as run
from boardless.topo import InputError, integer_between
from tools.many_games import File, Lost, check_file, choose_files, progress, results
from tools.played.playing import Job, rows_of
from tools.played.tables import FAILS, LATE, Comparison, Key, Row, Table

#: The games of each description, and the moves after which they are cut.
GAMES, PLIES = 20, 500
#: The descriptions after which a process is replaced: machine code stays in memory.
CALLS = 20


def main(
    *,
    library: str | None = None,
    only: list[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
    workers: int = 1,
    write: Path | None = None,
    against: Path | None = None,
    options: bool = False,
    games: int | None = None,
    plies: int | None = None,
    seconds: float = 120.0,
    moves: bool = False,
) -> int:
    """Write hashes of random games, or compare with a file; status 1 if they differ.

    Parameters
    ----------
    library : DIR
        Descriptions to add to the package's.
    only : GAME
        One game; repeatable.
    sample
        The number of descriptions of the library; by default all.
    write : FILE
        Write the hashes.
    against : FILE
        Compare with the hashes of a file.
    options
        Play the games of the package with each of their options, too.
    games
        The games of each description; by default 20, or as the file says.
    plies
        The most moves of a game; by default 500, or as the file says.
    seconds
        The time of a description.
    moves
        Record moves alone, and play nothing in bulk.
    """
    check_file(write, against)
    files = choose_files(library, only, sample, seed)
    before = None if against is None else Table.read(against)
    games = integer_between(games or (before.games if before else GAMES), "games", 1, 10**6)
    plies = integer_between(plies or (before.plies if before else PLIES), "plies", 1, 10**5)
    if before is not None and (games, plies) != (before.games, before.plies):
        raise InputError(
            f"{games} games of {plies} moves: the file has {before.games} of {before.plies}"
        )
    now = Table(games, plies)
    job = Job(File("", ""), games, plies, not moves)
    jobs = [replace(job, file=file, varied=options and not file.folder) for file in files]
    for done, rows in enumerate(_rows(jobs, workers, seconds), 1):
        now.rows |= rows
        if write is not None:
            # Whatever ends a run of hours, the part that was played stays.
            now.write(write)
        progress(done, len(jobs))
    if before is None:
        print(f"{len(now.rows):,} descriptions: {write}")
        return 0
    if only or sample is not None:
        before = before.of_files({file.path for file in files})
    comparison = Comparison.of(before, now)
    print("\n".join(comparison.lines()))
    return int(not comparison.is_equal)


def _rows(jobs: list[Job], workers: int, seconds: float) -> Iterator[dict[Key, Row]]:
    """Yield the rows of each description as they come."""
    for job, rows in results(rows_of, jobs, workers, seconds=seconds, calls=CALLS):
        if isinstance(rows, Lost):
            lost = Row(LATE) if rows is Lost.LATE else Row(FAILS, error="Died")
            yield {Key(job.file.path): lost}
        else:
            yield rows


if __name__ == "__main__":
    run(main)
