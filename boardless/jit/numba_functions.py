"""Functions that users compile with Numba, as machine code that kernels call.

A kernel has arrays by the address of a row (`values.Struct`); Numba's functions take named
tuples of arrays. A C function between the two, compiled by Numba as well, makes the tuple.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from boardless.jit.values import BOOL, FLOAT, ArrayType, Scalar, Struct, Type

#: Numba's own, without types.
_numba: Any = numba
_types: Any = types
_tools: Any = cgutils


def _pointer(context: Any, address: Any) -> Any:
    """Type an address as a pointer, and write the conversion."""

    def written(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], _tools.ir.IntType(8).as_pointer())

    return _types.voidptr(address), written


pointer: Any = intrinsic(_pointer)
_SIGNATURES = {BOOL: _types.boolean, FLOAT: _types.float64}


def _numba_type(type_: Type, classes: Mapping[str, Any]) -> Any:
    if isinstance(type_, Scalar):
        return _SIGNATURES.get(type_, _types.int64)
    assert isinstance(type_, Struct)
    fields = [
        _types.Array(_numba.from_dtype(np.dtype(field.numbers)), field.dimensions, "C")
        for _, field in type_.fields
        if isinstance(field, ArrayType)
    ]
    return _types.NamedTuple(fields, classes[type_.name])


def returns_float(function: Any, arguments: Sequence[Type], classes: Mapping[str, Any]) -> bool:
    """Return True if a function of Numba's returns a float; else it returns an integer."""
    signature = tuple(_numba_type(argument, classes) for argument in arguments)
    function.compile(signature)
    return isinstance(function.overloads[signature].signature.return_type, _types.Float)


def c_function(
    function: Any, arguments: Sequence[Type], classes: Mapping[str, Any], real: bool
) -> Any:
    """Return a C function that calls a function of Numba's; `classes` has its named tuples.

    Keep it alive as long as its address is in use. A `real` one returns a float.
    """
    scope: dict[str, Any] = {
        "function": function, "carray": _numba.carray, "pointer": pointer, "np": np,
    }  # fmt: skip
    lines, handed, signature = [], [], []
    for n, type_ in enumerate(arguments):
        if isinstance(type_, Scalar):
            handed.append(f"a{n} != 0" if type_ == BOOL else f"a{n}")
            signature.append(_types.int64 if type_ == BOOL else _numba_type(type_, classes))
            continue
        assert isinstance(type_, Struct)
        scope[type_.name] = classes[type_.name]
        signature.append(_types.voidptr)
        place, fields = 0, []
        for _, field in type_.fields:
            assert isinstance(field, ArrayType)
            end = place + 1 + field.dimensions
            shape = ", ".join(f"r{n}[{at}]" for at in range(place + 1, end))
            dtype = f"np.{np.dtype(field.numbers).name}"
            fields.append(f"carray(pointer(r{n}[{place}]), ({shape},), {dtype})")
            place = end
        lines += [
            f"    r{n} = carray(a{n}, ({place},), np.int64)",
            f"    s{n} = {type_.name}({', '.join(fields)})",
        ]
        handed.append(f"s{n}")
    head = f"def call({', '.join(f'a{n}' for n in range(len(arguments)))}):"
    name = "float" if real else "int"
    source = "\n".join([head, *lines, f"    return {name}(function({', '.join(handed)}))"])
    exec(source, scope)
    returned = _types.float64 if real else _types.int64
    return _numba.cfunc(returned(*signature))(scope["call"])
