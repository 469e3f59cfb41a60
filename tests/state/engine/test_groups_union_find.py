"""Union-find: connected pieces, updated from move to move, are those that a fill finds."""

from random import Random

from boardless import games
from boardless.games.game_technique import game_technique

SIZE = 4
TEXT = f"""(game "Try" (players 2) (equipment {{
    (board (hex Diamond {SIZE})) (piece "Stone" Each)
    (regions P1 {{(sites Side NE) (sites Side SW)}})
    (regions P2 {{(sites Side NW) (sites Side SE)}})
}}) (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))
"""


def test_a_game_ends_with_the_move_that_joins_and_undo_parts_again() -> None:
    game = games.compile(TEXT, jit=False)
    technique, random = game_technique("BASE-KEPT"), Random(2)
    kernels, s = game.kernels_of(technique, undo=True), game.arrays(technique, undo=True)
    model = game.module.model
    sides = {
        player: [
            {1 + cell for cell in region.of_cells(model)}
            for item in model.regions
            if item.role.value == f"P{player}"
            for region in item.regions
        ]
        for player in (1, 2)
    }
    ends, plies = set(), 0
    for _ in range(30):
        winner = -1
        while winner < 0:
            mover = int(s.n[kernels.MOVER])
            rule, origin, site = random.choice(kernels.list_moves(s).tolist())
            winner, plies = int(kernels.make_move(s, rule, origin, site)), plies + 1
            group = _group(s, site)
            assert (winner == mover) == all(group & side for side in sides[mover])
        ends.add(winner)
        # Some moves are taken back and others made: what was joined has to be parted.
        for _ in range(random.randrange(plies) + 1):
            kernels.undo(s)
            plies -= 1
    assert ends == {1, 2}


def _group(s: object, site: int) -> set[int]:
    """Return the sites of the pieces that hang together with that of a site."""
    step = s.step.reshape(-1, 6).tolist()  # type: ignore[attr-defined]
    who = s.who.tolist()  # type: ignore[attr-defined]
    group, ahead = {site}, [site]
    while ahead:
        for other in step[ahead.pop()]:
            if other and other not in group and who[other] == who[site]:
                group.add(other)
                ahead.append(other)
    return group
