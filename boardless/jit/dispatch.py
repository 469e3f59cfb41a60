"""Dispatchers of kernels: compiled when that pays, once for all widths of integers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import codegen, compiler, compiler_machinery, registry, typed_passes, types
from numba.core.types import functions

from boardless.jit.readiness import getting_ready
from boardless.util.garbage import seldom_collected

#: Numba's own, without types.
_types: Any = types
_Dispatcher: Any = registry.CPUDispatcher


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A compiled function that takes integers in 64 bits, so that one type of them is compiled."""

    #: The variant that other kernels take in; the kernel itself if None.
    part: Any = None

    def compile(self, sig: Any) -> Any:
        """Return the entry point for a signature; the clock stands still meanwhile."""
        with getting_ready():
            return super().compile(sig)

    def get_overload(self, sig: Any) -> Any:
        """Return the overload that Numba calls from compiled code."""
        return self.part.get_overload(sig) if self.part else super().get_overload(sig)

    def get_call_template(self, args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        """Return the template of a call from compiled code, for wide arguments."""
        if self.part:
            return self.part.get_call_template(args, kws)
        wide = {name: _wide(type_) for name, type_ in kws.items()}
        return super().get_call_template(tuple(map(_wide, args)), wide)


class InnerKernel(Kernel):
    """A kernel that only compiled code calls; plain Python for Python."""

    def __call__(self, *args: Any) -> Any:
        """Call the function, not compiled."""
        return self.py_func(*args)


def _wide(type_: Any) -> Any:
    """Return int64 for the type of narrower integers; any other type as it is."""
    plain = _types.unliteral(type_)
    narrow = isinstance(plain, _types.Integer) and plain.bitwidth < _types.int64.bitwidth
    return _types.int64 if narrow else plain


#: Seconds that a kernel runs as plain Python before it is compiled.
PATIENCE = 1.0
#: The most numbers in the arrays of a call in plain Python.
SMALL = 20_000


class PromptKernel(Kernel):
    """A compiled function that is plain Python at first, with small data and no code on disk."""

    _spent = 0.0
    _is_ready: bool | None = None

    def __call__(self, *args: Any) -> Any:
        """Call the function, compiled or not."""
        if self._is_ready is None:
            self._is_ready = has_code(self, args)
        if self._is_ready or self._spent > PATIENCE or not is_small(args):
            self._is_ready = True
            return super().__call__(*args)
        begin = thread_time()
        try:
            return self.py_func(*args)
        finally:
            self._spent += thread_time() - begin


def is_small(args: tuple[Any, ...]) -> bool:
    """Tell whether all arrays of arguments are small, by themselves or in tuples."""
    things = (it for arg in args for it in (arg if isinstance(arg, tuple) else (arg,)))
    return sum(it.size for it in things if isinstance(it, np.ndarray)) <= SMALL


def has_code(kernel: Any, args: tuple[Any, ...]) -> bool:
    """Tell whether there is machine code for arguments: in memory, or on disk."""
    types = tuple(map(kernel.typeof_pyval, args))
    return types in kernel.overloads or kernel._cache.has(types, kernel.targetctx)


#: Numba's own, without types.
_Functions: Any = functions.BaseFunction

#: Signatures by function and types of arguments, and the keys of their code, for each of Numba's
#: contexts.
_call_types: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


@contextmanager
def call_types_remembered() -> Iterator[None]:
    """Cache the call types of Numba, whose lock is held, but those of single calls."""
    before = _Functions.get_call_type
    if before is _remembered:
        # This is compiled for another function.
        yield
        return
    _Functions.get_call_type = _remembered
    try:
        yield
    finally:
        _Functions.get_call_type = before


#: Numba's own method.
_get_call_type = _Functions.get_call_type


def _remembered(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the signature of a call; see `BaseFunction.get_call_type`."""
    if kws:
        return _get_call_type(function, context, args, kws)
    args = tuple(args)
    cache = _call_types.setdefault(context, {})
    entry = cache.get((function, args))
    if entry is not None:
        signature, function._impl_keys[entry[0].args] = entry
        return signature
    signature = _get_call_type(function, context, args, kws)
    key = function.get_impl_key(signature)
    if key == function.key[0]:
        cache[function, args] = signature, key
    return signature


#: Numba's own, without types.
_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.CompilerBase
_Lowering: Any = typed_passes.NativeLowering
_builder: Any = compiler.DefaultPassBuilder
_register_pass: Any = compiler_machinery.register_pass
#: Passes for what no kernel has: ``with``, closures, functions that Numba inlines itself, literals
#: that are asked for, and arithmetic of whole arrays.
_UNUSED = {
    "with_lifting",
    "inline_closure_likes",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "find_literally",
    "literal_unroll",
    "inline_overloads",
    "nopython_rewrites",
}


class Whole(_Library):  # type: ignore[misc]
    """The code of a function that Python calls, with that of all its parts."""

    def _optimize_functions(self, ll_module: Any) -> None:
        # All is optimised together.
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and "7cpython" in function.name:
                # The way in from Python takes longer to optimise than it ever saves.
                function.add_function_attribute("noinline")
                function.add_function_attribute("optnone")
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def finalize(self) -> None:
        """Take in all parts, and make machine code."""
        self._linking_libraries = list(dict.fromkeys(_parts_of(self)))
        super().finalize()


class Part(Whole):
    """The code of a function that others take in."""

    def finalize(self) -> None:
        """Leave the code as it is."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0

    @property
    def codegen(self) -> "Part":
        """Stand in for the owner of environments: there is none without machine code."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """Leave the environment out."""


def _parts_of(library: Any) -> Any:
    for other in library._linking_libraries:
        yield other
        if isinstance(other, Part):
            yield from _parts_of(other)


@_register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(_Lowering):  # type: ignore[misc]
    """Lower a function that Python calls."""

    _name = "lower_whole"

    def run_pass(self, state: Any) -> bool:
        """Lower the function into a library of ours."""
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@_register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(_Lowering):  # type: ignore[misc]
    """Lower a function that only kernels call."""

    _name = "lower_part"

    def run_pass(self, state: Any) -> bool:
        """Lower the function into a library that is a part."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return bool(super().run_pass(state))


class WholeCompiler(_Compiler):  # type: ignore[misc]
    """Numba's compiler for functions that Python calls."""

    lowering = _LowerWhole

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        with seldom_collected(), call_types_remembered():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, with one replaced and without those that find nothing."""
        pm = _builder.define_nopython_pipeline(self.state)
        pm.passes = [
            (self.lowering if step is _Lowering else step, text)
            for step, text in pm.passes
            if step.name() not in _UNUSED
        ]
        pm.finalize()
        return [pm]


class PartCompiler(WholeCompiler):
    """Numba's compiler for functions that only kernels call."""

    lowering = _LowerPart
