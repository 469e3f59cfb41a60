"""A graph network: messages along edges, a prior of moves, and values of players.

Its numbers belong to directions, relations, pieces and sorts of moves, not to places, so the
network plays on boards of any size. The layers follow P. Battaglia and others, *Relational
inductive biases, deep learning, and graph networks* (2018).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn, relu_
from torch.nn.functional import embedding, embedding_bag, relu

from boardless.jit.arrays import Floats, Ints, by_address
from boardless.jit.native import hurry, jit
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
    """`Positions` as tensors on a device; nodes are numbered in sequence, 0 is no node."""

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
        # Computing a node's messages by kind of edge is faster than computing them edge by edge.
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
        The sizes of positions.
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

    def finish(self) -> "FinalNetwork":
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
    """Return the cross-entropy to a policy of rows and the mean squared error to rewards."""
    games = len(values)
    with torch.no_grad():
        most = logits.new_full((games,), -torch.inf).scatter_reduce(
            0, graphs.row_game, logits, "amax"
        )
    shifted = logits - most.index_select(0, graphs.row_game)
    total = logits.new_zeros(games).index_add(0, graphs.row_game, shifted.exp())
    logs = shifted - total.log().index_select(0, graphs.row_game)
    return -(policy * logs).sum() / games, ((values - rewards) ** 2).mean()


#: The constant that layer normalization adds to a variance, as in PyTorch.
TINY = 1e-5
#: Nodes and games that there is room for to begin with.
NODES, GAMES = 64, 16


@by_address
class Work(NamedTuple):
    """Arrays that a pass writes, with room for more nodes and games; w is the width."""

    vectors: Floats  # (nodes, w)
    both: Floats  # (nodes, 2 w): vectors as normalized, and what was received
    sent: Floats  # (nodes, w)
    inner: Floats  # (nodes, w)
    pooled: Floats  # (games, 2 w): mean and maximum of the vectors

    @classmethod
    def of(cls, nodes: int, games: int, width: int) -> "Work":
        """Return room for `nodes` nodes and `games` games."""
        sizes = (nodes, width), (nodes, 2 * width), (nodes, width), (nodes, width)
        return cls(*map(np.zeros, (*sizes, (games, 2 * width))))


@jit
def embed(
    work: Work, sizes: Ints, nodes: Ints, begins: Ints, most: Ints, table: Floats, whole: Floats
) -> None:
    """Write the first vector of each node: the sum over its columns, and over its game."""
    width, node = table.shape[1], 0
    for game in range(len(sizes)):
        for _ in range(sizes[game, 0]):
            for n in range(width):
                work.vectors[node, n] = whole[game, n]
            for column in range(len(begins)):
                place = begins[column] + min(max(nodes[node, column], 0), most[column])
                for n in range(width):
                    work.vectors[node, n] += table[place, n]
            node += 1


@jit
def pool(work: Work, sizes: Ints) -> None:
    """Write mean and maximum of the vectors of each game."""
    width, node = work.vectors.shape[1], 0
    for game in range(len(sizes)):
        count = sizes[game, 0]
        for n in range(width):
            work.pooled[game, n] = 0.0
            work.pooled[game, width + n] = work.vectors[node, n]
        for _ in range(count):
            for n in range(width):
                number = work.vectors[node, n]
                work.pooled[game, n] += number
                work.pooled[game, width + n] = max(work.pooled[game, width + n], number)
            node += 1
        for n in range(width):
            work.pooled[game, n] /= count


@jit
def normalize(work: Work, nodes: int, norm: Floats) -> None:
    """Write the normalized vector of each node; `norm` has gain and shift."""
    width = norm.shape[1]
    for node in range(nodes):
        mean = variance = 0.0
        for n in range(width):
            mean += work.vectors[node, n]
        mean /= width
        for n in range(width):
            variance += (work.vectors[node, n] - mean) * (work.vectors[node, n] - mean)
        scale = 1.0 / sqrt(variance / width + TINY)
        for n in range(width):
            work.both[node, n] = (work.vectors[node, n] - mean) * scale * norm[0, n] + norm[1, n]


@jit
def receive(work: Work, sizes: Ints, edges: Ints, kinds: Ints, gain: Floats, shift: Floats) -> None:
    """Add up the messages that each node receives."""
    width, first, edge = gain.shape[1], 0, 0
    for game in range(len(sizes)):
        for node in range(first, first + sizes[game, 0]):
            for n in range(width):
                work.both[node, width + n] = 0.0
        for _ in range(sizes[game, 1]):
            source, target, kind = first + edges[0, edge], first + edges[1, edge], kinds[edge]
            for n in range(width):
                message = work.sent[source, n] * gain[kind, n] + shift[kind, n]
                work.both[target, width + n] += max(message, 0.0)
            edge += 1
        first += sizes[game, 0]


@jit
def add_whole(work: Work, sizes: Ints, whole: Floats) -> None:
    """Add the part of a game to the inner vectors of its nodes, and cut them off at 0."""
    node = 0
    for game in range(len(sizes)):
        for _ in range(sizes[game, 0]):
            for n in range(whole.shape[1]):
                work.inner[node, n] = max(work.inner[node, n] + whole[game, n], 0.0)
            node += 1


@jit
def add_names(
    sizes: Ints, rows: Ints, names: Ints, table: Floats, sites: Floats, sums: Floats
) -> None:
    """Add the parts of sort and piece, origin and target of each row to its inner vector.

    `sites` has the part of each node as an origin, then its part as a target. The last row belongs
    to no site.
    """
    width, row, first = table.shape[1], 0, 0
    nowhere = len(sites) - 1
    for game in range(len(sizes)):
        for _ in range(sizes[game, 2]):
            origin = first + rows[row, FROM] - 1 if rows[row, FROM] > 0 else nowhere
            target = first + rows[row, TO] - 1 if rows[row, TO] > 0 else nowhere
            sort, piece = names[row, 0], names[row, 1]
            for n in range(width):
                sums[row, n] += table[sort, n] + table[piece, n]
                sums[row, n] += sites[origin, n] + sites[target, width + n]
            row += 1
        first += sizes[game, 0]


@dataclass(frozen=True)
class LayerWeights:
    """Weights of a layer in the form that kernels multiply by; w is the width."""

    norm: Floats  # (2, w)
    sent: Floats  # (w, w)
    gain: Floats  # (kinds, w)
    shift: Floats  # (kinds, w)
    inner: Floats  # (2 w, w): of a node's own vector and of what it received
    whole: Floats  # (2 w, w)
    bias: Floats  # (w,)
    out: Floats  # (w, w)
    change: Floats  # (w,)


class FinalNetwork:
    """A network with final weights, which judges a few positions faster than `GraphNet`.

    A search judges one to eight positions at once. For so few PyTorch spends most of its time on
    calling operations, so NumPy and the kernels above are faster.

    Parameters
    ----------
    network : GraphNet
        The network.
    """

    def __init__(self, network: GraphNet) -> None:
        weights = {
            name: weight.detach().cpu().numpy().astype(np.float64)
            for name, weight in network.state_dict().items()
        }

        def of(name: str) -> Floats:
            """Return a weight in the form that kernels multiply by, which transposes a matrix."""
            weight = weights[f"{name}.weight"]
            return np.ascontiguousarray(weight.T) if weight.ndim == 2 else weight

        self.vocabulary, self.width = network.vocabulary, network.width
        self._begins, self._most = network.begins.cpu().numpy(), network.most.cpu().numpy()
        self._amounts = network.amounts.cpu().numpy()
        self._columns = weights["columns.weight"]
        self._amount = of("amount")
        self._number = of("number")
        self._first = weights["amount.bias"] + weights["number.bias"]
        self._layers = [
            LayerWeights(
                np.stack([weights[f"{layer}.norm.weight"], weights[f"{layer}.norm.bias"]]),
                of(f"{layer}.sent"), weights[f"{layer}.gain"], weights[f"{layer}.shift"],
                np.concatenate([of(f"{layer}.own"), MESSAGE_SCALE * of(f"{layer}.received")]),
                of(f"{layer}.whole"), weights[f"{layer}.own.bias"],
                of(f"{layer}.out"), weights[f"{layer}.out.bias"],
            )
            for layer in (f"layers.{n}" for n in range(len(network.layers)))
        ]  # fmt: skip
        self._norm = np.stack([weights["norm.weight"], weights["norm.bias"]])
        self._names = np.concatenate([weights["sorts.weight"], weights["pieces.weight"]])
        self._sorts = len(weights["sorts.weight"])
        self._sites = np.concatenate([of("origin"), of("site")], axis=1)
        self._nowhere = weights["nowhere"] @ self._sites
        self._row_number = of("row_number")
        self._context, self._bias = of("context"), weights["context.bias"]
        self._prior, self._logit = weights["prior.weight"][0], float(weights["prior.bias"][0])
        self._judged, self._judged_bias = of("judged"), weights["judged.bias"]
        self._values, self._values_bias = of("values"), weights["values.bias"]
        self._work = Work.of(NODES, GAMES, self.width)
        for kernel in (embed, pool, normalize, receive, add_whole, add_names):
            hurry(kernel)

    def judge(self, positions: Sequence[SeenPosition]) -> list[tuple[Floats, list[float]]]:
        """Return logits of the rows of each position, and the values of its players."""
        joined = Positions.joined(positions)
        sizes, numbers = joined.sizes, logarithms(joined.numbers)
        nodes, games = len(joined.nodes), len(sizes)
        work = self._work
        if nodes > len(work.vectors) or games > len(work.pooled):
            work = self._work = Work.of(2 * nodes, 2 * games, self.width)
        vectors, both, sent, inner = (array[:nodes] for array in work[:4])
        pooled = work.pooled[:games]
        embed(
            work, sizes, joined.nodes, self._begins, self._most, self._columns,
            numbers @ self._number + self._first,
        )  # fmt: skip
        vectors += logarithms(joined.nodes[:, self._amounts]) @ self._amount
        for layer in self._layers:
            pool(work, sizes)
            normalize(work, nodes, layer.norm)
            np.matmul(both[:, : self.width], layer.sent, out=sent)
            receive(work, sizes, joined.edges, joined.kinds, layer.gain, layer.shift)
            np.matmul(both, layer.inner, out=inner)
            add_whole(work, sizes, pooled @ layer.whole + layer.bias)
            np.matmul(inner, layer.out, out=sent)
            vectors += sent
            vectors += layer.change
        normalize(work, nodes, self._norm)
        vectors[:] = both[:, : self.width]
        pool(work, sizes)
        values = np.maximum(pooled @ self._judged + self._judged_bias, 0.0)
        values = np.tanh(values @ self._values + self._values_bias)
        logits = self._logits(joined, vectors, pooled @ self._context + self._bias)
        each = np.split(logits, np.cumsum(sizes[:, 2])[:-1])
        return list(zip(each, values.tolist(), strict=True))

    def _logits(self, joined: Positions, vectors: Floats, whole: Floats) -> Floats:
        """Return the logit of each row; `whole` is the part of each game."""
        rows, sizes = joined.rows, joined.sizes
        names = np.empty((len(rows), 2), np.int64)
        names[:, 0] = np.minimum(np.maximum(rows[:, SORT] + SORTS_BELOW, 0), self._sorts - 1)
        names[:, 1] = np.minimum(np.maximum(rows[:, PIECE], 0), len(self._names) - self._sorts - 1)
        names[:, 1] += self._sorts
        sums = whole.repeat(sizes[:, 2], axis=0)
        if rows.shape[1] > NUMBERS:
            sums += logarithms(rows[:, NUMBERS:]) @ self._row_number
        sites = np.concatenate([vectors @ self._sites, self._nowhere])
        add_names(sizes, rows, names, self._names, sites, sums)
        logits: Floats = np.maximum(sums, 0.0) @ self._prior + self._logit
        return logits
