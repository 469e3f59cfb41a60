"""The page of a map of games, in a real browser."""

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from boardless.analysis.game_map import GameMap
from boardless.analysis.profiles import Profile
from boardless.topo import InputError
from boardless.view import map_to_html

#: A name that would do harm as markup.
HARM = "</script><b>Bold</b>"


def made(count: int = 60) -> GameMap:
    random = Random(1)
    profiles = [
        Profile(
            str(n),
            HARM if n == 0 else f"Game number {n}",
            category=f"board/{n % 3}",
            concepts=(f"Kind {n % 3}", *(f"Concept {random.randrange(12)}" for _ in range(5))),
        )
        for n in range(count)
    ]
    return GameMap.of(profiles, "cosine")


def names(page: Any) -> list[dict[str, float]]:
    """Return the boxes of the names that are shown, once they have been placed anew."""
    page.evaluate("() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")
    found: list[dict[str, float]] = page.eval_on_selector_all(
        ".names-of text:not([hidden])", "all => all.map(it => it.getBoundingClientRect().toJSON())"
    )
    return found


def overlaps(one: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 0 and high > 0


def test_a_map_is_moved_about(board: Any, tmp_path: Path) -> None:
    drawn = made()
    map_to_html(drawn, tmp_path / "map.html")
    fetched: list[str] = []
    board.on("request", lambda request: fetched.append(request.url))
    board.goto((tmp_path / "map.html").as_uri())
    chart, panel = board.locator(".chart"), board.locator(".panel")
    few = names(board)
    assert 5 < len(few) < len(drawn.table)
    assert not any(overlaps(one, other) for one, other in combinations(few, 2))

    board.get_by_role("searchbox").fill("NUMBER 17")
    expect(panel.locator("h3")).to_have_text("Game number 17")
    near = [str(drawn.table["game"][row]) for row in drawn.neighbours(17)]
    assert panel.locator("li button").all_text_contents() == near
    assert board.locator(".lines-to line").count() == 5
    expect(panel).to_contain_text(f"Family {drawn.table['family'][17]}: ")
    expect(panel).to_contain_text(f"{drawn.concepts[17]} concepts")

    # Around the game that was found the marks move apart: it stays where it is.
    point = board.locator('[data-game="17"] .touch')
    before, box = point.bounding_box(), chart.get_attribute("viewBox")
    x, y = (before[it] + before[size] / 2 for it, size in (("x", "width"), ("y", "height")))
    board.mouse.move(x, y)
    for _ in range(8):
        board.mouse.wheel(0, -100)
    expect(chart).not_to_have_attribute("viewBox", box)
    close = names(board)
    assert point.bounding_box() == pytest.approx(before, abs=2)
    assert not any(overlaps(one, other) for one, other in combinations(close, 2))
    board.keyboard.press("Escape")

    # A game that is dragged by takes the map along.
    board.mouse.down()
    board.mouse.move(x + 40, y + 30, steps=3)
    board.mouse.up()
    after = point.bounding_box()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((40, 30), abs=2)

    board.get_by_role("searchbox").fill("")
    board.get_by_role("button", name="Fit").click()
    assert chart.get_attribute("viewBox") == box
    assert len(names(board)) >= len(few) - 3
    assert all(url.startswith(("file:", "data:")) for url in fetched)


def test_a_map_is_read_by_keys_and_families(board: Any, tmp_path: Path) -> None:
    drawn = made()
    map_to_html(drawn, tmp_path / "map.html", "Some <i>games</i>")
    board.goto((tmp_path / "map.html").as_uri())
    assert board.locator("main b, main i").count() == 0
    expect(board.locator("h2")).to_have_text("Some <i>games</i>")
    board.get_by_role("button", name="Fit").focus()
    board.keyboard.press("Tab")
    expect(board.locator(".panel h3")).to_have_text(HARM)
    rows = drawn.table
    way = "ArrowLeft" if rows["x"][0] > 0 else "ArrowRight"
    board.keyboard.press(way)
    focused = int(board.evaluate("document.activeElement.dataset.game"))
    assert (rows["x"][focused] - rows["x"][0]) * (-1 if way == "ArrowLeft" else 1) > 0
    expect(board.locator(".panel h3")).to_have_text(str(rows["game"][focused]))
    box = board.locator(".chart").get_attribute("viewBox")
    board.keyboard.press("+")
    expect(board.locator(".chart")).not_to_have_attribute("viewBox", box)

    board.locator(".legend").evaluate("it => it.open = true")
    board.locator(".legend button").first.click()
    size = int((rows["family"] == 1).sum())
    assert board.locator(".point.found").count() == size
    # Marks differ without colours: each family has another shape or filling.
    marks = board.eval_on_selector_all(
        ".legend .mark-of", "all => all.map(it => it.className.baseVal + it.innerHTML)"
    )
    plain = {text.split('" fill')[0] for text in marks}
    assert len(plain) == len(marks) == rows["family"].nunique()


def test_no_map_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="give a GameMap"):
        map_to_html("map", tmp_path / "map.html")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="No such file"):
        map_to_html(made(4), tmp_path / "none" / "map.html")
