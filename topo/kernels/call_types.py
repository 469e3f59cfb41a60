"""What calls of Numba's own functions give, worked out once for arguments of some types.

For every ``a + b`` Numba asks all that were ever defined for ``+`` until one takes the arguments:
strings, sets and dates among them. Kernels are thousands of such calls, and few different ones.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import types

#: Numba's own, without types.
_Function: Any = types.Function

#: Signatures by function and types of arguments, for each of Numba's contexts.
_known: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


@contextmanager
def call_types_remembered(context: Any) -> Iterator[None]:
    """Have a typing context remember what it finds meanwhile; Numba's lock is held.

    Functions that are compiled for a call themselves are asked again: what they give depends on
    more than types. A function that is defined for more arguments later is another one.
    """
    if "resolve_function_type" in vars(context):
        # This is compiled for another function.
        yield
        return
    asked = context.resolve_function_type
    known = _known.setdefault(context, {})

    def resolved(function: Any, args: Any, kws: Any) -> Any:
        if kws or not isinstance(function, _Function):
            return asked(function, args, kws)
        signature = known.get((function, args))
        if signature is None:
            signature = asked(function, args, kws)
            if signature is not None and _is_own(function, signature):
                known[function, args] = signature
        return signature

    context.resolve_function_type = resolved
    try:
        yield
    finally:
        del context.resolve_function_type


def _is_own(function: Any, signature: Any) -> bool:
    """Tell whether Numba itself has the code for a call."""
    try:
        return function.get_impl_key(signature) == function.key[0]
    except KeyError:
        return False
