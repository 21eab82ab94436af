"""The ONNX graph of a BERT-style encoder: token vectors and, where trained, Hopwise's heads.

Without head weights the graph is that of a sentence encoder for the feature-extraction pipeline.
With them it has four more outputs: `span_logits` [batch, sequence, 2] (start, end), and
`kind_logits` [batch, 4] (span, yes, no, none), `relevance_logit` and `known_logit` [batch, 1].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from onnx import TensorProto

from linear import Linear, float_linear, quantise_blocks, quantise_rows
from onnx_graph import Graph

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
TABLE_BLOCK = 64


@dataclass(frozen=True)
class BertShape:
    """The numbers that fix a BERT encoder."""

    layers: int
    hidden: int
    heads: int
    epsilon: float

    @property
    def head_dim(self) -> int:
        """Channels of one attention head."""
        return self.hidden // self.heads


def known_logit(graph: Graph, tokens: str, first: str, layer: Callable[[str, str], str]) -> str:
    """The judge: over [CLS], the answer's mean vector, and its product with the question's."""
    mask = graph.op("Cast", "attention_mask", to=FLOAT)
    answer_mask = graph.op("Mul", mask, graph.op("Cast", "token_type_ids", to=FLOAT))
    answer = _mean(graph, tokens, answer_mask)
    question = _mean(graph, tokens, graph.op("Sub", mask, answer_mask))
    product = graph.op("Mul", question, answer)
    seen = graph.op("Concat", first, answer, product, axis=-1)
    return layer(graph.op("Gelu", layer(seen, "known.hidden")), "known.out")


def _mean(graph: Graph, tokens: str, mask: str) -> str:
    """Mean over the tokens of a mask: [batch, channels]; zeros where it has none."""
    total = graph.op("MatMul", graph.op("Unsqueeze", mask, graph.ints(1)), tokens)
    count = graph.op("ReduceSum", mask, graph.ints(1), keepdims=1)
    count = graph.op("Max", count, graph.scalar(1.0))
    return graph.op("Div", graph.op("Squeeze", total, graph.ints(1)), count)


class EncoderGraph:
    """Builds the graph; token-wise work is done on [batch * sequence, channels]."""

    def __init__(
        self, shape: BertShape, weights: dict[str, np.ndarray], linear: Linear, small_tables: bool
    ) -> None:
        self.shape = shape
        self.weights = weights
        self.linear = linear
        self.small_tables = small_tables
        self.graph = Graph("encoder")

    def build(self) -> Graph:
        """Assemble embeddings, blocks and heads."""
        graph, shape = self.graph, self.shape
        for name in ("input_ids", "attention_mask", "token_type_ids"):
            graph.input(name, INT64, ["batch_size", "sequence_length"])
        self._sizes = graph.op("Shape", "input_ids")
        bias = self._attention_bias()
        hidden = self._embed()
        for index in range(shape.layers):
            hidden = self._layer(f"encoder.layer.{index}.", hidden, bias)
        tail = graph.op("Concat", self._sizes, graph.ints(shape.hidden), axis=0)
        graph.op("Reshape", hidden, tail, output="last_hidden_state")
        sizes: list[str | int] = ["batch_size", "sequence_length", shape.hidden]
        graph.output("last_hidden_state", FLOAT, sizes)
        if "heads.span.weight" in self.weights:
            self._heads("last_hidden_state")
        return graph

    def _heads(self, tokens: str) -> None:
        """The small heads, in float32: together a thousandth of the work."""
        graph = self.graph
        self._result("span_logits", self._head(tokens, "span"), "sequence_length", 2)
        first = graph.op("Gather", tokens, graph.scalar(0, np.int64), axis=1)
        pooled = graph.op("Tanh", self._head(first, "pooler"))
        self._result("kind_logits", self._head(pooled, "kind"), 4)
        self._result("relevance_logit", self._head(pooled, "relevance"), 1)
        self._result("known_logit", known_logit(graph, tokens, first, self._head), 1)

    def _head(self, value: str, name: str) -> str:
        """A float32 layer with bias."""
        graph, name = self.graph, f"heads.{name}"
        product = float_linear(graph, f"{name}.weight", value, self.weights[f"{name}.weight"])
        return graph.op("Add", product, graph.weight(f"{name}.bias", self.weights[f"{name}.bias"]))

    def _result(self, name: str, value: str, *sizes: str | int) -> None:
        self.graph.op("Identity", value, output=name)
        self.graph.output(name, FLOAT, ["batch_size", *sizes])

    def _table(self, name: str, ids: str) -> str:
        """Rows of an embedding table."""
        graph = self.graph
        table = self.weights[f"embeddings.{name}.weight"]
        if not self.small_tables:
            return graph.op("Gather", graph.weight(name, table), ids)
        values, scales = quantise_rows(table)
        rows = graph.op("Cast", graph.op("Gather", graph.weight(name, values), ids), to=FLOAT)
        scale = graph.op("Gather", graph.weight(name + ".scale", scales[:, None]), ids)
        return graph.op("Mul", rows, scale)

    def _word_table(self) -> str:
        """Rows of the word table, half of the encoder's weights: 4-bit blocks in the file."""
        graph, shape = self.graph, self.shape
        if not self.small_tables:
            return self._table("word_embeddings", "input_ids")
        table = self.weights["embeddings.word_embeddings.weight"]
        levels, scales, zeros = quantise_blocks(table, TABLE_BLOCK)
        levels = levels.reshape(table.shape)
        half = shape.hidden // 2
        packed = graph.weight("words", levels[:, :half] | (levels[:, half:] << 4))
        rows = graph.op("Gather", packed, "input_ids")
        low = graph.op("BitwiseAnd", rows, graph.scalar(15, np.uint8))
        high = graph.op("BitShift", rows, graph.scalar(4, np.uint8), direction="RIGHT")
        level = graph.op("Cast", graph.op("Concat", low, high, axis=-1), to=FLOAT)
        blocks = graph.reshape(level, 0, 0, -1, TABLE_BLOCK)
        zero = graph.op("Gather", graph.weight("words.zero", zeros[..., None]), "input_ids")
        scale = graph.weight("words.scale", scales[..., None].astype(np.float16))
        scale = graph.op("Cast", graph.op("Gather", scale, "input_ids"), to=FLOAT)
        centred = graph.op("Sub", blocks, graph.op("Cast", zero, to=FLOAT))
        return graph.reshape(graph.op("Mul", centred, scale), 0, 0, shape.hidden)

    def _embed(self) -> str:
        graph = self.graph
        words = self._word_table()
        types = self._table("token_type_embeddings", "token_type_ids")
        length = graph.op("Squeeze", graph.op("Shape", "input_ids", start=1, end=2))
        steps = (graph.scalar(0, np.int64), length, graph.scalar(1, np.int64))
        positions = self._table("position_embeddings", graph.op("Range", *steps))
        total = graph.op("Add", graph.op("Add", words, types), positions)
        flat = graph.reshape(total, -1, self.shape.hidden)
        return self._norm(flat, "embeddings.LayerNorm")

    def _attention_bias(self) -> str:
        """0 for real tokens, a large negative number for padding: [batch, 1, 1, S]."""
        graph = self.graph
        visible = graph.op("Cast", "attention_mask", to=TensorProto.BOOL)
        visible = graph.op("Unsqueeze", visible, graph.ints(1, 2))
        return graph.op("Where", visible, graph.scalar(0.0), graph.scalar(-1e9))

    def _norm(self, value: str, name: str) -> str:
        graph, weights = self.graph, self.weights
        scale = graph.weight(f"{name}.weight", weights[f"{name}.weight"])
        bias = graph.weight(f"{name}.bias", weights[f"{name}.bias"])
        epsilon = self.shape.epsilon
        return graph.op("LayerNormalization", value, scale, bias, axis=-1, epsilon=epsilon)

    def _dense(self, value: str, name: str, *parts: str) -> str:
        """One linear layer with bias; several `parts` are stacked into one product."""
        names = [f"{name}{part}" for part in parts] or [name]
        weight = np.concatenate([self.weights[f"{part}.weight"] for part in names])
        bias = np.concatenate([self.weights[f"{part}.bias"] for part in names])
        product = self.linear(self.graph, name + "weight", value, weight)
        return self.graph.op("Add", product, self.graph.weight(name + "bias", bias))

    def _layer(self, prefix: str, hidden: str, bias: str) -> str:
        graph, shape = self.graph, self.shape
        parts = ("query", "key", "value")
        projected = self._dense(hidden, prefix + "attention.self.", *parts)
        sizes = graph.ints(3 * shape.heads, shape.head_dim)
        split = graph.op("Reshape", projected, graph.op("Concat", self._sizes, sizes, axis=0))
        turned = graph.op("Transpose", split, perm=[0, 2, 1, 3])
        query, key, value = graph.split(turned, *[shape.heads] * 3, axis=1)
        alpha = float(shape.head_dim**-0.5)
        scores = graph.contrib("FusedMatMul", query, key, transB=1, alpha=alpha)
        weights = graph.op("Softmax", graph.op("Add", scores, bias), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[0, 2, 1, 3])
        mixed = graph.reshape(mixed, -1, shape.hidden)
        mixed = self._dense(mixed, prefix + "attention.output.dense")
        added = graph.op("Add", mixed, hidden)
        middle = self._norm(added, prefix + "attention.output.LayerNorm")
        inner = self._dense(middle, prefix + "intermediate.dense")
        inner = graph.op("Gelu", inner)
        outer = self._dense(inner, prefix + "output.dense")
        return self._norm(graph.op("Add", outer, middle), prefix + "output.LayerNorm")
