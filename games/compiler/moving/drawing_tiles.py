"""Tiles that are drawn by chance and laid, and the features that this completes, as source."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.model import Model, player_of
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.drawing_sites import drawn_sites
from boardless.games.compiler.moving.walking import passes
from boardless.games.compiler.regions import each
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.scoring import scores
from boardless.games.compiler.segment_tables import kind_bits, kinds_of, meeting_kinds
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.games.ludemes import segments as g
from boardless.games.ludemes.kinds import Role
from boardless.state.engine.arrays import ODDS


@moves.register
def _(node: g.LayDrawn, scope: Scope, found: Found) -> None:
    """Draw until a tile fits somewhere; what has been drawn for a move is known when it is made."""
    out = scope.out
    bag, size = _bag(node.from_, scope)
    first, left, kind, tile = (out.name(stem) for stem in ("first", "left", "kind", "tile"))
    any_, bits, most = out.name("any"), out.name("bits"), "0"
    if isinstance(node.settle, g.Settle | g.SettleMarked):
        most, home = out.name("most"), _home(node.settle.piece, node, scope)
        out.add(f"{most} = SEGMENTS if s.what[{home}] != 0 else 0")
    out.add(f"{first} = whole(s.lot[DRAWN])")
    out.add(f"{left} = bag_odds(s, {bag}, {size})")
    if node.from_.if_ is not None:
        with out.block(f"for {kind} in range({size}):"):
            inner = scope.binding(origin=f"({bag} + {kind})", hand=True)
            with out.block(f"if not {condition(node.from_.if_, inner)}:"):
                out.add(f"{left} -= whole(s.odds[0, {kind}])")
                out.add(f"s.odds[0, {kind}] = 0")
    out.add(f"{any_} = False")
    with out.block(f"while {left} > 0 and not {any_}:"):
        out.add(f"{kind} = draw_by_odds(s, {size})")
        with out.block("if s.lot[ASKED] != 0:"):
            out.add("break")
        out.add(f"{tile} = whole(s.what[{bag} + {kind}])")
        out.add(f"s.odds[0, {kind}] -= 1")
        out.add(f"{left} -= 1")
        if scope.drawn_by is not None:
            with _drawn(node, tile, most, scope) as (inner, numbers):
                found(_candidate(node, numbers, first, bag, inner))
                out.add("return count")
        with _fitting(node.to, tile, bits, scope) as inner:
            out.add(f"{any_} = True")
            with _choices(node, tile, bits, most, inner) as numbers:
                found(_candidate(node, numbers, first, bag, inner))


def _candidate(
    node: g.LayDrawn, numbers: tuple[str, str], first: str, bag: int, scope: Scope
) -> Candidate:
    """Return the move that lays a tile as it is turned, with a piece on a segment."""
    at = scope.bound("to", node)
    drawn = (*numbers, first, "whole(s.lot[DRAWN])")
    rule = node if scope.drawn_by is not None else None
    move = Candidate(scope, at, at, _laid(bag, node), numbers=drawn, rule=rule)
    return move.followed(node.then)


@contextmanager
def _drawn(
    node: g.LayDrawn, tile: str, most: str, scope: Scope
) -> Iterator[tuple[Scope, tuple[str, str]]]:
    """Open a loop over sites that are drawn, each with one way to lay a tile there."""
    out, bits, which = scope.out, scope.out.name("bits"), scope.out.name("which")
    several = isinstance(node.settle, g.Settle)
    options = f"(SIDES * ({most} + 1))" if several else "SIDES"
    with (
        drawn_sites(node.to.target, options, scope) as (at, option),
        _fitting_at(node.to, tile, bits, scope, at) as inner,
    ):
        out.add(f"{bits} &= 1 << {option} % SIDES")
        out.add(f"{which} = {option} // SIDES")
        with _choices(node, tile, bits, most, inner, f"{which}, {which} + 1") as numbers:
            yield inner, numbers


@contextmanager
def _choices(
    node: g.LayDrawn, tile: str, bits: str, most: str, scope: Scope, among: str = ""
) -> Iterator[tuple[str, str]]:
    """Open a loop over how a tile is turned on a site, and the segments on which a piece may come.

    Of these, the first is none; they are counted from 1, up to `most`. `among` is a range of these,
    all unless given.
    """
    out, at = scope.out, scope.bound("to", node)
    held, turns, which = out.name("held"), out.name("turns"), out.name("which")
    if isinstance(node.settle, g.SettleMarked):
        marked = scope.constant("MARKED", _marked(scope.model))
        turned = f"for {turns} in range(SIDES):"
        with out.block(turned), out.block(f"if {bits} >> {turns} & 1 != 0:"):
            out.add(f"{which} = whole({marked}[{tile}]) if {most} > 0 else 0")
            yield turns, which
        return
    names = node.settle.names if isinstance(node.settle, g.Settle) else ()
    if names and meeting_kinds(scope.model):
        node.reject("expected (settle Marked ...) where segments meet others: see (meeting ...)")
    kinds = kind_bits(names, scope.model, node)
    row, all_held = scope.made.row(), out.name("held")
    out.add(f"{held} = held_parts(s, {row}, {at}) if {most} > 0 else 0")
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


def _laid(bag: int, node: g.LayDrawn) -> Callable[[Scope], None]:
    """Return what writes the statements that lay a tile, on which a piece may come."""

    def act(inner: Scope) -> None:
        inner.out.add(f"lay_drawn(s, site, number1, {bag}, number3, number4)")
        if isinstance(node.settle, g.Settle | g.SettleMarked):
            home = _home(node.settle.piece, node, inner)
            with inner.out.block("if number2 != 0:"):
                inner.out.add(f"settle_on(s, site, number2 - 1, {inner.mover}, {home})")

    return act


@contextmanager
def _fitting(to: m.To, tile: str, bits: str, scope: Scope) -> Iterator[Scope]:
    """Open a loop over the sites that a tile fits, with how it can be turned there."""
    with each(to.target, scope) as at, _fitting_at(to, tile, bits, scope, at) as inner:
        yield inner


@contextmanager
def _fitting_at(to: m.To, tile: str, bits: str, scope: Scope, at: str) -> Iterator[Scope]:
    """Go on with a site that a tile fits, and with how it can be turned there."""
    out, inner = scope.out, scope.binding(to=at)
    with out.block(f"if {passes(to, inner)}:"):
        out.add(f"{bits} = turns_that_fit(s, {at}, {tile})")
        with out.block(f"if {bits} != 0:"):
            yield inner


def _bag(node: m.From, scope: Scope) -> tuple[int, int]:
    """Return the first site of a bag, and how many it has."""
    region = node.region
    if not isinstance(region, r.SitesHand) or region.role is not Role.SHARED:
        node.reject("expected a hand that all share, such as (sites Hand Shared)")
    if not kinds_of(scope.model):
        node.reject("expected tiles with segments among the equipment")
    sites = scope.model.hand_sites(player_of(region.role))
    if not sites or sites != list(range(sites[0], sites[0] + len(sites))) or len(sites) > ODDS:
        node.reject(f"expected one hand that all share, of at most {ODDS} sites")
    return 1 + sites[0], len(sites)


def _homes(piece: str, node: g.LayDrawn | g.Recall | g.RecallSettled, scope: Scope) -> str:
    """Return the name of a table: for each player the site of the hand and the component."""
    model = scope.model
    homes = [0, 0]
    for player in range(1, model.players + 1):
        sites = model.hand_sites(player)
        if not sites:
            node.reject(f"player {player} has no hand")
        homes += [1 + sites[0], model.component(piece, node, player)]
    return scope.constant("HOMES", homes)


def _home(piece: str, node: g.LayDrawn, scope: Scope) -> str:
    """Return the source of the site of the mover's hand on which pieces are."""
    return f"whole({_homes(piece, node, scope)}[2 * {scope.mover}])"


