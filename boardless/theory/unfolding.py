"""Games unfolded to extensive form: trees of everything that can happen.

Without hidden information all players know the node. Otherwise players remember all that they saw
of the board after each change, and their own moves. A single legal move after an outcome of chance
is part of it.
"""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import networkx as nx

from boardless.games import Game
from boardless.games.game import GameChoice, as_game
from boardless.play import Outcome, State
from boardless.theory.building import add_sets
from boardless.theory.equivalence import view
from boardless.theory.extensive import (
    CHANCE,
    MAX_NODES,
    NOBODY,
    ExtensiveGame,
    depth_first,
    fraction,
)
from boardless.topo import InputError, integer_between
from boardless.util.inputs import shown

#: A number for all observations and moves of a player so far, and the player's last view.
_Memory: TypeAlias = dict[int, tuple[int, int | None]]
#: The largest denominator of payoffs, which suffices for the places of 16 players.
_PARTS = 100


def unfold(game: GameChoice, *, merge: bool = False, nodes: int = 100_000) -> ExtensiveGame:
    """Return a game as a tree, or as positions and the moves between them.

    Parameters
    ----------
    game : Game, str or path
        A small game that ends, or the argument of `games.load`.
    merge : bool
        Merge equal positions into one node. The game must be without hidden information and chance
        and have at most two players.
    nodes : int
        The limit of nodes, up to a million.

    Raises
    ------
    InputError
        If there are more nodes, or positions cannot be merged.

    Examples
    --------
    >>> from boardless.games import compile
    >>> from boardless.theory import matching_pennies, solve, to_lgdl, unfold
    >>> game = unfold(compile(to_lgdl(matching_pennies()), jit=False))
    >>> len(game), solve(game, 10).value
    (7, (0.0, 0.0))
    """
    game = as_game(game)
    nodes = integer_between(nodes, "nodes", 1, MAX_NODES)
    names = tuple(f"Player {number}" for number in range(1, game.players + 1))
    if merge:
        tree = _merged(game, nodes)
        knowledge: list[dict[int, Hashable]] = [dict.fromkeys(range(1, 3), n) for n in tree]
    else:
        unfolding = _Unfolding(game, nodes)
        tree, knowledge = unfolding.tree, unfolding.knowledge
    add_sets(tree, len(names), knowledge)
    return ExtensiveGame(game.name, names, tree)


class _Unfolding:
    """A tree of everything that can happen, with numbers for the players' knowledge at nodes."""

    def __init__(self, game: Game, most: int) -> None:
        self.game, self.most = game, most
        self.tree: nx.DiGraph[int] = nx.DiGraph()
        self.knowledge: list[dict[int, Hashable]] = []
        # This import loads all ludemes; trees made by hand do not need them.
        from boardless.games.ludemes.hiding import hidden_fields

        model = game.module.model
        self.at_once = model.at_once
        self.hides = self.at_once or bool(hidden_fields(model.game))
        self._numbers: dict[Hashable, int] = {}
        state = State(game)
        memory: _Memory = dict.fromkeys(range(1, game.players + 1), (0, None))
        depth_first(self._from(state, memory, 0))

    def _from(self, state: State, memory: _Memory, number: int) -> Iterator[Iterator[Any]]:
        """Add the node of a state, and yield, for each move, the iterator of the nodes after it."""
        ended, chances = state.outcome(), state.chances()
        if number == self.most:
            raise InputError(f"{self.game.name}: more than {self.most:,} nodes: allow more")
        player = NOBODY if ended else CHANCE if chances else state.seat
        paid = () if ended is None else payoffs_of(ended)
        self.tree.add_node(number, player=player, payoffs=paid)
        memory = self._remembered(state, memory)
        here: dict[int, Hashable] = {player: seen for player, (seen, _) in memory.items()}
        self.knowledge.append({} if ended else here if self.hides else dict.fromkeys(here, number))
        if ended:
            return
        for move, odds in chances or [(move, Fraction(1)) for move in list(state.legal_moves)]:
            pushes, then = 1, dict(memory)
            if player > 0:
                then[player] = (self._number((memory[player], str(move))), memory[player][1])
            state.push(move)
            if chances and not state.chances() and len(state.legal_moves) == 1:
                state.push(next(iter(state.legal_moves)))
                pushes = 2
            after = len(self.tree)
            self.tree.add_edge(number, after, move=str(move), probability=odds)
            yield self._from(state, then, after)
            for _ in range(pushes):
                state.pop()

    def _remembered(self, state: State, memory: _Memory) -> _Memory:
        if not self.hides:
            return memory
        memories: _Memory = {}
        for player, (knowledge, before) in memory.items():
            seen = view(state, player)
            if self.at_once:
                # The choices of a round are known once all have chosen.
                known = state.move_stack[: state.ply - state.position.held_choices]
                seen = hash((seen, state.seat, *map(str, known)))
            again = seen == before
            memories[player] = (knowledge if again else self._number((knowledge, seen)), seen)
        return memories

    def _number(self, what: Hashable) -> int:
        return self._numbers.setdefault(what, len(self._numbers) + 1)


