"""Named tuples that compiled functions pass by address.

Numba passes every number of every array by itself: some two hundred for the arrays of a game, at
each of thousands of calls. A named tuple marked `by_address` is one pointer; compiled functions
cannot make one, and its fields never change.
"""

from functools import partial
from typing import Any, TypeVar

from numba import extending
from numba.core import cgutils, types
from numba.core.datamodel import models, registry
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate

#: Numba's own, without types.
_numba: Any = types
_Model: Any = models.PrimitiveModel
_Template: Any = AttributeTemplate
_tools: Any = cgutils
_ir: Any = _tools.ir
_register: Any = registry.register_default
_borrowed: Any = impl_ret_borrowed
_extending: Any = extending

C = TypeVar("C", bound=type)


def by_address(class_: C) -> C:
    """Mark a class of named tuples, so that compiled functions take them by address.

    Its instances have room for that address, which no copy of them takes along.
    """
    members = {
        "__module__": class_.__module__, "__qualname__": class_.__qualname__,
        "__doc__": class_.__doc__, "__reduce__": lambda self: (type(self), tuple(self)),
    }  # fmt: skip
    class_ = type(class_.__name__, (class_,), members)  # type: ignore[assignment]
    type_of = _extending.typeof_impl

    def typed(value: Any, context: Any) -> Addressed:
        return Addressed(class_, tuple(type_of(part, context) for part in value))

    type_of.register(class_, typed)
    return class_


class Addressed(_numba.Type):  # type: ignore[misc]
    """The Numba type of such a named tuple."""

    def __init__(self, class_: Any, parts: tuple[Any, ...]) -> None:
        self.class_, self.parts = class_, parts
        super().__init__(f"{class_.__name__}({', '.join(map(str, parts))})")

    @property
    def key(self) -> tuple[Any, ...]:
        """The identity of the type."""
        return self.class_, self.parts

    def place(self, name: str) -> int:
        """Return the number of a field."""
        return int(self.class_._fields.index(name))


@_register(Addressed)
class _AddressedModel(_Model):  # type: ignore[misc]
    """An address of one structure."""

    def __init__(self, manager: Any, type_: Addressed) -> None:
        values = [manager.lookup(part).get_value_type() for part in type_.parts]
        super().__init__(manager, type_, _ir.LiteralStructType(values).as_pointer())

    def from_argument(self, builder: Any, value: Any) -> Any:
        """Return the address that has been handed over: nothing else leads there."""
        value.add_attribute("noalias")
        return value


@_extending.infer_getattr
class _Fields(_Template):  # type: ignore[misc]
    key = Addressed

    def generic_resolve(self, type_: Addressed, name: str) -> Any:
        """Return the type of a field."""
        return type_.parts[type_.place(name)] if name in type_.class_._fields else None


def _field(context: Any, builder: Any, type_: Addressed, value: Any, name: str) -> Any:
    """Write how a field is read."""
    place = type_.place(name)
    found = _read(builder, _tools.gep_inbounds(builder, value, 0, place))
    return _borrowed(context, builder, type_.parts[place], found)


def _read(builder: Any, address: Any) -> Any:
    """Write how a value is read that never changes, number by number."""
    type_ = address.type.pointee
    if isinstance(type_, _ir.LiteralStructType | _ir.ArrayType):
        value = _ir.Constant(type_, _ir.Undefined)
        for n in range(len(type_)):
            part = _read(builder, _tools.gep_inbounds(builder, address, 0, n))
            value = builder.insert_value(value, part, n)
        return value
    read = builder.load(address)
    read.set_metadata("invariant.load", builder.module.add_metadata([]))
    return read


def _unboxed(type_: Addressed, thing: Any, c: Any) -> Any:
    """Write how a named tuple of Python becomes one of compiled functions."""
    pointer = c.context.get_value_type(type_)
    address = _tools.alloca_once(c.builder, pointer.pointee)
    failed = _tools.alloca_once_value(c.builder, _tools.false_bit)
    undone = []
    for n, part in enumerate(type_.parts):
        native = c.unbox(part, c.pyapi.tuple_getitem(thing, n))
        c.builder.store(native.value, _tools.gep_inbounds(c.builder, address, 0, n))
        with c.builder.if_then(native.is_error, likely=False):
            c.builder.store(_tools.true_bit, failed)
        if native.cleanup is not None:
            undone.append(native.cleanup)
        if c.context.enable_nrt:
            # Of what is behind an address Numba counts no references: it does not give back those
            # that it takes here.
            undone.append(partial(c.context.nrt.decref, c.builder, part, native.value))

    def cleanup() -> None:
        for undo in reversed(undone):
            undo()

    return _extending.NativeValue(address, is_error=c.builder.load(failed), cleanup=cleanup)


_extending.lower_getattr_generic(Addressed)(_field)
_extending.unbox(Addressed)(_unboxed)
