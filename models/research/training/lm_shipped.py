"""The tuned language model read back from the int8 file that ships, as an interface file.

python lm_shipped.py        # models/.build/lm/tuned/weights.safetensors, with measured peaks

Checkpoints are not kept in the repository; a later training goes on from here
(`train_lm.py --start tuned`). Embedding and norms are the base model's, which training leaves as
they are; so the part of the smoothing that went into the norms is undone exactly. Every other weight is within half
an int8 step of what was trained.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from calibrate_lm import peaks_on
from common import BUILD, MODELS
from lm_weights import LanguageModel, base_model, save_model
from smollm2_source import SmolLM2Source
from smoothing import PEAKS_NAME, encode_peaks

SHIPPED = MODELS / "hopwise-lm" / "onnx" / "model_quantized.onnx"


def shipped_model(source: SmolLM2Source, path: Path = SHIPPED) -> LanguageModel:
    """The weights of the shipped graph, in float32."""
    tensors = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer
    }
    base = base_model(source)
    shape = base.shape

    def rows(name: str) -> np.ndarray:
        return tensors[name].T.astype(np.float32) * tensors[f"{name}.scale"][:, None]

    def layer(index: int) -> dict[str, np.ndarray]:
        own = base.layer(index)
        divisors = {name: own[name] / tensors[f"l{index}.{name}"] for name in ("attn_norm", "ffn_norm")}
        key_width = shape.kv_heads * shape.head_dim
        stacked = rows(f"l{index}.qkv") / divisors["attn_norm"]
        query, key, value = np.split(stacked, [shape.hidden, shape.hidden + key_width])
        gate, up = np.split(rows(f"l{index}.gate_up") / divisors["ffn_norm"], 2)
        return own | {
            "attn_q": query * np.float32(shape.head_dim**0.5),  # the graph scales queries
            "attn_k": key,
            "attn_v": value,
            "attn_output": rows(f"l{index}.attn_output"),
            "ffn_gate": gate,
            "ffn_up": up,
            "ffn_down": rows(f"l{index}.ffn_down"),
        }

    return replace(base, layer=layer)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, help="texts that the peaks are measured on")
    parser.add_argument("--out", type=Path, default=BUILD / "lm" / "tuned")
    options = parser.parse_args()
    model = shipped_model(SmolLM2Source())
    save_model(model, options.out)
    np.save(options.out / PEAKS_NAME, encode_peaks(peaks_on(model, options.text)))


if __name__ == "__main__":
    main()
