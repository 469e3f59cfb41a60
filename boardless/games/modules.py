"""Compiled games as modules, and as files in the user's private cache."""

import hashlib
import linecache
import marshal
import sys
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from threading import Lock
from types import CodeType, ModuleType
from typing import Any

from boardless.jit import kernel
from boardless.jit.dispatch import PromptModule
from boardless.jit.game_runtime import int64, uncompiled
from boardless.jit.readiness import getting_ready

#: A second thread would find a module that the first has only begun to load.
_loading = Lock()
#: Functions that play many moves at a call.
BULK = ("playouts", "record", "perft")


@cache
def loaded(source: str, digest: str, jit: bool = True) -> Any:
    """Return the module of a source, as Python sees it; see `load`.

    With `jit` all but bulk answers at once: plain Python until that has taken long.
    """
    module = load(source, digest, jit)
    return PromptModule(module, partial(load, source, digest, False), BULK) if jit else module


def load(source: str, digest: str, jit: bool = True) -> ModuleType:
    """Return the module of a source, written once under its digest.

    Without `jit` the same source stays plain Python, under another name.

    The file is for people, debuggers and profilers: what runs is the source given, so that no
    damage to the file does harm. The machine code is kept beside it.
    """
    stem = f"boardless_game_{digest[:32]}"
    name = stem if jit else f"{stem}_plain"
    with getting_ready(), _loading:
        return sys.modules.get(name) or _made(name, stem, source, jit)


def _made(name: str, stem: str, source: str, jit: bool) -> ModuleType:
    """Return the module of a source."""
    path = str(_kept(f"{stem}.py", source) or f"<{stem}>")
    module = ModuleType(name)
    module.__file__ = path
    # Where no file can be written, tracebacks and `inspect` find the source here.
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    sys.modules[name] = module
    try:
        with nullcontext() if jit else uncompiled():
            exec(_code(source, path), vars(module))
        if not jit:
            # It stands everywhere, and the call of a function costs as much as what it does.
            vars(module)[int64.__name__] = int
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _code(source: str, path: str) -> CodeType:
    """Return the bytecode of a source; loading it takes a tenth of the time of compiling."""
    made_from = "\0".join((sys.version, str(sys.flags.optimize), path, source))
    name = f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.code"
    content = kernel.read_sealed(name)
    if content is not None:
        code: CodeType = marshal.loads(content)
        return code
    code = compile(source, path, "exec")
    kernel.write_sealed(name, marshal.dumps(code))
    return code


def _kept(name: str, source: str) -> Path | None:
    """Return the file of a source, written unless it is there; None if it cannot be."""
    data, folder = source.encode(), kernel.cache_folder()
    if folder is not None and kernel.read(name) == data:
        return folder / name
    return kernel.write(name, data)
