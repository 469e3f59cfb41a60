"""What lies on sites of a type that nothing is put on or taken from, as source: it is known.

Such pieces have no place in the arrays; in the source their sites count on from the hands.
"""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.model import Model
from boardless.games.compiler.played_type import is_left_alone
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.kinds import Integer


def is_for_good(kind: object, model: Model) -> bool:
    """Tell whether pieces lie on sites of a type that is not played on, and stay as they are."""
    if model.plays_on(kind) or model.starts_by_chance:
        return False
    lie = any(of == str(kind) and model.is_beside(of, at) for of, at in model.start.pieces)
    return lie and is_left_alone(str(kind), model.game)


def sites_beside(kind: object, model: Model) -> tuple[int, int]:
    """Return the first of the sites of a type that is not played on, and the end of them."""
    assert model.scene is not None
    first = 1 + model.hand_size
    return first, first + len(model.scene.board.sites_of(str(kind)))


def site_beside(kind: object, number: Integer, scope: Scope) -> str:
    """Return the source of the site of a type that is not played on; NONE where there is none."""
    at = scope.out.name("x")
    first, end = sites_beside(kind, scope.model)
    scope.out.add(f"{at} = {integer(number, scope)}")
    return f"({at} + {first} if 0 <= {at} < {end - first} else NONE)"


def standing(kind: object, at: str, scope: Scope) -> tuple[str, str]:
    """Return the sources of what stands on a site of a type, and of its owner."""
    model = scope.model
    if not is_for_good(kind, model):
        return f"s.what[{at}]", f"s.who[{at}]"
    first, end = sites_beside(kind, model)
    what = [0] * end
    for (of_kind, number), puts in model.start.pieces.items():
        if of_kind == str(kind) and model.is_beside(of_kind, number):
            what[first + number] = puts[-1].component
    owners = [0, *(component.owner for component in model.components)]
    table, who = scope.constant("LYING", what), scope.constant("WHOSE", [owners[w] for w in what])
    return f"whole({table}[{at}])", f"whole({who}[{at}])"
