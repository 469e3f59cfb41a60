"""Which parts of a game are left to chance."""

from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import chance as h
from boardless.games.ludemes import dice as e
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import regions as r
from boardless.games.ludemes import segments as s
from boardless.games.ludemes.dominoes import TakeDomino
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.held_tiles import Draw

#: Ludemes that are worked out by chance.
BY_CHANCE: tuple[type[Ludeme], ...] = (
    b.RandomValue, d.RandomWays, e.Roll, h.RandomMoves, h.RandomRule, r.SitesRandom, s.LayDrawn,
    Draw, TakeDomino,
)  # fmt: skip


def is_by_chance(node: object) -> bool:
    """Tell whether a ludeme, or something in it, is worked out by chance."""
    return any(isinstance(part, BY_CHANCE) for part in inside(node))


def has_chance(game: Game) -> bool:
    """Tell whether something is left to chance after the start."""
    rules = game.rules
    return is_by_chance((rules.play, rules.phases, rules.end, game.equipment.items))
