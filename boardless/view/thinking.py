"""Seats of people and agents, agents that think in threads of their own, and the side panel."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from boardless.agents import AGENTS
from boardless.agents.specs import entrant, is_named
from boardless.play.playing import Answer, Player, answer_in, random_at
from boardless.play.state import State
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse
from boardless.util.own_code import message_of
from boardless.view.endings import reason_of, table_of

if TYPE_CHECKING:
    from boardless.view.session import Session

#: The word for a player who moves by clicks, or at the keyboard.
PERSON = "person"
#: The levels of computer players by their names: how long they think about a move.
LEVELS = {
    "plays at random": "random",
    "thinks 0.3 s": "mcts,seconds=0.3",
    "thinks 1 s": "mcts,seconds=1.0",
    "thinks 3 s": "mcts,seconds=3.0",
    "thinks 10 s": "mcts,seconds=10.0",
}
#: The players that pages offer for a seat: a person, and levels of computer players.
NAMES = (PERSON, *LEVELS)


@dataclass(frozen=True)
class Seat:
    """The person or agent that moves for a player, and the name it was given."""

    name: str = PERSON
    #: None for a person.
    player: Player | None = None


def seat_of(spec: Any) -> Seat:
    """Return a seat for a person (``"person"`` or None), or an agent; see `agents.entrant`.

    >>> seat_of("mcts:1000").player.budget.iterations
    1000
    """
    if isinstance(spec, Seat):
        return spec
    if spec is None or spec == PERSON:
        return Seat()
    if isinstance(spec, str) and spec in LEVELS:
        return Seat(spec, entrant(LEVELS[spec]))
    if isinstance(spec, str) and not is_named(spec) and ":" not in spec:
        choices = ", ".join((PERSON, *AGENTS))
        refuse("player", spec, f"choose one of {choices}, or module:name")
    player = entrant(spec)
    return Seat(player.name, player)


def seats_of(specs: list[Any], players: int) -> list[Seat]:
    """Return a seat for each player: those of the specs, and then people."""
    integer_between(len(specs), "number of seats", 0, players)
    return [seat_of(spec) for spec in specs] + [Seat()] * (players - len(specs))


def seats_from(words: list[str], players: int) -> list[Seat]:
    """Return the seats of texts such as ``1=random``."""
    seats = [Seat()] * players
    for word in words:
        number, sign, name = word.partition("=")
        if not sign or not number.isdecimal() or not 1 <= int(number[:9]) <= players:
            refuse("seat", word, f"give PLAYER=NAME, with player 1 to {players}")
        seats[int(number) - 1] = seat_of(name)
    return seats


# -- agents that think ------------------------------------------------------------------------

#: The visits of a move as a share of the most visited move's, and its expected value.
Hint: TypeAlias = tuple[float, ...]


def panel_of(session: "Session", seat: int, at: int, state: State) -> dict[str, Any]:
    """Return the data of the side panel of a seat's page that shows a node, as JSON has it.

    ``nodes`` has of each node of the tree the parent, the move in words as far as the seat may know
    it (`Session.told`), the next node of the line, the mover, 0 for chance, and the move in the
    notation of the game's players, if there is one. ``places`` are the cells of each move.
    ``result`` has the reason for the end of the game, and the final points; see `view.endings`.
    ``game`` is the node of the game, and ``seed`` a text, as numbers of a script have fewer bits;
    it is empty while the seed is secret.
    """
    readable, seed = session.knows(seat), session.told_seed
    nodes = session.tree.nodes
    told = session.told(range(len(nodes)), seat)
    return {
        "node": at,
        "game": session.tree.here,
        "nodes": {
            str(number): (
                node.parent,
                f"{words}: {node.gains}" if words and node.gains else words,
                node.onward,
                node.mover,
                *([name] if name else ()),
            )
            for number, (node, (words, name)) in enumerate(zip(nodes, told, strict=True))
        },
        "places": {str(n): node.places for n, node in enumerate(nodes) if readable and node.places},
        "result": _result_of(session, state),
        "seed": "" if seed is None else str(seed),
        "seats": tuple(one.name for one in session.seats),
        "agents": NAMES,
        "thinking": session.thinking.player,
        "thought": session.thinking.seconds,
        "hints": session.hints if readable else {},
        "trouble": session.trouble,
        "seat": seat,
    }


def _result_of(session: "Session", state: State) -> dict[str, Any]:
    """Return the reason for the end of a game and the final points, {} while it goes on."""
    if session.closed and state is session.state:
        return {"reason": "", "table": ()}
    if state.outcome() is None:
        return {}
    return {"reason": reason_of(state), "table": table_of(state)}


def hints_of(answer: Answer) -> dict[str, Hint]:
    """Return the hints of an agent's answer by the texts of moves."""
    visits = answer.visits or {answer.move: 1}
    most = max(visits.values()) or 1
    return {
        str(move): (
            round(visits.get(move, 0) / most, 3),
            *((round(float(answer.values[move]), 3),) if move in answer.values else ()),
        )
        for move in {**visits, **answer.values}
    }


