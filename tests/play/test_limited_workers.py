"""Workers with limits: a process in which memory has piled up is replaced."""

import os
import sys
from collections.abc import Iterator

import pytest

from boardless.play.limited_workers import LimitedWorkers

KEPT: list[bytearray] = []


def keeps(size: int) -> Iterator[int]:
    """Keep so many bytes for good, and yield the number of the process."""
    KEPT.append(bytearray(size))
    yield os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="this system does not tell what a process has")
def test_a_process_with_little_memory_left_is_replaced() -> None:
    with LimitedWorkers(keeps, 1, memory=4 * 2**30) as place:
        found = [it.found for it in place.results([0, 0, 2**31, 0], 20)]
    assert found[0] == found[1] == found[2] != found[3]
    assert None not in found
