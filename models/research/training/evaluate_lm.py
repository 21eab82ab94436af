"""What tuning bought: the base model and a tuned one on the development rows and on plain English.

python evaluate_lm.py --models base tuned --corpus ../../../../shared/data/corpora/strategyqa.jsonl.gz

For each model: loss of a learnt token for every skill; share of outputs in the strict form; exact
answers where an answer is short (each of `--rows` rows a skill); AUROC of the verdicts' first token;
perplexity of passages.
Every learnt segment is generated after the true text before it. Writes evaluation.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.metrics import roc_auc_score

from common import BUILD, write_json
from lm_data import DATA, ChatTokenizer, read_rows
from lm_generate import first_token_odds, generate
from lm_model import Adapters, TunableLlama, load_model
from judge_labels import normalise
from train_lm import RUNS, dev_losses

PLAN_FORMS = (
    re.compile(r"U(\d+): \S[^\n]*"),
    re.compile(r"Q(\d+): \S[^\n]*\nA\1: \S[^\n]*"),
    re.compile(r"Final: \S[^\n\[]*( \[\d+\])*"),
)
LIST_FORM = re.compile(r"1\. \S[^\n]*(\n\d+\. \S[^\n]*)*")
CLAIM_FORM = re.compile(r"Query: \S[^\n]*(\n(Query: \S[^\n]*|Claim: \S[^\n|]*\| \S[^\n]*))*")
CHAINS = ("plan", "correct")
MOST = {
    **{"plan": 64, "correct": 64, "decompose": 120, "claims": 120},
    **{"read": 24, "keywords": 32, "proxy": 16},
}
THRESHOLDS = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75)
Found = dict[str, Any]


def interval(hits: int, count: int) -> Found:
    """A share with its 95 % interval (Wilson)."""
    if count == 0:
        return {"n": 0}
    share, z = hits / count, 1.96
    middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2)) / (1 + z**2 / count)
    bounds = {"low": max(0.0, middle - half), "high": min(1.0, middle + half)}
    return {"n": count, "share": round(share, 4)} | {
        name: round(float(value), 4) for name, value in bounds.items()
    }


def word_f1(found: str, wanted: str) -> float:
    """Token F1 of normalised words."""
    left, right = normalise(found).split(), normalise(wanted).split()
    common = sum((Counter(left) & Counter(right)).values())
    return 2 * common / (len(left) + len(right)) if common else float(left == right)


def parses(skill: str, text: str, before: str) -> bool:
    """The strict output form of a skill; a plan's line must also carry the next number."""
    if skill in CHAINS:
        wanted = str(len(re.findall(r"^[UQ]\d+: ", before, re.MULTILINE)) + 1)
        matches = [form.fullmatch(text) for form in PLAN_FORMS]
        numbered = next((match for match in matches[:2] if match), None)
        return numbered.group(1) == wanted if numbered else matches[2] is not None
    if skill == "decompose":
        return LIST_FORM.fullmatch(text) is not None
    if skill == "claims":
        return CLAIM_FORM.fullmatch(text) is not None
    return bool(text.strip()) and "\n" not in text.strip()


def learnt_pieces(chat: ChatTokenizer, rows: list[Found]) -> list[Found]:
    """{prompt, before, wanted} of every learnt segment, after the true text before it."""
    cases: list[Found] = []
    for row in rows:
        before = ""
        for segment in row["segments"]:
            if segment["learn"]:
                prompt = chat.render(row["messages"]) + before
                cases.append({"prompt": prompt, "before": before, "wanted": segment["text"]})
            before += segment["text"]
    return cases


def outputs(model: TunableLlama, chat: ChatTokenizer, rows: list[Found], skill: str) -> list[Found]:
    """{text, wanted, before} of every learnt segment of a skill."""
    cases = learnt_pieces(chat, rows)
    texts = generate(model, chat, [case["prompt"] for case in cases], MOST[skill])
    return [{**case, "text": text} for case, text in zip(cases, texts, strict=True)]


def step_kind(text: str) -> str:
    """Whether a plan's line asks on, answers itself or concludes."""
    return text.split(":")[0].rstrip("0123456789")


def skill_figures(cases: list[Found], skill: str) -> Found:
    """Form, exactness and word F1 of one skill's outputs."""
    formed = sum(parses(skill, case["text"], case["before"]) for case in cases)
    exact = sum(normalise(case["text"]) == normalise(case["wanted"]) for case in cases)
    figures: Found = {"parses": interval(formed, len(cases)), "exact": interval(exact, len(cases))}
    figures["word_f1"] = round(
        float(np.mean([word_f1(case["text"], case["wanted"]) for case in cases])), 4
    )
    if skill in CHAINS:
        kinds = sum(step_kind(case["text"]) == step_kind(case["wanted"]) for case in cases)
        figures["asks_or_concludes_rightly"] = interval(kinds, len(cases))
        finals = [case for case in cases if case["wanted"].startswith("Final:")]
        same = sum(normalise(case["text"]) == normalise(case["wanted"]) for case in finals)
        figures["final_exact"] = interval(same, len(finals))
    return figures


