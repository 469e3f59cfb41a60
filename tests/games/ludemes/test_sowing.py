"""Sowing along tracks, the sites that tracks lead to, hands by player and maps."""

import pytest

from boardless.games import compile as compile_text
from boardless.games.game_technique import game_technique
from boardless.games.modules import Features

GAME = """(game "Holes" (players 2)
    (equipment {{
        (mancalaBoard 2 3 store:None {{
            (track "Round" "0,E,N,W" loop:True)
            (track "Way1" "0,E,End" P1)
            (track "Way2" "5,W" P2)
        }})
        (piece "Seed" Shared) (hand Each)
        (regions "Near" P1 (sites {{1}})) (regions "Near" P2 (sites {{3 4}}))
        (map "Next" {{(pair 0 4) (pair 4 2)}})
    }})
    (rules (start (set Count 2 to:(sites Board)))
        (play {play})
        (end (if {end} (result Mover Win)))))"""


class Holes:
    """A game on six holes with two seeds each, 3 to 5 above 0 to 2, at its start."""

    def __init__(self, play: str, end: str) -> None:
        game = compile_text(GAME.format(play=play, end=end), jit=False)
        technique = game_technique("BASE-KEPT")
        self.kernels = game.kernels_of(technique, Features(undo=True, logs=True))
        self.arrays = game.arrays(technique, Features(undo=True, logs=True))

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return int(self.arrays.n[self.kernels.MOVER])

    def targets(self) -> list[int]:
        """Return the holes that moves go to, in order."""
        found = self.kernels.list_moves(self.arrays).tolist()
        return sorted(site - 3 for rule, _, site, *_ in found if rule >= 0)

    def go(self, hole: int) -> int:
        """Make the one move to a hole; return what it made of the game."""
        found = self.kernels.list_moves(self.arrays)
        (row,) = (row for row in found if row[0] >= 0 and row[2] == hole + 3)
        self.arrays.queue[0, : len(row)] = row
        return int(self.kernels.make_move(self.arrays, *row[:3].tolist()))

    def counts(self) -> list[int]:
        """Return how many seeds there are in each hole, and then in each hand."""
        counts: list[int] = self.arrays.fields[self.kernels.COUNTS, 1:9].tolist()
        return counts[2:] + counts[:2]


def match_of(play: str, end: str = "(= 1 2)") -> Holes:
    """Return the game of a rule at its start."""
    return Holes(play, end)


def selecting(then: str) -> Holes:
    """Return a match in which something follows when the mover selects a hole."""
    return match_of(f"(move Select (from (sites Board)) (then {then}))")


@pytest.mark.parametrize(
    ("words", "start", "after"),
    [
        ("", 1, [2, 0, 3, 2, 2, 3]),
        ("count:1", 1, [2, 1, 3, 2, 2, 2]),
        ("0 count:2", 1, [0, 3, 3, 2, 2, 2]),
        ("count:2 numPerHole:2", 1, [2, 0, 4, 2, 2, 2]),
        ("origin:True", 1, [2, 1, 3, 2, 2, 2]),
        ("skipIf:(= (to) 2)", 1, [2, 0, 2, 2, 3, 3]),
        ("skipIf:(= 3 (count at:(to)))", 1, [2, 0, 3, 2, 2, 3]),
        ('"Way" owner:(mover)', 0, [0, 3, 3, 2, 2, 2]),
        ("if:(= 3 (count at:(to))) apply:(remove (to))", 1, [2, 0, 3, 2, 2, 0]),
        ("if:(= 2 (count at:(to))) apply:(remove (to))", 1, [2, 0, 3, 2, 2, 3]),
        ("if:(= 3 (count at:(to))) apply:(remove (to)) backtracking:True", 1, [2, 0, 0, 2, 2, 0]),
        ("apply:(remove (to)) forward:(!= (to) 3)", 1, [2, 0, 3, 2, 0, 0]),
        ("apply:(fromTo (from (to)) (to 0) count:(count at:(to)))", 1, [5, 0, 3, 2, 2, 0]),
        (
            "apply:(fromTo (from (to)) (to 0) count:(count at:(to)) (then (remove (last To))))",
            1,
            [0, 0, 3, 2, 2, 0],
        ),
        ("sowEffect:(add (piece 1) (to (handSite Mover)))", 1, [2, 0, 3, 2, 2, 3, 2]),
    ],
)
def test_sowing(words: str, start: int, after: list[int]) -> None:
    match = selecting(f"(sow {words})")
    before = match.counts()
    match.go(start)
    assert match.counts()[: len(after)] == after
    match.kernels.undo(match.arrays)
    assert match.counts() == before


