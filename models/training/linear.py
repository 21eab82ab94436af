"""Weight formats of linear layers: float32, int8 with one scale per token, 4-bit blocks."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from onnx import TensorProto, helper

from onnx_graph import Graph

Q4_BLOCK = 32


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


def quantise_blocks(
    weight: np.ndarray, block: int = Q4_BLOCK
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


def read_blocks(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Read the 4-bit blocks back out of dequantised Q4_1 weights [outputs, inputs], exactly.

    A block of 32 inputs has the values minimum + step * (0..15), and both 0 and 15 occur.
    Returns (levels [outputs, blocks, 32], steps [outputs, blocks], minima [outputs, blocks]).
    """
    outputs, inputs = weight.shape
    blocks = weight.reshape(outputs, inputs // Q4_BLOCK, Q4_BLOCK)
    minima = blocks.min(axis=2, keepdims=True)
    steps = (blocks.max(axis=2, keepdims=True) - minima) / np.float32(15)
    levels = np.rint((blocks - minima) / np.where(steps == 0, 1, steps))
    error = np.abs(levels * steps + minima - blocks).max() / np.abs(weight).max()
    if error > 1e-5:
        raise ValueError(f"these weights are not made of 4-bit blocks (error {error:.2e})")
    return levels.astype(np.uint8), steps[..., 0], minima[..., 0]


def _nbits(
    graph: Graph, name: str, values: str, levels: np.ndarray, scales: np.ndarray, *zeros: str
) -> str:
    """The MatMulNBits node; without zeros the middle of the levels is 8."""
    outputs, blocks, block = levels.shape
    return graph.contrib(
        "MatMulNBits",
        values,
        graph.weight(name, levels[..., 0::2] | (levels[..., 1::2] << 4)),
        graph.weight(name + ".scale", scales.ravel()),
        *zeros,
        K=blocks * block,
        N=outputs,
        bits=4,
        block_size=block,
    )


def q4_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """4-bit blocks of any weights (MatMulNBits with whole zeros), float32 activations."""
    levels, scales, zeros = quantise_blocks(weight)
    if zeros.shape[1] % 2:
        zeros = np.concatenate([zeros, np.zeros((len(zeros), 1), np.uint8)], axis=1)
    packed = graph.weight(name + ".zero", (zeros[:, 0::2] | (zeros[:, 1::2] << 4)).ravel())
    return _nbits(graph, name, values, levels, scales, packed)


def q4_exact_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """4-bit blocks equal to the Q4_1 weights; their minima meet the block sums of the input.

    sum(x * (step * level + minimum)) = sum(x * step * (level - 8)) + sum(x) * (minimum + 8 step).
    """
    levels, steps, minima = read_blocks(weight)
    product = _nbits(graph, name, values, levels, steps)
    sums = graph.reshape(values, -1, levels.shape[1], Q4_BLOCK)
    sums = graph.op("ReduceSum", sums, graph.ints(-1), keepdims=0)
    offsets = graph.weight(name + ".offset", (minima + np.float32(8) * steps).T)
    return graph.op("Add", product, graph.op("MatMul", sums, offsets))
