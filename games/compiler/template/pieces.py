"""Pieces on the board, and the lists of sites that follow them."""

from boardless.games.compiler.template.allowed import admit, is_cell
from boardless.games.compiler.template.board import add
from boardless.games.compiler.template.constants import (
    ADJACENT,
    ALL_ADJACENT,
    BY_RULE,
    DELTA,
    KIND,
    KINDS,
    NOWHERE,
    OWNER,
    SLOTS,
)
from boardless.games.compiler.template.rules import relist
from boardless.games.compiler.template.state import GONE, GROWTH, NONE, ZONE, State
from boardless.games.runtime import kernel, whole


@kernel
def enlist(s: State, a: int, site: int) -> None:
    """Append a site to a list."""
    size = whole(s.size[a])
    s.legal[a, size] = site
    s.where[a, site] = size + 1
    s.size[a] = size + 1


@kernel
def delist(s: State, a: int, site: int) -> None:
    """Take a site from a list; the last of the list takes its place."""
    size = whole(s.size[a]) - 1
    s.size[a] = size
    last = whole(s.legal[a, size])
    place = whole(s.where[a, site])
    s.legal[a, place - 1] = last
    s.where[a, last] = place
    s.where[a, site] = 0


@kernel
def put(s: State, site: int, component: int) -> None:
    """Put a piece on a site; by zones and rules the board grows around it. Lists follow."""
    if BY_RULE and not is_cell(s, site):
        s.n[GONE] -= 1
    fresh = s.what[site] == 0
    s.what[site] = component
    s.who[site] = OWNER[component]
    kind = whole(s.kind[site]) if KINDS > 1 else 0
    for t in range(SLOTS):
        row = kind * SLOTS + t
        other = whole(s.step[site * SLOTS + t])
        adjacent = ALL_ADJACENT or ADJACENT[row] != 0
        if other == NONE:
            if BY_RULE and DELTA[row] != NOWHERE:
                admit(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))
            if s.n[GROWTH] != ZONE or not adjacent:
                continue
            other = add(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))
        elif fresh and adjacent:
            s.near[other] += 1
        there = BY_RULE and is_cell(s, other)
        relist(s, other)
        if BY_RULE:
            s.n[GONE] = whole(s.n[GONE]) + there - is_cell(s, other)
    relist(s, site)


@kernel
def lift(s: State, site: int) -> None:
    """Take the piece off a site; lists follow."""
    s.what[site] = 0
    s.who[site] = 0
    kind = whole(s.kind[site]) if KINDS > 1 else 0
    for t in range(SLOTS):
        other = whole(s.step[site * SLOTS + t])
        if other != NONE:
            if ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0:
                s.near[other] -= 1
            relist(s, other)
    relist(s, site)
