"""TAG's games of secrets that are texts: names of moves, and what lies where."""

from collections.abc import Hashable, Sequence
from typing import Any

from boardless.state import SELECT, Move
from tools.models import diamant, exploding_kittens, hanabi, virus
from tools.models.beside import Cards, Facts, Text, by_card
from tools.models.cards import Action, Seen, names, unseen

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
        known = [(Seen(card, others), _excluded(told, denied)) for card, told, denied in rows]
        hands.append(known[::-1])
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


# -- Exploding Kittens -----------------------------------------------------------------------------

_KITTEN = "Exploding Kitten"
_CARDS = {
    "SEETHEFUTURE": "See the Future",
    "MELONCAT": "Cattermelon",
    "BEARDCAT": "Beard Cat",
    "RAINBOWCAT": "Rainbow-Ralphing Cat",
    "FURRYCAT": "Hairy Potato Cat",
    "EXPLODING_KITTEN": _KITTEN,
}


def _kittens_card(card: str) -> str:
    return _CARDS.get(card, card.capitalize())


def _kittens_alike(action: Action) -> Action:
    return tuple(
        _kittens_card(part) if isinstance(part, str) and part.isupper() else part for part in action
    )


def _owner(cards: Cards) -> int:
    """Return the seat whose turn it is: there the marker lies."""
    there = cards.state.containers[0].what.nonzero()
    return next((at for at in there if cards.at(0, at) == "Turn"), -1)


def _kittens_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action for action in move.actions if action.kind == SELECT]
    if not chosen:
        return ("pass",)
    held, aimed = chosen
    if held.container == 0:
        return ("hide", number)
    assert isinstance(held.site, int)
    card = cards.at(held.container, held.site)
    if aimed.container:
        assert isinstance(aimed.site, int)
        return ("five", cards.at(aimed.container, aimed.site))
    assert isinstance(aimed.site, tuple)
    seat = aimed.site[2]
    if seat == cards.state.players:
        return ("nope",) if card == "Nope" else (card,)
    if cards.state.mover != _owner(cards) + 1:
        return ("give", card)
    return (card, seat, cards.cards[number - 1]) if number else (card, seat)


def _kittens(cards: Cards) -> Facts:
    seats, board = range(cards.state.players), cards.state.containers[0]
    hands = [cards.hand(seat) for seat in seats]
    if board.what[len(seats)]:  # A kitten that is to be put back is in nobody's hand here.
        hands[_owner(cards)].append(Seen(_KITTEN, frozenset({_owner(cards)})))
    return {
        "hands": [by_card(hand) for hand in hands],
        "row": cards.hand(len(seats)),
        "deck": sorted(cards.pile("Deck")),
        "discards": sorted(cards.pile("Discards")),
        "played": sorted(cards.pile("Played")),
        "turns left": (_owner(cards), board.state[_owner(cards)]),
    }


def _kittens_told(model: exploding_kittens.ExplodingKittens) -> Facts:
    def named(pile: Sequence[Seen]) -> list[Seen]:
        return [Seen(_kittens_card(card), by) for card, by in pile]

    laid_out, rest = model.deck[: model.laid_out], model.deck[model.laid_out :]
    assert not any(by for _, by in rest)
    told: dict[Hashable, Any] = {
        "hands": [by_card(named(hand)) for hand in model.hands],
        "row": named(laid_out),
        "deck": sorted(card for card, _ in named(rest)),
        "discards": sorted(map(_kittens_card, model.discards)),
        "played": sorted(map(_kittens_card, model.played)),
    }
    return told if model.is_over else told | {"turns left": (model.owner, model.turns_left)}


def _kittens_chosen(
    model: exploding_kittens.ExplodingKittens, what: str, options: Sequence[int], chosen: int
) -> list[str]:
    """Return the card that was taken out of a hand, unless it had one sort of cards alone."""
    hand = [_kittens_card(card) for card, _ in model.hands[model.robbed]]
    return [hand[chosen]] if len({*hand}) > 1 else []


# -- Virus! ----------------------------------------------------------------------------------------

_STATES = (
    "None", "Neutral", "Vaccinated", "VaccinatedWild", "Infected", "InfectedWild", "Immunised",
)  # fmt: skip


def _body_place(cards: Cards, site: int) -> tuple[int, int, str]:
    """Return the seat, the level and the place of a site of the board."""
    column = len(virus.PLACES)
    depth = len(cards.state.containers[0]) // column // (cards.state.players + 1)
    row, place = divmod(site, column)
    return (*divmod(row, depth), virus.PLACES[place])


