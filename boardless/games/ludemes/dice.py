"""Dice: equipment, rolls, and pips until they are used."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, ClassVar

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, holds
from boardless.games.language.facts import (
    CHANCE,
    EFFECT,
    GLOBAL,
    GOES_ON,
    STATIC,
    numbers,
    reads,
)
from boardless.games.language.ludeme import Limits, Ludeme, bare, inside, ludeme
from boardless.games.ludemes.chance import sampled_again
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import one_player
from boardless.games.ludemes.sizes import Whole
from boardless.ir.expressions import Int, S, as_int, every, folded, lifted, some, wide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.inventory import ContainerSites
    from boardless.ir.expressions import Bool


class Faces(Ludeme):
    """The faces of a die: ``{1 2 5 6}``."""

    kind: ClassVar[str] = "the faces of a die {...}"
    facts = STATIC


@bare
class FacesOfDie(Faces):
    """The numbers on its faces."""

    values: Annotated[tuple[Whole, ...], Limits(1, 100)]


@ludeme("dice", example="(dice d:4 faces:{1 2 5 6} num:3)", concepts="Dice biased:BiasedDice")
class DiceItem(Item):
    """Dice of so many faces (6), from 1 or a number on, or of faces listed; perhaps biased."""

    facts = GOES_ON | numbers("states")
    role: Role = Role.SHARED
    _: KW_ONLY
    d: Annotated[int, Limits(1, 100)] | None = None
    faces: Faces | None = None
    faces_by_die: Annotated[tuple[Faces, ...], Limits(1)] | None = None
    from_: Whole | None = None
    num: Annotated[int, Limits(1, 100)]
    biased: Faces | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts, with that of the number of faces."""
        found = super().own_concepts()
        by_die = self.faces_by_die or filter(None, (self.faces,))
        faces = next(
            (len(each.values) for each in by_die if isinstance(each, FacesOfDie)), self.d or 6
        )
        return found | {f"DiceD{faces}"} if faces in (2, 3, 4, 6) else found

    def __post_init__(self) -> None:
        if self.faces_by_die is not None and len(self.faces_by_die) != self.num:
            self.reject(f"expected the faces of {self.num} dice, here are {len(self.faces_by_die)}")


@ludeme("roll", example="(roll)", facts=EFFECT | CHANCE, concepts="Roll")
class Roll(Moves):
    """Roll all dice."""

    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        dice, out = Dice.of(self, scope), scope.out
        counts = scope.constant("SIDES", [len(faces) for faces in dice.faces])
        helper = scope.builder.helper("s: Arrays, done: bool", "None", _rolled(dice, counts, scope))
        first = out.assign("sampled", "int64(s.chance[SAMPLED])")
        out.add(f"{helper}(s, False)")

        def act(inner: Scope) -> None:
            with sampled_again("number1", inner):
                inner.out.add(f"{helper}(s, True)")

        found(Candidate(scope, "NONE", "NONE", act, numbers=(first,)).followed(self.then))


@ludeme(
    "forEach",
    "Die",
    example="(forEach Die if:(!= (pips) 0) (forEach Piece))",
    facts=EFFECT,
    concepts="Dice ByDieMove ControlFlowStatement",
)
class ForEachDie(Moves):
    """The moves of a rule for each unused die of a set (0), seen as (pips); they use the die.

    Sums of two or three dice may count, too, and with replayed doubles each die twice.
    """

    hand: Integer | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    combined: Condition | None = None
    replay_double: Condition | None = None
    if_: Condition | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        dice, out = Dice.of(self, scope), scope.out
        number = 0 if self.hand is None else self.hand.constant
        if number is None or not 0 <= number < len(dice.sets):
            self.reject(f"expected the number of a set of dice, 0 to {len(dice.sets) - 1}")
        own = dice.of_set(number)
        replays = _replays(self, dice, own, scope)
        die, pips = out.name("die"), out.name("pips")
        with out.block(f"for {die} in range({own.start}, {own.stop}):"):
            out.add(f"{pips} = int64(s.numbers[{dice.place} + {die}])")
            used = _Used(dice, number, own.start, replays)
            _with_pips(self, scope, found, pips, (die,), used)
        if self.combined is None:
            return
        with out.block(f"if {condition(self.combined, scope)}:"):
            for some in _combined(own):
                each = [f"s.numbers[{dice.place + one}]" for one in some]
                with out.block(f"if {' and '.join(f'{one} != 0' for one in each)}:"):
                    out.add(f"{pips} = {' + '.join(f'int64({one})' for one in each)}")
                    used = _Used(dice, number, own.start, None)
                    _with_pips(self, scope, found, pips, tuple(map(str, some)), used)


