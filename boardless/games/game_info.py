"""Information about a game that is there before its rules are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

    from boardless.games.compiler.module import Module
    from boardless.games.description import Description


@dataclass(frozen=True)
class RuleInfo:
    """What a move of one kind does: its number is its place in `Brief.rules`.

    Attributes
    ----------
    component : int
        What it puts on its target; 0 for what stands on its origin.
    hand : int
        The hand site it comes from, or -1.
    copy : bool
        Whether what it takes stays where it is as well.
    """

    component: int
    hand: int = -1
    copy: bool = True


@dataclass(frozen=True)
class GameInfo:
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
    kinds : int
        Number of prototiles, or of sites of all types where the board is laid out.
    rules : tuple of Rule
        What a move of each rule does; empty where moves have effects.
    effects, takes_back, chances : bool
        See `games.compiler.Module`.
    only_puts : bool
        Whether what has been put on the board stays where it is.
    covers : bool
        Whether tiles cover several cells.
    grown_in_moves : bool
        Whether what a move does depends on cells that come while it is made.
    starts_by_chance : bool
        Whether chance has a say in what is there before the first move.
    """

    name: str
    options: tuple[str, ...]
    players: int
    plane: str
    growing: bool
    kinds: int
    rules: tuple[RuleInfo, ...]
    effects: bool
    takes_back: bool
    chances: bool
    only_puts: bool
    covers: bool
    grown_in_moves: bool
    starts_by_chance: bool

    @classmethod
    def of(cls, description: Description, module: Module) -> Self:
        """Return that of a game that has been compiled."""
        from boardless.games.compiler.features import only_puts

        model = module.model
        return cls(
            description.name,
            description.options,
            model.players,
            "laid out" if model.tiling is None else model.tiling.name,
            model.growing,
            module.geometry.kinds,
            module.rules,
            module.effects,
            module.takes_back,
            module.chances,
            only_puts(description.tree),
            "large_tiles" in model.facts.engine,
            model.facts.grows,
            model.starts_by_chance,
        )
