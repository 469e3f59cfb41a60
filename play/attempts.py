"""What a move may be by the rules, so that none has to be listed to make it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, cast

from boardless.games import Game
from boardless.state import ADD, BOARD, CELL, REMOVE, SET_MOVER, Action, Move
from boardless.topo import Key
from boardless.topo.boards.cells import MAX_KEY
from boardless.topo.whole import as_whole

#: Rule, site of a hand, codes of origin and target, and piece.
Attempt: TypeAlias = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Attempts:
    """Reads moves of a game whose moves have no effects.

    Attributes
    ----------
    game : Game
        What is played.
    kernels : module
        The functions and constants of the engine.
    """

    game: Game
    kernels: Any

    def of(self, move: Move, mover: int, anchor: Key) -> list[Attempt]:
        """Return what a move may be, for the player whose turn it is; cells are from the anchor."""
        nowhere = int(self.kernels.NOWHERE)
        if move.mover != mover:
            return []
        if not move.actions:
            return [(self.kernels.PASS, 0, nowhere, nowhere, 0)]
        if any(action.type != CELL or action.level for action in move.actions):
            return []
        if move.actions == (Action(SET_MOVER, BOARD, 0, move.mover),):
            return [(self.kernels.SWAP, 0, nowhere, nowhere, 0)]
        *before, put = move.actions
        if len(before) > 1 or put.kind != ADD or put.container != BOARD:
            return []
        target = self._code(put.site, anchor)
        if not before:
            rules = self._adding.get(put.value, ())
            return [(rule, 0, nowhere, target, 0) for rule in rules]
        (taken,) = before
        piece = as_whole(put.value)
        known = piece is not None and 0 < piece <= len(self.game.components)
        if taken.kind != REMOVE or taken.value != put.value or piece is None or not known:
            return []
        if taken.container == BOARD:
            origin = self._code(taken.site, anchor)
            return [(rule, 0, origin, target, piece) for rule in self._moving]
        return [
            (rule, 1 + hand, nowhere, target, piece)
            for rule, hand in self._dealing
            if (self.kernels.HOLDER[1 + hand], self.kernels.PLACE[1 + hand])
            == (taken.container, taken.site)
        ]

    @cached_property
    def _adding(self) -> dict[int, list[int]]:
        """The rules that add each component."""
        rules: dict[int, list[int]] = {}
        for number, rule in enumerate(self.game.brief.rules):
            if rule.component:
                rules.setdefault(rule.component, []).append(number)
        return rules

    @cached_property
    def _moving(self) -> list[int]:
        """The rules that move pieces on the board."""
        rules = enumerate(self.game.brief.rules)
        return [n for n, rule in rules if not rule.component and rule.hand < 0 and not rule.copy]

    @cached_property
    def _dealing(self) -> list[tuple[int, int]]:
        """The rules that take pieces from a site of a hand, and which site that is."""
        rules = enumerate(self.game.brief.rules)
        return [(n, rule.hand) for n, rule in rules if rule.hand >= 0 and not rule.copy]

    def _code(self, cell: object, anchor: Key) -> int:
        """Return the code of a cell relative to the anchor, one where nothing lies for no cell."""
        codes = self.game.codes
        numbers = [as_whole(n) for n in cell] if isinstance(cell, tuple) else []
        if len(numbers) == 3 and None not in numbers:
            i, j, k = cast("Key", tuple(numbers))
            x, y, _ = anchor
            if 0 <= k < codes.kinds and max(abs(i), abs(j)) <= MAX_KEY:
                return codes.code((i + x, j + y, k))
        return int(self.kernels.NOWHERE) - 1
