"""From the lobby to the result in a real browser: by mouse, finger, keyboard, by two people."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from boardless.view.lobby import Lobby
from boardless.view.server import PageServer, served
from tests.view.test_lobby import BROKEN
from tools.browser_games import LOOKS, BrowserPlayer


@pytest.fixture
def house() -> Iterator[PageServer]:
    with served(Lobby(jit=False)) as server:
        yield server


def choose(page: Any, address: str, name: str, level: str = "plays at random") -> None:
    """Choose a game in the lobby and sit down against computer players."""
    page.goto(address)
    page.get_by_label("search games").fill(name)
    page.locator(f'li[data-game="{name}"] a').click()
    chairs = page.locator(".chairs select")
    chairs.first.wait_for()
    for n in range(1, chairs.count()):
        chairs.nth(n).select_option(level)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".at-table .board .cells [data-place]").first.wait_for()


def to_the_result(page: Any, finger: bool = False) -> str:
    """Press anything that can be pressed until the game is over; return the result."""
    player = BrowserPlayer(page, finger, seed=3)
    while player.turn():
        assert player.clicks < 200
    return str(page.locator(".result h3").inner_text())


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Block"])
def test_a_game_by_mouse_from_the_lobby_to_the_result(
    board: Any, house: PageServer, name: str
) -> None:
    choose(board, house.address, name)
    assert to_the_result(board) in ("Player 1 has won", "Computer has won", "Drawn")
    board.get_by_role("button", name="Rematch").click()
    expect(board.locator(".result")).to_be_hidden()
    expect(board.locator(".player .name").first).to_have_text("Computer")
    with board.expect_download() as got:
        board.get_by_text("Save", exact=True).click()
        board.get_by_role("link", name="Moves in words").click()
    assert Path(got.value.path()).read_text().startswith(f"{name}\n")
    board.get_by_role("link", name="All games").click()
    board.locator(".tables li").first.wait_for()


def test_a_game_by_finger(browser: Any, house: PageServer) -> None:
    with browser.new_context(**LOOKS["phone-dark"]) as context:
        page = context.new_page()
        choose(page, house.address, "Trax")
        assert to_the_result(page, finger=True) in ("Player 1 has won", "Computer has won", "Drawn")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390


def test_a_game_by_keyboard(board: Any, house: PageServer) -> None:
    keys = board.keyboard
    board.goto(house.address)
    board.get_by_label("search games").focus()
    keys.type("tic-tac")
    board.locator('li[data-game="Tic-Tac-Toe"] a').focus()
    keys.press("Enter")
    board.locator(".chairs select").first.wait_for()
    board.locator(".chairs select").last.focus()
    keys.type("Computer, plays")
    board.get_by_role("button", name="Play", exact=True).focus()
    keys.press("Enter")
    board.locator(".board .cells [tabindex='0']").focus()
    for _ in range(5):
        board.get_by_text("your turn").or_(board.locator(".result h3")).first.wait_for()
        if board.locator(".result").is_visible():
            break
        keys.press("n")
        keys.press("Enter")
        board.wait_for_timeout(150)
    board.locator(".result h3").wait_for()


def test_two_browsers_at_a_table_and_a_program_that_ends(
    browser: Any, board: Any, house: PageServer
) -> None:
    choose(board, house.address, "Tic-Tac-Toe", "open")
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(board.url)
        expect(board.locator(".watching")).to_have_text("1 watching")
        other.locator(".cells [data-place]").first.click()
        other.get_by_text("it is Player 1's turn").wait_for()
        other.get_by_role("button", name="Sit here").click()
        board.locator('.cells [data-place="0,0"]').click()
        other.get_by_text("your turn").wait_for()
        other.locator('.cells [data-place="1,0"]').click()
        board.get_by_text("your turn").wait_for()
        # A browser keeps its seat when the page is loaded again, and no other page may read why.
        other.reload()
        other.locator(".player .under", has_text="you").wait_for()
        assert "browser=" not in other.evaluate("document.cookie")
    expect(board.locator(".player .under").nth(1)).to_have_text("away")


def test_a_lost_program_is_said_and_joined_again(board: Any) -> None:
    lobby = Lobby(jit=False)
    with served(lobby) as server:
        choose(board, server.address, "Tic-Tac-Toe")
        for page in list(server.pages):
            page.loop.add_callback(page.close)
        board.locator(".lost", has_text="Joining again").wait_for()
        expect(board.locator(".lost")).to_be_hidden()
        board.locator('.cells [data-place="0,0"]').click()
        board.locator(".log li").first.wait_for()
    board.locator(".lost", has_text="does not answer").wait_for()


def test_a_refused_description_stands_beside_its_text(
    board: Any, house: PageServer, tmp_path: Path
) -> None:
    file = tmp_path / "broken.lud"
    file.write_text(BROKEN)
    board.goto(house.address)
    board.locator(".grid li").first.wait_for()
    board.get_by_label("open a description").set_input_files(file)
    board.get_by_text("line 3, column 18").wait_for()
    expect(board.locator(".row-of.wrong .number")).to_have_text("3")
    expect(board.locator(".row-of.wrong mark")).to_have_text("b")


def test_two_people_ask_each_other_and_look_back_alone(
    browser: Any, board: Any, house: PageServer
) -> None:
    choose(board, house.address, "Tic-Tac-Toe", "open")
    with browser.new_context(**LOOKS["phone-light"]) as context:
        other = context.new_page()
        other.goto(board.url)
        other.get_by_role("button", name="Sit here").click()
        board.locator('.cells [data-place="0,0"]').click()
        other.get_by_text("your turn").wait_for()
        board.get_by_role("button", name="Undo").click()
        expect(board.locator(".notice")).to_have_text(
            "You ask to take back the last move. Waiting for Player 2.Withdraw"
        )
        other.get_by_text("Player 1 asks to take back the last move.").wait_for()
        other.wait_for_function("() => !document.querySelector('.notice').inert")
        other.get_by_role("button", name="Decline").click()
        board.locator(".error", has_text="Player 2 has declined").wait_for()
        expect(board.locator(".notice")).to_be_hidden()
        expect(board.locator(".pieces > g")).to_have_count(1)
        board.get_by_role("button", name="Undo").click()
        other.get_by_role("button", name="Accept").click()
        expect(board.locator(".pieces > g")).to_have_count(0)
        expect(other.locator(".pieces > g")).to_have_count(0)
        board.locator('.cells [data-place="0,0"]').click()
        other.get_by_text("your turn").wait_for()
        other.locator('.cells [data-place="1,0"]').click()
        board.get_by_text("your turn").wait_for()
        other.locator(".log .move").first.click()
        other.get_by_text("Only you see this position.").wait_for()
        expect(other.locator(".pieces > g")).to_have_count(1)
        expect(board.locator(".pieces > g")).to_have_count(2)
        expect(board.locator(".notice")).to_be_hidden()
        other.get_by_role("button", name="Back to the game").click()
        expect(other.locator(".pieces > g")).to_have_count(2)
        assert other.evaluate("document.documentElement.scrollWidth") <= 390
