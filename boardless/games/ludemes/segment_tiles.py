"""Tiles with segments: their moves, and the features that the segments form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardless.games.kit import (
    CHANCE,
    COUNT,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    GROWS,
    OURS,
    PUTS,
    TO,
    TRIES,
    TRUE,
    Bool,
    Candidate,
    Candidates,
    Condition,
    Int,
    IntArray,
    Integer,
    Ludeme,
    Model,
    Moves,
    OfThisProgram,
    OneOrMore,
    Role,
    S,
    Scope,
    ScopeMode,
    ScratchRow,
    Site,
    SpanOfSites,
    as_int,
    carried,
    each,
    lifted,
    ludeme,
    needs,
    numbers,
    player_of,
    wide,
)
from boardless.games.ludemes.board_regions import sampled_sites
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Clause, From, Then, To, does, passes
from boardless.games.ludemes.scoring import scores
from boardless.games.ludemes.tile_tables import kind_bits, kinds_of, meeting_kinds
from boardless.state.engine.arrays import ODDS

_SIDES = Int.named("SIDES")
#: Names of segments.
Names = OneOrMore[str]


@ludeme("meeting")
class Meeting(OfThisProgram, Item):
    """Segments of these kinds fit next to each other; if two kinds meet, both features end.

    Example: (meeting {"Woods" "Houses"})
    """

    names: Names

    def meets(self) -> tuple[str, ...]:
        return self.names


class Settling(OfThisProgram, Clause):
    """The source of a piece for a placed tile."""

    facts = GLOBAL


@ludeme("settle")
class Settle(Settling):
    """A piece of the mover's hand may go on a segment of these kinds, if its feature is free.

    Example: (settle "Follower" {"Road" "City"})
    """

    piece: str
    names: Names


@ludeme("settle", "Marked")
class SettleMarked(Settling):
    """A piece of the mover's hand, if any, goes on the first segment with marks of a new tile.

    Example: (settle Marked "Follower")
    """

    piece: str


@ludeme("move", "LayDrawn", concepts="SegmentTiles")
class LayDrawn(OfThisProgram, Moves):
    """Take a random tile with segments from a bag, and lay it in any place and rotation.

    The tile must fit. The bag is a hand, or its sites that meet a condition. A tile without a place
    leaves the game.

    Example: (move LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))
    """

    facts = (
        EFFECT
        | PUTS
        | TRIES
        | CHANCE
        | GROWS
        | needs("segments")
        | numbers("states", "values", "rotations")
    )
    from_: From
    to: To
    settle: Settling | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        """Take tiles until one fits; the move is made with the same tiles."""
        (bag, size), most = _bag(self.from_, b), Int.of(0)
        if isinstance(self.settle, Settle | SettleMarked):
            settles = S.what[_home(self.settle.piece, self, b)] != 0
            most = b.variable("most", settles.choose(ENGINE.SEGMENTS, 0))
        first = b.variable("first", wide(S.chance["SAMPLED"]))
        left = b.variable("left", Int.call("bag_odds", bag, size))
        (kind,) = b.named(kind=Int)
        if self.from_.if_ is not None:
            for _ in b.numbers(size, name=kind):
                inner = b.binding(origin=lifted(bag + kind, Site)).switched(ScopeMode.HELD)
                with b.where(~inner.condition(self.from_.if_)):
                    b.set(left, left - wide(S.odds[0, kind]))
                    b.set(S.odds[0, kind], 0)
        any_ = b.variable("any", FALSE)
        with b.as_long_as((left > 0) & ~any_):
            b.set(kind, Int.call("sample_by_odds", size))
            b.leave(S.chance["ASKED"] != 0)
            tile = b.variable("tile", wide(S.what[bag + kind]))
            b.set(S.odds[0, kind], S.odds[0, kind] - 1)
            b.set(left, left - 1)
            if b.modes & ScopeMode.SAMPLING:
                for inner, choice in _each_sampled(self, tile, most, b):
                    yield _move(self, choice, first, bag, inner)
                    b.give(COUNT)
            for inner, bits in _fitting(self.to, tile, each(self.to.target, b), b):
                b.set(any_, TRUE)
                for choice in _choices(self, tile, bits, most, inner):
                    yield _move(self, choice, first, bag, inner)


@ludeme("can", "LayDrawn", source=OURS, facts=GLOBAL)
def can_lay_drawn(b: Scope, from_: From, to: To) -> Bool:
    """A tile of a bag fits one of these sites.

    Example: (can LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))
    """
    (bag, size), fits = _bag(from_, b), b.variable("fits", FALSE)
    for kind in b.loop(SpanOfSites(bag, bag + size, "kind")):
        with (
            b.where((S.what[kind] != 0) & ~fits),
            b.where(b.binding(origin=kind).switched(ScopeMode.HELD).holds(from_.if_)),
        ):
            for _ in _fitting(to, wide(S.what[kind]), each(to.target, b), b):
                b.set(fits, TRUE)
                b.leave()
    return fits


@ludeme("forEach", "Feature", source=OURS, facts=EFFECT | PUTS)
def for_each_feature(
    node: Moves, b: Scope, names: Names, moves: Moves, *, completed: bool | None = None
) -> Candidates:
    """The moves of a rule for each feature of some kinds with a piece on it.

    With `completed` only features completed by the last tile count: they have no open ends, or
    tiles all around them. If it is false, only incomplete features count.

    Example: (forEach Feature {"Road"} (recall "Follower"))
    """
    row, kinds = b.builder.row(), kind_bits(names, b.model, node)
    which = "HELD_ONES" if completed is None else "INCOMPLETE_ONES"
    count = Int.call("held_features", row, kinds, as_int(which))
    if completed:
        count = Int.call("completed_features", row, b.last_site, kinds)
    return _for_each(count, row, moves, b, "feature")


@ludeme("forEach", "Settled", source=OURS, facts=EFFECT | PUTS)
def for_each_settled(node: Moves, b: Scope, names: Names, moves: Moves) -> Candidates:
    """The moves of a rule for each piece on a segment of some kinds, bound in turn.

    Example: (forEach Settled {"Road"} (recall Settled "Follower"))
    """
    row, kinds = b.builder.row(), kind_bits(names, b.model, node)
    count = Int.call("settled_segments", row, kinds)
    return _for_each(count, row, moves, b, "feature", "segment")


@ludeme("segment", "Marks", source=OURS, facts=GLOBAL)
def segment_marks(node: Integer, b: Scope) -> Int:
    """The number of marks of the segment in question.

    Example: (segment Marks)
    """
    row = Int.call("segment_row", b.bound_integer("segment", node))
    return wide(IntArray.named("SEGMENT_MARKS")[row])


@ludeme("is", "Complete", source=OURS, facts=GLOBAL)
def is_complete(node: Condition, b: Scope) -> Bool:
    """The feature in question is complete, see ``(forEach Feature ...)``.

    Example: (is Complete)
    """
    feature = b.bound_integer("feature", node)
    return Bool.call("is_complete", Int.call("feature_of", feature))


@ludeme("feature", "Tiles", source=OURS, facts=GLOBAL)
def feature_tiles(node: Integer, b: Scope) -> Int:
    """The number of tiles of the feature in question, plus its neighbours if it has no ends.

    Example: (feature Tiles)
    """
    return Int.call("feature_tiles", b.bound_integer("feature", node))


@ludeme("feature", "Marks", source=OURS, facts=GLOBAL)
def feature_marks(node: Integer, b: Scope) -> Int:
    """The number of marks of the feature in question.

    Example: (feature Marks)
    """
    return Int.call("feature_marks", b.bound_integer("feature", node))


@ludeme("feature", "Touched", source=OURS, facts=GLOBAL)
def feature_touched(node: Integer, b: Scope, names: Names) -> Int:
    """The number of complete features of some kinds that the feature in question touches.

    Example: (feature Touched {"City"})
    """
    kinds, feature = kind_bits(names, b.model, node), b.bound_integer("feature", node)
    return Int.call("touched_features", b.builder.row(), feature, kinds)


@ludeme("largest", "Feature", source=OURS, facts=GLOBAL)
def largest_feature(node: Integer, b: Scope, names: Names, *, completed: bool = False) -> Int:
    """The number of tiles of the largest feature of some kinds, or the largest complete; or 0.

    Example: (largest Feature {"Road"} completed:True)
    """
    kinds = kind_bits(names, b.model, node)
    return Int.call("largest_feature", kinds, Bool.of(completed))


@ludeme("award", facts=EFFECT | PUTS)
class Award(OfThisProgram, Moves):
    """Add to the scores of all players with the most pieces on the feature in question.

    Example: (award (feature Tiles))
    """

    score: Integer

    def legal(self, b: Scope) -> Candidates:
        feature, score = b.bound_integer("feature", self), b.integer(self.score)
        yield effect(does("award", scores(b), carried(1), carried(2)), b, feature, score)


@ludeme("recall", source=OURS, facts=EFFECT | PUTS)
def recall(node: Moves, b: Scope, piece: str) -> Candidates:
    """Return the pieces on the feature in question to their players' hands.

    Example: (recall "Follower")
    """
    act = does("recall", carried(1), _homes(piece, node, b))
    yield effect(act, b, b.bound_integer("feature", node))


@ludeme("recall", "Settled", source=OURS, facts=EFFECT | PUTS)
def recall_settled(node: Moves, b: Scope, piece: str) -> Candidates:
    """Return the piece on the segment in question to its player's hand.

    Example: (recall Settled "Follower")
    """
    act = does("recall_settled", carried(1), _homes(piece, node, b))
    yield effect(act, b, b.bound_integer("segment", node))


def _move(node: LayDrawn, choice: tuple[Int, Int], first: Int, bag: int, b: Scope) -> Candidate:
    """Return the move that lays a rotated tile, with a piece on a segment."""

    def act(b: Scope) -> None:
        b.do("lay_taken", TO, carried(1), bag, carried(3), carried(4))
        if isinstance(node.settle, Settle | SettleMarked):
            home, segment = _home(node.settle.piece, node, b), carried(2)
            b.do_if(segment != 0, "settle_on", TO, segment - 1, b.mover, home)

    at, known = b.bound_site("to", node), (*choice, first, wide(S.chance["SAMPLED"]))
    rule = node if b.modes & ScopeMode.SAMPLING else None
    return Candidate(b, at, at, act, numbers=known, rule=rule)


def _each_sampled(
    node: LayDrawn, tile: Int, most: Int, b: Scope
) -> Iterator[tuple[Scope, tuple[Int, Int]]]:
    """Iterate over sampled sites, each with one way to lay a tile there."""
    options = _SIDES * (most + 1) if isinstance(node.settle, Settle) else _SIDES
    for at, option in sampled_sites(node.to.target, options, b):
        for inner, bits in _fitting(node.to, tile, (at,), b):
            b.set(bits, bits & 1 << option % _SIDES)
            which = b.variable("which", option // _SIDES)
            for choice in _choices(node, tile, bits, most, inner, which):
                yield inner, choice


def _choices(
    node: LayDrawn, tile: Int, bits: Int, most: Int, b: Scope, only: Int | None = None
) -> Iterator[tuple[Int, Int]]:
    """Iterate over the rotations of a tile and the segments, from 1, that may get a piece."""
    # Segment 0 does not exist; the loop covers all segments unless `only` names one.
    if isinstance(node.settle, SettleMarked):
        marked = b.table("MARKED", _marked(b.model))
        for turns in _turns(bits, b):
            yield turns, b.variable("which", (most > 0).choose(wide(marked[tile]), 0))
        return
    names = node.settle.names if isinstance(node.settle, Settle) else ()
    if names and meeting_kinds(b.model):
        node.reject("expected (settle Marked ...) where segments meet others: see (meeting ...)")
    kinds, row = kind_bits(names, b.model, node), b.builder.row()
    parts = Int.call("held_parts", row, b.bound_site("to", node))
    held = b.variable("held", (most > 0).choose(parts, 0))
    for turns in _turns(bits, b):
        all_held = b.variable("held", Int.call("held_with", row, tile, turns, held))
        begin, end = (0, most + 1) if only is None else (only, only + 1)
        for which in b.numbers(end, begin, stem="which"):
            with b.where(Bool.call("may_hold", tile, turns, which - 1, kinds, all_held)):
                yield turns, which


def _turns(bits: Int, b: Scope) -> Iterator[Int]:
    """Iterate over the rotations of a tile with set bits."""
    for turns in b.numbers(_SIDES, stem="turns"):
        with b.where(bits >> turns & 1 != 0):
            yield turns


def _fitting(to: To, tile: Int, sites: Iterable[Site], b: Scope) -> Iterator[tuple[Scope, Int]]:
    """Iterate over the sites that a tile fits, with its possible rotations there."""
    for at in sites:
        inner = b.binding(to=at)
        with b.where(passes(to, inner)):
            bits = b.variable("bits", Int.call("turns_that_fit", at, tile))
            with b.where(bits != 0):
                yield inner, bits


def _bag(node: From, scope: Scope) -> tuple[int, int]:
    """Return the first site of a bag, and its number of sites."""
    region = node.region
    if not isinstance(region, SitesHand) or region.role is not Role.SHARED:
        node.reject("expected a hand that all share, such as (sites Hand Shared)")
    if not kinds_of(scope.model):
        node.reject("expected tiles with segments among the equipment")
    sites = scope.model.hand_sites(player_of(region.role))
    if not sites or sites != list(range(sites[0], sites[0] + len(sites))) or len(sites) > ODDS:
        node.reject(f"expected one hand that all share, of at most {ODDS} sites")
    return 1 + sites[0], len(sites)


def _homes(piece: str, node: Ludeme, b: Scope) -> IntArray:
    """Return a table: for each player the site of the hand and the component."""
    model = b.model
    homes = [0, 0]
    for player in range(1, model.players + 1):
        sites = model.hand_sites(player)
        if not sites:
            node.reject(f"player {player} has no hand")
        homes += [1 + sites[0], model.component(piece, node, player)]
    return b.table("HOMES", homes)


def _home(piece: str, node: LayDrawn, b: Scope) -> Int:
    """Return the site of the mover's hand with the pieces."""
    return wide(_homes(piece, node, b)[2 * b.mover])


def _for_each(count: Int, row: ScratchRow, rule: Moves, b: Scope, *names: str) -> Candidates:
    """Iterate over the moves of a rule for each of the first numbers in a row, by these names."""
    for n in b.numbers(b.variable("count", count)):
        number = b.variable("feature", wide(row[n]))
        yield from rule.legal(b.binding(**dict.fromkeys(names, number)))


def _marked(model: Model) -> list[int]:
    """Return one more than the first segment with marks of each component, or 0."""
    firsts = [0]
    for item in model.items:
        marks = [getattr(part, "marks", 0) for part in getattr(item, "segments", ())]
        firsts.append(next((n for n, count in enumerate(marks, 1) if count), 0))
    return firsts
