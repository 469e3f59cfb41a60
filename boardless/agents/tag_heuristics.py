"""TAG's heuristics of its games, each a function of positions and of a table for its game.

Values go from -1 to 1 there and from 0 to 1 here. At the end the reward counts, not these.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardless.games import Game
from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.state.engine.arrays import MOVER, Arrays
from boardless.topo import InputError

#: The lines of three on a board of 3 by 3, by sites counted from 1.
_LINES = (
    (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7),
)  # fmt: skip


@dataclass(frozen=True)
class GameHeuristic:
    """A jitted function of the engine's arrays, a player, and a table about the game.

    Attributes
    ----------
    function : callable
        Returns the value of a position to a player, from 0 to 1, and runs in the loop of a search.
    table : callable
        Returns the table of a game as whole numbers: places of scores, sites of hands and so on.
        InputError if the function is not for this game.
    """

    function: Any
    table: Callable[[Game], list[int]]

    @property
    def py_func(self) -> Callable[..., float]:
        """The function in Python: with it a heuristic counts as jitted."""
        function: Callable[..., float] = self.function.py_func
        return function

    def table_of(self, game: Game) -> list[int]:
        """Return the table of a game, made once; InputError as `table`."""
        return game.once(("heuristic", self.py_func.__name__, self.table), lambda: self.table(game))

    def value(self, game: Game, arrays: Arrays, player: int) -> float:
        """Return the value of a position of a game."""
        return float(self.function(arrays, player, np.array(self.table_of(game), np.int64)))


@jit
def tag_tic_tac_toe(s: Arrays, player: int) -> float:
    """Return TAG's heuristic for Tic-Tac-Toe, scaled from -1 to 1 to rewards from 0 to 1.

    It sums over the lines that are open for a side, by the number of its marks. As in TAG, the
    opponent's term is added, not subtracted (`TicTacToeHeuristic`).
    """
    value = 0.0
    for line in _LINES:
        own = 0
        other = 0
        for site in line:
            if s.who[site] == player:
                own += 1
            elif s.who[site] != 0:
                other += 1
        if other == 0 and own > 0:
            value += 0.8 / 8 * 0.5 ** (3 - own)
        if own == 0 and other > 0:
            value += 0.5 / 8 * 0.3 ** (3 - other)
    return (value + 1.0) / 2.0


@jit
def love_letter(s: Arrays, player: int, t: Ints) -> float:
    """Return TAG's heuristic for Love Letter: the worth of the hand, and the tokens, as shares.

    The table has the place of the scores, the tokens that win, the first card, and of each player
    the first site of the hand; a card is worth its place in the deck.
    """
    held = 0
    cards = 0
    first = t[2 + player]
    for site in range(first, first + 2):
        if s.what[site] != 0:
            held += s.what[site] - t[2] + 1
            cards += 1
    tokens = s.numbers[t[0] + player]
    value = 0.3 * held / (1 + 8 * cards) + 0.7 * tokens / max(t[1], tokens)
    return float((value + 1.0) / 2.0)


@jit
def worth_in_hand(s: Arrays, player: int, t: Ints) -> tuple[int, int]:
    """Return the worth of the cards in a player's hand, and their number.

    The table has the number of players, the first card, the sites of a hand, the first site of the
    hand of each player, and the worth of each card.
    """
    worth = 0
    cards = 0
    first = t[2 + player]
    for site in range(first, first + t[2]):
        if s.what[site] != 0:
            worth += t[3 + t[0] + s.what[site] - t[1]]
            cards += 1
    return worth, cards


@jit
def uno(s: Arrays, player: int, t: Ints) -> float:
    """Return TAG's heuristic for Uno: own points less others' points, less the cards in hand.

    The table is as for `worth_in_hand`. If its last number is not 0, a player's points are the
    worth of all other hands, as in TAG of 2020.
    """
    value = 0.0
    of_others = t[len(t) - 1] != 0
    total = 0
    if of_others:
        for other in range(1, t[0] + 1):
            points, cards = worth_in_hand(s, other, t)
            total += points
    for other in range(1, t[0] + 1):
        points, cards = worth_in_hand(s, other, t)
        if of_others:
            points = total - points
        if other == player:
            value += 0.5 * points / 1000 - 0.3 * cards / 72
        else:
            value -= 0.2 / (t[0] - 1) * points / 1000
    return (min(max(value, -1.0), 1.0) + 1.0) / 2.0


@jit
def held_cards(s: Arrays, player: int, t: Ints) -> float:
    """Return the mean worth of the cards in a player's hand and one worthless card.

    The table is as for `worth_in_hand`, with worths in hundredths.
    """
    worth, cards = worth_in_hand(s, player, t)
    return (worth / 100.0 / (cards + 1) + 1.0) / 2.0


@jit
def share_of_score(s: Arrays, player: int, t: Ints) -> float:
    """Return a score as a share of the maximum; the table has the score's place and the maximum."""
    return float((s.numbers[t[0] + player] / t[1] + 1.0) / 2.0)


