"""Cards in a real browser: hands face up to their owners, backs for others, piles, what is said."""

from typing import Any

from playwright.sync_api import expect

from boardless.games import load
from boardless.play import State
from boardless.view import Session
from boardless.view.server import served
from tests.view.games import uncompiled
from tests.view.test_page import opened, until
from tests.view.test_page_tiles import GUARD_SEED, moved


def love_letter(*players: str) -> Session:
    game = load("Love Letter", options=["Players/2"], jit=False)
    return Session(State(game), players, seed=GUARD_SEED, forced=True)


def test_a_guess_is_made_by_name_on_a_player(board: Any) -> None:
    session = love_letter("person", "random")
    with served(session) as server:
        page = opened(board, server.address)
        assert server.seat == 1
        expect(page.locator(".caption")).to_have_text("player 1 to move: your turn")
        hand = page.get_by_role("group", name="Your hand")
        assert hand.locator(".card").count() == 2
        other = page.get_by_role("group", name="Hand of player 2")
        assert other.locator("text").count() == 0  # its back
        expect(other.locator(".count-of")).to_have_text("\N{MULTIPLICATION SIGN}1")
        hand.locator("button.open", has_text="Guard").click()
        chooser = page.locator(".chooser [data-move]")
        assert chooser.all_inner_texts() == [
            f"Guard on Player 2: {name}"
            for name in ("Priest", "Baron", "Handmaid", "Prince", "King", "Countess", "Princess")
        ]
        ply = session.state.ply
        chooser.nth(1).click()
        moved(page, ply)
        session.thinking.wait(30)
        expect(page.locator(".log")).to_contain_text("Guard on Player 2: Baron")


def test_what_others_hold_is_in_no_page(board: Any) -> None:
    frames: list[str] = []
    session = love_letter()
    board.on(
        "websocket", lambda live: live.on("framereceived", lambda data: frames.append(str(data)))
    )
    with served(session, seat=2) as server:
        page = opened(board, server.address)
        held = session.state.containers[2]  # the hand of player 1, whose turn it is
        assert len(held.what.nonzero()) == 2
        expect(page.locator(".tray")).to_be_hidden()
        hand = page.get_by_role("group", name="Hand of player 1")
        assert hand.locator("text").count() == 0
        assert '"h2.0": [0, 1]' in "".join(frames)
        assert page.get_by_role("group", name="Your hand").locator(".card").count() == 1


def test_uno_by_mouse_shows_the_last_card_and_names_colours(board: Any) -> None:
    game = load("Uno", options=["Players/2"], jit=False)
    session = Session(State(game), ["person", "random"], seed=1, forced=True)
    session.thinking.start()
    state = session.state
    with served(session) as server:
        page = opened(board, server.address)
        chosen = set()
        for _ in range(12):
            for _ in range(500):
                if state.seat == 1 or state.outcome() is not None:
                    break
                page.wait_for_timeout(20)
            if state.outcome() is not None:
                break
            ply = state.ply
            until(page, ply)
            assert page.locator(".pieces > g").count() == 1
            cards = page.get_by_role("group", name="Your hand").locator("button.open")
            if cards.count():
                cards.last.click()
                names = page.locator(".chooser [data-move]")
                if names.count():
                    chosen.add(names.nth(2).inner_text())
                    names.nth(2).click()
            else:
                page.locator('[data-move="pass"]').click()
            moved(page, ply)
        assert all(name.endswith(": green") for name in chosen)
        assert "@" not in page.locator("body").inner_text()


def test_edges_are_drawn_where_lines_can_be_put(board: Any) -> None:
    session = Session(State(uncompiled("Dots and Boxes")))
    with served(session) as server:
        page = opened(board, server.address)
        edges = page.locator('.cells [aria-label^="cell edge"]')
        expect(edges).to_have_count(82)
        expect(page.locator(".cells .open")).to_have_count(82)
        edges.first.click()
        moved(page, 0)
        expect(page.locator(".pieces > g")).to_have_count(1)
        expect(page.locator(".log")).to_contain_text("edge ")
