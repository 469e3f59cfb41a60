"""Tilings in options, beyond the ones that a description offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardless.topo import InputError, Tiling, read_tiling, tiling_named, tiling_of
from boardless.topo.tilings.tiling_text import tiling_of_word, tiling_word

if TYPE_CHECKING:
    from boardless.games.language.kinds import TilingName
    from boardless.games.language.options import Option

# Prefix of the name of an additional tiling.
ELSEWHERE = "Tiling/"


def word_of_tiling(tiling: str) -> TilingName | str | None:
    """Return a tiling by one of its names or by its table, in the form of trees, or None."""
    from boardless.games.language.kinds import TilingName

    try:
        wanted = tiling_of_word(tiling)
    except InputError:
        if tiling[:1] == "{":
            raise
        return None
    if tiling[:1] == "{":
        return tiling
    return next((word for word in TilingName if tiling_named(word.value) is wanted), wanted.name)


def tiling_beside(
    options: Sequence[str], offered: Sequence[Option]
) -> tuple[Sequence[str], TilingName | str | None]:
    """Return the options that a description offers, and the additional tiling, or None."""
    if isinstance(options, str):
        options = (options,)
    offered_names = {name.casefold() for option in offered for name, _ in option.names()}
    words = {
        name: word
        for name in options
        if name.casefold().startswith(ELSEWHERE.casefold())
        and name.casefold() not in offered_names
        and (word := word_of_tiling(name[len(ELSEWHERE) :]))
    }
    left = tuple(name for name in options if name not in words)
    return left, next(iter(words.values()), None)


def tiling_choice(tiling: str | Tiling) -> str:
    """Return a tiling in the form of options: its name, or its table if it is unnamed."""
    if isinstance(tiling, str) and tiling.casefold().endswith(".json"):
        tiling = read_tiling(tiling)
    return tiling if isinstance(tiling, str) else tiling_word(tiling_of(tiling))


def options_told(options: Sequence[str]) -> str:
    """Return options for display, in brackets, with a tiling by its name; "" without any."""
    table = f"{ELSEWHERE}{{"
    told = [
        ELSEWHERE + tiling_of_word(name[len(ELSEWHERE) :]).name if name.startswith(table) else name
        for name in options
    ]
    return f" ({', '.join(told)})" if told else ""
