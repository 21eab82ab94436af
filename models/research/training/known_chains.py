"""Which steps of training chains the tuned model answers by itself, rightly: labels for `Q` lines.

python known_chains.py --model tuned

Reads models/.build/data/lm-chains.jsonl (written by `train -- data` and `train -- lm-rows`), asks
every query once, closed-book, with the prompt of the skill *proxy*, and writes lm-known.jsonl
{question, steps: [{query, answer, known}], final, rests}. A plan is then taught to write down what
the model knows (`Q1: …`, `A1: …`) and to leave the rest to be looked up (`U1: …`).
"""

from __future__ import annotations

import argparse
from typing import Any

from lm_data import DATA, read_rows
from judge_labels import contains, normalise
from proxy_answers import from_memory, open_model, write_rows

Row = dict[str, Any]
# Right as often as not by chance, so that being right proves nothing.
GUESSED = ("yes", "no")


def is_known(said: str, gold: str) -> bool:
    """Whether what the model said is the step's answer, and not a guess between two."""
    return normalise(gold) not in GUESSED and contains(said, gold)


def labelled(chain: Row, answers: dict[str, str]) -> Row:
    """The chain with what the model knew of it."""
    steps = [
        step | {"known": is_known(answers[step["query"]], step["answer"])} for step in chain["steps"]
    ]
    return {**{name: chain[name] for name in ("question", "final", "rests")}, "steps": steps}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tuned", help="folder in models/.build/lm")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    chat, model = open_model(options.model, options.device, options.threads)
    chains = read_rows(DATA / "lm-chains.jsonl")
    queries = sorted({step["query"] for chain in chains for step in chain["steps"]})
    said = dict(zip(queries, from_memory(chat, model, queries), strict=True))
    rows = [labelled(chain, said) for chain in chains]
    write_rows(DATA / "lm-known.jsonl", rows)
    steps = [step for row in rows for step in row["steps"]]
    known = sum(step["known"] for step in steps)
    some = sum(any(step["known"] for step in row["steps"]) for row in rows)
    print(f"{known} of {len(steps)} steps known; {some} of {len(rows)} chains have one")


if __name__ == "__main__":
    main()
