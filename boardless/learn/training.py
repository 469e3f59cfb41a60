"""Training: self-play, steps of the optimiser, a gate, and runs that can be resumed.

An iteration depends on nothing but the checkpoint before it, the settings and its number. So a run
that was killed and resumed has the same weights as an uninterrupted one.
"""

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.optim import AdamW

from boardless.games.game import GameChoice
from boardless.learn.checkpoints import (
    NETWORK,
    RUN,
    network_table,
    part_of,
    provenance,
    read_checkpoint,
    set_weights,
    weights_hash,
    write_checkpoint,
)
from boardless.learn.network import GraphNet, Graphs, losses
from boardless.learn.positions import Observer, turned_kinds
from boardless.learn.self_play import ReplayBuffer, arena_score, lesson, played, together
from boardless.learn.settings import Settings
from boardless.topo import InputError, integer_between
from boardless.util.inputs import number_between, replacing_file, reporter, using_file

#: The table and the figure of a run's curves, in its folder.
CURVE, FIGURE = "curve.csv", "curve.pdf"
#: Columns of the curves.
COLUMNS = (
    "iteration", "seconds", "games", "positions", "steps", "plies", "policy loss", "value loss",
    "score", "best",
)  # fmt: skip
#: Seconds after which a checkpoint is due.
SAVE_SECONDS = 60.0
#: Moves of a game in the arena that are sampled.
OPENING = 6
#: Streams of random numbers of an iteration.
SELF_PLAY, STEPS, ARENA = range(3)
#: The norm to which gradients are clipped.
MAX_NORM = 1.0
#: The least share of the newest weights in the mean; at first it is larger, nine steps in all.
NEWEST, AT_FIRST = 0.004, 9
#: The weight of the value loss relative to the policy loss.
VALUE_WEIGHT = 1.0


