"""Pieces in the order in which their players came to have them, as source.

For each component there is a list of its sites: what comes is appended to it, and where one goes
the last takes its place; where pieces form piles, those behind it move up. Ludii keeps such lists
and goes through groups in their order, and through pieces.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from boardless.games.compiler.model import Model
from boardless.games.compiler.scope import Scope


def keeps_order(model: Model) -> bool:
    """Tell whether the rules of a game go through pieces in this order.

    It is seen in groups, and in what is done with piece after piece when a move has been made; the
    moves that a player chooses from have none.
    """
    return model.effects and ("order" in model.facts.reads or model.goes_through_pieces)


@contextmanager
def each_owned(scope: Scope, owner: str | None = None) -> Iterator[str]:
    """Open a loop over the sites of the board where pieces stand, player by player; yield the site.

    Parameters
    ----------
    scope : Scope
        Where it is written.
    owner : str, optional
        The source of the player whose pieces alone are gone through.
    """
    out, at = scope.out, scope.out.name("x")
    if not keeps_order(scope.model):
        with out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"):
            if owner is not None:
                with out.block(f"if s.who[{at}] != {owner}:"):
                    out.add("continue")
            yield at
        return
    owners = [component.owner for component in scope.model.components]
    order = sorted(range(1, len(owners) + 1), key=lambda number: owners[number - 1])
    table = scope.constant("ORDER", order)
    n, number, which = out.name("n"), out.name("number"), out.name("which")
    with out.block(f"for {n} in range({len(order)}):"), ExitStack() as inner:
        out.add(f"{number} = whole({table}[{n}])")
        if owner is not None:
            inner.enter_context(out.block(f"if whole(OWNER[{number}]) == {owner}:"))
        inner.enter_context(out.block(f"for {which} in range(s.size[OWNED + {number} - 1]):"))
        out.add(f"{at} = whole(s.legal[OWNED + {number} - 1, {which}])")
        inner.enter_context(out.block(f"if {at} > HELD:"))
        yield at
