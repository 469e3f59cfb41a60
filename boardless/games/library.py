"""Folders of descriptions, including those of the package, and games in Python by their place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from boardless.games.language.errors import LudemeError, one_of, shorten
from boardless.games.language.expansion import PARAMETER, TAG, take_definitions
from boardless.games.language.outline import outline, subgames_of, with_subgame
from boardless.games.language.reader import MAX_CHARACTERS, tokens_of
from boardless.games.language.syntax import Kind
from boardless.strategies.strategy import construct, import_name
from boardless.topo import InputError
from boardless.topo.tilings.named import tiling_word
from boardless.topo.tilings.tables import read_tiling
from boardless.util.inputs import did_you_mean, path_of, shown
from boardless.util.own_code import own_code

if TYPE_CHECKING:
    from boardless.games.language.options import Option, Ruleset


#: The environment variable with the default library folder.
ENVIRONMENT = "BOARDLESS_LIBRARY"
_SUFFIX = ".lud"
_SHARED = ".def"
_MATCH = re.compile(r"\(match\b")
_OWN_TILING = re.compile(r'\(boardless\s+"([\w .-]+)"')


@dataclass(frozen=True)
class Shared:
    """A file of definitions that descriptions share; `strings` may name others."""

    text: str
    names: frozenset[str]
    strings: frozenset[str]


class Library:
    """The descriptions in a folder, and the definitions that they share.

    A folder that contains ``lud/`` and ``def/``, like Ludii's resources, has its descriptions below
    the one and its definitions below the other; the same holds for a folder inside such a ``lud/``.
    Any other folder may have both anywhere below it. Descriptions are files ``*.lud``, definitions
    ``*.def``.

    Iteration gives the names of the games; ``name in library`` ignores case.

    Parameters
    ----------
    folder : str or path
        The folder.

    Raises
    ------
    LudemeError
        If the folder does not exist.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = path_of(folder, "library")
        try:
            is_folder = self.folder.is_dir()
        except (OSError, ValueError):
            is_folder = False
        if not is_folder:
            raise LudemeError(None, str(folder), "no such folder: give one with descriptions")

    @classmethod
    def around(cls, path: Path) -> Library | None:
        """Return the library with a path in its ``lud/`` folder, or None."""
        for folder in path.absolute().parents:
            if folder.name == "lud" and (folder.parent / "def").is_dir():
                return cls(folder.parent)
        return None

    @property
    def descriptions(self) -> Path:
        """The top folder of its descriptions."""
        inner = self.folder / "lud"
        return inner if inner.is_dir() else self.folder

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The paths of its descriptions, relative to `descriptions`, sorted without case."""
        root = self.descriptions
        return tuple(sorted(_below(root, _SUFFIX), key=lambda path: (path.casefold(), path)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its games, taken from the files, sorted."""
        return tuple(sorted({Path(path).stem for path in self.files}))

    @cached_property
    def definitions(self) -> Mapping[str, Shared]:
        """The shared definitions by name; an unreadable file defines nothing."""
        definitions: dict[str, Shared] = {}
        for path in sorted(_below(self._shared_folder, _SHARED), key=lambda p: p.split("/")):
            try:
                text = read_text(self._shared_folder / path)
                tokens = tokens_of(text)
                names = frozenset(take_definitions(tokens)[0])
            except LudemeError:
                continue
            strings = frozenset(t.text for t in tokens if t.kind is Kind.STRING)
            for name in names:
                definitions.setdefault(name, Shared(text, names, strings))
        return definitions

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.casefold() in self._paths

    def __repr__(self) -> str:
        return f"<Library {self.folder}, {len(self)} games>"

    def path(self, name: str) -> Path:
        """Return the file of a game.

        Parameters
        ----------
        name : str
            Its name, in any case, or the path of its file in the library. Of several games with one
            name, the first in the order of `files` counts.

        Raises
        ------
        LudemeError
            If the game is unknown.
        """
        relative = self._paths.get(name.casefold())
        if relative is None:
            raise LudemeError(None, name, f"no such game: {_offered(name, self.names)}")
        return self.descriptions / relative

    def text(self, name: str) -> str:
        """Return the text of a game, followed by the shared definitions that it uses.

        The text can be read anywhere, without the library.

        Raises
        ------
        LudemeError
            If the game is unknown, or its file is too long or not in UTF-8.
        """
        return self.completed(_with_tables(self.path(name)))

    def completed(self, text: str) -> str:
        """Return a description followed by the shared definitions that it uses.

        After the description of a match come the descriptions of its games, each by itself.
        """
        used: dict[str, None] = {}
        left = [token.text for token in tokens_of(text) if token.kind is Kind.STRING]
        seen: set[str] = set()
        while left:
            string = left.pop()
            if string in seen:
                continue
            seen.add(string)
            for name in self._meant(string):
                shared = self.definitions[name]
                used[shared.text] = None
                left += sorted(shared.strings)
        text = "\n".join([text, *used]) if used else text
        for name in subgames_of(text) if _MATCH.search(text) else ():
            if name in self:
                text = with_subgame(text, name, self.text(name))
        return text

    def options(self, name: str) -> tuple[Option, ...]:
        """Return the options that a game offers.

        Raises
        ------
        LudemeError
            If the game is unknown, or its text cannot be read.
        """
        return outline(self.text(name)).options

    def rulesets(self, name: str) -> tuple[Ruleset, ...]:
        """Return the rulesets of a game, each a named set of options.

        Raises
        ------
        LudemeError
            If the game is unknown, or its text cannot be read.
        """
        return outline(self.text(name)).rulesets

    @property
    def _shared_folder(self) -> Path:
        if (self.folder / "lud").is_dir():
            return self.folder / "def"
        above = Library.around(self.folder / "here")
        return above.folder / "def" if above else self.folder

    @cached_property
    def _paths(self) -> dict[str, str]:
        """Paths of games by name and by path, with and without the suffix, in lower case."""
        paths: dict[str, str] = {}
        for path in self.files:
            for name in (Path(path).stem, path, path.removesuffix(_SUFFIX)):
                paths.setdefault(name.casefold(), path)
        return paths

    def _meant(self, string: str) -> list[str]:
        """Return the definitions that a string names, or may name after expansion of marks."""
        if string in self.definitions:
            return [string]
        if not PARAMETER.search(string) and not TAG.search(string):
            return []
        plain = re.split(f"{PARAMETER.pattern}|{TAG.pattern}", string)[::3]
        pattern = re.compile(".*".join(map(re.escape, plain)), re.DOTALL)
        return [name for name in self.definitions if pattern.fullmatch(name)]


