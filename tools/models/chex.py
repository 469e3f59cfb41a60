"""Chex from its rules, in plain Python: one dict of men by place, and piles as lists."""

from collections.abc import Iterator
from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import BOARD, OPTION
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, side_by_side

Place = tuple[int, int]
#: A man: its owner and its letter.
Man = tuple[int, str]
#: "draw"; which tile of the pile chance takes; where a tile is laid; from where to where one moves;
#: None: a pass.
Move = str | int | Place | tuple[Place, Place] | None

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
CROSSWISE = ((1, 1), (1, -1), (-1, -1), (-1, 1))
AROUND = (*STRAIGHT, *CROSSWISE)
JUMPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
RANGES = {"R": STRAIGHT, "B": CROSSWISE, "Q": AROUND}
PILE = ("P",) * 8 + ("R",) * 2 + ("N",) * 2 + ("B",) * 2 + ("Q", "K")


class Chex:
    """A game of Chex; taking a tile is a move of chance."""

    def __init__(self) -> None:
        self.men: dict[Place, Man] = {}
        self.piles = {1: list(PILE), 2: list(PILE)}
        self.mover = 1
        self.drawing = False
        self.taken: str | None = None
        self.passes = 0
        self.won: int | None = None

    def lying(self) -> dict[Place, Man]:
        """Return what lies where."""
        return dict(self.men)

    def winner(self) -> int | None:
        """Return who has won, 0 for a draw, None if it goes on."""
        return self.won

    def moves(self) -> set[Move]:
        """Return the legal moves."""
        if self.drawing:
            return set(range(len(self.piles[self.mover])))
        if self.taken is not None:
            return set(self._lays()) or {None}
        found: set[Move] = {"draw"} if self.piles[self.mover] else set()
        return found | set(self._ways(self.mover)) or {None}

    def make(self, move: Move) -> None:
        """Make a move."""
        pile = self.piles[self.mover]
        self.passes = self.passes + 1 if move is None else 0
        if move == "draw":
            # What is left of a pile is no choice.
            self.drawing = len(pile) > 1
            if not self.drawing:
                self._draw(0)
            return
        if self.drawing:
            assert isinstance(move, int)
            self.drawing = False
            self._draw(move)
            return
        if isinstance(move, tuple) and self.taken is not None:
            x, y = move
            assert isinstance(x, int)
            assert isinstance(y, int)
            self.men[x, y] = (self.mover, self.taken)
            self.taken = None
        elif isinstance(move, tuple):
            origin, to = move
            assert isinstance(origin, tuple)
            assert isinstance(to, tuple)
            self.men[to] = self.men.pop(origin)
        other = 3 - self.mover
        if self.passes > 1:
            self.won = 0
        elif not self.piles[other] and self._checked(other) and not any(self._ways(other)):
            self.won = self.mover
        self.mover = other

    def _draw(self, number: int) -> None:
        self.taken = self.piles[self.mover].pop(number)
        if not any(self._lays()):
            self.won = 3 - self.mover if self._checked(self.mover) else 0

    def _lays(self) -> Iterator[Place]:
        """Yield the places where the tile that was taken may be laid."""
        assert self.taken is not None
        places = {(x + dx, y + dy) for x, y in self.men for dx, dy in AROUND} or {(0, 0)}
        for place in places - self.men.keys():
            self.men[place] = (self.mover, self.taken)
            safe = not self._checked(self.mover)
            del self.men[place]
            if safe:
                yield place

    def _ways(self, player: int) -> Iterator[tuple[Place, Place]]:
        """Yield the moves of a player's tiles that leave one group and a king out of check."""
        for origin, (owner, kind) in list(self.men.items()):
            if owner != player:
                continue
            for to in list(self._reach(origin, owner, kind)):
                before = dict(self.men)
                self.men[to] = self.men.pop(origin)
                legal = self._whole() and not self._checked(player)
                self.men = before
                if legal:
                    yield origin, to

    def _reach(self, origin: Place, owner: int, kind: str) -> Iterator[Place]:
        """Yield where a man may go, whatever comes of it."""
        x, y = origin
        ahead = 1 if owner == 1 else -1
        if kind == "P":
            if (x, y + ahead) not in self.men:
                yield x, y + ahead
            for side in (-1, 1):
                if self._owner((x + side, y + ahead)) == 3 - owner:
                    yield x + side, y + ahead
        for dx, dy in {"K": AROUND, "N": JUMPS}.get(kind, ()):
            if self._owner((x + dx, y + dy)) != owner:
                yield x + dx, y + dy
        for dx, dy in RANGES.get(kind, ()):
            to = (x + dx, y + dy)
            while max(map(abs, to)) < 40:
                if to in self.men:
                    if self._owner(to) != owner:
                        yield to
                    break
                yield to
                to = (to[0] + dx, to[1] + dy)

    def _owner(self, place: Place) -> int:
        return self.men.get(place, (0, ""))[0]

    def _checked(self, player: int) -> bool:
        """Tell whether a player's king lies where the other player could take it, without a gap."""
        kings = [place for place, man in self.men.items() if man == (player, "K")]
        for king in kings:
            for origin, (owner, kind) in list(self.men.items()):
                if owner != player and king in self._reach(origin, owner, kind):
                    before = dict(self.men)
                    self.men[king] = self.men.pop(origin)
                    whole = self._whole()
                    self.men = before
                    if whole:
                        return True
        return False

    def _whole(self) -> bool:
        """Tell whether all tiles are one group."""
        left = set(self.men)
        ends = [left.pop()]
        while ends:
            x, y = ends.pop()
            near = left & {(x + dx, y + dy) for dx, dy in AROUND}
            left -= near
            ends += near
        return not left


# -- the same games in the engine ------------------------------------------------------------------


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return side_by_side(game, Chex(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return None
    if move.actions[0].kind == OPTION:
        return int(move.actions[0].value)
    ends = [(action.container, action.site) for action in move.actions]
    if len(ends) == 1:
        return "draw"
    # What is taken comes before.
    (container, origin), (_, to) = ends[-2:]
    assert isinstance(to, tuple)
    if container != BOARD:
        return to[:2]
    assert isinstance(origin, tuple)
    return origin[:2], to[:2]


def _lying(state: State) -> dict[Place, Man]:
    men = state.game.components
    return {
        (x, y): (men[what - 1].owner, men[what - 1].name[0])
        for (x, y, _), (what,) in state.piles.items()
    }


KINDS = (Kind("Chex", (), partial(compared, plies=160), cut=160),)
