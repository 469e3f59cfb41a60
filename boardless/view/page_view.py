"""Pages of a session: their requests and the messages to them.

A page sends ``{"do": NAME, "n": NUMBER, ...}`` and is answered ``{"re": NUMBER}``, with the result,
or with ``error``, a line of text, and then nothing has changed. After ``hello`` it is sent
``{"whole": ...}``, and from then on ``{"patch": ...}`` at every change, a merge patch of its data;
see `view.scene.patch`.
"""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import AbstractContextManager
from inspect import signature
from typing import Any

from boardless.state import Trial
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, shown
from boardless.view.naming import named_move
from boardless.view.scene import EVERYBODY, legal_move, patch, reason, scene_of
from boardless.view.session import Session, Variations
from boardless.view.thinking import NAMES, seat_of

#: Longer messages are not read: room for a trial of some thousand moves.
MAX_MESSAGE = 2**18
#: Messages about refused requests may contain long names.
MAX_ERROR = 300
#: The fields that may be longer than names are.
LONG = ("text", "options", "seats")
#: Longer names of things are none.
MAX_NAME = 200

Message = dict[str, Any]
#: Requests by name, and the fields that each has to give. Slow requests answer with a `Future`.
Requests = Mapping[str, tuple[Callable[..., "Message | Future[Message] | None"], tuple[str, ...]]]


class PageTalk:
    """The program's side of the connection to a page: requests by name, with their fields."""

    commands: Requests

    def __init__(self, send: Callable[[Message], None], lock: AbstractContextManager[object]):
        self._send = send
        self._lock = lock
        self._sent: dict[str, Any] = {}

    def data(self) -> dict[str, Any]:
        """Return the data that the page shows."""
        raise NotImplementedError

    def hello(self) -> None:
        """Send everything to a new page."""
        with self._lock:
            self._sent = self.data()
            self._send({"whole": self._sent})

    def refresh(self) -> None:
        """Send the changes."""
        with self._lock:
            now = self.data()
            changes = patch(self._sent, now)
            if self._sent and changes:
                self._sent = now
                self._send({"patch": changes})

    def receive(self, message: object) -> None:
        """Fulfil the request of a message and answer it; other messages get an error."""
        number = message.get("n") if isinstance(message, dict) else None
        reply: Message = {"re": number if type(number) is int and abs(number) < 2**53 else 0}
        answer: Future[Message] = Future()
        try:
            result = self._done(checked(message))
            if isinstance(result, Future):
                answer = result
            else:
                answer.set_result(result)
        except InputError as error:
            answer.set_exception(error)
        answer.add_done_callback(lambda done: self._answer(reply, done))

    def _answer(self, reply: Message, done: "Future[Message]") -> None:
        try:
            reply |= done.result()
        except InputError as error:
            reply["error"] = str(error)[:MAX_ERROR]
        except CancelledError:
            return
        with self._lock:
            self._send(reply)

    def allow(self, name: str, message: Message) -> None:
        """Raise InputError for a request that the reader may not make; by default nothing."""

    def _done(self, message: Message) -> "Message | Future[Message]":
        name = message.get("do")
        if not isinstance(name, str) or name not in self.commands:
            refuse("do", name, f"choose one of {', '.join(self.commands)}")
        command, fields = self.commands[name]
        names = set(message) - {"do", "n"}
        if names != set(fields):
            raise InputError(f"{name} with {shown(sorted(names))}: give {shown(sorted(fields))}")
        self.allow(name, message)
        return command(self, *(message[field] for field in fields)) or {}


