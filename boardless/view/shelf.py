"""The shelf of a lobby: all games that can be chosen, each with a card and a picture.

A picture is of a position from the midst of a game, drawn as pages draw boards. Those of the
package come with it (`games.catalogue.FILE`); others are made when they are asked for, and kept in
the disk cache.

The longest descriptions take seconds to read; from then on they are in the disk cache, too. A
process of its own reads the games of the package while people look at pictures, the longest ones
first, and makes cards and pictures.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from random import Random
from threading import Lock, RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from boardless.games import Game, compile
from boardless.games.catalogue import (
    LIBRARY,
    PACKAGE,
    digest_of,
    entry_of,
    shipped,
    shipped_card,
)
from boardless.games.description import read
from boardless.games.language.outline import outline
from boardless.games.library import PACKAGED, Library
from boardless.games.ludemes.game import GameTree
from boardless.games.sentences import in_english, own_words
from boardless.jit.disk import read_sealed, write_sealed
from boardless.play import State
from boardless.play.limited_workers import LimitedWorkers
from boardless.play.playing import move_of_chance
from boardless.topo import InputError
from boardless.util.inputs import did_you_mean, refuse
from boardless.view.scene import Scene, scene_of

if TYPE_CHECKING:
    from boardless.topo.drawing.picture import PictureItem

#: A game's card, or its picture, ready for JSON.
Card = dict[str, Any]
#: Games that were dropped on a page, and the most of them.
DROPPED, MAX_DROPPED = "dropped", 64
#: Shorter rules in words are not all that there is to say.
BRIEF = 250
#: A picture shows the position after the share SHARE of a random game. The game has at most
#: MAX_MOVES moves, and may take SECONDS seconds.
SHARE, MAX_MOVES, SECONDS = 0.6, 240, 4.0
#: Moves that are tried before one is made that ends the game.
TRIES = 8
#: The parts of a small picture, and the most cards of hands that it shows.
PARTS, FAN = ("box", "symbols", "layers", "held"), 5


class Shelf:
    """All games of the package, of a library if there is one, and dropped ones.

    Every method may be called from any thread.

    Parameters
    ----------
    library : Library, optional
        A library; a game of it hides one of the package with the same name.
    elsewhere : callable, optional
        Calls a function with arguments in a process whose memory use does no harm.
    """

    def __init__(
        self, library: Library | None = None, elsewhere: Callable[..., Any] | None = None
    ) -> None:
        self.library = library
        self.elsewhere = elsewhere or (lambda work, *given: work(*given))
        self._dropped: dict[str, str] = {}
        self._cards: dict[str, Card] = {}
        self._lock = RLock()
        own = () if library is None else library.names
        hidden = {name.casefold() for name in own}
        self._sources = {name: PACKAGE for name in PACKAGED if name.casefold() not in hidden}
        self._sources |= dict.fromkeys(own, LIBRARY)

    def list(self) -> list[Card]:
        """Return a card of each game without reading descriptions; see `card`."""
        with self._lock:
            dropped = [(name, DROPPED) for name in reversed(self._dropped)]
            named = [*dropped, *self._sources.items()]
            return [self._cards.get(name) or _brief(name, source) for name, source in named]

    def text(self, name: object) -> str:
        """Return the description of a game; raise InputError for an unknown name."""
        with self._lock:
            if isinstance(name, str) and name in self._dropped:
                return self._dropped[name]
            source = self._sources.get(name) if isinstance(name, str) else None
        if source is None or not isinstance(name, str):
            near = did_you_mean(str(name)[:80], self._sources)
            refuse("game", name, near or "no game here has this name")
        return self._library_of(source).text(name)

    def _library_of(self, source: str) -> Library:
        return self.library if source == LIBRARY and self.library is not None else PACKAGED

    def card(self, name: str) -> Card:
        """Return the card of a game: options with their defaults, players, a sentence."""
        with self._lock:
            card = self._cards.get(name)
        if card is None:
            text = self.text(name)
            if name in self._dropped:
                card = _card(name, DROPPED, text, PACKAGED)
            else:
                source = self._sources[name]
                folder = str(self._library_of(source).folder)
                made: Card | None = shipped_card(name, text)
                card = made or self.elsewhere(card_kept, name, source, text, folder)
            with self._lock:
                self._cards[name] = card
        return card

    def drop(self, text: str) -> str:
        """Take a description and return the name of its game.

        LudemeError, with line and column, if it cannot be read or compiled.
        """
        game = compile(text)
        with self._lock:
            name = base = game.name
            number = 1
            while name in self._sources or self._dropped.get(name, text) != text:
                number += 1
                name = f"{base} ({number})"
            if name not in self._dropped and len(self._dropped) >= MAX_DROPPED:
                raise InputError(
                    f"{len(self._dropped)} games were dropped: restart the server to drop more"
                )
            self._dropped[name] = text
        return name

    def picture(self, name: str) -> Card:
        """Return a scene from the middle of a game, as data; {} if that fails."""
        text = self.text(name)
        known = self.known_picture(name)
        if known is not None:
            return known
        picture: Card = self.elsewhere(picture_kept, text)
        return picture

    def known_picture(self, name: str) -> Card | None:
        """Return the picture of a game if it was made before, None if it takes time to make."""
        text = self.text(name)
        if _is_up_to_date(name, text):
            return dict(shipped()[name]["picture"])
        return _found("picture", text)

    def rules(self, name: str, options: Iterable[str] = ()) -> Sequence[tuple[str, Sequence[str]]]:
        """Return the rules of a game in words: headings, each with its sentences.

        They are the comment at the start of a description and the rules in its metadata. If these
        are short, sentences made from the ludemes follow.
        """
        text = self.text(name)
        description = read(text, [*options])
        told = [*own_words(text), *filter(None, (description.rules,))]
        passages = [("", told)] if told else []
        if sum(map(len, told)) < BRIEF and isinstance(description.tree, GameTree):
            made = in_english(description.tree)
            passages += [(part.heading, [*part.sentences]) for part in made]
        return passages

    def players(self, name: str, options: Iterable[str]) -> int:
        """Return the number of players with some options."""
        return int(read(self.text(name), [*options]).tree.players.count)


def _brief(name: str, source: str) -> Card:
    known = shipped().get(name) if source == PACKAGE else None
    return dict(known["card"]) if known else {"name": name, "source": source}


def card_kept(name: str, source: str, text: str, folder: str) -> Card:
    """Return the card of a game of a library, from the disk cache if it is there."""
    return kept(f"card-{source}", text, lambda: _card(name, source, text, _library(folder)))


def picture_kept(text: str) -> Card:
    """Return a scene from the middle of a game, from the disk cache if it is there."""
    return kept("picture", text, lambda: picture_of(compile(text, jit=False)))


def read_kept(text: str, options: tuple[str, ...]) -> Card:
    """Read a description, which is in the disk cache from then on."""
    _ = compile(text, options).module
    return {}


#: A process that makes cards reads the definitions of a library once.
_library = lru_cache(2)(Library)


def kept(sort: str, text: str, make: Any) -> Card:
    """Return a card or a picture from the disk cache, or make it and keep it there."""
    content = _found(sort, text)
    if content is None:
        content = dict(make())
        write_sealed(_file_of(sort, text), json.dumps(content).encode())
    return content


def _found(sort: str, text: str) -> Card | None:
    """Return a card or a picture from the disk cache, None if it is not there."""
    content = read_sealed(_file_of(sort, text))
    return None if content is None else dict(json.loads(content))


def _file_of(sort: str, text: str) -> str:
    """Return the name of a file of the disk cache."""
    return f"lobby-{sort}-{len(PARTS)}-{digest_of(text)}"


def _card(name: str, source: str, text: str, library: Library) -> Card:
    """Return the card of a game."""
    parts = outline(text)
    if source == DROPPED:
        tree = read(text)
        told: Card = {
            "players": (tree.tree.players.count,), "grows": False, "about": tree.about, "error": "",
        }  # fmt: skip
    else:
        told = asdict(entry_of(library, name, source))
    return {
        "name": name,
        "source": source,
        "players": [*told["players"]],
        "grows": told["grows"],
        "about": told["about"],
        "error": told["error"],
        "options": [
            {
                "heading": option.heading,
                "items": [item.label for item in option.items],
                "default": option.default.label,
            }
            for option in parts.options
            if len(option.items) > 1
        ],
        "rulesets": [ruleset.name for ruleset in parts.rulesets],
    }


def _is_up_to_date(name: str, text: str) -> bool:
    """Return True if the picture that comes with the package is of this text, with all parts."""
    return shipped_card(name, text) is not None and {*shipped()[name]["picture"]} == {*PARTS}


def made_file(anew: bool = False) -> bytes:
    """Return the content of the file of cards and pictures that comes with the package.

    Unchanged entries are kept, unless all shall be made `anew`.
    """
    entries = {}
    for name in PACKAGED:
        text = PACKAGED.text(name)
        if not anew and _is_up_to_date(name, text):
            entries[name] = shipped()[name]
            continue
        entries[name] = {
            "digest": digest_of(text),
            "card": _card(name, PACKAGE, text, PACKAGED),
            "picture": picture_of(compile(text), 10 * SECONDS),
        }
    return gzip.compress(json.dumps(entries, separators=(",", ":")).encode(), 9, mtime=0)


def picture_of(game: Game, seconds: float = SECONDS) -> Card:
    """Return a scene from the middle of a random game, as data; {} without a board to draw.

    A move that ends the game is avoided if possible.
    """
    try:
        state, random, until = State(game), Random(1), monotonic() + seconds
        chosen = []
        while state.outcome() is None and state.ply < MAX_MOVES and monotonic() < until:
            if chances := state.chances():
                state.push(move_of_chance(chances, random))
                continue
            chosen.append(state.ply)
            moves = list(state.legal_moves)
            for _ in range(TRIES):
                state.push(random.choice(moves))
                if state.outcome() is None:
                    break
                state.pop()
            else:
                state.push(random.choice(moves))
        is_whole = state.outcome() is not None or state.ply >= MAX_MOVES
        target = chosen[int(SHARE * len(chosen))] if is_whole else chosen[-1]
        while state.ply > target:
            state.pop()
        return still_of(scene_of(state, choices=False))
    except (InputError, ArithmeticError, LookupError, RecursionError):
        return {}


def still_of(scene: Scene) -> Card:
    """Return the picture of a scene without labels, with a few cards of hands."""
    picture = scene.picture
    cards: dict[int, list[PictureItem]] = {}
    for place, items in picture.held.items():
        what = scene.piles[place][0]
        if what and scene.kinds[what - 1]["card"]:
            cards.setdefault(what, items)
    held = {str(what): items for what, items in [*cards.items()][:FAN]}
    layers = {
        layer: {
            name: {key: part for key, part in item.items() if key not in ("place", "words")}
            for name, item in items.items()
        }
        for layer, items in picture.layers.items()
        if layer != "labels"
    }
    drawn = [*held.values(), *(items.values() for items in layers.values())]
    used = {item.get("symbol") for items in drawn for item in items}
    symbols = {name: symbol for name, symbol in picture.symbols.items() if name in used}
    return dict(zip(PARTS, (picture.box, symbols, layers, held), strict=True))


# -- a process that makes cards and pictures, and reads games ahead ----------------------------

#: The number of calls after which a new process replaces the old one, to free memory.
CALLS = 16
#: Seconds of the processor that a call may take.
PROCESSOR = 120.0

Call = tuple[Callable[..., Any], tuple[object, ...]]


class Elsewhere(LimitedWorkers):
    """Calls of functions in another process, one after the other; a callable and a context manager.

    Cards and pictures of thousands of games take memory that Python does not give back.
    """

    def __init__(self) -> None:
        super().__init__(_answer, tasks_each=CALLS)
        # Calls are made in their order, whichever thread asks.
        self._line = ThreadPoolExecutor(1, "elsewhere")
        self._calling, self._is_closed = Lock(), False

    def __call__(self, work: Callable[..., Any], *given: object) -> Any:
        """Return the result of a module's function; InputError if it fails or takes too long."""
        return self._line.submit(self._called, (work, given)).result()

    def _called(self, call: Call) -> Any:
        with self._calling:
            if self._is_closed:
                raise InputError("the lobby has been closed")
            (outcome,) = self.results([call], PROCESSOR)
        trouble = outcome.fault or outcome.found
        if isinstance(trouble, str):
            raise InputError(trouble)
        return outcome.found

    def __exit__(self, *error: Any) -> None:
        self._is_closed = True
        self._line.shutdown(wait=False, cancel_futures=True)
        while not self._calling.acquire(timeout=0.1):
            for worker in [*self._busy]:
                worker.process.kill()
        self._calling.release()
        super().__exit__(*error)


def _answer(call: Call) -> Iterator[Any]:
    """Yield a result, or the words of an error: not all errors can be sent."""
    work, given = call
    try:
        yield work(*given)
    except (ValueError, LookupError, RecursionError, MemoryError) as error:
        yield str(error) or type(error).__name__


def read_ahead(elsewhere: Callable[..., Any]) -> None:
    """Read all games of the package, unless the process has been closed."""
    texts = sorted(map(PACKAGED.text, PACKAGED), key=len, reverse=True)
    with suppress(CancelledError, RuntimeError):
        for text in texts:
            with suppress(InputError):
                elsewhere(read_kept, text, ())
