"""The rate of the C program written by hand for Andantino, to compare compiled playouts with."""

import json
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("c") / "andantino.c"


def compiled(folder: Path) -> Path | None:
    """Compile the program into `folder` and return it, or None when there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "andantino"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(SOURCE)], check=True)
    return program


def seconds(program: Path, playouts: int, seed: int = 1) -> float:
    """Return the time of some playouts, as the program itself measures it.

    Short runs that take turns with what they are compared with give ratios that a busy machine
    does not spoil: pass this to the loop that takes the minimum.
    """
    command = [str(program), str(seed), "playouts", str(playouts)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(answer)["seconds"])
