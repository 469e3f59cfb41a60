"""The command ``python -m tools.played``; see CONTRIBUTING.md."""

import sys
from collections.abc import Iterator
from dataclasses import replace

from boardless.topo import InputError, integer_between
from tools.descriptions import File, Lost, results
from tools.hashes import HashParser, files_of, progress, status_of
from tools.played.playing import Job, rows_of
from tools.played.tables import FAILS, LATE, Comparison, Key, Row, Table

#: The games of each description, and the moves after which they are cut.
GAMES, PLIES = 20, 500
#: The descriptions after which a process is replaced: machine code stays in memory.
CALLS = 20


def main(words: list[str]) -> int:
    """Write hashes or compare with them; return the exit status."""
    return status_of(_done, words)


def _done(words: list[str]) -> int:
    parser = HashParser("python -m tools.played", __doc__)
    parser.add_argument("--games", metavar="N", type=int, help=f"of each; by default {GAMES}")
    parser.add_argument(
        "--plies", metavar="N", type=int, help=f"moves of a game at most; by default {PLIES}"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=120.0,
        help="for a description; by default 120",
    )  # fmt: skip
    parser.add_argument(
        "--moves", action="store_true", help="record moves alone, and play nothing in bulk"
    )
    options = parser.parse_args(words)
    files = files_of(options)
    before = None if options.against is None else Table.read(options.against)
    games = integer_between(options.games or (before.games if before else GAMES), "games", 1, 10**6)
    plies = integer_between(options.plies or (before.plies if before else PLIES), "plies", 1, 10**5)
    if before is not None and (games, plies) != (before.games, before.plies):
        raise InputError(
            f"{games} games of {plies} moves: the file has {before.games} of {before.plies}"
        )
    now = Table(games, plies)
    job = Job(File("", ""), games, plies, not options.moves)
    jobs = [replace(job, file=it, varied=options.options and not it.folder) for it in files]
    for done, rows in enumerate(_rows(jobs, options.workers, options.seconds), 1):
        now.rows |= rows
        if options.write is not None:
            # Whatever ends a run of hours, the part that was played stays.
            now.write(options.write)
        progress(done, len(jobs))
    if before is None:
        print(f"{len(now.rows):,} descriptions: {options.write}")
        return 0
    if options.only or options.sample is not None:
        before = before.of_files({file.path for file in files})
    found = Comparison.of(before, now)
    print("\n".join(found.lines()))
    return 0 if found.is_equal else 1


def _rows(jobs: list[Job], workers: int, seconds: float) -> Iterator[dict[Key, Row]]:
    """Yield the rows of each description as they come."""
    for job, rows in results(rows_of, jobs, workers, seconds=seconds, calls=CALLS):
        if isinstance(rows, Lost):
            lost = Row(LATE) if rows is Lost.LATE else Row(FAILS, error="Died")
            yield {Key(job.file.path): lost}
        else:
            yield rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