def payoffs_of(ended: Outcome) -> tuple[Fraction, ...]:
    """Return the payoffs: the game's own, else from -1 for the last place to 1."""
    if ended.payoffs is not None:
        return ended.payoffs
    return tuple(2 * Fraction(r).limit_denominator(_PARTS) - 1 for r in ended.rewards)


def _merged(game: Game, most: int) -> "nx.DiGraph[int]":
    """Return the positions of a game and the moves between them, in topological order."""
    from boardless.store.positions import explored

    if game.players > 2:
        raise InputError(f"{game.name}: merged positions need a game of at most two players")
    positions = explored(game, positions=most)
    if not positions.complete:
        raise InputError(f"{game.name}: more than {most:,} positions: allow more")
    links: nx.DiGraph[int] = nx.DiGraph()
    links.add_nodes_from(range(len(positions)))
    links.add_edges_from(zip(positions.sources.tolist(), positions.targets.tolist(), strict=True))
    try:
        order = {position: n for n, position in enumerate(nx.topological_sort(links))}
    except nx.NetworkXUnfeasible:
        raise InputError(f"{game.name}: a position can occur again, so it may never end") from None
    tree: nx.DiGraph[int] = nx.DiGraph()
    for position, number in order.items():
        winner = int(positions.winners[position])
        player = int(positions.movers[position]) if winner < 0 else NOBODY
        tree.add_node(number, player=player, payoffs=_won(winner, game.players))
    for position, number in order.items():
        for move, after in positions.moves_of(position).items():
            # An arc has the name of the first move that leads there.
            if not tree.has_edge(number, order[after]):
                tree.add_edge(number, order[after], move=move, probability=Fraction(1))
    return tree


def _won(winner: int, players: int) -> tuple[Fraction, ...]:
    if winner < 0:
        return ()
    if players == 1:
        return (Fraction(1 if winner else -1),)
    return tuple(Fraction(0 if not winner else 1 if player == winner else -1) for player in (1, 2))


#: Probabilities come as floats; they represent fractions with denominators up to this.
_SHARES = 10**6


def from_openspiel(game: Any, *, nodes: int = MAX_NODES) -> ExtensiveGame:
    """Return a game of OpenSpiel as a tree; simultaneous moves become successive ones.

    Parameters
    ----------
    game : pyspiel.Game or str
        The game, or its name for ``pyspiel.load_game``, such as "leduc_poker".
    nodes : int
        The limit of nodes, up to a million.

    Raises
    ------
    InputError
        If OpenSpiel is not installed, the game is unknown, or it has more nodes.
    """
    try:
        import pyspiel
    except ImportError:
        raise InputError("OpenSpiel is not installed: pip install boardless[openspiel]") from None
    nodes = integer_between(nodes, "nodes", 1, MAX_NODES)
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except pyspiel.SpielError:
            raise InputError(f"game {shown(game)}: OpenSpiel does not know this name") from None
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    name = game.get_type().short_name
    tree: nx.DiGraph[int] = nx.DiGraph()
    knowledge: list[dict[int, Hashable]] = []
    left: list[tuple[Any, int, str, Fraction]] = [(game.new_initial_state(), -1, "", Fraction(1))]
    while left:
        state, before, move, odds = left.pop()
        number = len(tree)
        if number == nodes:
            raise InputError(f"{name}: more than {nodes:,} nodes: allow more")
        tree.add_node(number, **_node(state, number))
        if before >= 0:
            tree.add_edge(before, number, move=move, probability=odds)
        player = tree.nodes[number]["player"]
        knowledge.append({player: _information_of(game, state, number)} if player > 0 else {})
        left += reversed([(after, number, *how) for after, *how in _after(state)])
    players = tuple(f"Player {number + 1}" for number in range(game.num_players()))
    add_sets(tree, len(players), knowledge)
    return ExtensiveGame(name, players, tree)


def _node(state: Any, number: int) -> dict[str, object]:
    if state.is_terminal():
        what = f"node {number}: payoff"
        paid = tuple(fraction(payoff, what) for payoff in state.returns())
        return {"player": NOBODY, "payoffs": paid}
    player = CHANCE if state.is_chance_node() else state.current_player() + 1
    return {"player": player, "payoffs": ()}


def _information_of(game: Any, state: Any, number: int) -> Hashable:
    """Return a value that distinguishes the mover's information sets."""
    if game.get_type().provides_information_state_string:
        return str(state.information_state_string(state.current_player()))
    return number


def _after(state: Any) -> Iterator[tuple[Any, str, Fraction]]:
    """Yield the successors of a state, with the names of moves and their probabilities."""
    if state.is_terminal():
        return
    actions = (
        state.chance_outcomes()
        if state.is_chance_node()
        else [(action, 1) for action in state.legal_actions()]
    )
    for action, odds in actions:
        label = state.action_to_string(state.current_player(), action)
        yield state.child(action), label, Fraction(odds).limit_denominator(_SHARES)
