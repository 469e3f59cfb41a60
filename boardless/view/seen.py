"""Sight of a seat: pieces, piles, dice, and the names of places."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.ludemes.dice import DiceItem
from boardless.games.ludemes.hiding import hidden_fields
from boardless.play.observation import UNSEEN, Observation, numbers_seen
from boardless.play.state import State
from boardless.state import BOARD, Container, FreeState, Move
from boardless.state.engine.actions import SET_STATE
from boardless.state.move import place_text
from boardless.topo import Board, FixedBoard
from boardless.view.arranged import names_beside
from boardless.view.boards import types_of
from boardless.view.graphics import cells_of_game, states_of
from boardless.view.kinds import faces_of


def cell_names(state: State | FreeState) -> dict[int, str]:
    """Return the names of the cells of a state's board, by site in order."""
    board = state.board
    sites = board.sites
    if not isinstance(board, Board):  # cells of a board that is laid out are numbers alone
        count = max(len(sites), len(state.containers[BOARD]))
        return {site: place_text(BOARD, (0, 0, site)) for site in range(count)}
    if not len(sites):
        return {}
    first = int(sites[0])
    shift = np.subtract(board.key(first), state.cell(first))
    keys = (board.keys[sites] - shift).tolist()
    named = (place_text(BOARD, tuple(key)) for key in keys)
    return dict(zip(sites.tolist(), named, strict=True))


def board_labels(state: State | FreeState) -> dict[str, str]:
    """Return what people call places of a board that is laid out, such as a1, by their names."""
    if not isinstance(state.board, FixedBoard):
        bounded = isinstance(state, State) and not state.game.module.model.growing
        labels = _labels_of_game(state.game) if bounded and isinstance(state, State) else {}
    else:
        labels = _labels(state.board, types_of(state))
    called: dict[int, str] = {}
    if isinstance(state, State):
        called = {**names_beside(state.game), **cells_of_game(state.game)}
    if not called:
        return labels
    named = enumerate(labels.items())
    return {place: called.get(site, label) for site, (place, label) in named}


def _written(label: str) -> str:
    """Return a label as in lists of moves and in chess: a square in small letters, not as in Ludii.

    >>> _written("E2"), _written("edge A1"), _written("Heart")
    ('e2', 'edge a1', 'Heart')
    """
    is_square = re.fullmatch(r"(edge |vertex |cell )?[A-Z]{1,2}\d+", label)
    return label.lower() if is_square else label


@lru_cache(8)
def _labels_of_game(game: Game) -> dict[str, str]:
    """Return the labels of a board of fixed size whose cells are those of a tiling."""
    names = cell_names(State(game))
    labels = scene_of_game(game.module.model.game).board.sites_of().labels
    if len(labels) != len(names):
        return {}
    named = zip(names.values(), labels, strict=True)
    return {name: _written(label) for name, label in named if label}


@lru_cache(8)
def _labels(board: FixedBoard, types: tuple[str, ...]) -> dict[str, str]:
    """Return the labels of sites of some types, those of the first one without its name."""
    found: dict[str, str] = {}
    site = 0
    for kind in types:
        named = "" if kind == types[0] else f"{kind.lower()} "
        for label in board.sites_of(kind).labels:
            if label:
                found[place_text(BOARD, (0, 0, site))] = _written(named + label)
            site += 1
    return found


def notes_of(state: State | FreeState, seat: int) -> dict[str, str]:
    """Return what the local states of cells say, where the description tells what they mean."""
    meant = states_of(state.game) if isinstance(state, State) else {}
    if not meant:
        return {}
    veiled = _unseen(state, seat).get(BOARD, {})
    found = {}
    for site, number in state.containers[BOARD].chunk("state").nonzero().items():
        meaning = meant.get(site, ())
        words = (
            (meaning.replace("#", str(number)),) * number if isinstance(meaning, str) else meaning
        )
        if site not in veiled and number <= len(words) and words[number - 1]:
            found[place_text(BOARD, (0, 0, site))] = words[number - 1]
    return found


def hand_places(hand: Container) -> tuple[str, ...]:
    """Return the names of the places of a hand."""
    return _hand_places(hand.number, len(hand))


@lru_cache(256)
def _hand_places(number: int, count: int) -> tuple[str, ...]:
    return tuple(place_text(number, site) for site in range(count))


