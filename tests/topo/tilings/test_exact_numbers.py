"""Numbers with a root, compared exactly."""

from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo.tilings.exact_numbers import Point, Surd, axis, shortest, sign, times

getcontext().prec = 80
roots = st.sampled_from([2, 3, 5, 6, 7, 30])
parts = st.integers(-(2**27), 2**27)
numbers = st.tuples(parts, parts)


def decimal(number: Surd, root: int) -> Decimal:
    return number[0] + number[1] * Decimal(root).sqrt()


@given(numbers, roots)
def test_signs(number: Surd, root: int) -> None:
    exact = decimal(number, root)
    assert sign(number, root) == (exact > 0) - (exact < 0)


@given(numbers, numbers, roots)
def test_products(one: Surd, other: Surd, root: int) -> None:
    product = decimal(times(one, other, root), root)
    assert abs(product - decimal(one, root) * decimal(other, root)) < Decimal("1e-40")


@given(st.lists(numbers, min_size=2, max_size=20, unique=True), roots)
def test_whole_numbers_in_the_order_of_the_numbers(drawn: list[Surd], root: int) -> None:
    array = np.array(drawn, dtype=np.int64)
    weights, unit = axis(array, root)
    whole = (array @ np.array(weights)).tolist()
    order = sorted(range(len(drawn)), key=lambda n: decimal(drawn[n], root))
    assert sorted(range(len(drawn)), key=lambda n: whole[n]) == order
    for number, value in zip(drawn, whole, strict=True):
        assert value * unit == pytest.approx(float(decimal(number, root)), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("root", [2, 3, 5, 30])
def test_numbers_that_floats_cannot_tell_apart(root: int) -> None:
    """Neighbouring convergents of the root: differences of 1e-9, between parts of 1e8."""
    (p, q), (p_next, q_next) = (1, 1), (1 + root, 2)
    while max(p_next, q_next) < 2**27:
        (p, q), (p_next, q_next) = (p_next, q_next), (p_next + root * q_next, p_next + q_next)
    numbers = np.array([(p, -q), (0, 0), (-p, q), (1, 0), (p + 1, -q)])
    weights, _ = axis(numbers, root)
    whole = (numbers @ np.array(weights)).tolist()
    expected = sorted(range(5), key=lambda n: decimal(tuple(numbers[n].tolist()), root))
    assert sorted(range(5), key=lambda n: whole[n]) == expected


@given(st.lists(st.tuples(*[st.integers(-50, 50)] * 4), min_size=1, max_size=20), roots)
def test_shortest(vectors: list[Point], root: int) -> None:
    def length(vector: Point) -> Decimal:
        x, y = decimal(vector[:2], root), decimal(vector[2:], root)
        return (x * x + y * y).quantize(Decimal("1e-40"))

    least = min(map(length, vectors))
    expected = [n for n, vector in enumerate(vectors) if length(vector) == least]
    assert shortest(np.array(vectors), root).tolist() == expected
