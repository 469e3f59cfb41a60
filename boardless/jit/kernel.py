"""The decorator of kernels, and the disk cache of their machine code."""

import atexit
import hashlib
import inspect
import os
import pickle
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import compiler, config, runtime, serialize
from numba.core.caching import NullCache

from boardless.jit.dispatch import InnerKernel, Kernel, PartCompiler, PromptKernel, WholeCompiler

#: The variable that names another folder.
VARIABLE = "BOARDLESS_CACHE"

_HASH_BYTES = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """Return the folder of the disk cache; None where the user has no home."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "boardless"
    try:
        return Path.home() / ".cache" / "boardless"
    except RuntimeError:
        return None


def read(name: str) -> bytes | None:
    """Return the content of a file of the cache; None without one."""
    folder = cache_folder()
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def holds(name: str) -> bool:
    """Tell whether the cache has a file of this name."""
    folder = cache_folder()
    try:
        return folder is not None and (folder / name).is_file()
    except OSError:
        return False


def write(name: str, data: bytes) -> Path | None:
    """Write a file of the cache and return its path; None if that is impossible.

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
    """Return the content of a file of `write_sealed`; None if it is missing or damaged."""
    data = read(name)
    if data is None or hashlib.sha256(data[_HASH_BYTES:]).digest() != data[:_HASH_BYTES]:
        return None
    return data[_HASH_BYTES:]


def write_sealed(name: str, content: bytes) -> Path | None:
    """Write a file that begins with the hash of its content; see `write`."""
    return write(name, hashlib.sha256(content).digest() + content)


def _written(path: Path, data: bytes) -> Path:
    """Write a file whole before it gets its name, so that no reader sees half of it."""
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
    """Return a folder that is removed at the end of this process."""
    folder = tempfile.mkdtemp(prefix="boardless-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


F = TypeVar("F", bound=Callable[..., object])

#: The imports of a file of kernels.
_IMPORT = re.compile(r"^from (boardless(?:\.\w+){2,}) import", re.MULTILINE)
#: Numba's settings, what code that makes arrays needs, and what it makes of a function and a
#: signature; without types.
_config: Any = config
_runtime: Any = runtime
_CompileResult: Any = compiler.CompileResult
_dumps: Callable[[Any], bytes] = serialize.dumps
#: Inner kernels need no wrapper for C or Python, which takes time to compile.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiles() -> bool:
    """Tell whether anything is compiled."""
    return not _config.DISABLE_JIT


def compiled(function: F, kind: type[Kernel] = Kernel, **options: Any) -> F:
    """Have Numba compile `function` at its first call, with a disk cache; `kind` is for Python."""
    if _config.DISABLE_JIT:
        return function
    # As `numba.njit` with `cache=True`, but another cache.
    settings = {"nopython": True, "boundscheck": None, **options}
    inner = InnerKernel(function, targetoptions=settings | _INNER, pipeline_class=PartCompiler)
    if options.get("no_cpython_wrapper"):
        return cast("F", inner)
    kernel: Any = kind(function, targetoptions=settings, pipeline_class=WholeCompiler)
    kernel.part = inner
    kernel._cache = MachineCode(function, options)
    return cast("F", kernel)


class MachineCode(NullCache):
    """The disk cache of a function: a file for each signature and kind of processor."""

    def __init__(self, function: Callable[..., object], options: dict[str, Any]) -> None:
        self._function, self._options = function, sorted(options.items())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for a signature; None without."""
        # Numba's own way is to load all that compiling needs, SciPy included.
        _runtime.rtsys.initialize(target_context)
        content = read_sealed(self._name(sig, target_context.codegen()))
        if content is None:
            return None
        try:
            saved_sig, parts = pickle.loads(content)
        except (AttributeError, ImportError):
            return None  # the class of a type is no longer where it was
        # Types of one name need not be the same.
        return _CompileResult._rebuild(target_context, *parts) if saved_sig == sig else None

    def has(self, types: Any, target_context: Any) -> bool:
        """Tell whether there is a file for arguments of some types."""
        return holds(self._name(types, target_context.codegen()))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the machine code for a signature."""
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        content = _dumps((sig, data._reduce()))
        write_sealed(self._name(sig, data.codegen), content)

    def _name(self, sig: Any, codegen: Any) -> str:
        function = self._function
        closure = [cell.cell_contents for cell in function.__closure__ or ()]
        parts = (
            numba.__version__, sys.version, codegen.magic_tuple(), self._options, sig,
            function.__module__, function.__qualname__, function.__code__.co_firstlineno,
        )  # fmt: skip
        text = "\0".join((*map(str, parts), sources_hash(function.__module__)))
        digest = hashlib.sha256(text.encode() + _dumps(closure)).hexdigest()
        return f"{function.__name__}-{digest[:32]}.nbc"


def sources_hash(module: str) -> str:
    """Return a hash of a module's file and of all that it imports from here."""
    hashes = [_hash(name) for name in sorted(_used(module))]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


def _used(module: str) -> set[str]:
    found, queue = set(), [module]
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += _IMPORT.findall(inspect.getsource(sys.modules[name]))
    return found


@cache
def _hash(module: str) -> str:
    return hashlib.sha256(inspect.getsource(sys.modules[module]).encode()).hexdigest()


def jit(function: F) -> F:
    """Compile `function` once that pays, with a disk cache; see `PromptKernel`."""
    return compiled(function, PromptKernel, no_cfunc_wrapper=True)  # C calls none of them