#: The letters of the column of a square and the number of its row, as `board_labels` writes them.
SQUARE = re.compile(r"([a-z]{1,2})(\d+)")
#: Component, count, local state, rotation and value of a place; zeros at the end are left out. Of
#: a stack they are those of the uppermost piece and the number of pieces, and behind them stand the
#: components of the others, the lowest first. Component 0 is one that the seat may not see.
Pile: TypeAlias = tuple[int, ...]
#: The pile of a hidden place, be there something or nothing.
COVERED: Pile = (0, 1)

#: The sight of who watches and plays for nobody: it is what every player sees.
WATCHER = -1

#: The numbers of a pile as chunks are called.
_NUMBERS = ("what", "count", "state", "rotation", "value")
#: The numbers that have to be seen of a piece to see it at all.
_NEEDED = frozenset(("what", "who"))


class _Sight(NamedTuple):
    """The sight of a seat, 0 for everybody."""

    seat: int
    #: The players, as bits, from whose sight it is hidden what is hidden from the seat.
    eyes: int
    #: The hidden numbers by container and site.
    unseen: dict[int, dict[int, frozenset[str]]]
    #: True if pieces below others are hidden.
    blind: bool


def hides(game: Game) -> bool:
    """Tell whether a game ever hides anything from anybody, be it a move until others chose."""
    return bool(_hidden_numbers(game)) or game.module.model.at_once


def games_of(state: State) -> list[Game]:
    """Return the game of a state, or all games of its match."""
    match, whole = state.game.info.match, state.position.whole
    return [state.game] if match is None else [*map(whole.subgame, range(len(match.games)))]


def _hidden_numbers(game: Game) -> tuple[str, ...]:
    # All ludemes are looked through, which takes longer than a move.
    return game.once(("hidden numbers",), lambda: hidden_fields(game.module.model.game))


def seen_piles(state: State | FreeState, seat: int, cells: Mapping[int, str]) -> dict[str, Pile]:
    """Return the piles on the cells and in the hands as a seat sees them, by names of places.

    `cells` are the names of the cells of the board by site. Where component or owner is hidden the
    place is covered; other hidden numbers are 0. Seat 0 sees everything, and `WATCHER` no more than
    each of the players.
    """
    return seen_by(state, (seat,), cells)[seat]


def seen_by(
    state: State | FreeState, seats: Iterable[int], cells: Mapping[int, str]
) -> dict[int, dict[str, Pile]]:
    """Return `seen_piles` of several seats."""
    board, *hands = state.containers
    named = [(board, cells), *((hand, dict(enumerate(hand_places(hand)))) for hand in hands)]
    # They are read once for all seats: that takes longest.
    places = [
        (container, [container.nonzero(name) for name in _NUMBERS], names)
        for container, names in named
    ]
    blind = isinstance(state, State) and len(_hidden_numbers(state.game)) > 1
    found = {}
    for seat in seats:
        sight = _Sight(seat, _eyes(state, seat), _unseen(state, seat), bool(seat) and blind)
        piles = (_piles(*place, sight) for place in places)
        found[seat] = {name: pile for some in piles for name, pile in some.items()}
    return found


def _eyes(state: State | FreeState, seat: int) -> int:
    """Return the players, as bits, of whom none may miss what a seat sees."""
    return (1 << state.setup.players) - 1 if seat == WATCHER else (1 << seat) >> 1


def _unseen(state: State | FreeState, seat: int) -> dict[int, dict[int, frozenset[str]]]:
    """Return the numbers that a seat does not see, by container and site."""
    if not seat or (isinstance(state, State) and not hides(state.game)):
        return {}
    found: dict[int, dict[int, frozenset[str]]] = {}
    if isinstance(state, FreeState):
        for container in state.containers:
            hidden = container.hidden.nonzero().items()
            veiled = {site for site, players in hidden if players & _eyes(state, seat)}
            found[container.number] = dict.fromkeys(veiled, _NEEDED)
        return found
    position, players = state.position, range(1, state.players + 1)
    seen = [
        numbers_seen(position.arrays, position.kernels, player) == UNSEEN
        for player in (players if seat == WATCHER else (seat,))
    ]
    codes = np.packbits(np.any(seen, axis=0), axis=0, bitorder="little")[0]
    first = 0  # the sites of the board come first, then those of the hands
    for container in state.containers:
        part = codes[first : first + len(container)]
        sites = np.flatnonzero(part)
        veils = map(_veiled, part[sites].tolist())
        found[container.number] = dict(zip(sites.tolist(), veils, strict=True))
        first += len(container)
    return found


