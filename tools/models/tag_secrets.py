"""TAG's games of secrets that are texts: names of moves, and what lies where."""

from typing import Any

from boardless.state import SELECT, Move
from tools.models import diamant, hanabi
from tools.models.beside import Cards, Facts, Text
from tools.models.cards import Action, Seen

# -- Diamant ---------------------------------------------------------------------------------------

#: The columns of the board; the path begins in its second row.
_PLACES = 6


def _diamant_card(card: diamant.Card) -> str:
    kind, value = card
    return f"{value}" if kind == "Hazard" else f"{kind} {value}"


def _diamant_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action.site for action in move.actions if action.kind == SELECT]
    if not chosen:
        return ("out",)
    assert isinstance(chosen[0], tuple)
    return ("exit",) if chosen[0][2] < _PLACES else ("continue",)


def _diamant(cards: Cards) -> Facts:
    board, seats = cards.state.containers[0], range(cards.state.players)
    there = [(cards.at(0, n), board.state[n]) for n in range(_PLACES, len(board)) if board.what[n]]
    return {
        "path": [card for card, _ in there],
        "gems": [gems for card, gems in there if not card.startswith("Relic")],
        "hands": [board.state[seat] for seat in seats],
        "inside": [bool(board.what[seat]) for seat in seats],
        "deck": sorted(cards.pile("Deck")),
        "discards": sorted(cards.pile("Discards")),
        "relics": sorted(cards.pile("Relics")),
    }


def _diamant_told(model: diamant.Diamant) -> Facts:
    path = [*map(_diamant_card, model.path)][::-1]
    gems = [0 for card in path if not card.startswith("Relic")]
    return {
        "path": path,
        "gems": model.gems or gems,  # none of a cave that is over
        "hands": model.hands,
        "inside": model.inside,
        "deck": sorted(map(_diamant_card, model.deck)),
        "discards": sorted(map(_diamant_card, model.discards)),
        "relics": sorted(map(_diamant_card, model.relics)),
    }


# -- Hanabi ----------------------------------------------------------------------------------------

_TOKENS, _FUSES = 5, 6


def _hanabi_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action for action in move.actions if action.kind == SELECT]
    held, state = chosen[0], cards.state
    assert isinstance(held.site, int)
    owner = state.containers[held.container].owner
    hand = [*state.containers[held.container].what.nonzero()]
    if owner == state.mover:
        # The model has the last one first.
        place = len(hand) - 1 - hand.index(held.site)
        return ("play" if len(chosen) == 1 else "discard", place)
    colour, told = hanabi.parts(cards.at(held.container, held.site))
    assert isinstance(chosen[1].site, tuple)
    return (
        ("number", owner - 1, told)
        if chosen[1].site[2] == _TOKENS
        else ("colour", owner - 1, colour)
    )


def _hanabi(cards: Cards) -> Facts:
    board, seats = cards.state.containers[0], range(cards.state.players)
    tops = [cards.at(0, site) for site in range(_TOKENS) if board.what[site]]
    hands = [[*zip(cards.hand(seat), cards.states(seat), strict=True)] for seat in seats]
    outcome = cards.state.outcome()
    return {
        "hands": hands,
        "deck": sorted(cards.pile("Deck")),
        "discards": sorted(cards.pile("Discards")),
        "built": sorted(tops + cards.pile("Fireworks")),
        "tops": sorted(tops),
        "hints": board.state[_TOKENS],
        "fails": board.state[_FUSES],
        "rewards": None if outcome is None else outcome.rewards,
    }


def _hanabi_told(model: hanabi.Hanabi) -> Facts:
    seats = range(model.players)
    hands = []
    for seat in seats:
        others = frozenset({*seats} - {seat})
        rows = zip(model.hands[seat], model.told[seat], model.denied[seat], strict=True)
        hands.append([(Seen(card, others), _excluded(*rest)) for card, *rest in rows][::-1])
    reward = model.scores()[0] / 25
    return {
        "hands": hands,
        "deck": sorted(model.deck),
        "discards": sorted(model.discards),
        "built": sorted(model.built),
        "tops": sorted({card.split()[0]: card for card in model.built[::-1]}.values()),
        "hints": model.hints,
        "fails": model.fails,
        "rewards": (reward,) * model.players if model.is_over else None,
    }


def _excluded(told: hanabi.Told, denied: frozenset[Any]) -> int:
    """Return a bit for each colour and number that all know a card not to have."""
    numbers = range(1, 6)
    colours = [told[0] not in (None, it) or it in denied for it in hanabi.COLOURS]
    barred = [told[1] not in (None, it) or it in denied for it in numbers]
    # Numbers stand first in the text.
    return sum(is_barred << n for n, is_barred in enumerate([*barred, *colours]))


TEXTS = (
    Text(
        "Diamant",
        diamant.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _diamant_action,
        _diamant,
        _diamant_told,
        _diamant_card,
    ),
    Text(
        "Hanabi",
        hanabi.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _hanabi_action,
        _hanabi,
        _hanabi_told,
        first=lambda model: [*range(model.players)],
    ),
)
