"""Concepts of a game, told by its text."""

from dataclasses import fields

import pytest

from boardless.games import description_text, read
from boardless.games.concepts import CONCEPTS, CONCEPTS_OF_LUDII, concepts_of
from boardless.games.concepts.names import wholes, with_wholes
from boardless.games.language.ludeme import LUDEMES

#: A game with places for parts of its text.
TEXT = """
(game "Any" (players {players})
    (equipment {{ (board (square 4)) {items} }})
    (rules {start} (play {play}) (end {end})))
{more}
"""
ADD = "(move Add (to (sites Empty)))"
DISC = '(piece "Disc" Each)'
PASS = "(if (no Moves Next) (result Mover Win))"


def told(
    play: str = ADD,
    *,
    end: str = PASS,
    items: str = DISC,
    players: int = 2,
    start: str = "",
    more: str = "",
) -> frozenset[str]:
    """Return the concepts of a small game."""
    text = TEXT.format(play=play, end=end, items=items, players=players, start=start, more=more)
    return concepts_of(read(text))


def test_names_are_once_and_declared_ones_are_known() -> None:
    assert len(set(CONCEPTS)) == len(CONCEPTS) == len(wholes())
    assert len(CONCEPTS_OF_LUDII) == 480
    for variants in LUDEMES.values():
        for cls in variants:
            for said in cls.facts.concepts:
                argument, _, name = said.rpartition(":")
                assert name in wholes(), (cls, said)
                known = {field.name for field in fields(cls)}
                assert not argument or argument.strip("!").split("=")[0] in known, (cls, said)
            assert set(cls.untold) <= {field.name for field in fields(cls)}, cls


def test_a_part_brings_what_it_is_part_of() -> None:
    assert with_wholes(frozenset(("LineWin",))) == {
        "LineWin",
        "LineEnd",
        "SpaceEnd",
        "End",
        "Rules",
    }
    found = told()
    assert all(wholes()[name] in found for name in found if wholes()[name])


def test_a_move_of_a_player_is_another_concept_than_its_effect() -> None:
    assert {"AddDecision", "AddEffect"} & told() == {"AddDecision"}
    effect = told("(move Select (from (sites Empty)) (then (add (to (from)))))")
    assert {"AddDecision", "AddEffect", "Then"} & effect == {"AddEffect", "Then"}


@pytest.mark.parametrize(
    ("rule", "owners"),
    [
        ("(is Empty (to))", {"Empty"}),
        ("(is Enemy (who at:(to)))", {"Enemy"}),
        ("(not (is Friend (who at:(to))))", {"Empty", "Enemy"}),
        ("(not (is Enemy (who at:(to))))", {"Empty", "Friend"}),
    ],
)
def test_steps_are_told_apart_by_what_lies_where_they_lead(rule: str, owners: set[str]) -> None:
    found = told(f"(forEach Piece (move Step (to if:{rule} (apply (remove (to))))))")
    assert {f"StepDecisionTo{owner}" for owner in owners} == {
        name for name in found if name.startswith("StepDecisionTo")
    }
    assert {"ReplacementCapture", "AdjacentDirection"} <= found
    orthogonal = told(f"(forEach Piece (move Step Orthogonal (to if:{rule})))")
    assert {"ReplacementCapture", "AdjacentDirection"}.isdisjoint(orthogonal)


def test_moves_of_pieces_count_where_they_are_denied() -> None:
    items = f'{DISC} (piece "Rook" Each (move Step (to if:(is Enemy (who at:(to))))))'
    checked = told(
        "(forEach Piece)",
        items=items,
        end="(if (not (can Move (forEach Piece))) (result Mover Win))",
    )
    assert {"CanNotMove", "IsFriend", "IsEmpty", "StepDecisionToEnemy"} <= checked
    assert "CanMove" not in checked


@pytest.mark.parametrize(
    ("end", "players", "told_of_line"),
    [
        ("(if (is Line 3) (result Mover Win))", 2, {"LineEnd", "LineWin"}),
        ("(if (is Line 3) (result Next Win))", 2, {"LineEnd", "LineLoss"}),
        ("(if (is Line 3) (result Next Win))", 3, {"LineEnd"}),
        ("(if (is Line 3) (result Mover Draw))", 2, {"LineEnd", "LineDraw"}),
        ("(if (not (is Line 3)) (byScore))", 2, {"LineEnd"}),
    ],
)
def test_ends_join_conditions_and_results(end: str, players: int, told_of_line: set[str]) -> None:
    found = told(end=end, players=players)
    assert {name for name in found if name.startswith("Line")} - {"Line"} == told_of_line
    assert ("Misere" in found) == ("Next" in end and players == 2)
    assert ("ScoringWin" in found) == ("byScore" in end)


def test_places_at_the_start() -> None:
    start = '(start {{ (place "Disc1" {where}) }})'
    items = f"{DISC} (hand Each)"
    on_board = told(items=items, start=start.format(where="(sites Bottom)"))
    beside = told(items=items, start=start.format(where="(handSite P1) count:3"))
    places = {"PiecesPlacedOnBoard", "PiecesPlacedOutsideBoard", "PieceCount"}
    assert places & on_board == {"PiecesPlacedOnBoard"}
    assert places & beside == {"PiecesPlacedOutsideBoard", "PieceCount"}


def test_pieces_are_of_one_sort_for_all_or_not() -> None:
    assert "AsymmetricPiecesType" not in told()
    assert "AsymmetricPiecesType" in told(items='(piece "Fox" P1) (piece "Goose" P2)')
    assert {"KingComponent", "ChessComponent"} <= told(items='(piece "King" Each)')


def test_looks_are_told_by_metadata() -> None:
    chess = told(more="(metadata (graphics { (board Style Chess) (show Piece Value) }))")
    assert {"ChessStyle", "ShowPieceValue"} <= chess
    assert {"ChessStyle", "ShowPieceValue"}.isdisjoint(told())


@pytest.mark.parametrize(
    ("name", "has", "has_not"),
    [
        (
            "Hive",
            "Unbounded Walks Shrinks StacksUpwards SlidingRule OneGroup",
            "TileTypes FarCells",
        ),
        ("Trax", "Unbounded PathTiles SquareTiling Loop", "Walks Shrinks StacksUpwards"),
        ("Carcassonne", "Unbounded SegmentTiles Scoring", "PathTiles Walks"),
        ("Andantino", "Unbounded FarCells HexTiling", "TileTypes Walks Shrinks"),
    ],
)
def test_boards_that_grow(name: str, has: str, has_not: str) -> None:
    found = concepts_of(read(description_text(name)))
    assert set(has.split()) <= found
    assert found.isdisjoint(has_not.split())


def test_boards_that_do_not_grow_have_none_of_these() -> None:
    assert not any(wholes()[name] == "Growth" for name in told("(forEach Piece (move Step (to)))"))
