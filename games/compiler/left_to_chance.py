"""Which parts of a game are left to chance."""

from boardless.games.language.ludeme import ludemes_in
from boardless.games.ludemes.game import Game


def is_by_chance(node: object) -> bool:
    """Tell whether a ludeme, or something in it, is worked out by chance."""
    return any(part.facts.chance for part in ludemes_in(node))


def has_chance(game: Game) -> bool:
    """Tell whether something is left to chance after the start."""
    rules = game.rules
    return is_by_chance((rules.play, rules.phases, rules.end, game.equipment.items))
