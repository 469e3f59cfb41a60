"""Figures of random games are drawn from a few that are played once, uncompiled; speed is measured
for a moment only."""

from collections.abc import Iterator

import pytest

from boardless.analysis import measures
from boardless.analysis.playout_tables import Sample, figures_from


@pytest.fixture(autouse=True, scope="session")
def figures_of_few_games() -> Iterator[None]:
    with figures_from(Sample(bands=5, seconds=0.001, playouts=5, jit=False)):
        yield


@pytest.fixture(autouse=True, scope="session")
def measured_for_a_moment() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(measures, "TIMED_SECONDS", 0.001)
        yield
