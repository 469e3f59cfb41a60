"""A table of a lobby: a game with its address, chairs, clocks, and the result."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import RLock, Timer
from time import monotonic, perf_counter
from traceback import print_exc

from boardless.agents.specs import entrant
from boardless.jit.compilations import compilation_now
from boardless.jit.native import hurry
from boardless.play.playing import answer_in, random_at
from boardless.play.state import State
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse
from boardless.view.endings import reason_of
from boardless.view.page_view import COMMANDS, MAX_ERROR, Message, PageTalk, PageView, requests
from boardless.view.seen import WATCHER
from boardless.view.session import Session, Variations
from boardless.view.thinking import LEVELS, PERSON, Seat, seat_of

#: Longer names of people are cut.
MAX_PERSON = 24
#: The word for an open chair.
OPEN = "open"
#: The player whose search is compiled in advance.
WARMING = "mcts:1"
#: Kernels of searches.
SEARCHES = ("search", "playouts", "run_playouts")
#: The most minutes on a clock, and seconds added with each move.
MAX_MINUTES, MAX_EXTRA = 180, 120


@dataclass(slots=True)
class Chair:
    """A chair at a table, with its player."""

    #: A person's name, "" for "Player 1" and so on.
    name: str = ""
    #: The browser of the person, "" while nobody has taken it.
    owner: str = ""
    #: The level of a computer player, "" for a person.
    level: str = ""

    @property
    def is_open(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.level and not self.owner


@dataclass(frozen=True)
class Clock:
    """Minutes for all moves of a player, and the seconds that each move adds; 0 for no clock."""

    minutes: int = 0
    extra: int = 0

    def __post_init__(self) -> None:
        integer_between(self.minutes, "minutes", 0, MAX_MINUTES)
        integer_between(self.extra, "seconds a move", 0, MAX_EXTRA)


NO_CLOCK = Clock()


@dataclass(frozen=True)
class TableRequest:
    """A wish of one person at a table that changes the game for all players there."""

    number: int
    #: The asking browser, and the browsers that have agreed so far.
    browser: str
    agreed: set[str]
    #: The request of the page with its fields, and the function that fulfils it.
    wish: tuple[object, ...]
    fulfil: Callable[[], object]
    #: The position at which it was made; it lapses with the next move.
    position: tuple[Variations, int]


class GameTable:
    """A table: the session of a game, its chairs, clock and pages.

    The session is None until `prepare` has made it, which may take a while.

    Parameters
    ----------
    title : str
        The game.
    make : callable
        Makes the first state.
    chairs : list of Chair
        One for each player.
    clock : Clock
        The time for players.
    changed : callable
        Called when the lobby's data about the table change.
    """

    def __init__(
        self,
        title: str,
        make: Callable[[], State],
        chairs: list[Chair],
        clock: Clock = NO_CLOCK,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.key = secrets.token_urlsafe(9)
        self.title = title
        self.chairs = chairs
        self.clock = clock
        self.lock = RLock()
        self.session: Session | None = None
        #: Whether all has happened that comes before the first choice.
        self.is_dealt = False
        self.trouble = ""
        self.pages: set[TablePage] = set()
        self._request: TableRequest | None = None
        self._requests = 0
        self._make = make
        self._ended = ""
        self._told = changed
        self._left = [60.0 * clock.minutes] * len(chairs)
        #: The player whose clock runs, the node, and the start time.
        self._charged: tuple[int, int, float] = (0, 0, 0.0)
        self._timer: Timer | None = None

    def prepare(self) -> None:
        """Make the session, and let chance deal; pages see the board as soon as there is one."""
        try:
            state = self._make()
            if len(self.chairs) != state.game.players:
                raise InputError(f"{len(self.chairs)} chairs: {state.game.players} are needed")
            session = Session(state, self._seats(), forced=True, begin=False)
        except InputError as error:
            self.trouble = str(error)
            self.refresh()
            return
        session.lock = self.lock
        self.session = session
        session.add_view(self.follow)
        self.refresh()
        try:
            hurry(state.position.kernels)
            session.fall()
            self.is_dealt = True
            session.thinking.start()
        except Exception:
            # Nobody asks the worker for its result, so the people at the table must get the error.
            session.trouble = "the program has failed, see where it was started"
            session.changed()
            print_exc()
            return
        self._warm(session)

    def _seats(self) -> list[Seat]:
        return [seat_of(chair.level or PERSON) for chair in self.chairs]

    def _warm(self, session: Session) -> None:
        """Let a computer player's search be compiled before it is its turn."""
        with self.lock:
            state, thinks = session.state.copy(), session.thinking.player
        if (
            thinks
            or state.outcome() is not None
            or not any(LEVELS.get(chair.level, "").startswith("mcts") for chair in self.chairs)
        ):
            return
        with suppress(Exception):  # a later use of the agent shows the error
            answer_in(entrant(WARMING), state, random_at(0, 0))

    # -- pages --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update all pages, and the lobby."""
        for page in list(self.pages):
            page.refresh()
        self._told()

    def follow(self) -> None:
        """React to a change of the session."""
        self._charge()
        self.refresh()

    def people(self) -> list[Message]:
        """Return the people in the chairs, as JSON has it, without their browsers."""
        here = {page.browser for page in self.pages}
        return [
            {
                "name": self.name(player),
                "level": chair.level,
                "open": chair.is_open,
                "here": bool(chair.level) or chair.owner in here,
            }
            for player, chair in enumerate(self.chairs, 1)
        ]

    def name(self, player: int) -> str:
        """Return the name of a player for people."""
        chair = self.chairs[player - 1]
        several = sum(bool(one.level) for one in self.chairs) > 1
        computer = f"Computer {player}" if several else "Computer"
        return chair.name or (computer if chair.level else f"Player {player}")

    def mine(self, browser: str) -> list[int]:
        """Return the players of a browser's chairs."""
        return [n for n, chair in enumerate(self.chairs, 1) if browser and chair.owner == browser]

    def eyes(self, browser: str) -> int:
        """Return the seat that decides a browser's view: its own player to move."""
        mine = self.mine(browser)
        to_move = self._ready().state.seat
        return to_move if to_move in mine else mine[0] if mine else WATCHER

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session is not None and self.session.over

    def data(self, browser: str) -> Message:
        """Return the data of the table for a browser's page."""
        session = self.session
        watching = {page.browser for page in self.pages} - {chair.owner for chair in self.chairs}
        return {
            "title": self.title,
            "trouble": self.trouble,
            "seats": self.people(),
            "mine": self.mine(browser),
            "watching": len(watching),
            "request": self._request_of(browser),
            "clock": self._times() if self.clock.minutes else [],
            "charged": self._charged[0],
            "thought": session.thinking.seconds if session else 0.0,
            "reason": self._reason(session) if session and self.over else "",
            "levels": [*LEVELS],
        }

    def _reason(self, session: Session) -> str:
        return self._ended if session.closed else reason_of(session.state)

    # -- requests -----------------------------------------------------------------------------

    def ask(self, browser: str, wish: tuple[object, ...], fulfil: Callable[[], object]) -> None:
        """Fulfil the wish of a person, or ask the other players at the table.

        InputError while another request waits for answers.
        """
        with self.lock:
            request = self._asked()
            if request is not None and request.browser != browser:
                if request.wish != wish:
                    raise InputError(
                        f"{self._person(request.browser)} has made another request: answer it first"
                    )
                self.answer(browser, request.number, 1)
                return
            tree = self._ready().tree
            self._requests += 1
            self._request = TableRequest(
                self._requests, browser, set(), wish, fulfil, (tree, tree.here)
            )
            self.answer(browser, self._requests, 1)

    def answer(self, browser: str, number: object, agrees: object) -> None:
        """Agree to a request by 1, or decline or withdraw it by 0; it needs all agreements.

        InputError if it is not open any more. If it cannot be fulfilled, all pages say why.
        """
        with self.lock:
            request, session = self._asked(), self._ready()
            if request is None or request.number != number:
                refuse("request", number, "it is not open any more")
            request.agreed.add(browser)
            self._request = request if agrees and self._waits_for(request) else None
            trouble = "" if agrees else f"{self._person(browser)} has declined"
            if agrees and self._request is None:
                try:
                    request.fulfil()
                except InputError as error:
                    if browser == request.browser:
                        raise
                    trouble = f"{self._person(request.browser)}'s request: {error}"[:MAX_ERROR]
            if trouble and browser != request.browser:
                session.trouble = trouble
                session.changed()
        self.refresh()

    def _asked(self) -> TableRequest | None:
        """Return the request that waits for answers, None once the game has gone on."""
        tree = self.session.tree if self.session is not None else None
        if self._request and (tree is None or self._request.position != (tree, tree.here)):
            self._request = None
        return self._request

    def _waits_for(self, request: TableRequest) -> list[int]:
        """Return the players who still have to agree, one for each person."""
        owners = {chair.owner: n for n, chair in enumerate(self.chairs, 1) if chair.owner}
        return sorted(n for owner, n in owners.items() if owner not in request.agreed)

    def _person(self, browser: str) -> str:
        return self.name(self.mine(browser)[0])

    def _request_of(self, browser: str) -> Message:
        """Return the data of the request for a browser's page, {} without one."""
        request = self._asked()
        if request is None:
            return {}
        return {
            "number": request.number,
            "by": self._person(request.browser),
            "words": WISHES[str(request.wish[0])],
            "mine": request.browser == browser,
            "waits": [self.name(player) for player in self._waits_for(request)],
            "asks": bool({*self._waits_for(request)} & {*self.mine(browser)}),
        }

    # -- chairs -------------------------------------------------------------------------------

    def take(self, browser: str, player: object, name: object) -> None:
        """Let a browser's person sit in an open chair, or in one of his own with another name."""
        with self.lock:
            chair = self._chair(player)
            if not chair.is_open and chair.owner != browser:
                raise InputError(f"player {player}: {self.name(int(str(player)))} sits there")
            chair.owner, chair.name = browser, named_person(name)
        self.refresh()

    def leave(self, browser: str, player: object) -> None:
        """Let a browser's person leave a chair."""
        with self.lock:
            chair = self._chair(player)
            if chair.owner != browser:
                raise InputError(f"player {player}: you do not sit there")
            chair.owner = chair.name = ""
            self._request = None
        self.refresh()

    def seat(self, browser: str, player: object, level: object) -> None:
        """Let a computer player of a level sit in a chair, or nobody."""
        with self.lock:
            chair = self._chair(player)
            if level not in (OPEN, *LEVELS):
                refuse("level", level, f"choose {OPEN} or one of {', '.join(LEVELS)}")
            if chair.owner not in ("", browser):
                raise InputError(f"player {player}: {self.name(int(str(player)))} sits there")
            chair.owner = chair.name = ""
            chair.level = "" if level == OPEN else str(level)
            self._request = None
            session = self.session
        if session is not None:
            session.sit(player, chair.level or PERSON)
        self.refresh()

    def _chair(self, player: object) -> Chair:
        return self.chairs[integer_between(player, "player", 1, len(self.chairs)) - 1]

    def rematch(self) -> None:
        """Begin another game; everybody moves on by one chair."""
        session = self._ready()
        with self.lock:
            self.chairs = [*self.chairs[1:], self.chairs[0]]
            session.thinking.stop()
            session.seats = self._seats()
            self._left = [60.0 * self.clock.minutes] * len(self.chairs)
            self._charged = (0, 0, 0.0)
        session.new("fresh")

    def resign(self, browser: str) -> None:
        """Let a browser's person resign: of several chairs, the one to move."""
        session = self._ready()
        mine = self.mine(browser)
        if not mine or self.over:
            raise InputError("you cannot resign: you have no seat, or the game is over")
        player = session.state.seat if session.state.seat in mine else mine[0]
        self._end(session, player, f"{self.name(player)} has resigned")

    def _end(self, session: Session, loser: int, why: str) -> None:
        """End the game from outside the rules; of two players the other one has won."""
        others = [n for n in range(1, len(self.chairs) + 1) if n != loser]
        self._ended = why
        session.close(f"player {others[0]} has won" if len(others) == 1 else "the game has ended")

    def _ready(self) -> Session:
        if self.session is None:
            raise InputError("the game is not ready yet: wait a moment")
        return self.session

    # -- clocks -------------------------------------------------------------------------------

    def _times(self) -> list[float]:
        """Return the seconds that are left to each player now."""
        player, _, since = self._charged
        left = [*self._left]
        if player:
            left[player - 1] -= monotonic() - since
        return [round(max(seconds, 0), 1) for seconds in left]

    def _charge(self) -> None:
        """Charge the last player to move, and let the clock of the next one run."""
        session = self.session
        if not self.clock.minutes or session is None:
            return
        with self.lock:
            now = monotonic()
            player, node, since = self._charged
            to_move = 0 if self.over else session.state.seat
            if player:
                self._left[player - 1] -= now - since
                if (to_move, session.tree.here) != (player, node):
                    self._left[player - 1] += self.clock.extra
            self._charged = (to_move, session.tree.here, now)
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if to_move:
                self._timer = Timer(max(self._left[to_move - 1], 0.0), self._flag, (to_move,))
                self._timer.daemon = True
                self._timer.start()

    def _flag(self, player: int) -> None:
        """End the game if a player's time is over."""
        session = self.session
        if session is None:
            return
        with self.lock:
            late = self._charged[0] == player and self._times()[player - 1] <= 0 and not self.over
        if late:
            self._end(session, player, f"the time of {self.name(player)} is over")

    def close(self) -> None:
        """Stop all activity at the table."""
        if self._timer is not None:
            self._timer.cancel()
        if self.session is not None:
            self.session.thinking.stop()


