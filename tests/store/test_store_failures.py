"""Whatever happens to a store, nothing acknowledged is lost, and the error is one clear line."""

import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pyarrow as pa
import pytest

from boardless.store import Store
from boardless.store import store as export
from boardless.store.engine import Engine
from boardless.store.ladybug import Ladybug
from boardless.store.log import FORM, Log
from boardless.store.schema import GraphTable
from boardless.topo import InputError
from tests.conftest import THOROUGH
from tests.store.games import a_line, by_hand, playouts
from tests.store.tables import same, tables

#: `python -m tests.store.killing` does this as often as it is told, at moments further apart.
KILLS = 20 if THOROUGH else 1


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    with Store.create(folder / "runs.lbug") as store:
        store.add([playouts(), by_hand()])
    return folder


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "runs.lbug"


def kill_and_check(path: Path, batch: Path, seconds: float) -> None:
    """Let a process add games, kill it, and see that what it had acknowledged is there."""
    with path.with_suffix(".out").open("w+") as out:
        command = [sys.executable, "-m", "tests.store.adding", str(path), str(batch)]
        process = subprocess.Popen(command, stdout=out)
        while not os.fstat(out.fileno()).st_size and process.poll() is None:
            sleep(0.01)
        sleep(seconds)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        out.seek(0)
        # The last line may have been cut off.
        acknowledged = int(out.read().split("\n")[-2])
    games = pickle.loads(batch.read_bytes())
    with Store.open(path, read_only=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) <= store.log.trials
    with Store.open(path) as store:
        assert store.log.trials >= acknowledged
        assert store.log.trials % len(games) == 0
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == store.log.trials
        moves = sum(frame.moves for frame in store.log.frames)
        assert len(store.query("MATCH (m:Move) RETURN m.id")) == moves


def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    batch = tmp_path / "batch"
    batch.write_bytes(pickle.dumps(playouts()))
    for number in range(KILLS):
        kill_and_check(tmp_path / "runs.lbug", batch, Random(number).random())
    with Store.open(tmp_path / "runs.lbug", read_only=True) as store:
        before = tables(store)
    with Store.rebuild(tmp_path / "runs.lbug") as store:
        assert same(tables(store), before)