class Training:
    """A training run.

    Parameters
    ----------
    game : Game, str or path
        The game.
    settings : Settings
        The settings of the run.
    device : str, optional
        A device of PyTorch; by default a GPU if there is one.

    Attributes
    ----------
    network, mean, best : GraphNet
        The network in training; the mean of its latest weights, which plays (B. Polyak and A.
        Juditsky, 1992); and the best network so far.
    curve : list of dict
        A row for each iteration, see `COLUMNS`.
    """

    def __init__(
        self, game: GameChoice, settings: Settings | None = None, device: str | None = None
    ) -> None:
        self.settings = settings or Settings()
        self._observer = Observer.of(game)
        self.game = self._observer.game
        self._device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.settings.seed)
            self.network, self.mean, self.best = (self._new_network() for _ in range(3))
        for other in (self.mean, self.best):
            other.load_state_dict(self.network.state_dict())
        self._optimizer = AdamW(
            self.network.parameters(), lr=self.settings.rate, weight_decay=self.settings.decay
        )
        self._turns = turned_kinds(self._observer.view)
        self._replay = ReplayBuffer(self.settings.capacity, self._turns)
        self.curve: list[dict[str, Any]] = []
        self._best_since = 0

    def _new_network(self) -> GraphNet:
        settings = self.settings
        network = GraphNet(self._observer.vocabulary, settings.width, settings.layers)
        network.to(self._device).eval()
        return network

    @property
    def _networks(self) -> dict[str, GraphNet]:
        """The networks by the names of their parts of a checkpoint."""
        return {"network": self.network, "mean": self.mean, "best": self.best}

    @property
    def iterations(self) -> int:
        """The iterations done."""
        return len(self.curve)

    @property
    def steps(self) -> int:
        """The steps of the optimiser done."""
        return self.curve[-1]["steps"] if self.curve else 0

    def weights(self) -> str:
        """Return a hash of the weights."""
        return weights_hash(self.network)

    # -- an iteration -------------------------------------------------------------------------

    def iterate(self, most_steps: int | None = None) -> dict[str, Any]:
        """Play games, train on them, maybe pass the gate; return a row of the curve.

        A run ends after `most_steps` steps, also within an iteration.
        """
        began = monotonic()
        last = self.curve[-1] if self.curve else dict.fromkeys(COLUMNS, 0)
        with fixed_algorithms():
            plies, positions = self._play()
            steps = max(1, round(positions * self.settings.reuse / self.settings.batch))
            if most_steps is not None:
                steps = min(steps, max(0, most_steps - self.steps))
            policy_loss, value_loss = self._train(steps)
            score = self._pass_gate()
        row = {
            "iteration": self.iterations + 1,
            "seconds": round(last["seconds"] + monotonic() - began, 1),
            "games": last["games"] + self.settings.games,
            "positions": last["positions"] + positions,
            "steps": last["steps"] + steps,
            "plies": round(plies, 2),
            "policy loss": round(policy_loss, 5),
            "value loss": round(value_loss, 5),
            "score": score,
            "best": self._best_since,
        }
        self.curve.append(row)
        return row

    def _seed(self, stream: int) -> int:
        """Return the seed of a stream of this iteration."""
        words = np.random.SeedSequence([self.settings.seed, self.iterations, stream])
        return int(words.generate_state(1, np.uint64)[0])

    def _play(self) -> tuple[float, int]:
        """Play games against itself; return their mean length, and the number of positions."""
        settings, random = self.settings, Random(self._seed(SELF_PLAY))
        seeds = [random.getrandbits(62) for _ in range(settings.games)]
        if self.iterations < settings.lessons:
            games = [lesson(self._observer, settings, seed) for seed in seeds]
        else:
            seats = [0] * self.game.players
            games = [
                played(self._observer, seats, settings, seed, settings.limit) for seed in seeds
            ]
        done = dict(together(games, [self.mean.judge], settings.games))
        for number in sorted(done):
            self._replay.add(done[number].examples)
        plies = [game.plies for game in done.values()]
        return float(np.mean(plies)), sum(len(game.examples) for game in done.values())

    def _train(self, steps: int) -> tuple[float, float]:
        """Make steps of the optimiser; return the mean losses of policy and value."""
        random, total = np.random.default_rng(self._seed(STEPS)), torch.zeros(2)
        self.network.train()
        for step in range(self.steps, self.steps + steps):
            positions, policies, rewards = self._replay.sampled(self.settings.batch, random)
            graphs = Graphs.of(positions, self._device)
            logits, values = self.network(graphs)
            policy_loss, value_loss = losses(
                logits, values, graphs, torch.from_numpy(policies).to(self._device),
                torch.from_numpy(rewards).to(self._device),
            )  # fmt: skip
            self._optimizer.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss).backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_NORM)
            self._optimizer.step()
            share = max(NEWEST, AT_FIRST / (AT_FIRST + step))
            with torch.no_grad():
                for mean, own in zip(
                    self.mean.parameters(), self.network.parameters(), strict=True
                ):
                    mean.lerp_(own, share)
            total += torch.stack((policy_loss, value_loss)).detach().cpu()
        self.network.eval()
        means: list[float] = (total / max(steps, 1)).tolist()
        return means[0], means[1]

    def _pass_gate(self) -> float | None:
        """Play the best network where a gate is due; return the score."""
        settings, now = self.settings, self.iterations + 1
        if settings.gate_every and now % settings.gate_every:
            return None
        score = None
        if settings.gate_every:
            judges = self.mean.judge, self.best.judge
            random = Random(self._seed(ARENA))
            score = arena_score(self._observer, judges, settings, random, OPENING)
        if score is None or score >= settings.gate:
            self.best.load_state_dict(self.mean.state_dict())
            self._best_since = now
        return score

    # -- files --------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write the run, the best network, and the curve as a table and as a figure."""
        about = {**provenance(self.game), "settings": self.settings.table()}
        tensors = {
            f"{part}.{name}": tensor
            for part, network in self._networks.items()
            for name, tensor in network.state_dict().items()
        }
        for name, parameter in self.network.named_parameters():
            for key, tensor in self._optimizer.state.get(parameter, {}).items():
                tensors[f"optimizer.{key}.{name}"] = tensor
        for name, array in self._replay.arrays().items():
            tensors[f"replay.{name}"] = torch.from_numpy(array)
        write_checkpoint(
            folder / RUN, tensors, {**about, "curve": self.curve, "best": self._best_since}
        )
        sizes = {"network": network_table(self.best), "iteration": self._best_since}
        write_checkpoint(folder / NETWORK, self.best.state_dict(), {**about, **sizes})
        with (
            replacing_file(folder / CURVE) as part,
            part.open("w", encoding="utf-8", newline="") as file,
        ):
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.curve)

    def restore(self, folder: Path) -> None:
        """Go on from the checkpoint of a run with the same game and settings.

        Raise InputError if the game or the settings differ, or the checkpoint is damaged.
        """
        path = folder / RUN
        tensors, about = read_checkpoint(path)
        here = provenance(self.game)
        if any(about.get(name) != here[name] for name in ("game", "options", "text")):
            raise InputError(f"{folder}: a run of another game, give another folder")
        if about.get("settings") != self.settings.table():
            raise InputError(f"{folder}: a run with other settings, give these or another folder")
        try:
            self._set(tensors, about)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None

    def _set(self, tensors: dict[str, Tensor], about: dict[str, Any]) -> None:
        curve = about.get("curve")
        if not isinstance(curve, list) or not all(
            isinstance(row, dict) and row.keys() == set(COLUMNS) for row in curve
        ):
            raise InputError("its curve is damaged")
        for part, network in self._networks.items():
            set_weights(network, part_of(tensors, part))
        for key in ("step", "exp_avg", "exp_avg_sq"):
            moments = part_of(tensors, f"optimizer.{key}")
            for name, parameter in self.network.named_parameters():
                if name not in moments:
                    continue
                shape = torch.Size() if key == "step" else parameter.shape
                if moments[name].shape != shape or not torch.isfinite(moments[name]).all():
                    raise InputError(f"the optimiser's {key} of {name} is damaged")
                device = torch.device("cpu") if key == "step" else self._device
                self._optimizer.state[parameter][key] = moments[name].to(device)
        replay = {name: tensor.numpy() for name, tensor in part_of(tensors, "replay").items()}
        self._replay = ReplayBuffer.read(self.settings.capacity, replay, self._turns)
        self.curve = curve
        self._best_since = integer_between(about.get("best"), "best", 0, len(curve))


