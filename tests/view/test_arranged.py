"""Boards that are drawn as what they stand for: maps, trains, bodies."""

from itertools import combinations

import pytest

from boardless.games import compile, load
from boardless.play import State
from boardless.topo import InputError
from boardless.view import Scene, scene_of


@pytest.fixture(scope="module")
def world() -> Scene:
    return scene_of(State(load("Pandemic", jit=False)))


def _apart(scene: Scene, least: int) -> bool:
    points = {cell[1:] for cell in scene.cells.values()}
    pairs = combinations(points, 2)
    return all((x - u) ** 2 + (y - v) ** 2 >= least**2 for (x, y), (u, v) in pairs)


def test_what_lies_beside_a_city_is_called_as_the_city_and_drawn_around_it(world: Scene) -> None:
    near = [name for name, label in world.labels.items() if label == "Lagos"]
    assert len(near) > 6
    city = next(world.cells[name] for name in near if world.cells[name][0] == 0)
    reach = [abs(world.cells[it][1] - city[1]) + abs(world.cells[it][2] - city[2]) for it in near]
    assert max(reach) < 600
    assert len({world.cells[name][1:] for name in near}) == len(near)


def test_roads_round_the_world_leave_the_map_on_both_sides(world: Scene) -> None:
    wide = max(x for _, x, _ in world.cells.values()) - min(x for _, x, _ in world.cells.values())
    assert max(abs(x - u) for x, _, u, _ in world.ground.lines) < 0.6 * wide


def test_cubes_have_the_colours_that_they_are_called_by(world: Scene) -> None:
    looks = {kind["title"]: (kind["fill"], kind["written"]) for kind in world.kinds}
    cubes = [looks[f"{colour} Cube"] for colour in ("Yellow", "Red", "Blue", "Black")]
    assert len({fill for fill, _ in cubes}) == len({sign for _, sign in cubes}) == 4


@pytest.mark.parametrize("players", ["2", "4"])
def test_a_train_has_cars_with_roofs_and_what_players_have(players: str) -> None:
    state = State(load("Colt Express", [f"Players/{players}"], jit=False))
    scene, count = scene_of(state), int(players)
    labels = list(scene.labels.values())
    assert labels.count("the roof of car 1") == 3 + count
    assert labels.count("the locomotive") == 3 + count + 1
    assert labels.count("loot of player 2") == 3
    assert len(scene.cells) == len(state.board)
    used = {scene.cells[name][1:] for name, label in scene.labels.items() if label != "round"}
    assert len(used) == len([label for label in labels if label != "round"])


@pytest.mark.parametrize("options", [["Players/2"], ["Players/6"], ["Rules/TAG"]])
def test_a_body_has_a_place_for_each_organ_and_for_what_lies_upon_it(options: list[str]) -> None:
    state = State(load("Virus!", options, jit=False))
    scene = scene_of(state)
    assert list(scene.labels.values())[:2] == ["heart of player 1", "brain of player 1"]
    assert list(scene.labels.values())[-1] == "the table"
    assert len(scene.cells) == len(state.board)
    assert _apart(scene, 40)
    hearts = [scene.cells[it] for it, label in scene.labels.items() if label == "heart of player 1"]
    assert len({x for _, x, _ in hearts}) == 1 < len(hearts)


ROWS = """
(game "Rows" (players 2) (equipment { (board (rectangle 3 2)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
(metadata (graphics { (frames Rows 300 50 2
    (rows 1 0 0 100 0 0 0 {"left of #" "table"} {"right of #" "table"})
    (frame 9 9 {Player ""} "ink" 5)
    %s
) }))"""


def test_a_description_arranges_the_rows_of_a_board_in_frames() -> None:
    scene = scene_of(State(compile(ROWS % '(mark "M0,0h9" 7 0 "" {"ink" ""} 2)', jit=False)))
    assert [*scene.labels.values()] == ["left of 1", "right of 1", "left of 2", "right of 2"] + [
        "table"
    ] * 2
    assert [cell[1:] for cell in scene.cells.values()] == [
        (0, 0), (100, 0), (300, 0), (400, 0), (0, 50), (100, 50),
    ]  # fmt: skip
    frames, paths = scene.ground.marks[::2], scene.ground.marks[1::2]
    assert [mark[0] for mark in frames] == [
        "M-9,-9H109V9H-9z", "M291,-9H409V9H291z", "M-9,41H109V59H-9z",
    ]  # fmt: skip
    assert [mark[1] for mark in frames] == [*scene.colours, ""]
    assert [mark[0] for mark in paths] == ["M7,0L16,0", "M307,0L316,0"]


@pytest.mark.parametrize("part", ['(rows 1 "a")', "(frame 1 2)", "(rows 0 0)", "(mark 1 2 3)"])
def test_wrong_parts_of_frames_are_refused(part: str) -> None:
    with pytest.raises(InputError, match="frames of Rows"):
        scene_of(State(compile(ROWS % part, jit=False)))


def test_rows_without_places_for_all_cells_stay_a_board() -> None:
    text = ROWS.replace("(rows 1 0 0", "(rows 0 0 0").replace("(frame 9 9", "(other 9 9") % ""
    scene = scene_of(State(compile(text, jit=False)))
    assert "a1" in scene.labels.values()


def test_cards_have_the_figures_that_a_description_names() -> None:
    kinds = scene_of(State(load("Virus!", jit=False))).kinds
    faces = {kind["title"]: kind["card"] for kind in kinds if kind["card"]}
    assert faces["Heart 1"]["figure"] == "heart"
    assert faces["Heart 1"]["words"] == "Heart"
    assert faces["Bone Virus 0"]["figure"] == "virus"
    assert faces["Heart 1"]["fill"] == faces["Heart Virus 0"]["fill"]
