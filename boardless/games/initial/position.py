"""The initial position of a game: its equipment and its contents."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from boardless.games.initial.board import board_of_item
from boardless.games.initial.contents import (
    HideAction,
    InitialContents,
    Put,
    StartContents,
    UndecidedError,
)
from boardless.games.initial.equipment import inventory_of
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.kinds import SeenBy
from boardless.games.language.ludeme import read_in
from boardless.games.ludemes.equipment import LaidOut
from boardless.games.ludemes.path_tiles import PlaceEach
from boardless.games.ludemes.start import MAX_ACTIONS, Place
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.lattice import rectangle

if TYPE_CHECKING:
    from boardless.games.initial.inventory import ContainerSites
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.equipment import Equipment
    from boardless.games.ludemes.game import GameTree, Players
    from boardless.games.ludemes.start import Start
    from boardless.topo.layouts.regions import Track


def scene_of_hands(game: GameTree) -> InitialPosition:
    """Return the scene of a growing board: one cell represents it, and hands begin with 1."""
    return scene_of(_one_cell(), game.equipment, game.players)


@cache
def _one_cell() -> FixedBoard:
    return FixedBoard(rectangle(2, 2))


def held_at_start(game: GameTree, scene: InitialPosition, stacking: bool) -> StartContents:
    """Return the contents by all start rules except plain ones, which may fill and hide hands."""
    start = game.rules.start
    rules = () if start is None else tuple(rule for rule in start.rules if not _is_plain(rule))
    if start is None or not rules:
        return StartContents((), {}, ())
    contents = start_contents(scene, replace(start, rules=rules), stacking)
    for action in contents.actions:
        if getattr(action, "spot", ("", 1))[1] == 0:
            start.reject("expected sites of hands, where the board grows")
    return contents


def _is_plain(rule: Ludeme) -> bool:
    """Return True if a rule puts single pieces on the growing board or a hand's site."""
    return isinstance(rule, PlaceEach) or (isinstance(rule, Place) and rule.container is None)


def scene_of(
    board: FixedBoard,
    equipment: Equipment,
    players: Players,
    tracks: tuple[Track, ...] = (),
) -> InitialPosition:
    """Return the scene of a game, the context of its regions, maps and start."""
    # Sites of hands come after the cells, or after the sites of the play if there are more.
    first = max(len(board.sites_of("Cell")), len(board))
    inventory = inventory_of(equipment, players, first)
    return InitialPosition(board, inventory, tracks)


def scene_of_game(game: GameTree) -> InitialPosition:
    """Return the scene of a game with a fixed board."""
    item = next((item for item in game.equipment.items if isinstance(item, LaidOut)), None)
    if item is None:
        game.equipment.reject("expected a board of fixed size")
    layered = "layer" in read_in(game)
    laid_out = board_of_item(game.name, item, layered)
    return scene_of(laid_out.board, game.equipment, game.players, laid_out.tracks)


def unseen_by(store: ContainerSites, players: int) -> list[int]:
    """Return the players without sight of the contents of a container."""
    seats = range(1, players + 1)
    return [
        seat
        for seat in seats
        if store.seen is SeenBy.NOBODY
        or (store.seen is SeenBy.OWNER and seat != store.owner)
        or (store.seen is SeenBy.OTHERS and seat == store.owner)
    ]


def start_contents(
    scene: InitialPosition, start: Start | None, stacking: bool = False
) -> StartContents:
    """Return the contents before the first move, dice first, up to an `UndecidedError`."""
    contents = InitialContents(stacking)
    scene = scene.binding(contents=contents)
    for store in scene.inventory.containers:
        for place, die in enumerate(store.dice):
            contents.add(Put(scene.spot(store.first + place), die))
        for place, count in enumerate(store.counts):
            if count:
                card = scene.inventory.cards[0] + place
                contents.add(Put(scene.spot(store.first + place), card, count))
        for place, player in product(range(store.size), unseen_by(store, scene.inventory.players)):
            data = None if store.pile else "What"
            contents.add(HideAction(scene.spot(store.first + place), 0, player, data, True))
    left = None
    try:
        for rule in start.rules if start else ():
            for action in rule.carry_out(scene):
                contents.add(action)
                if len(contents.actions) > MAX_ACTIONS:
                    rule.reject(f"expected at most {MAX_ACTIONS:,} actions before the first move")
    except UndecidedError:
        left = contents.choices[-1]
    pieces = {spot: tuple(puts) for spot, puts in contents.pieces.items()}
    return StartContents(tuple(contents.actions), pieces, tuple(contents.choices), left)
