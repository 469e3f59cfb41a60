"""Random games in extensive form."""

from fractions import Fraction

from hypothesis import strategies as st

from boardless.theory import Chance, DecisionNode, End, ExtensiveGame, extensive
from boardless.theory.building import Node

#: What a node is: 0 an end, 1 chance, others players.
_KINDS = st.sampled_from([0, 0, 1, 2, 2, 3, 3])
_PAYOFFS = st.fractions(min_value=-9, max_value=9, max_denominator=6)


@st.composite
def games(draw: st.DrawFn, deepest: int = 4) -> ExtensiveGame:
    """Draw a game with chance, some players, and information sets of all sorts."""
    players = draw(st.integers(1, 3))

    def node(depth: int) -> Node:
        kind = draw(_KINDS)
        count = draw(st.integers(1, 3))
        if kind == 0 or depth == deepest:
            return End([draw(_PAYOFFS) for _ in range(players)])
        after = [node(depth + 1) for _ in range(count)]
        labels = [f"move {n}" for n in range(count)]
        if kind == 1:
            weights = [draw(st.integers(0, 5)) for _ in labels]
            weights[-1] += not any(weights)
            odds = [Fraction(weight, sum(weights)) for weight in weights]
            moves = zip(labels, zip(odds, after, strict=True), strict=True)
            return Chance(dict(moves))
        # The second player may be the only one who moves, and the third never does.
        player = min(kind - 1, players)
        known = draw(st.sampled_from(["", "", "here", "there"]))
        said = {player: (known, count)} if known else {}
        return DecisionNode(player, dict(zip(labels, after, strict=True)), said)

    return extensive("Random", [f"Player {n + 1}" for n in range(players)], node(0))
