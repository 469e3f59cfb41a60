"""Chance: random moves, values and sites, and which parts of a game it decides."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.dispatch import integer
from boardless.games.language.facts import CHANCE, EFFECT
from boardless.games.language.ludeme import Limits, ludeme, ludemes_in
from boardless.games.language.reader import MAX_PARTS
from boardless.games.ludemes.kinds import Integer, Moves, Range, Region
from boardless.games.ludemes.literals import ANY_NUMBER, OFF, ends
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.sizes import Number, exact
from boardless.ir.expressions import Function, Int

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Candidate, Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.game import GameTree


sample_of = Function("sample_of", Int, state=True)


@ludeme(
    "value",
    "Random",
    example="(value Random (range 1 4))",
    facts=EFFECT | CHANCE,
    concepts="Stochastic",
)
class RandomValue(Integer):
    """A whole number of a range, by chance."""

    range: Range

    def meaning(self, b: Builder) -> Int:
        """Return a sample, -1 of an empty range."""
        found = ends(self.range, b.integer, Int.of(0), Int.named(ANY_NUMBER))
        assert found is not None
        low, high = found

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


@ludeme(
    "random", example="(random {0.25 0.75} {(move Pass) (forEach Piece)})", concepts="Stochastic"
)
class RandomRule(Moves):
    """The moves of one of some rules, chosen by chance: each rule has a weight of its own."""

    facts = EFFECT | CHANCE
    weights: Annotated[tuple[Number | Integer, ...], Limits(1, MAX_RULES)]
    rules: Annotated[tuple[Moves, ...], Limits(1, MAX_RULES)]

    def each_move(self, scope: Scope, found: Found) -> None:
        out, count = scope.out, min(len(self.weights), len(self.rules))
        for n, weight in enumerate(_weights(self, count, scope)):
            out.add(f"s.odds[0, {n}] = {weight}")
        chosen = out.assign("chosen", f"sample_by_odds(s, {count})")
        for n, rule in enumerate(self.rules[:count]):
            with out.block(f"if {chosen} == {n}:"):
                rule.each_move(scope, found)


@ludeme(
    "random", example="(random (forEach Piece) num:2)", facts=EFFECT | CHANCE, concepts="Stochastic"
)
class RandomMoves(Moves):
    """So many of the moves of a rule, chosen by chance."""

    rule: Moves
    _: KW_ONLY
    num: Integer

    def each_move(self, scope: Scope, found: Found) -> None:
        count = scope.out.assign("count", "0")
        self.rule.each_move(scope, lambda candidate: candidate.scope.out.add(f"{count} += 1"))
        chosen = _chosen(count, self.num, self.rule, scope)

        def hand_over(candidate: Candidate) -> None:
            with chosen(candidate.scope):
                found(candidate)

        self.rule.each_move(scope, hand_over)


@ludeme(
    "sites",
    "Random",
    example="(sites Random (sites Board) num:3)",
    facts=EFFECT | CHANCE,
    concepts="Stochastic",
)
class SitesRandom(Region):
    """So many sites of a region, or of the empty ones, by chance; one unless a number is given."""

    region: Region | None = None
    _: KW_ONLY
    num: Integer | None = None

    def is_of_hands(self) -> bool:
        return self.region is not None and self.region.is_of_hands()

    def meaning(self, b: Builder) -> SiteSet:
        """Return a sample of them before the first move; then a loop takes one."""
        return b.fixed(self, self._sample)

    def _sample(self, start: InitialPosition) -> list[int]:
        among = start.sites_of(self.region or SitesEmpty())
        number = 1 if self.num is None else start.evaluate(self.num)
        found: list[int] = []
        for _ in range(min(max(number, 0), len(among))):
            left = [site for site in among if site not in found]
            found.append(start.chosen("site", left, self))
        return found

    @contextmanager
    def own_loop(self, scope: Scope) -> Iterator[str]:
        from boardless.games.compiler.regions import each

        among = SitesEmpty() if self.region is None else self.region
        out, sites = scope.out, scope.builder.row()
        count = out.assign("count", "0")
        with each(among, scope, hands=True) as at:
            out.when(f"{count} < s.scratch.shape[1]", f"s.scratch[{sites}, {count}] = {at}")
            out.add(f"{count} += 1")
        # Outcomes are counted alike in every technique, whatever the numbers of sites.
        out.add(f"sort_in_plane(s, {sites}, {count})")
        chosen = _chosen(count, self.num, among, scope)
        place, at = out.name("place"), out.name("at")
        with out.block(f"for {place} in range(min({count}, s.scratch.shape[1])):"), chosen(scope):
            out.add(f"{at} = int64(s.scratch[{sites}, {place}])")
            yield at


def _weights(node: RandomRule, count: int, scope: Scope) -> list[str]:
    """Return the sources of the weights of some rules, as whole numbers."""
    weights = node.weights[:count]
    fixed = [exact(weight) for weight in weights if not isinstance(weight, Integer)]
    if min(fixed, default=Fraction()) < 0 or (len(fixed) == count and not sum(fixed)):
        node.reject("expected weights from 0 on that are not all 0")
    parts = lcm(*(weight.denominator for weight in fixed))
    if parts * max(fixed, default=Fraction()) * count > MAX_PARTS:
        node.reject(f"expected weights that are whole in at most {MAX_PARTS:,} parts")
    return [
        f"max({integer(weight, scope)}, 0) * {parts}"
        if isinstance(weight, Integer)
        else str(int(exact(weight) * parts))
        for weight in weights
    ]


def _chosen(
    count: str, number: Integer | None, among: Ludeme, scope: Scope
) -> Callable[[Scope], AbstractContextManager[None]]:
    """Sample some (1) of a loop's entries; return what opens a block for these in the same loop."""
    if is_by_chance(among):
        among.reject("chance inside of chance is read, but cannot be compiled yet")
    out, row = scope.out, scope.builder.row()
    wanted = "1" if number is None else integer(number, scope)
    out.add(f"sample_some(s, {row}, {count}, {wanted})")
    at = out.assign("at", "-1")

    @contextmanager
    def chosen(inner: Scope) -> Iterator[None]:
        inner.out.add(f"{at} += 1")
        with inner.out.block(f"if {at} < s.scratch.shape[1] and s.scratch[{row}, {at}] != 0:"):
            yield

    return chosen


@contextmanager
def sampled_again(first: str, scope: Scope) -> Iterator[None]:
    """Let chance decide inside as it has from outcome `first` on."""
    out = scope.out
    before = out.assign("sampled", "int64(s.chance[SAMPLED])")
    out.add(f"s.chance[SAMPLED] = {first}")
    yield
    out.add(f"s.chance[SAMPLED] = {before}")


def is_by_chance(node: object) -> bool:
    """Tell whether a ludeme, or something in it, is worked out by chance."""
    return any(part.facts.chance for part in ludemes_in(node))


def has_chance(game: GameTree) -> bool:
    """Tell whether something is left to chance after the start."""
    rules = game.rules
    return is_by_chance((rules.play, rules.phases, rules.end, game.equipment.items))
