"""The exceptions that say: this input cannot be used, and: somebody stopped this."""

from typing import Any


class InputError(ValueError):
    """An input that cannot be used; nothing was changed.

    The message is one line that names the offending value and what is allowed. The command line
    prints it and exits with status 2.
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, where something has been done before it.

    Parameters
    ----------
    found : object
        What has been done so far, in the form of what would have been returned.
    """

    def __init__(self, found: Any) -> None:
        super().__init__()
        self.found = found