class PageView(PageTalk):
    """A page of a session.

    Parameters
    ----------
    session : Session
        The session that it shows.
    send : callable
        Sends the page a message that JSON can hold; called from any thread, one call at a time.
    seat : int
        The player at the page; 0 sees everything and may move for all.

    Raises
    ------
    InputError
        For any other seat.
    """

    def __init__(
        self, session: Session, send: Callable[[Message], None], seat: int = EVERYBODY
    ) -> None:
        super().__init__(send, session.lock)
        self.session = session
        self.seat = seat
        self._viewed: tuple[Variations, int] | None = None
        session.data(seat)
        session.add_view(self.refresh)

    def data(self) -> dict[str, Any]:
        """Return the data of the page's seat; see `Session.data`."""
        with self._lock:
            tree, viewed = self.session.tree, self._viewed
            if viewed is None or viewed[0] is not tree or viewed[1] == tree.here:
                self._viewed = viewed = None
            return self.session.data(self.seat, viewed[1] if viewed else None)

    def close(self) -> None:
        """Stop following the session."""
        self.session.remove_view(self.refresh)

    # -- requests -----------------------------------------------------------------------------

    def play(self, move: object, node: object) -> None:
        """Make a move in the position that the page shows."""
        if type(node) is not int:
            refuse("node", node, "give the number of a position")
        self._check_turn()
        self.session.play(move, node)

    def typed(self, move: object, node: object) -> None:
        """Make the move that a person means by some words; see `naming.named_move`."""
        with self.session.lock:
            self._check_turn()
            meant = named_move(self.session.state, move)
        self.play(str(meant), node)

    def preview(self, move: object) -> Message:
        """Answer with the changes that a move would make."""
        with self.session.lock:
            self._check_turn()
            if not self.session.knows(self.seat):
                raise InputError("preview: not possible in a game with hidden information")
            state = self.session.state
            after = state.at(state.ply).after(legal_move(state, move))
            now = self.session.data(self.seat)["scene"]
            then = scene_of(after, self.seat, choices=False).data()
            return {"patch": patch(now, then)}

    def why(self, place: object) -> Message:
        """Answer with the reason why no move goes to a place."""
        with self.session.lock:
            return {"why": reason(self.session.state, place, self.seat)}

    def view(self, node: object) -> None:
        """Show a position to the reader of this page alone; -1 shows the game again."""
        with self._lock:
            tree = self.session.tree
            number = integer_between(node, "position", -1, len(tree.nodes) - 1)
            self._viewed = None if number < 0 else (tree, number)
        self.refresh()

    def new(self, seed: object) -> None:
        """Begin a new game; its seed cannot be chosen, or repeated before its end."""
        session = self.session
        if seed == "last" and session.told_seed is None:
            raise InputError("the same seed: it is secret until the game is over")
        if seed not in ("fresh", "last") and session.is_secret:
            refuse("seed", seed, "this game draws its own, choose fresh or last")
        session.new(int(seed) if isinstance(seed, str) and seed.isdecimal() else seed)

    def stop(self) -> None:
        """Stop the agent that is thinking."""
        self.session.thinking.stop()
        self.session.changed()

    def paste(self, text: object) -> None:
        """Load a game from text."""
        if not isinstance(text, str):
            refuse("trial", text, "give a text")
        self.session.load(Trial.loads(text))

    def _check_turn(self) -> None:
        mover = self.session.state.seat
        if not mover:
            raise InputError("chance decides first: wait a moment")
        if self.seat not in (EVERYBODY, mover):
            raise InputError(f"it is player {mover}'s turn, and this is the seat of {self.seat}")


def checked(message: object) -> Message:
    """Return a message; raise InputError unless it is an object of short texts and numbers."""
    if not isinstance(message, dict):
        refuse("message", message, "give an object")
    for name, value in message.items():
        most = MAX_MESSAGE if name in LONG else MAX_NAME
        if not isinstance(name, str) or not isinstance(value, str | int):
            refuse("field of the message", name, "give it a text or a whole number")
        if isinstance(value, str) and len(value) > most:
            raise InputError(f"{shown(name)} of {len(value):,} characters: give at most {most:,}")
    return message


def read_message(text: str | bytes) -> object:
    """Return the value of a text in JSON, None for other texts."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return None


def named(agent: object) -> str:
    """Return the name of an agent; pages neither import modules nor say how long agents think."""
    if not isinstance(agent, str) or agent not in NAMES:
        refuse("agent", agent, f"choose one of {', '.join(NAMES)}")
    return agent


def requests(**commands: Callable[..., Any]) -> Requests:
    """Return requests by name, each with its required fields: the names of its parameters."""
    return {name: (made, tuple(signature(made).parameters)[1:]) for name, made in commands.items()}


COMMANDS = requests(
    hello=PageView.hello,
    play=PageView.play,
    typed=PageView.typed,
    preview=PageView.preview,
    why=PageView.why,
    undo=lambda view: view.session.undo(),
    redo=lambda view: view.session.redo(),
    go=lambda view, node: view.session.go(node),
    view=PageView.view,
    new=PageView.new,
    sit=lambda view, player, agent: view.session.sit(player, named(agent)),
    think=lambda view: view.session.thinking.start(),
    stop=PageView.stop,
    hint=lambda view, agent: view.session.thinking.hint(seat_of(named(agent))),
    copy=lambda view: {"text": view.session.text(view.seat)},
    paste=PageView.paste,
)
PageView.commands = COMMANDS
