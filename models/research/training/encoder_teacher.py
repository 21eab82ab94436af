"""The original's sentence vectors, computed once: what the embedding must stay close to."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from encoder_data import Ids, collate
from encoder_model import HopwiseEncoder, load_weights
from encoder_source import source_weights

TOKENS = 8192  # padded tokens a batch


def original() -> HopwiseEncoder:
    """The original in float32 with its own word table; its heads are meaningless."""
    from convert_encoder import random_heads

    weights = source_weights()
    model = HopwiseEncoder(dropout=0.0)
    load_weights(model, weights | random_heads(model.heads.span.in_features))
    return model.eval()


def vectors_of(model: HopwiseEncoder, texts: Sequence[Ids]) -> np.ndarray:
    """Normalised vectors [texts, hidden], computed in order of length."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    found = np.zeros((len(texts), model.heads.span.in_features), np.float32)
    with torch.inference_mode():
        while order:
            size = max(1, TOKENS // len(texts[order[min(len(order), 256) - 1]]))
            batch, order = order[:size], order[size:]
            found[batch] = model.embed(collate([texts[i] for i in batch])).float().numpy()
    return found


def teacher_vectors(texts: Sequence[Ids], folder: Path) -> np.ndarray:
    """The original's vectors, kept in a file named after the texts' hash."""
    digest = hashlib.sha256(b"".join(ids.tobytes() for ids in texts)).hexdigest()[:16]
    path = folder / f"teacher-{digest}.npy"
    if path.exists():
        return np.load(path)
    model = original()
    model.dtype = torch.bfloat16
    vectors = vectors_of(model, texts)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(path, vectors)
    return vectors
