"""Boards that grow by the rules hold the tiles and the cells where a player might put one."""

from functools import cache
from random import Random

import pytest

from boardless.games import Game, compile, load
from boardless.games.game_technique import ALL_NAMES, game_technique
from boardless.play import Position, State, run_playouts
from boardless.play.playouts import GAMES
from boardless.topo import Board, InputError, Key

#: A piece beside one or three others, never two: cells leave the board and come back.
ODD = """(game "Odd" (players 2)
    (equipment {(boardless Hexagonal) (tile "A" Each)})
    (rules
        (start (place "A1" (centrePoint)))
        (play (move Add (to (sites Empty)
            if:(= 1 (% (count Sites in:(sites Around (to) NotEmpty)) 2))
        )))
        (end (if (= (count Moves) 30) (result Mover Draw)))
    )
)"""
EVERYWHERE = ODD.replace("(= 1 (%", "(<= 0 (%")


@cache
def game_of(name: str, tiling: str) -> Game:
    return compile(ODD, jit=False) if name == "Odd" else load(name, tiling=tiling, jit=False)


def by_hand(name: str, tiles: dict[Key, int], around: list[Key]) -> bool:
    """Return whether some player might put a tile there, by the rules as people write them."""
    beside = [tiles[cell] for cell in around if cell in tiles]
    return {
        "Andantino": len(beside) >= 2,
        "Bravalath": len(beside) >= 1,
        "Plotto": len(beside) >= 2 and len(set(beside)) < 4,
        "Odd": len(beside) % 2 == 1,
    }[name]


def legal_for_anyone(match: Position) -> set[Key]:
    """Return where some player might put a piece, were it his turn."""
    kernels, counters = match.kernels, match.arrays.n
    mover = match.mover
    found = set()
    for player in range(1, match.game.players + 1):
        counters[kernels.MOVER] = player
        sites = kernels.list_moves(match.arrays)[:, 2].tolist()
        found |= {match.place(site).site for site in sites if site > kernels.HELD}
    counters[kernels.MOVER] = mover
    return found


@pytest.mark.parametrize(("name", "tiling"), [*GAMES, ("Odd", "hexagonal")])
def test_the_board_is_the_tiles_and_the_cells_that_are_allowed(name: str, tiling: str) -> None:
    game = game_of(name, tiling)
    plane = Board.regular(game.tiling, 41)
    centre = plane.key(int(plane.centre[0]))
    rule, base = (
        Position(game, game_technique(technique)) for technique in ("RULE-APPEND", "BASE")
    )
    for seed in range(2):
        random = Random(seed)
        rule.restart()
        base.restart()
        winner = -1
        while winner == -1:
            standing = dict(rule.standing())
            tiles = {cell: what for cell, what in standing.items() if what}
            assert tiles == {cell: what for cell, what in base.standing().items() if what}
            assert len(standing) == rule.cells
            assert standing.keys() == tiles.keys() | legal_for_anyone(base)
            near = {key for tile in tiles for key in around(plane, centre, tile)} - tiles.keys()
            wanted = {cell for cell in near if by_hand(name, tiles, around(plane, centre, cell))}
            assert standing.keys() == tiles.keys() | wanted
            move = random.choice(sorted(base.moves(), key=str))
            winner = base.push(move)
            assert rule.push(move) == winner


def around(plane: Board, centre: Key, cell: Key) -> list[Key]:
    """Return the cells adjacent to one, all relative to the same cell."""
    shift = (centre[0], centre[1])
    site = plane.site((cell[0] + shift[0], cell[1] + shift[1], cell[2]))
    keys = map(plane.key, plane.neighbours(site).tolist())
    return [(i - shift[0], j - shift[1], k) for i, j, k in keys]


