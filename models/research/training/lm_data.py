"""Training rows of the language model: chat text to token ids, labels and batches.

A row is one line of JSON, written by `models/research/data/`:
{"skill", "source", "messages": [{"role", "content"}], "segments": [{"text", "learn"}]}.
The assistant's turn is the segments joined. Only `learn` segments are learnt, and the label after
each one's last token is the end of the turn: there the model stops, the app writes the next
segment (an answer that a reader found, say) and lets it go on.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jinja2.sandbox import ImmutableSandboxedEnvironment
from tokenizers import Tokenizer
from torch import Tensor

from common import BUILD, MODELS

TOKENIZER = MODELS / "hopwise-lm"  # byte for byte the base model's: convert_lm.py writes both
DATA = BUILD / "data"
END = "<|im_end|>"
LONGEST = 1280  # tokens, the CoopLLM paper's
PIECE = 2560  # tokens in one forward and backward pass: about 4 GB


@dataclass(frozen=True)
class Example:
    """ids [S]; after position `where[i]` comes token `labels[i]`; the rest is not learnt."""

    skill: str
    source: str
    ids: np.ndarray
    where: np.ndarray
    labels: np.ndarray


class ChatTokenizer:
    """The app's tokenizer and chat template."""

    def __init__(self) -> None:
        self.tokenizer = Tokenizer.from_file(str(TOKENIZER / "tokenizer.json"))
        settings = json.loads((TOKENIZER / "tokenizer_config.json").read_text(encoding="utf-8"))
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        self._template = environment.from_string(settings["chat_template"])
        self.end = self.tokenizer.token_to_id(END)

    def render(self, messages: list[dict[str, str]]) -> str:
        """The chat up to where the assistant's words begin."""
        return self._template.render(messages=messages, add_generation_prompt=True)

    def ids(self, text: str) -> list[int]:
        """Token ids of a text that may contain the chat's control tokens."""
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def decode(self, ids: list[int]) -> str:
        """Text without control tokens."""
        return self.tokenizer.decode(ids, skip_special_tokens=True)

    def example(self, row: dict[str, Any]) -> Example:
        """Tokenise a row as one text and label it by character offsets."""
        text = self.render(row["messages"])
        spans: list[tuple[int, int]] = []
        for segment in row["segments"]:
            start = len(text)
            text += segment["text"]
            if segment["learn"] and segment["text"]:
                spans.append((start, len(text)))
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        ends = np.array([end for _, end in encoding.offsets])
        labels: dict[int, int] = {}
        for start, end in spans:
            inside = np.flatnonzero((ends > start) & (ends <= end))
            labels |= {int(at) - 1: encoding.ids[at] for at in inside}
        for start, end in spans:  # a later first token never replaces an end: text lies between
            labels[int(np.flatnonzero((ends > start) & (ends <= end))[-1])] = self.end
        where = np.array(sorted(labels))
        wanted = np.array([labels[int(at)] for at in where])
        return Example(row["skill"], row["source"], np.array(encoding.ids), where, wanted)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_examples(path: Path, chat: ChatTokenizer) -> list[Example]:
    """All rows that fit into `LONGEST` tokens; says how many did not."""
    found = [chat.example(row) for row in read_rows(path)]
    kept = [example for example in found if len(example.ids) <= LONGEST and len(example.where)]
    if len(kept) < len(found):
        print(f"{path.name}: {len(found) - len(kept)} of {len(found)} rows left out (too long)")
    return kept


def reshare(examples: list[Example], shares: str, seed: int) -> list[Example]:
    """ "read=0.5,plan=2": half of the rows of `read`, those of `plan` twice, the others once."""
    factors = {
        skill: float(factor) for skill, factor in (p.split("=") for p in shares.split(",") if p)
    }
    random = np.random.default_rng(seed)
    chosen: list[Example] = []
    for skill in sorted({example.skill for example in examples}):
        rows = [example for example in examples if example.skill == skill]
        whole, part = divmod(factors.get(skill, 1.0), 1)
        some = random.permutation(len(rows))[: round(part * len(rows))]
        chosen += rows * int(whole) + [rows[at] for at in some]
    return chosen


def describe(path: Path, examples: list[Example]) -> dict[str, Any]:
    """What the model's card and meta.json say about a file of rows."""
    return {
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "rows": len(examples),
        "tokens": int(sum(len(example.ids) for example in examples)),
        "learnt_tokens": int(sum(len(example.labels) for example in examples)),
        "skills": dict(sorted(Counter(example.skill for example in examples).items())),
    }


@dataclass(frozen=True)
class Batch:
    """ids [B, S], padded at the end; `where` are flat positions, `weights` sum to 1."""

    ids: Tensor
    where: Tensor
    labels: Tensor
    weights: Tensor

    def to(self, device: str) -> Batch:
        """The same on another device."""
        return Batch(*(part.to(device) for part in vars(self).values()))


def collate(examples: list[Example], pad: int) -> Batch:
    """A row with n labels weighs sqrt(n), so that one-word verdicts are not drowned by plans."""
    length = max(len(example.ids) for example in examples)
    ids = np.full((len(examples), length), pad)
    for row, example in enumerate(examples):
        ids[row, : len(example.ids)] = example.ids
    where = [example.where + row * length for row, example in enumerate(examples)]
    weights = [np.full(len(example.labels), len(example.labels) ** -0.5) for example in examples]
    flat = np.concatenate(weights)
    return Batch(
        torch.from_numpy(ids),
        torch.from_numpy(np.concatenate(where)),
        torch.from_numpy(np.concatenate([example.labels for example in examples])),
        torch.from_numpy((flat / flat.sum()).astype(np.float32)),
    )


def pieces(examples: list[Example], pad: int) -> list[Batch]:
    """A batch in pieces of at most `PIECE` tokens (memory); all weights together sum to 1."""
    rows = max(1, PIECE // max(len(example.ids) for example in examples))
    groups = [examples[at : at + rows] for at in range(0, len(examples), rows)]
    shares = [sum(len(example.labels) ** 0.5 for example in group) for group in groups]
    found = [collate(group, pad) for group in groups]
    return [
        replace(batch, weights=batch.weights * (share / sum(shares)))
        for batch, share in zip(found, shares, strict=True)
    ]


class Batches:
    """Batches of similar length in an order fixed by the seed; step n is always the same batch."""

    def __init__(self, examples: list[Example], size: int, pad: int, seed: int) -> None:
        self.examples, self.size, self.pad, self.seed = examples, size, pad, seed
        self.per_epoch = len(examples) // size

    def epoch(self, number: int) -> list[list[int]]:
        """Shuffle, sort pieces of 32 batches by length, cut, shuffle the batches."""
        random = np.random.default_rng((self.seed, number))
        order = random.permutation(len(self.examples))
        batches: list[list[int]] = []
        for start in range(0, len(order), 32 * self.size):
            piece = sorted(
                order[start : start + 32 * self.size], key=lambda at: len(self.examples[at].ids)
            )
            batches += [piece[at : at + self.size] for at in range(0, len(piece), self.size)]
        full = [batch for batch in batches if len(batch) == self.size]
        return [full[at] for at in random.permutation(len(full))]

    def starting(self, step: int) -> Iterator[list[Batch]]:
        """Batches without end, from a step on, each in its pieces."""
        while True:
            number, first = divmod(step, self.per_epoch)
            for batch in self.epoch(number)[first:]:
                step += 1
                yield pieces([self.examples[at] for at in batch], self.pad)
