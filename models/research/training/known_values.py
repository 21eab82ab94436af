"""What the int8 encoder says of a few texts: a device that says otherwise is not computed with.

The page compares the graph of WebGPU with these values before it uses it (`hopwise_check` of
config.json, read by src/models/encoder/known-values.ts).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Encoding, Tokenizer

from onnx_session import open_session

TEXTS = ("Where was Marie Curie born?", "The birthplace of Marie Curie", "How deep is the ocean?")
QUESTION, ANSWER = TEXTS[0], "Warsaw"
# Of unequal length: together they make a batch with padding.
PASSAGES = (
    "Marie Curie: Marie Curie was born in Warsaw in 1867 and moved to Paris as a student.",
    "Baltic Sea: The Baltic Sea is an arm of the Atlantic Ocean, enclosed by Denmark, Estonia, "
    "Finland, Germany, Latvia, Lithuania, Poland, Russia and Sweden. It stretches from 53° to 66° "
    "of latitude north. Its water flows through the Danish straits into the Kattegat. It is a shelf "
    "sea of brackish water, about 1,600 kilometres long, 193 kilometres wide on average, and 55 "
    "metres deep on average; the greatest depth, 459 metres, is on the Swedish side of the centre.",
)
NONE = 3  # of kind_logits


def known_values(model: Path, tokenizer: Path, heads: dict[str, Any]) -> dict[str, Any]:
    """Cosines of texts, readings of two passages, and P(known) of an answer."""
    session = open_session(model, threads=1)
    tokens = Tokenizer.from_file(str(tokenizer))

    def run(encoding: Encoding) -> dict[str, np.ndarray]:
        feeds = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        outputs = session.run(None, {name: np.array([row]) for name, row in feeds.items()})
        names = [output.name for output in session.get_outputs()]
        return {name: output[0] for name, output in zip(names, outputs, strict=True)}

    vectors = [run(tokens.encode(text))["last_hidden_state"].mean(axis=0) for text in TEXTS]
    first, *others = [vector / np.linalg.norm(vector) for vector in vectors]
    known = run(tokens.encode(QUESTION, ANSWER))["known_logit"]
    readings = []
    for passage in PASSAGES:
        said = run(tokens.encode(QUESTION, passage))
        kinds = np.exp(said["kind_logits"] - said["kind_logits"].max())
        readings.append(
            {
                "passage": passage,
                "relevance": _calibrated(said["relevance_logit"], heads["relevance"]),
                "noAnswer": _rounded(kinds[NONE] / kinds.sum()),
            }
        )
    return {
        "texts": list(TEXTS),
        "cosinesToFirst": [_rounded(first @ other) for other in others],
        "question": QUESTION,
        "answer": ANSWER,
        "known": _calibrated(known, heads["known"]),
        "readings": readings,
    }


def _calibrated(logit: np.ndarray, constants: dict[str, float]) -> float:
    return _rounded(1 / (1 + np.exp(-(constants["a"] * logit[0] + constants["b"]))))


def _rounded(value: float) -> float:
    return round(float(value), 4)
