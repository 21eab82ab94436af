"""The tuned model's own closed-book answers: labels for its self-knowledge.

python proxy_answers.py --model tuned --data ../../../../shared/data

Writes into models/.build/data: `proxy-answers.jsonl` {source, question, answer, right} for training
questions, `proxy-answers-dev.jsonl` {dataset, ...} for development questions. The encoder's judge has
rows of its own (`judge_rows.py`).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import torch

from common import BUILD
from judge_labels import DEV, RIGHT_ABOVE, TRAIN, Row, matching_ratio, read_gold
from lm_data import DATA, ChatTokenizer, read_rows
from lm_generate import generate
from lm_model import Adapters, TunableLlama, load_model

FACTBOOK, FACTBOOK_ROWS, DEV_ROWS, MOST_TOKENS = "factbook", 1000, 400, 16


def taught() -> set[str]:
    """Questions whose answer the model was taught closed-book: what it says to them proves nothing."""
    rows = read_rows(DATA / "lm-train.jsonl")
    return {row["messages"][1]["content"] for row in rows if row["skill"] == "proxy"}


def questions(data: Path, share: float) -> list[Row]:
    """Training questions that the model was not taught, chosen with a fixed seed."""
    random = np.random.default_rng(11)
    skipped = taught()
    files = [(name, most, read_gold(data, name)) for name, most in TRAIN.items()]
    spans = read_rows(DATA / "factbook-spans.jsonl")
    files.append((FACTBOOK, FACTBOOK_ROWS, [{**row, "answers": [row["answer"]]} for row in spans]))
    chosen: dict[str, Row] = {}
    for name, most, rows in files:
        fresh = [row for row in rows if row["question"] not in skipped]
        for at in random.permutation(len(fresh))[: round(most * share)]:
            question, answers = fresh[at]["question"], fresh[at]["answers"]
            chosen[question] = {"source": name, "question": question, "answers": answers}
    kept = list(chosen.values())
    return [kept[at] for at in random.permutation(len(kept))]


def dev_questions(data: Path, share: float) -> list[Row]:
    """The first questions of each development file."""
    return [
        {"dataset": name, "question": row["question"], "answers": row["answers"]}
        for name in DEV
        for row in read_gold(data, name)[: round(DEV_ROWS * share)]
    ]


def rule(skill: str) -> str:
    """The system message of a skill, taken from the rows that `src/methods/skills.ts` rendered."""
    for row in read_rows(DATA / "lm-dev.jsonl"):
        if row["skill"] == skill:
            return row["messages"][0]["content"]
    raise SystemExit(f"no {skill} row in lm-dev.jsonl")


def skill_prompt(chat: ChatTokenizer, skill_rule: str, user: str) -> str:
    """The chat that the app would send."""
    turns = [{"role": "system", "content": skill_rule}, {"role": "user", "content": user}]
    return chat.render(turns)


def open_model(name: str, device: str, threads: int) -> tuple[ChatTokenizer, TunableLlama]:
    """A model of models/.build/lm and its tokenizer, ready to be asked."""
    torch.set_num_threads(threads)
    torch.compiler.set_stance("force_eager")
    weights = BUILD / "lm" / name / "weights.safetensors"
    return ChatTokenizer(), load_model(weights, Adapters(), device)


def from_memory(chat: ChatTokenizer, model: TunableLlama, asked: list[str]) -> list[str]:
    """What the model says to each question closed-book, with the prompt of the skill *proxy*."""
    proxy = rule("proxy")
    prompts = [skill_prompt(chat, proxy, question) for question in asked]
    return generate(model, chat, prompts, MOST_TOKENS, stop="\n")


def write_rows(path: Path, rows: list[Row]) -> None:
    """One JSON object a line."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def shares(rows: list[Row], key: str) -> str:
    """Right answers of each source, for the log."""
    total, right = (
        Counter(row[key] for row in rows),
        Counter(row[key] for row in rows if row["right"]),
    )
    return ", ".join(f"{name} {right[name]}/{count}" for name, count in sorted(total.items()))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tuned", help="folder in models/.build/lm")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0, help="of each source's questions")
    options = parser.parse_args()
    chat, model = open_model(options.model, options.device, options.threads)

    def answer(rows: list[Row]) -> list[Row]:
        found = from_memory(chat, model, [row["question"] for row in rows])
        answered: list[Row] = []
        for row, text in zip(rows, found, strict=True):
            source = row.get("source") or row["dataset"]
            golds = row.pop("answers")
            ratio = matching_ratio(source, text, golds)
            answered.append({**row, "answer": text.strip(), "right": ratio > RIGHT_ABOVE})
        return answered

    train = answer(questions(options.data, options.share))
    write_rows(DATA / "proxy-answers.jsonl", train)
    print("train right:", shares(train, "source"))
    dev = answer(dev_questions(options.data, options.share))
    write_rows(DATA / "proxy-answers-dev.jsonl", dev)
    print("dev right:", shares(dev, "dataset"))


if __name__ == "__main__":
    main()
