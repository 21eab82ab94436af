"""Fit the knowledge head: does the small language model know this without looking it up?

python fit_judge.py        # then: python convert_encoder.py

Rows are training questions with the language model's own proxy answer and whether it was right. The
trunk stays as it is: the head learns on what the int8 form in models/hopwise-encoder gives it, from
rows of balanced classes, as SlimPLM has it (`encoder-judge.jsonl`). Its constants a, b come from
questions that it has not seen, in their natural shares (`proxy-answers.jsonl`): few answers are
right, and a probability is to mean just that.
"""

from __future__ import annotations

import argparse
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from common import BUILD, MODELS, write_json
from convert_encoder import CALIBRATION, CHECKPOINT, KNOWN_HIDDEN, NAME
from encoder_data import read_rows
from encoder_metrics import auroc_interval, platt
from encoder_runner import Runner

SELECTION = 0.15  # share of the questions kept for stopping and for the constants
EPOCHS, PATIENCE, BATCH = 60, 8, 256


def kept_for_selection(question: str) -> bool:
    """The same questions in every run."""
    return zlib.crc32(question.encode("utf-8")) / 2**32 < SELECTION


class KnownHead(nn.Module):
    """The head of the graph, with dropout while it learns."""

    def __init__(self, inputs: int, dropout: float) -> None:
        super().__init__()
        self.hidden = nn.Linear(inputs, KNOWN_HIDDEN)
        self.out = nn.Linear(KNOWN_HIDDEN, 1)
        self.dropout = dropout

    def forward(self, features: Tensor) -> Tensor:
        """Logits [rows]."""
        features = functional.dropout(features, self.dropout, self.training)
        inner = functional.gelu(self.hidden(features))
        return self.out(functional.dropout(inner, self.dropout, self.training))[:, 0]


def features_of(runner: Runner, rows: list[dict[str, Any]]) -> Tensor:
    """What the head sees of each row."""
    return torch.from_numpy(runner.features([(row["question"], row["answer"]) for row in rows]))


def fit(
    features: Tensor, labels: Tensor, chosen: Tensor, chosen_labels: Tensor, dropout: float
) -> tuple[KnownHead, float]:
    """The head of the least loss on the selection rows, and that loss."""
    head = KnownHead(features.shape[1], dropout)
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-3, weight_decay=0.05)
    best, best_loss, since = head.state_dict(), float("inf"), 0
    for _ in range(EPOCHS):
        head.train()
        for batch in torch.randperm(len(features)).split(BATCH):
            loss = functional.binary_cross_entropy_with_logits(head(features[batch]), labels[batch])
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        head.eval()
        with torch.inference_mode():
            logits = head(chosen)
            held = float(functional.binary_cross_entropy_with_logits(logits, chosen_labels))
        since += 1
        if held < best_loss:
            best = {name: value.clone() for name, value in head.state_dict().items()}
            best_loss, since = held, 0
        if since > PATIENCE:
            break
    head.load_state_dict(best)
    return head.eval(), best_loss


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, default=BUILD / "data" / "encoder-judge.jsonl")
    parser.add_argument("--all", type=Path, default=BUILD / "data" / "proxy-answers.jsonl")
    parser.add_argument("--folder", type=Path, default=MODELS / NAME)
    parser.add_argument("--weights", type=Path, default=CHECKPOINT)
    parser.add_argument("--calibration", type=Path, default=CALIBRATION)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    rows = read_rows(options.rows)
    runner = Runner(options.folder)
    features = features_of(runner, rows)
    labels = torch.tensor([float(row["known"]) for row in rows])
    apart = torch.tensor([kept_for_selection(row["question"]) for row in rows])
    parts = (features[~apart], labels[~apart], features[apart], labels[apart])
    heads = [fit(*parts, dropout) for dropout in (0.1, 0.3, 0.5)]
    head, loss = min(heads, key=lambda item: item[1])
    natural = [row for row in read_rows(options.all) if kept_for_selection(row["question"])]
    with torch.inference_mode():
        logits = head(features_of(runner, natural)).numpy()
    known = [int(row["right"]) for row in natural]
    constants = platt(logits, known)
    weights = load_file(options.weights)
    weights |= {f"heads.known.{name}": value for name, value in head.state_dict().items()}
    save_file(weights, options.weights)
    calibration = json.loads(options.calibration.read_text(encoding="utf-8"))
    write_json(options.calibration, calibration | {"known": constants})
    report = {"loss": loss, "AUROC": auroc_interval(list(logits), known), "known": constants}
    print(json.dumps({"rows": len(rows), "share known": float(np.mean(known)), **report}, indent=2))


if __name__ == "__main__":
    main()
