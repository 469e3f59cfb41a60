"""Memory: variables, the counter, named values, and pending values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    FALSE,
    NONE,
    PUTS,
    TRUE,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    EngineFunction,
    Int,
    Integer,
    Moves,
    Region,
    S,
    Scope,
    SiteSet,
    Word,
    as_int,
    carried,
    changes,
    in_order,
    inside,
    ludeme,
    reads,
    wide,
)
from boardless.games.ludemes.moves import Then, does

has_value = EngineFunction("has_value", Bool, state=True)


@ludeme("set", "Var", concepts="Variable SetVar")
class SetVariable(Moves):
    """Set a variable to a value (default -1); without a name, set the temporary variable.

    Example: (set Var "Taken" (+ (var "Taken") 1))
    """

    facts = EFFECT | PUTS | changes("memory")
    name: str | None
    value: Integer | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        value = variable_value(self, b)
        yield effect(variable_set(self, b, carried(1)), b, value)


@ludeme("var", facts=reads("memory") | EFFECT, concepts="Variable")
def variable(b: Scope, name: str | None = None) -> Int:
    """The value of a variable, or -1 before its first value.

    Example: (var "Taken")
    """
    return wide(S.numbers[b.builder.numbers.variable(name)])


@ludeme("set", "Counter", facts=EFFECT, concepts="InternalCounter SetInternalCounter")
def set_counter(b: Scope, value: Integer | None = None, then: Then | None = None) -> Candidates:
    """Set the counter (default -1), which increases by 1 after every move.

    Example: (set Counter 0)
    """
    number = b.integer_or(value, -1)
    yield effect(does("set_counter", carried(1)), b, number).followed(then)


@ludeme("counter", facts=EFFECT, concepts="InternalCounter")
class Counter(Integer):
    """The counter: the number of moves made minus one, unless a rule has set it.

    Example: (counter)
    """

    def meaning(self, b: Builder) -> Int:
        return wide(COUNTERS.COUNTER) - 1


@ludeme("remember", "Value", concepts="Variable RememberValues")
class RememberValue(Moves):
    """Remember a value, optionally under a name, and optionally only if it is new.

    Example: (remember Value "Moved" (last To) unique:True)
    """

    facts = EFFECT | changes("memory")
    name: str | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    unique: Condition | None = None

    def own_moves(self, b: Scope) -> Candidates:
        numbers = b.builder.numbers
        place, room = numbers.values(self.name, len(b.model.cells))
        value = b.variable("value", b.integer(self.value))
        unique = b.holds(self.unique, FALSE)
        act = does("remember", place, room, numbers.name(self.name), carried(1))
        with b.where(~(unique & has_value(place, value))):
            yield effect(act, b, value)


class Every(Word):
    """A word for all values of a sort."""

    ALL = "All"


@ludeme("forget", "Value", facts=EFFECT | changes("memory"), concepts="ForgetValues")
class ForgetValue(Moves):
    """Forget a value remembered under a name, or all of them.

    Example: (forget Value "Moved" All)
    """

    name: str | None
    value: Every | Integer
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        numbers, sites = b.builder.numbers, len(b.model.cells)
        if isinstance(self.value, Integer):
            place, _ = numbers.values(self.name, sites)
            one = does("forget_value", place, numbers.name(self.name), carried(1))
            yield effect(one, b, b.integer(self.value))
            return
        names = _names_in_order(b) if self.name is None else [self.name]
        places = [numbers.values(name, sites)[0] for name in names]

        # Priors may run in another order than in the trial.
        keeps = b.is_making and b.builder.keeps

        def act(b: Scope) -> None:
            for n, (name, place) in enumerate(zip(names, places, strict=True), 1):
                first = () if keeps else (carried(len(places) + n),)
                forget = "forget_tried" if keeps else "forget_first"
                b.do(forget, place, numbers.name(name), carried(n), *first)

        # One move forgets all present values; as a prior of two moves it may be made twice.
        counts = [wide(S.numbers[place]) for place in places]
        firsts = [wide(S.numbers[place + 1]) for place in places]
        copies = [Int.call("remember_values", place) for place in places]
        with b.where(sum(counts, Int.of(0)) > 0):
            yield effect(act, b, *(copies if keeps else counts + firsts))


@ludeme("values", "Remembered", facts=reads("memory"), concepts="Variable")
def values_remembered(b: Scope, name: str | None = None) -> Iterator[Int]:
    """The values remembered under a name, oldest first.

    Example: (values Remembered "Moved")
    """
    first, _ = b.builder.numbers.values(name, len(b.model.cells))
    for n in b.numbers(wide(S.numbers[first])):
        yield b.variable("value", wide(S.numbers[first + 1 + n]))


@ludeme("set", "Pending", facts=EFFECT, concepts="SetPending")
def set_pending(
    b: Scope, value: Integer | Region | None = None, then: Then | None = None
) -> Candidates:
    """Make a value (default 1), or the sites of a region, pending until the end of the next move.

    Example: (set Pending (last To))
    """
    place, room = b.pending
    if not isinstance(value, Region):
        number = b.integer_or(value, -1)
        one = does("set_pending", place, room, carried(1))
        yield effect(one, b, number).followed(then)
        return
    any_ = b.variable("any", FALSE)
    for _ in in_order(value, b):
        b.set(any_, TRUE)

    def act(b: Scope) -> None:
        for at in in_order(value, b):
            b.do("set_pending", place, room, Int.call("number_of", at))

    # All sites of the region are pending by one move.
    with b.where(any_):
        yield Candidate(b, NONE, NONE, act, (value,)).followed(then)


@ludeme("is", "Pending", facts=EFFECT | reads("pending"))
def is_pending(b: Scope) -> Bool:
    """A value is pending.

    Example: (is Pending)
    """
    return S.numbers[b.pending[0]] != 0


@ludeme("value", "Pending", facts=EFFECT | reads("pending"))
def pending_value(b: Scope) -> Int:
    """The pending value if there is only one, else 0.

    Example: (value Pending)
    """
    place, _ = b.pending
    return (S.numbers[place] == 1).choose(wide(S.numbers[place + 1]), 0)


@ludeme("sites", "Pending", facts=EFFECT | reads("pending"))
class SitesPending(Region):
    """The pending sites.

    Example: (sites Pending)
    """

    def meaning(self, b: Builder) -> SiteSet:
        place, _ = b.playing(self).pending
        return b.tested(self, lambda at: has_value(place, b.number(at)))


def effect(act: Callable[[Scope], None] | str, b: Scope, *numbers: Int) -> Candidate:
    """Return the move with one effect; its integers are computed before the move is made."""
    if isinstance(act, str):
        act = does(act)
    return Candidate(b, NONE, NONE, act, numbers=numbers)


def variable_value(node: SetVariable, b: Scope) -> Int:
    """Return the new value of a variable."""
    return b.integer_or(node.value, -1)


def variable_set(node: SetVariable, b: Scope, value: Int) -> Callable[[Scope], None]:
    """Return the effect that sets a variable to a computed value."""
    numbers = b.builder.numbers
    kind = as_int("VARIABLE_SET" if node.name else "TEMPORARY_SET")
    name, place = numbers.name(node.name), numbers.variable(node.name)
    return does("set_number_of_game", kind, name, place, value)


def _names_in_order(b: Scope) -> list[str | None]:
    """Return the names of remembered values in Ludii's order: unnamed, then as a Java HashMap."""
    names = [part.name for part in inside(b.model.game) if isinstance(part, RememberValue)]
    return [*[None] * (None in names), *sorted(dict.fromkeys(filter(None, names)), key=_place)]


def _place(name: str) -> int:
    """Return the place of a name among the 16 places of a hash table in Java."""
    code = 0
    for letter in name:
        code = (31 * code + ord(letter)) & 0xFFFFFFFF
    return (code ^ code >> 16) & 15