def limit(path: Path, size: int) -> subprocess.CompletedProcess[str]:
    """Add games where no file can get larger than `size`, as on a full disk."""
    code = (
        "from boardless.store import Store\n"
        "from tests.store.games import a_line\n"
        f"with Store.open({str(path)!r}) as store:\n"
        "    store.add([a_line(200)], progress=lambda n: print(n, flush=True))\n"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_graph_that_cannot_be_written_is_brought_up_to_date_later(path: Path) -> None:
    # The log has room, and is tested by itself; the graph has none.
    full = limit(path, path.stat().st_size)
    assert full.stdout == "1\n"
    assert full.returncode != 0
    with Store.open(path, read_only=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
    with Store.open(path) as store:
        assert store.log.trials == 6
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 6
        before = tables(store)
    with Store.rebuild(path) as store:
        assert same(tables(store), before)


def test_one_process_writes(path: Path) -> None:
    with Store.open(path) as store:
        for action in (Store.open, Store.rebuild):
            with pytest.raises(InputError, match="another process writes to this store"):
                action(path)
        with Store.open(path, read_only=True) as reader:
            store.add([a_line(3)])
            assert len(reader.query("MATCH (t:Trial) RETURN t.id")) == 5
            assert reader.log.trials == 5
        with Store.open(path, read_only=True) as reader:
            assert len(reader.query("MATCH (t:Trial) RETURN t.id")) == 6


def test_files_that_are_no_stores_are_left_alone(tmp_path: Path, path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no store\n" * 1000)
    for read_only in (False, True):
        with pytest.raises(InputError, match=r"is missing|cannot be opened"):
            Store.open(other, read_only=read_only)
    with pytest.raises(InputError, match="exists already"):
        Store.create(other)
    assert [file.name for file in tmp_path.glob("notes*")] == ["notes.txt"]
    assert other.read_text() == "no store\n" * 1000
    # A log, but beside it something else.
    path.write_bytes(other.read_bytes())
    for read_only in (False, True):
        with pytest.raises(InputError, match="not a valid Lbug database"):
            Store.open(path, read_only=read_only)
    assert path.read_bytes() == other.read_bytes()
    with Store.rebuild(path) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5


def test_graphs_of_other_versions_are_told(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4] += 1
    path.write_bytes(whole)
    with pytest.raises(InputError, match="different version"):
        Store.open(path)
    assert path.read_bytes() == whole
    Store.rebuild(path).close()
    Store.open(path).close()


def test_a_graph_of_another_log_is_told(path: Path, tmp_path: Path) -> None:
    with Store.open(tmp_path / "other.lbug") as store:
        store.add([a_line(3)])
    (tmp_path / "other.lbug").replace(path)
    for read_only in (False, True):
        with pytest.raises(InputError, match=r"was not made from log .*: rebuild it"):
            Store.open(path, read_only=read_only)


def test_a_graph_with_less_than_it_says_is_told(path: Path) -> None:
    graph = Ladybug(path)
    graph._run("MATCH (m:Move) WHERE m.id = 7 DETACH DELETE m")
    graph.close()
    with pytest.raises(InputError, match=r"the graph is damaged: .* rebuild it"):
        Store.open(path)
    with Store.rebuild(path) as store:
        assert list(store.trials())[4] == by_hand()


def test_a_graph_that_is_gone_comes_back(path: Path) -> None:
    with Store.open(path) as store:
        before = tables(store)
    path.unlink()
    with pytest.raises(InputError, match="does not exist"):
        Store.open(path, read_only=True)
    with Store.open(path) as store:
        assert same(tables(store), before)


def test_a_damaged_log_is_told_and_left_alone(path: Path) -> None:
    log = path.with_name("runs.lbug.log")
    whole = bytearray(log.read_bytes())
    whole[60] ^= 1
    log.write_bytes(whole)
    graph = path.read_bytes()
    for action in (Store.open, Store.rebuild):
        with pytest.raises(InputError, match="is damaged at byte 16"):
            action(path)
    assert (log.read_bytes(), path.read_bytes()) == (whole, graph)


def test_what_fails_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    folder, files = path.parent / "tables", set(path.parent.iterdir())
    written = export.pages

    def full(engine: Engine, table: GraphTable, counts: dict[str, int]) -> Iterator[pa.Table]:
        yield from written(engine, table, counts)
        if table.name == "Move":
            raise OSError(28, os.strerror(28))

    with Store.open(path, read_only=True) as store:
        with monkeypatch.context() as patched:
            patched.setattr(export, "pages", full)
            with pytest.raises(InputError, match="cannot be written: No space left"):
                store.export(folder)
        assert not list(folder.iterdir())
        store.export(folder)
        with pytest.raises(InputError, match=r"'.*Game.parquet' exists already: choose another"):
            store.export(folder)
        assert len(list(folder.iterdir())) == 36
    with monkeypatch.context() as patched:
        patched.setattr(Ladybug, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Store.rebuild(path)
    assert set(path.parent.iterdir()) == files | {folder}
    Store.open(path).close()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be made: "):
        Store.open("/proc/boardless.lbug")
    with pytest.raises(InputError, match="cannot be made: No such file or directory"):
        Store.open(tmp_path / "nowhere" / "runs.lbug")
    with pytest.raises(InputError, match="cannot be opened: No such file or directory"):
        Store.open(tmp_path / "runs.lbug", read_only=True)


def test_a_store_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with Store.open("runs.lbug") as store:
        monkeypatch.chdir("elsewhere")
        store.add([a_line(3)])
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 1
    assert not list((tmp_path / "elsewhere").iterdir())
    with Store.open(tmp_path / "runs.lbug", read_only=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 1


def test_a_read_only_store_can_be_asked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def refused(self: Path, mode: str = "r", **more: int) -> object:
        if "+" in mode or "w" in mode or "x" in mode:
            raise OSError(30, os.strerror(30))
        return opened(self, mode, **more)

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(InputError, match="cannot be opened: Read-only file system"):
        Store.open(path)
    with Store.open(path, read_only=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
        with pytest.raises(InputError, match="opened read-only"):
            store.add([a_line(3)])


def test_the_engine_does_not_paste_parameters(path: Path) -> None:
    # Ladybug's binding would write the value of this one into the statement.
    with Store.open(path, read_only=True) as store:
        for cypher in ("RETURN to_json($x)", "RETURN TO_JSON ( $x )"):
            with pytest.raises(InputError, match=r"to_json\(\) takes no parameter here"):
                store.query(cypher, x={"a": None})


# -- writers that died in the middle ---------------------------------------------------------


@pytest.fixture(scope="module")
def left(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store whose writer died while the engine put an addition in order."""
    folder = tmp_path_factory.mktemp("left")
    shutil.copytree(made, folder, dirs_exist_ok=True)
    path = folder / "runs.lbug"
    code = (
        "import os\n"
        "from boardless.store.ladybug import Ladybug\n"
        f"graph = Ladybug(__import__('pathlib').Path({str(path)!r}))\n"
        "graph._run('CALL auto_checkpoint=false')\n"
        "graph._run('CREATE (:Vertex {id: 1000000})')\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    path.with_name(f"{path.name}.shadow").touch()
    return folder


@pytest.fixture
def died(left: Path, tmp_path: Path) -> Path:
    shutil.copytree(left, tmp_path, dirs_exist_ok=True)
    return tmp_path / "runs.lbug"


def test_a_graph_whose_writer_died_can_be_asked(died: Path) -> None:
    with pytest.raises(InputError, match="checkpoint recovery is pending"):
        Ladybug(died, read_only=True)
    with Store.open(died, read_only=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
    assert len(list(died.parent.glob("runs.lbug*"))) == 2


@pytest.mark.parametrize("read_only", [True, False])
def test_a_graph_that_its_engine_cannot_take_up_is_made_anew(path: Path, read_only: bool) -> None:
    # Between the last two steps of a checkpoint, which are to empty one file and to remove another.
    graph = Ladybug(path)
    graph._run("CALL auto_checkpoint=false")
    graph._run("CREATE (:Vertex {id: 1000000})")
    removed = path.with_name(f"{path.name}.wal.checkpoint")
    kept = path.with_name("kept")
    kept.hardlink_to(path.with_name(f"{path.name}.wal"))
    graph._run("CHECKPOINT")
    graph.close()
    kept.replace(removed)
    path.with_name(f"{path.name}.shadow").touch()
    with pytest.raises(InputError, match="does not match the current database"):
        Ladybug(path)
    with Store.open(path, read_only=read_only) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == store.log.trials == 5
        assert not len(store.query("MATCH (v:Vertex) WHERE v.id = 1000000 RETURN v.id"))
    assert len(list(path.parent.glob("runs.lbug*"))) == 2


def test_a_graph_that_its_engine_cannot_take_up_stays_if_its_log_is_damaged(died: Path) -> None:
    died.write_bytes(b"no graph\n" * 1000)
    log = died.with_name("runs.lbug.log")
    whole = bytearray(log.read_bytes())
    whole[60] ^= 1
    log.write_bytes(whole)
    before = {file.name: file.read_bytes() for file in died.parent.iterdir()}
    with pytest.raises(InputError, match=r"writer that died, and cannot .*is damaged at byte 16"):
        Store.open(died, read_only=True)
    assert {file.name: file.read_bytes() for file in died.parent.iterdir()} == before


def test_while_a_writer_lives_nobody_else_puts_its_graph_in_order(
    died: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardless.store.address.PATIENCE", 0.2)
    log = Log.open(died.with_name("runs.lbug.log"), writing=True)
    with pytest.raises(InputError, match="checkpoint recovery is pending"):
        Store.open(died, read_only=True)
    log.close()
    Store.open(died, read_only=True).close()


# -- logs that have lost something -----------------------------------------------------------


@pytest.mark.parametrize("kept", [0, 7, len(FORM), 300, -1])
def test_a_log_that_was_cut_is_told_and_nothing_is_lost(path: Path, kept: int) -> None:
    log = path.with_name("runs.lbug.log")
    log.write_bytes(log.read_bytes()[:kept])
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    told = r"is shorter than its graph: it has [04] trials, the graph 5\. Nothing has been changed"
    for read_only in (False, True):
        with pytest.raises(InputError, match=told):
            Store.open(path, read_only=read_only)
    with pytest.raises(InputError, match=r"the graph, which has 5: a rebuild would lose .* --lose"):
        Store.rebuild(path)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
    with Store.rebuild(path, lose=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == store.log.trials < 5
    Store.open(path).close()


def test_the_graph_of_another_log_is_not_lost_in_a_rebuild(path: Path, tmp_path: Path) -> None:
    with Store.open(tmp_path / "other.lbug") as store:
        store.add([a_line(3)])
    (tmp_path / "other.lbug").replace(path)
    with pytest.raises(InputError, match="has 5 trials, and lacks some of the graph, which has 1"):
        Store.rebuild(path)
    with Store.rebuild(path, lose=True) as store:
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
