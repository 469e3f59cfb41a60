"""Objects that are sent to workers: what a user has written, by the module that it stands in."""

import pickle
from functools import cached_property, lru_cache
from typing import Any

from boardless.topo import InputError
from boardless.topo.whole import shown

#: How many objects a worker keeps.
_KEPT = 16
_NEEDED = "workers need classes and functions of modules that can be imported"


class Sent:
    """Something that may be sent; what a worker gets again and again is the same object there.

    Parameters
    ----------
    thing : object
        What it is. To be sent it has to be one that can be pickled.
    """

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    @cached_property
    def data(self) -> bytes:
        """The thing, pickled.

        Raises
        ------
        InputError
            If it cannot be.
        """
        try:
            return pickle.dumps(self.thing)
        except Exception as error:
            raise InputError(f"{shown(self.thing)}: {_NEEDED} ({error})") from None

    @cached_property
    def thing(self) -> Any:
        """The thing itself.

        Raises
        ------
        InputError
            If it cannot be imported here.
        """
        try:
            return pickle.loads(self.data)
        except Exception as error:
            raise InputError(f"{_NEEDED} ({error})") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return received, (self.data,)


@lru_cache(_KEPT)
def received(data: bytes) -> Sent:
    """Return what was pickled, which is read when it is asked for."""
    sent = Sent.__new__(Sent)
    sent.data = data
    return sent
