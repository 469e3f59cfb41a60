"""The local pages: a session, or a lobby with its tables, on a server that nobody else can reach.

It listens on 127.0.0.1 alone, and answers only under an address with a token, which is printed for
the person who started it. Requests by another host name are refused: DNS rebinding lets a foreign
page's own name lead here.
"""

import asyncio
import hmac
import secrets
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from socket import create_server
from threading import Thread
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from boardless.topo import InputError, integer_between
from boardless.view.files import EXPORTS, live_page, policy
from boardless.view.lobby import Lobby, LobbyPage
from boardless.view.page_view import MAX_MESSAGE, Message, PageView, read_message
from boardless.view.scene import EVERYBODY
from boardless.view.session import Session
from boardless.view.table import GameTable, TablePage, making_now

HOST = "127.0.0.1"
#: The most pages that may be open at once.
MAX_PAGES = 32
#: The cookie by which a browser keeps its seats: nobody else's page gets to see it.
COOKIE = "browser"
#: Milliseconds between two looks at the running compilation.
LOOK = 250

House = Session | Lobby


class PageServer:
    """A server of one session, or of a lobby, in the present event loop, on a port, 0 for any.

    The page of a session belongs to a seat; 0 sees everything and moves for all. The default is
    the session's `own_seat`. Pages of a lobby belong to the browsers that took seats.
    """

    def __init__(self, house: House, port: int = 0, seat: int | None = None) -> None:
        port = integer_between(port, "port", 0, 65_535)
        self.house = house
        self.seat = EVERYBODY
        if isinstance(house, Session):
            self.seat = house.own_seat if seat is None else seat
            integer_between(self.seat, "seat", EVERYBODY, house.state.game.players)
        self.token = secrets.token_urlsafe(24)
        self.pages: set[_Live] = set()
        try:
            listening = create_server((HOST, port))
        except OSError as error:
            raise InputError(f"port {port}: {error.strerror}, choose another one") from None
        listening.setblocking(False)
        self.port = int(listening.getsockname()[1])
        self.address = f"http://{HOST}:{self.port}/{self.token}/"
        own = {"server": self}
        routes: list[Any] = [
            (r"/([\w-]+)/", _Main, own),
            (r"/([\w-]+)/live", _Live, own),
            (r"/([\w-]+)/t/([\w-]+)/", _Main, own),
            (r"/([\w-]+)/t/([\w-]+)/live", _Live, own),
            (r"/([\w-]+)/(?:t/([\w-]+)/)?export/([a-z]+)", _Export, own),
        ]
        application = Application(
            routes,
            default_handler_class=_Nothing,
            websocket_max_message_size=MAX_MESSAGE,
            log_function=lambda handler: None,
        )
        self._making: Message | None = None
        self._looks = PeriodicCallback(self._look, LOOK)
        self._looks.start()
        self._http = HTTPServer(application, max_body_size=0, max_header_size=16_384)
        self._http.add_socket(listening)

    def _look(self) -> None:
        """Tell pages of games about a compilation that begins or ends."""
        making = making_now()
        if making is None and self._making is None:
            return
        if making is None or self._making is None or making["key"] != self._making["key"]:
            self._making = making
            for page in list(self.pages):
                page.tell({"making": making})

    def check(self, host: str, token: str) -> None:
        """Refuse a request by another name, or with another token."""
        names = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        if host not in names or not hmac.compare_digest(token.encode(), self.token.encode()):
            raise HTTPError(404)

    def table(self, key: str) -> GameTable:
        """Return the table of an address; HTTPError 404 for an unknown address."""
        table = self.house.table(key) if isinstance(self.house, Lobby) else None
        if table is None:
            raise HTTPError(404)
        return table

    async def close(self) -> None:
        """Stop listening, and notify all pages."""
        self._http.stop()
        self._looks.stop()
        for page in list(self.pages):
            page.close()
        if isinstance(self.house, Lobby):
            self.house.close()
        await self._http.close_all_connections()


