"""Add games to a store without end, and print how many have been acknowledged.

``python -m tests.store.adding PATH BATCH`` is run by the tests that kill it; BATCH is a pickled
`Batch`, which is added again and again as later playouts.
"""

import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from boardless.play import Batch
from boardless.store import Store, ladybug


def endless(batch: Batch, first: int) -> Iterator[Batch]:
    for n in count():
        yield replace(batch, source=replace(batch.source, first=first + n * len(batch)))


def main(path: str, batch: str) -> None:
    # Go into the graph often, so that it is often hit.
    ladybug.LEAST = 500
    games = pickle.loads(Path(batch).read_bytes())
    with Store.open(path) as store:
        before = store.log.trials
        print(before, flush=True)
        store.add(endless(games, before), progress=lambda n: print(before + n, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
