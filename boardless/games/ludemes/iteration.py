"""Rules for each site, value, direction, player and piece."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Span
from boardless.games.compiler.directions import look_along, walks
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.expressions import Bool, Int, S, Site, lifted
from boardless.games.compiler.ghosts import each_ghost
from boardless.games.compiler.owner_bitboards import (
    bitboard_of,
    each_in_bitboard,
    each_owned,
    keeps_order,
)
from boardless.games.compiler.regions import in_order, stands_where
from boardless.games.compiler.shared_rules import of_one
from boardless.games.language.facts import BESIDE, EFFECT, LOOPS, PUTS, SYMMETRIC, TOUCHING
from boardless.games.language.ludeme import inside, ludeme, ludemes_in
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import Integer, Integers, Moves, Region, Role, SiteType
from boardless.games.ludemes.literals import bounds
from boardless.games.ludemes.moves import (
    Apply,
    Between,
    From,
    Then,
    To,
    effect_of,
    followed_by,
    passes,
    starts,
)
from boardless.games.ludemes.occupancy import holder, is_of
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.stacks import ForEachLevel, levels

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardless.games.compiler.candidates import Candidate, Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme(
    "forEach",
    "Site",
    example="(forEach Site (sites Occupied) (remove (site)))",
    concepts="ControlFlowStatement",
)
class ForEachSite(Moves):
    """The moves of a rule for every site of a region, seen as (site) and as (to)."""

    facts = SYMMETRIC | TOUCHING | EFFECT | PUTS
    region: Region
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    no_move_yet: Moves | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        any_ = ""
        if self.no_move_yet is not None:
            any_ = scope.out.assign("any", "False")

        def followed(candidate: Candidate) -> None:
            if any_:
                candidate.scope.out.add(f"{any_} = True")
            found(candidate.followed(self.then))

        # Where the rule asks that first, sites on which nothing stands need not be looked at.
        from boardless.games.ludemes.combined_moves import MovesIf

        stands, rule = None, self.moves
        if isinstance(rule, MovesIf) and rule.otherwise is None:
            stands = stands_where(rule.condition)
        with in_order(self.region, scope, stands) as site:
            self.moves.each_move(scope.binding(to=site, iterated=site), followed)
        if self.no_move_yet is not None:
            with scope.out.block(f"if not {any_}:"):
                self.no_move_yet.each_move(scope, found)


@ludeme(
    "forEach",
    "Value",
    example="(forEach Value min:1 max:3 (remove (value)))",
    facts=EFFECT,
    concepts="ControlFlowStatement",
)
class ForEachValue(Moves):
    """The moves of a rule for each of several integers, or from one to another, seen as (value)."""

    values: Integers | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    min: Integer | None = None
    max: Integer | None = None

    def __post_init__(self) -> None:
        if self.values is None and (self.min is None or self.max is None):
            self.reject("expected integers, or min: and max:")

    def each_move(self, scope: Scope, found: Found) -> None:
        out, followed = scope.out, followed_by(self.then, found)
        if self.values is not None:
            scope.each(
                self.values,
                lambda value: self.moves.each_move(scope.binding(value=value), followed),
            )
            return
        assert self.min is not None
        assert self.max is not None
        value, low, high = out.name("value"), integer(self.min, scope), integer(self.max, scope)
        with out.block(f"for {value} in range({low}, {high} + 1):"):
            self.moves.each_move(scope.binding(value=value), followed)


@ludeme(
    "forEach",
    "Direction",
    example="(forEach Direction (from) Orthogonal (to (apply (remove (to)))))",
    concepts="ControlFlowStatement !directions:AdjacentDirection",
)
class ForEachDirection(Moves):
    """The moves of a rule for every site a step away, or so many; or its effects there."""

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To | None = None
    moves: Moves | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        def write(_: Scope, origin: str) -> None:
            # What (from) means stays; from elsewhere directions are seen along the way that has led
            # there.
            inner = scope if scope.origin is not None else scope.binding(origin=origin)
            if self.from_ is not None and self.from_.region is not None and scope.to is not None:
                inner = look_along(scope.origin or origin, scope.to, inner)
            _in_directions(self, origin, inner, followed_by(self.then, found))

        starts(self.from_, scope, write)


@ludeme(
    "forEach",
    "Player",
    example="(forEach Player (remove (sites Occupied by:Player)))",
    concepts="ControlFlowStatement",
)
class ForEachPlayer(Moves):
    """The moves of a rule for every player, seen as (player) and as the role Player."""

    facts = EFFECT
    moves: Moves
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out, player = scope.out, scope.out.name("player")
        with out.block(f"for {player} in range(1, PLAYERS + 1):"):
            self.moves.each_move(scope.binding(player_=player), followed_by(self.then, found))


@ludeme(
    "forEach",
    "Piece",
    example="(forEach Piece)",
    facts=EFFECT | BESIDE | LOOPS,
    concepts="ForEachPiece ControlFlowStatement",
)
class ForEachPiece(Moves):
    """The moves of every piece of a role: those given, or those of its component.

    The pieces are on the board, or in a container (0 for the board); of a stack each, as
    (level), or the top.
    """

    names: tuple[str, ...] | None = None
    moves: Moves | None = None
    role: Role | ThePlayer | None = None
    then: Then | None = None
    _: KW_ONLY
    on: SiteType | None = None
    container: Integer | None = None
    top: bool | None = None

    def stacks(self) -> bool:
        """Tell whether it is said which pieces of a pile are meant."""
        return self.top is not None

    def each_move(self, scope: Scope, found: Found) -> None:
        model, out = scope.model, scope.out
        if not model.plays_on(self.on):
            return  # No piece stands there.
        role = self.role or Role.MOVER
        groups = self.rules_of_pieces(model)
        what = out.name("piece")
        followed = followed_by(self.then, found)
        inner = of_one(self, scope)
        held = ""
        if self.container is not None:
            held = out.assign("container", integer(self.container, scope))
        # What follows from a move is done in the order in which the pieces came.
        came = scope.after and not held and keeps_order(model)
        several = model.has_several_types and self.on is not None
        typed = scope.binding(kind=str(self.on) if several else None)
        bitboard = None if held or came else bitboard_of(role, scope, self)
        if bitboard is not None:
            with each_in_bitboard(bitboard, typed) as at:
                out.add(f"{what} = int64(s.what[{at}])")
                _of_each_rule(groups, what, inner.binding(origin=at), followed)
            if model.leaves_ghosts:
                self._each_of_ghosts(groups, role, inner, followed)
            return
        board = Span(1 if held else Int.named("HELD") + 1, S.n["COUNT"] + 1, "x")
        sites = each_owned(scope) if came else scope.loop(board)
        with sites as site, levels(site, scope, self.top) as level:
            at = str(site)
            here, owner = f"s.what[{at}]", f"s.who[{at}]"
            if level is not None:
                here, owner = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
                inner = _on_level(level, groups, inner)
            out.add(f"{what} = int64({here})")
            meant = is_of(role, Int.named(what), lifted(owner, Int), scope, self)
            out.when(f"{what} == 0 or not {meant}", "continue")
            if several:
                out.when(f"not {scope.is_of_type(Site.named(at), str(self.on))}", "continue")
            if held:
                # Sites of the board are in container 0.
                out.when(f"{holder(Site.named(at))} != {held}", "continue")
            _of_each_rule(groups, what, inner.binding(origin=at), followed)
        if model.leaves_ghosts and not held:
            self._each_of_ghosts(groups, role, inner, followed)

    def rules_of_pieces(self, model: Model) -> dict[Moves, list[int]]:
        """Return the components that move by each of the rules."""
        groups: dict[Moves, list[int]] = {}
        for number, piece in enumerate(model.components, 1):
            rule = self.moves or model.moves_of(number)
            if rule is None or (self.names is not None and not _has_name(piece.name, self.names)):
                continue
            groups.setdefault(rule, []).append(number)
        return groups

    def _each_of_ghosts(
        self, groups: dict[Moves, list[int]], role: Role | ThePlayer, scope: Scope, found: Found
    ) -> None:
        """Add the moves of what Ludii's lists have beside the pieces."""
        model, out = scope.model, scope.out
        for rule, numbers in groups.items():
            with each_ghost(numbers, scope) as (number, at, level):
                owner = lifted(f"int64(OWNER[{number}])", Int)
                meant = is_of(role, number, owner, scope, self)
                if self.top:
                    meant &= lifted(f"height(s, {at}) == {level} + 1", Bool)
                out.when(f"not ({meant})", "continue")
                bound = scope.binding(origin=str(at))
                if model.stacking:
                    bound = _on_level(level, groups, bound)
                rule.each_move(bound, _and_levels(found))