def making_now() -> Message | None:
    """Return the present compilation: purpose, seconds so far, and usual seconds."""
    now = compilation_now()
    if now is None:
        return None
    words = "the computer player" if now.function in SEARCHES else "the moves"
    return {
        "key": f"{now.begun} {now.characters}",
        "words": words,
        "seconds": round(perf_counter() - now.begun, 1),
        "usual": round(now.usual, 1),
    }


def named_person(name: object) -> str:
    """Return the name that a person chooses; raise InputError for other values than texts."""
    if not isinstance(name, str):
        refuse("name", name, "give a text")
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:MAX_PERSON]


class TablePage(PageView):
    """A page of a table in a browser, with some chairs or to watch.

    It gets only the data that its own players may see. With two players it gets the view of the one
    to move. If something is hidden, this player has to confirm first that he looks.
    """

    def __init__(self, table: GameTable, browser: str, send: Callable[[Message], None]) -> None:
        PageTalk.__init__(self, send, table.lock)
        self._viewed = None
        self.table = table
        self.browser = browser
        #: The player of this browser who looked last, if it has several.
        self.looks = 0
        table.pages.add(self)
        table.refresh()

    @property
    def session(self) -> Session:  # type: ignore[override]
        """The session of the table; InputError while it is being prepared."""
        return self.table._ready()

    @property
    def seat(self) -> int:  # type: ignore[override]
        """The seat that decides the view of the page."""
        if self.waits_for:
            return WATCHER
        if self._shared and self.looks in self.table.mine(self.browser):
            return self.looks
        return self.table.eyes(self.browser)

    @property
    def _shared(self) -> bool:
        """Whether several players of the browser hide something from each other."""
        return len(self.table.mine(self.browser)) > 1 and not self.session.knows(WATCHER)

    @property
    def waits_for(self) -> int:
        """The player who has to confirm that he looks, or 0."""
        if self.table.session is None or self.table.over or not self._shared:
            return 0
        to_move = self.session.state.seat
        mine = self.table.mine(self.browser)
        if to_move in mine:
            return 0 if self.looks == to_move else to_move
        return 0 if self.looks in mine else mine[0]

    def data(self) -> Message:
        """Return the data of the page: of the table, and of the session once there is one."""
        data: Message = {"table": self.table.data(self.browser) | {"curtain": self.waits_for}}
        if self.table.session is not None:
            data |= super().data()
        return data

    def close(self) -> None:
        """Stop following the table."""
        self.table.pages.discard(self)
        self.table.refresh()

    def allow(self, name: str, message: Message) -> None:
        """Refuse requests of watchers that only players may make."""
        if name in FOR_ALL or self.table.mine(self.browser):
            return
        raise InputError("you are a spectator: take a seat to play")

    # -- requests -----------------------------------------------------------------------------

    def look(self, player: object) -> None:
        """Show the view of a player of the browser, who confirms that nobody else looks."""
        if player not in self.table.mine(self.browser):
            refuse("player", player, "you do not sit there")
        self.looks = int(str(player))
        self.refresh()


