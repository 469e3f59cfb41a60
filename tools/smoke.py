"""Smoke tests of commands: ``python -m tools.smoke``.

Every command of the documents about every game of the package, the small games of `tools/kinds`,
and a random sample of a library; see docs/testing.md. Exit status 1 if anything went wrong.
"""

import json
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread
from time import monotonic

from boardless.games import Library, description_text, library
from boardless.jit import native
from boardless.topo import InputError
from tools.commands import DEFAULTS, DONE, FAULT, FIXED, GROWING, REFUSED, Case, Row, checked
from tools.descriptions import sampled

KINDS = Path(__file__).parent / "kinds"
#: The end of a process that took too long.
LATE = "late"


@dataclass(frozen=True)
class Found:
    """The result of a case."""

    #: The game and the technique.
    case: Case
    #: A row for each command that ended.
    rows: tuple[Row, ...]
    #: Seconds for all commands.
    seconds: float

    @property
    def end(self) -> str:
        """The worst end of any command."""
        ends = [row.end for row in self.rows]
        return next((end for end in (FAULT, LATE) if end in ends), ends[0])

    def __str__(self) -> str:
        counts = Counter(row.end for row in self.rows)
        ends = ", ".join(f"{counts[end]} {end}" for end in (DONE, REFUSED, FAULT, LATE))
        hashes = [row.said for row in self.rows if row.command == "compiled and plain"]
        named = f"{self.case.title:40} {self.case.technique or '-':12}"
        return f"{named} {self.end:8} {ends}  {self.seconds:5.0f} s  {''.join(hashes)}"


def main(words: Sequence[str]) -> int:
    """Check the chosen cases; return the exit status."""
    options = _options(words)
    if options.one:
        return one(Case(*json.loads(options.one)), options.patient)
    cases = [
        replace(case, short=options.short) for case in parted(cases_of(options), *options.part)
    ]
    found = []
    for it in run(cases, options.workers, options.seconds, options.patient):
        found.append(it)
        print(it, flush=True)
        for row in it.rows:
            if row.end in (FAULT, LATE) or (row.end == REFUSED and options.verbose):
                print(f"    {row.end}: {row.command}: {row.said}", flush=True)
    ends = Counter(it.end for it in found)
    print(", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
    return 1 if ends[FAULT] else 0


def _options(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser("python -m tools.smoke", description="Check every command on games.")
    parser.add_argument("games", nargs="*", help="only these, of the package or paths")
    parser.add_argument("--library", metavar="DIR", help="a folder of descriptions")
    parser.add_argument("--leave-out", action="append", default=[], metavar="FOLDER",
                        help="of the library, below lud/; repeatable")  # fmt: skip
    parser.add_argument("--sample", type=int, default=60, help="how many of the library")
    parser.add_argument("--only-library", action="store_true", help="leave out our own")
    parser.add_argument("--seed", type=int, default=1, help="which of the library")
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="K/N")
    parser.add_argument("--workers", type=int, default=1, help="processes at a time")
    parser.add_argument("--seconds", type=float, default=300.0, help="what a case may take")
    parser.add_argument("--patient", action="store_true",
                        help="compile at once only what records games")  # fmt: skip
    parser.add_argument("--short", action="store_true", help="only the commands of the core")
    parser.add_argument("--verbose", action="store_true", help="say what was refused, too")
    parser.add_argument("--one", help="a case in this process, for the process that started it")
    return parser.parse_args(words)


def _part(text: str) -> tuple[int, int]:
    number, _, count = text.partition("/")
    with suppress(ValueError):
        if 1 <= int(number) <= int(count):
            return int(number), int(count)
    raise ArgumentTypeError(f"{text!r}: give K/N, K from 1 to N")


def cases_of(options: Namespace) -> list[Case]:
    """Return the chosen cases, in an order that depends on their names alone."""
    if options.games:
        return [case for name in options.games for case in of_game(name, options.library or "")]
    found = []
    if not options.only_library:
        ours = [*library(), *(str(path) for path in sorted(KINDS.glob("*.lud")))]
        found += [Case(""), *(case for name in ours for case in of_game(name))]
    if options.library:
        without = tuple(f"{folder.rstrip('/')}/" for folder in options.leave_out)
        files = [it for it in Library(options.library).files if not it.startswith(without)]
        files = sampled(files, options.sample, options.seed)
        found += [case for name in files for case in of_game(name, options.library)]
    return found


def of_game(name: str, folder: str = "") -> list[Case]:
    """Return the cases of a game: by itself, and in every other technique that it might allow."""
    try:
        grows = "(boardless " in description_text(name, library=folder or None)
    except InputError:
        return [Case(name, folder)]
    names = GROWING if grows else FIXED
    others = (each for each in names if each != DEFAULTS[not grows])
    return [Case(name, folder, technique) for technique in ("", *others)]


def parted(cases: Sequence[Case], number: int, count: int) -> list[Case]:
    """Return a part of the cases, by number from 1, of so many parts of like length."""
    return list(cases[number - 1 :: count])


def run(
    cases: Sequence[Case], workers: int, seconds: float, patient: bool = False
) -> Iterator[Found]:
    """Check cases, each in a process of its own; yield their results in order."""
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from pool.map(lambda case: checked_apart(case, seconds, patient), cases)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def checked_apart(case: Case, seconds: float, patient: bool = False) -> Found:
    """Check a case in a process of its own, which is ended when it takes too long."""
    begin = monotonic()
    command = [sys.executable, "-m", "tools.smoke", *(["--patient"] if patient else [])]
    command += ["--one", json.dumps(list(asdict(case).values()))]
    # A file, not a pipe: its lines are there however the process ends.
    with TemporaryFile("w+") as said, TemporaryFile("w+") as wrong:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=said, stderr=wrong, start_new_session=True
        )
        late = False
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            # Its own workers, too.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        said.seek(0)
        wrong.seek(0)
        lines = [json.loads(line) for line in said.read().splitlines() if line.endswith("}")]
        last = (wrong.read().strip().splitlines() or [""])[-1]
    rows = [Row(**line) for line in lines if "end" in line]
    doing = lines[-1]["doing"] if lines and "doing" in lines[-1] else "its end"
    if late:
        rows.append(Row(doing, LATE, f"not done after {seconds:g} s"))
    elif process.returncode:
        rows.append(Row(doing, FAULT, f"its process ended with {process.returncode}: {last}"))
    return Found(case, tuple(rows), monotonic() - begin)


def one(case: Case, patient: bool = False) -> int:
    """Check a case in this process; write a line for each command that has ended."""
    Thread(target=_end_with_the_caller, daemon=True).start()
    before, native.PATIENCE = native.PATIENCE, -1.0

    def say(line: dict[str, str]) -> None:
        print(json.dumps(line), file=out, flush=True)

    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with TemporaryDirectory() as folder:
        for row in checked(case, Path(folder), lambda words: say({"doing": words})):
            say(asdict(row))
            if patient:
                native.PATIENCE = before
    return 0


def _end_with_the_caller() -> None:
    """End this process and its own workers when nobody holds the other end of its input."""
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
