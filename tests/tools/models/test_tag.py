"""Slow models of TAG's games: its recordings, games of our own, and what must always hold."""

import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import GOLDENS
from tools.models import tag
from tools.models.cards import Dice, Seen, Table, play

RECORDINGS = Path(__file__).parents[4] / "shared" / "tag" / "trials"
KINDS = tag.kinds()
PLAYERS = {"tictactoe": (2,), "connect4": (2,)}
GOLDEN = GOLDENS / "tag_models.txt"
ACTIONS = 60  # of random games here
games = pytest.mark.parametrize("name", KINDS)


def draws(test: Callable[..., None]) -> Callable[..., None]:
    """Have a test draw few games, by number and rules."""
    drawn = given(number=st.integers(0, 2**32), rules=st.sampled_from(["printed", "tag"]))
    return settings(max_examples=8)(drawn(test))


def start(name: str, number: int, rules: str) -> tuple[Table, Random]:
    random = Random(number)
    players = random.choice(PLAYERS.get(name, (2, 3, 4)))
    return KINDS[name].start(players, Dice(random), rules), random


@games
def test_a_model_uses_nothing_of_the_engine(name: str) -> None:
    source = Path(str(sys.modules[KINDS[name].start.__module__].__file__))
    assert "boardless" not in source.read_text(encoding="utf-8")


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the shared folder with recordings is not here")
@games
def test_recorded_games_replay(name: str) -> None:
    records = tag.records(RECORDINGS / f"{name}.jsonl.gz")
    for _, same in groupby(records, key=lambda record: record["players"]):
        assert tag.replay(KINDS[name], next(same)) > 0


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the shared folder with recordings is not here")
def test_a_recording_that_differs_is_told() -> None:
    record = next(tag.records(RECORDINGS / "tictactoe.jsonl.gz"))
    record["ticks"][3]["d"]["gridBoard"][0] = "o,o,o"
    with pytest.raises(AssertionError, match="tictactoe, seed 2000, tick 4: gridBoard"):
        tag.replay(KINDS["tictactoe"], record)


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the shared folder with recordings is not here")
def test_the_command_prints_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tag", str(RECORDINGS), "tictactoe"])
    assert tag.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "| tictactoe | 34 | 264 | 0 |"


@pytest.mark.parametrize("line", GOLDEN.read_text().splitlines())
def test_games_of_our_own_are_as_they_were(line: str) -> None:
    name, players, rules, *_ = line.split()
    assert told(name, int(players), rules) == line


def told(name: str, players: int, rules: str) -> str:
    """Return a line about a random game: how many actions there were, how many made, scores."""
    random = Random(players)
    game = KINDS[name].start(players, Dice(random), rules)
    made = offered = 0
    for made, before in enumerate(play(game, random, 300)):  # noqa: B007
        offered += 0 if before.is_over else len(before.legal())
    return f"{name} {players} {rules} {offered} {made} {game.scores()} {game.results}"


@games
@draws
def test_cards_are_conserved(name: str, number: int, rules: str) -> None:
    game, random = start(name, number, rules)
    cards = Counter(game.cards())
    for _ in play(game, random, ACTIONS):
        now = Counter(game.cards())
        if rules == "printed":
            assert now == cards
        else:  # TAG doubles some (Love Letter's set-aside card, Virus!'s played ones)
            assert now >= cards or name != "virus"


@games
@draws
def test_a_seat_sees_no_hidden_card(name: str, number: int, rules: str) -> None:
    game, random = start(name, number, rules)
    for _ in play(game, random, ACTIONS):
        for seat in range(game.players):
            other = turned_over(game, seat, random)
            assert other.view(seat) == game.view(seat)
            if seat == game.mover and not game.is_over:
                assert other.legal() == game.legal()


def turned_over(game: Table, seat: int, random: Random) -> Table:
    """Return a game in which the cards that a seat does not see have changed places."""
    other = deepcopy(game)
    hidden = [
        (pile, n)
        for name, owner, pile in other.piles()
        for n, card in enumerate(pile)
        if not other.sees(seat, name, owner, card)
    ]
    cards = [name_of(pile[n]) for pile, n in hidden]
    random.shuffle(cards)
    for (pile, n), card in zip(hidden, cards, strict=True):
        pile[n] = Seen(card, pile[n].by) if isinstance(pile[n], Seen) else card
    return other


def name_of(card: Any) -> Any:
    return card.card if isinstance(card, Seen) else card


@games
@draws
def test_games_go_on_until_they_end(name: str, number: int, rules: str) -> None:
    game, random = start(name, number, rules)
    for _ in play(game, random, ACTIONS):
        assert len(game.scores()) == len(game.results) == game.players
        assert game.is_over or game.legal()
        assert game.is_over or 0 <= game.mover < game.players


if __name__ == "__main__":  # writes the golden anew
    lines = [
        told(name, players, rules)
        for name in KINDS
        for players in PLAYERS.get(name, (2, 3, 4))
        for rules in ("printed", "tag")
    ]
    GOLDEN.write_text("\n".join(lines) + "\n")
