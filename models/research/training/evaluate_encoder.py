"""Measure the encoder: reader, relevance, embedding and judge, with 95 % bootstrap intervals.

python evaluate_encoder.py                         # models/hopwise-encoder, all of it
python evaluate_encoder.py --folder DIR --limit 200 --only reader
python evaluate_encoder.py --folder ../../.build/hopwise-encoder-fp32 --out FILE  # float32
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from common import BUILD, MODELS, write_json
from convert_encoder import NAME
from convert_minilm import folder_of
from encoder_data import passage_text, read_rows
from encoder_dev_sets import (
    DATA,
    Question,
    Ranking,
    hotpotqa_gold,
    hotpotqa_rankings,
    selection_questions,
    squad_held_out,
)
from encoder_metrics import auroc_interval, exact, f1, mean_interval, reliability
from encoder_runner import Reading, Runner, log_odds

Scores = dict[str, Any]
Constants = dict[str, float]
Read = tuple[Question, Reading]
PARTS = ("reader", "selection", "relevance", "embedding", "judge")
EXITS = (0.5, 0.6, 0.7, 0.8, 0.9)


def read_all(runner: Runner, questions: Sequence[Question]) -> list[Read]:
    """Every question with what the reader says."""
    readings = runner.read([(one.question, one.passage) for one in questions])
    return list(zip(questions, readings, strict=True))


def reader_scores(asked: Sequence[Read], calibration: Constants | None = None) -> Scores:
    """EM and F1 where there is an answer; AUROC of answer against no answer; the confidence."""
    answerable = [(one, said) for one, said in asked if one.answers]
    scores: Scores = {
        "EM": mean_interval([exact(said.answer, one.answers) for one, said in answerable]),
        "F1": mean_interval([f1(said.answer, one.answers) for one, said in answerable]),
    }
    odds = [log_odds(said.probability) for _, said in asked]
    if len(answerable) < len(asked):
        labels = [int(bool(one.answers)) for one, _ in asked]
        answer = [1 - said.kinds["none"] for _, said in asked]
        scores["AUROC answerable"] = auroc_interval(answer, labels)
        scores["AUROC answerable, by confidence"] = auroc_interval(odds, labels)
    if calibration:
        right = [int(exact(said.answer, one.answers)) for one, said in asked]
        scores["AUROC right, by confidence"] = auroc_interval(odds, right)
        scores["reliability"] = reliability(sigmoid(calibration, odds), right)
    return scores


def scores_by(asked: Sequence[Read], group: Callable[[Question], str]) -> Scores:
    """EM and F1 of each group of answerable questions."""
    groups: dict[str, list[Read]] = {}
    for one, said in asked:
        if one.answers:
            groups.setdefault(group(one), []).append((one, said))
    return {
        f"{name}: {score}": value
        for name, members in sorted(groups.items())
        for score, value in reader_scores(members).items()
    }


def yes_no_or_span(one: Question) -> str:
    """What kind of answer a question has."""
    return "yes/no" if one.answers[0] in ("yes", "no") else "span"


def relevance_scores(
    runner: Runner, original: Runner | None, rankings: Sequence[Ranking], top: int
) -> Scores:
    """AUROC of gold against distractor; how often all gold passages are among the first `top`."""
    orders: dict[str, list[float]] = {}
    values: list[float] = []
    labels: list[int] = []
    groups: list[int] = []
    for group, one in enumerate(rankings):
        readings = runner.read([(one.question, passage) for passage in one.passages])
        relevance = np.array([reading.relevance for reading in readings])
        values += list(relevance)
        labels += [int(mark) for mark in one.gold]
        groups += [group] * len(one.gold)
        scored = {"relevance": relevance, "tuned dense": _similarities(runner, one)}
        scored["bm25"] = bm25(one.question, one.passages)
        if original:
            scored["original dense"] = _similarities(original, one)
            scored["hybrid (original, bm25)"] = _fused(scored["original dense"], scored["bm25"])
        scored["hybrid (tuned, bm25)"] = _fused(scored["tuned dense"], scored["bm25"])
        scored["relevance + hybrid"] = _fused(relevance, scored["hybrid (tuned, bm25)"])
        scored["relevance + tuned dense"] = relevance + 10 * scored["tuned dense"]
        for name, order in scored.items():
            first = np.argsort(-order, kind="stable")[:top]
            orders.setdefault(name, []).append(
                float(sum(np.array(one.gold)[first]) == sum(one.gold))
            )
    scores: Scores = {"AUROC gold": auroc_interval(values, labels, groups)}
    return scores | {
        f"all gold in top {top}: {name}": mean_interval(v) for name, v in orders.items()
    }


def _similarities(runner: Runner, one: Ranking) -> np.ndarray:
    vectors = runner.embed([one.question, *one.passages])
    return vectors[1:] @ vectors[0]


def _fused(*scores: np.ndarray) -> np.ndarray:
    """Reciprocal rank fusion."""
    ranks = [np.argsort(np.argsort(-score, kind="stable"), kind="stable") for score in scores]
    return sum(1 / (60 + rank) for rank in ranks)


def bm25(question: str, passages: Sequence[str], k1: float = 1.2, b: float = 0.75) -> np.ndarray:
    """BM25 within the question's own passages, plain words."""
    words = [Counter(re.findall(r"\w+", passage.lower())) for passage in passages]
    lengths = np.array([sum(count.values()) for count in words], float)
    scores = np.zeros(len(passages))
    for term in set(re.findall(r"\w+", question.lower())):
        counts = np.array([count[term] for count in words], float)
        holding = (counts > 0).sum()
        weight = np.log(1 + (len(passages) - holding + 0.5) / (holding + 0.5))
        scores += (
            weight * counts * (k1 + 1) / (counts + k1 * (1 - b + b * lengths / lengths.mean()))
        )
    return scores


