"""Checkpoints: arrays in files of safetensors, with a table of their origin.

Nothing is ever unpickled. Each file is written next to its place and renamed, so it is whole even
if the process dies.
"""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

import boardless
from boardless.games import Game
from boardless.learn.network import GraphNet
from boardless.learn.positions import Vocabulary
from boardless.learn.settings import WHOLE
from boardless.topo import InputError, integer_between
from boardless.util.inputs import replacing_file, using_file

#: The best network of a run, and the whole run, in its folder.
NETWORK, RUN = "network.safetensors", "run.safetensors"
#: The format of checkpoints; others are refused.
FORMAT = 1
#: The largest numbers in a vocabulary.
MAX_SIZE = 10**5


def provenance(game: Game) -> dict[str, Any]:
    """Return where a checkpoint comes from: the game, the code and the machine."""
    return {
        "format": FORMAT,
        "game": game.name,
        "options": list(game.options),
        "text": sha256(game.text.encode()).hexdigest(),
        "boardless": boardless.__version__,
        "git": git_version(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "machine": platform.machine(),
    }


def git_version() -> str:
    """Return the commit of the checkout that this runs from, with "+" if files differ, or ""."""
    folder = Path(boardless.__file__).parent

    def asked(*words: str) -> str:
        try:
            done = subprocess.run(
                ["git", "-C", folder, *words], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            return ""
        return done.stdout.strip()

    commit = asked("rev-parse", "HEAD")
    if not commit:
        return ""
    return commit + ("+" if asked("status", "--porcelain", "--untracked-files=no") else "")


def write_checkpoint(path: Path, tensors: Mapping[str, Tensor], about: Mapping[str, Any]) -> None:
    """Write tensors and a table; raise InputError if the file cannot be written."""
    whole = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    data = save(whole, {"about": json.dumps(about)})
    with using_file(path), replacing_file(path) as part, part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def read_checkpoint(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return the tensors and the table of a checkpoint; raise InputError for other files."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    try:
        with safe_open(path, framework="pt") as file:
            about = json.loads((file.metadata() or {}).get("about", "null"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'it cannot be read'}") from None
    except (SafetensorError, ValueError, RecursionError):
        raise InputError(f"{path}: not a checkpoint, or a damaged one") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise InputError(f"{path}: not a checkpoint of format {FORMAT}")
    return tensors, about


def network_table(network: GraphNet) -> dict[str, Any]:
    """Return the sizes of a network as a table."""
    vocabulary = {**vars(network.vocabulary), "node_names": list(network.vocabulary.node_names)}
    return {"vocabulary": vocabulary, "width": network.width, "layers": len(network.layers)}


def network_of(table: object) -> GraphNet:
    """Return a network with the sizes of a table, before its weights are read."""
    try:
        assert isinstance(table, dict)
        sizes = dict(table["vocabulary"])
        names = tuple(sizes.pop("node_names"))
        if not all(isinstance(label, str) for label in names) or not 1 <= len(names) <= 100:
            raise ValueError
        for name, size in sizes.items():
            integer_between(size, name, 0, MAX_SIZE)
        for name in ("width", "layers"):
            integer_between(table[name], name, *WHOLE[name])
        vocabulary = Vocabulary(node_names=names, **sizes)
        return GraphNet(vocabulary, table["width"], table["layers"])
    except (AssertionError, KeyError, TypeError, ValueError):
        raise InputError("there is no network of these sizes") from None


def set_weights(network: GraphNet, tensors: Mapping[str, Tensor]) -> None:
    """Set all weights; raise InputError unless names, shapes, types and numbers are in order."""
    weights = network.state_dict()
    if weights.keys() != tensors.keys():
        raise InputError("the weights belong to another network")
    for name, own in weights.items():
        given = tensors[name]
        if given.shape != own.shape or given.dtype != own.dtype:
            raise InputError(f"weight {name}: its shape or type is wrong")
        if not torch.isfinite(given).all():
            raise InputError(f"weight {name}: some of its numbers are not finite")
    network.load_state_dict(dict(tensors))


def part_of(tensors: Mapping[str, Tensor], part: str) -> dict[str, Tensor]:
    """Return the tensors of a part, with its name removed from theirs."""
    begin = f"{part}."
    return {
        name.removeprefix(begin): tensor
        for name, tensor in tensors.items()
        if name.startswith(begin)
    }


def network_file(path: str | Path) -> Path:
    """Return the file of the best network of a run's folder, or the file itself."""
    path = Path(path)
    return path / NETWORK if path.is_dir() else path


def load_network(path: str | Path) -> tuple[GraphNet, dict[str, Any]]:
    """Return the network of a run's folder, or of a file, and the table of its origin.

    Parameters
    ----------
    path : str or Path
        The folder of a run, for its best network, or a file.

    Raises
    ------
    InputError
        If the file is missing or damaged.
    """
    path = network_file(path)
    tensors, about = read_checkpoint(path)
    try:
        network = network_of(about.get("network"))
        set_weights(network, tensors)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return network.eval(), about


def weights_hash(network: GraphNet) -> str:
    """Return a hash of all weights."""
    digest = sha256()
    for name, weight in sorted(network.state_dict().items()):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(weight.cpu().numpy()).tobytes())
    return digest.hexdigest()
