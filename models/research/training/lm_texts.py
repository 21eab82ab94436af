"""Texts to measure a language model on: passages, or training rows rendered as chats."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any


def chat(row: dict[str, Any]) -> str:
    """A training row in SmolLM2's chat form, as the chat template renders it."""
    turns = [f"<|im_start|>{turn['role']}\n{turn['content']}<|im_end|>\n" for turn in row["messages"]]
    answer = "".join(segment["text"] for segment in row["segments"])
    return f"{''.join(turns)}<|im_start|>assistant\n{answer}<|im_end|>"


def read_texts(path: Path) -> list[str]:
    """The texts of a JSONL file (.gz or not) of rows `{"text"}` or `{"messages", "segments"}`."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open()
    with opened as stream:
        rows = [json.loads(line) for line in stream]
    return [row["text"] if "text" in row else chat(row) for row in rows]
