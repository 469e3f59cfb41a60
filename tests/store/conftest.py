"""A store on every engine."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import pytest

from boardless.store import Store
from boardless.store.bolt import Bolt
from tests.store.fake_bolt import Driver
from tests.store.games import playouts
from tests.store.serving import PASSWORD, USER, NoServerError, serving, turn

#: Names another server than the one that the tests start; they empty it.
SERVER = "BOARDLESS_TEST_BOLT"

#: How many batches of games had been played when all tests were collected.
PLAYED = pytest.StashKey[int]()

Opener = Callable[..., Store]


def pytest_collection_finish(session: pytest.Session) -> None:
    session.config.stash[PLAYED] = playouts.cache_info().misses


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of pytest-xdist share."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    (folder / "server").mkdir(exist_ok=True)
    return folder / "server"


@pytest.fixture(scope="session")
def address(shared: Path) -> Iterator[str]:
    """The address of a real server, the same for all tests and workers."""
    if SERVER in os.environ:
        yield os.environ[SERVER]
        return
    try:
        with serving(shared) as address, pytest.MonkeyPatch.context() as patched:
            patched.setenv("NEO4J_USERNAME", USER)
            patched.setenv("NEO4J_PASSWORD", PASSWORD)
            yield address
    except NoServerError as error:
        pytest.skip(f"no server of the Bolt protocol ({SERVER} may name one): {error}")


@pytest.fixture
def server(address: str, shared: Path) -> Iterator[str]:
    """The address of a real server, which is empty, and left alone by other workers."""
    with turn(shared / "turn"):
        bolt = Bolt(address)
        bolt.clear()
        bolt.close()
        yield address


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty store, to be copied: to make its schema takes longer."""
    folder = tmp_path_factory.mktemp("empty")
    Store.create(folder / "runs.lbug").close()
    return folder


#: The server that is none takes the place of the real one only where all is tested thoroughly.
@pytest.fixture(
    params=[
        "ladybug",
        pytest.param("bolt", marks=pytest.mark.slow),
        pytest.param("server", marks=pytest.mark.server),
    ]
)
def reopen(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Opener]:
    """Open the same store, again and again; ``rebuild=True`` rebuilds it."""
    address, log = str(tmp_path / "runs.lbug"), tmp_path / "runs.lbug.log"
    if request.param == "ladybug":
        shutil.copytree(request.getfixturevalue("empty"), tmp_path, dirs_exist_ok=True)
    elif request.param == "bolt":
        driver = Driver()
        monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
        address = "bolt://nowhere:7687"
    elif request.param == "server":
        address = request.getfixturevalue("server")
    opened: list[Store] = []

    def reopen(*, rebuild: bool = False, read_only: bool = False) -> Store:
        while opened:
            opened.pop().close()
        if rebuild:
            opened.append(Store.rebuild(address, log=log))
        else:
            opened.append(Store.open(address, log=log, read_only=read_only))
        return opened[0]

    yield reopen
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Opener) -> Store:
    return reopen()
