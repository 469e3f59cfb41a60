"""Tile games in a real browser: what is carried, turned, laid and taken back."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from boardless.games import load
from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.server import served
from tests.view.games import uncompiled
from tests.view.test_page import cell, opened, until

#: Carcassonne with few tiles: a whole game is over soon.
FEW_TILES = 6
#: A seed with which the first player of Love Letter has a Guard.
GUARD_SEED = 2


def moved(page: Any, ply: int) -> None:
    """Wait until another ply is shown."""
    expect(page.locator(".count")).not_to_have_attribute("data-ply", str(ply))


def lay(page: Any, state: State, random: Random, follower: bool) -> None:
    """Lay the tile that was drawn by mouse, turned somehow, with a follower or without."""
    ply = state.ply
    places = sorted({to[-1] for to, *_ in scene_of(state).moves.values()})
    name = random.choice(places)
    cell(page, name).hover()
    page.locator(".ghost > g").first.wait_for()
    cell(page, name).click()
    page.locator(".laid > g").first.wait_for()
    if page.get_by_role("button", name="Turn").count():
        page.keyboard.press("r")
    spots = page.locator(".laid .spot")
    if follower and spots.count():
        spots.nth(random.randrange(spots.count())).click()
    else:
        page.locator(".tray .chief").click()
    moved(page, ply)


def test_carcassonne_by_mouse(board: Any) -> None:
    session = Session(State(uncompiled("Carcassonne")), seed=3, forced=True)
    state, random = session.state, Random(1)
    with served(session) as server:
        page = opened(board, server.address)
        drawn = page.locator(".tray .carried")
        expect(drawn).to_have_count(1)
        for turn in range(FEW_TILES):
            lay(page, state, random, follower=turn % 2 == 0)
            text = page.locator("body").inner_text()
            assert ";+" not in text
            assert "@" not in text
        tiles = page.locator('.tiles > [data-item]:not([data-item$="follower"])')
        assert tiles.count() == FEW_TILES + 1
        assert page.locator('.tiles > [data-item$="follower"]').count() > 0
        assert "a follower on the" in page.locator(".log").inner_text()
        before = state.ply
        name = next(iter(scene_of(state).moves.values()))[0][0]
        cell(page, name).click()
        page.keyboard.press("Escape")
        assert page.locator(".laid > *").count() == 0
        page.keyboard.press("u")
        moved(page, before)
        assert state.ply < before


def test_a_whole_game_of_kingdomino_by_mouse(board: Any) -> None:
    game = load("Kingdomino", options=["Players/3"], jit=False)
    session = Session(State(game), ["person", "random", "random"], seed=5, forced=True)
    session.thinking.start()
    state = session.state
    with served(session) as server:
        page = opened(board, server.address)
        while state.outcome() is None:
            session.thinking.wait(30)
            until(page, state.ply)
            if state.outcome() is not None:
                break
            ply = state.ply
            kings = page.locator(".line-of-tiles button.open")
            if kings.count() and not page.locator(".cells .open").count():
                kings.last.click()
            else:
                page.locator(".cells .open").first.click()
                if page.locator(".tray .chief").count():
                    page.locator(".tray .chief").click()
            moved(page, ply)
        page.get_by_text("won").or_(page.get_by_text("drawn")).first.wait_for()
        assert "Bag: 12 left" in page.locator(".hands").inner_text()


def test_the_line_of_kingdomino_has_kings_on_its_dominoes(board: Any) -> None:
    session = Session(State(uncompiled("Kingdomino")), seed=1, forced=True)
    with served(session) as server:
        page = opened(board, server.address)
        line = page.get_by_role("group", name="Next line")
        expect(line.locator("button.open")).to_have_count(4)
        ply = session.state.ply
        line.locator("button.open").nth(2).click()
        moved(page, ply)
        expect(line.locator("button.open")).to_have_count(3)
        expect(line.locator("button").nth(2).locator(".standing")).to_have_count(1)


def test_forced_moves_are_made_and_said(board: Any) -> None:
    session = Session(State(uncompiled("Block")), seed=1, forced=True)
    with served(session) as server:
        page = opened(board, server.address)
        assert session.state.ply == 28  # all dominoes are dealt
        until(page, 28)
        expect(page.locator(".hand.mover button.open")).to_have_count(7)
        assert "to hand of player 2" in page.locator(".log").inner_text()
    unforced = Session(State(uncompiled("Block")), seed=1)
    assert unforced.state.ply == 1


@pytest.mark.parametrize("width", [390, 1280])
def test_no_chooser_is_longer_than_the_screen(board: Any, width: int) -> None:
    board.set_viewport_size({"width": width, "height": 800})
    game = load("Love Letter", options=["Players/2"], jit=False)
    session = Session(State(game), seed=GUARD_SEED, forced=True)
    with served(session) as server:
        page = opened(board, server.address)
        guard = page.locator(".hand.mover button.open", has_text="Guard").first
        guard.click()
        if page.locator(".cells .open").count():
            page.locator(".cells .open").first.click()
        chooser = page.locator(".chooser")
        chooser.wait_for()
        box, at = chooser.bounding_box(), page.locator(".board").bounding_box()
        assert box["height"] <= 400
        assert box["y"] >= at["y"] + at["height"] or box["x"] >= at["x"] + at["width"]
        assert "Guard on Player 2: Priest" in chooser.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
