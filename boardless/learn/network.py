"""A graph network: messages along the edges of a board, a prior of moves, and values of players.

Its numbers belong to directions, relations, pieces and sorts of moves, none to a place, so that it
plays on boards of any size. The layers follow P. Battaglia and others, *Relational inductive
biases, deep learning, and graph networks* (2018).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn, relu_
from torch.nn.functional import embedding, embedding_bag, relu

from boardless.jit.arrays import Floats
from boardless.learn.judging import FinalNetwork
from boardless.learn.positions import (
    EDGE_KINDS,
    FROM,
    MESSAGE_SCALE,
    NUMBERS,
    PIECE,
    SORT,
    SORTS_BELOW,
    TO,
    Positions,
    SeenPosition,
    Vocabulary,
    logarithms,
)

#: The values of a column of nodes that are told apart; beyond, their logarithm alone counts.
VALUES = 16
#: Columns of nodes whose values are names, not amounts.
NAMES = ("owner", "piece")


@dataclass(frozen=True)
class Graphs:
    """`Positions` as tensors on a device, nodes counted through; node 0 is nowhere."""

    nodes: Tensor  # int64 (nodes, columns)
    met: Tensor  # int64 (met,): the kinds of edges that there are
    sent: Tensor  # int64 (edges,): source x met + kind, in the order of targets
    target: Tensor  # int64 (edges,), ascending
    heard: Tensor  # int64 (nodes,): where the edges to each node begin
    rows: Tensor  # int64 (rows, columns); from and to are nodes, counted from 1
    numbers: Tensor  # float32 (games, numbers)
    node_game: Tensor  # int64 (nodes,)
    row_game: Tensor  # int64 (rows,)
    places: Tensor  # int64 (games, most): the nodes of each game; what is left is its first one
    shares: Tensor  # float32 (games, 1, most): what each of them adds to the mean, left ones 0

    @classmethod
    def of(cls, positions: Positions, device: torch.device) -> "Graphs":
        """Return positions as tensors."""
        sizes = positions.sizes
        games = np.arange(len(sizes))
        first = np.cumsum(sizes[:, 0]) - sizes[:, 0]
        edges = positions.edges + np.repeat(first, sizes[:, 1])
        row_game = np.repeat(games, sizes[:, 2])
        rows = positions.rows.astype(np.int64)
        sites = rows[:, FROM : TO + 1]
        sites += np.where(sites > 0, first[row_game, None], 0)
        column = np.arange(sizes[:, 0].max())
        is_node = column < sizes[:, :1]
        places = first[:, None] + np.where(is_node, column, 0)
        shares = (is_node / np.maximum(sizes[:, :1], 1)).astype(np.float32)
        is_met = np.zeros(EDGE_KINDS, np.bool_)
        is_met[positions.kinds] = True
        met = np.flatnonzero(is_met)
        sent = edges[0] * len(met) + (np.cumsum(is_met) - 1)[positions.kinds]
        order = np.argsort(edges[1], kind="stable")
        target = edges[1][order]
        heard = np.searchsorted(target, np.arange(len(positions.nodes)))
        arrays = (
            positions.nodes.astype(np.int64), met, sent[order], target, heard,
            rows, logarithms(positions.numbers), np.repeat(games, sizes[:, 0]), row_game,
            places, shares[:, None],
        )  # fmt: skip
        return cls(*(torch.from_numpy(array).to(device) for array in arrays))


class Layer(nn.Module):
    """Messages to the neighbours of each node, and a change of its vector."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.sent = nn.Linear(width, width, bias=False)
        self.gain = nn.Parameter(1 + 0.5 * torch.randn(EDGE_KINDS, width))
        self.shift = nn.Parameter(0.1 * torch.randn(EDGE_KINDS, width))
        self.own = nn.Linear(width, width)
        self.received = nn.Linear(width, width, bias=False)
        self.whole = nn.Linear(2 * width, width, bias=False)
        self.out = nn.Linear(width, width)
        with torch.no_grad():
            self.out.weight *= 0.5

    def forward(self, vectors: Tensor, pooled: Tensor, graphs: Graphs) -> Tensor:
        """Return the vectors of nodes after this layer, (nodes, width)."""
        normal = self.norm(vectors)
        sent, gain, shift = self.sent(normal), self.gain[graphs.met], self.shift[graphs.met]
        # What a node sends by each kind of edge that there is takes less than an edge at a time.
        messages = relu_(torch.addcmul(shift, sent[:, None], gain)).view(-1, sent.shape[1])
        if torch.is_inference(messages):
            received = embedding_bag(graphs.sent, messages, graphs.heard, mode="sum")
        else:
            received = torch.zeros_like(vectors).index_add(
                0, graphs.target, messages.index_select(0, graphs.sent)
            )
        inner = self.own(normal) + self.received(received * MESSAGE_SCALE)
        inner = inner + self.whole(pooled).index_select(0, graphs.node_game)
        return vectors + self.out(relu(inner))


