"""What calls of Numba's own functions give, worked out once for arguments of some types.

For every ``a + b`` Numba asks all that were ever defined for ``+`` until one takes the arguments:
strings, sets and dates among them. Kernels are thousands of such calls, and few different ones.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from numba.core.types import functions

#: Numba's own, without types.
_Functions: Any = functions.BaseFunction

#: Signatures by function and types of arguments, and the keys of their code, for each of Numba's
#: contexts.
_known: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


@contextmanager
def call_types_remembered() -> Iterator[None]:
    """Have Numba remember what it finds meanwhile; its lock is held.

    Functions that are compiled for a call themselves are asked again: what they give depends on
    more than types. A function that is defined for more arguments later is another one.
    """
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


#: What Numba does by itself.
_asked = _Functions.get_call_type


def _remembered(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the signature of a call; see `BaseFunction.get_call_type`."""
    if kws:
        return _asked(function, context, args, kws)
    args = tuple(args)
    known = _known.setdefault(context, {})
    found = known.get((function, args))
    if found is not None:
        signature, function._impl_keys[found[0].args] = found
        return signature
    signature = _asked(function, context, args, kws)
    key = function.get_impl_key(signature)
    if key == function.key[0]:
        known[function, args] = signature, key
    return signature
