"""What is left to chance in the course of a game, as source."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from math import lcm

from boardless.games.compiler.generic import integer
from boardless.games.compiler.intervals import bounds
from boardless.games.compiler.left_to_chance import is_by_chance
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.payoffs import MAX_PARTS, exact
from boardless.games.compiler.regions import each, each_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import chance as h
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r


@integer.register
def _(node: b.RandomValue, scope: Scope) -> str:
    out, value = scope.out, scope.out.name("value")
    low, high = bounds(node.range, scope, ("0", "0"))
    out.add(f"{value} = -1")
    with out.block(f"if {low} <= {high}:"):
        out.add(f"{value} = {low} + draw_of(s, {high} - {low} + 1, 0)")
    return value


@moves.register
def _(node: h.RandomRule, scope: Scope, found: Found) -> None:
    out, count = scope.out, min(len(node.weights), len(node.rules))
    for n, weight in enumerate(_weights(node, count, scope)):
        out.add(f"s.odds[0, {n}] = {weight}")
    chosen = out.name("chosen")
    out.add(f"{chosen} = draw_by_odds(s, {count})")
    for n, rule in enumerate(node.rules[:count]):
        with out.block(f"if {chosen} == {n}:"):
            out.add("pass")
            moves(rule, scope, found)


def _weights(node: h.RandomRule, count: int, scope: Scope) -> list[str]:
    """Return the sources of the weights of some rules, as whole numbers."""
    given = node.weights[:count]
    known = [exact(weight, node) for weight in given if not isinstance(weight, k.Integer)]
    if min(known, default=Fraction()) < 0 or (len(known) == count and not sum(known)):
        node.reject("expected weights from 0 on that are not all 0")
    parts = lcm(*(weight.denominator for weight in known))
    if parts * max(known, default=Fraction()) * count > MAX_PARTS:
        node.reject(f"expected weights that are whole in at most {MAX_PARTS:,} parts")
    return [
        f"max({integer(weight, scope)}, 0) * {parts}"
        if isinstance(weight, k.Integer)
        else str(int(exact(weight, node) * parts))
        for weight in given
    ]


@moves.register
def _(node: h.RandomMoves, scope: Scope, found: Found) -> None:
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    moves(node.rule, scope, lambda candidate: candidate.scope.out.add(f"{count} += 1"))
    chosen = _chosen(count, node.num, node.rule, scope)

    def taken(candidate: Candidate) -> None:
        with chosen(candidate.scope):
            found(candidate)

    moves(node.rule, scope, taken)


@each_of.register
@contextmanager
def _(region: r.SitesRandom, scope: Scope) -> Iterator[str]:
    among = r.SitesEmpty() if region.region is None else region.region
    out, count, sites = scope.out, scope.out.name("count"), scope.made.row()
    out.add(f"{count} = 0")
    with each(among, scope, hands=True) as at:
        with out.block(f"if {count} < s.aside.shape[1]:"):
            out.add(f"s.aside[{sites}, {count}] = {at}")
        out.add(f"{count} += 1")
    # Outcomes are counted alike in every technique, whatever the numbers of sites.
    out.add(f"sort_in_plane(s, {sites}, {count})")
    chosen = _chosen(count, region.num, among, scope)
    place, at = out.name("place"), out.name("at")
    with out.block(f"for {place} in range(min({count}, s.aside.shape[1])):"), chosen(scope):
        out.add(f"{at} = whole(s.aside[{sites}, {place}])")
        yield at


def _chosen(
    count: str, number: k.Integer | None, among: Ludeme, scope: Scope
) -> Callable[[Scope], AbstractContextManager[None]]:
    """Add statements that choose some (1) of what a loop has gone through.

    Returns what opens a block for these alone in the same loop.
    """
    if is_by_chance(among):
        among.reject("chance inside of chance is read, but cannot be compiled yet")
    out, row = scope.out, scope.made.row()
    wanted = "1" if number is None else integer(number, scope)
    out.add(f"draw_some(s, {row}, {count}, {wanted})")
    at = out.name("at")
    out.add(f"{at} = -1")

    @contextmanager
    def chosen(inner: Scope) -> Iterator[None]:
        inner.out.add(f"{at} += 1")
        with inner.out.block(f"if {at} < s.aside.shape[1] and s.aside[{row}, {at}] != 0:"):
            inner.out.add("pass")
            yield

    return chosen