@condition.register
def _(node: g.CanLayDrawn, scope: Scope) -> str:
    out = scope.out
    bag, size = _bag(node.from_, scope)
    fits, kind, bits = out.name("fits"), out.name("kind"), out.name("bits")
    out.add(f"{fits} = False")
    with (
        out.block(f"for {kind} in range({bag}, {bag + size}):"),
        out.block(f"if s.what[{kind}] != 0 and not {fits}:"),
    ):
        inner = scope.binding(origin=kind, hand=True)
        drawn = "True" if node.from_.if_ is None else condition(node.from_.if_, inner)
        with (
            out.block(f"if {drawn}:"),
            _fitting(node.to, f"whole(s.what[{kind}])", bits, scope),
        ):
            out.add(f"{fits} = True")
            out.add("break")
    return fits


@moves.register
def _(node: g.ForEachFeature, scope: Scope, found: Found) -> None:
    out, row = scope.out, scope.made.row()
    kinds = kind_bits(node.names, scope.model, node)
    count, n, feature = out.name("count"), out.name("n"), out.name("feature")
    if node.completed:
        last = scope.last or "whole(s.n[LAST])"
        out.add(f"{count} = completed_features(s, {row}, {last}, {kinds})")
    else:
        which = "HELD_ONES" if node.completed is None else "INCOMPLETE_ONES"
        out.add(f"{count} = held_features(s, {row}, {kinds}, {which})")
    with out.block(f"for {n} in range({count}):"):
        out.add(f"{feature} = whole(s.aside[{row}, {n}])")
        moves(node.moves, scope.binding(feature=feature), found)


