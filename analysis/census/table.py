"""A census of many descriptions, and the obstacles of most of them."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from boardless.analysis.census.entry import MEMORY, SECONDS, STAGES, Entry, Task, examined
from boardless.games import Library
from boardless.play.executors import MAX_WORKERS
from boardless.topo import InputError

if TYPE_CHECKING:
    import pandas as pd

#: The most random games of a description.
MAX_PLAYOUTS = 1_000_000

#: Results of recorded games.
REPLAYED = ("agree", "differ")

_PLACE = re.compile(r"^line [0-9]+, column [0-9]+: ")
_FORM = re.compile(r"\(([^\s(){}\"]+)(?: ([A-Z][A-Za-z]*))?")


@dataclass
class Census:
    """A census of descriptions by the stages that they reach.

    Attributes
    ----------
    found : dict of int to Entry
        What was found so far, by the number of the description.
    """

    found: dict[int, Entry] = field(default_factory=dict)

    @property
    def entries(self) -> list[Entry]:
        """One for each description examined so far, in the order of the files."""
        return [self.found[number] for number in sorted(self.found)]

    @property
    def table(self) -> "pd.DataFrame":
        """One row a description: a column for each stage, `played`, `ends` and `error`."""
        # Workers import this file, too, and need none of it.
        import pandas as pd

        rows = [
            {
                "file": entry.file,
                **{stage: stage in entry.reached for stage in STAGES},
                "played": entry.played,
                "agree": entry.agree,
                "differ": entry.differ,
                "ends": ", ".join(f"{count} {end}" for end, count in entry.ends.items()),
                "error": entry.error or "",
                "seconds": round(entry.seconds, 3),
            }
            for entry in self.entries
        ]
        columns = ["file", *STAGES, "played", "agree", "differ", "ends", "error", "seconds"]
        return pd.DataFrame(rows, columns=columns)

    @property
    def totals(self) -> dict[str, int]:
        """The numbers of descriptions, in all and by the stage that they reach."""
        stages = {stage: sum(stage in e.reached for e in self.entries) for stage in STAGES}
        played = sum(entry.played > 0 and not entry.error for entry in self.entries)
        replayed = {name: sum(getattr(e, name) for e in self.entries) for name in REPLAYED}
        return {"games": len(self.entries), **stages, "played": played, **replayed}

    @property
    def obstacles(self) -> list[tuple[str, int]]:
        """The first obstacles of descriptions, and how many they stop, most first."""
        causes = Counter(cause(entry.error) for entry in self.entries if entry.error)
        return sorted(causes.items(), key=lambda item: (-item[1], item[0]))

    def record(self) -> dict[str, object]:
        """Return the census as the command line prints it in JSON."""
        return {
            "games": [entry.record() for entry in self.entries],
            "totals": self.totals,
            "obstacles": [{"cause": name, "games": count} for name, count in self.obstacles],
        }


def cause(error: str) -> str:
    """Return an error without its place and without the inside of its form."""
    text, colon, expected = _PLACE.sub("", error).partition(": ")
    if form := _FORM.match(text):
        text = f"({' '.join(filter(None, form.groups()))} ...)"
    elif text.startswith("{"):
        text = "{...}"
    return f"{text}{colon}{expected}"


def take_census(
    folder: str | Path,
    files: Sequence[str] | None = None,
    *,
    workers: int = 1,
    jit: bool = True,
    playouts: int = 0,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    trials: str | Path | None = None,
    census: Census | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Census:
    """Return the census of the descriptions of a folder.

    Each is examined in a worker process, with a limit of time and of memory, so that what one does
    harms no other. The result does not depend on the number of workers, but for the seconds. A
    script that asks for it needs ``if __name__ == "__main__":``.

    Parameters
    ----------
    folder : str or path
        A library; see `games.Library`.
    files : sequence of str, optional
        Which descriptions, by their paths in the folder; all by default.
    workers : int, default 1
        Processes to share the work.
    jit : bool, default True
        Put games through Numba; False runs them as plain Python.
    playouts : int, default 0
        Random games to play of each.
    seconds, memory : float and int
        What one description may take: seconds, and bytes of address space.
    trials : str or path, optional
        A folder of games that Ludii recorded, laid out like the descriptions: they are played again
        in the strict sense; see `play.ludii_replay`.
    census : Census, optional
        Where entries go as they come, for who may be interrupted.
    progress : callable, optional
        Called with the number of descriptions done, and of all.

    Raises
    ------
    InputError
        If there is no such folder, or a number is out of range.
    """
    for name, number, least, most in (
        ("workers", workers, 1, MAX_WORKERS),
        ("playouts", playouts, 0, MAX_PLAYOUTS),
    ):
        if type(number) is not int or not least <= number <= most:
            raise InputError(f"{name} {number!r}: choose {least} to {most}")
    library = Library(folder)
    if files is None:
        root = library.descriptions
        files = [(root / file).relative_to(library.folder).as_posix() for file in library.files]
    census = Census() if census is None else census
    recorded = None if trials is None else str(trials)
    if recorded is not None and not Path(recorded).is_dir():
        raise InputError(f"trials {recorded!r}: there is no such folder")
    tasks = [Task(str(library.folder), file, jit, playouts, recorded) for file in files]
    for number, entry in examined(tasks, workers, seconds, memory):
        census.found[number] = entry
        if progress is not None:
            progress(len(census.found), len(tasks))
    return census
