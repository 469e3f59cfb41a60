"""Commands that let people and programs play: in the terminal, on a page, by the UHP."""

import sys
from typing import Annotated

from boardless.cli.parameters import (
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Technique,
    argument,
    game_of,
    games_from,
    option,
    whole,
)
from boardless.cli.printing import compiling_noted
from boardless.util.inputs import InputError

Seats = Annotated[
    list[str] | None,
    option(
        "Who moves: person, mcts:1000, module:name...; repeatable.", "--seat", metavar="PLAYER=NAME"
    ),
]
GameToServe = Annotated[
    str | None,
    argument(
        "GAME",
        "A game, the path of a file, or MODULE:NAME; none: all, to choose from.",
        autocompletion=games_from,
    ),
]
Seed = Annotated[
    int | None,
    whole("What agents draw from; else a fresh one.", "--seed"),
]


def play(
    game: GameName,
    seat: Seats = None,
    seed: Seed = None,
    tiling: GameTiling = None,
    technique: Technique = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Play a game in the terminal: type the number of a move, or the move itself."""
    from boardless.play import State
    from boardless.view.players import seats_from
    from boardless.view.terminal import play_in_terminal

    state = State(game_of(game, option, tiling, library), technique)
    with compiling_noted(state.game.name):
        play_in_terminal(state, seats_from(seat or [], state.game.players), seed)


def serve(
    game: GameToServe = None,
    seat: Seats = None,
    seed: Seed = None,
    port: Annotated[int, whole("Where to listen; 0: any port.")] = 0,
    view: Annotated[
        int | None, whole("Whose page it is; 0: all's.", "--as", metavar="PLAYER")
    ] = None,
    tiling: GameTiling = None,
    technique: Technique = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Show all games, or one, as pages of this machine: open the address. Ctrl-C ends it.

    Without a game it is a lobby: all games of the package, and of a library, to choose from.
    """
    import asyncio
    from threading import Thread

    from boardless.games.library import chosen_library
    from boardless.jit.native import compiled_aside
    from boardless.play import State
    from boardless.view import Session
    from boardless.view.lobby import Lobby
    from boardless.view.players import seats_from
    from boardless.view.reading_ahead import Elsewhere, read_ahead

    try:
        from boardless.view.server import serve as serve_session
    except ImportError:
        raise InputError("a local page needs tornado: install boardless[view]") from None
    if game is None:
        given = {"--seat": seat, "--seed": seed, "--as": view, "--tiling": tiling}
        given |= {"--technique": technique, "--option": option}
        for name, value in given.items():
            if value is not None:
                raise InputError(f"{name}: it is chosen in the lobby, or give a game")
        with compiled_aside(), Elsewhere() as elsewhere:
            Thread(target=read_ahead, args=(elsewhere,), daemon=True).start()
            lobby = Lobby(chosen_library(library), elsewhere=elsewhere)
            asyncio.run(serve_session(lobby, port))
        return
    state = State(game_of(game, option, tiling, library), technique)
    session = Session(state, seats_from(seat or [], state.game.players), seed, forced=True)
    with compiling_noted(state.game.name), compiled_aside():
        session.thinking.start()
        asyncio.run(serve_session(session, port, view))


def uhp(
    no_jit: Annotated[
        bool, option("Play in plain Python, slower but at once.", "--no-jit")
    ] = False,
    agent: Annotated[
        str, option("Who thinks for a time; or MODULE:NAME of your own.", metavar="SPEC")
    ] = "mcts",
) -> None:
    """Speak the Universal Hive Protocol on standard input and output, for viewers and engines."""
    from boardless.agents.adapters.uhp import HiveSession

    session = HiveSession(jit=not no_jit, agent=agent)
    line = "info"
    while line.strip().casefold() != "exit":
        for said in session.answer(line):
            print(said, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
