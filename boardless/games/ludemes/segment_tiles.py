"""Tiles with segments: taken and laid, and the features that the segments make."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.builder import Span
from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, holds, integer
from boardless.games.compiler.owner_bitboards import sampled_sites
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import player_of
from boardless.games.compiler.tile_tables import kind_bits, kinds_of, meeting_kinds
from boardless.games.language.facts import (
    CHANCE,
    EFFECT,
    GLOBAL,
    GROWS,
    PUTS,
    TRIES,
    needs,
    numbers,
)
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.kinds import Condition, Integer, Moves, OfThisProgram, Role
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Clause, From, Then, To, passes
from boardless.games.ludemes.scoring import scores
from boardless.ir.expressions import Array, Bool, Int, S, wide
from boardless.state.engine.arrays import ODDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope

#: Names of segments.
Names = Annotated[tuple[str, ...], Limits(1)]


@ludeme("meeting", example='(meeting {"Woods" "Houses"})')
class Meeting(OfThisProgram, Item):
    """Segments of these kinds fit next to one another; where two kinds meet, both have ended."""

    names: Names


class Settling(OfThisProgram, Clause):
    """The source of a piece on a tile that is laid."""

    facts = GLOBAL


@ludeme("settle", example='(settle "Follower" {"Road" "City"})')
class Settle(Settling):
    """A piece of the mover's hand may come on a segment of these kinds, if its feature is free."""

    piece: str
    names: Names


@ludeme("settle", "Marked", example='(settle Marked "Follower")')
class SettleMarked(Settling):
    """A piece of the mover's hand, if any, comes on the first segment with marks of a tile laid."""

    piece: str


