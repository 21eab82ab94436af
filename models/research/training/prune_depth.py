"""Which layers of the language model can be left out, and what that costs before any training.

    python prune_depth.py TEXT.jsonl.gz [--weights DIR] [--tokens 4000]
    python prune_depth.py TEXT.jsonl.gz --weights DIR --drop 8 --out DIR

A layer matters little when it hardly turns its input: the angle between the hidden states before
and after it is small (Gromov et al., 2024, "The Unreasonable Ineffectiveness of the Deeper
Layers"). Two choices of n layers are tried: the run of n neighbours with the smallest angle over
all of it, and the n layers with the smallest angles of their own. Prints a table of perplexities;
with --out, writes the better choice as an interface file, to train and to convert.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor, nn

from common import MODELS
from convert_lm import TUNED
from lm_model import Adapters, TunableLlama
from lm_texts import read_texts
from lm_weights import LanguageModel, base_model, save_model, tuned_model
from smollm2_source import SmolLM2Source

LENGTH, DROPS = 256, (2, 4, 6, 8, 10)


def tunable(model: LanguageModel) -> TunableLlama:
    """The model in PyTorch, bf16."""
    weights = {"token_embd": model.embedding, "output_norm": model.final_norm}
    for index in range(model.shape.layers):
        for name, value in model.layer(index).items():
            weights[f"blk.{index}.{name}"] = value
    return TunableLlama(weights, model.shape, Adapters(), torch.bfloat16).eval()


def batches(path: Path, tokens: int) -> Tensor:
    """About `tokens` ids of texts spread over the file, [texts, LENGTH]."""
    tokenizer = Tokenizer.from_file(str(MODELS / TUNED / "tokenizer.json"))  # the base's too
    texts = read_texts(path)
    count = max(1, tokens // LENGTH)
    step = len(texts) // count
    ids = [tokenizer.encode("\n".join(texts[i * step : (i + 1) * step][:8])).ids for i in range(count)]
    return torch.tensor([one[:LENGTH] for one in ids if len(one) >= LENGTH])


def states(model: TunableLlama, ids: Tensor) -> list[Tensor]:
    """Hidden states before the first layer and after each, [tokens, hidden] float32."""
    found: list[Tensor] = []
    hooks = [
        model.blocks[0].register_forward_pre_hook(lambda _, given: found.append(given[0].float())),
        *(
            block.register_forward_hook(lambda _, __, result: found.append(result[0].float()))
            for block in model.blocks
        ),
    ]
    model.hidden(ids)
    for hook in hooks:
        hook.remove()
    return found


def angle(before: Tensor, after: Tensor) -> float:
    """Mean angle between two sets of hidden states, in units of pi."""
    cosine = F.cosine_similarity(before, after, dim=-1).clamp(-1, 1)
    return float(torch.arccos(cosine).mean() / np.pi)


def perplexity(model: TunableLlama, ids: Tensor, kept: list[int]) -> float:
    """Perplexity of the model with only these layers."""
    whole = model.blocks
    model.blocks = nn.ModuleList(whole[index] for index in kept)
    losses = []
    for text in ids.split(4):
        hidden, _ = model.hidden(text)
        logits = model.logits(hidden[:, :-1].reshape(-1, hidden.shape[-1])).float()
        losses.append(F.cross_entropy(logits, text[:, 1:].reshape(-1), reduction="none"))
    model.blocks = whole
    return float(torch.cat(losses).mean().exp())


def choices(hidden: list[Tensor], drop: int) -> dict[str, list[int]]:
    """The layers to leave out, by the two rules; the last layer always stays."""
    layers = len(hidden) - 2
    runs = {start: angle(hidden[start], hidden[start + drop]) for start in range(layers - drop + 1)}
    start = min(runs, key=lambda one: runs[one])
    own = [angle(hidden[index], hidden[index + 1]) for index in range(layers)]
    return {
        "a run": list(range(start, start + drop)),
        "single": sorted(int(index) for index in np.argsort(own)[:drop]),
    }


def write(model: LanguageModel, kept: list[int], folder: Path) -> None:
    """Save the model with only these layers."""
    short = replace(
        model,
        shape=replace(model.shape, layers=len(kept)),
        layer=lambda index: model.layer(kept[index]),
        base_layers=[model.base_layers[index] for index in kept],
    )
    save_model(short, folder)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--tokens", type=int, default=4000)
    parser.add_argument("--drop", type=int, nargs="+", default=DROPS)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    source = SmolLM2Source()
    tuned = options.weights is not None
    model = tuned_model(options.weights, source.shape) if tuned else base_model(source)
    network, ids = tunable(model), batches(options.texts, options.tokens)
    everything = list(range(model.shape.layers))
    best: tuple[float, list[int]] = (np.inf, everything)
    with torch.inference_mode():
        hidden = states(network, ids)
        whole = perplexity(network, ids, everything)
        print(f"{ids.numel()} tokens; all {len(everything)} layers: {whole:.2f}\n")
        print("| left out | rule | layers | perplexity |\n| --- | --- | --- | --- |", flush=True)
        for drop in options.drop:
            for rule, out in choices(hidden, drop).items():
                kept = [index for index in everything if index not in out]
                found = perplexity(network, ids, kept)
                best = min(best, (found, kept))
                print(f"| {drop} | {rule} | {out} | {found:.1f} |", flush=True)
    if options.out:
        write(model, best[1], options.out)


if __name__ == "__main__":
    main()
