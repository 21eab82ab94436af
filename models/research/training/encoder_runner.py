"""Runs an exported encoder with ONNX Runtime, as the app does, and reads its heads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Encoding, Tokenizer

from encoder_data import cut, passage_start
from encoder_model import KINDS
from onnx_session import open_session

TOKENS = 2048  # padded tokens a call
MAX_TOKENS = 512
EMBED_TOKENS = 256


@dataclass(frozen=True)
class Reading:
    """What the heads say about a question and one passage."""

    answer: str
    kind: str
    probability: float
    kinds: dict[str, float]
    relevance: float
    known: float


class Runner:
    """One model folder: `onnx/*.onnx`, `tokenizer.json`, `config.json`."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        # The WebGPU graph is another one over the same weights.
        (model,) = set((folder / "onnx").glob("*.onnx")) - {folder / "onnx" / "model_webgpu.onnx"}
        self.session = open_session(model, threads)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.max_span = config.get("hopwise_heads", {}).get("maxSpanTokens", 30)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Normalised mean-pooled vectors [texts, hidden]."""
        encodings = self.tokenizer.encode_batch(list(texts))
        rows = [encoding.ids for encoding in encodings]
        rows = [
            ids if len(ids) <= EMBED_TOKENS else [*ids[: EMBED_TOKENS - 1], ids[-1]] for ids in rows
        ]
        found: dict[int, np.ndarray] = {}
        for batch in _by_length([len(ids) for ids in rows]):
            feeds = _padded([(rows[index], len(rows[index])) for index in batch])
            tokens = self.session.run(["last_hidden_state"], feeds)[0]
            mask = feeds["attention_mask"][..., None].astype(np.float32)
            means = (tokens * mask).sum(1) / mask.sum(1)
            means /= np.linalg.norm(means, axis=1, keepdims=True)
            found |= dict(zip(batch, means, strict=True))
        return np.stack([found[index] for index in range(len(rows))])

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[Reading]:
        """Every head on (question, passage) pairs; passages are cut at 512 tokens together."""
        encodings = self.tokenizer.encode_batch(list(pairs))
        rows = [cut(encoding, MAX_TOKENS)[0] for encoding in encodings]
        names = ["span_logits", "kind_logits", "relevance_logit", "known_logit"]
        found: dict[int, Reading] = {}
        for batch in _by_length([len(row) for row in rows]):
            feeds = _padded([(rows[index].ids, rows[index].passage) for index in batch])
            outputs = self.session.run(names, feeds)
            for index, *heads in zip(batch, *outputs, strict=True):
                spans = heads[0][: len(rows[index]) - 1]
                found[index] = self._reading(pairs[index][1], encodings[index], spans, heads[1:])
        return [found[index] for index in range(len(rows))]

    def features(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        """What the knowledge head sees: [CLS] beside the mean, [pairs, 2 * hidden]."""
        encodings = self.tokenizer.encode_batch(list(pairs))
        rows = [cut(encoding, MAX_TOKENS)[0] for encoding in encodings]
        found: dict[int, np.ndarray] = {}
        for batch in _by_length([len(row) for row in rows]):
            feeds = _padded([(rows[index].ids, rows[index].passage) for index in batch])
            tokens = self.session.run(["last_hidden_state"], feeds)[0]
            mask = feeds["attention_mask"][..., None].astype(np.float32)
            both = np.concatenate([tokens[:, 0], (tokens * mask).sum(1) / mask.sum(1)], axis=1)
            found |= dict(zip(batch, both, strict=True))
        return np.stack([found[index] for index in range(len(rows))])

    def _reading(
        self, passage: str, encoding: Encoding, spans: np.ndarray, heads: Sequence[np.ndarray]
    ) -> Reading:
        kind_logits, relevance, known = heads
        kinds = dict(zip(KINDS, map(float, softmax(kind_logits)), strict=True))
        best = max(("span", "yes", "no"), key=lambda kind: kinds[kind])
        answer, probability = best, kinds[best]
        if best == "span":
            first = passage_start(encoding)
            start, end, chance = best_span(spans[first:], self.max_span)
            begin, finish = encoding.offsets[first + start][0], encoding.offsets[first + end][1]
            answer, probability = passage[begin:finish], kinds[best] * chance
        return Reading(answer, best, probability, kinds, float(relevance[0]), float(known[0]))


def softmax(logits: np.ndarray) -> np.ndarray:
    """Softmax along the first axis."""
    powers = np.exp(logits - logits.max(axis=0, keepdims=True))
    return powers / powers.sum(axis=0, keepdims=True)


def best_span(logits: np.ndarray, longest: int) -> tuple[int, int, float]:
    """First and last token of the likeliest span of at most `longest` tokens, and P(start)P(end)."""
    chances = softmax(logits.astype(np.float64))
    joint = np.triu(chances[:, :1] * chances[None, :, 1])
    joint = np.tril(joint, longest - 1)
    start, end = np.unravel_index(int(joint.argmax()), joint.shape)
    return int(start), int(end), float(joint[start, end])


def log_odds(probability: float) -> float:
    """ln(p / (1 - p)), within finite bounds."""
    p = min(max(probability, 1e-9), 1 - 1e-9)
    return float(np.log(p / (1 - p)))


def _by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        if batch and lengths[index] * (len(batch) + 1) > TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _padded(rows: Sequence[tuple[Sequence[int], int]]) -> dict[str, np.ndarray]:
    """Feeds for rows of (ids, index of the second segment's first token)."""
    longest = max(len(ids) for ids, _ in rows)
    ids = np.zeros((len(rows), longest), np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for index, (row, second) in enumerate(rows):
        ids[index, : len(row)], mask[index, : len(row)] = row, 1
        types[index, second : len(row)] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