@pytest.mark.parametrize(
    ("if_", "taken"),
    [("(is In 5 (values Remembered))", 0), ("(= 0 (size Array (values Remembered)))", 3)],
)
def test_what_is_taken_is_found_before_a_rule_beside_changes_anything(if_: str, taken: int) -> None:
    match = selecting(f"(and (remember Value 5) (sow apply:(if {if_} (remove (to)))))")
    before = match.counts()
    match.go(1)
    assert match.counts() == [2, 0, 3, 2, 2, 3 - taken, 0, 0]
    match.kernels.undo(match.arrays)
    assert match.counts() == before


def test_sowing_before_each_of_two_moves_takes_what_it_took_at_first() -> None:
    """The hole is empty when the sowing is made again."""
    hand = "(add (piece 1) (to (handSite Mover)))"
    sown = f"(sow apply:(if (= 3 (count at:(to))) (and (remove (to)) {hand})))"
    match = selecting(f"(do {sown} next:(and (add (piece 1) (to 3)) (add (piece 1) (to 4))))")
    before = match.counts()
    match.go(1)
    assert match.counts()[:7] == [2, 0, 3, 3, 3, 0, 2]
    match.kernels.undo(match.arrays)
    assert match.counts() == before


@pytest.mark.parametrize(
    ("words", "after"), [("", [1, 4, 3, 3, 3, 3]), ("includeSelf:False", [0, 4, 4, 3, 3, 3])]
)
def test_the_start_may_be_left_out(words: str, after: list[int]) -> None:
    match = selecting(f"(do (set Count at:0 7) next:(sow 0 {words}))")
    match.go(0)
    assert match.counts()[:6] == after


def test_what_follows_from_sowing() -> None:
    match = selecting("(sow (then (if (= 5 (last To afterConsequence:False)) (moveAgain))))")
    match.go(5)
    assert match.mover == 1
    match.go(1)
    assert match.mover == 2


def test_the_last_site_is_of_the_move_itself_while_consequences_are_found() -> None:
    match = selecting("(sow (then (if (= 1 (last To afterConsequence:True)) (moveAgain))))")
    match.go(1)
    assert match.mover == 1


def test_the_last_site_after_the_consequences() -> None:
    match = match_of(
        """(if (= 0 (count Moves)) (move Select (from 1) (then (sow)))
            (move Select (from (last To afterConsequence:True))))"""
    )
    match.go(1)
    assert match.targets() == [5]


@pytest.mark.parametrize(
    ("more", "target"),
    [("", 1), ("(then (fromTo (from 3) (to 4)))", 3), ("(then (and (remove 2) (moveAgain)))", 2)],
)
def test_the_last_origin_after_the_consequences(more: str, target: int) -> None:
    match = match_of(
        f"""(if (= 0 (count Moves)) (move Select (from 1) (then (sow {more})))
            (move Select (from (last From afterConsequence:True))))"""
    )
    match.go(1)
    assert match.targets() == [target]


