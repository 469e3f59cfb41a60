"""Dice: equipment, rolls, and pips until a move uses them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from itertools import combinations
from typing import Annotated

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    GOES_ON,
    NONE,
    STATIC,
    TRUE,
    Block,
    Bool,
    Candidate,
    Candidates,
    Condition,
    ContainerSites,
    Int,
    Integer,
    Limits,
    Ludeme,
    Moves,
    OneOrMore,
    Role,
    S,
    Scope,
    as_int,
    bare,
    carried,
    every,
    folded,
    inside,
    ludeme,
    numbers,
    reads,
    some,
    wide,
)
from boardless.games.ludemes.chance import sample_of, sampled_again
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.sizes import Whole


class Faces(Ludeme):
    """The faces of a die: ``{1 2 5 6}``."""

    kind = "the faces of a die {...}"
    facts = STATIC


@bare
class FacesOfDie(Faces):
    """The numbers on its faces."""

    values: Annotated[tuple[Whole, ...], Limits(1, 100)]


@ludeme("dice", concepts="Dice biased:BiasedDice")
class DiceItem(Item):
    """Dice with N faces (default 6), numbered from 1 or another number, or listed; maybe biased.

    Example: (dice d:4 faces:{1 2 5 6} num:3)
    """

    facts = GOES_ON | numbers("states")
    role: Role = Role.SHARED
    _: KW_ONLY
    d: Annotated[int, Limits(1, 100)] | None = None
    faces: Faces | None = None
    faces_by_die: OneOrMore[Faces] | None = None
    from_: Whole | None = None
    num: Annotated[int, Limits(1, 100)]
    biased: Faces | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, with one for the number of faces."""
        by_die = self.faces_by_die or filter(None, (self.faces,))
        faces = next(
            (len(each.values) for each in by_die if isinstance(each, FacesOfDie)), self.d or 6
        )
        return (f"DiceD{faces}",) if faces in (2, 3, 4, 6) else ()

    def __post_init__(self) -> None:
        if self.faces_by_die is not None and len(self.faces_by_die) != self.num:
            self.reject(f"expected the faces of {self.num} dice, here are {len(self.faces_by_die)}")


@ludeme("roll", facts=EFFECT | CHANCE, concepts="Roll")
def roll(node: Moves, b: Scope, then: Then | None = None) -> Candidates:
    """Roll all dice.

    Example: (roll)
    """
    helper = b.builder.helper((_DONE,), "None", _rolled(Dice.of(node, b), b))
    first = b.variable("sampled", wide(S.chance["SAMPLED"]))
    b.do(helper, FALSE)

    def act(b: Scope) -> None:
        with sampled_again(carried(1), b):
            b.do(helper, TRUE)

    yield Candidate(b, NONE, NONE, act, numbers=(first,)).followed(then)


@ludeme("forEach", "Die", facts=EFFECT, concepts="Dice ByDieMove ControlFlowStatement")
class ForEachDie(Moves):
    """The moves of a rule for each unused die of a set (0), seen as (pips); they use the die.

    Sums of two or three dice may also count. With replayed doubles each die counts twice.

    Example: (forEach Die if:(!= (pips) 0) (forEach Piece))
    """

    hand: Integer | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    combined: Condition | None = None
    replay_double: Condition | None = None
    if_: Condition | None = None

    def own_moves(self, b: Scope) -> Candidates:
        dice = Dice.of(self, b)
        number = 0 if self.hand is None else self.hand.constant
        if number is None or not 0 <= number < len(dice.sets):
            self.reject(f"expected the number of a set of dice, 0 to {len(dice.sets) - 1}")
        own = dice.of_set(number)
        used = _Used(dice, number, own.start, _replays(self, dice, own, b))
        (pips,) = b.named(pips=Int)
        for die in b.numbers(own.stop, own.start, stem="die"):
            b.set(pips, wide(dice.pips(die)))
            yield from used.by(self, pips, (die,), b)
        if self.combined is None:
            return
        with b.where(b.condition(self.combined)):
            # Of two dice both count; of three dice all, and then pairs.
            sizes = {2: (2,), 3: (3, 2)}.get(len(own), ())
            for together in (dice for size in sizes for dice in combinations(own, size)):
                each = [dice.pips(one) for one in together]
                with b.where(every(*(one != 0 for one in each))):
                    b.set(pips, folded(Int.__add__, map(wide, each)))
                    once = replace(used, replays=None)
                    yield from once.by(self, pips, tuple(map(Int.of, together)), b)


