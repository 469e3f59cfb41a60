"""Processes that examine descriptions, or do other tasks, each within limits of time and memory."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar, cast

from boardless.analysis.examination import Examination, ExaminationTask, entries
from boardless.play.limited_workers import MEMORY, LimitedWorkers

__all__ = ["MEMORY", "SECONDS", "TaskKind", "TaskResult", "done_by_workers", "examined"]

#: Seconds of processor time that one description may take, whatever else the machine does.
SECONDS = 300.0


class TaskResult(Protocol):
    """The result of a task: a dataclass that says what stopped it, and how long it took."""

    @property
    def error(self) -> str | None:
        """The first thing that stops it, on one line."""

    @property
    def seconds(self) -> float:
        """Seconds that it took."""

    @property
    def is_late(self) -> bool:
        """Whether it took too long."""


T = TypeVar("T")
R = TypeVar("R", bound=TaskResult)


@dataclass(frozen=True)
class TaskKind(Generic[T, R]):
    """A kind of task: functions that workers can import."""

    #: Yields the result of a task so far, at last the whole one.
    do: Callable[[T], Iterator[R]]
    #: Returns the result of a task before anything is done.
    nothing: Callable[[T], R]


def examined(
    tasks: Sequence[ExaminationTask],
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Iterator[tuple[int, Examination]]:
    """Yield number and entry of every task as they come; a worker that ends is replaced."""
    yield from done_by_workers(_EXAMINATION, tasks, workers, seconds, memory)


def _unexamined(task: ExaminationTask) -> Examination:
    return Examination(task.file, recorded=len(task.recorded))


_EXAMINATION = TaskKind(entries, _unexamined)


def done_by_workers(
    kind: TaskKind[T, R],
    tasks: Sequence[T],
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Iterator[tuple[int, R]]:
    """Yield number and result of every task as they come; a worker that ends is replaced."""
    with LimitedWorkers(kind.do, min(workers, max(len(tasks), 1)), memory) as place:
        for worked in place.results(tasks, seconds):
            found = worked.found or kind.nothing(tasks[worked.number])
            if worked.fault:
                late = {"is_late": True, "seconds": seconds} if worked.is_late else {}
                found = cast("R", replace(cast("Any", found), error=worked.fault, **late))
            yield worked.number, found
