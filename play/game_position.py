"""One game being played in a technique: which moves are legal, and what was played."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self, TypeVar

import numpy as np

from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.play import player_results
from boardless.play.attempts import Attempts
from boardless.play.chance import Chance, Decided, Question, asked, asks
from boardless.play.described import Before, move_of
from boardless.play.engine_board import EngineBoard
from boardless.play.piles import pile_at
from boardless.play.technique_board import TechniqueBoard
from boardless.state import BOARD, Action, Location, Move
from boardless.state.contents import Holder
from boardless.state.engine.arrays import APPEND
from boardless.state.move import with_option
from boardless.topo import Board, InputError, Key
from boardless.topo.kernels.arrays import Ints

#: Winner while the game goes on.
OPEN = -1

#: Rule, from and to of a move, as the arrays have them.
Numbers = tuple[int, ...]
T = TypeVar("T")


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
    did : list of tuple of Action or None
        What each move did in all, where moves have effects and sites keep their numbers.
    """

    def __init__(self, game: Game, way: GameTechnique) -> None:
        self.game = game
        self.way = way = game.suited(way)
        self.made: list[Move] = []
        self.did: list[tuple[Action, ...]] | None = None
        if game.module.effects and not way.is_given and way.update == APPEND:
            self.did = []
        self.winner = OPEN
        self._kernels = game.kernels_of(way, undo=True, logs=game.module.effects)
        self._on = TechniqueBoard(game, way) if way.is_given else EngineBoard(game, way)
        if game.module.chances and way.is_given:
            raise InputError(f"{game.name} in {way.name}: chance needs a board of the engine")
        self._chance = Chance() if game.module.chances else None
        self._attempts = Attempts(game, self._kernels)

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
        """The place of each player, 0 while it is open; see `play.player_results`."""
        return player_results.ranks(self.game, self.arrays, self.winner)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player; None if there are no scores in the game."""
        return player_results.scores(self.game, self.arrays)

    @property
    def payoffs(self) -> tuple[Fraction, ...] | None:
        """What each player gets by the rules so far; None if they do not say so in numbers."""
        return player_results.payoffs(self.game, self.arrays)

    @property
    def pips(self) -> tuple[int, ...]:
        """What each die counts, 0 once it has been used; nothing if no rule asks for dice."""
        return player_results.pips(self.game, self.arrays)

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
        if not asks(self._kernels, self.arrays):
            return winner, None
        self._on.undo()
        return OPEN, asked(self._kernels, self.arrays)

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

    def tried(self, outcomes: Sequence[int], read: Callable[[], T]) -> T:
        """Make the move that waits as if chance had decided all that it needs; take it back.

        Parameters
        ----------
        outcomes : sequence of int
            The outcomes. Of those that there are not the last one is taken.
        read : callable
            Called in between; what it returns is returned.
        """
        chance = self._chance
        assert chance is not None
        before = chance.decided
        assert before.waiting is not None
        chance.decided = replace(before, outcomes=(*before.outcomes, *outcomes))
        chance.settle(self._kernels, self.arrays)
        self._on.make(*before.waiting)
        found = read()
        self._on.undo()
        chance.decided = before
        return found

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

    def drawn(self, number: int) -> Numbers:
        """Return the numbers of the move that playouts make for a random number of 64 bits."""
        while True:
            moves: Ints = self._kernels.draw_move(self.arrays, number)
            if len(moves) > 0:
                return tuple(moves[0].tolist())
            self._on.enlarge()

    def moves(self) -> dict[Move, Numbers]:
        """Return the legal moves with their numbers, in the order of the game; none at its end."""
        return dict(self.each_move())

    def count_moves(self) -> int:
        """Return how many legal moves there are, without working out what they do."""
        if self.winner != OPEN or self.question is not None or not self.game.module.effects:
            return len(self.moves())
        # Each has a name of its own there; see `each_move`.
        return len(set(map(tuple, self.numbers().tolist())))

    def each_move(self) -> Iterator[tuple[Move, Numbers]]:
        """Yield what `moves` returns; the position must not change before the last of them."""
        if self.winner != OPEN:
            return
        if self.question is not None:
            for move in self.question.moves(self.mover):
                yield move, (move.actions[0].value,)
            return
        legal: set[Move] = set()
        for numbers in dict.fromkeys(map(tuple, self.numbers().tolist())):
            move = self.move_of(*numbers)
            if move in legal:
                if not self.game.module.effects:
                    continue
                # Moves that are alike may differ in what follows from them.
                move = self._named_apart(move, legal)
            legal.add(move)
            yield move, numbers

    def _named_apart(self, move: Move, legal: Set[Move]) -> Move:
        """Return a move with the first number that no move has that is alike."""
        option = 1
        while (named := with_option(move, option)) in legal:
            option += 1
        return named

    def move_of(self, *numbers: int) -> Move:
        """Return what a move of these numbers is in every technique."""
        return move_of(self.game, self._kernels, self.arrays, numbers, self._place)

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
        attempts = self._attempts.of(move, self.mover, self._on.anchor)
        for attempt in () if self.game.module.effects else attempts:
            result = self._on.try_move(move, attempt)
            if result != self._kernels.ILLEGAL:
                self.made.append(move)
                self.winner = result
                return result
        # What a copy is taken from is not written in a move: look whether it is listed at all.
        for legal, numbers in self.each_move():
            if legal == move:
                return self.make_numbered(move, numbers)
        raise InputError(f"move {move} is not legal: choose one of {self.count_moves()} others")

    def make_numbered(self, move: Move, numbers: Numbers) -> int:
        """Make a move whose numbers `moves` gave for this very position; see `make`."""
        if self.did is None:
            return self._make_numbered(move, numbers)
        before = Before(self._kernels, self.arrays)
        winner = self._make_numbered(move, numbers)
        self.did.append(before.told(self.arrays, self._place))
        return winner

    def _make_numbered(self, move: Move, numbers: Numbers) -> int:
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

    def take_back(self) -> Move:
        """Take the last move back and return it; there is one."""
        move = self.made.pop()
        if self.did is not None:
            self.did.pop()
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
        self.did = None if self.did is None else []
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

    def copy(self) -> Self:
        """Return an independent position."""
        twin = copy(self)
        twin.made = self.made.copy()
        twin.did = None if self.did is None else self.did.copy()
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
