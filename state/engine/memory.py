"""Memory of a game: variables, the counter, lists of values, scores, teams, in ``s.numbers``.

A list is its length and the values behind it; rows of players begin with a place for nobody.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    COUNT,
    COUNTER,
    LOG,
    LOGGED,
    LOST,
    MOVER,
    NEXT,
    Arrays,
)
from boardless.state.engine.effects import (
    COUNTER_SET,
    FORGOTTEN,
    MESSAGE_SENT,
    PENDING_SET,
    PROPOSED,
    REMEMBERED,
    SCORE_ADDED,
    SCORE_SET,
    STATE_STORED,
    TRIGGERED,
    VOTED,
    log_action,
)
from boardless.state.engine.features import LOGS
from boardless.state.engine.keys import turn_term
from boardless.state.engine.numbers import change_number
from boardless.state.engine.repetition import compared_key


@kernel
def set_number_of_game(s: Arrays, kind: int, name: int, place: int, value: int) -> None:
    """Set a variable, by its name and its `kind` in the log."""
    log_action(s, kind, name, value, 0)
    change_number(s, place, value)


@kernel
def set_counter(s: Arrays, value: int) -> None:
    """Set the counter, which goes up after every move."""
    log_action(s, COUNTER_SET, value, 0, 0)
    s.n[COUNTER] = max(value + 1, 0)


@routine
def store_state(s: Arrays, place: int) -> None:
    """Remember the position as it is, whoever moves, by its key."""
    log_action(s, STATE_STORED, 0, 0, 0)
    change_number(s, place, compared_key(s) ^ turn_term(int64(s.n[MOVER])))


@routine
def is_stored(s: Arrays, place: int) -> bool:
    """Tell whether the position is the one whose key is at a place of the numbers."""
    return bool(s.numbers[place] == compared_key(s) ^ turn_term(int64(s.n[MOVER])))


@kernel
def seat(s: Arrays, player: int) -> int:
    """Return a player's place in a row of places, that of nobody where there is no such player."""
    return int64(player) if 0 < player <= s.kit.players else 0


@kernel
def set_number_of_player(s: Arrays, kind: int, place: int, player: int, value: int) -> None:
    """Set a number of a player, by its `kind` in the log."""
    log_action(s, kind, player, value, 0)
    change_number(s, place + seat(s, player), value)


@kernel
def set_score(s: Arrays, place: int, player: int, value: int, adds: bool) -> None:
    """Set a score, or add to it."""
    at = place + seat(s, player)
    if adds:
        log_action(s, SCORE_ADDED, player, value, 0)
        change_number(s, at, int64(s.numbers[at]) + value)
    else:
        log_action(s, SCORE_SET, player, value, 0)
        change_number(s, at, value)


@kernel
def has_value(s: Arrays, place: int, value: int) -> bool:
    """Tell whether a value is in a list."""
    end = place + 1 + int64(s.numbers[place])
    at = place + 1
    while at < end and s.numbers[at] != value:
        at += 1
    return at < end


@kernel
def append_value(s: Arrays, place: int, room: int, value: int) -> None:
    """Append a value to a list that has room for so many."""
    count = int64(s.numbers[place])
    if count == room:
        s.n[LOST] = 1
        return
    change_number(s, place + 1 + count, value)
    change_number(s, place, count + 1)


@kernel
def remember(s: Arrays, place: int, room: int, name: int, value: int) -> None:
    """Remember a value under the name of a number."""
    log_action(s, REMEMBERED, name, value, 0)
    append_value(s, place, room, value)


@kernel
def forget_value(s: Arrays, place: int, name: int, value: int) -> None:
    """Forget a value, once."""
    log_action(s, FORGOTTEN, name, value, 0)
    end = place + int64(s.numbers[place])
    at = place + 1
    while at <= end and s.numbers[at] != value:
        at += 1
    if at <= end:
        for n in range(at, end):
            change_number(s, n, int64(s.numbers[n + 1]))
        change_number(s, end, 0)
        change_number(s, place, end - place - 1)


@kernel
def forget_first(s: Arrays, place: int, name: int, count: int, first: int) -> None:
    """Forget so many values, the first ones first; without any `first` in vain."""
    for _ in range(count):
        left = s.numbers[place] > 0
        forget_value(s, place, name, int64(s.numbers[place + 1]) if left else first)


@kernel
def forget_all(s: Arrays, place: int) -> None:
    """Empty a list."""
    for n in range(place, place + 1 + int64(s.numbers[place])):
        change_number(s, n, 0)


@kernel
def set_pending(s: Arrays, place: int, room: int, value: int) -> None:
    """Make a value pending until after the next move; -1 stands for 1."""
    log_action(s, PENDING_SET, value, 0, 0)
    if value == -1:
        value = 1
    if not has_value(s, place, value):
        append_value(s, place, room, value)


@kernel
def trigger(s: Arrays, place: int, name: int, player: int) -> None:
    """Have an event, by its number, happen to a player."""
    log_action(s, TRIGGERED, name, player, 0)
    change_number(s, place + seat(s, player), 1)


@kernel
def send_message(s: Arrays, name: int, about: int, player: int) -> None:
    """Send a player a message, by its number, about another, or about nobody."""
    log_action(s, MESSAGE_SENT, name, about, player)


@kernel
def send_value(s: Arrays, value: int, about: int, player: int) -> None:
    """Send a player a number as a message."""
    send_message(s, -1, about, player)
    if LOGS:
        s.log[int64(s.n[LOGGED]) - 1, LOG - 1] = value


@kernel
def propose(s: Arrays, proposals: int, room: int, name: int) -> None:
    """Propose a name, by its number."""
    log_action(s, PROPOSED, name, 0, 0)
    if not has_value(s, proposals, name):
        append_value(s, proposals, room, name)


@kernel
def vote(s: Arrays, votes: int, proposals: int, decided: int, name: int) -> None:
    """Vote for a name; the last vote decides if more than half of the players agree."""
    log_action(s, VOTED, name, 0, 0)
    append_value(s, votes, s.kit.players, name)
    if s.numbers[votes] == s.kit.players:
        for player in range(1, s.kit.players + 1):
            count = 0
            for other in range(1, s.kit.players + 1):
                if s.numbers[votes + other] == s.numbers[votes + player]:
                    count += 1
            if 2 * count > s.kit.players:
                change_number(s, decided, int64(s.numbers[votes + player]))
        forget_all(s, proposals)
        forget_all(s, votes)


@kernel
def visit(s: Arrays, first: int, site: int, visited: int) -> None:
    """Note that a site of the board is visited (1), or that it is not (0)."""
    if site > s.kit.held and s.numbers[first + site] != visited:
        change_number(s, first + site, visited)


@kernel
def end_visits(s: Arrays, first: int, mover: int, origin: int, site: int) -> None:
    """Note the visits of a move; none are left when the turn goes to another player."""
    if s.n[NEXT] == mover:
        visit(s, first, origin, 1)
        visit(s, first, site, 1)
    else:
        for at in range(s.kit.held + 1, int64(s.n[COUNT]) + 1):
            visit(s, first, at, 0)
