"""Sampled starts, and redraws of the cards that a player does not see.

A redraw shuffles the cards that a player does not see among the places he does not see.
"""

from typing import NamedTuple

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import below, entry, int64, kernel, mix, routine
from boardless.state.engine.arrays import COUNT, NOTED, NOTING, UNDO, VOID, Arrays
from boardless.state.engine.moves import PlayoutResults, played, write_result
from boardless.state.engine.pieces import amount, height, hold, set_field
from boardless.state.engine.stacks import set_number_at
from boardless.state.engine.starting import begin, restore


@entry
def begin_sampled(s: Arrays, given: Ints, noting: bool) -> None:
    """Go to the first position, see `begin`, with rows `given` of field, site, level, number."""
    begin(s, False)
    for m in range(given.shape[0]):
        field, site, level = int64(given[m, 0]), int64(given[m, 1]), int64(given[m, 2])
        if s.sites.levels > 0 and level < height(s, site) - 1:
            set_number_at(s, field, site, level, int64(given[m, 3]))
        else:
            set_field(s, field, site, int64(given[m, 3]))
    if UNDO:
        s.n[NOTED] = 0
        s.n[NOTING] = 1 if noting else 0


@by_address
class StartDraw(NamedTuple):
    """A start that is drawn: n certain pieces, m steps."""

    certain: Ints  # (n, 3): rows of `Arrays.begun` that come first
    # (m, 5): component, the fewest and the most pieces of it, and the span of `places` where they
    # may lie.
    steps: Ints
    places: Ints
    taken: Ints  # int8 (room,): spare
    noting: bool  # whether moves can be taken back


@routine
def draw_start(begun: Ints, certain: Ints, steps: Ints, places: Ints, taken: Ints, key: int) -> int:
    """Draw the pieces of a start into the last rows of `begun`; return their number.

    They are what `games.game_start.chance_start` draws by a stream of numbers that begins with
    `key`. The count of a step is drawn again for each piece.
    """
    for site in range(taken.shape[0]):
        taken[site] = 0
    drawn = int64(certain.shape[0])
    for m in range(drawn):
        for column in range(3):
            begun[m, column] = certain[m, column]
        taken[certain[m, 1]] = 1
    for n in range(steps.shape[0]):
        low, high = int64(steps[n, 1]), int64(steps[n, 2])
        first, end = int64(steps[n, 3]), int64(steps[n, 4])
        free = 0
        for at in range(first, end):
            free += 1 - int64(taken[places[at]])
        put = 0
        while free > 0:
            most = low
            if high > low:
                key = mix(key, 1)
                most = low + below(key, high - low + 1)
            if put >= most:
                break
            left = 0
            if free > 1:
                key = mix(key, 1)
                left = below(key, free)
            at = first
            while left > 0 or taken[places[at]] != 0:
                left -= 1 - int64(taken[places[at]])
                at += 1
            taken[places[at]] = 1
            begun[drawn, 0] = steps[n, 0]
            begun[drawn, 1] = places[at]
            begun[drawn, 2] = 1
            drawn += 1
            put += 1
            free -= 1
    # Rows that are left over come first, and put nothing anywhere.
    spare = begun.shape[0] - drawn
    if spare > 0:
        for m in range(begun.shape[0] - 1, -1, -1):
            for column in range(3):
                begun[m, column] = begun[m - spare, column] if m >= spare else 0
    return drawn


@entry
def playouts_by_chance(
    s: Arrays,
    start: Arrays,
    draw: StartDraw,
    results: PlayoutResults,
    seed: int,
    first: int,
    last: int,
) -> int:
    """Play playouts as `moves.playouts`, each from a start that is drawn for it.

    Both states have the same array `begun`.
    """
    for number in range(first, last):
        key = mix(mix(mix(seed, 0), number), 0)
        draw_start(start.begun, draw.certain, draw.steps, draw.places, draw.taken, key)
        begin(start, draw.noting)
        restore(s, start)
        winner, ply = played(s, mix(mix(seed, 0), number))
        if winner == VOID:
            return number
        write_result(s, results, number - first, winner, ply)
    return last


@entry
def redraw(s: Arrays, player: int, number: int) -> None:
    """Redistribute all cards that a player does not see, by a random number.

    Every deal of these cards to their places is equally likely, each card where one of its deck
    lay; cards of a deck that each player has stay with theirs. Which deal it is depends on the
    cards, the places and the `number`, not on how the cards lie. Nothing undoes it.
    """
    noting = int64(s.n[NOTING])
    s.n[NOTING] = 0
    for group in range(s.cards.groups):
        redraw_group(s, 1 << (player - 1), group, mix(number, -2 - group) if group > 0 else number)
    s.n[NOTING] = noting


@kernel
def redraw_group(s: Arrays, bit: int, group: int, number: int) -> None:
    """Redistribute the cards of a group that a player does not see."""
    left = gather(s, bit, group)
    drawn = 0
    if s.cards.marked:
        left -= deal_to_marked(s, bit, group, number)
        number = mix(number, -1)
    for site in range(1, s.n[COUNT] + 1):
        if is_unseen_place(s, site, bit, group) and what_is_not_there(s, site) == 0:
            drawn += 1
            card = next_card(s, left, mix(number, drawn))
            hold(s, site, s.cards.first_card + card, int64(s.fields[s.sites.counts, site]))
            left -= 1
    site = 1
    while site <= s.kit.held:
        if not is_covered(s, site, bit, group):
            site += 1
            continue
        end = site
        size = 0
        while end <= s.kit.held and s.kit.holder[end] == s.kit.holder[site]:
            size += amount(s, end) if is_covered(s, end, bit, group) else 0
            s.odds[1, int64(s.kit.place[end])] = 0
            end += 1
        # The last pile gets what is left.
        is_last = size == left
        for _ in range(0 if is_last else size):
            drawn += 1
            card = next_card(s, left, mix(number, drawn))
            s.odds[1, card] += 1
            left -= 1
        for other in range(site, end):
            if is_covered(s, other, bit, group):
                card = int64(s.kit.place[other])
                count = int64(s.odds[0, card] if is_last else s.odds[1, card])
                hold(s, other, s.cards.first_card + card if count > 0 else 0, count)
        site = end


