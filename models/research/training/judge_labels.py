"""Questions with gold answers, and whether an answer is right; no PyTorch needed."""

from __future__ import annotations

import gzip
import json
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np

TRAIN = {
    "train/popqa_qa": 2000,
    "train/entityquestions_qa": 2000,
    "train/webquestions_qa": 1500,
    "train/ambignq_qa": 1500,
}
DEV = ("nq/dev", "triviaqa/dev", "popqa/test_qa", "webquestions/test")
# The questions of these have several answers that are all asked for; elsewhere they are aliases.
LISTS = ("webquestions",)
RIGHT_ABOVE = 0.5  # SlimPLM's θ on the matching ratio (Eq. 2)
Row = dict[str, Any]


def normalise(text: str) -> str:
    """The app's normaliser (`src/language/normalise.ts`): words in lower case, no articles."""
    low = unicodedata.normalize("NFC", text).lower()
    kept = "".join(sign for sign in low if unicodedata.category(sign)[0] not in "PS")
    return " ".join(word for word in kept.split() if word not in ("a", "an", "the"))


def contains(answer: str, gold: str) -> bool:
    """Gold as whole words of the answer: PopQA's alias "pol" must not be found in "police"."""
    wanted = normalise(gold)
    return bool(wanted) and f" {wanted} " in f" {normalise(answer)} "


def matching_ratio(source: str, answer: str, golds: list[str]) -> float:
    """SlimPLM's r: the share of the answers found; for aliases of one answer 1 or 0."""
    hits = [contains(answer, gold) for gold in golds]
    return float(np.mean(hits)) if any(name in source for name in LISTS) else float(any(hits))


def read_gold(data: Path, name: str) -> list[Row]:
    """The rows of a file of the data folder that have a question and answers."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if row.get("question") and row.get("answers")]


def read_lines(path: Path) -> list[Row]:
    """All rows of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
