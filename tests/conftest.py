"""Settings, markers and fixtures of all tests; `--no-skips` fails where something is skipped."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from boardless.jit.compiled import EFFORT, QUICK
from boardless.jit.native import compiles
from boardless.topo import REGULAR, Tiling

# Compiling takes longer than an example may; examples are the same in every run.
settings.register_profile(
    "boardless",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", parent=settings.get_profile("boardless"), max_examples=1000)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "boardless")
settings.load_profile(PROFILE)
# Hypothesis looks for constants in all modules that are not installed, and so in those of the games
# that other tests compiled: that takes longer than the tests, and examples would depend on these.
providers.is_local_module_file = lambda path: False

# Reading descriptions and writing modules makes many objects, of which few are garbage. To look
# through them after every 700, as Python does, takes a tenth of the time of the tests. What is
# imported and collected stays: nothing is looked for among it.
gc.set_threshold(20_000, 5, 5)
gc.disable()

# A shell has jobs in the background ignore Ctrl-C, and so would all processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# LLVM's full effort takes twice as long. Games of tests/play/test_playouts_compiled.py have it,
# and all games where all is tested thoroughly.
if PROFILE == "boardless":
    os.environ.setdefault(EFFORT, str(QUICK))

#: Whether tests that take minutes are wanted, as for the marker `slow`.
THOROUGH = PROFILE == "thorough"
SLOW = "takes long: HYPOTHESIS_PROFILE=thorough"

GOLDENS = Path(__file__).parent / "goldens"
ORACLE = Path(__file__).parents[2] / "shared" / "ludii"

#: Tests outside the core, which `tools.core_tests` chooses. "[1:]": except for the first case.
EXTENDED = frozenset((Path(__file__).parent / "extended.txt").read_text("utf-8").split())

#: Fixtures of tests that have a marker for them.
MARKERS = {"browser": "browser", "address": "server"}


def absent(package: str) -> Callable[[], bool]:
    """Return whether a package cannot be imported, asked later."""
    return lambda: find_spec(package) is None


#: Words in reasons to skip a test, and when these excuse it under `--no-skips`.
EXCUSES: dict[str, Callable[[], bool]] = {
    SLOW: lambda: not THOROUGH,
    "the shared folder": lambda: not ORACLE.exists(),
    "openspiel": absent("pyspiel"),
    "boardless[learn] is not installed": absent("torch"),  # its usual wheels have gigabytes
    "pygambit": absent("pygambit"),  # in no extra: it has to be compiled
    "axe-core is not installed": lambda: not import_module("tools.axe").SCRIPT.exists(),
    "there is no browser here": lambda: import_module("benchmarks.view").browser_path() is None,
    "server of the Bolt protocol": absent("arcadedb_embedded"),
    "JupyterLab is not installed": absent("jupyterlab"),
    "nothing is compiled": lambda: not compiles(),
    "this system": lambda: sys.platform != "linux",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a test that is skipped has failed")
    parser.addoption(
        "--may-skip", action="append", default=[], metavar="WORDS", help="unless it says this"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests outside the core and by their fixtures; skip slow ones unless they are wanted."""
    wanted = THOROUGH or "slow" in config.option.markexpr
    seen = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if name in EXTENDED or (name in seen and f"{name}[1:]" in EXTENDED):
            item.add_marker("extended")
        seen.add(name)
        for fixture in MARKERS.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(MARKERS[fixture])
        if not wanted and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason=SLOW))


def _judge(report: pytest.TestReport | pytest.CollectReport, config: pytest.Config) -> None:
    """Have a report fail where something was skipped that `--no-skips` does not excuse."""
    if config.option.no_skips and report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        excused = any(words in reason and holds() for words, holds in EXCUSES.items())
        if not excused and not any(words in reason for words in config.option.may_skip):
            report.outcome = "failed"
            report.longrepr = f"{reason} (--no-skips: install what is missing, or say --may-skip)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _judge(report, item.config)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _judge(report, collector.config)
    return report


def pytest_collection_finish() -> None:
    """Look for garbage, but no more among what pytest has collected, and what was imported."""
    gc.freeze()
    gc.enable()


@pytest.fixture(params=REGULAR.values(), ids=REGULAR.keys())
def tiling(request: pytest.FixtureRequest) -> Tiling:
    return request.param


@pytest.fixture(scope="session")
def another_process() -> Iterator[Executor]:
    """Where work is done that has to be sent; it starts once for all tests."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool
