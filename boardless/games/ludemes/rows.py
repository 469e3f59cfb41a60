"""Rows: cards in a fixed order, which keep their known facts as they move along."""

from __future__ import annotations

from dataclasses import KW_ONLY

from boardless.games.kit import (
    EFFECT,
    NONE,
    OURS,
    PUTS,
    Candidate,
    Candidates,
    Integer,
    Moves,
    OfThisProgram,
    Region,
    S,
    Scope,
    carried,
    ludeme,
    needs,
)
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.moves import Then


@ludeme("closeUp", source=OURS, facts=EFFECT | PUTS | needs("decks"))
def close_up(b: Scope, row: Region, then: Then | None = None) -> Candidates:
    """Close a gap in a hand: the cards behind a free place move up by one place.

    Numbers and visibility of a card move with it.

    Example: (closeUp (sites Hand Mover))
    """

    def act(b: Scope) -> None:
        before = b.variable("before", NONE)
        for at in b.loop(row, hands=True):
            with b.where((before != NONE) & (S.what[before] == 0) & (S.what[at] != 0)):
                b.do("carry_card", at, before)
            b.set(before, at)

    yield Candidate(b, NONE, NONE, act, (row,)).followed(then)


@ludeme("makeRoom", facts=EFFECT | PUTS | needs("decks"))
class MakeRoom(OfThisProgram, Moves):
    """Free a place of a hand: the cards from there up to a gap move along by one place.

    Numbers and visibility of a card move with it. In a full hand nothing moves.

    Example: (makeRoom (sites Hand Shared) at:(handSite Shared 2))
    """

    row: Region
    then: Then | None = None
    _: KW_ONLY
    at: Integer

    def __post_init__(self) -> None:
        if not isinstance(self.row, SitesHand):
            self.reject("expected a hand, which has an order of places")

    def legal(self, b: Scope) -> Candidates:
        def act(b: Scope) -> None:
            free, first = b.variable("free", NONE), carried(1)
            for at in b.loop(self.row, hands=True):
                with b.where((free == NONE) & (at >= first) & (S.what[at] == 0)):
                    b.set(free, at)
            with b.where(free != NONE):
                b.do("make_room", first, free)

        target = b.variable("x", b.site(self.at))
        move = Candidate(b, NONE, NONE, act, (self.row,), numbers=(target,))
        yield move.followed(self.then)
