"""Tune SmolLM2-135M-Instruct on Hopwise's skills with LoRA; writes merged float32 weights.

python train_lm.py                                  # models/.build/lm/tuned
python train_lm.py --resume --threads 2             # go on from the last checkpoint
python train_lm.py --device cuda --rank 4
python train_lm.py --start tuned --out errorbook --rows lm-errorbook.jsonl --mix lm-train.jsonl

The settings that the CoopLLM paper gives are the defaults (AdamW, batch 16, at most 1280 tokens,
bf16, rank 4). The base weights are the dequantised 4-bit file
(Q4_1) and never change, which is QLoRA's setting: adapters over a frozen 4-bit model. They are
expanded once instead of at every step, since the processor has no 4-bit product to gain from.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from common import BUILD, write_json
from lm_data import (
    DATA,
    Batch,
    Batches,
    ChatTokenizer,
    Example,
    collate,
    describe,
    read_examples,
    reshare,
)
from lm_model import Adapters, TunableLlama, load_model, save_merged

RUNS = BUILD / "lm"
CHECKPOINT_SECONDS = 300


@dataclass(frozen=True)
class Recipe:
    """What decides the result, besides the data."""

    rank: int = 4
    scale: float = 2.0
    learning_rate: float = 2e-3
    steps: int = 800
    batch: int = 16
    warm_up: int = 50
    decay: float = 0.3
    weight_decay: float = 0.0
    clip: float = 1.0
    seed: int = 7


def rate(recipe: Recipe, step: int) -> float:
    """Learning rate: warm-up, constant, then linear to zero over the last `decay` of the steps."""
    rising = min(1.0, (step + 1) / recipe.warm_up)
    falling = min(1.0, (recipe.steps - step) / (recipe.decay * recipe.steps))
    return recipe.learning_rate * rising * falling


def batch_loss(model: TunableLlama, batch: Batch) -> Tensor:
    """Weighted cross-entropy of the learnt positions; only those go through the vocabulary."""
    hidden, _ = model.hidden(batch.ids)
    scores = model.logits(hidden.flatten(0, 1)[batch.where])
    losses = F.cross_entropy(scores.float(), batch.labels, reduction="none")
    return (losses * batch.weights).sum()


def dev_losses(
    model: TunableLlama, examples: list[Example], pad: int, device: str
) -> dict[str, float]:
    """Mean loss a learnt token for every skill, and their plain mean under "mean"."""
    sums: dict[str, list[float]] = {}
    order = sorted(examples, key=lambda example: len(example.ids))
    with torch.no_grad():
        for start in range(0, len(order), 16):
            group = order[start : start + 16]
            batch = collate(group, pad).to(device)
            hidden, _ = model.hidden(batch.ids)
            scores = model.logits(hidden.flatten(0, 1)[batch.where]).float()
            losses = F.cross_entropy(scores, batch.labels, reduction="none").cpu()
            for example, part in zip(
                group, losses.split([len(example.labels) for example in group]), strict=True
            ):
                sums.setdefault(example.skill, []).extend(part.tolist())
    means = {skill: float(np.mean(values)) for skill, values in sorted(sums.items())}
    return {**means, "mean": float(np.mean(list(means.values())))}


class Trainer:
    """The loop, its log and its checkpoints."""

    def __init__(self, model: TunableLlama, recipe: Recipe, folder: Path, device: str) -> None:
        self.model, self.recipe, self.folder, self.device = model, recipe, folder, device
        parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self.optimiser = torch.optim.AdamW(
            parameters,
            lr=recipe.learning_rate,
            weight_decay=recipe.weight_decay,
            betas=(0.9, 0.99),
            fused=True,
        )
        self.step, self.tokens, self.seconds = 0, 0, 0.0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def checkpoint(self) -> Path:
        """The file that a later call resumes from."""
        return self.folder / "checkpoint.pt"

    def save(self) -> None:
        """Write the checkpoint so that a stop in between leaves the old one."""
        fresh = self.checkpoint.with_suffix(".new")
        state = {
            "adapters": self.model.adapter_state(),
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.step, self.tokens, self.seconds),
        }
        torch.save(state, fresh)
        fresh.replace(self.checkpoint)

    def resume(self) -> None:
        """Go on from the checkpoint."""
        state = torch.load(self.checkpoint, weights_only=True, map_location=self.device)
        self.model.load_adapters(state["adapters"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.tokens, self.seconds = state["counts"]

    def log(self, text: str) -> None:
        """Print and append to train.log."""
        line = f"{time.strftime('%H:%M:%S')} step {self.step} {text}"
        print(line, flush=True)
        with (RUNS / "train.log").open("a", encoding="utf-8") as stream:
            stream.write(f"{self.folder.name}: {line}\n")

    def update(self, batch: list[Batch]) -> float:
        """One optimiser step over a batch in pieces; returns the loss."""
        total = 0.0
        for piece in batch:
            loss = batch_loss(self.model, piece.to(self.device))
            loss.backward()
            total += float(loss.detach())
            self.tokens += piece.ids.numel()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.recipe.clip)
        for group in self.optimiser.param_groups:
            group["lr"] = rate(self.recipe, self.step)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.model.merge()
        self.step += 1
        return total

    def run(self, batches: Batches, dev: list[Example], check_every: int, snapshot: float) -> None:
        """Train to the last step; `snapshot` is the share of steps after which `first` is written."""
        started, saved, losses = time.monotonic(), time.monotonic(), []
        spent = self.seconds
        for batch in batches.starting(self.step):
            if self.step >= self.recipe.steps:
                break
            losses.append(self.update(batch))
            self.seconds = spent + time.monotonic() - started
            if self.step % 20 == 0:
                pace = self.tokens / self.seconds
                self.log(f"loss {np.mean(losses[-50:]):.4f} {self.tokens} tokens {pace:.0f}/s")
            if self.step % check_every == 0:
                self.check(dev, batches.pad)
            if self.step == int(snapshot * self.recipe.steps):
                save_merged(self.model, RUNS / "first" / "weights.safetensors")
                self.log("snapshot written")
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save()
                saved = time.monotonic()
        self.save()

    def check(self, dev: list[Example], pad: int) -> dict[str, float]:
        """Losses on the dev rows, logged."""
        losses = dev_losses(self.model, dev, pad, self.device)
        self.log("dev " + " ".join(f"{skill} {loss:.3f}" for skill, loss in losses.items()))
        return losses


def take(examples: list[Example], per_skill: int) -> list[Example]:
    """At most so many rows of each skill, in the file's order."""
    seen: dict[str, int] = {}
    kept: list[Example] = []
    for example in examples:
        seen[example.skill] = seen.get(example.skill, 0) + 1
        if seen[example.skill] <= per_skill:
            kept.append(example)
    return kept


