"""Scores of the encoder's heads, with bootstrap intervals."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

ARTICLES = re.compile(r"\b(a|an|the)\b")
SAMPLES = 2000


def normalise(text: str) -> str:
    """SQuAD's normalisation: lower case, no punctuation, no articles, single spaces."""
    text = unicodedata.normalize("NFC", text).lower()
    text = "".join(c for c in text if unicodedata.category(c)[0] not in "PS")
    return " ".join(ARTICLES.sub(" ", text).split())


def exact(prediction: str, answers: Sequence[str]) -> float:
    """1 if the prediction is one of the answers after normalisation."""
    return float(any(normalise(prediction) == normalise(answer) for answer in answers))


def f1(prediction: str, answers: Sequence[str]) -> float:
    """Best word F1 over the answers."""
    return max((_f1(normalise(prediction), normalise(answer)) for answer in answers), default=0.0)


def _f1(prediction: str, answer: str) -> float:
    said, meant = prediction.split(), answer.split()
    if not said or not meant or (prediction != answer and {prediction, answer} & {"yes", "no"}):
        return float(said == meant)
    common = sum((Counter(said) & Counter(meant)).values())
    return 2 * common / (len(said) + len(meant))


def auroc(scores: Sequence[float], labels: Sequence[int]) -> float:
    """Probability that a positive scores higher than a negative (ties count half)."""
    values, marks = np.asarray(scores, float), np.asarray(labels, bool)
    positives, negatives = marks.sum(), (~marks).sum()
    if positives == 0 or negatives == 0:
        return float("nan")
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return float((ranks[marks].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def mean_interval(values: Sequence[float], seed: int = 0) -> dict[str, float | int]:
    """Mean with its 95 % bootstrap interval and n."""
    data = np.asarray(values, float)
    chance = np.random.default_rng(seed)
    means = [data[chance.integers(0, len(data), len(data))].mean() for _ in range(SAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    return {"value": float(data.mean()), "low": float(low), "high": float(high), "n": len(data)}


def auroc_interval(
    scores: Sequence[float],
    labels: Sequence[int],
    groups: Sequence[int] | None = None,
    seed: int = 0,
) -> dict[str, float | int]:
    """AUROC with its 95 % bootstrap interval, resampled by group (a question's passages)."""
    values, marks = np.asarray(scores, float), np.asarray(labels, int)
    keys = np.arange(len(values)) if groups is None else np.asarray(groups)
    members = [np.flatnonzero(keys == key) for key in np.unique(keys)]
    chance = np.random.default_rng(seed)
    drawn = []
    for _ in range(SAMPLES // 4):
        picks = chance.integers(0, len(members), len(members))
        rows = np.concatenate([members[pick] for pick in picks])
        drawn.append(auroc(values[rows], marks[rows]))
    low, high = np.nanpercentile(drawn, [2.5, 97.5])
    return {
        "value": auroc(values, marks),
        "low": float(low),
        "high": float(high),
        "n": len(values),
        "positives": int(marks.sum()),
    }


def reliability(
    probabilities: Sequence[float], labels: Sequence[int], bins: int = 10
) -> list[dict[str, float | int]]:
    """Mean probability and share of positives in equally wide bins."""
    values, marks = np.asarray(probabilities, float), np.asarray(labels, float)
    places = np.clip((values * bins).astype(int), 0, bins - 1)
    return [
        {
            "from": index / bins,
            "n": int((places == index).sum()),
            "probability": float(values[places == index].mean()),
            "share": float(marks[places == index].mean()),
        }
        for index in range(bins)
        if (places == index).any()
    ]


def platt(scores: Sequence[float], labels: Sequence[int]) -> dict[str, float]:
    """a, b of sigmoid(a * x + b) that maximise the likelihood."""
    line = LogisticRegression(C=np.inf, tol=1e-8, max_iter=1000)
    line.fit(np.asarray(scores, float)[:, None], labels)
    return {"a": float(line.coef_[0, 0]), "b": float(line.intercept_[0])}
