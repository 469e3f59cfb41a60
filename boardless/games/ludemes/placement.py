"""Moves that put, take, promote, select and swap pieces."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import KW_ONLY, replace

from boardless.games.kit import (
    ACTS,
    BESIDE,
    EFFECT,
    ENGINE,
    FROM,
    LOOPS,
    NONE,
    PUTS,
    SYMMETRIC,
    TILED,
    TO,
    TOUCHING,
    TRUE,
    Bool,
    Candidate,
    Candidates,
    Int,
    IntArray,
    Integer,
    Ludeme,
    Model,
    Moves,
    Region,
    Role,
    S,
    Scope,
    ScopeMode,
    Site,
    SiteType,
    Word,
    carried,
    each,
    entry,
    greater,
    in_order,
    lifted,
    ludeme,
)
from boardless.games.language.errors import LudemeError
from boardless.games.ludemes.combined_moves import MovesIf, applied, effect_of
from boardless.games.ludemes.large_pieces import (
    Covers,
    Dominoes,
    add_large,
    lay_dominoes,
    move_large,
    uncover_all,
)
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import (
    Apply,
    From,
    MovedPiece,
    MovesTo,
    Then,
    To,
    chooser,
    does,
    each_start,
    passes,
)
from boardless.games.ludemes.players import MoverNumber, ThePlayer
from boardless.games.ludemes.sites import LastFrom, LastTo, When
from boardless.games.ludemes.stacks import Carry, carry, height, level_of
from boardless.games.ludemes.tile_tables import rotations


@ludeme("move", "Add", also="add", concepts="AddDecision", phrase="put a piece on {to}")
class Add(MovesTo):
    """Put a piece (default: the mover's first), or several, on each of the sites or stacks.

    Example: (move Add (to (sites Empty)))
    """

    facts = ACTS | SYMMETRIC | TOUCHING | PUTS | BESIDE | TILED
    piece: MovedPiece | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    stack: bool = False

    def has_effects(self) -> bool:
        """Return True if the rule may put a piece on an occupied site."""
        return self.to.may_replace()

    def stacks(self) -> bool:
        """Return True if pieces go onto other pieces, or onto a level."""
        return self.stack or self.to.level is not None

    def legal(self, b: Scope) -> Candidates:
        piece = self.piece.component if self.piece is not None else None
        value = piece.constant if isinstance(piece, Integer) else 0
        large = b.model.has_covers
        constant = value is not None and value >= 0 and not large
        if constant:
            yield from self._each_target((), b)
            return
        # The component is known before the target.
        number = b.variable("component", component(self.piece, b, self))
        with b.where(number != -1):
            if large:
                yield from add_large(self, number, b)
            for _ in b.when(Covers.of(b).ways[number] == 0 if large else TRUE):
                yield from self._each_target((number,), b)

    def _each_target(self, numbers: tuple[Int, ...], b: Scope) -> Candidates:
        """Iterate over the moves of the mover's piece, or of a component given by number."""
        piece, to = self.piece, self.to
        state = piece.state if piece is not None else None
        reads = (to.apply, None if numbers else piece, to.level)

        def act(b: Scope) -> None:
            applied(to.apply, b)
            row = map(carried, range(1, 9))
            added = next(row) if numbers else component(piece, b, self)
            for _ in b.numbers(1 if self.count is None else next(row), stem="_"):
                if to.level is None or not b.model.stacking:
                    b.do("add_to", TO, added, 1)
                else:
                    b.do("insert_at", TO, b.integer(to.level), added)
            if state is not None:
                b.do("set_field", ENGINE.STATES, TO, next(row))
            if to.rotations is not None:
                b.do("turn", TO, next(row))

        for at in in_order(to.target, b.of(to)):
            inner = b.binding(to=at)
            with b.where(passes(to, inner)):
                for turns in _turned(to, inner):
                    more, some = numbers, TRUE
                    if self.count is not None:
                        count = b.variable("count", inner.integer(self.count))
                        more, some = (*more, count), count > 0
                    more += (*(() if state is None else (inner.integer(state),)), *turns)
                    move = Candidate(inner, at, at, act, reads, numbers=more, by=self)
                    for _ in b.when(some):
                        yield from _listed(self, move.followed(self.then), inner)


@ludeme("move", "Claim", also="claim", facts=EFFECT | PUTS)
def claim(b: Scope, piece: MovedPiece | None, to: To, then: Then | None = None) -> Candidates:
    """Put a piece on each of the sites (default: the component with the mover's number).

    Example: (move Claim (to (sites Empty)))
    """
    return Add(piece or MovedPiece(MoverNumber()), to, then).legal(b)


@ludeme(
    "move", also="fromTo", concepts="FromToDecision", phrase="move a piece from {from_} to {to}"
)
class FromTo(MovesTo):
    """Move the piece of each start to each target: N pieces, a copy, or (`stack`) the whole stack.

    Example: (move (from (sites Hand Mover)) (to (sites Empty)) copy:True)
    """

    facts = SYMMETRIC | TOUCHING | BESIDE | LOOPS | TILED
    reached = "FromToDecision"
    from_: From
    to: To
    #: The player who makes the move, in a game of simultaneous moves.
    mover: Role | None = None
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    copy: bool = False
    stack: bool = False

    def finds_one(self) -> bool:
        return all(
            region is not None and region.only for region in (self.from_.region, self.to.region)
        )

    def telling_parts(self) -> Iterator[Ludeme | Word]:
        """Yield the parts of the rule except the condition on its target, as Ludii does."""
        yield from (part for part in super().telling_parts() if part is not self.to)
        yield from (part for part in self.to.telling_parts() if part is not self.to.if_)

    @property
    def takes_from(self) -> Region | None:
        return self.from_.region

    def has_effects(self) -> bool:
        """Return True if it starts at (from) or one hand site, copies pieces or replaces any."""
        start = self.from_.region
        if start is None or self.to.may_replace():
            return True
        return isinstance(start, Single) if start.is_of_hands() else self.copy

    def stacks(self) -> bool:
        """Return True if a whole stack moves, or the piece of a level."""
        return self.stack or self.from_.level is not None

    def takes_off(self) -> bool:
        """Return True if the moved piece leaves its site."""
        return not self.copy or self.count is not None

    def _carry(self, b: Scope) -> Carry:
        """Return the way it moves a piece, or a copy of it."""
        if not self.copy or self.count is not None:
            counted = self.count is not None
            return carry(self.from_.level, self.stack, b, self.to.level, counted)
        if not b.model.stacking:
            return Carry(does("copy_to", FROM, TO))
        copied_from = Int.of(0) if self.stack else height(FROM) - 1
        return Carry(does("copy_level_to", FROM, copied_from, TO))

    def own_moves(self, b: Scope) -> Candidates:
        moved = self._carry(b)
        counted = self.count is not None and moved == Carry()
        # All consequences, with their effects, are generated before the first one happens.
        beside, known = effect_of(self.to.apply), None
        is_told = b.is_making and not b.modes & ScopeMode.AHEAD
        if is_told and isinstance(beside, MovesIf) and beside.then is None:
            known, beside = beside, None

        def act(b: Scope) -> None:
            row = [carried(n) for n in range(1 + counted + moved.bound, 9)]
            turned = row.pop(0) if self.to.rotations is not None else None
            if known is not None:
                for moves, test in ((known.moves, row[0] != 0), (known.otherwise, row[0] == 0)):
                    if moves is not None:
                        with b.where(test):
                            applied(Apply(moves), b)
            if counted:
                b.do("move_some", FROM, TO, carried(1))
            else:
                moved.act(b)
            if turned is not None:
                b.do("turn", TO, turned)

        reads, player = (self.to.apply,), chooser(self.mover, self, b)
        for b, origin in each_start(self.from_, b):
            small = yield from self._each_large(origin, b)
            with b.where((S.what[origin] != 0) & small):
                numbers: tuple[Int, ...] = ()
                if self.count is not None and counted:
                    # The move has not chosen one of the targets at this point.
                    numbers = (b.variable("count", b.integer(self.count)),)
                for to in each(self.to.target, b.of(self.to), hands=True):
                    inner = b.binding(to=to)
                    with b.where(passes(self.to, inner)):
                        for turns in _turned(self.to, inner):
                            levels = numbers or moved.numbers(origin, inner)
                            numbered = (*levels, *turns)
                            if known is not None:
                                holding = b.variable("holding", 0)
                                b.set_if(inner.condition(known.condition), holding, 1)
                                numbered += (holding,)
                            yield Candidate(
                                inner, origin, to, act, reads,
                                numbers=numbered, by=self, player=player, beside=beside,
                            )  # fmt: skip

    def _each_large(self, origin: Site, b: Scope) -> Generator[Candidate, None, Bool]:
        """Iterate over moves of a piece on several sites; return the test for other pieces."""
        if b.model.uses(Dominoes):
            parts = IntArray.named("PART_COUNTS")[S.what[origin]]
            with b.where((parts != 0) & (origin <= ENGINE.HELD)):
                yield from lay_dominoes(self, origin, b)
            return parts == 0
        if b.model.has_covers:
            ways = Covers.of(b).ways[S.what[origin]]
            with b.where(ways != 0):
                yield from move_large(self, origin, b)
            return ways == 0
        return TRUE


@ludeme(
    "move",
    "Remove",
    also="remove",
    facts=ACTS | EFFECT,
    concepts="RemoveDecision !at=StartOfTurn:CaptureSequence",
    phrase="remove the piece on {region}",
)
class Remove(Moves):
    """Remove the piece on a site, or on each site of a region, at once or after the turn.

    With `count` N times, at least once. In a stack it removes the uppermost piece, or the piece of
    a level.

    Example: (move Remove (last To))
    """

    type: SiteType | None
    region: Region
    then: Then | None = None
    _: KW_ONLY
    at: When = When.START_OF_TURN
    level: Integer | None = None
    count: Integer | None = None

    @property
    def takes_from(self) -> Region:
        return self.region

    def site_numbers(self) -> frozenset[str]:
        """Return the order of removal, if pieces stay until the turn is over."""
        later = self.at is When.END_OF_TURN
        return self.facts.numbers | ({"removal_order"} if later else frozenset())

    def own_moves(self, b: Scope) -> Candidates:
        later = self.at is When.END_OF_TURN
        leveled = self.level is not None and b.model.stacking and not later

        def act(b: Scope) -> None:
            if not later and b.model.has_covers:
                uncover_all(b)
            times = None if self.count is None else greater(carried(1), 1)
            for _ in (None,) if times is None else b.numbers(times, stem="_"):
                if leveled:
                    b.do("remove_level", TO, carried(1) if times is None else carried(2))
                else:
                    b.do("remove_later" if later else "remove_from", TO)

        count: tuple[Int, ...] = ()
        if self.count is not None:
            # Outside of a move, (to) is not a site.
            count = (b.variable("count", b.binding(to=b.given("to")).integer(self.count)),)
        for at in in_order(self.region, b.of(self)):
            with b.where(S.what[at] != 0):
                level = (removed_level(self.level, at, b),) if self.level and leveled else ()
                inner, numbers = b.binding(to=at), (*count, *level)
                yield Candidate(inner, at, at, act, numbers=numbers, takes=True)


@ludeme("move", "Select", also="select", facts=EFFECT | PUTS)
def select(
    node: Moves,
    b: Scope,
    from_: From,
    to: To | None = None,
    mover: Role | None = None,
    then: Then | None = None,
) -> Candidates:
    """Choose a site, or two sites; the consequences give the choice its meaning.

    In a game of simultaneous moves, `mover` makes the move.

    Example: (move Select (from (sites Occupied by:Mover)))
    """
    stacking, act = b.model.stacking, does("select", FROM, TO)
    if stacking:
        act = does("select_level", FROM, TO, carried(1))
    player, level = chooser(mover, node, b), from_.level if to is None else to.level
    for b, origin in each_start(from_, b, aims=True):
        for at in (origin,) if to is None else each(to.target, b.of(to), True):
            inner = b.binding(to=at)
            for _ in b.when(passes(to, inner)):
                levels: tuple[Int, ...] = ()
                if stacking:
                    top = Int.of(-1) if level is None else inner.integer(level)
                    levels = (level_of(at, top),)
                move = Candidate(inner, origin, at, act, numbers=levels, player=player)
                yield move.followed(then)


@ludeme("move", "Promote", also="promote", concepts="PromotionDecision")
class Promote(Moves):
    """Replace the piece on a site by another; each of several components is a move.

    Example: (move Promote (last To) (piece {"Queen"}))
    """

    facts = EFFECT | PUTS
    type: SiteType | None
    at: Integer | None
    piece: MovedPiece
    role: Role | ThePlayer | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        if not b.model.plays_on(self.type):
            return  # No piece stands there.
        at = b.bound_site("to", self) if self.at is None else b.of(self).site(self.at)
        at = b.variable("x", at)
        numbers = components(self.piece, self.role, b)
        test = at != NONE
        if isinstance(self.piece.component, Integer) and numbers[0].constant is None:
            # A number without a component, such as 0 after a capture, makes no move.
            test &= numbers[0] > 0
        with b.where(test):
            for number in range(len(numbers)):

                def act(b: Scope, number: int = number) -> None:
                    b.do("promote", TO, components(self.piece, self.role, b)[number])

                yield Candidate(b, at, at, act, (self.piece,))


class Swapped(Word):
    """The kinds of things that can swap places."""

    PLAYERS = "Players"
    PIECES = "Pieces"


@ludeme("move", "Swap", also="swap", facts=EFFECT)
class Swap(Moves):
    """Swap two players, and the mover goes on; or swap two pieces.

    Example: (move Swap Players P1 P2)
    """

    what: Swapped
    first: Integer | Role | None = None
    second: Integer | Role | None = None
    then: Then | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts."""
        kind = self.what.value
        if not self.by_other_name:
            return (f"Swap{kind}Decision",)
        return ("SwapPlayersEffect",) if self.what is Swapped.PLAYERS else ()

    def __post_init__(self) -> None:
        if self.what is Swapped.PLAYERS and (self.first is None or self.second is None):
            self.reject("expected two players")
        if self.what is Swapped.PIECES and (
            isinstance(self.first, Role) or isinstance(self.second, Role)
        ):
            self.reject("expected sites for the pieces")

    def own_moves(self, b: Scope) -> Candidates:
        if self.what is Swapped.PLAYERS:
            numbers = tuple(b.who(each, self) for each in (self.first, self.second) if each)
            trade = does("swap_players", carried(1), carried(2))
            yield effect(trade, b, *numbers)
            return
        origin, to = (
            b.variable("x", b.site(site if isinstance(site, Integer) else default))
            for site, default in ((self.first, LastFrom()), (self.second, LastTo()))
        )
        with b.where((origin != NONE) & (to != NONE)):
            yield Candidate(b, origin, to, does("swap_pieces", FROM, TO))


def _turned(to: To, b: Scope) -> Iterator[tuple[Int, ...]]:
    """Iterate over the rotations of the piece put on a site, if the rule gives any."""
    if to.rotations is None:
        yield ()
        return
    for turned in b.among(rotations(to.rotations, b), "turned"):
        yield (turned,)


def _listed(node: Add, move: Candidate, b: Scope) -> Candidates:
    """Yield a move, twice if it has an additional effect in a region, as Ludii lists it."""
    apply = node.to.apply
    if apply is None or apply.moves is None or isinstance(node.to.target, Single):
        yield move
        return
    with b.where(b.holds(apply.if_)):
        for _ in b.numbers(2, stem="_"):
            yield replace(move, twice=True)
    if apply.if_ is not None:
        with b.otherwise():
            yield move


def component(piece: MovedPiece | None, b: Scope, ludeme: Ludeme) -> Int:
    """Return the one component of a rule; by default the mover's first."""
    if piece is None:
        model = b.model
        first = [model.first_component(player, ludeme) for player in range(1, model.players + 1)]
        return _of_player(first, lifted(b.mover, Int))
    return components(piece, piece.role, b)[0]


def components(piece: MovedPiece, role: Role | ThePlayer | None, b: Scope) -> list[Int]:
    """Return the components of a rule, restricted to a role if given."""
    named = piece.several or (piece.component,)
    return [_component(each, role or piece.role, piece, b) for each in named]


def _component(
    named: str | Integer | None, role: Role | ThePlayer | None, piece: MovedPiece, b: Scope
) -> Int:
    if named is None:
        piece.reject("expected the component by its name or number")
    if isinstance(named, Integer):
        return _numbered(named, b)
    model = b.model
    if role is None:
        number = _without_role(named, piece, model)
        if number is not None:
            return Int.of(number)
        role = Role.MOVER
    player = lifted(b.who(role, piece), Int)
    if player.constant is not None:
        # Nobody owns shared components.
        owner = player.constant if player.constant <= model.players else 0
        return Int.of(_component_of(named, owner, piece, model))
    owners = range(1, model.players + 1)
    return _of_player([_component_of(named, owner, piece, model) for owner in owners], player)


def _without_role(name: str, piece: MovedPiece, model: Model) -> int | None:
    """Return the component with this full name, or nobody's; None if only players have one."""
    try:
        return model.component(name, piece)
    except LudemeError:
        nobodys = _component_of(name, 0, piece, model)
        players = range(1, model.players + 1)
        if not nobodys and not any(_component_of(name, each, piece, model) for each in players):
            raise
        return nobodys or None


def _numbered(number: Integer, b: Scope) -> Int:
    """Return a component by its number, or 0 for a missing number."""
    count, constant = len(b.model.components), number.constant
    if constant is not None:
        if constant > count:
            number.reject(f"components are numbered 1 to {count}")
        return Int.of(max(constant, 0))
    name = b.variable("component", b.integer(number))
    return name.is_within(0, count).choose(name, 0)


def _component_of(name: str, owner: int, piece: MovedPiece, model: Model) -> int:
    """Return the component of a player, or 0 if the player has no piece of the name."""
    try:
        return model.component(name, piece, owner)
    except LudemeError:
        return 0


def _of_player(numbers: list[int], player: Int) -> Int:
    """Return the entry of a player."""
    return Int.of(numbers[0]) if len(set(numbers)) == 1 else entry(numbers, player - 1)


def removed_level(level: Integer, at: Site, b: Scope) -> Int:
    """Return the level of the removed piece, or -1 for the uppermost."""
    name = b.variable("level", greater(b.integer(level), 0))
    b.set_if(name == height(at) - 1, name, -1)
    return name
