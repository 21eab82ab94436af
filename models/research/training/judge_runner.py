"""What the knowledge head sees of a question and an answer, by the shipped encoder; no PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from onnx_session import open_session

BATCH, LONGEST = 32, 512


class JudgeRunner:
    """One model folder: `onnx/model_quantized.onnx`, `tokenizer.json`."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        self.session = open_session(folder / "onnx" / "model_quantized.onnx", threads)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST, strategy="only_second")

    def features(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        """[CLS], the answer's mean vector and its product with the question's: [pairs, 3 * hidden]."""
        encodings = self.tokenizer.encode_batch(list(pairs))
        order = sorted(range(len(pairs)), key=lambda at: len(encodings[at].ids))
        found: dict[int, np.ndarray] = {}
        for at in range(0, len(order), BATCH):
            places = order[at : at + BATCH]
            width = len(encodings[places[-1]].ids)
            ids = np.zeros((len(places), width), np.int64)
            mask, types = np.zeros_like(ids), np.zeros_like(ids)
            for row, place in enumerate(places):
                count = len(encodings[place].ids)
                ids[row, :count], mask[row, :count] = encodings[place].ids, 1
                types[row, :count] = encodings[place].type_ids
            feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
            tokens = self.session.run(["last_hidden_state"], feeds)[0]
            answer, question = _mean(tokens, types), _mean(tokens, mask - types)
            seen = np.concatenate([tokens[:, 0], answer, question * answer], axis=1)
            found |= dict(zip(places, seen.astype(np.float32), strict=True))
        return np.stack([found[place] for place in range(len(pairs))])


def _mean(tokens: np.ndarray, mask: np.ndarray) -> np.ndarray:
    weights = mask[..., None].astype(np.float32)
    return (tokens * weights).sum(1) / np.maximum(weights.sum(1), 1)
