"""Short runs over the settings that the CoopLLM paper does not give; appends to sweep.jsonl.

python sweep_lm.py --runs 4:1e-3 4:2e-3 16:2e-3 --steps 60      # rank:learning rate
"""

from __future__ import annotations

import argparse
import json

import torch

from lm_data import DATA, Batches, ChatTokenizer, read_examples, reshare
from lm_model import Adapters, load_model
from train_lm import RUNS, Recipe, Trainer, take


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", nargs="+", required=True)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--shares", default="")
    parser.add_argument("--dev-rows", type=int, default=24, help="of each skill")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    chat = ChatTokenizer()
    examples = reshare(read_examples(DATA / "lm-train.jsonl", chat), options.shares, 7)
    dev = take(read_examples(DATA / "lm-dev.jsonl", chat), options.dev_rows)
    for run in options.runs:
        rank, learning_rate = run.split(":")
        recipe = Recipe(
            rank=int(rank), learning_rate=float(learning_rate), steps=options.steps, warm_up=10
        )
        torch.manual_seed(recipe.seed)
        model = load_model(None, Adapters(recipe.rank, recipe.scale), options.device)
        trainer = Trainer(model, recipe, RUNS / f"sweep-{run.replace(':', '-')}", options.device)
        batches = Batches(examples, recipe.batch, chat.end, recipe.seed)
        trainer.run(batches, dev, options.steps + 1, 0.0)
        losses = trainer.check(dev, chat.end)
        found = {"rank": recipe.rank, "learning_rate": recipe.learning_rate, "steps": recipe.steps}
        found |= {"tokens": trainer.tokens, "seconds": round(trainer.seconds), "dev": losses}
        with (RUNS / "sweep.jsonl").open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
