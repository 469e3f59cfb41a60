"""Rules that go before another: they are tried, and made again before what is found."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Requirement
from boardless.games.compiler.shared_rules import find
from boardless.games.compiler.trials import (
    CARRIED,
    finds_effects,
    holds_after,
    needs_record,
    record_prior,
    replay_moves,
    take_back,
    variables_of,
)
from boardless.games.language.facts import BESIDE, EFFECT, HANDS_ON, PUTS, TOUCHING, needs
from boardless.games.language.ludeme import ludeme, read_in
from boardless.games.ludemes.chance import is_by_chance, sampled_again
from boardless.games.ludemes.dice import DiceItem
from boardless.games.ludemes.kinds import Condition, Moves
from boardless.games.ludemes.memory import (
    asks_for_pending,
    effect,
    pending_forgotten,
    variable_set,
    variable_value,
)
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.repetition import STORED, STORED_BEFORE, IsNotStored
from boardless.games.ludemes.turns import UNCOUNTED
from boardless.ir.expressions import MOVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.candidates import Candidate, Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.compiler.trials import RecordedMoves


@ludeme(
    "do",
    example="(do (forEach Piece) ifAfterwards:(not (is Threatened)))",
    concepts="CopyContext DoLudeme",
)
class Do(Moves):
    """The moves of a rule after another has been followed, if a condition holds afterwards."""

    facts = TOUCHING | EFFECT | PUTS | BESIDE | HANDS_ON | needs("tried_moves")
    prior: Moves
    then: Then | None = None
    _: KW_ONLY
    next: Moves | None = None
    if_afterwards: Condition | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        """Follow a rule, find the moves of another then, and take back what was done."""
        from boardless.games.ludemes.threats import always_after

        allowed = self.if_afterwards

        def checked(candidate: Candidate) -> None:
            followed = candidate.followed(self.then)
            if allowed is None or (scope.threatening and always_after(allowed)):
                found(followed)
                return
            requirement = Requirement(allowed, candidate, scope.mover)
            if scope.late and self.next is None:
                found(replace(followed, requirement=requirement))
                return
            out = candidate.scope.out
            wanted = out.block(f"if not {scope.enough}:") if scope.enough else nullcontext()
            with wanted, out.block(f"if {holds_after(requirement)}:"):
                found(followed)

        if self.next is None:
            find(self.prior, scope.trying_at_once(), checked)
        else:
            _find_next(self.prior, self.next, scope.trying_at_once(), checked)


@ludeme(
    "avoidStoredState",
    example="(avoidStoredState (forEach Piece))",
    facts=TOUCHING | EFFECT | PUTS | BESIDE | HANDS_ON | needs("tried_moves", "repetition"),
    concepts="CopyContext PositionalSuperko",
)
class AvoidStoredState(Moves):
    """The moves of a rule that do not lead to the position of the last (remember State)."""

    moves: Moves
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        # A move that is tried may remember the position to which it leads.
        numbers = scope.builder.numbers
        now, before = numbers.place(STORED), numbers.place(STORED_BEFORE)
        scope.out.add(f"s.numbers[{before}] = s.numbers[{now}]")
        rule = Do(self.moves, self.then, if_afterwards=IsNotStored(), place=self.place)
        find(rule, scope, found)


def _find_next(rule: Moves, following: Moves, scope: Scope, found: Found) -> None:
    """Add statements that try a rule and find the moves of another then."""
    out, prior = scope.out, _Prior.tried(rule, scope)
    any_ = out.assign("any", "False")

    def prepended(candidate: Candidate) -> None:
        candidate.scope.out.add(f"{any_} = True")
        found(prior.before(candidate))

    find(following, scope, prepended)
    if any(isinstance(item, DiceItem) for item in scope.model.game.equipment.items):
        # Who has nothing to do with what he rolled passes.
        with out.block(f"if not {any_}:"):
            prepended(effect("pass_turn(s)", scope))
    out.add(f"{prior.queued} = int64(s.n[QUEUED])")
    take_back(prior.queued, scope, keeps=prior.kept is not None)


@dataclass(frozen=True)
class _Prior:
    """A rule that was tried, and is made again before each move that is found afterwards."""

    rule: Moves
    scope: Scope
    #: The name of the end of the queue.
    queued: str
    #: The name of the number of outcomes sampled before; empty for a rule without chance.
    sampled: str
    #: The names of the values of variables, where these are all that is set.
    values: tuple[str, ...]
    kept: RecordedMoves | None

    @classmethod
    def tried(cls, rule: Moves, scope: Scope) -> _Prior:
        """Add statements that try a rule."""
        out = scope.out
        sampled = out.name("sampled") if is_by_chance(rule) else ""
        if sampled:
            out.add(f"{sampled} = int64(s.chance[SAMPLED])")
        # Among consequences, others may be made first that change what it is worked out from.
        variables = variables_of(rule) if scope.after else ()
        values = tuple(out.name("value") for _ in variables)
        for part, value in zip(variables, values, strict=True):
            out.add(f"{value} = {variable_value(part, scope)}")
        out.add("begin_attempt(s)")
        _uncount(scope)
        queued = out.assign("queued", "int64(s.n[QUEUED])")
        kept = (
            record_prior(rule, scope)
            if scope.after and scope.builder.keeps and needs_record(rule)
            else None
        )
        if kept is None:
            scope.builder.follow(rule, scope.binding(ahead=finds_effects(rule)))
        # What has been made for the trial leaves the queue, and what is found then stays there.
        out.add(f"s.n[QUEUED] = {queued}")
        scope.builder.takes_back = True
        return cls(rule, scope, queued, sampled, values, kept)

    def before(self, candidate: Candidate) -> Candidate:
        """Return a move that was found in the trial, with what goes before it."""
        own = self.values or ((self.sampled,) if self.sampled else ())
        if self.kept is not None:
            own = (self.kept.number,)
        # What is iterated over again on the way to the move means another site there.
        hidden = () if own else tuple(_hidden(self.rule, self.scope, candidate.scope))
        first = len(candidate.numbers) + 1

        def act(scope: Scope) -> None:
            # The moves may be those of another player, what goes before them is the mover's.
            movers = scope.binding(mover="mover") if self.scope.mover is MOVER else scope
            self._make_again(movers, first, hidden, candidate.twice)
            candidate.make(scope)

        carried = tuple(getattr(self.scope, name) for name in hidden)
        return replace(
            candidate,
            act=act,
            beside=None,
            reads=(*candidate.reads, self.rule),
            numbers=(*candidate.numbers, *own, *carried),
        )

    def _make_again(self, scope: Scope, first: int, hidden: tuple[str, ...], twice: bool) -> None:
        """Add statements that make it again: the move's numbers from the `first` on say how."""
        if self.values:
            for n, part in enumerate(variables_of(self.rule), first):
                does(variable_set(part, scope, f"number{n}"))(scope)
        elif self.kept is not None:
            replay_moves(f"number{first}", self.kept.rules, scope)
        elif self.sampled:
            # What chance decides is decided in the order in which it was tried.
            with sampled_again(f"number{first}", scope):
                scope.builder.follow(self.rule, scope)
        else:
            bound = {name: f"number{n}" for n, name in enumerate(hidden, first)}
            self._precede(scope.binding(**bound), twice)
        if asks_for_pending(self.rule):
            does(pending_forgotten(scope))(scope)

    def _precede(self, scope: Scope, twice: bool) -> None:
        """Add statements that make it before a legal move, where nothing has changed since."""
        if not finds_effects(self.rule):
            scope.builder.precede(self.rule, scope, twice)
            return
        out = scope.out
        queued = out.assign("queued", "int64(s.n[QUEUED])")
        out.add("begin_attempt(s)")
        kept = record_prior(self.rule, scope)
        take_back(queued, scope, keeps=True)
        for _ in range(1 + twice):
            replay_moves(kept.number, kept.rules, scope)


def _uncount(scope: Scope) -> None:
    """Add the statement that lets a move that goes before another not be one of (count Moves)."""
    if scope.model.uncounts_moves:
        place = scope.builder.numbers.place(UNCOUNTED)
        scope.out.add(f"change_number(s, {place}, int64(s.numbers[{place}]) + 1)")


def _hidden(prior: Moves, outer: Scope, inner: Scope) -> Iterator[str]:
    """Yield the names that a prior reads and that mean something else further in."""
    read = read_in(prior)
    for name in CARRIED:
        source = getattr(outer, name)
        if source is not None and source != getattr(inner, name) and name in read:
            yield name
