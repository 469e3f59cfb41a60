"""The log loses nothing that was acknowledged, and takes nothing for a log that is none."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.store.log import FORM, Log
from boardless.topo import InputError

PAYLOADS = (b"first", b"", b"a longer one" * 3)


def written(path: Path) -> Log:
    log = Log.create(path)
    for number, payload in enumerate(PAYLOADS, 1):
        log.append(payload, number, 10 * number)
    return log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    written(path).close()
    return path


def read(path: Path, *, writing: bool = False) -> list[bytes]:
    log = Log.open(path, writing=writing)
    try:
        if writing:
            log.mend()
        return list(log.payloads())
    finally:
        log.close()


def test_what_is_read_is_what_was_written(path: Path) -> None:
    assert read(path) == list(PAYLOADS)
    log = Log.open(path, writing=True)
    log.append(b"more", 4, 40)
    log.close()
    log = Log.open(path, writing=False)
    assert [(frame.trials, frame.moves) for frame in log.frames] == [
        (1, 10), (2, 20), (3, 30), (4, 40),
    ]  # fmt: skip
    assert (log.trials, log.size) == (10, path.stat().st_size)
    assert list(log.payloads(2)) == [PAYLOADS[2], b"more"]
    log.close()


def test_a_frame_that_the_file_ends_in_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    log = Log.open(path, writing=False)
    ends = [len(FORM), *(frame.end for frame in log.frames)]
    log.close()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        kept = sum(end <= length for end in ends[1:])
        assert read(path) == list(PAYLOADS[:kept])
        Log.open(path, writing=True).close()
        assert path.stat().st_size == length
        assert read(path, writing=True) == list(PAYLOADS[:kept])
        assert path.stat().st_size == ends[kept]


def test_room_that_was_given_and_not_written_is_cut_off(path: Path) -> None:
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(bytes(5000))
    assert read(path, writing=True) == list(PAYLOADS)
    assert path.stat().st_size == size


@given(st.data())
def test_any_changed_byte_is_noticed_and_nothing_is_cut(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("log") / "log"
    written(path).close()
    whole = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    for writing in (False, True):
        with pytest.raises(
            InputError, match=r"is damaged at byte [\d,]+: |form|not the log"
        ) as error:
            read(path, writing=writing)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == whole


def test_to_read_only_what_is_asked_for_is_checked(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[-1] ^= 1
    path.write_bytes(whole)
    log = Log.open(path, writing=False)
    assert (log.trials, log.read(1)) == (6, PAYLOADS[1])
    with pytest.raises(InputError, match="damaged at byte 85"):
        log.read(2)
    log.close()


def test_damage_is_told_with_its_place(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[-1] ^= 1
    path.write_bytes(whole)
    with pytest.raises(InputError, match="damaged at byte 85: the 2 frames before it are whole"):
        Log.open(path, writing=True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\3\4 something else altogether", "is not the log of a store"),
        (b"boardless log 2\n and frames of another form", "another form than 'boardless log 1'"),
    ],
)
def test_files_that_are_no_logs_are_left_alone(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    for writing in (False, True):
        with pytest.raises(InputError, match=message):
            Log.open(path, writing=writing)
    assert path.read_bytes() == content


def test_one_process_writes_and_any_number_read(path: Path) -> None:
    log = Log.open(path, writing=True)
    # A lock is one of an open file, so a second one in the same process counts as another.
    with pytest.raises(InputError, match="another process writes to this store"):
        Log.open(path, writing=True)
    assert read(path) == list(PAYLOADS)
    log.close()
    Log.open(path, writing=True).close()


class _Full:
    """A file on a disk that is full after some bytes."""

    def __init__(self, file: object, room: int, code: int) -> None:
        self._file, self._room, self._code = file, room, code

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, data: memoryview) -> int:
        if not self._room:
            raise OSError(self._code, os.strerror(self._code))
        taken = data[: self._room]
        self._room -= len(taken)
        return int(self._file.write(taken))  # type: ignore[attr-defined]


@pytest.mark.parametrize("room", [0, 1, 20, 40, 60])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EFBIG, errno.EIO])
def test_what_cannot_be_written_leaves_the_log_as_it_was(path: Path, room: int, code: int) -> None:
    log, before = Log.open(path, writing=True), path.read_bytes()
    file = log._file
    log._file = _Full(file, room, code)  # type: ignore[assignment]
    with pytest.raises(InputError, match=f"{os.strerror(code)}; the 6 trials before are whole"):
        log.append(b"something that is too long for the room" * 3, 1, 1)
    assert path.read_bytes() == before
    log._file = file
    log.append(b"later", 1, 1)
    log.close()
    assert read(path) == [*PAYLOADS, b"later"]


def interrupted(_: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("cut", [True, False])
def test_a_frame_that_was_interrupted_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, cut: bool
) -> None:
    log, before = Log.open(path, writing=True), path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        if not cut:
            patched.setattr(log, "_cut", interrupted)
        with pytest.raises(KeyboardInterrupt):
            log.append(b"a large frame" * 100, 1, 1)
    if cut:
        assert path.read_bytes() == before
    log.append(b"small", 1, 1)
    log.close()
    assert read(path) == [*PAYLOADS, b"small"]


def test_a_log_that_cannot_be_cut_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    log = Log.open(path, writing=True)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refused)
        with pytest.raises(InputError, match="cannot be written: Input/output error; the 6"):
            log.append(b"more", 1, 1)
        log.close()
        with path.open("ab") as file:
            file.write(b"BL")
        log = Log.open(path, writing=True)
        with pytest.raises(InputError, match="cannot be written: Input/output error; the 6"):
            log.mend()
        log.close()
    assert read(path) == list(PAYLOADS)


def test_a_log_is_made_once(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match="cannot be made: File exists"):
        Log.create(path)
    assert path.read_bytes() == before
    with pytest.raises(InputError, match="cannot be made: No such file"):
        Log.create(tmp_path / "nowhere" / "log")
    with pytest.raises(InputError, match="cannot be opened: No such file"):
        Log.open(tmp_path / "nothing", writing=False)


def test_the_disk_has_a_frame_before_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log.create(tmp_path / "log")
    flushed: list[int] = []
    fsync = os.fsync

    def noted(file: int) -> None:
        flushed.append(os.fstat(file).st_size)
        fsync(file)

    monkeypatch.setattr(os, "fsync", noted)
    log.append(b"something", 1, 1)
    assert flushed == [log.size]
    log.close()
