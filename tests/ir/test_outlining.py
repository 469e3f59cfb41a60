"""Hash-consing: repeated statements become a function, and mean the same."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from boardless.ir.outlining import leaves, written_once
from boardless.ir.parsing import statements_of
from boardless.ir.statements import Definition, lines_of

#: Fourteen statements that set `total` and count in `other`; names are those of each place.
RUN = """\
{total} = 0
for {at} in range({given}):
    if {at} % 2 == 0:
        {total} += {at}
    if {at} % 3 == 0:
        {total} += 10
    if {at} % 5 == 0:
        {total} += 100
        {count} += 1
    if {at} % 7 == 0:
        {total} += 1000
        {count} += 1
    if {at} % 11 == 0:
        {total} += 10000
    if {at} % 13 == 0:
        {count} += 10
"""
FIRST = RUN.format(total="a1", at="a2", given="size", count="count")
AGAIN = RUN.format(total="b1", at="b2", given="most", count="count")
OTHERS = RUN.format(total="sum_", at="n", given="size", count="found")


NAMES = ("one", "two", "three")


def indented(text: str, depth: int) -> str:
    return "".join(" " * depth + line + "\n" for line in text.splitlines())


SOURCE = f"""\
def once(size: int) -> int:
    count = 0
{indented(FIRST, 4)}\
    return a1 + count


def twice(size: int, most: int) -> int:
    count = 5
    all_ = 0
    for k in range(3):
{indented(AGAIN, 8)}\
        all_ += b1
    if all_ > 100:
        found = all_
{indented(OTHERS, 8)}\
        return sum_ * found
    return all_ + count
"""


def definitions(source: str) -> tuple[Definition, ...]:
    """Return the functions of a source as nodes, each with the state before its parameters."""
    text = re.sub(r"^def (\w+)\(", r"@kernel\ndef \1(s: Arrays, ", source, flags=re.MULTILINE)
    return tuple(it for it in statements_of(text) if isinstance(it, Definition))


def outlined(source: str) -> str:
    return "\n".join(lines_of(written_once(definitions(source))))


def functions(source: str) -> dict[str, Callable[..., Any]]:
    names: dict[str, Any] = {"Arrays": object}
    names["kernel"] = names["routine"] = lambda function: function
    exec(source, names)
    return names


def agree(before: str, after: str) -> None:
    own, others = functions(before), functions(after)
    for name in NAMES:
        assert [own[name](n) for n in range(40)] == [others[name](None, n) for n in range(40)]


def test_runs_under_other_names_are_one_function() -> None:
    source = outlined(SOURCE)
    assert source.count("% 7 == 0") == 1
    assert source.count("repeated_0(") == 4
    assert len(source.splitlines()) < len(SOURCE.splitlines()) - 10
    before, after = functions(SOURCE), functions(source)
    for size in range(40):
        assert after["once"](None, size) == before["once"](size)
        assert after["twice"](None, size, size // 2) == before["twice"](size, size // 2)


def test_what_is_not_repeated_stays_as_it_is() -> None:
    alone = SOURCE[: SOURCE.index("def twice")]
    assert written_once(definitions(alone)) == definitions(alone)
    # The same statements with another number are others.
    other = alone.replace("def once", "def more").replace("1000", "2000")
    assert written_once(definitions(alone + other)) == definitions(alone + other)


@pytest.mark.parametrize("way", ["return 7", "break"])
def test_what_goes_on_elsewhere_stays_where_it_is(way: str) -> None:
    body = "".join(line[4:] + "\n" for line in FIRST.splitlines()[2:])
    leaving = body + f"if a2 == 20:\n    {way}\n"
    places = "".join(
        f"def {name}(size: int) -> int:\n    count = 0\n    a1 = 0\n"
        f"    for a2 in range({first}, size):\n{indented(leaving, 8)}    return count\n\n\n"
        for first, name in enumerate(NAMES)
    )
    source = outlined(places)
    assert source.count(way) == 3
    assert source.count("% 7 == 0") == 1
    agree(places, source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("total += 1\n", False),
        ("for n in range(3):\n    break\n", False),
        ("for n in range(3):\n    if n > 1:\n        continue\n", False),
        ("while total:\n    for n in range(3):\n        break\n    break\n", False),
        ("while total:\n    return total\n", True),
        ("if total:\n    break\n", True),
        ("if total:\n    total = 1\nelse:\n    continue\n", True),
        ("return total\n", True),
    ],
)
def test_control_leaves_only_loops_that_are_outside(source: str, expected: bool) -> None:
    assert leaves(definitions(f"def one(total: int) -> int:\n{indented(source, 4)}")[0].body) == (
        expected
    )


def test_names_that_may_not_be_set_are_not_handed_over() -> None:
    run = FIRST.replace("a1 = 0\n", "a1 = 0\nif size > 3:\n    a1 = kept\n")
    places = "".join(
        f"def {name}(size: int) -> int:\n    count = 0\n    if size > 3:\n        kept = 9\n"
        f"{indented(run, 4)}    return a1 + count\n\n\n"
        for name in NAMES
    )
    source = outlined(places)
    assert source.count("a1 = kept") == 3
    assert source.count("% 7 == 0") == 1
    agree(places, source)


def test_arrays_and_constants_are_not_handed_over() -> None:
    run = FIRST.replace("range(size)", "range(s.n[0], MOST)")
    places = "".join(
        f"def {name}() -> int:\n    count = 0\n{indented(run, 4)}    return a1 + count\n\n\n"
        for name in NAMES
    )
    source = outlined(places)
    assert source.count("count, a1 = repeated_0(s)\n") == 3
    assert source.count("range(s.n[0], MOST)") == 1


def test_truth_values_are_handed_over_as_such() -> None:
    run = FIRST.replace("a1 = 0\n", "a1 = 0\nif lucky:\n    a1 = 3\n")
    places = "".join(
        f"def {name}(size: int, lucky: bool) -> int:\n    count = 0\n{indented(run, 4)}"
        "    return a1 + count\n\n\n"
        for name in NAMES
    )
    source = outlined(places)
    assert "repeated_0(s: Arrays, lucky: bool, size: int)" in source
    before, after = functions(places), functions(source)
    assert after["one"](None, 20, True) == before["one"](20, True)


def test_variables_read_the_next_time_are_results() -> None:
    run = FIRST.replace("a1 = 0\n", "")
    places = "".join(
        f"def {name}(size: int) -> int:\n    count = 0\n    a1 = 0\n"
        f"    for _ in range({times}):\n{indented(run, 8)}    return count\n\n\n"
        for times, name in enumerate(NAMES, 2)
    )
    source = outlined(places)
    assert source.count("% 7 == 0") == 1
    assert "-> tuple[int, int]:" in source
    agree(places, source)
