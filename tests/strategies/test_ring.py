"""A ring against a plain list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.strategies.placements import Ring

changes = st.lists(
    st.tuples(st.sampled_from(["append", "remove"]), st.integers(0, 99)), max_size=40
)


@given(changes, changes)
def test_what_was_done_is_undone_last_first(first: list, then: list) -> None:
    ring: Ring[int] = Ring()
    versions: list[list[int]] = [[]]
    undo = []
    for kind, number in (*first, *then):
        listed = versions[-1].copy()
        if kind == "append" and number not in listed:
            ring.append(number)
            listed.append(number)
            undo.append(ring.pop)
        elif kind == "remove" and listed:
            gone = listed.pop(number % len(listed))
            place = ring.remove(gone)
            undo.append(lambda place=place: ring.restore(*place))
        else:
            continue
        versions.append(listed)
        assert list(ring) == listed
        assert len(ring) == len(listed)
        assert all((n in ring) == (n in listed) for n in range(100))
    for back, before in zip(undo[::-1], versions[-2::-1], strict=True):
        back()
        assert list(ring) == before


def test_nothing_is_left() -> None:
    ring: Ring[int] = Ring()
    assert None not in ring
    with pytest.raises(IndexError, match="nothing is left"):
        ring.pop()
    assert repr(ring) == "<Ring of 0>"
