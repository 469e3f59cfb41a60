"""Sight of a seat: pieces, piles, dice and hands, and the names of places."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.ludemes.dice import DiceItem
from boardless.games.ludemes.hiding import hidden_fields
from boardless.jit.arrays import Ints
from boardless.play.observation import unseen
from boardless.play.state import State
from boardless.state import BOARD, Container, FreeState, Move
from boardless.state.engine.actions import SET_STATE
from boardless.state.move import place_text
from boardless.topo import Board, FixedBoard
from boardless.view.arranged import names_beside
from boardless.view.boards import types_of
from boardless.view.graphics import HandRow, cells_of_game, rows_of, states_of
from boardless.view.kinds import faces_of, player_of


def cell_names(state: FreeState) -> dict[int, str]:
    """Return the names of the cells of a state's board, ordered by site."""
    board = state.board
    sites = board.sites
    if not isinstance(board, Board):  # cells of a board that is laid out are numbers alone
        count = max(len(sites), len(state.containers[BOARD]))
        return {site: place_text(BOARD, (0, 0, site)) for site in range(count)}
    if not len(sites):
        return {}
    first = int(sites[0])
    shift = np.subtract(board.key(first), state.cell(first))
    columns = (board.keys[sites] - shift).T.tolist()
    return dict(zip(sites.tolist(), map(_cell_name, *columns), strict=True))


@lru_cache(4096)
def _cell_name(i: int, j: int, k: int) -> str:
    """Return the name of a cell, cached because a growing board asks for most at every move."""
    return place_text(BOARD, (i, j, k))


def board_labels(state: FreeState) -> dict[str, str]:
    """Return labels such as a1 of the places of a laid-out board, by their names."""
    labels: dict[str, str] = {}
    if isinstance(state.board, FixedBoard):
        labels = _labels(state.board, types_of(state))
    elif isinstance(state, State) and not state.game.module.model.growing:
        labels = _labels_of_game(state.game)
    called: dict[int, str] = {}
    if isinstance(state, State):
        called = {**names_beside(state.game), **cells_of_game(state.game)}
    if not called:
        return labels
    named = enumerate(labels.items())
    return {place: called.get(site, label) for site, (place, label) in named}


def _written(label: str) -> str:
    """Return a label as in lists of moves and in chess: a square in small letters.

    >>> _written("E2"), _written("edge A1"), _written("Heart")
    ('e2', 'edge a1', 'Heart')
    """
    is_square = re.fullmatch(r"(edge |vertex |cell )?[A-Z]{1,2}\d+", label)
    return label.lower() if is_square else label


@lru_cache(8)
def _labels_of_game(game: Game) -> dict[str, str]:
    """Return the labels of a board of fixed size that is cut out of a tiling."""
    names = cell_names(State(game))
    labels = scene_of_game(game.module.model.game).board.sites_of().labels
    if len(labels) != len(names):
        return {}
    named = zip(names.values(), labels, strict=True)
    return {name: _written(label) for name, label in named if label}


@lru_cache(8)
def _labels(board: FixedBoard, types: tuple[str, ...]) -> dict[str, str]:
    """Return the labels of sites of some types, with the type's name except for the first type."""
    labels: dict[str, str] = {}
    site = 0
    for kind in types:
        named = "" if kind == types[0] else f"{kind.lower()} "
        for label in board.sites_of(kind).labels:
            if label:
                labels[place_text(BOARD, (0, 0, site))] = _written(named + label)
            site += 1
    return labels


def notes_of(state: FreeState, seat: int) -> dict[str, str]:
    """Return the words for local states of cells that the description explains."""
    meant = states_of(state.game) if isinstance(state, State) else {}
    if not meant:
        return {}
    veiled = _unseen(state, seat)
    notes = {}
    for site, number in state.containers[BOARD].chunk("state").nonzero().items():
        meaning = meant.get(site, ())
        words = (
            (meaning.replace("#", str(number)),) * number if isinstance(meaning, str) else meaning
        )
        if not veiled[site] and number <= len(words) and words[number - 1]:
            notes[place_text(BOARD, (0, 0, site))] = words[number - 1]
    return notes


@lru_cache(256)
def _places_held(*counts: int) -> tuple[str, ...]:
    """Return the names of the places of all hands, of these numbers."""
    return tuple(place_text(n, at) for n, count in enumerate(counts, 1) for at in range(count))


#: The letters of the column of a square and the number of its row, as `board_labels` writes them.
SQUARE = re.compile(r"([a-z]{1,2})(\d+)")
#: Component, count, local state, rotation and value of a place; zeros at the end are left out. Of
#: a stack they are those of the uppermost piece and the number of pieces, and behind them stand the
#: components of the others, the lowest first. Component 0 is one that the seat may not see.
Pile: TypeAlias = tuple[int, ...]
#: The pile of a hidden place, be there something or nothing.
COVERED: Pile = (0, 1)

#: The seat of a watcher, who sees only the data that every player sees.
WATCHER = -1