@pytest.mark.parametrize(("name", "tiling"), [*GAMES, ("Odd", "hexagonal"), ("Andantino", "4.8.8")])
def test_the_same_games_as_in_all_techniques(name: str, tiling: str) -> None:
    game = game_of(name, tiling)
    tallies = [
        run_playouts(game, technique=technique, playouts=4, seed=7).tally for technique in ALL_NAMES
    ]
    assert len({(tally.wins, tally.lengths) for tally in tallies}) == 1
    zone, rule = (
        sum(n * count for n, count in enumerate(tallies[ALL_NAMES.index(technique)].cells))
        for technique in ("ZONE-APPEND", "RULE-APPEND")
    )
    assert rule <= zone


def test_cells_leave_and_come_back_with_their_sites() -> None:
    match = Position(game_of("Odd", "hexagonal"), game_technique("RULE-APPEND"))
    seen: dict[Key, int] = {}
    left, back = 0, 0
    here: set[Key] = set()
    random = Random(1)
    for _ in range(30):
        now = {match.place(site).site: site for site in match.sites().tolist()}
        left += len(here - now.keys())
        back += len((now.keys() - here) & seen.keys())
        assert all(seen.get(cell, site) == site for cell, site in now.items())
        seen.update(now)
        here = set(now)
        match.push(random.choice(sorted(match.moves(), key=str)))
    assert left > 5
    assert back > 5


def test_containers_are_read_like_those_of_a_board_that_keeps_its_cells() -> None:
    game = load("Andantino", jit=False)
    ruled, zoned = State(game, "RULE-APPEND"), State(game, "ZONE-APPEND")
    for _ in range(4):
        move = next(iter(ruled.legal_moves))
        ruled.push(move)
        zoned.push(move)
    for chunk in ("what", "who", "playable"):
        found = [
            {
                state.cell(site): value
                for site, value in state.containers[0].chunk(chunk).nonzero().items()
            }
            for state in (ruled, zoned)
        ]
        assert found[0].items() <= found[1].items() if chunk == "playable" else found[0] == found[1]


def test_both_first_boards_are_the_tiles_and_what_they_allow() -> None:
    for start in ("5.4", "minimal"):
        state = State(game_of("Andantino", "hexagonal"), "RULE-APPEND", start)
        cells = {state.board.key(site) for site in state.board}
        assert cells == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, -1, 0)}
        assert state.pieces == {(0, 0, 0): 1, (1, 0, 0): 2}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (EVERYWHERE, "they allow pieces far from others"),
        (ODD.replace("NotEmpty", "Empty"), "its rules tell empty cells from those that are not"),
        (ODD.replace("(to) NotEmpty", "(to) Own"), ""),
        (ODD.replace("(sites Empty)", "(sites Around (sites Occupied) Empty)"), ""),
        (
            ODD.replace("(sites Empty)", "(sites Around (sites Occupied))"),
            "its moves are searched for, because they have effects",  # onto pieces
        ),
        (ODD.replace("(sites Empty)", "(sites Outer)"), "its moves are searched for, because"),
        (ODD.replace("(count Moves)", "(count Sites in:(sites Empty))"), "its rules tell"),
        (ODD.replace("(count Moves)", "(what at:(ahead (last To) E))"), ""),
        (ODD.replace("(= (count Moves) 30)", "(is Empty (ahead (last To) E))"), "its rules tell"),
        (ODD.replace("(= (count Moves) 30)", "(is Line 3 whats:{0 1})"), "its rules tell"),
        (ODD.replace("(= (count Moves) 30)", "(is Line 3 whats:{1})"), ""),
        (ODD.replace("(count Moves)", "(last To)"), "its rules tell"),
    ],
)
def test_games_whose_board_cannot_grow_by_the_rules_are_refused(text: str, why: str) -> None:
    game = compile(text, jit=False)
    technique = game_technique("RULE-APPEND")
    if not why:
        assert len(game.start(technique).codes)
        return
    with pytest.raises(InputError, match=f"board of Odd: it cannot grow by the rules: {why}"):
        game.start(technique)


def test_fixed_boards_do_not_grow_by_the_rules() -> None:
    with pytest.raises(InputError, match="Hex has a fixed board, choose BASE or BASE-KEPT"):
        run_playouts(load("Hex", jit=False), technique="rule-append", playouts=1)