def _virus_action(cards: Cards, move: Move, number: int) -> Action:
    chosen = [action for action in move.actions if action.kind == SELECT]
    hand = cards.hand(cards.state.mover - 1)[::-1]  # The model has the last one first.
    if not chosen:
        return ("draw",)
    sites = [each.site if isinstance(each.site, int) else each.site[2] for each in chosen]
    if len(chosen) == 1:
        return ("replace", *range(len(hand)))
    if chosen[0].container and chosen[1].container:
        return ("replace", *sorted(len(hand) - 1 - site for site in sites))
    if chosen[0].container:
        seat, _, place = _body_place(cards, sites[1])
        index = len(hand) - 1 - sites[0]
        if seat == cards.state.players:
            return ("replace", index)
        name = hand[index].card.split()[1]
        if name == "LatexGlove" and seat == cards.state.mover - 1:
            return ("play", index)
        if name in ("LatexGlove", "MedicalError"):
            return ("play", index, seat)
        return ("play", index, seat, place)
    one, level, mine = _body_place(cards, sites[0])
    other, _, theirs = _body_place(cards, sites[1])
    name = "Spreading" if level else "Transplant"
    named = [card for card, _ in hand]
    places = {named.index(card): None for card in named if card.split()[1] == name}
    if "Rules/TAG" not in cards.state.game.options:
        places = dict.fromkeys(list(places)[:1])
    if name == "Transplant":
        return ("play", [*places][::-1][number], one, mine, other, theirs)
    if not places or _is_spreading(cards):
        return ("spread", mine, other, theirs)
    return ("play", [*places][::-1][number], mine, other, theirs)


def _is_spreading(cards: Cards) -> bool:
    """Tell whether a virus has to be moved: no card can be replaced."""
    chosen = [move.actions[0] for move in cards.state.legal_moves]
    return all(action.kind == SELECT and not action.container for action in chosen)


def _virus(cards: Cards) -> Facts:
    board = cards.state.containers[0]
    bodies: list[dict[str, list[str]]] = [
        {place: [] for place in virus.PLACES} for _ in range(cards.state.players)
    ]
    states = [dict[str, str]() for _ in bodies]
    for site in range(len(board)):
        seat, level, place = _body_place(cards, site)
        if seat == len(bodies):
            assert not board.what[site], "something is on the table"
            continue
        if board.what[site]:
            bodies[seat][place].insert(0, cards.at(0, site))
        if not level:
            states[seat][place] = _STATES[board.state[site]]
    return {
        "hands": [cards.hand(seat)[::-1] for seat in range(len(bodies))],
        "bodies": bodies,
        "states": states,
        "deck": sorted(cards.pile("Deck")),
        "discards": sorted(cards.pile("Discards")),
    }


def _leaders(model: virus.Virus) -> list[int]:
    """Return the seats with the most healthy organs, which win a game of too many rounds, too."""
    scores = model.scores()
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def _virus_told(model: virus.Virus) -> Facts:
    return {
        "hands": [unseen(hand, seat) for seat, hand in enumerate(model.hands)],
        "bodies": model.bodies,
        "states": model.states,
        "deck": sorted(model.deck),
        "discards": sorted(model.discards),
    }


def _virus_amended(cards: Cards, model: virus.Virus) -> None:
    """Exchange copies of equal cards that a recording does not tell apart."""
    piles = {"Deck": model.deck, "Discards": model.discards}
    pairs = [(cards.pile(name), pile) for name, pile in piles.items()]
    pairs += [(names(cards.hand(seat)), hand) for seat, hand in enumerate(model.hands)]
    board, found = cards.state.containers[0], dict[int, str]()
    for site in range(len(board)):
        seat, level, place = _body_place(cards, site)
        if board.what[site]:
            found[site] = model.bodies[seat][place][-1 - level]
            pairs.append(([cards.at(0, site)], [found[site]]))
    for ours, theirs in pairs:
        assert sorted(map(virus.named, ours)) == sorted(map(virus.named, theirs))
    cards.exchange([hand[::-1] for hand in model.hands], piles, found)


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
    Text(
        "Exploding Kittens",
        exploding_kittens.RECORDED[0],
        (2, 3, 4),
        lambda model: [card for card, _ in model.deck[model.laid_out :]],
        _kittens_action,
        _kittens,
        _kittens_told,
        _kittens_card,
        _kittens_alike,
        chosen=_kittens_chosen,
    ),
    Text(
        "Virus!",
        virus.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _virus_action,
        _virus,
        _virus_told,
        first=_leaders,
        amended=_virus_amended,
    ),
)
