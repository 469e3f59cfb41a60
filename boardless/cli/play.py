"""Commands for play by people and programs: in the terminal, on a page, by the UHP."""

import sys

from boardless.cli.parameters import game_of
from boardless.cli.printing import compiling_noted
from boardless.util.inputs import InputError


def play(
    game: str,
    *,
    seat: list[str] | None = None,
    seed: int | None = None,
    tiling: str | None = None,
    technique: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Play a game in the terminal: type the number of a move, or the move itself.

    Parameters
    ----------
    seat : PLAYER=NAME
        The player of a seat: person, mcts:1000, module:name...; repeatable.
    seed
        The agents' seed; by default a fresh one.

    Examples
    --------
    boardless play Andantino --seat 2=random
    boardless play Hex --seat 2=mcts:1000   # against a tree search
    """
    from boardless.play import State
    from boardless.view.players import seats_from
    from boardless.view.terminal import play_in_terminal

    state = State(game_of(game, option, tiling, library), technique)
    with compiling_noted(state.game.name):
        play_in_terminal(state, seats_from(seat or [], state.game.players), seed)


def serve(
    game: str | None = None,
    *,
    seat: list[str] | None = None,
    seed: int | None = None,
    port: int = 0,
    as_: int | None = None,
    tiling: str | None = None,
    technique: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Serve all games, or one, as local web pages: open the address. Ctrl-C ends it.

    Without a game it is a lobby to choose a game of the package, or of a library.

    Parameters
    ----------
    game : GAME
        A game, the path of a file, or MODULE:NAME; by default all, to choose from.
    seat : PLAYER=NAME
        The player of a seat: person, mcts:1000, module:name...; repeatable.
    seed
        The agents' seed; by default a fresh one.
    port
        The port to listen on; 0: any port.
    as_ : PLAYER
        The player who sees the page; 0: everyone.

    Examples
    --------
    boardless serve   # all games
    boardless serve Carcassonne
    boardless serve Hive --seat 2=mcts:2000   # against a tree search
    """
    import asyncio

    from boardless.jit.native import compiled_aside
    from boardless.play import State
    from boardless.view import Session
    from boardless.view.players import seats_from

    try:
        from boardless.view.server import serve as serve_session
    except ImportError:
        raise InputError("a local page needs tornado: install boardless[view]") from None
    if game is None:
        given = {"--seat": seat, "--seed": seed, "--as": as_, "--tiling": tiling}
        given |= {"--technique": technique, "--option": option}
        for name, value in given.items():
            if value is not None:
                raise InputError(
                    f"{name}: give a game, or leave this out and choose it in the lobby"
                )
        _serve_lobby(library, port)
        return
    state = State(game_of(game, option, tiling, library), technique)
    session = Session(state, seats_from(seat or [], state.game.players), seed, forced=True)
    with compiling_noted(state.game.name), compiled_aside():
        session.thinking.start()
        asyncio.run(serve_session(session, port, as_))


def _serve_lobby(library: str | None, port: int) -> None:
    import asyncio
    from threading import Thread

    from boardless.games.library import chosen_library
    from boardless.jit.native import compiled_aside
    from boardless.view.lobby import Lobby
    from boardless.view.reading_ahead import Elsewhere, read_ahead
    from boardless.view.server import serve

    with compiled_aside(), Elsewhere() as elsewhere:
        Thread(target=read_ahead, args=(elsewhere,), daemon=True).start()
        lobby = Lobby(chosen_library(library), elsewhere=elsewhere)
        asyncio.run(serve(lobby, port))


def uhp(*, no_jit: bool = False, agent: str = "mcts") -> None:
    """Speak the Universal Hive Protocol on standard input and output, for viewers and engines.

    Parameters
    ----------
    no_jit
        Play in plain Python, slower but at once.
    agent : SPEC
        The agent for searches with a time limit; or MODULE:NAME of your own.

    Examples
    --------
    boardless uhp --agent mcts
    """
    from boardless.agents.adapters.uhp import HiveSession

    session = HiveSession(jit=not no_jit, agent=agent)
    line = "info"
    while line.strip().casefold() != "exit":
        for said in session.answer(line):
            print(said, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
