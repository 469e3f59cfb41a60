"""A list from whose middle things are taken, and put back exactly where they were."""

from collections.abc import Collection, Hashable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


class Ring(Collection[T]):
    """Things in the order in which they were added, each at most once.

    Taking one away and putting it back cost the same however many there are. What is taken away
    remembers its neighbours (Knuth, "Dancing Links", 2000), so everything is as it was once all
    that was done since is undone, last first.
    """

    def __init__(self) -> None:
        # None stands before the first and after the last.
        self._after: dict[T | None, T | None] = {None: None}
        self._before: dict[T | None, T | None] = {None: None}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,}>"

    def __contains__(self, thing: object) -> bool:
        return thing is not None and thing in self._after

    def __len__(self) -> int:
        return len(self._after) - 1

    def __iter__(self) -> Iterator[T]:
        thing = self._after[None]
        while thing is not None:
            yield thing
            thing = self._after[thing]

    def append(self, thing: T) -> None:
        """Add a thing that is not there at the end."""
        self.restore(thing, self._before[None], None)

    def pop(self) -> T:
        """Take the last thing away and return it."""
        last = self._before[None]
        if last is None:
            raise IndexError("nothing is left")
        return self.remove(last)[0]

    def remove(self, thing: T) -> tuple[T, T | None, T | None]:
        """Take a thing away; return what `restore` needs to undo that."""
        before, after = self._before.pop(thing), self._after.pop(thing)
        self._after[before], self._before[after] = after, before
        return thing, before, after

    def restore(self, thing: T, before: T | None, after: T | None) -> None:
        """Put a thing back between those that were its neighbours and are neighbours again."""
        self._before[thing], self._after[thing] = before, after
        self._after[before] = self._before[after] = thing
