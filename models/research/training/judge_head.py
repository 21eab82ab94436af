"""A small head in numpy: one hidden layer with GELU, fitted with AdamW to labels and to pairs.

A row's loss is the cross-entropy of right and wrong. A pair's is that of its right answer being
preferred, ln(1 + exp(wrong − right)): what both answers have in common, the question, cancels.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

Weights = dict[str, np.ndarray]


@dataclass(frozen=True)
class Rows:
    """Features [rows, inputs], labels of the first ones, and pairs of row numbers (right, wrong) [pairs, 2]."""

    features: np.ndarray
    labels: np.ndarray
    pairs: np.ndarray


def gelu(x: np.ndarray) -> np.ndarray:
    """x Φ(x), as ONNX has it."""
    return x * _phi(x)


def _phi(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + _erf(x / sqrt(2)))


def _erf(x: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun 7.1.26, off by less than 2e-7."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    poly = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return np.sign(x) * (1 - poly * np.exp(-x * x))


def sigmoid(x: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(−x)), without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * x))


def logits(head: Weights, features: np.ndarray) -> np.ndarray:
    """[rows]."""
    inner = gelu(features @ head["hidden.weight"].T + head["hidden.bias"])
    return inner @ head["out.weight"][0] + head["out.bias"][0]


def loss(head: Weights, rows: Rows, pair_weight: float) -> float:
    """Mean loss of the rows, and `pair_weight` times the pairs'."""
    found = logits(head, rows.features)
    signs = 2 * rows.labels - 1
    own = np.logaddexp(0, -signs * found[: len(signs)]).mean()
    if not len(rows.pairs):
        return float(own)
    ahead = found[rows.pairs[:, 0]] - found[rows.pairs[:, 1]]
    return float(own + pair_weight * np.logaddexp(0, -ahead).mean())


def fit(
    rows: Rows,
    held: Rows,
    hidden: int,
    dropout: float,
    pair_weight: float,
    decay: float,
    seed: int = 0,
    epochs: int = 60,
    patience: int = 8,
    batch: int = 256,
    rate: float = 1e-3,
) -> tuple[Weights, float]:
    """The head of the least loss on the held rows, and that loss."""
    chance = np.random.default_rng(seed)
    inputs = rows.features.shape[1]
    bound = 1 / np.sqrt(inputs)
    head: Weights = {
        "hidden.weight": chance.uniform(-bound, bound, (hidden, inputs)),
        "hidden.bias": np.zeros(hidden),
        "out.weight": chance.uniform(-1, 1, (1, hidden)) / np.sqrt(hidden),
        "out.bias": np.zeros(1),
    }
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in head.items()}
    best, best_loss, since, step = head, float("inf"), 0, 0
    count = max(len(rows.labels), len(rows.pairs))
    for _ in range(epochs):
        for _ in range(-(-count // batch)):
            some = chance.integers(0, len(rows.labels), batch)
            pairs = rows.pairs[chance.integers(0, len(rows.pairs), batch)]
            at = np.concatenate([some, pairs[:, 0], pairs[:, 1]])
            step += 1
            gradients = _gradients(head, rows, at, batch, dropout, pair_weight, chance)
            for name, gradient in gradients.items():
                first, second = moments[name]
                first += 0.1 * (gradient - first)
                second += 0.001 * (gradient**2 - second)
                change = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
                head[name] = head[name] * (1 - rate * decay) - rate * change
        held_loss = loss(head, held, pair_weight)
        since += 1
        if held_loss < best_loss:
            best = {name: value.copy() for name, value in head.items()}
            best_loss, since = held_loss, 0
        if since > patience:
            break
    return best, best_loss


def _gradients(
    head: Weights,
    rows: Rows,
    at: np.ndarray,
    batch: int,
    dropout: float,
    pair_weight: float,
    chance: np.random.Generator,
) -> Weights:
    """Of the loss of `batch` rows and as many pairs, whose features are at `at` one after the other."""
    keep = 1 - dropout
    x = rows.features[at] * (chance.random((len(at), rows.features.shape[1])) < keep) / keep
    before = x @ head["hidden.weight"].T + head["hidden.bias"]
    phi = _phi(before)
    mask = (chance.random(before.shape) < keep) / keep
    inner = before * phi * mask
    found = inner @ head["out.weight"][0] + head["out.bias"][0]
    of_logit = np.empty_like(found)
    of_logit[:batch] = (sigmoid(found[:batch]) - rows.labels[at[:batch]]) / batch
    right, wrong = found[batch : 2 * batch], found[2 * batch :]
    push = pair_weight * sigmoid(wrong - right) / batch
    of_logit[batch : 2 * batch], of_logit[2 * batch :] = -push, push
    of_inner = of_logit[:, None] * head["out.weight"] * mask
    density = np.exp(-0.5 * before**2) / np.sqrt(2 * np.pi)
    of_before = of_inner * (phi + before * density)
    return {
        "hidden.weight": of_before.T @ x,
        "hidden.bias": of_before.sum(0),
        "out.weight": (of_logit @ inner)[None],
        "out.bias": of_logit.sum(keepdims=True),
    }
