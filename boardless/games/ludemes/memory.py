"""Memory: variables, the counter, values under names, and pending values."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Span
from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.scope import TestedSites
from boardless.games.language.facts import EFFECT, PUTS, changes, reads
from boardless.games.language.ludeme import Word, inside, ludeme, ludemes_in
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Region
from boardless.games.ludemes.moves import Then, does
from boardless.ir.expressions import Bool, Function, Int, S, wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


has_value = Function("has_value", Bool, state=True)


@ludeme("set", "Var", example='(set Var "Taken" (+ (var "Taken") 1))', concepts="Variable SetVar")
class SetVariable(Moves):
    """Give a variable a value (-1); without a name, the one that is for the time being."""

    facts = EFFECT | PUTS | changes("memory")
    name: str | None
    value: Integer | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        value = variable_value(self, scope)
        found(effect(variable_set(self, scope, "number1"), scope, value).followed(self.then))


@ludeme("var", example='(var "Taken")', facts=reads("memory") | EFFECT, concepts="Variable")
class Variable(Integer):
    """The value of a variable; -1 as long as it has been given none."""

    name: str | None = None

    def meaning(self, b: Builder) -> Int:
        return wide(S.numbers[b.playing(self).builder.numbers.variable(self.name)])


@ludeme(
    "set",
    "Counter",
    example="(set Counter 0)",
    facts=EFFECT,
    concepts="InternalCounter SetInternalCounter",
)
class SetCounter(Moves):
    """Set the counter (to -1), which goes up by one after every move."""

    value: Integer | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        value = "-1" if self.value is None else integer(self.value, scope)
        found(effect("set_counter(s, number1)", scope, value).followed(self.then))


@ludeme("counter", example="(counter)", facts=EFFECT, concepts="InternalCounter")
class Counter(Integer):
    """The counter: one less than the moves that were made, unless it has been set."""

    def meaning(self, b: Builder) -> Int:
        return wide(S.n["COUNTER"]) - 1


@ludeme(
    "remember",
    "Value",
    example='(remember Value "Moved" (last To) unique:True)',
    concepts="Variable RememberValues",
)
class RememberValue(Moves):
    """Remember a value, under a name; perhaps only if it is not remembered yet."""

    facts = EFFECT | changes("memory")
    name: str | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    unique: Condition | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out, numbers = scope.out, scope.builder.numbers
        place, room = numbers.values(self.name, len(scope.model.cells))
        value = out.assign("value", integer(self.value, scope))
        remembered = f"has_value(s, {place}, {value})"
        unique = "False" if self.unique is None else condition(self.unique, scope)
        line = f"remember(s, {place}, {room}, {numbers.name(self.name)}, number1)"
        with out.block(f"if not ({unique} and {remembered}):"):
            found(effect(line, scope, value).followed(self.then))


class Every(Word):
    """A word for all values of a sort."""

    ALL = "All"


@ludeme(
    "forget",
    "Value",
    example='(forget Value "Moved" All)',
    facts=EFFECT | changes("memory"),
    concepts="ForgetValues",
)
class ForgetValue(Moves):
    """Forget a value that is remembered under a name, or all of them."""

    name: str | None
    value: Every | Integer
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        numbers, sites = scope.builder.numbers, len(scope.model.cells)
        if isinstance(self.value, Integer):
            place, _ = numbers.values(self.name, sites)
            line = f"forget_value(s, {place}, {numbers.name(self.name)}, number1)"
            found(effect(line, scope, integer(self.value, scope)).followed(self.then))
            return
        names = _names_in_order(scope) if self.name is None else [self.name]
        places = [numbers.values(name, sites)[0] for name in names]

        # What goes before may be made in another order than it is tried in.
        keeps = scope.after and scope.builder.keeps

        def act(inner: Scope) -> None:
            for n, (name, place) in enumerate(zip(names, places, strict=True), 1):
                if keeps:
                    line = f"forget_tried(s, {place}, {numbers.name(name)}, number{n})"
                else:
                    first = f"number{len(places) + n}"
                    line = f"forget_first(s, {place}, {numbers.name(name)}, number{n}, {first})"
                inner.out.add(line)

        # One move forgets what is remembered now, all of it; before two moves it may be made twice.
        counts = tuple(f"int64(s.numbers[{place}])" for place in places)
        firsts = tuple(f"int64(s.numbers[{place + 1}])" for place in places)
        with scope.out.block(f"if {' + '.join(counts) or 0} > 0:"):
            copies = tuple(f"remember_values(s, {place})" for place in places)
            numbers_of = copies if keeps else (*counts, *firsts)
            found(Candidate(scope, "NONE", "NONE", act, numbers=numbers_of).followed(self.then))


@ludeme(
    "values",
    "Remembered",
    example='(values Remembered "Moved")',
    facts=reads("memory"),
    concepts="Variable",
)
class ValuesRemembered(Integers):
    """The values that are remembered under a name, in the order in which they came."""

    name: str | None = None

    def each(self, b: Builder, take: Callable[[Int], object]) -> None:
        scope = b.playing(self)
        first, _ = scope.builder.numbers.values(self.name, len(scope.model.cells))
        values = Span(0, wide(S.numbers[first]))
        b.each(values, lambda n: take(b.let(wide(S.numbers[first + 1 + n]), "value")))


@ludeme("set", "Pending", example="(set Pending (last To))", facts=EFFECT, concepts="SetPending")
class SetPending(Moves):
    """Let a value (1), or the sites of a region, be pending until the next move has been made."""

    value: Integer | Region | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        from boardless.games.compiler.regions import in_order

        place, room = pending_array(scope)
        line = f"set_pending(s, {place}, {room}, number1)"
        if isinstance(self.value, Region):
            region = self.value
            any_ = scope.out.assign("any", "False")
            with in_order(region, scope):
                scope.out.add(f"{any_} = True")

            def act(inner: Scope) -> None:
                with in_order(region, inner) as at:
                    inner.out.add(f"set_pending(s, {place}, {room}, number_of(s, {at}))")

            # All sites of the region are pending by one move.
            with scope.out.block(f"if {any_}:"):
                found(Candidate(scope, "NONE", "NONE", act, (region,)).followed(self.then))
        else:
            value = "-1" if self.value is None else integer(self.value, scope)
            found(effect(line, scope, value).followed(self.then))


@ludeme("is", "Pending", example="(is Pending)", facts=EFFECT | reads("pending"))
class IsPending(Condition):
    """A value is pending."""

    def meaning(self, b: Builder) -> Bool:
        return S.numbers[pending_array(b.playing(self))[0]] != 0


@ludeme("value", "Pending", example="(value Pending)", facts=EFFECT | reads("pending"))
class PendingValue(Integer):
    """The one value that is pending; 0 where there is none or several."""

    def meaning(self, b: Builder) -> Int:
        place, _ = pending_array(b.playing(self))
        return (S.numbers[place] == 1).choose(wide(S.numbers[place + 1]), Int.of(0))


@ludeme("sites", "Pending", example="(sites Pending)", facts=EFFECT | reads("pending"))
class SitesPending(Region):
    """The sites that are pending."""

    def meaning(self, b: Builder) -> TestedSites:
        scope = b.playing(self)
        place, _ = pending_array(scope)
        return TestedSites(scope, lambda at: has_value(place, b.number(at)))


def effect(line: str, scope: Scope, *numbers: str) -> Candidate:
    """Return the move that does one thing, with integers that are worked out before it is made."""
    return Candidate(scope, "NONE", "NONE", does(line), numbers=numbers)


def variable_value(node: SetVariable, scope: Scope) -> str:
    """Return the source of the value that a variable is given."""
    return "-1" if node.value is None else integer(node.value, scope)


def variable_set(node: SetVariable, scope: Scope, value: str) -> str:
    """Return the statement that gives a variable a value that has been worked out."""
    numbers = scope.builder.numbers
    kind = "VARIABLE_SET" if node.name else "TEMPORARY_SET"
    name, place = numbers.name(node.name), numbers.variable(node.name)
    return f"set_number_of_game(s, {kind}, {name}, {place}, {value})"


def _names_in_order(scope: Scope) -> list[str | None]:
    """Return the names of remembered values in Ludii's order: none, then as in a Java HashMap."""
    names = [part.name for part in inside(scope.model.game) if isinstance(part, RememberValue)]
    return [*[None] * (None in names), *sorted(dict.fromkeys(filter(None, names)), key=_place)]


def _place(name: str) -> int:
    """Return which of the 16 places of a hash table of Java is that of a name."""
    found = 0
    for letter in name:
        found = (31 * found + ord(letter)) & 0xFFFFFFFF
    return (found ^ found >> 16) & 15


def asks_for_pending(node: object) -> bool:
    """Tell whether rules ask for what is pending."""
    return any("pending" in part.facts.reads for part in ludemes_in(node))


def pending_forgotten(scope: Scope) -> str:
    """Return the statement that forgets all that is pending."""
    return f"forget_all(s, {pending_array(scope)[0]})"


def pending_array(scope: Scope) -> tuple[int, int]:
    """Return where pending values are kept in ``s.numbers``, and how much room they have."""
    place, room = scope.builder.numbers.pending(len(scope.model.cells))
    return int(place), int(room)
