"""Train hopwise-encoder: all heads and the whole trunk together, words frozen.

python train_encoder.py                       # the recipe of the model card
python train_encoder.py --steps 20 --name try # a short look

A step has two batches: one of reading (spans, yes/no, no answer) and in turn one that reads too,
tells gold passages from distractors, or stays where the original's embeddings are. The same on
CUDA with --device cuda --threads 1.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from common import BUILD
from encoder_data import (
    Pair,
    ReadRow,
    RelevanceRow,
    by_length,
    forever,
    load_tokenizer,
    passage_text,
    read_rows,
    repeated,
    sampled,
    tokenise_read,
    tokenise_relevance,
    tokenise_texts,
)
from encoder_losses import distilling_loss, embed, nearest_loss, reading_loss, relevance_loss
from encoder_model import (
    KINDS,
    HopwiseEncoder,
    load_checkpoint,
    load_weights,
    save_checkpoint,
    untrained,
)
from encoder_shipped import shipped_weights
from encoder_teacher import teacher_vectors

DATA = BUILD / "data"
# How often an epoch shows a source's rows: little multi-hop and SQuAD, much Factbook.
READ_TIMES = {
    "hotpotqa": 2.0,
    "hotpotqa_gold": 1.5,
    "2wikimultihopqa": 1.5,
    "musique": 1.5,
    "squad": 2.0,
    "factbook": 0.35,
    "fairytaleqa": 0.7,
}
YES_NO_TIMES = 2.5  # on top of that: few multi-hop rows are answered by yes or no
RELEVANCE_SHARES = {"nq_qed": 0.3, "factbook": 0.3}
RELEVANCE_TIMES = {"hotpotqa": 3.0, "hotpotqa_gold": 1.5, "2wikimultihopqa": 1.5, "musique": 2.0}
PAIR_SHARES = {"nq_qed": 0.4, "factbook": 0.2}
TEXTS = 9000
BATCH = 3600  # padded tokens
PASSAGES = 6
TURNS = ("relevance", "read", "relevance", "texts", "relevance", "pairs")
CONTRAST = 0.05
HEAD_RATE = 4.0  # fresh heads learn faster than the trunk
SAVE_SECONDS = 300

Loss = Callable[[], Tensor]


@dataclass(frozen=True)
class Recipe:
    """What a run is made of."""

    steps: int
    minutes: float
    rate: float
    warm_up: float
    decay: float
    dropout: float
    seed: int


class Tasks:
    """Endless batches of each task. `draw` picks one now and gives what computes its loss."""

    def __init__(self, model: HopwiseEncoder, data: Path, seed: int) -> None:
        self.model = model
        self.chance = chance = np.random.default_rng(seed)
        tokenizer = load_tokenizer()
        self.read = tokenise_read(read_rows(data / "encoder-read.jsonl"), tokenizer)
        relevance = sampled(read_rows(data / "encoder-relevance.jsonl"), RELEVANCE_SHARES, chance)
        self.relevance = tokenise_relevance(relevance, tokenizer)
        pairs = sampled(read_rows(data / "encoder-pairs.jsonl"), PAIR_SHARES, chance)
        texts = [row["text"] for row in read_rows(data / "encoder-texts.jsonl")]
        texts = [texts[index] for index in chance.permutation(len(texts))[:TEXTS]]
        queries, passages = [row["query"] for row in pairs], [passage_text(row) for row in pairs]
        self.texts = tokenise_texts([*texts, *queries, *passages], tokenizer)
        first = len(texts)
        self.pairs = [(first + index, first + len(pairs) + index) for index in range(len(pairs))]
        self.teacher = teacher_vectors(self.texts, BUILD / "encoder")
        self._draw: dict[str, Iterator[Loss]] = {
            "read": forever(self._read_epoch),
            "relevance": forever(self._relevance_epoch),
            "texts": forever(self._texts_epoch),
            "pairs": forever(self._pairs_epoch),
        }

    def draw(self, task: str) -> Loss:
        """The next batch of a task."""
        return next(self._draw[task])

    def _read_epoch(self) -> Iterator[Loss]:
        order = repeated([_times(row) for row in self.read], self.chance)
        lengths = [len(row.pair) for row in self.read]
        for batch in by_length(order, lengths, BATCH, self.chance):
            rows = [self.read[index] for index in batch]
            yield lambda rows=rows: reading_loss(self.model, rows)

    def _relevance_epoch(self) -> Iterator[Loss]:
        times = [RELEVANCE_TIMES.get(row.source, 1.0) for row in self.relevance]
        order = repeated(times, self.chance)
        sizes = [
            max(map(len, row.gold + row.others)) * min(PASSAGES, len(row.gold + row.others))
            for row in self.relevance
        ]
        for batch in by_length(order, sizes, BATCH, self.chance):
            chosen = [self._some_passages(self.relevance[index]) for index in batch]
            yield lambda chosen=chosen: relevance_loss(self.model, chosen)

    def _some_passages(self, row: RelevanceRow) -> tuple[list[Pair], int]:
        """At most six passages, up to two of them gold; the gold ones first."""
        gold = self._some(row.gold, min(2, len(row.gold)))
        others = self._some(row.others, min(PASSAGES - len(gold), len(row.others)))
        return gold + others, len(gold)

    def _some(self, pairs: list[Pair], count: int) -> list[Pair]:
        return [pairs[index] for index in self.chance.choice(len(pairs), count, replace=False)]

    def _texts_epoch(self) -> Iterator[Loss]:
        lengths = [len(ids) for ids in self.texts]
        for batch in by_length(range(len(self.texts)), lengths, BATCH, self.chance):
            yield lambda batch=batch: distilling_loss(*self._vectors(batch))

    def _pairs_epoch(self) -> Iterator[Loss]:
        lengths = [len(self.texts[query]) + len(self.texts[text]) for query, text in self.pairs]
        for batch in by_length(range(len(self.pairs)), lengths, BATCH, self.chance):
            pairs = [self.pairs[index] for index in batch]
            yield lambda pairs=pairs: self._pairs_loss(pairs)

    def _vectors(self, indices: list[int]) -> tuple[Tensor, Tensor]:
        vectors = embed(self.model, [self.texts[index] for index in indices])
        return vectors, torch.from_numpy(self.teacher[indices]).to(vectors)

    def _pairs_loss(self, pairs: list[tuple[int, int]]) -> Tensor:
        queries, told_queries = self._vectors([query for query, _ in pairs])
        passages, told_passages = self._vectors([passage for _, passage in pairs])
        distilled = distilling_loss(queries, told_queries) + distilling_loss(
            passages, told_passages
        )
        return distilled / 2 + CONTRAST * nearest_loss(queries, passages)


def _times(row: ReadRow) -> float:
    """How often an epoch shows a reading row."""
    times = READ_TIMES.get(row.source, 1.0)
    rare = KINDS[row.kind] in ("yes", "no") and row.source in READ_TIMES
    return times * YES_NO_TIMES if rare else times


class Workers:
    """Runs the two batches of a step side by side, one core each; their gradients add up.

    One thread in every operator and two batches at once is faster on a busy machine than two
    threads in every operator, which wait for each other. On one thread the order is fixed and a
    run repeats exactly.
    """

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))

    def run(self, losses: Sequence[Loss]) -> list[float]:
        """Backward through every loss; returns their values."""
        return list(self._pool.map(_backward, losses))


def _backward(loss: Loss) -> float:
    value = loss()
    value.backward()
    return float(value.detach())


def optimiser(model: HopwiseEncoder, recipe: Recipe) -> torch.optim.Optimizer:
    """AdamW; no decay on norms and biases, heads faster."""
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, value in model.named_parameters():
        if value.requires_grad:
            groups.setdefault((name.startswith("heads."), value.ndim > 1), []).append(value)
    return torch.optim.AdamW(
        [
            {
                "params": values,
                "lr": recipe.rate * (HEAD_RATE if head else 1),
                "weight_decay": recipe.decay if matrix else 0.0,
            }
            for (head, matrix), values in groups.items()
        ],
        fused=True,
    )


def rate_at(progress: float, warm_up: float) -> float:
    """Share of the peak rate: linear up, linear down to a hundredth."""
    if progress < warm_up:
        return max(progress / warm_up, 0.01)
    return max((1 - progress) / (1 - warm_up), 0.01)


def train(
    model: HopwiseEncoder, tasks: Tasks, recipe: Recipe, workers: Workers, folder: Path
) -> None:
    """Run the recipe; a checkpoint every five minutes and at the end.

    On a machine that turns out slower than planned the rate falls with the clock instead of the
    steps, so that the run ends in time and is still a whole one.
    """
    optimizer = optimiser(model, recipe)
    peaks = [group["lr"] for group in optimizer.param_groups]
    turns = itertools.cycle(TURNS)
    losses: dict[str, list[float]] = {}
    begun = saved = time.monotonic()
    step, progress = 0, 0.0
    model.train()
    while progress < 1:
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"] = peak * rate_at(progress, recipe.warm_up)
        step += 1
        names = ("read", next(turns))
        for name, loss in zip(
            names, workers.run([tasks.draw(name) for name in names]), strict=True
        ):
            losses.setdefault(name, []).append(loss)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        losses.setdefault("norm", []).append(float(norm))
        optimizer.step()
        optimizer.zero_grad()
        spent = (time.monotonic() - begun) / 60 / recipe.minutes
        progress = max(step / recipe.steps, spent)
        if step % 20 == 0 or progress >= 1:
            means = {task: round(float(np.mean(values)), 4) for task, values in losses.items()}
            seconds = round(time.monotonic() - begun, 1)
            print(json.dumps({"step": step, "seconds": seconds, **means}), flush=True)
            losses.clear()
        if time.monotonic() - saved > SAVE_SECONDS:
            save_checkpoint(model, folder / "latest.safetensors")
            saved = time.monotonic()
    save_checkpoint(model, folder / "model.safetensors")


def starting_model(start: str | None, dropout: float) -> HopwiseEncoder:
    """The original with fresh heads, the model that ships, or a checkpoint."""
    if start is None:
        return untrained(dropout, torch.bfloat16)
    if start != "shipped":
        return load_checkpoint(Path(start), dropout, torch.bfloat16)
    model = HopwiseEncoder(dropout, torch.bfloat16)
    load_weights(model, shipped_weights())
    return model


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--name", default="encoder", help="folder below models/.build")
    parser.add_argument("--start", help="a checkpoint to go on from, or 'shipped'")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1400)
    parser.add_argument("--minutes", type=float, default=600, help="ends by then, see train()")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--warm-up", type=float, default=0.06)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    recipe = Recipe(
        options.steps,
        options.minutes,
        options.rate,
        options.warm_up,
        options.decay,
        options.dropout,
        options.seed,
    )
    model = starting_model(options.start, recipe.dropout).to(options.device)
    tasks = Tasks(model, options.data, recipe.seed)
    counts = {"read": len(tasks.read), "relevance": len(tasks.relevance), "texts": len(tasks.texts)}
    counts["pairs"] = len(tasks.pairs)
    print(json.dumps({"recipe": vars(recipe), "rows": counts}), flush=True)
    train(model, tasks, recipe, Workers(options.threads), BUILD / options.name)


if __name__ == "__main__":
    main()