@ludeme("pips", example="(pips)", facts=reads("pips"), concepts="Dice")
class Pips(Integer):
    """The pips of the die in question, or of the dice."""

    def meaning(self, b: Builder) -> Int:
        return b.playing(self).bound_integer("pips", self)


@ludeme("count", "Pips", example="(count Pips)", facts=GLOBAL, concepts="Dice SumDice")
class CountPips(Integer):
    """The sum of what the dice of a role show, used or not; of those that all share by default."""

    role: Role | None = None
    _: KW_ONLY
    of: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        dice, total = Dice.of(self, scope), Int.of(0)
        who = self.of if self.of is not None else self.role
        shared = str(scope.model.players + 1)
        player = shared if who is None else one_player(who, self, scope)
        for number, store in reversed(list(enumerate(dice.sets))):
            shown = folded(Int.__add__, (dice.shown(die, scope) for die in dice.of_set(number)))
            total = (b.let(lifted(player, Int), "player") == store.owner).choose(shown, total)
        return total


@ludeme("face", example="(face 20)", facts=GLOBAL, concepts="Dice")
class Face(Integer):
    """The number that the die on a site shows; -1 where there is none."""

    site: Integer

    def meaning(self, b: Builder) -> Int:
        scope, face = b.playing(self), Int.of(-1)
        dice, at = Dice.of(self, scope), b.let(b.site(self.site))
        for die, own in enumerate(dice.sites):
            face = (at == own).choose(dice.shown(die, scope), face)
        return face


@ludeme("all", "DiceUsed", example="(all DiceUsed)", facts=GLOBAL, concepts="Dice")
class AllDiceUsed(Condition):
    """Every die has been used since it was rolled."""

    def meaning(self, b: Builder) -> Bool:
        dice = Dice.of(self, b.playing(self))
        return every(*(dice.pips(die) == 0 for die in range(len(dice.faces))))


@ludeme("all", "DiceEqual", example="(all DiceEqual)", facts=GLOBAL, concepts="Dice")
class AllDiceEqual(Condition):
    """All dice showed the same when they were rolled."""

    def meaning(self, b: Builder) -> Bool:
        return S.numbers[Dice.of(self, b.playing(self)).equal] != 0


@ludeme("is", "AnyDie", example="(is AnyDie 6)", facts=GLOBAL, concepts="Dice")
class IsAnyDie(Condition):
    """A die of the first set shows a number, and has not been used."""

    value: Integer

    def meaning(self, b: Builder) -> Bool:
        dice, value = Dice.of(self, b.playing(self)), b.let(b.integer(self.value), "value")
        return some(*(dice.pips(die) == value for die in dice.of_set(0)))


#: The name of the pips of dice among the numbers of a state.
PIPS = "dice"


@dataclass(frozen=True)
class Dice:
    """The dice of a game, one after another through all sets."""

    sets: tuple[ContainerSites, ...]
    #: The site of each die in the arrays.
    sites: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    #: The place of the first die's pips; the others' follow, and then whether all showed the same.
    place: int

    @classmethod
    def of(cls, node: Ludeme, scope: Scope) -> Dice:
        """Return the dice of a game, or complain that there are none."""
        model = scope.model
        stores = () if model.scene is None else model.scene.inventory.containers
        sets = tuple(store for store in stores if store.dice)
        if not sets:
            node.reject("expected dice in the equipment")
        assert model.scene is not None
        kinds = model.scene.inventory.components
        faces = tuple(kinds[die - 1].faces for store in sets for die in store.dice)
        sites = [store.first + n for store in sets for n in range(store.size)]
        numbers = scope.builder.numbers
        place = numbers.place(PIPS, len(faces) + 1)
        numbers.begun |= {place + n: shown[0] for n, shown in enumerate(faces) if shown[0]}
        return cls(sets, model.numbered(sites), faces, place)

    @property
    def equal(self) -> int:
        """The place of whether all showed the same."""
        return self.place + len(self.faces)

    def of_set(self, number: int) -> range:
        """Return which of all dice are those of a set."""
        first = sum(store.size for store in self.sets[:number])
        return range(first, first + self.sets[number].size)

    def pips(self, die: int) -> Int:
        """Return the pips of a die, 0 if it has been used."""
        return S.numbers[self.place + die]

    def shown(self, die: int, scope: Scope) -> Int:
        """Return what a die shows, used or not."""
        return self.value(die, wide(S.fields["STATES", self.sites[die]]), scope)

    def value(self, die: int | str, face: Int | str, scope: Scope) -> Int:
        """Return what is on a face of a die."""
        width = max(map(len, self.faces))
        rows = [(*faces, *[0] * (width - len(faces))) for faces in self.faces]
        table = scope.table("FACES", [value for row in rows for value in row])
        return wide(table[as_int(die) * width + as_int(face)])

    def site(self, die: str, scope: Scope) -> Int:
        """Return the site of a die."""
        return wide(scope.table("DICE", list(self.sites))[die])


