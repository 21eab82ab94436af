"""The language model's weights: the base model, or a tuned one from its interface file.

A tuned model is a folder with `weights.safetensors`: float32, LoRA merged, names `token_embd`,
`output_norm` and `blk.N.attn_norm|attn_q|attn_k|attn_v|attn_output|ffn_norm|ffn_gate|ffn_up|
ffn_down`, rows in Hugging Face order, the embedding cut to the tokens of `vocabulary.txt`. Where
layers were left out, the metadata `base_layers` lists the base layers that its layers come from.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

from smollm2_source import LAYER_WEIGHTS, LlamaShape, SmolLM2Source
from smollm2_tokenizer import load_kept_ids

WEIGHTS = "weights.safetensors"


@dataclass(frozen=True)
class LanguageModel:
    """Weights in float32 [outputs, inputs] and the numbers that fix the graph."""

    shape: LlamaShape
    embedding: np.ndarray
    final_norm: np.ndarray
    layer: Callable[[int], dict[str, np.ndarray]]
    base_layers: list[int]


def base_model(source: SmolLM2Source) -> LanguageModel:
    """SmolLM2-135M-Instruct with the shortened vocabulary."""
    return LanguageModel(
        shape=source.shape,
        embedding=source.tensor("token_embd.weight")[load_kept_ids()],
        final_norm=source.tensor("output_norm.weight"),
        layer=source.layer,
        base_layers=list(range(source.shape.layers)),
    )


def tuned_model(folder: Path, base: LlamaShape) -> LanguageModel:
    """A model from its interface file; layers are read when they are asked for."""
    stored = safe_open(folder / WEIGHTS, framework="numpy")
    layers = sum(name.endswith(".attn_norm") for name in stored.keys())
    kept = (stored.metadata() or {}).get("base_layers")
    base_layers = json.loads(kept) if kept else list(range(base.layers))
    if len(base_layers) != layers:
        raise SystemExit(f"{folder}: {layers} layers, but base_layers names {len(base_layers)}")
    embedding = stored.get_tensor("token_embd")
    if embedding.dtype != np.float32 or len(embedding) != len(load_kept_ids()):
        raise SystemExit(f"{folder}: token_embd is not float32 over the kept vocabulary")

    def layer(index: int) -> dict[str, np.ndarray]:
        return {name: stored.get_tensor(f"blk.{index}.{name}") for name in LAYER_WEIGHTS}

    return LanguageModel(
        shape=replace(base, layers=layers),
        embedding=embedding,
        final_norm=stored.get_tensor("output_norm"),
        layer=layer,
        base_layers=base_layers,
    )


def save_model(model: LanguageModel, folder: Path) -> None:
    """Write a model as an interface file."""
    tensors = {"token_embd": model.embedding, "output_norm": model.final_norm}
    for index in range(model.shape.layers):
        for name, value in model.layer(index).items():
            tensors[f"blk.{index}.{name}"] = value
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: np.ascontiguousarray(value) for name, value in tensors.items()}
    save_file(tensors, folder / WEIGHTS, {"base_layers": json.dumps(model.base_layers)})