@kernel
def what_is_not_there(s: Arrays, site: int) -> int:
    """Return the marks that the card on a place is known not to have, as bits."""
    if not s.cards.marked or site > s.kit.held:
        return 0
    return int64(s.cards.barred[site]) | (
        int64(s.fields[s.sites.states, site]) if s.cards.tells else 0
    )


@kernel
def deal_to_marked(s: Arrays, bit: int, group: int, number: int) -> int:
    """Deal to the places with known marks; return the number of these places.

    Each place gets one of the cards that are left and fit. To make every deal equally likely, a
    deal with fewer cards to choose from is rejected more often (J. von Neumann, 1951). A deal
    always exists: the present one.
    """
    for card in range(s.odds.shape[1]):
        s.odds[1, card] = s.odds[0, card]
    point, dealt, done = number, 0, False
    while not done:
        point = mix(point, 0)
        dealt, done = 0, True
        for site in range(1, s.kit.held + 1):
            barred = what_is_not_there(s, site)
            if not done or barred == 0 or not is_unseen_place(s, site, bit, group):
                continue
            fits, most = 0, 0
            for card in range(s.cards.marks.shape[0]):
                if int64(s.cards.marks[card]) & barred == 0:
                    fits += int64(s.odds[0, card])
                    most += int64(s.odds[1, card])
            # Earlier places with the same marks have each taken one of these cards.
            for other in range(1, site):
                if what_is_not_there(s, other) == barred:
                    most -= is_unseen_place(s, other, bit, group)
            if below(mix(point, 2 * site), most) >= fits:
                done = False
                continue
            card = fitting_card(s, barred, fits, mix(point, 2 * site + 1))
            hold(s, site, s.cards.first_card + card, 1)
            dealt += 1
        if not done:
            # Take the dealt cards back.
            for site in range(1, s.kit.held + 1):
                is_dealt = what_is_not_there(s, site) != 0 and is_unseen_place(s, site, bit, group)
                if dealt > 0 and is_dealt:
                    s.odds[0, int64(s.what[site]) - s.cards.first_card] += 1
                    dealt -= 1
    return dealt


@kernel
def fitting_card(s: Arrays, barred: int, fits: int, number: int) -> int:
    """Take one of the remaining cards that lack these marks, and return it."""
    point = below(number, fits)
    card = -1
    while point >= 0:
        card += 1
        if int64(s.cards.marks[card]) & barred == 0:
            point -= int64(s.odds[0, card])
    s.odds[0, card] -= 1
    return card


@kernel
def group_of(s: Arrays, site: int, card: int) -> int:
    """Return the group of a card, counted from 0, on a place."""
    if s.cards.groups <= 1:
        return 0
    cards = s.cards.backs.shape[0] // 2
    keeper = int64(s.cards.keeper[site]) if site <= s.kit.held else 0
    return int64(s.cards.backs[card]) + int64(s.cards.backs[cards + card]) * keeper


@kernel
def is_covered(s: Arrays, site: int, bit: int, group: int) -> bool:
    """Return True if a pile's place of a group (-1: any) is hidden, its count included."""
    if site > s.kit.held or int64(s.fields[s.sites.hidden, site]) & bit == 0:
        return False
    if int64(s.cards.secrets[site]) == 0:
        return False
    return bool(group < 0 or group_of(s, site, int64(s.kit.place[site])) == group)


@kernel
def is_unseen_place(s: Arrays, site: int, bit: int, group: int) -> bool:
    """Return True if a card of a group lies on a place by itself, and is not seen."""
    if s.what[site] == 0 or s.what[site] < s.cards.first_card or is_covered(s, site, bit, -1):
        return False
    hidden = int64(s.fields[s.sites.hidden, site]) | int64(s.fields[s.sites.veils, site])
    if hidden & bit == 0:
        return False
    return group_of(s, site, int64(s.what[site]) - s.cards.first_card) == group


@kernel
def gather(s: Arrays, bit: int, group: int) -> int:
    """Count the cards of a group that are not seen in ``s.odds[0]``; return their number."""
    left = 0
    for card in range(s.odds.shape[1]):
        s.odds[0, card] = 0
    for site in range(1, s.n[COUNT] + 1):
        count = amount(s, site) if is_covered(s, site, bit, group) else 0
        if is_unseen_place(s, site, bit, group):
            count = 1
        if count > 0:
            s.odds[0, int64(s.what[site]) - s.cards.first_card] += count
            left += count
    return left


@kernel
def next_card(s: Arrays, left: int, number: int) -> int:
    """Take a random one of the remaining cards, and return it."""
    point = below(number, left)
    card = 0
    while point >= s.odds[0, card]:
        point -= int64(s.odds[0, card])
        card += 1
    s.odds[0, card] -= 1
    return card
