"""Trials: games written down so that they can be played again in any technique.

A file of a trial has a JSON value in each line; see `docs/records.md`.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any, cast

from boardless.state.engine.actions import CELL, PLACELESS
from boardless.state.equipment import Component, Equipment, Hand, check_cell
from boardless.state.growing_board import AnyTechnique, GivenBoard, check_technique
from boardless.state.move import ACTIONS, BOARD, Action, Cell, Move, on_cell
from boardless.state.states import FreeState, PastFreeState
from boardless.topo import InputError, Tiling, integer_between, tiling_from, tiling_text
from boardless.topo.boards.cells import MAX_KEY
from boardless.util import upward
from boardless.util.inputs import (
    integer_of,
    json_of,
    list_of,
    on_line,
    path_of,
    refuse,
    replacing_file,
    text_of,
    using_file,
)

#: The line of a file on which the first move stands.
FIRST_LINE = 3
#: The limit of a trial's length; a longer file would have some hundred thousand moves.
MAX_CHARACTERS = 2**26
#: Moves that a notebook waits for before it shows the last state.
MAX_PICTURED = 1000


@dataclass(frozen=True)
class Trial:
    """A record of a game, which can be replayed in any technique.

    Parameters
    ----------
    setup : Equipment
        The equipment.
    moves : tuple of Move
        The moves, with the places on the board as cells, relative to the anchor.
    game : str
        The name of the game, if known.
    seed : int, optional
        The seed of the random choices.
    result : int, optional
        The winner, or 0 for a draw; None if the game is not over.
    technique : AnyTechnique or str, optional
        The technique, if known; it is not saved and does not count for equality. Names are for
        trials with a description.
    text : str
        The description; without one the trial is replayed without rules.
    options : tuple of str
        The chosen options of the description.
    did : tuple of tuple of Action, optional
        The whole result of each move; it does not count for equality.
    about : tuple of str
        Players, result, date and event in the record of a people's game. It is kept in a store, but
        not in a trial's file, and does not count for equality.

    Raises
    ------
    InputError
        If a move names a cell by its site, which depends on the technique, a cell does not belong
        to the tiling, or the result is not a player.
    """

    setup: Equipment
    moves: tuple[Move, ...]
    game: str = ""
    seed: int | None = None
    result: int | None = None
    technique: AnyTechnique | str | None = field(default=None, compare=False, repr=False)
    text: str = ""
    options: tuple[str, ...] = ()
    did: tuple[tuple[Action, ...], ...] | None = field(default=None, compare=False, repr=False)
    about: tuple[str, ...] = field(default=(), compare=False, repr=False)
    _last: list[tuple[AnyTechnique | str | None, PastFreeState]] = field(
        default_factory=list, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        for ply, move in enumerate(self.moves):
            for action in move.actions:
                if on_cell(action):
                    if not isinstance(action.site, tuple):
                        raise InputError(f"move {ply}: site {action.site!r}: give cells, not sites")
                    check_cell(action.site, self.setup.plane)
        if self.did is not None and len(self.did) != len(self.moves):
            raise InputError(f"did: it has {len(self.did)} entries for {len(self.moves)} moves")
        if self.seed is not None:
            integer_of(self.seed, "seed")
        if self.result is not None and not 0 <= self.result <= self.setup.players:
            raise InputError(
                f"result {self.result!r}: choose 0 (a draw) to {self.setup.players}, or None"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the trial alone, not the states that have been read."""
        return type(self), (
            self.setup, self.moves, self.game, self.seed, self.result, self.technique, self.text,
            self.options, self.did, self.about,
        )  # fmt: skip

    def __repr__(self) -> str:
        options = f" ({', '.join(self.options)})" if self.options else ""
        name = f"{self.game or 'without rules'}{options}"
        result = {None: "not over", 0: "drawn"}.get(self.result, f"player {self.result} has won")
        parts = (name, f"{len(self.moves)} move{'s' * (len(self.moves) != 1)}", result)
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"<Trial {', '.join(parts)}{seed}>"

    def _repr_svg_(self) -> str | None:
        """Return the picture of the last state for a notebook; None without rules."""
        if not self.text or len(self.moves) > MAX_PICTURED:
            return None
        try:
            picture: str | None = upward.replayed_by_text(self, self.technique)._repr_svg_()
        except InputError:
            return None  # another version of the game; the line is shown
        return picture

    @classmethod
    def of(
        cls, state: FreeState, game: str = "", seed: int | None = None, result: int | None = None
    ) -> "Trial":
        """Return the trial of the moves that led to a state."""
        moves = tuple(state.by_cell(move) for move in state.move_stack)
        return cls(state.setup, moves, game, seed, result, state.technique)

    def replay(self, technique: AnyTechnique | str | None = None) -> FreeState:
        """Return the state after the last move, by the rules if the trial has a description.

        Parameters
        ----------
        technique : AnyTechnique or str, optional
            By default the trial's technique, else the game's own. Without a description it is a
            fixed board with every cell of the trial. A game on a fixed board is always played on
            that.

        Returns
        -------
        State or FreeState
            A state of the game, uncompiled (see `play.replayed`), or one without rules.

        Raises
        ------
        InputError
            If the technique lacks a start cell, a move cannot be made in it, or the rules say
            otherwise; without rules the message names the line of the trial's file.
        """
        technique = technique or self.technique
        if self.text:
            return upward.replayed_by_text(self, technique)
        technique = technique or self.all_cells()
        check_technique(technique)
        *_, state = self._states(cast("AnyTechnique", technique))
        return state

    def _states(self, technique: AnyTechnique) -> Iterator[FreeState]:
        """Yield the state at the start and after each move, the same one, without rules."""
        with on_line(FIRST_LINE - 1):
            state = FreeState(self.setup, technique)
        yield state
        for ply, move in enumerate(self.moves):
            with on_line(FIRST_LINE + ply):
                state.push(move)
            yield state

    def at(self, ply: int, technique: AnyTechnique | str | None = None) -> PastFreeState:
        """Return the state after the first `ply` moves, which can be read and never changes.

        The first call, or another technique (see `replay`), plays the trial; then reading a state
        costs the changes from the last one that was read. All states together take the memory of
        one. Raise InputError if there are fewer moves, or `replay` fails.
        """
        ply = integer_between(ply, "ply", 0, len(self.moves))
        technique = technique or self.technique
        if not self._last or self._last[0][0] != technique:
            self._last[:] = [(technique, self.replay(technique).at(len(self.moves)))]
        return self._last[0][1].at(ply)

    # -- as text ----------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the trial as text, in the form that `docs/records.md` describes.

        If the game has a name, its moves may need its rules. Raise InputError if no game has a name
        and the moves cannot be made.
        """
        keys: list[int | None] = [None] * (1 + len(self.moves))
        try:
            keys = [state.key for state in self._states(self.all_cells())]
        except InputError:
            if not self.game:
                raise
        said = [head_fields(self)]
        said += map(move_fields, self.moves, self.did or repeat(None))
        lines = [VERSION_LINE]
        for fields, key in zip(said, keys, strict=True):
            lines.append(guarded(fields, key, lines[-1]))
        lines.append(end_line(len(self.moves), self.result))
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str) -> "Trial":
        """Return the trial that `dumps` wrote.

        Every move is made and the key after it compared, on a board that has every cell that the
        trial names: no technique is needed to find damage. If lines have sums, these are compared.
        Raise InputError if the text is damaged; the message names the line and the damage.
        """
        lines = text_of(text, "trial").removesuffix("\n").split("\n")
        trial, keys = parse_lines(lines)
        if keys is not None:
            states = trial._states(trial.all_cells())
            for line, (state, key) in enumerate(zip(states, keys, strict=True), FIRST_LINE - 1):
                with on_line(line):
                    if state.key != key:
                        raise InputError(
                            f"this leads to key {state.key:016x}, not {key:016x}: "
                            "the record is damaged"
                        )
        return trial

    def all_cells(self) -> GivenBoard:
        """Return a board with every cell of the trial, and its anchor."""
        cells = {(0, 0, 0): None} | {cell: None for cell, _ in self.setup.start}
        for move in self.moves:
            for action in move.actions:
                if isinstance(action.site, tuple):
                    cells[action.site] = None
        return GivenBoard(tuple(cells), anchor=0)

    def to_html(self, path: str | Path, seat: int = 0) -> None:
        """Write a page that replays the game in any browser; see `view.to_html`."""
        upward.to_html(self, path, seat)

    def save(self, path: str | Path) -> None:
        """Write the trial to a file; raise InputError if that cannot be written."""
        text = self.dumps()
        with using_file(path), replacing_file(path_of(path)) as part:
            part.write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Trial":
        """Read a trial from a file.

        Raise InputError if the file is missing, damaged, or longer than `MAX_CHARACTERS`.
        """
        try:
            with path_of(path).open(encoding="utf-8") as file:
                text = file.read(MAX_CHARACTERS + 1)
            if len(text) > MAX_CHARACTERS:
                raise InputError(f"more than {MAX_CHARACTERS:,} characters: this is not a trial")
            return cls.loads(text)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InputError(f"{path}: this is not text") from None
        except InputError as error:
            raise InputError(f"{path}: {error}") from None


VERSION = 1
VERSION_LINE = json.dumps({"boardless trial": VERSION})

#: Optional fields of a setup, and others of line 2.
_MORE = ("levels", "boards")
_DESCRIBED = ("description", "options")
_ACTION_NAMES = {kind: name for name, kind in ACTIONS.items()}
_SITE_TYPES = {"cell": CELL}


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


def parse_lines(lines: list[str]) -> tuple[Trial, list[int] | None]:
    """Return the trial in the lines of a file, not yet played, and its keys.

    The keys are those of the first position and after each move; None if lines have sums instead.
    """
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
    results = tuple(did) if has_results else None
    with on_line(len(lines)):
        trial = Trial(
            setup, tuple(moves), game, seed, result, text=description, options=options, did=results
        )
    return trial, keys if guard == "key" else None


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
        refuse("cell", value, f"no such cell exists in {name} tiling")
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
