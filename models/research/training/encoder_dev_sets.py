"""The held-out questions the encoder is selected, calibrated and measured on."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import MODELS
from encoder_data import passage_text, read_rows

DATA = MODELS.parent.parent / "shared" / "data"
# The training half of `squad/dev`; the same list as in models/research/data/sources.ts.
TRAINED_ARTICLES = {
    "Imperialism",
    "Islamism",
    "Packet_switching",
    "Scottish_Parliament",
    "Yuan_dynasty",
}


@dataclass(frozen=True)
class Question:
    """A question over one passage; no answers: the passage has none."""

    question: str
    passage: str
    answers: list[str]
    source: str


@dataclass(frozen=True)
class Ranking:
    """A question over several passages, the gold ones marked."""

    question: str
    passages: list[str]
    gold: list[bool]
    source: str


def shared_rows(data: Path, name: str) -> list[dict[str, Any]]:
    """Rows of a gzipped JSONL file of the shared data."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def paragraph(context: dict[str, Any]) -> str:
    """`title: text` as the training rows have it."""
    text = " ".join(filter(None, (" ".join(s.split()) for s in context["sentences"])))
    title = context["title"].strip().replace("_", " ")
    if not text:
        return title
    return f"{title}: {text}" if title else text


def squad_held_out(data: Path) -> list[Question]:
    """SQuAD's articles that nothing was trained on, answerable or not."""
    return [
        Question(row["question"], paragraph(row["context"][0]), row["answers"], "squad")
        for row in shared_rows(data, "squad/dev")
        if row["article"] not in TRAINED_ARTICLES
    ]


def hotpotqa_gold(data: Path) -> list[Question]:
    """HotpotQA's questions over their gold supporting sentences, a line a paragraph."""
    return [
        Question(
            row["question"],
            "\n".join(paragraph(context) for context in row["context"]),
            row["answers"],
            "hotpotqa",
        )
        for row in shared_rows(data, "hotpotqa/dev_gold")
    ]


def hotpotqa_rankings(data: Path) -> list[Ranking]:
    """HotpotQA's distractor setting: about ten paragraphs, two of them gold."""
    rankings = []
    for row in shared_rows(data, "hotpotqa/dev_distractor"):
        titles = {support["title"] for support in row["supporting"]}
        gold = [context["title"] in titles for context in row["context"]]
        passages = [paragraph(context) for context in row["context"]]
        rankings.append(Ranking(row["question"], passages, gold, "hotpotqa"))
    return rankings


def selection_questions(folder: Path) -> list[Question]:
    """The reading rows kept for selection."""
    found = []
    for row in read_rows(folder / "encoder-read-dev.jsonl"):
        answers = [answer["text"] for answer in row["answers"]]
        if row["kind"] in ("yes", "no"):
            answers = [row["kind"]]
        found.append(Question(row["question"], passage_text(row), answers, row["source"]))
    return found


def selection_rankings(folder: Path) -> list[Ranking]:
    """The relevance rows kept for selection."""
    return [
        Ranking(
            row["question"],
            [passage_text(passage) for passage in row["passages"]],
            [bool(passage["label"]) for passage in row["passages"]],
            row["source"],
        )
        for row in read_rows(folder / "encoder-relevance-dev.jsonl")
    ]
