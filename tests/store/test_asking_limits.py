"""Questions come to an end, and the store can be asked again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import Any

import pytest

from boardless.store import Store, asking, bolt
from boardless.store.engine import within
from boardless.topo import InputError
from tests.store.games import by_hand

#: So many rows that counting them takes days; and some that take a server a few seconds, for it
#: computes them to the end.
ENDLESS = "UNWIND range(1, 1000000) AS x UNWIND range(1, 100000) AS y RETURN count(x + y)"
#: What the engine makes at once, without looking at whether it is to stop.
AT_ONCE = (
    "RETURN size(range(1, 10*100000000)) AS n",
    "RETURN size(lpad('a', 100*10000000, 'b')) AS n",
    "UNWIND range(1, 1000) AS x RETURN sum(size(range(x, x + 3000000))) AS n",
)
LONG = "UNWIND range(1, 2000) AS x UNWIND range(1, 2000) AS y RETURN count(x + y)"
TRIALS = "MATCH (t:Trial) WHERE t.plies = 3 RETURN t.id"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("made") / "runs.lbug") as opened:
        opened.add([by_hand()])
        yield opened


@pytest.fixture
def store(made: Store) -> Store:
    """The same store for all tests: each leaves it so that it can be asked."""
    made.seconds = 0.3
    return made


@pytest.fixture
def served(server: str, tmp_path: Path) -> Iterator[Store]:
    with Store.open(server, log=tmp_path / "log", seconds=0.3) as opened:
        opened.add([by_hand()])
        yield opened


@pytest.mark.parametrize(("name", "cypher"), [("store", ENDLESS), ("served", LONG)])
def test_a_question_has_a_time(request: pytest.FixtureRequest, name: str, cypher: str) -> None:
    store = request.getfixturevalue(name)
    with pytest.raises(InputError, match=r"^query 'UNWIND .*: no answer within 0\.3 s: ask for"):
        store.query(cypher)
    store.seconds = None
    assert len(store.query(TRIALS)) == 1
    assert store.add([by_hand(2)]) == 1
    assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 2


@pytest.mark.parametrize(("name", "cypher"), [("store", ENDLESS), ("served", LONG)])
def test_ctrl_c_ends_a_question(request: pytest.FixtureRequest, name: str, cypher: str) -> None:
    store = request.getfixturevalue(name)
    store.seconds = 60
    Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        store.query(cypher)
    assert len(store.query(TRIALS)) == 1


@pytest.mark.parametrize("cypher", AT_ONCE)
def test_limits_hold_whatever_the_engine_is_doing(store: Store, cypher: str) -> None:
    with pytest.raises(InputError, match=r"no answer within 0\.3 s: ask for"):
        store.query(cypher)
    store.seconds = 60
    assert len(store.query(TRIALS)) == 1
    # Ctrl-C is heard as well.
    Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        store.query(cypher)
    assert len(store.query(TRIALS)) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no /proc")
def test_memory_beside_the_pool_has_a_limit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "OVERHEAD", -(2**29))
    store.seconds = None
    with pytest.raises(InputError, match=r"it takes more than 512 MB: ask for less"):
        store.query(AT_ONCE[0])
    assert len(store.query(TRIALS)) == 1


def test_a_question_that_needs_too_much_memory_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    pairs = "UNWIND range(1, 2000) AS x UNWIND range(1, 2000) AS y"
    # After this one, Ladybug 0.22.0 had no memory for groups any more.
    cypher = f"{pairs} RETURN x, count(DISTINCT y) AS n ORDER BY n LIMIT 3"
    groups = "MATCH (t:Trial) RETURN t.id % 100 AS k, count(*) AS n ORDER BY k"
    path = tmp_path / "runs.lbug"
    with Store.open(path, memory=64) as store:
        store.add([by_hand()])
        for _ in range(2):
            with pytest.raises(InputError, match="The buffer pool is full") as error:
                store.query(cypher)
            assert "\n" not in str(error.value)
            assert store.query(groups).to_numpy().tolist() == [[0, 1]]
            # So does a question of the store itself.
            with pytest.raises(InputError, match="The buffer pool is full"):
                store._graph().query(cypher, {})
            assert len(store._graph().query(groups, {})) == 1
            assert store.stats()["number"].sum() > 0
        assert store.add([by_hand(seed=2)]) == 1
        assert len(store.query(TRIALS)) == 2
    with Store.open(path, read_only=True, memory=1024) as reader:
        assert reader.query(cypher)["n"].tolist() == [2000] * 3


@pytest.mark.parametrize("memory", [0, 63, -1, 2**22 + 1, 64.5, "1024", True, None])
def test_memory_that_is_none(tmp_path: Path, memory: Any) -> None:
    with pytest.raises(
        InputError, match=r"^memory .*: choose a whole number from 64 to 4194304, in megabytes$"
    ):
        Store.open(tmp_path / "runs.lbug", memory=memory)
    assert not list(tmp_path.iterdir())


def test_the_engine_may_die_over_a_question(store: Store) -> None:
    store.seconds = 60
    assert len(store.query(TRIALS)) == 1
    process = store._graph()._asking._process._process  # type: ignore[attr-defined]
    Timer(0.3, process.kill).start()
    with pytest.raises(InputError, match="the engine ended before it had an answer"):
        store.query(ENDLESS)
    assert len(store.query(TRIALS)) == 1


def test_questions_of_several_threads_are_all_answered(store: Store) -> None:
    store.seconds = 60
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda n: store.query("RETURN $n AS n", n=n)["n"][0], range(20))
    assert list(found) == list(range(20))


def test_no_process_is_left(tmp_path: Path) -> None:
    code = (
        "import os\n"
        "from boardless.store import Store\n"
        f"store = Store.open({str(tmp_path / 'runs.lbug')!r})\n"
        "store.query('MATCH (t:Trial) RETURN t.id')\n"
        "print(store._graph()._asking._process._process.pid, flush=True)\n"
    )
    # Killed, it cannot tell the other one to end.
    code += "os.kill(os.getpid(), 9)\n"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    until = monotonic() + 20
    while (there := alive(int(done.stdout))) and monotonic() < until:
        sleep(0.05)
    assert not there


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    # What has ended and was not waited for by anyone has state Z.
    return not stat.exists() or stat.read_text().rsplit(")")[-1].split()[0] != "Z"


def test_an_answer_fits_into_memory(store: Store) -> None:
    store.seconds = None
    cells = len(store.query("MATCH (c:Cell) RETURN c.id"))
    product = ", ".join(f"({name}:Cell)" for name in "abcdef")
    with pytest.raises(InputError, match=f"{cells**6:,} rows, but at most 10,000,000 fit"):
        store.query(f"MATCH {product} RETURN a.id, f.id")
    for cypher, values in (
        ("UNWIND range(1, 100000000000) AS x RETURN count(x)", {}),
        ("UNWIND range($a, $b) AS x RETURN count(x)", {"a": -1, "b": 10**11 - 2}),
    ):
        with pytest.raises(InputError, match="a range of 100,000,000,000 numbers, and 10,000,000"):
            store.query(cypher, **values)
    assert (
        store.query("RETURN size(range(1, 3)) AS n, 'range(1, 100000000000)' AS text")["n"][0] == 3
    )


def test_an_answer_of_a_server_fits_too(served: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bolt, "ROWS", 3)
    assert len(served.query("UNWIND [1, 2, 3] AS x RETURN x")) == 3
    with pytest.raises(InputError, match="more than 3 rows"):
        served.query("UNWIND [1, 2, 3, 4] AS x RETURN x")
    assert len(served.query(TRIALS)) == 1


@pytest.mark.parametrize("seconds", [0, -1, "1", True, float("nan"), 10**8])
def test_limits_that_are_none(tmp_path: Path, seconds: Any) -> None:
    with pytest.raises(InputError, match=r"seconds .*: choose more than 0, at most 10000000"):
        Store.open(tmp_path / "runs.lbug", seconds=seconds)
    assert not list(tmp_path.iterdir())


def test_errors_of_what_is_done_come_through() -> None:
    def fail() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        within(1, fail, list)
    assert within(None, lambda: 3, list) == 3
