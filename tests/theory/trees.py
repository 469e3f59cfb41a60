"""Random games in extensive form."""

from fractions import Fraction

from hypothesis import strategies as st

from boardless.theory import Chance, DecisionNode, End, ExtensiveGame, extensive
from boardless.theory.building import Node

#: What a node is: 0 an end, 1 chance, others players.
_KINDS = st.sampled_from([0, 0, 1, 2, 2, 3, 4])
_PAYOFFS = st.fractions(min_value=-9, max_value=9, max_denominator=6)


@st.composite
def games(draw: st.DrawFn, deepest: int = 4) -> ExtensiveGame:
    """Draw a game with chance, some players, and information sets of all sorts."""
    numbers: dict[int, int] = {}
    ends: list[list[Fraction]] = []

    def node(depth: int) -> Node:
        kind = draw(_KINDS) if depth else draw(st.sampled_from([1, 2, 3, 4]))
        count = draw(st.integers(1, 3))
        if kind == 0 or depth == deepest:
            ends.append([])
            return End(ends[-1])
        # Ends are found with their payoffs once it is known who plays.
        after = [node(depth + 1) for _ in range(count)]
        labels = [f"move {n}" for n in range(count)]
        if kind == 1:
            weights = [draw(st.integers(1, 5)) for _ in labels]
            odds = [Fraction(weight, sum(weights)) for weight in weights]
            moves = zip(labels, zip(odds, after, strict=True), strict=True)
            return Chance(dict(moves))
        player = numbers.setdefault(kind, len(numbers) + 1)
        known = draw(st.sampled_from(["", "", "here", "there"]))
        said = {player: (known, count)} if known else {}
        return DecisionNode(player, dict(zip(labels, after, strict=True)), said)

    root = node(0)
    if not numbers:
        numbers[2] = 1
        root = DecisionNode(1, {"begin": root})
    for paid in ends:
        paid += [draw(_PAYOFFS) for _ in numbers]
    return extensive("Random", [f"Player {n + 1}" for n in range(len(numbers))], root)
