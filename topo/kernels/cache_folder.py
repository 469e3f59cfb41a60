"""The folder in which what is compiled is kept, for this user and for later runs.

It can be lost at any time: whoever reads it checks what comes, and makes anew what is not right.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

#: The variable that names another folder.
VARIABLE = "BOARDLESS_CACHE"

_HASH_BYTES = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """Return the folder, ``BOARDLESS_CACHE`` or one in the user's own cache.

    There is none where the user has no home.
    """
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "boardless"
    try:
        return Path.home() / ".cache" / "boardless"
    except RuntimeError:
        return None


def read(name: str) -> bytes | None:
    """Return what is kept under a name, None if there is nothing that can be read."""
    folder = cache_folder()
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def holds(name: str) -> bool:
    """Tell whether something is kept under a name."""
    folder = cache_folder()
    try:
        return folder is not None and (folder / name).is_file()
    except OSError:
        return False


def write(name: str, data: bytes) -> Path | None:
    """Keep a file under a name, whole, and return where it is.

    Where nothing can be written, the cache moves to a temporary folder of this process and of the
    workers that it starts. Where there is none of those either nothing is kept.
    """
    folder = cache_folder()
    if folder is not None:
        try:
            return _written(folder / name, data)
        except OSError:
            pass
    try:
        folder = _temporary()
        os.environ[VARIABLE] = str(folder)
        return _written(folder / name, data)
    except OSError:
        return None


def read_sealed(name: str) -> bytes | None:
    """Return what `write_sealed` kept under a name, None if that is not there or damaged."""
    data = read(name)
    if data is None or hashlib.sha256(data[_HASH_BYTES:]).digest() != data[:_HASH_BYTES]:
        return None
    return data[_HASH_BYTES:]


def write_sealed(name: str, content: bytes) -> Path | None:
    """Keep a file that begins with the hash of what follows; see `write`."""
    return write(name, hashlib.sha256(content).digest() + content)


def _written(path: Path, data: bytes) -> Path:
    """Write a file whole before it gets its name, so that nobody reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


@cache
def _temporary() -> Path:
    """Return a folder that is removed when this process ends."""
    folder = tempfile.mkdtemp(prefix="boardless-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
