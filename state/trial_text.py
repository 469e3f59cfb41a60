"""The lines of a trial file: one JSON value each. See `docs/records.md`."""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from boardless.state.cell import Cell
from boardless.state.engine.actions import CELL, PLACELESS
from boardless.state.equipment import Component, Equipment, Hand
from boardless.state.move import ACTIONS, BOARD, Action, Move
from boardless.topo import InputError, Tiling, tiling_from, tiling_text
from boardless.topo.boards.cells import MAX_KEY
from boardless.util.inputs import integer_of, json_of, list_of, on_line, refuse, text_of

if TYPE_CHECKING:
    from boardless.state.trial import Trial

VERSION = 1
VERSION_LINE = json.dumps({"boardless trial": VERSION})

#: Optional fields of a setup, and others of line 2.
_MORE = ("levels", "boards")
_DESCRIBED = ("description", "options")
_ACTION_NAMES = {kind: name for name, kind in ACTIONS.items()}
_SITE_TYPES = {"cell": CELL}


@dataclass(frozen=True)
class Form:
    """The content of a file, before it is played."""

    setup: Equipment
    game: str
    seed: int | None
    moves: list[Move]
    #: Of the first position and after each move; None where lines have sums instead.
    keys: list[int] | None
    result: int | None
    text: str
    options: tuple[str, ...]
    did: tuple[tuple[Action, ...], ...] | None


# -- writing --------------------------------------------------------------------------------


def head_fields(trial: "Trial") -> dict[str, Any]:
    """Return the fields of line 2 without its key or sum."""
    more: dict[str, Any] = {}
    if trial.text:
        more = {"options": list(trial.options), "description": trial.text}
    return {"game": trial.game, "seed": trial.seed, **more, **_setup_fields(trial.setup)}


@lru_cache(maxsize=64)
def setup_text(setup: Equipment) -> str:
    """Return a setup as text, in the form of line 2."""
    return json.dumps(_setup_fields(setup))


def _setup_fields(setup: Equipment) -> dict[str, Any]:
    more: dict[str, Any] = {"levels": setup.levels} if setup.levels else {}
    if setup.boards:
        more["boards"] = list(setup.boards)
    return {
        "tiling": None if setup.plane is None else tiling_text(setup.plane),
        "players": setup.players,
        "components": [[c.name, c.owner] for c in setup.components],
        "hands": [[hand.owner, hand.holds] for hand in setup.hands],
        "start": [[cell, what] for cell, what in setup.start],
        **more,
    }


def move_fields(move: Move, did: tuple[Action, ...] | None = None) -> dict[str, Any]:
    """Return the fields of a move without key or sum; `did` is its whole result."""
    fields: dict[str, Any] = {"mover": move.mover, "actions": _listed(move.actions)}
    if did is not None and did != move.actions:
        fields["did"] = _listed(did)
    return fields


def _listed(actions: tuple[Action, ...]) -> list[list[Any]]:
    return [[_ACTION_NAMES[a.kind], a.container, "cell", a.site, a.level, a.value] for a in actions]


def guarded(fields: dict[str, Any], key: int | None, before: str) -> str:
    """Return a line with the key of the state after it, or with a sum of this line and the last."""
    guard = {"sum": _sum(fields, before)} if key is None else {"key": f"{key:016x}"}
    return json.dumps({**fields, **guard})


def _sum(fields: dict[str, Any], before: str) -> str:
    text = before + json.dumps(fields)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def end_line(moves: int, result: int | None) -> str:
    """Return the last line."""
    return json.dumps({"moves": moves, "result": result})


# -- reading --------------------------------------------------------------------------------


def parse(lines: list[str]) -> Form:
    """Return the content of the lines of a file."""
    with on_line(1):
        head = _fields(lines[0] if lines else "", ("boardless trial",))
        if head["boardless trial"] != VERSION or isinstance(head["boardless trial"], bool):
            refuse("version", head["boardless trial"], f"only {VERSION} is known")
    with on_line(2):
        line = lines[1] if len(lines) > 1 else ""
        guard = _guard_of(line)
        fields = ("game", "seed", "tiling", "players", "components", "hands", "start", guard)
        said = _fields(line, fields, (*_MORE, *_DESCRIBED))
        keys = [_guard(said, guard, lines[0])]
        setup = _setup(said)
        game = text_of(said["game"], "game")
        seed = None if said["seed"] is None else integer_of(said["seed"], "seed")
        description = text_of(said.get("description", ""), "description")
        listed = list_of(said.get("options", []), "options")
        options = tuple(text_of(option, "option") for option in listed)
    moves: list[Move] = []
    did: list[tuple[Action, ...]] = []
    has_results = False
    for number, line in enumerate(lines[2:-1], start=3):
        with on_line(number):
            said = _fields(line, ("mover", "actions", guard), ("did",))
            moves.append(Move(integer_of(said["mover"], "mover"), _actions(said, "actions", setup)))
            has_results = has_results or "did" in said
            did.append(_actions(said, "did", setup) if "did" in said else moves[-1].actions)
            keys.append(_guard(said, guard, lines[number - 2]))
    with on_line(max(len(lines), 3)):
        end = _fields(lines[-1] if len(lines) > 2 else "", ("moves", "result"))
        if integer_of(end["moves"], "number of moves") != len(moves):
            refuse("number of moves", end["moves"], f"the file has {len(moves)}")
        result = None if end["result"] is None else integer_of(end["result"], "result")
    guards = keys if guard == "key" else None
    results = tuple(did) if has_results else None
    return Form(setup, game, seed, moves, guards, result, description, options, results)


