"""How things are timed, and on what machine."""

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import ClassVar, Self


def fastest(tasks: dict[str, Callable[[], Callable[[], object]]], rounds: int) -> dict[str, float]:
    """Return the shortest time of each task in seconds.

    Parameters
    ----------
    tasks : dict of callables
        Each prepares, untimed, and returns what is timed. Tasks take turns, so that a slow moment
        of the machine does not fall on one of them alone.
    rounds : int
        How often each is timed.
    """
    times: dict[str, float] = {}
    for _ in range(rounds):
        for name, prepare in tasks.items():
            timed = prepare()
            start = perf_counter()
            timed()
            seconds = perf_counter() - start
            times[name] = min(seconds, times.get(name, seconds))
    return times


def machine() -> str:
    """Return processor, cores, system and Python in one line."""
    info = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (info.read_text(encoding="utf-8").splitlines() if info.exists() else [])
        if line.startswith("model name")
    ]
    processor = models[0] if models else platform.processor() or platform.machine()
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


@dataclass(frozen=True)
class Pairs:
    """Ratios of two measurements that took turns, so that a slow moment falls on both.

    Attributes
    ----------
    ratios : tuple of float
        The first by the second, one for each pair.
    """

    ratios: tuple[float, ...]

    #: What `row` is called in a table.
    COLUMNS: ClassVar[tuple[str, ...]] = ("ratio, median", "lower quartile", "upper quartile")

    @classmethod
    def of(cls, first: Callable[[], float], second: Callable[[], float], pairs: int = 10) -> Self:
        """Measure in pairs; who begins takes turns, too."""
        ratios = []
        for n in range(pairs):
            if n % 2:
                b, a = second(), first()
            else:
                a, b = first(), second()
            ratios.append(a / b)
        return cls(tuple(ratios))

    @property
    def row(self) -> tuple[float, float, float]:
        """The median of the ratios, and their quartiles."""
        lower, median, upper = quantiles(self.ratios, n=4, method="inclusive")
        return median, lower, upper
