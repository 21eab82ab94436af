"""What the judge learns from: the shipped language model's answers from memory, and questions with golds.

python judge_rows.py --data ../../../../shared/data [--asked 1800]

Writes into models/.build/data: `judge-asked.jsonl` and `judge-asked-dev.jsonl` {source, question,
answers, answer, logprobs, right}, `judge-gold.jsonl` {source, question, answers}. The questions are
those of `proxy_answers.py`, less what the model was taught closed-book. No PyTorch: the model is
asked in the form that ships, 10 questions a second on a free core. A run that is stopped goes on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from common import BUILD, MODELS
from judge_labels import DEV, RIGHT_ABOVE, TRAIN, Row, matching_ratio, read_gold, read_lines
from lm_runner import LmRunner

DATA = BUILD / "data"
RULE = "Answer from memory in a few words."  # `proxy` in src/methods/skills.ts
FACTBOOK_ROWS, DEV_ROWS, MORE = 1000, 400, 0.8
PORTION = 256


def questions(data: Path) -> tuple[list[Row], list[Row]]:
    """To be asked, in a seeded order; and others, of which only the gold answers are used."""
    chance = np.random.default_rng(11)
    train = read_lines(DATA / "lm-train.jsonl")
    skipped = {row["messages"][1]["content"] for row in train if row["skill"] == "proxy"}
    skipped |= {row["question"] for row in dev_questions(data)}
    files = [(name, most, read_gold(data, name)) for name, most in TRAIN.items()]
    spans = read_lines(DATA / "factbook-spans.jsonl")
    files.append(("factbook", FACTBOOK_ROWS, [{**row, "answers": [row["answer"]]} for row in spans]))
    asked: dict[str, Row] = {}
    gold: dict[str, Row] = {}
    for name, most, rows in files:
        fresh = [row for row in rows if row["question"] not in skipped]
        order = chance.permutation(len(fresh))
        more = 0 if name == "factbook" else round(MORE * most)
        for place, at in enumerate(order[: most + more]):
            question, answers = fresh[at]["question"], fresh[at]["answers"]
            row = {"source": name, "question": question, "answers": answers}
            (asked if place < most else gold).setdefault(question, row)
    kept = list(asked.values())
    others = [row for question, row in gold.items() if question not in asked]
    return [kept[at] for at in chance.permutation(len(kept))], others


def dev_questions(data: Path) -> list[Row]:
    """The first questions of each development file."""
    return [
        {"source": name, "question": row["question"], "answers": row["answers"]}
        for name in DEV
        for row in read_gold(data, name)[:DEV_ROWS]
    ]


def ask(model: LmRunner, rows: list[Row], path: Path) -> None:
    """The rows with the model's answers, appended to what is there."""
    done = len(read_lines(path)) if path.exists() else 0
    with path.open("a", encoding="utf-8") as out:
        for at in range(done, len(rows), PORTION):
            some = rows[at : at + PORTION]
            written = model.write(RULE, [row["question"] for row in some])
            for row, one in zip(some, written, strict=True):
                right = matching_ratio(row["source"], one.text, row["answers"]) > RIGHT_ABOVE
                told = {"answer": one.text, "logprobs": one.logprobs, "right": right}
                out.write(json.dumps({**row, **told}, ensure_ascii=False) + "\n")
            out.flush()
            print(f"{path.stem}: {at + len(some)} of {len(rows)}", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--asked", type=int, default=1792)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    asked, gold = questions(options.data)
    lines = [json.dumps(row, ensure_ascii=False) for row in gold]
    (DATA / "judge-gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    model = LmRunner(MODELS / "hopwise-lm", options.threads)
    ask(model, dev_questions(options.data), DATA / "judge-asked-dev.jsonl")
    ask(model, asked[: options.asked], DATA / "judge-asked.jsonl")


if __name__ == "__main__":
    main()