#: The numbers of a pile as chunks are called.
_NUMBERS = ("what", "count", "state", "rotation", "value")
#: Bits of hidden numbers, in the order of an observation: the ones that must be visible to see a
#: piece at all; the count; and each of `_NUMBERS`.
_NEEDED, _COUNT, _BITS = 1 | 2, 8, np.array([[1], [8], [4], [16], [32]])


def hides(game: Game) -> bool:
    """Return True if a game ever hides something, such as a choice of the present round."""
    return bool(_hidden_numbers(game)) or game.module.model.at_once


def games_of(state: State) -> list[Game]:
    """Return the game of a state, or all games of its match."""
    match, whole = state.game.info.match, state.position.whole
    return [state.game] if match is None else [*map(whole.subgame, range(len(match.games)))]


def _hidden_numbers(game: Game) -> tuple[str, ...]:
    # All ludemes are looked through, which takes longer than a move.
    return game.once(("hidden numbers",), lambda: hidden_fields(game.module.model.game))


def seen_piles(state: FreeState, seat: int, cells: Mapping[int, str]) -> dict[str, Pile]:
    """Return the piles on the cells and in the hands as a seat sees them, by names of places.

    `cells` are the names of the cells of the board by site. A place with a hidden component or
    owner is covered; other hidden numbers are 0. Seat 0 sees everything, and `WATCHER` no more than
    each of the players.
    """
    return seen_by(state, (seat,), cells)[seat]


def seen_by(
    state: FreeState, seats: Iterable[int], cells: Mapping[int, str]
) -> dict[int, dict[str, Pile]]:
    """Return `seen_piles` of several seats."""
    # They are read once for all seats: that takes longest.
    contents = state.contents
    numbers, stacks = np.stack([*map(contents.numbers, _NUMBERS)]), _stacks(state)
    held = _places_held(*(len(hand.holds) for hand in state.setup.hands))
    names = *[cells.get(site, "") for site in range(contents.size(BOARD))], *held
    blind = isinstance(state, State) and len(_hidden_numbers(state.game)) > 1
    sights = {}
    for seat in seats:
        codes, eyes = _unseen(state, seat), _eyes(state, seat)
        # A seat that sees the number of pieces also sees that a place is empty.
        covered = (codes & _NEEDED != 0) & ((codes & _COUNT != 0) | (numbers[1] != 0))
        shown = (codes & _NEEDED == 0) & ((codes | numbers[0]) != 0)
        seen, places = np.flatnonzero(shown), np.flatnonzero(covered | shown).tolist()
        rows = np.where(codes[seen] & _BITS, 0, numbers[:, seen]).T.tolist()
        piles = dict.fromkeys(map(names.__getitem__, places), COVERED)
        for site, row in zip(seen.tolist(), rows, strict=True):
            if lower := stacks.get(site):
                below = (0 if (blind and seat) or veil & eyes else what for what, veil in lower)
                what, count, *others = row
                piles[names[site]] = (what, max(count, 1 + len(lower)), *others, *below)
            else:
                piles[names[site]] = _shortened(*row)
        piles.pop("", None)
        sights[seat] = piles
    return sights


def _stacks(state: FreeState) -> dict[int, list[tuple[int, int]]]:
    """Return the pieces below others, lowest first, each with the players it is hidden from."""
    if not state.setup.levels:
        return {}
    contents = state.contents
    heights = np.concatenate([contents.heights(n) for n in range(1 + len(state.setup.hands))])
    levels = range(heights.max() - 1)
    lower = np.array([[contents.numbers(chunk, n) for chunk in ("what", "hidden")] for n in levels])
    return {
        site: [(what, hidden) for what, hidden in lower[: heights[site] - 1, :, site].tolist()]
        for site in np.flatnonzero(heights > 1).tolist()
    }


def _eyes(state: FreeState, seat: int) -> int:
    """Return the players, as bits, who must all see a number before a seat sees it."""
    return (1 << state.setup.players) - 1 if seat == WATCHER else (1 << seat) >> 1


def _unseen(state: FreeState, seat: int) -> Ints:
    """Return the numbers that a seat does not see of each site, as bits of `Observation`'s."""
    eyes = _eyes(state, seat)
    if isinstance(state, State):
        return unseen(state.position.arrays, state.position.kernels, eyes)
    hidden: Ints = np.where(state.contents.numbers("hidden") & eyes, _NEEDED, 0)
    return hidden


@lru_cache(1024)
def _shortened(what: int, count: int, *others: int) -> Pile:
    """Return a pile without defaults at its end: one piece, and zeros."""
    pile = [what, max(count, 1), *others]
    while len(pile) > 1 and pile[-1] == (1 if len(pile) == 2 else 0):
        pile.pop()
    return tuple(pile)


def numbers_of(pile: Pile) -> tuple[int, ...]:
    """Return component, count, local state, rotation and value of a pile."""
    return (*pile, *(0, 1, 0, 0, 0)[len(pile) :])[:5]


def has_dice(state: FreeState) -> bool:
    """Return True if a state is one of a game with dice."""
    return isinstance(state, State) and _uses_dice(state.game)


@lru_cache(16)
def _uses_dice(game: Game) -> bool:
    return game.module.model.uses(DiceItem)


