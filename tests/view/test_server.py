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
from boardless.view.page_view import MAX_MESSAGE
from boardless.view.server import HOST, Server, served


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


def knock(server: Server, origin: str) -> int:
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


async def talk(server: Server, *texts: str) -> list[Any]:
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
        Server(session, server.port)
    with pytest.raises(InputError, match="seat 3"), served(session, seat=3):
        pass