#: Seconds after which an agent begins that had to wait for others.
SOON = 0.3
#: Stopped agents may run on for a while; with this number of them no new agent begins.
MAX_THREADS = 4


class Thinking:
    """The one agent of a session that thinks, in a thread of its own.

    Stopping means that the answer is not used; an agent's method ``stop`` is called if it has one.
    """

    def __init__(self, session: "Session") -> None:
        self.session = session
        #: The player for whom an agent thinks, 0 while none does.
        self.player = 0
        self.turn: object = None
        #: When it began to, on the clock of `time.monotonic`.
        self.begun = 0.0
        self._agent: object = None
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Let agents move until it is a person's turn, if it is an agent's now, and views follow.

        Views are updated once, with the position and the thinking agent. Between two updates a page
        would show the moves of an agent, and a person might begin to choose one.
        """
        with self.session.lock:
            seat = self.session.seat_to_move()
            if not self.session.over and seat is not None and seat.player is not None:
                try:
                    self._begin(seat, self._play)
                except InputError:  # stopped agents come to an end
                    later = Timer(SOON, self.start)
                    later.daemon = True
                    later.start()
        self.session.changed()

    def hint(self, seat: Seat) -> None:
        """Let an agent think for the mover, and show its hints."""
        with self.session.lock:
            if seat.player is None:
                raise InputError(f"hint of a {PERSON}: choose an agent")
            if self.session.over:
                raise InputError("there is no hint: the game is over")
            if self.player:
                raise InputError(f"there is no hint: player {self.player} is thinking")
            state, agent = self.session.state.copy(), seat.player
            random = random_at(self.session.seed, state.ply)

            def think(turn: object) -> None:
                answer = answer_in(agent, state, random)
                with self.session.lock:
                    if self.turn is turn:
                        self.session.hints = hints_of(answer)

            self._begin(seat, think)
        self.session.changed()

    @property
    def seconds(self) -> float:
        """The seconds that the present agent has thought, 0 without one."""
        return round(monotonic() - self.begun, 1) if self.player else 0.0

    def stop(self) -> None:
        """Cancel the answer."""
        with self.session.lock:
            self.turn, self.player = None, 0
            stop = getattr(self._agent, "stop", None)
            self._agent = None
        if callable(stop):
            stop()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until no agent thinks, or for some seconds."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _begin(self, seat: Seat, work: Callable[[object], None]) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) >= MAX_THREADS:
            raise InputError(f"{len(self._threads)} stopped agents are still at work: wait a while")
        turn = object()
        self.turn, self._agent = turn, seat.player
        self.player, self.begun = self.session.state.seat, monotonic()
        thread = Thread(target=self._run, args=(work, turn), daemon=True)
        thread.start()
        self._threads.append(thread)

    def _run(self, work: Callable[[object], None], turn: object) -> None:
        """Do the work; an agent's error is shown next to the board."""
        trouble = ""
        try:
            work(turn)
        except Exception as error:
            trouble = message_of(error)[:200]
        with self.session.lock:
            if self.turn is not turn:
                return
            self.turn, self.player, self._agent = None, 0, None
            self.session.trouble = trouble
        self.session.changed()

    def _play(self, turn: object) -> None:
        """Let agents move until it is a person's turn, the game is over, or no answer is wanted."""
        session = self.session
        seat = session.seat_to_move()
        while seat is not None and seat.player is not None:
            with session.lock:
                if self.turn is not turn:
                    return
                state = session.state.copy()
            answer = answer_in(seat.player, state, random_at(session.seed, state.ply))
            with session.lock:
                if self.turn is not turn:
                    return
                try:
                    session.push(answer.move)
                except InputError as error:
                    raise InputError(f"player {session.state.seat}: {error}") from None
            session.fall()
            with session.lock:
                if self.turn is not turn:
                    return
                seat = None if session.over else session.seat_to_move()
                goes_on = seat is not None and seat.player is not None
                self.player = session.state.seat if goes_on else 0
                self.begun = monotonic()
            session.changed()
