"""TAG's games of hands that are texts: names of moves, and what lies where."""

from copy import deepcopy
from typing import Any

from boardless.state import SELECT, Move
from tools.models import blackjack
from tools.models.beside import Cards, Facts, Text, by_card, scores_of
from tools.models.cards import Action, Seen, Table, rank


def seen(model: Table, name: str, seat: int) -> list[Seen]:
    """Return the cards of a seat, and who sees each."""
    seats = range(model.players)
    return [
        Seen(card, frozenset(who for who in seats if model.sees(who, name, seat, card)))
        for card in getattr(model, name)[seat]
    ]


# -- Blackjack -------------------------------------------------------------------------------------


def _blackjack_action(cards: Cards, move: Move, number: int) -> Action:
    return ("hit",) if any(action.kind == SELECT for action in move.actions) else ("stand",)


def _blackjack(cards: Cards) -> Facts:
    seats = range(cards.state.players)
    hands = [cards.hand(seat) for seat in seats]
    hands[-1] += [Seen(card, frozenset()) for card in cards.pile("Covered")]
    return {
        "hands": [by_card(hand) for hand in hands],
        "deck": sorted(cards.pile("Deck")),
        "done": [cards.state.containers[0].state[seat] for seat in seats],
    }


def _blackjack_told(model: blackjack.Blackjack) -> Facts:
    hands = [seen(model, "hands", seat) for seat in range(model.players)]
    facts: dict[str, Any] = {
        "hands": [by_card([Seen(rank(card), by) for card, by in hand]) for hand in hands],
        "deck": sorted(map(rank, model.deck)),
    }
    if model.tag and not model.is_over:
        facts["done"] = [{"ongoing": 0, "lose": 1, "win": 2}[it] for it in model.results]
    return facts


def _blackjack_scores(cards: Cards) -> list[int]:
    """Return what the hands count, that of the dealer's hidden card included."""
    *scores, dealer = scores_of(cards)
    (covered,) = cards.pile("Covered") or [None]
    if covered is not None:
        ranks = [cards.hand(len(scores))[0].card, covered]
        numbers = [int(r) if r.isdigit() else 11 if r == "Ace" else 10 for r in ranks]
        dealer = min(sum(numbers), 12) if ranks == ["Ace", "Ace"] else sum(numbers)
    return [*scores, dealer]


def _blackjack_first(model: blackjack.Blackjack) -> list[int]:
    """Return who is first: in TAG who has most, else who has won most."""
    ended = deepcopy(model)
    ended.finish()
    if model.tag:
        return [n for n, result in enumerate(ended.results) if result in ("win", "draw")]
    won = [{"win": 1, "draw": 0, "lose": -1}[it] for it in ended.results[:-1]]
    won.append(-sum(won))
    return [n for n, payoff in enumerate(won) if payoff == max(won)]


TEXTS = (
    Text(
        "Blackjack",
        blackjack.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _blackjack_action,
        _blackjack,
        _blackjack_told,
        rank,
        scores=_blackjack_scores,
        first=_blackjack_first,
    ),
)
