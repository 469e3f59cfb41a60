"""Games as files that anybody can look at: a page, a picture, a film."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from boardless.play.picture import picture
from boardless.play.state import State
from boardless.state import Trial
from boardless.topo import InputError, whole_number
from boardless.view.choices import places_of
from boardless.view.html import recorded_page
from boardless.view.merging import patch
from boardless.view.scene import EVERYBODY, AnyState, Scene, scene_of

#: Milliseconds that a picture of a film stays.
FRAME = 600


def to_html(game: Trial | State, path: str | Path, seat: int = EVERYBODY) -> None:
    """Write a page that plays a game back, with a slider and by keys, in any browser.

    It is one file that needs no network and no Python. The board of a `State` grows as it did;
    that of a trial does if its technique is known, see `Trial.at`.

    Parameters
    ----------
    game : Trial or State
        What was played.
    path : str or Path
        Where to write.
    seat : int
        Who looks: what is hidden from this player is not in the file; 0 sees everything.

    Raises
    ------
    InputError
        If it is no game, there is no such seat, or the file cannot be written.
    """
    trial = _trial_of(game)
    whole_number(seat, "seat", EVERYBODY, trial.setup.players)
    scenes = list(_scenes(game, trial, seat))
    texts = _texts(game, trial, seat)
    nodes = {
        str(ply): (ply - 1, text, ply + 1 if ply + 1 < len(texts) else -1)
        for ply, text in enumerate(texts)
    }
    first = {"scene": scenes[0].data(), "desk": {"node": 0, "nodes": nodes, "hints": {}}}
    patches: list[dict[str, Any]] = [
        {"scene": patch(old.data(), new.data()), "desk": {"node": ply}}
        for ply, (old, new) in enumerate(pairwise(scenes), 1)
    ]
    page = recorded_page(scenes[0].title, first, patches)
    try:
        Path(path).write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def to_svg(state: State, path: str | Path) -> None:
    """Write the picture of a state that notebooks show.

    Raises
    ------
    InputError
        If it is no state of a game, or the file cannot be written.
    """
    if not isinstance(state, State):
        raise InputError(f"state {state!r}: give a State")
    try:
        Path(path).write_text(picture(state), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def to_gif(state: State, path: str | Path, milliseconds: int = FRAME) -> None:
    """Write a film of a game: a picture a ply, in the space of the last one.

    Parameters
    ----------
    state : State
        Where the game has come to.
    path : str or Path
        Where to write.
    milliseconds : int
        How long a picture stays; the last one stays five times as long.

    Raises
    ------
    InputError
        If it is no state of a game, the time is none, or the file cannot be written.
    """
    from boardless.view.film import frames

    if not isinstance(state, State):
        raise InputError(f"state {state!r}: give a State")
    stay = whole_number(milliseconds, "milliseconds", 20, 60_000)
    first, *others = frames(state)
    try:
        first.save(
            Path(path), format="GIF", save_all=True, append_images=others, loop=0,
            duration=[stay] * len(others) + [5 * stay],
        )  # fmt: skip
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def _trial_of(game: Trial | State) -> Trial:
    if isinstance(game, State):
        return game.trial()
    if not isinstance(game, Trial):
        raise InputError(f"game {game!r}: give a Trial or a State")
    return game


def _scenes(game: Trial | State, trial: Trial, seat: int) -> Iterator[Scene]:
    """Yield what a seat saw after every move."""
    for ply in range(len(trial.moves) + 1):
        state: AnyState = game.at(ply)
        title = trial.game or trial.setup.tiling.name
        scene = scene_of(state, seat, title=title, choices=False)
        if isinstance(game, Trial) and ply == len(trial.moves) and trial.result is not None:
            won = f"player {trial.result} has won" if trial.result else "drawn"
            scene = replace(scene, caption=won, over=True)
        yield scene


def _texts(game: Trial | State, trial: Trial, seat: int) -> list[str]:
    """Return the moves as text behind that of the start; places alone if something was hidden."""
    hidden = 0
    if seat:
        for ply in range(len(trial.moves) + 1):
            for container in game.at(ply).containers:
                for players in container.hidden.nonzero().values():
                    hidden |= players
    secret = seat and hidden >> (seat - 1) & 1
    return ["", *(" ".join(places_of(m)) if secret else str(m) for m in trial.moves)]
