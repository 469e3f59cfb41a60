"""Executors: calls in this process, in several, in any executor, or on a Dask cluster."""

import logging
import os
import pickle
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.resource_tracker import ensure_running
from os import getpid
from socket import gethostname
from threading import Thread, current_thread, get_ident, main_thread
from time import monotonic, perf_counter, sleep
from typing import Any, ParamSpec, TypeAlias, TypeVar

from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, shown

#: Seconds to wait for an answer at an address.
ANSWER_SECONDS = 3
#: Seconds that a cluster may be without any worker.
ALONE_SECONDS = 30
#: Seconds between two looks at how many workers there are.
LOOK_SECONDS = 1.0
#: Seconds that the warm-up waits for one more worker.
PATIENCE_SECONDS = 10
MAX_WORKERS = 4 * (os.cpu_count() or 1)

_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")

P = ParamSpec("P")
T = TypeVar("T")
#: An executor, the address of a Dask scheduler, or a client or a cluster of Dask.
ExecutorChoice: TypeAlias = Executor | str | Any


class ThisProcess(Executor):
    """An executor that works in this process and thread, at once."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function and return its result."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@dataclass
class Workplace:
    """An executor, with its number of workers and its errors."""

    executor: Executor
    #: Number of calls at once, now.
    count: Callable[[], int]
    #: Name in errors.
    name: str
    #: Messages for exceptions that come of the place, not of the work.
    failures: dict[type[BaseException], str]
    #: Whether calls go to other processes, so that their arguments are pickled.
    is_elsewhere: bool = False
    _slots: int = field(default=1, init=False)
    _looked: float = field(default=-LOOK_SECONDS, init=False)

    @property
    def slots(self) -> int:
        """The number of calls at once; workers of a cluster come and go."""
        if monotonic() - self._looked >= LOOK_SECONDS:
            with self._explained():
                self._slots = self.count()
            self._looked = monotonic()
        return self._slots

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call of a function that workers can import."""
        with self._explained():
            if self.is_elsewhere:
                sent = partial(_called, function, *map(_sendable, args), **kwargs)
                return self.executor.submit(sent)
            return self.executor.submit(function, *args, **kwargs)

    def completed(self, pending: set[Future[T]]) -> tuple[list[T], set[Future[T]]]:
        """Wait for some calls; return their results, and the calls that are left."""
        seen = monotonic()
        while True:
            done, rest = wait(pending, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            if done:
                with self._explained():
                    return [future.result() for future in done], rest
            if self.slots:
                seen = monotonic()
            elif monotonic() - seen > ALONE_SECONDS:
                raise InputError(f"{self.name}: no worker for {ALONE_SECONDS} s")

    def warm_up(self, function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have every worker call a function, so that compiling and starting do not count."""
        ready = partial(function, *args, **kwargs)
        # One compiles for all that share its disk: the others find the machine code there.
        pending = {self.submit(_ready, ready, 0, 0.0)}
        workers: set[object] = set()
        news, calls = perf_counter(), 1
        while pending:
            answered, pending = self.completed(pending)
            if not workers.issuperset(answered):
                news = perf_counter()
            workers.update(answered)
            late = perf_counter() - news > PATIENCE_SECONDS
            while len(workers) < self.slots and len(pending) < self.slots and not late:
                # A quick call could go to the same worker again and again: each takes a moment.
                pending.add(self.submit(_ready, ready, calls, 0.02))
                calls += 1

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except tuple(self.failures) as error:
            why = next(text for kind, text in self.failures.items() if isinstance(error, kind))
            raise InputError(f"{self.name}: {why}") from error


def _called(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Call a function with arguments of `_sendable`."""
    return function(*(arg.thing if isinstance(arg, Sent) else arg for arg in args), **kwargs)


def _ready(function: Callable[[], object], number: int, moment: float) -> tuple[str, int, int]:
    """Call the function, and return the name of this worker; `number` makes calls differ."""
    function()
    sleep(moment)
    return gethostname(), getpid(), get_ident()


@contextmanager
def working(executor: ExecutorChoice | None = None, workers: int = 1) -> Iterator[Workplace]:
    """Provide a `Workplace`: an executor, a Dask cluster, or a number of processes.

    A cluster is given by the address of its scheduler, a `Client` of it, or itself.
    """
    workers = integer_between(workers, "workers", 1, MAX_WORKERS, "four for each core")
    if executor is not None and workers != 1:
        raise InputError(
            f"workers {workers}: an executor has its own workers, leave one of the two out"
        )
    if isinstance(executor, str) or hasattr(executor, "scheduler_info"):
        with _cluster(executor) as place:
            yield place
    elif executor is not None:
        if not isinstance(executor, Executor):
            refuse(
                "executor",
                executor,
                "give one of concurrent.futures, or a client, a cluster or an address of Dask",
            )
        # No executor says in public how many calls it works on at once.
        slots = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        elsewhere, name = isinstance(executor, ProcessPoolExecutor), type(executor).__name__
        yield Workplace(executor, lambda: slots, f"executor {name}", _FAILURES, elsewhere)
    elif workers == 1:
        yield Workplace(ThisProcess(), lambda: 1, "this process", {})
    else:
        with _processes(workers) as pool:
            yield Workplace(pool, lambda: workers, f"workers {workers}", _FAILURES, True)


_STRANGER = "its scheduler and workers need boardless, in the version used here"
_FAILURES: dict[type[BaseException], str] = {
    BrokenExecutor: "a worker ended, killed or out of memory "
    "(a script that asks for workers needs `if __name__ == '__main__':`)",
    CancelledError: "the work was cancelled",
}


class _Processes(ProcessPoolExecutor):
    """Processes that never get Ctrl-C, not even while they start."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call."""
        with unheard():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def unheard() -> Iterator[None]:
    """Delay Ctrl-C in a ``with`` block; processes that start in it never get it."""
    if current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    heard: list[Any] = []
    # The signal may come to any thread, and Python would then raise in this one.
    before = signal.signal(signal.SIGINT, lambda *what: heard.append(what))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if heard and callable(before):
            before(*heard[0])


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Provide processes that end with this one, however it ends."""
    # A fork would copy the threads that compile; a spawned process starts clean.
    context = get_context("spawn")
    end, line = context.Pipe(duplex=False)
    ensure_running()  # or starting a process would let this one hear Ctrl-C meanwhile
    pool = _Processes(workers, context, initializer=_attend, initargs=(end,))
    try:
        yield pool
        pool.shutdown()
    finally:
        # Closed, the line ends the workers that are left, in the middle of whatever they do.
        line.close()
        pool.shutdown(cancel_futures=True)
        end.close()


def _attend(end: Connection) -> None:
    """Make a worker end when the other end of the line closes, and at no other time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Connection) -> None:
    with suppress(EOFError, OSError):
        end.recv_bytes()
    os._exit(1)


@contextmanager
def _cluster(choice: Any) -> Iterator[Workplace]:
    """Provide the workers of a Dask cluster, given by itself, a client or an address."""
    address = choice if isinstance(choice, str) else ""
    name = f"executor {address!r}" if address else f"executor {type(choice).__name__}"
    if isinstance(choice, str) and not _ADDRESS.fullmatch(address):
        raise InputError(f"{name}: give an address such as tcp://host:8786 or tls://host:8786")
    try:
        from distributed import Client, Security
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise InputError(f"{name}: Dask is missing, install boardless[cluster]") from None
    security = Security()
    if address.startswith("tls") and not security.get_connection_args("client").get("ssl_context"):
        raise InputError(
            f"{name}: no certificate, set distributed.comm.tls of Dask's configuration"
        )
    is_client = isinstance(choice, Client)
    try:
        client = (
            choice
            if is_client
            else Client(choice, timeout=ANSWER_SECONDS, set_as_default=False, security=security)
        )
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise InputError(f"{name}: no Dask scheduler answers in {ANSWER_SECONDS} s") from error
    if client.status != "running":
        raise InputError(f"{name}: it is closed")
    failures: dict[type[BaseException], str] = {
        KilledWorker: "every worker that took some work was killed, perhaps out of memory",
        ImportError: _STRANGER,
        OSError: "the scheduler has gone",
        CancelledError: "the scheduler has gone",
    }
    with _quiet("distributed.client"), nullcontext() if is_client else client:
        # Dask takes equal calls for one unless told that they are not pure.
        pool = client.get_executor(pure=False)
        place = Workplace(pool, lambda: sum(client.nthreads().values()), name, failures, True)
        if not place.slots:
            raise InputError(f"{name}: the cluster has no worker")
        try:
            place.completed({place.submit(_greet)})
        except RuntimeError as error:
            # Dask raises this where the scheduler cannot import a function.
            raise InputError(f"{name}: {_STRANGER}") from error
        yield place


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep a logger from saying at length what an error says in a line."""
    log = logging.getLogger(name)
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _greet() -> None:
    """Do nothing; importing it shows that a worker has this package."""


#: The most objects that a worker caches.
_CACHED = 16
_NEEDED = "workers need classes and functions of modules that can be imported, or cloudpickle"


def _by_name(thing: Any) -> bytes | None:
    """Return a pickled object, its functions by name; None if a worker could not import them."""
    # A worker does not run the lines of an interactive session.
    if hasattr(sys.modules["__main__"], "__file__"):
        with suppress(Exception):
            return pickle.dumps(thing)
    return None


def _by_value(thing: Any) -> bytes:
    """Return an object pickled with its functions by value; InputError if that is impossible."""
    dumps: Any = pickle.dumps
    with suppress(ImportError):
        import cloudpickle

        dumps = cloudpickle.dumps
    try:
        data: bytes = dumps(thing)
    except Exception as error:
        why = " ".join(str(error).split())
        raise InputError(f"{shown(thing)}: {_NEEDED} ({why})") from None
    return data


def _sendable(thing: Any) -> Any:
    """Return an object itself if pickle can send it, else in a `Sent`."""
    return thing if isinstance(thing, int) or _by_name(thing) is not None else Sent(thing)


class Sent:
    """A picklable object to send; a worker gets the same object at every call."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    @cached_property
    def data(self) -> bytes:
        """The pickled object."""
        pickled = _by_name(self.thing)
        return _by_value(self.thing) if pickled is None else pickled

    @cached_property
    def thing(self) -> Any:
        """The object."""
        try:
            return pickle.loads(self.data)
        except Exception as error:
            raise InputError(f"{_NEEDED} ({error})") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return received, (self.data,)


@lru_cache(_CACHED)
def received(data: bytes) -> Sent:
    """Return a pickled object, read at its first use."""
    sent = Sent.__new__(Sent)
    sent.data = data
    return sent
