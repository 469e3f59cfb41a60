"""Moves that put, take, promote, select and swap pieces."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, holds, integer, site
from boardless.games.compiler.expressions import Int, lifted
from boardless.games.compiler.large_pieces import (
    Covers,
    add_large,
    has_covers,
    lay_dominoes,
    move_large,
    uncover_all,
)
from boardless.games.compiler.regions import each, in_order
from boardless.games.compiler.tile_tables import rotations
from boardless.games.language.errors import LudemeError
from boardless.games.language.facts import (
    ACTS,
    BESIDE,
    EFFECT,
    LOOPS,
    PUTS,
    SYMMETRIC,
    TILED,
    TOUCHING,
)
from boardless.games.language.ludeme import Ludeme, Word, ludeme
from boardless.games.ludemes.combined_moves import MovesIf
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.kinds import Integer, Moves, Region, Role, SiteType
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import (
    Apply,
    From,
    MovedPiece,
    Then,
    To,
    applied,
    chooser,
    does,
    effect_of,
    leading,
    passes,
    replacing,
    starts,
)
from boardless.games.ludemes.players import MoverNumber, ThePlayer, one_player
from boardless.games.ludemes.sites import LastFrom, LastTo, When
from boardless.games.ludemes.stacks import Carry, carry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope


@ludeme("move", "Add", also="add", example="(move Add (to (sites Empty)))", concepts="AddDecision")
class Add(Moves):
    """Put a piece (the mover's first), or several, on each of the sites, or on their stacks."""

    facts = ACTS | SYMMETRIC | TOUCHING | PUTS | BESIDE | TILED
    piece: MovedPiece | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    stack: bool = False

    def stacks(self) -> bool:
        """Tell whether pieces are put upon another, or on a level."""
        return self.stack or self.to.level is not None

    def each_move(self, scope: Scope, found: Found) -> None:
        piece = self.piece.component if self.piece is not None else None
        value = piece.constant if isinstance(piece, Integer) else 0
        large = has_covers(scope.model)
        constant = value is not None and value >= 0 and not large
        state = self.piece.state if self.piece is not None else None

        def act(scope: Scope) -> None:
            applied(self.to.apply, scope)
            added = component(self.piece, scope, self) if constant else "number1"
            times = 1 if self.count is None else f"number{1 if constant else 2}"
            with scope.out.block(f"for _ in range({times}):"):
                if self.to.level is None or not scope.model.stacking:
                    scope.out.add(f"add_to(s, site, {added}, 1)")
                else:
                    level = integer(self.to.level, scope)
                    scope.out.add(f"insert_at(s, site, {level}, {added})")
            if state is not None:
                place = 1 + (not constant) + (self.count is not None)
                scope.out.add(f"set_field(s, STATES, site, number{place})")
            if self.to.rotations is not None:
                turned = 1 + (not constant) + (self.count is not None) + (state is not None)
                scope.out.add(f"turn(s, site, number{turned})")

        parts = (self.to.apply, self.piece if constant else None, self.to.level)
        reads = tuple(part for part in parts if part is not None)

        def write(numbers: tuple[str, ...]) -> None:
            with in_order(self.to.target, scope.of(self.to)) as to:
                inner = scope.binding(to=to)
                allowed = passes(self.to, inner)
                with (
                    scope.out.block(f"if {allowed}:"),
                    _turned(self.to, inner) as turns,
                ):
                    count: tuple[str, ...] = ()
                    if self.count is not None:
                        count = (scope.out.name("count"),)
                        scope.out.add(f"{count[0]} = {integer(self.count, inner)}")
                    place = () if state is None else (integer(state, inner),)
                    more = (*numbers, *count, *place, *turns)
                    move = Candidate(inner, to, to, act, reads, numbers=more, by=self)
                    with scope.out.block(f"if {count[0]} > 0:") if count else nullcontext():
                        _listed(self, move, inner, found)

        if constant:
            write(())
            return
        # Which component it is has been decided before it is said where to.
        number = scope.out.assign("component", component(self.piece, scope, self))
        with scope.out.block(f"if {number} != -1:"):
            if not large:
                write((number,))
                return
            add_large(self, number, scope, found)
            with scope.out.block(f"if {Covers.of(scope).ways}[{number}] == 0:"):
                write((number,))


@ludeme("move", "Claim", also="claim", example="(move Claim (to (sites Empty)))")
class Claim(Moves):
    """Put a piece on each of the sites: the component with the mover's number unless given."""

    facts = EFFECT | PUTS
    piece: MovedPiece | None
    to: To
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        piece = self.piece or MovedPiece(MoverNumber())
        Add(piece, self.to, self.then).each_move(scope, found)


@ludeme(
    "move",
    also="fromTo",
    example="(move (from (sites Hand Mover)) (to (sites Empty)) copy:True)",
    concepts="FromToDecision",
)
class FromTo(Moves):
    """Move what stands on each start to each target, some, a copy, or with `stack` all of it."""

    facts = SYMMETRIC | TOUCHING | BESIDE | LOOPS | TILED
    from_: From
    to: To
    #: The player who makes the move where all move at the same time.
    mover: Role | None = None
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    copy: bool = False
    stack: bool = False

    def telling_parts(self) -> Iterator[Ludeme | Word]:
        """Yield its parts, but for the condition on its target, as Ludii has it."""
        for part in super().telling_parts():
            if part is not self.to:
                yield part
        yield from (part for part in self.to.telling_parts() if part is not self.to.if_)

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts, with those of the sites that it leads to."""
        return (
            super().own_concepts()
            | leading(self, "FromToDecision", self.to.if_)
            | replacing(self.to)
        )

    @property
    def takes_from(self) -> Region | None:
        return self.from_.region

    def has_effects(self) -> bool:
        """Tell whether it starts at (from) or one site of a hand, or copies pieces of the board."""
        start = self.from_.region
        return start is None or (isinstance(start, Single) if start.is_of_hands() else self.copy)

    def stacks(self) -> bool:
        """Tell whether all that lies there moves, or what lies on a level."""
        return self.stack or self.from_.level is not None

    def takes_off(self) -> bool:
        """Tell whether what moves is not left there, too."""
        return not self.copy or self.count is not None

    def each_move(self, scope: Scope, found: Found) -> None:
        moved = carry(self, scope)
        counted = self.count is not None and moved == Carry()
        large, dominoes = has_covers(scope.model), scope.model.uses(Dominoes)

        # Of consequences none is made before all are found, and what each does is known.
        beside = effect_of(self.to.apply)
        known = None
        if scope.after and not scope.ahead and isinstance(beside, MovesIf) and beside.then is None:
            known = beside
        along = beside if known is None else None
        turned = self.to.rotations is not None

        def act(scope: Scope) -> None:
            if known is not None:
                number = f"number{1 + counted + moved.bound + turned}"
                for moves, test in ((known.moves, "!="), (known.otherwise, "==")):
                    if moves is not None:
                        with scope.out.block(f"if {number} {test} 0:"):
                            applied(Apply(moves), scope)
            scope.out.add("move_some(s, origin, site, number1)" if counted else moved.statement)
            if self.to.rotations is not None:
                scope.out.add(f"turn(s, site, number{1 + counted + moved.bound})")

        reads = () if self.to.apply is None else (self.to.apply,)
        player = chooser(self.mover, self, scope)

        def write(scope: Scope, origin: str) -> None:
            out = scope.out
            numbers: tuple[str, ...] = ()
            small = ""
            if dominoes:
                parts = f"PART_COUNTS[s.what[{origin}]]"
                with out.block(f"if {parts} != 0 and {origin} <= HELD:"):
                    lay_dominoes(self, origin, scope, found)
                small = f" and {parts} == 0"
            elif large:
                ways = f"{Covers.of(scope).ways}[s.what[{origin}]]"
                with out.block(f"if {ways} != 0:"):
                    move_large(self, origin, scope, found)
                small = f" and {ways} == 0"
            with out.block(f"if s.what[{origin}] != 0{small}:"):
                if self.count is not None and counted:
                    # Of the targets none is the one that is gone to yet.
                    count = out.assign("count", integer(self.count, scope))
                    numbers = (count,)
                with each(self.to.target, scope.of(self.to), hands=True) as to:
                    inner = scope.binding(to=to)
                    with (
                        out.block(f"if {passes(self.to, inner)}:"),
                        _turned(self.to, inner) as turns,
                    ):
                        levels = numbers or moved.numbers(origin, inner)
                        numbered = (*levels, *turns)
                        if known is not None:
                            holding = out.assign("holding", "0")
                            out.when(condition(known.condition, inner), f"{holding} = 1")
                            numbered += (holding,)
                        move = Candidate(
                            inner, origin, to, act, reads,
                            numbers=numbered, by=self, player=player, beside=along,
                        )  # fmt: skip
                        found(move.followed(self.then))

        starts(self.from_, scope, write)


@ludeme(
    "move",
    "Remove",
    also="remove",
    example="(move Remove (last To))",
    facts=ACTS | EFFECT,
    concepts="RemoveDecision",
)
class Remove(Moves):
    """Take away the piece on a site, or on each of a region, at once or after the turn.

    With a `count` so often, at least once; of a stack it is the uppermost, or that of a level.
    """

    type: SiteType | None
    region: Region
    then: Then | None = None
    _: KW_ONLY
    at: When = When.START_OF_TURN
    level: Integer | None = None
    count: Integer | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts."""
        later = self.at is not When.START_OF_TURN
        return super().own_concepts() | ({"CaptureSequence"} if later else set())

    @property
    def takes_from(self) -> Region:
        return self.region

    def each_move(self, scope: Scope, found: Found) -> None:
        later = self.at is When.END_OF_TURN

        leveled = self.level is not None and scope.model.stacking and not later
        scope.builder.leaves |= leveled

        def act(scope: Scope) -> None:
            line = "remove_later(s, site)" if later else "remove_from(s, site)"
            if leveled:
                line = f"remove_level(s, site, number{1 if self.count is None else 2})"
            if not later and has_covers(scope.model):
                uncover_all(scope)
            if self.count is None:
                scope.out.add(line)
                return
            with scope.out.block("for _ in range(max(number1, 1)):"):
                scope.out.add(line)

        if later:
            scope.builder.clears = True

        numbers: tuple[str, ...] = ()
        if self.count is not None:
            # Outside of a move (to) is no site.
            inner = scope.binding(to=scope.to or "NONE")
            count = scope.out.assign("count", integer(self.count, inner))
            numbers = (count,)
        with in_order(self.region, scope.of(self)) as at, scope.out.block(f"if s.what[{at}] != 0:"):
            inner = scope.binding(to=at)
            levels = (removed_level(self.level, at, scope),) if self.level and leveled else ()
            move = Candidate(inner, at, at, act, numbers=(*numbers, *levels), takes=True)
            found(move.followed(self.then))


@ludeme("move", "Select", also="select", example="(move Select (from (sites Occupied by:Mover)))")
class Select(Moves):
    """Name a site, or a site and another; what that means follows from it."""

    facts = EFFECT | PUTS
    from_: From
    to: To | None = None
    #: The player who makes the move where all move at the same time.
    mover: Role | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        stacking = scope.model.stacking
        act = does(
            "select_level(s, origin, site, number1)" if stacking else "select(s, origin, site)"
        )
        player = chooser(self.mover, self, scope)

        def named(scope: Scope, origin: str, to: str, level: tuple[str, ...]) -> None:
            move = Candidate(scope, origin, to, act, numbers=level, player=player)
            found(move.followed(self.then))

        def write(scope: Scope, origin: str) -> None:
            if self.to is None:
                level = selected_level(self.from_.level, origin, scope) if stacking else ()
                named(scope, origin, origin, level)
                return
            with each(self.to.target, scope.of(self.to), hands=True) as to:
                inner = scope.binding(to=to)
                with scope.out.block(f"if {passes(self.to, inner)}:"):
                    level = selected_level(self.to.level, to, inner) if stacking else ()
                    named(inner, origin, to, level)

        starts(self.from_, scope, write, aims=True)


@ludeme(
    "move",
    "Promote",
    also="promote",
    example='(move Promote (last To) (piece {"Queen"}))',
    concepts="PromotionDecision",
)
class Promote(Moves):
    """Make the piece on a site another; each of several is a move."""

    facts = EFFECT | PUTS
    type: SiteType | None
    at: Integer | None
    piece: MovedPiece
    role: Role | ThePlayer | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        if not scope.model.plays_on(self.type):
            return  # No piece stands there.
        at = scope.out.assign(
            "x", scope.bound("to", self) if self.at is None else site(self.at, scope.of(self))
        )
        numbers = components(self.piece, self.role, scope)
        test = f"{at} != NONE"
        if isinstance(self.piece.component, Integer) and not numbers[0].isdecimal():
            # A number of no component, such as that of what was taken meanwhile, makes no move.
            test += f" and {numbers[0]} > 0"
        with scope.out.block(f"if {test}:"):
            for number in range(len(numbers)):

                def act(inner: Scope, number: int = number) -> None:
                    name = components(self.piece, self.role, inner)[number]
                    inner.out.add(f"promote(s, site, {name})")

                found(Candidate(scope, at, at, act, (self.piece,)).followed(self.then))


class Swapped(Word):
    """The kinds of things that trade places."""

    PLAYERS = "Players"
    PIECES = "Pieces"


@ludeme("move", "Swap", also="swap", example="(move Swap Players P1 P2)", facts=EFFECT)
class Swap(Moves):
    """Let two players trade places, and the mover go on; or two pieces."""

    what: Swapped
    first: Integer | Role | None = None
    second: Integer | Role | None = None
    then: Then | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts."""
        kind = self.what.value
        if not self.by_other_name:
            return frozenset((f"Swap{kind}Decision",))
        return frozenset(("SwapPlayersEffect",) if self.what is Swapped.PLAYERS else ())

    def __post_init__(self) -> None:
        if self.what is Swapped.PLAYERS and (self.first is None or self.second is None):
            self.reject("expected two players")
        if self.what is Swapped.PIECES and (
            isinstance(self.first, Role) or isinstance(self.second, Role)
        ):
            self.reject("expected sites for the pieces")

    def each_move(self, scope: Scope, found: Found) -> None:
        first, second = self.first, self.second
        if self.what is Swapped.PLAYERS:
            assert first is not None
            assert second is not None
            numbers = (one_player(first, self, scope), one_player(second, self, scope))
            trade = does("swap_players(s, number1, number2)")
            found(Candidate(scope, "NONE", "NONE", trade, numbers=numbers).followed(self.then))
            return
        assert not isinstance(first, Role)
        assert not isinstance(second, Role)
        origin = scope.out.assign("x", site(first or LastFrom(), scope))
        to = scope.out.assign("x", site(second or LastTo(), scope))
        with scope.out.block(f"if {origin} != NONE and {to} != NONE:"):
            move = Candidate(scope, origin, to, does("swap_pieces(s, origin, site)"))
            found(move.followed(self.then))


@contextmanager
def _turned(to: To, scope: Scope) -> Iterator[tuple[str, ...]]:
    """Open a loop over the ways to turn what is put on a site, if any are given."""
    if to.rotations is None:
        yield ()
        return
    values = rotations(to.rotations, scope)
    turned = scope.out.name("turned")
    with scope.out.block(f"for {turned} in ({', '.join(map(str, values))},):"):
        yield (turned,)


def _listed(node: Add, move: Candidate, scope: Scope, found: Found) -> None:
    """Hand a move over: twice where it does something beside in a region, as Ludii lists it."""
    apply = node.to.apply
    if apply is None or apply.moves is None or isinstance(node.to.target, Single):
        found(move.followed(node.then))
        return
    with scope.out.block(f"if {holds(apply.if_, scope)}:"), scope.out.block("for _ in range(2):"):
        found(replace(move.followed(node.then), twice=True))
    if apply.if_ is not None:
        with scope.out.block("else:"):
            found(move.followed(node.then))


def component(piece: MovedPiece | None, scope: Scope, ludeme: Ludeme) -> str:
    """Return the source of the one component that is meant; the mover's first if none is said."""
    if piece is None:
        model = scope.model
        first = [model.first_component(player, ludeme) for player in range(1, model.players + 1)]
        return _of_player(first, scope.mover)
    return components(piece, piece.role, scope)[0]


def components(piece: MovedPiece, role: Role | ThePlayer | None, scope: Scope) -> list[str]:
    """Return the sources of the components that are meant, those of a role where one is given."""
    named = piece.several or (piece.component,)
    return [_component(each, role or piece.role, piece, scope) for each in named]


def _component(
    named: str | Integer | None, role: Role | ThePlayer | None, piece: MovedPiece, scope: Scope
) -> str:
    if named is None:
        piece.reject("expected the component by its name or number")
    if isinstance(named, Integer):
        return _numbered(named, scope)
    model = scope.model
    if role is None:
        found = _without_role(named, piece, model)
        if found is not None:
            return str(found)
        role = Role.MOVER
    player = lifted(one_player(role, piece, scope), Int)
    if player.constant is not None:
        return str(_component_of(named, _owner(player.constant, model), piece, model))
    owners = range(1, model.players + 1)
    numbers = [_component_of(named, owner, piece, model) for owner in owners]
    return _of_player(numbers, player.text)


def _without_role(name: str, piece: MovedPiece, model: Model) -> int | None:
    """Return the component of a whole name, or nobody's; None where each player has one of it."""
    try:
        return model.component(name, piece)
    except LudemeError:
        nobodys = _component_of(name, 0, piece, model)
        players = range(1, model.players + 1)
        if not nobodys and not any(_component_of(name, each, piece, model) for each in players):
            raise
        return nobodys or None


def _numbered(number: Integer, scope: Scope) -> str:
    """Return the source of a component by its number, 0 for one that there is not."""
    count, constant = len(scope.model.components), number.constant
    if constant is not None:
        if constant > count:
            number.reject(f"components are numbered 1 to {count}")
        return str(max(constant, 0))
    name = scope.out.assign("component", integer(number, scope))
    return f"({name} if 0 <= {name} <= {count} else 0)"


def _component_of(name: str, owner: int, piece: MovedPiece, model: Model) -> int:
    """Return the component of a player; 0 for who has none of the name."""
    try:
        return model.component(name, piece, owner)
    except LudemeError:
        return 0


def _owner(number: int, model: Model) -> int:
    """Return the owner of components of a role's number: nobody owns what is shared."""
    return 0 if number > model.players else number


def _of_player(numbers: list[int], player: str) -> str:
    """Return the source of the entry of a player."""
    if len(set(numbers)) == 1:
        return str(numbers[0])
    return f"({', '.join(map(str, numbers))},)[{player} - 1]"


def removed_level(level: Integer, at: str, scope: Scope) -> str:
    """Return the name of the level that is taken away; -1 for the uppermost."""
    name = scope.out.assign("level", f"max({integer(level, scope)}, 0)")
    scope.out.when(f"{name} == height(s, {at}) - 1", f"{name} = -1")
    return name


def selected_level(level: Integer | None, at: str, scope: Scope) -> tuple[str]:
    """Return the level of a site that is named, the uppermost unless it is said."""
    number = "-1" if level is None else integer(level, scope)
    return (f"level_of(s, {at}, {number})",)
