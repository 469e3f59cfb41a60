"""Strict replay of recorded games, by this program and by Ludii.

At every ply the mover, the number of legal moves and the actions must be equal, and at the end the
winner and the ranks.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from boardless.games import Game
from boardless.games.compiler.phases import PIECE_NUMBERS
from boardless.games.game import default_technique
from boardless.games.game_start import ChanceStart, site_numbers_in
from boardless.games.game_technique import GameTechnique
from boardless.play.chance import ChanceQuestion
from boardless.play.ludii_actions import Deed, RecordDifference, RecordedSearch, ours, theirs
from boardless.play.match import Match, position_of
from boardless.play.move_coding import pile_at
from boardless.play.position import Position
from boardless.play.recorded import LudiiMove, LudiiTrial, RecordedPly, RecordedTrial
from boardless.state import ADD, REMOVE
from boardless.state.engine.arrays import OPEN
from boardless.state.engine.large_pieces import ORIENTATIONS
from boardless.state.move import BOARD
from boardless.topo import HEXAGONAL, Board, InputError

#: The fixed boards on which Ludii plays games with growing boards: cells along a side, by corners.
_SQUARES, _HEXAGONS = 41, 21
#: Ludii's action between the games of a match.
_NEXT_GAME = "NextInstance"


Record = TypeVar("Record", RecordedTrial, LudiiTrial)
Ply = TypeVar("Ply", RecordedPly, LudiiMove)


class GameReplay(ABC, Generic[Record, Ply]):
    """Replays recorded games of one game, and compares them."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def compare(self, trial: Record, plies: int | None = None) -> RecordDifference | None:
        """Return the first difference in the first `plies` plies of a game, None without one."""
        self._position.restart()
        if (start := self._start(trial)) is not None:
            return start
        recorded: Any = trial.plies[:plies]
        for number, ply in enumerate(recorded):
            difference = self._turn(number, ply) or self._ply(number, ply)
            if difference is not None:
                return difference
        whole = plies is None or plies >= len(trial.plies)
        return self._end(trial) if whole else None

    def _turn(self, number: int, ply: Ply) -> RecordDifference | None:
        """Compare the movers."""
        winner, mover = self._position.winner, self._position.mover
        if winner != OPEN:
            said = f"the game is over here (winner {winner}), not there"
            return different(number, "end", winner, None, said)
        # An effect that Ludii lists as a move says no mover and no sites (`AddScore` sets none).
        # The moves that all players make at the same time are one of a player after the last.
        if mover != ply.mover and 0 < ply.mover <= self._position.game.players:
            said = f"player {mover} moves here, {ply.mover} there"
            return different(number, "mover", mover, ply.mover, said)
        return None

    @abstractmethod
    def _start(self, trial: Record) -> RecordDifference | None:
        """Compare the initial position."""

    @abstractmethod
    def _ply(self, number: int, ply: Ply) -> RecordDifference | None:
        """Make a recorded move."""

    def _end(self, trial: Record) -> RecordDifference | None:
        """Compare the result."""
        winner = self._position.winner
        if winner == trial.winner:
            return None
        state = "the game goes on" if winner == OPEN else f"winner {winner}"
        text = f"end: {state} here, winner {trial.winner} there"
        ours, kind = (None, "end") if winner == OPEN else (winner, "winner")
        return RecordDifference(len(trial.plies), kind, ours, trial.winner, text)


def different(
    ply: int, kind: str, ours: Any, theirs: Any, said: str | None = None
) -> RecordDifference:
    """Return a difference at a ply, by default as the text of both sides."""
    said = f"{kind}: {ours} here, {theirs} there" if said is None else said
    return RecordDifference(ply, kind, ours, theirs, f"ply {ply}: {said}")


