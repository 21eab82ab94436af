"""Runs a converted language model with ONNX Runtime, as the app does, many questions at a time.

Greedy answers with the log-probability of each token, and the log-probabilities of given answers:
both under the prompt of one skill.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from onnx_session import open_session

LAYERS, HEADS, WIDTH = 30, 3, 64
END = "<|im_end|>"
BATCH = 32


@dataclass(frozen=True)
class Written:
    """What the model wrote, without its end, and ln P of each token; the end of the turn is the last."""

    text: str
    logprobs: list[float]


@dataclass(frozen=True)
class Asked:
    """A batch of prompts as the model has read them."""

    past: dict[str, np.ndarray]
    mask: np.ndarray
    lengths: np.ndarray
    first: np.ndarray  # logits of the first word of each answer


class LmRunner:
    """One model folder: `onnx/model_quantized.onnx`, `tokenizer.json`."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        self.session = open_session(folder / "onnx" / "model_quantized.onnx", threads)
        self.names = [output.name for output in self.session.get_outputs()]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.end: int = self.tokenizer.token_to_id(END)

    def write(self, rule: str, asked: Sequence[str], most: int = 16) -> list[Written]:
        """Greedy answers, each to the end of its turn or of its line."""
        found: dict[int, Written] = {}
        for places in _by_length(asked):
            batch = self._read(rule, [asked[place] for place in places])
            found |= dict(zip(places, self._write(batch, most), strict=True))
        return [found[place] for place in range(len(asked))]

    def score(
        self, rule: str, asked: Sequence[str], answers: Sequence[Sequence[str]]
    ) -> list[list[list[float]]]:
        """For each question and each of its answers ln P of its tokens and of the end."""
        found: dict[int, list[list[float]]] = {}
        for places in _by_length(asked):
            batch = self._read(rule, [asked[place] for place in places])
            rounds = max(len(answers[place]) for place in places)
            rows: list[list[list[float]]] = [[] for _ in places]
            for turn in range(rounds):
                texts = [(*answers[place], *[""] * rounds)[turn] for place in places]
                for row, place, logprobs in zip(rows, places, self._score(batch, texts), strict=True):
                    if turn < len(answers[place]):
                        row.append(logprobs)
            found |= dict(zip(places, rows, strict=True))
        return [found[place] for place in range(len(asked))]

    def _read(self, rule: str, asked: Sequence[str]) -> Asked:
        """The prompts, padded on the left."""
        head = f"<|im_start|>system\n{rule}{END}\n<|im_start|>user\n"
        texts = [f"{head}{text}{END}\n<|im_start|>assistant\n" for text in asked]
        rows = [self.tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
        lengths = np.array([len(row) for row in rows])
        width = int(lengths.max())
        ids = np.full((len(rows), width), self.end, np.int64)
        mask = np.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, width - len(row) :], mask[index, width - len(row) :] = row, 1
        positions = np.maximum(mask.cumsum(1) - 1, 0)
        empty = np.zeros((len(rows), HEADS, 0, WIDTH), np.float32)
        past = {
            f"past_key_values.{layer}.{kind}": empty
            for layer in range(LAYERS)
            for kind in ("key", "value")
        }
        logits, past = self._run(ids, mask, positions, past, 1)
        return Asked(past, mask, lengths, logits[:, -1])

    def _run(
        self,
        ids: np.ndarray,
        mask: np.ndarray,
        positions: np.ndarray,
        past: dict[str, np.ndarray],
        keep: int,
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        feeds = {"input_ids": ids, "attention_mask": mask, "position_ids": positions, **past}
        outputs = self.session.run(None, feeds | {"num_logits_to_keep": np.array(keep, np.int64)})
        named = dict(zip(self.names, outputs, strict=True))
        logits = named.pop("logits")
        return logits, {
            name.replace("present", "past_key_values"): value for name, value in named.items()
        }

    def _write(self, batch: Asked, most: int) -> list[Written]:
        count = len(batch.lengths)
        rows: list[list[int]] = [[] for _ in range(count)]
        chances: list[list[float]] = [[] for _ in range(count)]
        open_rows = np.ones(count, bool)
        logits, mask, past = batch.first, batch.mask, batch.past
        for step in range(most + 1):
            logprobs = log_softmax(logits)
            chosen = logprobs.argmax(1)
            for index in np.flatnonzero(open_rows):
                token = int(chosen[index])
                chances[index].append(float(logprobs[index, token]))
                if token == self.end or "\n" in self.tokenizer.decode([token]):
                    open_rows[index] = False
                else:
                    rows[index].append(token)
            if not open_rows.any() or step == most:
                break
            mask = np.concatenate([mask, np.ones((count, 1), np.int64)], axis=1)
            positions = (batch.lengths + step)[:, None].astype(np.int64)
            logits, past = self._run(chosen[:, None].astype(np.int64), mask, positions, past, 1)
            logits = logits[:, -1]
        texts = [self.tokenizer.decode(row, skip_special_tokens=True).strip() for row in rows]
        return [Written(text, chance) for text, chance in zip(texts, chances, strict=True)]

    def _score(self, batch: Asked, texts: Sequence[str]) -> list[list[float]]:
        rows = [
            [*self.tokenizer.encode(text, add_special_tokens=False).ids, self.end] for text in texts
        ]
        width = max(len(row) for row in rows)
        ids = np.full((len(rows), width), self.end, np.int64)
        seen = np.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, : len(row)], seen[index, : len(row)] = row, 1
        first = log_softmax(batch.first)
        later = np.zeros((len(rows), 0, first.shape[1]), np.float32)
        if width > 1:
            positions = batch.lengths[:, None] + np.arange(width - 1)[None]
            mask = np.concatenate([batch.mask, seen[:, :-1]], axis=1)
            logits, _ = self._run(ids[:, :-1], mask, positions.astype(np.int64), batch.past, width - 1)
            later = log_softmax(logits)
        return [
            [float(first[index, row[0]])]
            + [float(later[index, at, token]) for at, token in enumerate(row[1:])]
            for index, row in enumerate(rows)
        ]


def log_softmax(logits: np.ndarray) -> np.ndarray:
    """ln of the softmax along the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def _by_length(texts: Sequence[str]) -> Iterator[list[int]]:
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for at in range(0, len(order), BATCH):
        yield order[at : at + BATCH]
