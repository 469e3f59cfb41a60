"""Work is done anywhere with the same result, and lost workers do no harm that is not told."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from time import sleep
from typing import Any

import pytest

from boardless.games import Game, load
from boardless.play import Tally, run_playouts
from boardless.play.executors import MAX_WORKERS, ThisProcess, Workplace, working
from boardless.topo import InputError

COUNT = 600


@cache
def game() -> Game:
    return load("Tic-Tac-Toe", jit=False)


@cache
def tally() -> Tally:
    return run_playouts(game(), playouts=COUNT, seed=5).tally


def test_processes_and_threads_give_the_tally_of_one() -> None:
    assert run_playouts(game(), playouts=COUNT, seed=5, workers=2).tally == tally()
    with ThreadPoolExecutor(3) as pool:
        assert run_playouts(game(), playouts=COUNT, seed=5, executor=pool).tally == tally()
        assert pool.submit(int, "1").result() == 1  # left open


def test_processes_take_functions_of_no_module(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(policy: Any, workers: int) -> Tally:
        return run_playouts(game(), playouts=20, seed=5, policy=policy, workers=workers).tally

    pytest.importorskip("cloudpickle", reason="boardless[cluster] is not installed")
    one = run(lambda state: state.legal_moves[0], 1)
    assert run(lambda state: state.legal_moves[0], 2) == one
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(InputError, match="workers need classes and functions of modules"):
        run(lambda state: state.legal_moves[0], 2)


def test_a_killed_process_is_one_clear_error() -> None:
    with working(workers=2) as place:
        process = place.submit(os.getpid).result()
        waiting = {place.submit(sleep, 60)}
        os.kill(process, signal.SIGKILL)
        with pytest.raises(InputError, match="workers 2: a worker ended, killed or out of memory"):
            place.completed(waiting)


def test_a_place_without_workers_for_a_moment_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def deserted(*_: object) -> Iterator[Workplace]:
        yield Workplace(ThisProcess(), lambda: 0, "deserted", {})

    monkeypatch.setattr("boardless.play.playouts.working", deserted)
    assert run_playouts(game(), playouts=COUNT, seed=5).tally == tally()


def test_a_place_without_workers_for_good_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.play.executors.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("boardless.play.executors.ALONE_SECONDS", 0.1)
    place = Workplace(ThisProcess(), lambda: 0, "deserted", {})
    with pytest.raises(InputError, match=r"deserted: no worker for 0\.1 s"):
        place.completed({Future()})


SCRIPT = """
import os, time
from boardless.play.executors import working
if __name__ == "__main__":
    with working(workers=2) as place:
        tasks = [place.submit(time.sleep, 0.1) for _ in range(2)]
        tasks.append(place.submit(os.getpid))
        print(tasks[2].result(), flush=True)
        place.submit(time.sleep, 60)
        place.completed({place.submit(time.sleep, 60)})
"""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_no_process_is_left_behind(stop: signal.Signals, tmp_path) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        run.send_signal(stop)
        # The output ends when all who could write to it have ended, the workers too.
        assert run.communicate(timeout=30)[0] == b""


@pytest.mark.parametrize(
    ("executor", "workers", "message"),
    [
        (None, 0, "workers 0: choose a whole number from 1 to "),
        (None, MAX_WORKERS + 1, f"from 1 to {MAX_WORKERS}, four for each core"),
        (None, 1.5, r"workers 1\.5: choose a whole number"),
        ("tcp://127.0.0.1:1", 2, "workers 2: an executor has its own"),
        ("localhost:8786", 1, "executor 'localhost:8786': give an address such as tcp://"),
        ("nonsense://localhost:8786", 1, "give an address such as tcp://"),
        ("tcp://localhost:port", 1, "give an address such as tcp://"),
        (7, 1, "executor 7: give one of concurrent.futures, or a client"),
    ],
)
def test_what_is_no_place_to_work_is_refused(
    executor: Executor | str | None, workers: int, message: str
) -> None:
    with pytest.raises(InputError, match=message), working(executor, workers):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(InputError, match=r"Dask is missing, install boardless\[cluster\]"),
        working("tcp://127.0.0.1:8786"),
    ):
        pass


# What the Dask of a test may warn of as its processes are killed and closed is not ours.
dask = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::pytest.PytestUnhandledThreadExceptionWarning",
    "ignore::UserWarning:distributed",
)


@pytest.fixture(scope="module")
def distributed():
    return pytest.importorskip("distributed", reason="boardless[cluster] is not installed")


@pytest.fixture
def cluster(distributed) -> Iterator[object]:
    with distributed.LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@dask
def test_a_cluster_gives_the_tally_of_one_though_a_worker_is_killed(cluster) -> None:
    killed = []

    def kill_one(playouts: int) -> None:
        if not killed and playouts < COUNT:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    address = cluster.scheduler_address
    run = run_playouts(game(), playouts=COUNT, seed=5, executor=address, progress=kill_one)
    assert killed
    assert run.tally == tally()
    with working(address) as place:
        assert 1 <= place.slots <= 2


@dask
def test_a_cluster_and_its_client_are_places_to_work(cluster, distributed) -> None:
    assert run_playouts(game(), playouts=COUNT, seed=5, executor=cluster).tally == tally()
    with distributed.Client(cluster, set_as_default=False) as client:
        for _ in range(2):  # it is left open
            assert run_playouts(game(), playouts=COUNT, seed=5, executor=client).tally == tally()
    with pytest.raises(InputError, match="executor Client: it is closed"), working(client):
        pass


@dask
def test_a_scheduler_without_workers_or_none_at_all_is_one_clear_error(
    distributed, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"processes": False, "n_workers": 0, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(protocol="tcp", **settings) as empty:
        address = empty.scheduler_address
        with pytest.raises(InputError, match="the cluster has no worker"), working(address):
            pass
    monkeypatch.setattr("boardless.play.executors.ANSWER_SECONDS", 0.5)
    with pytest.raises(InputError, match=r"no Dask scheduler answers in 0\.5 s"), working(address):
        pass
    tls = address.replace("tcp", "tls")
    with pytest.raises(InputError, match="no certificate"), working(tls):
        pass