def _below(root: Path, suffix: str) -> Iterator[str]:
    """Yield the files with a suffix anywhere below a folder, as paths relative to it."""
    for folder, _, names in os.walk(root):
        above = Path(folder).relative_to(root).as_posix()
        for name in names:
            if name.endswith(suffix):
                yield name if above == "." else f"{above}/{name}"


#: The games that come with the package.
PACKAGED = Library(str(files("boardless.games")))


def library() -> tuple[str, ...]:
    """Return the names of the games that come with the package, sorted.

    Returns
    -------
    tuple of str
        The names, as `load` takes them.
    """
    return PACKAGED.names


def description_text(
    name: str | os.PathLike[str], *, library: Library | str | os.PathLike[str] | None = None
) -> str:
    """Return the text of a description.

    Parameters
    ----------
    name : str or path
        A game of the library, or of the package, in any case, or the path of a file. A file gets
        the shared definitions of the library, or of the library that contains it. Or
        ``"module:name"`` of one in Python; see `games.library`.
    library : Library, str or path, optional
        A library, or its folder; by default the value of the environment variable
        BOARDLESS_LIBRARY.

    Raises
    ------
    LudemeError
        If neither a game nor a file has the name, or the file is too long or not in UTF-8.
    """
    if not isinstance(name, str | os.PathLike):
        raise LudemeError(None, name, "give the name of a game or the path of a description")
    if in_module(name):
        return text_of(name)
    own = chosen_library(library)
    wanted = os.fspath(name)
    for games in (own, PACKAGED):
        if games is not None and wanted in games:
            return games.text(wanted)
    try:
        text = _with_tables(Path(wanted))
    except MissingFileError as error:
        names = {*(own.names if own is not None else ()), *PACKAGED.names}
        offered = _offered(wanted, (own or PACKAGED).names, sorted(names))
        if os.path.isfile(wanted + _SUFFIX):
            offered = f"did you mean {shorten(os.path.basename(wanted))}{_SUFFIX}?"
        expected = f"{error.expected}, and no such game: {offered}"
        raise LudemeError(None, wanted, expected) from None
    around = own if own is not None else Library.around(Path(wanted))
    if around is None and _MATCH.search(text):
        around = PACKAGED
    return text if around is None else around.completed(text)


