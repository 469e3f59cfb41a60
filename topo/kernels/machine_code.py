"""Machine code, kept from one run to the next.

Numba has a cache of its own, but that takes whatever is in its files for machine code, needs a
folder that can be written, and does not notice when a file changes from which a kernel takes other
kernels or constants. Here the name of a file is a hash of all that its content depends on, and the
content begins with its own hash: a file that was cut short or overwritten is not there.
"""

import hashlib
import inspect
import pickle
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import numba
from numba.core import compiler, config, runtime, serialize
from numba.core.caching import NullCache

from boardless.topo.kernels import cache_folder
from boardless.topo.kernels.kernel import InnerKernel, Kernel
from boardless.topo.kernels.whole_code import PartCompiler, WholeCompiler

F = TypeVar("F", bound=Callable[..., object])

#: How a file of kernels imports what its kernels use.
_IMPORT = re.compile(r"^from (boardless(?:\.\w+){2,}) import", re.MULTILINE)
#: Numba's settings, what code that makes arrays needs, and what it makes of a function and a
#: signature; without types.
_config: Any = config
_runtime: Any = runtime
_CompileResult: Any = compiler.CompileResult
_dumps: Callable[[Any], bytes] = serialize.dumps
#: What only compiled code calls needs no way in from C or Python: it takes time to make.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: F, kind: type[Kernel] = Kernel, **options: Any) -> F:
    """Have Numba compile `function` when it is first called, and keep the result.

    With ``NUMBA_DISABLE_JIT=1`` it stays plain Python.

    Parameters
    ----------
    function : callable
        Defined in a file.
    kind : type
        What Python calls.
    **options
        What Numba is told.
    """
    if _config.DISABLE_JIT:
        return function
    # What `numba.njit` does, and its `cache=True` with another cache.
    told = {"nopython": True, "boundscheck": None, **options}
    inner = InnerKernel(function, targetoptions=told | _INNER, pipeline_class=PartCompiler)
    if options.get("no_cpython_wrapper"):
        return cast("F", inner)
    kernel: Any = kind(function, targetoptions=told, pipeline_class=WholeCompiler)
    kernel.part = inner
    kernel._cache = MachineCode(function, options)
    return cast("F", kernel)


class MachineCode(NullCache):
    """What a function was compiled to: a file for each signature and kind of processor.

    Parameters
    ----------
    function : callable
        Defined in a file.
    options : dict
        What Numba was told.
    """

    def __init__(self, function: Callable[..., object], options: dict[str, Any]) -> None:
        self._function, self._options = function, sorted(options.items())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what the function was compiled to for a signature, None if that is not kept."""
        # Numba's own way is to load all that compiling needs, SciPy included.
        _runtime.rtsys.initialize(target_context)
        content = cache_folder.read_sealed(self._name(sig, target_context.codegen()))
        if content is None:
            return None
        try:
            kept, parts = pickle.loads(content)
        except (AttributeError, ImportError):
            return None  # the class of a type is no longer where it was
        # Types of one name need not be the same.
        return _CompileResult._rebuild(target_context, *parts) if kept == sig else None

    def has(self, types: Any, target_context: Any) -> bool:
        """Tell whether something is kept for arguments of some types."""
        return cache_folder.holds(self._name(types, target_context.codegen()))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what the function was compiled to for a signature."""
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        content = _dumps((sig, data._reduce()))
        cache_folder.write_sealed(self._name(sig, data.codegen), content)

    def _name(self, sig: Any, codegen: Any) -> str:
        function = self._function
        closure = [cell.cell_contents for cell in function.__closure__ or ()]
        made_from = (
            numba.__version__, sys.version, codegen.magic_tuple(), self._options, sig,
            function.__module__, function.__qualname__, function.__code__.co_firstlineno,
        )  # fmt: skip
        text = "\0".join((*map(str, made_from), sources_hash(function.__module__)))
        digest = hashlib.sha256(text.encode() + _dumps(closure)).hexdigest()
        return f"{function.__name__}-{digest[:32]}.nbc"


def sources_hash(module: str) -> str:
    """Return a hash of a module's file and of those that it imports, and that these import."""
    hashes = [_hash(name) for name in sorted(_used(module))]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


def _used(module: str) -> set[str]:
    found, left = set(), [module]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _IMPORT.findall(inspect.getsource(sys.modules[name]))
    return found


@cache
def _hash(module: str) -> str:
    return hashlib.sha256(inspect.getsource(sys.modules[module]).encode()).hexdigest()
