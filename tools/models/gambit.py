"""Files of Gambit, beside Gambit itself.

``python -m tools.models.gambit FOLDER`` reads every ``.efg`` file below a folder, converts it,
checks the description by all criteria, and solves it. If pygambit is installed, it reads the same
files: nodes, movers, information sets, payoffs and probabilities have to be the same, values of
games of two players with a constant sum too, and nobody gains by leaving Gambit's equilibria.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any

from boardless.theory import (
    ExtensiveGame,
    check_equivalence,
    evaluate,
    read_efg,
    solve,
    to_efg,
    to_lgdl,
)
from boardless.theory.efg import parse_efg
from boardless.topo import InputError

#: Descriptions of larger games are not checked, and those of more nodes not solved.
CHECKED, SOLVED = 600, 600
#: The most profiles of pure strategies that are tried.
PROFILES = 10**5
#: The largest difference of a value, and gain, from those of Gambit.
NEAR = 1e-3


@dataclass(frozen=True)
class Row:
    """A file as the table shows it."""

    file: str
    game: ExtensiveGame | None
    check: str = ""
    solution: str = ""
    gambit: str = ""
    wrong: str = ""

    def __str__(self) -> str:
        sizes = (
            ("", "") if self.game is None else (str(len(self.game)), str(len(self.game.players)))
        )
        cells = (self.file, *sizes, self.check, self.solution, self.gambit, self.wrong)
        return f"| {' | '.join(cells)} |"


def compared(path: Path, name: str) -> Row:
    """Return the row of a file, with what is wrong, if anything."""
    try:
        game = read_efg(path)
    except InputError as error:
        return Row(name, None, wrong=f"refused: {error}")
    wrong = []
    again = parse_efg(to_efg(game))
    if _plain(again) != _plain(game):
        wrong.append("written, it is another game")
    check = f"more than {CHECKED} nodes"
    if len(game) <= CHECKED:
        try:
            found = check_equivalence(game, to_lgdl(game), large=True)
        except InputError as error:
            check = f"no description: {error}"
        else:
            check = "holds" if found.holds else "fails"
            wrong += [] if found.holds else [" ".join(str(found).split())]
    solution = "no perfect recall" if game.forgets is not None else ""
    value: tuple[float, ...] = ()
    if not solution and len(game) <= SOLVED:
        solved = solve(game, 3000)
        value = solved.value
        solution = f"{', '.join(f'{v:.3f}' for v in value)} ({solved.exploitability:.4f})"
    gambit = ""
    if find_spec("pygambit") is not None:
        gambit, found_wrong = _beside_gambit(path, game, value)
        wrong += found_wrong
    return Row(name, game, check, solution, gambit, "; ".join(wrong))


def _plain(game: ExtensiveGame, named: bool = True) -> object:
    """Return a game without the knowledge of those who do not move, and perhaps without labels."""
    return [
        (
            game.player(node),
            game.payoffs(node),
            game.sets(node)[game.player(node) - 1] if game.player(node) > 0 else None,
            [(move * named, game.probability(node, at), at) for move, at in game.moves(node)],
        )
        for node in game.tree
    ]


def _beside_gambit(
    path: Path, game: ExtensiveGame, value: tuple[float, ...]
) -> tuple[str, list[str]]:
    """Return what Gambit finds, and what differs."""
    import pygambit

    try:
        theirs = pygambit.read_efg(path)
    except (ValueError, OSError) as error:
        return f"refused: {str(error).splitlines()[0]}", []
    # Moves without a label of their own are given different ones.
    if _plain(parse_efg(theirs.to_efg()), named=False) != _plain(game, named=False):
        return "", ["Gambit reads another game"]
    if not value:
        return "same game", []
    profiles = prod(len(game.moves(node)) for node in game.decisions())
    found, how = _equilibrium(pygambit, theirs, profiles)
    if found is None:
        return f"same game; {how}", []
    shares = [[p for _, p in actions] for behaviour in found for _, actions in behaviour]
    sets = sorted(game.decisions(), key=lambda node: (game.player(node), node))
    strategy: dict[int, dict[str, float]] = {}
    for node, probabilities in zip(sets, shares, strict=True):
        labels, total = [move for move, _ in game.moves(node)], sum(map(float, probabilities))
        # Anything will do at a place that is not reached, where nothing is said.
        odds = [float(p) / total if total else 1 / len(labels) for p in probabilities]
        strategy[node] = dict(zip(labels, odds, strict=True))
    ours = evaluate(game, strategy)
    payoffs = [float(found.payoffs[player]) for player in theirs.players]
    ends = [node for node in game.tree if not game.moves(node)]
    scale = max(1.0, *(abs(float(payoff)) for node in ends for payoff in game.payoffs(node)))
    wrong = []
    if _distance(payoffs, ours.value) > NEAR * scale:
        wrong.append(f"its equilibrium is worth {payoffs} there, {ours.value} here")
    if ours.exploitability > NEAR * scale:
        wrong.append(f"its equilibrium can be exploited by {ours.exploitability:.4f} here")
    if len(payoffs) == 2 and len({sum(game.payoffs(node)) for node in ends}) == 1:
        how += ", constant sum"
        if _distance(payoffs, value) > NEAR * scale:
            wrong.append(f"values {payoffs} there, {value} here")
    return f"{', '.join(f'{p:.3f}' for p in payoffs)} ({how})", wrong


def _distance(some: Sequence[float], others: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(some, others, strict=True))


def _equilibrium(pygambit: Any, game: Any, profiles: int) -> tuple[Any, str]:
    """Return an equilibrium by Gambit, and how it was found."""
    nash = pygambit.nash
    ways: list[tuple[str, Callable[[], Any]]] = [
        ("quantal", lambda: nash.logit_solve(game, use_strategic=False).equilibrium),
    ]
    if profiles <= PROFILES:
        ways.insert(0, ("pure", lambda: nash.enumpure_solve(game).equilibria[0].as_behavior()))
    if len(game.players) == 2:
        ways.insert(0, ("lcp", lambda: nash.lcp_solve(game, rational=False).equilibrium))
    said = []
    for how, solved in ways:
        try:
            found = solved()
        except Exception as error:  # errors of its own, and of Cython
            said.append(f"{how}: {type(error).__name__}")
        else:
            if found is not None:
                return found, how
    return None, ", ".join(said)


def main() -> None:
    """Print a table of all files of a folder; end with status 1 if anything is wrong."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    print("| file | nodes | players | criteria | solved here | Gambit | wrong |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    totals = Counter[str]()
    for path in sorted(folder.rglob("*.efg")):
        row = compared(path, path.relative_to(folder).as_posix())
        print(row, flush=True)
        totals["files"] += 1
        totals["wrong"] += bool(row.wrong)
        totals["solved"] += "(" in row.solution
        totals["compared"] += bool(row.gambit)
    print(", ".join(f"{count} {what}" for what, count in totals.items()))
    raise SystemExit(1 if totals["wrong"] else 0)


if __name__ == "__main__":
    main()