def with_dice(
    state: FreeState, piles: Mapping[str, Pile]
) -> tuple[dict[str, Pile], tuple[str, ...]]:
    """Return piles with the dice as they lie for the next move, and the places of used ones.

    A die is used if its pips count 0 although its upper face shows another number.
    """
    if not isinstance(state, State) or not has_dice(state):
        return dict(piles), ()
    dice = dice_of(state)
    seen = {place: piles[place][0] for place in dice if place in piles and piles[place][0]}
    faces = rolled(state.legal_moves if state.seat else (), seen)
    lying = {**piles, **{place: (seen[place], 1, face) for place, face in faces.items()}}
    counts = dict(zip(dice, state.position.pips, strict=False))  # none where no rule asks for them
    used = tuple(
        place
        for place, what in seen.items()
        if counts.get(place) == 0
        and place not in faces
        and faces_of(state.game, what)[numbers_of(lying[place])[2]]
    )
    return lying, used


def dice_of(state: State) -> list[str]:
    """Return the places of the dice of a state, in the order of their pips."""
    return [
        place_text(hand.number, site)
        for hand in state.containers[1:]
        for site, what in hand.what.nonzero().items()
        if faces_of(state.game, what)
    ]


def rolled(moves: Iterable[Move], dice: Iterable[str]) -> dict[str, int]:
    """Return the faces that dice show in every one of some moves, by their places.

    Dice that have been rolled are turned by the move that follows.
    """
    places, faces = set(dice), None
    for move in moves:
        named = (
            (place_text(action.container, action.site), action.value)
            for action in move.actions
            if action.kind == SET_STATE and action.container
        )
        shown = {place: face for place, face in named if place in places}
        if faces is None:
            faces = shown
        else:
            faces = {place: face for place, face in faces.items() if shown.get(place) == face}
    return faces or {}


# -- hands, piles and bags ---------------------------------------------------------------------


def hands_of(state: FreeState) -> tuple[dict[str, Any], ...]:
    """Return the hands of a state as `view.scene.Scene` has them."""
    # How thick a pile is can be seen, whatever it holds.
    contents = state.contents
    return tuple(
        {**made, "size": int(contents.chunk(number, "count").sum())} if made["pile"] else made
        for number, made in enumerate(places_of_hands(state), 1)
    )


def places_of_hands(state: FreeState) -> tuple[dict[str, Any], ...]:
    """Return the hands of a state without the sizes of their piles."""

    def made() -> tuple[dict[str, Any], ...]:
        return tuple(map(partial(_hand, state), state.containers[1:], pile_names(state)))

    if not isinstance(state, State) or has_dice(state):  # a hand may be called by its dice
        return made()
    return state.game.once(("hands", state.position.swapped), made)


def pile_names(state: FreeState) -> tuple[str, ...]:
    """Return the names of the piles of cards, "" for other hands."""
    hands = len(state.containers) - 1
    scene = state.game.module.model.scene if isinstance(state, State) else None
    if scene is None:
        return ("",) * hands
    names = [store.pile for store in scene.inventory.containers[1:]]
    return tuple(names) if len(names) == hands else ("",) * hands


def _hand(state: FreeState, hand: Container, pile: str) -> dict[str, Any]:
    """Return the name of a hand, its player, the names of its places, and its rows."""
    places = tuple(place_text(hand.number, site) for site in range(len(hand)))
    rows: tuple[HandRow, ...] = rows_of(state.game) if isinstance(state, State) else ()
    shown = [
        {
            "title": row.title,
            "places": places[row.first : row.end],
            "upon": places[row.on : row.on + row.end - row.first] if row.on >= 0 else (),
            "folded": row.folded,
        }
        for row in rows
        if row.owner == hand.owner and not pile
    ]
    return {
        "name": hand.name,
        "owner": player_of(state, hand.owner),
        "places": places,
        "title": pile or _title(state, hand),
        "pile": bool(pile),
        "rows": tuple(shown),
        "size": 0,
    }


def _title(state: FreeState, hand: Container) -> str:
    if hand.owner:
        return "Hand"
    dice = isinstance(state, State) and any(
        faces_of(state.game, what) for what in hand.what.nonzero().values()
    )
    return "Dice" if dice else "Bag"


def place_titles(hands: tuple[dict[str, Any], ...]) -> dict[str, str]:
    """Return display names of places in hands: the title of the row, or of the hand."""
    titles: dict[str, str] = {}
    for hand in hands:
        owner = f" of player {hand['owner']}" if hand["owner"] else ""
        titles |= dict.fromkeys(hand["places"], f"{hand['title'].lower()}{owner}")
        for row in hand["rows"]:
            titles |= dict.fromkeys((*row["places"], *row["upon"]), row["title"].lower())
    return titles


def places_below(hands: tuple[dict[str, Any], ...]) -> dict[str, str]:
    """Return the place below each upper place of a row."""
    rows = [row for hand in hands for row in hand["rows"]]
    return {
        upon: place for row in rows for upon, place in zip(row["upon"], row["places"], strict=False)
    }


def is_on_board(place: str) -> bool:
    """Return True if a place is one of the board and not of a hand."""
    return not place.startswith("h")
