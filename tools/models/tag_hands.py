"""TAG's games of hands that are texts: names of moves, and what lies where."""

from copy import deepcopy
from typing import Any

from boardless.state import SELECT, Move
from tools.models import blackjack, hearts, poker, sushi_go
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
    facts: dict[Any, Any] = {
        "hands": [by_card([Seen(rank(card), by) for card, by in hand]) for hand in hands],
        "deck": sorted(map(rank, model.deck)),
    }
    if model.tag and not model.is_over:
        facts["done"] = [{"ongoing": 0, "lose": 1, "win": 2}[it] for it in model.results]
    return facts


def _blackjack_scores(cards: Cards) -> list[int]:
    """Return what the hands count, that of the dealer's hidden card included."""
    *scores, dealer = scores_of(cards)
    for covered in cards.pile("Covered"):
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


# -- Sushi Go! -------------------------------------------------------------------------------------

_SUSHI_NAMES = {f"{kind}Nigiri 1": f"{kind} Nigiri" for kind in ("Squid", "Salmon", "Egg")}


def _sushi_card(card: str) -> str:
    kind, _ = card.split()
    return card if kind == "Maki" else _SUSHI_NAMES.get(card, kind)


def _sushi_action(cards: Cards, move: Move, number: int) -> Action:
    """Return the places of one card, or of two with chopsticks; the last card is TAG's first."""
    last = len(cards.hand(move.mover - 1)) - 1
    sites = (action.site for action in move.actions if action.kind == SELECT)
    first, *second = (last - site for site in sites if isinstance(site, int))
    return ("chopsticks", first, *second) if second else ("card", first)


def _sushi_parts(action: Action) -> tuple[Action, ...]:
    """Return the choice of a card, or of two, one after another."""
    kind, first, *second = action
    return ((kind, first), *(("card", place) for place in second))


def _sushi(cards: Cards) -> Facts:
    seats = range(cards.state.players)
    return {
        "hands": [cards.hand(seat)[::-1] for seat in seats],
        "table": [sorted(cards.pile("Table", seat + 1)) for seat in seats],
        "wasabi": [cards.state.containers[0].state[seat] for seat in seats],
        "deck": sorted(cards.pile("Deck")),
        "discards": sorted(cards.pile("Discards")),
    }


def _sushi_told(model: sushi_go.SushiGo) -> Facts:
    seats = range(model.players)
    hands = [seen(model, "hands", seat) for seat in seats]
    return {
        "hands": [[Seen(_sushi_card(card), by) for card, by in hand] for hand in hands],
        "table": [sorted(map(_sushi_card, cards)) for cards in model.table],
        "wasabi": [counts["Wasabi"] for counts in model.counts],
        "deck": sorted(map(_sushi_card, model.deck)),
        "discards": sorted(map(_sushi_card, model.discards)),
    }


# -- Poker -----------------------------------------------------------------------------------------


def _poker_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action.site for action in move.actions if action.kind == SELECT]
    if not chosen:
        return ("fold",)
    assert isinstance(chosen[0], tuple)
    row = chosen[0][2] // cards.state.players
    called = cards.state.containers[0].state[2 * cards.state.players + move.mover - 1]
    if row == 2:
        return ("bet", poker.BET) if called else ("raise", number + 1)
    return ("all in",) if row == 1 else ("check",) if called else ("call",)


def _poker(cards: Cards) -> Facts:
    players, states = cards.state.players, cards.state.containers[0].state
    bets, status, called, _ = ([states[n * players + i] for i in range(players)] for n in range(4))
    return {
        "hands": [by_card(cards.hand(seat)) for seat in range(players)],
        "table": [card for card, _ in cards.hand(players)],
        "deck": sorted(cards.pile("Deck")),
        "bets": bets,
        "status": [it // 4 * 2 or it for it in status],
        "called": called,
    }


def _poker_told(model: poker.Poker) -> Facts:
    seats = range(model.players)
    hands = [by_card(seen(model, "hands", seat)) for seat in seats]
    facts: dict[Any, Any] = {
        "hands": hands,
        "table": model.table[::-1],
        "deck": sorted(model.deck),
        "bets": model.bets,
        "called": model.called,
    }
    if not model.is_over:
        out = [3 * (result == "lose") for result in model.results]
        facts["status"] = [
            out[seat] or 1 * model.folded[seat] or 2 * model.all_in[seat] for seat in seats
        ]
    return facts


# -- Hearts ----------------------------------------------------------------------------------------


def _hearts_action(cards: Cards, move: Move, number: int) -> Action:
    held, *places = [action for action in move.actions if action.kind == SELECT]
    assert isinstance(held.site, int)
    return ("play" if places else "pass", cards.at(held.container, held.site))


def _hearts(cards: Cards) -> Facts:
    seats, board = range(cards.state.players), cards.state.containers[0]
    return {
        "hands": [by_card(cards.hand(seat)) for seat in seats],
        "passed": [sorted(cards.pile("Passed", seat + 1)) for seat in seats],
        "taken": [sorted(cards.pile("Taken", seat + 1)) for seat in seats],
        "trick": {seat: cards.at(0, seat) for seat in seats if board.what[seat]},
        "deck": cards.pile("Deck"),
    }


def _hearts_told(model: hearts.Hearts) -> Facts:
    return {
        "hands": [by_card(hand) for hand in model.hands],
        "passed": [sorted(pile) for pile in model.passed],
        "taken": [sorted(pile) for pile in model.taken],
        "trick": model.trick,
        "deck": model.deck,
    }


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
    Text(
        "Sushi Go!",
        sushi_go.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _sushi_action,
        _sushi,
        _sushi_told,
        _sushi_card,
        parts=_sushi_parts,
    ),
    Text(
        "Poker",
        poker.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _poker_action,
        _poker,
        _poker_told,
    ),
    Text(
        "Hearts",
        hearts.HEARTS,
        (4,),
        lambda model: model.deck,
        _hearts_action,
        _hearts,
        _hearts_told,
        rules=("printed",),
        options=(),
    ),
)
