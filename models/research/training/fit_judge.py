"""Fit the knowledge head, so that it uses the answer: is what the small language model says right?

python judge_rows.py --data ../../../../shared/data    # once
python fit_judge.py && python widen_encoder.py && python write_catalogue.py

The trunk stays as it is: the head learns on what the int8 form in models/hopwise-encoder gives it.
Two things are learnt together: which of the language model's own answers are right, and in pairs of
answers to one question which is the right one: the gold answer before the model's own wrong one, and
the gold answer, or its own right one, before a swapped one (the gold answer of the most similar
other question). The constants come from own answers that the head has not seen, in their natural
shares: those of the head alone, and those with the answer's own ln P. The head is put into the
graph; the big file of weights stays byte for byte. No PyTorch. It ends with the card's figures.
"""

from __future__ import annotations

import argparse
import json
import re
import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file, save_file
from sklearn.linear_model import LogisticRegression

import judge_head
from common import BUILD, MODELS, write_json
from convert_encoder import CALIBRATION, CHECKPOINT, NAME
from encoder_metrics import auroc, auroc_interval, mean_interval
from judge_head import Rows, Weights, logits
from judge_labels import Row, contains, read_lines
from judge_runner import JudgeRunner
from place_judge import place

DATA = BUILD / "data"
SELECTION = 0.15  # share of the questions kept for stopping and for the constants
SETTINGS = {"hidden": 64, "dropout": 0.4, "pair_weight": 0.5, "decay": 0.05}
OWN_RIGHT_TIMES = 4  # few of the own answers are right


def kept_for_selection(question: str) -> bool:
    """The same questions in every run."""
    return zlib.crc32(question.encode("utf-8")) / 2**32 < SELECTION


def swapped(rows: list[Row]) -> list[str]:
    """For each row the gold answer of the most similar other question of its source that is none here."""
    words = [set(re.findall(r"[^\W_]+", row["question"].lower())) for row in rows]
    holding: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        for word in words[at]:
            holding[row["source"], word].append(at)
    found = []
    for at, row in enumerate(rows):
        common: dict[int, int] = defaultdict(int)
        for word in words[at]:
            for other in holding[row["source"], word][:3000]:
                common[other] += 1
        alike = sorted(common, key=lambda one: (-common[one] / len(words[at] | words[one]), one))
        texts = (rows[one]["answers"][0] for one in alike)
        found.append(next((text for text in texts if _is_other(row, text)), ""))
    return found


def _is_other(row: Row, text: str) -> bool:
    said = [*row["answers"], row.get("answer", "")]
    return not any(contains(text, one) or contains(one, text) for one in said)


class Set:
    """Every answer of some rows once, with its features; own answers and pairs by their numbers."""

    def __init__(self, runner: JudgeRunner, rows: list[Row]) -> None:
        self.rows = rows
        asked: list[tuple[str, str]] = []
        self.own: list[int] = []  # numbers of answers
        self.of: list[int] = []  # numbers of their rows
        self.pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.pair_rows: dict[str, list[int]] = defaultdict(list)
        for at, (row, swap) in enumerate(zip(rows, swapped(rows), strict=True)):

            def number(text: str, question: str = row["question"]) -> int:
                asked.append((question, text))
                return len(asked) - 1

            own = number(row["answer"]) if row.get("answer") else None
            if own is not None:
                self.own.append(own)
                self.of.append(at)
            if row.get("right"):
                self._pair("own right, swapped", at, own, number(swap) if swap else None)
                continue
            gold = number(row["answers"][0])
            self._pair("gold, own wrong", at, gold, own)
            self._pair("gold, swapped", at, gold, number(swap) if swap else None)
        self.features = runner.features(asked)
        self.right = np.array([bool(rows[at]["right"]) for at in self.of])
        self.logprobs = np.array([sum(rows[at]["logprobs"][:-1]) for at in self.of])

    def _pair(self, kind: str, at: int, right: int | None, wrong: int | None) -> None:
        if right is not None and wrong is not None:
            self.pairs[kind].append((right, wrong))
            self.pair_rows[kind].append(at)

    def part(self, held: bool) -> Rows:
        """The rows that train, or those kept for selection."""
        is_part = [kept_for_selection(row["question"]) == held for row in self.rows]
        own = [number for number, at in zip(self.own, self.of, strict=True) if is_part[at]]
        labels = [
            float(right) for right, at in zip(self.right, self.of, strict=True) if is_part[at]
        ]
        pairs: list[tuple[int, int]] = []
        for kind, all_pairs in self.pairs.items():
            times = OWN_RIGHT_TIMES if kind == "own right, swapped" and not held else 1
            for pair, at in zip(all_pairs, self.pair_rows[kind], strict=True):
                pairs += [pair] * times if is_part[at] else []
        ends = np.array(pairs)
        numbers = np.concatenate([own, ends.ravel()]).astype(int)
        places = np.arange(ends.size).reshape(-1, 2) + len(own)
        return Rows(self.features[numbers], np.array(labels), places)


