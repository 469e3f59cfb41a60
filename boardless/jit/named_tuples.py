"""Named tuples that compiled functions take by address; see `boardless.jit.compiled.address_of`."""

from typing import TypeVar

C = TypeVar("C", bound=type)


def by_address(class_: C) -> C:
    """Return a class of named tuples with room for an address, which no copy takes along."""
    members = {
        "__module__": class_.__module__, "__qualname__": class_.__qualname__,
        "__doc__": class_.__doc__, "__reduce__": lambda self: (type(self), tuple(self)),
    }  # fmt: skip
    return type(class_.__name__, (class_,), members)  # type: ignore[return-value]
