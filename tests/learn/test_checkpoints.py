"""Checkpoints: networks there and back, and files that are refused."""

import json
import pickle
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="boardless[learn] is not installed")

from boardless.learn.checkpoints import (  # noqa: E402
    NETWORK,
    load_network,
    network_table,
    provenance,
    read_checkpoint,
    weights_hash,
    write_checkpoint,
)
from boardless.learn.network import GraphNet  # noqa: E402
from boardless.learn.positions import Observer  # noqa: E402
from boardless.topo import InputError  # noqa: E402
from tests.learn.playing import TIC_TAC_TOE  # noqa: E402


class Poison:
    """An object that writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.fixture
def network() -> GraphNet:
    """A small network with random weights."""
    torch.manual_seed(2)
    return GraphNet(Observer.of(TIC_TAC_TOE).vocabulary, 8, 2).eval()


def about(network: GraphNet) -> dict[str, object]:
    """Return the table of a network's checkpoint."""
    return {**provenance(TIC_TAC_TOE), "network": network_table(network)}


def test_a_network_is_written_and_read(network: GraphNet, tmp_path: Path) -> None:
    write_checkpoint(tmp_path / NETWORK, network.state_dict(), about(network))
    for path in (tmp_path, tmp_path / NETWORK):
        found, table = load_network(path)
        assert weights_hash(found) == weights_hash(network)
        assert found.vocabulary == network.vocabulary
        assert table["game"] == "Tic-Tac-Toe"
        assert {"git", "boardless", "torch", "python", "text"} <= table.keys()
    assert [it.name for it in tmp_path.iterdir()] == [NETWORK]


def test_a_pickle_is_refused_and_never_unpickled(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    for name, write in (("plain", pickle_to), ("torch", torch_to)):
        path = tmp_path / name
        write({"weights": Poison(touched)}, path)
        for read in (load_network, read_checkpoint):
            with pytest.raises(InputError, match="not a checkpoint, or a damaged one"):
                read(path)
    assert not touched.exists()


def pickle_to(thing: object, path: Path) -> None:
    path.write_bytes(pickle.dumps(thing))


def torch_to(thing: object, path: Path) -> None:
    torch.save(thing, path)


def test_damaged_files_are_refused(network: GraphNet, tmp_path: Path) -> None:
    path = tmp_path / NETWORK
    with pytest.raises(InputError, match="no such file"):
        load_network(tmp_path)
    write_checkpoint(path, network.state_dict(), about(network))
    data = path.read_bytes()
    for damaged in (b"", data[:100], data[:-4], b"\xff" * 64):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="not a checkpoint, or a damaged one"):
            load_network(path)


def test_weights_that_do_not_fit_are_refused(network: GraphNet, tmp_path: Path) -> None:
    weights = network.state_dict()
    name, weight = next(iter(weights.items()))
    endless = weight.clone()
    endless.view(-1)[0] = torch.inf
    refused = [
        ({**weights, name: endless}, "not finite"),
        ({**weights, name: weight.double()}, "shape or type"),
        ({**weights, name: weight[..., :1].clone()}, "shape or type"),
        ({name: weight}, "another network"),
        ({**weights, "more": weight.clone()}, "another network"),
    ]
    for tensors, message in refused:
        write_checkpoint(tmp_path / NETWORK, tensors, about(network))
        with pytest.raises(InputError, match=message):
            load_network(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"width": 10**9}, {"layers": 0}, {"width": "8"}, {"vocabulary": None},
        {"vocabulary": {"players": 2}},
        {"vocabulary": {"players": 10**12, "node_names": ["owner"]}},
    ],
)  # fmt: skip
def test_impossible_sizes_are_refused(
    network: GraphNet, tmp_path: Path, change: dict[str, object]
) -> None:
    table = json.loads(json.dumps(about(network)))
    table["network"] |= change
    write_checkpoint(tmp_path / NETWORK, network.state_dict(), table)
    with pytest.raises(InputError, match=NETWORK):
        load_network(tmp_path)


def test_other_formats_are_refused(network: GraphNet, tmp_path: Path) -> None:
    for table in ({}, {**about(network), "format": 99}):
        write_checkpoint(tmp_path / NETWORK, network.state_dict(), table)
        with pytest.raises(InputError, match="not a checkpoint of format"):
            load_network(tmp_path)
