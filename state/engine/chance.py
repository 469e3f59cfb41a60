"""Chance: outcomes in the order of the rules' requests, and decks of cards.

Outcomes are sampled during the search for moves and during a move. The outcomes since the last
move stay in their order, so that repeated work comes out alike. In playouts they are random
numbers. With ``s.chance[ASKS]`` they come from outside; the first missing outcome is asked for, and
results are void then.

A pile of cards has a place for each card, with the number of copies that lie there. A pile is not
ordered: a card is sampled when it is taken, in proportion to these numbers.
"""

from boardless.jit.game_runtime import below, int64, kernel, mix
from boardless.state.engine.arrays import LOST, NONE, Arrays
from boardless.state.engine.effects import MOVED, log_at, move_some
from boardless.state.engine.pieces import amount, fill, set_field

# Places of `Arrays.chance`: how many outcomes are settled, how many have been used, and how many
# had been when the legal moves were found; whether outcomes are asked for, how many may come about
# of the one that is (0: none is), whether their odds are in `Arrays.odds`, and of which site it is.
SETTLED, SAMPLED, FOUND, ASKS, ASKED, WEIGHTED, ASKED_SITE = range(7)


@kernel
def begin_chance(s: Arrays) -> None:
    """Go back to the first outcome since the last move; playouts sample all again."""
    if s.rules.chances:
        s.chance[SAMPLED] = 0
        if s.chance[ASKS] == 0:
            s.chance[SETTLED] = 0


@kernel
def seed_chance(s: Arrays, number: int) -> None:
    """Take the outcomes of a playout's next move from a random number."""
    if s.rules.chances:
        s.stream[0] = mix(number, 1)


@kernel
def end_search(s: Arrays) -> None:
    """Note how many outcomes the search for legal moves has used."""
    if s.rules.chances:
        s.chance[FOUND] = s.chance[SAMPLED]


@kernel
def go_on_after_search(s: Arrays) -> None:
    """Continue after the outcomes that the search for legal moves has used."""
    if s.rules.chances:
        s.chance[SAMPLED] = s.chance[FOUND]


@kernel
def settled_outcome(s: Arrays, options: int, weighted: bool, site: int) -> int:
    """Return the next settled outcome, or else -1, or 0 after asking for it."""
    row = int64(s.chance[SAMPLED])
    if row == s.outcomes.shape[0]:
        s.n[LOST] = 1
        return 0
    s.chance[SAMPLED] = row + 1
    if row < s.chance[SETTLED]:
        return min(int64(s.outcomes[row]), options - 1)
    if s.chance[ASKS] == 0:
        return -1
    s.outcomes[row] = 0
    if s.chance[ASKED] == 0:
        s.chance[ASKED] = options
        s.chance[WEIGHTED] = weighted
        s.chance[ASKED_SITE] = site
        if weighted:
            for n in range(options):
                s.odds[1, n] = s.odds[0, n]
    return 0


@kernel
def settle_outcome(s: Arrays, outcome: int) -> int:
    """Settle the outcome that has just been sampled, and return it."""
    s.outcomes[int64(s.chance[SAMPLED]) - 1] = outcome
    s.chance[SETTLED] = s.chance[SAMPLED]
    return outcome


@kernel
def random_below(s: Arrays, end: int) -> int:
    """Return a random number from 0 to `end` - 1."""
    s.stream[0] = mix(s.stream[0], 1)
    return below(s.stream[0], end)


@kernel
def sample_of(s: Arrays, options: int, site: int) -> int:
    """Return one of `options` equally likely outcomes, from 0 on, for a `site`."""
    if options <= 1:
        return 0
    outcome = settled_outcome(s, options, False, site)
    if outcome >= 0:
        return outcome
    return settle_outcome(s, random_below(s, options))


@kernel
def sample_by_odds(s: Arrays, options: int) -> int:
    """Return one of `options` outcomes with the odds ``s.odds[0]``."""
    outcome = settled_outcome(s, options, True, 0)
    if outcome >= 0:
        return outcome
    total = 0
    for n in range(options):
        total += int64(s.odds[0, n])
    left = random_below(s, total)
    outcome = 0
    while outcome < options - 1 and left >= s.odds[0, outcome]:
        left -= int64(s.odds[0, outcome])
        outcome += 1
    return settle_outcome(s, outcome)


@kernel
def sample_some(s: Arrays, row: int, count: int, number: int) -> None:
    """Mark `number` of the first `count` places of a row of ``s.scratch``, sampled one by one."""
    if count > s.scratch.shape[1]:
        s.n[LOST] = 1
        count = s.scratch.shape[1]
    for n in range(count):
        s.scratch[row, n] = 0
    for taken in range(min(max(number, 0), count)):
        left = sample_of(s, count - taken, 0)
        at = 0
        while s.scratch[row, at] != 0 or left > 0:
            if s.scratch[row, at] == 0:
                left -= 1
            at += 1
        s.scratch[row, at] = 1


@kernel
def place_in_plane(s: Arrays, site: int) -> int:
    """Return the rank of a site in the plane, in any numbering."""
    return site - 2**62 if site <= s.kit.held else int64(s.code[site])


@kernel
def sort_in_plane(s: Arrays, row: int, count: int) -> None:
    """Sort the first `count` sites of a row of ``s.scratch``, hands first (D. Shell, 1959)."""
    end = min(count, s.scratch.shape[1])
    gap = end // 2
    while gap > 0:
        for at in range(gap, end):
            site, to = int64(s.scratch[row, at]), at
            place = place_in_plane(s, site)
            while to >= gap and place_in_plane(s, int64(s.scratch[row, to - gap])) > place:
                s.scratch[row, to] = s.scratch[row, to - gap]
                to -= gap
            s.scratch[row, to] = site
        gap //= 2


#: Places of a pile that are counted at a time.
EIGHT = 8


@kernel
def cards_in(s: Arrays, first: int, places: int) -> int:
    """Return how many cards lie in a pile of `places` places."""
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
    """Return one of the cards that ``s.odds[0]`` counts, -1 if it counts nothing."""
    count, last = 0, -1
    for card in range(cards):
        if s.odds[0, card] > 0:
            count, last = count + int64(s.odds[0, card]), card
    # Chance is asked about cards that are alike, too, as in `sample_card`.
    return sample_by_odds(s, cards) if count > 1 else last


@kernel
def nth_card(s: Arrays, first: int, places: int, left: int) -> int:
    """Return the site of the card behind `left` others in a pile."""
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
    """Let chance choose the next card of a pile; return its site, NONE if the pile is empty."""
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
    """Move the content of a site, with its numbers and its visibility, to an empty site."""
    log_at(s, site, MOVED, origin, site, 0)
    fill(s, site, int64(s.what[origin]), amount(s, origin))
    for f in range(s.sites.fields):
        set_field(s, f, site, int64(s.fields[f, origin]))
    fill(s, origin, 0, 0)


@kernel
def make_room(s: Arrays, site: int, free: int) -> None:
    """Move the contents of the sites from one up to a free one to the next site each."""
    for back in range(free - site):
        carry_card(s, free - back - 1, free - back)
