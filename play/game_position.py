"""One game being played in a technique: which moves are legal, and what was played."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, cast

import numpy as np

from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.play.chance import Chance, Decided, Question, asked
from boardless.play.described import actions_of
from boardless.play.engine_board import EngineBoard
from boardless.play.piles import pile_at
from boardless.play.technique_board import TechniqueBoard
from boardless.state import ADD, BOARD, CELL, REMOVE, SET_MOVER, Action, Location, Move
from boardless.state.contents import Holder
from boardless.state.move import with_option
from boardless.state.widening import copied
from boardless.topo import Board, InputError, Key
from boardless.topo.boards.cells import MAX_KEY
from boardless.topo.kernels.arrays import Ints
from boardless.topo.whole import as_whole

#: Winner while the game goes on.
OPEN = -1

#: Rule, from and to of a move, as the arrays have them.
Numbers = tuple[int, ...]


class GamePosition:
    """A game being played in a technique.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique.

    Attributes
    ----------
    made : list of Move
        The moves made, first one first, with cells by lattice key relative to the anchor.
    winner : int
        The player who won, 0 for a draw, -1 while the game goes on.
    """

    def __init__(self, game: Game, way: GameTechnique) -> None:
        self.game = game
        self.way = way = game.suited(way)
        self.made: list[Move] = []
        self.winner = OPEN
        self._kernels = game.kernels_of(way, undo=True, logs=game.module.effects)
        self._on = TechniqueBoard(game, way) if way.is_given else EngineBoard(game, way)
        if game.module.chances and way.is_given:
            raise InputError(f"{game.name} in {way.name}: chance needs a board of the engine")
        self._chance = Chance() if game.module.chances else None

    @property
    def kernels(self) -> Any:
        """The functions and constants of the engine for these arrays."""
        return self._kernels

    @property
    def arrays(self) -> Any:
        """The present arrays of the engine; see `state.engine.arrays`."""
        return self._on.arrays

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return len(self.made)

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return int(self.arrays.n[self._kernels.MOVER])

    @property
    def may_swap(self) -> bool:
        """Whether the second player may take over the first move."""
        return bool(self._kernels.MAY_SWAP)

    @property
    def swapped(self) -> bool:
        """Whether the two players have exchanged their pieces."""
        return self.may_swap and bool(self.arrays.n[self._kernels.SWAPPED])

    @property
    def seat(self) -> int:
        """The player who chooses next: after a swap the mover's pieces are those of the other.

        It is 0 where chance decides.
        """
        if self.question is not None:
            return 0
        return 3 - self.mover if self.swapped else self.mover

    @property
    def key(self) -> int:
        """The transposition key."""
        decided = 0 if self._chance is None else self._chance.decided.key
        return int(self.arrays.key[0]) ^ decided

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each player, 0 while it is open; where two play it follows from the winner.

        Players who share a place have the same.
        """
        if self.game.players > 2:
            places = self.arrays.rank[1:].tolist()
            if not self.game.module.effects:
                return tuple(places)
            # Those who share places have the mean of them, twice over.
            return tuple(place and 1 + sum(0 < p < place for p in places) for place in places)
        if self.winner == OPEN:
            return (0,) * self.game.players
        return tuple(
            1 if self.winner in (0, player) else 2 for player in range(1, self.game.players + 1)
        )

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player; None if there are no scores in the game."""
        place = self.game.module.scores
        if place is None:
            return None
        return tuple(self.arrays.numbers[place + 1 :][: self.game.players].tolist())

    @property
    def payoffs(self) -> tuple[Fraction, ...] | None:
        """What each player gets by the rules so far; None if they do not say so in numbers."""
        table = self.game.module.payoffs
        if table is None:
            return None
        first = table.place + 1
        parts = self.arrays.numbers[first : first + self.game.players].tolist()
        return tuple(Fraction(part, table.parts) for part in parts)

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        return self._on.cells

    # -- chance -----------------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """What chance has to decide before anything else; None if nothing."""
        if self._chance is None or self.winner != OPEN:
            return None
        return self._chance.question(self._find_question)

    @property
    def is_waiting(self) -> bool:
        """Whether a move has been chosen that needs more outcomes of chance to be made."""
        return self._chance is not None and self._chance.decided.waiting is not None

    def _find_question(self) -> Question | None:
        chance = self._chance
        assert chance is not None
        self.numbers()
        question = asked(self._kernels, self.arrays)
        waiting = chance.decided.waiting
        if question is None and waiting is not None:
            _, question = self._tried(*waiting)
        return question

    def _tried(self, move: Move, numbers: Numbers) -> tuple[int, Question | None]:
        """Make a move and return what `make` does; undo it where chance has to decide first."""
        if self._chance is None:
            return self._on.make(move, numbers), None
        self._chance.settle(self._kernels, self.arrays)
        winner = self._on.make(move, numbers)
        question = asked(self._kernels, self.arrays)
        if question is not None:
            self._on.undo()
            winner = OPEN
        return winner, question

    def _take(self, move: Move, outcome: int) -> int:
        """Let chance take an outcome; see `make`."""
        chance = self._chance
        assert chance is not None
        decided = replace(chance.decided, outcomes=(*chance.decided.outcomes, outcome))
        if decided.waiting is None:
            chance.moved(False, decided, None)
        else:
            self._on_waiting(decided)
        self.made.append(move)
        return self.winner

    def _on_waiting(self, decided: Decided) -> None:
        """Go on with a move that chance has decided something more of."""
        chance = self._chance
        assert chance is not None
        assert decided.waiting is not None
        before, chance.decided = chance.decided, decided
        self.winner, question = self._tried(*decided.waiting)
        chance.decided = before
        chance.moved(question is None, Decided() if question is None else decided, question)

    # -- moves ------------------------------------------------------------------------------

    def numbers(self) -> Ints:
        """Return the numbers of every legal move, a row each, in the order of the game.

        They are rule, from and to, and where moves have effects what else is bound.
        """
        while True:
            if self._chance is not None:
                self._chance.settle(self._kernels, self.arrays)
            moves: Ints = self._kernels.list_moves(self.arrays)
            if len(moves) <= len(self.arrays.found):
                return moves
            self._on.enlarge()

    def moves(self) -> dict[Move, Numbers]:
        """Return the legal moves with their numbers, in the order of the game; none at its end."""
        if self.winner != OPEN:
            return {}
        if self.question is not None:
            outcomes = self.question.moves(self.mover)
            return {move: (move.actions[0].value,) for move in outcomes}
        legal: dict[Move, Numbers] = {}
        for numbers in dict.fromkeys(map(tuple, self.numbers().tolist())):
            move = self.move_of(*numbers)
            if move not in legal:
                legal[move] = numbers
            elif self.game.module.effects:
                # Moves that are alike may differ in what follows from them.
                legal[self._named_apart(move, legal)] = numbers
        return legal

    def _named_apart(self, move: Move, legal: Mapping[Move, Numbers]) -> Move:
        """Return a move with the first number that no move has that is alike."""
        option = 1
        while (named := with_option(move, option)) in legal:
            option += 1
        return named

    def move_of(self, rule: int, origin: int, site: int, *bound: int) -> Move:
        """Return what a move of these numbers is in every technique."""
        mover = self.mover
        if rule == self._kernels.PASS:
            return Move(mover, ())
        if rule == self._kernels.SWAP:
            return Move(mover, (Action(SET_MOVER, BOARD, 0, mover),))
        if self.game.module.effects:
            numbers = (rule, origin, site, *bound)
            return Move(mover, actions_of(self._kernels, self.arrays, numbers, self._place))
        kind = self.game.module.rules[rule]
        what = kind.component or int(self.arrays.what[origin])
        put = Action(ADD, BOARD, self.cell(site), what)
        if kind.component or kind.copy:
            return Move(mover, (put,))
        return Move(mover, (Action(REMOVE, *self._place(origin), what), put))

    def _place(self, site: int) -> Location:
        """Return where a site of the arrays is."""
        held = int(self._kernels.HELD)
        if site > held:
            return Location(BOARD, self.cell(site))
        return Location(int(self._kernels.HOLDER[site]), int(self._kernels.PLACE[site]))

    def make(self, move: Move) -> int:
        """Make a move; return the winner, 0 for a draw, -1 while the game goes on.

        Raises
        ------
        InputError
            If the move is not legal; then nothing has changed.
        """
        if self.winner != OPEN:
            raise InputError(f"move {move} is not legal: the game is over")
        for attempt in () if self.game.module.effects else self._attempts(move):
            result = self._on.try_move(move, attempt)
            if result != self._kernels.ILLEGAL:
                self.made.append(move)
                self.winner = result
                return result
        # What a copy is taken from is not written in a move: look whether it is listed at all.
        legal = self.moves()
        if move not in legal:
            raise InputError(f"move {move} is not legal: choose one of {len(legal)} others")
        return self.make_numbered(move, legal[move])

    def make_numbered(self, move: Move, numbers: Numbers) -> int:
        """Make a move whose numbers `moves` gave for this very position; see `make`."""
        if self.question is not None:
            return self._take(move, numbers[0])
        self.winner, question = self._tried(move, numbers)
        if self._chance is not None:
            decided = Decided()
            if question is not None:
                decided = replace(self._chance.decided, waiting=(move, numbers))
            self._chance.moved(question is None, decided, question)
        self.made.append(move)
        return self.winner

    def _attempts(self, move: Move) -> list[tuple[int, int, int, int, int]]:
        """Return rule, hand site, codes of origin and target, and piece that a move may have."""
        kernels = self._kernels
        nowhere = int(kernels.NOWHERE)
        if move.mover != self.mover:
            return []
        if not move.actions:
            return [(kernels.PASS, 0, nowhere, nowhere, 0)]
        if any(action.type != CELL or action.level for action in move.actions):
            return []
        if move.actions == (Action(SET_MOVER, BOARD, 0, move.mover),):
            return [(kernels.SWAP, 0, nowhere, nowhere, 0)]
        *before, put = move.actions
        if len(before) > 1 or put.kind != ADD or put.container != BOARD:
            return []
        target = self._code(put.site)
        if not before:
            rules = self._adding.get(put.value, ())
            return [(rule, 0, nowhere, target, 0) for rule in rules]
        (taken,) = before
        piece = as_whole(put.value)
        known = piece is not None and 0 < piece <= len(self.game.components)
        if taken.kind != REMOVE or taken.value != put.value or piece is None or not known:
            return []
        if taken.container == BOARD:
            origin = self._code(taken.site)
            return [(rule, 0, origin, target, piece) for rule in self._moving]
        return [
            (rule, 1 + hand, nowhere, target, piece)
            for rule, hand in self._dealing
            if self._place(1 + hand) == (taken.container, taken.site)
        ]

    @cached_property
    def _adding(self) -> dict[int, list[int]]:
        """The rules that add each component."""
        rules: dict[int, list[int]] = {}
        for number, rule in enumerate(self.game.module.rules):
            if rule.component:
                rules.setdefault(rule.component, []).append(number)
        return rules

    @cached_property
    def _moving(self) -> list[int]:
        """The rules that move pieces on the board."""
        rules = enumerate(self.game.module.rules)
        return [n for n, rule in rules if not rule.component and rule.hand < 0 and not rule.copy]

    @cached_property
    def _dealing(self) -> list[tuple[int, int]]:
        """The rules that take pieces from a site of a hand, and which site that is."""
        rules = enumerate(self.game.module.rules)
        return [(n, rule.hand) for n, rule in rules if rule.hand >= 0 and not rule.copy]

    def _code(self, cell: object) -> int:
        """Return the code of a cell relative to the anchor, one where nothing lies for no cell."""
        geometry = self.game.module.geometry
        numbers = [as_whole(n) for n in cell] if isinstance(cell, tuple) else []
        if len(numbers) == 3 and None not in numbers:
            i, j, k = cast("Key", tuple(numbers))
            x, y, _ = self._on.anchor
            if 0 <= k < geometry.kinds and max(abs(i), abs(j)) <= MAX_KEY:
                return geometry.code((i + x, j + y, k))
        return int(self._kernels.NOWHERE) - 1

    def take_back(self) -> Move:
        """Take the last move back and return it; there is one."""
        move = self.made.pop()
        if self._chance is not None and not self._chance.back():
            return move
        if self._on.undo():
            self.winner = OPEN
        else:
            self.replay(self.made)
        return move

    def restart(self) -> None:
        """Go back to the start."""
        self.made = []
        self.winner = OPEN
        self._on.begin()
        if self._chance is not None:
            self._chance = Chance()

    def restart_with(self, begun: Ints, numbers: Mapping[str, Ints]) -> None:
        """Go back to a start with other pieces, of a game whose board the engine itself grows.

        Parameters
        ----------
        begun : int32 array of shape (pieces, 3)
            Component, site of the arrays and count of each.
        numbers : dict of str to int array of shape (pieces,)
            Their numbers of each sort, as fields of the arrays are called (``states``, ...); sorts
            that the game has no use for are left out.
        """
        assert isinstance(self._on, EngineBoard)
        self.restart()
        self._on.begin_with(begun, numbers)

    def replay(self, moves: Sequence[Move]) -> None:
        """Make moves from the start on."""
        moves = list(moves)
        self.restart()
        for move in moves:
            self.make(move)

    def enlarge(self) -> None:
        """Make room for more cells and moves."""
        self._on.enlarge()

    def perft(self, depth: int) -> int:
        """Return the number of games of `depth` moves from here, at least 1."""
        if self.winner != OPEN:
            return 0
        self.numbers()  # So that there is room for the legal moves here, however many.
        if self.way.is_given:
            return self._counted(depth)
        while True:
            count = int(self._kernels.perft(copied(self.arrays), self.arrays, depth))
            if count != self._kernels.NEED_ROOM:
                return count
            self._on.enlarge()

    def _counted(self, depth: int) -> int:
        """Return what `perft` does, making every move."""
        if self.winner != OPEN:
            return 0
        rows = self.numbers().tolist()
        if depth == 1:
            return len(rows)
        count = 0
        for numbers in rows:
            self.make_numbered(self.move_of(*numbers), tuple(numbers))
            count += self._counted(depth - 1)
            self.take_back()
        return count

    def copy(self) -> Self:
        """Return an independent position."""
        twin = copy(self)
        twin.made = self.made.copy()
        twin._on = self._on.copy()
        twin._chance = None if self._chance is None else self._chance.copy()
        return twin

    # -- what stands where --------------------------------------------------------------------

    def cell(self, site: int) -> Key:
        """Return the lattice key of a site of the arrays, relative to the anchor."""
        i, j, k = self.game.module.geometry.key(int(self.arrays.code[site]))
        x, y, _ = self._on.anchor
        return (i - x, j - y, k)

    def sites(self) -> Ints:
        """Return the sites of the arrays that are on the board, in order."""
        sites: Ints = self._kernels.cells_of(self.arrays)
        return sites

    def keys(self) -> Ints:
        """Return the cells of the board in the order of its sites, from the anchor, (cells, 3)."""
        x, y, _ = self._on.anchor
        codes = self.arrays.code[self.sites()]
        keys: Ints = self.game.module.geometry.keys(codes) - np.array([x, y, 0])
        return keys

    def standing(self) -> dict[Key, int]:
        """Return the component on every cell of the board, 0 where there is none."""
        what = self.arrays.what[self.sites()].tolist()
        return dict(zip(map(tuple, self.keys().tolist()), what, strict=True))

    def piles(self) -> dict[Key, tuple[int, ...]]:
        """Return the components on every cell of the board, the lowest first."""
        piles = (tuple(pile_at(self.arrays, site)) for site in self.sites().tolist())
        return dict(zip(map(tuple, self.keys().tolist()), piles, strict=True))

    @property
    def board(self) -> Board:
        """The board as it is now, to be read; it follows when it is asked for again.

        Its keys are counted from the anchor.
        """
        return self._on.relative_board

    @property
    def seen(self) -> Holder:
        """What `state.contents` reads."""
        return self._on.seen
