"""How large integers may get: all of a game fit in 64 bits, so that its arithmetic is exact."""

from math import prod

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k

#: No board has as many sites, no game as many moves, players or components.
LARGEST = 2**30


def size(node: object) -> int:
    """Return how large an integer may get, whatever its sign.

    Raises
    ------
    LudemeError
        If it, or one inside, may need more than 64 bits.
    """
    match node:
        case k.Constant():
            return abs(node.value)
        case i.Sum():
            bound = sum(map(size, node.values))
        case i.Minus():
            bound = size(node.left) + size(node.right)
        case i.Product():
            # A factor 0 does not make the product of those before it smaller.
            bound = prod(max(1, size(value)) for value in node.values)
        case i.Quotient() | i.Remainder():
            bound, divisor = size(node.left), size(node.right)
            if isinstance(node, i.Remainder) and isinstance(node.right, k.Constant) and divisor:
                bound = min(bound, divisor - 1)
        case i.Minimum() | i.Maximum():
            bound = max(map(size, node.values))
        case i.Absolute():
            bound = size(node.value)
        case tuple():
            return max(map(size, node), default=0)
        case Ludeme():
            size(tuple(vars(node).values()))
            return LARGEST
        case _:
            return 0
    if bound >= 2**63:
        node.reject("may need more than 64 bits: expected smaller numbers")
    return bound
