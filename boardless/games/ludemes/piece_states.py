"""States, values, counts and rotations of the pieces on sites."""

from __future__ import annotations

from dataclasses import KW_ONLY

from boardless.games.kit import (
    ACTS,
    COUNTERS,
    EFFECT,
    NONE,
    PUTS,
    TO,
    Builder,
    Candidate,
    Candidates,
    Condition,
    Int,
    Integer,
    Moves,
    OneOrMore,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteType,
    SpanOfSites,
    Word,
    absent,
    as_int,
    carried,
    every,
    frozen,
    ludeme,
    numbers,
    wide,
)
from boardless.games.ludemes.literals import Single, Truth
from boardless.games.ludemes.moves import Then, To, does
from boardless.games.ludemes.pieces import Largest, TwoStates
from boardless.games.ludemes.sites import FromSite, ToSite
from boardless.games.ludemes.stacks import on_level


@frozen
class PieceNumber(Integer):
    """A number of the piece on a site, or on one level of it."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        # The field of the arrays has the name in the language: STATES, VALUES.
        field = f"{self.head}s".upper()
        if self.level is not None and b.playing(self).model.stacking:
            return on_level("number_at", self.at, self.level, b, as_int(field))
        return wide(S.fields[field, b.site(self.at)])


@ludeme("state", facts=numbers("states"), concepts="SiteState")
class StateAt(PieceNumber):
    """The local state of a site.

    Example: (state at:(last To))
    """


@ludeme("value", "Piece", facts=numbers("values"), concepts="PieceValue")
class PieceValue(PieceNumber):
    """The value of the piece on a site.

    Example: (value Piece at:(last To))
    """


def set_piece_number(
    kernel: str, at: Site, value: Int, level: Integer | None, b: Scope
) -> Candidate:
    """Return the move that sets a number of the piece on a site, or on one level of it."""
    act = does(kernel, TO, carried(1))
    numbers: tuple[Int, ...] = (value,)
    if level is not None and b.model.stacking:
        act = does(f"{kernel}_at", TO, carried(2), carried(1))
        numbers += (b.integer(level),)
    return Candidate(b, at, at, act, numbers=numbers)


@ludeme("set", "State", concepts="SiteState SetSiteState")
class SetState(Moves):
    """Set the local state of a site.

    Example: (set State at:(last To) 1)
    """

    facts = EFFECT | PUTS | numbers("states")
    type: SiteType | None
    state: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None

    def own_moves(self, b: Scope) -> Candidates:
        at = b.variable("x", b.of(self).site(self.at))
        value = b.variable("value", b.integer(self.state))
        move = set_piece_number("set_state", at, value, self.level, b)
        with b.where((at != NONE) & (value >= 0)):
            yield move


@ludeme("set", "Count", facts=EFFECT | numbers("counts"), concepts="PieceCount SetCount")
def set_count(
    node: Moves,
    b: Scope,
    type: SiteType | None,
    count: Integer,
    then: Then | None = None,
    *,
    at: Integer,
    # As in Ludii, this has no effect.
    level: Integer | None = None,
) -> Candidates:
    """Set the number of pieces of its component on a site; 0 removes them.

    Example: (set Count at:(last To) 4)
    """
    site, act = b.variable("x", b.of(node).site(at)), does("set_count", TO, carried(1))
    with b.where(site != NONE):
        yield Candidate(b, site, site, act, numbers=(b.integer(count),)).followed(then)


@ludeme("take", "Control", facts=EFFECT | PUTS, concepts="TakeControl")
def take_control(
    node: Moves,
    b: Scope,
    type: SiteType | None,
    then: Then | None = None,
    *,
    of: Role | Integer,
    by: Role | Integer,
    at: Integer | None = None,
    to: Region | None = None,
) -> Candidates:
    """Give pieces of one player to another, as the components with the same names.

    Example: (take Control of:Next by:Mover to:(sites Bottom))
    """
    if not b.model.plays_on(type):
        return  # No piece stands there.
    owner, taker = b.let(b.who(of, node)), b.let(b.who(by, node))
    components, highest = b.model.components, b.model.players + 1
    named = [(each.owner, each.name.rstrip("0123456789")) for each in components]
    numbers = {each: number for number, each in reversed([*enumerate(named, 1)])}
    others = [
        numbers.get((player, name), 0)
        for player in range(highest + 1)
        for name in ("", *(name for _, name in named))
    ]
    table, act = b.table("CONTROLLED", others), does("take_control", TO, carried(1))
    region = to or (None if at is None else Single(at))
    everywhere = SpanOfSites(1, COUNTERS.COUNT + 1)
    for site in b.of(node).loop(region or everywhere, hands=region is not None):
        what = b.variable("piece", wide(S.what[site]))
        meant = what != 0
        if of is not Role.ALL:
            meant &= wide(S.who[site]) == owner
        with b.where(every(meant, taker >= 0, taker <= highest)):
            other = b.variable("other", wide(table[taker * (len(components) + 1) + what]))
            with b.where(other != 0):
                yield Candidate(b, site, site, act, numbers=(other,)).followed(then)


@ludeme("flip", facts=ACTS | EFFECT | numbers("states"), concepts="Flip")
class Flip(Moves):
    """Set the local state of a site's piece ((to)) to the other of its two states, if any.

    Example: (flip (between))
    """

    type: SiteType | None
    at: Integer = absent(ToSite())
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        if b.model.stacking:
            self.reject("stacked pieces cannot be flipped yet")
        pairs = [-1, -1]
        for item in b.model.items:
            flips = getattr(item, "flips", None)
            pairs += [flips.first, flips.second] if isinstance(flips, Flips) else [-1, -1]
        table = b.table("FLIPS", pairs)
        at = b.variable("x", b.of(self).site(self.at))
        what = b.variable("piece", 2 * wide(S.what[at]))
        first, second = table[what], table[what + 1]
        with b.where(first >= 0):
            state = b.variable("state", wide(S.fields["STATES", at]))
            with b.where(state == first):
                b.set(state, wide(second))
            with b.otherwise(state == second):
                b.set(state, wide(first))
            act = does("set_state", TO, carried(1))
            yield Candidate(b, at, at, act, numbers=(state,))


@ludeme("flips")
class Flips(TwoStates):
    """A piece of the first state flips to the second, and back.

    Example: (flips 1 2)
    """

    first: Largest
    second: Largest


Turns = OneOrMore[Integer]


@ludeme("rotation", facts=numbers("rotations"), concepts="PieceRotation")
class RotationAt(PieceNumber):
    """The rotation of the piece on a site, 0 by default.

    Example: (rotation at:(last To))
    """


@ludeme(
    "set", "Rotation", facts=EFFECT | numbers("rotations"), concepts="PieceRotation SetRotation"
)
def set_rotation(
    node: Moves,
    b: Scope,
    to: To | None = None,
    rotations: Turns | None = None,
    then: Then | None = None,
    *,
    previous: Condition = Truth(True),
    next: Condition = Truth(True),
) -> Candidates:
    """Turn the piece on a site ((from)) to a listed rotation, the previous or the next one.

    Example: (set Rotation (to (last To)) {0 2} previous:False next:False)
    """
    target = Single(FromSite()) if to is None else to.target
    if not isinstance(target, Single):
        node.reject(f"expected one site with the piece to turn, not {target.form()}")
    at = b.variable("x", b.site(target.site))
    turn = does("turn", TO, carried(1))
    with b.where(at != NONE):
        for each in rotations or ():
            yield Candidate(b, at, at, turn, numbers=(b.integer(each),)).followed(then)
        if b.model.scene is None:
            node.reject("needs a board that is laid out")
        board = b.model.scene.board
        # The directions of cells or of vertices.
        count = max(len(board.sites_of(kind).directions["all"]) for kind in ("Cell", "Vertex"))
        for allowed, step in ((previous, count - 1), (next, 1)):
            with b.where(b.condition(allowed)):
                now = b.variable("turned", (wide(S.fields["ROTATIONS", at]) + step) % count)
                yield Candidate(b, at, at, turn, numbers=(now,)).followed(then)


class ByTurn(Word):
    """Numbers of a piece that a player may set instead of moving it."""

    ROTATION = "Rotation"


@ludeme(
    "move", "Set", concepts="PieceRotation RotationDecision", facts=EFFECT | numbers("rotations")
)
def move_set_rotation(
    node: Moves,
    b: Scope,
    what: ByTurn,
    to: To | None = None,
    rotations: Turns | None = None,
    then: Then | None = None,
    *,
    previous: Condition = Truth(True),
    next: Condition = Truth(True),
) -> Candidates:
    """Turn a piece, as (set Rotation) does.

    Example: (move Set Rotation (to (last To)))
    """
    return set_rotation(node, b, to, rotations, then, previous=previous, next=next)
