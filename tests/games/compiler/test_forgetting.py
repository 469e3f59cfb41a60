"""All that is remembered is forgotten in the order in which it was found."""

from tests.games.compiler.kernels_run import KernelsRun


def test_what_is_remembered_before_is_forgotten_as_it_was_found() -> None:
    values = "(forEach Value min:-1 max:1 (remember Value (* 2000000000 (value))))"
    then = f"(do {values} next:(forget Value All))"
    run = KernelsRun(play=f"(play (move Add (to (sites Empty)) (then {then})))")
    found = [2_000_000_000 * value for value in (-1, 0, 1)]
    for _ in range(2):
        run.go(1)
        # Ludii puts what is found first before all others, and the last one behind it.
        assert run.values(run.kernels.REMEMBERED) == [found[0], *reversed(found[1:])]
        assert run.values(run.kernels.FORGOTTEN) == found
        run.back()


def test_piles_are_gone_through_as_they_came_and_close_up_where_one_goes() -> None:
    before = '(start {(place "A1" 5) (place "A1" 0) (place "A1" 10)})'
    rule = "(forEach Group Orthogonal (remember Value (regionSite (sites) index:0)))"
    then = f"(add (to 12) stack:True (then (remove 5 (then {rule}))))"
    run = KernelsRun(
        board="(square 4)",
        before=before,
        play=f"(play (move Add (to (sites Empty)) (then {then})))",
    )
    for _ in range(2):
        run.go(15)
        assert run.values(run.kernels.REMEMBERED) == [0, 10, 15, 12]
        run.back()
