"""Tables that commands print for pages of the documents."""


def row(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*names: str) -> str:
    """Return the first two lines of a table."""
    return f"{row(*names)}\n{row(*['---'] * len(names))}"