def training_rows(
    options: argparse.Namespace, chat: ChatTokenizer
) -> tuple[list[Example], list[Any]]:
    """The rows to train on; with --mix as many earlier rows as there are new ones, and --whole's all."""
    path = DATA / options.rows
    examples = read_examples(path, chat)
    about = [describe(path, examples)]
    examples = reshare(examples, options.shares, options.seed)
    if options.mix:
        earlier = read_examples(DATA / options.mix, chat)
        about.append(describe(DATA / options.mix, earlier))
        # Skills of a few hundred rows would hardly be seen in a random part of all.
        whole = [one for one in earlier if one.skill in options.whole]
        rest = [one for one in earlier if one.skill not in options.whole]
        chosen = np.random.default_rng(options.seed).permutation(len(rest))[: len(examples)]
        examples = examples + whole + [rest[at] for at in chosen]
    return examples, about


def arguments() -> argparse.Namespace:
    """Command line; the recipe's fields are options of the same name."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in asdict(Recipe()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--rows", default="lm-train.jsonl")
    parser.add_argument("--mix", default="", help="file of earlier rows, so that they are not forgotten")
    parser.add_argument("--whole", nargs="*", default=[], help="skills of --mix that come whole")
    parser.add_argument(
        "--shares",
        default="read=0.5,relevant=0.4",
        help="rows of a skill an epoch, as read=0.5,plan=2",
    )
    parser.add_argument("--start", default="", help="folder of an earlier result to start from")
    parser.add_argument("--out", default="tuned")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--check-every", type=int, default=250)
    parser.add_argument("--dev-rows", type=int, default=32, help="of each skill, while training")
    parser.add_argument("--snapshot", type=float, default=0.0)
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Command line."""
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    recipe = Recipe(**{name: getattr(options, name) for name in asdict(Recipe())})
    chat = ChatTokenizer()
    examples, about = training_rows(options, chat)
    dev = take(read_examples(DATA / "lm-dev.jsonl", chat), options.dev_rows)
    start = RUNS / options.start / "weights.safetensors" if options.start else None
    model = load_model(start, Adapters(recipe.rank, recipe.scale), options.device)
    trainer = Trainer(model, recipe, RUNS / options.out, options.device)
    if options.resume and trainer.checkpoint.exists():
        trainer.resume()
    before = trainer.check(dev, chat.end) if trainer.step == 0 else {}
    batches = Batches(examples, recipe.batch, chat.end, recipe.seed)
    trainer.log(f"{len(examples)} rows, {recipe}")
    trainer.run(batches, dev, options.check_every, options.snapshot)
    meta = {
        "recipe": asdict(recipe),
        "start": options.start or "SmolLM2-135M-Instruct, Q4_1 dequantised",
        "data": about,
        "shares": options.shares,
        "precision": str(model.embedding.dtype),
        "steps": trainer.step,
        "tokens": trainer.tokens,
        "seconds": round(trainer.seconds),
        "dev_loss_before": before,
        "dev_loss": trainer.check(dev, chat.end),
    }
    save_merged(model, trainer.folder / "weights.safetensors")
    write_json(trainer.folder / "meta.json", meta)


if __name__ == "__main__":
    main()
