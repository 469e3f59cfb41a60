"""Compiled games as files in the user's private cache."""

import atexit
import os
import shutil
import sys
import tempfile
from contextlib import nullcontext
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from boardless.state.engine.runtime import uncompiled


def folder() -> Path:
    """Return the folder of compiled games, ``BOARDLESS_CACHE`` or the user's own cache."""
    named = os.environ.get("BOARDLESS_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "boardless" / "games"


def load(source: str, digest: str, jit: bool = True) -> ModuleType:
    """Return the module of a source, written once under its digest.

    Without `jit` the same source stays plain Python, under another name.

    The file is written whole before it gets its name, so that processes that compile the same
    game at once do no harm. Numba keeps its machine code beside it.
    """
    name = f"boardless_game_{digest[:32]}"
    path = folder() / f"{name}.py"
    if not jit:
        name += "_plain"
    if name in sys.modules:
        return sys.modules[name]
    if not _holds(path, source):
        path = _written(path, source)
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with nullcontext() if jit else uncompiled():
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _holds(path: Path, source: str) -> bool:
    try:
        return path.read_bytes() == source.encode()
    except OSError:
        return False


def _written(path: Path, source: str) -> Path:
    """Write a file, and return where it is."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        # No cache of one's own, as in a read-only home: work in a folder of this process.
        own = tempfile.mkdtemp(prefix="boardless-")
        os.environ["BOARDLESS_CACHE"] = own
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return _written(folder() / path.name, source)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(source)
    return Path(part).replace(path)
