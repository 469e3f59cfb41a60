"""Recorded games of TAG, replayed by the slow models in TAG's rules.

``python -m tools.models.tag FOLDER`` replays every game in a folder of recordings,
``python -m tools.models.tag FOLDER uno`` those of one. Compared are who decides, all available
actions, the whole state after each of them, scores, results and how the game ends; what TAG left to
chance is read from its next state. The recordings' own page describes their format.
"""

import gzip
import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, takewhile
from pathlib import Path
from typing import Any, Protocol, TypeVar
from zlib import crc32

from tools.models.cards import FRENCH, Action, Chance, Start, Table, TagError, places

T = TypeVar("T")
#: A state by TAG's names.
Fields = dict[str, Any]

RESULTS = {
    "ongoing": "GAME_ONGOING",
    "win": "WIN_GAME",
    "draw": "DRAW_GAME",
    "lose": "LOSE_GAME",
    "end": "GAME_END",
    "timeout": "TIMEOUT",
    "all win": "WIN_GAME",
    "all lose": "LOSE_GAME",
}


@dataclass(frozen=True)
class Recorded:
    """A game as TAG records it, and its model.

    Attributes
    ----------
    file : str
        The recordings' name.
    start : callable
        Makes the model.
    fields : callable
        The state by TAG's names, but for those that all games have.
    named : callable
        TAG's string for an action.
    chance : callable
        What came out of a decision of chance, from its name and TAG's state after it.
    ignored : tuple of str
        Words in names of TAG's fields that say nothing about the game.
    amended : callable
        Corrects what is not recorded by the actions that are listed.
    """

    file: str
    start: Start
    fields: Callable[[Any], Fields]
    named: Callable[[Any, Action], str]
    chance: Callable[[Any, str, Sequence[Any], Fields], Any] = field(
        default=lambda game, what, options, after: None
    )
    ignored: tuple[str, ...] = ()
    amended: Callable[[Any, Sequence[str]], None] = lambda game, listed: None


class Told:
    """Chance as a recording has it."""

    def __init__(self, kind: Recorded, game: Table | None, after: Fields) -> None:
        self.kind, self.game, self.after = kind, game, after

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards as they lay after they were shuffled."""
        order: list[T] = self.kind.chance(self.game, what, cards, self.after)
        assert Counter(order) == Counter(cards), f"{what}: these cards are not those"
        return order

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return the option that came out."""
        chosen: T = self.kind.chance(self.game, what, options, self.after)
        assert chosen in options, f"{what}: {chosen!r} is not possible"
        return chosen


def changed(state: Fields, changes: Mapping[str, Any]) -> Fields:
    """Return a state after changes in the recordings' manner."""
    after = dict(state)
    for key in changes.get("_gone", ()):
        after.pop(key, None)
    for key, value in changes.items():
        if key == "_gone":
            continue
        if isinstance(value, dict) and isinstance(state.get(key), list):
            match value:
                case {"pop": number, **none} if not none:
                    value = state[key][number:]
                case {"push": cards, **none} if not none:
                    value = cards + state[key]
                case {"append": cards, **none} if not none:
                    value = state[key] + cards
        after[key] = value
    return after


def rows(key: str, values: Sequence[Any]) -> Fields:
    """Return a field for each item of a list; an empty list is a field itself."""
    return {f"{key}.{n}": value for n, value in enumerate(values)} if values else {key: []}


def by_seat(state: Fields, key: str) -> list[Any]:
    """Return the fields of all seats."""
    seats = takewhile(lambda seat: f"{key}.{seat}" in state, count())
    return [state[f"{key}.{seat}"] for seat in seats]


def sight(key: str, players: int, pile: Sequence[tuple[Any, frozenset[int]]]) -> Fields:
    """Return the fields of a pile and of the seats that know its cards."""
    seats = range(players)
    return {
        key: [card for card, _ in pile],
        f"{key}.vis": ["".join("01"[seat in by] for seat in seats) for _, by in pile],
    }


