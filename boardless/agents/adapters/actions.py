"""Action numbers: moves of a game in L-GDL as numbers that mean the same throughout a game.

A board that grows has no last cell, so its cells are numbered within a window round the anchor that
the longest game cannot leave. A game whose description does not bound its length has no numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from boardless.agents.determinization import hides
from boardless.games import Game
from boardless.games.ludemes.ends import EndIf
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import AtLeast
from boardless.games.ludemes.turns import CountMoves
from boardless.jit.arrays import Ints
from boardless.play import State
from boardless.state import ADD, BOARD, REMOVE, SET_MOVER, Move
from boardless.topo import InputError, Key, as_integer
from boardless.util.inputs import shown

#: More actions than can be worked with.
MAX_ACTIONS = 1_000_000
#: So many legal actions are listed where another was given.
_LISTED = 12


@dataclass(frozen=True)
class Actions:
    """The action numbers of a game's moves.

    First each component on each cell, then each cell to each other, where pieces move; the last two
    are to pass and to swap.

    InputError if nothing bounds the length of the game, something in it is hidden or left to
    chance, its moves have effects, or there are more than a million.

    Examples
    --------
    >>> from boardless.games import load
    >>> actions = Actions(load("Tic-Tac-Toe", jit=False))
    >>> actions.count, actions.longest, len(actions.legal(State(actions.game)))
    (20, 11, 9)
    """

    game: Game

    def __post_init__(self) -> None:
        module = self.game.module
        if self.game.info.chances or self.game.info.starts_by_chance or hides(State(self.game)):
            raise InputError(f"{self.game.name}: leaves things to chance, or hides them")
        if self.longest and module.effects:
            raise InputError(f"{self.game.name}: its moves do more than to put or move a piece")
        if self.count > MAX_ACTIONS:
            raise InputError(f"{self.game.name}: {self.count:,} actions, at most {MAX_ACTIONS:,}")

    @cached_property
    def longest(self) -> int:
        """The most moves of a game."""
        rules = self.game.description.tree.rules
        bounds = [
            rule.condition.right.value
            for rule in (rules.end.rules if rules.end else ())
            if isinstance(rule, EndIf)
            and isinstance(rule.condition, AtLeast)
            and isinstance(rule.condition.left, CountMoves)
            and isinstance(rule.condition.right, Constant)
        ]
        adds = all(rule.component and rule.hand < 0 for rule in self.game.info.rules)
        if not self.game.growing and adds and self.game.info.rules:
            # Every cell once, and at the end all pass, or the second player swaps.
            start = State(self.game)
            bounds.append(len(start.board) + self.game.players + start.position.may_swap)
        if not bounds:
            raise InputError(
                f"{self.game.name}: nothing in it says how long it can get, "
                "such as an end after a number of moves"
            )
        return int(min(bounds))

    @cached_property
    def places(self) -> dict[Key, int]:
        """The number of each cell of the window, relative to the anchor."""
        start = State(self.game)
        if not self.game.growing:
            return {cell: number for number, cell in enumerate(start.position.standing())}
        reach = max(max(abs(i), abs(j)) for i, j, _ in start.position.standing())
        # A move adds cells beside the piece that it puts down, and none further off.
        reach += self._step * self.longest
        span = range(-reach, reach + 1)
        kinds = range(self.game.codes.kinds)
        cells = ((i, j, k) for i in span for j in span for k in kinds)
        return {cell: number for number, cell in enumerate(cells)}

    @property
    def _step(self) -> int:
        """The largest distance of two adjacent cells, in lattice vectors."""
        board = State(self.game).board
        rows = [board.keys[board.neighbours(site)] - board.keys[site] for site in board]
        return int(np.abs(np.concatenate(rows)[:, :2]).max())

    @cached_property
    def _moving(self) -> bool:
        return any(not it.component and it.hand < 0 for it in self.game.info.rules)

    @property
    def count(self) -> int:
        """Number of actions."""
        cells, components = len(self.places), len(self.game.components)
        return cells * components + (cells * cells if self._moving else 0) + 2

    def number(self, move: Move) -> int:
        """Return the number of a move; InputError if no action stands for it."""
        if not move.actions:
            return self.count - 2
        *before, put = move.actions
        if put.kind == SET_MOVER:
            return self.count - 1
        target = self._place(put.site)
        if put.kind != ADD or target is None or len(before) > 1:
            raise InputError(f"move {move}: {self.game.name} has no action for it")
        origin = self._place(before[0].site) if before else None
        if origin is not None and before[0].kind == REMOVE and before[0].container == BOARD:
            cells = len(self.places)
            return cells * len(self.game.components) + origin * cells + target
        return (put.value - 1) * len(self.places) + target

    def _place(self, site: object) -> int | None:
        """Return the number of a cell, None for other places."""
        return self.places.get(cast("Key", site)) if isinstance(site, tuple) else None

    def legal(self, state: State) -> dict[int, Move]:
        """Return the legal moves of a state by their numbers, in ascending order."""
        return dict(sorted((self.number(move), move) for move in state.legal_moves))

    def move(self, state: State, action: Any) -> Move:
        """Return the legal move of a number; InputError lists the legal numbers."""
        legal, number = self.legal(state), as_integer(action)
        if number is None or number not in legal:
            listed = [str(each) for each in legal]
            if len(listed) > _LISTED:
                listed = [*listed[:_LISTED], f"... ({len(legal)} in all)"]
            allowed = f"choose one of {', '.join(listed)}" if legal else "the game is over"
            raise InputError(f"action {shown(action)} is not legal: {allowed}")
        return legal[number]

    def mask(self, state: State) -> Ints:
        """Return for each action whether it is legal, int8."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def seen(self, state: State) -> Ints:
        """Return the component on each cell, int8; 0 where there is none."""
        what = np.zeros(len(self.places), np.int8)
        for cell, component in state.pieces.items():
            what[self.places[cell]] = component
        return what
