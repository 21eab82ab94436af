"""The losses of the encoder's tasks; each takes one batch and returns a scalar."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from encoder_data import Ids, Pair, ReadRow, collate, passage_mask
from encoder_model import KINDS, HopwiseEncoder

NONE = KINDS.index("none")
DISTRACTOR_KIND = 0.2  # weight of "a distractor has no answer" beside the ranking loss
NEAREST_SCALE = 20.0
DISTIL = 15.0  # the reading gradients are large; less lets the embedding drift


def reading_loss(model: HopwiseEncoder, rows: Sequence[ReadRow]) -> Tensor:
    """Cross-entropy of the kind, and of start and end where the answer is a span."""
    pairs = [row.pair for row in rows]
    batch = collate(pairs, device_of(model))
    outputs = model(batch)
    kinds = torch.tensor([row.kind for row in rows], device=batch.input_ids.device)
    loss = functional.cross_entropy(outputs.kind_logits, kinds)
    marked = [index for index, row in enumerate(rows) if row.starts]
    if not marked:
        return loss
    outside = ~passage_mask(pairs, batch)
    logits = outputs.span_logits.masked_fill(outside[..., None], -1e4).log_softmax(dim=1)
    total = logits.new_zeros(())
    for index in marked:
        # Any marked occurrence is right: the likelihood of all of them together.
        total = total - logits[index, list(rows[index].starts), 0].logsumexp(0)
        total = total - logits[index, list(rows[index].ends), 1].logsumexp(0)
    return loss + total / len(marked) / 2 * (len(marked) / len(rows))


def relevance_loss(model: HopwiseEncoder, chosen: Sequence[tuple[list[Pair], int]]) -> Tensor:
    """Each gold passage against the row's others (listwise), plus likelihood for calibration.

    `chosen` holds a row's passages of this step, the gold ones first, and their number.
    """
    pairs = [pair for passages, _ in chosen for pair in passages]
    outputs = model(collate(pairs, device_of(model)))
    logits = outputs.relevance_logit[:, 0]
    none_loss = -outputs.kind_logits.log_softmax(dim=-1)[:, NONE]
    ranking, likelihood, lacking = [], [], []
    start = 0
    for passages, golds in chosen:
        scores = logits[start : start + len(passages)]
        gold, other = scores[:golds], scores[golds:]
        against = other.logsumexp(0).expand_as(gold)
        ranking.append((torch.logaddexp(gold, against) - gold).mean())
        # Both sides weigh the same, whatever the number of distractors.
        likelihood.append(functional.softplus(-gold).mean() + functional.softplus(other).mean())
        lacking.append(none_loss[start + golds : start + len(passages)].mean())
        start += len(passages)
    return (
        torch.stack(ranking).mean()
        + torch.stack(likelihood).mean() / 2
        + DISTRACTOR_KIND * torch.stack(lacking).mean()
    )


def distilling_loss(vectors: Tensor, teacher: Tensor) -> Tensor:
    """1 - cosine to the original's vectors, and the error of the similarities in the batch."""
    far = (1 - (vectors * teacher).sum(-1)).mean()
    error = (vectors @ vectors.T - teacher @ teacher.T).pow(2).mean()
    return DISTIL * (far + 4 * error)


def nearest_loss(queries: Tensor, passages: Tensor) -> Tensor:
    """Each query against the passages of the batch, and the other way round (InfoNCE)."""
    scores = NEAREST_SCALE * queries @ passages.T
    own = torch.arange(len(queries), device=queries.device)
    return (functional.cross_entropy(scores, own) + functional.cross_entropy(scores.T, own)) / 2


def device_of(model: HopwiseEncoder) -> str:
    """Where the weights are."""
    return str(model.heads.span.weight.device)


def embed(model: HopwiseEncoder, rows: Sequence[Ids]) -> Tensor:
    """Normalised vectors of single texts."""
    return model.embed(collate(rows, device_of(model)))
