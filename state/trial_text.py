"""The lines of a trial file: one JSON value each. See `docs/trials.md`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from boardless.state.cell import Cell
from boardless.state.engine.actions import CELL, SET_MOVER
from boardless.state.move import ACTIONS, BOARD, Action, Move
from boardless.state.setup import Component, Hand, Setup
from boardless.topo import InputError, Tiling, tiling_from, tiling_text
from boardless.topo.boards.cells import MAX_KEY

VERSION = 1
VERSION_LINE = json.dumps({"boardless trial": VERSION})

_ACTION_NAMES = {kind: name for name, kind in ACTIONS.items()}
_SITE_TYPES = {"cell": CELL}


@dataclass(frozen=True)
class Form:
    """What the lines of a file say; nothing has been played yet.

    There is a key for the first position and one for that after each move.
    """

    setup: Setup
    game: str
    seed: int | None
    moves: list[Move]
    keys: list[int]
    result: int | None


@contextmanager
def on_line(number: int) -> Iterator[None]:
    """Say in an InputError raised inside on which line of the file it is."""
    try:
        yield
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


# -- writing --------------------------------------------------------------------------------


def setup_line(setup: Setup, game: str, seed: int | None, key: int) -> str:
    """Return line 2; the first position has this key."""
    return json.dumps({"game": game, "seed": seed, **_setup_fields(setup), "key": f"{key:016x}"})


def setup_text(setup: Setup) -> str:
    """Return a setup as text, in the form that line 2 has it in."""
    return json.dumps(_setup_fields(setup))


def _setup_fields(setup: Setup) -> dict[str, Any]:
    return {
        "tiling": tiling_text(setup.tiling),
        "players": setup.players,
        "components": [[c.name, c.owner] for c in setup.components],
        "hands": [[hand.owner, hand.holds] for hand in setup.hands],
        "start": [[cell, what] for cell, what in setup.start],
    }


def move_line(move: Move, key: int) -> str:
    """Return the line of a move, after which the state has this key."""
    actions = [
        [_ACTION_NAMES[a.kind], a.container, "cell", a.site, a.level, a.value] for a in move.actions
    ]
    return json.dumps({"mover": move.mover, "actions": actions, "key": f"{key:016x}"})


def end_line(moves: int, result: int | None) -> str:
    """Return the last line."""
    return json.dumps({"moves": moves, "result": result})


# -- reading --------------------------------------------------------------------------------


def parse(lines: list[str]) -> Form:
    """Return what the lines of a file say.

    Raises
    ------
    InputError
        If they are not of the form that is written; the message gives the line.
    """
    with on_line(1):
        head = _fields(lines[0] if lines else "", ("boardless trial",))
        if head["boardless trial"] != VERSION or isinstance(head["boardless trial"], bool):
            _wrong("version", head["boardless trial"], f"only {VERSION} is known")
    with on_line(2):
        fields = ("game", "seed", "tiling", "players", "components", "hands", "start", "key")
        said = _fields(lines[1] if len(lines) > 1 else "", fields)
        setup = _setup(said)
        game = said["game"] if isinstance(said["game"], str) else _wrong("game", said["game"])
        keys = [_key(said["key"])]
        seed = None if said["seed"] is None else _whole(said["seed"], "seed")
    moves: list[Move] = []
    for number, line in enumerate(lines[2:-1], start=3):
        with on_line(number):
            said = _fields(line, ("mover", "actions", "key"))
            moves.append(_move(said, setup.tiling))
            keys.append(_key(said["key"]))
    with on_line(max(len(lines), 3)):
        end = _fields(lines[-1] if len(lines) > 2 else "", ("moves", "result"))
        if _whole(end["moves"], "number of moves") != len(moves):
            _wrong("number of moves", end["moves"], f"the file has {len(moves)}")
        result = None if end["result"] is None else _whole(end["result"], "result")
    return Form(setup, game, seed, moves, keys, result)


def parse_setup(text: str) -> Setup:
    """Return the setup that `setup_text` wrote.

    Raises
    ------
    InputError
        If it is not of that form.
    """
    return _setup(_fields(text, ("tiling", "players", "components", "hands", "start")))


def _wrong(what: str, value: object, allowed: str = "") -> NoReturn:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    raise InputError(f"{what} {shown}" + (f": {allowed}" if allowed else " cannot be used"))


def _fields(line: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the JSON object of a line, which has to have these fields and no others."""
    if not line.strip():
        raise InputError(f"the file is cut short: here is to be a line with {', '.join(names)}")
    try:
        said = json.loads(line)
    except (RecursionError, ValueError):
        _wrong("text", line, "this is no JSON; the file may be cut short")
    if not isinstance(said, dict) or set(said) != set(names):
        cut = "the file may be cut short: " if names == ("moves", "result") else ""
        _wrong("text", line, f"{cut}here is to be an object with {', '.join(names)}")
    return said


def _list(value: Any, length: int | None, what: str) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        _wrong(what, value, "give a list" + (f" of {length}" if length else ""))
    return value


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(what, value, "give a whole number")
    return value


def _cell(value: Any, tiling: Tiling) -> Cell:
    i, j, k = (_whole(number, "lattice key") for number in _list(value, 3, "cell"))
    if max(abs(i), abs(j)) > MAX_KEY or not 0 <= k < len(tiling.faces):
        _wrong("cell", value, f"there is none such in the {tiling.name} tiling")
    return Cell(i, j, k)


def _key(value: Any) -> int:
    try:
        if len(value) == 16:
            return int(value, 16)
    except (TypeError, ValueError):
        pass
    _wrong("key", value, "give 16 hexadecimal digits")


def _setup(said: dict[str, Any]) -> Setup:
    tiling = tiling_from(said["tiling"])
    components = []
    for entry in _list(said["components"], None, "components"):
        name, owner = _list(entry, 2, "component")
        if not isinstance(name, str):
            _wrong("name of a component", name)
        components.append(Component(name, owner))
    hands = []
    for entry in _list(said["hands"], None, "hands"):
        owner, sites = _list(entry, 2, "hand")
        holds = [_list(site, 2, "site of a hand") for site in _list(sites, None, "sites of a hand")]
        hands.append(Hand(owner, tuple((what, count) for what, count in holds)))
    start = []
    for entry in _list(said["start"], None, "start"):
        cell, what = _list(entry, 2, "start piece")
        start.append((_cell(cell, tiling), what))
    return Setup(tiling, tuple(components), said["players"], tuple(hands), tuple(start))


def _move(said: dict[str, Any], tiling: Tiling) -> Move:
    actions = _list(said["actions"], None, "actions")
    mover = _whole(said["mover"], "mover")
    return Move(mover, tuple(_action(entry, tiling) for entry in actions))


def _action(entry: Any, tiling: Tiling) -> Action:
    name, container, kind, site, level, value = _list(entry, 6, "action")
    if not isinstance(name, str) or name not in ACTIONS:
        _wrong("action", name, f"choose one of {', '.join(ACTIONS)}")
    if not isinstance(kind, str) or kind not in _SITE_TYPES:
        _wrong("site type", kind, f"choose one of {', '.join(_SITE_TYPES)}")
    action = ACTIONS[name]
    if action == SET_MOVER and [container, site, level] != [0, 0, 0]:
        _wrong("action", entry, "container, site and level are 0 where the mover is set")
    cell = _whole(container, "container") == BOARD and action != SET_MOVER
    return Action(
        action,
        container,
        _cell(site, tiling) if cell else _whole(site, "site"),
        _whole(value, "value"),
        _SITE_TYPES[kind],
        _whole(level, "level"),
    )