@pytest.mark.parametrize(
    ("site", "target"),
    [
        ('(trackSite Move from:1 "Round" steps:2)', 5),
        ('(trackSite Move from:3 "Round" steps:2)', 1),
        ("(trackSite Move from:1 steps:1)", 2),
        ("(trackSite Move from:5 Next steps:1)", 4),
        ('(trackSite FirstSite "Round" from:2 if:(!= (to) 2))', 5),
        ("(trackSite FirstSite P2 if:(> (to) 2))", 5),
        ("(trackSite EndSite P2)", 3),
        ('(- 8 (trackSite EndSite P2 "Way"))', 5),
        ('(mapEntry "Next" (last To))', 5),
        ('(mapEntry "Next" (count Moves))', 4),
    ],
)
def test_sites_of_tracks_and_maps(site: str, target: int) -> None:
    assert match_of(f"(move Add (piece 1) (to {site}))").targets() == [target]


def test_beyond_the_end_of_a_track() -> None:
    end = "(= (trackSite Move from:2 steps:1) -2)"
    match = match_of("(move Add (piece 1) (to 1))", end)
    assert match.go(1) == 1


def test_a_stretch_of_a_track() -> None:
    region = '(sites Track "Round" from:(+ 5 (* 0 (count at:0))) to:(+ 3 (* 0 (count at:0))))'
    assert match_of(f"(move Select (from {region}))").targets() == [3, 4, 5]


def test_hands_of_players() -> None:
    match = selecting(
        "(and (add (piece 1) (to (handSite Mover))) (add (piece 1) (to (handSite (next)))))"
    )
    match.go(0)
    assert match.counts()[6:] == [1, 1]
    match = selecting("(add (piece 1) (to (handSite Next)))")
    match.go(0)
    assert match.counts()[6:] == [0, 1]


def test_counts_are_of_what_is_there_before_the_move() -> None:
    match = match_of("(move (from 0) (to (sites {1 2})) count:(count at:(from)))")
    match.go(1)
    assert match.counts() == [0, 4, 2, 2, 2, 2, 0, 0]


def test_regions_of_any_player() -> None:
    match = selecting('(forEach Player (remove (sites Player "Near")))')
    match.go(0)
    assert match.counts()[:6] == [2, 0, 2, 0, 0, 2]


@pytest.mark.parametrize(("index", "target"), [(0, 1), (1, 2), (2, None)])
def test_sites_of_a_region(index: int, target: int | None) -> None:
    region = "(forEach (sites Bottom) if:(and (!= 0 (site)) (is Occupied (site))))"
    match = match_of(f"(move Add (piece 1) (to (regionSite {region} index:{index})))")
    assert match.targets() == ([] if target is None else [target])


def test_removing_several_times() -> None:
    match = selecting("(remove (last To) count:(count at:0))")
    match.go(1)
    done = match.arrays.log[: match.arrays.n[match.kernels.LOGGED], 0].tolist()
    assert done == [match.kernels.SELECTED, match.kernels.REMOVED, match.kernels.REMOVED]
    assert match.counts()[:6] == [2, 0, 2, 2, 2, 2]


def test_rules_know_who_had_no_move() -> None:
    match = match_of(
        """(if (is Mover P2) (if (= (count Moves) 1) (move Add (piece 1) (to 0) (then (moveAgain)))
            (move Select (from (if (no Moves P1) (sites {1}) (sites {2})))))
            (move Select (from (sites {3}) if:(= (count Moves) 0))))"""
    )
    assert match.targets() == [3]
    match.go(3)
    match.go(0)
    assert match.targets() == [2]


def test_holes_keep_their_states() -> None:
    match = selecting("(if (= 0 (last To)) (set State at:2 3) (sow))")
    match.go(0)
    match.go(1)
    states = match.arrays.fields[match.kernels.STATES, 3:9].tolist()
    assert states == [0, 0, 3, 0, 0, 0]


def test_one_site_or_another() -> None:
    match = selecting(
        "(fromTo (from 1) (to (if (= (last To) 0) (handSite Next) (handSite Mover))) count:2)"
    )
    match.go(0)
    assert match.counts() == [2, 0, 2, 2, 2, 2, 0, 2]