@ludeme(
    "move",
    "LayDrawn",
    example="(move LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))",
    concepts="SegmentTiles",
)
class LayDrawn(OfThisProgram, Moves):
    """Take a tile with segments from a bag by chance, and lay it where it fits, in any turn.

    The bag is a hand, or its sites that meet a condition; what fits nowhere leaves the game.
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

    def each_move(self, scope: Scope, found: Found) -> None:
        """Take tiles until one fits; the tiles taken for a move are known when it is made."""
        out = scope.out
        bag, size = _bag(self.from_, scope)
        first, left, kind, tile = (out.name(stem) for stem in ("first", "left", "kind", "tile"))
        bits, most = out.name("bits"), "0"
        if isinstance(self.settle, Settle | SettleMarked):
            home = _home(self.settle.piece, self, scope)
            most = out.assign("most", f"SEGMENTS if s.what[{home}] != 0 else 0")
        out.add(f"{first} = int64(s.chance[SAMPLED])")
        out.add(f"{left} = bag_odds(s, {bag}, {size})")
        if self.from_.if_ is not None:
            with out.block(f"for {kind} in range({size}):"):
                inner = scope.binding(origin=f"({bag} + {kind})", hand=True)
                with out.block(f"if not {condition(self.from_.if_, inner)}:"):
                    out.add(f"{left} -= int64(s.odds[0, {kind}])")
                    out.add(f"s.odds[0, {kind}] = 0")
        any_ = out.assign("any", "False")
        with out.block(f"while {left} > 0 and not {any_}:"):
            out.add(f"{kind} = sample_by_odds(s, {size})")
            out.when("s.chance[ASKED] != 0", "break")
            out.add(f"{tile} = int64(s.what[{bag} + {kind}])")
            out.add(f"s.odds[0, {kind}] -= 1")
            out.add(f"{left} -= 1")
            if scope.sampled_by is not None:
                with _each_sampled(self, tile, most, scope) as (inner, numbers):
                    found(_candidate(self, numbers, first, bag, inner))
                    out.add("return count")
            with _fitting(self.to, tile, bits, scope) as inner:
                out.add(f"{any_} = True")
                with _choices(self, tile, bits, most, inner) as numbers:
                    found(_candidate(self, numbers, first, bag, inner))


@ludeme(
    "can",
    "LayDrawn",
    example="(can LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))",
)
class CanLayDrawn(OfThisProgram, Condition):
    """A tile of a bag fits one of these sites."""

    facts = GLOBAL
    from_: From
    to: To

    def meaning(self, b: Builder) -> Bool:
        scope, out = b.playing(self), b.playing(self).out
        bag, size = _bag(self.from_, scope)
        fits, bits = out.assign("fits", "False"), out.name("bits")
        with (
            scope.loop(Span(bag, bag + size, "kind")) as kind,
            out.block(f"if s.what[{kind}] != 0 and not {fits}:"),
            out.block(f"if {holds(self.from_.if_, scope.binding(origin=kind, hand=True))}:"),
            _fitting(self.to, f"int64(s.what[{kind}])", bits, scope),
        ):
            out.add(f"{fits} = True")
            out.add("break")
        return Bool.named(fits)


@ludeme("forEach", "Feature", example='(forEach Feature {"Road"} (recall "Follower"))')
class ForEachFeature(OfThisProgram, Moves):
    """The moves of a rule for each feature of some kinds on which a piece stands.

    With `completed` those that the last tile completed: nothing can be joined to them, or tiles
    lie all around them; if it is false those that are not complete.
    """

    facts = EFFECT | PUTS
    names: Names
    moves: Moves
    _: KW_ONLY
    completed: bool | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        row, kinds = scope.builder.row(), kind_bits(self.names, scope.model, self)
        which = "HELD_ONES" if self.completed is None else "INCOMPLETE_ONES"
        count = f"held_features(s, {row}, {kinds}, {which})"
        if self.completed:
            count = f"completed_features(s, {row}, {scope.last_site}, {kinds})"
        _for_each(count, row, self.moves, scope, found, "feature")


@ludeme("forEach", "Settled", example='(forEach Settled {"Road"} (recall Settled "Follower"))')
class ForEachSettled(OfThisProgram, Moves):
    """The moves of a rule for each piece on a segment of some kinds, which is in question."""

    facts = EFFECT | PUTS
    names: Names
    moves: Moves

    def each_move(self, scope: Scope, found: Found) -> None:
        row, kinds = scope.builder.row(), kind_bits(self.names, scope.model, self)
        count = f"settled_segments(s, {row}, {kinds})"
        _for_each(count, row, self.moves, scope, found, "feature", "segment")


@ludeme("segment", "Marks", example="(segment Marks)", facts=GLOBAL)
class SegmentMarks(OfThisProgram, Integer):
    """The number of marks of the segment in question."""

    def meaning(self, b: Builder) -> Int:
        row = Int.call("segment_row", b.playing(self).bound("segment", self))
        return wide(Array.named("SEGMENT_MARKS")[row])


@ludeme("is", "Complete", example="(is Complete)", facts=GLOBAL)
class IsComplete(OfThisProgram, Condition):
    """The feature in question is complete, see ``(forEach Feature ...)``."""

    def meaning(self, b: Builder) -> Bool:
        feature = b.playing(self).bound("feature", self)
        return Bool.call("is_complete", Int.call("feature_of", feature))


@ludeme("feature", "Tiles", example="(feature Tiles)", facts=GLOBAL)
class FeatureTiles(OfThisProgram, Integer):
    """On how many tiles the feature in question lies; without ends, those around it count too."""

    def meaning(self, b: Builder) -> Int:
        return Int.call("feature_tiles", b.playing(self).bound("feature", self))


@ludeme("feature", "Marks", example="(feature Marks)", facts=GLOBAL)
class FeatureMarks(OfThisProgram, Integer):
    """The number of marks of the feature in question."""

    def meaning(self, b: Builder) -> Int:
        return Int.call("feature_marks", b.playing(self).bound("feature", self))


@ludeme("feature", "Touched", example='(feature Touched {"City"})', facts=GLOBAL)
class FeatureTouched(OfThisProgram, Integer):
    """The number of complete features of some kinds that the feature in question touches."""

    names: Names

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        kinds, feature = kind_bits(self.names, scope.model, self), scope.bound("feature", self)
        return Int.call("touched_features", scope.builder.row(), feature, kinds)


@ludeme("largest", "Feature", example='(largest Feature {"Road"} completed:True)', facts=GLOBAL)
class LargestFeature(OfThisProgram, Integer):
    """On how many tiles the largest feature of some kinds lies, or of the complete ones; else 0."""

    names: Names
    _: KW_ONLY
    completed: bool = False

    def meaning(self, b: Builder) -> Int:
        kinds = kind_bits(self.names, b.playing(self).model, self)
        return Int.call("largest_feature", kinds, Bool.of(self.completed))


@ludeme("award", example="(award (feature Tiles))", facts=EFFECT | PUTS)
class Award(OfThisProgram, Moves):
    """Add to the scores of all who have the most pieces on the feature in question."""

    score: Integer

    def each_move(self, scope: Scope, found: Found) -> None:
        feature, score = scope.bound("feature", self), integer(self.score, scope)
        found(effect(f"award(s, {scores(scope)}, number1, number2)", scope, feature, score))


@ludeme("recall", example='(recall "Follower")', facts=EFFECT | PUTS)
class Recall(OfThisProgram, Moves):
    """Put the pieces that stand on the feature in question back into their players' hands."""

    piece: str

    def each_move(self, scope: Scope, found: Found) -> None:
        act = f"recall(s, number1, {_homes(self.piece, self, scope)})"
        found(effect(act, scope, scope.bound("feature", self)))


