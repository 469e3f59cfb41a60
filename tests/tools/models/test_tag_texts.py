"""TAG's games that are texts, beside the slow models and TAG's recordings."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest

from boardless.games import Game
from tests.conftest import GOLDENS
from tests.tools.models.test_tag import RECORDINGS
from tools.models import tag
from tools.models.beside import Beside, Text, random_game
from tools.models.cards import Action, Table
from tools.models.pandemic import Pandemic
from tools.models.pandemic_cures import towards_cures
from tools.models.tag_texts import texts

TEXTS = texts()
MOVES = 60  # of a game that are compared here
#: Texts that take a minute to compile, or long for a move as plain Python: fewer moves of them.
LARGE, FEW = ("coltexpress", "pandemic", "virus"), 20
KINDS = [(name, rules) for name in TEXTS for rules in TEXTS[name].rules]


@pytest.mark.parametrize(("name", "rules"), KINDS)
def test_random_games_agree_with_the_model(name: str, rules: str) -> None:
    text = TEXTS[name]
    for players in {text.players[0], text.players[-1]}:
        large = name in LARGE
        game = text.game(players, rules, jit=players == 2 and rules == "tag" and not large)
        assert random_game(text, game, players, rules, players, FEW if large else MOVES) > 0


def test_a_way_of_a_pawn_without_a_card_is_one_move() -> None:
    """A road and the city of another pawn lead a Dispatcher's pawn to the same place there."""
    text = TEXTS["pandemic"]
    game = text.game(4, "printed", jit=False)
    assert random_game(text, game, 4, "printed", seed=2, most=31) == 31


def test_pandemic_is_won_with_four_cures() -> None:
    """No game by chance, and no recording, comes to a cure; this one has all four."""
    models = list[Pandemic]()

    def watched(random: Random, model: Pandemic, legal: Sequence[Action]) -> Action:
        models.append(model)
        return towards_cures(random, model, legal)

    text = replace(TEXTS["pandemic"], directed=watched)
    game = text.game(2, "printed", jit=False)
    random_game(text, game, 2, "printed", 33, directed=True)
    assert models[-1].status == "all win"


class Enough(Exception):  # noqa: N818
    """The first moves have been compared."""


class Briefly(Beside):
    """A game of the engine that follows the first moves of a model."""

    def __init__(self, text: Text, game: Game, moves: int) -> None:
        super().__init__(text, game)
        self.left = moves

    def made(self, model: Table, action: Action) -> None:
        """Make the move that the model has made, unless enough have been made."""
        super().made(model, action)
        self.left -= 1
        if self.left == 0:
            raise Enough


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the shared folder with recordings is not here")
@pytest.mark.parametrize("name", [name for name in TEXTS if "tag" in TEXTS[name].rules])
def test_recorded_games_replay(name: str) -> None:
    text, moves = TEXTS[name], FEW if name in LARGE else MOVES
    listed = tag.records(RECORDINGS / f"{text.recorded.file}.jsonl.gz")
    for players, same in groupby(listed, key=lambda record: record["players"]):
        beside = Briefly(text, text.game(players, "tag", jit=False), moves)
        with suppress(Enough):
            tag.replay(text.recorded, next(same), beside)
        assert beside.left < moves


def test_a_blind_that_is_not_covered_splits_the_pot() -> None:
    """The big blind has less than the small one has put in; the hand is decided in the same tick.

    So TAG's round counter jumps from 8 to 10, and the eleventh hand ends the game.
    """
    (record,) = tag.records(GOLDENS / "tag" / "poker.jsonl.gz")
    text = TEXTS["poker"]
    beside = Beside(text, text.game(record["players"], "tag", jit=False))
    assert tag.replay(text.recorded, record, beside) == 27


def test_only_recordings_that_a_folder_has_are_replayed() -> None:
    assert tag.recorded_in(GOLDENS / "tag", TEXTS) == ["poker"]
    assert tag.recorded_in(None, TEXTS) == [*TEXTS]


def _plays_by_other_rules(text: Text) -> None:
    game = text.game(2, "printed", jit=False)
    for seed in range(20):
        random_game(text, game, 2, "tag", seed)


def test_other_rules_are_told() -> None:
    with pytest.raises(AssertionError):
        _plays_by_other_rules(TEXTS["loveletter"])
