"""Owner bitboards: loops over the sites of an owner, in order, or sampled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from boardless.ir.expressions import Function, Int, S, Site, as_int, lifted, wide
from boardless.games.compiler.scope import player_of
from boardless.games.ludemes.board_regions import SitesPlayable, is_kept, kept_list
from boardless.games.ludemes.game import SwapRule
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.occupancy import SitesEmpty, SitesOccupied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.kinds import Moves, Region

#: The most players of one bitboard.
_MOST = 4
#: Returns the source of a word of a bitboard.
OwnerBits = Callable[[str], str]


def keeps_bitboards(model: Model) -> bool:
    """Tell whether the bitboards of a game can be kept: one piece stands on a site, and is seen."""
    return model.layout is not None and holds_one_piece(model)


def holds_one_piece(model: Model) -> bool:
    """Tell whether one piece at most stands on a site, and none that is there for a trial alone."""
    from boardless.games.compiler.large_pieces import has_covers

    return not (model.stacking or has_covers(model) or model.facts.tries)


def empty_sites(scope: Scope) -> OwnerBits | None:
    """Return the bitboard of empty sites, None if it is not kept."""
    return (
        (lambda word: _bitboard_word("PLAYERS + 2", word)) if keeps_bitboards(scope.model) else None
    )


def bitboard_of(role: object, scope: Scope, node: Ludeme) -> OwnerBits | None:
    """Return the bitboard of the pieces of a role, None if it is not kept."""
    model = scope.model
    if not isinstance(role, Role) or not keeps_bitboards(model):
        return None
    if role in (Role.ENEMY, Role.NON_MOVER) and not model.has_teams and model.players <= _MOST:
        others = range(1, model.players + 1)
        mover = scope.mover
        return lambda word: " | ".join(
            f"({_bitboard_word(str(player), word)} if {mover} != {player} else 0)"
            for player in others
        )
    role = Role.MOVER if role is Role.FRIEND and not model.has_teams else role
    if role not in (Role.MOVER, Role.NEXT) and not 0 < player_of(role) <= model.players:
        return None
    owner = scope.out.name("owner")
    scope.out.add(f"{owner} = {scope.player(role, node)}")
    return lambda word: _bitboard_word(owner, word)


def _bitboard_word(row: str, word: str) -> str:
    return f"int64(s.bitboards[{row}, {word}])"


@contextmanager
def each_in_bitboard(bitboard: OwnerBits, scope: Scope, hands: bool = False) -> Iterator[str]:
    """Open a loop over the sites of a bitboard in order, with hands if wanted; yield the site."""
    b, held = scope, scope.model.hand_size
    b.builder.bitboards = True
    word, bits, at = b.named(word=Int, bits=Int, x=Site)
    last = (wide(S.n["COUNT"]) + 31).bits(">>", as_int("WORD"))
    if of_type := b.model.has_several_types and b.kind is not None:
        begin, end = b.model.span(b.kind)
        held, last = begin - 1, as_int((end + 30) >> 5)
    first = 0 if hands else held >> 5
    for word in b.numbers(last, first, stem="word"):
        b.set(bits, lifted(bitboard(str(word)), Int))
        if held and not hands:
            with b.where(word == first):
                b.set(bits, bits.bits("&", -(1 << (held & 31))))
        with b.as_long_as(bits != 0):
            b.set(at, word.bits("<<", as_int("WORD")) + Function("lowest_bit", Int)(bits) + 1)
            b.set(bits, bits.bits("&", bits - 1))
            if of_type:
                b.kinds[str(at)] = str(b.kind)
                b.leave(at >= end)
                if hands:
                    b.out.when(f"HELD < {at} < {begin}", "continue")
            yield str(at)
            b.stop_if_enough()


@contextmanager
def each_standing(first: str, end: str, stands: bool, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites from one to another on which a piece stands, or none does."""
    out = scope.out
    scope.builder.bitboards = True
    n, at = out.name("n"), out.name("x")
    next_ = out.assign("next", first)
    with out.block(f"for {n} in range({first}, {end}):"):
        out.add(f"{at} = next_standing(s, {next_}, {end}, {stands})")
        out.when(f"{at} == NONE", "break")
        out.add(f"{next_} = {at} + 1")
        yield at


def bitboard_of_region(region: Region, scope: Scope) -> OwnerBits | None:
    """Return the bitboard that contains a region, None if there is none."""
    if isinstance(region, SitesEmpty):
        return empty_sites(scope)
    if isinstance(region, SitesOccupied):
        return bitboard_of(region.by, scope, region)
    return None


def keeps_order(model: Model) -> bool:
    """Tell whether the order of pieces shows: in groups, or when consequences go through pieces."""
    return model.effects and ("order" in model.facts.reads or model.goes_through_pieces)


@contextmanager
def each_owned(scope: Scope, owner: str | None = None) -> Iterator[str]:
    """Open a loop over the occupied sites of the board player by player, or of one `owner`."""
    out, at = scope.out, scope.out.name("x")
    if not keeps_order(scope.model):
        with out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"):
            if owner is not None:
                out.when(f"s.who[{at}] != {owner}", "continue")
            yield at
        return
    owners = [component.owner for component in scope.model.components]
    order = sorted(range(1, len(owners) + 1), key=lambda number: owners[number - 1])
    table = scope.constant("ORDER", order)
    n, number, which = out.name("n"), out.name("number"), out.name("which")
    with out.block(f"for {n} in range({len(order)}):"), ExitStack() as inner:
        out.add(f"{number} = int64({table}[{n}])")
        if owner is not None:
            inner.enter_context(out.block(f"if int64(OWNER[{number}]) == {owner}:"))
        inner.enter_context(out.block(f"for {which} in range(s.size[OWNED + {number} - 1]):"))
        out.add(f"{at} = int64(s.legal[OWNED + {number} - 1, {which}])")
        inner.enter_context(out.block(f"if {at} > HELD:"))
        yield at


#: Samples before all moves are found.
SAMPLES = 64


def samples_sites(play: Moves, model: Model) -> bool:
    """Tell whether one of the moves of a rule can be found by sampling its target."""
    from boardless.games.ludemes.path_tiles import Lay
    from boardless.games.ludemes.segment_tiles import LayDrawn

    meta = model.game.rules.meta
    swaps = meta is not None and any(isinstance(rule, SwapRule) for rule in meta.rules)
    lays = isinstance(play, Lay | LayDrawn) and isinstance(play.to.region, SitesPlayable)
    return lays and model.growing and not swaps


@contextmanager
def sampled_sites(region: Region, options: str, scope: Scope) -> Iterator[tuple[str, str]]:
    """Open a loop over uniformly sampled pairs of a site and an option; its body returns."""
    assert scope.sampled_by is not None
    assert is_kept(region, scope)
    out, listed = scope.out, kept_list(region, scope)
    n, sample, at, option = (out.name(stem) for stem in ("n", "drawn", "x", "option"))
    with out.block(f"for {n} in range({SAMPLES} if draws and s.size[{listed}] > 0 else 0):"):
        ends = f"{options} * int64(s.size[{listed}])"
        out.add(f"{sample} = below(mix({scope.sampled_by}, {n}), {ends})")
        out.add(f"{at} = int64(s.legal[{listed}, {sample} // {options}])")
        out.add(f"{option} = {sample} % {options}")
        yield at, option
