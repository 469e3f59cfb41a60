"""Starts of games that are left to chance: what is there once it has decided."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from boardless.topo import InputError
from boardless.topo.kernels.arrays import Ints

if TYPE_CHECKING:
    from boardless.games.compiler.model import Model
    from boardless.games.game import Game
    from boardless.games.game_technique import GameTechnique
    from boardless.games.placing import Choice, StartContents
    from boardless.games.placing.start_contents import Put

Arrays = TypeVar("Arrays")

#: A number of a site: what it is called in the engine, how far behind that it is, site, level, and
#: the number.
Given = tuple[str, int, int, int, int]


@dataclass(frozen=True, eq=False)
class DrawnStart:
    """What is there before the first move of a game, or so far.

    Attributes
    ----------
    open : Choice or None
        What chance has to decide next, None if nothing: then nothing of the rest is there yet.
    begun : int32 array of shape (pieces, 3)
        Component, site of the arrays and count of each piece.
    given : tuple of Given
        What pieces have of their own, and what is hidden.
    """

    open: "Choice | None"
    begun: Ints
    given: tuple[Given, ...] = ()

    def laid_out(self, kernels: Any, arrays: Arrays, noting: bool) -> Arrays:
        """Return arrays of the game that go to this start, on the board as it is.

        With `noting`, moves can be taken back from then on. Numbers that the game has no use for
        are left out.
        """
        rows = [
            (int(getattr(kernels, name)) + more, *rest)
            for name, more, *rest in self.given
            if getattr(kernels, name, -1) >= 0
        ]
        begun = np.ascontiguousarray(self.begun, dtype=np.int32)
        arrays = arrays._replace(begun=begun)  # type: ignore[attr-defined]
        kernels.begin_drawn(arrays, np.array(rows, np.int64).reshape(-1, 4), noting)
        return arrays


def decided_by(outcomes: Sequence[int]) -> "Callable[[Choice], int]":
    """Return what draws these outcomes one by one, and raises an UndecidedError after the last.

    Where there is one option alone, nothing is left to decide.
    """
    from boardless.games.placing import UndecidedError

    left = iter(outcomes)

    def draw(choice: "Choice") -> int:
        if len(choice.options) == 1:
            return 0
        for outcome in left:
            return outcome
        raise UndecidedError

    return draw


def certain_pieces(model: "Model") -> "dict[int, tuple[Put, ...]]":
    """Return what lies on the sites of the arrays before chance decides anything."""
    if not model.starts_by_chance:
        return model.start_pieces
    return model.on_sites(model.start_drawn(decided_by(())))


def drawn_start(game: "Game", way: "GameTechnique", draw: "Callable[[Choice], int]") -> DrawnStart:
    """Return the start of a game, of which `draw` decides what is left to chance.

    Raises
    ------
    InputError
        If chance decides something else than where pieces lie, what they have, and what is hidden.
    """
    model = game.module.model
    contents = model.start_drawn(draw)
    if contents.open is None and _others(contents) != _others(model.start):
        raise InputError(
            f"{game.name}: only pieces are put somewhere, and hidden, by chance before the first "
            "move: scores and other numbers of the game cannot be left to it yet"
        )
    pieces = model.on_sites(contents)
    rows = [(put.component, site, put.count) for site, puts in pieces.items() for put in puts]
    if model.layout is None:
        # What the board has is the technique's; chance fills hands.
        there = game.start(way).begun.tolist()
        rows = [*(row for row in there if row[1] not in pieces), *rows]
    begun = np.array(rows, np.int32).reshape(-1, 3)
    return DrawnStart(contents.open, begun, tuple(given_in(model, contents)))


def _others(contents: "StartContents") -> list[object]:
    from boardless.games.placing.start_contents import Hide, Put, SetCount

    of_pieces = (Put, SetCount, Hide)
    return [action for action in contents.actions if not isinstance(action, of_pieces)]


def given_in(model: "Model", contents: "StartContents") -> Iterator[Given]:
    """Yield what the pieces of a start have of their own, and what is hidden."""
    from boardless.games.compiler.beginning import GIVEN, given_numbers
    from boardless.games.compiler.hiding import sort_of, veiled

    pieces = model.on_sites(contents)
    for name in GIVEN:
        for site, level, value in given_numbers(model, pieces, name):
            yield name.upper(), 0, site, level, value
    for (data, site, level), bits in veiled(model, contents).items():
        if bits:
            sort = sort_of(data)
            yield ("VEILS", sort - 1, site, level, bits) if sort else (
                "HIDDEN", 0, site, level, bits
            )  # fmt: skip