def _offered(name: str, listed: Iterable[str], names: Iterable[str] = ()) -> str:
    """Return a hint at a similar name of a game, or at the known names."""
    listed = list(listed)
    near = did_you_mean(name, names or listed)
    return near or f"give the path of a description or choose {one_of(listed)}"


def chosen_library(library: Library | str | os.PathLike[str] | None) -> Library | None:
    """Return the given library, or else the library of the environment variable, if any."""
    chosen = library if library is not None else os.environ.get(ENVIRONMENT) or None
    return chosen if isinstance(chosen, Library) or chosen is None else Library(chosen)


class MissingFileError(LudemeError):
    """A file that cannot be opened."""


def _with_tables(path: Path) -> str:
    """Return the text of a description, followed by the tables of tilings in its folder."""
    text = read_text(path)
    for name in dict.fromkeys(_OWN_TILING.findall(text)):
        table = path.parent / f"{name}.json"
        if table.is_file():
            text += f'\n(define "{name}" "{tiling_word(read_tiling(table))}")\n'
    return text


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8."""
    try:
        # Limited, so that an endless file does no harm.
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no path"
        raise MissingFileError(None, str(path), reason.lower()) from None
    if len(data) > 4 * MAX_CHARACTERS:
        raise LudemeError(None, str(path), f"at most {MAX_CHARACTERS:,} characters are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LudemeError(None, str(path), f"byte {error.start + 1:,} is not UTF-8 text") from None


_PATH = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
#: Attributes of a game written in Python; see `agents.GameProtocol`.
NEEDED = ("name", "players", "begin")


def in_module(game: object) -> TypeGuard[str]:
    """Return True if this names an object in a module, not a file."""
    return isinstance(game, str) and bool(_PATH.fullmatch(game)) and not os.path.exists(game)


def made_in_python(path: str) -> Any:
    """Return the `Game`, text or game object (see `NEEDED`) of a ``"module:name"``."""
    what = f"game {path!r}"
    thing = import_name(path, "game")
    if isinstance(thing, type):
        thing = construct(thing, what)
    elif callable(thing) and not _is_game(thing):
        with own_code(what, thing):
            thing = thing()
    if isinstance(thing, str) or _is_game(thing):
        return thing
    raise InputError(
        f"{what} is {shown(thing)}: give a Game, the text of a description, an object with "
        f"{', '.join(NEEDED)}, or a function that returns one of them"
    )


def text_of(path: str) -> str:
    """Return the text of the game in L-GDL with a name in a module."""
    thing = made_in_python(path)
    text = thing if isinstance(thing, str) else getattr(thing, "text", None)
    if not isinstance(text, str):
        raise refusal(path)
    return text


def refusal(game: object) -> InputError:
    """Return the error for a game that is not in L-GDL."""
    if in_module(game) or _is_game(game):
        return InputError(
            f"game {shown(game)}: it is written in Python, which tournaments and measures of games "
            "take; give one in L-GDL here"
        )
    return InputError(f"game {shown(game)}: give a Game, its name, or the path of a description")


def is_written(thing: object) -> bool:
    """Return True if an object is a game written in Python; see `agents.GameProtocol`."""
    return not isinstance(thing, str) and all(hasattr(thing, name) for name in NEEDED)


def _is_game(thing: object) -> bool:
    """Return True if an object has the attributes of a game: a text in L-GDL, or a start."""
    return all(hasattr(thing, name) for name in NEEDED[:2]) and (
        hasattr(thing, "begin") or isinstance(getattr(thing, "text", None), str)
    )
