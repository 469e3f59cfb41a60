"""Sets of tiles, drawing by chance, laying from hands, sides that end at a hollow, long paths."""

from itertools import starmap

import pytest

from boardless.games import LudemeError
from boardless.games import compile as compile_text
from boardless.play import State

GAME = """(game "Held" (players 2)
    (equipment {{(boardless Hexagonal) {tiles} (hand P1 size:{hand}) (hand Shared size:{bag}) }})
    (rules (start {start}) (play {play}) (end (if {end} (byScore {{(score P1 {score})}})))))"""


def game(play: str, **more: str) -> State:
    """Return the game of a rule at its start: of three straight tiles, all in the hand or bag."""
    tiles = '(pathTiles "T" numSides:6 colours:3 straight:3)'
    parts = {"tiles": tiles, "hand": "16", "bag": "16", "start": '(place Each "T" P1)'}
    parts |= {"end": "(= 1 2)", "score": "0", **more}
    return State(compile_text(GAME.format(play=play, **parts), jit=False))


def names(state: State, container: int) -> list[str]:
    held = sorted(state.containers[container].chunk("what").nonzero().items())
    return [state.components[what - 1].name for _, what in held]


@pytest.mark.parametrize(
    ("sides", "colours", "straight", "count"),
    # All, without three straight paths, without any; two paths on squares.
    [(6, 3, 3, 16), (6, 3, 2, 14), (6, 4, 2, 56), (6, 3, 0, 8), (4, 2, 2, 2), (4, 2, 1, 1)],
)
def test_sets_of_tiles(sides: int, colours: int, straight: int, count: int) -> None:
    text = f'(pathTiles "T" numSides:{sides} colours:{colours} straight:{straight})'
    tiling = "Hexagonal" if sides == 6 else "Square"
    start = "".join(GAME.format(
        tiles=text, hand="56", bag="1", start='(place Each "T" P1)', play="(move Pass)",
        end="(= 1 2)", score="0",
    )).replace("Hexagonal", tiling)  # fmt: skip
    state = State(compile_text(start, jit=False))
    assert len(names(state, 1)) == len(set(names(state, 1))) == count


@pytest.mark.parametrize("wrong", ["numSides:5 colours:4", "numSides:6 colours:2"])
def test_sets_that_cannot_be(wrong: str) -> None:
    with pytest.raises(LudemeError, match="an even number of sides"):
        game("(move Pass)", tiles=f'(pathTiles "T" {wrong})')


DRAW = "(move Select (from (handSite Shared)) (then (draw (from (sites Hand Shared)) (to {}))))"


def test_what_is_drawn_is_left_to_chance() -> None:
    state = game(
        DRAW.format("(sites Hand P1)"), start='(place Each "T" Shared)', hand="2", bag="16"
    )
    (move,) = state.legal_moves
    state.push(move)
    assert len(state.chances()) == 16
    state.push(state.chances()[3][0])
    # One is gone: fifteen are left to be drawn.
    assert len(state.chances()) == 15
    key = state.key
    state.push(state.chances()[3][0])
    assert not state.chances()
    assert names(state, 1) == [component.name for component in state.components[3:5]]
    assert len(names(state, 2)) == 14
    state.pop()
    assert state.key == key


def test_nothing_is_drawn_where_nothing_lies_or_no_place_is_free() -> None:
    full = game(DRAW.format("(sites Hand P1)"))
    full.push(next(iter(full.legal_moves)))
    assert not full.chances()
    assert len(names(full, 1)) == 16


FIRST = '(move (from (sites Hand P1) if:(= (what at:(from)) (id "T123123"))) (to (centrePoint)))'
LATER = "(move LayHeld (from (sites Hand P1)) (to (sites Playable Orthogonal){}){})"


def begun(later: str, *moves: str, **more: str) -> State:
    """Return the game behind three straight paths in the centre, 1 at the top right, and moves."""
    play = f"(if (= 0 (count Moves)) {FIRST} {later})"
    state = game(play, **more)
    for text in ("", *moves):
        state.push(next(move for move in state.legal_moves if text in str(move)))
    return state