def french(card: str) -> str:
    """Return TAG's name of a French card."""
    rank, suit = card.split()
    return f"{{{suit} {rank}}}" if rank.isdigit() else f"{{{card}}}"


#: The French cards by TAG's names.
FRENCH_CARDS = {french(card): card for card in FRENCH}


def fields(kind: Recorded, game: Table) -> Fields:
    """Return a whole state by TAG's names."""
    common = {
        "_phase": "Main",
        "_stack": [],
        "_status": RESULTS.get(game.status, game.status),
        "_results": [RESULTS[result] for result in game.results],
        "_round": game.round,
        "_turn": game.turn,
        "_turnOwner": game.owner,
        "_first": game.first,
        "_scores": game.scores(),
    }
    return {**common, **kind.fields(game)}


def _same(kind: Recorded, expected: Fields, game: Table) -> None:
    """Compare states; say which fields differ."""
    ours = fields(kind, game)
    if ours == expected:
        return
    for key in sorted(expected.keys() | ours.keys()):
        if not any(word in key for word in kind.ignored):
            here, there = ours.get(key, "absent"), expected.get(key, "absent")
            assert here == there, f"{key}: {here!r}, in TAG {there!r}"


def _actions(kind: Recorded, game: Table, tick: Mapping[str, Any]) -> list[Action]:
    """Compare the available actions; return those that the recorded one can be."""
    if "A" in tick:
        kind.amended(game, tick["A"])
    named = [(kind.named(game, action), action) for action in game.legal()]
    listed = sorted(name for name, _ in named)
    if "A" in tick:
        assert listed == tick["A"], (
            f"actions: beyond TAG's {sorted((Counter(listed) - Counter(tick['A'])).elements())}, "
            f"without {sorted((Counter(tick['A']) - Counter(listed)).elements())}"
        )
    else:
        assert len(listed) == tick["n"], f"{len(listed)} actions, in TAG {tick['n']}: {listed}"
        check = crc32("".join(f"{name}\n" for name in listed).encode())
        assert check == int(tick["Ah"], 16), f"actions: {listed}"
    return [action for name, action in named if name == tick["a"]]


class Follower(Protocol):
    """Another program that follows a model."""

    def watch(self, chance: Chance, game: Table | None) -> Chance:
        """Return chance for the model, seen by the follower; None before the game begins."""

    def begun(self, model: Table) -> None:
        """Begin as the model has begun."""

    def due(self, model: Table) -> None:
        """Compare what the mover may do."""

    def made(self, model: Table, action: Action) -> None:
        """Do what the model has done."""


class Alone:
    """Nothing follows."""

    def watch(self, chance: Chance, game: Table | None) -> Chance:
        """Return the same."""
        return chance

    def begun(self, model: Table) -> None:
        """Do nothing."""

    def due(self, model: Table) -> None:
        """Do nothing."""

    def made(self, model: Table, action: Action) -> None:
        """Do nothing."""


def _step(
    kind: Recorded, game: Table, actions: Sequence[Action], after: Fields, beside: Follower
) -> tuple[Table, Action]:
    """Apply the action that the recorded one is, and compare what follows; return both."""
    for action in actions[:-1]:  # several have one string: the one is right that leads there
        trial = deepcopy(game)
        try:
            trial.apply(action, beside.watch(Told(kind, trial, after), trial))
            _same(kind, after, trial)
        except AssertionError:
            continue
        return trial, action
    game.apply(actions[-1], beside.watch(Told(kind, game, after), game))
    _same(kind, after, game)
    return game, actions[-1]


