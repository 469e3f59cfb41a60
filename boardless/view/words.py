"""Moves in words, as far as a reader sees them: components by name, places by their labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boardless.play.state import State
from boardless.state import BOARD, FreeState, Move
from boardless.state.engine.actions import ADD, OPTION, REMOVE, SELECT, SET_MOVER
from boardless.state.move import place_text
from boardless.view.choices import Choice, choice_of, first_taken, is_by_chance
from boardless.view.graphics import options_of, pass_of, raises_of
from boardless.view.kinds import kinds_of
from boardless.view.seen import (
    SQUARE,
    Pile,
    board_labels,
    is_on_board,
    numbers_of,
    place_titles,
    places_below,
    places_of_hands,
)

#: Changes that are told of a move; more are counted.
TOLD = 3
#: Options that raise a number and have words.
MAX_RAISES = 16


@dataclass(frozen=True)
class Reader:
    """The view of a reader before a move and, once it is made, after it."""

    kinds: Sequence[Mapping[str, Any]]
    #: Display names of places.
    labels: Mapping[str, str]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    before: Mapping[str, Pile] = field(default_factory=dict)
    after: Mapping[str, Pile] = field(default_factory=dict)
    #: The name of a pass.
    passing: str = "Pass"
    #: The places of hands that nobody owns.
    common: frozenset[str] = frozenset()
    #: Places of rows on which others stand, by these.
    below: Mapping[str, str] = field(default_factory=dict)
    #: Places that the line before has told of.
    told: tuple[str, ...] = ()
    #: Whether nothing is hidden, so that all that a move says may be told.
    all_seen: bool = True
    #: What it is called to choose places that raise a number, by the option of the move; once it is
    #: made the option, which others may not know, makes no difference.
    raises: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        state: FreeState,
        before: Mapping[str, Pile],
        after: Mapping[str, Pile] | None = None,
        all_seen: bool = True,
        told: tuple[str, ...] = (),
    ) -> "Reader":
        """Return a reader of a state's moves from the piles that it sees."""
        hands = places_of_hands(state)
        labels = {**board_labels(state), **place_titles(hands)}
        shared = frozenset(place for hand in hands if not hand["owner"] for place in hand["places"])
        options = options_of(state.game) if isinstance(state, State) else {}
        passing = pass_of(state.game) if isinstance(state, State) else ""
        return cls(
            kinds=kinds_of(state),
            labels=labels,
            options=options,
            before=before,
            after=after or {},
            passing=passing or "Pass",
            common=shared,
            below=places_below(hands),
            told=told,
            all_seen=all_seen,
            raises=_raises(state, made=bool(after)) if after or after is None else {},
        )

    @property
    def unseen(self) -> str:
        """The name of a moved piece that the reader does not see."""
        return "a card" if any(kind["card"] for kind in self.kinds) else "a piece"

    def label(self, place: str) -> str:
        """Return the name of a place for people."""
        return self.labels.get(place, place)

    def name(self, what: int, *places: str) -> str:
        """Return the name of a component that is moved between places, if it is seen in one."""
        seen = self.all_seen or any(
            numbers_of(piles[place])[0] == what
            for piles in (self.before, self.after)
            for place in places
            if place in piles
        )
        return title(self.kinds, what) if seen and what else "something"


def _raises(state: FreeState, made: bool) -> dict[str, list[str]]:
    """Return the words for each place that raises a number, or for the last one if `made`."""
    raises = raises_of(state.game) if isinstance(state, State) else None
    if raises is None:
        return {}
    states = state.containers[BOARD].chunk("state").nonzero()
    size = raises.end - raises.first
    numbers = [states.get(raises.numbers + column, 0) for column in range(size)]
    raised = {}
    for column in range(size):
        to = [(2 + n) * max(numbers) for n in range(MAX_RAISES)]
        if made:
            to = [numbers[column]] * MAX_RAISES
        elif states.get(raises.first + column, 0):
            continue
        place = place_text(BOARD, (0, 0, raises.first + column))
        raised[place] = [raises.text.replace("#", str(number)) for number in to]
    return raised


def title(kinds: Sequence[Mapping[str, Any]], what: int) -> str:
    """Return the name of a component for people."""
    name: str = kinds[what - 1]["title"]
    return name


