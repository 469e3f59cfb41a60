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
