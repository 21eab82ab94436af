"""Measure the largest activation of every channel on ordinary text; writes smollm2_peaks.npy.

    python calibrate_smollm2.py FILE.jsonl.gz

Needed only when the recipe changes: the result is committed. Every 1200th row of the file gives
256 tokens; a chat turn is added, because the chat format has activations of its own.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from common import BUILD
from decoder_graph import Decoder, DecoderGraph
from linear import float_linear
from onnx_graph import Graph
from smollm2_source import SmolLM2Source
from smollm2_tokenizer import tokenizer_json
from smoothing import GROUPS, PEAKS, encode_peaks

ROW_STEP, ROWS_TOGETHER, TOKENS = 1200, 3, 256
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


def main() -> None:
    """Build the tapped graph, run it, keep the maxima."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    options = parser.parse_args()
    source = SmolLM2Source()
    decoder = Decoder(
        name="calibration",
        shape=source.shape,
        embedding=source.tensor("token_embd.weight"),
        layer=source.layer,
        final_norm=source.tensor("output_norm.weight"),
    )
    path = BUILD / "calibration" / "model.onnx"
    DecoderGraph(decoder, tapped_linear, int8_embedding=False).build().save(path)
    session = onnxruntime.InferenceSession(path)
    tokenizer = Tokenizer.from_str(json.dumps(tokenizer_json(source)))
    with gzip.open(options.text, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line)["text"] for line in stream]
    texts = [" ".join(rows[i : i + ROWS_TOGETHER]) for i in range(0, len(rows), ROW_STEP)]
    shape = source.shape
    names = [f"peak.l{i}.{group}" for i in range(shape.layers) for group in GROUPS]
    empty = np.zeros((1, shape.kv_heads, 0, shape.head_dim), np.float32)
    peaks: np.ndarray | None = None
    for text in [*texts, CHAT]:
        ids = np.array([tokenizer.encode(text).ids[:TOKENS]])
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        feeds["position_ids"] = np.arange(ids.shape[1])[None]
        feeds["num_logits_to_keep"] = np.array(1)
        for value in session.get_inputs():
            if value.name.startswith("past_key_values"):
                feeds[value.name] = empty
        found = np.concatenate(session.run(names, feeds)).reshape(shape.layers, -1)
        peaks = found if peaks is None else np.maximum(peaks, found)
    assert peaks is not None
    np.save(PEAKS, encode_peaks(peaks))


if __name__ == "__main__":
    main()
