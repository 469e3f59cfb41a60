"""Turns of people's games made on a state, and their games as trials."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardless.games import Game, compile, description_text
from boardless.games.game_technique import TechniqueChoice
from boardless.games.language.outline import outline
from boardless.play.notations import AbsentPieceError, notation_of
from boardless.play.recorded.people import records_of
from boardless.play.recorded.turn import PlayedGame, RecordError, Turn
from boardless.play.state import State
from boardless.state import Move, Trial
from boardless.topo import InputError, Key, Tiling
from boardless.topo.layouts.fixed_board import FixedBoard


class IllegalTurnError(InputError):
    """A turn cannot be made.

    Attributes
    ----------
    number : int
        The turn, counted from 1.
    """

    def __init__(self, number: int, turn: Turn | str, state: State) -> None:
        self.number = number
        super().__init__(f"turn {number}, {turn}, is not legal in {state!r}")


def make_turns(state: State, turns: Sequence[Turn | str]) -> None:
    """Make turns on a state, of one player after the other.

    Forced passes need not be written. They are made before a turn, and at the end if they end the
    game, as a stalemate does. A turn may stand for several moves that lead to different contents.
    The first one that allows all later turns counts.

    Parameters
    ----------
    state : State
        The state, which is changed.
    turns : sequence of Turn or str
        Turns, or texts of the game's own notation.

    Raises
    ------
    IllegalTurnError
        If a turn is not legal; the turns before it have been made.
    """
    ways: list[Iterator[tuple[Move, ...]]] = []
    made: list[tuple[Move, ...]] = []
    furthest: list[tuple[Move, ...]] = []
    while len(made) < len(turns):
        if len(ways) == len(made):
            ways.append(iter(_ways(state, turns[len(made)])))
        way = next(ways[-1], None)
        if way is not None:
            _push(state, way)
            made.append(way)
            if len(made) > len(furthest):
                furthest = made.copy()
            continue
        ways.pop()
        if not made:
            for way in furthest:
                _push(state, way)
            number = len(furthest)
            raise IllegalTurnError(number + 1, turns[number], state)
        for _ in made.pop():
            state.pop()
    _end_by_passes(state)


def _end_by_passes(state: State) -> None:
    """Make the passes that are forced, if they end the game."""
    passes = 0
    while passes < state.setup.players and state.outcome() is None and _has_to_pass(state):
        state.push(state.legal_moves[0])
        passes += 1
    if state.outcome() is None:
        for _ in range(passes):
            state.pop()


def _has_to_pass(state: State) -> bool:
    legal = state.legal_moves
    return len(legal) == 1 and not legal[0].actions


def _push(state: State, moves: Sequence[Move]) -> None:
    for move in moves:
        state.push(move)


def _ways(state: State, turn: Turn | str) -> list[tuple[Move, ...]]:
    """Return the sequences of moves that a turn may be, one for each position they lead to."""
    if isinstance(turn, str):
        try:
            move = notation_of(state.game).read(state, turn)
        except AbsentPieceError:
            return []
        return [(move,)] if move in state.legal_moves else []
    by_key: dict[int, tuple[Move, ...]] = {}
    labels = _Labels(state)
    for moves in _turns(state, turn, labels, turn.sites, ""):
        by_key.setdefault(state.key, moves)
    if not by_key and turn.sites and state.outcome() is None and _has_to_pass(state):
        passed = state.legal_moves[0]
        state.push(passed)
        ways = [(passed, *way) for way in _ways(state, turn)]
        state.pop()
        return ways
    return list(by_key.values())


def _turns(
    state: State, turn: Turn, labels: "_Labels", left: tuple[str, ...], before: str, at: str = ""
) -> Iterator[tuple[Move, ...]]:
    """Make the sequences of moves of a turn; yield each where it has been made."""
    seat, is_first = state.seat, not before
    for move, numbers in list(state.position.moves().items()):
        origin, target = labels.of(numbers)
        if is_first and not _begins(turn, origin, target):
            continue
        was, ends = before or labels.piece(origin) or "-", target or at
        ahead = left[1:] if is_first and len(left) > 1 else left
        if ahead and target == ahead[0]:
            ahead = ahead[1:]
        state.push(move)
        if state.outcome() is None and state.seat == seat:
            yield from ((move, *more) for more in _turns(state, turn, labels, ahead, was, ends))
        elif not ahead and ends == "".join(turn.sites[-1:]) and labels.is_meant(turn, was):
            yield (move,)
        state.pop()


def _begins(turn: Turn, origin: str, target: str) -> bool:
    """Return True if a move may be the first one of a turn."""
    if not turn.sites:
        return not target
    if len(turn.sites) > 1:
        return origin == turn.sites[0]
    return origin in ("", target) and target == turn.sites[0]


class _Labels:
    """The labels of the sites of a state: columns are letters, rows numbers from 1."""

    def __init__(self, state: State) -> None:
        board, position = state.board, state.position
        cells = map(tuple, position.keys().tolist())
        self._cells = dict(zip(position.sites().tolist(), cells, strict=True))
        if isinstance(board, FixedBoard):
            known = board.sites_of().labels
            labels = {cell: known[cell[2]] for cell in self._cells.values()}
        elif state.game.growing:
            raise InputError(f"{state.game.name}: its board grows, and its cells have no labels")
        else:
            labels = _on_lattice(self._cells.values(), state.game.tiling)
        self._by_cell, self._by_label = labels, {label: cell for cell, label in labels.items()}
        self._state = state

    def of(self, numbers: Sequence[int]) -> tuple[str, str]:
        """Return the labels of origin and target of a move; "" for places off the board."""
        origin, target = (self._cells.get(site) for site in numbers[1:3])
        return (
            "" if origin is None else self._by_cell[origin],
            "" if target is None else self._by_cell[target],
        )

    def piece(self, label: str) -> str:
        """Return the name of the piece on a site, "" without one."""
        cell = self._by_label.get(label)
        what = 0 if cell is None else self._state.pieces.get(cell, 0)
        return self._state.components[what - 1].name if what else ""

    def is_meant(self, turn: Turn, before: str) -> bool:
        """Return True if a turn ends with the named piece, promoted if the text says so."""
        now = self.piece(turn.sites[-1]) if turn.sites else ""
        if not now.startswith(turn.piece):
            return False
        return turn.changes is None or turn.changes == (now != before)


def _on_lattice(cells: Iterable[Key], tiling: Tiling) -> dict[Key, str]:
    """Return the labels of the cells of a square, or of a rhombus of hexagons such as Hex's."""
    cells = list(cells)
    left, top = min(i for i, _, _ in cells), max(j for _, j, _ in cells)
    if tiling.name == "square":
        bottom = min(j for _, j, _ in cells)
        return {cell: _label(cell[0] - left, cell[1] - bottom) for cell in cells}
    # Rows of the rhombus run along (1, -1), columns along (1, 0).
    return {cell: _label(top - cell[1], cell[0] - left - (top - cell[1])) for cell in cells}


