"""The one exception that says: this input cannot be used."""


class InputError(ValueError):
    """An input that cannot be used; nothing was changed.

    The message is one line that names the offending value and what is allowed. The command line
    prints it and exits with status 2.
    """
