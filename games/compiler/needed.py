"""Which games have moves with effects: those that say more of a move than what goes where."""

from boardless.games.language.ludeme import Ludeme, inside, ludemes_in
from boardless.games.ludemes import integers as i
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.kinds import Condition, Constant, Moves, Region, Single
from boardless.games.ludemes.moves import Apply, ForEachPiece, ForEachSite, Then
from boardless.games.ludemes.start import Place


def is_stacking(game: Game) -> bool:
    """Tell whether pieces of a game lie one upon another on a site, on every board and hand."""
    return any(node.stacks() for node in ludemes_in(game))


def has_effects(game: Game) -> bool:
    """Tell whether a game has moves with effects."""
    several = is_stacking(game) or places_several(game)
    return several or any(node.has_effects() for node in ludemes_in(game))


def goes_through_pieces(game: Game) -> bool:
    """Tell whether something is done with piece after piece when a move has been made."""
    left = [part for part in inside(game) if isinstance(part, Then | Apply)]
    while left:
        node = left.pop()
        if isinstance(node, ForEachPiece):
            return True
        # What could be done makes no difference to the pieces.
        if isinstance(node, Ludeme) and not isinstance(node, Condition):
            left += vars(node).values()
        elif isinstance(node, tuple):
            left += node
    return False


def places_several(game: Game) -> bool:
    """Tell whether a site of the board is given several pieces at the start that form no pile."""
    start = game.rules.start
    return not is_stacking(game) and any(
        isinstance(rule, Place) and _puts_several(rule) and not _puts_in_hand(rule)
        for rule in (start.rules if start else ())
    )


def _puts_several(rule: Place) -> bool:
    if rule.counts is None:
        return rule.count > 1
    count = rule.counts[0]
    return not (isinstance(count, Constant) and count.value == 1)


def _puts_in_hand(rule: Place) -> bool:
    where = rule.where
    if rule.container is not None or isinstance(where, i.HandSite):
        return True
    return isinstance(where, Region) and where.is_of_hands()


def only_puts(game: Game) -> bool:
    """Tell whether what has been put on the board stays where it is."""
    return taking_off(game) is None


def taking_off(game: Game) -> Moves | None:
    """Return a rule that may take something off the board; None if there is none."""
    of_hands = {
        id(part)
        for node in inside(game)
        if isinstance(node, ForEachSite) and node.region.is_of_hands()
        for part in inside(node.moves)
    }
    taking = (node for node in ludemes_in(game) if isinstance(node, Moves) and node.takes_off())
    return next((node for node in taking if not _in_hand(node, id(node) in of_hands)), None)


def _in_hand(node: Moves, site: bool) -> bool:
    """Tell whether what a move takes, it takes from hands; `site` is whether (site) is in one."""
    region = node.takes_from
    of_site = isinstance(region, Single) and isinstance(region.site, i.IteratedSite)
    return region is not None and ((site and of_site) or region.is_of_hands())
