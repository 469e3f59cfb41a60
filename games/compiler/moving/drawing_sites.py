"""Sites that are drawn at random from those that are kept, as source.

Where one move is drawn of all that may go to some sites, going through them all makes a move the
dearer the larger the board is. Instead a site is drawn, and with it one of the most moves that any
site may have; what is no move is thrown away, and drawn again. So each move is as likely as every
other one. Where nothing has come of many draws there are few moves, or none, and all are found.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.model import Model
from boardless.games.compiler.regions import is_kept, kept_list
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import paths as p
from boardless.games.ludemes.game import Swap
from boardless.games.ludemes.regions import SitesPlayable
from boardless.games.ludemes.segments import LayDrawn

#: How often something is drawn before all moves are found.
DRAWS = 64


def draws_sites(play: k.Moves, model: Model) -> bool:
    """Tell whether one of the moves of a rule can be found by drawing where it goes."""
    meta = model.game.rules.meta
    swaps = meta is not None and any(isinstance(rule, Swap) for rule in meta.rules)
    lays = isinstance(play, p.Lay | LayDrawn) and isinstance(play.to.region, SitesPlayable)
    return lays and model.growing and not swaps


@contextmanager
def drawn_sites(region: k.Region, options: str, scope: Scope) -> Iterator[tuple[str, str]]:
    """Open a loop over sites of a region that are drawn; yield the site, and one of `options`.

    All pairs are equally likely. What is found there is to end the function.
    """
    assert scope.drawn_by is not None
    assert is_kept(region, scope)
    out, kept = scope.out, kept_list(region, scope)
    n, drawn, at, option = (out.name(stem) for stem in ("n", "drawn", "x", "option"))
    with out.block(f"for {n} in range({DRAWS} if draws and s.size[{kept}] > 0 else 0):"):
        ends = f"{options} * whole(s.size[{kept}])"
        out.add(f"{drawn} = below(mix({scope.drawn_by}, {n}), {ends})")
        out.add(f"{at} = whole(s.legal[{kept}, {drawn} // {options}])")
        out.add(f"{option} = {drawn} % {options}")
        yield at, option
