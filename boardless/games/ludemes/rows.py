"""Rows: cards that lie one behind another, and keep what is known of them when they move along."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import site
from boardless.games.language.facts import EFFECT, PUTS, needs
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.kinds import Integer, Moves, OfThisProgram, Region
from boardless.games.ludemes.moves import Then

if TYPE_CHECKING:
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


@ludeme("closeUp", example="(closeUp (sites Hand Mover))", facts=EFFECT | PUTS | needs("decks"))
class CloseUp(OfThisProgram, Moves):
    """Close a gap in a hand: what lies behind a free place moves up by one place.

    Numbers of a card go with it, and so does who sees it.
    """

    row: Region
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        def act(inner: Scope) -> None:
            before = inner.out.assign("before", "NONE")
            with inner.loop(self.row, hands=True) as at:
                moves = f"{before} != NONE and s.what[{before}] == 0 and s.what[{at}] != 0"
                inner.out.when(moves, f"carry_card(s, {at}, {before})")
                inner.out.add(f"{before} = {at}")

        found(Candidate(scope, "NONE", "NONE", act, (self.row,)).followed(self.then))


@ludeme(
    "makeRoom",
    example="(makeRoom (sites Hand Shared) at:(handSite Shared 2))",
    facts=EFFECT | PUTS | needs("decks"),
)
class MakeRoom(OfThisProgram, Moves):
    """Free a place of a hand: what lies there, and behind it up to a gap, moves on by one place.

    Numbers of a card go with it, and so does who sees it. In a full hand nothing moves.
    """

    row: Region
    then: Then | None = None
    _: KW_ONLY
    at: Integer

    def __post_init__(self) -> None:
        if not isinstance(self.row, SitesHand):
            self.reject("expected a hand, whose places follow one another")

    def each_move(self, scope: Scope, found: Found) -> None:
        target = scope.out.assign("x", site(self.at, scope))

        def act(inner: Scope) -> None:
            free = inner.out.assign("free", "NONE")
            with inner.loop(self.row, hands=True) as at:
                is_free = f"{free} == NONE and {at} >= number1 and s.what[{at}] == 0"
                inner.out.when(is_free, f"{free} = {at}")
            inner.out.when(f"{free} != NONE", f"make_room(s, number1, {free})")

        move = Candidate(scope, "NONE", "NONE", act, (self.row,), numbers=(target,))
        found(move.followed(self.then))
