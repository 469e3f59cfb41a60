"""Sowing: moves that put pieces one by one along a track."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FROM,
    TO,
    TRUE,
    Candidate,
    Candidates,
    Condition,
    EngineFunction,
    Int,
    Integer,
    Moves,
    Queued,
    S,
    Scope,
    Site,
    SiteType,
    TrackName,
    carried,
    inside,
    ludeme,
    read_in,
    record_move,
    replay_moves,
    wide,
)
from boardless.games.ludemes.combined_moves import MovesAnd
from boardless.games.ludemes.counting import CountAt
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.prior_moves import Do
from boardless.games.ludemes.sites import LastTo
from boardless.games.ludemes.tracks import tables, tracks_of

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.tracks import TrackSource
    from boardless.topo.layouts.regions import BoardTrack


@ludeme(
    "sow",
    concepts=(
        "Sow apply:SowWithEffect skip_if:SowSkip !include_self:SowSkip "
        "backtracking:SowBacktracking SowOriginFirst"
    ),
)
class Sow(Moves):
    """Put the pieces of a site one by one on the places after it on a track.

    All pieces are sown, or `count` of them, `numPerHole` at a time. The start takes part unless
    `includeSelf` is false, and first with `origin`. Places of `skipIf` are left out. If the last
    place meets `if`, `apply` acts there, and with `backtracking` or `forward` from place to place
    while both conditions hold.

    Example: (sow count:4 "Round" if:(is Even (count at:(to))) apply:(remove (to)))
    """

    facts = EFFECT
    type: SiteType | None = None
    start: Integer | None = None
    track: TrackName | None = None
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

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the effect at the last place."""
        if self.apply is not None:
            effects = self.apply.concepts()
            yield "CopyContext"
            if "RemoveEffect" in effects:
                yield "SowRemove"
            if "FromToEffect" in effects:
                yield "SowCapture"

    def own_moves(self, b: Scope) -> Candidates:
        start = b.variable("start", b.integer(self.start or LastTo()))
        amount = self.count or CountAt(at=self.start or LastTo())
        count = b.variable("count", b.integer(amount))
        owner = b.integer_or(self.owner, -1)
        reads = (
            self.num_per_hole, self.if_, self.sow_effect, self.apply, self.origin, self.skip_if,
            self.backtracking, self.forward,
        )  # fmt: skip
        track = _track(self, owner, b)
        # A site off the track cannot be sown, so it has no move.
        with b.where((count <= 0) | (track.place(start) < track.length)):
            move = Candidate(
                b, b.given("origin"), b.given("to"), lambda b: _sow(self, b), reads,
                numbers=(start, count, owner),
            )  # fmt: skip
            if b.is_making and is_sown_late(self, b.model.game):
                move = _as_found(move)
            yield move


#: The most consecutive places that may be left out.
MOST_SKIPPED = 10_000
_QUEUED = COUNTERS.QUEUED


def _as_found(move: Candidate) -> Candidate:
    """Return a move with the present effects of another, unchanged by later moves."""
    kept = record_move(move)

    def act(b: Scope) -> None:
        replay_moves(carried(1), kept.sorts, b)

    return Candidate(move.scope, move.origin, move.to, act, numbers=(kept.number,))


def _track(node: Sow, owner: Int, b: Scope) -> TrackSource:
    """Return the track of the sowing; its owner is a number, by default -1."""
    tracks, name = tracks_of(b, node), node.track

    def fits(track: BoardTrack, player: int) -> bool:
        if name is None:
            return True
        if node.owner is None:
            return track.name == name
        return track.owner == player and name in track.name

    def choose(player: int) -> BoardTrack | None:
        return next((track for track in tracks if fits(track, player)), None)

    return tables(choose, Int.of(0) if node.owner is None else owner, b, node)


