"""The games of a log, as they were played."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from boardless.state import Batch, Trial
from boardless.store.batch_bytes import unpacked
from boardless.store.log import Log
from boardless.store.positions.found import is_found
from boardless.topo import InputError
from boardless.topo.fields import whole_of


def batches_in(log: Log, first: int = 0) -> Iterator[Batch]:
    """Return the batches of a log from frame number `first` on, read one by one.

    Frames with positions are passed over.
    """
    return (unpacked(payload) for payload in log.payloads(first) if not is_found(payload))


def trial_in(log: Log, number: int) -> Trial:
    """Return the game with a number, counted from 0 in the order of the log.

    Raises
    ------
    InputError
        If there is none.
    """
    number = whole_of(number, "trial")
    ends = list(accumulate(frame.trials for frame in log.frames))
    if not ends or not 0 <= number < ends[-1]:
        raise InputError(f"trial {number!r}: the store has {log.trials:,}, from 0")
    frame = bisect_right(ends, number)
    batch = unpacked(log.read(frame))
    return batch[number - ends[frame] + len(batch)]
