"""Tantrix from its printed rules, in plain Python: the tiles that lie are a dict.

A place is ``(x, y)`` on hexagons; a tile is the colours of its sides, clockwise, and one that is
held is written in the least of its turns.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product

from boardless.games import Game, load
from boardless.play import State
from boardless.state import ADD, OPTION, SELECT, SET_ROTATION
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, side_by_side

Place = tuple[int, int]
Sides = tuple[int, ...]
#: ``("deal",)``, ``("draw", tile)``, ``("lay", tile, place, sides as it lies)``, ``("pass",)``.
Move = tuple[object, ...]

#: The neighbours of a place, clockwise.
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def turns(tile: Sides) -> set[Sides]:
    """Return the ways in which a tile can lie."""
    return {tile[n:] + tile[:n] for n in range(6)}


def tile_set() -> list[Sides]:
    """Return the 56 tiles: three colours twice each, not all of them straight across."""
    found = set()
    for sides in product((1, 2, 3, 4), repeat=6):
        straight = all(sides[n] == sides[n + 3] for n in range(3))
        if sorted(Counter(sides).values()) == [2, 2, 2] and not straight:
            found.add(min(turns(sides)))
    return sorted(found)


def beside(place: Place) -> set[Place]:
    """Return the six neighbours of a place."""
    return {(place[0] + dx, place[1] + dy) for dx, dy in STEPS}


class Tantrix:
    """A game of Tantrix of some players, each with the colour of his number."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.bag = tile_set()
        self.hands: dict[int, list[Sides]] = {player: [] for player in range(1, players + 1)}
        self.tiles: dict[Place, Sides] = {}
        self.mover = 1
        self.dealt = self.was_free = self.is_deadlocked = False
        #: The players who take tiles, in order.
        self.drawing: list[int] = []

    def lying(self) -> dict[object, object]:
        """Return the tiles on the table by place, and those of each hand by player."""
        return dict[object, object](self.tiles) | {
            n: sorted(hand) for n, hand in self.hands.items()
        }

    # -- moves -----------------------------------------------------------------------------------

    def moves(self) -> set[Move]:
        """Return the legal moves, or the tiles that chance may take."""
        if not self.dealt:
            return {("deal",)}
        if self.drawing:
            return {("draw", tile) for tile in self.bag}
        if not self.tiles:
            return {("lay", tile, (0, 0), tile) for tile in self.hands[self.mover]}
        return set(self._layings(forced=True)) or set(self._layings(forced=False)) or {("pass",)}

    def make(self, move: Move) -> None:
        """Make a move."""
        kind, *what = move
        if kind == "deal":
            self.dealt = True
            self.drawing = [player for player in self.hands for _ in range(6)]
        elif kind == "draw":
            (tile,) = what
            self._draw(tile)  # type: ignore[arg-type]
        elif kind == "lay":
            tile, place, sides = what
            self.was_free |= not self._is_forced(place)  # type: ignore[arg-type]
            self.hands[self.mover].remove(tile)  # type: ignore[arg-type]
            self.tiles[place] = sides  # type: ignore[index, assignment]
            if len(self.bag) > 1:
                self.drawing = [self.mover]
            elif self.bag:
                # Nothing is left to chance.
                self.drawing = [self.mover]
                self._draw(self.bag[0])
            else:
                self._go_on()
        else:
            self.is_deadlocked = bool(self.hands[self.mover])
            self._end_turn()

    def _draw(self, tile: Sides) -> None:
        self.bag.remove(tile)
        self.hands[self.drawing.pop(0)].append(tile)
        if not self.drawing and self.tiles:
            self._go_on()

    def _go_on(self) -> None:
        """Let the turn end if the free tile lies and no forced space can be filled."""
        if self.was_free and not any(self._layings(forced=True)):
            self._end_turn()

    def _end_turn(self) -> None:
        self.was_free = False
        self.mover = self.mover % self.players + 1

    # -- places ----------------------------------------------------------------------------------

    def _around(self, place: Place) -> list[tuple[int, Place]]:
        """Return the sides of a place at which tiles lie, and where these lie."""
        near = [(side, (place[0] + dx, place[1] + dy)) for side, (dx, dy) in enumerate(STEPS)]
        return [(side, there) for side, there in near if there in self.tiles]

    def _free(self) -> set[Place]:
        return {near for at in self.tiles for near in beside(at)} - self.tiles.keys()

    def _is_forced(self, place: Place) -> bool:
        return len(self._around(place)) >= 3

    def _layings(self, forced: bool) -> Iterator[Move]:
        """Yield the ways to lay a tile of the mover's, of forced spaces alone or anywhere."""
        for place in self._free():
            if forced and not self._is_forced(place):
                continue
            if self.bag and self._closes_in(place):
                continue
            for tile in self.hands[self.mover]:
                for sides in turns(tile):
                    if self._fits(place, sides) and not (self.bag and self._blocks(place, sides)):
                        yield "lay", tile, place, sides

    def _links(self, place: Place) -> list[int]:
        """Return the colours that tiles show a place."""
        return [self.tiles[there][(side + 3) % 6] for side, there in self._around(place)]

    def _fits(self, place: Place, sides: Sides) -> bool:
        beside = self._around(place)
        return all(sides[side] == self.tiles[there][(side + 3) % 6] for side, there in beside)

    def _blocks(self, place: Place, sides: Sides) -> bool:
        """Tell whether a tile makes a space with three lines of a colour, which no tile has."""
        self.tiles[place] = sides
        links = [self._links(near) for near in beside(place) if near not in self.tiles]
        del self.tiles[place]
        return any(max(Counter(row).values()) >= 3 for row in links)

    def _closes_in(self, place: Place) -> bool:
        """Tell whether a tile brings four around a space, at once or as forced ones are filled."""
        full = {place, *self.tiles}
        while True:
            free = {near for at in full for near in beside(at)} - full
            around = {at: len(full & beside(at)) for at in free}
            if max(around.values()) >= 4:
                return True
            forced = next((at for at in free if around[at] == 3), None)
            if forced is None:
                return False
            full.add(forced)

    # -- the end ---------------------------------------------------------------------------------

    def winner(self) -> int | None:
        """Return who has won, 0 if the game is drawn, None while it goes on."""
        if self.is_deadlocked:
            return 0
        if not self.dealt or any(self.hands.values()) or self.drawing:
            return None
        scores = [self.score(player) for player in self.hands]
        best = [player for player in self.hands if scores[player - 1] == max(scores)]
        return best[0] if len(best) == 1 else 0

    def score(self, colour: int) -> int:
        """Return the longest line of a colour, 1 a tile, or loop, 2 a tile."""
        left, most = {p for p, sides in self.tiles.items() if colour in sides}, 0
        while left:
            line, ends = {left.pop()}, 0
            new = list(line)
            while new:
                place = new.pop()
                for side, (dx, dy) in enumerate(STEPS):
                    if self.tiles[place][side] != colour:
                        continue
                    beyond = (place[0] + dx, place[1] + dy)
                    ends += beyond not in self.tiles
                    if beyond in left:
                        left.remove(beyond)
                        line.add(beyond)
                        new.append(beyond)
            most = max(most, len(line) * (1 if ends else 2))
        return most