@ludeme("pips", facts=reads("pips"), concepts="Dice")
def pips(node: Integer, b: Scope) -> Int:
    """The pips of the die in question, or of the dice.

    Example: (pips)
    """
    return b.bound_integer("pips", node)


@ludeme("count", "Pips", facts=GLOBAL, concepts="Dice SumDice")
def count_pips(
    node: Integer, b: Scope, role: Role | None = None, *, of: Integer | None = None
) -> Int:
    """The sum of the dice of a role (default: the shared dice), used or not.

    Example: (count Pips)
    """
    dice, total = Dice.of(node, b), Int.of(0)
    who = of if of is not None else role
    player = Int.of(b.model.players + 1) if who is None else b.who(who, node)
    for number, store in reversed(list(enumerate(dice.sets))):
        shown = folded(Int.__add__, (dice.shown(die, b) for die in dice.of_set(number)))
        total = (b.let(player, "player") == store.owner).choose(shown, total)
    return total


@ludeme("face", facts=GLOBAL, concepts="Dice")
def face(node: Integer, b: Scope, site: Integer) -> Int:
    """The number that the die on a site shows, or -1 without a die.

    Example: (face 20)
    """
    shown, dice, at = Int.of(-1), Dice.of(node, b), b.let(b.site(site))
    for die, own in enumerate(dice.sites):
        shown = (at == own).choose(dice.shown(die, b), shown)
    return shown


@ludeme("all", "DiceUsed", facts=GLOBAL, concepts="Dice")
def all_dice_used(node: Condition, b: Scope) -> Bool:
    """Every die has been used since the last roll.

    Example: (all DiceUsed)
    """
    dice = Dice.of(node, b)
    return every(*(dice.pips(die) == 0 for die in range(len(dice.faces))))


@ludeme("all", "DiceEqual", facts=GLOBAL, concepts="Dice")
def all_dice_equal(node: Condition, b: Scope) -> Bool:
    """All dice showed the same number in the last roll.

    Example: (all DiceEqual)
    """
    return S.numbers[Dice.of(node, b).equal] != 0


@ludeme("is", "AnyDie", facts=GLOBAL, concepts="Dice")
def is_any_die(node: Condition, b: Scope, value: Integer) -> Bool:
    """An unused die of the first set shows a number.

    Example: (is AnyDie 6)
    """
    dice, wanted = Dice.of(node, b), b.let(b.integer(value), "value")
    return some(*(dice.pips(die) == wanted for die in dice.of_set(0)))


#: The name of the pips of dice among the numbers of a state.
PIPS = "dice"


@dataclass(frozen=True)
class Dice:
    """The dice of a game, one after another through all sets."""

    sets: tuple[ContainerSites, ...]
    #: The site of each die in the arrays.
    sites: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    #: The place of the first die's pips; the others follow, and then the flag of equal dice.
    place: int

    @classmethod
    def of(cls, node: Ludeme, b: Scope) -> Dice:
        """Return the dice of a game; raise if it has no dice."""
        model = b.model
        stores = () if model.scene is None else model.scene.inventory.containers
        sets = tuple(store for store in stores if store.dice)
        if not sets:
            node.reject("expected dice in the equipment")
        assert model.scene is not None
        kinds = model.scene.inventory.components
        faces = tuple(kinds[die - 1].faces for store in sets for die in store.dice)
        sites = [store.first + n for store in sets for n in range(store.size)]
        numbers = b.builder.numbers
        place = numbers.place(PIPS, len(faces) + 1)
        numbers.begun |= {place + n: shown[0] for n, shown in enumerate(faces) if shown[0]}
        return cls(sets, model.numbered(sites), faces, place)

    @property
    def equal(self) -> int:
        """Return the place of the flag that all dice showed the same number."""
        return self.place + len(self.faces)

    def of_set(self, number: int) -> range:
        """Return the numbers of the dice of a set among all dice."""
        first = sum(store.size for store in self.sets[:number])
        return range(first, first + self.sets[number].size)

    def pips(self, die: Int | int) -> Int:
        """Return the pips of a die, or 0 if it has been used."""
        return S.numbers[self.place + die]

    def shown(self, die: int, b: Scope) -> Int:
        """Return the number that a die shows, used or not."""
        return self.value(die, wide(S.fields["STATES", self.sites[die]]), b)

    def value(self, die: Int | int, face: Int, b: Scope) -> Int:
        """Return the number on a face of a die."""
        width = max(map(len, self.faces))
        rows = [(*faces, *[0] * (width - len(faces))) for faces in self.faces]
        table = b.table("FACES", [value for row in rows for value in row])
        return wide(table[as_int(die) * width + face])

    def site(self, die: Int, b: Scope) -> Int:
        """Return the site of a die."""
        return wide(b.table("DICE", list(self.sites))[die])


