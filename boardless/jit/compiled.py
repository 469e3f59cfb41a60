"""Functions as machine code, made by LLVM from the text of `translation`, kept on disk."""

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import struct
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from threading import RLock
from typing import Any

import llvmlite.binding
import numpy as np

from boardless.jit.arrays import TupleRow
from boardless.jit.compilations import are_there, compilation, getting_ready, object_code_elsewhere
from boardless.jit.disk import holds, read_sealed, sources_hash, write_sealed
from boardless.jit.instructions import HEADER
from boardless.jit.sources import SCALARS, NamedFunction
from boardless.jit.translation import Foreign, Unit
from boardless.jit.values import (
    BOOL,
    FLOAT,
    INT,
    ArrayType,
    RowType,
    Scalar,
    Several,
    Struct,
    Type,
    array_type,
    flat,
)

#: LLVM, without types.
_llvm: Any = llvmlite.binding
#: The variable that limits LLVM's effort: for tests, which play few games of many.
EFFORT = "BOARDLESS_EFFORT"
#: LLVM's effort for functions that play many moves at a call, and for others.
FULL, QUICK = 3, 1
#: LLVM's compiler, and the names of libraries in it, serve one thread at a time.
_compiling = RLock()
#: Running compilations in other processes, by file.
_underway: dict[str, Any] = {}


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
    """Return all that machine code depends on except its source."""
    about = (
        llvmlite.__version__, _llvm.llvm_version_info, _llvm.get_host_cpu_name(),
        _llvm.get_host_cpu_features().flatten(), _most(), sources_hash(__name__),
    )  # fmt: skip
    return repr(about)


@cache
def _most() -> int:
    """Return the limit of LLVM's effort."""
    return int(os.environ.get(EFFORT) or FULL)


def object_code(text: str, effort: int = FULL) -> bytes:
    """Return the machine code of a module of LLVM, as an object file."""
    effort = min(effort, _most())
    machine = _target(effort)
    module = _llvm.parse_assembly(text)
    module.verify()
    options = _llvm.create_pipeline_tuning_options(speed_level=effort)
    options.loop_vectorization = effort == FULL
    builder = _llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


#: The C types for the LLVM types of an entry (see `Unit.entry`).
_C_TYPES: dict[str, Any] = {
    "i1": ctypes.c_int64, "i64": ctypes.c_int64, "double": ctypes.c_double,
    "ptr": ctypes.c_void_p, "void": None,
}  # fmt: skip
_libraries = count()


@cache
def _linker() -> Any:
    return _llvm.create_lljit_compiler(_target(FULL))


def linked(
    content: bytes,
    name: str,
    types: tuple[Type, ...],
    result: Type,
    foreign: Mapping[str, Any] | None = None,
) -> Any:
    """Return a function of an object file as `ctypes` calls it.

    It may call `foreign` functions: C functions of Numba's by their symbols.
    """
    operands = [llvm for type_ in types for llvm in flat(type_)]
    returned = None
    if isinstance(result, Scalar):
        returned = _C_TYPES[result.llvm]
    else:
        operands.append("ptr")
    arguments = [_C_TYPES[llvm] for llvm in operands]
    library = _llvm.JITLibraryBuilder().add_object_img(content).add_current_process()
    for symbol, called in (foreign or {}).items():
        library.import_symbol(symbol, called.address)
    code = library.export_symbol(name).link(_linker(), f"{name}{next(_libraries)}")
    function: Any = ctypes.CFUNCTYPE(returned, *arguments)(code[name])
    function.code, function.foreign = code, foreign
    return function


def type_of(value: Any) -> Type:
    """Return the type of an argument."""
    if isinstance(value, np.ndarray):
        return array_type(value)
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, int | np.integer):
        return INT
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, TupleRow):
        of = type_of(value[0])
        assert isinstance(of, Struct)
        return RowType(of)
    parts = tuple(map(type_of, value))
    if hasattr(value, "_fields"):
        return Struct(type(value).__name__, tuple(zip(value._fields, parts, strict=True)))
    return Several(parts)


def address_of(values: Any) -> int:
    """Return the address of the memory row of a named tuple; see `values.Struct`.

    It is stored with the tuple; the arrays and numbers of the tuple never move.
    """
    try:
        return values.address  # type: ignore[no-any-return]
    except AttributeError:
        row: list[int] = []
        for value in values:
            if isinstance(value, np.ndarray):
                if not value.flags.c_contiguous:
                    raise ValueError("arrays of named tuples have to be contiguous") from None
                row += [value.ctypes.data, *value.shape]
            elif isinstance(value, tuple):
                row.append(address_of(value))
            elif isinstance(value, float):
                row.append(struct.unpack("q", struct.pack("d", value))[0])
            else:
                row.append(int(value))
        values.row = np.array(row, np.int64)
        values.address = values.row.ctypes.data
        return values.address  # type: ignore[no-any-return]


