"""Measure the largest activation of every channel on text; writes smollm2_peaks.npy.

    python calibrate_lm.py TEXT.jsonl.gz                  # of the base model, beside this script
    python calibrate_lm.py TEXT.jsonl --weights DIR       # of tuned weights, into DIR

The base model's result is committed (it was measured before the vocabulary was shortened), and is
used for weights that have none of their own. Some 60 texts, spread over the file, give 256 tokens
each; a chat turn is added, because the chat format has activations of its own. Training rows of
the language model are rendered as chats.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from common import BUILD, MODELS, TRAINING
from convert_lm import TUNED
from decoder_graph import Decoder, DecoderGraph
from linear import float_linear
from lm_texts import read_texts
from lm_weights import LanguageModel, base_model, tuned_model
from onnx_graph import Graph
from smollm2_source import SmolLM2Source
from smoothing import GROUPS, PEAKS_NAME, encode_peaks

TEXTS, ROWS_TOGETHER, TOKENS = 60, 3, 256
CHAT = (
    "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
    "<|im_end|>\n<|im_start|>user\nWhat is the capital of France?<|im_end|>\n"
    "<|im_start|>assistant\nThe capital of France is Paris.<|im_end|>"
)


def tapped_linear(graph: Graph, name: str, values: str, weight: np.ndarray) -> str:
    """float_linear that also returns the channel peaks of its input as a graph output."""
    peak = graph.op("ReduceMax", graph.op("Abs", values), graph.ints(0), keepdims=0)
    graph.op("Identity", peak, output=f"peak.{name}")
    graph.output(f"peak.{name}", 1, [weight.shape[1]])
    return float_linear(graph, name, values, weight)


def measure(model: LanguageModel, texts: list[str]) -> np.ndarray:
    """The largest |input| of each channel, [layers, channels of all groups]."""
    decoder = Decoder("calibration", model.shape, model.embedding, model.layer, model.final_norm)
    path = BUILD / "calibration" / "model.onnx"
    DecoderGraph(decoder, tapped_linear, int8_embedding=False).build().save(path)
    session = onnxruntime.InferenceSession(path)
    tokenizer = Tokenizer.from_file(str(MODELS / TUNED / "tokenizer.json"))  # the base's too
    shape = model.shape
    names = [f"peak.l{i}.{group}" for i in range(shape.layers) for group in GROUPS]
    empty = np.zeros((1, shape.kv_heads, 0, shape.head_dim), np.float32)
    peaks = np.zeros((shape.layers, 1), np.float32)
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids[:TOKENS]])
        feeds = {value.name: empty for value in session.get_inputs()}
        feeds |= {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        feeds |= {"position_ids": np.arange(ids.shape[1])[None]}
        feeds["num_logits_to_keep"] = np.array(1)
        found = np.concatenate(session.run(names, feeds)).reshape(shape.layers, -1)
        peaks = np.maximum(peaks, found)
    return peaks


def peaks_on(model: LanguageModel, path: Path) -> np.ndarray:
    """The peaks on some texts of a file, and on a chat."""
    rows = read_texts(path)
    starts = range(0, len(rows), max(ROWS_TOGETHER, len(rows) // TEXTS))
    texts = ["\n".join(rows[start : start + ROWS_TOGETHER]) for start in starts]
    return measure(model, [*texts, CHAT])


def main() -> None:
    """Build the tapped graph, run it, keep the maxima."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    source = SmolLM2Source()
    tuned = options.weights is not None
    model = tuned_model(options.weights, source.shape) if tuned else base_model(source)
    folder = options.weights if tuned else TRAINING
    np.save(folder / PEAKS_NAME, encode_peaks(peaks_on(model, options.text)))


if __name__ == "__main__":
    main()
