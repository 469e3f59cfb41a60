"""A function that Numba compiles once for all widths of whole numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from numba.core import registry, types

from boardless.topo.kernels.readiness import getting_ready

#: Numba's own, without types.
_types: Any = types
_Dispatcher: Any = registry.CPUDispatcher


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A compiled function that gets whole numbers from others of its kind in 64 bits.

    Numba makes machine code for each type of argument, and a constant has one of its own: many
    kernels would be compiled several times, to the same code once they are part of their callers.
    """

    #: What others of its kind take in; itself if it is None.
    part: Any = None

    def compile(self, sig: Any) -> Any:
        """Return the way in for a signature, made or loaded now; nobody's time passes meanwhile."""
        with getting_ready():
            return super().compile(sig)

    def get_overload(self, sig: Any) -> Any:
        """Return what Numba asks for to write a call from compiled code."""
        return self.part.get_overload(sig) if self.part else super().get_overload(sig)

    def get_call_template(self, args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        """Return what Numba asks for about a call from compiled code, for wide arguments."""
        if self.part:
            return self.part.get_call_template(args, kws)
        wide = {name: _wide(type_) for name, type_ in kws.items()}
        return super().get_call_template(tuple(map(_wide, args)), wide)


class InnerKernel(Kernel):
    """A kernel that only compiled code calls: it has no way in, and is plain Python for Python."""

    def __call__(self, *args: Any) -> Any:
        """Return what the function does, not compiled."""
        return self.py_func(*args)


def _wide(type_: Any) -> Any:
    """Return the type of 64 bits for that of narrower whole numbers; any other as it is."""
    plain = _types.unliteral(type_)
    narrow = isinstance(plain, _types.Integer) and plain.bitwidth < _types.int64.bitwidth
    return _types.int64 if narrow else plain