_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]


def array_at(address: int, shape: tuple[int, ...], numbers: str) -> np.ndarray[Any, Any]:
    """Return a copy of an array that machine code has made, and free the original."""
    dtype = np.dtype(numbers)
    size = int(np.prod(shape)) * dtype.itemsize
    content = ctypes.string_at(address, size)
    _free(address - HEADER)
    return np.frombuffer(bytearray(content), dtype).reshape(shape)


class Compiled:
    """The machine code of a function, for each of the types of its arguments.

    `named` returns its syntax tree and the names that it may use, `digest` a hash of its source and
    of all that it calls. The annotations of the plain `function` distinguish integers from truth
    values. A function of a game's module takes named tuples of the same types at each call. If no
    other arguments have types that change, `replace` gets the machine code at the first call.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        named: Callable[[], NamedFunction],
        digest: Callable[[], str],
        effort: int,
        replace: Callable[[Callable[..., Any]], None] | None = None,
    ) -> None:
        self._name, self._named, self._digest = function.__name__, named, digest
        self._effort, self._replace = effort, replace
        annotations = {
            of: annotation for of, annotation in function.__annotations__.items() if of != "return"
        }
        # They are strings if the module has ``from __future__ import annotations``.
        self._scalars = [
            SCALARS.get(getattr(annotation, "__name__", annotation))
            for annotation in annotations.values()
        ]
        #: The places of arrays and tuples with types that may change.
        self._changing: list[int] | None = None
        self._done: dict[tuple[Any, ...], Callable[..., Any]] = {}

    def types(self, arguments: tuple[Any, ...]) -> tuple[Type, ...]:
        """Return the types of arguments."""
        pairs = zip(self._scalars, arguments, strict=True)
        return tuple(scalar or type_of(value) for scalar, value in pairs)

    def _file(self, types: tuple[Type, ...]) -> str:
        key = "\0".join((self._digest(), self._name, repr(types), str(self._effort), _machine()))
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.o"

    def is_on_disk(self, arguments: tuple[Any, ...]) -> bool:
        """Return True if the disk has machine code for arguments."""
        return holds(self._file(self.types(arguments)))

    def compiled(self, types: tuple[Type, ...]) -> Callable[..., Any]:
        """Return the function for arguments of some types."""
        file = self._file(types)
        with getting_ready():
            # A second caller for the same code waits. Other callers do not, if other processes
            # compile.
            with _underway.setdefault(file, RLock()) if are_there() else _compiling:
                content = read_sealed(file)
                if content is None:
                    content = self._made(types)
                    write_sealed(file, content)
            _underway.pop(file, None)
            with _compiling:
                result, code, foreign = pickle.loads(content)
                function = linked(code, self._name, types, result, self._foreign(foreign))
                return _for_python(function, types, result)

    def _made(self, types: tuple[Type, ...]) -> bytes:
        """Return the stored form of the machine code for arguments of some types."""
        with compilation(self._name) as known:
            with _compiling:
                unit = Unit(inlines=self._effort == FULL)
                result = unit.entry(self._named(), types)
                text = unit.text()
            known(len(text) * (1 if self._effort == QUICK else FULL))
            code = object_code_elsewhere(text, min(self._effort, _most()))
            if code is None:
                with _compiling:
                    code = object_code(text, self._effort)
        return pickle.dumps((result, code, unit.foreign))

    def _foreign(self, functions: list[Foreign]) -> dict[str, Any]:
        """Return functions of Numba's as C functions."""
        if not functions:
            return {}
        from boardless.jit.numba_functions import c_function

        values = self._named().names.values
        return {
            each.symbol: c_function(values[each.name], each.types, values, each.real)
            for each in functions
        }

    def function_for(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the machine code for arguments, made on first use."""
        if self._changing is None:
            self._changing = [
                n for n, value in enumerate(arguments)
                if isinstance(value, np.ndarray | tuple)
                and not (self._replace and hasattr(value, "_fields"))
            ]  # fmt: skip
        key = tuple([_kind(arguments[n]) for n in self._changing])
        function = self._done.get(key)
        if function is None:
            function = self.compiled(self.types(arguments))
            arrays = [value for value in arguments if isinstance(value, np.ndarray)]
            if not all(array.flags.c_contiguous for array in arrays):
                function = _gathering(function)
            self._done[key] = function
        return function

    def __call__(self, *arguments: Any) -> Any:
        """Call the machine code."""
        function = self.function_for(arguments)
        if self._replace and not self._changing:
            self._replace(function)
        return function(*arguments)


def _kind(value: Any) -> Any:
    """Return a value that distinguishes the types of arrays and tuples of arrays.

    It is stored with a named tuple, like its address.
    """
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.c_contiguous
    if not isinstance(value, tuple):
        return type(value)
    if not hasattr(value, "_fields"):
        return tuple(map(_kind, value))
    try:
        return value.signature  # type: ignore[attr-defined]
    except AttributeError:
        # A text knows its hash.
        value.signature = repr(tuple(map(_kind, value)))  # type: ignore[attr-defined]
        return value.signature  # type: ignore[attr-defined]


def _gathering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that passes on arrays that are not contiguous as copies."""

    def call(*arguments: Any) -> Any:
        copies = [
            np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value
            for value in arguments
        ]
        result = function(*copies)
        for array, copy in zip(arguments, copies, strict=True):
            if copy is not array and array.flags.writeable:
                array[...] = copy
        return result

    return call


def _for_python(function: Any, types: tuple[Type, ...], result: Type) -> Callable[..., Any]:
    """Return a function of `linked` that takes arrays and returns Python values.

    Its source is written out, because its calls are the cost of a move from Python. One call of the
    machine code is the whole call; the address of a named tuple is computed only the first time.
    """
    names = [f"a{n}" for n in range(len(types))]
    handed = ", ".join(text for pair in zip(names, types, strict=True) for text in _handed(*pair))
    tuples = [name for name, type_ in zip(names, types, strict=True) if isinstance(type_, Struct)]
    if result == BOOL:
        lines = [f"return function({handed}) != 0"]
    elif isinstance(result, Scalar):
        lines = [f"return function({handed})"]
    else:
        taken, _ = _taken_out(result, 0)
        handed = f"{handed}, out" if handed else "out"
        lines = ["out = Places()", f"function({handed})", f"return {taken}"]
    if tuples:
        known = "; ".join(f"{name}_at = {name}.address" for name in tuples)
        made = "; ".join(f"{name}_at = address_of({name})" for name in tuples)
        lines = ["try:", f"    {known}", "except AttributeError:", f"    {made}", *lines]
    scope = {
        "function": function, "address_of": address_of, "array_at": array_at,
        "Places": ctypes.c_int64 * 32, "float_at": _float_at,
    }  # fmt: skip
    body = "\n    ".join(lines)
    exec(f"def call({', '.join(names)}):\n    {body}\n", scope)
    call: Any = scope["call"]
    return call  # type: ignore[no-any-return]


def _float_at(out: Any, place: int) -> float:
    """Return the float in a place of 64 bits."""
    return ctypes.c_double.from_buffer(out, 8 * place).value


def _handed(name: str, type_: Type) -> list[str]:
    """Return the source expressions that pass an argument."""
    if isinstance(type_, Struct):
        return [f"{name}_at" if name.isidentifier() else f"address_of({name})"]
    if isinstance(type_, RowType):
        return [f"{name}.address(address_of)"]
    if isinstance(type_, ArrayType):
        shape = (f"{name}.shape[{n}]" for n in range(type_.dimensions))
        return [f"{name}.ctypes.data", *shape]
    if isinstance(type_, Several):
        parts = enumerate(type_.parts)
        return [text for n, part in parts for text in _handed(f"{name}[{n}]", part)]
    return [f"{'float' if type_ == FLOAT else 'int'}({name})"]


def _taken_out(result: Type, place: int) -> tuple[str, int]:
    """Return source that reads a result from a place in ``out`` on, and where the result ends."""
    if isinstance(result, ArrayType):
        end = place + 1 + result.dimensions
        shape = ", ".join(f"out[{n}]" for n in range(place + 1, end))
        return f"array_at(out[{place}], ({shape},), {result.numbers!r})", end
    if isinstance(result, Several):
        parts = []
        for part in result.parts:
            text, place = _taken_out(part, place)
            parts.append(text)
        return f"({', '.join(parts)},)", place
    signs: dict[Type, str] = {BOOL: f"out[{place}] != 0", FLOAT: f"float_at(out, {place})"}
    return signs.get(result, f"out[{place}]"), place + 1
