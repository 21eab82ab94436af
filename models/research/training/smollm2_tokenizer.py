"""Rebuild the Hugging Face tokenizer from the GGUF metadata, optionally with fewer tokens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from common import TRAINING, write_json
from smollm2_source import SmolLM2Source

VOCABULARY = TRAINING / "vocabulary.txt"
CONTROL = 3  # GGUF token type of special tokens


def load_kept_ids() -> list[int]:
    """The committed list of kept token ids (of the full vocabulary), in ascending order."""
    lines = VOCABULARY.read_text(encoding="utf-8").splitlines()
    ids: list[int] = []
    for line in lines:
        if line and not line.startswith("#"):
            first, _, last = line.partition("-")
            ids.extend(range(int(first), int(last or first) + 1))
    return ids


def save_kept_ids(ids: list[int], comments: list[str]) -> None:
    """Write the list as ranges, one a line."""
    lines = [f"# {comment}" for comment in comments]
    start = previous = ids[0]
    for value in [*ids[1:], -1]:
        if value != previous + 1:
            lines.append(f"{start}" if start == previous else f"{start}-{previous}")
            start = value
        previous = value
    VOCABULARY.write_text("\n".join(lines) + "\n", encoding="utf-8")


def tokenizer_json(source: SmolLM2Source, kept: list[int] | None = None) -> dict[str, Any]:
    """The content of tokenizer.json; ids become positions in `kept` when it is given."""
    tokens: list[str] = source.meta("tokenizer.ggml.tokens")
    types: list[int] = source.meta("tokenizer.ggml.token_type")
    merges = [tuple(merge.split(" ")) for merge in source.meta("tokenizer.ggml.merges")]
    if kept is None:
        kept = list(range(len(tokens)))
    vocabulary = {tokens[old]: new for new, old in enumerate(kept)}
    merges = [
        (left, right)
        for left, right in merges
        if left in vocabulary and right in vocabulary and left + right in vocabulary
    ]
    added = [
        {
            "id": new,
            "content": tokens[old],
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for new, old in enumerate(kept)
        if types[old] == CONTROL
    ]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    byte_level["use_regex"] = True
    digits = {"type": "Digits", "individual_digits": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [digits, byte_level]},
        "post_processor": None,
        "decoder": {**byte_level, "add_prefix_space": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": tokens[int(source.meta("tokenizer.ggml.unknown_token_id"))],
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocabulary,
            "merges": [f"{left} {right}" for left, right in merges],
        },
    }


def tokenizer_config(source: SmolLM2Source) -> dict[str, Any]:
    """The content of tokenizer_config.json, with the chat template of the GGUF file."""
    tokens: list[str] = source.meta("tokenizer.ggml.tokens")

    def name(key: str) -> str:
        return tokens[int(source.meta(f"tokenizer.ggml.{key}_token_id"))]

    return {
        "add_prefix_space": False,
        "bos_token": name("bos"),
        "chat_template": source.meta("tokenizer.chat_template"),
        "clean_up_tokenization_spaces": False,
        "eos_token": name("eos"),
        "model_max_length": source.shape.context,
        "pad_token": name("padding"),
        "tokenizer_class": "GPT2Tokenizer",
        "unk_token": name("unknown"),
    }


def write_tokenizer(source: SmolLM2Source, folder: Path, kept: list[int] | None) -> None:
    """Write tokenizer.json (compact: the page downloads it) and tokenizer_config.json."""
    write_json(folder / "tokenizer.json", tokenizer_json(source, kept), indent=None)
    write_json(folder / "tokenizer_config.json", tokenizer_config(source))
