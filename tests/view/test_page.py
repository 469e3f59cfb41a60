"""Boards in a real browser, by clicks and by keys; skipped where there is no browser."""

from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from playwright.sync_api import expect

from boardless.games import compile, load
from boardless.play import State
from boardless.state import Action, Component, Equipment, FreeState, Move, Trial
from boardless.state.engine.actions import ADD, SET_COUNT
from boardless.strategies import ZONE_APPEND
from boardless.topo import SQUARE
from boardless.view import Answer, Session, scene_of, to_html
from boardless.view.server import served
from tests.games.test_description_own_tilings import OWN
from tests.view.games import uncompiled
from tests.view.test_picture_piles import begun
from tests.view.test_scene import MOVING, hiding


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.wait_for_selector(".cells [data-place]")
    return page


def cell(page: Any, name: str) -> Any:
    return page.locator(f'.cells [data-place="{name}"]')


def middle(shown: Any) -> tuple[int, int]:
    """Return the middle of what is shown, in pixels."""
    box = shown.bounding_box()
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


def until(page: Any, ply: int) -> None:
    """Wait until a ply is shown."""
    page.locator(f'.count[data-ply="{ply}"]').wait_for()


def shown(page: Any) -> set[str]:
    return set(
        page.eval_on_selector_all(".cells [data-place]", "all => all.map(o => o.dataset.place)")
    )


def test_tic_tac_toe_to_the_end_by_words_clicks_and_keys(board: Any) -> None:
    session = Session(State(load("Tic-Tac-Toe", jit=False)))
    with served(session) as server:
        page = opened(board, server.address)
        words = page.get_by_label("a move in words")
        words.fill("z9")
        words.press("Enter")
        page.locator(
            ".error", has_text="No legal move has this name; choose from a1, b1, c1 and 6 more."
        ).wait_for()
        assert words.input_value() == "z9"
        words.fill("B2")
        words.press("Enter")
        until(page, 1)
        expect(words).to_have_value("")
        for ply, name in enumerate(("1,0", "0,1"), 2):
            cell(page, name).click()
            until(page, ply)
        cell(page, "0,1").click()
        page.get_by_text("b3 is taken, and no rule lets player 2 play there now").wait_for()
        assert session.state.ply == 3
        cell(page, "0,1").focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.place") == "1,1"
        assert middle(page.locator(".focus polygon")) == middle(cell(page, "1,1"))
        page.keyboard.press("Enter")
        until(page, 4)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        until(page, 5)
        page.locator(".caption", has_text="player 1 has won").wait_for()
        label = cell(page, "0,-1").get_attribute("aria-label")
        assert label == "cell b1, Disc of player 1, last move"
        # A second press of what ended the game is not meant; later ones are told why.
        page.wait_for_function("() => !document.querySelector('.result').inert")
        cell(page, "-1,0").click()
        page.get_by_text("the game is over, player 1 has won").wait_for()
        assert page.locator(".pieces > g").count() == 5
    assert session.state.outcome().winner == 1


def test_andantino_grows_under_the_pointer(board: Any) -> None:
    session = Session(State(load("Andantino", jit=False)))
    state = session.state
    with served(session) as server:
        page = opened(board, server.address)
        random = Random(2)
        for ply in range(1, 11):
            name = random.choice(sorted(scene_of(state).moves.values()))[0][0]
            cell(page, name).click()
            until(page, ply)
            assert shown(page) == set(scene_of(state).cells)
        assert state.ply == 10
        assert page.locator(".pieces > g").count() == 12
        columns = {name.split(",")[0] for name in scene_of(state).cells}
        assert columns <= {*page.locator(".labels text").all_text_contents()}
        name = next(iter(scene_of(state).moves.values()))[0][0]
        cell(page, name).hover()
        page.locator(".ghost > g").wait_for()
        assert state.ply == 10


def test_own_tilings_are_played_on(board: Any, tmp_path: Path) -> None:
    for tiling in OWN:
        (tmp_path / "own.json").write_text(tiling.to_json())
        state = State(load("Andantino", tiling=str(tmp_path / "own.json"), jit=False))
        with served(Session(state)) as server:
            page = opened(board, server.address)
            for ply in range(1, 5):
                name = min(scene_of(state).moves.values())[0][0]
                cell(page, name).hover()
                page.locator(".ghost > g").wait_for()
                cell(page, name).click()
                until(page, ply)
                assert shown(page) == set(scene_of(state).cells)
                outline = cell(page, name).locator("path").get_attribute("d")
                prototile = [*map(int, name.split(",")), 0][2]
                assert len(outline.split("L")) == len(tiling.faces[prototile])


