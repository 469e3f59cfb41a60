"""Smoke tests of commands: ``python -m tools.smoke``.

They run every command of the documents about every game of the package, the small games of
`tools/kinds`, and a random sample of a library; see docs/testing.md.
"""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread
from time import monotonic

from boardless.cli.app import main as run
from boardless.games import Library, description_text
from boardless.games import library as library_names
from boardless.jit import native
from boardless.util.inputs import InputError, refuse
from tools.commands import (
    DEFAULTS,
    DONE,
    FAULT,
    FIXED,
    GROWING,
    REFUSED,
    CommandResult,
    GameCase,
    checked,
)
from tools.many_games import sampled

KINDS = Path(__file__).parent / "kinds"
#: The end of a process that took too long.
LATE = "late"


@dataclass(frozen=True)
class CaseResult:
    """The result of a case."""

    case: GameCase
    #: A row for each command that ended.
    rows: tuple[CommandResult, ...]
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


def main(
    games: list[str] | None = None,
    *,
    library: str = "",
    leave_out: list[str] | None = None,
    sample: int = 60,
    only_library: bool = False,
    seed: int = 1,
    part: str = "1/1",
    workers: int = 1,
    seconds: float = 300.0,
    patient: bool = False,
    short: bool = False,
    verbose: bool = False,
    one: str = "",
) -> int:
    """Check every command on games; status 1 if anything goes wrong.

    Parameters
    ----------
    games : GAME
        Only these, of the package or paths.
    library : DIR
        A folder of descriptions.
    leave_out : FOLDER
        A folder of the library to leave out, below lud/; repeatable.
    sample
        The number of descriptions of the library.
    only_library
        Leave out our own games.
    part : K/N
        Check one of N parts of the cases, K from 1 to N.
    workers
        Processes at a time.
    seconds
        The time of a case.
    patient
        Compile at once only what records games.
    short
        Run only the commands of the core.
    verbose
        Print refusals, too.
    one : CASE
        A case in this process, for the process that started it.
    """
    if one:
        return check_here(GameCase(*json.loads(one)), patient)
    chosen = cases_of(games, library, leave_out, sample, only_library, seed)
    cases = [replace(case, short=short) for case in parted(chosen, part)]
    ends = Counter[str]()
    for result in run_all(cases, workers, seconds, patient):
        ends[result.end] += 1
        print(result, flush=True)
        for row in result.rows:
            if row.end in (FAULT, LATE) or (row.end == REFUSED and verbose):
                print(f"    {row.end}: {row.command}: {row.said}", flush=True)
    print(", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
    return 1 if ends[FAULT] else 0


def cases_of(
    games: Sequence[str] | None = None,
    folder: str = "",
    leave_out: Sequence[str] | None = None,
    sample: int = 60,
    only_library: bool = False,
    seed: int = 1,
) -> list[GameCase]:
    """Return the chosen cases, in an order that depends on their names alone; see `main`."""
    if games:
        return [case for name in games for case in of_game(name, folder)]
    cases = []
    if not only_library:
        ours = [*library_names(), *(str(path) for path in sorted(KINDS.glob("*.lud")))]
        cases += [GameCase(""), *(case for name in ours for case in of_game(name))]
    if folder:
        without = tuple(f"{each.rstrip('/')}/" for each in leave_out or ())
        files = [file for file in Library(folder).files if not file.startswith(without)]
        cases += [case for name in sampled(files, sample, seed) for case in of_game(name, folder)]
    return cases


def of_game(name: str, folder: str = "") -> list[GameCase]:
    """Return the cases of a game: in its default technique, and in every other possible one."""
    try:
        grows = "(boardless " in description_text(name, library=folder or None)
    except InputError:
        return [GameCase(name, folder)]
    names = GROWING if grows else FIXED
    others = (each for each in names if each != DEFAULTS[not grows])
    return [GameCase(name, folder, technique) for technique in ("", *others)]


def parted(cases: Sequence[GameCase], part: str) -> list[GameCase]:
    """Return a part of the cases, "K/N": the parts are of like length."""
    number, _, count = part.partition("/")
    with suppress(ValueError):
        if 1 <= int(number) <= int(count):
            return list(cases[int(number) - 1 :: int(count)])
    return refuse("part", part, "give K/N, K from 1 to N")


def run_all(
    cases: Sequence[GameCase], workers: int, seconds: float, patient: bool = False
) -> Iterator[CaseResult]:
    """Check cases, each in a process of its own; yield their results in order."""
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from pool.map(lambda case: checked_apart(case, seconds, patient), cases)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def checked_apart(case: GameCase, seconds: float, patient: bool = False) -> CaseResult:
    """Check a case in a process of its own, and end it if it takes too long."""
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
    rows = [CommandResult(**line) for line in lines if "end" in line]
    doing = lines[-1]["doing"] if lines and "doing" in lines[-1] else "its end"
    if late:
        rows.append(CommandResult(doing, LATE, f"not done after {seconds:g} s"))
    elif process.returncode:
        rows.append(
            CommandResult(doing, FAULT, f"its process ended with {process.returncode}: {last}")
        )
    return CaseResult(case, tuple(rows), monotonic() - begin)


def check_here(case: GameCase, patient: bool = False) -> int:
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
    run(main)