_DONE = Bool.named("done")


def _rolled(dice: Dice, b: Scope) -> Block:
    """Return the body of a function that rolls all dice, and turns them if the roll is `done`."""
    b = b.elsewhere()
    counts = b.table("SIDES", [len(faces) for faces in dice.faces])
    first, equal = b.named(first=Int, equal=Bool)
    b.set_all((first, equal), -1, TRUE)
    for die in b.numbers(len(dice.faces), stem="die"):
        at = dice.site(die, b)
        face = b.variable("face", sample_of(wide(counts[die]), at))
        b.set_if(die == 0, first, face)
        b.set(equal, equal & (face == first))
        b.do_if(_DONE, "show_die", dice.place + die, at, face, dice.value(die, face, b))
    b.do_if(_DONE, "compare_dice", dice.equal, equal)
    return b.statements


@dataclass(frozen=True)
class _Used:
    """The use of dice of a set by a move."""

    dice: Dice
    #: The set, and its first die.
    number: int
    first: int
    #: Whether doubles count twice; None if they never do.
    replays: Int | None

    def by(self, node: ForEachDie, pips: Int, dice: tuple[Int, ...], b: Scope) -> Candidates:
        """Iterate over the moves for one die, or several together; a move uses its dice."""
        inner = b.binding(pips=pips)
        more = () if self.replays is None else (self.replays, pips)
        with b.where(inner.holds(node.if_)):
            for move in node.moves.legal(inner):
                numbers, act = (*move.numbers, *dice, *more), partial(self._use, move, len(dice))
                yield replace(move, act=act, beside=None, numbers=numbers)

    def _use(self, move: Candidate, count: int, b: Scope) -> None:
        """Make a move, and use `count` of its dice."""
        number = [carried(len(move.numbers) + n) for n in range(1, count + 3)]
        move.make(b)
        for die in number[:count]:
            place, at = self.dice.place + die, self.dice.site(die, b)
            b.do("use_die", place, self.number, die - self.first, at)
        if self.replays is not None:
            _replayed(number[-2], number[-1], self.dice, b)


def _replays(node: ForEachDie, dice: Dice, own: range, b: Scope) -> Int | None:
    """Return the test that doubles are replayed, or None if they never are."""
    # 1: a double waits for its replay; 2: the replay; 3: new dice, which may belong to a rule
    # without replays.
    rules = (part for part in inside(b.model.game) if isinstance(part, ForEachDie))
    if all(rule.replay_double is None for rule in rules):
        return None
    left, test = b.builder.numbers.variable(""), FALSE
    if node.replay_double is not None:
        first, *others = map(dice.pips, own)
        test = every(b.condition(node.replay_double), *(other == first for other in others))
    double = b.variable("double", test.choose(Int.of(1), 0))
    b.set_if(S.numbers[left] != -1, double, (double != 0).choose(Int.of(2), 3))
    return double


def _replayed(double: Int, pips: Int, dice: Dice, b: Scope) -> None:
    """Carry out the effect of a move in a game that replays doubles."""
    numbers = b.builder.numbers
    name, left = numbers.name(""), numbers.variable("")
    with b.where((double == 1) | (double == 2)):
        value = (double == 1).choose(pips, -1)
        b.do("set_number_of_game", ENGINE.TEMPORARY_SET, name, left, value)
    with b.where(double == 3):
        face = b.variable("face", wide(S.numbers[left]) - 1)
        for die, faces in enumerate(dice.faces):
            with b.where((face >= 0) & (face < len(faces))):
                shown = dice.value(die, face, b)
                b.do("show_die", dice.place + die, dice.sites[die], face, shown)
