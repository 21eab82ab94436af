"""Build hopwise-encoder for the browser from the trained weights.

python convert_encoder.py                 # int8, into models/hopwise-encoder
python convert_encoder.py --form fp32     # reference, into models/.build/
python convert_encoder.py --untrained     # original trunk, random heads, into models/.build/
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from common import BUILD, MODELS, write_json
from encoder_graph import EncoderGraph
from encoder_source import WORDS, bert_shape, source_config, source_weights, write_tokenizer
from linear import float_linear, int8_linear

NAME = "hopwise-encoder"
FILES = {"int8": "model_quantized.onnx", "fp32": "model.onnx"}
MAX_TOKENS = 512
MAX_SPAN_TOKENS = 15  # of 6 to 60 the best F1 on selection rows (30: 0.9 less)
KNOWN_HIDDEN = 64
CHECKPOINT = BUILD / "encoder" / "model.safetensors"
CALIBRATION = BUILD / "encoder" / "calibration.json"


def head_shapes(hidden: int) -> dict[str, tuple[int, int]]:
    """[outputs, inputs] of every head layer."""
    return {
        "heads.span": (2, hidden),
        "heads.pooler": (hidden, hidden),
        "heads.kind": (4, hidden),
        "heads.relevance": (1, hidden),
        "heads.known.hidden": (KNOWN_HIDDEN, 3 * hidden),
        "heads.known.out": (1, KNOWN_HIDDEN),
    }


def random_heads(hidden: int, seed: int = 0) -> dict[str, np.ndarray]:
    """Heads that have learnt nothing: normal weights of deviation 0.02, biases 0."""
    chance = np.random.default_rng(seed)
    weights: dict[str, np.ndarray] = {}
    for name, shape in head_shapes(hidden).items():
        weights[f"{name}.weight"] = chance.normal(0, 0.02, shape).astype(np.float32)
        weights[f"{name}.bias"] = np.zeros(shape[0], np.float32)
    return weights


def identity_calibration() -> dict[str, dict[str, float]]:
    """Constants a, b of sigmoid(a * x + b) that change nothing."""
    return {name: {"a": 1.0, "b": 0.0} for name in ("confidence", "relevance", "known")}


def convert(
    form: str, weights: dict[str, np.ndarray], calibration: dict[str, Any], folder: Path
) -> None:
    """Write tokenizer, configuration with the heads' constants, and the graph in one form."""
    config = source_config()
    config["_name_or_path"] = NAME
    int8 = form == "int8"
    # Training never moves the word table; packing the original's values keeps its 4-bit blocks.
    whole = weights | {WORDS: source_weights()[WORDS]} if int8 else weights
    linear = int8_linear if int8 else float_linear
    graph = EncoderGraph(bert_shape(config), whole, linear, small_tables=int8).build()
    chunks = graph.save(folder / "onnx" / FILES[form])
    config["transformers.js_config"] = {"use_external_data_format": {FILES[form]: chunks}}
    config["hopwise_heads"] = {**calibration, "maxSpanTokens": MAX_SPAN_TOKENS}
    write_json(folder / "config.json", config)
    write_tokenizer(folder, MAX_TOKENS)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", choices=sorted(FILES), default="int8")
    parser.add_argument("--untrained", action="store_true")
    parser.add_argument("--weights", type=Path, default=CHECKPOINT)
    parser.add_argument("--calibration", type=Path, default=CALIBRATION)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    if options.untrained:
        weights = source_weights()
        weights |= random_heads(weights[WORDS].shape[1])
        calibration = identity_calibration()
        folder = BUILD / f"{NAME}-dummy"
    else:
        weights = load_file(options.weights)
        calibration = json.loads(options.calibration.read_text(encoding="utf-8"))
        folder = MODELS / NAME if options.form == "int8" else BUILD / f"{NAME}-{options.form}"
    convert(options.form, weights, calibration, options.folder or folder)


if __name__ == "__main__":
    main()