@ludeme("recall", "Settled", example='(recall Settled "Follower")', facts=EFFECT | PUTS)
class RecallSettled(OfThisProgram, Moves):
    """Put the piece that stands on the segment in question back into its player's hand."""

    piece: str

    def each_move(self, scope: Scope, found: Found) -> None:
        act = f"recall_settled(s, number1, {_homes(self.piece, self, scope)})"
        found(effect(act, scope, scope.bound("segment", self)))


def _candidate(
    node: LayDrawn, numbers: tuple[str, str], first: str, bag: int, scope: Scope
) -> Candidate:
    """Return the move that lays a tile as it is turned, with a piece on a segment."""
    at = scope.bound("to", node)
    allowed = (*numbers, first, "int64(s.chance[SAMPLED])")
    rule = node if scope.sampled_by is not None else None
    move = Candidate(scope, at, at, _laid(bag, node), numbers=allowed, rule=rule)
    return move.followed(node.then)


@contextmanager
def _each_sampled(
    node: LayDrawn, tile: str, most: str, scope: Scope
) -> Iterator[tuple[Scope, tuple[str, str]]]:
    """Open a loop over sampled sites, each with one way to lay a tile there."""
    out, bits, which = scope.out, scope.out.name("bits"), scope.out.name("which")
    several = isinstance(node.settle, Settle)
    options = f"(SIDES * ({most} + 1))" if several else "SIDES"
    with (
        sampled_sites(node.to.target, options, scope) as (at, option),
        _fitting_at(node.to, tile, bits, scope, at) as inner,
    ):
        out.add(f"{bits} &= 1 << {option} % SIDES")
        out.add(f"{which} = {option} // SIDES")
        with _choices(node, tile, bits, most, inner, f"{which}, {which} + 1") as numbers:
            yield inner, numbers


@contextmanager
def _choices(
    node: LayDrawn, tile: str, bits: str, most: str, scope: Scope, among: str = ""
) -> Iterator[tuple[str, str]]:
    """Open a loop over the turns of a tile and the segments, from 1, on which a piece may come."""
    # The first of the segments, 0, is none; `among` is a range of them, all unless given.
    out, at = scope.out, scope.bound("to", node)
    turns, which = out.name("turns"), out.name("which")
    if isinstance(node.settle, SettleMarked):
        marked = scope.constant("MARKED", _marked(scope.model))
        turned = f"for {turns} in range(SIDES):"
        with out.block(turned), out.block(f"if {bits} >> {turns} & 1 != 0:"):
            out.add(f"{which} = int64({marked}[{tile}]) if {most} > 0 else 0")
            yield turns, which
        return
    names = node.settle.names if isinstance(node.settle, Settle) else ()
    if names and meeting_kinds(scope.model):
        node.reject("expected (settle Marked ...) where segments meet others: see (meeting ...)")
    kinds = kind_bits(names, scope.model, node)
    row, all_held = scope.builder.row(), out.name("held")
    held = out.assign("held", f"held_parts(s, {row}, {at}) if {most} > 0 else 0")
    with (
        out.block(f"for {turns} in range(SIDES):"),
        out.block(f"if {bits} >> {turns} & 1 != 0:"),
    ):
        out.add(f"{all_held} = held_with(s, {row}, {tile}, {turns}, {held})")
        with (
            out.block(f"for {which} in range({among or f'{most} + 1'}):"),
            out.block(f"if may_hold(s, {tile}, {turns}, {which} - 1, {kinds}, {all_held}):"),
        ):
            yield turns, which