@lru_cache(maxsize=64)
def parse_setup(text: str) -> Equipment:
    """Return the setup that `setup_text` wrote."""
    return _setup(_fields(text, ("tiling", "players", "components", "hands", "start"), _MORE))


def _fields(line: str, names: tuple[str, ...], more: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the JSON object of a line: it has these fields, perhaps `more`, and no others."""
    if not line.strip():
        raise InputError(f"the file is cut short: the next line should have {', '.join(names)}")
    said = json_of(line)
    if not isinstance(said, dict) or set(said) - set(more) != set(names):
        cut = "the file may be cut short: " if names == ("moves", "result") else ""
        refuse("text", line, f"{cut}here is to be an object with {', '.join(names)}")
    return said


def _cell(value: Any, tiling: Tiling | None) -> Cell:
    i, j, k = (integer_of(number, "lattice key") for number in list_of(value, "cell", 3))
    kinds, name = (MAX_KEY, "no") if tiling is None else (len(tiling.faces), f"the {tiling.name}")
    if max(abs(i), abs(j)) > MAX_KEY or not 0 <= k < kinds:
        refuse("cell", value, f"there is none such in {name} tiling")
    return Cell(i, j, k)


def _guard_of(line: str) -> str:
    """Return "sum" or "key", the guard of the lines of a file, by the second line."""
    said = json_of(line) if line.strip() else None
    return "sum" if isinstance(said, dict) and "sum" in said else "key"


def _guard(said: dict[str, Any], guard: str, before: str) -> int:
    """Return the key or the sum of a line; the sum has to be right."""
    value = said[guard]
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{16}", value):
        refuse(guard, value, "give 16 hexadecimal digits")
    fields = {name: field for name, field in said.items() if name != guard}
    if guard == "sum" and value != _sum(fields, before):
        refuse(guard, value, "this line or the one before it is damaged")
    return int(value, 16)


def _setup(said: dict[str, Any]) -> Equipment:
    tiling = None if said["tiling"] is None else tiling_from(said["tiling"])
    components = []
    for entry in list_of(said["components"], "components"):
        name, owner = list_of(entry, "component", 2)
        components.append(Component(text_of(name, "name of a component"), owner))
    hands = []
    for entry in list_of(said["hands"], "hands"):
        owner, sites = list_of(entry, "hand", 2)
        holds = [list_of(site, "site of a hand", 2) for site in list_of(sites, "sites of a hand")]
        hands.append(Hand(owner, tuple((what, count) for what, count in holds)))
    start = []
    for entry in list_of(said["start"], "start"):
        cell, what = list_of(entry, "start piece", 2)
        start.append((_cell(cell, tiling), what))
    players, levels = said["players"], integer_of(said.get("levels", 0), "levels")
    boards = tuple(_cell(cell, tiling) for cell in list_of(said.get("boards", []), "boards"))
    return Equipment(tiling, tuple(components), players, tuple(hands), tuple(start), levels, boards)


def _actions(said: dict[str, Any], name: str, setup: Equipment) -> tuple[Action, ...]:
    tiling = None if setup.plane is None else setup.tiling
    return tuple(_action(entry, tiling) for entry in list_of(said[name], name))


def _action(entry: Any, tiling: Tiling | None) -> Action:
    name, container, kind, site, level, value = list_of(entry, "action", 6)
    if not isinstance(name, str) or name not in ACTIONS:
        refuse("action", name, f"choose one of {', '.join(ACTIONS)}")
    if not isinstance(kind, str) or kind not in _SITE_TYPES:
        refuse("site type", kind, f"choose one of {', '.join(_SITE_TYPES)}")
    action = ACTIONS[name]
    if action in PLACELESS and [container, site, level] != [0, 0, 0]:
        refuse("action", entry, f"container, site and level are 0 where it is {name!r}")
    cell = integer_of(container, "container") == BOARD and action not in PLACELESS
    return Action(
        action,
        container,
        _cell(site, tiling) if cell else integer_of(site, "site"),
        integer_of(value, "value"),
        _SITE_TYPES[kind],
        integer_of(level, "level"),
    )
