"""Searches by bits: moves counted, drawn and looked up as bits, and never listed.

Steps and hops of the mover's pieces are bits of their start sites, one set for each direction
(`strands`). The number of moves is the number of bits. A move's number is the same as in a list:
pieces come in the order of their sites, and the moves of one piece in the order of the rule.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from boardless.games.building.scope import ScopeMode
from boardless.games.building.shared_rules import moves_of
from boardless.games.compiler.site_sets import SITE_OF_BIT, Runs, SiteSets, bit, rotated, runs_of
from boardless.games.language.kinds import Role
from boardless.games.loops.bitboards import has_site_sets, strands_of
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr, Priority
from boardless.games.ludemes.iteration import ForEachPiece, ForEachSite
from boardless.games.ludemes.moves import Between, From
from boardless.games.ludemes.slides import Hop
from boardless.games.ludemes.steps import Step
from boardless.ir.expressions import (
    ENGINE,
    FALSE,
    FROM,
    MOVER,
    TO,
    TRUE,
    Bool,
    EngineFunction,
    Int,
    S,
    every,
    folded,
)
from boardless.ir.statements import Block, Definition, returned

if TYPE_CHECKING:
    from boardless.games.building.builder import Candidate, Candidates
    from boardless.games.building.scope import Scope
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.language.kinds import Condition, Moves
    from boardless.games.loops.bitboards import Strand
    from boardless.games.ludemes.moves import Then

#: The most strands of a search.
MOST = 24


@dataclass(frozen=True)
class StraightMoves:
    """The steps or hops of some components of the mover, all of one sort of moves."""

    sort: int
    #: The components that make them.
    pieces: tuple[int, ...]
    strands: tuple[Strand, ...]
    #: A condition on each of the sites that a move looks at, and the name that it has there.
    tests: tuple[tuple[str, Condition | None], ...]
    #: The places of the sites that a move stores.
    carries: tuple[int, ...]


#: Moves of pieces in the order of their sites.
InOrder = tuple["StraightMoves | Runs", ...]


@dataclass(frozen=True)
class BitMoves:
    """Moves as bits: the first of some groups that is not empty."""

    groups: tuple[tuple[InOrder, ...], ...]


@dataclass(frozen=True)
class Choice:
    """A condition that decides between two searches; None stands for a listed search."""

    test: Condition
    yes: BitMoves | None
    no: BitMoves | None


class Question(Enum):
    """The questions about a search that a function answers."""

    COUNT = auto()
    PICK = auto()
    LISTED = auto()
    ANY = auto()


@dataclass(frozen=True)
class Drawn:
    """The bits of moves of one sort, at most one for each site; ``at`` is such a bit."""

    bits: Int
    sort: int
    #: Its origin, its target, and the numbers that it carries.
    origin: Int
    to: Int
    carries: tuple[Int, ...]


_choice, _here = Int.named("choice"), Int.named("here")
_sort = Int.named("rule")
#: The identity of a looked-up move.
_looked = (Int.named("count"), _sort, FROM, TO)
_bits_set, _lowest = EngineFunction("bits_set", Int), EngineFunction("lowest_bit", Int)


@dataclass
class BitSearch:
    """The search of a phase with moves, or some of them, as bits."""

    number: int
    moves: BitMoves | Choice
    #: The call of the function that lists all moves.
    listing: Int
    scope: Scope

    @property
    def count(self) -> Int:
        """The number of moves."""
        return Int.call(f"count_bits_{self.number}", MOVER)

    def picked(self, bound: int) -> Block:
        """Return statements that return the move with a given number."""
        return returned(Int.call(f"pick_bits_{self.number}", MOVER, _choice))

    def found(self) -> Block:
        """Return statements that return the test that a move is one of them."""
        return returned(Bool.call(f"has_bits_{self.number}", MOVER, *_looked))

    def functions(self, lists: Block, picks: Block, bound: int) -> Iterator[Definition]:
        """Return the functions; `picks` and `lists` do the same for listed moves."""
        for asked, stem, given, result, other in (
            (Question.COUNT, "count", (), "int", returned(self.listing)),
            (Question.PICK, "pick", (_choice,), "tuple[int, int, int]", picks),
            (Question.LISTED, "has", _looked, "bool", lists),
        ):
            body = self.body(asked, other, bound, self.scope)
            yield Definition(f"{stem}_bits_{self.number}", (MOVER, *given), result, body)

    def body(self, asked: Question, listed: Block, bound: int, scope: Scope) -> Block:
        """Return the body of a function; `listed` answers for moves that are not bits."""
        b = scope.elsewhere()

        def answer(moves: BitMoves | None) -> None:
            if moves is None:
                b.out.add(*listed)
            else:
                _answered(moves, asked, bound, b)

        if isinstance(self.moves, Choice):
            with b.where(b.condition(self.moves.test)):
                answer(self.moves.yes)
            answer(self.moves.no)
        else:
            answer(self.moves)
        return b.statements


def bit_search(rules: RuleFunctions, play: Moves, number: int, scope: Scope) -> BitSearch | None:
    """Return the search of a phase by bits, or None if its moves must be listed.

    The phase has been compiled: its search has a `number`, and the sorts of its moves are known.
    """
    model = rules.model
    if not has_site_sets(model) or has_chance(model.game) or model.leaves_ghosts:
        return None
    listing = Int.call(f"search_{number}", MOVER)
    if isinstance(play, MovesIf):
        if play.otherwise is None:
            return None
        parts = (play.moves, play.otherwise)
        yes, no = (_found(part, (play.then,), scope) for part in parts)
        if yes is None and no is None:
            return None
        scope = scope.trying_at_once()
        return BitSearch(number, Choice(play.condition, yes, no), listing, scope)
    moves = _found(play, (), scope)
    return None if moves is None else BitSearch(number, moves, listing, scope)


class _NoBitsError(Exception):
    """A rule has moves that bits cannot express."""


_Thens = tuple["Then | None", ...]


def _found(play: Moves, thens: _Thens, scope: Scope) -> BitMoves | None:
    """Return the moves of a rule as bits, with consequences of all of them, the nearest first."""
    builder = scope.builder
    sorts, numbered, rows = len(builder.sorts), dict(builder.numbered), builder.rows
    try:
        rules = [(play, thens)]
        if isinstance(play, Priority):
            rules = [(rule, (play.then, *thens)) for rule in play.rules]
        groups = tuple(tuple(_parts(rule, after, scope)) for rule, after in rules)
        strands = sum(len(leaf.strands) for group in groups for part in group for leaf in part)
        if len(builder.sorts) > sorts or not 0 < strands <= MOST:
            raise _NoBitsError
    except _NoBitsError:
        del builder.sorts[sorts:]
        builder.numbered, builder.rows = numbered, rows
        builder.known.clear()
        return None
    return BitMoves(groups)


def _parts(play: Moves, thens: _Thens, scope: Scope) -> Iterator[InOrder]:
    if isinstance(play, MovesOr | MovesAnd):
        for rule in play.rules:
            yield from _parts(rule, (play.then, *thens), scope)
        return
    if isinstance(play, ForEachSite):
        yield (_runs(play, thens, scope),)
        return
    if not isinstance(play, ForEachPiece) or play.role not in (None, Role.MOVER):
        raise _NoBitsError
    if play.container is not None or play.stacks() or not scope.model.plays_on(play.on):
        raise _NoBitsError
    groups = play.rules_of_pieces(scope.model)
    yield tuple(
        leaf
        for rule, pieces in groups.items()
        for leaf in _leaves(rule, tuple(pieces), (play.then, *thens), scope)
    )


def _leaves(
    rule: Moves, pieces: tuple[int, ...], thens: _Thens, scope: Scope
) -> Iterator[StraightMoves]:
    """Yield the moves of some components by a rule, in its order."""
    if isinstance(rule, MovesOr | MovesAnd):
        for part in rule.rules:
            yield from _leaves(part, pieces, (rule.then, *thens), scope)
        return
    tests = _tests(rule)
    sets = SiteSets(scope.elsewhere())
    if not tests or any(sets.where(test, name) is None for name, test in tests):
        raise _NoBitsError
    assert isinstance(rule, Step | Hop)
    by_player = {
        player: [n for n in pieces if scope.model.components[n - 1].owner == player]
        for player in range(1, scope.model.players + 1)
    }
    strands = strands_of(rule.directions, len(tests), by_player, scope)
    if strands is None:
        raise _NoBitsError
    yield _leaf(rule, pieces, thens, tests, strands, scope)


def _tests(rule: Moves) -> tuple[tuple[str, Condition | None], ...]:
    """Return the tests of a step or a plain hop for each site on its way, or () for others."""
    if not isinstance(rule, Step | Hop) or rule.stack:
        return ()
    start, to, between = rule.from_ or From(), rule.to, Between()
    more: list[object] = [start.region, start.if_, start.level, start.type]
    more += [to.region, to.rotations, to.level, to.type]
    if isinstance(rule, Hop):
        between = rule.between or between
        more += [between.range, between.before, between.after, between.trail]
        more += [] if to.apply is None else [to.apply.if_]
    if any(part is not None for part in more):
        return ()
    if isinstance(rule, Step):
        return (("to", to.if_),)
    return (("between", between.if_), ("to", to.if_))


def _leaf(
    rule: Moves,
    pieces: tuple[int, ...],
    thens: _Thens,
    tests: tuple[tuple[str, Condition | None], ...],
    strands: tuple[Strand, ...],
    scope: Scope,
) -> StraightMoves:
    """Return the moves of a rule; their sort is the same as for listed moves."""
    b = scope.elsewhere(origin=FROM).switched(ScopeMode.INSIDE)
    move = _one_of(moves_of(rule, b), thens)
    number = scope.builder.sort_of_list(move)
    places: dict[Int | None, int] = {FROM: -1, move.to: len(tests) - 1}
    if len(tests) > 1:
        places[move.scope.between] = 0
    carried = scope.builder.sources(move, number)
    if not places.keys() >= {*carried}:
        raise _NoBitsError
    return StraightMoves(number, pieces, strands, tests, tuple(places[at] for at in carried))


def _one_of(moves: Candidates, thens: _Thens) -> Candidate:
    """Return the one move of a rule with its consequences, if bits can express it."""
    candidates = list(moves)
    if len(candidates) != 1:
        raise _NoBitsError
    (move,) = candidates
    for then in thens:
        move = move.followed(then)
    if move.requirement is not None or move.numbers or move.player is not None:
        raise _NoBitsError
    return move


def _runs(play: ForEachSite, thens: _Thens, scope: Scope) -> Runs:
    """Return the moves to empty sites at the beginning of enclosed rows of pieces."""
    runs = runs_of(play, scope)
    if runs is None:
        raise _NoBitsError
    inner = scope.elsewhere(to=TO, iterated=TO)
    move = _one_of(moves_of(play.moves, inner), (play.then, *thens))
    number = scope.builder.sort_of_list(move)
    carried = scope.builder.sources(move, number)
    if not {TO, move.to} >= {*carried}:
        raise _NoBitsError
    carries = (SITE_OF_BIT,) * len(carried)
    return replace(runs, sort=number, carries=carries, row=scope.builder.row())


def _drawn(
    moves: StraightMoves | Runs, asked: Question, sets: SiteSets, b: Scope
) -> Iterator[Drawn]:
    """Yield the moves of a sort by direction, after the statements that compute them."""
    if isinstance(moves, Runs):
        known = asked in (Question.PICK, Question.LISTED)
        bits = moves.kept(b) if known else moves.found(sets, b)
        if asked is Question.COUNT:
            moves.keep(bits, b)
        yield Drawn(bits, moves.sort, moves.origin, SITE_OF_BIT, moves.carries)
        return
    pieces = sets.of_components(moves.pieces)
    tested = [sets.where(test, name) for name, test in moves.tests]
    wanted = [_named("sites", sites, b) for sites in tested if sites is not None]
    for strand in moves.strands:
        shifts = [_named("shift", strand.shift(n, b), b) for n in range(len(wanted))]
        there = [rotated(sites, shift) for sites, shift in zip(wanted, shifts, strict=True)]
        bits = b.variable("from", folded(operator.and_, [pieces, strand.starts(b), *there]))
        sites = [*(((bit + shift) & 63) + 1 for shift in shifts), SITE_OF_BIT]
        carries = tuple(sites[n] for n in moves.carries)
        yield Drawn(bits, moves.sort, SITE_OF_BIT, sites[-2], carries)


def _named(stem: str, value: Int, b: Scope) -> Int:
    """Return a name for a value, unless it is short."""
    return value if value.is_short else b.variable(stem, value)


def _answered(moves: BitMoves, asked: Question, bound: int, b: Scope) -> None:
    sets = SiteSets(b)
    for n, group in enumerate(moves.groups, 1):
        parts = [
            [drawn for leaf in part for drawn in _drawn(leaf, asked, sets, b)] for part in group
        ]
        all_ = [drawn for part in parts for drawn in part]
        if asked is Question.ANY:
            b.give_if(_together(all_) != 0, TRUE)
            continue
        total = b.variable("total", _number(all_))
        for _ in b.when(TRUE if n == len(moves.groups) else total > 0):
            if asked is Question.COUNT:
                b.give(total)
            elif asked is Question.PICK:
                _picked(parts, bound, b)
            else:
                _looked_up(all_, b)
    if asked is Question.ANY:
        b.give(FALSE)


def _together(moves: Sequence[Drawn]) -> Int:
    return folded(operator.or_, [drawn.bits for drawn in moves])


def _number(moves: Sequence[Drawn]) -> Int:
    return folded(operator.add, [_bits_set(drawn.bits) for drawn in moves])


def _at(bits: Int) -> Int:
    return (bits >> bit) & 1


def _picked(parts: Sequence[Sequence[Drawn]], bound: int, b: Scope) -> None:
    for part in parts[:-1]:
        number = b.variable("number", _number(part))
        with b.where(_choice < number):
            _picked_in(part, bound, b)
        b.set(_choice, _choice - number)
    _picked_in(parts[-1], bound, b)


def _picked_in(part: Sequence[Drawn], bound: int, b: Scope) -> None:
    """Return the move with a number among pieces in the order of their sites."""
    left = b.variable("left", _together(part))
    here = folded(operator.add, [_at(drawn.bits) for drawn in part])
    b.set(bit, _lowest(left))
    if len(part) == 1:
        for _ in b.numbers(_choice, stem="_"):
            b.set(left, left & (left - 1))
        b.set(bit, _lowest(left))
    else:
        b.set(_here, here)
        with b.as_long_as(_choice >= _here):
            b.set(_choice, _choice - _here)
            b.set(left, left & (left - 1))
            b.set(bit, _lowest(left))
            b.set(_here, here)
    for drawn in part[:-1]:
        with b.where(_at(drawn.bits) != 0):
            with b.where(_choice == 0):
                _returned(drawn, bound, b)
            b.set(_choice, _choice - 1)
    _returned(part[-1], bound, b)


def _carried(n: int) -> Int:
    """Return a number stored in the move in question."""
    return S.queue[0, ENGINE.NAMED + n]


def _returned(drawn: Drawn, bound: int, b: Scope) -> None:
    """Return a move, with its stored numbers."""
    for n in range(bound):
        b.set(_carried(n), drawn.carries[n] if n < len(drawn.carries) else 0)
    b.give(drawn.sort, drawn.origin, drawn.to)


def _looked_up(moves: Sequence[Drawn], b: Scope) -> None:
    """Return the test that a move is one of some."""
    for drawn in moves:
        b.set(bit, (TO if drawn.to is SITE_OF_BIT else FROM) - 1)
        # No site is before the first.
        with b.where(every(_sort == drawn.sort, bit >= 0, _at(drawn.bits) != 0)):
            carried = (_carried(n) == value for n, value in enumerate(drawn.carries))
            b.give_if(every(FROM == drawn.origin, TO == drawn.to, *carried), TRUE)
    b.give(FALSE)
