"""Searches by bits: moves that are counted, drawn and looked up as bits, and never listed.

Steps and hops from the mover's pieces are bits of the sites that they start from, a set for each
direction (`strands`). Their number is that of the bits. The move of a number is the one that a list
would have there: pieces come in the order of their sites, and the moves of one in that of the rule.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from boardless.games.compiler.bit_runs import Runs, runs_of
from boardless.games.compiler.dispatch import condition
from boardless.games.compiler.shared_rules import find
from boardless.games.compiler.site_sets import SiteSets, has_site_sets
from boardless.games.compiler.source import SourceWriter
from boardless.games.compiler.strands import strands_of
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr, Priority
from boardless.games.ludemes.iteration import ForEachPiece, ForEachSite
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.moves import Between, From
from boardless.games.ludemes.slides import Hop
from boardless.games.ludemes.steps import Step
from boardless.ir.expressions import MOVER, Bool, Int, Site
from boardless.ir.statements import Block, Definition, Return

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.compiler.scope import Scope
    from boardless.games.compiler.strands import Strand
    from boardless.games.ludemes.kinds import Condition, Moves
    from boardless.games.ludemes.moves import Then

#: The most strands of a search.
MOST = 24


@dataclass(frozen=True)
class StraightMoves:
    """The steps or hops of some components of the mover, all of one sort of moves."""

    rule: int
    #: The components that make them.
    pieces: tuple[int, ...]
    strands: tuple[Strand, ...]
    #: A condition on each of the sites that a move looks at, and the name that it has there.
    tests: tuple[tuple[str, Condition | None], ...]
    #: The places of those of these sites that a move carries.
    carries: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The number of sets of bits."""
        return len(self.strands)


#: Moves of pieces in the order of their sites.
InOrder = tuple["StraightMoves | Runs", ...]


@dataclass(frozen=True)
class BitMoves:
    """Moves that are found as bits: the first of some groups that has any."""

    groups: tuple[tuple[InOrder, ...], ...]


@dataclass(frozen=True)
class Choice:
    """A condition that decides between two searches; what has no bits is None: it is listed."""

    test: Condition
    yes: BitMoves | None
    no: BitMoves | None


class Question(Enum):
    """The questions that a function of a search answers."""

    COUNT = auto()
    PICK = auto()
    LISTED = auto()
    ANY = auto()


_LOOKED_UP = (*map(Int.named, ("count", "rule")), *map(Site.named, ("origin", "site")))


@dataclass(frozen=True)
class Drawn:
    """The bits of moves of one sort, of which each site has at most one; ``at`` is such a bit."""

    bits: str
    rule: int
    #: Sources of its origin, of its target, and of the numbers that it carries.
    origin: str
    to: str
    carries: tuple[str, ...]


@dataclass
class BitSearch:
    """The search of a phase whose moves, or some of them, are bits."""

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
        """Return statements that return the move of a number."""
        choice = Int.named("choice")
        return (Return((Int.call(f"pick_bits_{self.number}", MOVER, choice),)),)

    def found(self) -> Block:
        """Return statements that return whether a move is one of them."""
        return (Return((Bool.call(f"has_bits_{self.number}", MOVER, *_LOOKED_UP),)),)

    def functions(self, lists: Block, picks: Block, bound: int) -> Iterator[Definition]:
        """Return the functions; `picks`, `lists` do it for what was listed."""
        listing, choice = (Return((self.listing,)),), Int.named("choice")
        for asked, stem, given, result, other in (
            (Question.COUNT, "count", (), "int", listing),
            (Question.PICK, "pick", (choice,), "tuple[int, int, int]", picks),
            (Question.LISTED, "has", _LOOKED_UP, "bool", lists),
        ):
            body = self.body(asked, other, bound, self.scope)
            yield Definition(f"{stem}_bits_{self.number}", (MOVER, *given), result, body)

    def body(self, asked: Question, listed: Block, bound: int, scope: Scope) -> Block:
        """Return the body of a function; `listed` answers for moves that are not bits."""
        out = SourceWriter(depth=1)
        scope = scope.binding(out=out)

        def answer(moves: BitMoves | None) -> None:
            if moves is None:
                out.add_all(listed)
            else:
                _answered(moves, asked, bound, scope)

        if isinstance(self.moves, Choice):
            with out.block(f"if {condition(self.moves.test, scope)}:"):
                answer(self.moves.yes)
            answer(self.moves.no)
        else:
            answer(self.moves)
        return out.statements