def test_undo_branches_text_and_new_games(board: Any) -> None:
    session = Session(State(load("Tic-Tac-Toe", jit=False)), seed=3)
    with served(session) as server:
        page = opened(board, server.address)
        for ply, name in enumerate(("0,0", "1,0"), 1):
            cell(page, name).click()
            until(page, ply)
        page.get_by_role("button", name="Undo").click()
        until(page, 1)
        cell(page, "0,1").click()
        until(page, 2)
        page.get_by_text("Variations").click()
        listed = page.locator(".variations button")
        expect(listed).to_have_text(["b2", "c2", "b3"])
        # Looking moves nobody else; the game goes on from there when that is wanted.
        page.locator('.variations [data-node="2"]').click()
        cell(page, "1,0").and_(page.get_by_label("last move")).wait_for()
        assert str(session.state.peek()) == "+2@0,1"
        page.get_by_role("button", name="Go on from here").click()
        expect(page.locator(".notice")).to_be_hidden()
        assert str(session.state.peek()) == "+2@1,0"
        page.get_by_label("turn", exact=True).fill("0")
        until(page, 0)
        cell(page, "1,1").click()
        page.locator(".error", has_text="This is not the position of the game.").wait_for()
        page.get_by_role("button", name="Back to the game").click()
        until(page, 2)
        page.get_by_role("button", name="Undo").click()
        until(page, 1)
        page.get_by_text("As text").click()
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_label("the game as text")).to_have_value(session.text())
        page.get_by_role("button", name="New game, same luck").click()
        until(page, 0)
        page.get_by_text("Players and settings").click()
        assert page.get_by_label("seed", exact=True).input_value() == "3"
        page.get_by_role("button", name="Load").click()
        until(page, 1)
        page.get_by_label("seed", exact=True).fill("99")
        page.get_by_role("button", name="With this seed").click()
        until(page, 0)
        assert session.seed == 99


def test_agents_sit_and_give_hints(board: Any) -> None:
    session = Session(State(load("Tic-Tac-Toe", jit=False)), seed=3)
    with served(session) as server:
        page = opened(board, server.address)
        page.get_by_text("Players and settings").click()
        page.get_by_label("Player 2").select_option("plays at random")
        cell(page, "0,0").click()
        until(page, 2)
        page.get_by_role("button", name="Hint").click()
        page.locator(".hints text").first.wait_for()
        assert page.locator(".hints circle").count() == 7
        page.get_by_role("button", name="Undo").click()
        until(page, 0)
    assert session.state.ply == 0


def test_hints_tell_each_step_of_a_move(board: Any) -> None:
    def adviser(state: State, random: Random) -> Answer:
        queen, *_, ant = state.legal_moves
        return Answer(ant, {queen: 1, ant: 3}, {queen: 0.25, ant: 0.75})

    state = State(uncompiled("Hive"))
    state.push(next(iter(state.legal_moves)))
    session = Session(state, ["person", adviser])
    with served(session) as server:
        page = opened(board, server.address)
        session.thinking.hint(session.seats[1])
        hinted = page.locator(".hand button[data-hint]")
        hinted.first.wait_for()
        # Of two spiders and three ants any may be taken.
        assert hinted.locator(".hint").all_text_contents() == ["0.25"] * 2 + ["0.75"] * 3
        assert page.locator(".hints circle").count() == 0
        hinted.last.click()
        expect(page.locator(".hints text")).to_have_text("0.75")


def test_an_agent_is_stopped(board: Any) -> None:
    free = Event()

    def slow(state: State, random: Random) -> Move:
        assert free.wait(60)
        return next(iter(state.legal_moves))

    session = Session(State(load("Tic-Tac-Toe", jit=False)), ["person", slow])
    with served(session) as server:
        page = opened(board, server.address)
        cell(page, "0,0").click()
        page.get_by_text("player 2 thinks").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("player 2 thinks").wait_for(state="hidden")
        free.set()
        session.thinking.wait(60)
        assert session.state.ply == 1
        page.get_by_role("button", name="Let it think").click()
        until(page, 2)


