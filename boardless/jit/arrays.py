"""Arrays and named tuples of arrays, as kernels take them; see `jit.compiled.address_of`."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

#: Whole numbers of any width; docstrings say the shape.
Ints: TypeAlias = npt.NDArray[np.signedinteger[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
#: An integer that a caller guarantees not to be below 0: as an index it needs no check of its sign.
Natural: TypeAlias = int


C = TypeVar("C", bound=type)
T = TypeVar("T")


def by_address(class_: C) -> C:
    """Return a class of named tuples with room for an address, which copies leave out."""
    members = {
        "__module__": class_.__module__, "__qualname__": class_.__qualname__,
        "__doc__": class_.__doc__, "__reduce__": lambda self: (type(self), tuple(self)),
    }  # fmt: skip
    return type(class_.__name__, (class_,), members)  # type: ignore[return-value]


class TupleRow(Generic[T]):
    """Named tuples of one type, which compiled functions access by place."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = list(items)
        self._addresses = np.zeros(len(self._items), np.int64)
        self._address = int(self._addresses.ctypes.data)
        self._changed = set(range(len(self._items)))

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: int) -> T:
        return self._items[place]

    def __setitem__(self, place: int, item: T) -> None:
        self._items[place] = item
        self._changed.add(place)

    def address(self, address_of: Callable[[Any], int]) -> int:
        """Return the address of the row that holds the tuples' addresses."""
        while self._changed:
            place = self._changed.pop()
            self._addresses[place] = address_of(self._items[place])
        return self._address