@contextmanager
def fixed_algorithms() -> Iterator[None]:
    """Make PyTorch compute reproducible numbers."""
    before = torch.are_deterministic_algorithms_enabled()
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(True, warn_only=torch.cuda.is_available())
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)


def learn(
    game: GameChoice,
    out: str | Path,
    *,
    minutes: float | None = None,
    steps: int | None = None,
    settings: Settings | None = None,
    threads: int = 1,
    device: str | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> Training:
    """Train a network by self-play, from the beginning or from a stopped run.

    Parameters
    ----------
    game : Game, str or path
        The game.
    out : str or Path
        The folder of the run; an existing run with the same game and settings is resumed.
    minutes : float, optional
        For how long, in this call.
    steps : int, optional
        The run ends after this number of the optimiser's steps, of all calls together.
    settings : Settings, optional
        Those of the run.
    threads : int, default 1
        Threads of PyTorch; other numbers may lead to other weights.
    device : str, optional
        A device of PyTorch; by default a GPU if there is one.
    progress : callable, optional
        Called with a row of the curve after each iteration.

    Returns
    -------
    Training
        The run.

    Raises
    ------
    InputError
        If an argument is out of range, or the folder holds another run or a damaged one.
    """
    if minutes is None and steps is None:
        raise InputError("learn: give minutes or steps")
    if minutes is not None:
        number_between(minutes, "minutes", 1e6)
    if steps is not None:
        integer_between(steps, "steps", 1, 10**9)
    torch.set_num_threads(integer_between(threads, "threads", 1, 256))
    report = reporter(progress)
    training, folder = Training(game, settings, device), Path(out)
    with using_file(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if (folder / RUN).exists():
        training.restore(folder)
    began = saved = monotonic()
    while (minutes is None or monotonic() - began < 60 * minutes) and (
        steps is None or training.steps < steps
    ):
        report(training.iterate(steps))
        if monotonic() - saved > SAVE_SECONDS:
            training.save(folder)
            saved = monotonic()
    training.save(folder)
    draw_curve(training, folder / FIGURE)
    return training


def draw_curve(training: Training, path: Path) -> None:
    """Draw the losses and the length of games over iterations."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    panels = figure.subplots(3, sharex=True)
    for panel, name in zip(panels, ("policy loss", "value loss", "plies"), strict=True):
        panel.plot(
            [row["iteration"] for row in training.curve], [row[name] for row in training.curve]
        )
        panel.set_ylabel(name)
    panels[-1].set_xlabel("iteration")
    figure.suptitle(training.game.name)
    figure.savefig(path)
