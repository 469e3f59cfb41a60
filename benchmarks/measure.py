"""Timing, the machine, and docs/measured.md, the page of all tables."""

import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, ClassVar, Self, TypeAlias

import pandas as pd

#: The file from which a process reads its peak memory.
_STATUS = Path("/proc/self/status")
_BEGIN = rf"""
import json, re, sys
peak = lambda: int(re.search(r"VmHWM:\s*(\d+)", open("{_STATUS}").read())[1])
"""


#: The rows of a table.
Rows: TypeAlias = Iterable[tuple[object, ...]]
#: Measures a table.
Measurement: TypeAlias = Callable[[], pd.DataFrame]


class UnmeasuredError(Exception):
    """A measurement needs something that is not here."""


class MeasurementTables(dict[str, tuple[str, Measurement]]):
    """Tables by name: the title of each, and its measurement."""

    def table(
        self, name: str, title: str, *columns: str
    ) -> Callable[[Callable[[], Rows]], Measurement]:
        """Add the table of a function that yields its rows."""

        def added(rows: Callable[[], Rows]) -> Measurement:
            def measured() -> pd.DataFrame:
                return pd.DataFrame(list(rows()), columns=list(columns))

            self[name] = title, measured
            return measured

        return added


def apart(script: str, *words: str) -> Any:
    """Run a script in a process of its own; return the JSON value that it prints.

    The script has `json`, `sys` with the words, and ``peak()``, the peak memory so far in kB.
    """
    if not _STATUS.exists():
        raise UnmeasuredError("peak memory is read from /proc, which is not here")
    command = [sys.executable, "-c", _BEGIN + script, *words]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def in_turn(tasks: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Return the measurements of each task, one a round.

    Tasks take turns, so that a slow moment of the machine does not affect one of them alone. The
    first place takes turns, too.
    """
    measured = {name: list[float]() for name in tasks}
    for number in range(rounds):
        for name in [*tasks][:: -1 if number % 2 else 1]:
            measured[name].append(tasks[name]())
    return measured


def ratio(rates: Mapping[str, list[float]], one: str, other: str) -> float:
    """Return the median over rounds of the ratio of two tasks' measurements."""
    return median(a / b for a, b in zip(rates[one], rates[other], strict=True))


def fastest(tasks: dict[str, Callable[[], Callable[[], object]]], rounds: int) -> dict[str, float]:
    """Return the shortest time of each task in seconds; a task returns the call to time."""

    def timed(prepare: Callable[[], Callable[[], object]]) -> float:
        call = prepare()
        start = perf_counter()
        call()
        return perf_counter() - start

    times = in_turn({name: partial(timed, prepare) for name, prepare in tasks.items()}, rounds)
    return {name: min(each) for name, each in times.items()}


def rate_of(do: Callable[[], int], seconds: float) -> float:
    """Return the work of a call per processor second; the call returns its amount of work."""
    done, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds:
        done += do()
    return done / spent


def best_rates(
    tasks: dict[str, Callable[[], int]], seconds: float, rounds: int
) -> dict[str, float]:
    """Return the best rate of each task, see `rate_of`; tasks take turns."""
    for do in tasks.values():
        do()
    rates = in_turn({name: partial(rate_of, do, seconds) for name, do in tasks.items()}, rounds)
    return {name: max(each) for name, each in rates.items()}


def spent_by(command: Sequence[str]) -> tuple[float, str]:
    """Return the processor time of a command in seconds, and its output.

    Unlike the clock that most programs use, it excludes the time of other programs.
    """
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime, printed


@dataclass(frozen=True)
class Pairs:
    """Ratios of two alternating measurements, the first by the second, one for each pair."""

    ratios: tuple[float, ...]

    #: The columns of `row` in a table.
    COLUMNS: ClassVar[tuple[str, ...]] = ("ratio, median", "lower quartile", "upper quartile")

    @classmethod
    def of(cls, first: Callable[[], float], second: Callable[[], float], pairs: int = 10) -> Self:
        """Measure in pairs; the first place takes turns, too."""
        rates = in_turn({"first": first, "second": second}, pairs)
        return cls(tuple(a / b for a, b in zip(*rates.values(), strict=True)))

    @property
    def row(self) -> tuple[float, float, float]:
        """The median of the ratios, and their quartiles."""
        lower, middle, upper = quantiles(self.ratios, n=4, method="inclusive")
        return middle, lower, upper


PAGE = Path(__file__).parents[1] / "docs" / "measured.md"

_HEAD = """# Measurements

This page has measured times, rates and memory. It is for people who compare programs, or check a
change for speed. `python -m benchmarks --write [NAME...]` (all of it: `make bench`) replaces each
table by its new measurement. People write no number here, and other documents link to this page.
Columns name their bounds, and timings belong to the named machine.
"""
_SECTION = re.compile(r"^## ([\w-]+): .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def written(
    page: str, order: Sequence[str], name: str, title: str, table: str, machine: str
) -> str:
    """Return the page with a table in place of its last measurement.

    `order` has the names of all tables, in the order of the page; other sections are dropped.
    """
    sections = {match[1]: match[0].rstrip() for match in _SECTION.finditer(page)}
    sections[name] = f"## {name}: {title}\n\n{machine}\n\n```text\n{table}\n```"
    listed = [sections[each] for each in order if each in sections]
    return "\n\n".join([_HEAD.rstrip(), *listed]) + "\n"
