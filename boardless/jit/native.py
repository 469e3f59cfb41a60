"""Machine code of game modules, made by LLVM from what `translation` writes.

A module is plain Python at first: what has taken a second in all is compiled from then on, and what
plays many moves at a call is compiled at once. Machine code is kept on disk. Functions that call
what Numba compiles (policies and heuristics of users) are compiled by Numba, as before.
"""

from __future__ import annotations

import ast
import ctypes
import hashlib
import pickle
import re
from collections.abc import Callable, Collection
from functools import cache
from itertools import count
from threading import RLock
from time import thread_time
from types import ModuleType
from typing import Any

import llvmlite.binding
import numpy as np

from boardless.jit import translation
from boardless.jit.kernel import holds, read_sealed, sources_hash, write_sealed
from boardless.jit.readiness import getting_ready
from boardless.jit.translation import (
    BOOL,
    FLOAT,
    HEADER,
    INT,
    NOTHING,
    Array,
    Scalar,
    Several,
    Struct,
    Type,
    Unit,
    UntranslatableError,
    array_type,
    parsed,
)

#: LLVM, without types.
_llvm: Any = llvmlite.binding
#: Functions that Python calls, in the source of a module.
_ENTRY = re.compile(r"^@(?:making_)?entry\ndef (\w+)", re.MULTILINE)
#: Seconds that a module runs as plain Python before its functions are compiled.
PATIENCE = 1.0
#: LLVM's effort for functions that play many moves at a call, and for others.
FULL, QUICK = 3, 1
#: LLVM's compiler, and the names of libraries in it, serve one thread at a time.
_compiling = RLock()


def _target(effort: int) -> Any:
    """Return a description of this machine for LLVM."""
    _llvm.initialize_native_target()
    _llvm.initialize_native_asmprinter()
    target = _llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=_llvm.get_host_cpu_name(),
        features=_llvm.get_host_cpu_features().flatten(),
        opt=effort,
        reloc="pic",
        codemodel="jitdefault",
        jit=True,
    )


@cache
def _machine() -> str:
    """Return all that machine code depends on beside its source."""
    about = (
        llvmlite.__version__, _llvm.llvm_version_info, _llvm.get_host_cpu_name(),
        _llvm.get_host_cpu_features().flatten(), sources_hash(__name__),
    )  # fmt: skip
    return repr(about)


def object_code(text: str, effort: int = FULL) -> bytes:
    """Return the machine code of a module of LLVM, as an object file."""
    machine = _target(effort)
    module = _llvm.parse_assembly(text)
    module.verify()
    options = _llvm.create_pipeline_tuning_options(speed_level=effort)
    builder = _llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


_TYPES = {INT: ctypes.c_int64, BOOL: ctypes.c_int64, FLOAT: ctypes.c_double, NOTHING: None}
_libraries = count()


@cache
def _linker() -> Any:
    return _llvm.create_lljit_compiler(_target(FULL))


def linked(content: bytes, name: str, types: tuple[Type, ...], result: Type) -> Any:
    """Return a function of an object file as `ctypes` calls it."""
    arguments: list[Any] = []
    for type_ in types:
        if isinstance(type_, Scalar):
            arguments.append(_TYPES[type_])
        else:
            dimensions = type_.dimensions if isinstance(type_, Array) else 0
            arguments += [ctypes.c_void_p, *[ctypes.c_int64] * dimensions]
    if not isinstance(result, Scalar):
        arguments.append(ctypes.c_void_p)
    returned = _TYPES[result] if isinstance(result, Scalar) else None
    library = _llvm.JITLibraryBuilder().add_object_img(content).add_current_process()
    code = library.export_symbol(name).link(_linker(), f"{name}{next(_libraries)}")
    function: Any = ctypes.CFUNCTYPE(returned, *arguments)(code[name])
    function.code = code
    return function


