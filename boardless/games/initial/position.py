"""The initial position of a game: its equipment by number, in Ludii's order, and its contents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from boardless.games.building.scope import player_of
from boardless.games.initial.board import board_of_item
from boardless.games.initial.contents import (
    ContainerSites,
    HideAction,
    InitialContents,
    Inventory,
    PieceKind,
    Put,
    StartContents,
    UndecidedError,
)
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.kinds import Role, SeenBy
from boardless.games.language.ludeme import read_in
from boardless.games.ludemes.decks import AnyPile, Deck, check_names
from boardless.games.ludemes.dice import DiceItem, Faces, FacesOfDie
from boardless.games.ludemes.equipment import BoardItem, Equipment, Item, LaidOut, Values
from boardless.games.ludemes.game import Player, Players
from boardless.games.ludemes.hands import Hand
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.literals import RangeFromTo
from boardless.games.ludemes.path_tiles import PlaceEach
from boardless.games.ludemes.pieces import Piece, Tile
from boardless.games.ludemes.start import MAX_ACTIONS, Place
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.lattice import rectangle

if TYPE_CHECKING:
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.start import Start
    from boardless.topo.layouts.regions import BoardTrack


#: Faces of a die by default.
FACES = 6


def inventory_of(equipment: Equipment, players: Players, board_sites: int) -> Inventory:
    """Return the components and containers of a game, numbered as in Ludii.

    Dice are components before all others; pieces come in the order of the description. A game
    without pieces has a ball for each player, and a puzzle has the values of its sites from 1 on.
    """
    facings = facings_of_players(players)
    dice = [item for item in equipment.items if isinstance(item, DiceItem)]
    components = [die for item in dice for die in _dice(item, players.seats)]
    named = [
        replace(die, name=f"Die{number}", stem="Die") for number, die in enumerate(components, 1)
    ]
    pieces: list[PieceKind] = []
    for item in equipment.items:
        pieces += _components(item, players.seats)
    if (values := _values_of_puzzle(equipment.items)) is not None:
        pieces = _numerals(values)
    elif not pieces and not named:
        pieces = _balls(players.seats)
    faced = [
        replace(piece, facing=facings[piece.owner - 1])
        if 1 <= piece.owner <= players.seats and facings[piece.owner - 1]
        else piece
        for piece in pieces
    ]
    containers = _containers(equipment, players.seats, board_sites, named)
    return Inventory(players.seats, facings, (*named, *faced), containers, equipment.items)


def _values_of_puzzle(items: Sequence[Item]) -> Values | None:
    """Return the values of the sites of the board, if the game is a puzzle."""
    boards = [item for item in items if isinstance(item, BoardItem)]
    details = [detail for board in boards for detail in board.details]
    return next((detail for detail in details if isinstance(detail, Values)), None)


def _numerals(values: Values) -> list[PieceKind]:
    """Return the components of a puzzle: nobody's numerals from 1 on."""
    last = values.values.high if isinstance(values.values, RangeFromTo) else None
    high = last.constant if last is not None else None
    if high is None:
        values.reject("expected (range ...) from a number to another")
    return [PieceKind(str(number), str(number), 0) for number in range(1, high + 1)]


def facings_of_players(players: Players) -> tuple[str | None, ...]:
    """Return the facing of each player's pieces."""
    facings = [
        str(player.facing) if isinstance(player, Player) and player.facing is not None else None
        for player in players.each
    ]
    return (*facings, *[None] * (players.seats - len(facings)))


def _owner(role: Role, players: int, item: Ludeme) -> int:
    number = player_of(role)
    if number > players:
        item.reject(f"there are {players} players")
    return players + 1 if role in (Role.SHARED, Role.ALL) else number


def _owners(role: Role, players: int, item: Ludeme) -> list[int]:
    if role is Role.EACH:
        return list(range(1, players + 1))
    return [_owner(role, players, item)]


def _components(item: Item, players: int) -> list[PieceKind]:
    if isinstance(item, Deck):
        return [
            PieceKind(card.name, card.name, players + 1, item=card, is_card=True)
            for card in item.cards
        ]
    if isinstance(item, Dominoes):
        return [PieceKind(f"Domino{a}{b}", "Domino", players + 1, item=item) for a, b in item.pairs]
    if not isinstance(item, Piece | Tile):
        return []
    facing = str(item.facing) if isinstance(item, Piece) and item.facing else None
    stem = item.name.rstrip("0123456789")
    # A single player needs no number, and shared components have no number.
    return [
        PieceKind(
            f"{item.name}{owner}" if owner <= players and (players > 1 or not owner) else item.name,
            stem, owner, facing, item=item,
        )
        for owner in _owners(item.role, players, item)
    ]  # fmt: skip


def _balls(players: int) -> list[PieceKind]:
    """Return the components of equipment without any: a ball for each player."""
    if players == 1:
        return [PieceKind("Ball1", "Ball", 1)]
    # The number appears twice, because the ball's own name contains it.
    return [PieceKind(f"Ball{n}{n}", "Ball", n) for n in range(1, players + 1)]


def _dice(item: DiceItem, players: int) -> list[PieceKind]:
    """Return the dice of an item, without their names."""
    if item.faces_by_die is not None:
        listed = [_values(faces) for faces in item.faces_by_die]
    elif item.faces is not None:
        listed = [_values(item.faces)] * item.num
    else:
        first = 1 if item.from_ is None else item.from_
        listed = [tuple(range(first, first + (item.d or FACES)))] * item.num
    owner = _owner(item.role, players, item)
    return [PieceKind("", "", owner, faces=faces, item=item) for faces in listed]


def _values(faces: Faces) -> tuple[int, ...]:
    assert isinstance(faces, FacesOfDie)
    return faces.values


def _containers(
    equipment: Equipment, players: int, board_sites: int, dice: Sequence[PieceKind]
) -> tuple[ContainerSites, ...]:
    """Return the board, the hands and the dice, one container for each owner of dice."""
    containers = [ContainerSites("Board", 0, 0, board_sites)]
    first = board_sites
    cards = [card for item in equipment.items if isinstance(item, Deck) for card in item.cards]
    check_names(cards, "card")
    check_names([item for item in equipment.items if isinstance(item, AnyPile)], "pile")
    for item in equipment.items:
        if not isinstance(item, Hand | AnyPile):
            continue
        pile = item.name if isinstance(item, AnyPile) else ""
        if not cards and (pile or item.seen is not SeenBy.ALL):
            item.reject("expected a (deck ...) among the equipment")
        owners = _owners(item.role, players, item)
        own = item.cards if isinstance(item, Deck) else ()
        counts = tuple(card.count if card in own else 0 for card in cards)
        size = item.size if isinstance(item, Hand) else len(cards)
        for owner in owners:
            name = f"{pile or 'Hand'}{owner if owner <= players else 0}"
            without = item.without if isinstance(item, Hand) else None
            held = counts * bool(pile)
            containers.append(
                ContainerSites(name, owner, first, size, (), pile, held, item.seen, without)
            )
            first += size
    for owner in dict.fromkeys(die.owner for die in dice):
        numbers = tuple(n for n, die in enumerate(dice, 1) if die.owner == owner)
        name = f"Dice{owner if owner <= players else 0}"
        containers.append(ContainerSites(name, owner, first, len(numbers), numbers))
        first += len(numbers)
    return tuple(containers)


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
    tracks: tuple[BoardTrack, ...] = (),
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
