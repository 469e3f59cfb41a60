"""What a worker does: make every move from some positions.

Workers are sent text and numbers; what they return depends on nothing else, so however positions
are shared out, the same graph comes of it.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import local

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM, default_technique
from boardless.play.chunk import MAX_CELLS, Job, game_of
from boardless.store.positions.form import Form
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Ints

#: Numbers of rows, and links, that there is room for to begin with.
_NUMBERS, _LINKS = 2**16, 2**11
#: Games that a thread keeps arrays for.
_KEPT = 4


@dataclass(frozen=True)
class Expanded:
    """The moves from some positions, and what they lead to: n links.

    Attributes
    ----------
    rows, ends : int32 and int64 arrays
        The positions that they lead to; that of link m ends at ``ends[m]``.
    keys : int64 array of shape (n,)
        Their keys.
    links : int32 array of shape (n, 9), or wider where moves have effects
        Which position a link comes from, and the numbers of its move; see `state.engine.exploring`.
    """

    rows: Ints
    ends: Ints
    keys: Ints
    links: Ints

    def part(self, first: int, last: int) -> tuple[Ints, Ints, Ints]:
        """Return rows, ends and keys of the links from `first` to `last` - 1."""
        begin = int(self.ends[first - 1]) if first else 0
        end = int(self.ends[last - 1]) if last else 0
        return self.rows[begin:end], self.ends[first:last] - begin, self.keys[first:last]


class Expander:
    """A game with arrays to make moves on, for one thread at a time.

    Parameters
    ----------
    form : Form
        What is played, and what tells its positions from one another.
    """

    def __init__(self, form: Form) -> None:
        self.form = form
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        self._arrays = form.arrays(self._room, self._plies)
        self._give_room(_NUMBERS, _LINKS)

    def _give_room(self, numbers: int, links: int) -> None:
        self._found = np.zeros(numbers, np.int32)
        self._ends = np.zeros(links, np.int64)
        self._keys = np.zeros(links, np.int64)
        self._links = np.zeros((links, self.form.link_width), np.int32)
        self._spare = np.zeros(numbers, np.int32)
        self._make_scratch()

    def _make_scratch(self) -> None:
        self._sites = np.zeros(len(self._arrays.code), np.int64)
        self._lists = np.zeros((3, *self._arrays.found.shape), np.int64)

    def __call__(self, rows: Ints, starts: Ints) -> Expanded:
        """Return the moves from positions, those of the last one included or none of them.

        Raises
        ------
        InputError
            If there is no room in memory, or a position is too wide.
        """
        parts: list[Expanded] = []
        counts = np.zeros(2, np.int64)
        done, last = 0, len(starts) - 1
        while done < last:
            done = int(
                self.form.kernels.expand(
                    self._arrays, self.form.values, self.form.turns, rows, starts, done, last,
                    self._found, self._ends, self._keys, self._links, self._sites, self._spare,
                    self._lists, counts,
                )
            )  # fmt: skip
            if made := int(counts[0]):
                numbers = int(self._ends[made - 1])
                parts.append(
                    Expanded(
                        self._found[:numbers].copy(),
                        self._ends[:made].copy(),
                        self._keys[:made].copy(),
                        self._links[:made].copy(),
                    )
                )
            elif done < last:
                self._enlarge(int(counts[1]))
        return _joined(parts, self.form.link_width)

    def _enlarge(self, why: int) -> None:
        """Make room for what did not have any."""
        if why == 3:
            raise InputError(f"a position of {self.form.game.name} is too wide to be explored")
        if why == 2:
            self._give_room(2 * len(self._found), 2 * len(self._links))
            return
        self._room, self._plies = 2 * self._room, 2 * self._plies
        if self._room > MAX_CELLS:
            raise InputError(
                f"a position of {self.form.game.name}: there is room for boards of "
                f"{MAX_CELLS:,} cells"
            )
        self._arrays = self.form.arrays(self._room, self._plies)
        self._make_scratch()

    def start(self) -> tuple[Ints, int]:
        """Return the row of the position that the game begins with, and its key."""
        return self.form.row(self.form.arrays(FIRST_ROOM, FIRST_PLIES), self.form.kernels.OPEN)


def _joined(parts: list[Expanded], width: int) -> Expanded:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        none = np.zeros(0, np.int64)
        return Expanded(none.astype(np.int32), none, none, np.zeros((0, width), np.int32))
    before = np.cumsum([0, *(len(part.rows) for part in parts[:-1])])
    return Expanded(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.ends + n for part, n in zip(parts, before, strict=True)]),
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.links for part in parts]),
    )


def job_of(game: Game) -> Job:
    """Return what is played, as text."""
    way = default_technique(game)
    return Job(game.text, game.options, way.name, way.start, 0, game.jit, large=game.large)


class _Own(local):
    """What each thread has to itself: arrays, because moves are made on them."""

    def __init__(self) -> None:
        self.expander = lru_cache(_KEPT)(_expander)


def _expander(job: Job, symmetry: bool) -> Expander:
    return Expander(Form.of(game_of(job), symmetry))


_own = _Own()


def expand_numbered(
    number: int, job: Job, symmetry: bool, rows: Ints, starts: Ints
) -> tuple[int, Expanded]:
    """Return a number, and the moves from some positions; see `Expander`."""
    return number, _own.expander(replace(job, seed=0), symmetry)(rows, starts)
