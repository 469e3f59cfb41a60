"""The options of a session of the Universal Hive Protocol."""

from dataclasses import dataclass, fields, replace

from boardless.topo import InputError
from boardless.topo.whole import shown

#: Options that are one of some words.
_CHOICES = {"Agent": ("mcts", "flat", "greedy", "random"), "Repetition": ("False", "True")}
MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class Settings:
    """What can be set.

    Attributes
    ----------
    Agent : str
        Who thinks where ``bestmove`` is given a time, as `agents.entrant` reads it: one of those
        that are offered, or the one that the session began with.
    Repetition : str
        Whether the games that begin from now on are drawn when a position comes for the third time,
        as engines do.
    Seed : int
        Where the agent's chance begins.
    """

    Agent: str = "mcts"
    Repetition: str = "True"
    Seed: int = 0

    @property
    def game_options(self) -> list[str]:
        """The options of the game's description."""
        return ["Repetition/Draw"] if self.Repetition == "True" else []

    def lines(self) -> list[str]:
        """Return all options, a line each."""
        return [self.line(option.name) for option in fields(self)]

    def line(self, name: str) -> str:
        """Return an option: its name, sort, value, default, and what is allowed."""
        if name not in {option.name for option in fields(self)}:
            names = ", ".join(option.name for option in fields(self))
            raise InputError(f"unknown option {shown(name)}: choose one of {names}")
        value, default = getattr(self, name), getattr(Settings(), name)
        if name == "Seed":
            return f"{name};int;{value};{default};0;{MAX_SEED}"
        if name == "Repetition":
            return f"{name};bool;{value};{default}"
        return ";".join([name, "enum", value, default, *dict.fromkeys((value, *_CHOICES[name]))])

    def setting(self, name: str, value: str) -> "Settings":
        """Return the settings with another value of an option."""
        self.line(name)
        if name in _CHOICES:
            words = {word.casefold(): word for word in _CHOICES[name]}
            if value.casefold() not in words:
                allowed = ", ".join(words.values())
                raise InputError(f"{name} {shown(value)}: choose one of {allowed}")
            return replace(self, **{name: words[value.casefold()]})  # type: ignore[arg-type]
        if not value.isdecimal() or len(value) > 10 or int(value) > MAX_SEED:
            raise InputError(f"{name} {shown(value)}: choose a whole number from 0 to {MAX_SEED}")
        return replace(self, Seed=int(value))
