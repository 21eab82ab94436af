"""Fit the constants that turn the encoder's scores into probabilities, on selection data only.

python calibrate_encoder.py     # rewrites `hopwise_heads` in models/hopwise-encoder/config.json

Confidence: log-odds of the likeliest answer against "it is exactly right". Relevance: the logit
against gold or distractor. The judge's constants come from `fit_judge.py`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from common import BUILD, MODELS, write_json
from convert_encoder import CALIBRATION, NAME
from encoder_dev_sets import (
    DATA,
    Question,
    Ranking,
    selection_questions,
    selection_rankings,
    squad_held_out,
)
from encoder_metrics import exact, platt
from encoder_runner import Runner, log_odds

RANKINGS = 400


def confidence(runner: Runner, questions: list[Question]) -> dict[str, float]:
    """a, b for the reader; a question without an answer is one that no answer is right for."""
    readings = runner.read([(one.question, one.passage) for one in questions])
    right = [
        int(exact(said.answer, one.answers)) for one, said in zip(questions, readings, strict=True)
    ]
    return platt([log_odds(said.probability) for said in readings], right)


def relevance(runner: Runner, rankings: list[Ranking]) -> dict[str, float]:
    """a, b for gold against distractor."""
    pairs = [(one.question, passage) for one in rankings for passage in one.passages]
    labels = [int(mark) for one in rankings for mark in one.gold]
    return platt([reading.relevance for reading in runner.read(pairs)], labels)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODELS / NAME)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=Path, default=BUILD / "data")
    options = parser.parse_args()
    runner = Runner(options.folder)
    path = options.folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    heads = config["hopwise_heads"]
    questions = squad_held_out(options.data) + selection_questions(options.rows)
    heads["confidence"] = confidence(runner, questions)
    heads["relevance"] = relevance(runner, selection_rankings(options.rows)[:RANKINGS])
    write_json(path, config)
    write_json(
        CALIBRATION, {name: value for name, value in heads.items() if name != "maxSpanTokens"}
    )
    print(json.dumps(heads, indent=2))


if __name__ == "__main__":
    main()
