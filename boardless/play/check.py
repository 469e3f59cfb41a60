"""Checking the compiled games against recorded trials: legal moves, movers and winners."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from boardless.games import Game, Library, compile, description_text
from boardless.games.description import chooses_tiling
from boardless.games.game import GameChoice, as_game, technique_for
from boardless.games.game_technique import GameTechnique, TechniqueChoice
from boardless.games.language.errors import one_of
from boardless.games.library import PACKAGED, chosen_library
from boardless.play.ludii_actions import RecordDifference
from boardless.play.ludii_replay import GameReplay, LudiiReplay, different
from boardless.play.match import position_of
from boardless.play.position import Position
from boardless.play.recorded import (
    Entry,
    LudiiTrial,
    RecordedHeader,
    RecordedPly,
    RecordedTrial,
    read_header,
    read_ludii_trial,
    read_trials,
)
from boardless.play.recorded.json_lines import lines_of
from boardless.state import BOARD, Move
from boardless.topo import InputError
from boardless.util.inputs import path_of


@dataclass(frozen=True)
class Compared:
    """The comparison of one recorded game with its replay."""

    line: int
    plies: int
    #: Plies before the first difference.
    replayed: int
    difference: RecordDifference | None


@dataclass(frozen=True)
class Check:
    """The comparisons of all games of a file.

    Attributes
    ----------
    name : str
        The file's name without suffixes.
    trials, plies, differences : int
        Games and plies that were replayed, and games that differ.
    first : str or None
        The first difference in full.
    """

    name: str
    trials: int
    plies: int
    differences: int
    first: str | None = None

    def __str__(self) -> str:
        counts = f"{self.trials} trials, {self.plies} plies, {self.differences} differences"
        return f"{self.name}: {counts}"


def record_of(path: Path) -> RecordedHeader | LudiiTrial:
    """Return the header of a file of JSON lines, or the game of one of Ludii's texts."""
    return read_ludii_trial(path) if is_text(path) else read_header(path)


def is_text(path: Path) -> bool:
    """Return True if a file is one of Ludii's own texts, by its first line."""
    with lines_of(path) as lines:
        return any(line.startswith(b"game=") for _, line in islice(lines, 1))


def game_of(
    record: RecordedHeader | LudiiTrial,
    game: str | None = None,
    options: Sequence[str] = (),
    *,
    tiling: str | None = None,
    jit: bool = True,
    library: Library | str | None = None,
) -> Game:
    """Return the game to check a record with; `game`, `tiling`, `options` replace the record's."""
    chosen = chosen_library(library)
    if isinstance(record, LudiiTrial):
        below = record.file.partition("/lud/")[2]
        if game is None and chosen is not None and below in chosen.files:
            text = chosen.text(below)
        else:
            text = description_text(record.game if game is None else game, library=chosen)
        return compile(text, options or record.options, tiling=tiling, jit=jit)
    known = [games for games in (chosen, PACKAGED) if games is not None]
    if game is None and not any(record.game in games for games in known):
        # A file that someone else made does not choose which others are read.
        raise InputError(
            f"game {record.game!r} of the header: give a description with --game, "
            f"or choose {one_of(known[0].names)}"
        )
    text = description_text(record.game if game is None else game, library=chosen)
    options = options or (record.options if game is None else ())
    played = compile(text, options, tiling=tiling, jit=jit)
    there = record.tiling
    if tiling is not None or there is None or played.plane.casefold() == there.casefold():
        return played
    if chooses_tiling(text, options, there):
        return played
    return compile(text, options, tiling=there, jit=jit)