def test_a_hand_and_then_a_cell(board: Any) -> None:
    session = Session(State(compile(MOVING, jit=False)))
    with served(session) as server:
        page = opened(board, server.address)
        hand = page.locator('.hand [data-place="h1.0"]')
        assert page.locator(".cells .open").count() == 9  # there is nothing else to be picked
        hand.focus()
        page.keyboard.press("Enter")
        assert hand.get_attribute("aria-pressed") == "true"
        assert page.evaluate("document.activeElement.dataset.place") == "h1.0"
        assert page.locator(".cells .open").count() == 9
        cell(page, "0,0").click()
        until(page, 1)
    assert str(session.state.peek()) == "1@h1.0>0,0"


WALKING = """
(game "Walk" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" (sites {0 1})) (place "Man2" (sites {7 8}))})
        (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def test_from_a_cell_to_a_cell(board: Any) -> None:
    session = Session(State(compile(WALKING, jit=False)))
    with served(session) as server:
        page = opened(board, server.address)
        assert page.locator(".cells .open").count() == 2
        cell(page, "-1,-1").click()
        cell(page, "-1,-1").and_(page.locator(".picked")).wait_for()
        page.keyboard.press("Escape")
        assert page.locator(".cells .picked").count() == 0
        cell(page, "-1,-1").click()
        cell(page, "0,-1").click()  # another piece instead
        assert page.locator(".cells .picked").get_attribute("data-place") == "0,-1"
        cell(page, "0,0").click()
        until(page, 1)
        assert cell(page, "0,-1").get_attribute("aria-label").startswith("cell b1, empty")
    assert str(session.state.peek()) == "1@0,-1>0,0"


def test_a_move_changes_the_items_that_it_moves_and_no_others(board: Any) -> None:
    with served(Session(State(compile(WALKING, jit=False)))) as server:
        page = opened(board, server.address)
        page.evaluate(
            "for (const node of document.querySelectorAll('[data-item]')) node.old = true"
        )
        cell(page, "-1,-1").click()
        cell(page, "0,0").click()
        until(page, 1)
        fresh = page.evaluate(
            """[...document.querySelectorAll(".drawn > g > g")].filter((node) => !node.old)
            .map((node) => [node.parentNode.getAttribute("class"), node.dataset.item])"""
        )
        assert [name for layer, name in fresh if layer == "pieces"] == ["0,0"]
        assert {layer for layer, _ in fresh} == {"pieces", "rings"}
        assert page.locator(".pieces > g").count() == 4


class Turned(Session):
    """A session whose pieces may lie in four ways; what is chosen is kept."""

    chosen = ""

    def data(self, seat: int = 0, node: int | None = None) -> dict[str, Any]:
        data = super().data(seat, node)
        moves = {
            f"{text};{place}~{turn}": ((place,), what, turn)
            for text, ((place,), what, _) in data["scene"]["moves"].items()
            for turn in range(4)
        }
        picture = data["scene"]["picture"]
        puts = {
            f"{name.split(',')[0]},{turn},0": look
            for name, look in picture["puts"].items()
            for turn in range(4)
        }
        picture = {**picture, "puts": puts}
        return {**data, "scene": {**data["scene"], "moves": moves, "picture": picture}}

    def play(self, text: object, node: int | None = None) -> None:
        self.chosen = str(text)


def test_a_choice_of_rotations(board: Any) -> None:
    session = Turned(State(load("Tic-Tac-Toe", jit=False)))
    with served(session) as server:
        page = opened(board, server.address)
        cell(page, "0,0").click()
        assert session.chosen == ""
        for _ in range(2):
            cell(page, "0,0").click()
        page.keyboard.press("r")
        page.get_by_role("button", name="Lay it here").click()
        for _ in range(100):
            if session.chosen:
                break
            page.wait_for_timeout(20)
    assert session.chosen == "+1@0,0;0,0~3"


def places_shared(session: Session) -> list[tuple[str, list[str]]]:
    """Return the cells to which several moves go, with these moves."""
    texts: dict[str, list[str]] = {}
    for text, (places, *_) in scene_of(session.state).moves.items():
        texts.setdefault(places[-1], []).append(text)
    return [(place, moves) for place, moves in texts.items() if len(moves) > 1]


def test_a_choice_of_components(board: Any) -> None:
    session = Session(State(load("Plotto", jit=False)))
    random = Random(1)
    while not places_shared(session):
        session.play(random.choice(list(scene_of(session.state).moves)))
    plies = session.state.ply
    with served(session) as server:
        page = opened(board, server.address)
        place, texts = places_shared(session)[0]
        cell(page, place).click()
        chooser = page.locator(".chooser")
        assert chooser.get_by_role("button").count() == len(texts) + 1
        page.locator(".ghost > g").wait_for()
        page.keyboard.press("Escape")
        assert chooser.is_hidden()
        cell(page, place).click()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(page, plies + 1)
        assert chooser.is_hidden()
        assert page.evaluate("document.activeElement.dataset.place") == place
    assert str(session.state.peek()) == texts[1]


def test_a_recorded_game_without_a_network(board: Any, tmp_path: Path) -> None:
    state, random = State(load("Andantino", jit=False)), Random(1)
    for _ in range(6):
        state.push(random.choice(list(state.legal_moves)))
    path = tmp_path / "game.html"
    state.trial().to_html(path)
    board.context.set_offline(True)
    page = opened(board, path.as_uri())
    assert shown(page) == set(scene_of(state.at(0)).cells)
    page.keyboard.press("End")
    until(page, 6)
    assert shown(page) == set(scene_of(state).cells)
    page.locator(".log li").last.hover()
    expect(page.locator(".lit polygon")).to_have_count(2)
    page.mouse.move(0, 0)
    expect(page.locator(".lit polygon")).to_have_count(0)
    page.locator(".log .move").nth(2).click()
    until(page, 3)
    expect(page.locator(".log .later")).to_have_count(3)
    column, row, _ = state.move_stack[2].cell or ()
    expect(page.locator(".log [aria-current]")).to_contain_text(f"{column},{row}")
    page.locator(".log .move").last.click()
    until(page, 6)
    page.locator(".log .move").last.evaluate("one => one.blur()")
    page.keyboard.press("ArrowLeft")
    until(page, 5)
    assert shown(page) == set(scene_of(state.at(5)).cells)
    page.get_by_label("turn", exact=True).fill("2")
    until(page, 2)
    assert page.locator(".pieces > g").count() == 4


def test_hidden_pieces_are_not_in_the_page(board: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    trial = Trial.of(hiding(), game="Cards")
    to_html(trial, path, seat=1)
    page = opened(board, path.as_uri())
    page.keyboard.press("End")
    until(page, 2)
    assert cell(page, "1,0").get_attribute("aria-label") == "cell 1,0, covered, last move"
    assert "Mine to 1,0" not in page.content()
    to_html(trial, path, seat=2)
    assert "Mine to 1,0" in path.read_text()


def test_stacks_fan_out(board: Any, tmp_path: Path) -> None:
    state, place = FreeState(Equipment(SQUARE, (Component("Chip"),)), ZONE_APPEND), (0, 0, 0)
    state.push(Move(1, (Action(ADD, 0, place, 1), Action(SET_COUNT, 0, place, 4))))
    path = tmp_path / "game.html"
    to_html(Trial.of(state), path)
    page = opened(board, path.as_uri())
    page.keyboard.press("End")
    until(page, 1)
    assert page.locator(".pieces > g").count() == 4
    assert page.locator(".pieces").text_content() == "\N{MULTIPLICATION SIGN}4"
    page.mouse.move(0, 0)
    low = page.locator(".pieces").bounding_box()["width"]
    cell(page, "0,0").hover()
    page.wait_for_function(
        """least => {
        const pieces = document.querySelector(".pieces");
        return pieces.getBoundingClientRect().width > 1.3 * least;
    }""",
        arg=low,
    )


def test_stacks_say_how_many_there_are(board: Any, tmp_path: Path) -> None:
    texts = []
    for count in (3, 4):
        path = tmp_path / f"{count}.html"
        to_html(begun("stacked", count), path)
        texts.append(opened(board, path.as_uri()).locator(".pieces").all_text_contents())
    assert texts == [["\N{MULTIPLICATION SIGN}3"], ["\N{MULTIPLICATION SIGN}4"]]


def test_a_small_screen(board: Any) -> None:
    board.set_viewport_size({"width": 320, "height": 640})
    with served(Session(State(load("Andantino", jit=False)))) as server:
        page = opened(board, server.address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert cell(page, "0,0").bounding_box()["width"] > 30