def verdict_figures(model: TunableLlama, chat: ChatTokenizer, rows: list[Found]) -> Found:
    """AUROC of yes against no, how often yes is the truth and is said, and what is right at a threshold.

    At 0.5 it is the likelier word that counts.
    """
    prompts = [chat.render(row["messages"]) for row in rows]
    truth = [row["segments"][0]["text"] == "yes" for row in rows]
    odds = first_token_odds(model, chat, prompts, "yes", "no")
    chances = torch.tensor(odds).sigmoid()
    wanted = torch.tensor(truth)

    def share(hits: torch.Tensor) -> Found:
        return interval(int(hits.sum()), len(rows))

    return {
        "auroc": round(float(roc_auc_score(truth, odds)), 4),
        "is_yes": share(wanted),
        "says_yes": share(chances >= 0.5),
        "median_chance": round(float(chances.quantile(0.5)), 4),
        "right_at": {str(least): share((chances >= least) == wanted) for least in THRESHOLDS},
    }


def own_answer_figures(model: TunableLlama, chat: ChatTokenizer, rows: list[Found]) -> Found:
    """Whether a plan answers itself (`Q`) what the model knows, and has the rest looked up (`U`).

    Rows that the model was not asked from memory have `U` lines only, some of which it may know.
    """
    steps = [case for case in learnt_pieces(chat, rows) if step_kind(case["wanted"]) in ("Q", "U")]
    truth = [step_kind(case["wanted"]) == "Q" for case in steps]
    odds = first_token_odds(model, chat, [case["prompt"] for case in steps], "Q", "U")
    taken = [wanted for value, wanted in zip(odds, truth, strict=True) if value > 0]
    return {
        "auroc": round(float(roc_auc_score(truth, odds)), 4) if any(truth) else None,
        "known": interval(sum(truth), len(truth)),
        "answered_rightly": interval(sum(taken), len(taken)),
        "known_found": interval(sum(taken), sum(truth)),
    }


def perplexity(model: TunableLlama, chat: ChatTokenizer, corpus: Path, passages: int) -> Found:
    """Of the first passages of a corpus, cut at 256 tokens, each from its second token on."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line, _ in zip(lines, range(passages), strict=False)]
    total, count = 0.0, 0
    with torch.no_grad():
        for text in texts:
            ids = torch.tensor([chat.ids(text)[:256]], device=model.embedding.device)
            if ids.shape[1] < 2:
                continue
            hidden, _ = model.hidden(ids)
            scores = model.logits(hidden[0, :-1]).float()
            total += float(F.cross_entropy(scores, ids[0, 1:], reduction="sum"))
            count += ids.shape[1] - 1
    return {"perplexity": round(float(np.exp(total / count)), 3), "tokens": count}


def by_skill(rows: list[Found]) -> dict[str, list[Found]]:
    """The rows of each skill, in their order."""
    found: dict[str, list[Found]] = {}
    for row in rows:
        found.setdefault(row["skill"], []).append(row)
    return found


def at_most(count: int, rows: list[Found]) -> list[Found]:
    """So many, chosen at random, the same ones for every model."""
    order = np.random.default_rng(5).permutation(len(rows))
    return [rows[at] for at in order[:count]]


def evaluate(name: str, options: argparse.Namespace, chat: ChatTokenizer) -> Found:
    """All figures of one model."""
    weights = None if name == "base" else RUNS / name / "weights.safetensors"
    model = load_model(weights, Adapters(), options.device)
    wanted = options.skills
    rows = [row for row in read_rows(DATA / "lm-dev.jsonl") if not wanted or row["skill"] in wanted]
    asked = by_skill(rows)
    few = {skill: at_most(options.rows, asked[skill]) for skill in sorted(asked)}
    examples = [chat.example(row) for chosen in few.values() for row in chosen]
    losses = dev_losses(model, examples, chat.end, options.device)
    found: Found = {"dev_loss": {skill: round(loss, 4) for skill, loss in losses.items()}}
    for skill in few:
        if skill in MOST:
            cases = outputs(model, chat, few[skill], skill)
            found[skill] = skill_figures(cases, skill)
            keep = [{key: case[key] for key in ("before", "wanted", "text")} for case in cases[:20]]
            write_json(RUNS / "outputs" / f"{name}-{skill}.json", keep)
        elif skill in ("know", "relevant", "decide"):
            # One token a row: all of them are soon asked.
            found[skill] = verdict_figures(model, chat, asked[skill])
    if "plan" in asked:
        found["own_answers"] = own_answer_figures(model, chat, asked["plan"])
    found["english"] = perplexity(model, chat, options.corpus, options.passages)
    return found


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", nargs="+", default=["base", "tuned"])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=120)
    parser.add_argument(
        "--rows", type=int, default=300, help="of each skill, at most, chosen at random"
    )
    parser.add_argument("--skills", nargs="*", default=[], help="only these")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.compiler.set_stance("force_eager")
    chat = ChatTokenizer()
    path = BUILD / "lm" / "evaluation.json"
    found: Found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in options.models:
        found[name] = evaluate(name, options, chat)
        print(name, json.dumps(found[name], indent=1))
        write_json(path, found)


if __name__ == "__main__":
    main()