#: Requests that watchers may make.
FOR_ALL = ("hello", "take", "copy", "why", "view")
#: Requests that change the game for all players, in words; the others must agree first.
WISHES = {
    "undo": "take back the last move",
    "redo": "make the move again",
    "go": "go on from another position",
    "new": "begin a new game",
    "paste": "go on with another game",
    "rematch": "play again",
}


def _asking(
    name: str, command: Callable[..., object], fields: tuple[str, ...]
) -> tuple[Callable[..., None], tuple[str, ...]]:
    """Return a request of a page that the others at the table have to agree to."""

    def ask(page: TablePage, *values: object) -> None:
        page.table.ask(page.browser, (name, *values), partial(command, page, *values))

    return ask, fields


TablePage.commands = {
    **COMMANDS,
    **{name: _asking(name, *COMMANDS[name]) for name in WISHES if name in COMMANDS},
    "rematch": _asking("rematch", lambda page: page.table.rematch(), ()),
    **requests(
        answer=lambda page, request, agrees: page.table.answer(page.browser, request, agrees),
        sit=lambda page, player, agent: page.table.seat(page.browser, player, agent),
        look=TablePage.look,
        take=lambda page, player, name: page.table.take(page.browser, player, name),
        leave=lambda page, player: page.table.leave(page.browser, player),
        resign=lambda page: page.table.resign(page.browser),
    ),
}