def _of_each_rule(groups: dict[Moves, list[int]], what: str, scope: Scope, found: Found) -> None:
    """Add the moves of a piece by each of the rules that are for its component."""
    out = scope.out
    for rule, numbers in groups.items():
        test = " or ".join(f"{what} == {number}" for number in numbers)
        if len(numbers) == len(scope.model.components):
            test = "True"
        with out.block(f"if {test}:"):
            rule.each_move(scope, _and_levels(found))


def _on_level(level: Int, rules: Iterable[Moves], scope: Scope) -> Scope:
    """Return the scope of a piece on a level, which is a variable where its rules change it."""
    if not any(map(_leaves_level, ludemes_in(tuple(rules)))):
        return scope.binding(level=level)
    name = scope.out.assign("level", level)
    return scope.binding(level=name, left_level=name)


def _and_levels(found: Found) -> Found:
    """Return `found` for moves of a piece, each followed by what it does to ``(level)``.

    As in `ForEachLevel.eval` of Ludii, (level) stays the last one, when the next move is found.
    """

    def and_level(candidate: Candidate) -> None:
        found(candidate)
        for part in candidate.reads if candidate.scope.left_level is not None else ():
            effect = effect_of(part) if isinstance(part, Apply) else None
            if effect is not None and _leaves_level(part):
                effect.each_move(candidate.scope, lambda _: None)

    return and_level


