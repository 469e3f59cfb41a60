"""Trials: games written down so that they can be played again in any technique."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any, cast

from boardless.state import trial_text
from boardless.state.equipment import Equipment, check_cell
from boardless.state.growing_board import AnyTechnique, GivenBoard, check_technique
from boardless.state.move import Action, Move, on_cell
from boardless.state.states import FreeState, PastFreeState
from boardless.topo import InputError, integer_between
from boardless.util import upward
from boardless.util.inputs import (
    integer_of,
    on_line,
    path_of,
    replacing_file,
    text_of,
    using_file,
)

#: The line of a file on which the first move stands.
FIRST_LINE = 3
#: A longer file is no trial: it would be some hundred thousand moves.
MAX_CHARACTERS = 2**26
#: Moves that a notebook waits for before it shows the last state.
MAX_PICTURED = 1000


@dataclass(frozen=True)
class Trial:
    """A game in writing, to be played again in any technique.

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
        The technique, if known; it is not written down and does not count for equality. Names are
        for trials with a description.
    text : str
        The description; without one the trial is replayed without rules.
    options : tuple of str
        The chosen options of the description.
    did : tuple of tuple of Action, optional
        The whole result of each move; it does not count for equality.
    about : tuple of str
        What the record of a game of people says of its players, result, date and event; it is kept
        in a store, not in a file of its own, and does not count for equality.

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
            raise InputError(f"did: what {len(self.did)} moves did, of {len(self.moves)}")
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
            By default the trial's technique, else the game's own, or without a description a board
            that has every cell of the trial and stays. A game on a fixed board is always played on
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

        Moves of a game that has a name need not be such as can be made without its rules. Raise
        InputError if no game has a name and the moves cannot be made.
        """
        keys: list[int | None] = [None] * (1 + len(self.moves))
        try:
            keys = [state.key for state in self._states(self.all_cells())]
        except InputError:
            if not self.game:
                raise
        said = [trial_text.head_fields(self)]
        said += map(trial_text.move_fields, self.moves, self.did or repeat(None))
        lines = [trial_text.VERSION_LINE]
        for fields, key in zip(said, keys, strict=True):
            lines.append(trial_text.guarded(fields, key, lines[-1]))
        lines.append(trial_text.end_line(len(self.moves), self.result))
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str) -> "Trial":
        """Return the trial that `dumps` wrote.

        Every move is made and the key after it compared, on a board that has every cell that the
        trial names: no technique is needed to find damage. If lines have sums, these are compared.
        Raise InputError if the text is damaged; the message names the line and the damage.
        """
        lines = text_of(text, "trial").removesuffix("\n").split("\n")
        form = trial_text.parse(lines)
        with on_line(len(lines)):
            trial = cls(
                form.setup, tuple(form.moves), form.game, form.seed, form.result,
                text=form.text, options=form.options, did=form.did,
            )  # fmt: skip
        if form.keys is not None:
            states = trial._states(trial.all_cells())
            for line, (state, key) in enumerate(
                zip(states, form.keys, strict=True), FIRST_LINE - 1
            ):
                with on_line(line):
                    if state.key != key:
                        raise InputError(
                            f"this leads to key {state.key:016x}, not {key:016x}: "
                            "a number here is damaged"
                        )
        return trial

    def all_cells(self) -> GivenBoard:
        """Return a board that has every cell of the trial, and the one to count from."""
        cells = {(0, 0, 0): None} | {cell: None for cell, _ in self.setup.start}
        for move in self.moves:
            for action in move.actions:
                if isinstance(action.site, tuple):
                    cells[action.site] = None
        return GivenBoard(tuple(cells), anchor=0)

    def to_html(self, path: str | Path, seat: int = 0) -> None:
        """Write a page that plays the game back in any browser; see `view.to_html`."""
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
                raise InputError(f"more than {MAX_CHARACTERS:,} characters: this is no trial")
            return cls.loads(text)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InputError(f"{path}: this is no text") from None
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
