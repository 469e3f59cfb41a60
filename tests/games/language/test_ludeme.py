"""Trees as text: goldens, and what reads back to the same tree."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from boardless.games import GameTree, LudemeError, read
from boardless.games.language.kinds import Integer, Role
from boardless.games.language.ludeme import BARE, LUDEMES, Ludeme, Word
from boardless.games.language.signatures import Parameter, Type, parameters
from boardless.games.ludemes.ends import End
from boardless.games.ludemes.game import Phase, Play, RuleSet
from boardless.games.ludemes.loops import IsLoop
from tests.games.language import texts

NAMES = st.text(st.sampled_from("abc XYZ 123 #<>/()*'é"), min_size=1).filter(str.strip)


def _values(choice: Type, depth: int) -> st.SearchStrategy[Any]:
    """Return values of a type, from the bounds that the ludemes themselves state."""
    base, limits = choice.base, choice.limits
    if issubclass(base, Ludeme):
        return _ludemes(base, depth - 1)
    if issubclass(base, Word):
        return st.sampled_from(list(base))
    if base is bool:
        return st.booleans()
    if base is str:
        return NAMES.filter(lambda name: len(name) <= 100)
    assert limits
    if base is float:
        return st.integers(limits.low * 4, limits.high * 4).map(lambda n: n / 4)
    return st.integers(limits.low, limits.high)


@cache
def _arguments(parameter: Parameter, depth: int) -> st.SearchStrategy[Any]:
    values = st.one_of([_values(choice, depth) for choice in parameter.choices])
    if parameter.many:
        low = parameter.many.low
        values = st.lists(values, min_size=low, max_size=low + 2).map(tuple)
    return st.just(parameter.absent) | values if parameter.optional else values


@cache
def _ludemes(kind: type[Ludeme], depth: int) -> st.SearchStrategy[Any]:
    """Return the trees of a kind, of at most about `depth` levels."""
    named = [cls for variants in LUDEMES.values() for cls in variants if issubclass(cls, kind)]
    found = BARE.get(kind, []) + named
    if depth <= 0:
        # Near the leaves, only what ends soon.
        found = [cls for cls in found if _height(cls) == min(map(_height, found))]
    return st.sampled_from(found).flatmap(lambda cls: _built(cls, depth))


@cache
def _built(cls: type[Ludeme], depth: int) -> st.SearchStrategy[Ludeme]:
    """Return the trees of one ludeme; a strategy that is made once is looked into once."""
    return st.builds(
        partial(_made, cls),
        **{p.field: st.deferred(lambda p=p: _arguments(p, depth)) for p in parameters(cls)},
    )


def _made(cls: type[Ludeme], **values: Any) -> Ludeme:
    """Return a ludeme, or take back values that cannot be together."""
    try:
        return cls(**values)
    except LudemeError:
        reject()


def _height(cls: type[Ludeme]) -> int:
    """Return the levels of the smallest tree of a ludeme."""
    return _heights()[cls]


@cache
def _heights() -> dict[type[Ludeme], int]:
    """Return the levels of the smallest tree of each ludeme, found from the leaves on."""
    classes = [cls for listed in (*BARE.values(), *LUDEMES.values()) for cls in listed]
    found: dict[type[Ludeme], int] = {}
    while len(found) < len(classes):
        level = {cls: _level(cls, found) for cls in classes if cls not in found}
        found |= {cls: height for cls, height in level.items() if height < 99}
    return found


def _level(cls: type[Ludeme], found: dict[type[Ludeme], int]) -> int:
    tallest = 0
    for parameter in parameters(cls):
        if parameter.optional or (parameter.many and not parameter.many.low):
            continue
        tallest = max(tallest, min(_least(choice.base, found) for choice in parameter.choices))
    return tallest + 1


def _least(base: type, found: dict[type[Ludeme], int]) -> int:
    if not issubclass(base, Ludeme):
        return 0
    return min((height for cls, height in found.items() if issubclass(cls, base)), default=99)


@given(_ludemes(Integer, 4))
def test_random_integers_read_back(tree: Ludeme) -> None:
    assert str(_read(texts.integer, tree)) == str(tree)


def _read(reader: Callable[[str], Ludeme], tree: Ludeme) -> Ludeme:
    """Return what is read from the text of a tree, or take back a tree that no text can say.

    Where arguments may be left out, two trees can have one text: ``All`` is a role or directions.
    The first reading counts, which may lack something then.
    """
    try:
        return reader(str(tree))
    except LudemeError:
        reject()


def _games() -> st.SearchStrategy[GameTree]:
    """Return games of any ludemes whose rules are complete."""
    end = _ludemes(End, 2)
    phases = st.lists(_ludemes(Phase, 2), min_size=1, max_size=2, unique_by=lambda p: p.name)
    parts = {p.field: _arguments(p, 2) for p in parameters(RuleSet)}
    fixed = st.builds(RuleSet, **{**parts, "end": end, "phases": st.just(()), "play": _play()})
    staged = st.builds(
        RuleSet, **{**parts, "end": end, "phases": phases.map(tuple), "play": st.none()}
    )
    others = {p.field: _arguments(p, 2) for p in parameters(GameTree) if p.field != "rules"}
    return st.builds(GameTree, rules=fixed | staged, **others)


def _play() -> st.SearchStrategy[Any]:
    return _ludemes(Play, 3)


@given(_games())
@settings(max_examples=settings().max_examples // 6)  # each is a whole game
def test_random_games_read_back(tree: GameTree) -> None:
    assert str(_read(lambda text: read(text).tree, tree)) == str(tree)


def test_the_text_of_a_tree() -> None:
    text = """\
