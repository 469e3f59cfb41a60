"""Changes of trees: what comes out is a text of the language, whatever chance does."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from boardless.design.changes import CHANGES, CannotMakeError, Changing, changed
from boardless.design.trees import candidate, fits, names_in, size, slots, with_part
from boardless.games import description_text, read
from boardless.games.language.errors import LudemeError

TREES = [
    candidate(read(description_text(name)).tree)
    for name in ("Andantino", "Trax", "Yavalath", "Othello")
]


@given(st.integers(0, 2**32), st.sampled_from(range(len(TREES))), st.sampled_from(range(4)))
def test_a_changed_tree_is_typed_and_its_text_is_read(seed, first, second):
    tree, other = TREES[first], TREES[second]
    try:
        found, names = changed(tree, other, Random(seed))
    except CannotMakeError:
        return
    assert set(names) <= set(CHANGES)
    for slot in slots(found):
        assert slot.is_absent or fits(slot.value, slot.parameter.choices), slot
    text = str(found)
    try:
        again = read(text).tree
    except LudemeError:
        # A check of several arguments together may refuse what each type allows.
        return
    assert str(read(str(again)).tree) == str(again)
    assert (found, names) == changed(tree, other, Random(seed))


def test_each_kind_of_change_changes_something():
    for name, (change, _) in CHANGES.items():
        found = []
        for seed in range(60):
            try:
                found.append(change(Changing(TREES[0], TREES[1], Random(seed))))
            except (CannotMakeError, LudemeError):
                continue
        assert any(tree != TREES[0] for tree in found), name


def test_parts_are_put_where_they_came_from():
    tree = TREES[1]
    for slot in slots(tree):
        if not slot.is_absent:
            assert with_part(tree, slot.path, slot.value) == tree
    assert size(tree) == 1 + sum(not slot.is_absent for slot in slots(tree))
    assert names_in(TREES[0]) == ("Hex", "Hex1", "Hex2")


def test_a_tiling_comes_with_the_sides_of_its_tiles():
    texts = set()
    for seed in range(40):
        text = str(CHANGES["board"][0](Changing(TREES[0], TREES[1], Random(seed))))
        texts.add(text)
        for tiling, sides in (("Square", 4), ("Hexagonal", 6), ("Triangular", 3), ("Cairo", 5)):
            assert f"(boardless {tiling})" not in text or f"numSides:{sides}" in text
    assert any("(board (" in text for text in texts)