def move_words(move: Move, reader: Reader, choice: Choice | None = None) -> str:
    """Return a move in words, such as ``City Top to 1,0, turned 90°``; its choice may be known."""
    sorts = {action.kind for action in move.actions}
    if not sorts - {SET_MOVER}:
        swaps = [a.value for a in move.actions] == [move.mover]
        return "Swap seats" if swaps else reader.passing
    if OPTION in sorts and is_by_chance(move):
        return _changes(reader) or "Chance decides"
    choice = choice or choice_of(move, reader.kinds)
    places = choice[0]
    if ADD in sorts or REMOVE in sorts:
        words = _put(move, choice, reader)
    else:
        words = _selected(places, reader)
    option = _option(choice, reader)
    number = choice[3].get("option", 0) if len(choice) > 3 else 0
    raises = reader.raises.get(places[0], ()) if len(places) == 1 else ()
    if number < len(raises):
        words, option = raises[number], ""
    seen = _changes(reader) if SELECT in sorts and not reader.all_seen else ""
    if seen and words.startswith(reader.unseen):
        return seen
    return "".join((words, f": {option}" if option else "", f" ({seen})" if seen else ""))


def move_name(move: Move, reader: Reader) -> str:
    """Return the name of a move by the squares of the board, or the move in words.

    The name is ``e2-e4`` if a piece goes from square to square, ``e7-e8=Queen`` if it becomes
    another, and ``b2`` or ``2,-2`` if a player has pieces of one kind alone.
    """
    if reader.all_seen and not is_by_chance(move):
        return _short(move, reader) or move_words(move, reader)
    return move_words(move, reader)


def _short(move: Move, reader: Reader) -> str:
    """Return a move by squares alone, "" where these do not say all of it."""
    places, what, turn, *rest = choice_of(move, reader.kinds)
    puts = [action for action in move.actions if action.kind == ADD]
    if len(reader.kinds) == len(places) == 1 and not what and not any(rest):
        return _square(reader.label(places[0]))
    if not what or turn or (rest and rest[0].keys() != {"puts"}):
        return ""
    labels = [reader.label(place) for place in places]
    gone = first_taken(move)
    is_there = gone is not None and (place_text(gone.container, gone.site),) == places
    if is_there and gone is not None and gone.value != what and _square(labels[0]):
        return f"{labels[0]}={title(reader.kinds, what)}"
    if len(places) == 1 or not is_on_board(places[0]):
        if len(puts) > 1 or not is_on_board(places[-1]) or labels[-1].isdecimal():
            return ""
        kinds = [kind for kind in reader.kinds if kind["owner"] == reader.kinds[what - 1]["owner"]]
        is_plain = len(kinds) == 1 and not kinds[0]["tile"] and not kinds[0]["parts"]
        return _square(labels[-1]) or labels[-1] if is_plain else ""
    squares = [*map(_square, labels)]
    if len(places) != 2 or not all(squares):
        return ""
    there = [put.value for put in puts if place_text(put.container, put.site) == places[-1]]
    new = f"={title(reader.kinds, there[-1])}" if there and there[-1] != what else ""
    return f"{'-'.join(squares)}{new}"


def _square(label: str) -> str:
    """Return the label of a square, "" for the labels of other places."""
    return label if SQUARE.fullmatch(label) else ""


def _selected(places: Sequence[str], reader: Reader) -> str:
    """Return a choice in words: the piece on the first place, then the other places."""
    if not places:
        return "a move"
    first, *others = places
    what = numbers_of(reader.before[first])[0] if first in reader.before else 0
    if not others and first in reader.common:
        return "Roll" if what and reader.kinds[what - 1]["faces"] else "Draw"
    if what:
        start = f"{title(reader.kinds, what)} {reader.label(first)}" if is_on_board(first) else ""
        words = start or title(reader.kinds, what)
    else:
        words = reader.label(first) if is_on_board(first) or reader.all_seen else reader.unseen
    return " on ".join([words, *map(reader.label, others)])


