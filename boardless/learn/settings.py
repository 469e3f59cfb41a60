"""Settings of a training run, which alone decide what the run learns about a game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from boardless.learn.search import SearchSettings
from boardless.play.playout_worker import MAX_SEED
from boardless.topo import InputError, integer_between
from boardless.util.inputs import number_between

#: Settings that are whole numbers, each with its least and its largest value.
WHOLE = {
    "seed": (0, MAX_SEED),
    "width": (4, 1024),
    "layers": (1, 64),
    "simulations": (2, 10**6),
    "considered": (2, 1024),
    "ahead": (0, 10**6),
    "games": (1, 10**5),
    "lessons": (0, 10**6),
    "lesson": (2, 10**6),
    "opening": (0, 10**5),
    "limit": (1, 10**5),
    "capacity": (1, 10**7),
    "batch": (1, 10**5),
    "gate_every": (0, 10**6),
    "gate_games": (2, 10**5),
}
#: Settings that are other numbers, each with its largest value.
REAL = {"belief": 1.0, "reuse": 1e3, "rate": 1.0, "decay": 1.0, "gate": 1.0}


@dataclass(frozen=True)
class Settings:
    """Settings of a training run.

    Attributes
    ----------
    seed : int
        The source of all random numbers.
    width, layers : int
        The size of the network, see `GraphNet`.
    simulations, considered, ahead : int
        The search of each move of self-play, see `SearchSettings`.
    games : int
        Games of an iteration, played together.
    lessons, lesson : int
        The first iterations, with games of Monte-Carlo tree search without a network, and the
        playouts of its moves.
    belief : float
        The share of the search's value in the target of values; the rest is the result of the game.
    opening : int
        The most moves at the beginning of a game that are random.
    limit : int
        The limit of moves. A cut game counts as drawn, or with `belief` by the value of the last
        search.
    capacity : int
        The most positions in the replay buffer; the oldest leave it.
    batch : int
        Positions of a training step.
    reuse : float
        The mean number of training steps with a position.
    rate, decay : float
        Step size and weight decay of AdamW (I. Loshchilov and F. Hutter, 2019).
    gate_every, gate_games : int
        Iterations from one gate to the next (0: never), and the games of a gate.
    gate : float
        The least score against the best network so far for becoming the best.

    Raises
    ------
    InputError
        If a setting is out of range.
    """

    seed: int = 0
    width: int = 48
    layers: int = 4
    simulations: int = 32
    considered: int = 8
    ahead: int = 64
    games: int = 64
    lessons: int = 0
    lesson: int = 500
    belief: float = 0.0
    opening: int = 0
    limit: int = 400
    capacity: int = 20_000
    batch: int = 128
    reuse: float = 4.0
    rate: float = 2e-3
    decay: float = 1e-4
    gate_every: int = 5
    gate_games: int = 32
    gate: float = 0.5

    def __post_init__(self) -> None:
        for name, (least, most) in WHOLE.items():
            integer_between(getattr(self, name), name, least, most)
        for name, largest in REAL.items():
            number_between(getattr(self, name), name, largest)

    @classmethod
    def read(cls, values: object) -> Self:
        """Return the settings of a table; raise InputError for anything else."""
        names = {field.name for field in fields(cls)}
        if not isinstance(values, Mapping) or values.keys() != names:
            raise InputError("settings: some are missing, or unknown")
        return cls(**values)

    def table(self) -> dict[str, Any]:
        """Return the settings by their names."""
        return asdict(self)

    @property
    def search(self) -> SearchSettings:
        """The settings of a search."""
        return SearchSettings(considered=self.considered, ahead=self.ahead)
