"""Training rows of the encoder: reading, tokenising, batching.

The rows are written by `npm run train -- data` (see `docs/training.md`); their forms are those
of `models/research/data/encoder-rows.ts`. Everything is tokenised once; an epoch is a seeded shuffle.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Encoding, Tokenizer

from encoder_model import KINDS, Batch
from encoder_source import source_folder

READ_TOKENS = 384
RELEVANCE_TOKENS = 192  # question and passage; the passage's share is about 160
TEXT_TOKENS = 128
CHARACTERS = 8  # no passage token is longer on average: more text need not be tokenised
PAD = 16  # lengths are padded to a multiple: few shapes, so that freed memory fits again
CHUNK = 512  # rows tokenised at once
BUCKET = 50  # batches whose rows are sorted by length together

Ids = np.ndarray


@dataclass(frozen=True)
class Pair:
    """`[CLS] question [SEP] passage [SEP]`; `passage` is the index of the passage's first token."""

    ids: Ids
    passage: int

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class ReadRow:
    """A question over a passage; `starts` and `ends` are token indices of all marked answers."""

    pair: Pair
    source: str
    kind: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True)
class RelevanceRow:
    """A question with gold passages and others."""

    source: str
    gold: list[Pair]
    others: list[Pair]


def load_tokenizer() -> Tokenizer:
    """The original's tokenizer without its fixed length."""
    tokenizer = Tokenizer.from_file(str(source_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def read_rows(path: Path) -> list[dict[str, Any]]:
    """All rows of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def passage_text(row: dict[str, Any]) -> str:
    """`title: text`, or the text alone where there is no title."""
    return f"{row['title']}: {row['text']}" if row.get("title") else row["text"]


def sampled(
    rows: list[dict[str, Any]], shares: dict[str, float], chance: np.random.Generator
) -> list[dict[str, Any]]:
    """Only a share of the rows of some sources."""
    return [row for row in rows if chance.random() < shares.get(row["source"], 1.0)]


def utf16_to_points(text: str, offset: int) -> int:
    """A JavaScript string offset as a number of code points."""
    if text.isascii():
        return offset
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", errors="ignore"))


def passage_start(encoding: Encoding) -> int:
    """Index of the first token of the second segment."""
    return encoding.type_ids.index(1)


def cut(encoding: Encoding, limit: int, first: int = 0) -> tuple[Pair, int]:
    """At most `limit` tokens: the passage loses its end, or its beginning before token `first`.

    Returns the pair and how many passage tokens were taken away in front.
    """
    ids = np.array(encoding.ids, np.int32)
    begin = passage_start(encoding)
    surplus = len(ids) - limit
    if surplus <= 0:
        return Pair(ids, begin), 0
    front = min(surplus, max(0, first - begin))
    body = ids[begin + front : len(ids) - 1 - (surplus - front)]
    return Pair(np.concatenate([ids[:begin], body, ids[-1:]]), begin), front


def answer_tokens(encoding: Encoding, start: int, end: int) -> tuple[int, int] | None:
    """First and last token of the characters [start, end) of the passage."""
    begin = passage_start(encoding)
    offsets = encoding.offsets[begin:-1]
    inside = [i for i, (a, b) in enumerate(offsets) if a < end and b > start]
    return (begin + inside[0], begin + inside[-1]) if inside else None


def tokenise_read(
    rows: list[dict[str, Any]], tokenizer: Tokenizer, limit: int = READ_TOKENS
) -> list[ReadRow]:
    """Reading rows; a span that cannot be found or kept is left out with its row."""
    found = []
    for row, encoding in _encoded_reading(rows, tokenizer):
        shift = len(passage_text(row)) - len(row["text"])
        spans = []
        for answer in row["answers"]:
            start = utf16_to_points(row["text"], answer["start"]) + shift
            spans.append(answer_tokens(encoding, start, start + len(answer["text"])))
        marked = [span for span in spans if span is not None]
        kind = KINDS.index(row["kind"])
        if kind == 0 and not marked:
            continue
        middle = marked[0][0] - limit // 3 if marked else 0
        pair, front = cut(encoding, limit, middle)
        last = len(pair) - 1
        kept = [(a - front, b - front) for a, b in marked]
        kept = [(a, b) for a, b in kept if pair.passage <= a and b < last]
        if kind == 0 and not kept:
            continue
        starts, ends = tuple(a for a, _ in kept), tuple(b for _, b in kept)
        found.append(ReadRow(pair, row["source"], kind, starts, ends))
    return found


def _encoded_reading(
    rows: list[dict[str, Any]], tokenizer: Tokenizer
) -> Iterator[tuple[dict[str, Any], Encoding]]:
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        pairs = [(row["question"], passage_text(row)) for row in chunk]
        yield from zip(chunk, tokenizer.encode_batch(pairs), strict=True)


def tokenise_relevance(
    rows: list[dict[str, Any]], tokenizer: Tokenizer, limit: int = RELEVANCE_TOKENS
) -> list[RelevanceRow]:
    """Relevance rows that have both kinds of passages."""
    found = []
    for row in rows:
        passages = [passage_text(passage)[: limit * CHARACTERS] for passage in row["passages"]]
        texts = [(row["question"], passage) for passage in passages]
        pairs = [cut(encoding, limit)[0] for encoding in tokenizer.encode_batch(texts)]
        labels = [passage["label"] for passage in row["passages"]]
        gold = [pair for pair, label in zip(pairs, labels, strict=True) if label]
        others = [pair for pair, label in zip(pairs, labels, strict=True) if not label]
        if gold and others:
            found.append(RelevanceRow(row["source"], gold, others))
    return found


def tokenise_texts(texts: list[str], tokenizer: Tokenizer, limit: int = TEXT_TOKENS) -> list[Ids]:
    """Token ids of single texts, cut to `limit`."""
    rows = [
        np.array(encoding.ids, np.int32)
        for start in range(0, len(texts), CHUNK)
        for encoding in tokenizer.encode_batch(texts[start : start + CHUNK])
    ]
    return [
        row if len(row) <= limit else np.concatenate([row[: limit - 1], row[-1:]]) for row in rows
    ]


def collate(rows: Sequence[Pair | Ids], device: str = "cpu") -> Batch:
    """Pad to the longest; segment types are 1 from the passage on."""
    longest = max(len(row) for row in rows)
    longest += -longest % PAD
    ids = np.zeros((len(rows), longest), np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for index, row in enumerate(rows):
        length = len(row)
        ids[index, :length] = row.ids if isinstance(row, Pair) else row
        mask[index, :length] = 1
        if isinstance(row, Pair):
            types[index, row.passage : length] = 1
    return Batch(*(torch.from_numpy(value).to(device) for value in (ids, mask, types)))


def passage_mask(rows: Sequence[Pair], batch: Batch) -> torch.Tensor:
    """True on passage tokens, without the last separator: [batch, length]."""
    mask = torch.zeros(batch.input_ids.shape, dtype=torch.bool)
    for index, row in enumerate(rows):
        mask[index, row.passage : len(row) - 1] = True
    return mask.to(batch.input_ids.device)


def repeated(times: Sequence[float], chance: np.random.Generator) -> list[int]:
    """Indices of one epoch: row i is in it `times[i]` times, the fraction by lot."""
    counts = [int(count) + int(chance.random() < count % 1) for count in times]
    return [index for index, count in enumerate(counts) for _ in range(count)]


def by_length(
    order: Sequence[int], lengths: Sequence[int], tokens: int, chance: np.random.Generator
) -> Iterator[list[int]]:
    """Batches of at most `tokens` padded tokens with rows of about one length, in random order."""
    shuffled = chance.permutation(np.asarray(order))
    average = max(1, tokens // max(1, int(np.mean([lengths[i] for i in shuffled]))))
    pool = average * BUCKET
    for start in range(0, len(shuffled), pool):
        rows = sorted(shuffled[start : start + pool], key=lambda i: (lengths[i], i))
        batches: list[list[int]] = [[]]
        for index in rows:
            if batches[-1] and lengths[index] * (len(batches[-1]) + 1) > tokens:
                batches.append([])
            batches[-1].append(int(index))
        for at in chance.permutation(len(batches)):
            yield batches[at]


def forever(make: Any) -> Iterator[Any]:
    """Epoch after epoch of `make()`."""
    while True:
        yield from make()
