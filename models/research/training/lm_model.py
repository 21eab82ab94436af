"""SmolLM2 in PyTorch for training and scoring, with low-rank adapters (LoRA) on every linear layer.

Written out instead of taken from a library because it is half again as fast on two processor cores:
each step merges base + scale * B @ A once into a bf16 weight, so that the forward pass is a plain
product and only two thin products are added to the backward pass. The gradients of A and B are
those of the usual two-branch form. On one sentence its float32
log-probabilities differ from those of Hugging Face's Llama by at most 5e-5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file
from safetensors.torch import save_file
from torch import Tensor, nn

from smollm2_source import LlamaShape, SmolLM2Source
from smollm2_tokenizer import load_kept_ids

# The parts of each fused product, under the names of SmolLM2Source.layer().
GROUPS = {
    "qkv": ("attn_q", "attn_k", "attn_v"),
    "output": ("attn_output",),
    "gate_up": ("ffn_gate", "ffn_up"),
    "down": ("ffn_down",),
}
NORMS = ("attn_norm", "ffn_norm")
Weights = dict[str, np.ndarray]

# Element-wise work takes as long as the products unless the compiler fuses it (needs a C++ compiler);
# `torch.compiler.set_stance("force_eager")` turns it off.
fused = torch.compile(dynamic=True)


def source_weights() -> tuple[Weights, LlamaShape]:
    """The base model, dequantised to float32, its vocabulary cut; names as in the interface file."""
    source = SmolLM2Source()
    weights = {
        "token_embd": source.tensor("token_embd.weight")[load_kept_ids()],
        "output_norm": source.tensor("output_norm.weight"),
    }
    for index in range(source.shape.layers):
        for name, value in source.layer(index).items():
            weights[f"blk.{index}.{name}"] = value
    return weights, source.shape


@dataclass(frozen=True)
class Adapters:
    """LoRA as the CoopLLM paper gives it (rank 4, B = 0, A Kaiming-uniform); scale = alpha / rank."""

    rank: int = 4
    scale: float = 2.0


class LoraProduct(torch.autograd.Function):
    """x @ merged.T, with gradients for x, A and B but none for the base weight.

    x [N, in], merged [out, in], a [parts * r, in], b [out, r]; `sizes` are the rows of each part.
    """

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, merged: Tensor, a: Tensor, b: Tensor, sizes: list[int], scale: float
    ) -> Tensor:
        ctx.save_for_backward(x, merged, a, b)
        ctx.sizes, ctx.scale = sizes, scale
        return F.linear(x, merged)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, merged, a, b = ctx.saved_tensors
        rank = b.shape[1]
        a_low, b_low = a.to(x.dtype), b.to(x.dtype)
        inner = x @ a_low.T
        outer = torch.empty(x.shape[0], a.shape[0], dtype=x.dtype, device=x.device)
        b_grad = torch.empty_like(b)
        start = 0
        for part, size in enumerate(ctx.sizes):
            rows, columns = slice(start, start + size), slice(part * rank, (part + 1) * rank)
            piece = grad[:, rows]
            outer[:, columns] = piece @ b_low[rows]
            b_grad[rows] = (piece.T @ inner[:, columns]).float()
            start += size
        a_grad = (outer.T @ x).float()
        x_grad = grad @ merged if ctx.needs_input_grad[0] else None
        return x_grad, None, a_grad * ctx.scale, b_grad * ctx.scale, None, None


class LoraLinear(nn.Module):
    """One or more linear layers of the same input as one product [N, in] -> [N, out]."""

    def __init__(self, parts: list[Tensor], adapters: Adapters, dtype: torch.dtype) -> None:
        super().__init__()
        base = torch.cat(parts)
        self.sizes = [part.shape[0] for part in parts]
        self.rank, self.scale = adapters.rank, adapters.scale
        self.a = nn.Parameter(torch.empty(len(parts) * self.rank, base.shape[1]))
        self.b = nn.Parameter(torch.zeros(base.shape[0], self.rank))
        for block in self.a.data.split(self.rank):
            nn.init.kaiming_uniform_(block, a=math.sqrt(5))
        self.register_buffer("base", base, persistent=False)
        self.register_buffer("merged", base.to(dtype, copy=True), persistent=False)

    def full(self) -> Tensor:
        """base + scale * B @ A in float32, [out, in]."""
        parts = zip(
            self.base.split(self.sizes),
            self.b.data.split(self.sizes),
            self.a.data.split(self.rank),
            strict=True,
        )
        return torch.cat([torch.addmm(base, b, a, alpha=self.scale) for base, b, a in parts])

    def merge(self) -> None:
        """Bring the weight that the forward pass uses up to date with A and B."""
        self.merged.copy_(self.full())

    def forward(self, x: Tensor) -> Tensor:
        return LoraProduct.apply(x, self.merged, self.a, self.b, self.sizes, self.scale)


@fused
def rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    """[N, channels]; the mean in float32, as the original does."""
    wide = x.float()
    scale = torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon)
    return (wide * scale).to(x.dtype) * weight


@fused
def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions: x [B, S, heads, 64], cos and sin [S, 1, 64]."""
    left, right = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-right, left), dim=-1) * sin


