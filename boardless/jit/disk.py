"""The disk cache of machine code and of derived data."""

import atexit
import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

from boardless.util.inputs import replacing_file

#: The variable that names another folder.
VARIABLE = "BOARDLESS_CACHE"

_HASH_BYTES = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """Return the folder of the disk cache, or None if the user lacks a home."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "boardless"
    try:
        return Path.home() / ".cache" / "boardless"
    except RuntimeError:
        return None


def read(name: str) -> bytes | None:
    """Return the content of a file of the cache, or None."""
    folder = cache_folder()
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def holds(name: str) -> bool:
    """Return True if the cache has a file of this name."""
    folder = cache_folder()
    try:
        return folder is not None and (folder / name).is_file()
    except OSError:
        return False


def write(name: str, data: bytes) -> Path | None:
    """Write a file of the cache and return its path, or None if that is impossible.

    Without a writable folder the cache moves to a temporary one of this process and its workers.
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
    """Return the content of a file of `write_sealed`, or None if it is missing or damaged."""
    data = read(name)
    if data is None or hashlib.sha256(data[_HASH_BYTES:]).digest() != data[:_HASH_BYTES]:
        return None
    return data[_HASH_BYTES:]


def write_sealed(name: str, content: bytes) -> Path | None:
    """Write a file that begins with the hash of its content; see `write`."""
    return write(name, hashlib.sha256(content).digest() + content)


def _written(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with replacing_file(path) as part:
        # Nobody else may change code that is loaded.
        part.touch(0o600)
        part.write_bytes(data)
    return path


@cache
def _temporary() -> Path:
    """Return a folder that is removed at the end of this process."""
    folder = tempfile.mkdtemp(prefix="boardless-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


#: The imports of a file of kernels.
_IMPORT = re.compile(r"^from (boardless(?:\.\w+){2,}) import", re.MULTILINE)


def sources_hash(module: str) -> str:
    """Return a hash of a module's file and of all that it imports from here."""
    hashes = [_hash(name) for name in sorted(_used(module))]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


def _used(module: str) -> set[str]:
    used, queue = set(), [module]
    while queue:
        name = queue.pop()
        if name not in used:
            used.add(name)
            queue += _IMPORT.findall(inspect.getsource(sys.modules[name]))
    return used


@cache
def _hash(module: str) -> str:
    return hashlib.sha256(inspect.getsource(sys.modules[module]).encode()).hexdigest()