def standardised(rows: Rows, mean: np.ndarray, deviation: np.ndarray) -> Rows:
    """The same rows with features of mean 0 and deviation 1."""
    return Rows((rows.features - mean) / deviation, rows.labels, rows.pairs)


def folded(head: Weights, mean: np.ndarray, deviation: np.ndarray) -> Weights:
    """The head for features as they come."""
    weight = head["hidden.weight"] / deviation
    return head | {"hidden.weight": weight, "hidden.bias": head["hidden.bias"] - weight @ mean}


def constants(own: np.ndarray, logprobs: np.ndarray, right: np.ndarray) -> dict[str, Any]:
    """P(known) by the head alone, and by the head and the answer's own ln P."""
    alone = LogisticRegression(C=1e3).fit(own[:, None], right)
    both = LogisticRegression(C=1e3).fit(np.c_[own, logprobs], right)
    a, logprob = map(float, both.coef_[0])
    return {
        "known": {"a": float(alone.coef_[0][0]), "b": float(alone.intercept_[0])},
        "knownWithLogprob": {"a": a, "logprob": logprob, "b": float(both.intercept_[0])},
    }


def keep(head: Weights, told: dict[str, Any]) -> None:
    """In the checkpoint, too, so that a later conversion has it."""
    named = {f"heads.known.{name}": value.astype(np.float32) for name, value in head.items()}
    save_file(load_file(CHECKPOINT) | named, CHECKPOINT)
    write_json(CALIBRATION, json.loads(CALIBRATION.read_text(encoding="utf-8")) | told)


def report(head: Weights, told: dict[str, Any], dev: Set) -> dict[str, Any]:
    """The card's figures on the development questions."""
    scores = logits(head, dev.features)
    own = scores[dev.own]
    both = told["knownWithLogprob"]
    logit = both["a"] * own + both["logprob"] * dev.logprobs + both["b"]
    known = judge_head.sigmoid(logit)
    found: dict[str, Any] = {
        f"own answers, AUROC by {name}": auroc_interval(values, dev.right)
        for name, values in {"head": own, "ln P": dev.logprobs, "head and ln P": logit}.items()
    }
    for least, most in ((0.5, 1), (0.3, 0.5), (0.2, 0.3), (0.1, 0.2), (0, 0.1)):
        some = (known > least) & (known <= most)
        figures = {"n": int(some.sum()), "right": int(dev.right[some].sum())}
        found[f"P(known) from {least} to {most}"] = figures | {"mean": float(known[some].mean())}
    kinds = {kind: scores[np.array(pairs)] for kind, pairs in dev.pairs.items()}
    for kind, ends in (kinds | {"all pairs": np.concatenate([*kinds.values()])}).items():
        ahead = (ends[:, 0] > ends[:, 1]) + 0.5 * (ends[:, 0] == ends[:, 1])
        found[f"{kind}: right one preferred"] = mean_interval(ahead)
        found[f"{kind}: AUROC"] = auroc(ends.T.ravel(), np.repeat([1, 0], len(ends)))
    return found


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODELS / NAME)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    runner = JudgeRunner(options.folder, options.threads)
    asked, gold = (read_lines(DATA / f"judge-{name}.jsonl") for name in ("asked", "gold"))
    train = Set(runner, [*asked, *gold])
    mean, deviation = train.features.mean(0), train.features.std(0) + 1e-6
    parts = [standardised(train.part(held), mean, deviation) for held in (False, True)]
    fitted, loss = judge_head.fit(*parts, seed=options.seed, **SETTINGS)
    head = folded(fitted, mean, deviation)
    held = np.array([kept_for_selection(train.rows[at]["question"]) for at in train.of])
    own = logits(head, train.features[train.own])
    told = constants(own[held], train.logprobs[held], train.right[held])
    place(head, options.folder / "onnx" / "model_quantized.onnx")
    if CHECKPOINT.exists() and CALIBRATION.exists():
        keep(head, told)
    path = options.folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["hopwise_heads"] |= told
    write_json(path, config)
    dev = Set(runner, read_lines(DATA / "judge-asked-dev.jsonl"))
    sizes = {"rows": len(train.own), "pairs": len(parts[0].pairs), "selection loss": loss}
    print(json.dumps(sizes | told | report(head, told, dev), indent=2))


if __name__ == "__main__":
    main()
