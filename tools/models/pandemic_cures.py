"""Play of Pandemic that finds cures: random games end long before."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from tools.models.cards import Action
from tools.models.pandemic import MAP, Pandemic

T = TypeVar("T")
#: Moves of a pawn that cost no card.
FREE = ("drive", "shuttle")


def towards_cures(random: Random, model: Pandemic, legal: Sequence[Action]) -> Action:
    """Return a move that leads to cures: cards of a colour are kept, cubes are removed meanwhile.

    Who has the cards for a cure goes to the next station; all others go where most cubes are.
    """
    for kind in ("cure", "One quiet night", "top"):
        if found := [action for action in legal if action[0] == kind]:
            return random.choice(found)
    if legal[0][0] == "discard":
        hand = model.hands[model.mover]
        return min(legal, key=lambda action: _worth(model, hand, hand[action[1]]))
    if legal[0][0] == "nothing":
        return random.choice(legal)
    me = model.owner
    hand, here = model.hands[me], model.places[me]
    held = Counter(MAP[card][0] for card in hand if card in MAP)
    needed = 4 if model.roles[me] == "Scientist" else 5
    moves = {a[2]: a for a in legal if a[0] in FREE and a[1] == me}
    treats = [action for action in legal if action[0] == "treat"]
    if any(count >= needed and not model.cures[colour] for colour, count in held.items()):
        return _on_the_way(model, moves, model.stations)
    if shares := [a for a in legal if a[0] == "share" and _helps(model, a)]:
        return random.choice(shares)
    cubes = {city: max(model.cubes[city].values()) for city in MAP}
    # The most cubes are in danger of breaking out.
    most = max(cubes.values())
    if treats and (cubes[here] >= min(2, most) or most == 0):
        return max(treats, key=lambda action: model.cubes[here][action[1]])
    if most:
        return _on_the_way(model, moves, [city for city in MAP if cubes[city] == most])
    return random.choice([*moves.values()])


def _worth(model: Pandemic, hand: Iterable[str], card: str) -> int:
    """Return how many cards of its colour are held, none of one that is cured, or of an event."""
    if card not in MAP or model.cures[MAP[card][0]]:
        return 0
    return sum(other in MAP and MAP[other][0] == MAP[card][0] for other in hand)


def _helps(model: Pandemic, action: Action) -> bool:
    """Tell whether a card comes to who has more of its colour."""
    _, giver, taker, card = action
    given, taken = (_worth(model, model.hands[seat], card) for seat in (giver, taker))
    return taken >= given > 0 and len(model.hands[taker]) < 7


def _on_the_way(model: Pandemic, moves: dict[str, Action], aims: Sequence[str]) -> Action:
    """Return the move that leads nearest to one of some cities."""
    steps, last = dict.fromkeys(aims, 0), [*aims]
    for city in last:
        for near in model.roads[city]:
            if near not in steps:
                steps[near] = steps[city] + 1
                last.append(near)
    return moves[min(moves, key=lambda city: (steps[city], city))]
