"""Chance: random moves, values and sites, and which parts of a game it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    Bool,
    Builder,
    Candidates,
    EngineFunction,
    FixedRegion,
    InitialPosition,
    Int,
    IntArray,
    Integer,
    Limits,
    Ludeme,
    Moves,
    Range,
    Region,
    S,
    Scope,
    Site,
    each,
    greater,
    is_by_chance,
    lesser,
    lifted,
    ludeme,
    wide,
)
from boardless.games.language.reader import MAX_PARTS
from boardless.games.ludemes.literals import ANY_NUMBER, OFF, ends
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.sizes import Number, exact

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree


sample_of = EngineFunction("sample_of", Int, state=True)
#: The length of a row of ``s.scratch``.
ROOM = IntArray.named("s.scratch.shape")[1]


@ludeme("value", "Random", facts=EFFECT | CHANCE, concepts="Stochastic")
class RandomValue(Integer):
    """A whole number in a range, chosen at random.

    Example: (value Random (range 1 4))
    """

    range: Range

    def meaning(self, b: Builder) -> Int:
        """Return a sample, or -1 for an empty range."""
        limits = ends(self.range, b.integer, Int.of(0), Int.named(ANY_NUMBER))
        assert limits is not None
        low, high = limits

        def sample() -> Int:
            if b.scope is not None:
                return b.let(low + sample_of(high - low + 1, 0), "value")
            start = b.start(self)
            options = range(start.value_of(low, self), start.value_of(high, self) + 1)
            if len(options) > 1_000_001:
                self.reject("expected a range of at most a million integers")
            return Int.of(start.chosen("value", options, self))

        return b.either(low <= high, sample, lambda: Int.of(OFF))


#: The most rules that chance may choose between.
MAX_RULES = 256


@ludeme("random", facts=EFFECT | CHANCE, concepts="Stochastic")
def random_rule(
    node: Moves,
    b: Scope,
    weights: Annotated[tuple[Number | Integer, ...], Limits(1, MAX_RULES)],
    rules: Annotated[tuple[Moves, ...], Limits(1, MAX_RULES)],
) -> Candidates:
    """The moves of one rule out of several, chosen at random by their weights.

    Example: (random {0.25 0.75} {(move Pass) (forEach Piece)})
    """
    count = min(len(weights), len(rules))
    for n, weight in enumerate(_odds(node, weights[:count], b)):
        b.set(S.odds[0, n], weight)
    chosen = b.variable("chosen", Int.call("sample_by_odds", count))
    for n, rule in enumerate(rules[:count]):
        with b.where(chosen == n):
            yield from rule.legal(b)


@ludeme("random", facts=EFFECT | CHANCE, concepts="Stochastic")
def random_moves(b: Scope, rule: Moves, *, num: Integer) -> Candidates:
    """N of the moves of a rule, chosen at random.

    Example: (random (forEach Piece) num:2)
    """
    count = b.variable("count", 0)
    for _ in rule.legal(b):
        b.add(count, 1)
    is_chosen = _chosen(count, num, rule, b)
    for move in rule.legal(b):
        with b.where(is_chosen()):
            yield move


@ludeme("sites", "Random", facts=EFFECT | CHANCE, concepts="Stochastic")
class SitesRandom(FixedRegion):
    """N sites (default 1) of a region, or of the empty sites, chosen at random.

    Example: (sites Random (sites Board) num:3)
    """

    region: Region | None = None
    _: KW_ONLY
    num: Integer | None = None

    def is_of_hands(self) -> bool:
        return self.region is not None and self.region.is_of_hands()

    def at_start(self, start: InitialPosition) -> list[int]:
        """Return a sample of the sites drawn before the first move; a loop then draws one."""
        among = start.sites_of(self.region or SitesEmpty())
        number = start.evaluate(self.num, 1)
        sample: list[int] = []
        for _ in range(min(max(number, 0), len(among))):
            left = [site for site in among if site not in sample]
            sample.append(start.chosen("site", left, self))
        return sample

    def own_loop(self, b: Scope) -> Iterator[Site]:
        among = SitesEmpty() if self.region is None else self.region
        sites, count = b.builder.row(), b.variable("count", 0)
        for at in each(among, b, hands=True):
            b.set_if(count < ROOM, sites[count], at)
            b.add(count, 1)
        # Every technique counts outcomes alike, although sites have different numbers.
        b.do("sort_in_plane", sites, count)
        is_chosen = _chosen(count, self.num, among, b)
        for place in b.numbers(lesser(count, ROOM), stem="place"):
            with b.where(is_chosen()):
                yield b.variable("at", lifted(wide(sites[place]), Site))


def _odds(node: Ludeme, weights: tuple[Number | Integer, ...], b: Scope) -> list[Int]:
    """Return the weights of rules as whole numbers."""
    count = len(weights)
    fixed = [exact(weight) for weight in weights if not isinstance(weight, Integer)]
    if min(fixed, default=Fraction()) < 0 or (len(fixed) == count and not sum(fixed)):
        node.reject("expected weights from 0 on that are not all 0")
    parts = lcm(*(weight.denominator for weight in fixed))
    if parts * max(fixed, default=Fraction()) * count > MAX_PARTS:
        node.reject(f"expected weights that are whole in at most {MAX_PARTS:,} parts")
    return [
        greater(b.integer(weight), 0) * parts
        if isinstance(weight, Integer)
        else Int.of(int(exact(weight) * parts))
        for weight in weights
    ]


def _chosen(count: Int, number: Integer | None, among: Ludeme, b: Scope) -> Callable[[], Bool]:
    """Sample some (1) of a loop's entries; return the test for the next entry of that loop."""
    if is_by_chance(among):
        among.reject("chance inside of chance is valid, but cannot be compiled yet")
    row = b.builder.row()
    b.do("sample_some", row, count, b.integer_or(number, 1))
    at = b.variable("at", -1)

    def is_chosen() -> Bool:
        b.add(at, 1)
        return (at < ROOM) & (row[at] != 0)

    return is_chosen


@contextmanager
def sampled_again(first: Int, b: Scope) -> Iterator[None]:
    """Replay inside the decisions of chance, from outcome `first` on."""
    before = b.variable("sampled", wide(S.chance["SAMPLED"]))
    b.set(S.chance["SAMPLED"], first)
    yield
    b.set(S.chance["SAMPLED"], before)


def has_chance(game: GameTree) -> bool:
    """Return True if a game has chance after the start."""
    rules = game.rules
    return is_by_chance((rules.play, rules.phases, rules.end, game.equipment.items))
