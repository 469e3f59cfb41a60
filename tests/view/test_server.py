"""The local server: who gets in, and who does not."""

import asyncio
import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tornado.websocket import websocket_connect

from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from boardless.view import Session
from boardless.view.lobby import Lobby
from boardless.view.page_view import MAX_MESSAGE
from boardless.view.server import HOST, PageServer, served
from boardless.view.table import Chair
from tests.view.test_lobby import until


@pytest.fixture
def session() -> Session:
    return Session(State(load("Tic-Tac-Toe", jit=False)), seed=1)


def status(address: str, **headers: str) -> int:
    try:
        with urlopen(Request(address, headers=headers)) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code


def test_only_who_has_the_address_gets_in(session: Session) -> None:
    with served(session) as server:
        root = f"http://{HOST}:{server.port}"
        assert server.address == f"{root}/{server.token}/"
        assert len(server.token) >= 32
        with urlopen(server.address) as answer:
            page = answer.read().decode()
            policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "<title>Tic-Tac-Toe</title>" in page
        for path in ("/", "/x/", f"/{server.token}", f"/{server.token[:-1]}/", "/../etc/passwd"):
            assert status(root + path) == 404
        assert status(server.address, Host="example.org") == 404


def knock(server: PageServer, origin: str) -> int:
    """Ask for a socket from a page of some origin; return the status of the answer."""
    connection = HTTPConnection(HOST, server.port)
    headers = {
        "Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "x" * 22 + "==",
    }  # fmt: skip
    with closing(connection):
        connection.request("GET", f"/{server.token}/live", headers=headers)
        with connection.getresponse() as answer:
            return answer.status


def got(address: str, cookie: str = "") -> tuple[int, str, Any]:
    """Return status, text and headers of the answer to a browser with a cookie."""
    try:
        with urlopen(Request(address, headers={"Cookie": cookie})) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers


def test_tables_of_a_lobby_are_behind_its_token_and_files_are_what_a_browser_may_see() -> None:
    lobby = Lobby(jit=False)
    table = lobby.open("Love Letter", ("Players/2",), [Chair("Ann", "ann"), Chair("Bob", "bob")])
    with served(lobby) as server:
        root = f"http://{HOST}:{server.port}"
        status_, page, headers = got(server.address)
        cookie = headers["Set-Cookie"]
        assert status_ == 200
        assert "<title>Games</title>" in page
        assert "unsafe" not in headers["Content-Security-Policy"]
        for part in ("HttpOnly", "SameSite=Strict", f"Path=/{server.token}/"):
            assert part in cookie
        place = f"{server.address}t/{table.key}/"
        assert got(place)[0] == 200
        assert got(f"{server.address}t/{table.key}x/")[0] == 404
        assert got(f"{root}/{'x' * 32}/t/{table.key}/")[0] == 404
        assert got(f"{root}/{'x' * 32}/t/{table.key}/export/trial")[0] == 404
        assert got(f"{place}export/pickle")[0] == 404
        until(lambda: table.is_dealt)
        session, table.session = table.session, None
        early = got(f"{place}export/svg", "browser=ann")
        assert early[:2] == (409, "the game is not ready yet: wait a moment")
        table.session = session
        assert got(f"{place}export/trial", "browser=ann")[0] == 409
        films = [got(f"{place}export/gif", f"browser={name}")[0] for name in ("ann", "eve")]
        assert films == [409, 409]
        pages = [got(f"{place}export/html", f"browser={name}")[0] for name in ("ann", "eve")]
        assert pages == [200, 409]
        status_, words, headers = got(f"{place}export/notation", "browser=ann")
        assert status_ == 200
        assert words.startswith("Love Letter\n")
        assert headers["Content-Disposition"] == 'attachment; filename="game.txt"'
        assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        own, other, none = (
            got(f"{place}export/svg", f"browser={name}")[1] for name in ("ann", "bob", "eve")
        )
        assert all(picture.startswith("<svg") for picture in (own, other, none))


async def talk(server: PageServer, *texts: str) -> list[Any]:
    """Say some texts, one after the other, and return the first answer to each."""
    socket = await websocket_connect(f"ws://{HOST}:{server.port}/{server.token}/live")
    heard = []
    for text in texts:
        await socket.write_message(text)
        answer = await socket.read_message()
        heard.append(None if answer is None else json.loads(answer))
    socket.close()
    while heard[-1] is not None and await socket.read_message() is not None:
        pass  # until the other side has closed it, too
    return heard


def test_messages_are_answered_and_bounded(session: Session) -> None:
    with served(session) as server:
        here = f"http://{HOST}:{server.port}"
        hello, nonsense = asyncio.run(talk(server, '{"do": "hello", "n": 4}', "{"))
        assert hello["whole"]["scene"]["title"] == "Tic-Tac-Toe"
        assert nonsense["re"] in (0, 4)
        assert asyncio.run(talk(server, "x" * (MAX_MESSAGE + 1))) == [None]
        assert knock(server, here) == 101
        assert knock(server, "http://example.org") == 403
    assert session.state.ply == 0


def test_a_taken_port_is_refused(session: Session) -> None:
    with served(session) as server, pytest.raises(InputError, match=f"port {server.port}: "):
        PageServer(session, server.port)
    with pytest.raises(InputError, match="seat 3"), served(session, seat=3):
        pass
