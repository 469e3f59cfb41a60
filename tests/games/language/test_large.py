"""Texts that are longer than those of strangers may be."""

import pickle
from random import Random

import pytest

from boardless.agents.playing import playable
from boardless.agents.tuning import declared_by
from boardless.games import LudemeError, compile, read
from boardless.games.language import reader as tokens

GAME = '(game "Row" (players 2) (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})\
 (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))'


def test_large_texts_are_read_when_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_NODES", 20)
    with pytest.raises(LudemeError, match="a description has at most 20 words"):
        read(GAME)
    assert read(GAME, large=True).large
    monkeypatch.setattr(tokens, "MAX_NODES", 2)
    with pytest.raises(LudemeError, match="a description has at most 40 words"):
        read(GAME, large=True)


def test_long_texts_are_read_when_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_CHARACTERS", 20)
    with pytest.raises(LudemeError, match="at most 20 characters are read"):
        read(GAME)
    assert read(GAME, large=True).name == "Row"


def test_a_large_game_stays_large_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_NODES", 20)
    game = compile(GAME, jit=False, large=True)
    assert declared_by(game) == {}
    assert pickle.loads(pickle.dumps(game)).description == game.description
    assert playable(game).begin(Random(1)).game.large
