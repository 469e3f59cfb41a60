"""A trained network that judges a few positions at a time, as in play.

Its numbers are those of `GraphNet.forward`. A search judges one to eight positions at once; for so
few PyTorch spends most of its time on calling operations, so NumPy and the kernels here are faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.jit.named_tuples import by_address
from boardless.jit.native import hurry, jit
from boardless.learn.positions import (
    FROM,
    MESSAGE_SCALE,
    NUMBERS,
    PIECE,
    SORT,
    SORTS_BELOW,
    TO,
    Positions,
    SeenPosition,
    logarithms,
)

if TYPE_CHECKING:
    from boardless.learn.network import GraphNet

#: What layer normalization adds to a variance, PyTorch's.
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
        """Return room for so many nodes and games."""
        sizes = (nodes, width), (nodes, 2 * width), (nodes, width), (nodes, width)
        return cls(*map(np.zeros, (*sizes, (games, 2 * width))))


@jit
def embed(
    work: Work, sizes: Ints, nodes: Ints, begins: Ints, most: Ints, table: Floats, whole: Floats
) -> None:
    """Write the first vectors: of each column of a node that of its value, and of its game."""
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
    """Write the vector of each node as normalized: its gain and its shift are in `norm`."""
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

    `sites` has the part of each node as an origin, and beside it that as a target; its last row is
    nowhere.
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
    """Weights of a layer as they are multiplied by; w is the width."""

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
    """A network whose weights never change again; it judges as `GraphNet` does.

    Parameters
    ----------
    network : GraphNet
        The network.
    """

    def __init__(self, network: "GraphNet") -> None:
        weights = {
            name: it.detach().cpu().numpy().astype(np.float64)
            for name, it in network.state_dict().items()
        }

        def of(name: str) -> Floats:
            """Return a weight, a matrix as what vectors are multiplied by."""
            found = weights[f"{name}.weight"]
            return np.ascontiguousarray(found.T) if found.ndim == 2 else found

        self.vocabulary, self.width = network.vocabulary, network.width
        self._begins, self._most = network.begins.cpu().numpy(), network.most.cpu().numpy()
        self._amounts = network.amounts.cpu().numpy()
        self._columns = weights["columns.weight"]
        self._amount = of("amount")
        self._number = of("number")
        self._first = weights["amount.bias"] + weights["number.bias"]
        self._layers = [
            LayerWeights(
                np.stack([weights[f"{it}.norm.weight"], weights[f"{it}.norm.bias"]]),
                of(f"{it}.sent"), weights[f"{it}.gain"], weights[f"{it}.shift"],
                np.concatenate([of(f"{it}.own"), MESSAGE_SCALE * of(f"{it}.received")]),
                of(f"{it}.whole"), weights[f"{it}.own.bias"],
                of(f"{it}.out"), weights[f"{it}.out.bias"],
            )
            for it in (f"layers.{n}" for n in range(len(network.layers)))
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
