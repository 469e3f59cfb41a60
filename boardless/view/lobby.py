"""A lobby: a page with all games that opens tables, and the tables themselves."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import wraps
from threading import RLock
from typing import Any

from boardless.games import Game, compile
from boardless.games.language.errors import LudemeError
from boardless.games.library import Library
from boardless.play.replay import replayed
from boardless.play.state import State
from boardless.state import Trial
from boardless.topo import InputError
from boardless.util.inputs import shown
from boardless.view.page_view import MAX_ERROR, Message, PageTalk, requests
from boardless.view.shelf import Card, Shelf, read_kept
from boardless.view.table import NO_CLOCK, OPEN, Chair, Clock, GameTable, named_person
from boardless.view.thinking import LEVELS

#: The most tables that are kept; the oldest that nobody looks at goes first.
MAX_TABLES = 64
#: Games that are kept ready.
MAX_GAMES = 16
#: The word for a chair that the opener of a table takes.
ME = "me"
#: Players at most, whatever a description says.
MAX_PLAYERS = 16


class Lobby:
    """The games that can be chosen, and the tables of games in progress.

    Every method may be called from any thread.

    Parameters
    ----------
    library : Library, optional
        More games, shown after the games of the package.
    jit : bool
        Whether games are compiled, or run as plain Python.
    elsewhere : callable, optional
        Calls a function in another process; see `Shelf`.
    """

    def __init__(
        self,
        library: Library | None = None,
        jit: bool = True,
        elsewhere: Callable[..., Any] | None = None,
    ) -> None:
        self.shelf = Shelf(library, elsewhere)
        self.jit = jit
        self.tables: dict[str, GameTable] = {}
        self._ahead: Future[Card] | None = None
        self._games: dict[tuple[str, tuple[str, ...]], Future[Game]] = {}
        self.lock = RLock()
        self.pages: set[LobbyPage] = set()
        #: Prepares tables, and makes pictures one after the other.
        self.workers = ThreadPoolExecutor(8, "table")
        self.painter = ThreadPoolExecutor(1, "picture")
        if library is not None:
            # Every game of it needs them, the first one would wait.
            self.workers.submit(lambda: library.definitions)

    def table(self, key: str) -> GameTable | None:
        """Return the table of an address, None for an unknown address."""
        with self.lock:
            return self.tables.get(key)

    def game(self, name: str, options: tuple[str, ...] = ()) -> Future[Game]:
        """Begin to read and compile a game of the shelf, once for all tables."""
        text = self.shelf.text(name)
        with self.lock:
            made = self._games.pop((text, options), None)
            if made is None or (made.done() and made.exception() is not None):
                made = self.workers.submit(self._made, text, options)
            self._games[text, options] = made
            if len(self._games) > MAX_GAMES:
                self._games.pop(next(iter(self._games)))
        return made

    def get_ready(self, name: str, options: tuple[str, ...] = ()) -> None:
        """Put a game that a person reads about into the disk cache, unless another is read."""
        text = self.shelf.text(name)
        with self.lock:
            if self._ahead is None or self._ahead.done():
                self._ahead = self.workers.submit(self.shelf.elsewhere, read_kept, text, options)

    def _made(self, text: str, options: tuple[str, ...]) -> Game:
        game = compile(text, options, jit=self.jit)
        # Scenes need it, and it takes longest.
        _ = game.module
        return game

    def open(
        self,
        name: str,
        options: tuple[str, ...],
        chairs: list[Chair],
        clock: Clock = NO_CLOCK,
    ) -> GameTable:
        """Open a table for a game of the shelf, and begin to prepare it."""
        game = self.game(name, options)

        table = GameTable(name, lambda: State(game.result()), chairs, clock, self.refresh)
        self._add(table)
        return table

    def resume(self, trial: Trial, browser: str) -> GameTable:
        """Open a table for a saved game and give a browser all the chairs."""
        if not trial.text:
            raise InputError("a saved game: the description is missing in this file")
        chairs = [Chair(owner=browser) for _ in range(trial.setup.players)]

        def make() -> State:
            return replayed(trial, compile(trial.text, trial.options, jit=self.jit))

        table = GameTable(trial.game or "A saved game", make, chairs, NO_CLOCK, self.refresh)
        self._add(table)
        return table

    def _add(self, table: GameTable) -> None:
        with self.lock:
            if len(self.tables) >= MAX_TABLES:
                idle = next((key for key, one in self.tables.items() if not one.pages), None)
                if idle is None:
                    raise InputError(f"{MAX_TABLES} tables are in use: wait until one is free")
                self.tables.pop(idle).close()
            self.tables[table.key] = table
        self.workers.submit(table.prepare)
        self.refresh()

    def refresh(self) -> None:
        """Update all pages of the lobby."""
        for page in list(self.pages):
            page.refresh()

    def close(self) -> None:
        """End all tables."""
        for table in self.tables.values():
            table.close()
        for pool in (self.workers, self.painter):
            pool.shutdown(wait=False, cancel_futures=True)


class LobbyPage(PageTalk):
    """A page of the lobby, in a browser."""

    def __init__(self, lobby: Lobby, browser: str, send: Callable[[Message], None]) -> None:
        super().__init__(send, RLock())
        self.lobby = lobby
        self.browser = browser
        lobby.pages.add(self)

    def close(self) -> None:
        """Stop following the lobby."""
        self.lobby.pages.discard(self)

    def data(self) -> Message:
        """Return the games, and the tables, the newest first."""
        with self.lobby.lock:
            tables = [*self.lobby.tables.values()][::-1]
        return {
            "games": self.lobby.shelf.list(),
            "tables": [
                {
                    "key": table.key,
                    "title": table.title,
                    "over": table.over,
                    "seats": table.people(),
                    "mine": table.mine(self.browser),
                }
                for table in tables
            ],
            "levels": [*LEVELS],
        }

    # -- requests -----------------------------------------------------------------------------

    def about(self, game: object) -> Message:
        """Answer with the card of a game, and prepare the game."""
        name = text_of(game)
        card = self.lobby.shelf.card(name)
        if not card["error"]:
            # A person who reads about a game is likely to play it.
            self.lobby.get_ready(name)
        return {"card": card}

    def picture(self, game: object) -> Future[Message]:
        """Answer with a scene from the middle of a game.

        Known pictures are answered at once. Others are made one after the other, so that they do
        not slow games in progress. A page that has been closed by then gets an empty answer.
        """
        lobby, answer = self.lobby, Future[Message]()

        def tell(made: Callable[[], Message | None]) -> None:
            try:
                picture = made()
            except Exception as error:
                answer.set_exception(error)
                return
            if picture is None:
                lobby.painter.submit(tell, make)
            else:
                answer.set_result({"picture": picture})

        def known() -> Message | None:
            return lobby.shelf.known_picture(text_of(game))

        def make() -> Message:
            return lobby.shelf.picture(text_of(game)) if self in lobby.pages else {}

        lobby.workers.submit(tell, known)
        return answer

    def players(self, game: object, options: object) -> Message:
        """Answer with the number of players with some options."""
        name, chosen = text_of(game), options_of(options)
        players = self.lobby.shelf.players(name, chosen)
        self.lobby.get_ready(name, chosen)
        return {"players": players}

    def rules(self, game: object, options: object) -> Message:
        """Answer with the rules of a game in words."""
        return {"rules": self.lobby.shelf.rules(text_of(game), options_of(options))}

    def drop(self, text: object) -> Message:
        """Take a description, or open a game that was saved; refusals have line and column."""
        text = text_of(text)
        if text.startswith(TRIAL):
            table = self.lobby.resume(Trial.loads(text), self.browser)
            return {"address": f"t/{table.key}/"}
        try:
            name = self.lobby.shelf.drop(text)
        except LudemeError as error:
            said = str(error)[:MAX_ERROR]
            return {"refused": {"line": error.line, "column": error.column, "words": said}}
        except RecursionError:
            return {"refused": {"line": 0, "column": 0, "words": "it is nested too deeply"}}
        self.lobby.refresh()
        return {"game": name}

    def open(
        self, game: object, options: object, seats: object, minutes: object, extra: object
    ) -> Message:
        """Open a table and answer with its address.

        `seats` is a line for each player: ``me NAME``, ``open``, or a level.
        """
        chairs = [self._chair(line) for line in text_of(seats).split("\n")]
        if len(chairs) > MAX_PLAYERS:
            raise InputError(f"{len(chairs)} players: at most {MAX_PLAYERS} can play")
        if type(minutes) is not int or type(extra) is not int:
            raise InputError("a clock: give whole numbers")
        clock = Clock(minutes, extra)
        table = self.lobby.open(text_of(game), options_of(options), chairs, clock)
        return {"address": f"t/{table.key}/"}

    def _chair(self, line: str) -> Chair:
        who, _, name = line.partition(" ")
        if who == ME:
            return Chair(named_person(name), self.browser)
        if line == OPEN:
            return Chair()
        if line not in LEVELS:
            raise InputError(f"seat {shown(line)}: choose {ME}, {OPEN} or a level")
        return Chair(level=line)


def text_of(value: object) -> str:
    """Return a text; raise InputError for other values."""
    if not isinstance(value, str):
        raise InputError(f"{shown(value)}: give a text")
    return value


def options_of(value: object) -> tuple[str, ...]:
    """Return the options in a text with one option a line."""
    return tuple(line for line in text_of(value).split("\n") if line)


def _by_workers(command: Callable[..., Message]) -> Callable[..., Future[Message]]:
    """Return a slow request that runs in a worker, so that others need not wait."""

    @wraps(command)
    def submit(page: LobbyPage, *given: object) -> Future[Message]:
        return page.lobby.workers.submit(command, page, *given)

    return submit


#: How the text of a game that was saved begins.
TRIAL = "{"

LobbyPage.commands = requests(
    hello=LobbyPage.hello,
    about=_by_workers(LobbyPage.about),
    picture=LobbyPage.picture,
    players=_by_workers(LobbyPage.players),
    rules=_by_workers(LobbyPage.rules),
    drop=_by_workers(LobbyPage.drop),
    open=LobbyPage.open,
)
