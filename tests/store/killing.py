"""Kill a writer at random moments, again and again: ``python -m tests.store.killing [TIMES]``."""

import pickle
import sys
import tempfile
from pathlib import Path
from random import Random

from boardless.store import Store
from tests.store.games import playouts
from tests.store.tables import same, tables
from tests.store.test_store_failures import kill_and_check


def main(times: int = 20) -> None:
    random = Random(0)
    with tempfile.TemporaryDirectory() as folder:
        path, batch = Path(folder) / "runs.lbug", Path(folder) / "batch"
        batch.write_bytes(pickle.dumps(playouts()))
        for number in range(1, times + 1):
            kill_and_check(path, batch, 3 * random.random())
            with Store.open(path, read_only=True) as store:
                print(f"kill {number}: {store.log.trials} trials, all there", flush=True)
                before = tables(store)
        with Store.rebuild(path) as store:
            print("a rebuild gives the same graph:", same(tables(store), before))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