@moves.register
def _(node: g.ForEachSettled, scope: Scope, found: Found) -> None:
    out, row = scope.out, scope.made.row()
    kinds = kind_bits(node.names, scope.model, node)
    count, n, segment = out.name("count"), out.name("n"), out.name("segment")
    out.add(f"{count} = settled_segments(s, {row}, {kinds})")
    with out.block(f"for {n} in range({count}):"):
        out.add(f"{segment} = whole(s.aside[{row}, {n}])")
        moves(node.moves, scope.binding(feature=segment, segment=segment), found)


@integer.register
def _(node: g.SegmentMarks, scope: Scope) -> str:
    return f"whole(SEGMENT_MARKS[segment_row(s, {scope.bound('segment', node)})])"


@condition.register
def _(node: g.IsComplete, scope: Scope) -> str:
    return f"is_complete(s, feature_of(s, {scope.bound('feature', node)}))"


@integer.register
def _(node: g.LargestFeature, scope: Scope) -> str:
    kinds = kind_bits(node.names, scope.model, node)
    return f"largest_feature(s, {kinds}, {node.completed})"


@integer.register
def _(node: g.FeatureTiles, scope: Scope) -> str:
    return f"feature_tiles(s, {scope.bound('feature', node)})"


@integer.register
def _(node: g.FeatureMarks, scope: Scope) -> str:
    return f"feature_marks(s, {scope.bound('feature', node)})"


@integer.register
def _(node: g.FeatureTouched, scope: Scope) -> str:
    kinds = kind_bits(node.names, scope.model, node)
    return f"touched_features(s, {scope.made.row()}, {scope.bound('feature', node)}, {kinds})"


@moves.register
def _(node: g.Award, scope: Scope, found: Found) -> None:
    feature, score = scope.bound("feature", node), integer(node.score, scope)
    found(effect(f"award(s, {scores(scope)}, number1, number2)", scope, feature, score))


@moves.register
def _(node: g.Recall, scope: Scope, found: Found) -> None:
    feature = scope.bound("feature", node)
    found(effect(f"recall(s, number1, {_homes(node.piece, node, scope)})", scope, feature))


@moves.register
def _(node: g.RecallSettled, scope: Scope, found: Found) -> None:
    segment = scope.bound("segment", node)
    homes = _homes(node.piece, node, scope)
    found(effect(f"recall_settled(s, number1, {homes})", scope, segment))


def _marked(model: Model) -> list[int]:
    """Return one more than the first segment with marks of each component; 0 for none."""
    found = [0]
    for item in model.items:
        marks = [getattr(part, "marks", 0) for part in getattr(item, "segments", ())]
        found.append(next((n for n, count in enumerate(marks, 1) if count), 0))
    return found
