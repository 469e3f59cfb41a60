"""The entry of the command line: errors in one line, exit statuses, and Ctrl-C.

Exit status 0; 1 where a command compares and found a difference, or where nobody reads the output;
2 with one line for what cannot be used; 130 after Ctrl-C. Nothing else is imported before all this
holds.
"""

import atexit
import signal
import sys
import traceback

from boardless.cli import interruption, streams


def main() -> None:
    """Run the command line and exit."""
    streams.prepare()
    status: int | str | None
    with interruption.heard() as heard:
        try:
            status = _run()
        except SystemExit as ended:
            status = ended.code
        except BaseException:
            # Wherever Ctrl-C came, what is raised is its doing.
            if not heard.is_set():
                raise
        if heard.is_set():
            interruption.end()
    # A Ctrl-C that comes while Python ends has nothing left to stop.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)


def _run() -> int | None:
    """Run a command and return the exit status."""
    import typer

    from boardless.cli.commands import app

    streams.traceback_wanted.clear()
    try:
        status: int | None = typer.main.get_command(app).main(
            prog_name="boardless", standalone_mode=False
        )
        sys.stdout.flush()
        return status
    except typer.TyperException as error:
        return streams.say(f"{error.format_message()} {_allowed(error)}", 2)
    except OSError as error:
        if (status := _refused(error)) is not None:
            return status
        # The output: its reader has seen enough, or the disk is full.
        streams.discard(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return 1
        return streams.say(f"cannot write: {error}", 2)
    except Exception as error:
        if (status := _refused(error)) is None:
            raise
        return status


def _refused(error: Exception) -> int | None:
    """Say in a line what cannot be used, code of a user's own included; None if it is our fault."""
    from boardless.topo.errors import InputError
    from boardless.topo.own_code import OwnCodeError, place_of, told

    place = None if isinstance(error, InputError) else place_of(error)
    if place is None and not isinstance(error, InputError):
        return None
    said = str(error) if place is None else f"{place}: {told(error)}"
    if streams.traceback_wanted.is_set():
        traceback.print_exception(error)
    elif place is not None or isinstance(error, OwnCodeError):
        said += " (boardless --traceback COMMAND shows how it came about)"
    return streams.say(said, 2)


def _allowed(error: Exception) -> str:
    """Return which commands and options there are where one was not understood."""
    import typer

    context = getattr(error, "ctx", None)
    if context is None or isinstance(error, typer.BadParameter):
        return ""
    options = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    names = [*getattr(context.command, "commands", ()), *(o for o in options if o[:1] == "-")]
    return f"Choose from {', '.join(names)}."
