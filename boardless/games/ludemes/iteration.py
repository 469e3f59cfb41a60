"""Rules for each site, value, direction, player and piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, replace

from boardless.games.kit import (
    BESIDE,
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    LOOPS,
    PIECES,
    PUTS,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Candidates,
    ComponentName,
    Int,
    IntArray,
    Integer,
    Integers,
    Ludeme,
    Model,
    Moves,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteType,
    SpanOfSites,
    Ways,
    bitboard_of,
    each_ghost,
    each_in_bitboard,
    each_owned,
    followed,
    in_order,
    inside,
    keeps_order,
    look_along,
    ludeme,
    ludemes_in,
    player_of,
    some,
    walks,
    wide,
)
from boardless.games.ludemes.combined_moves import MovesIf, effect_of
from boardless.games.ludemes.literals import limits
from boardless.games.ludemes.moves import (
    Apply,
    Between,
    From,
    Then,
    To,
    each_start,
    passes,
)
from boardless.games.ludemes.occupancy import holder, is_of
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.stacks import ForEachLevel, height, levels


@ludeme("forEach", "Site", concepts="ControlFlowStatement", phrase="for each of {region}: {moves}")
class ForEachSite(Moves):
    """The moves of a rule for every site of a region, seen as (site) and as (to).

    Example: (forEach Site (sites Occupied) (remove (site)))
    """

    facts = SYMMETRIC | TOUCHING | EFFECT | PUTS
    region: Region
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    no_move_yet: Moves | None = None

    def legal(self, b: Scope) -> Candidates:
        any_ = None if self.no_move_yet is None else b.variable("any", FALSE)
        # If the rule tests occupancy first, the loop can skip empty sites.
        stands, rule = None, self.moves
        if isinstance(rule, MovesIf) and rule.otherwise is None:
            stands = rule.condition.stands()
        for site in in_order(self.region, b, stands):
            for move in rule.legal(b.binding(to=site, iterated=site)):
                if any_ is not None:
                    b.set(any_, TRUE)
                yield move.followed(self.then)
        if any_ is not None and self.no_move_yet is not None:
            with b.where(~any_):
                yield from self.no_move_yet.legal(b)


@ludeme("forEach", "Value", facts=EFFECT, concepts="ControlFlowStatement")
class ForEachValue(Moves):
    """The moves of a rule for each integer of a list or a range, seen as (value).

    Example: (forEach Value min:1 max:3 (remove (value)))
    """

    values: Integers | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    min: Integer | None = None
    max: Integer | None = None

    def __post_init__(self) -> None:
        if self.values is None and (self.min is None or self.max is None):
            self.reject("expected integers, or min: and max:")

    def own_moves(self, b: Scope) -> Candidates:
        if self.values is not None:
            values = self.values.each_value(b)
        else:
            assert self.min is not None
            assert self.max is not None
            low, high = b.integer(self.min), b.integer(self.max)
            values = b.numbers(high + 1, low, stem="value")
        for value in values:
            yield from self.moves.legal(b.binding(value=value))


@ludeme("forEach", "Direction", concepts="ControlFlowStatement !directions:AdjacentDirection")
class ForEachDirection(Moves):
    """The moves of a rule, or the effects of (to), for every site one step away, or N steps.

    Example: (forEach Direction (from) Orthogonal (to (apply (remove (to)))))
    """

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To | None = None
    moves: Moves | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        for _, origin in each_start(self.from_, b):
            # (from) keeps its meaning; from other sites, directions are relative to the way there.
            inner = b if b.origin is not None else b.binding(origin=origin)
            if self.from_ is not None and self.from_.region is not None and b.to is not None:
                inner = look_along(origin if b.origin is None else b.origin, b.to, inner)
            yield from self._along(origin, inner)

    def _along(self, origin: Site, b: Scope) -> Candidates:
        """Iterate over the moves of a rule along the walks from a site."""
        low, high = limits(self.between.range if self.between else None, b, 1, 1)
        for walk in walks(self.directions, origin, b):
            length = b.variable("length", 0)
            with b.as_long_as(length < high):
                walk.step()
                b.add(length, 1)
                if self.between is not None and self.between.if_ is not None:
                    passed = b.binding(between=walk.at, to=walk.at)
                    # The condition applies only to the sites passed on the way.
                    with b.where(length < low):
                        b.leave(~passed.condition(self.between.if_))
                inner = b.binding(to=walk.at, looks=None)
                b.leave(~passes(self.to, inner))
                with b.where(length >= low):
                    effect = effect_of(self.to.apply if self.to is not None else None)
                    for rule in (effect, self.moves):
                        if rule is not None:
                            yield from rule.legal(inner)


@ludeme("forEach", "Player", facts=EFFECT, concepts="ControlFlowStatement")
def for_each_player(b: Scope, moves: Moves, then: Then | None = None) -> Candidates:
    """The moves of a rule for every player, seen as (player) and as the role Player.

    Example: (forEach Player (remove (sites Occupied by:Player)))
    """
    for player in b.numbers(ENGINE.PLAYERS + 1, 1, stem="player"):
        yield from followed(moves.legal(b.binding(player_=player)), then)


@ludeme(
    "forEach",
    "Piece",
    facts=EFFECT | BESIDE | LOOPS | PIECES,
    concepts="ForEachPiece ControlFlowStatement",
)
class ForEachPiece(Moves):
    """The moves of every piece of a role, by the given rule or the rule of its component.

    The pieces are on the board, or in a container (0 for the board). Of a stack each piece counts,
    as (level), or only the top.

    Example: (forEach Piece)
    """

    names: tuple[ComponentName, ...] | None = None
    moves: Moves | None = None
    role: Role | ThePlayer | None = None
    then: Then | None = None
    _: KW_ONLY
    on: SiteType | None = None
    container: Integer | None = None
    top: bool | None = None

    def stacks(self) -> bool:
        """Return True if the rule says which pieces of a pile it means."""
        return self.top is not None

    @property
    def is_of_one(self) -> bool:
        """Return True if the rule concerns the pieces of one player."""
        one = (Role.MOVER, Role.NEXT, Role.PREVIOUS, Role.PLAYER)
        role = self.role
        return isinstance(role, Role) and (role in one or player_of(role) > 0)

    def bare(self) -> Moves:
        """Return a rule with the same moves, in the form for the mover's pieces."""
        of_mover = self.is_of_one and self.container is None
        return Moves.bare(replace(self, role=None) if of_mover else self)

    def as_mover(self, b: Scope) -> tuple[Moves, Scope]:
        """Return a rule for the pieces of one player, in the form for the mover's pieces."""
        if self.container is not None or not self.is_of_one:
            return self, b
        return replace(self, role=None), self._of_one(b)

    def _of_one(self, b: Scope) -> Scope:
        """Return the scope with the one player of these pieces as the mover, if there is one."""
        if not self.is_of_one or self.role is Role.MOVER:
            return b
        assert isinstance(self.role, Role)
        return b.binding(mover=b.variable("mover", b.player(self.role, self)))

    def own_moves(self, b: Scope) -> Candidates:
        # As in `ForEachLevel.eval` of Ludii, (level) keeps its last value for the next move.
        for move in self._of_pieces(b) if b.model.plays_on(self.on) else ():
            yield move
            for part in move.reads if move.scope.left_level is not None else ():
                effect = effect_of(part) if isinstance(part, Apply) else None
                if effect is not None and _leaves_level(part):
                    for _ in effect.legal(move.scope):
                        pass

    def _of_pieces(self, b: Scope) -> Candidates:
        """Iterate over the moves of each piece."""
        model, role = b.model, self.role or Role.MOVER
        groups = self.rules_of_pieces(model)
        inner, (what,) = self._of_one(b), b.named(piece=Int)
        held = None
        if self.container is not None:
            held = b.variable("container", b.integer(self.container))
        # The consequences of a move happen in the order of the pieces.
        came = b.is_making and held is None and keeps_order(model)
        several = model.has_several_types and self.on is not None
        typed = b.binding(kind=str(self.on) if several else None)
        bitboard = None if held is not None or came else bitboard_of(role, b, self)
        if bitboard is not None:
            for at in each_in_bitboard(bitboard, typed):
                b.set(what, wide(S.what[at]))
                yield from _of_each_rule(groups, what, inner.binding(origin=at))
        else:
            board = SpanOfSites(ENGINE.HELD + 1 if held is None else 1, COUNTERS.COUNT + 1)
            sites = each_owned(b) if came else b.loop(board)
            for at, level in ((at, level) for at in sites for level in levels(at, b, self.top)):
                here, owner = S.what[at], S.who[at]
                if level is not None:
                    here, owner = Int.call("what_at", at, level), Int.call("who_at", at, level)
                    inner = _on_level(level, groups, inner)
                b.set(what, wide(here))
                b.leave((what == 0) | ~is_of(role, what, owner, b, self), "continue")
                if several:
                    b.leave(~b.is_of_type(at, str(self.on)), "continue")
                if held is not None:
                    # Sites of the board are in container 0.
                    b.leave(holder(at) != held, "continue")
                yield from _of_each_rule(groups, what, inner.binding(origin=at))
        if model.leaves_ghosts and held is None:
            # Ludii's piece lists have extra entries.
            for rule, numbers in groups.items():
                for number, at, level in each_ghost(numbers, inner):
                    owner = wide(IntArray.named("OWNER")[number])
                    meant = is_of(role, number, owner, inner, self)
                    if self.top:
                        meant &= height(at) == level + 1
                    b.leave(~meant, "continue")
                    bound = inner.binding(origin=at)
                    if model.stacking:
                        bound = _on_level(level, groups, bound)
                    yield from rule.legal(bound)

    def rules_of_pieces(self, model: Model) -> dict[Moves, list[int]]:
        """Return the components that move by each of the rules."""
        groups: dict[Moves, list[int]] = {}
        for number, piece in enumerate(model.components, 1):
            rule = self.moves or model.moves_of(number)
            # A name stands with or without its owner's number.
            forms = {piece.name, piece.name.rstrip("0123456789")}
            if rule is not None and (self.names is None or forms & {*self.names}):
                groups.setdefault(rule, []).append(number)
        return groups


def _of_each_rule(groups: dict[Moves, list[int]], what: Int, b: Scope) -> Candidates:
    """Iterate over the moves of a piece by each of the rules for its component."""
    for rule, numbers in groups.items():
        all_ = len(numbers) == len(b.model.components)
        with b.where(TRUE if all_ else some(*(what == number for number in numbers))):
            yield from rule.legal(b)


def _on_level(level: Int, rules: Iterable[Moves], scope: Scope) -> Scope:
    """Return the scope of a piece on a level, which is a variable if its rules change it."""
    if not any(map(_leaves_level, ludemes_in(tuple(rules)))):
        return scope.binding(level=level)
    level = scope.variable("level", level)
    return scope.binding(level=level, left_level=level)


def _leaves_level(node: Ludeme | None) -> bool:
    """Return True if a ludeme iterates over other levels while it generates a move."""
    return isinstance(node, Apply) and any(isinstance(x, ForEachLevel) for x in inside(node))