class GraphNet(nn.Module):
    """The network of a game, or of all games with its vocabulary.

    Parameters
    ----------
    vocabulary : Vocabulary
        The sizes of what is seen.
    width : int
        The numbers of each node.
    layers : int
        How often messages are passed, and so how far a node is heard.
    """

    def __init__(self, vocabulary: Vocabulary, width: int, layers: int) -> None:
        super().__init__()
        self.vocabulary, self.width = vocabulary, width
        sizes = [
            {"owner": vocabulary.players + 2, "piece": vocabulary.pieces + 1}.get(name, VALUES)
            for name in vocabulary.node_names
        ]
        self.register_buffer("most", torch.tensor(sizes) - 1, persistent=False)
        begins = torch.tensor([0, *sizes[:-1]]).cumsum(0)
        self.register_buffer("begins", begins, persistent=False)
        self.columns = nn.Embedding(sum(sizes), width)
        amounts = [n for n, name in enumerate(vocabulary.node_names) if name not in NAMES]
        self.register_buffer("amounts", torch.tensor(amounts), persistent=False)
        self.amount = nn.Linear(len(amounts), width)
        self.number = nn.Linear(vocabulary.numbers, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.nowhere = nn.Parameter(torch.zeros(1, width))
        self.sorts = nn.Embedding(vocabulary.sorts + SORTS_BELOW, width)
        self.pieces = nn.Embedding(vocabulary.pieces + 1, width)
        self.origin = nn.Linear(width, width, bias=False)
        self.site = nn.Linear(width, width, bias=False)
        self.row_number = nn.Linear(max(vocabulary.row_numbers, 1), width, bias=False)
        self.context = nn.Linear(2 * width, width)
        self.prior = nn.Linear(width, 1)
        self.judged = nn.Linear(2 * width, width)
        self.values = nn.Linear(width, vocabulary.players)

    @property
    def device(self) -> torch.device:
        """The device that the weights are on."""
        return self.nowhere.device

    def forward(self, graphs: Graphs) -> tuple[Tensor, Tensor]:
        """Return a logit of each row, and the value of each player from the mover on.

        Parameters
        ----------
        graphs : Graphs
            Positions of n games.

        Returns
        -------
        logits : (rows,) float32
            Of the prior, a softmax over the rows of each game.
        values : (n, players) float32
            From -1 to 1; the mover comes first, then the next player, and so on.
        """
        places = torch.minimum(graphs.nodes.clamp(min=0), self.most) + self.begins
        vectors = embedding(places, self.columns.weight).sum(dim=1)
        amounts = graphs.nodes.index_select(1, self.amounts).float()
        vectors = vectors + self.amount(amounts.sign() * amounts.abs().log1p())
        vectors = vectors + self.number(graphs.numbers).index_select(0, graphs.node_game)
        for layer in self.layers:
            vectors = layer(vectors, _pooled(vectors, graphs), graphs)
        vectors = self.norm(vectors)
        pooled = _pooled(vectors, graphs)
        values = torch.tanh(self.values(relu(self.judged(pooled))))
        return self._logits(vectors, pooled, graphs), values

    def _logits(self, vectors: Tensor, pooled: Tensor, graphs: Graphs) -> Tensor:
        vectors, rows = torch.cat((self.nowhere, vectors)), graphs.rows
        sorts = (rows[:, SORT] + SORTS_BELOW).clamp(0, self.sorts.num_embeddings - 1)
        pieces = rows[:, PIECE].clamp(0, self.pieces.num_embeddings - 1)
        inner = self.sorts(sorts) + self.pieces(pieces)
        inner = inner + self.origin(vectors.index_select(0, rows[:, FROM]))
        inner = inner + self.site(vectors.index_select(0, rows[:, TO]))
        inner = inner + self.context(pooled).index_select(0, graphs.row_game)
        if rows.shape[1] > NUMBERS:
            numbers = rows[:, NUMBERS:].float()
            inner = inner + self.row_number(numbers.sign() * numbers.abs().log1p())
        logits: Tensor = self.prior(relu(inner)).squeeze(1)
        return logits

    def finish(self) -> FinalNetwork:
        """Return this network with weights that never change, which judges faster."""
        return FinalNetwork(self)

    @torch.inference_mode()
    def judge(self, positions: Sequence[SeenPosition]) -> list[tuple[Floats, list[float]]]:
        """Return logits of the rows of each position, and the values of its players."""
        joined = Positions.joined(positions)
        graphs = Graphs.of(joined, self.device)
        logits, values = self(graphs)
        ends = np.cumsum(joined.sizes[:, 2])[:-1]
        each = np.split(logits.double().cpu().numpy(), ends)
        return list(zip(each, values.tolist(), strict=True))


def _pooled(vectors: Tensor, graphs: Graphs) -> Tensor:
    """Return mean and maximum of the nodes of each game, (games, 2 x width)."""
    each = vectors.index_select(0, graphs.places.view(-1)).view(*graphs.places.shape, -1)
    return torch.cat((torch.bmm(graphs.shares, each)[:, 0], each.amax(1)), dim=1)


def losses(
    logits: Tensor, values: Tensor, graphs: Graphs, policy: Tensor, rewards: Tensor
) -> tuple[Tensor, Tensor]:
    """Return cross-entropy to a policy of rows, and mean squared error to rewards, (2,) float32."""
    games = len(values)
    with torch.no_grad():
        most = logits.new_full((games,), -torch.inf).scatter_reduce(
            0, graphs.row_game, logits, "amax"
        )
    shifted = logits - most.index_select(0, graphs.row_game)
    total = logits.new_zeros(games).index_add(0, graphs.row_game, shifted.exp())
    logs = shifted - total.log().index_select(0, graphs.row_game)
    return -(policy * logs).sum() / games, ((values - rewards) ** 2).mean()
