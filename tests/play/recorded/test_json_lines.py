"""Files of recorded trials: what is read, and what is refused in one line."""

import gzip
import json
import zlib
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.play.recorded import (
    RecordedHeader,
    RecordedPly,
    RecordedTrial,
    json_lines,
    read_header,
    read_trials,
)
from boardless.topo import InputError

HEADER = {
    "game": "Plotto",
    "tiling": "hexagonal",
    "components": [{"name": "Hex1", "owner": 1}, {"name": "Hex2", "owner": 2}],
}
TRIAL = {
    "start": [[0, 0, 0, 1], [1, 0, 0, 2]],
    "plies": [{"mover": 1, "legal": [[0, 1, 0, 1], [1, -1, 0, 1]], "move": [0, 1, 0, 1]}],
    "winner": 0,
}


def written(folder: Path, *lines: Any) -> Path:
    path = folder / "trials.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def everything(path: Path) -> tuple[RecordedHeader, list[RecordedTrial]]:
    return read_header(path), list(read_trials(path))


def test_what_a_file_says(tmp_path: Path) -> None:
    header, trials = everything(written(tmp_path, HEADER, TRIAL, TRIAL))
    assert header == RecordedHeader("Plotto", ("Hex1", "Hex2"), "hexagonal")
    legal = frozenset({(0, 1, 0, 1), (1, -1, 0, 1)})
    first = RecordedTrial(
        2, ((0, 0, 0, 1), (1, 0, 0, 2)), (RecordedPly(1, legal, (0, 1, 0, 1)),), 0
    )
    assert trials[0] == first
    assert trials[1].line == 3


def test_compressed_files_empty_lines_and_options(tmp_path: Path) -> None:
    header = HEADER | {"options": ["Tiling/Square"], "tiling": None, "more": [1]}
    text = "\ufeff" + "\r\n\n".join(json.dumps(line) for line in (header, TRIAL, TRIAL)) + "\n\n"
    path = tmp_path / "trials.jsonl.gz"
    path.write_bytes(gzip.compress(text.encode()))
    found, trials = everything(path)
    assert (found.tiling, found.options) == (None, ("Tiling/Square",))
    assert [trial.line for trial in trials] == [2 + 1, 4 + 1]


def test_trials_are_read_one_at_a_time(tmp_path: Path) -> None:
    trials = read_trials(written(tmp_path, HEADER, TRIAL, "nonsense"))
    assert next(trials).line == 2
    with pytest.raises(InputError, match="line 3: text 'nonsense'"):
        next(trials)


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a copy in which the part at a path is another."""
    if not path:
        return new
    copy = deepcopy(value)
    part = copy
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = new
    return copy


ODD = [None, True, -7, 2.0, float("nan"), 10**30, "1", "", [], [[]], {}, {"a": 1}]

NAME = ("components", 0, "name")


@pytest.mark.parametrize("path", [(), ("game",), ("tiling",), ("components",), NAME[:2], NAME])
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_odd_headers(path: tuple[Any, ...], value: Any, tmp_path: Path) -> None:
    allowed = isinstance(value, str) and path in (("game",), ("tiling",), NAME)
    allowed |= (path, value) in ((("tiling",), None), (("components",), []))
    file = written(tmp_path, changed(HEADER, path, value))
    if allowed:
        read_header(file)
        return
    with pytest.raises(InputError, match=r"trials.jsonl', line 1: ") as error:
        read_header(file)
    assert "\n" not in str(error.value)


PLACES = [
    (), ("start",), ("start", 0), ("start", 0, 0), ("start", 0, 3), ("plies",), ("plies", 0),
    ("plies", 0, "mover"), ("plies", 0, "legal"), ("plies", 0, "legal", 1),
    ("plies", 0, "legal", 1, 2), ("plies", 0, "move"), ("plies", 0, "move", 3), ("winner",),
]  # fmt: skip


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_odd_trials(path: tuple[Any, ...], value: Any, tmp_path: Path) -> None:
    file = written(tmp_path, HEADER, changed(TRIAL, path, value))
    if (value == [] and path in (("start",), ("plies",), ("plies", 0, "legal"))) or (
        value == -7 and path == ("start", 0, 0)
    ):
        assert len(list(read_trials(file))) == 1
        return
    with pytest.raises(InputError, match=r"trials.jsonl', line 2: ") as error:
        list(read_trials(file))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["start", "plies", "winner"])
def test_missing_fields(name: str, tmp_path: Path) -> None:
    trial = {key: value for key, value in TRIAL.items() if key != name}
    with pytest.raises(InputError, match=f"line 2: not in the form .* there is no '{name}'"):
        list(read_trials(written(tmp_path, HEADER, trial)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: text '': this is not JSON"),
        (b"\n", "line 1: text '': this is not JSON"),
        (b"nonsense\n", "line 1: text 'nonsense': this is not JSON"),
        (b'{"game": "Plotto"', "line 1: .* may be cut short"),
        (b'{"game": "Plotto", "components": [\xff]}', "line 1: byte 35 is not UTF-8 text"),
        (b"[" * 1_000_000, "line 1: .* this is not JSON"),
        (b'{"game": ' + b"9" * 10_000 + b"}", "line 1: .* this is not JSON"),
        (gzip.compress(b"{}"), "line 1: byte 2 is not UTF-8 text"),
    ],
    # The data is no name: of what is compressed the time is a part.
    ids=["empty", "a line", "a word", "half", "a byte", "brackets", "digits", "compressed"],
)
def test_files_that_are_no_json(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message) as error:
        read_header(path)
    assert len(str(error.value)) < 400


def test_lines_that_are_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE", 500)
    path = written(tmp_path, HEADER, TRIAL, TRIAL | {"more": "x" * 500})
    with pytest.raises(InputError, match="line 3: longer than 500 bytes"):
        list(read_trials(path))


PACKED = gzip.compress(b"{}" * 1000)


@pytest.mark.parametrize(
    "data",
    [b"no gzip", PACKED[:-20], PACKED[:-8] + b"\0" * 8, PACKED[:12] + b"\xff" * 9],
    ids=["a word", "half", "another sum", "another block"],
)
def test_damaged_compression(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl.gz"
    path.write_bytes(data)
    with pytest.raises(InputError, match="gz' cannot be read: damaged"):
        everything(path)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "missing.jsonl", "No such file"),
        (tmp_path / "missing.jsonl.gz", "No such file"),
        (tmp_path, "Is a directory"),
        (Path("a\0b"), "cannot be read"),
    ):
        with pytest.raises(InputError, match=reason):
            read_header(path)


@given(st.binary(max_size=200), st.integers(0, 300), st.booleans())
def test_damage_of_any_kind_is_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, damage: bytes, where: int, packed: bool
) -> None:
    data = "".join(f"{json.dumps(line)}\n" for line in (HEADER, TRIAL)).encode()
    data = zlib.compress(data, wbits=31) if packed else data
    path = tmp_path_factory.mktemp("damage") / f"trials.jsonl{'.gz' * packed}"
    path.write_bytes(data[:where] + damage + data[where + len(damage) :])
    with suppress(InputError):
        everything(path)