def replay(kind: Recorded, record: Mapping[str, Any], beside: Follower | None = None) -> int:
    """Replay a recorded game, perhaps with a follower; return how many ticks it has.

    Raises
    ------
    AssertionError
        Where the model differs.
    """
    state: Fields = record["init"]
    beside = Alone() if beside is None else beside
    game = kind.start(record["players"], beside.watch(Told(kind, None, state), None), "tag")
    number = 0
    try:
        _same(kind, state, game)
        beside.begun(game)
        for tick in record["ticks"]:
            number += 1
            expected = tick["p"], tick["t"], tick["r"]
            assert (game.mover, game.turn, game.round) == expected, f"mover: {expected} in TAG"
            assert not game.is_over, "the game is over"
            actions = _actions(kind, game, tick)
            if "d" not in tick:  # an exception inside TAG
                _fails(kind, game, actions[0], state)
                continue
            after = changed(state, tick["d"])
            beside.due(game)
            game, action = _step(kind, game, actions, after, beside)
            beside.made(game, action)
            state = after
        _ended(game, record["end"])
    except AssertionError as error:
        where = f"{kind.file}, seed {record['seed']}, tick {number}"
        raise AssertionError(f"{where}: {error}") from error
    return len(record["ticks"])


def _fails(kind: Recorded, game: Table, action: Action, state: Fields) -> None:
    """Check that the model has no next state either where TAG has none."""
    try:
        game.apply(action, Told(kind, game, state))
    except TagError:
        return
    raise AssertionError("TAG has an exception here")


def _ended(game: Table, end: Mapping[str, Any]) -> None:
    """Compare how a game ends, and again after TAG has ended it once more."""
    last = _result(game)
    assert last == (end["statusAtLast"], end["resultsAtLast"]), f"end: {last}"
    if "error" in end:
        return
    game.finish()
    result = _result(game)
    assert result == (end["status"], end["results"]), f"result: {result}"
    scores, breaks = game.scores(), game.tie_breaks()
    order = places(scores if breaks is None else list(zip(scores, breaks, strict=True)))
    assert (scores, order) == (end["scores"], end["ordinals"]), f"scores: {scores}, {order}"
    told = [value for value in end["tiebreak1"] if value is not None]
    assert (breaks or []) == told, f"tie-breaks: {breaks}"


def _result(game: Table) -> tuple[str, list[str]]:
    status = RESULTS.get(game.status, game.status)
    return status, [RESULTS[result] for result in game.results]


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the recorded games of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def recorded_in(folder: Path | None, names: Iterable[str]) -> list[str]:
    """Return the names of games that a folder has recordings of; without a folder all."""
    return [name for name in names if folder is None or (folder / f"{name}.jsonl.gz").exists()]


def modules_with(name: str) -> Iterator[Any]:
    """Yield the modules of games that have a constant of this name."""
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        if f"\n{name} = (" in path.read_text(encoding="utf-8"):
            yield import_module(f"tools.models.{path.stem}")


def kinds() -> dict[str, Recorded]:
    """Return all recorded games that have a model, by the names of their recordings."""
    return {kind.file: kind for module in modules_with("RECORDED") for kind in module.RECORDED}


def main() -> int:
    """Print a row for each recorded game; return 1 if anything differs."""
    parser = ArgumentParser(
        prog="python -m tools.models.tag", description="Replay TAG's games in the slow models."
    )
    parser.add_argument("folder", type=Path, help="the folder of recordings")
    models = kinds()
    parser.add_argument("game", nargs="*", choices=[*models, []], help="all if none is named")
    asked = parser.parse_args()
    print("| game | games | ticks | differences |")
    print("| --- | --- | --- | --- |", flush=True)
    failed: list[str] = []
    for name in asked.game or recorded_in(asked.folder, models):
        games = ticks = 0
        told = len(failed)
        for record in records(asked.folder / f"{name}.jsonl.gz"):
            games += 1
            try:
                ticks += replay(models[name], record)
            except AssertionError as error:
                failed.append(str(error))
        print(f"| {name} | {games:,} | {ticks:,} | {len(failed) - told} |", flush=True)
    for line in failed[:20]:
        print(line[:400])
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
