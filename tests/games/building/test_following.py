"""Consequences that are made where they are found, and those that are written down first."""

import pytest

from boardless.games.building.builder import Candidate
from boardless.games.building.following import _excludes
from boardless.games.building.move_functions import ModuleBuilder, MoveSort
from boardless.ir.expressions import Bool, Int, S
from boardless.ir.statements import Assign, If, Placeholder
from tests.games.compiler.boards import game_of, go, match_of

THEN = "(play (move Add (to (sites Empty)) (then {})))"


def follow(then: str) -> str:
    """Return the function that does what follows from a move."""
    source = game_of(play=THEN.format(then)).source
    return source[source.index("def then_") :].split("\n\n\n")[0]


@pytest.mark.parametrize(
    ("then", "direct"),
    [
        ("(set Score Mover 3)", True),
        ("(if (is Even (last To)) (set Score Mover 3) (set Score Next 4))", True),
        ("(if (is Even (last To)) (set Score Mover 3))", True),
        ("(or (set Score Mover 3) (set Score Next (score Mover)))", False),
        ("(forEach Player (set Score Player 3))", False),
    ],
)  # fmt: skip
def test_a_move_that_is_alone_is_made_at_once(then: str, direct: bool) -> None:
    assert ("enqueue" not in follow(then)) == direct


def test_no_move_sees_what_another_one_has_done() -> None:
    """Both are found before the first is made."""
    then = "(or (set Score Mover (+ 1 (score Mover))) (set Score Next (score Mover)))"
    match = match_of(play=THEN.format(then))
    go(match, 4)
    assert list(match.scores) == [1, 0]


def test_lines_exclude_one_another_in_other_branches_alone() -> None:
    move, other, a, b = (Placeholder(0),), (Placeholder(1),), Bool.named("a"), Bool.named("b")
    does = Assign((S.n["LAST"],), Int.of(1))
    asks = S.n["LAST"] != 0
    assert _excludes((If(a, move, other),))
    assert _excludes((If(a, move, (If(asks, other, (does,)),)), Assign((b,), a)))
    assert not _excludes((If(a, move), If(b, other)))
    assert not _excludes((If(a, move, other), does))
    assert not _excludes((If(a, move), If(b, (), other)))
    assert not _excludes((If(a, (If(b, move), does), other),))


def test_each_of_many_consequences_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice at each depth would be a thousand times here."""
    written, calls = ModuleBuilder.written, list[object]()

    def counted(builder: ModuleBuilder, candidate: Candidate) -> MoveSort:
        calls.append(candidate)
        return written(builder, candidate)

    monkeypatch.setattr(ModuleBuilder, "written", counted)
    deep = '(set Var "A" 1)'
    for _ in range(10):
        deep = f"(seq {{{deep}}})"
    assert game_of(play=f"(play (move Add (to (sites Empty)) (then {deep})))").source
    assert len(calls) < 100
