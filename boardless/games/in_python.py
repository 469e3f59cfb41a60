"""Games in Python by their place in a module, ``"module:name"``."""

import os
import re
from typing import Any, TypeGuard

from boardless.strategies.strategy import construct, import_name
from boardless.topo import InputError
from boardless.util.inputs import shown
from boardless.util.own_code import own_code

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