def _sow(node: Sow, b: Scope) -> None:
    """Write the statements that sow, and then act at the last places."""
    number, count, owner = map(carried, (1, 2, 3))
    track, sorts = _track(node, owner, b), list[int]()
    start, done = b.variable("start", _site_of(number)), b.variable("done", 0)
    place = b.variable("place", track.first + track.place(number))
    # (to) may lag behind the pieces.
    to = b.variable("to", b.given("to"))
    value = b.variable("value", b.names.get("value", ENGINE.NONE))
    first, end = b.variable("first", wide(_QUEUED)), b.named(end=Int)[0]
    b = b.binding(to=to, value=value)

    def next_site() -> Site:
        return _site_of(track.number_at(track.after[place]))

    def go_on() -> None:
        b.set(place, wide(track.after[place]))

    def put_in(hole: Site, b: Scope) -> None:
        """Write the pieces sown in one place."""
        if node.sow_effect is not None:
            sorts.extend(b.builder.queue(node.sow_effect, b).sorts)
        holds = b.integer_or(node.num_per_hole, 1)
        for _ in b.numbers(holds, stem="_"):
            with b.where(done < count):
                one = Candidate(b, start, hole, does("sow_to", FROM, TO))
                sorts.append(b.builder.enqueue(one).sort)
            b.add(done, 1)

    if node.origin is not None:
        at_start = b.binding(origin=start)
        with b.where(at_start.condition(node.origin)):
            put_in(start, at_start)
            b.set(to, start)
    with b.where(done < count):
        skipped, index = b.variable("skipped", 0), b.variable("index", 0)
        with b.as_long_as((index < count) & (place >= 0)):
            b.set(value, count - index)
            target = b.variable("target", next_site())
            b.set(to, target)
            if node.skip_if is not None:
                skips = b.condition(node.skip_if)
                with b.where((skipped < MOST_SKIPPED) & skips):
                    b.add(skipped, 1)
                    go_on()
                    b.leave(word="continue")
                b.set(skipped, 0)
            if not node.include_self:
                with b.where(target == start):
                    go_on()
                    b.set(target, next_site())
            put_in(target, b)
            go_on()
            b.leave(done >= count)
            b.add(index, 1)
    b.set(end, wide(_QUEUED))
    b.builder.run(Queued(first, end, tuple(sorted(set(sorts)))), b, follows=False)
    if node.apply is None:
        return
    # The effect acts at the last places, all computed beforehand.
    b = b.binding(origin=start)
    b.set(first, wide(_QUEUED))
    captures = b.variable("captures", 0)
    with b.as_long_as(TRUE):
        if node.if_ is not None:
            b.leave(~b.condition(node.if_))
        effects = b.builder.queue(node.apply, b).sorts
        goes_on = node.backtracking or node.forward
        if goes_on is None:
            b.leave()
        else:
            # The sowing goes to the next place if the condition holds at both.
            steps = track.before if node.backtracking else track.after
            b.leave(~b.condition(goes_on) | (steps[place] < 0))
            b.set(place, wide(steps[place]))
            b.set(to, _site_of(track.number_at(place)))
            b.leave(~b.condition(goes_on))
            if node.backtracking is not None:
                b.leave(to == start)
            b.add(captures, 1)
            b.leave(captures >= track.length)
    b.set(end, wide(_QUEUED))
    # The consequences of each move see it as the last move.
    moved = (COUNTERS.FROM, COUNTERS.LAST)
    before = b.named(before=Int, last=Int)
    b.set_all(before, *map(wide, moved))
    for taken in b.numbers(end, first, stem="taken"):
        for column, counter in enumerate(moved, 1):
            b.set(counter, S.queue[taken, column])
        b.builder.run(Queued(taken, taken + 1, effects), b)
    for counter, kept in zip(moved, before, strict=True):
        b.set(counter, kept)


_site_of = EngineFunction("site_of", Site, state=True)


def is_sown_late(node: Sow, game: GameTree) -> bool:
    """Return True if the moves at the end of sowing are generated before other effects act.

    This is so if rules of the same ``and`` change values that sowing reads, or if the sowing is a
    prior of several moves.
    """
    if node.apply is None:
        return False
    nodes = tuple(inside(game))
    if any(isinstance(x, Do) and x.next and node in inside(x.prior) for x in nodes):
        return True
    if "memory" not in read_in((node.apply, node.if_)):
        return False
    beside = (x.rules for x in nodes if isinstance(x, MovesAnd) and node in x.rules)
    return any("memory" in rule.facts.changes for rules in beside for rule in rules)
