"""BERT's blocks in PyTorch, written for speed on a CPU in bfloat16.

The library's own code keeps the residual stream in float32 under autocast and converts it for
every product; here one type runs through the block and Q, K, V are one product, as in the exported
graph. Parameter names are those of the original's file. `evaluate_encoder.py` measures both
forms.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from encoder_graph import BertShape


class Norm(nn.LayerNorm):
    """Layer norm in the type of its input (the kernel's own sums are float32)."""

    def forward(self, value: Tensor) -> Tensor:  # noqa: D102
        weight, bias = self.weight.to(value.dtype), self.bias.to(value.dtype)
        return functional.layer_norm(value, self.normalized_shape, weight, bias, self.eps)


def product(value: Tensor, *layers: nn.Linear) -> Tensor:
    """One product with the stacked layers, in the type of `value`."""
    weight = torch.cat([layer.weight for layer in layers]) if layers[1:] else layers[0].weight
    bias = torch.cat([layer.bias for layer in layers]) if layers[1:] else layers[0].bias
    return functional.linear(value, weight.to(value.dtype), bias.to(value.dtype))


class Output(nn.Module):
    """Projection back into the residual stream and its norm."""

    def __init__(self, inputs: int, shape: BertShape) -> None:
        super().__init__()
        self.dense = nn.Linear(inputs, shape.hidden)
        self.LayerNorm = Norm(shape.hidden, eps=shape.epsilon)

    def forward(self, value: Tensor, residual: Tensor, dropout: float) -> Tensor:  # noqa: D102
        value = functional.dropout(product(value, self.dense), dropout, self.training)
        return self.LayerNorm(value + residual)


class SelfAttention(nn.Module):
    """Query, key and value projections with the fused attention kernel."""

    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        self.shape = shape
        self.query = nn.Linear(shape.hidden, shape.hidden)
        self.key = nn.Linear(shape.hidden, shape.hidden)
        self.value = nn.Linear(shape.hidden, shape.hidden)

    def forward(self, value: Tensor, mask: Tensor | None) -> Tensor:  # noqa: D102
        batch, length, hidden = value.shape
        stacked = product(value, self.query, self.key, self.value)
        parts = stacked.view(batch, length, 3, self.shape.heads, self.shape.head_dim)
        query, key, values = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, values, mask)
        return mixed.transpose(1, 2).reshape(batch, length, hidden)


class Attention(nn.Module):
    """Self-attention and its output layer."""

    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        self.self = SelfAttention(shape)
        self.output = Output(shape.hidden, shape)


class Intermediate(nn.Module):
    """The wide layer of the feed-forward part."""

    def __init__(self, shape: BertShape, inner: int) -> None:
        super().__init__()
        self.dense = nn.Linear(shape.hidden, inner)


class Layer(nn.Module):
    """One block."""

    def __init__(self, shape: BertShape, inner: int) -> None:
        super().__init__()
        self.attention = Attention(shape)
        self.intermediate = Intermediate(shape, inner)
        self.output = Output(inner, shape)

    def forward(self, value: Tensor, mask: Tensor | None, dropout: float) -> Tensor:  # noqa: D102
        mixed = self.attention.self(value, mask)
        middle = self.attention.output(mixed, value, dropout)
        inner = functional.gelu(product(middle, self.intermediate.dense))
        return self.output(inner, middle, dropout)


class Embeddings(nn.Module):
    """Words (frozen: their table ships in 4 bits), positions and segment types."""

    def __init__(self, shape: BertShape, words: int, positions: int, types: int) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(words, shape.hidden)
        self.word_embeddings.weight.requires_grad_(False)
        self.position_embeddings = nn.Embedding(positions, shape.hidden)
        self.token_type_embeddings = nn.Embedding(types, shape.hidden)
        self.LayerNorm = Norm(shape.hidden, eps=shape.epsilon)

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:  # noqa: D102
        words, kinds = self.word_embeddings(ids), self.token_type_embeddings(types)
        return words + kinds + self.position_embeddings.weight[: ids.shape[1]]


class Trunk(nn.Module):
    """Embeddings and blocks: token ids [batch, length] to vectors [batch, length, hidden]."""

    def __init__(
        self, shape: BertShape, sizes: tuple[int, int, int], inner: int, dropout: float
    ) -> None:
        """`sizes` are the rows of the word, position and type tables."""
        super().__init__()
        self.dropout = dropout
        self.embeddings = Embeddings(shape, *sizes)
        layers = (Layer(shape, inner) for _ in range(shape.layers))
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(layers)})

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor, dtype: torch.dtype) -> Tensor:
        """`mask` is 1 for real tokens; the work is done in `dtype`."""
        value = self.embeddings.LayerNorm(self.embeddings(ids, types).to(dtype))
        value = functional.dropout(value, self.dropout, self.training)
        visible = None if bool(mask.all()) else mask.bool()[:, None, None, :]
        for layer in self.encoder["layer"]:
            value = layer(value, visible, self.dropout)
        return value