(game "Test"
    (equipment {(board (square 3)) (piece "Disc")})
    (rules
        (start {(place "Disc1" (ahead (centrePoint) E steps:2)) (place "Disc2" (centrePoint))})
        (play
            (move Add (to (sites Empty) if:(>= (count Sites in:(sites Around (to) NotEmpty)) 12)))
        )
        (end {(if (is Line 3 Orthogonal whats:{1 2} exact:True) (result Mover Win))})
    )
)"""
    assert str(read(text).tree) == text


def test_places_do_not_make_trees_different() -> None:
    near, far = read(texts.game()).tree, read("\n\n" + texts.game()).tree
    assert (near.place, far.place) == ((1, 1), (3, 1))
    assert near == far
    assert hash(near) == hash(far)


def test_every_place_is_known() -> None:
    left: list[Any] = [read(texts.game("(is In 1 (results from:1 to:(to) 3))")).tree.rules]
    seen = 0
    while left:
        value = left.pop()
        if isinstance(value, tuple):
            left.extend(value)
        elif isinstance(value, Ludeme):
            assert value.place, value
            seen += 1
            left += [getattr(value, f.name) for f in fields(value) if f.name != "place"]
    assert seen > 15


def test_a_ludeme_made_by_hand_is_checked() -> None:
    with pytest.raises(LudemeError, match=r"^\(rules \.\.\.\): expected \(play"):
        RuleSet(None, None, None, None)


def test_ludemes_are_equal_only_if_all_arguments_are() -> None:
    # The first arguments come from a base class, which has others, too.
    loop = IsLoop(surround=Role.NEXT)
    assert replace(loop) == loop
    assert hash(replace(loop)) == hash(loop)
    assert replace(loop, path=True) != loop


def test_arguments_are_given_once_and_never_changed() -> None:
    with pytest.raises(TypeError, match=r"RuleSet: missing \['meta', "):
        RuleSet()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"IsLoop: missing \[\], unexpected \['way'\]"):
        IsLoop(way=1)  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'path'"):
        IsLoop().path = True  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'path'"):
        del IsLoop().path
