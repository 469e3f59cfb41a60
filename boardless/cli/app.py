"""The entry of the command line: errors in one line, exit statuses, and Ctrl-C.

Exit status 0; 1 where a command compares and found a difference, or where nobody reads the output;
2 with one line for what cannot be used; 130 after Ctrl-C. Nothing else is imported before all this
holds.
"""

import atexit
import signal
import sys

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

    try:
        status: int | None = typer.main.get_command(app).main(
            prog_name="boardless", standalone_mode=False
        )
        sys.stdout.flush()
        return status
    except typer.TyperException as error:
        return streams.say(f"{error.format_message()} {_allowed(error)}", 2)
    except ValueError as error:
        from boardless.topo import InputError

        if not isinstance(error, InputError):
            raise
        return streams.say(str(error), 2)
    except OSError as error:
        # The output: its reader has seen enough, or the disk is full.
        streams.discard(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return 1
        return streams.say(f"cannot write: {error}", 2)


def _allowed(error: Exception) -> str:
    """Return which commands and options there are where one was not understood."""
    import typer

    context = getattr(error, "ctx", None)
    if context is None or isinstance(error, typer.BadParameter):
        return ""
    options = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    names = [*getattr(context.command, "commands", ()), *(o for o in options if o[:1] == "-")]
    return f"Choose from {', '.join(names)}."