def bit_search(rules: RuleFunctions, play: Moves, number: int, scope: Scope) -> BitSearch | None:
    """Return the search of a phase by bits, None where its moves are to be listed.

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
    """A rule has moves that are not found as bits."""


_Thens = tuple["Then | None", ...]


def _found(play: Moves, thens: _Thens, scope: Scope) -> BitMoves | None:
    """Return the moves of a rule as bits, with what follows from all of them, the nearest first."""
    builder = scope.builder
    functions, numbered, rows = len(builder.functions), dict(builder.numbered), builder.rows
    try:
        groups = _groups(play, thens, scope)
        strands = sum(leaf.cost for group in groups for part in group for leaf in part)
        if len(builder.functions) > functions or not 0 < strands <= MOST:
            raise _NoBitsError
    except _NoBitsError:
        del builder.functions[functions:], builder.carried[functions:]
        builder.numbered, builder.rows = numbered, rows
        return None
    return BitMoves(groups)


def _groups(play: Moves, thens: _Thens, scope: Scope) -> tuple[tuple[InOrder, ...], ...]:
    if isinstance(play, Priority):
        return tuple(tuple(_parts(rule, (play.then, *thens), scope)) for rule in play.rules)
    return (tuple(_parts(play, thens, scope)),)


def _parts(play: Moves, thens: _Thens, scope: Scope) -> Iterator[InOrder]:
    """Yield the moves of rules, one after another."""
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
    sets = SiteSets(scope.binding(out=SourceWriter()))
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
    """Return what a step or a plain hop asks of each site on its way; nothing of other rules."""
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
    """Return the moves of a rule; its sort is the one that it has where moves are listed."""
    moves: list[Candidate] = []
    builder = scope.builder
    find(rule, scope.binding(out=SourceWriter(), origin="origin", shares=False), moves.append)
    if len(moves) != 1:
        raise _NoBitsError
    move = moves[0]
    for then in thens:
        move = move.followed(then)
    if move.requirement is not None or move.numbers or move.player is not None:
        raise _NoBitsError
    number = builder.sort_of_list(move)
    names = {"origin": -1, move.to: len(tests) - 1}
    if len(tests) > 1:
        names[str(move.scope.between)] = 0
    carried = builder.sources(move, number)
    if not names.keys() >= set(carried):
        raise _NoBitsError
    carries = tuple(names[source] for source in carried)
    return StraightMoves(number, pieces, strands, tests, carries)


def _runs(play: ForEachSite, thens: _Thens, scope: Scope) -> Runs:
    """Return the moves to empty sites at which enclosed rows of pieces begin."""
    found = runs_of(play, scope)
    if found is None:
        raise _NoBitsError
    moves: list[Candidate] = []
    inner = scope.binding(out=SourceWriter(), to="site", iterated="site")
    find(play.moves, inner, moves.append)
    if len(moves) != 1 or moves[0].numbers or moves[0].requirement or moves[0].player:
        raise _NoBitsError
    move = moves[0]
    for then in (play.then, *thens):
        move = move.followed(then)
    number = scope.builder.sort_of_list(move)
    carried = scope.builder.sources(move, number)
    if not {"site", move.to} >= set(carried):
        raise _NoBitsError
    carries = ("at + 1",) * len(carried)
    return replace(found, rule=number, carries=carries, row=scope.builder.row())


def _drawn(
    moves: StraightMoves | Runs, asked: Question, sets: SiteSets, scope: Scope
) -> Iterator[Drawn]:
    """Yield the moves of a sort by direction, after statements that find them."""
    out = scope.out
    if isinstance(moves, Runs):
        known = asked in (Question.PICK, Question.LISTED)
        bits = moves.kept(scope) if known else moves.found(sets, scope)
        if asked is Question.COUNT:
            moves.keep(bits, scope)
        yield Drawn(bits, moves.rule, moves.origin, "at + 1", moves.carries)
        return
    pieces = sets.of_components(moves.pieces)
    wanted = [_named("sites", str(sets.where(test, name)), out) for name, test in moves.tests]
    for strand in moves.strands:
        shifts = tuple(strand.shift(n, scope) for n in range(len(wanted)))
        shifts = tuple(_named("shift", shift, out) for shift in shifts)
        there = [f"rotated({sites}, {shift})" for sites, shift in zip(wanted, shifts, strict=True)]
        bits = out.assign("from", " & ".join([pieces, strand.starts(scope), *there]))
        sites = [*(f"((at + {shift}) & 63) + 1" for shift in shifts), "at + 1"]
        carries = tuple(sites[n] for n in moves.carries)
        yield Drawn(bits, moves.rule, "at + 1", sites[-2], carries)


def _named(stem: str, source: str, out: SourceWriter) -> str:
    """Return a name for a source, unless it is short."""
    return source if source.strip("-").isalnum() else out.assign(stem, source)


def _answered(moves: BitMoves, asked: Question, bound: int, scope: Scope) -> None:
    """Add the statements that answer a question about moves, and return."""
    out, sets = scope.out, SiteSets(scope)
    for n, group in enumerate(moves.groups, 1):
        parts = [
            [drawn for leaf in part for drawn in _drawn(leaf, asked, sets, scope)] for part in group
        ]
        every = [drawn.bits for part in parts for drawn in part]
        if asked is Question.ANY:
            out.when(f"({' | '.join(every)}) != 0", "return True")
            continue
        total = out.assign("total", _number(every))
        last = n == len(moves.groups)
        if asked is Question.COUNT:
            out.add(f"return {total}") if last else out.when(f"{total} > 0", f"return {total}")
            continue
        with nullcontext() if last else out.block(f"if {total} > 0:"):
            if asked is Question.PICK:
                _picked(parts, bound, out)
            else:
                _looked_up([drawn for part in parts for drawn in part], out)
    if asked is Question.ANY:
        out.add("return False")


def _number(sets: Sequence[str]) -> str:
    """Return the source of how many sites some sets have."""
    return " + ".join(f"bits_set({bits})" for bits in sets)


def _picked(parts: Sequence[Sequence[Drawn]], bound: int, out: SourceWriter) -> None:
    """Add statements that return the move of a number."""
    for part in parts[:-1]:
        number = out.assign("number", _number([drawn.bits for drawn in part]))
        with out.block(f"if choice < {number}:"):
            _picked_in(part, bound, out)
        out.add(f"choice -= {number}")
    _picked_in(parts[-1], bound, out)


def _picked_in(part: Sequence[Drawn], bound: int, out: SourceWriter) -> None:
    """Add statements that return the move of a number of pieces in the order of their sites."""
    left = out.assign("left", " | ".join(drawn.bits for drawn in part))
    here = " + ".join(f"(({drawn.bits} >> at) & 1)" for drawn in part)
    out.add(f"at = lowest_bit({left})")
    if len(part) == 1:
        with out.block("for _ in range(choice):"):
            out.add(f"{left} &= {left} - 1")
        out.add(f"at = lowest_bit({left})")
    else:
        out.add(f"here = {here}")
        with out.block("while choice >= here:"):
            out.add("choice -= here")
            out.add(f"{left} &= {left} - 1")
            out.add(f"at = lowest_bit({left})")
            out.add(f"here = {here}")
    for drawn in part[:-1]:
        with out.block(f"if ({drawn.bits} >> at) & 1 != 0:"):
            with out.block("if choice == 0:"):
                _returned(drawn, bound, out)
            out.add("choice -= 1")
    _returned(part[-1], bound, out)


def _returned(drawn: Drawn, bound: int, out: SourceWriter) -> None:
    """Add statements that return a move, with the numbers that it carries."""
    for n in range(bound):
        number = drawn.carries[n] if n < len(drawn.carries) else "0"
        out.add(f"s.queue[0, NAMED + {n}] = {number}")
    out.add(f"return {drawn.rule}, {drawn.origin}, {drawn.to}")


def _looked_up(every: Sequence[Drawn], out: SourceWriter) -> None:
    """Add statements that return whether a move is one of some."""
    for drawn in every:
        of_target = drawn.to == "at + 1"
        out.add(f"at = {'site' if of_target else 'origin'} - 1")
        # No site is before the first.
        with out.block(f"if rule == {drawn.rule} and at >= 0 and ({drawn.bits} >> at) & 1 != 0:"):
            same = [f"origin == {drawn.origin}", f"site == {drawn.to}"]
            same += [
                f"s.queue[0, NAMED + {n}] == {source}" for n, source in enumerate(drawn.carries)
            ]
            out.when(" and ".join(same), "return True")
    out.add("return False")