def _label(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


#: The heading of the sizes of a board.
_SIZE = "Board Size"


def described(played: PlayedGame, game: str | None, options: Sequence[str], **chosen: Any) -> Game:
    """Return the game that a record is played by, with the options of the record.

    Parameters
    ----------
    played : PlayedGame
        The record.
    game, options
        The description, in place of the description named in the record, and more of its options.
    **chosen
        The tiling, the library and whether the game is compiled; see `games.load`.

    Raises
    ------
    InputError
        If the game is unknown, or cannot be played with these options.
    """
    text = description_text(game or played.game, library=chosen.pop("library", None))
    taken = list(options)
    for wanted in played.options:
        heading, _, label = wanted.partition("/")
        headed = [option for option in outline(text).options if option.heading.startswith(heading)]
        if headed:
            text = _with_size(text, [item.label for item in headed[0].items], label)
            taken.append(f"{headed[0].heading}/{label}")
        elif heading != _SIZE:
            raise InputError(f"option {wanted!r}: {game or played.game} does not have it")
    return compile(text, taken, **chosen)


def _with_size(text: str, labels: Sequence[str], wanted: str) -> str:
    """Return a description that offers one more size of its board, next to `labels`."""
    size = wanted.partition("x")[0]
    others = [label.partition("x")[0] for label in labels]
    for other in filter(str.isdecimal, others if wanted not in labels else ()):
        item = re.search(rf'\(item\s*"{other}x{other}"[^"]*"[^"]*"\s*\)', text)
        if item and size.isdecimal():
            added = re.sub(rf"(?<!\d){other}(?!\d)", size, item[0])
            return f"{text[: item.start()]}{added} {text[item.start() :]}"
    return text


def starts_of(
    records: Iterable[PlayedGame | RecordError],
    game: str | None,
    options: Sequence[str],
    technique: TechniqueChoice | None = None,
    **chosen: Any,
) -> Iterator[tuple[PlayedGame, State] | RecordError]:
    """Yield records with their start states, or with the reasons for a refusal.

    Parameters
    ----------
    records : iterable of PlayedGame or RecordError
        The records of a file, in their order.
    technique
        See `State`.
    game, options, **chosen
        See `described`.
    """
    games: dict[tuple[str, tuple[str, ...]], Game | InputError] = {}
    for number, played in enumerate(records, 1):
        if isinstance(played, RecordError):
            yield played
            continue
        key = played.game, played.options
        try:
            if key not in games:
                games[key] = described(played, game, options, **chosen)
            described_game = games[key]
            if isinstance(described_game, InputError):
                raise described_game
            state = State(described_game, technique)
            for option in played.options:
                heading, _, label = option.partition("/")
                size = len(state.board)
                if heading == _SIZE and size != int(label.partition("x")[0]) ** 2:
                    raise InputError(f"a board of {label}: {described_game.name} has {size} sites")
        except InputError as error:
            games.setdefault(key, error)
            yield RecordError(error, number)
        else:
            yield played, state


def trials_of(
    path: str | Path, game: str | None = None, options: Sequence[str] = (), **chosen: Any
) -> Iterator[Trial]:
    """Yield the games of a file of people's games as trials; see `recorded.people`.

    A resigned game has no result, because the rules do not include resignation.

    Parameters
    ----------
    path : str or path
        The file; the end of its name says the notation.
    game, options
        The description, in place of the description named in the file, and its options.
    **chosen
        Whether games are compiled, `jit`, and the `library` of games outside the package.

    Raises
    ------
    InputError
        If the file cannot be read, or a turn is not legal.
    """
    for trial, _ in trials_and_notes(path, game, options, **chosen):
        if isinstance(trial, RecordError):
            raise InputError(f"{path}: {trial}")
        yield trial


def trials_and_notes(
    path: str | Path, game: str | None = None, options: Sequence[str] = (), **chosen: Any
) -> Iterator[tuple[Trial | RecordError, tuple[str, ...]]]:
    """Yield the games of a file as trials or as errors, and the faults of variations.

    Parameters
    ----------
    path, game, options, **chosen
        See `trials_of`.

    Raises
    ------
    InputError
        If the file is missing.
    """
    records = records_of(path, None if game is None else Path(game).stem)
    for number, start in enumerate(starts_of(records, game, options, **chosen), 1):
        if isinstance(start, RecordError):
            yield start, ()
            continue
        played, state = start
        try:
            make_turns(state, played.turns)
        except InputError as error:
            yield RecordError(error, number, getattr(error, "number", None)), ()
        else:
            yield replace(state.trial(), about=played.about), played.notes
