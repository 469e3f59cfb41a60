"""Hands, piles and bags as pages show them: titles, rows, and stacks."""

from functools import partial
from typing import Any

from boardless.play.state import State
from boardless.state import Container, FreeState
from boardless.state.move import place_text
from boardless.view.graphics import HandRow, rows_of
from boardless.view.kinds import faces_of, player_of
from boardless.view.seen import has_dice


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
