"""What came out of random playouts, and how fast they were."""

from dataclasses import dataclass

from boardless.play.tally import Tally


@dataclass(frozen=True)
class Run:
    """Playouts and the time they took.

    Attributes
    ----------
    game, tiling, technique : str
        What was played.
    seed : int
        Where the random numbers came from.
    tally : Tally
        What came out; it does not depend on the machine.
    seconds : float
        How long it took, compiling left out.
    """

    game: str
    tiling: str
    technique: str
    seed: int
    tally: Tally
    seconds: float

    @property
    def playouts_per_s(self) -> float:
        """Playouts per second."""
        return self.tally.playouts / self.seconds

    @property
    def moves_per_s(self) -> float:
        """Moves per second."""
        return self.tally.moves / self.seconds

    def record(self) -> dict[str, object]:
        """Return the run as the command line prints it in JSON."""
        return {
            "game": self.game,
            "tiling": self.tiling,
            "technique": self.technique,
            "playouts": self.tally.playouts,
            "moves": self.tally.moves,
            "seconds": self.seconds,
            "playouts_per_s": self.playouts_per_s,
            "moves_per_s": self.moves_per_s,
            "wins": {str(player): count for player, count in enumerate(self.tally.wins)},
            "points": self.tally.points,
        }
