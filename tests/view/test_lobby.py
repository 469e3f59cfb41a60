"""The lobby and its tables, without a browser: who may do what, and sees what."""

from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from boardless.games import load
from boardless.view.lobby import Lobby, LobbyPage
from boardless.view.table import WISHES, Chair, Clock, GameTable, TablePage

BROKEN = '(game "Broken"\n    (players 2)\n    (equipment {(bord (square 3))})\n)'


def until(holds: Any) -> None:
    """Wait until something holds."""
    end = monotonic() + 60
    while not holds():
        assert monotonic() < end
        sleep(0.01)


def opened(lobby: Lobby, name: str, *chairs: Chair, clock: Clock = Clock()) -> GameTable:  # noqa: B008
    """Open a table and wait until it is ready."""
    table = lobby.open(name, (), [*chairs], clock)
    until(lambda: table.trouble or table.is_dealt)
    assert table.trouble == ""
    return table


class Browser:
    """A browser with a page, of the lobby or of a table."""

    def __init__(self, place: Lobby | GameTable, name: str) -> None:
        self.heard: list[dict[str, Any]] = []
        is_table = isinstance(place, GameTable)
        self.page: Any = (TablePage if is_table else LobbyPage)(place, name, self.heard.append)

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Ask for something and return the answer."""
        number = len(self.heard) + 1
        self.page.receive({"do": do, "n": number, **fields})
        until(lambda: any(one.get("re") == number for one in list(self.heard)))
        return next(one for one in self.heard if one.get("re") == number)


@pytest.fixture
def lobby() -> Any:
    found = Lobby(jit=False)
    yield found
    found.close()


def test_all_games_are_listed_and_told_of(lobby: Lobby) -> None:
    browser = Browser(lobby, "a")
    games = {card["name"]: card for card in browser.page.data()["games"]}
    assert {"Carcassonne", "Hive", "Uno"} <= set(games)
    card = browser.ask("about", game="Kingdomino")["card"]
    assert card == games["Kingdomino"]  # what comes with the package is told at once
    assert (card["players"], card["grows"]) == ([2, 3, 4], True)
    assert card["options"][0]["heading"] == "Players"
    assert browser.ask("players", game="Kingdomino", options="Players/3") == {"re": 2, "players": 3}
    picture = browser.ask("picture", game="Tic-Tac-Toe")["picture"]
    assert len(picture["layers"]["cells"]) == 9
    assert len(picture["layers"]["pieces"]) >= 3
    assert "Tic-Tac-Toe" in browser.ask("about", game="Tic-Tac-To")["error"]


def test_pictures_that_are_known_wait_for_none_that_are_made(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    painting, made = Event(), []
    text = load("Tic-Tac-Toe", jit=False).text.replace("Tic-Tac-Toe", "Dropped", 1)
    name = lobby.shelf.drop(text)
    monkeypatch.setattr(
        lobby.shelf, "known_picture", lambda game: {"cells": {}} if game != name else None
    )
    monkeypatch.setattr(lobby.shelf, "picture", lambda game: made.append(game) or {"cells": {}})
    lobby.painter.submit(painting.wait)
    gone, browser = Browser(lobby, "a"), Browser(lobby, "b")
    gone.page.receive({"do": "picture", "n": 1, "game": name})
    assert browser.ask("picture", game="Hive")["picture"] == {"cells": {}}
    gone.page.close()
    painting.set()
    until(lambda: gone.heard)
    assert (gone.heard, made) == ([{"re": 1, "picture": {}}], [])  # nobody looks any more
    assert browser.ask("picture", game=name)["picture"] == {"cells": {}}
    assert made == [name]


def test_rules_are_told_in_words(lobby: Lobby) -> None:
    browser = Browser(lobby, "a")
    ((heading, told),) = browser.ask("rules", game="Carcassonne", options="")["rules"]
    assert heading == ""
    assert told[0].startswith("Carcassonne (Klaus-Jürgen Wrede, 2000)")
    ((heading, told),) = browser.ask("rules", game="Hex", options="Board Size/7x7")["rules"]
    assert told[0] == "Join your two sides of a rhombus of hexagons."
    rules = load("Tic-Tac-Toe", jit=False).text
    brief = f"// Three in a row.\n{rules[rules.index('(game') :]}".replace(
        "Tic-Tac-Toe", "Brief", 1
    )
    name = browser.ask("drop", text=brief)["game"]
    made = browser.ask("rules", game=name, options="")["rules"]
    assert made[0][1][0] == "Three in a row."
    assert [heading for heading, _ in made[1:]] == ["Equipment", "Start", "Moves", "End"]
    assert "error" in browser.ask("rules", game="Hex", options="Board Size/1x1")


def test_what_comes_with_the_package_is_of_its_games() -> None:
    """Else `python -m tools.shelf` writes it anew."""
    from boardless.games.catalogue import digest_of, shipped
    from boardless.games.library import PACKAGED
    from boardless.view.shelf import PARTS

    kept = shipped()
    assert {name: kept[name]["digest"] for name in kept} == {
        name: digest_of(PACKAGED.text(name)) for name in PACKAGED
    }
    assert [*kept["Hive"]["picture"]] == [*PARTS]
    assert kept["Hive"]["picture"]["layers"]["pieces"]
    assert len(kept["Love Letter"]["picture"]["held"]) > 0


def test_a_description_is_dropped_or_refused_with_its_place(lobby: Lobby) -> None:
    browser = Browser(lobby, "a")
    refused = browser.ask("drop", text=BROKEN)["refused"]
    assert refused["line"] == 3
    assert refused["column"] == 18
    assert "bord" in refused["words"]
    assert browser.ask("drop", text="(game")["refused"]["line"] == 1
    evil = "<img src=x onerror=alert(1)>"
    text = load("Tic-Tac-Toe", jit=False).text.replace('"Tic-Tac-Toe"', f'"{evil}"', 1)
    name = browser.ask("drop", text=text)["game"]
    assert name == evil
    assert browser.page.data()["games"][0]["name"] == evil
    table = opened(lobby, name, Chair(owner="a"), Chair(owner="a"))
    assert table.session is not None
    saved = table.session.text()
    address = browser.ask("drop", text=saved)["address"]
    assert address.split("/")[1] in lobby.tables


def test_two_browsers_sit_and_neither_sees_the_hand_of_the_other(lobby: Lobby) -> None:
    chairs = (Chair("Ann", "a"), Chair(), Chair(level="plays at random"))
    table = lobby.open("Love Letter", ("Players/3",), [*chairs])
    until(lambda: table.is_dealt)
    ann, bob, eve = (Browser(table, name) for name in "abe")
    session = table.session
    assert session is not None
    assert any(chair.is_open for chair in table.chairs)
    assert bob.ask("take", player=1, name="Bob")["error"] == "player 1: Ann sits there"
    assert "error" not in bob.ask("take", player=2, name="  Bob\n")
    assert [one["name"] for one in table.people()] == ["Ann", "Bob", "Computer"]

    def hands(scene: dict[str, Any]) -> list[list[int]]:
        """Return the cards that are seen in the hand of each player."""
        places = [hand["places"] for hand in scene["hands"] if hand["title"] == "Hand"]
        piles = scene["piles"]
        return [[piles[it][0] for it in held if piles.get(it, (0,))[0]] for held in places]

    whole = hands(session.data()["scene"])
    assert sorted(map(len, whole)) == [1, 1, 2]
    seen = [hands(one.page.data()["scene"]) for one in (ann, bob, eve)]
    assert seen == [[whole[0], [], []], [[], whole[1], []], [[], [], []]]
    # The one who is to move has choices, and nobody else has.
    mover = session.state.seat
    choices = [bool(one.page.data()["scene"]["moves"]) for one in (ann, bob, eve)]
    assert choices == [mover == 1, mover == 2, False]
    assert "spectator" in eve.ask("undo")["error"]
    move = next(iter(session.data()["scene"]["moves"]))
    assert "spectator" in eve.ask("play", move=move, node=0)["error"]
    assert "error" in (ann if mover != 1 else bob).ask("play", move=move, node=session.tree.here)
    assert "hidden" in bob.ask("copy")["error"]
    assert eve.ask("sit", player=1, agent="open")["error"].startswith("you are a spectator")
    assert bob.ask("sit", player=1, agent="open")["error"] == "player 1: Ann sits there"


def test_of_two_people_at_one_browser_only_who_is_to_move_is_shown_a_hand(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cards of this game lead to no new round, and show nobody a hand.
    monkeypatch.setattr("boardless.view.session.fresh_seed", lambda: 831877)
    table = lobby.open("Love Letter", ("Players/2",), [Chair("Ann", "a"), Chair("Bob", "a")])
    until(lambda: table.is_dealt)
    both = Browser(table, "a")
    session = table.session
    assert session is not None

    eve = Browser(table, "e")

    def shows(browser: Browser = both) -> tuple[int, int]:
        """Return whom the page waits for, and how many cards of hands are seen."""
        data = browser.page.data()
        piles = data["scene"]["piles"]
        held = [hand["places"] for hand in data["scene"]["hands"] if hand["title"] == "Hand"]
        return data["table"]["curtain"], sum(
            piles.get(it, (0,))[0] > 0 for places in held for it in places
        )

    mover = session.state.seat
    assert shows() == (mover, 0)
    assert "do not sit" in both.ask("look", player=3)["error"]
    both.ask("look", player=mover)
    assert shows() == (0, 2)
    move = next(iter(both.page.data()["scene"]["moves"]))
    assert "error" not in both.ask("play", move=move, node=session.tree.here)
    until(lambda: shows()[0] == session.state.seat)
    assert shows() == (session.state.seat, shows(eve)[1]) == (3 - mover, shows(eve)[1])


def test_a_rematch_changes_seats_and_resigning_ends_a_game(lobby: Lobby) -> None:
    table = opened(lobby, "Tic-Tac-Toe", Chair("Ann", "a"), Chair("Bob", "b"))
    ann = Browser(table, "a")
    ann.ask("hello")
    assert "error" not in ann.ask("resign")
    data = ann.page.data()
    assert (data["scene"]["caption"], data["table"]["reason"]) == (
        "player 2 has won", "Ann has resigned",
    )  # fmt: skip
    assert data["scene"]["over"]
    assert "over" in ann.ask("play", move="+1@0,0", node=0)["error"]
    ann.ask("rematch")
    assert table.over
    Browser(table, "b").ask("rematch")  # he wants the same, and so agrees
    data = ann.page.data()
    assert [one["name"] for one in data["table"]["seats"]] == ["Bob", "Ann"]
    assert data["table"]["mine"] == [2]
    assert not data["scene"]["over"]


def test_a_clock_runs_out(lobby: Lobby) -> None:
    chairs = Chair("Ann", "a"), Chair("Bob", "b")
    table = opened(lobby, "Tic-Tac-Toe", *chairs, clock=Clock(1, 2))
    ann = Browser(table, "a")
    assert ann.page.data()["table"]["charged"] == 1
    ann.ask("play", move="+1@0,0", node=0)
    data = ann.page.data()["table"]
    assert data["charged"] == 2
    assert 60 < data["clock"][0] <= 62
    table._left[1] = 0.05
    table.follow()
    until(lambda: table.over)
    data = ann.page.data()
    assert (data["scene"]["caption"], data["table"]["reason"]) == (
        "player 1 has won", "the time of Bob is over",
    )  # fmt: skip


def test_a_table_that_cannot_be_set_up_says_why(lobby: Lobby) -> None:
    table = lobby.open("Tic-Tac-Toe", (), [Chair(owner="a")])
    until(lambda: table.trouble)
    assert table.trouble == "1 chairs: 2 are needed"
    assert Browser(table, "a").page.data()["table"]["trouble"]


def two_at(lobby: Lobby, name: str = "Tic-Tac-Toe") -> tuple[GameTable, Browser, Browser]:
    """Return a table at which two people sit, each with a page."""
    table = opened(lobby, name, Chair("Ann", "a"), Chair("Bob", "b"))
    return table, Browser(table, "a"), Browser(table, "b")


def request_of(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.page.data()["table"]["request"]
    return found


@pytest.mark.parametrize("wish", WISHES)
def test_what_changes_the_game_waits_for_the_other_person(lobby: Lobby, wish: str) -> None:
    table, ann, bob = two_at(lobby)
    session = table.session
    assert session is not None
    ann.ask("play", move="+1@0,0", node=0)
    saved = session.text()
    bob.ask("play", move="+2@1,0", node=1)
    if wish == "redo":
        session.undo()
    fields: dict[str, object] = {
        "new": {"seed": "fresh"}, "go": {"node": 1}, "paste": {"text": saved},
    }.get(wish, {})  # fmt: skip
    before = (session.tree, session.tree.here)
    assert "error" not in ann.ask(wish, **fields)
    asked = request_of(bob)
    assert (session.tree, session.tree.here) == before
    assert asked == {
        "number": 1, "by": "Ann", "words": WISHES[wish], "mine": False, "waits": ["Bob"],
        "asks": True,
    }  # fmt: skip
    assert request_of(ann) == asked | {"mine": True, "asks": False}
    assert "error" not in bob.ask("answer", request=1, agrees=1)
    assert request_of(ann) == request_of(bob) == {}
    assert (session.tree, session.tree.here) != before


def test_a_request_is_declined_or_withdrawn_and_lapses_with_the_next_move(lobby: Lobby) -> None:
    table, ann, bob = two_at(lobby)
    session = table.session
    assert session is not None
    ann.ask("play", move="+1@0,0", node=0)
    bob.ask("undo")
    eve = Browser(table, "e")
    assert request_of(eve)["asks"] is request_of(eve)["mine"] is False
    assert eve.ask("answer", request=1, agrees=1)["error"].startswith("you are a spectator")
    assert "Bob has made another request" in ann.ask("rematch")["error"]
    assert "not open" in ann.ask("answer", request=7, agrees=1)["error"]
    ann.ask("answer", request=1, agrees=0)
    assert (request_of(bob), session.tree.here) == ({}, 1)
    assert bob.page.data()["panel"]["trouble"] == "Ann has declined"
    bob.ask("undo")
    bob.ask("answer", request=2, agrees=0)
    assert request_of(ann) == {}
    bob.ask("undo")
    bob.ask("play", move="+2@1,0", node=1)
    assert request_of(ann) == {}
    assert "not open" in ann.ask("answer", request=3, agrees=1)["error"]
    assert session.state.ply == 2
    bob.ask("undo")
    bob.ask("leave", player=2)
    assert request_of(ann) == {}
    ann.ask("undo")  # nobody else plays
    assert session.state.ply == 1


def test_who_asked_sees_why_a_request_cannot_be_fulfilled(lobby: Lobby) -> None:
    _, ann, bob = two_at(lobby)
    ann.ask("paste", text="no trial")
    assert "error" not in bob.ask("answer", request=1, agrees=1)
    troubles = {browser.page.data()["panel"]["trouble"] for browser in (ann, bob)}
    assert len(troubles) == 1
    assert troubles.pop().startswith("Ann's request: line 1: text 'no trial'")
    assert request_of(ann) == request_of(bob) == {}
    bob.ask("leave", player=2)
    assert ann.ask("paste", text="no trial")["error"].startswith("line 1")  # nobody else plays


def test_all_who_play_have_to_agree(lobby: Lobby) -> None:
    chairs = (Chair("Ann", "a"), Chair("Bob", "b"), Chair("Cy", "c"), Chair("Ann too", "a"))
    table = lobby.open("Kingdomino", ("Players/4",), [*chairs])
    until(lambda: table.is_dealt)
    ann, bob, cy = (Browser(table, name) for name in "abc")
    ann.ask("new", seed="fresh")
    assert request_of(ann)["waits"] == ["Bob", "Cy"]
    cy.ask("answer", request=1, agrees=1)
    assert request_of(bob)["waits"] == ["Bob"]
    session = table.session
    assert session is not None
    tree = session.tree
    bob.ask("answer", request=1, agrees=1)
    assert session.tree is not tree


def test_who_looks_at_an_earlier_position_does_so_alone(lobby: Lobby) -> None:
    table, ann, bob = two_at(lobby)
    session = table.session
    assert session is not None
    eve = Browser(table, "e")
    ann.ask("play", move="+1@0,0", node=0)
    bob.ask("play", move="+2@1,0", node=1)
    parts = ("scene", "panel")  # the table counts its seconds
    game = {part: bob.page.data()[part] for part in parts}
    for who, node in ((ann, 1), (eve, 0)):
        assert "error" not in who.ask("view", node=node)
        seen = who.page.data()
        assert (seen["panel"]["node"], seen["panel"]["game"]) == (node, 2)
        assert (seen["scene"]["ply"], seen["scene"]["moves"]) == (node, {})
    assert {part: bob.page.data()[part] for part in parts} == game
    assert "changed" in ann.ask("play", move="+1@1,1", node=1)["error"]
    assert session.tree.here == 2
    ann.ask("view", node=-1)
    assert ann.page.data()["panel"]["node"] == 2
    ann.ask("view", node=1)
    table.rematch()
    assert ann.page.data()["panel"]["node"] == 0  # of the new game
    assert ann.page.data()["panel"]["game"] == 0
