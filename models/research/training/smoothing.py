"""Move activation outliers into the weights before int8 quantisation (SmoothQuant).

A few channels of a Llama decoder carry values a hundred times larger than the rest. Dividing
each channel by a factor, and multiplying the matching weight column by it, changes nothing in
exact arithmetic, yet both sides then fit int8 better. All factors are folded into neighbouring
weights (norms, v_proj rows, up_proj rows), so they cost nothing at run time.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from common import TRAINING
from smollm2_source import LlamaShape

PEAKS_NAME = "smollm2_peaks.npy"
STEPS_PER_OCTAVE, OFFSET = 10, 110  # peak = 2 ** ((code - OFFSET) / STEPS_PER_OCTAVE)
GROUPS = ("qkv", "attn_output", "gate_up", "ffn_down")
STRENGTH = {"qkv": 0.65, "attn_output": 0.5, "gate_up": 0.65, "ffn_down": 0.5}


def encode_peaks(peaks: np.ndarray) -> np.ndarray:
    """Channel peaks as logarithmic bytes: coarse on purpose, so that any CPU gets the same."""
    codes = np.rint(np.log2(np.maximum(peaks, 1e-3)) * STEPS_PER_OCTAVE) + OFFSET
    return np.asarray(np.clip(codes, 0, 255), np.uint8)


def load_peaks(
    shape: LlamaShape, path: Path = TRAINING / PEAKS_NAME
) -> list[dict[str, np.ndarray]]:
    """For every layer: the largest |input| of each channel, by group of linear layers."""
    codes = np.load(path).astype(np.float64)
    values = 2.0 ** ((codes - OFFSET) / STEPS_PER_OCTAVE)
    ends = np.cumsum([shape.hidden, shape.hidden, shape.hidden])
    return [dict(zip(GROUPS, np.split(row, ends), strict=True)) for row in values]


def factors(peaks: np.ndarray, weight: np.ndarray, strength: float) -> np.ndarray:
    """Per-channel divisors of the activations, with geometric mean 1."""
    columns = np.maximum(np.abs(weight).max(axis=0).astype(np.float64), 1e-5)
    logs = strength * np.log(peaks) - (1 - strength) * np.log(columns)
    return np.asarray(np.exp(logs - logs.mean()))


def smooth(
    weights: dict[str, np.ndarray], peaks: dict[str, np.ndarray], shape: LlamaShape
) -> dict[str, np.ndarray]:
    """The same layer with outliers moved from activations to weights."""
    new = {name: weight.astype(np.float64) for name, weight in weights.items()}
    for group, norm, names in (
        ("qkv", "attn_norm", ("attn_q", "attn_k", "attn_v")),
        ("gate_up", "ffn_norm", ("ffn_gate", "ffn_up")),
    ):
        stacked = np.concatenate([weights[name] for name in names])
        divisor = factors(peaks[group], stacked, STRENGTH[group])
        new[norm] /= divisor
        for name in names:
            new[name] *= divisor
    # One value head feeds several query heads: they must share the factors of its channels.
    head_shape = (shape.kv_heads, shape.heads // shape.kv_heads, shape.head_dim)
    shared = peaks["attn_output"].reshape(head_shape).max(axis=1)
    columns = np.abs(weights["attn_output"]).max(axis=0).reshape(head_shape).max(axis=1)
    divisor = factors(shared.ravel(), columns.reshape(1, -1), STRENGTH["attn_output"])
    new["attn_v"] /= divisor[:, None]
    grouped = divisor.reshape(shape.kv_heads, 1, shape.head_dim)
    new["attn_output"] *= np.broadcast_to(grouped, head_shape).ravel()
    divisor = factors(peaks["ffn_down"], weights["ffn_down"], STRENGTH["ffn_down"])
    new["ffn_up"] /= divisor[:, None]
    new["ffn_down"] *= divisor
    return {name: weight.astype(np.float32) for name, weight in new.items()}
