"""Ways to run the command line."""

import os
import subprocess
import sys
from typing import Any, NamedTuple

COMMAND = (sys.executable, "-m", "boardless")


class Answer(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


def boardless(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, as a user runs it."""
    variables = {**os.environ, **settings.pop("env", {})}
    # Buffered output is what users have, and where errors come late.
    variables.pop("PYTHONUNBUFFERED", None)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings
    return subprocess.run(
        [*COMMAND, *words], env=variables, text=True, errors="surrogateescape", check=False, **pipes
    )
