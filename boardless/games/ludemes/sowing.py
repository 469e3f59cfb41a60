"""Sowing: pieces put one by one along a track."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.move_functions import Queued
from boardless.games.compiler.trials import is_sown_late, record_move, replay_moves
from boardless.games.language.facts import EFFECT, needs
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.counting import CountAt
from boardless.games.ludemes.kinds import Condition, Integer, Moves, SiteType
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.sites import LastTo
from boardless.games.ludemes.tracks import tables, tracks_of

if TYPE_CHECKING:
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.tracks import TrackSource
    from boardless.topo.layouts.tracks import Track


@ludeme(
    "sow",
    example='(sow count:4 "Round" if:(is Even (count at:(to))) apply:(remove (to)))',
    concepts=(
        "Sow apply:SowWithEffect skip_if:SowSkip !include_self:SowSkip "
        "backtracking:SowBacktracking SowOriginFirst"
    ),
)
class Sow(Moves):
    """Put the pieces of a site one by one on the places after it on a track.

    So many are sown, or `count`, `numPerHole` at a time; the start takes part unless
    `includeSelf` is false, and first with `origin`; places of `skipIf` are left out. If the
    last meets `if`, `apply` is done there, and with `backtracking` or `forward` from place to
    place while both hold.
    """

    facts = EFFECT | needs("tried_moves", "track_places")
    type: SiteType | None = None
    start: Integer | None = None
    track: str | None = None
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    num_per_hole: Integer | None = None
    owner: Integer | None = None
    if_: Condition | None = None
    sow_effect: Moves | None = None
    apply: Moves | None = None
    include_self: bool = True
    origin: Condition | None = None
    skip_if: Condition | None = None
    backtracking: Condition | None = None
    forward: Condition | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts, with those of what is done with the last."""
        found = set(super().own_concepts())
        if self.apply is not None:
            effects = self.apply.concepts()
            found.add("CopyContext")
            if "RemoveEffect" in effects:
                found.add("SowRemove")
            if "FromToEffect" in effects:
                found.add("SowCapture")
        return frozenset(found)

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        start = out.assign("start", integer(self.start or LastTo(), scope))
        amount = self.count or CountAt(at=self.start or LastTo())
        count = out.assign("count", integer(amount, scope))
        owner = "-1" if self.owner is None else integer(self.owner, scope)

        def act(inner: Scope) -> None:
            _sown(self, inner, "number3")

        reads = tuple(
            part
            for part in (
                self.num_per_hole, self.if_, self.sow_effect, self.apply, self.origin, self.skip_if,
                self.backtracking, self.forward,
            )
            if part is not None
        )  # fmt: skip
        track = _track(self, owner, scope)
        # From a site that is not on the track nothing can be sown: there is no such move.
        with out.block(f"if {count} <= 0 or {track.place(start)} < {track.length}:"):
            move = Candidate(
                scope, scope.given("origin"), scope.given("to"), act, reads,
                numbers=(start, count, owner),
            )  # fmt: skip
            if scope.after and is_sown_late(self, scope.model.game):
                move = _as_found(move)
            found(move.followed(self.then))


#: The most places in a row that may be left out.
MOST_SKIPPED = 10_000


def _as_found(move: Candidate) -> Candidate:
    """Return a move that does what another does now, whatever is done before it is made."""
    kept = record_move(move)

    def act(inner: Scope) -> None:
        replay_moves("number1", kept.rules, inner)

    return Candidate(move.scope, move.origin, move.to, act, numbers=(kept.number,))


def _track(node: Sow, owner: str, scope: Scope) -> TrackSource:
    """Return the track that is sown along; its owner is a number, -1 where none is said."""
    tracks, name = tracks_of(scope, node), node.track

    def fits(track: Track, player: int) -> bool:
        if name is None:
            return True
        if node.owner is None:
            return track.name == name
        return track.owner == player and name in track.name

    def choose(player: int) -> Track | None:
        return next((track for track in tracks if fits(track, player)), None)

    return tables(choose, "0" if node.owner is None else owner, scope, node)


