"""The Universal Hive Protocol: a session with a viewer or an engine, line by line.

A command is a line. Its answer is some lines and ``ok``. A command that fails changes nothing and
answers one line that begins with ``err``, or with ``invalidmove`` for an illegal move.
"""

import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from random import Random

from boardless import __version__
from boardless.agents.alpha_beta import AlphaBeta
from boardless.agents.protocol import Budget
from boardless.agents.specs import Entrant, entrant
from boardless.games import Game, load
from boardless.play.notations import HiveNotation, Placed
from boardless.play.state import State
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, shown

#: Options that are one of some words.
_CHOICES = {"Agent": ("mcts", "flat", "greedy", "random"), "Repetition": ("False", "True")}
MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class SessionOptions:
    """The options of a session, with the names and values of the protocol."""

    #: The thinker of ``bestmove time``: a spec of `agents.entrant`, one of _CHOICES or the first.
    Agent: str = "mcts"
    #: "True" draws games that begin from now on at a threefold repetition, as engines do.
    Repetition: str = "True"
    Seed: int = 0

    @property
    def game_options(self) -> list[str]:
        """The options of the game's description."""
        return ["Repetition/Draw"] if self.Repetition == "True" else []

    def lines(self) -> list[str]:
        """Return all options, a line each."""
        return [self.line(option.name) for option in fields(self)]

    def line(self, name: str) -> str:
        """Return an option as text: its name, sort, value, default, and the values allowed."""
        names = [option.name for option in fields(self)]
        if name not in names:
            refuse("unknown option", name, f"choose one of {', '.join(names)}")
        value, default = getattr(self, name), getattr(SessionOptions(), name)
        if name == "Seed":
            return f"{name};int;{value};{default};0;{MAX_SEED}"
        if name == "Repetition":
            return f"{name};bool;{value};{default}"
        return ";".join([name, "enum", value, default, *dict.fromkeys((value, *_CHOICES[name]))])

    def setting(self, name: str, value: str) -> "SessionOptions":
        """Return the settings with another value of an option."""
        self.line(name)
        if name in _CHOICES:
            words = {word.casefold(): word for word in _CHOICES[name]}
            if value.casefold() not in words:
                allowed = ", ".join(words.values())
                raise InputError(f"{name} {shown(value)}: choose one of {allowed}")
            return replace(self, **{name: words[value.casefold()]})  # type: ignore[arg-type]
        if not value.isdecimal() or len(value) > 10 or int(value) > MAX_SEED:
            raise InputError(f"{name} {shown(value)}: choose a whole number from 0 to {MAX_SEED}")
        return replace(self, Seed=int(value))


#: The last line of an answer.
DONE = "ok"
#: Expansions, and the order in which the name of a game has them.
EXPANSIONS = {"M": "Mosquito", "L": "Ladybug", "P": "Pillbug"}
#: Deeper than any count or search that could be waited for.
MAX_DEPTH = 100
NOTATION = HiveNotation()
#: Commands by the names of their methods.
_COMMANDS = (
    "info",
    "newgame",
    "play",
    "pass",
    "validmoves",
    "bestmove",
    "undo",
    "options",
    "perft",
)
_GAME = re.compile(r"Base(?:\+(M?L?P?))?")
_TIME = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)")
_TURN = re.compile(r"(?:White|Black)\[[1-9]\d*\]")
_STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")


class _IllegalMoveError(InputError):
    """A move that cannot be made."""