# -- the same games in the engine ------------------------------------------------------------------


def tantrix(players: int, jit: bool = True) -> Game:
    """Return the game of some players."""
    return load("Tantrix", [f"Players/{players}"], jit=jit)


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made.

    Raises
    ------
    AssertionError
        Where they differ, in the scores as well.
    """
    model = Tantrix(game.players)

    def scored(state: State) -> dict[object, object]:
        found = _lying(state)
        if state.outcome() is not None and not model.is_deadlocked:
            scores = [model.score(player) for player in range(1, game.players + 1)]
            ours = state.position.arrays.numbers[2 : 2 + game.players].tolist()
            assert ours == scores, f"scores {ours}, {scores}"
        return found

    return side_by_side(game, model, _named, scored, number, plies, technique)


def _sides(state: State, what: int) -> Sides:
    return tuple(map(int, state.components[what - 1].name[1:]))


def _turned(sides: Sides, turns: int) -> Sides:
    return sides[6 - turns :] + sides[: 6 - turns]


def _named(state: State, move: EngineMove) -> Move:
    kinds = [action.kind for action in move.actions]
    if not kinds:
        return ("pass",)
    if kinds == [SELECT]:
        return ("deal",)
    if kinds == [OPTION]:
        return "draw", _sides(state, _bag(state)[move.actions[0].value])
    put = next(action for action in move.actions if action.kind == ADD)
    turns = sum(action.value for action in move.actions if action.kind == SET_ROTATION)
    assert isinstance(put.site, tuple)
    tile = _sides(state, put.value)
    return "lay", tile, put.site[:2], _turned(tile, turns)


def _bag(state: State) -> list[int]:
    """Return the tiles in the bag, without those that the move that waits for chance has taken."""
    sites = sorted(state.containers[-1].chunk("what").nonzero().items())
    bag, drawn = [what for _, what in sites], list[int]()
    for move in reversed(state.move_stack):
        if [action.kind for action in move.actions] != [OPTION]:
            break
        drawn.append(move.actions[0].value)
    # Without a question before it, the last outcomes belong to a move that is over.
    for outcome in reversed(drawn if state.position.is_waiting else []):
        del bag[outcome]
    return bag


def _lying(state: State) -> dict[object, object]:
    turned = state.containers[0].chunk("rotation").nonzero()
    found: dict[object, object] = {
        key[:2]: _turned(_sides(state, what), turned.get(state.site(key), 0))
        for key, what in state.pieces.items()
    }
    for hand in state.containers[1:-1]:
        held = hand.chunk("what").nonzero().values()
        found[hand.owner] = sorted(_sides(state, what) for what in held)
    return found


KINDS = tuple(
    Kind("Tantrix", (f"Players/{n}",), partial(compared, plies=1000), 334) for n in (2, 3, 4)
)
