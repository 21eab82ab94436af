"""The encoder with its heads in PyTorch; parameter names are those of the exported graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from convert_encoder import head_shapes, random_heads
from encoder_source import WORDS, bert_shape, shipped_words, source_config, source_weights
from encoder_trunk import Trunk

KINDS = ("span", "yes", "no", "none")


@dataclass
class Batch:
    """Token tensors [batch, length] of int64, all of one padded length."""

    input_ids: Tensor
    attention_mask: Tensor
    token_type_ids: Tensor


@dataclass
class Outputs:
    """What the exported graph gives: see `encoder_graph`."""

    last_hidden_state: Tensor
    span_logits: Tensor
    kind_logits: Tensor
    relevance_logit: Tensor
    known_logit: Tensor


class Heads(nn.Module):
    """The small layers on top of the trunk."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        shapes = head_shapes(hidden)

        def layer(name: str) -> nn.Linear:
            outputs, inputs = shapes[f"heads.{name}"]
            return nn.Linear(inputs, outputs)

        self.span = layer("span")
        self.pooler = layer("pooler")
        self.kind = layer("kind")
        self.relevance = layer("relevance")
        self.known = nn.ModuleDict({"hidden": layer("known.hidden"), "out": layer("known.out")})


class HopwiseEncoder(nn.Module):
    """all-MiniLM-L6-v2's trunk with span, kind, relevance and knowledge heads."""

    def __init__(self, dropout: float = 0.1, dtype: torch.dtype = torch.float32) -> None:
        """`dtype` is the type the trunk computes in; weights are kept in float32."""
        super().__init__()
        config = source_config()
        sizes = (config["vocab_size"], config["max_position_embeddings"], config["type_vocab_size"])
        self.trunk = Trunk(bert_shape(config), sizes, config["intermediate_size"], dropout)
        self.heads = Heads(config["hidden_size"])
        self.dtype = dtype

    def forward(self, batch: Batch) -> Outputs:
        """All outputs for one batch, in float32."""
        tokens = self.tokens(batch)
        heads, first = self.heads, tokens[:, 0]
        pooled = torch.tanh(heads.pooler(first))
        answer_mask = batch.attention_mask * batch.token_type_ids
        answer = mean_pooled(tokens, answer_mask)
        question = mean_pooled(tokens, batch.attention_mask - answer_mask)
        seen = torch.cat([first, answer, question * answer], dim=-1)
        known = heads.known["out"](nn.functional.gelu(heads.known["hidden"](seen)))
        return Outputs(
            tokens, heads.span(tokens), heads.kind(pooled), heads.relevance(pooled), known
        )

    def tokens(self, batch: Batch) -> Tensor:
        """Token vectors [batch, length, hidden] in float32."""
        ids, mask, types = batch.input_ids, batch.attention_mask, batch.token_type_ids
        return self.trunk(ids, mask, types, self.dtype).float()

    def embed(self, batch: Batch) -> Tensor:
        """Normalised mean-pooled vectors [batch, hidden]."""
        pooled = mean_pooled(self.tokens(batch), batch.attention_mask)
        return nn.functional.normalize(pooled, dim=-1)


def mean_pooled(tokens: Tensor, mask: Tensor) -> Tensor:
    """Mean of the vectors of a mask's tokens: [batch, hidden]; zeros where it has none."""
    weights = mask.to(tokens.dtype)[..., None]
    return (tokens * weights).sum(1) / weights.sum(1).clamp(min=1)


def exported_names(model: HopwiseEncoder) -> dict[str, Tensor]:
    """Weights under the names of the source file: the trunk's without prefix, `heads.*`."""
    return {name.removeprefix("trunk."): value for name, value in model.state_dict().items()}


def load_weights(model: HopwiseEncoder, weights: dict[str, np.ndarray] | dict[str, Tensor]) -> None:
    """Fill the model; every parameter must be there, others (the original's pooler) are left."""
    own = {
        name: torch.as_tensor(weights[name.removeprefix("trunk.")]) for name in model.state_dict()
    }
    model.load_state_dict(own)


def untrained(dropout: float = 0.1, dtype: torch.dtype = torch.float32) -> HopwiseEncoder:
    """The original's trunk and random heads; the word table is the one that ships."""
    weights = source_weights()
    weights[WORDS] = shipped_words(weights[WORDS])
    weights |= random_heads(weights[WORDS].shape[1])
    model = HopwiseEncoder(dropout, dtype)
    load_weights(model, weights)
    return model


def save_checkpoint(model: HopwiseEncoder, path: Path) -> None:
    """Write all weights as safetensors, complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    weights = exported_names(model)
    save_file({name: value.detach().cpu().contiguous() for name, value in weights.items()}, part)
    part.replace(path)


def load_checkpoint(
    path: Path, dropout: float = 0.1, dtype: torch.dtype = torch.float32
) -> HopwiseEncoder:
    """A model with the weights of `save_checkpoint`."""
    model = HopwiseEncoder(dropout, dtype)
    load_weights(model, load_file(path))
    return model
