"""Tunable parameters: the range of a field is declared with its default."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

#: Where a field of a dataclass keeps what it may be.
METADATA = "tunable"


@dataclass(frozen=True)
class Range:
    """The range of a parameter.

    Attributes
    ----------
    low, high : number, optional
        Both included; whole numbers where both are.
    choices : tuple
        Or one of these.
    log : bool
        Whether small values are looked at as closely as large ones.
    """

    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    log: bool = False


def tunable(
    default: Any,
    low: float | None = None,
    high: float | None = None,
    *,
    choices: Sequence[Any] = (),
    log: bool = False,
) -> Any:
    """Return a field of a dataclass that may be tuned, from `low` to `high` or among `choices`.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from boardless.agents import tunable, tunables
    >>> @dataclass(frozen=True)
    ... class Careful:
    ...     depth: int = tunable(3, 1, 6)
    >>> tunables(Careful)
    {'depth': Range(low=1, high=6, choices=(), log=False)}
    """
    return field(default=default, metadata={METADATA: Range(low, high, tuple(choices), log)})


def tunables(thing: Any) -> dict[str, Range]:
    """Return the ranges of the tunable fields of a dataclass, or of an instance, by name."""
    return {it.name: it.metadata[METADATA] for it in fields(thing) if METADATA in it.metadata}
