"""A store on every engine."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import pytest

from boardless.store import Store
from tests.store.fake_bolt import Driver

SERVER = "BOARDLESS_TEST_BOLT"

Opener = Callable[..., Store]


@pytest.fixture(params=["ladybug", "bolt", "server"])
def reopen(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Opener]:
    """Open the same store, again and again; ``rebuild=True`` rebuilds it."""
    address, log = str(tmp_path / "runs.lbug"), tmp_path / "runs.lbug.log"
    if request.param == "bolt":
        driver = Driver()
        monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
        address = "bolt://nowhere:7687"
    elif request.param == "server":
        address = os.environ.get(SERVER, "")
        if not address:
            pytest.skip(f"{SERVER} names no server, such as bolt://localhost:7687")
        from boardless.store.bolt import Bolt

        server = Bolt(address)
        server.clear()
        server.close()
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
