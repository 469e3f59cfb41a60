"""Literals: integers, truth values, lists and sites that stand for themselves."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.dispatch import (
    board_site,
    condition,
    each_integer,
    integer,
    member,
    site,
)
from boardless.games.initial.evaluation import (
    evaluate_condition,
    evaluate_integer,
    evaluate_integers,
    evaluate_region,
)
from boardless.games.language.facts import DATA, PURE, UNORDERED
from boardless.games.language.ludeme import Limits, bare
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition


@bare
class Constant(Integer):
    """A whole number as it stands."""

    facts = PURE | DATA

    value: Annotated[int, Limits(-MAX_INTEGER, MAX_INTEGER)]

    @property
    def constant(self) -> int:
        """Its value."""
        return self.value


@bare
class Listed(Integers):
    """Integers one by one."""

    facts = PURE | UNORDERED

    values: tuple[Integer, ...]


@bare
class Truth(Condition):
    """True or False as it stands."""

    facts = PURE

    value: bool


@bare
class Single(Region):
    """The region of one site; of none when the site is -1."""

    facts = PURE | DATA

    site: Integer

    def leads_beside(self) -> bool:
        """Tell it of the site."""
        return self.site.facts.beside

    def is_of_hands(self) -> bool:
        """Tell it of the site."""
        return "hand" in self.site.facts.reads


def as_region(where: Integer | Region) -> Region:
    """Return a region, or the region of one site."""
    return Single(where) if isinstance(where, Integer) else where


@condition.register(Truth)
def _compile_truth(node: Truth, scope: Scope) -> str:
    return str(node.value)


@integer.register(Constant)
def _compile_constant(node: Constant, scope: Scope) -> str:
    return str(node.value) if node.value >= 0 else f"({node.value})"


@site.register(Constant)
def _site_of_constant(node: Constant, scope: Scope) -> str:
    count = len(scope.model.cells)
    if 0 <= node.value < count:
        return str(scope.model.hand_size + node.value + 1)
    scene = scope.model.scene
    held = 0 if scene is None else scene.inventory.sites
    if scope.model.growing or count <= node.value < held:
        return f"site_of(s, {integer(node, scope)})"
    if scope.model.scene is not None and (found := scope.model.held_site(node.value)):
        return str(found)
    return node.reject(f"{node.value} is no site: the board has sites 0 to {count - 1}")


@member.register(Single)
def _member_of_single(node: Single, at: str, scope: Scope) -> str:
    return f"({at} == {board_site(node.site, scope)})"


@each_integer.register(Listed)
@contextmanager
def _each_integer_of_listed(node: Listed, scope: Scope) -> Iterator[str]:
    value = scope.out.name("value")
    sources = ", ".join(integer(each_, scope) for each_ in node.values)
    with scope.out.block(f"for {value} in {f'({sources},)' if sources else 'range(0)'}:"):
        yield value


@evaluate_condition.register(Truth)
def _evaluate_truth(node: Truth, scene: InitialPosition) -> bool:
    return node.value


@evaluate_integer.register(Constant)
def _evaluate_constant(node: Constant, scene: InitialPosition) -> int:
    return node.value


@evaluate_integers.register(Listed)
def _evaluate_listed(node: Listed, scene: InitialPosition) -> tuple[int, ...]:
    return tuple(evaluate_integer(value, scene) for value in node.values)


@evaluate_region.register(Single)
def _evaluate_single(node: Single, scene: InitialPosition) -> tuple[int, ...]:
    site = evaluate_integer(node.site, scene)
    return (site,) if site >= 0 else ()
