"""The equipment of a game by number: its components and containers, in Ludii's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.games.building.scope import player_of
from boardless.games.initial.inventory import ContainerSites, Inventory, PieceKind
from boardless.games.language.kinds import Role, SeenBy
from boardless.games.ludemes.decks import AnyPile, Deck, check_names
from boardless.games.ludemes.dice import DiceItem, Faces, FacesOfDie
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.equipment import BoardItem, Equipment, Item, Values
from boardless.games.ludemes.game import Player, Players
from boardless.games.ludemes.hands import Hand
from boardless.games.ludemes.literals import RangeFromTo
from boardless.games.ludemes.pieces import Piece, Tile

if TYPE_CHECKING:
    from boardless.games.language.ludeme import Ludeme

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