def embedding_scores(runner: Runner, reference: Runner, original: Runner, data: Path) -> Scores:
    """Closeness to the original in float32, and nearest passages of held-out questions."""
    rows = read_rows(data / "encoder-pairs-dev.jsonl")
    queries, passages = [row["query"] for row in rows], [passage_text(row) for row in rows]
    texts = [*queries, *passages]
    truth = reference.embed(texts)
    scores: Scores = {}
    for name, model in {"tuned": runner, "original int8": original, "original": reference}.items():
        vectors = truth if name == "original" else model.embed(texts)
        if name != "original":
            cosines = (vectors * truth).sum(1)
            scores[f"{name}: cosine to the original"] = mean_interval(cosines)
        similar = vectors[: len(rows)] @ vectors[len(rows) :].T
        own = np.diag(similar)[:, None]
        place = (similar > own + 1e-7).sum(1)
        for top in (1, 5):
            scores[f"{name}: own passage in top {top} of {len(rows)}"] = mean_interval(place < top)
    return scores


def judge_scores(runner: Runner, calibration: Constants, rows: list[dict[str, Any]]) -> Scores:
    """The head alone on own answers of the language model; `fit_judge.py` has the rest."""
    pairs = [(row["question"], row["answer"]) for row in rows]
    logits = np.array([reading.known for reading in runner.read(pairs)])
    labels = [int(row["right"]) for row in rows]
    chances = sigmoid(calibration, logits)
    scores: Scores = {"AUROC known": auroc_interval(list(logits), labels)}
    scores["right at all"] = mean_interval(labels)
    for least in EXITS:
        right = [label for label, chance in zip(labels, chances, strict=True) if chance >= least]
        if right:
            scores[f"right where known >= {least}"] = mean_interval(right)
    scores["reliability"] = reliability(list(chances), labels)
    return scores


def sigmoid(calibration: Constants, values: Sequence[float]) -> np.ndarray:
    """The calibrated probabilities."""
    return 1 / (1 + np.exp(-(calibration["a"] * np.asarray(values) + calibration["b"])))


def original_runner(form: str, threads: int) -> Runner:
    """The encoder that ours was trained from; says how to make it where it is not there."""
    folder = folder_of(form)
    if not (folder / "config.json").exists():
        command = "convert_minilm.py" + ("" if form == "int8" else f" --form {form}")
        raise SystemExit(f"{folder} is not there: run `python {command}` (a minute or two)")
    return Runner(folder, threads)


def show(title: str, scores: Scores) -> None:
    """A block of a table."""
    print(f"\n{title}")
    for name, score in scores.items():
        if isinstance(score, dict):
            print(
                f"  {name:52} {score['value']:.4f}  [{score['low']:.4f}, {score['high']:.4f}]"
                f"  n {score['n']}",
                flush=True,
            )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODELS / NAME)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=Path, default=BUILD / "data")
    parser.add_argument("--limit", type=int, help="questions a set")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=BUILD / "encoder" / "metrics.json")
    options = parser.parse_args()
    runner = Runner(options.folder, options.threads)
    config = json.loads((options.folder / "config.json").read_text(encoding="utf-8"))
    heads = config["hopwise_heads"]
    results: dict[str, Scores] = {}

    def wanted(name: str) -> bool:
        return options.only in (None, name)

    def measure(title: str, work: Callable[[], Scores]) -> None:
        results[title] = work()
        show(title, results[title])
        write_json(options.out, results)

    def some(rows: list) -> list:
        return rows[:: max(1, len(rows) // options.limit)] if options.limit else rows

    compared = wanted("relevance") or wanted("embedding")
    original = original_runner("int8", options.threads) if compared else None
    reference = original_runner("fp32", options.threads) if wanted("embedding") else None

    if wanted("reader"):
        confidence = heads["confidence"]
        squad = read_all(runner, some(squad_held_out(options.data)))
        measure("SQuAD, held-out articles", lambda: reader_scores(squad, confidence))
        hotpot = read_all(runner, some(hotpotqa_gold(options.data)))
        measure("HotpotQA, gold sentences", lambda: reader_scores(hotpot, confidence))
        measure("HotpotQA, by kind", lambda: scores_by(hotpot, yes_no_or_span))
    if wanted("selection"):
        selection = read_all(runner, some(selection_questions(options.rows)))
        measure("Selection rows", lambda: scores_by(selection, lambda one: one.source))
    if wanted("relevance"):
        hotpot_rankings = some(hotpotqa_rankings(options.data))
        measure(
            "HotpotQA, distractors", lambda: relevance_scores(runner, original, hotpot_rankings, 5)
        )
    if original and reference:
        measure("Embedding", lambda: embedding_scores(runner, reference, original, options.rows))
    proxies = options.rows / "judge-asked-dev.jsonl"
    if wanted("judge") and proxies.exists():
        rows = some(read_rows(proxies))
        measure("Judge", lambda: judge_scores(runner, heads["known"], rows))


if __name__ == "__main__":
    main()