@lru_cache(64)
def _veiled(code: int) -> frozenset[str]:
    """Return the numbers of a site that are hidden, of bits in the order of an observation."""
    return frozenset(part.name for n, part in enumerate(fields(Observation)[2:]) if code >> n & 1)


def _piles(
    container: Container,
    numbers: Sequence[Mapping[int, int]],
    names: Mapping[int, str],
    sight: _Sight,
) -> dict[str, Pile]:
    """Return the piles in a container as a seat sees them, by the names of its sites.

    `numbers` are those of `_NUMBERS` by site, but for zeros.
    """
    below = _below(container, sight) if numbers[0] else {}
    unseen = sight.unseen.get(container.number, {})
    sites = {*numbers[0], *unseen}
    piles = {}
    for site in sorted(sites & names.keys()):
        veiled = unseen.get(site, frozenset())
        if veiled & _NEEDED:
            # Where it is seen how many pieces lie there it is seen that none do.
            if "count" in veiled or numbers[1].get(site, 0):
                piles[names[site]] = COVERED
            continue
        pile = [
            0 if part in veiled else chunk.get(site, 0)
            for part, chunk in zip(_NUMBERS, numbers, strict=True)
        ]
        lower = below.get(site, [])
        pile[1] = max(pile[1], 1 + len(lower))
        piles[names[site]] = (*pile, *lower) if lower else _shortened(pile)
    return piles


def _below(container: Container, sight: _Sight) -> dict[int, list[int]]:
    """Return the components under the uppermost ones, the lowest first, by site."""
    stacks = {site: height for site, height in container.height.nonzero().items() if height > 1}
    found: dict[int, list[int]] = {site: [] for site in stacks}
    for level in range(max(stacks.values(), default=1) - 1):
        what, hidden = (container.chunk(name, level).nonzero() for name in ("what", "hidden"))
        for site, height in stacks.items():
            covered = sight.blind or hidden.get(site, 0) & sight.eyes
            if level < height - 1:
                found[site].append(0 if covered else what[site])
    return found


def _shortened(pile: list[int]) -> Pile:
    """Return a pile without defaults at its end: one piece, and zeros."""
    while len(pile) > 1 and pile[-1] == (1 if len(pile) == 2 else 0):
        pile.pop()
    return tuple(pile)


def numbers_of(pile: Pile) -> tuple[int, ...]:
    """Return component, count, local state, rotation and value of a pile."""
    return (*pile, *(0, 1, 0, 0, 0)[len(pile) :])[:5]


def has_dice(state: State | FreeState) -> bool:
    """Tell whether a state is one of a game with dice."""
    return isinstance(state, State) and state.game.module.model.uses(DiceItem)


def with_dice(
    state: State | FreeState, piles: Mapping[str, Pile], legal: Sequence[Move]
) -> tuple[dict[str, Pile], tuple[str, ...]]:
    """Return piles with the dice as they lie for the next move, and the places of used ones.

    A die is used when it counts nothing any more, though there is something on its upper face.
    """
    if not isinstance(state, State) or not has_dice(state):
        return dict(piles), ()
    dice = dice_of(state)
    seen = {place: piles[place][0] for place in dice if place in piles and piles[place][0]}
    faces = rolled(legal, seen.keys())
    found = {**piles, **{place: (seen[place], 1, face) for place, face in faces.items()}}
    counts = dict(zip(dice, state.position.pips, strict=False))  # none where no rule asks for them
    used = tuple(
        place
        for place, what in seen.items()
        if counts.get(place) == 0
        and place not in faces
        and faces_of(state.game, what)[numbers_of(found[place])[2]]
    )
    return found, used


def dice_of(state: State) -> list[str]:
    """Return the places of the dice of a state, in the order in which their pips are kept."""
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
    places, found = set(dice), None
    for move in moves:
        named = (
            (place_text(action.container, action.site), action.value)
            for action in move.actions
            if action.kind == SET_STATE and action.container
        )
        shown = {place: face for place, face in named if place in places}
        if found is None:
            found = shown
        else:
            found = {place: face for place, face in found.items() if shown.get(place) == face}
    return found or {}
