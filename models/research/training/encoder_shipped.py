"""The trained encoder's weights read back from the int8 file that ships.

python encoder_shipped.py        # models/.build/encoder: checkpoint and constants

Checkpoints are not kept in the repository; a later training goes on from what was shipped
(`train_encoder.py --start shipped`), and the judge is fitted anew when the language model has
changed (`fit_judge.py`). Each layer is within half an int8 step of what was trained, and
converting it again gives the same int8 weights.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from common import MODELS, write_json
from convert_encoder import CALIBRATION, CHECKPOINT, NAME
from encoder_model import HopwiseEncoder, load_weights, save_checkpoint
from encoder_source import WORDS, shipped_words, source_weights

SHIPPED = MODELS / NAME / "onnx" / "model_quantized.onnx"
PARTS = ("query", "key", "value")


def shipped_weights(path: Path = SHIPPED) -> dict[str, np.ndarray]:
    """Name to float32 array, under the names of `save_checkpoint`."""
    tensors = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer
    }
    weights = {WORDS: shipped_words(source_weights()[WORDS])}
    for name, value in tensors.items():
        if name.endswith("attention.self.weight") or name.endswith("attention.self.bias"):
            stem, kind = name.rsplit(".", 1)
            for part, piece in zip(PARTS, np.split(_rows(tensors, name), 3), strict=True):
                weights[f"{stem}.{part}.{kind}"] = piece
        elif name.endswith(".denseweight") or name.endswith(".densebias"):
            weights[name.replace(".dense", ".dense.")] = _rows(tensors, name)
        elif name.endswith("LayerNorm.weight") or name.endswith("LayerNorm.bias"):
            weights[name] = value
        elif name in ("position_embeddings", "token_type_embeddings"):
            weights[f"embeddings.{name}.weight"] = value.astype(np.float32) * tensors[f"{name}.scale"]
        elif name.startswith("heads."):
            weights[name] = value.T if name.endswith(".weight") else value
    return {name: np.ascontiguousarray(value, np.float32) for name, value in weights.items()}


def _rows(tensors: dict[str, np.ndarray], name: str) -> np.ndarray:
    """A layer's weight as [outputs, inputs], or its bias."""
    scale = tensors.get(f"{name}.scale")
    if scale is None:
        return tensors[name]
    return tensors[name].T.astype(np.float32) * scale[:, None]


def main() -> None:
    """Command line."""
    model = HopwiseEncoder()
    load_weights(model, shipped_weights())
    save_checkpoint(model, CHECKPOINT)
    config = json.loads((MODELS / NAME / "config.json").read_text(encoding="utf-8"))
    constants = {
        name: value for name, value in config["hopwise_heads"].items() if name != "maxSpanTokens"
    }
    write_json(CALIBRATION, constants)


if __name__ == "__main__":
    main()
