"""Processes that examine descriptions, each within limits of time and of memory."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from boardless.analysis.examination import Entry, Task, entries
from boardless.analysis.limited_workers import MEMORY, LimitedWorkers

#: Seconds of processor time that one description may take, whatever else the machine does.
SECONDS = 300.0


def examined(
    tasks: Sequence[Task], workers: int = 1, seconds: float = SECONDS, memory: int = MEMORY
) -> Iterator[tuple[int, Entry]]:
    """Yield number and entry of every task as they come; a worker that ends is replaced."""
    with LimitedWorkers(entries, min(workers, max(len(tasks), 1)), memory) as place:
        for worked in place.results(tasks, seconds):
            task = tasks[worked.number]
            entry = worked.found or Entry(task.file, recorded=len(task.recorded))
            if worked.fault:
                entry = replace(entry, error=worked.fault, is_late=worked.is_late)
                if worked.is_late:
                    entry = replace(entry, seconds=seconds)
            yield worked.number, entry
