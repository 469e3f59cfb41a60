"""Variables, the counter, remembered and pending values as source."""

from boardless.games.compiler.generic import condition, integer, member
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.regions import in_order
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import inside, ludemes_in
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import memory as y


def effect(line: str, scope: Scope, *numbers: str) -> Candidate:
    """Return the move that does one thing, with integers that are worked out before it is made."""
    return Candidate(scope, "NONE", "NONE", lambda inner: inner.out.add(line), numbers=numbers)


@moves.register
def _(node: y.SetVariable, scope: Scope, found: Found) -> None:
    value = variable_value(node, scope)
    found(effect(variable_set(node, scope, "number1"), scope, value).followed(node.then))


def variable_value(node: y.SetVariable, scope: Scope) -> str:
    """Return the source of the value that a variable is given."""
    return "-1" if node.value is None else integer(node.value, scope)


def variable_set(node: y.SetVariable, scope: Scope, value: str) -> str:
    """Return the statement that gives a variable a value that has been worked out."""
    numbers = scope.made.numbers
    kind = "VARIABLE_SET" if node.name else "TEMPORARY_SET"
    name, place = numbers.name(node.name), numbers.variable(node.name)
    return f"set_number_of_game(s, {kind}, {name}, {place}, {value})"


@integer.register
def _(node: y.Variable, scope: Scope) -> str:
    return f"whole(s.numbers[{scope.made.numbers.variable(node.name)}])"


@moves.register
def _(node: y.SetCounter, scope: Scope, found: Found) -> None:
    value = "-1" if node.value is None else integer(node.value, scope)
    found(effect("set_counter(s, number1)", scope, value).followed(node.then))


@integer.register
def _(node: y.Counter, scope: Scope) -> str:
    return "(whole(s.n[COUNTER]) - 1)"


@moves.register
def _(node: y.RememberValue, scope: Scope, found: Found) -> None:
    out, numbers = scope.out, scope.made.numbers
    place, room = numbers.values(node.name, len(scope.model.cells))
    value = out.name("value")
    out.add(f"{value} = {integer(node.value, scope)}")
    known = f"is_kept(s, {place}, {value})"
    unique = "False" if node.unique is None else condition(node.unique, scope)
    line = f"remember(s, {place}, {room}, {numbers.name(node.name)}, number1)"
    with out.block(f"if not ({unique} and {known}):"):
        found(effect(line, scope, value).followed(node.then))


@moves.register
def _(node: y.ForgetValue, scope: Scope, found: Found) -> None:
    numbers, sites = scope.made.numbers, len(scope.model.cells)
    if isinstance(node.value, k.Integer):
        place, _ = numbers.values(node.name, sites)
        line = f"forget_value(s, {place}, {numbers.name(node.name)}, number1)"
        found(effect(line, scope, integer(node.value, scope)).followed(node.then))
        return
    names = _names_in_order(scope) if node.name is None else [node.name]
    places = [numbers.values(name, sites)[0] for name in names]

    # What goes before may be made in another order than it is tried in.
    keeps = scope.after and scope.made.keeps

    def act(inner: Scope) -> None:
        for n, (name, place) in enumerate(zip(names, places, strict=True), 1):
            if keeps:
                line = f"forget_kept(s, {place}, {numbers.name(name)}, number{n})"
            else:
                first = f"number{len(places) + n}"
                line = f"forget_first(s, {place}, {numbers.name(name)}, number{n}, {first})"
            inner.out.add(line)

    # One move forgets what is remembered now, all of it; before two moves it may be made twice.
    counts = tuple(f"whole(s.numbers[{place}])" for place in places)
    firsts = tuple(f"whole(s.numbers[{place + 1}])" for place in places)
    with scope.out.block(f"if {' + '.join(counts) or 0} > 0:"):
        kept = tuple(f"keep_values(s, {place})" for place in places)
        numbers_of = kept if keeps else (*counts, *firsts)
        found(Candidate(scope, "NONE", "NONE", act, numbers=numbers_of).followed(node.then))


def _names_in_order(scope: Scope) -> list[str | None]:
    """Return the names under which values are remembered, in the order of Ludii: none comes first.

    The others come as Java's hash tables have them, which for fewer than 13 have 16 places.
    """
    told = [part.name for part in inside(scope.model.game) if isinstance(part, y.RememberValue)]
    return [*[None] * (None in told), *sorted(dict.fromkeys(filter(None, told)), key=_place)]


def _place(name: str) -> int:
    """Return which of the 16 places of a hash table of Java is that of a name."""
    found = 0
    for letter in name:
        found = (31 * found + ord(letter)) & 0xFFFFFFFF
    return (found ^ found >> 16) & 15


@moves.register
def _(node: y.SetPending, scope: Scope, found: Found) -> None:
    place, room = _pending(scope)
    line = f"set_pending(s, {place}, {room}, number1)"
    if isinstance(node.value, k.Region):
        region, any_ = node.value, scope.out.name("any")
        scope.out.add(f"{any_} = False")
        with in_order(region, scope):
            scope.out.add(f"{any_} = True")

        def act(inner: Scope) -> None:
            with in_order(region, inner) as at:
                inner.out.add(f"set_pending(s, {place}, {room}, number_of(s, {at}))")

        # All sites of the region are pending by one move.
        with scope.out.block(f"if {any_}:"):
            found(Candidate(scope, "NONE", "NONE", act, (region,)).followed(node.then))
    else:
        value = "-1" if node.value is None else integer(node.value, scope)
        found(effect(line, scope, value).followed(node.then))


def asks_for_pending(node: object) -> bool:
    """Tell whether rules ask for what is pending."""
    return any("pending" in part.facts.reads for part in ludemes_in(node))


def pending_forgotten(scope: Scope) -> str:
    """Return the statement that forgets all that is pending."""
    return f"forget_all(s, {_pending(scope)[0]})"


def _pending(scope: Scope) -> tuple[int, int]:
    place, room = scope.made.numbers.pending(len(scope.model.cells))
    return int(place), int(room)


@condition.register
def _(node: y.IsPending, scope: Scope) -> str:
    return f"(s.numbers[{_pending(scope)[0]}] != 0)"


@integer.register
def _(node: y.PendingValue, scope: Scope) -> str:
    place, value = _pending(scope)[0], scope.out.name("value")
    scope.out.add(f"{value} = 0")
    with scope.out.block(f"if s.numbers[{place}] == 1:"):
        scope.out.add(f"{value} = whole(s.numbers[{place + 1}])")
    return value


def is_pending(value: k.Integer, scope: Scope) -> str:
    """Return the condition that a value is pending, which need not be the number of a site."""
    number = scope.out.name("value")
    scope.out.add(f"{number} = {integer(value, scope)}")
    return f"({number} >= 0 and is_kept(s, {_pending(scope)[0]}, {number}))"


@member.register
def _(node: y.SitesPending, at: str, scope: Scope) -> str:
    return f"is_kept(s, {_pending(scope)[0]}, number_of(s, {at}))"