class HiveSession:
    """A game of Hive that commands control; ``agent`` answers ``bestmove time``.

    InputError if the agent is unknown.

    Examples
    --------
    >>> session = HiveSession(jit=False)
    >>> session.answer("newgame Base+P")
    ['Base+P;NotStarted;White[1]', 'ok']
    >>> session.answer("play wQ")
    ['invalidmove wQ is not legal here', 'ok']
    """

    def __init__(self, jit: bool = True, agent: str = "mcts") -> None:
        entrant(agent)
        self._jit = jit
        self._settings = SessionOptions(Agent=agent)
        self._state: State | None = None
        self._type = "Base"
        self._texts: list[str] = []

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a command; an empty line has an empty answer."""
        words = line.split(maxsplit=1)
        if not words:
            return []
        rest = words[1].strip() if len(words) > 1 else ""
        try:
            name = words[0].casefold()
            if name not in _COMMANDS:
                names = ", ".join((*_COMMANDS, "exit"))
                refuse("unknown command", words[0], f"choose one of {names}")
            return [*getattr(self, f"_{name}")(rest), DONE]
        except _IllegalMoveError as error:
            return [f"invalidmove {error}", DONE]
        except InputError as error:
            return [f"err {error}", DONE]

    @property
    def _game(self) -> State:
        if self._state is None:
            raise InputError("no game has begun: newgame begins one")
        return self._state

    def text(self) -> str:
        """Return the game as text: its pieces, status, turn, and moves."""
        return ";".join([self._type, _standing(self._game), _turn(self._game), *self._texts])

    def _over(self) -> State:
        """Return the game; InputError if it is over."""
        if self._game.outcome() is not None:
            raise InputError("the game is over")
        return self._game

    def _info(self, rest: str) -> list[str]:
        _nothing(rest)
        return [f"id boardless {__version__}", ";".join(EXPANSIONS.values())]

    def _newgame(self, rest: str) -> list[str]:
        type_, *said = (part.strip() for part in (rest or "Base").split(";"))
        pieces = _GAME.fullmatch(type_)
        if pieces is None:
            refuse("game", type_, "give Base, or Base+ and some of M, L, P")
        type_ = f"Base+{pieces[1]}" if pieces[1] else "Base"
        state = State(_game(type_, *self._settings.game_options, jit=self._jit))
        self._texts, self._state = _followed(state, said) if said else [], state
        self._type = type_
        return [self.text()]

    def _play(self, rest: str) -> list[str]:
        state = self._game
        if state.outcome() is not None:
            raise _IllegalMoveError("the game is over")
        if not rest:
            raise InputError("play what? Give a move, such as wA1 bQ-")
        self._texts.append(_push(state, rest))
        return [self.text()]

    def _pass(self, rest: str) -> list[str]:
        _nothing(rest)
        return self._play("pass")

    def _validmoves(self, rest: str) -> list[str]:
        _nothing(rest)
        state = self._over()
        placed = Placed.in_(state)
        return [";".join(sorted(placed.text(move) for move in state.legal_moves))]

    def _bestmove(self, rest: str) -> list[str]:
        state = self._over()
        match rest.split():
            case ["time", limit] if time := _TIME.fullmatch(limit):
                seconds = 3600 * int(time[1]) + 60 * int(time[2]) + int(time[3])
                who = entrant(self._settings.Agent, Budget(seconds=max(seconds, 0.1)))
            case ["depth", limit]:
                depth = integer_between(_number(limit), "depth", 1, MAX_DEPTH)
                who = Entrant("alphabeta", AlphaBeta(depth=depth), Budget(iterations=depth))
            case _:
                form = "give time hh:mm:ss, or depth and a number"
                refuse("bestmove", rest, form)
        move = who.decide(state.copy(), Random(self._settings.Seed + state.ply)).move
        return [NOTATION.write(state, move)]

    def _undo(self, rest: str) -> list[str]:
        state = self._game
        if not state.ply:
            raise InputError("there is no move to undo")
        count = integer_between(_number(rest or "1"), "moves to undo", 1, state.ply)
        for _ in range(count):
            state.pop()
            self._texts.pop()
        return [self.text()]

    def _options(self, rest: str) -> list[str]:
        words = rest.split(maxsplit=2)
        if not words:
            return self._settings.lines()
        if words[0] == "get" and len(words) == 2:
            return [self._settings.line(words[1])]
        if words[0] == "set" and len(words) == 3:
            self._settings = self._settings.setting(words[1], words[2])
            return [self._settings.line(words[1])]
        return refuse("options", rest, "give nothing, get NAME or set NAME VALUE")

    def _perft(self, rest: str) -> list[str]:
        state = self._game
        most = integer_between(_number(rest), "depth", 0, MAX_DEPTH)
        return [f"perft({depth}) = {state.perft(depth)}" for depth in range(most + 1)]


@lru_cache(maxsize=32)
def _game(*options: str, jit: bool) -> Game:
    pieces, *others = options
    return load("Hive", [f"Pieces/{pieces}", *others], jit=jit)


def _push(state: State, text: str) -> str:
    """Push the move of a text; return the move in standard notation."""
    try:
        move = NOTATION.read(state, text)
        placed = Placed.in_(state)
        state.push(move)
    except InputError as error:
        message = str(error)
        if " is not legal: " in message:
            message = f"{' '.join(text.split())} is not legal here"
        raise _IllegalMoveError(message) from None
    # Only now, because an illegal move may name a piece that nobody has.
    return placed.text(move)


def _followed(state: State, said: list[str]) -> list[str]:
    """Play the turn and moves of a game's text; return the moves in standard notation.

    The result in the text is not compared with the position after the moves, because engines differ
    about draws and players may resign.
    """
    standing, turn, *moves = said if len(said) > 1 else (*said, "")
    if standing not in _STATES or _TURN.fullmatch(turn) is None:
        refuse("game", ";".join(said), "give its state and the turn")
    texts = []
    for number, text in enumerate(moves, 1):
        try:
            texts.append(_push(state, text))
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return texts


def _nothing(rest: str) -> None:
    """Raise InputError if something follows a command that takes nothing."""
    if rest:
        raise InputError(f"unexpected {shown(rest)}")


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise InputError(f"{shown(text)} is not a whole number")
    return int(text)


def _standing(state: State) -> str:
    ended = state.outcome()
    if ended is None:
        return "InProgress" if state.ply else "NotStarted"
    return ("Draw", "WhiteWins", "BlackWins")[ended.winner]


def _turn(state: State) -> str:
    return f"{('White', 'Black')[state.ply % 2]}[{state.ply // 2 + 1}]"
