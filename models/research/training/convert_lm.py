"""Build the language model for the browser and Node: base or tuned, one file of int8 weights.

python convert_lm.py                                 # base, into models/.build/smollm2-135m-instruct
python convert_lm.py --weights DIR                   # tuned, into models/.build/hopwise-lm-DIR
python convert_lm.py --weights DIR --out ../../hopwise-lm
python convert_lm.py --form fp32                     # reference, into models/.build/

DIR holds `weights.safetensors` (see lm_weights.py). The int8 form has two graphs over the same
files of weights: `model_quantized.onnx` for WebAssembly and Node, `model_webgpu.onnx` for WebGPU.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from common import BUILD, write_json
from decoder_graph import Decoder, DecoderGraph
from linear import float_linear, int8_linear, widened_linear
from lm_weights import LanguageModel, base_model, tuned_model
from smollm2_source import LlamaShape, SmolLM2Source
from smollm2_tokenizer import load_kept_ids, write_tokenizer
from smoothing import PEAKS_NAME, load_peaks, smooth
from state_shapes import state_shapes

BASE, TUNED = "smollm2-135m-instruct", "hopwise-lm"
FILES = {"int8": "model_quantized.onnx", "fp32": "model.onnx"}
WEBGPU_FILE = "model_webgpu.onnx"


def config(shape: LlamaShape, vocabulary: int) -> dict[str, Any]:
    """config.json as transformers.js reads it."""
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


def peaks_of(model: LanguageModel, weights: Path | None) -> list[dict[str, np.ndarray]]:
    """Activation peaks of every layer: measured on these weights where they were, else the base's."""
    own = weights / PEAKS_NAME if weights else None
    if own and own.exists():
        return load_peaks(model.shape, own)
    peaks = load_peaks(model.shape)
    return [peaks[layer] for layer in model.base_layers]


def smoothed(model: LanguageModel, peaks: list[dict[str, np.ndarray]]) -> Decoder:
    """The decoder with activation outliers moved into the weights, ready for int8."""

    def layer(index: int) -> dict[str, np.ndarray]:
        return smooth(model.layer(index), peaks[index], model.shape)

    return Decoder(BASE, model.shape, model.embedding, layer, model.final_norm)


def write_graphs(model: LanguageModel, weights: Path | None, form: str, folder: Path) -> int:
    """Write the graphs of one form; returns the number of weight files."""
    path = folder / FILES[form]
    if form == "fp32":
        decoder = Decoder(BASE, model.shape, model.embedding, model.layer, model.final_norm)
        return DecoderGraph(decoder, float_linear, int8_embedding=False).build().save(path)
    decoder = smoothed(model, peaks_of(model, weights))
    graph = DecoderGraph(decoder, int8_linear, int8_embedding=True).build()
    chunks = graph.save(path)
    webgpu = DecoderGraph(decoder, widened_linear, int8_embedding=True, portable=True)
    webgpu.build().save_sharing(folder / WEBGPU_FILE, graph)
    for name in (FILES[form], WEBGPU_FILE):
        state_shapes(folder / name)
    return chunks


def convert(weights: Path | None, form: str, folder: Path) -> None:
    """Write tokenizer, configuration and the graphs of one form."""
    source = SmolLM2Source()
    model = base_model(source) if weights is None else tuned_model(weights, source.shape)
    chunks = write_graphs(model, weights, form, folder / "onnx")
    settings = config(model.shape, len(model.embedding))
    settings["transformers.js_config"] = {"use_external_data_format": {FILES[form]: chunks}}
    if weights is None:
        settings["hopwise_skills"] = False  # the app then asks it by worked examples
    write_json(folder / "config.json", settings)
    generation = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 2}
    write_json(folder / "generation_config.json", generation)
    write_tokenizer(source, folder, load_kept_ids())


def default_folder(weights: Path | None, form: str) -> Path:
    """Where a conversion goes when --out is not given."""
    name = BASE if weights is None else f"{TUNED}-{weights.resolve().name}"
    return BUILD / (name if form == "int8" else f"{name}-{form}")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="folder of weights.safetensors")
    parser.add_argument("--form", choices=sorted(FILES), default="int8")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    folder = options.out or default_folder(options.weights, options.form)
    convert(options.weights, options.form, folder)


if __name__ == "__main__":
    main()
