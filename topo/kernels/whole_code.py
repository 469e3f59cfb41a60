"""Machine code for what Python calls, made once: kernels inside of it are parts that it takes in.

Numba makes every function a library of machine code of its own, optimised for itself, and takes
those that it calls in on top. Here a kernel that only kernels call is kept as it was lowered, and
what Python calls is optimised together with all its parts.
"""

from typing import Any

from numba.core import codegen, compiler, compiler_machinery, typed_passes

from boardless.topo.kernels.call_types import call_types_remembered
from boardless.topo.kernels.garbage import seldom_collected

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
        """Return that there is no machine code."""
        return 0

    @property
    def codegen(self) -> "Part":
        """What is told the environment: there is none without machine code."""
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
        """Return what a function is compiled to."""
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
