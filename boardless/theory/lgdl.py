"""Any finite game as a description in L-GDL.

The board holds the game's graph once for the truth and once for each player. A neutral, invisible
marker stands on the state of the game. In a player's own copy, hidden from the others, the player
has markers on all states of the information set. Moves select one of the first vertices. The source
writes rules for every state. Here they stand in maps, one rule a move, so that the rules do not
grow with the game, and its text is at most as long as its tree. A map returns keys without an entry
unchanged, such as a state that a player can tell from all others.

Source: sections 3.1 to 3.5 of D. Soemers, É. Piette, M. Stephenson, C. Browne, The Ludii Game
Description Language is Universal, 2022.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import lcm

from boardless.games.language.choices import MAX_RANGE
from boardless.games.language.reader import MAX_INTEGER, MAX_PARTS, MAX_PAYOFF
from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame
from boardless.topo import InputError
from boardless.util.inputs import shown

_WIDTH = 96
#: The present state in the language, and the next one.
_STATE, _NEXT = '("State")', '(var "Next")'


def seats(game: ExtensiveGame) -> tuple[int, ...]:
    """Return the players that P1, P2, ... stand for: P1 is the first mover, if it is a player."""
    begins = max(game.player(0), 1)
    return (begins, *(n for n in range(1, len(game.players) + 1) if n != begins))


def to_lgdl(game: ExtensiveGame) -> str:
    """Return a game as the text of a description; state n of it is vertex n of the board.

    Raises
    ------
    InputError
        If a payoff or a probability is beyond the limits of the language.

    Examples
    --------
    >>> from boardless.games import compile
    >>> from boardless.theory import kuhn, to_lgdl
    >>> compile(to_lgdl(kuhn()), jit=False)
    <Game Kuhn poker of 2>
    """
    _check_numbers(game)
    return "\n".join((*_game(game), "", *_definitions(game), ""))


def _check_numbers(game: ExtensiveGame) -> None:
    parts = 1
    for node in game.tree:
        shares = lcm(*(game.probability(node, after).denominator for _, after in game.moves(node)))
        if shares > MAX_INTEGER:
            raise InputError(
                f"node {node}: its probabilities are whole in {shown(shares)} parts: a description "
                f"takes at most {MAX_INTEGER:,}"
            )
        for payoff in game.payoffs(node):
            parts = lcm(parts, payoff.denominator)
            if abs(payoff) > MAX_PAYOFF or parts > MAX_PARTS:
                number = payoff.numerator if payoff.denominator == 1 else payoff
                raise InputError(
                    f"node {node}: payoff {shown(number)}: a description takes up to "
                    f"{MAX_PAYOFF:,}, all whole in at most {MAX_PARTS:,} parts"
                )


def _game(game: ExtensiveGame) -> Iterator[str]:
    yield from (
        f"// P{seat}: {' '.join(game.players[player - 1].split())}"
        for seat, player in enumerate(seats(game), 1)
    )
    yield f'(game "{_name(game.name)}"'
    yield f"    (players {len(game.players)})"
    yield "    (equipment {"
    yield "        (board (graph"
    yield from _list("            vertices:{", _vertices(game), "}")
    yield from _list("            edges:{", _edges(game), "}) use:Vertex)")
    yield '        (piece "Marker" Each)'
    yield '        (piece "Marker" Neutral)'
    yield from _regions(game)
    yield from _maps(game)
    yield "    })"
    yield "    (rules"
    yield "        (start {"
    yield '            (place "Marker0" 0)'
    for seat, player in enumerate(seats(game), 1):
        first_set = game.information_sets[player - 1][0]
        sites = " ".join(str(seat * len(game) + node) for node in first_set)
        name = f"Marker{seat}" if len(game.players) > 1 else "Marker"
        yield f'            (place "{name}" (sites {{{sites}}}))'
    yield '            ("Hide")'
    yield "        })"
    yield from _play(game)
    yield from _end(game)
    yield "    )"
    yield ")"


def _name(text: str) -> str:
    return " ".join(text.replace('"', "'").replace("\\", "/").split())[:100] or "Game"


def _list(before: str, items: Iterable[object], after: str) -> list[str]:
    inner = " " * (len(before) - len(before.lstrip()) + 4)
    texts = list(map(str, items))
    if len(before) + sum(map(len, texts)) + len(texts) + len(after) <= _WIDTH:
        return [f"{before}{' '.join(texts)}{after}"]
    lines = [inner]
    for text in texts:
        if len(lines[-1]) + len(text) > _WIDTH:
            lines.append(inner)
        lines[-1] += text if lines[-1] == inner else f" {text}"
    return [before, *lines, inner[4:] + after]


def _vertices(game: ExtensiveGame) -> list[str]:
    """Return the places of the vertices: a row for every number of moves, copies in a line."""
    depths, row = [0] * len(game), [0] * len(game)
    for node in game.tree:
        for _, after in game.moves(node):
            depths[after] = max(depths[after], depths[node] + 1)
    width = [0] * (max(depths) + 1)
    for node, depth in enumerate(depths):
        row[node] = width[depth]
        width[depth] += 1
    space, deepest = max(width) + 1, max(depths)
    return [
        f"{{{copy * space + row[node]} {deepest - depths[node]}}}"
        for copy in range(len(game.players) + 1)
        for node in game.tree
    ]


def _edges(game: ExtensiveGame) -> list[str]:
    return [
        f"{{{copy * len(game) + before} {copy * len(game) + after}}}"
        for copy in range(len(game.players) + 1)
        for before, after in game.tree.edges
    ]


def _regions(game: ExtensiveGame) -> Iterator[str]:
    size = len(game)
    for copy in range(len(game.players) + 1):
        ends = [*range(copy * size, (copy + 1) * size, MAX_RANGE), (copy + 1) * size]
        ranges = [f"{first}..{end - 1}" for first, end in pairwise(ends)]
        yield from _list(f'        (regions "Subgraph_{copy}" {{', ranges, "})")
    for seat, player in enumerate(seats(game), 1):
        if turns := _turns(game, player):
            yield from _list(f'        (regions "Turn_{seat}" {{', turns, "})")
    for count, nodes in _chances(game).items():
        yield from _list(f'        (regions "Chance_{count}" {{', nodes, "})")
    for count in range(1, _most(game) + 1):
        able = [n for n in game.tree if game.player(n) > 0 and len(game.moves(n)) >= count]
        yield from _list(f'        (regions "Moves_{count}" {{', able, "})")


def _turns(game: ExtensiveGame, player: int) -> list[int]:
    return [node for node in game.tree if game.player(node) == player]


def _chances(game: ExtensiveGame) -> dict[int, list[int]]:
    by_moves: dict[int, list[int]] = {}
    for node in game.tree:
        if game.player(node) == CHANCE:
            by_moves.setdefault(len(game.moves(node)), []).append(node)
    return dict(sorted(by_moves.items()))


def _most(game: ExtensiveGame) -> int:
    return max((len(game.moves(node)) for node in game.tree if game.player(node) > 0), default=0)


def _maps(game: ExtensiveGame) -> Iterator[str]:
    branches: dict[int, list[tuple[int, int]]] = {}
    weights: dict[int, list[tuple[int, int]]] = {}
    for node in game.tree:
        moves = game.moves(node)
        chances = [game.probability(node, after) for _, after in moves]
        parts = lcm(*(chance.denominator for chance in chances))
        for n, (_, after) in enumerate(moves):
            branches.setdefault(n, []).append((node, after))
            if game.player(node) == CHANCE:
                weights.setdefault(n, []).append((node, int(chances[n] * parts)))
    for n, pairs in branches.items():
        yield from _map(f"Branch_{n}", pairs)
    for n, pairs in weights.items():
        yield from _map(f"Weight_{n}", pairs)
    outcomes = _outcomes(game)
    ends = [node for node in game.tree if game.player(node) == NOBODY]
    pairs = [(node, outcomes[game.payoffs(node)]) for node in ends]
    yield from _map("Outcome", [(node, first) for node, first in pairs if node != first])
    for seat, player in enumerate(seats(game), 1):
        base = seat * len(game)
        firsts = [(node, game.sets(node)[player - 1]) for node in game.tree]
        pairs = [(base + node, base + first) for node, first in firsts if node != first]
        yield from _map(f"First_{seat}", pairs)


def _map(name: str, pairs: Iterable[tuple[int, int]]) -> list[str]:
    texts = [f"(pair {key} {value})" for key, value in pairs]
    return _list(f'        (map "{name}" {{', texts, "})") if texts else []


def _outcomes(game: ExtensiveGame) -> dict[tuple[object, ...], int]:
    """Return the first end with each of the different payoffs."""
    by_payoffs: dict[tuple[object, ...], int] = {}
    for node in game.tree:
        if game.player(node) == NOBODY:
            by_payoffs.setdefault(game.payoffs(node), node)
    return by_payoffs


def _play(game: ExtensiveGame) -> Iterator[str]:
    yield "        (play (or {"
    for count in range(1, _most(game) + 1):
        condition = f'(is In {_STATE} (sites "Moves_{count}"))'
        yield f'            (if {condition} ("Choose" {count - 1} "Branch_{count - 1}"))'
    for count in _chances(game):
        condition = f'(is In {_STATE} (sites "Chance_{count}"))'
        yield f"            (if {condition} (random"
        weights = [f'(mapEntry "Weight_{n}" {_STATE})' for n in range(count)]
        yield from _list("                {", weights, "}")
        # All moves select the same vertex, because the mover must not see the choice of chance.
        moves = [f'("Choose" 0 "Branch_{n}")' for n in range(count)]
        yield from _list("                {", moves, "}))")
    yield "        }))"


def _end(game: ExtensiveGame) -> Iterator[str]:
    # After a move the variable stores the marker's place, which saves a search.
    at = _NEXT if game.moves(0) else _STATE
    yield "        (end {"
    for payoffs, first in _outcomes(game).items():
        yield f'            (if (= (mapEntry "Outcome" {at}) {first})'
        paid = [
            f"(payoff P{seat} {_amount(payoffs[player - 1])})"
            for seat, player in enumerate(seats(game), 1)
        ]
        yield from _list("                (payoffs {", paid, "}))")
    yield "        })"


def _amount(payoff: object) -> str:
    above, _, below = str(payoff).partition("/")
    return f"(/ {above} {below})" if below else above


def _definitions(game: ExtensiveGame) -> Iterator[str]:
    count, size = len(game.players), len(game)
    yield '(define "State" (where "Marker" Neutral))'
    yield ""
    yield "// A move selects a vertex; the map of its branch says which state follows."
    yield '(define "Choose" (move Select (from #1)'
    yield f'    (then (set Var "Next" (mapEntry #2 {_STATE}) (then ("Reach"))))))'
    yield ""
    yield "// The states that a player cannot tell from the one that follows."
    for seat in range(1, count + 1):
        yield f'(define "InformationSet_{seat}" (forEach (sites "Subgraph_{seat}") if:(='
        yield f'    (mapEntry "First_{seat}" (site))'
        yield f'    (mapEntry "First_{seat}" (+ {seat * size} {_NEXT})))))'
    yield ""
    yield '(define "Reach" (and {'
    yield f"    (fromTo (from {_STATE}) (to {_NEXT}))"
    for seat in range(1, count + 1):
        yield f"    (remove (sites Occupied by:P{seat}))"
    for seat in range(1, count + 1):
        yield f'    (add (piece {seat}) (to "InformationSet_{seat}"))'
    yield '    ("Hide")'
    for seat, player in enumerate(seats(game), 1):
        if _turns(game, player):
            turn = f'(if (is In {_NEXT} (sites "Turn_{seat}")) (set NextPlayer (player {seat})))'
            yield f"    {turn}"
    yield "}))"
    yield ""
    yield '(define "Hide"'
    yield '    (set Hidden (sites "Subgraph_0") to:All)'
    for seat in range(1, count + 1):
        for other in range(1, count + 1):
            if seat != other:
                yield f'    (set Hidden (sites "Subgraph_{seat}") to:(player {other}))'
    yield ")"
