"""Sequences of a player's own moves, played against random moves of the others.

A gene is a number. At the player's turn it stands for one of the legal moves.
"""

from boardless.agents.kernels.arrays import CALLS, ROOM, ROOT, WANTS, Tree
from boardless.agents.kernels.engine_backend import (
    bound_number,
    carry_out,
    falls,
    option_at,
    options,
    pay,
    to_root,
    who_chooses,
)
from boardless.agents.kernels.features import CHANCE
from boardless.agents.kernels.judgement import judged
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import entry, int64, mix
from boardless.state.engine.arrays import NAMED, OPEN, Arrays
from boardless.state.engine.moves import choose, fits, has_room, is_lost


@entry
def play_sequence(
    s: Arrays, start: Arrays, tree: Tree, genes: Ints, line: Ints, w: Floats,
    seed: int, calls: int, discount: float,
) -> int:  # fmt: skip
    """Play genes until the game is over, or until `calls` moves in total.

    Returns the number of own moves, which are in `line`, (genes, NAMED + bound), and -1 without
    room. The sum of the discounted gains is in ``tree.total[ROOT]``.
    """
    tree.n[WANTS] = 0
    to_root(s, start, tree, seed)
    player = who_chooses(s)
    before = judged(s, player, w)
    total = before
    weight = 1.0
    winner = OPEN
    ply = int64(0)
    own = int64(0)
    while winner == OPEN and own < genes.shape[0] and (own == 0 or tree.n[CALLS] < calls):
        mine = True
        while winner == OPEN and (mine or who_chooses(s) != player):
            if not has_room(s) or ply + 1 == tree.path.shape[0]:
                tree.n[WANTS] = ROOM
                return -1
            count = options(s, False, mix(seed, ply + 1))
            if not fits(s, count):
                tree.n[WANTS] = ROOM
                return -1
            choice = int64(0)
            if mine:
                choice = int64(genes[own]) % max(count, 1)
            elif CHANCE and who_chooses(s) == 0:
                choice = falls(s, count, mix(seed, ply + 1))
            else:
                choice = choose(s, count, mix(seed, ply + 1))
            rule, origin, site = option_at(s, choice, count)
            if mine:
                line[own, 0] = rule
                line[own, 1] = origin
                line[own, 2] = site
                for column in range(NAMED, line.shape[1]):
                    line[own, column] = bound_number(s, column)
            mine = False
            winner = carry_out(s, tree, rule, origin, site)
            if is_lost(s):
                tree.n[WANTS] = ROOM
                return -1
            ply += 1
            tree.n[CALLS] += 1
        own += 1
        value = 0.0
        if winner == OPEN:
            value = judged(s, player, w)
        else:
            pay(s, tree, winner)
            value = tree.reward[player]
        total += weight * (value - before)
        weight *= discount
        before = value
    tree.total[ROOT] = total
    return own
