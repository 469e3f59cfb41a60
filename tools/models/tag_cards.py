"""TAG's games of cards that are texts: names of moves, and what lies where."""

from boardless.state import SELECT, Move
from tools.models import go_fish, love_letter, uno
from tools.models.beside import Cards, Facts, Text, by_card, scores_of
from tools.models.cards import Action, Seen, names, rank, unseen

# -- Love Letter -----------------------------------------------------------------------------------


def _love_letter_action(cards: Cards, move: Move, number: int) -> Action:
    held, aimed = [action for action in move.actions if action.kind == SELECT]
    assert isinstance(held.site, int)
    assert isinstance(aimed.site, tuple)
    card = cards.at(held.container, held.site)
    seat, own = aimed.site[2], cards.state.mover - 1
    if card == "Guard":
        guesses = [*love_letter.VALUES]
        return (card, seat, guesses[0 if seat == own else 1 + number])
    return (card, seat) if card in ("Priest", "Baron", "Prince", "King") else (card,)


def _love_letter(cards: Cards) -> Facts:
    seats = range(cards.state.players)
    return {
        "hands": [by_card(cards.hand(seat)) for seat in seats],
        "discards": [sorted(cards.pile("Discards", seat + 1)) for seat in seats],
        "deck": sorted(cards.pile("Deck")),
        "open": sorted(cards.pile("Open")),
        "protected": [bool(cards.state.containers[0].what[seat]) for seat in seats],
    }


def _love_letter_told(model: love_letter.LoveLetter) -> Facts:
    return {
        "hands": [by_card(hand) for hand in model.hands],
        "discards": [sorted(pile) for pile in model.discards],
        "deck": sorted(names(model.deck)),
        "open": sorted(model.open),
        "protected": model.protected,
    }


# -- Go Fish ---------------------------------------------------------------------------------------


def _go_fish_action(cards: Cards, move: Move, number: int) -> Action:
    held, asked = [action for action in move.actions if action.kind == SELECT]
    assert isinstance(held.site, int)
    assert isinstance(asked.site, tuple)
    return ("ask", asked.site[2], cards.at(held.container, held.site))


def _go_fish(cards: Cards) -> Facts:
    seats = range(cards.state.players)
    return {
        "hands": [by_card(cards.hand(seat)) for seat in seats],
        "books": [sorted(cards.pile("Books", seat + 1)) for seat in seats],
        "deck": sorted(cards.pile("Deck")),
    }


def _go_fish_told(model: go_fish.GoFish) -> Facts:
    return {
        "hands": [by_card([Seen(rank(card), by) for card, by in hand]) for hand in model.hands],
        "books": [sorted(map(rank, pile)) for pile in model.books],
        "deck": sorted(map(rank, model.deck)),
    }


# -- Uno -------------------------------------------------------------------------------------------


_UNO_WILDS = {"Wild 0": "Wild", "Wild 4": "Wild Draw Four"}


def _uno_card(card: str) -> str:
    return _UNO_WILDS.get(card, card.replace("Draw", "Draw Two"))


def _uno_alike(action: Action) -> Action:
    if action[0] == "play":
        return ("play", _uno_card(action[1]), action[3])
    return action if action[0] == "name" else ("pass",)


def _uno_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action for action in move.actions if action.kind == SELECT]
    if not chosen:
        return ("pass",)
    if chosen[0].container == 0:
        return ("name", uno.COLOURS[number])
    assert isinstance(chosen[0].site, int)
    card = cards.at(chosen[0].container, chosen[0].site)
    colour = card.split()[0]
    return ("play", card, uno.COLOURS[number] if colour == "Wild" else colour)


def _uno(cards: Cards) -> Facts:
    top = cards.state.containers[0]
    return {
        "hands": [by_card(cards.hand(seat)) for seat in range(cards.state.players)],
        "deck": sorted(cards.pile("Deck")),
        "discards": [cards.at(0, 0), *sorted(cards.pile("Discards"))],
        "colour": ("Wild", *uno.COLOURS)[top.state[0]],
        "direction": 3 - 2 * top.state[1],
    }


def _uno_told(model: uno.Uno) -> Facts:
    hands = [unseen([*map(_uno_card, hand)], n) for n, hand in enumerate(model.hands)]
    top, *under = map(_uno_card, model.discards)
    return {
        "hands": [by_card(hand) for hand in hands],
        "deck": sorted(map(_uno_card, model.deck)),
        "discards": [top, *sorted(under)],
        "colour": model.colour,
        "direction": model.direction,
    }


def _uno_scores(cards: Cards) -> list[int]:
    """Return the scores; TAG's are less what the hands are worth while the game goes on."""
    state, scores = cards.state, scores_of(cards)
    if "Rules/TAG" not in state.game.options or state.outcome() is not None:
        return scores
    value = {_uno_card(card): uno.value(card) for card in uno.CARDS}
    return [
        score - sum(value[card] for card, _ in cards.hand(seat))
        for seat, score in enumerate(scores)
    ]


TEXTS = (
    Text(
        "Love Letter",
        love_letter.RECORDED[0],
        (2, 3, 4),
        lambda model: names(model.deck),
        _love_letter_action,
        _love_letter,
        _love_letter_told,
    ),
    Text(
        "Go Fish",
        go_fish.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _go_fish_action,
        _go_fish,
        _go_fish_told,
        rank,
    ),
    Text(
        "Uno",
        uno.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _uno_action,
        _uno,
        _uno_told,
        _uno_card,
        _uno_alike,
        scores=_uno_scores,
    ),
)