@fused
def gated(x: Tensor) -> Tensor:
    """silu(gate) * up of a fused product [N, 2 * intermediate]."""
    gate, up = x.chunk(2, dim=-1)
    return F.silu(gate) * up


Cache = list[tuple[Tensor, Tensor]]


class Block(nn.Module):
    """One decoder block over [B * S, hidden]."""

    def __init__(
        self,
        weights: Weights,
        index: int,
        shape: LlamaShape,
        adapters: Adapters,
        dtype: torch.dtype,
    ) -> None:
        super().__init__()
        self.shape = shape
        take = {
            name: torch.from_numpy(weights[f"blk.{index}.{name}"])
            for names in (*GROUPS.values(), NORMS)
            for name in names
        }
        for name in NORMS:
            self.register_buffer(name, take[name].to(dtype), persistent=False)
        self.products = nn.ModuleDict(
            {
                group: LoraLinear([take[name] for name in names], adapters, dtype)
                for group, names in GROUPS.items()
            }
        )

    def forward(
        self,
        x: Tensor,
        size: tuple[int, int],
        rotary: tuple[Tensor, Tensor],
        bias: Tensor,
        past: Any,
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """x [B * S, hidden]; returns the new x and this block's keys and values [B, kv, T, 64]."""
        shape = self.shape
        normed = rms_norm(x, self.attn_norm, shape.rms_eps)
        mixed, cache = self._attention(self.products["qkv"](normed), size, rotary, bias, past)
        x = x + self.products["output"](mixed)
        normed = rms_norm(x, self.ffn_norm, shape.rms_eps)
        return x + self.products["down"](gated(self.products["gate_up"](normed))), cache

    def _attention(
        self,
        qkv: Tensor,
        size: tuple[int, int],
        rotary: tuple[Tensor, Tensor],
        bias: Tensor,
        past: Any,
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The query heads of one key head are stacked, so that keys are never repeated."""
        (batch, length), shape = size, self.shape
        kv, groups, dim = shape.kv_heads, shape.heads // shape.kv_heads, shape.head_dim
        heads = qkv.view(batch, length, shape.heads + 2 * kv, dim)
        turning, value = heads.split((shape.heads + kv, kv), dim=2)
        query, key = rotate(turning, *rotary).split((shape.heads, kv), dim=2)
        query = query.reshape(batch, length, kv, groups, dim)
        query = query.permute(0, 2, 3, 1, 4).reshape(batch * kv, groups * length, dim)
        key, value = key.transpose(1, 2), value.transpose(1, 2)
        if past is not None:
            key, value = torch.cat((past[0], key), 2), torch.cat((past[1], value), 2)
        flat_key = key.reshape(batch * kv, -1, dim)
        flat_value = value.reshape(batch * kv, -1, dim)
        scores = torch.bmm(query, flat_key.transpose(1, 2))
        weights = attention_weights(scores, bias, groups, length, dim**-0.5)
        mixed = torch.bmm(weights, flat_value).view(batch, kv, groups, length, dim)
        return mixed.permute(0, 3, 1, 2, 4).reshape(batch * length, -1), (key, value)


@fused
def attention_weights(
    scores: Tensor, bias: Tensor, groups: int, length: int, scale: float
) -> Tensor:
    """Causal softmax of scores [B * kv, groups * S, T]; bias [S, T] is 0 or -inf."""
    split = scores.view(scores.shape[0], groups, length, -1)
    return torch.softmax(split * scale + bias, dim=-1).view_as(scores)


class TunableLlama(nn.Module):
    """The decoder; `dtype` is that of the forward pass, adapters stay float32."""

    def __init__(
        self, weights: Weights, shape: LlamaShape, adapters: Adapters, dtype: torch.dtype
    ) -> None:
        super().__init__()
        self.shape, self.adapters = shape, adapters
        embedding = torch.from_numpy(weights["token_embd"])
        self.register_buffer("full_embedding", embedding, persistent=False)
        self.register_buffer("embedding", embedding.to(dtype), persistent=False)
        norm = torch.from_numpy(weights["output_norm"])
        self.register_buffer("output_norm", norm.to(dtype), persistent=False)
        self.norms = {name: value for name, value in weights.items() if "norm" in name}
        self.blocks = nn.ModuleList(
            Block(weights, index, shape, adapters, dtype) for index in range(shape.layers)
        )

    def hidden(self, ids: Tensor, past: Cache | None = None) -> tuple[Tensor, Cache]:
        """ids [B, S] -> the last block's output [B, S, hidden] before the norm, and the cache."""
        batch, length = ids.shape
        start = past[0][0].shape[2] if past else 0
        x = F.embedding(ids, self.embedding).view(batch * length, -1)
        rotary = self._rotary(start, length, x)
        seen = torch.arange(start + length, device=ids.device)
        hides = seen[None, :] > seen[start:, None]
        bias = torch.zeros(hides.shape, dtype=x.dtype, device=x.device)
        bias.masked_fill_(hides, float("-inf"))
        cache: Cache = []
        for index, block in enumerate(self.blocks):
            x, entry = block(x, (batch, length), rotary, bias, past[index] if past else None)
            cache.append(entry)
        return x.view(batch, length, -1), cache

    def _rotary(self, start: int, length: int, like: Tensor) -> tuple[Tensor, Tensor]:
        """cos and sin [S, 1, head_dim] of positions start ... start + length."""
        shape = self.shape
        exponents = torch.arange(0, shape.head_dim, 2, device=like.device).float() / shape.head_dim
        positions = torch.arange(start, start + length, device=like.device).float()
        angles = positions[:, None] / shape.rope_theta**exponents
        angles = torch.cat((angles, angles), dim=-1)[:, None, :]
        return angles.cos().to(like.dtype), angles.sin().to(like.dtype)

    def logits(self, hidden: Tensor) -> Tensor:
        """Scores of chosen positions, [N, hidden] -> [N, vocabulary]."""
        return F.linear(rms_norm(hidden, self.output_norm, self.shape.rms_eps), self.embedding)

    def products(self) -> Iterator[tuple[str, LoraLinear]]:
        """Every adapted product with its name."""
        for index, block in enumerate(self.blocks):
            for group in GROUPS:
                yield f"blk.{index}.{group}", block.products[group]

    def merge(self) -> None:
        """After each optimiser step."""
        with torch.no_grad():
            for _, product in self.products():
                product.merge()

    def adapter_state(self) -> dict[str, Tensor]:
        """A and B of every product, as saved in checkpoints."""
        return {
            f"{name}.{kind}": getattr(product, kind).detach()
            for name, product in self.products()
            for kind in ("a", "b")
        }

    def load_adapters(self, state: dict[str, Tensor]) -> None:
        """The reverse of `adapter_state`."""
        with torch.no_grad():
            for name, product in self.products():
                product.a.copy_(state[f"{name}.a"])
                product.b.copy_(state[f"{name}.b"])
        self.merge()

    def merged_weights(self) -> dict[str, Tensor]:
        """Float32 weights with the adapters merged, under the interface names."""
        found = {"token_embd": self.full_embedding.cpu()}
        found |= {name: torch.from_numpy(value) for name, value in self.norms.items()}
        for index, block in enumerate(self.blocks):
            for group, names in GROUPS.items():
                product = block.products[group]
                parts = product.full().cpu().split(product.sizes)
                found |= {
                    f"blk.{index}.{name}": part for name, part in zip(names, parts, strict=True)
                }
        return {name: value.contiguous() for name, value in found.items()}


def save_merged(model: TunableLlama, path: Path) -> None:
    """Write `weights.safetensors` for the conversion to ONNX."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file(model.merged_weights(), path)


def fast_precision(device: str) -> torch.dtype:
    """bf16 where it is fast; float32 on a processor that would only imitate its products."""
    if device != "cpu" or torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported():
        return torch.bfloat16
    return torch.float32


def load_model(path: Path | None, adapters: Adapters, device: str) -> TunableLlama:
    """The base model (path None) or merged weights, with fresh adapters."""
    dtype = fast_precision(device)
    weights, shape = source_weights()
    if path is not None:
        weights = load_file(path)
    return TunableLlama(weights, shape, adapters, dtype).to(device)
