"""Facts of ludemes: declared where the ludeme is, and nowhere else."""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getsource
from pkgutil import walk_packages
from types import ModuleType

import pytest

import boardless.games
from boardless.games.compiler.module import OPTIONAL, PARTS
from boardless.games.language import kinds
from boardless.games.language.binding import bind
from boardless.games.language.facts import (
    CHANCE,
    LOCAL,
    PURE,
    SYMMETRIC,
    TILED,
    TOUCHING,
    Facts,
    needs,
    reads,
)
from boardless.games.language.kinds import Compass, Condition
from boardless.games.language.ludeme import (
    BARE,
    LUDEMES,
    Ludeme,
    bare,
    ludeme,
    ludemes_in,
    meaning_of,
    read_in,
)
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import And, IsIn
from boardless.games.ludemes.occupancy import IsEmpty
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.players import IsEnemy
from boardless.games.ludemes.sites import Ahead, LastTo, ToSite
from boardless.games.ludemes.walked_regions import SitesAround
from boardless.games.rule_symmetries import rule_symmetries_of
from tests.games.compiler.boards import game_of

Register = Callable[[type[Condition]], type[Condition]]


def subclasses(cls: type[Ludeme]) -> Iterator[type[Ludeme]]:
    for each in cls.__subclasses__():
        yield each
        yield from subclasses(each)


def test_every_ludeme_has_facts() -> None:
    every = [cls for found in (LUDEMES, BARE) for each in found.values() for cls in each]
    assert len(every) > 450
    assert not [cls for cls in every if not isinstance(cls.facts, Facts)]


@pytest.mark.parametrize("register", [ludeme("forgetful"), bare], ids=["ludeme", "bare"])
def test_a_ludeme_without_facts_does_not_import(register: Register) -> None:
    known = sum(map(len, (*LUDEMES.values(), *BARE.values())))
    with pytest.raises(TypeError, match="Forgetful declares no facts: give @ludeme"):

        @register
        class Forgetful(Condition):
            """It says nothing of itself."""

    assert sum(map(len, (*LUDEMES.values(), *BARE.values()))) == known


def test_facts_together_say_what_either_says() -> None:
    both = LOCAL | SYMMETRIC | needs("segments") | CHANCE | reads("level")
    assert (both.reach, both.symmetric, both.touching, both.chance) == (0, True, False, True)
    assert both.engine == {"segments", "chance"}
    assert both | Facts() == both
    assert PURE == TOUCHING | SYMMETRIC | LOCAL | TILED


def test_parts_of_the_engine_that_ludemes_need_are_there() -> None:
    engine = {part for cls in subclasses(Ludeme) for part in getattr(cls, "facts", PURE).engine}
    assert {"chance", "covers", "segments"} < engine
    assert set().union(*OPTIONAL.values()) <= engine
    assert OPTIONAL.keys() < set(PARTS)


E_OF_TO = Ahead(None, ToSite(), Compass.E)


@pytest.mark.parametrize(
    ("node", "steps"),
    [
        (IsEnemy(Who(at=ToSite())), 0),
        (IsEnemy(Who(at=E_OF_TO)), 1),
        (And((IsEnemy(Who(at=ToSite())), IsEmpty(None, E_OF_TO))), 1),
        (Ahead(None, E_OF_TO, Compass.E, steps=Constant(2)), 3),
        (SitesAround(None, E_OF_TO), 2),
        (IsIn(ToSite(), SitesAround(None, ToSite())), 1),
        (IsEnemy(Who(at=LastTo())), float("inf")),
        (IsEnemy(Who(at=Constant(4))), float("inf")),
        (SitesAround(None, LastTo()), float("inf")),
    ],
    ids=str,
)
def test_how_far_a_ludeme_reads_follows_from_its_parts(node: Ludeme, steps: float) -> None:
    assert node.reach() == steps


