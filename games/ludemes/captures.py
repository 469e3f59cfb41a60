"""Rules that find what a move has captured: between pieces, around them, in groups."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, LOOPS
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import Absolute, Ways
from boardless.games.ludemes.kinds import Directions, Integer, Moves, SiteType
from boardless.games.ludemes.moves import Between, From, MovedPiece, Then, To


@ludeme("custodial", example="(custodial (from (last To)) Orthogonal (between (max 1)))")
class Custodial(Moves):
    """Take the pieces in a row between a site, that of the last move unless given, and a friend.

    Those taken are the mover's enemies, and the friend is his own, unless conditions on (between)
    and (to) say otherwise; (between) says how many there may be, and what is done instead.
    """

    facts = EFFECT | LOOPS
    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("intervene", example="(intervene (from (last To)) Orthogonal)", facts=EFFECT | LOOPS)
class Intervene(Moves):
    """Take the enemies on two opposite sides of a site, that of the last move unless given.

    A condition on (to) and what it says to do take the place of both; (between) says how many
    there may be in a row, one unless given.
    """

    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("surround", example="(surround (from (last To)) Orthogonal except:1)", facts=EFFECT | LOOPS)
class Surround(Moves):
    """Take each enemy beside a site that friends stand around, but for so many sites (0).

    Conditions on (between) and (to) take the places of enemy and friend. A component may have to
    be among those around.
    """

    from_: From | None = None
    relation: Directions | None = None
    between: Between | None = None
    to: To | None = None
    _: KW_ONLY
    except_: Integer | None = None
    with_: MovedPiece | None = None


@ludeme("enclose", example="(enclose (from (last To)) Orthogonal numException:1)", facts=EFFECT)
class Enclose(Moves):
    """Take each group of enemies beside a site that has no empty site beside it, or so many (0).

    The site is that of the last move unless given; a condition on (between) takes the place of
    enemy.
    """

    type: SiteType | None = None
    from_: From | None = None
    directions: Ways | None = None
    between: Between | None = None
    then: Then | None = None
    _: KW_ONLY
    num_exception: Integer | None = None


@ludeme("directional", example="(directional (from (last To)) N)", facts=EFFECT | LOOPS)
class Directional(Moves):
    """Take the enemies one behind the other on straight walks from a site, until there is none.

    A condition on (to) takes the place of enemy.
    """

    from_: From | None
    directions: Ways
    to: To | None = None


@ludeme("push", example="(push (from (last To)) E)", facts=EFFECT)
class Push(Moves):
    """Shift what stands on a site and on those behind it by one site, until one is empty."""

    from_: From | None
    directions: Ways
    then: Then | None = None


@ludeme("attract", example="(attract (from (last To)) Orthogonal)", facts=EFFECT)
class Attract(Moves):
    """Draw the pieces on the straight walks from a site as near to it as they can come."""

    from_: From | None = None
    directions: Absolute | None = None
    then: Then | None = None
