"""Greedy answers of the language model, many prompts at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import torch

from lm_data import ChatTokenizer
from lm_model import TunableLlama

LARGEST_BATCH = 64


def generate(
    model: TunableLlama, chat: ChatTokenizer, prompts: Sequence[str], most: int, stop: str = ""
) -> list[str]:
    """The answer to each prompt (a rendered chat), at most `most` tokens, cut before `stop`.

    Prompts of equal length run together, so that nothing is padded.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    ids = [chat.ids(prompt) for prompt in prompts]
    for index, prompt in enumerate(ids):
        groups[len(prompt)].append(index)
    answers = [""] * len(prompts)
    with torch.no_grad():
        for length in sorted(groups):
            members = groups[length]
            for start in range(0, len(members), LARGEST_BATCH):
                group = members[start : start + LARGEST_BATCH]
                found = _greedy(model, [ids[index] for index in group], most, chat.end)
                for index, tokens in zip(group, found, strict=True):
                    text = chat.decode(tokens)
                    answers[index] = text.split(stop)[0] if stop else text
    return answers


def _greedy(model: TunableLlama, prompts: list[list[int]], most: int, end: int) -> list[list[int]]:
    """Token ids up to the end of the turn; rows that have ended are dropped from the batch."""
    device = model.embedding.device
    found: list[list[int]] = [[] for _ in prompts]
    alive = list(range(len(prompts)))
    hidden, cache = model.hidden(torch.tensor(prompts, device=device))
    for _ in range(most):
        chosen = model.logits(hidden[:, -1]).argmax(-1)
        going = [row for row, token in enumerate(chosen.tolist()) if token != end]
        if not going:
            break
        alive = [alive[row] for row in going]
        kept = torch.tensor(going, device=device)
        chosen = chosen[kept]
        for row, token in zip(alive, chosen.tolist(), strict=True):
            found[row].append(token)
        cache = [(key[kept], value[kept]) for key, value in cache]
        hidden, cache = model.hidden(chosen[:, None], cache)
    return found


def first_token_odds(
    model: TunableLlama, chat: ChatTokenizer, prompts: Sequence[str], yes: str, no: str
) -> list[float]:
    """log P(yes) - log P(no) at the first token of the answer, as the app reads verdicts."""
    [[yes_id], [no_id]] = [chat.ids(yes), chat.ids(no)]
    ids = [chat.ids(prompt) for prompt in prompts]
    order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
    odds = [0.0] * len(ids)
    with torch.no_grad():
        for start in range(0, len(order), 16):
            group = order[start : start + 16]
            longest = max(len(ids[index]) for index in group)
            rows = [ids[index] + [chat.end] * (longest - len(ids[index])) for index in group]
            hidden, _ = model.hidden(torch.tensor(rows, device=model.embedding.device))
            last = torch.tensor([len(ids[index]) - 1 for index in group], device=hidden.device)
            scores = model.logits(hidden[torch.arange(len(group), device=hidden.device), last])
            for index, row in zip(group, scores.float(), strict=True):
                odds[index] = float(row[yes_id] - row[no_id])
    return odds