def test_what_ludemes_read_together() -> None:
    node = And((IsEmpty(None, LastTo()), IsEnemy(Who(at=ToSite()))))
    assert read_in(node) == {"last", "to"}
    assert [type(part) for part in ludemes_in(node)] == [
        And, IsEmpty, LastTo, IsEnemy, Who, ToSite
    ]  # fmt: skip


def test_facts_that_depend_on_arguments_leave_out_none_that_are_declared() -> None:
    """Methods that classes override say at least what `Facts` says."""
    for cls in (cls for variants in LUDEMES.values() for cls in variants):
        (written,) = read_nodes(meaning_of(cls)[1])
        node, facts = bind(written, cls), cls.facts
        assert node.site_numbers() >= facts.numbers, cls
        assert node.has_effects() or not facts.effects, cls
        assert node.stacks() or not facts.stacked, cls


# -- no lists of ludemes anywhere else -------------------------------------------------------------


def modules() -> Iterator[ModuleType]:
    for found in walk_packages(boardless.games.__path__, "boardless.games."):
        if not found.name.startswith("boardless.games.ludemes"):
            yield import_module(found.name)


def meant(node: ast.AST | None, module: ModuleType) -> object:
    """What a name, or a name of a module, stands for."""
    if isinstance(node, ast.Attribute):
        return getattr(meant(node.value, module), node.attr, None)
    return vars(module).get(node.id) if isinstance(node, ast.Name) else None


def listed(node: ast.AST) -> list[ast.expr | None]:
    """What is in a list: tuples, sets, keys, ``A | B``, ``case A() | B()``."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return list(node.elts)
    if isinstance(node, ast.Dict):
        return list(node.keys)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*(listed(node.left) or [node.left]), *(listed(node.right) or [node.right])]
    if isinstance(node, ast.MatchOr):
        cases = [case for case in node.patterns if isinstance(case, ast.MatchClass)]
        return [case.cls for case in cases if not (case.patterns or case.kwd_patterns)]
    return []


def lists_of_ludemes(module: ModuleType, text: str) -> Iterator[str]:
    """Where a module names three ludemes or more together, but in the types of arguments."""
    for top in ast.parse(text).body:
        places = ("annotation", "returns")
        types = [getattr(node, place, None) for node in ast.walk(top) for place in places]
        typed = {id(part) for node in types if node is not None for part in ast.walk(node)}
        for node in ast.walk(top):
            found = [meant(part, module) for part in listed(node)] if id(node) not in typed else []
            if sum(isinstance(each, type) and issubclass(each, Ludeme) for each in found) > 2:
                name = getattr(top, "name", None)
                target = getattr(top, "target", None) or getattr(top, "targets", [None])[0]
                yield f"{module.__name__.removeprefix('boardless.games.')}.{name or target.id}"


def test_no_other_module_lists_ludemes() -> None:
    found = {place for module in modules() for place in lists_of_ludemes(module, getsource(module))}
    assert found == set()


@pytest.mark.parametrize(
    "text",
    [
        "LISTED = (k.Condition, k.Integer, k.Region)",
        "LISTED = {k.Condition: 1, k.Integer: 2, k.Region: 3}",
        "def listed(x): return isinstance(x, k.Condition | k.Integer | k.Region)",
        "def listed(x):\n match x:\n  case k.Condition() | k.Integer() | k.Region(): pass",
    ],
)
def test_a_list_of_ludemes_is_seen(text: str) -> None:
    module = ModuleType("listing")
    module.k = kinds  # type: ignore[attr-defined]
    assert next(lists_of_ludemes(module, text)).split(".")[-1].casefold() == "listed"


# -- symmetries ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whose", "turns"), [("(to)", 8), ("(last To)", 8), ("(ahead (to) E)", 2)])
@pytest.mark.parametrize("side", ["Enemy", "Friend"])
def test_whose_piece_it_is_does_not_turn(side: str, whose: str, turns: int) -> None:
    """Only a direction that is named breaks a symmetry of the board."""
    to = f"(to (sites Empty) if:(not (is {side} (who at:{whose}))))"
    assert len(rule_symmetries_of(game_of(play=f"(play (move Add {to}))"))) == turns