def check_trials(
    path: str | Path,
    game: GameChoice,
    technique: TechniqueChoice | GameTechnique | None = None,
) -> Check:
    """Replay the games of a file and compare legal moves, movers and winners.

    Components are matched by name, or by number if the game lacks the name. If two components then
    match the same one, all are matched by number.

    Parameters
    ----------
    path : str or Path
        A file of JSON lines, or one of Ludii's text files.
    game : Game, str or Path
        The game, or an argument of `games.load`.
    technique : AnyTechnique, GameTechnique or str, optional
        How the board grows; by default as the game's own.

    Returns
    -------
    Check
        The number of games, plies and differences, and the first difference.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    path, game = path_of(path), as_game(game)
    if not isinstance(technique, GameTechnique):
        technique = technique_for(game, technique)
    trials, plies, differences = 0, 0, 0
    first = None
    for compared in compare_trials(path, game, technique):
        trials += 1
        plies += compared.replayed
        if compared.difference is not None:
            differences += 1
            first = first or f"trial {trials} (line {compared.line}), {compared.difference}"
    return Check(path.name.split(".")[0], trials, plies, differences, first)


def compare_trials(path: Path, game: GameChoice, technique: GameTechnique) -> Iterator[Compared]:
    """Yield the comparison of each game of a file; see `check_trials`."""
    game = as_game(game)
    replay: LudiiReplay | _Replay
    trials: Iterable[LudiiTrial | RecordedTrial]
    if is_text(path):
        replay, trials = LudiiReplay(game, technique), [read_ludii_trial(path)]
    else:
        numbers = _numbers(read_header(path).components, game)
        replay, trials = _Replay(position_of(game, technique), numbers), read_trials(path)
    for trial in trials:
        difference = replay.compare(trial)  # type: ignore[arg-type]
        plies = len(trial.plies)
        made = plies if difference is None else difference.ply
        yield Compared(trial.line, plies, made, difference)


def _numbers(names: Sequence[str], game: Game) -> dict[int, int]:
    """Return our number of each component of a file."""
    ours = {component.name: number for number, component in enumerate(game.components, 1)}
    numbers = {number: ours.get(name, number) for number, name in enumerate(names, 1)}
    return numbers if len(set(numbers.values())) == len(numbers) else {}


class _Replay(GameReplay[RecordedTrial, RecordedPly]):
    """Replays recorded games from a file that lists all legal moves of every ply."""

    def __init__(self, position: Position, numbers: dict[int, int]) -> None:
        super().__init__(position)
        self._numbers = numbers
        start = position.game.setup.start
        (self._i, self._j, _), _ = start[0] if start else ((0, 0, 0), 0)

    def _entry(self, move: Move) -> Entry | str:
        """Return a move as files have it, or as text if files lack a form for it."""
        if move.cell is None:
            return str(move)
        i, j, k = move.cell
        return (i - self._i, j - self._j, k, move.actions[-1].value)

    def _ours(self, entry: Entry) -> Entry:
        """Return a move of a file with our number of the component."""
        i, j, k, component = entry
        return (i, j, k, self._numbers.get(component, component))

    def _start(self, trial: RecordedTrial) -> RecordDifference | None:
        setup = self._position.game.setup
        start = sorted((i - self._i, j - self._j, k, what) for (i, j, k), what in setup.start)
        recorded = sorted(map(self._ours, trial.start))
        if start == recorded:
            return None
        text = f"start: {start} here, {recorded} there"
        return RecordDifference(0, "start", start, recorded, text)

    def _ply(self, number: int, ply: RecordedPly) -> RecordDifference | None:
        here: dict[Entry | str, list[Move]] = {}
        for move in self._position.moves():
            here.setdefault(self._entry(move), []).append(move)
        there = set(map(self._ours, ply.legal))
        if here.keys() != there:
            extra = sorted(here.keys() - there, key=str)
            missing = sorted(there - here.keys())
            said = f"legal only here {extra}, only there {missing}"
            return different(number, "legal", extra, missing, said)
        entry = self._ours(ply.move)
        if entry not in here:
            return different(number, "legal", [], [entry], f"the move {entry} is not legal")
        origins = [origin for move in here[entry] if (origin := move.from_)]
        # Sites of a hand with the same piece make no difference, cells do.
        if len(here[entry]) > 1 and any(origin.container == BOARD for origin in origins):
            cells = [origin.site for origin in origins]
            said = f"the move {entry} may come from {cells}: files do not say"
            return different(number, "read", cells, entry, said)
        self._position.push(here[entry][0])
        return None
