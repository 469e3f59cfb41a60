"""Facts about ludemes: properties of a concept that the rest of the program needs.

Each ludeme declares its facts where it is; facts that depend on its arguments are methods of
`Ludeme` that the class overrides. Facts of a whole game are those of all ludemes inside: no module
keeps a list of classes.
"""

from dataclasses import dataclass, fields
from math import inf


@dataclass(frozen=True)
class Facts:
    """The facts of a ludeme; ``a | b`` has the facts of either. The defaults are safe for any."""

    #: Steps from ``(to)`` to which it reads the board by itself; its parts may read further. Reads
    #: that may change without a change on the board near there (the last move, counters, hands)
    #: count as anywhere, infinity. See `Ludeme.reach`.
    reach: float = inf
    #: The argument that is a site, and the steps from there to which it reads; see `around`.
    around: tuple[str, int] | tuple[()] = ()
    #: Whether it says nothing of directions and places, or only such as `rule_symmetries` turns.
    symmetric: bool = False
    #: Whether the order of its parts does not matter.
    unordered: bool = False
    #: Whether a part of a list that stands there again changes nothing.
    idempotent: bool = False
    #: Whether cells that touch no piece make no difference to it, whatever stands in it.
    touching: bool = False
    #: Whether the sites to which it leads are ones with pieces, or beside such.
    beside: bool = False
    #: Whether only states of games whose moves have consequences have room for it.
    effects: bool = False
    #: Whether it is about pieces that lie one upon another.
    stacked: bool = False
    #: Whether it means the same where a regular board is cut out of a tiling as where its sites
    #: are laid out one by one; games with others on fixed boards are laid out.
    tiled: bool = False
    #: Whether it takes no piece off the board, of rules that make moves.
    puts: bool = False
    #: Whether it lets something be on a site for a trial.
    tries: bool = False
    #: Whether it is compiled to loops, so that one function serves all places with its moves.
    loops: bool = False
    #: Whether its moves always do something to a site where a piece stands, as far as its parts do.
    acts: bool = False
    #: Whether it hands the moves of its parts on as they are.
    hands_on: bool = False
    #: Whether it asks for the moves of the whole game.
    asks_moves: bool = False
    #: Whether it goes through pieces, by their own rules if it has none.
    pieces: bool = False
    #: Whether it says what goes along with a move, or follows from it.
    follows: bool = False
    #: Whether it is an integer that means a site.
    place: bool = False
    #: Whether it means a site of the board, never one of a hand.
    on_board: bool = False
    #: Whether its sites tell which empty cells are on the board.
    border: bool = False
    #: Whether it compares integers; and whether it works with them as numbers, or by their order.
    compares: bool = False
    arithmetic: bool = False
    #: Whether it is made into numbers of a table or a graph, and not compiled.
    data: bool = False
    #: Whether its moves put down tiles one after another until all that have to lie do.
    grows: bool = False
    #: Whether a game with it goes on when everyone passes.
    goes_on: bool = False
    #: The argument that says on which type of sites the pieces stand that it is about; "" if none.
    stands: str = ""
    #: What the engine needs for a game with it; see `compiler.module.OPTIONAL`.
    engine: frozenset[str] = frozenset()
    #: Numbers of a site, beside component and owner, that it reads or sets: counts, states,
    #: values, rotations.
    numbers: frozenset[str] = frozenset()
    #: Reads beside the board: names that a scope binds (``level`` for ``(level)``, ...,
    #: ``from`` and ``to``); ``last`` and ``last_from``, where the last move went and came from;
    #: ``hand``, ``hopped``, ``layer``, ``pending``; ``lying`` for pieces on the type that is named,
    #: ``memory`` for variables and remembered values, ``regions`` for those of the equipment, and
    #: ``order`` for that in which players came to have their pieces.
    reads: frozenset[str] = frozenset()
    #: Changes beside the board, by the same names.
    changes: frozenset[str] = frozenset()
    #: Concepts of a game in which it stands, see `Ludeme.concepts`. Those that end in ``Decision``
    #: are of a move of a player; of the same as an effect they end in ``Effect``. Of a ludeme with
    #: an argument alone, ``argument:Concept``; without it, ``!argument:Concept``; if it is a word,
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
    """Return the fact that a game with it needs parts of the engine."""
    return Facts(engine=frozenset(parts))


def numbers(*names: str) -> Facts:
    """Return the fact that it reads or sets numbers of sites."""
    return Facts(numbers=frozenset(names))


def reads(*names: str) -> Facts:
    """Return the fact that it reads something beside the board."""
    return Facts(reads=frozenset(names))


def changes(*names: str) -> Facts:
    """Return the fact that it changes something beside the board."""
    return Facts(changes=frozenset(names))


def around(argument: str, steps: int = 0) -> Facts:
    """Return the fact that it reads up to so many steps from the site that an argument is."""
    return Facts(around=(argument, steps))


def stands(argument: str) -> Facts:
    """Return the fact that it is about pieces on sites of the type that an argument says."""
    return Facts(stands=argument)


#: Of rules: nothing is claimed. It may read anything, anywhere, and moves may take pieces away.
GLOBAL = Facts()
#: Of the equipment and the start: they play no part in rules.
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
#: Of parts of tiles: paths, segments, sides.
TILES = needs("path_tiles")