class LudiiReplay(GameReplay[LudiiTrial, LudiiMove]):
    """Replays games that Ludii recorded."""

    def __init__(self, game: Game, technique: GameTechnique | None = None) -> None:
        super().__init__(position_of(game, technique or default_technique(game)))
        self._read_game()

    def _read_game(self) -> None:
        """Read the game that is on: a match has several."""
        self._game = self._position.game
        self._kernels = self._position.kernels
        self._number = self._numbering()
        self._large = self._game.module.model.states_lie
        #: Pieces lie on sites of several types, so a number alone does not name a site.
        self._typed = self._game.module.model.has_several_types

    def _numbering(self) -> Callable[[int], int]:
        """Return the function that gives Ludii's number of a site of the arrays."""
        model, held = self._game.module.model, int(self._kernels.HELD)
        if model.growing:
            return self._on_a_large_board()
        count = len(model.cells)
        hands = count if model.scene is None else model.scene.inventory.containers[0].size
        firsts = sorted((model.span(kind)[0] for kind in model.types), reverse=True)

        def number(site: int) -> int:
            if site == 0:
                return -1
            if site <= held:
                return hands + site - 1
            return site - next(first for first in firsts if site >= first)

        return number

    def _named(self, site: int) -> tuple[str, int]:
        """Return type and number of a site of the arrays; sites of hands are cells."""
        model = self._game.module.model
        of = (kind for kind in model.types if site in range(*model.span(kind)))
        return next(of, "Cell"), self._number(site)

    def _on_a_large_board(self) -> Callable[[int], int]:
        tiling = self._game.tiling
        side = _HEXAGONS if tiling == HEXAGONAL else _SQUARES
        if tiling.name not in ("hexagonal", "square"):
            raise InputError(f"{self._game.name}: Ludii's board of {tiling.name} is not known")
        board = Board.regular(tiling, side)
        x, y, _ = board.key(int(board.centre[0]))
        sites = board.numbering().sites.tolist()
        numbers: dict[object, int] = {
            (i - x, j - y, k): number for number, (i, j, k) in enumerate(board.keys[sites].tolist())
        }
        held = int(self._kernels.HELD)

        def number(site: int) -> int:
            if 0 < site <= held:
                return len(sites) + site - 1
            return numbers.get(self._position.place(site).site, -1) if site else -1

        return number

    def _lay_out(self, trial: LudiiTrial) -> None:
        """Let the game begin with the pieces of the record."""
        arrays, model = self._position.arrays, self._game.module.model
        sites = range(1, int(arrays.n[self._kernels.COUNT]) + 1)
        places = {self._number(site): site for site in sites}
        put = [
            (action, places[site])
            for move in trial.placements
            for action in move.actions
            if action.name == "Add" and isinstance(site := action.get("to"), int) and site in places
        ]
        rows = [
            (int(action.get("what") or 0), site, int(action.get("count") or 1))
            for action, site in put
        ]
        begun = np.array(rows, np.int32).reshape(-1, 3)
        # The hidden things come from the first options of chance, not from the record.
        given = [
            row for row in site_numbers_in(model, model.start) if row[0] in ("HIDDEN", "VEILS")
        ]
        levels: dict[int, int] = {}
        for action, site in put:
            level = levels[site] = levels.get(site, -1) + 1
            given += [
                (name.upper(), 0, site, level, int(action.get(field) or 0))
                for name, field in PIECE_NUMBERS.items()
            ]
        self._position.restart_with(ChanceStart(None, begun, tuple(given)))

    def _start(self, trial: LudiiTrial) -> RecordDifference | None:
        if self._game is not self._position.game:
            self._read_game()
        if self._game.module.model.starts_by_chance:
            self._lay_out(trial)
        arrays, model = self._position.arrays, self._game.module.model
        piles = len(arrays.under) > 0
        # A large piece has other parts than its first one on these sites.
        others = arrays.fields[self._kernels.STATES] >= ORIENTATIONS if self._large else ()
        there: dict[int, list[int]] = {}
        for move in trial.placements:
            for action in move.actions:
                site, what = action.get("to"), action.get("what")
                if action.name == "Set" and isinstance(clue := action.get("var"), int):
                    there[clue] = [int(action.get("value") or 0)]
                if action.name == "SetCount" and action.get("count") == 0:
                    what = None
                if action.name in ("Add", "SetCount") and isinstance(site, int):
                    kind = str(action.get("type"))
                    if self._typed and kind in model.types:
                        # Sites of several types have the same numbers.
                        site = next(iter(model.numbered([site], kind)), site)
                    lying = there.get(site, [])
                    if piles:
                        there[site] = [*lying, int(what or 0)]
                    elif action.name == "SetCount" or not any(lying):
                        # Adding to a piece leaves its component.
                        there[site] = [int(what or 0)]
        here = {
            (site if self._typed else self._number(site)): tuple(pile_at(arrays, site))
            for site in range(1, int(arrays.n[self._kernels.COUNT]) + 1)
            if arrays.what[site] and not (self._large and others[site])
        }
        recorded = {site: tuple(pile) for site, pile in there.items() if any(pile)}
        if here == recorded:
            return None
        differ = sorted(here.items() ^ recorded.items())[:4]
        ours, said = sorted(here.items()), sorted(recorded.items())
        return different(0, "start", ours, said, f"start: {ours} here, {said} there ({differ})")

    def _ply(self, number: int, ply: LudiiMove) -> RecordDifference | None:
        use = self._game.module.model.layout_use if self._typed else None
        wanted = [theirs(action, self._large, use) for action in ply.actions]
        search = RecordedSearch(wanted)
        if self._find(ply, search):
            return None
        if search.seen:
            return different(number, "actions", search.seen[0], wanted)
        if search.count is not None:
            return different(number, "count", search.count, ply.legal)
        return different(number, "legal", [], [wanted])

    def _find(self, ply: LudiiMove, search: RecordedSearch) -> bool:
        """Make the recorded move, with the outcomes before and in it; return True if it exists."""
        position = self._position
        if search.row is not None and not position.is_waiting:
            made = self._actions_of(search.row, position.move_stack[-1])
            search.seen.append(made)
            return made == search.wanted
        if isinstance(position, Match) and position.is_between:
            return self._next_game(position, ply, search)
        if position.is_at_once:
            return self._at_once(ply, search)
        if (question := position.question) is not None:
            return self._by_chance(ply, search, question)
        rows = [tuple(row) for row in position.numbers().tolist()]
        if ply.legal is not None and len(rows) != ply.legal:
            search.count = len(rows)
            return False
        for row in rows:
            if not self._may_be(row, ply, search.wanted):
                continue
            search.row = row
            position.push_numbers(row, position.move_of(*row))
            if self._find(ply, search):
                return True
            search.row = None
            position.pop()
        return False

    def _at_once(self, ply: LudiiMove, search: RecordedSearch, legal: int = 0) -> bool:
        """Make the choices that the record has as one move; return True if such choices exist."""
        position = self._position
        if legal and not position.held_choices:
            if ply.legal not in (None, legal):
                search.count = legal
                return False
            made = self._actions_of((0,), position.move_stack[-1])
            search.seen.append(made)
            return made == search.wanted
        rows = [tuple(row) for row in position.numbers().tolist()]
        for row in rows:
            position.push_numbers(row, position.move_of(*row))
            if self._at_once(ply, search, legal + len(rows)):
                return True
            position.pop()
        return False

    def _next_game(self, position: Match, ply: LudiiMove, search: RecordedSearch) -> bool:
        """Go on to the next game of a match; tell whether the record does."""
        if ply.legal not in (None, 1):
            search.count = 1
            return False
        if [deed[0] for deed in search.wanted] != [_NEXT_GAME]:
            search.seen.append([(_NEXT_GAME,)])
            return False
        position.push_outcome(0)
        self._read_game()
        return True

    def _by_chance(self, ply: LudiiMove, search: RecordedSearch, question: ChanceQuestion) -> bool:
        """Go on with each outcome that the record allows; tell whether one is the recorded one."""
        position = self._position
        site = self._number(question.site) if question.site else None
        for outcome in search.likely(question, site):
            search.outcomes += 1
            search.sites.append(site)
            position.push_outcome(outcome)
            if self._find(ply, search):
                return True
            position.pop()
            search.sites.pop()
        return False

    def _may_be(self, row: tuple[int, ...], ply: LudiiMove, wanted: list[Deed]) -> bool:
        """Return True if a legal move may be the recorded one, by its ends."""
        if not ply.mover:
            return True
        rule, origin, site = row[:3]
        if rule == self._kernels.PASS:
            return wanted[:1] == [("Pass",)]
        if not self._game.info.effects:
            return ply.to == self._number(site)
        return (self._number(origin), self._number(site)) == (
            -1 if ply.from_ is None else ply.from_,
            -1 if ply.to is None else ply.to,
        )

    def _actions_of(self, row: tuple[int, ...], move: Any) -> list[Deed]:
        """Return the actions of the last move."""
        if row[0] == self._kernels.PASS and not self._game.info.effects:
            return [("Pass",)]
        arrays = self._position.arrays
        if self._game.info.effects:
            rows = arrays.log[: int(arrays.n[self._kernels.LOGGED])].tolist()
            names = self._game.module.names
            named = self._named if self._typed else self._number
            return [ours(self._kernels, names, one, named) for one in rows]
        done: list[Deed] = []
        if row[0] >= 0 and row[1] and self._game.info.rules[row[0]].copy:
            return [("Copy", self._number(row[1]), self._number(row[2]))]
        *before, last = move.actions
        if (before and before[0].kind == REMOVE and before[0].container != BOARD) or before:
            done = [("Move", self._number(row[1]), self._number(row[2]))]
        elif last.kind == ADD:
            done = [("Add", self._number(row[2]), last.value)]
        return done

    def _end(self, trial: LudiiTrial) -> RecordDifference | None:
        position = self._position
        if trial.end != "NaturalEnd":
            # Ludii has its own limits, at which our game may continue. Without an end both games
            # continue.
            may_be = (OPEN,) if trial.end is None else (OPEN, trial.winner)
            if position.winner in may_be:
                return None
            said = f"the game is over here (winner {position.winner}), not there"
            return different(len(trial.plies), "end", position.winner, None, said)
        if (difference := super()._end(trial)) is not None:
            return difference
        # The engine has them twice over, by the pieces of the players.
        ranks = tuple(rank / 2 for rank in position.arrays.rank[1:].tolist())
        ranks = ranks[::-1] if position.swapped else ranks
        if self._game.players > 1 and trial.ranks and ranks != tuple(trial.ranks):
            return different(len(trial.plies), "ranks", list(ranks), list(trial.ranks))
        return None
