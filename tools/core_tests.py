"""Choose the tests of the core: ``python -m tools.core_tests LOG [--seconds N]``.

The core is what ``make test`` runs. The list ``tests/extended.txt`` names all tests outside it, the
longest first. ``[1:]`` behind a name leaves the first case in the core.
"""

import re
from collections import defaultdict
from pathlib import Path

from boardless.cli.app import main as run

LIST = Path(__file__).parents[1] / "tests" / "extended.txt"
#: The longest first case that stays in the core, in seconds.
LONGEST = 1.5
_LINE = re.compile(r"([\d.]+)s (?:call|setup|teardown) +(tests/\S+?\.py::[\w:]+)(\S*)")


def main(log: Path, *, seconds: float = 420) -> int:
    """Write the list of tests outside the core.

    Parameters
    ----------
    log : LOG
        The output of ``pytest --durations=0 --durations-min=0.05`` on all tests.
    seconds
        The time for the core, summed over all workers.
    """
    times: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for line in log.read_text("utf-8").splitlines():
        if match := _LINE.match(line):
            times[match[2]][match[3]] += float(match[1])
    savings = []
    for name, cases in times.items():
        total, first = sum(cases.values()), max(cases.values())
        keeps_first = len(cases) > 1 and first < LONGEST
        savings.append((total - first * keeps_first, name + "[1:]" * keeps_first))
    left, names = sum(sum(cases.values()) for cases in times.values()), []
    for saving, name in sorted(savings, reverse=True):
        if left <= seconds:
            break
        names.append(name)
        left -= saving
    LIST.write_text("\n".join(names) + "\n", "utf-8")
    print(f"{len(names)} tests outside the core, which takes {left:.0f} s")
    return 0


if __name__ == "__main__":
    run(main)
