"""Loops over the sites where the pieces of some owner stand, or nothing does, as source.

On boards that are laid out the engine keeps these sites as bits (`state.engine.camps`), from the
first to the last, so that rules need not look at every site.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boardless.games.compiler.covers import has_covers
from boardless.games.compiler.model import Model, player_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes.kinds import Role

#: The most players whose pieces may be meant at once.
_MOST = 4

#: Returns the source of a word of a camp.
Camp = Callable[[str], str]


def keeps_camps(model: Model) -> bool:
    """Tell whether the camps of a game can be kept: one piece stands on a site, and is seen."""
    laid_out = model.layout is not None and model.effects
    # Camps do not know of what is on a site for a trial.
    return laid_out and not (model.stacking or has_covers(model) or model.facts.tries)


def empty_sites(scope: Scope) -> Camp | None:
    """Return where nothing stands, None if that is not kept."""
    return (lambda word: _word("PLAYERS + 2", word)) if keeps_camps(scope.model) else None


def camp_of(role: object, scope: Scope, node: Ludeme) -> Camp | None:
    """Return where the pieces of a role stand, None if that is not kept."""
    model = scope.model
    if not isinstance(role, Role) or not keeps_camps(model):
        return None
    if role in (Role.ENEMY, Role.NON_MOVER) and not model.has_teams and model.players <= _MOST:
        others = range(1, model.players + 1)
        mover = scope.mover
        return lambda word: " | ".join(
            f"({_word(str(player), word)} if {mover} != {player} else 0)" for player in others
        )
    role = Role.MOVER if role is Role.FRIEND and not model.has_teams else role
    if role not in (Role.MOVER, Role.NEXT) and not 0 < player_of(role) <= model.players:
        return None
    owner = scope.out.name("owner")
    scope.out.add(f"{owner} = {scope.player(role, node)}")
    return lambda word: _word(owner, word)


def _word(row: str, word: str) -> str:
    return f"whole(s.camps[{row}, {word}])"


@contextmanager
def each_in_camp(camp: Camp, scope: Scope, hands: bool = False) -> Iterator[str]:
    """Open a loop over the sites of a camp in order, those of hands if wanted; yield the site."""
    out, held = scope.out, scope.model.hand_size
    scope.made.camps = True
    word, bits, at = out.name("word"), out.name("bits"), out.name("x")
    first = 0 if hands else held >> 5
    with out.block(f"for {word} in range({first}, (whole(s.n[COUNT]) + 31) >> WORD):"):
        out.add(f"{bits} = {camp(word)}")
        if held and not hands:
            with out.block(f"if {word} == {first}:"):
                out.add(f"{bits} &= -{1 << (held & 31)}")
        with out.block(f"while {bits} != 0:"):
            out.add(f"{at} = ({word} << WORD) + lowest_bit({bits}) + 1")
            out.add(f"{bits} &= {bits} - 1")
            yield at
            scope.stop_if_enough()
