"""Weight formats of linear layers: float32, int8 (two ways to compute with it), 4-bit blocks."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from onnx import TensorProto, helper

from onnx_graph import Graph

GPU_BLOCK = 32  # ONNX Runtime's WebGPU kernel for whole prompts wants exactly this


class Linear(Protocol):
    """Adds `values @ weight.T` to a graph; `values` is [tokens, inputs]."""

    def __call__(self, graph: Graph, name: str, values: str, weight: np.ndarray) -> str: ...


def float_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """Plain float32."""
    return graph.op("MatMul", values, graph.weight(name, weight.T))


def quantise_rows(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 with one scale per output row: returns (int8 values, float32 scales)."""
    scales = np.abs(weight).max(axis=1).astype(np.float32) / np.float32(127)
    scales = np.maximum(scales, np.float32(1e-10))
    values = np.clip(np.rint(weight / scales[:, None]), -127, 127).astype(np.int8)
    return values, scales


def token_scales(graph: Graph, values: str) -> tuple[str, str]:
    """Quantise activations [tokens, inputs] to uint8 around 128 with one scale per token (row).

    ONNX Runtime's DynamicQuantizeLinear has one scale for all tokens; the huge activations of
    the first token then cost all others their precision, and the result depends on which tokens
    share a call. One scale per token makes every token independent of its neighbours.
    Unsigned, because ONNX Runtime has fast kernels for uint8 x int8 and slow ones for int8 x int8.
    Returns (uint8 values, scales [tokens, 1]).
    """
    peak = graph.op("ReduceMax", graph.op("Abs", values), graph.ints(-1), keepdims=0)
    scale = graph.op("Max", graph.op("Mul", peak, graph.scalar(1 / 127)), graph.scalar(1e-10))
    centre = helper.make_tensor("centre", TensorProto.UINT8, [1], [128])
    zeros = graph.op("ConstantOfShape", graph.op("Shape", scale), value=centre)
    quantised = graph.op("QuantizeLinear", values, scale, zeros, axis=0)
    return quantised, graph.op("Unsqueeze", scale, graph.ints(-1))


def int8_product(graph: Graph, quantised: str, scale: str, weight: str, weight_scales: str) -> str:
    """uint8 x int8 product of quantised activations, scaled back to float32."""
    centre = graph.scalar(128, np.uint8)
    product = graph.op("Cast", graph.op("MatMulInteger", quantised, weight, centre), to=1)
    return graph.op("Mul", graph.op("Mul", product, weight_scales), scale)


def int8_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """int8 weights with a scale per output, int8 activations with a scale per token."""
    quantised, scale = token_scales(graph, values)
    integers, scales = quantise_rows(weight)
    stored = graph.weight(name, integers.T)
    return int8_product(graph, quantised, scale, stored, graph.weight(name + ".scale", scales))


def widened_weight(graph: Graph, name: str, integers: np.ndarray) -> str:
    """An int8 weight [outputs, inputs] in the form of MatMulNBits: [outputs, blocks, block].

    Its levels are unsigned around 128. Stored are the very bytes of int8_linear, under the same
    name; ONNX Runtime folds the two nodes when a session starts. Each node costs a copy of all
    weights at that time: reading the bytes as unsigned blocks from the start saves two.
    """
    outputs, inputs = integers.shape
    stored = np.ascontiguousarray(integers.T).view(np.uint8)
    blocks = graph.weight(name, stored.reshape(inputs // GPU_BLOCK, GPU_BLOCK, outputs))
    turned = graph.op("Transpose", blocks, perm=[2, 0, 1])
    # In two's complement, turning the highest bit adds 128.
    return graph.op("BitwiseXor", turned, graph.scalar(128, np.uint8))


def widened_product(
    graph: Graph,
    values: str,
    weight: str,
    weight_scales: str,
    size: tuple[int, int],
    output: str | None = None,
) -> str:
    """float32 x 8-bit product on the GPU, which has no integer product of the kind int8_product is.

    `weight` comes from widened_weight, the scales are one an output, `size` is (outputs, inputs).
    A byte a weight stays on the GPU.
    """
    outputs, inputs = size
    scales = graph.op("Unsqueeze", weight_scales, graph.ints(-1))
    return graph.contrib(
        "MatMulNBits",
        values,
        weight,
        graph.op("Expand", scales, graph.ints(outputs, inputs // GPU_BLOCK)),
        output=output,
        K=inputs,
        N=outputs,
        bits=8,
        block_size=GPU_BLOCK,
    )


def widened_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """The stored weights of int8_linear with float32 activations."""
    integers, scales = quantise_rows(weight)
    stored = widened_weight(graph, name, integers)
    stored_scales = graph.weight(name + ".scale", scales)
    return widened_product(graph, values, stored, stored_scales, integers.shape)


def quantise_blocks(
    weight: np.ndarray, block: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """4-bit blocks `scale * (level - zero)` with a whole zero, of least squared error.

    Returns (levels [outputs, blocks, block], scales [outputs, blocks], zeros [outputs, blocks]).
    """
    outputs, inputs = weight.shape
    blocks = weight.reshape(outputs, inputs // block, block)
    low = np.minimum(blocks.min(axis=2, keepdims=True), 0)
    high = np.maximum(blocks.max(axis=2, keepdims=True), 0)
    span = np.maximum(high - low, np.float32(1e-8)) / np.float32(15)
    best = np.full(span.shape, np.inf, np.float32)
    scales, zeros = span.copy(), np.zeros_like(span)
    for stretch in np.linspace(0.8, 1.12, 17, dtype=np.float32):
        scale = span * stretch
        for shift in (0, 1):
            zero = np.clip(np.floor(-low / span) + np.float32(shift), 0, 15)
            levels = np.clip(np.rint(blocks / scale) + zero, 0, 15)
            error = ((scale * (levels - zero) - blocks) ** 2).sum(axis=2, keepdims=True)
            better = error < best
            best = np.where(better, error, best)
            scales, zeros = np.where(better, scale, scales), np.where(better, zero, zeros)
    levels = np.clip(np.rint(blocks / scales) + zeros, 0, 15).astype(np.uint8)
    return levels, scales[..., 0], zeros[..., 0].astype(np.uint8)
