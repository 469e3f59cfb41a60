"""One game being played in a technique: the compiled game's arrays, with room as it is needed."""

from dataclasses import dataclass
from typing import Any

from boardless.games.game import FIRST_PLIES, FIRST_ROOM, Game
from boardless.games.ways import Way
from boardless.topo import InputError, Key
from boardless.topo.kernels.arrays import Ints


@dataclass(frozen=True, order=True)
class Choice:
    """A move that may be made, the same in every technique.

    Attributes
    ----------
    cell : Key or None
        Where it goes, relative to the anchor cell (`i` and `j` counted from it, `k` kept); None for
        a pass or a swap.
    component : int
        What it puts there; 0 for a pass, -1 for a swap.
    origin : Key, int or None
        The cell it comes from, the number of the hand site, or None for what is added.
    """

    cell: Key | None
    component: int
    origin: Key | int | None = None


class Match:
    """A game being played in a technique.

    Parameters
    ----------
    game : Game
        What is played.
    way : Way
        The technique.
    """

    def __init__(self, game: Game, way: Way) -> None:
        self.game = game
        self.way = way
        self._kernels = game.kernels_of(way)
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        self.made: list[Choice] = []
        self._start: Any = game.arrays(way, self._room, self._plies)
        self.arrays: Any = game.arrays(way, self._room, self._plies)

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return len(self.made)

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return int(self.arrays.n[self._kernels.MOVER])

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        n, kernels = self.arrays.n, self._kernels
        return int(n[kernels.COUNT]) - int(kernels.HELD) - int(n[kernels.GONE])

    def restart(self) -> None:
        """Go back to the start."""
        self.made.clear()
        self._kernels.restore(self.arrays, self._start)

    def numbers(self) -> Ints:
        """Return rule, from and to of every legal move, (n, 3), in the order of the lists."""
        while True:
            moves: Ints = self._kernels.list_moves(self.arrays)
            if len(moves) <= len(self.arrays.found):
                return moves
            self._more_room()

    def choices(self) -> dict[Choice, tuple[int, int, int]]:
        """Return the legal moves with their numbers, in the order of the game's lists."""
        return {self.choice(*numbers): numbers for numbers in map(tuple, self.numbers().tolist())}

    def choice(self, rule: int, origin: int, site: int) -> Choice:
        """Return what a move of these numbers is in every technique."""
        if rule == self._kernels.PASS:
            return Choice(None, 0)
        if rule == self._kernels.SWAP:
            return Choice(None, -1)
        kind = self.game.module.rules[rule]
        if kind.hand >= 0:
            return Choice(self.relative(site), int(self.arrays.what[1 + kind.hand]), kind.hand)
        if kind.component:
            return Choice(self.relative(site), kind.component)
        return Choice(self.relative(site), int(self.arrays.what[origin]), self.relative(origin))

    def make(self, choice: Choice, numbers: tuple[int, int, int] | None = None) -> int:
        """Make a move; return the winner, 0 for a draw, -1 while the game goes on.

        Parameters
        ----------
        choice : Choice
            The move.
        numbers : tuple of int, optional
            Its numbers, where `choices` gave them for this very position.

        Raises
        ------
        InputError
            If the move is not legal.
        """
        if not self._kernels.has_room(self.arrays):
            self._more_room()
            numbers = None
        if numbers is None:
            legal = self.choices()
            if choice not in legal:
                raise InputError(f"move {choice} is not legal: choose one of {len(legal)} others")
            numbers = legal[choice]
        self.made.append(choice)
        return int(self._kernels.make_move(self.arrays, *numbers))

    def standing(self) -> list[tuple[Key, int]]:
        """Return every cell of the board, relative to the anchor, and the component on it."""
        what = self.arrays.what
        return [(self.relative(site), int(what[site])) for site in self.sites().tolist()]

    def sites(self) -> Ints:
        """Return the sites of the arrays that are on the board, in order."""
        sites: Ints = self._kernels.cells_of(self.arrays)
        return sites

    def perft(self, depth: int) -> int:
        """Return the number of games of `depth` moves from here, at least 1."""
        self.numbers()  # So that there is room for the legal moves here, however many.
        while True:
            # The search goes back to a start, which is the position here.
            here = self.game.arrays(self.way, self._room, self._plies)
            for target, source in zip(here, self.arrays, strict=True):
                target[...] = source
            spare = self.game.arrays(self.way, self._room, self._plies)
            for target, source in zip(spare, self.arrays, strict=True):
                target[...] = source
            count = int(self._kernels.perft(spare, here, depth))
            if count != self._kernels.NEED_ROOM:
                return count
            self._more_room()

    def replay(self, choices: list[Choice]) -> int:
        """Play moves from the start on; return the winner, 0 for a draw, -1 while it goes on."""
        self.restart()
        winner = -1
        for choice in choices:
            winner = self.make(choice)
        return winner

    def relative(self, site: int) -> Key:
        """Return the lattice key of a site of the arrays, relative to the anchor."""
        i, j, k = self.game.module.geometry.key(int(self.arrays.code[site]))
        x, y, _ = self.game.start(self.way).anchor
        return (i - x, j - y, k)

    def _more_room(self) -> None:
        """Double the arrays, and play the moves made so far again."""
        self._room, self._plies = 2 * self._room, 2 * self._plies
        self._start = self.game.arrays(self.way, self._room, self._plies)
        self.arrays = self.game.arrays(self.way, self._room, self._plies)
        self.replay(list(self.made))
