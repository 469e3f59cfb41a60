"""What there is to know about a game before its rules are asked for."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from boardless.games.compiler import Module
    from boardless.games.description import Description


@dataclass(frozen=True)
class Brief:
    """A game in a few words and numbers.

    Attributes
    ----------
    name : str
        Its name.
    options : tuple of str
        The item taken of each option, ``"Heading/Label"``.
    players : int
        Number of players.
    plane : str
        The name of its tiling, or what its board is instead.
    growing : bool
        Whether its board grows.
    effects, takes_back : bool
        See `games.compiler.Module`.
    starts_by_chance : bool
        Whether chance has a say in what is there before the first move.
    """

    name: str
    options: tuple[str, ...]
    players: int
    plane: str
    growing: bool
    effects: bool
    takes_back: bool
    starts_by_chance: bool = False

    @classmethod
    def of(cls, description: "Description", module: "Module") -> Self:
        """Return that of a game that has been compiled."""
        model = module.model
        return cls(
            description.name,
            description.options,
            model.players,
            "laid out" if model.tiling is None else model.tiling.name,
            model.growing,
            module.effects,
            module.takes_back,
            model.starts_by_chance,
        )