def test_held_tiles_are_laid_in_every_way_that_fits() -> None:
    state = begun(LATER.format("", ""))
    assert len(state.pieces) == 1
    # Every other tile shows a colour at two sides; where it is alike turned by half, at one.
    ways = [move for move in state.legal_moves if ">1,0;" in str(move)]
    straight = [c.name for c in state.components].index("T132132") + 1
    turned = [str(move) for move in ways if str(move).startswith(f"{straight}@")]
    assert len(turned) == 1
    assert len(ways) == 14 * 2 + 1


def test_no_space_gets_too_many_sides_of_a_colour() -> None:
    plain, limited = (begun(LATER.format("", links)) for links in ("", " links:1"))
    assert 0 < len(limited.legal_moves) < len(plain.legal_moves)
    # The tile on the right shows the space below it what the first one does not.
    for move in limited.legal_moves:
        state = limited.copy()
        state.push(move)
        for x, y in ((1, -1), (0, 1)):
            around = links(state, x, y)
            assert len(around) == len(set(around))


def links(state: State, x: int, y: int) -> list[str]:
    """Return the colours that tiles show a place."""
    steps = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    turned = state.containers[0].chunk("rotation").nonzero()
    found = []
    for side, (dx, dy) in enumerate(steps):
        what = state.pieces.get((x + dx, y + dy, 0))
        if what is not None:
            turns = turned.get(state.site((x + dx, y + dy, 0)), 0)
            found.append(state.components[what - 1].name[1 + (side + 3 - turns) % 6])
    return found


ANYWHERE = "(move LayHeld (from (sites Hand P1)) (to (sites Playable Orthogonal) if:{}))"


@pytest.mark.parametrize(
    ("tiles", "controlled"),
    [
        # A row, and one above its right end: the hollow beside it is at the side's end.
        ([(1, 0), (2, 0), (2, 1)], True),
        ([(1, 0), (2, 0), (3, 0), (3, 1)], True),
        # No hollow where the row ends in the open.
        ([(1, 0), (2, 0), (3, 0)], False),
    ],
)
def test_sides_that_end_at_a_hollow(tiles: list[tuple[int, int]], controlled: bool) -> None:
    rule = ANYWHERE.format("(not (is Controlled (to)))")
    free = ANYWHERE.format("True")
    moves = [f">{x},{y};" for x, y in tiles]
    later = f"(if (<= (count Moves) {len(tiles)}) {free} {rule})"
    state = begun(later, *moves)
    targets = {move.actions[-1].site for move in state.legal_moves}
    # Beside the row on the side of the hollow, and beside its left end alone: in both places a
    # tile would meet those that come to fill the side.
    assert ((0, 1, 0) in targets) != controlled
    assert ((-1, 1, 0) in targets) != controlled
    assert {(2, -1, 0), (-1, 0, 0)} <= targets


def test_a_side_is_of_hexagons() -> None:
    text = GAME.format(
        tiles='(tile "T" Each numSides:4)', hand="1", bag="1", start='(place "T1" (handSite P1))',
        play='(move Add (piece "T1") (to (sites Empty) if:(is Controlled (to))))',
        end="(= 1 2)", score="0",
    ).replace("Hexagonal", "Square")  # fmt: skip
    with pytest.raises(LudemeError, match="needs a board that grows by hexagons"):
        compile_text(text, jit=False)


@pytest.mark.parametrize(("loop", "points"), [("", 3), (" loop:2", 6)])
def test_the_longest_path(loop: str, points: int) -> None:
    """A loop of three narrow curves around a corner, and lines of at most two tiles."""
    add = '(move Add (piece "T") (to {} (rotations {}) if:(is Empty (to))))'
    places = [
        ("(centrePoint)", "NNE"),
        ("(ahead (centrePoint) NNE)", "SSE"),
        ("(ahead (centrePoint) E)", "W"),
    ]
    tiles = '(tile "T" {(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)})'
    text = f"""(game "Loop" (players 2) (equipment {{(boardless Hexagonal) {tiles}}})
        (rules (play (or {{ {" ".join(starmap(add.format, places))} }}))
        (end (if (= 3 (count Moves)) (byScore {{
            (score P1 (longestPath 1{loop})) (score P2 (longestPath 2 loop:2))
        }})))))"""
    state = State(compile_text(text, jit=False))
    while state.outcome() is None:
        state.push(next(iter(state.legal_moves)))
    scores = state.position.arrays.numbers
    assert points in scores.tolist()
    assert state.outcome().winner == 1
