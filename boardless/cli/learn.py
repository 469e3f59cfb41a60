"""The command that trains a network."""

from typing import TYPE_CHECKING, Annotated, Any

from boardless.cli.parameters import (
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    decimal,
    game_of,
    integer,
    option,
    real,
    whole,
)
from boardless.cli.printing import compiling_noted, print_csv
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.learn import Settings


def learn(
    game: GameName,
    out: Annotated[str, option("The folder of the run; one that is there goes on.", metavar="DIR")],
    minutes: Annotated[float | None, real("For how long.")] = None,
    steps: Annotated[
        int | None, whole("Instead, or as well: the steps of the optimiser, in all.")
    ] = None,
    seed: Seed = 0,
    set_: Annotated[
        list[str] | None,
        option(
            "A setting, such as width=64 or simulations=100; repeatable.",
            "--set",
            metavar="NAME=VALUE",
        ),
    ] = None,
    threads: Annotated[int, whole("Threads of PyTorch.")] = 1,
    device: Annotated[
        str | None, option("A device of PyTorch; else a GPU if there is one.", metavar="NAME")
    ] = None,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Train a network by self-play, and print a line of its curve for each iteration."""
    try:
        from boardless.learn.training import COLUMNS
        from boardless.learn.training import learn as train
    except ModuleNotFoundError as error:
        raise InputError(f"learn: install boardless[learn] ({error.name} is missing)") from None
    settings = _settings(seed, set_ or [])
    played = game_of(game, option, tiling, library)
    print_csv([COLUMNS])

    def show(row: dict[str, Any]) -> None:
        print_csv([["" if row[name] is None else row[name] for name in COLUMNS]])

    if minutes is None and steps is None:
        minutes = 30.0
    with compiling_noted(played.name):
        train(
            played, out, minutes=minutes, steps=steps, settings=settings, threads=threads,
            device=device, progress=show,
        )  # fmt: skip


def _settings(seed: int, given: list[str]) -> "Settings":
    """Return settings by their names; raise InputError for others."""
    from boardless.learn.settings import REAL, WHOLE, Settings

    values: dict[str, Any] = {"seed": seed}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or name not in {*WHOLE, *REAL}:
            known = ", ".join([*WHOLE, *REAL])
            raise InputError(f"setting {setting!r}: give NAME=VALUE with one of {known}")
        values[name] = integer(value) if name in WHOLE else decimal(value)
    return Settings(**values)