def _leaves_level(node: Ludeme) -> bool:
    """Tell whether a ludeme goes through levels beside a move, when the move is found."""
    return isinstance(node, Apply) and any(isinstance(x, ForEachLevel) for x in inside(node))


def _has_name(name: str, names: tuple[str, ...]) -> bool:
    """Tell whether a component has one of the names, with or without its owner's number."""
    return any(name == one or name.rstrip("0123456789") == one for one in names)


def _in_directions(node: ForEachDirection, origin: str, scope: Scope, followed: Found) -> None:
    """Add statements that go through the walks from a site, and the moves of a rule there."""
    out = scope.out
    low, high = bounds(node.between.range if node.between else None, scope, ("1", "1"))
    for walk in walks(node.directions, origin, scope):
        length = out.assign("length", "0")
        with out.block(f"while {length} < {high}:"):
            walk.step()
            out.add(f"{length} += 1")
            if node.between is not None and node.between.if_ is not None:
                between = scope.binding(between=walk.at, to=walk.at)
                # It is asked of the sites that are passed on the way alone.
                with out.block(f"if {length} < {low}:"):
                    free = condition(node.between.if_, between)
                    out.add(f"if not {free}:")
                    out.add("    break")
            inner = scope.binding(to=walk.at, looks=None)
            out.when(f"not {passes(node.to, inner)}", "break")
            with out.block(f"if {length} >= {low}:"):
                effect = effect_of(node.to.apply if node.to is not None else None)
                if effect is not None:
                    effect.each_move(inner, followed)
                if node.moves is not None:
                    node.moves.each_move(inner, followed)
