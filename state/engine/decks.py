"""Piles of cards: a place for each card, and how many of it lie there; chance takes one of them.

A pile has no order. What is taken is sampled when it is taken, by how many there are of each.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import NONE, TOUCHED, Arrays
from boardless.state.engine.chance import (
    ASKS,
    random_below,
    sample_by_odds,
    settle_outcome,
    settled_outcome,
)
from boardless.state.engine.effects import MOVED, log_action, move_some
from boardless.state.engine.keys import amount
from boardless.state.engine.pieces import fill, set_field

#: Places of a pile that are counted at a time.
EIGHT = 8


@kernel
def cards_in(s: Arrays, first: int, places: int) -> int:
    """Return how many cards lie in a pile of so many places."""
    count = 0
    for place in range(places):
        count += amount(s, first + place)
    return count


@kernel
def forget_odds(s: Arrays, cards: int) -> None:
    """Begin to count cards for `sample_counted`."""
    for card in range(cards):
        s.odds[0, card] = 0


@kernel
def sample_counted(s: Arrays, cards: int) -> int:
    """Return one of the cards that ``s.odds[0]`` counts; -1 where there are none."""
    count, last = 0, -1
    for card in range(cards):
        if s.odds[0, card] > 0:
            count, last = count + int64(s.odds[0, card]), card
    # Chance is asked about cards that are alike, too, as in `sample_card`.
    return sample_by_odds(s, cards) if count > 1 else last


@kernel
def nth_card(s: Arrays, first: int, places: int, left: int) -> int:
    """Return the site of the card in a pile behind so many others, which are `left`."""
    at, end = first, first + places
    # Most of them are passed over by sums, eight places each.
    while at + EIGHT < end:
        cards = cards_in(s, at, EIGHT)
        if left < cards:
            break
        left -= cards
        at += EIGHT
    while at < end - 1 and left >= amount(s, at):
        left -= amount(s, at)
        at += 1
    return at


@kernel
def sample_card(s: Arrays, first: int, places: int) -> int:
    """Return the site of the next card of a pile, which chance decides; none of an empty one."""
    count = cards_in(s, first, places)
    if count == 0:
        return NONE
    # Chance is asked about cards that are alike, too: all may know how many there are.
    if count == 1:
        return nth_card(s, first, places, 0)
    if s.chance[ASKS] != 0:
        for place in range(places):
            s.odds[0, place] = amount(s, first + place)
        return first + sample_by_odds(s, places)
    outcome = settled_outcome(s, places, True, 0)
    if outcome >= 0:
        return first + outcome
    site = nth_card(s, first, places, random_below(s, count))
    settle_outcome(s, site - first)
    return site


@kernel
def take_card(s: Arrays, first: int, places: int, site: int) -> None:
    """Take the next card of a pile to a site."""
    at = sample_card(s, first, places)
    if at != NONE:
        move_some(s, at, site, 1)


@kernel
def take_to_pile(s: Arrays, first: int, places: int, other: int) -> None:
    """Take the next card of a pile to its place in another pile."""
    at = sample_card(s, first, places)
    if at != NONE:
        move_some(s, at, at - first + other, 1)


@kernel
def merge_piles(s: Arrays, other: int, first: int, places: int) -> None:
    """Move all cards of a pile to their places in another one."""
    for place in range(places):
        count = amount(s, other + place)
        if count > 0:
            move_some(s, other + place, first + place, count)


@kernel
def carry_card(s: Arrays, origin: int, site: int) -> None:
    """Move what lies on a site to an empty one, with its numbers and with who sees it."""
    s.n[TOUCHED] = site
    log_action(s, MOVED, origin, site, 0)
    fill(s, site, int64(s.what[origin]), amount(s, origin))
    for f in range(s.sites.fields):
        set_field(s, f, site, int64(s.fields[f, origin]))
    fill(s, origin, 0, 0)


@kernel
def make_room(s: Arrays, site: int, free: int) -> None:
    """Move what lies from a site on, up to a free one, on by one place."""
    for back in range(free - site):
        carry_card(s, free - back - 1, free - back)
