"""Prior rules: a trial makes them, and each following move makes them again first."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, replace

from boardless.games.kit import (
    BESIDE,
    COUNTERS,
    EFFECT,
    FALSE,
    HANDS_ON,
    MOVER,
    PUTS,
    TOUCHING,
    TRUE,
    Candidate,
    Candidates,
    Condition,
    Int,
    Moves,
    RecordedMoves,
    Requirement,
    S,
    Scope,
    ScopeMode,
    carried,
    carried_names,
    holds_after,
    inside,
    is_by_chance,
    lesser,
    lifted,
    ludeme,
    moves_of,
    read_in,
    replay_moves,
    take_back,
    wide,
)
from boardless.games.ludemes.chance import sampled_again
from boardless.games.ludemes.combined_moves import MovesAnd
from boardless.games.ludemes.dice import DiceItem
from boardless.games.ludemes.memory import (
    Every,
    ForgetValue,
    SetVariable,
    effect,
    variable_set,
    variable_value,
)
from boardless.games.ludemes.moves import Apply, Then
from boardless.games.ludemes.repetition import STORED, STORED_BEFORE, IsNotStored
from boardless.games.ludemes.turns import UNCOUNTED


@ludeme("do", concepts="CopyContext DoLudeme")
class Do(Moves):
    """The moves of a rule after another rule, if a condition holds afterwards.

    Example: (do (forEach Piece) ifAfterwards:(not (is Threatened)))
    """

    facts = TOUCHING | EFFECT | PUTS | BESIDE | HANDS_ON
    prior: Moves
    then: Then | None = None
    _: KW_ONLY
    next: Moves | None = None
    if_afterwards: Condition | None = None

    def legal(self, b: Scope) -> Candidates:
        from boardless.games.ludemes.threats import always_after

        allowed, b, late = self.if_afterwards, b.trying_at_once(), b.modes & ScopeMode.LATE
        if self.next is None:
            moves = moves_of(self.prior, b)
        else:
            moves = _moves_after(self.prior, self.next, b)
        for move in moves:
            followed, inner = move.followed(self.then), move.scope
            if allowed is None or (b.modes & ScopeMode.THREATENING and always_after(allowed)):
                yield followed
                continue
            requirement = Requirement(allowed, move, b.mover)
            if late and self.next is None:
                yield replace(followed, requirement=requirement)
                continue
            with (
                nullcontext() if b.enough is None else inner.where(~b.enough),
                inner.where(holds_after(requirement)),
            ):
                yield followed


@ludeme(
    "avoidStoredState",
    facts=TOUCHING | EFFECT | PUTS | BESIDE | HANDS_ON,
    concepts="CopyContext PositionalSuperko",
)
def avoid_stored_state(node: Moves, b: Scope, moves: Moves, then: Then | None = None) -> Candidates:
    """The moves of a rule that do not lead to the position of the last (remember State).

    Example: (avoidStoredState (forEach Piece))
    """
    # A tried move may remember its own position.
    numbers = b.builder.numbers
    now, before = numbers.place(STORED), numbers.place(STORED_BEFORE)
    b.set(S.numbers[before], S.numbers[now])
    rule = Do(moves, then, if_afterwards=IsNotStored(), place=node.place)
    yield from moves_of(rule, b)


def _moves_after(rule: Moves, following: Moves, b: Scope) -> Candidates:
    """Try a rule, and iterate over the moves of another rule afterwards."""
    prior = _Prior.tried(rule, b)
    any_ = b.variable("any", FALSE)
    for move in moves_of(following, b):
        b.set(any_, TRUE)
        yield prior.before(move)
    if any(isinstance(item, DiceItem) for item in b.model.game.equipment.items):
        # A player who cannot use the roll passes.
        with b.where(~any_):
            yield prior.before(effect("pass_turn", b))
    b.set(prior.queued, wide(COUNTERS.QUEUED))
    take_back(prior.queued, b, keeps=prior.kept is not None)


@dataclass(frozen=True)
class _Prior:
    """A prior rule, tried once and made again before each following move."""

    rule: Moves
    scope: Scope
    #: The end of the queue.
    queued: Int
    #: The number of outcomes sampled before; None for a rule without chance.
    sampled: Int | None
    #: The values of variables, if the rule sets nothing else.
    values: tuple[Int, ...]
    kept: RecordedMoves | None

    @classmethod
    def tried(cls, rule: Moves, b: Scope) -> _Prior:
        """Try a rule."""
        sampled = b.variable("sampled", wide(S.chance["SAMPLED"])) if is_by_chance(rule) else None
        # Other consequences may happen first and change the values that this one uses.
        values = tuple(
            b.variable("value", variable_value(part, b))
            for part in (_variables_of(rule) if b.is_making else ())
        )
        b.do("begin_attempt")
        if b.model.uncounts_moves:
            # A prior move does not count in (count Moves).
            place = b.builder.numbers.place(UNCOUNTED)
            b.do("change_number", place, wide(S.numbers[place]) + 1)
        queued, kept = b.variable("queued", wide(COUNTERS.QUEUED)), None
        if b.is_making and b.builder.keeps and needs_record(rule):
            kept = _record_prior(rule, b)
        else:
            b.builder.follow(rule, b.switched(ScopeMode.AHEAD, finds_effects(rule)))
        # The moves of the trial leave the queue, and the moves found afterwards stay.
        b.set(COUNTERS.QUEUED, queued)
        return cls(rule, b, queued, sampled, values, kept)

    def before(self, move: Candidate) -> Candidate:
        """Return a move of the trial with its prior moves in front."""
        own = self.values or (() if self.sampled is None else (self.sampled,))
        if self.kept is not None:
            own = (self.kept.number,)
        # Names of an iteration mean other sites in a repeated iteration on the way to the move.
        hidden = (
            () if own else carried_names(self.scope.names, read_in(self.rule), move.scope.names)
        )
        first = len(move.numbers) + 1

        def act(b: Scope) -> None:
            # The moves may belong to another player; their priors belong to the mover.
            movers = b.binding(mover=MOVER) if self.scope.mover is MOVER else b
            self._make_again(movers, first, hidden, move.twice)
            move.make(b)

        bound = (self.scope.names[name] for name in hidden)
        return replace(
            move,
            act=act,
            beside=None,
            reads=(*move.reads, self.rule),
            numbers=(*move.numbers, *own, *bound),
        )

    def _make_again(self, b: Scope, first: int, hidden: tuple[str, ...], twice: bool) -> None:
        """Repeat the prior rule; the numbers of the move from `first` on encode its choices."""
        number = carried(first)
        if self.values:
            for n, part in enumerate(_variables_of(self.rule), first):
                variable_set(part, b, carried(n))(b)
        elif self.kept is not None:
            replay_moves(number, self.kept.sorts, b)
        elif self.sampled is not None:
            # Chance decides in the order of the trial.
            with sampled_again(number, b):
                b.builder.follow(self.rule, b)
        else:
            kinds = {name: type(self.scope.names[name]) for name in hidden}
            numbers = {x: lifted(carried(n), kinds[x]) for n, x in enumerate(hidden, first)}
            self._precede(b.binding(**numbers), twice)
        if "pending" in read_in(self.rule):
            b.do("forget_all", b.pending[0])

    def _precede(self, b: Scope, twice: bool) -> None:
        """Make the prior before a legal move, in an unchanged position."""
        if not finds_effects(self.rule):
            _precede(self.rule, b, twice)
            return
        queued = b.variable("queued", wide(COUNTERS.QUEUED))
        b.do("begin_attempt")
        kept = _record_prior(self.rule, b)
        take_back(queued, b, keeps=True)
        for _ in range(1 + twice):
            replay_moves(kept.number, kept.sorts, b)


def needs_record(prior: Moves) -> bool:
    """Return True if the trial must record a prior, unless it is random or only sets variables."""
    return not is_by_chance(prior) and not _variables_of(prior)


def finds_effects(prior: Moves) -> bool:
    """Return True if moves of a prior have additional effects, generated before any move."""
    return needs_record(prior) and any(isinstance(node, Apply) for node in inside(prior))


def _variables_of(prior: Moves) -> tuple[SetVariable, ...]:
    """Return the variables that a prior sets, in order; empty for any other prior."""
    parts = prior.rules if isinstance(prior, MovesAnd) and prior.then is None else (prior,)
    setters = [part for part in parts if isinstance(part, SetVariable) and part.then is None]
    if len(setters) < len(parts) or is_by_chance(prior):
        return ()
    return (*setters[:1], *reversed(setters[1:]))


def _record_prior(prior: Moves, b: Scope) -> RecordedMoves:
    """Make a prior in a trial, and record it."""
    builder = b.builder
    record = b.variable("kept", Int.call("begin_tried"))
    before = b.variable("before", 0)
    builder.followed.append(set())
    queued = builder.queue(prior, b.switched(ScopeMode.AHEAD, finds_effects(prior)))
    placed = Int.call("place_tried", record, before)
    builder.run(queued, b, behind=lambda: b.set(before, placed))
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def _precede(node: Moves, b: Scope, twice: bool) -> None:
    """Make the first of the prior moves, and then the others in reverse order.

    Before a move that Ludii lists `twice`, each is inserted twice (`Do.prependPreMoves`).
    """
    queued, run = b.builder.queue(node, b), b.builder.run
    second = b.variable("second", lesser(queued.first + 1, queued.end))
    first, rest = replace(queued, end=second), replace(queued, first=second)
    rules = node.rules if isinstance(node, MovesAnd) else ()
    if not any(isinstance(rule, ForgetValue) and isinstance(rule.value, Every) for rule in rules):
        run(first, b)
        run(rest, b, backwards=True, times=1 + twice)
        if twice:
            run(first, b)
        return
    begun = b.variable("logged", wide(COUNTERS.LOGGED))
    logged, number = b.variable("logged", begun), b.variable("number", 1)

    def behind() -> None:
        b.set_all((logged, number), Int.call("number_actions", logged, number))

    run(first, b, behind=behind)
    b.set(number, queued.end - queued.first)
    run(rest, b, backwards=True, behind=behind)
    b.do("interleave_actions", begun, queued.end - queued.first)