def _sown(node: Sow, scope: Scope, owner: str) -> None:
    """Add statements that sow, and then do what there is to be done at the last places."""
    out, made = scope.out, scope.builder
    track = _track(node, owner, scope)
    for line in (
        "start = site_of(s, number1)",
        "done = 0",
        f"place = {track.first} + {track.place('number1')}",
        # What (to) means may lag behind where pieces go.
        f"to = {scope.to}",
        f"value = {'NONE' if scope.value is None else scope.value}",
        "first = int64(s.n[QUEUED])",
    ):
        out.add(line)
    inner = scope.binding(origin=scope.origin, to="to", value="value")
    rules: list[int] = []
    if node.origin is not None:
        with out.block(f"if {condition(node.origin, inner.binding(origin='start'))}:"):
            rules += _in_hole(node, inner.binding(origin="start"), "start")
            out.add("to = start")
    with out.block("if done < number2:"):
        out.add("skipped = 0")
        out.add("index = 0")
        with out.block("while index < number2 and place >= 0:"):
            out.add("value = number2 - index")
            out.add(f"target = site_of(s, int64({track.numbers}[{track.after}[place]]))")
            out.add("to = target")
            if node.skip_if is not None:
                skips = condition(node.skip_if, inner)
                with out.block(f"if skipped < {MOST_SKIPPED} and {skips}:"):
                    out.add("skipped += 1")
                    out.add(f"place = int64({track.after}[place])")
                    out.add("continue")
                out.add("skipped = 0")
            if not node.include_self:
                with out.block("if target == start:"):
                    out.add(f"place = int64({track.after}[place])")
                    out.add(f"target = site_of(s, int64({track.numbers}[{track.after}[place]]))")
            rules += _in_hole(node, inner, "target")
            out.add(f"place = int64({track.after}[place])")
            out.when("done >= number2", "break")
            out.add("index += 1")
    out.add("end = int64(s.n[QUEUED])")
    made.run(Queued("first", "end", tuple(sorted(set(rules)))), out, follows=False)
    if node.apply is not None:
        _captured(node, inner, track)


def _in_hole(node: Sow, scope: Scope, target: str) -> list[int]:
    """Add statements that write down what is sown in one place; return the rules of it."""
    out, made, rules = scope.out, scope.builder, []
    if node.sow_effect is not None:
        rules += made.queue([node.sow_effect], scope).rules
    holds = "1" if node.num_per_hole is None else integer(node.num_per_hole, scope)
    with out.block(f"for _ in range({holds}):"):
        with out.block("if done < number2:"):
            rules.append(
                made.enqueue(Candidate(scope, "start", target, does("sow_to(s, origin, site)")))
            )
        out.add("done += 1")
    return rules


def _captured(node: Sow, scope: Scope, track: TrackSource) -> None:
    """Add statements that apply an effect at the last places, which are all found beforehand."""
    assert node.apply is not None
    out, made = scope.out, scope.builder
    scope = scope.binding(origin="start")
    out.add("first = int64(s.n[QUEUED])")
    out.add("captures = 0")
    with out.block("while True:"):
        if node.if_ is not None:
            out.when(f"not {condition(node.if_, scope)}", "break")
        rules = made.queue([node.apply], scope).rules
        goes_on = node.backtracking or node.forward
        if goes_on is None:
            out.add("break")
        else:
            _moved_on(goes_on, scope, track.before if node.backtracking else track.after, track)
            if node.backtracking is not None:
                out.when("to == start", "break")
            out.add("captures += 1")
            out.when(f"captures >= {track.length}", "break")
    out.add("end = int64(s.n[QUEUED])")
    # For what follows from each it is the last move.
    out.add("before, last = int64(s.n[FROM]), int64(s.n[LAST])")
    with out.block("for taken in range(first, end):"):
        out.add("s.n[FROM] = s.queue[taken, 1]")
        out.add("s.n[LAST] = s.queue[taken, 2]")
        made.run(Queued("taken", "taken + 1", rules), out)
    out.add("s.n[FROM] = before")
    out.add("s.n[LAST] = last")


def _moved_on(goes_on: Condition, scope: Scope, steps: str, track: TrackSource) -> None:
    """Add statements that go to the next place, if the condition holds here and there."""
    out = scope.out
    out.when(f"not {condition(goes_on, scope)} or {steps}[place] < 0", "break")
    out.add(f"place = int64({steps}[place])")
    out.add(f"to = site_of(s, int64({track.numbers}[place]))")
    out.when(f"not {condition(goes_on, scope)}", "break")
