"""A game being played in a technique: which moves are legal, and what was played."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from hashlib import blake2b
from itertools import count, islice
from math import inf
from typing import Any, Self, TypeAlias, TypeVar, cast

import numpy as np

from boardless.games import Game
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import GameTechnique
from boardless.jit.arrays import Ints
from boardless.jit.elsewhere import are_there
from boardless.play.chance import ChanceQuestion, Numbers, outcome_of
from boardless.play.engine_board import EngineBoard, NoRoomError, with_room
from boardless.play.move_coding import Attempts, move_of, pile_at
from boardless.play.numbered_moves import NumberedMoves
from boardless.play.row_moves import PARTS, RowMoves
from boardless.play.technique_board import TechniqueBoard
from boardless.play.views import View
from boardless.state import BOARD, OPTION, Action, Location, Move
from boardless.state.contents import Holder
from boardless.state.engine.arrays import (
    COUNT,
    ENDED,
    FROM,
    LAST,
    LOST,
    NAMED,
    OPEN,
    PASSES,
    PLIES,
    Arrays,
)
from boardless.state.engine.packing import ONLY_PASSES
from boardless.state.engine.stepping import ROW_NUMBERS, ROW_PIECE, ROW_SORT, ROW_TO
from boardless.state.move import with_option
from boardless.state.played_state import Node
from boardless.state.standing import Standing, begun, did
from boardless.topo import Board, InputError, Key
from boardless.util.inputs import integer_of, refuse
from boardless.util.lazy_imports import renamed_attribute

T = TypeVar("T")
#: Component and count by the site of a hand; 0 and 0 for none.
Held: TypeAlias = Mapping[int, tuple[int, int]]
#: Stands for the sort of a move where chance decides.
CHANCE_SORT = -3


@dataclass
class _Listed:
    """The legal moves of a position, named as far as somebody has asked for them."""

    #: What stands for the position; see `GamePosition._here`.
    here: object
    #: Numbers of the moves without names, the last one first.
    rows: list[Numbers] = field(default_factory=list)
    moves: dict[Move, Numbers] = field(default_factory=dict)


def _hashed(*told: object) -> int:
    """Return 62 bits of a hash of some values by their texts."""
    return int.from_bytes(blake2b(repr(told).encode(), digest_size=8).digest()) >> 2


def _told(move: Move, player: int) -> Move:
    """Return a move before a redraw as a player may know it."""
    if len(move.actions) == 1 and move.actions[0].kind == OPTION:
        return outcome_of(move.mover, 0) if move.actions[0].value else move
    told = tuple(each for each in move.actions if each.kind != OPTION or move.mover == player)
    return move if told == move.actions else Move(move.mover, told)


class GamePosition:
    """A game being played in a technique.

    Parameters
    ----------
    game : Game
        The game.
    technique : GameTechnique
        The technique.

    Attributes
    ----------
    winner : int
        The player who won, 0 for a draw, -1 while the game goes on.
    kernels : module
        The functions and constants of the engine for the arrays.
    """

    made = renamed_attribute("made", "move_stack")
    drawn = renamed_attribute("drawn", "sampled")

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        self.game = game
        self.technique = technique = game.suited(technique)
        self._moves: list[Move] = []
        #: Results of the first moves, and what stands where after the last of these.
        self._did: list[tuple[Action, ...]] = []
        self._stood: tuple[object, Any] = None, None
        self._nodes = [Node()]
        self._rows: RowMoves | None = None
        #: The positions up to each redraw as they were, and what lies where since then.
        self._redrawn: list[tuple[list[Node], Held]] = []
        self._listed = _Listed(object())
        #: How many there are, -1 if that has to be found.
        self._counted = -1
        self._numbered = NumberedMoves(game, technique)
        self.kernels = self._numbered.kernels
        self.winner = self._winner_at_start()
        self._attempts = Attempts(game, self.kernels)

    def _winner_at_start(self) -> int:
        """Return OPEN, but for a game in which nobody ever moves."""
        return int(self._on.arrays.n[self.kernels.ENDED]) - 1

    @property
    def whole(self) -> Game:
        """The game, or the match that it is one game of."""
        return self.game

    @property
    def _on(self) -> EngineBoard | TechniqueBoard:
        return self._numbered.on

    @property
    def arrays(self) -> Arrays:
        """The present arrays of the engine; see `state.engine.arrays`."""
        self._touch()
        return self._on.arrays

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far; those that were made by rows are given their names."""
        self._name_rows()
        return self._moves

    @property
    def nodes(self) -> list[Node]:
        """The positions from the start to here; see `move_stack`."""
        self._name_rows()
        return self._nodes

    @property
    def ply(self) -> int:
        """Number of moves made."""
        rows = self._rows
        return len(self._moves) + (0 if rows is None else rows.pending)

    @property
    def plies(self) -> int:
        """Number of moves made, outcomes of chance aside."""
        return int(self._on.arrays.n[PLIES])

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return int(self._on.arrays.n[self.kernels.MOVER])

    @property
    def may_swap(self) -> bool:
        """Tell whether the second player may take over the first move."""
        return bool(self.kernels.MAY_SWAP)

    @property
    def swapped(self) -> bool:
        """Tell whether the two players have exchanged their pieces."""
        return self.may_swap and bool(self._on.arrays.n[self.kernels.SWAPPED])

    @property
    def seat(self) -> int:
        """The player who chooses next, after an exchange of sides the other one; 0 for chance."""
        if self.question is not None:
            return 0
        return 3 - self.mover if self.swapped else self.mover

    @property
    def is_at_once(self) -> bool:
        """Tell whether all players choose their moves before any is made."""
        return int(self.kernels.AT_ONCE) >= 0

    @property
    def held_choices(self) -> int:
        """Number of choices so far in the present round; 0 where moves are made one by one."""
        if not self.is_at_once or self.winner != OPEN:
            return 0
        return int((self.arrays.rank[1 : self.mover] == 0).sum())

    @property
    def key(self) -> int:
        """The transposition key."""
        return int(self._on.arrays.key[0]) ^ self._numbered.key

    @property
    def position_id(self) -> int:
        """See `State.position_id`."""
        arrays, parts = self._on.arrays, self.game.position_parts
        n, is_open = arrays.n, self.winner == OPEN
        told: list[object] = [self.game.digest, self.key, self.mover, self.seat, self.winner]
        if parts is None:
            return _hashed(*told, *map(str, self.move_stack))
        plies, last_to, last_from, empty, past, *counters = parts
        moved = n[PLIES] != n[PASSES] if plies == ONLY_PASSES else min(n[PLIES], plies)
        told += [int(moved), int(n[ENDED]), arrays.rank.tolist()]
        told += np.minimum(n[counters[::2]], counters[1::2]).tolist()
        if last_to and is_open:
            told.append(self._place(int(n[LAST])))
        if last_from and is_open:
            told.append(self._place(int(n[FROM])))
        if empty:
            told.append(sorted(self.keys().tolist()))
        if past and is_open:
            told.append(np.sort(arrays.marks[: n[PLIES], len(n)]).tolist())
        return _hashed(*told)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each player, 0 while it is open; see `play.state.Outcome`."""
        players = self.game.players
        if players > 2:
            places = self.arrays.rank[1:].tolist()
            # Players who share places have the mean of them, twice over.
            return tuple(place and 1 + sum(0 < p < place for p in places) for place in places)
        if self.winner < 0:
            return (0,) * players
        return tuple(1 if self.winner in (0, player) else 2 for player in range(1, players + 1))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player; None if there are no scores in the game."""
        place = self.game.module.scores
        if place is None:
            return None
        return tuple(self.arrays.numbers[place + 1 :][: self.game.players].tolist())

    @property
    def payoffs(self) -> tuple[Fraction, ...] | None:
        """The payoff of each player by the rules so far; None in a game without payoffs."""
        table = self.game.module.payoffs
        if table is None:
            return None
        parts = self.arrays.numbers[table.place + 1 :][: self.game.players].tolist()
        return tuple(Fraction(part, table.parts) for part in parts)

    @property
    def pips(self) -> tuple[int, ...]:
        """The pips of each die, 0 once it has been used; nothing in a game without dice."""
        place, scene = self.game.module.pips, self.game.module.model.scene
        if place is None or scene is None:
            return ()
        dice = sum(len(store.dice) for store in scene.inventory.containers)
        return tuple(self.arrays.numbers[place:][:dice].tolist())

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        return self._on.cells

    # -- chance -----------------------------------------------------------------------------

    @property
    def question(self) -> ChanceQuestion | None:
        """The decision of chance that comes before anything else; None without one."""
        numbered = self._numbered
        if self.winner != OPEN or (numbered.chance is None and numbered.start is None):
            return None
        return with_room(self._numbered.question, self.enlarge)

    @property
    def is_starting(self) -> bool:
        """Tell whether chance has to decide something about the initial position."""
        return self._numbered.is_starting

    @property
    def is_waiting(self) -> bool:
        """Tell whether a chosen move needs more outcomes of chance."""
        return self._numbered.is_waiting

    def tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        """Make the pending move, or the start, with these outcomes, `read` it, and take it back.

        In place of impossible outcomes the last ones count, and of missing ones the first.
        """
        self._touch()
        return with_room(partial(self._numbered.tried, outcomes, read), self.enlarge)

    # -- moves ------------------------------------------------------------------------------

    def numbers(self) -> Ints:
        """Return rule, from, to and further numbers of every legal move, (n, numbers)."""
        self._touch()
        return with_room(self._numbered.legal, self.enlarge)

    def sampled(self, number: int) -> Numbers:
        """Return the numbers of the move that playouts make for a random number of 64 bits."""
        self._touch()
        return with_room(partial(self._numbered.sampled, number), self.enlarge)

    @property
    def _here(self) -> object:
        """Stands for this very position, also in copies and after moves that are undone."""
        return self.nodes[-1].here

    def moves(self) -> dict[Move, Numbers]:
        """Return the legal moves with their numbers, in the order of the game; none at its end.

        They are found once for a position.
        """
        return self._named().moves

    def move_at(self, place: int) -> Move:
        """Return a legal move by its place among `moves`; raise IndexError if there is none."""
        if place < 0:
            place += self.count_moves()
        listed = self._list()
        rows, known = listed.rows, len(listed.moves)
        move = None
        if self._rows_are_moves and known <= place < known + len(rows):
            numbers = rows[known - place - 1]
            move = self.move_of(*numbers)
            move.note(self._here, numbers)
        elif place >= 0:
            move = next(islice(self._named(place + 1).moves, place, None), None)
        if move is None:
            raise IndexError(f"there are {self.count_moves()} legal moves, counted from 0")
        return move

    @property
    def _is_listed(self) -> bool:
        """Tell whether the legal moves of this position are known, each by its name."""
        return self._listed.here is self._here and not self._listed.rows

    def find(self, move: Move) -> Numbers | None:
        """Return the numbers of a move if it is legal, else None."""
        if self.winner != OPEN:
            return None
        numbers = move.numbers_in(self._here)
        if numbers is None:
            numbers = self._named(wanted=move).moves.get(move)
            if numbers is not None:
                move.note(self._here, numbers)
        return numbers

    def count_moves(self) -> int:
        """Return the number of legal moves, which is found once for a position."""
        if self._rows_are_moves and not are_there():
            return 0 if self.winner != OPEN else self.count_rows()
        if self._counted < 0:
            listed = self._is_listed
            self._counted = len(self._listed.moves) if listed else self._count_moves()
        return self._counted

    def _count_moves(self) -> int:
        info = self.game.info
        if self.winner == OPEN and self.question is None:
            if info.effects:
                # Each has a name of its own there; see `_each_move`.
                return len(set(map(tuple, self.numbers().tolist())))
            # Rows are always compiled, for which nobody is to wait where others compile.
            if self._makes_rows and info.rules and not are_there():
                # Rows are alike only where moves are.
                return len(set(map(tuple, self.rows().tolist())))
        return len(self.moves())

    def _list(self) -> _Listed:
        """Return the legal moves of this position, which need no names yet."""
        if self._listed.here is not self._here:
            listed = _Listed(self._here)
            if self.winner == OPEN and (question := self.question) is not None:
                for move in question.moves(self.mover):
                    listed.moves[move] = (move.actions[0].value,)
                    move.note(listed.here, listed.moves[move])
            elif self.winner == OPEN:
                listed.rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))[::-1]
            self._listed = listed
        return self._listed

    def _named(self, first: float = inf, wanted: Move | None = None) -> _Listed:
        """Return the legal moves with names for all, for the `first` ones, or up to a wanted."""
        listed = self._list()
        rows, legal = listed.rows, listed.moves
        # Moves share most of their sites; those beyond the board are each move's own.
        known, cells = cache(self._place), int(self._on.arrays.n[COUNT])

        def place(site: int) -> Location:
            return known(site) if site <= cells else self._place(site)

        while rows and len(legal) < first and wanted not in legal:
            numbers = rows.pop()
            move = self._move_of(numbers, place)
            if move in legal:
                if not self.game.info.effects:
                    continue
                # Moves that are alike may differ in their consequences.
                move = next(it for n in count(1) if (it := with_option(move, n)) not in legal)
            legal[move] = numbers
            move.note(listed.here, numbers)
        return listed

    def move_of(self, *numbers: int) -> Move:
        """Return the move of these numbers, as every technique reads it."""
        return self._move_of(numbers, self._place)

    def _move_of(self, numbers: Numbers, place: Callable[[int], Location]) -> Move:
        return with_room(
            lambda: move_of(self.game, self.kernels, self.arrays, numbers, place),
            self._enlarge_and_find,
        )

    def named(self, numbers: Numbers) -> Move:
        """Return the legal move of these numbers by the name that it has among `moves`."""
        move = self.move_of(*numbers)
        if self.game.info.effects:
            rows = list(dict.fromkeys(map(tuple, self.numbers().tolist())))
            same = [n for n, row in enumerate(rows) if row == numbers]
            # Columns that no rule reads may hold anything where a move was sampled, not listed.
            same = same or [n for n, row in enumerate(rows) if row[:3] == numbers[:3]]
            option = sum(self.move_of(*row) == move for row in rows[: same[0]])
            move = with_option(move, option) if option else move
        move.note(self._here, numbers)
        return move

    def _place(self, site: int) -> Location:
        """Return where a site of the arrays is."""
        held = int(self.kernels.HELD)
        if site > held:
            return Location(BOARD, self.cell(site))
        return Location(int(self.kernels.HOLDER[site]), int(self.kernels.PLACE[site]))

    def make(self, move: Move) -> int:
        """Make a move and return the winner, 0, or -1; raise InputError if it is not legal."""
        if self.winner != OPEN:
            raise InputError(f"move {move} is not legal: the game is over")
        numbers = move.numbers_in(self._here)
        self._touch()
        if numbers is None and not (self.game.info.effects or self.is_starting):
            for attempt in self._attempts.of(move, self.mover, self._on.anchor):
                result = self._on.try_move(move, attempt)
                if result != self.kernels.ILLEGAL:
                    return self._made(move, None, result)
        # The origin of a copy is not written in a move: look whether it is listed at all.
        numbers = numbers or self.find(move)
        if numbers is None:
            raise InputError(f"move {move} is not legal: choose one of {self.count_moves()} others")
        return self.make_numbered(move, numbers)

    def make_outcome(self, outcome: int) -> None:
        """Decide what chance is asked for, by the number of an outcome."""
        self.make_numbered(outcome_of(self.mover, outcome), (outcome,))

    def make_numbered(self, move: Move, numbers: Numbers) -> int:
        """Make a move whose numbers `moves` gave for this very position; see `make`."""
        self._name_rows()
        self._touch()
        if self.question is not None:
            do = partial(self._numbered.take, numbers[0])
        else:
            do = partial(self._numbered.make, move, numbers)
        return self._made(move, numbers, with_room(do, self._enlarge_and_find))

    def _made(self, move: Move, numbers: Numbers | None, winner: int) -> int:
        """Note a move that has been made; return the winner."""
        self.winner = winner
        self._touch()
        self._moves.append(move)
        self._nodes.append(Node(self._nodes[-1], move, numbers))
        return winner

    def go_on(self, node: Node) -> None:
        """Make the move of a node that follows the present one."""
        move = cast("Move", node.move)
        if node.numbers is None:
            self.make(move)
        else:
            self.make_numbered(move, node.numbers)
        self._nodes[-1] = node

    @property
    def did(self) -> tuple[tuple[Action, ...], ...] | None:
        """The whole result of each move, None where it is never more than its actions."""
        return tuple(self._did) if self.note_results() else None

    def note_results(self) -> bool:
        """Work out results of moves; tell whether they may be more than their actions.

        All moves but the last one since results were worked out before are made once more.
        """
        if not (self.game.info.effects or self.game.info.starts_by_chance):
            return False
        first, at = len(self._did), self
        if self._stood[0] is not self.nodes[first].here or self.ply > first + 1:
            at = self.copy()
            while at.ply > first:
                at.take_back()
            self._stood = at._here, Standing(at._on)
        for node in self.nodes[first + 1 :]:
            if at is not self:
                at.go_on(node)
            then = at.mover if at.winner == OPEN else None
            move, after = at.move_stack[-1], Standing(at._on)
            self._did.append(did(self._stood[1], after, move, then, self.game.players))
            self._stood = node.here, after
        return True

    def take_back(self) -> Move:
        """Take the last move back and return it; there is one."""
        if self._redrawn and len(self.move_stack) < len(self._redrawn[-1][0]):
            raise InputError("an observation begins here: the moves before it cannot be taken back")
        move = self.move_stack.pop()
        self._touch()
        self._nodes.pop()
        del self._did[self.ply :]
        if self._numbered.back():
            self.winner = OPEN
        else:
            self._make_again()
        return move

    def restart(self) -> None:
        """Go back to the start."""
        self._forget()
        self._numbered.begin(self._rows)
        self.winner = self._winner_at_start()

    def _forget(self) -> None:
        """Forget the moves so far."""
        self._counted = -1
        if self._rows is not None:
            self._rows.drop()
        self._moves = []
        self._nodes = [Node()]
        self._did = []
        self._redrawn = []
        self.winner = OPEN

    @property
    def _truth(self) -> list[Node]:
        """The positions from the start to here as they were."""
        until = self._redrawn[-1][0] if self._redrawn else []
        return [*until, *self._nodes[len(until) :]]

    def redraw(self, held: Held, player: int) -> None:
        """Let other cards lie in hands than do: an observation, where moves before are not told.

        Outcomes of chance become those of number 0, of moves of others than the player the places
        are left alone, and no move before can be taken back.
        """
        self._name_rows()
        self._hold(held)
        self._redrawn = [*self._redrawn, (self._truth, held)]
        known = [Node()]
        for node in self._nodes[1:]:
            told = node.told = node.told or {}
            if player not in told:
                told[player] = Node(known[-1], _told(cast("Move", node.move), player))
            known.append(told[player])
        # The same moves may be legal in no other redraw.
        known[-1] = Node(known[-1].before, known[-1].move)
        self._nodes, self._moves = known, [cast("Move", node.move) for node in known[1:]]
        self._did = [move.actions for move in self._moves]

    def _hold(self, held: Held) -> None:
        arrays = self._on.arrays
        counts = arrays.fields[int(self.kernels.COUNTS)]
        sites = list(held)
        there = zip(arrays.what[sites].tolist(), counts[sites].tolist(), strict=True)
        for (site, wanted), now in zip(held.items(), [*there], strict=True):
            # A redraw has mostly put them there before, and a kernel called from here is slow.
            if now != wanted:
                self.kernels.hold(arrays, site, *wanted)
        self._touch()

    def restart_with(self, begun: ChanceStart) -> None:
        """Go back to an initial position of a game whose start is left to chance."""
        self.restart()
        self._numbered.begin_with(begun)

    def replay(self, moves: Sequence[Move]) -> None:
        """Make moves from the start on."""
        moves = list(moves)
        self.restart()
        for move in moves:
            self.make(move)

    def enlarge(self) -> None:
        """Make room, and lost moves again; raise InputError if arrays have their largest size."""
        self._touch()
        try:
            self._on.enlarge()
        finally:
            if self.arrays.n[LOST]:
                self._make_again()

    def _enlarge_and_find(self) -> None:
        """Do as `enlarge`, and find the legal moves: making one goes on from their outcomes."""
        self.enlarge()
        self.numbers()

    def _make_again(self) -> None:
        """Make the moves so far once more, from the start that there was."""
        nodes, known = self._nodes, self._did
        rows = [] if self._rows is None else self._rows.forget()
        moves, redrawn, truth = self._moves, self._redrawn, self._truth
        self._forget()
        self._numbered.begin_again()
        for ply, node in enumerate(truth):
            if ply:
                self.go_on(node)
            for until, held in redrawn:
                if ply == len(until) - 1:
                    self._hold(held)
        self._nodes, self._did, self._moves, self._redrawn = nodes, known, moves, redrawn
        for numbers in rows:
            self.make_numbered(self.named(numbers), numbers)

    def copy(self) -> Self:
        """Return an independent position."""
        twin = copy(self)
        twin._moves = self._moves.copy()
        if self._listed.rows:
            twin._listed = _Listed(object())
        twin._nodes, twin._did = self._nodes.copy(), self._did.copy()
        twin._rows = None if self._rows is None else self._rows.copy()
        twin._numbered = self._numbered.copy()
        return twin

    # -- moves by rows ----------------------------------------------------------------------

    @property
    def _row_moves(self) -> RowMoves | None:
        """The maker of moves by rows; None where each has to be made by its name."""
        rows = self._rows
        if rows is None and self._makes_rows:
            kernels = self.game.kernels_of(self.technique, self.game.undoing(*PARTS))
            rows = self._rows = RowMoves(View.of(self.game), kernels, self._on.arrays)
        return rows

    @cached_property
    def _makes_rows(self) -> bool:
        """Whether a row says all of a move: chance has no part in it, and it can be undone."""
        info = self.game.info
        return bool(
            isinstance(self._on, EngineBoard)
            and not (info.chances or info.starts_by_chance or info.match)
            and self._on.arrays.n[self.kernels.NOTING]
        )

    @cached_property
    def _rows_are_moves(self) -> bool:
        """Whether no two legal rows are the same move."""
        rules = self.game.info.rules
        kinds = {(rule.component, rule.hand, rule.copy) for rule in rules}
        return self._makes_rows and bool(rules) and len(kinds) == len(rules)

    def _touch(self) -> None:
        """Note that others may write to the arrays: the legal moves are to be found again."""
        self._counted = -1
        if self._rows is not None:
            self._rows.touch()

    def count_rows(self) -> int:
        """Return the number of rows of legal moves, 0 at the end."""
        if self.winner != OPEN:
            return 0
        rows = self._rows
        if rows is not None and rows.counted >= 0:
            return rows.counted or 1
        rows = self._row_moves
        if rows is None:
            return len(self._slow_rows())
        try:
            return rows.count(self._on.arrays)
        except NoRoomError:
            return with_room(lambda: rows.count(self._on.arrays), self.enlarge)

    def rows(self) -> Ints:
        """Return the legal moves as rows, see `View.row_names`; none at the end."""
        rows = self._row_moves
        if self.winner != OPEN or rows is None:
            return self._slow_rows()
        return with_room(lambda: rows.listed(self._on.arrays), self.enlarge)

    def _slow_rows(self) -> Ints:
        """Return rows by the names of moves; outcomes of chance are in the column of targets."""
        view = View.of(self.game)
        found = np.zeros((0 if self.winner != OPEN else 1, len(view.row_names)), np.int32)
        if self.winner != OPEN:
            return found
        if self.question is not None:
            outcomes = [numbers[0] for numbers in self.moves().values()]
            found = np.resize(found, (len(outcomes), found.shape[1]))
            found[:, ROW_SORT], found[:, ROW_TO] = CHANCE_SORT, outcomes
            return found
        numbers = self.numbers()
        sorts, pieces = view.tables.sorts, view.tables.pieces
        found = np.zeros((len(numbers), found.shape[1]), np.int32)
        found[:, :ROW_PIECE] = numbers[:, :NAMED]
        found[:, ROW_NUMBERS:] = numbers[:, NAMED:]
        what = self._on.arrays.what[numbers[:, 1]].astype(np.int64)
        if len(sorts):
            rules = numbers[:, 0] >= 0
            own = sorts[np.maximum(numbers[:, 0], 0)]
            found[rules, ROW_SORT] = own[rules, 0]
            what = np.where(rules & (own[:, 1] != 0), own[:, 1], what)
        found[:, ROW_PIECE] = pieces[self.mover, what]
        return found

    def push_row(self, place: int) -> int:
        """Make the legal move of a row by its place; return the winner or OPEN.

        Raise InputError if there is no such row.
        """
        if type(place) is not int:
            place = integer_of(place, "row")
        self._counted = -1
        rows = self._rows
        known = 0 if rows is None or self.winner != OPEN else rows.counted
        if not 0 <= place < known and not 0 <= place < self.count_rows():
            refuse("row", place, f"there are {self.count_rows()}, counted from 0")
        rows = self._rows
        if rows is None and self.question is not None:
            move, numbers = list(self.moves().items())[place]
            return self.make_numbered(move, numbers)
        if rows is None:
            numbers = tuple(self.numbers()[place].tolist())
            return self.make_numbered(self.named(numbers), numbers)
        try:
            winner = rows.push(self._on.arrays, place)
        except NoRoomError:
            winner = with_room(lambda: rows.push(self._on.arrays, place), self.enlarge)
        if winner != OPEN:
            self.winner = winner
        return winner

    def winning_row(self) -> int | None:
        """Return the first row by which who chooses wins at once; None without one."""
        rows, seat = self._row_moves, self.seat
        if rows is not None and self.winner == OPEN and seat == self.mover:
            self._counted = -1
            place = with_room(lambda: rows.win(self._on.arrays), self.enlarge)
            return place if place >= 0 else None
        for place in range(self.count_rows()):
            winner = self.push_row(place)
            self.pop_row()
            if winner == seat:
                return place
        return None

    def pop_row(self) -> None:
        """Take the last move back; there is one."""
        self._counted = -1
        rows = self._rows
        if rows is None or not rows.pending:
            self.take_back()
            return
        rows.back(self._on.arrays)
        self.winner = OPEN

    def _name_rows(self) -> None:
        """Give the moves that were made by rows their names."""
        rows = self._rows
        if rows is None or not rows.pending:
            return
        for _ in range(rows.pending):
            self._on.undo()
        made = rows.forget()
        self.winner = OPEN
        for numbers in made:
            self.make_numbered(self.named(numbers), numbers)

    # -- what stands where --------------------------------------------------------------------

    def cell(self, site: int) -> Key:
        """Return the lattice key of a site of the arrays, relative to the anchor."""
        on = self._on
        i, j, k = self.game.codes.key(int(on.arrays.code[site]))
        x, y, _ = on.anchor
        return (i - x, j - y, k)

    def sites(self) -> Ints:
        """Return the sites of the arrays that are on the board, in order."""
        sites: Ints = self.kernels.cells_of(self.arrays)
        return sites

    def keys(self) -> Ints:
        """Return the cells of the board in the order of its sites, from the anchor, (cells, 3)."""
        return self.game.codes.keys(self.arrays.code[self.sites()], self._on.anchor)

    def standing(self) -> dict[Key, int]:
        """Return the component on every cell of the board, 0 where there is none."""
        what = self.arrays.what[self.sites()].tolist()
        return dict(zip(map(tuple, self.keys().tolist()), what, strict=True))

    def piles(self) -> dict[Key, tuple[int, ...]]:
        """Return the components on every cell of the board, the lowest first."""
        piles = (tuple(pile_at(self.arrays, site)) for site in self.sites().tolist())
        return dict(zip(map(tuple, self.keys().tolist()), piles, strict=True))

    @property
    def begun(self) -> tuple[Action, ...]:
        """Pieces of the initial position that the setup does not name; see `state.standing`."""
        return begun(self._on)

    @property
    def board(self) -> Board:
        """The board as it is now, to be read, with keys counted from the anchor."""
        return self._on.relative_board

    @property
    def seen(self) -> Holder:
        """The `Holder` for contents."""
        return self._on.seen