async def serve(house: House, port: int = 0, seat: int | None = None) -> None:
    """Print the address of a session's page, or of a lobby, and serve it until interrupted."""
    server = PageServer(house, port, seat)
    print(server.address, flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()


@contextmanager
def served(house: House, port: int = 0, seat: int | None = None) -> Iterator[PageServer]:
    """Serve a session or a lobby from a thread, while Python goes on; see `PageServer`."""
    begun: Future[tuple[PageServer, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        end = asyncio.Event()
        try:
            server = PageServer(house, port, seat)
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

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Content-Security-Policy", "default-src 'none'")
        self.finish("There is no such page. The address may be one of a program that has ended.")


class _Page(_Nothing):
    """A handler of pages below the address with the token."""

    def initialize(self, server: PageServer) -> None:
        self.server = server

    def prepare(self) -> None:
        self.server.check(self.request.host, self.path_args[0])
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")


class _Main(_Page):
    """The handler of the pages themselves."""

    def get(self, token: str, key: str = "") -> None:
        house = self.server.house
        if key:
            title, script = self.server.table(key).title, "live.js"
        elif isinstance(house, Session):
            title, script = house.state.game.name, "live.js"
        else:
            title, script = "Games", "lobby.js"
        if not self.get_cookie(COOKIE):
            value = secrets.token_urlsafe(24)
            self.set_cookie(COOKIE, value, path=f"/{token}/", httponly=True, samesite="Strict")
        nonce = secrets.token_urlsafe(12)
        self.set_header("Content-Security-Policy", policy(nonce) + "; frame-ancestors 'none'")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(live_page(title, nonce, script))


class _Export(_Page):
    """The handler of games as files, as far as a page's seat may see them."""

    async def get(self, _token: str, key: str | None, name: str) -> None:
        if name not in EXPORTS:
            raise HTTPError(404)
        house, loop = self.server.house, asyncio.get_running_loop()
        session, seat = (house, self.server.seat) if isinstance(house, Session) else (None, 0)
        try:
            if key:
                table = self.server.table(key)
                seat, session = table.eyes(self.get_cookie(COOKIE) or ""), table.session
            if session is None:
                raise HTTPError(404)
            content = await loop.run_in_executor(None, EXPORTS[name].make, session, seat)
        except InputError as error:
            self.set_status(409)
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(str(error))
            return
        self.set_header("Content-Type", EXPORTS[name].type)
        self.set_header(
            "Content-Disposition", f'attachment; filename="game.{EXPORTS[name].ending}"'
        )
        self.set_header("Content-Security-Policy", "default-src 'none'; sandbox")
        self.finish(content)


class _Live(WebSocketHandler):
    """The socket of a page; Tornado refuses pages of other origins."""

    def initialize(self, server: PageServer) -> None:
        self.server = server
        self.view: PageView | LobbyPage | None = None

    def prepare(self) -> None:
        self.server.check(self.request.host, self.path_args[0])
        if len(self.server.pages) >= MAX_PAGES:
            raise HTTPError(503)
        if len(self.path_args) > 1:
            self.server.table(self.path_args[1])

    def open(self, _token: str, key: str = "") -> None:
        self.loop = IOLoop.current()

        def send(message: Message) -> None:
            # Agents move in threads of their own; a socket belongs to the loop's.
            self.loop.add_callback(self._write, message)

        self.server.pages.add(self)
        # Requests of a page are served in order, and no other page waits for them.
        self.work = ThreadPoolExecutor(1, "page")
        house, browser = self.server.house, self.get_cookie(COOKIE) or ""
        if key:
            self.view = TablePage(self.server.table(key), browser, send)
        elif isinstance(house, Session):
            self.view = PageView(house, send, self.server.seat)
        else:
            self.view = LobbyPage(house, browser, send)

    def tell(self, message: Message) -> None:
        """Tell the page of a game something that is not of its session."""
        if isinstance(self.view, PageView):
            self._write(message)

    def _write(self, message: Message) -> None:
        try:
            written = self.write_message(message)
        except WebSocketClosedError:
            self.on_close()
        else:
            # A page may go away in the midst of it.
            written.add_done_callback(lambda done: done.cancelled() or done.exception())

    def on_message(self, message: str | bytes) -> None:
        if self.view is not None:
            self.work.submit(self.view.receive, read_message(message))

    def on_close(self) -> None:
        if self.view is not None:
            view, self.view = self.view, None
            self.work.submit(view.close)
            self.work.shutdown(wait=False)
            self.server.pages.discard(self)
