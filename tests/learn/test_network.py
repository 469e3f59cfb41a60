"""The graph network: whatever the batch, the order of nodes, and the size of the board."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="boardless[learn] is not installed")

from boardless.games import Game, load  # noqa: E402
from boardless.learn.network import GraphNet, Graphs, losses  # noqa: E402
from boardless.learn.positions import Observer, Positions, SeenPosition  # noqa: E402
from boardless.play import State  # noqa: E402
from tests.agents.described import RACE  # noqa: E402

ANDANTINO = load("Andantino", jit=False)


def positions_of(game: Game, count: int) -> list[SeenPosition]:
    """Return the first positions of a game in which a player chooses."""
    observer, state, found = Observer.of(game), State(game), []
    while len(found) < count and state.legal_count:
        if state.seat:
            found.append(observer(state))
        state.push_row(state.legal_count // 3)
    return found


def network_for(game: Game) -> GraphNet:
    """Return a network with random weights."""
    torch.manual_seed(1)
    return GraphNet(Observer.of(game).vocabulary, 12, 3).eval()


@pytest.mark.parametrize("game", [ANDANTINO, RACE], ids=lambda game: game.name)
def test_positions_are_judged_by_themselves(game: Game) -> None:
    positions, network = positions_of(game, 5), network_for(game)
    assert len({len(it.rows) for it in positions}) > 1 or game is RACE
    together = network.judge(positions)
    for position, (logits, values) in zip(positions, together, strict=True):
        (alone,) = network.judge([position])
        assert len(logits) == len(position.rows)
        assert np.allclose(logits, alone[0], atol=1e-5)
        assert np.allclose(values, alone[1], atol=1e-5)
        assert len(values) == game.players
        assert max(map(abs, values)) <= 1


@pytest.mark.parametrize("game", [ANDANTINO, RACE], ids=lambda game: game.name)
def test_a_finished_network_judges_the_same(game: Game) -> None:
    positions, network = positions_of(game, 6), network_for(game)
    batches = [positions[:1], positions[1:2], positions, positions[2:4]]
    before = [network.judge(it) for it in batches]
    after = [network.finish().judge(it) for it in batches]
    for one, other in zip(before, after, strict=True):
        for (logits, values), (others, worth) in zip(one, other, strict=True):
            assert np.allclose(logits, others, atol=1e-6)
            assert np.allclose(values, worth, atol=1e-6)
    assert list(network.state_dict()) == list(network_for(game).state_dict())


def test_the_order_of_nodes_makes_no_difference() -> None:
    position, network = positions_of(ANDANTINO, 6)[-1], network_for(ANDANTINO)
    order = np.random.default_rng(1).permutation(len(position.nodes))
    place = np.argsort(order)  # The new place of each node.
    rows = position.rows.copy()
    rows[:, 1:3] = np.where(rows[:, 1:3] > 0, place[rows[:, 1:3] - 1] + 1, 0)
    other = replace(
        position,
        nodes=position.nodes[order],
        edges=place[position.edges].astype(np.int32),
        rows=rows,
    )
    (one, two) = network.judge([position, other])
    assert np.allclose(one[0], two[0], atol=1e-5)
    assert np.allclose(one[1], two[1], atol=1e-5)


def test_directions_and_pieces_make_a_difference() -> None:
    position, network = positions_of(ANDANTINO, 6)[-1], network_for(ANDANTINO)
    nodes = position.nodes.copy()
    nodes[:, 0] = np.where(nodes[:, 0] == 1, 2, nodes[:, 0])
    changed = [
        replace(position, kinds=np.roll(position.kinds, 1)), replace(position, nodes=nodes),
        replace(position, numbers=position.numbers + 1),
    ]  # fmt: skip
    first, *others = network.judge([position, *changed])
    assert all(not np.allclose(first[1], it[1], atol=1e-4) for it in others)


def test_a_network_plays_on_boards_of_any_size() -> None:
    small, large = (load("Hex", [f"Board Size/{n}x{n}"], jit=False) for n in (7, 11))
    (logits, _) = network_for(small).judge(positions_of(large, 1))[0]
    assert len(logits) == 121


def test_losses_fall_to_those_of_the_target() -> None:
    positions, network = positions_of(ANDANTINO, 8), network_for(ANDANTINO)
    graphs = Graphs.of(Positions.joined(positions), network.device)
    random = np.random.default_rng(2)
    policies = [random.dirichlet(np.ones(len(it.rows)) / 4) for it in positions]
    entropy = -np.mean([(p * np.log(p + 1e-30)).sum() for p in policies])
    policy = torch.from_numpy(np.concatenate(policies).astype(np.float32))
    rewards = torch.from_numpy(random.choice([-1.0, 1.0], (8, 2)).astype(np.float32))
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    for _ in range(250):
        policy_loss, value_loss = losses(*network(graphs), graphs, policy, rewards)
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        optimizer.step()
    assert entropy - 1e-4 <= policy_loss < entropy + 0.3
    assert value_loss < 0.2
