"""States, values, counts and rotations of the pieces on sites."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

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
    Ludeme,
    Moves,
    OneOrMore,
    Region,
    Role,
    S,
    Scope,
    SiteType,
    SpanOfSites,
    Word,
    absent,
    as_int,
    carried,
    every,
    ludeme,
    numbers,
    wide,
)
from boardless.games.ludemes.literals import Single, Truth
from boardless.games.ludemes.moves import Then, To, does
from boardless.games.ludemes.pieces import Largest, TwoStates
from boardless.games.ludemes.sites import FromSite, ToSite
from boardless.games.ludemes.stacks import on_level


@dataclass(frozen=True)
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

    def legal(self, b: Scope) -> Candidates:
        at = b.variable("x", b.of(self).site(self.at))
        value = b.variable("value", b.integer(self.state))
        act = does("set_state", TO, carried(1))
        numbers: tuple[Int, ...] = (value,)
        if self.level is not None and b.model.stacking:
            act = does("set_state_at", TO, carried(2), carried(1))
            numbers += (b.integer(self.level),)
        with b.where((at != NONE) & (value >= 0)):
            yield Candidate(b, at, at, act, numbers=numbers).followed(self.then)


@ludeme("set", "Count", facts=EFFECT | numbers("counts"), concepts="PieceCount SetCount")
class SetCount(Moves):
    """Set the number of pieces of its component on a site; 0 removes them.

    Example: (set Count at:(last To) 4)
    """

    type: SiteType | None
    count: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer
    #: As in Ludii, this has no effect.
    level: Integer | None = None

    def legal(self, b: Scope) -> Candidates:
        at = b.variable("x", b.of(self).site(self.at))
        act = does("set_count", TO, carried(1))
        with b.where(at != NONE):
            count = b.integer(self.count)
            yield Candidate(b, at, at, act, numbers=(count,)).followed(self.then)


@ludeme("take", "Control", concepts="TakeControl")
class TakeControl(Moves):
    """Give pieces of one player to another, as the components with the same names.

    Example: (take Control of:Next by:Mover to:(sites Bottom))
    """

    facts = EFFECT | PUTS
    type: SiteType | None
    then: Then | None = None
    _: KW_ONLY
    of: Role | Integer
    by: Role | Integer
    at: Integer | None = None
    to: Region | None = None

    def legal(self, b: Scope) -> Candidates:
        if not b.model.plays_on(self.type):
            return  # No piece stands there.
        owner, taker = b.let(b.who(self.of, self)), b.let(b.who(self.by, self))
        components, highest = b.model.components, b.model.players + 1
        others = [0] * ((highest + 1) * (len(components) + 1))
        for place in range(len(others)):
            player, number = divmod(place, len(components) + 1)
            if number:
                name = components[number - 1].name.rstrip("0123456789")
                others[place] = next((
                    other for other, candidate in enumerate(components, 1)
                    if candidate.owner == player and candidate.name.rstrip("0123456789") == name
                ), 0)  # fmt: skip
        table, act = b.table("CONTROLLED", others), does("take_control", TO, carried(1))
        region = self.to or (None if self.at is None else Single(self.at))
        everywhere = SpanOfSites(1, COUNTERS.COUNT + 1)
        for at in b.of(self).loop(region or everywhere, hands=region is not None):
            what = b.variable("piece", wide(S.what[at]))
            meant = what != 0
            if self.of is not Role.ALL:
                meant &= wide(S.who[at]) == owner
            with b.where(every(meant, taker >= 0, taker <= highest)):
                other = b.variable("other", wide(table[taker * (len(components) + 1) + what]))
                with b.where(other != 0):
                    yield Candidate(b, at, at, act, numbers=(other,)).followed(self.then)


@ludeme("flip", facts=ACTS | EFFECT | numbers("states"), concepts="Flip")
class Flip(Moves):
    """Set the local state of a site's piece ((to)) to the other of its two states, if any.

    Example: (flip (between))
    """

    type: SiteType | None
    at: Integer = absent(ToSite())
    then: Then | None = None

    def legal(self, b: Scope) -> Candidates:
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
            yield Candidate(b, at, at, act, numbers=(state,)).followed(self.then)


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


@ludeme("set", "Rotation", concepts="PieceRotation SetRotation")
class SetRotation(Moves):
    """Turn the piece on a site ((from)) to a listed rotation, the previous or the next one.

    Example: (set Rotation (to (last To)) {0 2} previous:False next:False)
    """

    facts = EFFECT | numbers("rotations")
    to: To | None = None
    rotations: Turns | None = None
    then: Then | None = None
    _: KW_ONLY
    previous: Condition = Truth(True)
    next: Condition = Truth(True)

    def legal(self, b: Scope) -> Candidates:
        target = Single(FromSite()) if self.to is None else self.to.target
        if not isinstance(target, Single):
            self.reject(f"expected one site with the piece to turn, not {target.form()}")
        at = b.variable("x", b.site(target.site))
        turn = does("turn", TO, carried(1))
        with b.where(at != NONE):
            for each in self.rotations or ():
                yield Candidate(b, at, at, turn, numbers=(b.integer(each),)).followed(self.then)
            count = _rotations(self, b)
            for allowed, step in ((self.previous, count - 1), (self.next, 1)):
                with b.where(b.condition(allowed)):
                    now = b.variable("turned", (wide(S.fields["ROTATIONS", at]) + step) % count)
                    yield Candidate(b, at, at, turn, numbers=(now,)).followed(self.then)


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
    parts = {name: value for name, value in vars(node).items() if name != "what"}
    return SetRotation(**parts).legal(b)


def _rotations(node: Ludeme, b: Scope) -> int:
    """Return the number of rotations of a piece: the directions of cells or of vertices."""
    if b.model.scene is None:
        node.reject("needs a board that is laid out")
    board = b.model.scene.board
    return max(len(board.sites_of(kind).directions["all"]) for kind in ("Cell", "Vertex"))