def _put(move: Move, choice: Choice, reader: Reader) -> str:
    """Return the move of a piece in words."""
    places, what, turn, *rest = choice
    more: dict[str, Any] = rest[0] if rest else {}
    if not what:
        taken = first_taken(move)
        gone = reader.name(taken.value if taken else 0, *places)
        if places and places[0] in reader.below.values():
            return f"{gone} is put aside"
        return f"{gone} goes from {reader.label(places[0]) if places else 'the board'}"
    covers: tuple[str, ...] = more.get("covers", ())
    open_ = covers and all(reader.after.get(place, (0,))[0] for place in covers)
    name = title(reader.kinds, what) if open_ else reader.name(what, *places)
    start = [place for place in places[:-1] if is_on_board(place)]
    base = reader.before.get(reader.below.get(places[-1], ""), (0,))[0]
    where = f"on {title(reader.kinds, base)}" if base else f"to {reader.label(places[-1])}"
    names = [name, *map(reader.label, start), where]
    words = " ".join(names)
    tile = reader.kinds[what - 1]["tile"]
    if turn and tile:
        words += f", turned {round(tile['degrees'] * turn) % 360}°"
    if "spot" in more and tile:
        names = tile.get("segments", ())
        words += f", a follower on the {names[more['spot'] - 1].lower()}"
    # Lines that move up are visible next to the board.
    rowed = {*reader.below, *reader.below.values()}
    others = len([put for put in more.get("puts", ()) if put[0] not in rowed]) - max(len(covers), 1)
    return f"{words}, and {others} more" if others > 0 else words


def _option(choice: Choice, reader: Reader) -> str:
    """Return the name of the option that a move takes, where the description tells names."""
    places, what, _, *rest = choice
    number = rest[0].get("option", 0) if rest else 0
    held = [numbers_of(reader.before[p])[0] for p in places[:1] if p in reader.before]
    for one in (*held, what, 0):
        names = reader.options.get(reader.kinds[one - 1]["name"] if one else "", ())
        if names:
            return names[number] if number < len(names) else f"way {number + 1}"
    return f"way {number + 1}" if number and reader.all_seen else ""


def _changes(reader: Reader) -> str:
    """Return in words the visible pieces that have come somewhere."""
    arrived: dict[str, list[str]] = {}
    tiles: dict[str, int] = {}
    lines: dict[str, None] = {}
    rows = {*reader.below.values()}
    known = {numbers_of(reader.before[place])[0] for place in rows & reader.before.keys()}
    for place, pile in reader.after.items():
        if place in reader.told or reader.before.get(place) == pile:
            continue
        what, count, state, *_ = numbers_of(pile)
        old = numbers_of(reader.before.get(place, (0, 0)))
        if not what or (old[0] == what and old[1] >= count and old[2] == state):
            continue
        faces = reader.kinds[what - 1]["faces"]
        name = str(faces[state]) if faces else title(reader.kinds, what)
        label = reader.label(place)
        if place in reader.below:
            lines[label] = None
        elif place in rows and reader.kinds[what - 1]["parts"]:
            tiles[label] = tiles.get(label, 0) + (what not in known)
        elif old[:2] != (what, count) or faces:
            arrived.setdefault(label, []).append(name)
    turned = [
        f"{'one tile is' if count == 1 else f'{count} tiles are'} turned up in {label}"
        for label, count in tiles.items()
        if count
    ]
    parts = [
        f"{', '.join(names) if len(names) <= TOLD else len(names)} to {label}"
        for label, names in arrived.items()
    ]
    order = [f"order of {label}: {_standing(label, reader)}" for label in lines]
    return "; ".join([*order, *parts, *turned][:TOLD])


def _standing(label: str, reader: Reader) -> str:
    """Return the owners of the pieces on a row, in order."""
    piles = [
        reader.after[place]
        for place in reader.below
        if reader.label(place) == label and place in reader.after
    ]
    kinds = [reader.kinds[pile[0] - 1] for pile in piles if pile[0]]
    return ", ".join(
        f"player {kind['owner']}" if kind["owner"] else kind["title"] for kind in kinds
    )


def gained(before: Sequence[int], after: Sequence[int], mover: int) -> str:
    """Return in words the scores that a move has changed, "" without a change.

    >>> gained((3, 0), (7, 2), 1), gained((1,), (1,), 1), gained((5, 5), (4, 3), 1)
    ('4 points, player 2 has 2 points more', '', '1 point less, player 2 has 2 points less')
    """
    changes: list[str] = []
    for player, (old, new) in enumerate(zip(before, after, strict=False), 1):
        points = f"{abs(new - old)} point{'s' * (abs(new - old) != 1)}"
        if new != old and player == mover:
            changes.insert(0, points if new > old else f"{points} less")
        elif new != old:
            changes.append(f"player {player} has {points} {'more' if new > old else 'less'}")
    return ", ".join(changes)


def last_words(move: Move, reader: Reader) -> str:
    """Return the name of a move in a list, cut to 120 characters."""
    words = move_name(move, reader)
    return words if len(words) <= 120 else words[:119] + "…"
