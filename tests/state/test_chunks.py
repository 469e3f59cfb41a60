"""Chunk sets hold what was put into them, in the fewest bits."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.state import ChunkSet
from boardless.topo import InputError

values = st.integers(0, 6).flatmap(lambda n: st.lists(st.integers(0, 2 ** (2**n) - 1), max_size=40))


@given(values)
def test_holds_its_values_in_the_fewest_bits(listed):
    chunks = ChunkSet(listed)
    assert list(chunks) == listed == [chunks[n] for n in range(len(chunks))]
    assert chunks.nonzero() == {n: value for n, value in enumerate(listed) if value}
    assert chunks.bits in (1, 2, 4, 8, 16, 32, 64)
    widest = max(listed, default=0)
    assert widest < 2**chunks.bits
    assert chunks.bits == 1 or widest >= 2 ** (chunks.bits // 2)
    assert len(chunks.data) == -(-len(listed) * chunks.bits // 8)


@given(values)
def test_bytes_and_back(listed):
    chunks = ChunkSet(listed)
    twin = ChunkSet.from_bytes(chunks.to_bytes())
    assert twin == chunks
    assert hash(twin) == hash(chunks)
    assert list(twin) == listed


@given(values, st.data())
def test_put_gives_another_set(listed, data):
    listed.append(0)
    site = data.draw(st.integers(0, len(listed) - 1))
    value = data.draw(st.integers(0, 2**64 - 1))
    before = ChunkSet(listed)
    after = before.put(site, value)
    assert list(before) == listed
    listed[site] = value
    assert after == ChunkSet(listed)


def test_grows():
    chunks = ChunkSet([1, 3]).extended(3)
    assert list(chunks) == [1, 3, 0, 0, 0]
    assert chunks.put(4, 4).bits == 4


def test_unlike_sets_are_unequal():
    assert len({ChunkSet(), ChunkSet([0]), ChunkSet([0, 0]), ChunkSet([0, 1]), ChunkSet([1])}) == 5
    assert ChunkSet([1]) != [1]


def test_layout_is_the_documented_one():
    # Bits of the first site are the lowest of the first byte.
    assert ChunkSet([0, 0, 3, 2]).to_bytes().hex() == "01" + "04000000" + "b0"
    assert ChunkSet([256, 1]).to_bytes().hex() == "04" + "02000000" + "00010100"


def test_cannot_be_changed():
    chunks = ChunkSet([1, 2])
    for name in ("bits", "data", "size"):
        with pytest.raises(AttributeError):
            setattr(chunks, name, 1)
    assert pickle.loads(pickle.dumps(chunks)) == copy.deepcopy(chunks) == ChunkSet([1, 2])


def test_sites_may_be_numbers_of_numpy():
    assert ChunkSet([1, 2**64 - 1])[np.int64(1)] == 2**64 - 1


@pytest.mark.parametrize("bad", [[-1], [2**64], [1.5], ["a"]])
def test_other_values_are_refused(bad):
    with pytest.raises(InputError, match="whole numbers"):
        ChunkSet(bad)


def test_sites_off_the_set_are_refused():
    with pytest.raises(InputError, match="-1 more sites"):
        ChunkSet([1]).extended(-1)
    for site in (-1, 2, 0.5):
        with pytest.raises(InputError, match=f"site {site} is not among 2 sites"):
            ChunkSet([1, 2])[site]
        with pytest.raises(InputError):
            ChunkSet([1, 2]).put(site, 1)


@given(values.filter(bool), st.data())
def test_damaged_bytes_are_refused(listed, data):
    form = ChunkSet(listed).to_bytes()
    cut = data.draw(st.integers(0, len(form) - 1))
    with pytest.raises(InputError):
        ChunkSet.from_bytes(form[:cut])
    with pytest.raises(InputError):
        ChunkSet.from_bytes(form + b"\0")
    with pytest.raises(InputError):
        ChunkSet.from_bytes(b"\x07" + form[1:])


def test_a_wider_form_than_needed_is_refused():
    with pytest.raises(InputError):
        ChunkSet.from_bytes(bytes([1]) + (1).to_bytes(4, "little") + b"\x01")
    with pytest.raises(InputError, match="not a chunk set"):
        ChunkSet.from_bytes(bytes([0]) + (1).to_bytes(4, "little") + b"\x03")
