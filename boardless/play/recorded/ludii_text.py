"""Games recorded by Ludii, in the text files that it writes: one game a file.

The lines are, in this order: the description; the options; the state of the generator of random
numbers; the moves, each a list of actions with named fields; how many moves were legal before each
ply; how many of the moves only set up the board; and how the game ended. Sites and components have
Ludii's numbers.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TypeAlias, cast

from boardless.play.recorded.json_lines import decoded, lines_of
from boardless.topo import InputError, integer_between
from boardless.util.inputs import on_line, refuse

#: The value of a field of an action; text unless it is a number, true or false.
Value: TypeAlias = int | bool | str


@dataclass(frozen=True, slots=True)
class LudiiAction:
    """A change of the state, such as ``Move`` or ``SetScore``."""

    name: str
    #: In order; missing fields have Ludii's defaults.
    fields: tuple[tuple[str, Value], ...]

    def get(self, field: str) -> Value | None:
        """Return a field, None without one of this name."""
        return dict(self.fields).get(field)


@dataclass(frozen=True, slots=True)
class LudiiMove:
    """A recorded move: a ply, or a move that sets up the board."""

    #: A player, 0 for nobody.
    mover: int
    #: In order, with consequences.
    actions: tuple[LudiiAction, ...]
    #: Sites, of the type that the actions name.
    from_: int | None = None
    to: int | None = None
    #: A local state.
    state: int | None = None
    #: False where `from_` and `to` may change places.
    oriented: bool = True
    edge: int | None = None
    #: Lowest and highest level that is moved.
    levels: tuple[int, int] | None = None
    #: Number of legal moves before it.
    legal: int | None = None


@dataclass(frozen=True)
class LudiiTrial:
    """A recorded game."""

    #: Name of the game, and path of its description.
    game: str
    file: str
    #: Chosen options, none for the default ones.
    options: tuple[str, ...]
    #: Bytes of the generator before the game, -128 to 127.
    random_state: tuple[int, ...]
    #: Moves that set up the board.
    placements: tuple[LudiiMove, ...]
    plies: tuple[LudiiMove, ...]
    #: A player, 0 for nobody; None if the game is not over.
    winner: int | None
    #: ``NaturalEnd``, ``TurnLimit`` or ``MoveLimit``; None if the game is not over.
    end: str | None
    #: Place of each player, from 1; the mean of shared ones, 0 for none yet.
    ranks: tuple[float, ...]
    version: str
    #: The line of the file on which it begins.
    line: int = 1


#: The limit of a file's length in bytes; the data read takes several times as much memory.
MAX_BYTES = 2**24
#: The largest number of a mover, of legal moves or of placements.
MAX_NUMBER = 2**31 - 1

_NUMBER = re.compile(r"-?\d{1,10}")
_DECIMAL = re.compile(r"\d{1,10}\.\d{1,20}")
_MOVE = re.compile(r"\[Move:mover=(\d{1,5})((?:,\w+=[^,=\[\]]*)*),actions=(.*)\]")
_ACTION = re.compile(r"\[(\w+):(.*)\]")
#: Separators of actions, and of the fields of one: a message may have commas, too.
_BETWEEN = re.compile(r"(?<=\]),(?=\[\w+:)")
_COMMA = re.compile(r",(?=\w+=)")
#: The field of an action that has any text.
_MESSAGE = "message"
#: The fields that may follow the mover, in their order.
_FIELDS = ("from", "to", "state", "oriented", "edge", "levelMin", "levelMax")


def read_ludii_trial(path: str | Path) -> LudiiTrial:
    """Return the game that Ludii recorded in a text file."""
    path = Path(path)
    with lines_of(path) as numbered:
        lines = _Lines(numbered)
        try:
            return _trial(lines)
        except InputError as error:
            with on_line(lines.number, path):
                raise error from None


class _Lines:
    """The lines of a file, taken one after another."""

    def __init__(self, lines: Iterator[tuple[int, bytes]]) -> None:
        self._lines = lines
        self._bytes = self.number = 0
        self._text: str | None = None
        self._taken = True

    def look(self) -> str | None:
        """Return the next line without taking it; None at the end of the file."""
        if self._taken:
            self._taken = False
            self.number, line = next(self._lines, (self.number + 1, b""))
            self._bytes += len(line)
            if self._bytes > MAX_BYTES:
                raise InputError(f"over {MAX_BYTES:,} bytes: not a game recorded by Ludii")
            self._text = decoded(line) if line else None
        return self._text

    def take(self, begin: str) -> str | None:
        """Take the next line and return the rest after these words; None if it has others."""
        text = self.look()
        if text is None or not text.startswith(begin):
            return None
        self._taken = True
        return text.removeprefix(begin)

    def need(self, begin: str) -> str:
        """Take the next line, which begins with these words; return the rest."""
        rest = self.take(begin)
        if rest is None:
            refuse("text", self.look() or "", f"here is to be {begin!r}; the file may be cut short")
        return rest


def _trial(lines: _Lines) -> LudiiTrial:
    file = lines.need("game=")
    options = tuple(_options(lines))
    generator = lines.need("RNG internal state=").split(",")
    random_state = tuple(_whole(byte, "byte", -128, 127) for byte in generator)
    moves, legal = [], []
    # Most actions occur again and again in a game.
    action = cache(_action)
    while (text := lines.take("Move=")) is not None:
        moves.append(_move(text, action))
    while (text := lines.take("LEGAL MOVES LIST SIZE = ")) is not None:
        legal.append(_whole(text, "number of legal moves"))
    if legal and not legal[-1]:
        # Before a ply there is a move; a simulation counts them at its end, too.
        legal.pop()
    placed = _placed(moves, legal, lines.take("numInitialPlacementMoves="))
    winner, end = _end(lines)
    # The first place is nobody's.
    _, *ranks = (_decimal(rank) for rank in lines.need("rankings=").split(","))
    if winner is not None and winner > len(ranks):
        raise InputError(f"winner {winner}: there are {len(ranks)} players")
    if lines.need("SANDBOX=") != "false":
        raise InputError("pieces were set by hand: such a game cannot be played again")
    version = lines.need("LUDII_VERSION=")
    if (text := lines.look()) is not None:
        refuse("text", text, "the file must end before it")
    plies = moves[placed:]
    if legal:
        plies = [replace(move, legal=number) for move, number in zip(plies, legal, strict=True)]
    return LudiiTrial(
        PurePosixPath(file).stem, file, options, random_state, tuple(moves[:placed]), tuple(plies),
        winner, end, tuple(ranks), version,
    )  # fmt: skip


def _options(lines: _Lines) -> Iterator[str]:
    end = "END GAME OPTIONS"
    if lines.take("START GAME OPTIONS") is not None:
        while lines.take(end) is None:
            yield lines.need(end if lines.look() is None else "")


def _placed(moves: list[LudiiMove], legal: list[int], said: str | None) -> int:
    """Return the number of moves that set up the board.

    Older files lack it, or say 0; numbers of legal moves count the plies alone.
    """
    leading = next((n for n, move in enumerate(moves) if move.mover), len(moves))
    number = 0 if said is None else _whole(said, "number of initial placements")
    placed = len(moves) - len(legal) if legal else number or leading
    if not 0 <= placed <= leading or number not in (0, placed):
        raise InputError(
            f"{number} initial placements, {len(moves)} moves (nobody makes the first "
            f"{leading}) and {len(legal)} counts of legal moves do not fit together"
        )
    return placed


def _end(lines: _Lines) -> tuple[int | None, str | None]:
    """Return winner and kind of the end, None where the game is not over."""
    winner = lines.take("winner=")
    if winner is None:
        return None, None
    player = _whole(winner, "winner")
    end = lines.need("endtype=")
    return player, end if end.isidentifier() else refuse("end", end, "give a word")


def _move(text: str, action: Callable[[str], LudiiAction]) -> LudiiMove:
    match = _MOVE.fullmatch(text)
    if match is None:
        refuse("move", text, "give [Move:mover=N,...,actions=[...],[...]]")
    named = [part.split("=") for part in match[2].split(",")[1:]]
    said = {name: _value(value) for name, value in named}
    if [name for name in _FIELDS if name in said] != [name for name, _ in named]:
        refuse("move", text, f"after the mover come {', '.join(_FIELDS)}, in this order")
    oriented = said.pop("oriented", True)
    if type(oriented) is not bool or any(type(value) is not int for value in said.values()):
        refuse("move", text, "give numbers, and oriented=false")
    numbers = cast("dict[str, int]", said)
    levels = [numbers[name] for name in ("levelMin", "levelMax") if name in numbers]
    if len(levels) == 1:
        refuse("move", text, "levelMin and levelMax come together")
    return LudiiMove(
        _whole(match[1], "mover"),
        tuple(map(action, _BETWEEN.split(match[3]))) if match[3] else (),
        numbers.get("from"),
        numbers.get("to"),
        numbers.get("state"),
        oriented,
        numbers.get("edge"),
        (levels[0], levels[1]) if levels else None,
    )


def _action(text: str) -> LudiiAction:
    match = _ACTION.fullmatch(text)
    pairs = [part.partition("=") for part in _COMMA.split(match[2])] if match and match[2] else []
    plain = all(name == _MESSAGE or not set("[],") & set(value) for name, _, value in pairs)
    names = {name for name, equals, _ in pairs if equals}
    if match is None or not plain or len(names) < len(pairs):
        refuse("action", text, "give [Name:field=value,...], each field once")
    return LudiiAction(match[1], tuple((name, _value(value)) for name, _, value in pairs))


def _value(text: str) -> Value:
    if _NUMBER.fullmatch(text):
        return int(text)
    return text == "true" if text in ("true", "false") else text


def _whole(text: str, what: str, least: int = 0, most: int = MAX_NUMBER) -> int:
    return integer_between(int(text) if _NUMBER.fullmatch(text) else text, what, least, most)


def _decimal(text: str) -> float:
    return float(text) if _DECIMAL.fullmatch(text) else refuse("rank", text, "give a decimal")
