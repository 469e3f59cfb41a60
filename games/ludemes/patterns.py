"""Pieces that stand along a walk."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.integers import LastTo
from boardless.games.ludemes.kinds import Condition, Integer, SiteType
from boardless.games.ludemes.pieces import Walk


@ludeme("is", "Pattern", example="(is Pattern {F R F R F} from:(to) whats:{1 2})", facts=EFFECT)
class IsPattern(Condition):
    """On a walk from a site, in whatever direction it sets out, stand the right components.

    They are the one on the site, or those given, one after another and again from the first. The
    site is that of the last move unless given.
    """

    walk: Walk
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer = LastTo()
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None


@ludeme("is", "Target", example="(is Target {1 0 2} {0 1 2})", facts=EFFECT)
class IsTarget(Condition):
    """On each of some sites stands the right component, 0 for none.

    They are all sites of the board unless given; the board has as many cells as components are.
    """

    components: tuple[Integer, ...]
    sites: tuple[Integer, ...] | None = None