def _laid(bag: int, node: LayDrawn) -> Callable[[Scope], None]:
    """Return what writes the statements that lay a tile, on which a piece may come."""

    def act(inner: Scope) -> None:
        inner.out.add(f"lay_taken(s, site, number1, {bag}, number3, number4)")
        if isinstance(node.settle, Settle | SettleMarked):
            home = _home(node.settle.piece, node, inner)
            inner.out.when(
                "number2 != 0", f"settle_on(s, site, number2 - 1, {inner.mover}, {home})"
            )

    return act


@contextmanager
def _fitting(to: To, tile: str, bits: str, scope: Scope) -> Iterator[Scope]:
    """Open a loop over the sites that a tile fits, with how it can be turned there."""
    with each(to.target, scope) as at, _fitting_at(to, tile, bits, scope, at) as inner:
        yield inner


@contextmanager
def _fitting_at(to: To, tile: str, bits: str, scope: Scope, at: str) -> Iterator[Scope]:
    """Go on with a site that a tile fits, and with how it can be turned there."""
    out, inner = scope.out, scope.binding(to=at)
    with out.block(f"if {passes(to, inner)}:"):
        out.add(f"{bits} = turns_that_fit(s, {at}, {tile})")
        with out.block(f"if {bits} != 0:"):
            yield inner


def _bag(node: From, scope: Scope) -> tuple[int, int]:
    """Return the first site of a bag, and how many it has."""
    region = node.region
    if not isinstance(region, SitesHand) or region.role is not Role.SHARED:
        node.reject("expected a hand that all share, such as (sites Hand Shared)")
    if not kinds_of(scope.model):
        node.reject("expected tiles with segments among the equipment")
    sites = scope.model.hand_sites(player_of(region.role))
    if not sites or sites != list(range(sites[0], sites[0] + len(sites))) or len(sites) > ODDS:
        node.reject(f"expected one hand that all share, of at most {ODDS} sites")
    return 1 + sites[0], len(sites)


def _homes(piece: str, node: LayDrawn | Recall | RecallSettled, scope: Scope) -> str:
    """Return the name of a table: for each player the site of the hand and the component."""
    model = scope.model
    homes = [0, 0]
    for player in range(1, model.players + 1):
        sites = model.hand_sites(player)
        if not sites:
            node.reject(f"player {player} has no hand")
        homes += [1 + sites[0], model.component(piece, node, player)]
    return scope.constant("HOMES", homes)


def _home(piece: str, node: LayDrawn, scope: Scope) -> str:
    """Return the source of the site of the mover's hand on which pieces are."""
    return f"int64({_homes(piece, node, scope)}[2 * {scope.mover}])"


def _for_each(count: str, row: int, rule: Moves, scope: Scope, found: Found, *names: str) -> None:
    """Find the moves of a rule for each of the first numbers in a row, under these names."""
    with scope.loop(Span(0, scope.variable("count", Int.named(count)))) as n:
        number = scope.variable("feature", wide(S.scratch[row, n]))
        rule.each_move(scope.binding(**dict.fromkeys(names, number)), found)


def _marked(model: Model) -> list[int]:
    """Return one more than the first segment with marks of each component; 0 for none."""
    found = [0]
    for item in model.items:
        marks = [getattr(part, "marks", 0) for part in getattr(item, "segments", ())]
        found.append(next((n for n, count in enumerate(marks, 1) if count), 0))
    return found