@jit
def colt_express(s: Arrays, player: int, t: Ints) -> float:
    """Return TAG's heuristic for Colt Express: bullets left, bullets among cards, loot.

    TAG divides whole numbers: a player's bullets count only while all six are left, bullets among
    the own cards only if they hold all bullets of the others, and loot for each whole 5,000.

    The table has the number of players, the row of counts in the fields, the site of the first
    player's bullets, the sites of the first player's strongboxes, jewels and purses, the first site
    and the sites of the hand with purses, the first purse, the state of purses of the first player
    and the row of states, the bullet, the sites of a hand, then of each player the first site of
    the hand and the site of bullets in the pile, and last the worth of each purse.
    """
    players = t[0]
    value = 0.0
    for other in range(1, players + 1):
        full = s.fields[t[1], t[2] + other - 1] >= 6
        if full:
            value += -0.2 if other == player else 0.1
    loot = 0
    for kind in range(2):
        site = t[3 + kind] + player - 1
        if s.what[site] != 0:
            loot += (1000 if kind == 0 else 500) * s.fields[t[1], site]
    for site in range(t[5], t[5] + t[6]):
        if s.what[site] != 0 and s.fields[t[9], site] == t[8] + player - 1:
            loot += t[12 + 2 * players + s.what[site] - t[7]]
    own = 12 + 2 * (player - 1)
    bullets = 0
    if s.what[t[own + 1]] != 0:
        bullets += s.fields[t[1], t[own + 1]]
    for site in range(t[own], t[own] + t[11]):
        bullets += s.what[site] == t[10]
    value += 0.5 * (loot // 5000) - 0.3 * (bullets // (6 * (players - 1)))
    return float((value + 1.0) / 2.0)


@jit
def pandemic(s: Arrays, player: int, t: Ints) -> float:
    """Return TAG's heuristic for Pandemic: cubes left, and cubes at the mover's pawn.

    A colour with cubes left counts as cured there. As TAG divides whole numbers, a hand counts when
    it has nine cards, and outbreaks, stations and the pile of cards never do. There a won game
    counts 10 and a lost game -10, so the values here are divided by 20.

    The table has the number of colours, the row of counts in the fields, the site of the first
    colour's cubes, the first of the cities, the number of these, the place of the first player's
    pawn in the first city, the sites of a hand and the first site of each player's hand.
    """
    value = 0.0
    for colour in range(t[0]):
        site = t[2] + colour
        if s.what[site] != 0:
            value += 0.3 / t[0] + 0.2 * s.fields[t[1], site] / 24.0
    mover = s.n[MOVER]
    for city in range(t[4]):
        has_pawn = s.what[t[5] + t[4] * (mover - 1) + city] != 0
        if has_pawn and s.what[t[3] + city] != 0:
            value += 0.6
    cards = -1  # the role
    first = t[6 + mover]
    for site in range(first, first + t[6]):
        cards += s.what[site] != 0
    value += 0.15 * (cards // 9)
    return value / 20.0 + 0.5


def hands(game: Game) -> tuple[list[int], int]:
    """Return the first site of each player's hand in the arrays, and the sites of a hand."""
    inventory = _inventory(game)
    stores = [inventory.hand(player) for player in range(1, game.players + 1)]
    if None in stores:
        raise InputError(f"heuristic: players of {game.name} have no hands")
    board = inventory.containers[0].size
    return [1 + store.first - board for store in stores], min(store.size for store in stores)


def _inventory(game: Game) -> Any:
    scene = game.module.model.scene
    if scene is None or not scene.inventory.cards[1]:
        raise InputError(f"heuristic: {game.name} has no cards")
    return scene.inventory


def _component(game: Game, name: str) -> int:
    """Return the number of a component; InputError if the game has no such component."""
    for number, component in enumerate(_inventory(game).components, 1):
        if component.name == name:
            return number
    raise InputError(f"heuristic: {game.name} has no {name!r}, choose a heuristic of this game")


def _cards(game: Game) -> list[Any]:
    """Return the components that are cards."""
    inventory = _inventory(game)
    first, count = inventory.cards
    return list(inventory.components[first - 1 : first - 1 + count])


def _worths(game: Game, name: str) -> list[int]:
    """Return a property of each card, by default 0."""
    return [
        next((each.value for each in card.item.properties if each.name == name), 0)
        for card in _cards(game)
    ]


def _scores(game: Game) -> int:
    """Return the place of the scores."""
    if game.module.scores is None:
        raise InputError(f"heuristic: {game.name} has no scores")
    return game.module.scores


def _love_letter(game: Game) -> list[int]:
    places, _ = hands(game)
    tokens = {2: 7, 3: 5}.get(game.players, 4)
    return [_scores(game), tokens, _inventory(game).cards[0], *places]


def _uno(game: Game) -> list[int]:
    places, size = hands(game)
    return [game.players, _inventory(game).cards[0], size, *places, *_worths(game, "Points"), 0]


def _uno_of_2020(game: Game) -> list[int]:
    return [*_uno(game)[:-1], 1]


#: The worth of cards of Exploding Kittens in TAG's heuristic, in hundredths; others are -1.
_KITTENS = {
    "Exploding Kitten": -100, "Defuse": 100, "See the Future": -30, "Nope": 0, "Attack": -40,
    "Skip": 20, "Favor": -10, "Shuffle": -20,
}  # fmt: skip


def _kittens(game: Game) -> list[int]:
    places, size = hands(game)
    worths = [_KITTENS.get(card.name, -1) for card in _cards(game)]
    return [game.players, _inventory(game).cards[0], size, *places, *worths]


def _virus(game: Game) -> list[int]:
    # The score is the number of healthy organs; a body has five kinds.
    return [_scores(game), 5]


def _colt_express(game: Game) -> list[int]:
    players, kernels, inventory = game.players, game.kernels, _inventory(game)
    bullet, first = _component(game, "Bullet"), _component(game, "Purse 250")
    board, columns = inventory.containers[0].size, game.players + 1
    places, size = hands(game)
    shared = inventory.hand(players + 1)
    names = [component.name for component in inventory.components]
    # The rows of the board are the rows in the description.
    here, rows = int(kernels.HELD) + 1, 7 + 2 * players
    piles = [inventory.pile("Draw", player) for player in range(1, players + 1)]
    own = [
        number
        for place, pile in zip(places, piles, strict=True)
        for number in (place, 1 + pile.first - board + bullet - inventory.cards[0])
    ]
    table = [
        players, int(kernels.COUNTS), here + columns * (rows + 1), here + columns * (rows + 2),
        here + columns * (rows + 3), 1 + shared.first - board, shared.size, first,
        1 + 2 * columns, int(kernels.STATES), bullet, size, *own,
    ]  # fmt: skip
    worths = dict(zip(names[inventory.cards[0] - 1 :], _worths(game, "Worth"), strict=False))
    return table + [worths[name] for name in names if name.startswith("Purse ")]


def _pandemic(game: Game) -> list[int]:
    _component(game, "Yellow Cube")
    places, size = hands(game)
    here = int(game.kernels.HELD) + 1
    # The sites are the sites in the description.
    return [4, int(game.kernels.COUNTS), here + 240, here, 48, here + 250, size, *places]


#: By the names that heuristics have.
TAG_HEURISTICS: dict[str, Any] = {
    "tag-tic-tac-toe": tag_tic_tac_toe,
    "tag-love-letter": GameHeuristic(love_letter, _love_letter),
    "tag-uno": GameHeuristic(uno, _uno),
    "tag-uno-2020": GameHeuristic(uno, _uno_of_2020),
    "tag-virus": GameHeuristic(share_of_score, _virus),
    "tag-exploding-kittens": GameHeuristic(held_cards, _kittens),
    "tag-colt-express": GameHeuristic(colt_express, _colt_express),
    "tag-pandemic": GameHeuristic(pandemic, _pandemic),
}