def address_of(arrays: Any) -> int:
    """Return the address of the addresses and shapes of a named tuple's arrays.

    They stand in an array that is kept beside the tuple.
    """
    try:
        return arrays.address  # type: ignore[no-any-return]
    except AttributeError:
        rows = []
        for array in arrays:
            if not array.flags.c_contiguous:
                raise ValueError("arrays of compiled functions have to be contiguous") from None
            rows += [array.ctypes.data, *array.shape]
        arrays.places = np.array(rows, np.int64)
        arrays.address = arrays.places.ctypes.data
        return arrays.address  # type: ignore[no-any-return]


def type_of(value: Any) -> Type:
    """Return the type of an argument that is an array or a named tuple of arrays."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise ValueError("arrays of compiled functions have to be contiguous")
        return array_type(value)
    pairs = zip(value._fields, value, strict=True)
    return Struct(type(value).__name__, tuple((name, array_type(each)) for name, each in pairs))


_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]


def array_at(address: int, shape: tuple[int, ...], numbers: str) -> np.ndarray[Any, Any]:
    """Return a copy of an array that machine code has made, which is freed."""
    dtype = np.dtype(numbers)
    size = int(np.prod(shape)) * dtype.itemsize
    content = (ctypes.c_char * size).from_address(address)
    array = np.frombuffer(content, dtype).reshape(shape).copy()
    _free(address - HEADER)
    return array


class NativeModule:
    """A module of kernels, as Python sees it: plain until that has taken long, then machine code.

    Parameters
    ----------
    plain : module
        The module as plain Python.
    source, digest : str
        Its source, and a hash of that and of all that it calls.
    bulk : collection of str, optional
        Functions that are compiled at once; by default all are.
    by_numba : callable
        Returns the module compiled by Numba, for functions that cannot be translated.
    """

    def __init__(
        self,
        plain: ModuleType,
        source: str,
        digest: str,
        by_numba: Callable[[], Any],
        bulk: Collection[str] | None = None,
    ) -> None:
        self._plain, self._source, self._digest = plain, source, digest
        self._by_numba, self._bulk = by_numba, bulk
        self._entries = frozenset(_ENTRY.findall(source))
        self._functions: dict[str, ast.FunctionDef] = {}
        self._spent = 0.0

    def __getattr__(self, name: str) -> Any:
        """Return a member of the module."""
        thing = getattr(self._plain, name)
        if name in self._entries:
            at_once = self._bulk is None or name in self._bulk
            thing = _Entry(self, name).call if at_once else self._prompt(name, thing)
        setattr(self, name, thing)
        return thing

    def _prompt(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        entry: _Entry | None = None

        def run(*arguments: Any) -> Any:
            nonlocal entry
            if self._spent > PATIENCE or entry is None:
                is_new, entry = entry is None, entry or _Entry(self, name)
                if self._spent > PATIENCE or (is_new and entry.is_on_disk(arguments)):
                    setattr(self, name, entry.call)
                    return entry.call(*arguments)
            begin = thread_time()
            try:
                return plain(*arguments)
            finally:
                self._spent += thread_time() - begin

        return run

    def parameters(self, name: str) -> list[Any]:
        """Return the annotations of a function's parameters."""
        annotations = getattr(self._plain, name).__annotations__
        return [it for of, it in annotations.items() if of != "return"]

    def functions(self) -> dict[str, ast.FunctionDef]:
        """Return the syntax trees of all functions by name."""
        if not self._functions:
            tree = [*parsed(translation.PRELUDE).body, *parsed(self._source).body]
            self._functions = {it.name: it for it in tree if isinstance(it, ast.FunctionDef)}
        return self._functions

    def effort(self, name: str) -> int:
        """Return LLVM's effort for a function."""
        return FULL if self._bulk is None or name in self._bulk else QUICK

    def file(self, name: str, types: tuple[Type, ...]) -> str:
        """Return the name of the file of a function's machine code."""
        key = "\0".join((self._digest, name, repr(types), str(self.effort(name)), _machine()))
        return f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.o"

    def compiled(self, name: str, types: tuple[Type, ...]) -> Callable[..., Any]:
        """Return a function for arguments of some types; arrays are handed over as they are."""
        file = self.file(name, types)
        with getting_ready(), _compiling:
            content = read_sealed(file)
            if content is None:
                unit = Unit(self.functions(), vars(self._plain))
                try:
                    result = unit.entry(name, types)
                except UntranslatableError:
                    return getattr(self._by_numba(), name)  # type: ignore[no-any-return]
                content = pickle.dumps((result, object_code(unit.text(), self.effort(name))))
                write_sealed(file, content)
            result, code = pickle.loads(content)
            return _for_python(linked(code, name, types, result), types, result)


