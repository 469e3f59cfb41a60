"""Games of every kind by clicks: stacks, tiles, points, edges, dice, covered places."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from boardless.games import compile
from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.server import served
from tests.view.games import LAYING, ROLLING, SCORING, USING, uncompiled
from tests.view.test_page import cell, middle, opened, until

#: Spiders, grasshoppers, ants and queens in a row; then the beetle at its end climbs a queen.
HIVE = (
    ("h1.1", "0,0"), ("h2.5", "1,0"), ("h1.0", "-1,0"), ("h2.0", "2,0"),
    ("h1.8", "-2,0"), ("h2.3", "3,0"), ("h1.5", "-3,0"), ("3,0", "2,0"),
)  # fmt: skip

#: A pip of a die or a domino: it is dark, and has no outline.
PIP = 'path[fill="#16202b"]:not([stroke])'

#: What stands before how many pieces there are.
TIMES = "\N{MULTIPLICATION SIGN}"


def place(page: Any, name: str) -> Any:
    """Return a cell or a place in a hand."""
    return page.locator(f'.hand [data-place="{name}"]') if name[0] == "h" else cell(page, name)


def test_hive_from_hands_then_onto_another_bug(board: Any) -> None:
    session = Session(State(uncompiled("Hive")))
    with served(session) as server:
        page = opened(board, server.address)
        for ply, (start, end) in enumerate(HIVE, 1):
            place(page, start).click()
            place(page, end).click()
            until(page, ply)
        label = cell(page, "2,0").get_attribute("aria-label")
        assert label == "cell 2,0, Beetle 1 of player 2 on Queen Bee of player 2, last move"
        assert page.locator(".pieces > g").count() == 7
        cell(page, "2,0").hover()
        upper = page.locator('.pieces [data-item="2,0/1"]')
        expect(upper).to_have_attribute("style", re.compile("translate"))
        expect(place(page, "h2.3")).to_have_count(0)  # nothing lies there any more
    assert session.state.ply == len(HIVE)


def test_pieces_that_look_alike_are_taken_by_any_and_refusals_leave_the_hand_where_it_is(
    board: Any,
) -> None:
    session = Session(State(uncompiled("Hive")))
    with served(session) as server:
        page = opened(board, server.address)
        spiders = page.locator('.hand.mover [title^="Spider"]')
        expect(spiders).to_have_count(2)
        expect(page.locator(".hand.mover button.open")).to_have_count(10)
        low = spiders.first.bounding_box()
        page.locator('.hand.mover [title^="Queen"]').click()
        page.get_by_text("choose Spider, Beetle").wait_for()
        assert page.locator(".error").inner_text().count("h1") == 0
        assert spiders.first.bounding_box() == low
        spiders.last.click()
        expect(spiders.last).to_have_attribute("aria-pressed", "true")
        expect(spiders.first).to_have_attribute("aria-pressed", "false")
        cell(page, "1,0").click()
        page.get_by_text("Spider 1 cannot go there").wait_for()
        spiders.last.click()
        cell(page, "0,0").click()
        until(page, 1)
        page.locator(".log li").hover()
        expect(page.locator(".lit polygon")).to_have_count(2)
        for ply, (start, end) in enumerate(HIVE[1:6], 2):
            place(page, start).click()
            place(page, end).click()
            until(page, ply)
        expect(page.locator(".dots .taken").first).to_be_attached()
        cell(page, scene_of(session.state).last[0]).hover()


def test_trax_by_a_choice_of_tiles(board: Any) -> None:
    session = Session(State(uncompiled("Trax")))
    with served(session) as server:
        page = opened(board, server.address)
        assert page.locator(".tray .carried").count() == 2
        cell(page, "0,0").click()
        until(page, 1)
        assert str(session.state.peek()) == "+1@0,0;0,0~0"
        shown = scene_of(session.state)
        name = next(places[0] for places, *_ in shown.moves.values())
        curves = [
            text for text, (to, what, *_) in shown.moves.items() if (to, what) == ((name,), 2)
        ]
        page.get_by_role("button", name="Curve").click()
        cell(page, name).hover()
        page.locator(".ghost > g").wait_for()
        cell(page, name).click()
        assert session.state.ply == 1
        seen = set()
        for _ in curves:  # a click turns it to the next way that fits
            seen.add(page.locator(".laid > g").get_attribute("transform"))
            cell(page, name).click()
        assert len(seen) == len(curves) > 1
        page.keyboard.press("Enter")
        until(page, 2)
        assert page.locator(".tiles > g").count() == len(session.state.pieces)
        assert (
            page.locator(".caption .chip path").get_attribute("fill")
            == f"var(--{shown.colours[0]})"
        )
    assert str(session.state.peek()) in curves


def test_pieces_on_points_that_lines_join(board: Any) -> None:
    session = Session(State(uncompiled(LAYING)))
    with served(session) as server:
        page = opened(board, server.address)
        lines = page.locator(".lines path").get_attribute("d")
        assert lines.count("M") == 32
        assert place(page, "h1.0").text_content() == f"{TIMES}9"
        for ply, (start, end) in enumerate(
            (("h1.0", "0,0"), ("h2.0", "0,0,5"), ("0,0", "0,0,1")), 1
        ):
            place(page, start).click()
            place(page, end).click()
            until(page, ply)
        assert place(page, "h1.0").text_content() == f"{TIMES}8"
        assert cell(page, "0,0,1").get_attribute("aria-label").endswith(", last move")
    assert session.state.pieces == {(0, 0, 1): 1, (0, 0, 5): 2}


def test_edges_and_scores(board: Any) -> None:
    session = Session(State(uncompiled(SCORING)))
    with served(session) as server:
        page = opened(board, server.address)
        expect(page.locator(".score")).to_have_text(["0", "0"])
        for ply in range(4):
            cell(page, f"0,0,{ply}" if ply else "0,0").click()
            until(page, ply + 1)
        expect(page.locator(".score")).to_have_text(["4", "4"])
        page.get_by_label("player 2 has 4").wait_for()
        expect(page.locator(".result h3")).to_have_text("Drawn")
        expect(page.locator(".result .reason")).to_have_text("By points: 4 to 4.")
        page.locator(".result").get_by_role("button", name="New game", exact=True).click()
        until(page, 0)
        expect(page.locator(".result")).to_be_hidden()


def test_dice(board: Any) -> None:
    session = Session(State(uncompiled(ROLLING)), seed=2)
    with served(session) as server:
        page = opened(board, server.address)
        faces = [(2, 4, 9)[int(str(move)[1:])] for move in session.state.move_stack]
        dice = page.locator(".hand .icon").filter(has=page.locator(PIP).or_(page.locator("text")))
        assert dice.count() == 2
        for n, face in enumerate(faces):
            pips = dice.nth(n).locator(PIP).count()
            assert (pips or int(dice.nth(n).text_content())) == face
        place(page, "h1.0").click()
        cell(page, "0,0,4").click()
        until(page, 5)  # two dice, the move, two dice
    assert session.state.pieces == {(0, 0, 4): 3}


def test_used_dice_are_dimmed(board: Any) -> None:
    state = State(uncompiled(USING))
    for text in ("*1", "*0"):
        state.push(state.parse(text))
    state.push(next(iter(state.legal_moves)))
    with served(Session(state, seed=1)) as server:
        page = opened(board, server.address)
        expect(page.get_by_label("die that shows 3, used").locator(".icon")).to_have_css(
            "opacity", "0.4"
        )
        expect(place(page, "h1.1").locator(".icon")).to_have_css("opacity", "1")


def test_dominoes_in_a_hand_are_drawn_as_they_lie(board: Any) -> None:
    with served(Session(State(uncompiled("Block")), seed=1)) as server:
        page = opened(board, server.address)
        domino = page.get_by_label("1/3")
        middles = [middle(pip)[0] for pip in domino.locator(PIP).all()]
        across = middle(domino.locator(".icon"))[0]
        assert (sum(x < across for x in middles), sum(x > across for x in middles)) == (1, 3)
        box = domino.locator(".icon").bounding_box()
        assert box["width"] == pytest.approx(2 * box["height"], rel=0.01)


def test_minesweeper_shows_what_is_uncovered(board: Any) -> None:
    session = Session(State(uncompiled("Minesweeper")), seed=3)
    messages: list[str] = []

    def kept(frame: Any) -> None:
        messages.append(str(frame))

    with served(session) as server:
        board.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: messages.append(str(frame))),
        )
        page = opened(board, server.address)
        cell(page, "0,0,4").click()
        until(page, 11)
        assert cell(page, "0,0,4").get_attribute("aria-label") == "cell e1, 1, last move"
        assert page.locator(".cells [aria-label*=covered]").count() == 63
        cell(page, "0,0,3").hover()
        page.wait_for_timeout(300)  # longer than it takes to be shown what a move would do
        assert page.locator(".ghost > *").count() == 0
        assert '"*28"' not in "".join(messages)
        assert "[10]" not in "".join(messages)
        assert "?" in page.locator(".pieces").text_content()
        mine = next(move for move in scene_of(session.state).piles.items() if move[1] == (10,))[0]
        cell(page, mine).click()
        page.locator(".result", has_text="Lost").wait_for()
        assert page.locator(".pieces > g").filter(has=page.locator("path + path")).count() == 10
        page.locator(".result").get_by_role("button", name="New game, same luck").click()
        until(page, 0)
        expect(page.get_by_role("button", name="New game, same luck")).to_have_count(0)
        assert page.locator(".cells [aria-label*=covered]").count() == 64


def test_names_are_shown_as_they_are_and_run_nothing(board: Any) -> None:
    evil = "<img src=x onerror='document.title=1'>"
    text = f"""
    (game "{evil}" (players 2)
        (equipment {{(board (square 2)) (piece "{evil}" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
    """

    def player(state: State, random: Any) -> Any:
        return next(iter(state.legal_moves))

    player.__name__ = evil
    session = Session(State(compile(text, jit=False)), ["person", player])
    with served(session) as server:
        page = opened(board, server.address)
        assert page.locator("h2").text_content() == evil
        cell(page, "0,0").click()
        until(page, 2)
        assert page.locator("img").count() == 0
        assert page.title() == evil
        assert evil in page.locator(".seats").text_content()
        assert evil in cell(page, "0,0").get_attribute("aria-label")


def test_rings_are_drawn_as_rings(board: Any) -> None:
    session = Session(State(uncompiled("Yinsh")))
    with served(session) as server:
        page = opened(board, server.address)
        place(page, "0,0").click()
        until(page, 1)
        ring = page.locator(".pieces > g > path")
        assert ring.get_attribute("d").count("M") == 2  # its edge and its hole
