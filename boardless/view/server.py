"""The local page: a session shown by a server that nobody else can reach.

It listens on 127.0.0.1 alone, and answers only under an address with a token, which is printed for
the person who started it. Requests by another host name are refused: DNS rebinding lets a foreign
page's own name lead here.
"""

import asyncio
import hmac
import secrets
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from socket import create_server
from threading import Thread
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from boardless.topo import InputError, integer_between
from boardless.view.files import live_page, policy
from boardless.view.page_view import MAX_MESSAGE, Message, PageView, read_message
from boardless.view.scene import EVERYBODY
from boardless.view.session import Session

HOST = "127.0.0.1"
#: The most pages that may look at a session at once.
MAX_PAGES = 32


class Server:
    """A server of one session in the present event loop, on a port, 0 for any that is free.

    The page is that of a seat; 0 sees everything and moves for all. By default it is the session's
    `own_seat`.
    """

    def __init__(self, session: Session, port: int = 0, seat: int | None = None) -> None:
        port = integer_between(port, "port", 0, 65_535)
        self.session = session
        self.seat = session.own_seat if seat is None else seat
        integer_between(self.seat, "seat", EVERYBODY, session.state.game.players)
        self.token = secrets.token_urlsafe(24)
        self.pages: set[_Live] = set()
        try:
            listening = create_server((HOST, port))
        except OSError as error:
            raise InputError(f"port {port}: {error.strerror}, choose another one") from None
        listening.setblocking(False)
        self.port = int(listening.getsockname()[1])
        self.address = f"http://{HOST}:{self.port}/{self.token}/"
        routes: list[Any] = [
            (r"/([\w-]+)/", _Main, {"server": self}),
            (r"/([\w-]+)/live", _Live, {"server": self}),
        ]
        application = Application(
            routes,
            default_handler_class=_Nothing,
            websocket_max_message_size=MAX_MESSAGE,
            log_function=lambda handler: None,
        )
        self._http = HTTPServer(application, max_body_size=0, max_header_size=16_384)
        self._http.add_socket(listening)

    def check(self, host: str, token: str) -> None:
        """Refuse a request by another name, or with another token."""
        names = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        if host not in names or not hmac.compare_digest(token.encode(), self.token.encode()):
            raise HTTPError(404)

    async def close(self) -> None:
        """Listen no more, and tell all pages."""
        self._http.stop()
        for page in list(self.pages):
            page.close()
        await self._http.close_all_connections()


async def serve(session: Session, port: int = 0, seat: int | None = None) -> None:
    """Print the address of a session's page and serve it until it is interrupted."""
    server = Server(session, port, seat)
    print(server.address, flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()


@contextmanager
def served(session: Session, port: int = 0, seat: int | None = None) -> Iterator[Server]:
    """Serve a session from a thread of its own, while Python goes on; see `Server`."""
    begun: Future[tuple[Server, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        end = asyncio.Event()
        try:
            server = Server(session, port, seat)
        except InputError as error:
            begun.set_exception(error)
            return
        begun.set_result((server, asyncio.get_running_loop(), end))
        await end.wait()
        await server.close()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    server, loop, end = begun.result()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()


class _Nothing(RequestHandler):
    def prepare(self) -> None:
        raise HTTPError(404)


class _Main(RequestHandler):
    """The handler of the page itself."""

    def initialize(self, server: Server) -> None:
        self.server = server

    def get(self, token: str) -> None:
        self.server.check(self.request.host, token)
        nonce = secrets.token_urlsafe(12)
        self.set_header("Content-Security-Policy", policy(nonce) + "; frame-ancestors 'none'")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish(live_page(self.server.session.state.game.name, nonce))


class _Live(WebSocketHandler):
    """The socket of a page; Tornado refuses pages of other origins."""

    def initialize(self, server: Server) -> None:
        self.server = server
        self.view: PageView | None = None

    def prepare(self) -> None:
        self.server.check(self.request.host, self.path_args[0])
        if len(self.server.pages) >= MAX_PAGES:
            raise HTTPError(503)

    def open(self, *_token: str) -> None:
        loop = IOLoop.current()

        def send(message: Message) -> None:
            # Agents move in threads of their own; a socket belongs to the loop's.
            loop.add_callback(self._write, message)

        self.server.pages.add(self)
        self.view = PageView(self.server.session, send, self.server.seat)

    def _write(self, message: Message) -> None:
        try:
            self.write_message(message)
        except WebSocketClosedError:
            self.on_close()

    def on_message(self, message: str | bytes) -> None:
        if self.view is not None:
            self.view.receive(read_message(message))

    def on_close(self) -> None:
        if self.view is not None:
            self.view.close()
            self.view = None
            self.server.pages.discard(self)
