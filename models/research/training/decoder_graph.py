"""The ONNX graph of a Llama-style decoder in the form that transformers.js loads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from onnx import TensorProto

from linear import (
    Linear,
    int8_product,
    quantise_rows,
    token_scales,
    widened_product,
    widened_weight,
)
from onnx_graph import CONTRIB, Graph
from smollm2_source import LlamaShape

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
KEY_BLOCK = 16  # that the softmax kernels of all processors add at once, or a multiple of it
LayerWeights = Callable[[int], dict[str, np.ndarray]]


@dataclass(frozen=True)
class Decoder:
    """What a decoder graph is built from."""

    name: str
    shape: LlamaShape
    embedding: np.ndarray
    layer: LayerWeights
    final_norm: np.ndarray


class DecoderGraph:
    """Builds the graph; all token-wise work is done on [batch * sequence, channels].

    `portable` avoids the fused operators that only ONNX Runtime's CPU kernels have, for WebGPU.
    """

    def __init__(
        self, decoder: Decoder, linear: Linear, int8_embedding: bool, portable: bool = False
    ) -> None:
        self.decoder = decoder
        self.shape = decoder.shape
        self.linear = linear
        self.int8_embedding = int8_embedding
        self.portable = portable
        self.graph = Graph(decoder.name)
        self._shapes: dict[tuple[int, ...], str] = {}

    def build(self) -> Graph:
        """Assemble inputs, blocks and head."""
        graph, shape = self.graph, self.shape
        graph.input("input_ids", INT64, ["batch_size", "sequence_length"])
        graph.input("attention_mask", INT64, ["batch_size", "total_sequence_length"])
        graph.input("position_ids", INT64, ["batch_size", "sequence_length"])
        graph.input("num_logits_to_keep", INT64, [])
        hidden = self._embed()
        bias = self._attention_bias()
        self._rotary_tables()
        self._attention_shapes()
        delta = ""
        for index in range(shape.layers):
            weights = self.decoder.layer(index)
            hidden, normed = self._norm(hidden, delta, f"l{index}.attn_norm", weights["attn_norm"])
            delta = self._attention(index, normed, bias, weights)
            hidden, normed = self._norm(hidden, delta, f"l{index}.ffn_norm", weights["ffn_norm"])
            delta = self._feed_forward(index, normed, weights)
        self._head(hidden, delta)
        return graph

    def _embed(self) -> str:
        graph, shape = self.graph, self.shape
        if self.int8_embedding:
            values, scales = quantise_rows(self.decoder.embedding)
            flat_ids = graph.reshape("input_ids", -1)
            rows = self._int8_rows(values, flat_ids)
            scale = graph.op("Gather", graph.weight("embedding.scale", scales), flat_ids)
            return graph.op("Mul", rows, graph.op("Unsqueeze", scale, graph.ints(-1)))
        table = graph.weight("embedding", self.decoder.embedding)
        return graph.reshape(graph.op("Gather", table, "input_ids"), -1, shape.hidden)

    def _int8_rows(self, values: np.ndarray, flat_ids: str) -> str:
        """Rows of the int8 table as float32; the one tensor serves the look-up and the head."""
        graph = self.graph
        if self.portable:
            self._table = widened_weight(graph, "embedding", values)
            rows = graph.reshape(graph.op("Gather", self._table, flat_ids), -1, self.shape.hidden)
            return graph.op("Sub", graph.op("Cast", rows, to=FLOAT), graph.scalar(128.0))
        self._table = graph.weight("embedding", values.T)
        columns = graph.op("Gather", self._table, flat_ids, axis=1)
        return graph.op("Cast", graph.op("Transpose", columns, perm=[1, 0]), to=FLOAT)

    def _attention_bias(self) -> str:
        """0 where a query may look, a large negative number elsewhere: [batch, 1, 1, S, T]."""
        graph = self.graph
        length = graph.op("Shape", "input_ids", start=1, end=2)
        total = graph.op("Shape", "attention_mask", start=1, end=2)
        total_scalar = graph.op("Squeeze", total)
        keys = graph.op("Range", graph.scalar(0, np.int64), total_scalar, graph.scalar(1, np.int64))
        first = graph.op("Squeeze", graph.op("Sub", total, length))
        queries = graph.op("Range", first, total_scalar, graph.scalar(1, np.int64))
        queries = graph.op("Unsqueeze", queries, graph.ints(-1))
        causal = graph.op("LessOrEqual", keys, queries)
        visible = graph.op("Cast", "attention_mask", to=TensorProto.BOOL)
        visible = graph.op("Unsqueeze", visible, graph.ints(1, 2, 3))
        allowed = graph.op("And", visible, causal)
        return graph.op("Where", allowed, graph.scalar(0.0), graph.scalar(-1e9))

    def _rotary_tables(self) -> None:
        """cos and sin of every position, computed when the session starts (saves 2 MB of file)."""
        graph, shape = self.graph, self.shape
        exponents = np.arange(0, shape.head_dim, 2, dtype=np.float64) / shape.head_dim
        frequencies = (1 / shape.rope_theta**exponents).astype(np.float32)
        bounds = [graph.scalar(value, np.float32) for value in (0, shape.context, 1)]
        positions = graph.op("Unsqueeze", graph.op("Range", *bounds), graph.ints(-1))
        angles = graph.op("Mul", positions, graph.weight("rotary.frequencies", frequencies))
        self._cos, self._sin = graph.op("Cos", angles), graph.op("Sin", angles)

    def _norm(self, hidden: str, delta: str, name: str, weight: np.ndarray) -> tuple[str, str]:
        """RMS norm of hidden + delta; returns (the sum, the normed sum)."""
        graph, epsilon = self.graph, self.shape.rms_eps
        scale = graph.weight(name, weight)
        if not delta:
            normed = graph.op(
                "SimplifiedLayerNormalization",
                hidden,
                scale,
                axis=-1,
                epsilon=epsilon,
                stash_type=1,
            )
            return hidden, normed
        normed, total = graph.fresh(), graph.fresh()
        graph.multi(
            "SkipSimplifiedLayerNormalization",
            [hidden, delta, scale],
            [normed, "", "", total],
            domain=CONTRIB,
            epsilon=epsilon,
        )
        return total, normed

    def _heads(self, flat: str, count: int) -> str:
        """[tokens, count * head_dim] -> [batch, count, S, head_dim]."""
        graph = self.graph
        shape = self._shape_of(count, self.shape.head_dim)
        split = graph.op("Reshape", flat, shape)
        return graph.op("Transpose", split, perm=[0, 2, 1, 3])

    def _shape_of(self, *rest: int) -> str:
        """The run-time shape [batch, S, *rest], computed once."""
        if rest not in self._shapes:
            start = self.graph.op("Shape", "input_ids")
            self._shapes[rest] = self.graph.op("Concat", start, self.graph.ints(*rest), axis=0)
        return self._shapes[rest]

    def _attention_shapes(self) -> None:
        """Run-time shapes of scores (by query head, merged) and of the mixed values."""
        graph, shape = self.graph, self.shape
        groups = shape.heads // shape.kv_heads
        length = graph.op("Shape", "input_ids", start=1, end=2)
        total = graph.op("Shape", "attention_mask", start=1, end=2)
        head = graph.ints(0, shape.kv_heads, groups)
        self._grouped = graph.op("Concat", head, length, total, axis=0)
        self._merged = graph.op("Concat", graph.ints(0, shape.kv_heads, -1), total, axis=0)
        self._keys = total
        if not self.portable:
            missing = graph.op("Mod", graph.op("Neg", total), graph.ints(KEY_BLOCK))
            self._key_pads = graph.op("Concat", graph.ints(*[0] * 9), missing, axis=0)
        head, tail = graph.ints(0, shape.heads), graph.ints(shape.head_dim)
        self._mixed = graph.op("Concat", head, length, tail, axis=0)

    def _attention(self, index: int, normed: str, bias: str, weights: dict[str, np.ndarray]) -> str:
        graph, shape = self.graph, self.shape
        dim = shape.head_dim
        scaled = weights["attn_q"] * np.float32(dim**-0.5)
        stacked = np.concatenate([scaled, weights["attn_k"], weights["attn_v"]])
        projected = self.linear(graph, f"l{index}.qkv", normed, stacked)
        rotated_heads = shape.heads + shape.kv_heads
        turned, value = graph.split(projected, rotated_heads * dim, shape.kv_heads * dim)
        turned = self._heads(turned, rotated_heads)
        turned = graph.contrib("RotaryEmbedding", turned, "position_ids", self._cos, self._sin)
        query, key = graph.split(turned, shape.heads, shape.kv_heads, axis=1)
        keys = self._cache(index, "key", key)
        values = self._cache(index, "value", self._heads(value, shape.kv_heads))
        # The query heads of one key head stand side by side: no repetition of keys and values.
        query = graph.reshape(query, 0, shape.kv_heads, -1, dim)
        if self.portable:
            scores = graph.op("MatMul", query, graph.op("Transpose", keys, perm=[0, 1, 3, 2]))
        else:
            scores = graph.contrib("FusedMatMul", query, keys, transB=1)
        scores = graph.op("Add", graph.op("Reshape", scores, self._grouped), bias)
        scores = graph.op("Reshape", self._softmax(scores), self._merged)
        mixed = graph.op("Reshape", graph.op("MatMul", scores, values), self._mixed)
        mixed = graph.reshape(
            graph.op("Transpose", mixed, perm=[0, 2, 1, 3]), -1, shape.heads * dim
        )
        return self.linear(graph, f"l{index}.attn_output", mixed, weights["attn_output"])

    def _softmax(self, scores: str) -> str:
        """Over whole blocks of keys, so that a pass's length changes no bit of a logit.

        The WebAssembly kernel adds the keys of an unfinished block in another order, and int8
        rounding makes that last bit a whole point of a logit.
        """
        graph = self.graph
        if self.portable:
            return graph.op("Softmax", scores, axis=-1)
        start, last = graph.ints(0), graph.ints(-1)
        padded = graph.op("Pad", scores, self._key_pads, graph.scalar(-1e9))
        return graph.op("Slice", graph.op("Softmax", padded, axis=-1), start, self._keys, last)

    def _cache(self, index: int, kind: str, fresh: str) -> str:
        """Append to the cache; returns present.N.key or present.N.value."""
        graph, shape = self.graph, self.shape
        past, present = f"past_key_values.{index}.{kind}", f"present.{index}.{kind}"
        sizes: list[str | int] = ["batch_size", shape.kv_heads]
        graph.input(past, FLOAT, [*sizes, "past_sequence_length", shape.head_dim])
        graph.output(present, FLOAT, [*sizes, "total_sequence_length", shape.head_dim])
        return graph.op("Concat", past, fresh, axis=2, output=present)

    def _feed_forward(self, index: int, normed: str, weights: dict[str, np.ndarray]) -> str:
        graph, width = self.graph, self.shape.intermediate
        stacked = np.concatenate([weights["ffn_gate"], weights["ffn_up"]])
        both = self.linear(graph, f"l{index}.gate_up", normed, stacked)
        gate, up = graph.split(both, width, width)
        if self.portable:
            gate = graph.op("Mul", gate, graph.op("Sigmoid", gate))
        else:
            gate = graph.contrib("QuickGelu", gate, alpha=1.0)  # alpha 1 is SiLU
        mixed = graph.op("Mul", gate, up)
        return self.linear(graph, f"l{index}.ffn_down", mixed, weights["ffn_down"])

    def _head(self, hidden: str, delta: str) -> None:
        graph, shape = self.graph, self.shape
        _, normed = self._norm(hidden, delta, "final_norm", self.decoder.final_norm)
        tokens = graph.op("Reshape", normed, self._shape_of(shape.hidden))
        start = graph.op("Unsqueeze", graph.op("Neg", "num_logits_to_keep"), graph.ints(0))
        end = graph.ints(np.iinfo(np.int64).max)
        kept = graph.op("Slice", tokens, start, end, graph.ints(1))
        flat = graph.reshape(kept, -1, shape.hidden)
        vocabulary = len(self.decoder.embedding)
        if self.int8_embedding and self.portable:
            size = (vocabulary, shape.hidden)
            logits = widened_product(graph, flat, self._table, "embedding.scale", size)
        elif self.int8_embedding:
            quantised, scale = token_scales(graph, flat)
            logits = int8_product(graph, quantised, scale, self._table, "embedding.scale")
        else:
            logits = graph.op("Gemm", flat, "embedding", transB=1)
        batch = graph.op("Shape", "input_ids", start=0, end=1)
        sizes = graph.op("Concat", batch, graph.ints(-1, vocabulary), axis=0)
        graph.op("Reshape", logits, sizes, output="logits")
        graph.output("logits", FLOAT, ["batch_size", "logits_length", vocabulary])