#: Annotations, which are strings where the module is loaded with those of the future.
_SCALARS: dict[object, Type] = {
    int: INT, bool: BOOL, float: FLOAT, "int": INT, "bool": BOOL, "float": FLOAT,
}  # fmt: skip


class _Entry:
    """A function that Python calls: machine code for each of the types of its arguments."""

    def __init__(self, module: NativeModule, name: str) -> None:
        self._module, self._name = module, name
        self._scalars = [_SCALARS.get(it) for it in module.parameters(name)]
        #: The places of arrays, whose types may change from call to call.
        self._arrays: list[int] | None = None
        self._done: dict[tuple[Type, ...], Callable[..., Any]] = {}

    def types(self, arguments: tuple[Any, ...]) -> tuple[Type, ...]:
        """Return the types of arguments."""
        pairs = zip(self._scalars, arguments, strict=True)
        return tuple(scalar or type_of(value) for scalar, value in pairs)

    def is_on_disk(self, arguments: tuple[Any, ...]) -> bool:
        """Tell whether there is machine code for arguments."""
        return holds(self._module.file(self._name, self.types(arguments)))

    def call(self, *arguments: Any) -> Any:
        """Call the machine code."""
        if self._arrays is None:
            # Those of named tuples stay.
            pairs = enumerate(arguments)
            self._arrays = [n for n, value in pairs if isinstance(value, np.ndarray)]
        key = tuple(type_of(arguments[n]) for n in self._arrays)
        function = self._done.get(key)
        if function is None:
            function = self._module.compiled(self._name, self.types(arguments))
            self._done[key] = function
            if not self._arrays:
                setattr(self._module, self._name, function)
        return function(*arguments)


def _for_python(function: Any, types: tuple[Type, ...], result: Type) -> Callable[..., Any]:
    """Return a function of `linked` that takes arrays and returns what Python returns.

    It is written out, since calls of it are what a move costs from Python.
    """
    names = [f"a{n}" for n in range(len(types))]
    handed = []
    for name, type_ in zip(names, types, strict=True):
        if isinstance(type_, Struct):
            handed.append(f"address_of({name})")
        elif isinstance(type_, Array):
            shape = (f"{name}.shape[{n}]" for n in range(type_.dimensions))
            handed += [f"{name}.ctypes.data", *shape]
        else:
            handed.append(f"{'float' if type_ == FLOAT else 'int'}({name})")
    if result == BOOL:
        body = f"    return function({', '.join(handed)}) != 0"
    elif isinstance(result, Scalar):
        body = f"    return function({', '.join(handed)})"
    else:
        body = (
            f"    out = Places()\n    function({', '.join([*handed, 'out'])})\n"
            f"    return {_taken_out(result)}"
        )
    places = (ctypes.c_int64 * 16) if not isinstance(result, Scalar) else None
    scope = {"function": function, "address_of": address_of, "array_at": array_at, "Places": places}
    exec(f"def call({', '.join(names)}):\n{body}\n", scope)
    call: Any = scope["call"]
    return call  # type: ignore[no-any-return]


def _taken_out(result: Type) -> str:
    """Return the source of a result that stands in ``out``."""
    if isinstance(result, Array):
        shape = ", ".join(f"out[{n}]" for n in range(1, 1 + result.dimensions))
        return f"array_at(out[0], ({shape},), {result.numbers!r})"
    assert isinstance(result, Several)
    signs = {INT: "out[{}]", BOOL: "out[{}] != 0"}
    return f"({', '.join(signs[part].format(n) for n, part in enumerate(result.parts))},)"  # type: ignore[index]
