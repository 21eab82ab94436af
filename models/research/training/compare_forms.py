"""Compare the forms of one language model on text: float32, int8 and the WebGPU graph.

    python compare_forms.py MODEL_FOLDER TEXT.jsonl[.gz] [--weights DIR] [--tokens 8000]

MODEL_FOLDER is what convert_lm.py wrote in int8; --weights names the weights it was made from (the
base model without it). Rows are `{"text"}`, or training rows of the language model, which are
rendered as chats. Prints perplexity, and against float32 how often the likeliest next token is the
same, the mean KL divergence (nats) and the largest difference of log-probabilities of likely
tokens (float32 probability over 1 %). The WebGPU graph runs on the CPU here.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from convert_lm import FILES, WEBGPU_FILE, write_graphs
from lm_texts import read_texts
from lm_weights import LanguageModel, base_model, tuned_model
from smollm2_source import LlamaShape, SmolLM2Source

LENGTH = 256
LIKELY = np.log(0.01)


def log_probabilities(
    session: onnxruntime.InferenceSession, ids: np.ndarray, shape: LlamaShape
) -> np.ndarray:
    """Log-probabilities of the next token after each of the ids [1, tokens]: [tokens, vocabulary]."""
    empty = np.zeros((1, shape.kv_heads, 0, shape.head_dim), np.float32)
    feeds = {value.name: empty for value in session.get_inputs()}
    feeds |= {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    feeds |= {"position_ids": np.arange(ids.shape[1])[None]}
    feeds |= {"num_logits_to_keep": np.array(ids.shape[1])}
    logits = session.run(["logits"], feeds)[0][0].astype(np.float64)
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))


@dataclass
class Tally:
    """Sums over tokens of what one form says, beside a reference."""

    tokens: int = 0
    surprise: float = 0
    divergence: float = 0
    same: int = 0
    apart: float = 0

    def add(self, ours: np.ndarray, reference: np.ndarray, following: np.ndarray) -> None:
        """Count one text; `following` are the tokens that came next."""
        self.tokens += len(following)
        self.surprise -= ours[np.arange(len(following)), following].sum()
        self.divergence += (np.exp(reference) * (reference - ours)).sum()
        self.same += int((ours.argmax(axis=1) == reference.argmax(axis=1)).sum())
        likely = reference > LIKELY
        self.apart = max(self.apart, float(np.abs(ours - reference)[likely].max()))

    def row(self, name: str) -> str:
        """One line of the table."""
        perplexity = np.exp(self.surprise / self.tokens)
        return (
            f"| {name} | {perplexity:.3f} | {100 * self.same / self.tokens:.1f} % "
            f"| {self.divergence / self.tokens:.5f} | {self.apart:.3f} |"
        )


def encoded(tokenizer: Tokenizer, path: Path, tokens: int) -> Iterator[np.ndarray]:
    """Ids of texts spread over the file, at most LENGTH each, about `tokens` in all."""
    texts = read_texts(path)
    step = max(1, len(texts) * LENGTH // tokens)
    for text in texts[::step]:
        ids = tokenizer.encode(text).ids[:LENGTH]
        if len(ids) > 1:
            yield np.array([ids])


def compare(model: LanguageModel, weights: Path | None, folder: Path, ids: list[np.ndarray]) -> None:
    """Run all forms over the texts and print the table."""
    graphs = folder / "onnx"
    with tempfile.TemporaryDirectory() as scratch:
        write_graphs(model, weights, "fp32", Path(scratch))
        float32 = onnxruntime.InferenceSession(Path(scratch) / FILES["fp32"])
    int8 = onnxruntime.InferenceSession(graphs / FILES["int8"])
    webgpu = onnxruntime.InferenceSession(graphs / WEBGPU_FILE)
    names = ("float32", "int8", "webgpu", "webgpu against int8")
    tallies = {name: Tally() for name in names}
    for text in ids:
        of = [log_probabilities(one, text, model.shape)[:-1] for one in (float32, int8, webgpu)]
        for name, (ours, reference) in zip(
            names, ((0, 0), (1, 0), (2, 0), (2, 1)), strict=True
        ):
            tallies[name].add(of[ours], of[reference], text[0, 1:])
    print(f"{tallies['float32'].tokens} tokens of {len(ids)} texts\n")
    print("| form | perplexity | same next token | KL | largest difference |\n|---|---|---|---|---|")
    for name, tally in tallies.items():
        print(tally.row(name))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--tokens", type=int, default=8000)
    options = parser.parse_args()
    source = SmolLM2Source()
    weights: Path | None = options.weights
    model = base_model(source) if weights is None else tuned_model(weights, source.shape)
    tokenizer = Tokenizer.from_file(str(options.model / "tokenizer.json"))
    ids = list(encoded(tokenizer, options.texts, options.tokens))
    compare(model, weights, options.model, ids)


if __name__ == "__main__":
    main()
