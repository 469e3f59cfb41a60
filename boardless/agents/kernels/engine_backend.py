"""Search backend over the engine; `agents.search_backends` has the same over Python games.

In the tree chance is asked for its outcomes one by one (`state.engine.chance`), and each is a move
of its own. A move that needs more of them waits in ``tree.waiting``, and is made again when they
are decided. Beyond the tree random numbers decide at once.
"""

from boardless.agents.kernels.arrays import Tree
from boardless.agents.kernels.features import (
    CHANCE,
    LEAST_PAYOFF,
    PAYOFF_RANGE,
    PAYOFFS,
    REDRAWS,
)
from boardless.jit.game_runtime import below, int64, kernel, mix
from boardless.state.engine.arrays import MOVER, NAMED, NONE, NOTED, OPEN, SWAPPED, UNDO, Arrays
from boardless.state.engine.chance import ASKED, ASKS, FOUND, SETTLED, WEIGHTED, seed_chance
from boardless.state.engine.moves import choice_at, choices, move
from boardless.state.engine.rules import MAY_SWAP
from boardless.state.engine.sampling import redraw
from boardless.state.engine.starting import restore
from boardless.state.engine.undo import undo

#: The rule number of an outcome of chance; its site is the number of the outcome.
OUTCOME = -3


@kernel
def to_root(s: Arrays, start: Arrays, tree: Tree, number: int) -> None:
    """Go back to the root position."""
    restore(s, start)
    if CHANCE:
        tree.waiting[0] = NONE
        for m in range(s.chance.shape[0]):
            s.chance[m] = start.chance[m]
        for m in range(s.chance[SETTLED]):
            s.outcomes[m] = start.outcomes[m]
    if REDRAWS:
        redraw(s, who_chooses(s), number)


@kernel
def who_chooses(s: Arrays) -> int:
    """Return the player who chooses, 0 for chance; after a swap the mover plays for the other."""
    if CHANCE and s.chance[ASKED] != 0:
        return 0
    mover = int64(s.n[MOVER])
    return 3 - mover if MAY_SWAP and s.n[SWAPPED] != 0 else mover


@kernel
def waits(s: Arrays, tree: Tree) -> bool:
    """Return True if a chosen move waits for more outcomes of chance."""
    return bool(CHANCE and tree.waiting[0] != NONE)


@kernel
def options(s: Arrays, inside: bool, number: int) -> int:
    """Return the number of moves; outside the tree (not `inside`) `number` decides chance."""
    if UNDO:
        s.n[NOTED] = 0
    if CHANCE:
        if s.chance[ASKED] != 0:
            return int64(s.chance[ASKED])
        if inside:
            s.chance[ASKS] = 1
        elif s.chance[SETTLED] == 0:
            s.chance[ASKS] = 0
        seed_chance(s, mix(number, 2))
    count = choices(s)
    if CHANCE and s.chance[ASKED] != 0:
        return int64(s.chance[ASKED])
    return count


@kernel
def option_at(s: Arrays, option: int, count: int) -> tuple[int, int, int]:
    """Return rule, from and to of one of the moves that `options` has just counted."""
    if CHANCE and s.chance[ASKED] != 0:
        return OUTCOME, NONE, option
    return choice_at(s, option, count)


@kernel
def bound_number(s: Arrays, column: int) -> int:
    """Return a further number of the move that `option_at` returned."""
    if CHANCE and s.chance[ASKED] != 0:
        return 0
    return int64(s.queue[0, column])


@kernel
def ready(s: Arrays, tree: Tree, node: int) -> None:
    """Restore the numbers bound to the move that leads to a node."""
    for column in range(NAMED, NAMED + s.rules.bound):
        s.queue[0, column] = tree.move[node, column]


@kernel
def carry_out(s: Arrays, tree: Tree, rule: int, origin: int, site: int) -> int:
    """Make a move, or let chance take an outcome; return the winner, 0 for a draw, or OPEN."""
    if UNDO:
        # Only the move that is being made is taken back.
        s.n[NOTED] = 0
    if not CHANCE:
        return move(s, rule, origin, site)
    if rule == OUTCOME:
        s.outcomes[int64(s.chance[SETTLED])] = site
        s.chance[SETTLED] += 1
        s.chance[ASKED] = 0
        if tree.waiting[0] == NONE:
            return OPEN
    else:
        tree.waiting[0] = 1
        tree.waiting[1] = rule
        tree.waiting[2] = origin
        tree.waiting[3] = site
        for column in range(NAMED, NAMED + s.rules.bound):
            tree.waiting[1 + column] = s.queue[0, column]
        # All that was drawn so far was drawn to find the moves.
        s.chance[FOUND] = s.chance[SETTLED]
    for column in range(NAMED, NAMED + s.rules.bound):
        s.queue[0, column] = tree.waiting[1 + column]
    winner = move(s, int64(tree.waiting[1]), int64(tree.waiting[2]), int64(tree.waiting[3]))
    if s.chance[ASKED] != 0:
        undo(s)
        return OPEN
    tree.waiting[0] = NONE
    s.chance[SETTLED] = 0
    return winner


@kernel
def chance_of(s: Arrays, option: int) -> float:
    """Return the probability of an outcome of the current decision of chance."""
    count = int64(s.chance[ASKED])
    if s.chance[WEIGHTED] == 0:
        return 1.0 / count
    total = 0
    for other in range(count):
        total += int64(s.odds[1, other])
    if total == 0:
        return 1.0 if option == 0 else 0.0
    return float(s.odds[1, option] / total)


@kernel
def falls(s: Arrays, count: int, number: int) -> int:
    """Return one of `count` outcomes, sampled by probability."""
    left = below(number, 2**31) / 2.0**31
    for option in range(count):
        left -= chance_of(s, option)
        if left < 0:
            return option
    return count - 1


@kernel
def move_code(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Return 31 bits for a move of the mover in any position and numbering of sites."""
    if CHANCE and rule == OUTCOME:
        return below(mix(site, 3), 2**31)
    source = origin if origin <= s.kit.held else int64(s.code[origin])
    number = mix(source, 2 * (rule + 2) + 1)
    target = 0 if site <= s.kit.held else int64(s.code[site])
    number = mix(number ^ mix(target, int64(s.n[MOVER])), 1)
    for column in range(NAMED, NAMED + s.rules.bound):
        number = mix(number, int64(s.queue[0, column]) + 2**16)
    return below(number, 2**31)


@kernel
def pay(s: Arrays, tree: Tree, winner: int) -> None:
    """Write the rewards at the end: 1 for the first place, 0 for the last, or scaled payoffs."""
    players = s.kit.players
    if PAYOFFS >= 0:
        for player in range(1, players + 1):
            tree.reward[player] = (s.numbers[PAYOFFS + player] - LEAST_PAYOFF) / PAYOFF_RANGE
    elif players == 1:
        tree.reward[1] = 1.0 if winner == 1 else 0.0
    elif players == 2:
        tree.reward[1] = 0.5 if winner == 0 else 2.0 - winner
        tree.reward[2] = 1.0 - tree.reward[1]
    else:
        for player in range(1, players + 1):
            tree.reward[player] = (players - s.rank[player] / 2.0) / (players - 1.0)
