"""What all tests share."""

import gc
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

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
# through them after every 700, as Python does, takes a tenth of the time of the tests.
gc.set_threshold(20_000, 5, 5)

#: Whether tests that take minutes are wanted.
THOROUGH = PROFILE == "thorough"
thorough = pytest.mark.skipif(not THOROUGH, reason="takes long: HYPOTHESIS_PROFILE=thorough")

GOLDENS = Path(__file__).parent / "goldens"
ORACLE = Path(__file__).parents[2] / "shared" / "ludii"


def pytest_collection_finish() -> None:
    """Look for garbage no more among what pytest has collected, and what was imported."""
    gc.freeze()


@pytest.fixture(params=REGULAR.values(), ids=REGULAR.keys())
def tiling(request: pytest.FixtureRequest) -> Tiling:
    return request.param


@pytest.fixture(scope="session")
def another_process() -> Iterator[Executor]:
    """Where work is done that has to be sent; it starts once for all tests."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool
