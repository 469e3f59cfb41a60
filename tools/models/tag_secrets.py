"""TAG's games of secrets that are texts: names of moves, and what lies where."""

from boardless.state import SELECT, Move
from tools.models import diamant
from tools.models.beside import Cards, Facts, Text
from tools.models.cards import Action

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
)
