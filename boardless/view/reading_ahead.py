"""A process that makes cards and pictures for a lobby, and reads games before they are chosen.

The longest descriptions take seconds to read; from then on they are in the disk cache. The games of
the package are read while people look at pictures, the longest ones first.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any

from boardless.games.library import PACKAGED
from boardless.play.limited_workers import LimitedWorkers
from boardless.topo import InputError
from boardless.view.shelf import read_kept

#: Calls after which a process gives way to a new one: what descriptions took goes back.
CALLS = 16
#: Seconds of the processor that a call may take.
SECONDS = 120.0

Call = tuple[Callable[..., Any], tuple[object, ...]]


class Elsewhere(LimitedWorkers):
    """Calls of functions in another process, one after the other; a callable and a context manager.

    Cards and pictures of thousands of games take memory that Python does not give back.
    """

    def __init__(self) -> None:
        super().__init__(_answer, tasks_each=CALLS)
        # Calls are made in their order, whichever thread asks.
        self._line = ThreadPoolExecutor(1, "elsewhere")
        self._calling, self._is_closed = Lock(), False

    def __call__(self, work: Callable[..., Any], *given: object) -> Any:
        """Return the result of a module's function; InputError if it fails or takes too long."""
        return self._line.submit(self._called, (work, given)).result()

    def _called(self, call: Call) -> Any:
        with self._calling:
            if self._is_closed:
                raise InputError("the lobby has been closed")
            (outcome,) = self.results([call], SECONDS)
        trouble = outcome.fault or outcome.found
        if isinstance(trouble, str):
            raise InputError(trouble)
        return outcome.found

    def __exit__(self, *error: Any) -> None:
        self._is_closed = True
        self._line.shutdown(wait=False, cancel_futures=True)
        while not self._calling.acquire(timeout=0.1):
            for worker in [*self._busy]:
                worker.process.kill()
        self._calling.release()
        super().__exit__(*error)


def _answer(call: Call) -> Iterator[Any]:
    """Yield a result, or the words of an error: not all errors can be sent."""
    work, given = call
    try:
        yield work(*given)
    except (ValueError, LookupError, RecursionError, MemoryError) as error:
        yield str(error) or type(error).__name__


def read_ahead(elsewhere: Callable[..., Any]) -> None:
    """Read all games of the package, unless the process has been closed."""
    texts = sorted(map(PACKAGED.text, PACKAGED), key=len, reverse=True)
    with suppress(CancelledError, RuntimeError):
        for text in texts:
            with suppress(InputError):
                elsewhere(read_kept, text, ())
