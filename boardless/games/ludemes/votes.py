"""Proposals and votes, announced events, and messages to players."""

from __future__ import annotations

from boardless.games.kit import (
    EFFECT,
    GLOBAL,
    SPARE,
    Bool,
    Candidates,
    Condition,
    Graph,
    Int,
    Integer,
    Integers,
    Moves,
    OneOrMore,
    Range,
    Region,
    Role,
    S,
    Scope,
    Ways,
    carried,
    ludeme,
)
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.players import PLAYERS, ThePlayer
from boardless.games.ludemes.sizes import Number


@ludeme("trigger", facts=EFFECT, concepts="Trigger")
def trigger(
    node: Moves, b: Scope, event: str, player: Integer | Role, then: Then | None = None
) -> Candidates:
    """Record, for the rest of the game, that an event has happened to a player.

    Example: (trigger "Surrounded" Next)
    """
    seat = b.who(player, node)
    act = does("trigger", _place(b), b.builder.numbers.name(event), carried(1))
    yield effect(act, b, seat).followed(then)


@ludeme("is", "Triggered", facts=GLOBAL, concepts="event=Connected:Connection")
def is_triggered(node: Condition, b: Scope, event: str, player: Integer | Role) -> Bool:
    """An event has happened to a player still in the game; as in Ludii, any event counts.

    Example: (is Triggered "Surrounded" P2)
    """
    seat = b.let(b.who(player, node), "player")
    plays = (seat > 0) & (seat <= PLAYERS) & (S.rank[seat] == 0)
    return plays & (S.numbers[seat + _place(b)] != 0)


@ludeme("note", facts=EFFECT)
def note(
    node: Moves,
    b: Scope,
    message: str | Integer | Condition | Number | Integers | Region | Ways | Graph | Range,
    *,
    player: Integer | Role | None = None,
    to: ThePlayer | Role | None = None,
) -> Candidates:
    """Send a message to a player, or to all, optionally with the name of another before it.

    A message that is neither a quoted text nor an integer is sent as written, since nothing depends
    on it.

    Example: (note player:Mover "attacks" to:Next)
    """
    about = Int.of(0) if player is None else b.who(player, node)
    value: tuple[Int, ...] = ()
    if isinstance(message, Integer):
        act = does("send_value", carried(3), carried(1), carried(2))
        value = (b.integer(message),)
    else:
        name = b.builder.numbers.name(str(message))
        act = does("send_message", name, carried(1), carried(2))
    if to is None or to is Role.ALL:
        for seat in b.numbers(PLAYERS + 1, 1, stem="player"):
            yield effect(act, b, about, seat, *value)
        return
    reader = b.variable("player", b.who(to, node))
    with b.where((reader > 0) & (reader <= PLAYERS)):
        yield effect(act, b, about, reader, *value)


Names = OneOrMore[str]


@ludeme("move", "Propose", also="propose", facts=EFFECT, concepts="ProposeDecision")
def propose(b: Scope, names: Names, then: Then | None = None) -> Candidates:
    """Propose a text, or one of several texts, that players may vote on.

    Example: (move Propose "End")
    """
    for name in names:
        act = does("propose", _proposals(b), SPARE, b.builder.numbers.name(name))
        yield effect(act, b).followed(then)


@ludeme("move", "Vote", also="vote", facts=EFFECT, concepts="VoteDecision")
def vote(b: Scope, names: Names, then: Then | None = None) -> Candidates:
    """Vote for one of several texts; after all votes, a majority decides until the next move.

    Example: (move Vote {"End" "Go on"})
    """
    numbers = b.builder.numbers
    votes = numbers.place("votes", 1 + b.model.players)
    for name in names:
        act = does("vote", votes, _proposals(b), _decided(b), numbers.name(name))
        yield effect(act, b).followed(then)


@ludeme("is", "Proposed", facts=EFFECT)
def is_proposed(b: Scope, name: str) -> Bool:
    """A proposal is open: some players have not voted on it.

    Example: (is Proposed "End")
    """
    return Bool.call("has_value", _proposals(b), b.builder.numbers.name(name))


@ludeme("is", "Decided", facts=GLOBAL | EFFECT)
def is_decided(b: Scope, name: str) -> Bool:
    """The vote of the last move has decided for a text.

    Example: (is Decided "End")
    """
    return S.numbers[_decided(b)] == b.builder.numbers.name(name)


def _place(b: Scope) -> int:
    return b.builder.numbers.of_players("triggered", b.model.players)


#: The names of the decision and of the keys among the numbers of a state.
DECIDED, KEYS = "decided", "keys"


def _proposals(b: Scope) -> int:
    return b.builder.numbers.place("proposals", 1 + SPARE)


def _decided(b: Scope) -> int:
    return b.builder.numbers.place(DECIDED, 1, -1)
