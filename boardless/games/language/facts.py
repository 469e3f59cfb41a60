"""Facts about ludemes: properties of a concept that the rest of the program needs.

Each ludeme declares its facts in its class. Facts that depend on its arguments are methods of
`Ludeme` that the class overrides. Facts of a whole game combine the facts of all ludemes inside,
so no module keeps a list of classes.
"""

from dataclasses import dataclass, fields
from math import inf


@dataclass(frozen=True)
class Facts:
    """The facts of a ludeme; ``a | b`` has the facts of either. All defaults are safe."""

    #: The distance in steps from ``(to)`` of its own reads of the board; its parts may read
    #: farther. A read that may change without a change on the board near there (the last move,
    #: counters, hands) has the distance infinity. See `Ludeme.reach`.
    reach: float = inf
    #: An argument that is a site, and the distance in steps of reads from there; see `around`.
    around: tuple[str, int] | tuple[()] = ()
    #: Whether it names only directions and places that `rule_symmetries` can turn.
    symmetric: bool = False
    #: Whether the order of its parts does not matter.
    unordered: bool = False
    #: Whether repeated parts of a list change nothing.
    idempotent: bool = False
    #: Whether cells that touch no piece do not affect it, with any arguments.
    touching: bool = False
    #: Whether it leads to sites with pieces, or next to them.
    beside: bool = False
    #: Whether it needs a state of a game with consequences.
    effects: bool = False
    #: Whether it concerns stacks of pieces.
    stacked: bool = False
    #: Whether it means the same on a regular board cut out of a tiling and on a board laid out
    #: site by site; a game with any other ludeme on a fixed board is laid out.
    tiled: bool = False
    #: Whether its moves take no piece off the board.
    puts: bool = False
    #: Whether it puts a piece on a site for a trial.
    tries: bool = False
    #: Whether it is compiled to loops, so that one function serves all places with its moves.
    loops: bool = False
    #: Whether its moves always act on an occupied site, as far as its parts do.
    acts: bool = False
    #: Whether it passes on the moves of its parts unchanged.
    hands_on: bool = False
    #: Whether it asks for the moves of the whole game.
    asks_moves: bool = False
    #: Whether it iterates over pieces, by their own rules if it has no rule itself.
    pieces: bool = False
    #: Whether it describes an additional effect or a consequence of a move.
    follows: bool = False
    #: Whether it is an integer that means a site.
    place: bool = False
    #: Whether it means a site of the board, never one of a hand.
    on_board: bool = False
    #: Whether its sites tell which empty cells are on the board.
    border: bool = False
    #: Whether it compares integers; and whether it uses them as numbers, or by their order.
    compares: bool = False
    arithmetic: bool = False
    #: Whether it becomes numbers of a table or a graph, and is not compiled.
    data: bool = False
    #: Whether its moves lay tile after tile until all forced tiles lie.
    grows: bool = False
    #: Whether a game with it goes on after everyone passes.
    goes_on: bool = False
    #: The argument with the type of the sites of its pieces, or "".
    stands: str = ""
    #: The parts of the engine that a game with it needs; see `compiler.module.OPTIONAL`.
    engine: frozenset[str] = frozenset()
    #: Numbers of a site, next to component and owner, that it reads or sets: counts, states,
    #: values, rotations.
    numbers: frozenset[str] = frozenset()
    #: Reads outside the board: names that a scope binds (``level`` for ``(level)``, ...,
    #: ``from`` and ``to``); ``last`` and ``last_from``, the ends of the last move; ``hand``,
    #: ``hopped``, ``layer``, ``pending``; ``lying`` for pieces on a named type, ``memory`` for
    #: variables and remembered values, ``regions`` for regions of the equipment, and ``order``
    #: for the order in which players got their pieces.
    reads: frozenset[str] = frozenset()
    #: Changes outside the board, by the same names.
    changes: frozenset[str] = frozenset()
    #: Concepts of a game that contains it, see `Ludeme.concepts`. A name that ends in ``Decision``
    #: belongs to a player's move; as an effect it ends in ``Effect``. A concept that depends on an
    #: argument is ``argument:Concept``; on its absence, ``!argument:Concept``; on its word,
    #: ``argument=word:Concept``.
    concepts: frozenset[str] = frozenset()

    def __or__(self, other: "Facts") -> "Facts":
        both = {f.name: getattr(self, f.name) or getattr(other, f.name) for f in fields(self)}
        for name in ("engine", "numbers", "reads", "changes", "concepts"):
            both[name] = getattr(self, name) | getattr(other, name)
        return Facts(**both | {"reach": min(self.reach, other.reach)})

    @property
    def chance(self) -> bool:
        """Whether chance decides the value."""
        return "chance" in self.engine


def needs(*parts: str) -> Facts:
    """Return the fact that a game with the ludeme needs parts of the engine."""
    return Facts(engine=frozenset(parts))


def numbers(*names: str) -> Facts:
    """Return the fact that the ludeme reads or sets numbers of sites."""
    return Facts(numbers=frozenset(names))


def reads(*names: str) -> Facts:
    """Return the fact that the ludeme reads data outside the board."""
    return Facts(reads=frozenset(names))


def changes(*names: str) -> Facts:
    """Return the fact that the ludeme changes data outside the board."""
    return Facts(changes=frozenset(names))


def around(argument: str, steps: int = 0) -> Facts:
    """Return the fact that the ludeme reads up to `steps` steps from the site of an argument."""
    return Facts(around=(argument, steps))


def stands(argument: str) -> Facts:
    """Return the fact that the ludeme concerns pieces on sites of the type in an argument."""
    return Facts(stands=argument)


#: For rules: no claims. They may read anything, anywhere, and moves may take pieces away.
GLOBAL = Facts()
#: For the equipment and the start, which are outside the rules.
STATIC = Facts()
LOCAL = Facts(reach=0)
SYMMETRIC = Facts(symmetric=True)
TOUCHING = Facts(touching=True)
TILED = Facts(tiled=True)
#: Its value follows from its parts and from the mover.
PURE = LOCAL | SYMMETRIC | TOUCHING | TILED
UNORDERED = Facts(unordered=True)
IDEMPOTENT = Facts(idempotent=True)
BESIDE = Facts(beside=True)
EFFECT = Facts(effects=True)
STACKED = Facts(stacked=True)
PUTS = Facts(puts=True)
TRIES = Facts(tries=True)
LOOPS = Facts(loops=True)
ACTS = Facts(acts=True)
HANDS_ON = Facts(hands_on=True)
ASKS_MOVES = Facts(asks_moves=True)
PIECES = Facts(pieces=True)
FOLLOWS = Facts(follows=True)
PLACE = Facts(place=True)
ON_BOARD = Facts(on_board=True)
BORDER = Facts(border=True)
COMPARES = Facts(compares=True)
ARITHMETIC = Facts(arithmetic=True)
DATA = Facts(data=True)
GROWS = Facts(grows=True)
GOES_ON = Facts(goes_on=True)
CHANCE = needs("chance")
#: For parts of tiles: paths, segments, sides.
TILES = needs("path_tiles")