def _rolled(dice: Dice, counts: str, scope: Scope) -> str:
    """Return the body of a function that rolls all dice, and turns them if that is `done`."""
    site_ = dice.site("die", scope)
    return f"""\
    first, equal = -1, True
    for die in range({len(dice.faces)}):
        face = sample_of(s, int64({counts}[die]), {site_})
        if die == 0:
            first = face
        equal = equal and face == first
        if done:
            show_die(s, {dice.place} + die, {site_}, face, {dice.value("die", "face", scope)})
    if done:
        compare_dice(s, {dice.equal}, equal)
"""


def _combined(own: range) -> Iterator[tuple[int, ...]]:
    """Yield the dice whose sums count: of two both; of three all, and then two of them."""
    if len(own) in (2, 3):
        yield tuple(own)
    if len(own) == 3:
        yield from combinations(own, 2)


def _with_pips(
    node: ForEachDie, scope: Scope, found: Found, pips: str, dice: tuple[str, ...], used: _Used
) -> None:
    """Add the moves for a die, or for several together, each of which uses it or them."""
    inner = scope.binding(pips=pips)
    with scope.out.block(f"if {holds(node.if_, inner)}:"):
        node.moves.each_move(inner, lambda candidate: found(used.by(candidate, dice, pips, node)))


@dataclass(frozen=True)
class _Used:
    """The use of dice of a set by a move."""

    dice: Dice
    #: The set, and its first die.
    number: int
    first: int
    #: The source of whether doubles count twice; None where they never do.
    replays: str | None

    def by(
        self, candidate: Candidate, dice: tuple[str, ...], pips: str, node: ForEachDie
    ) -> Candidate:
        """Return the move, which uses the dice."""
        at = len(candidate.numbers)

        def act(scope: Scope) -> None:
            candidate.make(scope)
            for n in range(len(dice)):
                die = f"number{at + 1 + n}"
                site_ = self.dice.site(die, scope)
                scope.out.add(
                    f"use_die(s, {self.dice.place} + {die}, {self.number}, {die} - {self.first}, "
                    f"{site_})"
                )
            if self.replays is not None:
                _replayed(f"number{at + len(dice) + 1}", f"number{at + len(dice) + 2}", self, scope)

        more = () if self.replays is None else (self.replays, pips)
        move = replace(candidate, act=act, beside=None, numbers=(*candidate.numbers, *dice, *more))
        return move.followed(node.then)


def _replays(node: ForEachDie, dice: Dice, own: range, scope: Scope) -> str | None:
    """Add the test whether doubles are replayed; return its name, None if they never are."""
    # 1: a double is to be replayed; 2: it is being replayed; 3: dice are set anew, which may be
    # those of a rule that replays none itself.
    rules = (part for part in inside(scope.model.game) if isinstance(part, ForEachDie))
    if all(rule.replay_double is None for rule in rules):
        return None
    out, left = scope.out, scope.builder.numbers.variable("")
    tests = ["False"]
    if node.replay_double is not None:
        first, *others = (f"s.numbers[{dice.place + die}]" for die in own)
        tests = [condition(node.replay_double, scope), *(f"{x} == {first}" for x in others)]
    double = out.assign("double", f"int({' and '.join(tests)})")
    out.when(f"s.numbers[{left}] != -1", f"{double} = 2 if {double} != 0 else 3")
    return double


def _replayed(double: str, pips: str, used: _Used, scope: Scope) -> None:
    """Add what a move does beside where doubles are replayed."""
    out, dice, numbers = scope.out, used.dice, scope.builder.numbers
    name, left = numbers.name(""), numbers.variable("")
    with out.block(f"if {double} == 1 or {double} == 2:"):
        value = f"{pips} if {double} == 1 else -1"
        out.add(f"set_number_of_game(s, TEMPORARY_SET, {name}, {left}, {value})")
    with out.block(f"if {double} == 3:"):
        face = out.assign("face", f"int64(s.numbers[{left}]) - 1")
        for die, faces in enumerate(dice.faces):
            with out.block(f"if 0 <= {face} and {face} < {len(faces)}:"):
                shown = dice.value(die, face, scope)
                out.add(f"show_die(s, {dice.place + die}, {dice.sites[die]}, {face}, {shown})")
